//! The emitter: statements to operations.

mod carry;
mod cells;
mod choices;
mod conditions;
mod early;
mod gathers;
mod guarded;
mod index;
mod interleave;
mod lockstep;
mod loops;
mod masks;
mod panels;
mod parallel;
mod partial;
mod reduce;
mod values;

use std::collections::BTreeMap;
use std::sync::Arc;

use egg::{Id, Symbol};
use indexmap::IndexMap;
use ovolo_lang::affine::{AffineExpr, AffineMap};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::attribute::{Attribute, DenseElements, FloatValue};
use ovolo_lang::ir::{BlockId, Module, NewOp, OpId, RegionId, ValueId};
use ovolo_lang::op::{OpCode, Trait, fast_math_attribute};
use ovolo_lang::types::Type;
use rustc_hash::FxHashMap;

use super::cells::{Cell, Row};
use super::mask::Mask;
use super::memory::{Cells, Found, Stored};
use super::range::{Range, is_positive};
use super::{Choice, Result, refuse};
use crate::linear::{Atom, Linear};
use crate::nest::{BufferSource, Nest};
use crate::term::{IndexOp, Loop, LoopKind, Node, Scalar, ScalarOp, Step};
use panels::Packed;
use parallel::Team;

pub struct Emitter<'a> {
    pub module: Module,
    nest: &'a Nest,
    choice: &'a Choice,
    /// The blocks being filled, outermost first. A loop is attached to its block when it is complete, so
    /// what is appended to an outer block meanwhile comes before the loop.
    frames: Vec<Frame>,
    /// The depth of the block that defines a value; what comes from outside the nest has none.
    depths: FxHashMap<ValueId, usize>,
    /// Induction variables and symbols that are SSA values.
    index_values: FxHashMap<Symbol, ValueId>,
    /// What a variable of the term stands for: the offset within an unrolled loop, or itself.
    bindings: BTreeMap<Symbol, Linear>,
    temporaries: IndexMap<Symbol, ValueId>,
    /// Memrefs whose last two dimensions are one.
    collapsed: BTreeMap<Symbol, ValueId>,
    /// The loops around the place at hand that are loops of the IR, outermost first.
    ranges: Vec<Range>,
    team: Option<Team>,
    /// The variable whose values are the lanes of the vector at hand.
    vectorized: Option<Symbol>,
    /// Those of the lanes that are iterations.
    extent: Mask,
    /// Those of them in which the conditions around the statement at hand hold.
    guard: Mask,
    /// The buffers that are read from copies at the place at hand, and the copies by name.
    packed: Vec<Packed>,
    copies: BTreeMap<Symbol, ValueId>,
    /// What was read before the loops around, and no iteration of them writes.
    hoisted: Vec<(Cell, ValueId)>,
    /// Lanes at a distance with their values, which are written when those between them are known.
    spread: Vec<(Cell, ValueId)>,
    /// The cells at a distance that the statement at hand loads as lanes.
    loaded_spread: Vec<Cell>,
    /// The lanes in which a choice around the expression at hand chooses it.
    chosen: Option<ValueId>,
    /// Whether expressions load or divide what may be done where they are chosen only.
    partial: FxHashMap<Id, bool>,
    /// The values of expressions in the statement at hand.
    values: FxHashMap<Id, Operand>,
    /// What loads and stores access: the memref and the cell.
    accessed: FxHashMap<OpId, (ValueId, Cell)>,
}

struct Frame {
    block: BlockId,
    pure: FxHashMap<PureKey, ValueId>,
    cells: Cells,
}

/// Equal keys are equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum PureKey {
    Constant(Scalar, u128),
    Apply(Linear),
    /// The one subscript of a linear array with rows and columns.
    Place(Symbol, Vec<Linear>),
    Op(ScalarOp, Option<i64>, Vec<ValueId>),
    Broadcast(ValueId, i64),
    /// The least or the greatest of some numbers.
    Extreme(OpCode, Vec<Linear>),
    LanesBefore(ValueId, i64),
    LaneNumbers(i64),
}

/// The loop variable that counts the lanes of the vectors being made, and how many there are.
#[derive(Clone, Copy)]
struct Lanes {
    iv: Symbol,
    count: i64,
}

/// A value with the number of its lanes, `None` for a scalar.
#[derive(Clone, Copy)]
struct Operand {
    value: ValueId,
    lanes: Option<i64>,
}

