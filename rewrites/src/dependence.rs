//! Dependence between accesses to memory, decided exactly where both are affine.
//!
//! Two accesses depend on each other when they may touch one cell and one of them writes. A relation
//! between the two iterations is part of the question. Whatever is not understood may depend.

mod executed;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egg::Symbol;
use indexmap::{IndexMap, IndexSet};
use ovolo_lang::affine::{AffineExpr, Constraint, IntegerSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

pub use executed::Executed;

use crate::answer::Answer;
use crate::guard::{Condition, Guard};
use crate::linear::Linear;
use crate::term::{Comparison, Scalar};

/// Decides whether a set of integer points is empty; z3 does, in the crate `verify`.
pub trait Emptiness: Sync {
    /// Whether the set has no integer point, for any values of its symbols.
    fn is_empty(&self, set: &IntegerSet) -> Answer;
}

/// A memref as the e-graph sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    pub element: Scalar,
    /// Extents: constants, or the symbols that hold them; `None` where nothing is known.
    pub shape: Vec<Option<Linear>>,
    pub addressing: Addressing,
    /// Buffers of one group may overlap; those of different groups, and two of no group, do not.
    pub overlap_group: Option<u32>,
}

/// How the subscripts of a buffer become those of its memref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// They are the same.
    Same,
    /// The memref is a linear one that has rows and columns: its subscript is the sum of these, each multiplied by its
    /// stride.
    Linear(Vec<Stride>),
    /// The memref has two in the place of the last: that by so many, rounded down, and what is left. Rows are that short, and lie one behind
    /// the other.
    Collapsed(i64),
    /// The memref has all but the last, which is 0: elements do not follow one another, so that each is a row of its own.
    Scattered,
}

/// A distance in memory: a number times the product of sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stride {
    pub factor: i64,
    /// In order.
    pub sizes: Vec<Symbol>,
}

impl Stride {
    /// The quotient, where it is a whole one.
    pub fn over(&self, other: &Stride) -> Option<Stride> {
        let mut sizes = self.sizes.clone();
        for size in &other.sizes {
            let place = sizes.iter().position(|own| own == size)?;
            sizes.remove(place);
        }
        (other.factor != 0 && self.factor % other.factor == 0).then(|| Stride {
            factor: self.factor / other.factor,
            sizes,
        })
    }
}

/// A read or write of one element.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Access {
    pub buffer: Symbol,
    /// `None` for a subscript that is not affine.
    pub indices: Vec<Option<Linear>>,
    pub is_write: bool,
    /// It is executed only where these hold. Whoever leaves some out says that it may be executed more often.
    pub guard: Guard,
}

/// An access of a nest, by its position among those that were interned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccessId(u32);

/// The values an induction variable of the source takes, in terms of the variables around it:
/// `max(lower) <= iv < min(upper)`, stepping from the lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    pub lower: Vec<Linear>,
    pub upper: Vec<Linear>,
    pub step: i64,
}

impl Domain {
    /// What the variable is at most where one of the upper bounds is `end`: a whole step less where the steps are seen to end there.
    /// `None` on overflow.
    pub fn last_before(&self, end: &Linear) -> Option<Linear> {
        let is_multiple = |n: i64| n.checked_rem(self.step) == Some(0);
        let is_whole = |start: &Linear| {
            let trip = end.subtract(start);
            trip.is_some_and(|trip| {
                is_multiple(trip.constant) && trip.terms.values().all(|factor| is_multiple(*factor))
            })
        };
        let last = match self.lower.as_slice() {
            [start] if is_whole(start) => self.step,
            _ => 1,
        };
        end.add(&Linear::constant(last.checked_neg()?))
    }

    /// Whether the loop runs at least once, where `assumed` are at least zero.
    pub fn is_never_empty(&self, assumed: &[Linear]) -> bool {
        let is_above = |(lower, upper): (&Linear, &Linear)| {
            let Some(distance) = upper.subtract(lower) else {
                return false;
            };
            let rests = assumed.iter().filter_map(|known| distance.subtract(known));
            let mut least = rests
                .chain([distance.clone()])
                .filter_map(|rest| rest.as_constant());
            least.any(|least| least > 0)
        };
        let mut pairs = self
            .lower
            .iter()
            .flat_map(|lower| self.upper.iter().map(move |upper| (lower, upper)));
        !self.lower.is_empty() && pairs.all(is_above)
    }
}

