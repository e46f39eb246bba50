//! Structured control flow that runs one region at a time: what goes into a region and comes out of it.

use crate::diagnostic::counted;
use crate::ir::{BlockId, Op, OpId, RegionId, ValueId};
use crate::op::OpCode;

use super::operation::Checker;
use super::{Check, wrong};

impl<'m> Checker<'m> {
    pub fn scf_for(&self, id: OpId, op: &Op) -> Check {
        let Some(body) = self.module.single_block(id, 0) else {
            return Err(wrong(op, "its region is not one block, the body"));
        };
        let (Some((&variable, carried)), Some((bounds, initial))) = (
            self.module.block(body).arguments.split_first(),
            op.operands.split_at_checked(3),
        ) else {
            return Err(wrong(op, "its body has no argument").help("expected one for the induction variable"));
        };
        if initial.len() != carried.len() {
            let message = format!("has {}", counted(initial.len(), "init"));
            let help = format!(
                "expected {}, one for each of the region's iter_args",
                carried.len()
            );
            return Err(wrong(op, message).help(help));
        }
        if op.results.len() != initial.len() {
            let message = format!(
                "carries {} and defines {}",
                counted(initial.len(), "value"),
                op.results.len()
            );
            return Err(wrong(op, message).help("expected a result for each loop-carried value"));
        }
        if self.ty(variable) != self.ty(bounds[0]) {
            let message = format!(
                "the induction variable has the type `{}` and the bounds `{}`",
                self.ty(variable),
                self.ty(bounds[0])
            );
            return Err(wrong(op, message).help("expected one type for all of them and the step"));
        }
        let yielded = self.yielded(body).unwrap_or_default();
        if yielded.len() != carried.len() {
            let message = format!("the body yields {}", counted(yielded.len(), "value"));
            let help = format!(
                "expected {}, one for each of the region's iter_args",
                carried.len()
            );
            return Err(wrong(op, message).help(help));
        }
        self.agree(op, ["init", "region iter_arg"], initial, carried)?;
        self.agree(op, ["region iter_arg", "yielded value"], carried, yielded)?;
        self.agree(op, ["region iter_arg", "loop result"], carried, &op.results)
    }

    /// The values have the same types one by one.
    pub fn agree(&self, op: &Op, names: [&str; 2], left: &[ValueId], right: &[ValueId]) -> Check {
        let differs = |(a, b): (&ValueId, &ValueId)| self.ty(*a) != self.ty(*b);
        match left.iter().zip(right).position(differs) {
            None => Ok(()),
            Some(i) => {
                let [a, b] = names;
                let message = format!(
                    "{a} #{i} has the type `{}`, {b} #{i} the type `{}`",
                    self.ty(left[i]),
                    self.ty(right[i])
                );
                Err(wrong(op, message).help("expected no mismatch"))
            }
        }
    }