impl<'a> Emitter<'a> {
    pub fn new(module: Module, nest: &'a Nest, choice: &'a Choice, block: BlockId) -> Emitter<'a> {
        let mut module = module;
        let mut index_values = FxHashMap::default();
        for (&name, &value) in &nest.values {
            // An integer that stands for an index.
            let value = match module.ty(value) {
                Type::Integer(_) if nest.has_index(name) => {
                    let cast = NewOp::new(OpCode::IndexCast)
                        .operands([value])
                        .result(Type::Index);
                    module.append_value(block, cast)
                }
                _ => value,
            };
            index_values.insert(name, value);
        }
        Emitter {
            module,
            nest,
            choice,
            frames: vec![Frame {
                block,
                pure: FxHashMap::default(),
                cells: Cells::default(),
            }],
            depths: FxHashMap::default(),
            index_values,
            bindings: BTreeMap::new(),
            temporaries: IndexMap::new(),
            collapsed: BTreeMap::new(),
            ranges: Vec::new(),
            team: None,
            vectorized: None,
            extent: Mask::default(),
            guard: Mask::default(),
            packed: Vec::new(),
            copies: BTreeMap::new(),
            hoisted: Vec::new(),
            spread: Vec::new(),
            loaded_spread: Vec::new(),
            chosen: None,
            partial: FxHashMap::default(),
            values: FxHashMap::default(),
            accessed: FxHashMap::default(),
        }
    }

    /// The values that replace the results of the nest.
    pub fn results(&mut self) -> Result<Vec<(ValueId, ValueId)>> {
        let results = &self.nest.results;
        results
            .iter()
            .map(|&(old, temporary)| {
                let cell = Cell {
                    buffer: temporary,
                    indices: Vec::new(),
                    lanes: None,
                };
                Ok((old, self.load_cell(cell)?))
            })
            .collect()
    }

    pub fn statement(&mut self, id: Id) -> Result<()> {
        match self.node(id).clone() {
            Node::Seq(statements) => statements.iter().try_for_each(|&s| self.statement(s)),
            Node::Store(buffer, children) => self.store(buffer, &children, None),
            Node::For(head, [lo, hi, body]) => match head.kind {
                LoopKind::Parallel | LoopKind::Reduced => self.parallel(id, head, [lo, hi, body]),
                LoopKind::Sequential | LoopKind::Kept => self.sequential(head, lo, hi, body, Vec::new()),
                LoopKind::Promoted => {
                    let inside = self.without_early(body).1;
                    let mut cells = Vec::new();
                    self.written_cells(inside, None, &mut cells)?;
                    let name = head.iv;
                    cells.retain(|cell| !cell.uses(name) && !self.nest.guarded.contains(&cell.buffer));
                    // A cell that no iteration writes may belong to another thread.
                    if self.team.is_some() && self.has_condition(inside) {
                        cells.clear();
                    }
                    self.sequential(head, lo, hi, body, cells)
                }
                LoopKind::Unrolled => self.unrolled(head, lo, hi, &mut |emitter| emitter.statement(body)),
                LoopKind::Vectorized => self.in_vectors(head, lo, hi, &mut |emitter, lanes| {
                    emitter.note_spread(body, lanes);
                    emitter.vector_statement(body, lanes)
                }),
            },
            Node::If(comparisons, children) => self.condition(&comparisons, &children),
            Node::Panels(panels, [body]) => self.packed(&panels, body),
            other => refuse(format!("{other} is no statement that has a form in the IR")),
        }
    }

    fn vector_statement(&mut self, id: Id, lanes: Lanes) -> Result<()> {
        match self.node(id).clone() {
            Node::Seq(statements) => statements
                .iter()
                .try_for_each(|&s| self.vector_statement(s, lanes)),
            Node::Store(buffer, children) => self.store(buffer, &children, Some(lanes)),
            Node::For(head, [lo, hi, body]) if head.kind == LoopKind::Unrolled => {
                self.unrolled(head, lo, hi, &mut |emitter| emitter.vector_statement(body, lanes))
            }
            Node::If(comparisons, children) => self.lanes_condition(&comparisons, &children, lanes),
            other => refuse(format!("{other} inside a vector")),
        }
    }

    fn node(&self, id: Id) -> &'a Node {
        &self.choice.term[id]
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the emitter always has a block")
    }
}