/// Bounds of a loop where it stands, closer than those of the source: `lower <= name < upper`. Variables that are
/// no induction variables of the source, those of tiles and their sizes, have one value for both accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub name: Symbol,
    pub lower: Linear,
    pub upper: Linear,
}

/// How an induction variable of the first access relates to that of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    Less,
    Equal,
    Greater,
}

/// Which iterations are compared: variables that it does not name are unrelated.
pub type Relation = BTreeMap<Symbol, Direction>;

/// Accesses of a part of a nest.
pub type Accesses = Arc<BTreeSet<AccessId>>;

/// Two accesses that may depend on each other, and what is known of it.
pub type Dependent = (AccessId, AccessId, Answer);

/// Buffers by their names.
pub type Buffers = IndexMap<Symbol, Buffer, FxBuildHasher>;

/// Everything dependence needs to know of one piece of a function, with the answers it gave.
pub struct Dependences<'a> {
    pub buffers: Buffers,
    pub domains: IndexMap<Symbol, Domain>,
    /// What the source executes whatever happens.
    pub executed: Vec<Executed>,
    /// What is at least zero, in symbols of the function.
    pub assumed: Vec<Linear>,
    accesses: IndexSet<Access, FxBuildHasher>,
    memo: IndexMap<(AccessId, AccessId, Relation), Answer, FxBuildHasher>,
    /// Of two sets of accesses the first pair that may depend on each other.
    dependent: FxHashMap<(Accesses, Accesses, Relation), Option<Dependent>>,
    /// Whether accesses are inside their buffers.
    in_bounds: IndexMap<AccessId, Answer, FxBuildHasher>,
    oracle: &'a dyn Emptiness,
    queries: usize,
}

impl<'a> Dependences<'a> {
    /// No accesses yet; questions go to the oracle.
    pub fn new(oracle: &'a dyn Emptiness) -> Dependences<'a> {
        Dependences {
            buffers: Buffers::default(),
            domains: IndexMap::new(),
            executed: Vec::new(),
            assumed: Vec::new(),
            accesses: IndexSet::default(),
            memo: IndexMap::default(),
            dependent: FxHashMap::default(),
            in_bounds: IndexMap::default(),
            oracle,
            queries: 0,
        }
    }

    /// The id of an access.
    pub fn intern(&mut self, access: Access) -> AccessId {
        AccessId(self.accesses.insert_full(access).0 as u32)
    }

    /// The access with this id.
    pub fn access(&self, id: AccessId) -> &Access {
        &self.accesses[id.0 as usize]
    }

    /// Forgets the answers, which are no longer right when a loop has other bounds.
    pub fn forget(&mut self) {
        self.memo.clear();
        self.dependent.clear();
    }

    /// How many questions went to the solver.
    pub fn queries(&self) -> usize {
        self.queries
    }

    /// Whether two buffers may share memory.
    pub fn may_alias(&self, a: Symbol, b: Symbol) -> bool {
        a == b
            || match (self.buffers.get(&a), self.buffers.get(&b)) {
                (Some(a), Some(b)) => a.overlap_group.is_some() && a.overlap_group == b.overlap_group,
                _ => true,
            }
    }

    /// Whether an instance of `a` and an instance of `b`, related as `relation` says, depend on each
    /// other. `No` is a proof.
    pub fn depend(&mut self, a: AccessId, b: AccessId, relation: &Relation) -> Answer {
        self.depend_within(a, b, relation, [&[], &[]])
    }

    /// The first pair of accesses of two sets that may depend on each other, and what is known of it; `None` where none may.
    pub(crate) fn first_dependent(
        &mut self,
        [first, second]: [&Accesses; 2],
        relation: &Relation,
    ) -> Option<Dependent> {
        let key = (Arc::clone(first), Arc::clone(second), relation.clone());
        if let Some(known) = self.dependent.get(&key) {
            return *known;
        }
        let mut found = None;
        'pairs: for &a in first.iter() {
            for &b in second.iter() {
                let answer = self.depend(a, b, relation);
                if !answer.is_no() {
                    found = Some((a, b, answer));
                    break 'pairs;
                }
            }
        }
        self.dependent.insert(key, found);
        found
    }

