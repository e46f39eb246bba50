//! `affine.parallel`.

use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::{Op, OpId};
use crate::op::ATOMIC_RMW_KINDS;
use crate::types::{Signedness, Type};

use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    pub fn affine_parallel(&self, id: OpId, op: &Op) -> Check {
        let Some(body) = self.module.single_block(id, 0).filter(|_| op.regions.len() == 1) else {
            return Err(wrong(op, "requires one region of 1 blocks, the body"));
        };
        let variables = &self.module.block(body).arguments;
        self.indices(op, variables)?;
        let lower = self.groups(op, "lowerBoundsGroups")?;
        let upper = self.groups(op, "upperBoundsGroups")?;
        let Some(steps) = self.attribute(op, "steps")?.as_i64_list() else {
            return Err(wrong(
                op,
                "the attribute `steps` must be an array of 64-bit integers",
            ));
        };
        let counts = [lower.len(), upper.len(), steps.len()];
        if counts.iter().any(|&n| n != variables.len()) {
            let [lower, upper, steps] = counts;
            let message = format!(
                "found {} region arguments, {lower} map groups for the lower bounds, {upper} for the upper bounds, and {steps} steps",
                variables.len()
            );
            return Err(wrong(op, message).help("their numbers must all match"));
        }
        if let Some(step) = steps.iter().find(|&&step| step <= 0) {
            return Err(wrong(op, format!("a step is {step}")).help("expected a positive constant"));
        }
        self.bounds(op, "lowerBoundsMap", &lower)?;
        self.bounds(op, "upperBoundsMap", &upper)?;
        self.reductions(op)?;
        let lower = self.map(op, "lowerBoundsMap")?;
        let upper = self.map(op, "upperBoundsMap")?;
        let inputs = lower.num_dims as usize + lower.num_symbols as usize;
        let (first, second) = op.operands.split_at(inputs.min(op.operands.len()));
        self.apply(op, lower, first)?;
        self.apply(op, upper, second)
    }

    /// How many results of a map belong to each loop.
    fn groups(&self, op: &Op, name: &str) -> Result<Vec<i64>, Diagnostic> {
        let dense = match self.attribute(op, name)? {
            Attribute::DenseElements(dense) if *dense.ty.element() == Type::I32 => dense,
            _ => {
                return Err(wrong(
                    op,
                    format!("the attribute `{name}` must be a 32-bit signless integer elements attribute"),
                ));
            }
        };
        let count = match &dense.ty {
            Type::Tensor(tensor) => tensor.shape.iter().flatten().map(|d| d.fixed()).product(),
            Type::Vector(vector) => vector.lanes(),
            _ => None,
        };
        let values: Option<Vec<i64>> = dense.elements.iter().map(Attribute::as_i64).collect();
        match (values, count.and_then(|n| usize::try_from(n).ok())) {
            (Some(values), Some(count)) if values.len() == count => Ok(values),
            (Some(values), Some(count)) if values.len() == 1 && count <= op.operands.len() + 1024 => {
                Ok(vec![values[0]; count])
            }
            _ => Err(wrong(
                op,
                format!("the attribute `{name}` does not list a number for each loop"),
            )),
        }
    }

    fn bounds(&self, op: &Op, name: &str, groups: &[i64]) -> Check {
        let map = self.map(op, name)?;
        let expected = groups.iter().try_fold(0i64, |sum, &n| sum.checked_add(n));
        if groups.iter().all(|&n| n > 0) && expected == i64::try_from(map.results.len()).ok() {
            return Ok(());
        }
        let side = if name.starts_with('l') { "lower" } else { "upper" };
        let message = format!("the {side} bounds map has {} results", map.results.len());
        Err(wrong(op, message).help(format!(
            "expected {}, at least one for each loop",
            expected.unwrap_or_default()
        )))
    }

    fn reductions(&self, op: &Op) -> Check {
        let reductions = match self.attribute(op, "reductions")? {
            Attribute::Array(items) => items,
            _ => return Err(wrong(op, "the attribute `reductions` must be an array")),
        };
        if reductions.len() != op.results.len() {
            let message = format!(
                "found {} reductions for {} outputs",
                reductions.len(),
                op.results.len()
            );
            return Err(wrong(op, message).help("a reduction must be specified for each output"));
        }
        for (reduction, &result) in reductions.iter().zip(&op.results) {
            let number = reduction.as_i64().and_then(|n| usize::try_from(n).ok());
            let Some(kind) = number.and_then(|n| ATOMIC_RMW_KINDS.get(n)) else {
                return Err(wrong(
                    op,
                    format!("found an invalid reduction attribute `{reduction}`"),
                ));
            };
            if !reduces(kind, self.ty(result)) {
                let message = format!(
                    "the result type `{}` cannot match the reduction attribute `{kind}`",
                    self.ty(result)
                );
                return Err(wrong(op, message));
            }
        }
        Ok(())
    }
}

/// Whether values of the type are reduced so.
fn reduces(kind: &str, ty: &Type) -> bool {
    let signed_as = |wanted| matches!(ty, Type::Integer(i) if i.signedness == wanted);
    match kind {
        "addf" | "mulf" | "maximumf" | "minimumf" => ty.is_float(),
        "addi" | "muli" | "ori" | "andi" => ty.is_integer(),
        "maxs" | "mins" => signed_as(Signedness::Signed),
        "maxu" | "minu" => signed_as(Signedness::Unsigned),
        "assign" => true,
        _ => false,
    }
}
