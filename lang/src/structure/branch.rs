//! Branches between blocks: what they give to the arguments of their successors.

use crate::attribute::Attribute;
use crate::diagnostic::counted;
use crate::ir::{BlockId, Op, ValueId};
use crate::types::Type;

use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    pub fn branch(&self, op: &Op) -> Check {
        let [target] = self.targets(op)?;
        self.given(op, 0, target, &op.operands)
    }

    pub fn conditional_branch(&self, op: &Op) -> Check {
        let [then, otherwise] = self.targets(op)?;
        let [condition, first, _] = self.segments::<3>(op)?;
        let (conditions, rest) = op.operands.split_at(condition);
        match conditions {
            [condition] => self.expect_type(op, *condition, &Type::I1, "the condition")?,
            _ => {
                return Err(
                    wrong(op, format!("has {}", counted(condition, "condition operand"))).help("expected 1"),
                );
            }
        }
        let (first, second) = rest.split_at(first);
        self.given(op, 0, then, first)?;
        self.given(op, 1, otherwise, second)
    }

    pub fn switch(&self, op: &Op) -> Check {
        let Some((&default, cases)) = op.successors.split_first() else {
            return Err(wrong(
                op,
                "requires at least 1 successor, the default destination",
            ));
        };
        let [flag, default_count, _] = self.segments::<3>(op)?;
        let (flag, rest) = op.operands.split_at(flag);
        let &[flag] = flag else {
            return Err(wrong(op, format!("has {}", counted(flag.len(), "flag operand"))).help("expected 1"));
        };
        self.case_values(op, self.ty(flag), cases.len())?;
        let (default_operands, mut rest) = rest.split_at(default_count);
        self.given(op, 0, default, default_operands)?;
        let counts = op
            .attribute("case_operand_segments")
            .and_then(Attribute::as_i64_list);
        let counts = counts.ok_or_else(|| {
            wrong(
                op,
                "requires the attribute `case_operand_segments`, a dense `i32` array",
            )
        })?;
        let total = counts
            .iter()
            .try_fold(0i64, |sum, &n| (n >= 0).then(|| sum.checked_add(n))?);
        if counts.len() != cases.len() || total != i64::try_from(rest.len()).ok() {
            let message = format!(
                "`case_operand_segments` does not match the operand count: it has {}",
                counted(counts.len(), "element")
            );
            let help = format!("expected {} sizes that sum to {}", cases.len(), rest.len());
            return Err(wrong(op, message).help(help));
        }
        for (number, (&case, &count)) in cases.iter().zip(&counts).enumerate() {
            let (operands, others) =
                rest.split_at(usize::try_from(count).unwrap_or_default().min(rest.len()));
            rest = others;
            self.given(op, number + 1, case, operands)?;
        }
        Ok(())
    }

    /// As many values as destinations, of the type of the flag.
    fn case_values(&self, op: &Op, flag: &Type, cases: usize) -> Check {
        let Some(values) = op.attribute("case_values") else {
            return match cases {
                0 => Ok(()),
                _ => Err(wrong(
                    op,
                    format!(
                        "requires the attribute `case_values` for {}",
                        counted(cases, "case destination")
                    ),
                )),
            };
        };
        let ty = match values {
            Attribute::DenseElements(dense) => &dense.ty,
            _ => {
                return Err(wrong(
                    op,
                    "the attribute `case_values` must be an integer elements attribute",
                ));
            }
        };
        if ty.element() != flag {
            let message = format!(
                "the flag has the type `{flag}`, the case values have the type `{}`",
                ty.element()
            );
            return Err(wrong(op, message).help("the type of the flag should match the case value type"));
        }
        let extents = match ty {
            Type::Tensor(tensor) => tensor.shape.iter().flatten().map(|d| d.fixed()).product(),
            Type::Vector(vector) => vector.lanes(),
            _ => None,
        };
        if extents.and_then(|n| usize::try_from(n).ok()) != Some(cases) {
            let message = format!("the number of case values is {}", extents.unwrap_or_default());
            return Err(
                wrong(op, message).help(format!("should match the number of case destinations, {cases}"))
            );
        }
        Ok(())
    }

    fn targets<const N: usize>(&self, op: &Op) -> Result<[BlockId; N], crate::diagnostic::Diagnostic> {
        <[BlockId; N]>::try_from(op.successors.as_slice()).map_err(|_| {
            let found = counted(op.successors.len(), "successor");
            wrong(op, format!("has {found}")).help(format!("requires {}", counted(N, "successor")))
        })
    }

    /// The operands given to a successor are as many as the arguments of its block, and of their types.
    fn given(&self, op: &Op, number: usize, target: BlockId, operands: &[ValueId]) -> Check {
        let arguments = &self.module.block(target).arguments;
        if arguments.len() != operands.len() {
            let message = format!(
                "the branch has {} for successor #{number}, but the target block has {}",
                counted(operands.len(), "operand"),
                counted(arguments.len(), "argument")
            );
            return Err(wrong(op, message));
        }
        let types = operands
            .iter()
            .zip(arguments)
            .map(|(&o, &a)| (self.ty(o), self.ty(a)));
        match types
            .enumerate()
            .find(|(_, (operand, argument))| operand != argument)
        {
            None => Ok(()),
            Some((i, (operand, argument))) => Err(wrong(
                op,
                format!("type mismatch for block argument #{i} of successor #{number}: found `{operand}`"),
            )
            .help(format!("expected `{argument}`"))),
        }
    }
}