    /// Whether an instance of `a` and an instance of `b`, related as `relation` says, depend on each other though
    /// the place of the first is greater than that of the second. The variables of a place are those of loops
    /// around its access.
    pub(crate) fn depend_backwards(
        &mut self,
        a: AccessId,
        b: AccessId,
        relation: &Relation,
        places: [&Linear; 2],
    ) -> Answer {
        let (first, second) = (self.access(a), self.access(b));
        if !(first.is_write || second.is_write) {
            return Answer::No;
        }
        if first.buffer != second.buffer {
            let may = self.may_alias(first.buffer, second.buffer);
            return if may { Answer::Unknown } else { Answer::No };
        }
        if distances_contradict(first, second, relation) {
            return Answer::No;
        }
        self.decide(self.system(a, b, relation, [&[], &[]], Some(places)))
    }

    /// As [`Dependences::depend`], for iterations inside the bounds given for each access.
    pub(crate) fn depend_within(
        &mut self,
        a: AccessId,
        b: AccessId,
        relation: &Relation,
        bounds: [&[Bounds]; 2],
    ) -> Answer {
        match self.access(a).is_write || self.access(b).is_write {
            true => self.overlap_within(a, b, relation, bounds),
            false => Answer::No,
        }
    }

    /// As [`Dependences::depend_within`], for two reads too.
    pub(crate) fn overlap_within(
        &mut self,
        a: AccessId,
        b: AccessId,
        relation: &Relation,
        bounds: [&[Bounds]; 2],
    ) -> Answer {
        let (first, second) = (self.access(a), self.access(b));
        if first.buffer != second.buffer {
            let may = self.may_alias(first.buffer, second.buffer);
            return if may { Answer::Unknown } else { Answer::No };
        }
        if distances_contradict(first, second, relation) {
            return Answer::No;
        }
        let key = (a, b, relation.clone());
        let is_free = bounds.iter().all(|b| b.is_empty());
        if let (Some(answer), true) = (self.memo.get(&key), is_free) {
            return *answer;
        }
        let answer = self.decide(self.system(a, b, relation, bounds, None));
        if is_free {
            self.memo.insert(key, answer);
        }
        answer
    }

    /// Whether a system has a point; that it has none is a proof.
    fn decide(&mut self, system: Option<System>) -> Answer {
        let Some(system) = system else {
            return Answer::Unknown;
        };
        self.queries += 1;
        match self.oracle.is_empty(&system.into_set()) {
            Answer::Yes => Answer::No,
            Answer::No => Answer::Yes,
            Answer::Unknown => Answer::Unknown,
        }
    }

    /// Whether the subscripts of an access lie inside its buffer at every point of the domains of its
    /// variables, whether or not the access is executed there.
    pub(crate) fn always_in_bounds(&mut self, access: AccessId) -> Answer {
        if let Some(&known) = self.in_bounds.get(&access) {
            return known;
        }
        let answer = self.decide_in_bounds(access);
        self.in_bounds.insert(access, answer);
        answer
    }

    fn decide_in_bounds(&mut self, access: AccessId) -> Answer {
        let access = self.access(access).clone();
        let Access { buffer, indices, .. } = access.clone();
        let Some(shape) = self.buffers.get(&buffer).map(|b| b.shape.clone()) else {
            return Answer::Unknown;
        };
        for (dimension, (index, extent)) in indices.into_iter().zip(shape).enumerate() {
            let mut executed = self.executed.iter().filter(|known| known.access.buffer == buffer);
            if executed.any(|known| known.tells(&access, dimension, &self.domains, &self.assumed)) {
                continue;
            }
            let (Some(index), Some(extent)) = (index, extent) else {
                return Answer::Unknown;
            };
            for side in [
                index.scale(-1).and_then(|i| i.add(&Linear::constant(-1))),
                index.subtract(&extent),
            ] {
                let Some(outside) = side else {
                    return Answer::Unknown;
                };
                let mut system = System::default();
                if system.require_domains(&outside, 0, &self.domains).is_none() {
                    return Answer::Unknown;
                }
                system.require(&outside, 0, false);
                for known in &self.assumed {
                    if system.require_domains(known, 0, &self.domains).is_some() {
                        system.require(known, 0, false);
                    }
                }
                self.queries += 1;
                if !self.oracle.is_empty(&system.into_set()).is_yes() {
                    return Answer::Unknown;
                }
            }
        }
        Answer::Yes
    }

