//! The accesses to memory of a function, and which of them depend on which.
//!
//! Every operation that may touch memory is an access, wherever it stands: between loops, in different
//! nests, under conditions, in branches. Two accesses depend on each other when they may touch one cell, one
//! of them writes, and one instance of the first runs before one of the second; what lies between them does
//! not matter. A question about affine accesses is an integer set, decided exactly; what is not understood
//! may depend, and says why.
//!
//! Distances are differences of induction variables, not of iteration numbers.

mod access;
mod collect;
mod compare;
mod effects;
mod enter;
mod groups;
mod index;
mod objects;
mod place;
mod ranges;
mod system;
mod variables;
mod views;

use std::fmt;

use ovolo_lang::ir::{Module, OpId};
use rayon::prelude::*;

use crate::dependence::{Direction, Emptiness};
use crate::nest::{MOST_LOOPS_DEEP, loops_around};
use access::Access;
use collect::Collected;

pub(crate) use groups::{OverlapGroups, written_overlaps};

/// Accesses above which a function is not looked at, and pairs of them that may touch one cell. The numbers are
/// arbitrary; they bound the time and the memory.
const MOST_ACCESSES: usize = 20_000;
const MOST_PAIRS: usize = 4_000_000;

/// What a function does with memory.
#[derive(Clone, Debug)]
pub struct FunctionMemory {
    /// In the order of the text.
    pub accesses: Vec<AccessInfo>,
    /// By source, then by destination, then by level, the loop-independent ones first.
    pub dependences: Vec<Dependence>,
}

/// An access as a reader wants to see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessInfo {
    pub op: OpId,
    /// What is touched: `A[i, k + 1]`, or the name of a memref or of what is called.
    pub text: String,
    pub reads: bool,
    pub writes: bool,
}

/// That an instance of one access runs before an instance of another that may touch the same cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// Indices into [`FunctionMemory::accesses`].
    pub source: usize,
    pub destination: usize,
    pub kinds: Kinds,
    /// The names of the loops around both, outermost first.
    pub loops: Vec<String>,
    /// Which of `loops` carries the dependence; `None` where both instances are of one iteration of all.
    pub level: Option<usize>,
    /// How the source's induction variables compare with the destination's, for each of `loops`.
    pub directions: Vec<Directions>,
    /// The destination's induction variables minus the source's, where that is always the same.
    pub distances: Vec<Option<i64>>,
    /// Why the dependence is not certain; empty when it is: there are sizes and iterations for which both
    /// accesses run and touch one cell.
    pub assumed: Vec<String>,
}

/// What the source and the destination do to the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// Write, then read.
    pub flow: bool,
    /// Read, then write.
    pub anti: bool,
    /// Write, then write.
    pub output: bool,
    /// Read, then read.
    pub input: bool,
}

/// A set of directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directions {
    pub less: bool,
    pub equal: bool,
    pub greater: bool,
}

/// Why the accesses of a function are not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// So many of them.
    Accesses(usize),
    /// One of them stands in so many loops.
    Loops(usize),
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooMuch::Accesses(count) => write!(f, "{count} accesses are too many to compare each with each"),
            TooMuch::Loops(count) => write!(
                f,
                "iterations of {count} loops inside one another are not compared, of {MOST_LOOPS_DEEP} at most"
            ),
        }
    }
}

