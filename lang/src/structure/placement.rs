//! Where operations may stand: the ends of blocks, the blocks of regions, the operation around.

use crate::assembly;
use crate::diagnostic::counted;
use crate::ir::{BlockId, Op, OpId, RegionId};
use crate::op::{OpCode, Trait};

use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    /// Terminators end their block, and only what ends a block has successors.
    pub fn place(&self, id: OpId, op: &Op, is_last: bool) -> Check {
        let is_terminator = op.code().is_some_and(|c| c.has_trait(Trait::Terminator));
        if is_terminator && !is_last {
            return Err(wrong(
                op,
                "must be the last operation in the parent block: it is a terminator",
            ));
        }
        if !op.successors.is_empty() {
            if !is_last {
                return Err(wrong(
                    op,
                    "an operation with block successors must terminate its parent block",
                ));
            }
            self.successors(op)?;
        }
        self.parent(id, op)
    }

    fn successors(&self, op: &Op) -> Check {
        if op.code().is_some_and(|c| !c.has_trait(Trait::Terminator)) {
            let found = counted(op.successors.len(), "successor");
            let message = format!("requires 0 successors but has {found}, which only a terminator has");
            return Err(wrong(op, message));
        }
        let here = op.parent.and_then(|block| self.module.block(block).parent);
        let is_here = |&block: &BlockId| self.module.block(block).parent == here;
        match op.successors.iter().all(is_here) {
            true => Ok(()),
            false => Err(wrong(op, "branching to a block of a different region")),
        }
    }

    /// The operation around is one of those that this one may stand in.
    fn parent(&self, id: OpId, op: &Op) -> Check {
        let expected = op.code().map_or(&[][..], assembly::parents_of);
        if expected.is_empty() {
            return Ok(());
        }
        let parent = self.module.parent_op(id).map(|p| self.module.op(p));
        if parent.is_none_or(|p| p.code().is_some_and(|code| expected.contains(&code))) {
            return Ok(());
        }
        let names: Vec<String> = expected.iter().map(|c| format!("`{}`", c.name())).collect();
        let found = parent.map_or("nothing", |p| p.name.as_str());
        Err(wrong(op, format!("the parent op is `{found}`"))
            .help(format!("expects the parent op {}", names.join(" or "))))
    }

    /// The shape of a region: how many blocks, and the entry.
    pub fn region(&self, _: OpId, op: &Op, number: usize, region: RegionId) -> Check {
        let blocks = &self.module.region(region).blocks;
        let Some(&entry) = blocks.first() else {
            return Ok(());
        };
        let has = |wanted| op.code().is_some_and(|c| c.has_trait(wanted));
        if blocks.len() > 1 && has(Trait::GraphRegion) {
            let message = format!("region #{number} is a graph region of {} blocks", blocks.len());
            return Err(wrong(op, message).help("expects a graph region to have 0 or 1 blocks"));
        }
        if blocks.len() > 1 && has(Trait::SingleBlock) {
            let message = format!("region #{number} has {} blocks", blocks.len());
            return Err(wrong(op, message).help("expects 0 or 1 blocks"));
        }
        if has(Trait::NoRegionArguments) && !self.module.block(entry).arguments.is_empty() {
            return Err(wrong(op, format!("region #{number} should have no arguments")));
        }
        let is_target = |&block: &BlockId| {
            let last = self.module.block(block).ops.last();
            last.is_some_and(|&last| self.module.op(last).successors.contains(&entry))
        };
        match blocks.iter().any(is_target) {
            true => Err(wrong(
                op,
                "the entry block of a region may not have predecessors: a branch leads to it",
            )),
            false => Ok(()),
        }
    }

    /// A block ends in a terminator, where it must.
    pub fn block(&self, _: OpId, around: &Op, region: RegionId, block: BlockId) -> Check {
        let is_single = self.module.region(region).blocks.len() == 1;
        if is_single && around.code().is_none_or(|c| c.has_trait(Trait::NoTerminator)) {
            return Ok(());
        }
        let Some(&last) = self.module.block(block).ops.last() else {
            return Err(wrong(
                around,
                "a block is empty: expects at least a terminator in a non-empty block",
            ));
        };
        let last = self.module.op(last);
        let implied = around.code().and_then(assembly::terminator_of);
        match last.code() {
            Some(code) if implied.is_some_and(|implied| implied != code) => {
                Err(self.other_terminator(around, last, implied))
            }
            Some(code) if code.has_trait(Trait::Terminator) => Ok(()),
            Some(_) => Err(wrong(
                last,
                "ends its block but is no terminator: a block with no terminator",
            )),
            None if implied.is_some() => Err(self.other_terminator(around, last, implied)),
            // An operation of no table row may be a terminator.
            None => Ok(()),
        }
    }

    fn other_terminator(
        &self,
        around: &Op,
        last: &Op,
        implied: Option<OpCode>,
    ) -> crate::diagnostic::Diagnostic {
        let implied = implied.map_or("", OpCode::name);
        wrong(around, format!("its region ends with `{}`", last.name.as_str()))
            .help(format!("expects regions to end with `{implied}`"))
            .note(last.span, "the end of the region")
    }
}