    /// The operands of the `scf.yield` at the end of a block.
    fn yielded(&self, block: BlockId) -> Option<&'m [ValueId]> {
        self.operands_of_last(block, OpCode::ScfYield)
    }

    fn operands_of_last(&self, block: BlockId, code: OpCode) -> Option<&'m [ValueId]> {
        let last = *self.module.block(block).ops.last()?;
        let op = self.module.op(last);
        (op.code() == Some(code)).then_some(op.operands.as_slice())
    }

    /// What leaves one place is what the other takes.
    fn edge(&self, op: &Op, [from, to]: [&str; 2], source: &[ValueId], target: &[ValueId]) -> Check {
        if source.len() != target.len() {
            let message = format!(
                "{} along the control flow from {from} to {to}",
                counted(source.len(), "value")
            );
            return Err(
                wrong(op, message).help(format!("expected {}, as many as the target takes", target.len()))
            );
        }
        let differs = |(a, b): (&ValueId, &ValueId)| self.ty(*a) != self.ty(*b);
        match source.iter().zip(target).position(differs) {
            None => Ok(()),
            Some(i) => {
                let message = format!(
                    "value #{i} along the control flow from {from} to {to} has the type `{}`",
                    self.ty(source[i])
                );
                Err(wrong(op, message).help(format!(
                    "expected `{}`, which the target takes",
                    self.ty(target[i])
                )))
            }
        }
    }

    /// Every `scf.yield` of the region gives the results.
    fn yields_results(&self, op: &Op, number: usize, region: RegionId) -> Check {
        let from = format!("region #{number}");
        for &block in &self.module.region(region).blocks {
            if let Some(yielded) = self.yielded(block) {
                self.edge(op, [&from, "the results"], yielded, &op.results)?;
            }
        }
        Ok(())
    }

    pub fn scf_if(&self, op: &Op) -> Check {
        let [then, otherwise] = op.regions.as_slice() else {
            return Err(wrong(op, "has another number of regions than 2"));
        };
        if !op.results.is_empty() && self.module.region(*otherwise).blocks.is_empty() {
            return Err(
                wrong(op, "defines values and has no else block").help("expected one that yields them too")
            );
        }
        self.yields_results(op, 0, *then)?;
        self.yields_results(op, 1, *otherwise)
    }

    pub fn scf_while(&self, id: OpId, op: &Op) -> Check {
        let blocks = (self.module.single_block(id, 0), self.module.single_block(id, 1));
        let (Some(before), Some(after)) = blocks else {
            return Err(wrong(op, "has not two regions of one block each"));
        };
        let arguments = &self.module.block(before).arguments;
        self.edge(op, ["the operands", "region #0"], &op.operands, arguments)?;
        let Some(condition) = self.operands_of_last(before, OpCode::ScfCondition) else {
            return Err(wrong(
                op,
                "the `before` region does not terminate with `scf.condition`",
            ));
        };
        let passed = condition.get(1..).unwrap_or_default();
        let next = &self.module.block(after).arguments;
        self.edge(op, ["region #0", "region #1"], passed, next)?;
        self.edge(op, ["region #0", "the results"], passed, &op.results)?;
        match self.yielded(after) {
            Some(yielded) => self.edge(op, ["region #1", "region #0"], yielded, arguments),
            None => Err(wrong(
                op,
                "the `after` region does not terminate with `scf.yield`",
            )),
        }
    }

    pub fn scf_execute_region(&self, op: &Op) -> Check {
        let Some(&region) = op.regions.first() else {
            return Err(wrong(op, "has no region"));
        };
        let Some(&entry) = self.module.region(region).blocks.first() else {
            return Err(wrong(op, "its region is empty").help("expected a block at least"));
        };
        if !self.module.block(entry).arguments.is_empty() {
            return Err(wrong(op, "its region has arguments").help("expected none: it runs once"));
        }
        self.yields_results(op, 0, region)
    }

    pub fn scf_index_switch(&self, op: &Op) -> Check {
        let cases = self
            .attribute(op, "cases")?
            .as_i64_list()
            .ok_or_else(|| wrong(op, "the attribute `cases` is not a list of integers"))?;
        let regions = op.regions.len().saturating_sub(1);
        if cases.len() != regions {
            let message = format!(
                "has {} for {}",
                counted(regions, "case region"),
                counted(cases.len(), "case value")
            );
            return Err(wrong(op, message));
        }
        if let Some(i) = (1..cases.len()).find(|&i| cases[..i].contains(&cases[i])) {
            return Err(wrong(op, format!("the case value {} is a duplicate", cases[i])));
        }
        for (number, &region) in op.regions.iter().enumerate() {
            let name = match number {
                0 => "default region".to_string(),
                _ => format!("case region #{}", number - 1),
            };
            let yielded = match self.module.region(region).blocks.as_slice() {
                [block] => self.yielded(*block),
                _ => None,
            };
            let Some(yielded) = yielded else {
                return Err(wrong(op, format!("the {name} ends without `scf.yield`"))
                    .help("expected it to give the results of the region"));
            };
            if yielded.len() != op.results.len() {
                let message = format!("the {name} yields {}", counted(yielded.len(), "value"));
                return Err(wrong(op, message).help(format!(
                    "expected {}, which each region returns",
                    op.results.len()
                )));
            }
            self.agree(op, ["result", &name], &op.results, yielded)?;
        }
        Ok(())
    }
}
