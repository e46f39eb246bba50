//! Where operations stand: in which regions, repeated by which levels, under which conditions.

use std::cmp::Ordering;

use ovolo_lang::ir::{BlockId, Module, OpId};
use ovolo_lang::op::OpCode;

use super::variables::{Condition, VariableId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct FrameId(u32);

/// A region that runs when and as often as its operation says.
pub(super) struct Frame {
    pub parent: Option<FrameId>,
    /// The operation whose region it is, and the number of the region.
    pub op: OpId,
    pub region: usize,
    /// The levels of repetition that the operation adds, outermost first, by their counters.
    pub levels: Vec<VariableId>,
    /// What holds whenever the region runs.
    pub conditions: Vec<Condition>,
    /// Why it may not run though the conditions hold.
    pub obscure: Option<String>,
    /// Levels of this region and of those around it.
    pub depth: usize,
    /// Levels of which each iteration allocates memory of its own.
    pub allocation_depth: usize,
}

#[derive(Default)]
pub(super) struct Places {
    frames: Vec<Frame>,
    /// Each frame and those around it, outermost first.
    chains: Vec<Vec<FrameId>>,
}

/// In which order two operations run within one iteration of all common levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Before,
    After,
    /// Not both.
    Never,
    Unknown,
}

/// An operation and the region it stands in.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub frame: FrameId,
    pub op: OpId,
}

impl Places {
    pub fn add(&mut self, frame: Frame) -> FrameId {
        let id = FrameId(self.frames.len() as u32);
        let mut chain = frame
            .parent
            .map_or(Vec::new(), |parent| self.chain(parent).to_vec());
        chain.push(id);
        self.frames.push(frame);
        self.chains.push(chain);
        id
    }

    pub fn get(&self, id: FrameId) -> &Frame {
        &self.frames[id.0 as usize]
    }

    /// The region and those around it, outermost first.
    pub fn chain(&self, id: FrameId) -> &[FrameId] {
        &self.chains[id.0 as usize]
    }

    /// The counters of the levels around both, outermost first.
    pub fn common_levels(&self, a: FrameId, b: FrameId) -> Vec<VariableId> {
        let (a, b) = (self.chain(a), self.chain(b));
        let common = a.iter().zip(b).take_while(|(a, b)| a == b);
        common
            .flat_map(|(&frame, _)| self.get(frame).levels.clone())
            .collect()
    }

    pub fn order(
        &self,
        module: &Module,
        text_order: &impl Fn(OpId) -> usize,
        a: Position,
        b: Position,
    ) -> Order {
        if a.op == b.op {
            return Order::Never;
        }
        let (chain_a, chain_b) = (self.chain(a.frame), self.chain(b.frame));
        let common = chain_a.iter().zip(chain_b).take_while(|(a, b)| a == b).count();
        let branch = |chain: &[FrameId], op| chain.get(common).map_or(op, |&frame| self.get(frame).op);
        let (first, second) = (branch(chain_a, a.op), branch(chain_b, b.op));
        if first == second {
            return match module.op(first).code() {
                Some(OpCode::AffineIf | OpCode::ScfIf | OpCode::ScfIndexSwitch) => Order::Never,
                // Two regions of a loop, such as those of `scf.while`, run in turns.
                _ => Order::Unknown,
            };
        }
        let block = |op: OpId| -> Option<BlockId> { module.op(op).parent };
        match block(first) == block(second) {
            true => by(text_order(first).cmp(&text_order(second))),
            // Each run of a block is an iteration of its own of the level that the branches make.
            false => Order::Never,
        }
    }
}

fn by(ordering: Ordering) -> Order {
    match ordering {
        Ordering::Less => Order::Before,
        Ordering::Greater => Order::After,
        Ordering::Equal => Order::Unknown,
    }
}