    /// Whether no iteration of the loops satisfies all conditions. `Yes` is a proof.
    pub fn never(&mut self, conditions: &[Condition]) -> Answer {
        let mut system = System::default();
        for condition in conditions {
            if system
                .require_domains(&condition.expr, 0, &self.domains)
                .is_none()
            {
                return Answer::Unknown;
            }
            system.require(&condition.expr, 0, condition.comparison == Comparison::Zero);
        }
        self.queries += 1;
        self.oracle.is_empty(&system.into_set())
    }

    /// The pairs of iterations that touch one cell, with places only those of which the first has the greater one;
    /// `None` when a subscript is not affine.
    fn system(
        &self,
        a: AccessId,
        b: AccessId,
        relation: &Relation,
        bounds: [&[Bounds]; 2],
        places: Option<[&Linear; 2]>,
    ) -> Option<System> {
        let (first, second) = (self.access(a), self.access(b));
        let mut system = System::default();
        for (x, y) in first.indices.iter().zip(&second.indices) {
            let (x, y) = (x.as_ref()?, y.as_ref()?);
            system.require_domains(x, 0, &self.domains)?;
            system.require_domains(y, 1, &self.domains)?;
            let equal = system.expr(x, 0) - system.expr(y, 1);
            system.push(equal, true);
        }
        if let Some(places) = places {
            system.require_greater(places, &self.domains)?;
        }
        for (access, copy) in [(first, 0), (second, 1)] {
            for condition in &access.guard {
                system.require_domains(&condition.expr, copy, &self.domains)?;
                system.require(&condition.expr, copy, condition.comparison == Comparison::Zero);
            }
        }
        // A variable that no subscript depends on says nothing when it is equal on both sides; and its
        // domain must stay out, for its loop may not be one of those around the accesses.
        for (&name, direction) in relation {
            let occurs = system.variables.contains(&(name, 0)) || system.variables.contains(&(name, 1));
            if !self.domains.contains_key(&name) || (*direction == Direction::Equal && !occurs) {
                continue;
            }
            let v = Linear::var(name);
            system.require_domains(&v, 0, &self.domains)?;
            system.require_domains(&v, 1, &self.domains)?;
            let (x, y) = (system.expr(&v, 0), system.expr(&v, 1));
            match direction {
                Direction::Equal => system.push(x - y, true),
                Direction::Less => system.push(y - x - 1, false),
                Direction::Greater => system.push(x - y - 1, false),
            }
        }
        for (copy, bounds) in bounds.into_iter().enumerate() {
            for Bounds { name, lower, upper } in bounds {
                let copy = copy as u8;
                if !system.variables.contains(&(*name, copy)) {
                    continue;
                }
                let v = Linear::var(*name);
                system.require_domains(lower, copy, &self.domains)?;
                system.require_domains(upper, copy, &self.domains)?;
                system.require(&v.subtract(lower)?, copy, false);
                system.require(&upper.subtract(&v)?.add(&Linear::constant(-1))?, copy, false);
            }
        }
        // What relates sizes that are there already: a half is not more than half of the whole.
        for known in &self.assumed {
            let mut is_there = known.terms.len() > 1;
            known.for_each_var(&mut |name| {
                is_there &= system.shared.contains(&name) && system.variables.contains(&(name, 0));
            });
            if is_there {
                system.require(known, 0, false);
            }
        }
        Some(system)
    }
}

/// A quick exact test: in some dimension both subscripts are one variable (with one coefficient) plus
/// constants, and the distance that this fixes contradicts the relation.
fn distances_contradict(a: &Access, b: &Access, relation: &Relation) -> bool {
    a.indices.iter().zip(&b.indices).any(|(x, y)| {
        let (Some(x), Some(y)) = (x, y) else { return false };
        let Some(gap) = x.constant.checked_sub(y.constant) else {
            return false;
        };
        match (x.terms.iter().next(), x.terms == y.terms, x.terms.len()) {
            (None, true, _) => gap != 0,
            (Some((crate::linear::Atom::Var(v), c)), true, 1) => {
                // x = c·v + p and y = c·v' + q are equal when v' - v = (p - q) / c.
                let distance = gap / c;
                gap % c != 0
                    || match relation.get(v) {
                        None => false,
                        Some(Direction::Equal) => distance != 0,
                        Some(Direction::Less) => distance <= 0,
                        Some(Direction::Greater) => distance >= 0,
                    }
            }
            _ => false,
        }
    })
}

