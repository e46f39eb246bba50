//! Loops and branches.

use crate::interpret::affine::IndexExpr;
use crate::types::Type;

use super::{Block, Moves, Operation, Place, Region};

/// A loop that counts, over indices.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct For {
    /// The greatest counts.
    pub lower: Box<[IndexExpr]>,
    /// The least counts.
    pub upper: Box<[IndexExpr]>,
    pub step: IndexExpr,
    pub induction_variable: u32,
    pub carried: Carried,
    pub body: Region,
}

/// What a loop hands from one iteration to the next.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Carried {
    /// Initial values to loop-carried variables.
    pub enter: Moves,
    /// What the body yields to loop-carried variables.
    pub repeat: Moves,
    /// Loop-carried variables to results.
    pub leave: Moves,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) enum Control {
    /// Each condition is `expr == 0` or `expr >= 0`.
    AffineIf(Box<[(IndexExpr, bool)]>, [Branch; 2]),
    /// The first where the `i1` in a slot is true.
    If(u32, [Branch; 2]),
    /// The branch of the case that equals the index in a slot, or the last.
    IndexSwitch(u32, Box<[i64]>, Box<[Branch]>),
    IntegerFor(IntegerFor),
    While(While),
    /// Runs once; the results.
    Scope {
        body: Region,
        results: Box<[Place]>,
        /// Whether stack allocations end with it.
        frees: bool,
    },
    Parallel(Parallel),
    Forall(Forall),
    AffineParallel(AffineParallel),
}

#[derive(Clone, Debug, Default)]
pub(in crate::interpret) struct Branch {
    pub region: Region,
    pub moves: Moves,
}

/// A loop that counts over signed integers.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct IntegerFor {
    pub ty: Type,
    pub lower: Place,
    pub upper: Place,
    pub step: Place,
    pub induction_variable: Place,
    pub carried: Carried,
    pub body: Region,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) struct While {
    pub before: Region,
    pub after: Region,
    /// Initial values to the arguments of the first region.
    pub enter: Moves,
    /// The `i1` that goes on.
    pub condition: u32,
    /// What the first region passes to the second.
    pub proceed: Moves,
    /// What the second region passes to the first.
    pub repeat: Moves,
    /// What the first region passes out.
    pub leave: Moves,
}

/// `scf.parallel`.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Parallel {
    pub bounds: Bounds,
    pub body: Region,
    /// Initial values to results.
    pub enter: Moves,
    pub reductions: Box<[Reduction]>,
}

/// How one result of a parallel loop is combined.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Reduction {
    /// What an iteration contributes.
    pub value: Place,
    pub result: Place,
    pub combine: Region,
}

/// `scf.forall`.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Forall {
    pub bounds: Bounds,
    pub body: Region,
    /// The insertions at the end of an iteration.
    pub insertions: Block,
    /// The shared tensors to the arguments of the body.
    pub enter: Moves,
    /// Those arguments to results.
    pub leave: Moves,
}

/// `affine.parallel`.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct AffineParallel {
    /// Of each dimension; the greatest counts.
    pub lower: Box<[Box<[IndexExpr]>]>,
    /// Of each dimension; the least counts.
    pub upper: Box<[Box<[IndexExpr]>]>,
    pub steps: Box<[i64]>,
    pub induction_variables: Box<[u32]>,
    pub body: Region,
    /// How a result and what an iteration yields for it combine, and the bits of the neutral element.
    pub reductions: Box<[(Operation, u128)]>,
    pub results: Box<[Place]>,
}

#[derive(Clone, Debug)]
pub(in crate::interpret) struct Bounds {
    pub lower: Box<[IndexExpr]>,
    pub upper: Box<[IndexExpr]>,
    pub step: Box<[IndexExpr]>,
    pub induction_variables: Box<[u32]>,
}
