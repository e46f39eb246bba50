//! `affine.parallel`, `affine.prefetch`, `affine.delinearize_index` and the transfers of the affine dialect.

use std::fmt::Write;

use crate::attribute::Attribute;
use crate::ir::{OpId, ValueId};
use crate::op::{ATOMIC_RMW_KINDS, OpCode};
use crate::types::Type;

use super::printer::Printer;

impl Printer<'_> {
    pub fn affine_parallel(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let block = self.module.single_block(op, 0)?;
        let arguments = self.module.block(block).arguments.clone();
        let steps = o.attribute("steps")?.as_i64_list()?;
        let reductions = o.attribute("reductions")?.as_i64_list()?;
        let lower = o.attribute("lowerBoundsMap")?.as_affine_map()?.clone();
        let (operands, results) = (o.operands.clone(), o.results.clone());
        let inputs = (lower.num_dims + lower.num_symbols) as usize;
        if o.regions.len() != 1
            || operands.len() < inputs
            || steps.len() != arguments.len()
            || !self.all_index(&arguments)
            || results.is_empty() != reductions.is_empty()
        {
            return None;
        }
        let (lower_operands, upper_operands) = operands.split_at(inputs);
        self.push("affine.parallel (");
        self.values(&arguments);
        self.push(") = (");
        self.parallel_bounds(op, "max", ["lowerBoundsMap", "lowerBoundsGroups"], lower_operands)?;
        self.push(") to (");
        self.parallel_bounds(op, "min", ["upperBoundsMap", "upperBoundsGroups"], upper_operands)?;
        self.push(")");
        if steps.iter().any(|&step| step != 1) {
            self.push(" step (");
            self.text.list(&steps, |text, step| {
                let _ = write!(text.out, "{step}");
            });
            self.push(")");
        }
        if !reductions.is_empty() {
            let kinds = reductions
                .iter()
                .map(|&n| ATOMIC_RMW_KINDS.get(usize::try_from(n).ok()?));
            let kinds: Vec<_> = kinds.collect::<Option<_>>()?;
            self.push(" reduce (");
            self.text.list(kinds, |text, kind| text.quoted(kind));
            self.push(") -> (");
            self.types_of(&results);
            self.push(")");
        }
        self.push(" ");
        let region = self.module.op(op).regions[0];
        self.body(region, results.is_empty().then_some(OpCode::AffineYield));
        let shown = [
            "lowerBoundsMap",
            "lowerBoundsGroups",
            "upperBoundsMap",
            "upperBoundsGroups",
            "steps",
            "reductions",
        ];
        self.attributes_but(op, &shown);
        Some(())
    }

    /// `0, max(%a, %b)`. The text says only maps in which dimensions and symbols are numbered by their first
    /// use; a group of none cannot be written.
    fn parallel_bounds(
        &mut self,
        op: OpId,
        keyword: &str,
        names: [&str; 2],
        operands: &[ValueId],
    ) -> Option<()> {
        let o = self.module.op(op);
        let map = o.attribute(names[0])?.as_affine_map()?.clone();
        let groups = match o.attribute(names[1])? {
            Attribute::DenseElements(dense) => dense.clone(),
            _ => return None,
        };
        let extent = match &groups.ty {
            Type::Tensor(tensor) => match tensor.shape.as_deref()? {
                [extent] => usize::try_from(extent.fixed()?).ok()?,
                _ => return None,
            },
            _ => return None,
        };
        let sizes: Option<Vec<i64>> = groups.elements.iter().map(Attribute::as_i64).collect();
        let mut sizes = sizes?;
        if sizes.len() == 1 {
            sizes = vec![sizes[0]; extent.min(map.results.len())];
        }
        let total = sizes.iter().try_fold(0i64, |sum, &n| sum.checked_add(n))?;
        if sizes.len() != extent
            || sizes.iter().any(|&n| n < 1)
            || total != map.results.len() as i64
            || !self.all_index(operands)
            || !super::loops::is_said_by_subscripts(&map, operands)
        {
            return None;
        }
        let mut rest = map.results.as_slice();
        for (i, &size) in sizes.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            let (group, others) = rest.split_at(size as usize);
            rest = others;
            if let [only] = group {
                self.results_of(std::slice::from_ref(only), map.num_dims, operands);
            } else {
                self.push(keyword);
                self.push("(");
                self.results_of(group, map.num_dims, operands);
                self.push(")");
            }
        }
        Some(())
    }

    pub fn affine_prefetch(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let (&memref, indices) = operands.split_first()?;
        let o = self.plain(op, operands.len(), 0)?;
        let map = o.attribute("map")?.as_affine_map()?.clone();
        let hint = match o.attribute("localityHint")? {
            Attribute::Integer { value, ty } if *ty == Type::I32 => value.clone(),
            _ => return None,
        };
        let flag = |name: &str| match o.attribute(name) {
            Some(Attribute::Bool(value)) => Some(*value),
            _ => None,
        };
        let (is_write, is_data) = (flag("isWrite")?, flag("isDataCache")?);
        self.head(code);
        self.value(memref);
        self.subscripts(&map, indices)?;
        self.push(if is_write { ", write" } else { ", read" });
        let _ = write!(self.text.out, ", locality<{hint}>");
        self.push(if is_data { ", data" } else { ", instr" });
        self.attributes_but(op, &["map", "localityHint", "isWrite", "isDataCache"]);
        self.push(" : ");
        self.ty(memref);
        Some(())
    }

    pub fn affine_dma_start(&mut self, op: OpId) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let o = self.plain(op, operands.len(), 0)?;
        let names = ["src_map", "dst_map", "tag_map"];
        let maps = names.map(|name| o.attribute(name).and_then(Attribute::as_affine_map).cloned());
        self.head(OpCode::AffineDmaStart);
        let mut rest = operands.as_slice();
        let mut memrefs = Vec::new();
        for map in maps {
            let map = map?;
            let (&memref, others) = rest.split_first()?;
            let indices = others.get(..(map.num_dims + map.num_symbols) as usize)?;
            rest = &others[indices.len()..];
            self.value(memref);
            self.subscripts(&map, indices)?;
            self.push(", ");
            memrefs.push(memref);
        }
        if !matches!(rest.len(), 1 | 3) || !self.all_index(rest) {
            return None;
        }
        self.values(rest);
        self.attributes_but(op, &names);
        self.push(" : ");
        self.types_of(&memrefs);
        Some(())
    }

    pub fn affine_dma_wait(&mut self, op: OpId) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let o = self.plain(op, operands.len(), 0)?;
        let map = o.attribute("tag_map")?.as_affine_map()?.clone();
        let [tag, indices @ .., count] = operands.as_slice() else {
            return None;
        };
        self.head(OpCode::AffineDmaWait);
        self.value(*tag);
        self.subscripts(&map, indices)?;
        self.push(", ");
        self.value(*count);
        self.attributes_but(op, &["tag_map"]);
        self.push(" : ");
        self.ty(*tag);
        Some(())
    }
}
