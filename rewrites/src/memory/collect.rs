//! Walks a function and notes its accesses, with what is needed to compare them.

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::ir::{Module, OpId, ValueId};
use rustc_hash::FxHashMap;

use super::access::Access;
use super::objects::{ObjectId, Objects};
use super::place::{Frame, FrameId, Order, Places};
use super::variables::{VariableId, Variables};

/// Everything that is known of the accesses of a function.
pub(super) struct Collected<'m> {
    pub module: &'m Module,
    pub accesses: Vec<Access>,
    pub places: Places,
    pub variables: Variables,
    pub objects: Objects,
    /// The place of each operation in the order of the text.
    text_order: FxHashMap<OpId, usize>,
}

pub(super) struct Collector<'m> {
    pub module: &'m Module,
    pub function: OpId,
    pub accesses: Vec<Access>,
    pub places: Places,
    pub variables: Variables,
    pub objects: Objects,
    /// The integers that are followed.
    pub indices: FxHashMap<ValueId, AffineExpr>,
    /// The extents of memrefs that are not constants.
    pub extents: FxHashMap<(ObjectId, i64), VariableId>,
    text_order: FxHashMap<OpId, usize>,
}

pub(super) fn collect(module: &Module, function: OpId) -> Collected<'_> {
    let mut collector = Collector {
        module,
        function,
        accesses: Vec::new(),
        places: Places::default(),
        variables: Variables::default(),
        objects: Objects::default(),
        indices: FxHashMap::default(),
        extents: FxHashMap::default(),
        text_order: FxHashMap::default(),
    };
    collector.walk();
    Collected {
        module,
        accesses: collector.accesses,
        places: collector.places,
        variables: collector.variables,
        objects: collector.objects,
        text_order: collector.text_order,
    }
}

impl Collected<'_> {
    pub fn order(&self, a: &Access, b: &Access) -> Order {
        let text_order = |op: OpId| self.text_order.get(&op).copied().unwrap_or(usize::MAX);
        self.places
            .order(self.module, &text_order, a.position(), b.position())
    }
}

impl Collector<'_> {
    /// Visits every operation in the order of the text, so that a value is known before its uses.
    fn walk(&mut self) {
        let mut pending = self.regions_of(self.function, None);
        pending.reverse();
        while let Some((op, frame)) = pending.pop() {
            self.text_order.insert(op, self.text_order.len());
            self.define_integers(op, frame);
            self.define_memrefs(op, frame);
            self.note_effects(op, frame);
            let first = pending.len();
            pending.extend(self.regions_of(op, Some(frame)));
            pending[first..].reverse();
        }
    }

    /// Enters the regions of an operation: the operations in them, each with its region.
    fn regions_of(&mut self, op: OpId, parent: Option<FrameId>) -> Vec<(OpId, FrameId)> {
        let module = self.module;
        let mut inside = Vec::new();
        for (number, &region) in module.op(op).regions.iter().enumerate() {
            if module.region(region).blocks.is_empty() {
                continue;
            }
            let frame = self.enter(op, number, parent);
            for &block in &module.region(region).blocks {
                inside.extend(module.block(block).ops.iter().map(|&op| (op, frame)));
            }
        }
        inside
    }

    pub fn frame(&self, id: FrameId) -> &Frame {
        self.places.get(id)
    }

    pub fn depth(&self, frame: Option<FrameId>) -> usize {
        frame.map_or(0, |frame| self.frame(frame).depth)
    }

    /// The name of a value without `%`.
    pub fn name(&self, value: ValueId) -> String {
        match &self.module.value(value).name {
            Some(name) => name.to_string(),
            None => "_".to_string(),
        }
    }
}
