//! The walk over one isolated operation, in the order of the text, and the dominance of operands.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::ir::{BlockId, Module, Op, OpId, RegionId, ValueDef, ValueId};
use crate::op::Trait;

use super::dominance::Tree;
use super::operation::Checker;
use super::scope::{Scope, is_scope};
use super::symbol_table::SymbolTable;

/// What the walk over an isolated operation found.
pub struct Walk<'m> {
    pub diagnostics: Vec<Diagnostic>,
    /// The isolated operations inside, which the walk does not enter, with the symbol table around each.
    pub isolated: Vec<(OpId, Option<Arc<SymbolTable<'m>>>)>,
}

impl<'m> Walk<'m> {
    /// Checks `root` and everything below it but for the insides of other isolated operations.
    pub fn of(module: &'m Module, root: OpId, table: Option<&Arc<SymbolTable<'m>>>) -> Walk<'m> {
        let mut walker = Walker {
            module,
            checker: Checker::new(module, table.cloned()),
            frames: Vec::new(),
            walk: Walk {
                diagnostics: Vec::new(),
                isolated: Vec::new(),
            },
        };
        walker.check(root, module.op(root), true);
        walker.regions(root, module.op(root));
        walker.walk
    }
}

struct Walker<'m> {
    module: &'m Module,
    checker: Checker<'m>,
    /// The blocks around the operation that the walk stands on, innermost last.
    frames: Vec<Frame>,
    walk: Walk<'m>,
}

/// A block that the walk is in.
struct Frame {
    region: RegionId,
    block: BlockId,
    /// The operation around.
    op: OpId,
    /// Whether a value is used after its definition only: not in a graph region, nor in the only block of
    /// an operation of which nothing is known.
    is_ordered: bool,
    /// Whether a path from the entry leads here; where none does, nothing is asked of uses.
    is_reachable: bool,
    /// Whether operations were made in the order in which they stand.
    is_sorted: bool,
    /// The places of the operations, where that is not so.
    positions: OnceCell<FxHashMap<OpId, u32>>,
    /// Of a region of several blocks.
    tree: Option<Arc<Tree>>,
}

impl<'m> Walker<'m> {
    fn operation(&mut self, id: OpId, is_last: bool) {
        let op = self.module.op(id);
        if self.frames.last().is_none_or(|frame| frame.is_reachable) {
            self.operands(id, op);
        }
        let is_isolated = !op.regions.is_empty() && op.code().is_some_and(|c| c.has_trait(Trait::Isolated));
        if is_isolated {
            self.walk.isolated.push((id, self.checker.table.clone()));
            return;
        }
        self.check(id, op, is_last);
        if !op.regions.is_empty() {
            self.regions(id, op);
        }
    }

    fn check(&mut self, id: OpId, op: &'m Op, is_last: bool) {
        let checked = self.checker.place(id, op, is_last);
        let checked = checked.and_then(|()| self.checker.operation(id, op));
        self.walk.diagnostics.extend(checked.err());
    }

    /// Everything inside the operation.
    fn regions(&mut self, id: OpId, op: &'m Op) {
        let is_table = op.code().is_some_and(|c| c.has_trait(Trait::SymbolTable));
        if is_table {
            let table = SymbolTable::of(self.module, id, &mut self.walk.diagnostics);
            self.checker.table = Some(Arc::new(table));
        }
        for (number, &region) in op.regions.iter().enumerate() {
            let checked = self.checker.region(id, op, number, region);
            self.walk.diagnostics.extend(checked.err());
            match is_scope(op) {
                true => self.scope(id, op, region),
                false => self.region(id, op, region),
            }
        }
    }

    /// A region in which what may be a symbol differs from the surroundings.
    fn scope(&mut self, id: OpId, op: &Op, region: RegionId) {
        let around = self.frames.iter().map(|frame| frame.region);
        let inside: Scope = std::iter::once(region).chain(around).collect();
        let scope = std::mem::replace(&mut self.checker.scope, inside);
        let applied = self.checker.applied.take();
        self.region(id, op, region);
        self.checker.scope = scope;
        self.checker.applied.replace(applied);
    }