/// A conjunction of constraints over two copies of the induction variables; what is no induction
/// variable (a symbol of the function) has one copy.
#[derive(Default)]
struct System {
    variables: IndexSet<(Symbol, u8)>,
    auxiliaries: u32,
    constraints: Vec<(AffineExpr, bool)>,
    shared: IndexSet<Symbol>,
}

/// Auxiliary unknowns are numbered from here until all variables are known.
const AUXILIARY: u32 = 1 << 20;

impl System {
    fn push(&mut self, expr: AffineExpr, is_equality: bool) {
        self.constraints.push((expr, is_equality));
    }

    fn require(&mut self, expr: &Linear, copy: u8, is_equality: bool) {
        let expr = self.expr(expr, copy);
        self.push(expr, is_equality);
    }

    fn expr(&mut self, expr: &Linear, copy: u8) -> AffineExpr {
        expr.to_affine(&mut |name| {
            let copy = if self.shared.contains(&name) { 0 } else { copy };
            AffineExpr::Dim(self.variables.insert_full((name, copy)).0 as u32)
        })
    }

    /// Adds the domains of the variables of `expr`, of the variables of their bounds, and so on.
    fn require_domains(&mut self, expr: &Linear, copy: u8, domains: &IndexMap<Symbol, Domain>) -> Option<()> {
        let mut names = Vec::new();
        expr.for_each_var(&mut |v| names.push(v));
        for name in names {
            let Some(domain) = domains.get(&name) else {
                self.shared.insert(name);
                continue;
            };
            if !self.variables.insert((name, copy)) {
                continue;
            }
            let v = Linear::var(name);
            for bound in &domain.lower {
                self.require_domains(bound, copy, domains)?;
                self.require(&v.subtract(bound)?, copy, false);
            }
            for bound in &domain.upper {
                self.require_domains(bound, copy, domains)?;
                self.require(&bound.subtract(&v)?.add(&Linear::constant(-1))?, copy, false);
            }
            if let (true, [start]) = (domain.step > 1, domain.lower.as_slice()) {
                let offset = self.expr(&v.subtract(start)?, copy);
                let quotient = AffineExpr::Dim(AUXILIARY + self.auxiliaries);
                self.auxiliaries += 1;
                self.push(offset - quotient * domain.step, true);
            }
        }
        Some(())
    }

    /// The first place is greater than the second.
    fn require_greater(&mut self, places: [&Linear; 2], domains: &IndexMap<Symbol, Domain>) -> Option<()> {
        let mut gap = AffineExpr::Constant(-1);
        for (copy, (place, sign)) in places.into_iter().zip([1, -1]).enumerate() {
            self.require_domains(place, copy as u8, domains)?;
            gap = gap + self.expr(place, copy as u8) * sign;
        }
        self.push(gap, false);
        Some(())
    }

    fn into_set(self) -> IntegerSet {
        let named = self.variables.len() as u32;
        let renumber: Vec<AffineExpr> = (0..named).map(AffineExpr::Dim).collect();
        let constraints = self
            .constraints
            .into_iter()
            .map(|(expr, is_equality)| Constraint {
                expr: with_auxiliaries(&expr, &renumber, named),
                is_equality,
            });
        IntegerSet {
            num_dims: named + self.auxiliaries,
            num_symbols: 0,
            constraints: constraints.collect(),
        }
    }
}

fn with_auxiliaries(expr: &AffineExpr, dims: &[AffineExpr], named: u32) -> AffineExpr {
    match expr {
        AffineExpr::Dim(i) if *i >= AUXILIARY => AffineExpr::Dim(named + i - AUXILIARY),
        AffineExpr::Dim(i) => dims[*i as usize].clone(),
        AffineExpr::Binary(op, ab) => AffineExpr::binary(
            *op,
            with_auxiliaries(&ab.0, dims, named),
            with_auxiliaries(&ab.1, dims, named),
        ),
        other => other.clone(),
    }
}
