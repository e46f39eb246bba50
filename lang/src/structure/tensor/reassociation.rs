//! Dimensions split and joined in groups.

use crate::attribute::Attribute;
use crate::ir::Op;
use crate::op::OpCode;
use crate::types::{DYNAMIC_POSITION, Dim};

use crate::structure::operation::Checker;
use crate::structure::shapes::shown;
use crate::structure::{Check, wrong};

impl Checker<'_> {
    /// `tensor.expand_shape` and `tensor.collapse_shape`.
    pub fn tensor_reassociation(&self, op: &Op, code: OpCode) -> Check {
        let (source, result) = (self.ranked(op, 0)?, self.ranked_result(op)?);
        let (expanded, collapsed) = match code {
            OpCode::TensorExpandShape => (result, source),
            _ => (source, result),
        };
        if code == OpCode::TensorExpandShape {
            self.tensor_output_shape(op, result.len())?;
        }
        let Attribute::Array(groups) = self.attribute(op, "reassociation")? else {
            return Ok(());
        };
        let groups: Vec<Vec<i64>> = groups
            .iter()
            .map(|group| group.as_i64_list().unwrap_or_default())
            .collect();
        self.groups_fit(op, &groups, expanded, collapsed)?;
        let element = op.operands.first().map(|&v| self.ty(v).element());
        if element != Some(self.result_element(op)) {
            let message =
                "the element types of source and result differ: expected the collapsed type to have the same";
            return Err(wrong(op, message));
        }
        Ok(())
    }

    fn tensor_output_shape(&self, op: &Op, rank: usize) -> Check {
        let constants = self.integers(op, "static_output_shape")?;
        if constants.len() != rank {
            let message = format!(
                "expected number of static shape dims to be equal to the output rank ({rank}) but found {} inputs instead",
                constants.len()
            );
            return Err(wrong(op, message));
        }
        let dynamic = constants.iter().filter(|&&c| c == DYNAMIC_POSITION).count();
        let found = op.operands.len() - 1;
        if found != dynamic {
            let message = format!(
                "a mismatch in dynamic dims: static_output_shape has {dynamic} dynamic dims while output_shape has {found} values"
            );
            return Err(wrong(op, message));
        }
        Ok(())
    }

    /// Each dimension of the collapsed shape is the product of its group, and the groups are all dimensions
    /// in order.
    fn groups_fit(&self, op: &Op, groups: &[Vec<i64>], expanded: &[Dim], collapsed: &[Dim]) -> Check {
        if expanded.len() < collapsed.len() {
            let message = format!(
                "the expanded shape `{}` has a lower rank than the collapsed shape `{}`",
                shown(expanded),
                shown(collapsed)
            );
            return Err(wrong(op, message).help("expected the expanded type to have a higher (or same) rank"));
        }
        if groups.len() != collapsed.len() {
            let message = format!(
                "expected collapsed rank ({}) to equal the number of reassociation maps ({})",
                collapsed.len(),
                groups.len()
            );
            return Err(wrong(op, message));
        }
        let mut next = 0;
        for (i, group) in groups.iter().enumerate() {
            let is_next = |&dim: &i64| {
                next += 1;
                dim == next - 1
            };
            if group.is_empty() || !group.iter().all(is_next) {
                return Err(wrong(
                    op,
                    format!("expected reassociation map #{i} to be valid and contiguous"),
                ));
            }
        }
        if !groups.is_empty() && next != expanded.len() as i64 {
            let message = format!("the reassociation maps have {next} dimensions");
            let help = format!(
                "expected them to have size equal to the expanded rank ({})",
                expanded.len()
            );
            return Err(wrong(op, message).help(help));
        }
        let mut rest = expanded;
        for (i, (group, &size)) in groups.iter().zip(collapsed).enumerate() {
            let (dims, others) = rest.split_at(group.len());
            rest = others;
            let product = dims
                .iter()
                .try_fold(1i64, |product, d| Some(product.saturating_mul(d.fixed()?)));
            match product {
                None if size.fixed().is_some() => {
                    let message = format!(
                        "expected dimension {i} of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic"
                    );
                    return Err(wrong(op, message));
                }
                Some(product) if size != Dim::Fixed(product) => {
                    let message =
                        format!("expected dimension {i} of collapsed type to be static value of {product}");
                    return Err(wrong(op, message));
                }
                _ => {}
            }
        }
        if rest.iter().any(|d| d.fixed().is_some_and(|n| n != 1)) {
            return Err(wrong(
                op,
                format!("a shape of rank 0 is joined from the shape `{}`", shown(expanded)),
            )
            .help("expected extents of 1"));
        }
        Ok(())
    }
}
