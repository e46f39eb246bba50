//! `affine.parallel` as loops of C, which threads of OpenMP share.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::reduction::{combining_operation, neutral_bits};
use ovolo_lang::types::Type;

use crate::parallel::group_sizes;

use super::algebra::{CAlgebra, Unprintable, float_literal};
use super::source::{Printer, unprintable};
use super::text::{nested, without_parentheses};

impl Printer<'_> {
    /// The outermost nest is shared out where it has no results: in what order OpenMP combines those is open.
    pub(super) fn affine_parallel(&mut self, id: OpId) -> Result<(), Unprintable> {
        let op = self.module.op(id);
        let body = self.module.single_block(id, 0).ok_or_else(|| unprintable(op))?;
        let variables = &self.module.block(body).arguments;
        let map = op.attribute("lowerBoundsMap").and_then(Attribute::as_affine_map);
        let map = map.ok_or_else(|| unprintable(op))?;
        let inputs = (map.num_dims + map.num_symbols) as usize;
        let operands = op.operands.split_at_checked(inputs);
        let (lower, upper) = operands.ok_or_else(|| unprintable(op))?;
        let starts = self.extremes(op, ["lowerBoundsMap", "lowerBoundsGroups"], lower, "ovolo_max")?;
        let ends = self.extremes(op, ["upperBoundsMap", "upperBoundsGroups"], upper, "ovolo_min")?;
        let steps = op.attribute("steps").and_then(Attribute::as_i64_list);
        let steps = steps.ok_or_else(|| unprintable(op))?;
        if [starts.len(), ends.len(), steps.len()]
            .iter()
            .any(|&n| n != variables.len())
        {
            return Err(unprintable(op));
        }
        let (mut accumulated, mut yielded) = (Vec::new(), Vec::new());
        for (&result, combine) in op.results.iter().zip(combined_by(op)?) {
            let ty = self.module.ty(result).clone();
            let neutral = neutral_bits(combine, &ty).ok_or_else(|| unprintable(op))?;
            let start = neutral_text(&ty, neutral)?;
            let c = self.type_of(&ty)?;
            let name = self.name(result);
            self.line(&format!("{c} {name} = {start};"));
            accumulated.push((name, combine, ty));
            yielded.push((self.fresh("yielded"), c));
        }
        let is_outermost = !self.is_shared_out && accumulated.is_empty() && !variables.is_empty();
        self.is_shared_out |= is_outermost;
        if is_outermost {
            let collapsed = match variables.len() {
                1 => String::new(),
                several => format!(" collapse({several})"),
            };
            self.line(&format!("#pragma omp parallel for{collapsed} schedule(dynamic)"));
        }
        for (n, &variable) in variables.iter().enumerate() {
            let name = self.name(variable);
            let step = match steps[n] {
                1 => format!("{name}++"),
                step => format!("{name} += {step}"),
            };
            let (start, end) = (&starts[n], &ends[n]);
            self.line(&format!(
                "for (int64_t {name} = {start}; {name} < {end}; {step}) {{"
            ));
            self.depth += 1;
        }
        for (name, c) in &yielded {
            self.line(&format!("{c} {name};"));
        }
        let targets: Vec<String> = yielded.iter().map(|(name, _)| name.clone()).collect();
        self.block(body, &targets)?;
        for ((name, combine, ty), target) in accumulated.iter().zip(&targets) {
            let text = self.combined(op, *combine, ty, &[name.clone(), target.clone()])?;
            self.line(&format!("{name} = {};", without_parentheses(&text)));
        }
        for _ in variables {
            self.depth -= 1;
            self.line("}");
        }
        self.is_shared_out &= !is_outermost;
        Ok(())
    }

    /// The bound of each dimension: the least or greatest of its group.
    fn extremes(
        &self,
        op: &Op,
        [map, groups]: [&str; 2],
        operands: &[ValueId],
        choose: &str,
    ) -> Result<Vec<String>, Unprintable> {
        let mut rest = self.map_results(op, map, operands)?.into_iter();
        let sizes = group_sizes(op, groups).map_err(|_| unprintable(op))?;
        let bounds = sizes.into_iter().map(|size| {
            let group: Vec<String> = rest.by_ref().take(size).collect();
            nested(choose, &group)
        });
        Ok(bounds.collect())
    }
}

fn combined_by(op: &Op) -> Result<Vec<OpCode>, Unprintable> {
    let kinds = match op.attribute("reductions") {
        Some(Attribute::Array(kinds)) => kinds.to_vec(),
        _ => Vec::new(),
    };
    let codes = kinds
        .iter()
        .map(|kind| kind.as_i64().and_then(combining_operation));
    let codes: Option<Vec<OpCode>> = codes.collect();
    codes
        .filter(|codes| codes.len() == op.results.len())
        .ok_or_else(|| unprintable(op))
}

fn neutral_text(ty: &Type, bits: u128) -> Result<String, Unprintable> {
    use ovolo_lang::algebra::Algebra;
    match ty {
        Type::Float(kind) => float_literal(*kind, bits),
        Type::Integer(_) | Type::Index => Ok(CAlgebra.int_constant(ty, bits as i128)),
        _ => Err(Unprintable::new(format!("a result of type {ty}"))),
    }
}