/// The dependences of a function; those between two reads only when `inputs` asks for them.
pub fn dependences(
    module: &Module,
    function: OpId,
    oracle: &dyn Emptiness,
    inputs: bool,
) -> Result<FunctionMemory, TooMuch> {
    let collected = collect::collect(module, function);
    let accesses = &collected.accesses;
    let count = accesses.len();
    if count > MOST_ACCESSES {
        return Err(TooMuch::Accesses(count));
    }
    let depths = accesses.iter().map(|access| loops_around(module, access.op));
    if let Some(depth) = depths.max().filter(|depth| *depth > MOST_LOOPS_DEEP) {
        return Err(TooMuch::Loops(depth));
    }
    let ranges: Vec<_> = accesses.iter().map(|a| ranges::of(&collected, a)).collect();
    let may_depend = |&(a, b): &(usize, usize)| {
        (inputs || accesses[a].writes || accesses[b].writes)
            && ranges::may_meet(&collected, (&accesses[a], &ranges[a]), (&accesses[b], &ranges[b]))
    };
    let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
    let pairs: Vec<(usize, usize)> = pairs.filter(may_depend).take(MOST_PAIRS + 1).collect();
    if pairs.len() > MOST_PAIRS {
        return Err(TooMuch::Accesses(count));
    }
    let answers = compare::Answers::default();
    let found = pairs
        .par_iter()
        .flat_map_iter(|&(a, b)| between(&collected, a, b, inputs, oracle, &answers));
    Ok(FunctionMemory {
        dependences: found.collect(),
        accesses: accesses.iter().map(Access::info).collect(),
    })
}

fn between(
    collected: &Collected,
    source: usize,
    destination: usize,
    inputs: bool,
    oracle: &dyn Emptiness,
    answers: &compare::Answers,
) -> Vec<Dependence> {
    let (a, b) = (&collected.accesses[source], &collected.accesses[destination]);
    let kinds = Kinds {
        flow: a.writes && b.reads,
        anti: a.reads && b.writes,
        output: a.writes && b.writes,
        input: inputs && a.reads && b.reads,
    };
    let common = collected.places.common_levels(a.frame, b.frame);
    let loops: Vec<String> = common
        .iter()
        .map(|&level| collected.variables.get(level).name.clone())
        .collect();
    let found = compare::compare(collected, a, b, &common, oracle, answers);
    found
        .into_iter()
        .map(|relation| Dependence {
            source,
            destination,
            kinds,
            loops: loops.clone(),
            level: relation.level,
            directions: relation.directions,
            distances: relation.distances,
            assumed: relation.assumed,
        })
        .collect()
}

impl Directions {
    /// Any direction.
    pub const ANY: Directions = Directions {
        less: true,
        equal: true,
        greater: true,
    };

    /// One direction.
    pub fn only(direction: Direction) -> Directions {
        Directions {
            less: direction == Direction::Less,
            equal: direction == Direction::Equal,
            greater: direction == Direction::Greater,
        }
    }

    /// The direction of a distance.
    pub fn of_distance(distance: i64) -> Directions {
        Directions {
            less: distance > 0,
            equal: distance == 0,
            greater: distance < 0,
        }
    }

    /// The directions of either.
    #[must_use]
    pub fn union(self, other: Directions) -> Directions {
        Directions {
            less: self.less || other.less,
            equal: self.equal || other.equal,
            greater: self.greater || other.greater,
        }
    }

    /// Whether the direction is one of them.
    pub fn contains(self, direction: Direction) -> bool {
        match direction {
            Direction::Less => self.less,
            Direction::Equal => self.equal,
            Direction::Greater => self.greater,
        }
    }
}

/// `<`, `=`, `>`, `<=`, `>=`, `<>`, or `*` for all.
impl fmt::Display for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.less, self.equal, self.greater) {
            (true, true, true) => "*",
            (true, true, false) => "<=",
            (true, false, true) => "<>",
            (true, false, false) => "<",
            (false, true, true) => ">=",
            (false, true, false) => "=",
            (false, false, true) => ">",
            (false, false, false) => "-",
        })
    }
}

/// `flow`, or several kinds with commas.
impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.flow, "flow"),
            (self.anti, "anti"),
            (self.output, "output"),
            (self.input, "input"),
        ];
        let names: Vec<&str> = kinds.iter().filter(|k| k.0).map(|k| k.1).collect();
        f.write_str(&names.join(", "))
    }
}
