//! A loop nest as a term: what lifting makes, what transformations change, and what extraction chooses.

mod temporaries;

use std::collections::{BTreeMap, BTreeSet};

use egg::{RecExpr, Symbol};
use indexmap::IndexMap;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::op::OpCode;

use crate::dependence::{Buffer, Domain, Executed};
use crate::level::{Level, Tiles, tile_of};
use crate::linear::Linear;
use crate::refusal::Places;
use crate::term::{Node, Step};

pub(crate) use temporaries::private_temporaries;
pub(crate) use temporaries::{around, starts_anew, touches};

/// A loop nest at the top of a function, or several in a row, as a term.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The outermost loop, or the condition around it.
    pub op: OpId,
    /// Those of the nests that come after it, in their order.
    pub others: Vec<OpId>,
    /// The statement; its root is the last node.
    pub term: RecExpr<Node>,
    pub buffers: IndexMap<Symbol, (Buffer, BufferSource)>,
    /// Of each loop, those of loops around it before.
    pub domains: IndexMap<Symbol, Domain>,
    /// The value behind each symbol and each outer scalar.
    pub values: IndexMap<Symbol, ValueId>,
    /// The memrefs that are made in the function and used in the nest only.
    pub locals: BTreeSet<Symbol>,
    /// The 0-d temporary that holds each result of the loop after it.
    pub results: Vec<(ValueId, Symbol)>,
    /// Where the accesses stand in the source.
    pub places: Places,
    /// Those of which each iteration of the loops that come with them may have its own.
    pub private_arrays: BTreeMap<Symbol, Vec<Symbol>>,
    /// Accesses that the source executes in every iteration of the loops around them.
    pub executed: Vec<Executed>,
    /// What is at least zero, in symbols of the function.
    pub assumed: Vec<Linear>,
    /// Memory that other threads may write, stored to under conditions on data: a store of what is there is no store.
    pub guarded: BTreeSet<Symbol>,
    /// Memory of which elements are loaded under conditions on data that are not seen to be there where these do not hold: what
    /// a choice loads of it is loaded where it is chosen.
    pub partial: BTreeSet<Symbol>,
    /// Whether there is division under conditions on data: in a choice nothing is divided but where it is chosen.
    pub divides_by_choice: bool,
}

impl Nest {
    /// Whether nothing after the nest, and nothing before it, has to do with what an array holds.
    pub(crate) fn holds_locally(&self, array: Symbol) -> bool {
        let is_result = self.results.iter().any(|(_, name)| *name == array);
        let buffer = self.buffers.get(&array);
        let is_temporary = buffer.is_some_and(|(_, source)| *source == BufferSource::Temporary);
        (is_temporary && !is_result) || self.locals.contains(&array)
    }

    /// Whether some index, or the extent of some array, is made of a symbol.
    pub(crate) fn has_index(&self, name: Symbol) -> bool {
        let extents = self
            .buffers
            .values()
            .flat_map(|(buffer, _)| buffer.shape.iter().flatten());
        self.term.as_ref().contains(&Node::Var(name)) || extents.into_iter().any(|extent| extent.uses(name))
    }
}

/// Where the memory of a buffer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferSource {
    Memref(ValueId),
    /// A memref that the nest does not write, and reads at subscripts that are data. What it reads of it at others is another buffer.
    Gathered(ValueId),
    /// Made by lifting; lives for the nest.
    Temporary,
}

/// What extraction chose for one nest.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The statement; its root is the last node.
    pub term: RecExpr<Node>,
    /// The value of each tile size of the term.
    pub tiles: Tiles,
}

impl Choice {
    /// Whether loops are cut into stripes that move with time.
    pub fn has_stripes(&self) -> bool {
        self.term.as_ref().iter().any(|node| match node {
            Node::For(head, _) => match head.step {
                Step::Tile(size) => tile_of(size).is_some_and(|(_, level)| level == Level::Wavefront),
                Step::Fixed(_) => false,
            },
            _ => false,
        })
    }
}

/// The greatest distance of elements that are taken out of the rows in which they lie: more elements of these are read for nothing
/// than one by one would cost.
pub const MOST_SPREAD: i64 = 4;

/// A nest with more loops inside one another stays as it is: what two iterations have to do with each other is a question
/// about two variables for each loop. The deepest nests that people write are convolutions of seven loops, tiled.
pub(crate) const MOST_LOOPS_DEEP: usize = 16;

/// Whether the operation is a loop that is searched.
pub fn is_loop(code: Option<OpCode>) -> bool {
    matches!(
        code,
        Some(OpCode::AffineFor | OpCode::AffineParallel | OpCode::ScfFor | OpCode::ScfParallel)
    )
}

/// The loops that an operation stands in, itself one of them if it is a loop.
pub(crate) fn loops_around(module: &Module, op: OpId) -> usize {
    let around = std::iter::successors(Some(op), |&op| module.parent_op(op));
    around.filter(|op| is_loop(module.op(*op).code())).count()
}