    fn region(&mut self, id: OpId, op: &Op, region: RegionId) {
        let blocks = &self.module.region(region).blocks;
        let has_several = blocks.len() > 1;
        let tree = has_several.then(|| Arc::new(Tree::of(self.module, region)));
        let is_ordered = has_several || op.code().is_some_and(|c| !c.has_trait(Trait::GraphRegion));
        for &block in blocks {
            let ops = &self.module.block(block).ops;
            self.frames.push(Frame {
                region,
                block,
                op: id,
                is_ordered,
                is_reachable: tree.as_ref().is_none_or(|tree| tree.is_reachable(block)),
                is_sorted: ops.is_sorted(),
                positions: OnceCell::new(),
                tree: tree.clone(),
            });
            for (number, &op) in ops.iter().enumerate() {
                self.operation(op, number + 1 == ops.len());
            }
            self.frames.pop();
            let checked = self.checker.block(id, op, region, block);
            self.walk.diagnostics.extend(checked.err());
        }
    }

    /// Every operand is defined where it is visible.
    fn operands(&mut self, user: OpId, op: &'m Op) {
        for (number, &operand) in op.operands.iter().enumerate() {
            if let Err(why) = self.dominates(operand, user) {
                self.walk
                    .diagnostics
                    .push(self.undominated(op, number, operand, why));
                return;
            }
        }
    }

    /// Whether the definition of the value dominates its use in `user`, which the walk stands on.
    fn dominates(&self, value: ValueId, user: OpId) -> Result<(), &'static str> {
        let (block, def) = match self.module.value(value).def {
            ValueDef::Argument { block, .. } => (block, None),
            ValueDef::Result { op, .. } if op.index() >= self.module.op_count() => {
                return Err("has no definition");
            }
            ValueDef::Result { op, .. } => match self.module.op(op).parent {
                Some(block) => (block, Some(op)),
                None => return Err("has no definition"),
            },
        };
        let mut around = user;
        for frame in self.frames.iter().rev() {
            if frame.block == block {
                return match def {
                    Some(def) if frame.is_ordered && !self.is_before(frame, def, around) => {
                        Err("is used before its definition")
                    }
                    _ => Ok(()),
                };
            }
            around = frame.op;
        }
        self.dominates_from_afar(block)
    }

    /// As [`Walker::dominates`], for a definition in none of the blocks around.
    #[cold]
    fn dominates_from_afar(&self, block: BlockId) -> Result<(), &'static str> {
        let region = self.module.block(block).parent;
        match self
            .frames
            .iter()
            .rev()
            .find(|frame| Some(frame.region) == region)
        {
            Some(Frame {
                tree: Some(tree),
                block: here,
                ..
            }) => match tree.dominates(block, *here) {
                true => Ok(()),
                false => Err("is not defined on every path to its use"),
            },
            _ => Err(
                "is defined inside an operation that does not contain the use, or outside of an isolated one",
            ),
        }
    }

    fn is_before(&self, frame: &Frame, a: OpId, b: OpId) -> bool {
        if frame.is_sorted {
            return a < b;
        }
        let positions = frame.positions.get_or_init(|| {
            let ops = &self.module.block(frame.block).ops;
            ops.iter().copied().zip(0..).collect()
        });
        positions.get(&a) < positions.get(&b)
    }

    #[cold]
    fn undominated(&self, op: &Op, number: usize, operand: ValueId, why: &str) -> Diagnostic {
        let value = self.module.value(operand);
        let name = match &value.name {
            Some(name) => format!("operand #{number} `%{name}`"),
            None => format!("operand #{number}"),
        };
        let message = format!(
            "`{}`: {name} {why}: its definition does not dominate this use",
            op.name.as_str()
        );
        let diagnostic = Diagnostic::new(op.span, message);
        match value.def {
            ValueDef::Result { op, .. } if op.index() < self.module.op_count() => {
                diagnostic.note(self.module.op(op).span, "defined here")
            }
            _ => diagnostic,
        }
    }
}
