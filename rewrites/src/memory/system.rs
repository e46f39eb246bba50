//! The integer sets whose points are pairs of instances.

use indexmap::IndexSet;
use ovolo_lang::affine::{AffineExpr, Constraint, Emptiness as Search, IntegerSet};

use super::variables::{Condition, Knowledge, VariableId, Variables};
use crate::answer::Answer;
use crate::dependence::Emptiness;

/// Combinations of alternatives that are looked at one by one; with more, alternatives are left open. The
/// number is arbitrary.
const MOST_CASES: usize = 64;

/// Which of the two instances an expression is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Source,
    Destination,
}

/// A variable of both instances, or of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Copy {
    Shared,
    Source,
    Destination,
}

/// The constraints on two instances whose iterations of the `equal` outermost levels are the same.
pub(super) struct System<'a> {
    variables: &'a Variables,
    equal: usize,
    numbers: IndexSet<(VariableId, Copy)>,
    /// How many of `numbers` have brought their domains.
    closed: usize,
    constraints: IndexSet<Constraint>,
    choices: IndexSet<Vec<Vec<Constraint>>>,
    /// Why the set has more points than there are pairs of instances.
    pub loose: IndexSet<String>,
}

/// What a search for a pair of instances came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    /// A pair, by the numbers of the variables.
    Point(Vec<i64>),
    Something,
    Unknown,
}

/// The sets of a system: a point of one of them is a pair of instances.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Cases {
    sets: Vec<IntegerSet>,
}

impl<'a> System<'a> {
    pub fn new(variables: &'a Variables, equal: usize) -> System<'a> {
        System {
            variables,
            equal,
            numbers: IndexSet::new(),
            closed: 0,
            constraints: IndexSet::new(),
            choices: IndexSet::new(),
            loose: IndexSet::new(),
        }
    }

    /// The expression about one of the instances.
    pub fn expr(&mut self, expr: &AffineExpr, side: Side) -> AffineExpr {
        match expr {
            AffineExpr::Dim(i) => self.variable(VariableId(*i), side),
            AffineExpr::Binary(op, ab) => {
                AffineExpr::binary(*op, self.expr(&ab.0, side), self.expr(&ab.1, side))
            }
            other => other.clone(),
        }
    }

    fn variable(&mut self, id: VariableId, side: Side) -> AffineExpr {
        let copy = match (self.variables.get(id).depth <= self.equal, side) {
            (true, _) => Copy::Shared,
            (false, Side::Source) => Copy::Source,
            (false, Side::Destination) => Copy::Destination,
        };
        AffineExpr::Dim(self.numbers.insert_full((id, copy)).0 as u32)
    }

    pub fn require(&mut self, constraint: Constraint) {
        self.constraints.insert(constraint);
    }

    pub fn require_condition(&mut self, condition: &Condition, side: Side) {
        let mut choice: Vec<Vec<Constraint>> = Vec::new();
        for clause in condition {
            let clause = clause.iter().map(|c| Constraint {
                expr: self.expr(&c.expr, side),
                is_equality: c.is_equality,
            });
            choice.push(clause.collect());
        }
        match <[Vec<Constraint>; 1]>::try_from(choice) {
            Ok([only]) => self.constraints.extend(only),
            Err(choice) => {
                self.choices.insert(choice);
            }
        }
    }

    /// Adds the domains of all variables, of the variables of their domains, and so on.
    pub fn close(&mut self) {
        let variables = self.variables;
        while let Some(&(id, copy)) = self.numbers.get_index(self.closed) {
            self.closed += 1;
            let variable = variables.get(id);
            let side = match copy {
                Copy::Destination => Side::Destination,
                _ => Side::Source,
            };
            for condition in &variable.domain {
                self.require_condition(condition, side);
            }
            match (&variable.knowledge, copy) {
                (Knowledge::Exact, _) | (Knowledge::Data(_), Copy::Shared) => {}
                (Knowledge::Data(why) | Knowledge::Obscure(why), _) => {
                    self.loose.insert(why.clone());
                }
            }
        }
    }

    /// The sets, one for each combination of alternatives.
    pub fn cases(&mut self) -> Cases {
        let mut sets = vec![self.constraints.iter().cloned().collect::<Vec<_>>()];
        for choice in &self.choices {
            if sets.len().saturating_mul(choice.len()) > MOST_CASES {
                self.loose
                    .insert("there are too many alternatives to try all".to_string());
                continue;
            }
            let combined = |set: &Vec<Constraint>| {
                let set = set.clone();
                choice.iter().map(move |clause| [set.as_slice(), clause].concat())
            };
            sets = sets.iter().flat_map(combined).collect();
        }
        let num_dims = self.numbers.len() as u32;
        let sets = sets.into_iter().map(|set| IntegerSet::new(num_dims, 0, set));
        Cases { sets: sets.collect() }
    }
}

impl Cases {
    /// Leaves out the sets that are known to be empty, and looks for a point of the others.
    pub fn prune(&mut self, oracle: &dyn Emptiness) -> Found {
        let mut best = Found::Nothing;
        self.sets.retain(|set| {
            let found = search(set, oracle);
            let keep = found != Found::Nothing;
            best = better(best.clone(), found);
            keep
        });
        best
    }

    /// Looks for a point that satisfies one more constraint.
    pub fn search_with(&self, extra: &Constraint, oracle: &dyn Emptiness) -> Found {
        let mut best = Found::Nothing;
        for set in &self.sets {
            let mut set = set.clone();
            set.constraints.push(extra.clone());
            best = better(best, search(&set, oracle));
            if let Found::Point(_) | Found::Something = best {
                break;
            }
        }
        best
    }
}

fn better(a: Found, b: Found) -> Found {
    let rank = |found: &Found| match found {
        Found::Nothing => 0,
        Found::Unknown => 1,
        Found::Something => 2,
        Found::Point(_) => 3,
    };
    if rank(&b) > rank(&a) { b } else { a }
}

fn search(set: &IntegerSet, oracle: &dyn Emptiness) -> Found {
    if set.constraints.iter().any(|c| c.known() == Some(false)) {
        return Found::Nothing;
    }
    match set.is_empty() {
        Search::Empty => Found::Nothing,
        Search::NonEmpty(Some(point)) => Found::Point(point.dims),
        Search::NonEmpty(None) => Found::Something,
        Search::Unknown => match oracle.is_empty(set) {
            Answer::Yes => Found::Nothing,
            Answer::No => Found::Something,
            Answer::Unknown => Found::Unknown,
        },
    }
}
