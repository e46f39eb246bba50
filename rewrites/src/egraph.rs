//! The e-graph of one loop nest and what is known of each of its classes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egg::{DidMerge, Id, Symbol};
use indexmap::IndexMap;

use crate::dependence::{Access, AccessId, Dependences, Emptiness};
use crate::facts::{Environment, Fact, HasEnvironment, HasFact};
use crate::guard::{Condition, Guard, both, otherwise};
use crate::level::Level;
use crate::linear::{Linear, linear_of};
use crate::nest::{Nest, private_temporaries};
use crate::refusal::Refusals;
use crate::relates::Relates;
use crate::schedule::{NestSchedule, Over, Statement, Way};
use crate::term::{Comparison, Loop, LoopKind, Node, branches};
use crate::typical_sizes::typical_sizes;

/// The e-graph of a nest.
pub type EGraph<'a> = egg::EGraph<Node, NestAnalysis<'a>>;

/// Where a loop variable comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopVariable {
    /// The induction variable of the source that the loop iterates over in the end.
    pub root: Symbol,
    pub level: Level,
}

/// What a loop over stripes runs through. Each of the statements inside a loop over `time` has a place: the variable
/// of one of its loops, plus `factor · time`, plus an offset.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wavefront {
    pub time: Symbol,
    pub factor: i64,
    /// The loop variables of the statements with their offsets.
    pub members: Vec<(Symbol, i64)>,
}

/// What the e-graph knows beyond its nodes.
pub struct NestAnalysis<'a> {
    pub dependences: Dependences<'a>,
    /// Why loop rules did not apply.
    pub refusals: Refusals,
    /// What is assumed of variables.
    pub environment: Environment,
    /// Sizes that are not just taken to be great.
    pub typical_sizes: BTreeMap<Symbol, i64>,
    /// Every induction variable and tile loop variable.
    pub loops: IndexMap<Symbol, LoopVariable>,
    /// The loops over stripes.
    pub wavefronts: IndexMap<Symbol, Wavefront>,
    /// Those that would not keep the order of dependent instances.
    pub refused: BTreeSet<(Symbol, Wavefront)>,
    /// The classes of the bounds at which a loop was split; what follows one is a tail.
    pub split_points: BTreeSet<Id>,
    /// Bodies that an optimising compiler turns into vector code by itself when the innermost loop around
    /// them is one over the variable; see [`crate::loops::mark_compiled`].
    pub vectorizable: BTreeSet<(Id, Symbol)>,
    /// Bodies whose cells an optimising compiler holds in registers by itself over a loop over the variable.
    pub promotable: BTreeSet<(Id, Symbol)>,
    /// The temporaries that every iteration of these loops of the source writes before it reads them, and that
    /// nothing outside touches.
    pub private: BTreeMap<Symbol, Vec<Symbol>>,
    /// The memory of which elements are loaded where choices load them only.
    pub partial: BTreeSet<Symbol>,
    /// Whether loops may be made parallel.
    pub runs_on_threads: bool,
    /// Whether loops of the source keep their order, and only tiles are moved outward and what they run over inward. There are n! orders
    /// of n loops, and most of what is fast can be made of any one.
    pub keeps_order: bool,
    pub asked: Asked,
    /// What the body of a loop is in the shape that a rule asks for, for each form that the rule made of the loop.
    pub shapes: Vec<Node>,
    /// How often more became known of an expression, or of which cells a statement touches or which loops it is made of.
    pub learned: usize,
}

/// What is to be read early though it promises nothing.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// By a schedule: these buffers in some loop.
    pub reads: Vec<(Way, Vec<Symbol>)>,
    /// By a schedule: tiles inside of tiles of these loops of the source.
    pub tiles: BTreeSet<Symbol>,
    /// Whatever may be, in every loop.
    pub all: bool,
}

impl Asked {
    /// Notes loops of which there are tiles inside of tiles; `around` are the roots of the loops over tiles around.
    fn note_tiles(&mut self, statement: &Statement, around: &mut Vec<Symbol>) {
        let mut tiled = None;
        if let Statement::Loop(own) = statement {
            let variable = own.variable.symbol.as_str();
            tiled = match (&own.over, variable.split_once('\'')) {
                (Over::Tiles(_), _) => Some(Symbol::from(variable)),
                (_, Some((root, "c" | "r"))) => Some(Symbol::from(root)),
                _ => None,
            };
        }
        if let Some(root) = tiled {
            if around.contains(&root) {
                self.tiles.insert(root);
            }
            around.push(root);
        }
        statement
            .inside()
            .for_each(|inside| self.note_tiles(inside, around));
        around.truncate(around.len() - usize::from(tiled.is_some()));
    }

    /// What a schedule asks for.
    pub fn of(wanted: &NestSchedule) -> Asked {
        let mut asked = Asked::default();
        for statement in &wanted.body {
            asked.note_tiles(statement, &mut Vec::new());
        }
        let mut pending: Vec<&Statement> = wanted.body.iter().collect();
        while let Some(statement) = pending.pop() {
            if let Statement::Reads(reads) = statement
                && (reads.way != Way::Panels || reads.arrays.len() > 1)
            {
                let mut arrays: Vec<Symbol> = reads.arrays.iter().map(|name| name.symbol).collect();
                arrays.sort_unstable_by_key(|array| array.as_str());
                arrays.dedup();
                let found = (reads.way, arrays);
                if !asked.reads.contains(&found) {
                    asked.reads.push(found);
                }
            }
            pending.extend(statement.inside());
        }
        asked
    }
}

/// What is known of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassData {
    /// What is known of the value of an expression; `None` for a statement.
    pub fact: Option<Fact>,
    /// The normal form of an index expression without tile sizes.
    pub linear: Option<Linear>,
    /// Variables of an expression.
    pub variables: Arc<BTreeSet<Symbol>>,
    /// Variables whose value the expression computes with outside subscripts.
    pub data_variables: Arc<BTreeSet<Symbol>>,
    /// What an expression reads, or a statement reads and writes.
    pub accesses: Arc<BTreeSet<AccessId>>,
    /// The induction variables of the source that a statement iterates over, wholly or in part.
    pub bound: Arc<BTreeSet<Symbol>>,
    /// Whether the statement can be executed without any loop, by copies and vectors.
    pub straight: bool,
    /// Whether the statement is a store or a sequence of stores.
    pub flat: bool,
    /// Whether the statement is made of stores, sequences and conditions.
    pub loopless: bool,
}

impl egg::Analysis<Node> for NestAnalysis<'_> {
    type Data = ClassData;

    fn make(egraph: &mut EGraph<'_>, node: &Node, _id: Id) -> ClassData {
        let children = || node_children(node).map(|id| &egraph[id].data);
        let fact = |id: Id| egraph[id].data.fact.as_ref();
        let mut data = ClassData {
            fact: Fact::make(node, fact, &egraph.analysis.environment),
            linear: linear_of(node, |id| egraph[id].data.linear.as_ref()),
            variables: union(children().map(|d| &d.variables)),
            data_variables: union(children().map(|d| &d.data_variables)),
            accesses: union(children().map(|d| &d.accesses)),
            bound: union(children().map(|d| &d.bound)),
            straight: match node {
                Node::Store(..) => true,
                Node::Seq(statements) => statements.iter().all(|&s| egraph[s].data.straight),
                Node::For(
                    Loop {
                        kind: LoopKind::Unrolled | LoopKind::Vectorized,
                        ..
                    },
                    [_, _, body],
                ) => egraph[*body].data.straight,
                Node::If(_, children) => branches(children).1.iter().all(|&s| egraph[s].data.straight),
                _ => false,
            },
            loopless: match node {
                Node::Store(..) => true,
                Node::Seq(statements) => statements.iter().all(|&s| egraph[s].data.loopless),
                Node::If(_, children) => branches(children).1.iter().all(|&s| egraph[s].data.loopless),
                _ => false,
            },
            flat: match node {
                Node::Store(..) => true,
                Node::Seq(statements) => statements.iter().all(|&s| egraph[s].data.flat),
                _ => false,
            },
        };
        match node {
            Node::Var(name) => {
                Arc::make_mut(&mut data.variables).insert(*name);
                Arc::make_mut(&mut data.data_variables).insert(*name);
            }
            Node::Load(buffer, _, indices) => {
                let access = access_of(egraph, *buffer, indices, false);
                Arc::make_mut(&mut data.accesses).insert(egraph.analysis.dependences.intern(access));
                data.data_variables = Arc::default();
            }
            Node::Store(buffer, children) => {
                let (value, indices) = children.split_last().expect("a store has a value");
                data.data_variables = Arc::clone(&egraph[*value].data.data_variables);
                let access = access_of(egraph, *buffer, indices, true);
                Arc::make_mut(&mut data.accesses).insert(egraph.analysis.dependences.intern(access));
            }
            Node::If(comparisons, children) => {
                data.accesses = Arc::new(guarded(egraph, comparisons, children));
                let statements = branches(children).1;
                data.data_variables = union(statements.iter().map(|&s| &egraph[s].data.data_variables));
            }
            Node::For(Loop { iv, .. }, [_, _, body]) => {
                data.data_variables = Arc::clone(&egraph[*body].data.data_variables);
                let root = egraph.analysis.root(*iv);
                Arc::make_mut(&mut data.bound).insert(root);
            }
            _ => {}
        }
        data
    }

    /// Both nodes are the same function, so what is known of either holds for the class: the shorter
    /// set of accesses, of two equally long ones that with more conditions; the variables of either.
    fn merge(&mut self, a: &mut ClassData, b: ClassData) -> DidMerge {
        let mut did = DidMerge(false, false);
        let mut keep = |a_is_as_good: bool, b_is_as_good: bool, take: &mut dyn FnMut()| {
            if a_is_as_good {
                did.1 |= !b_is_as_good;
            } else {
                take();
                did.0 = true;
            }
        };
        keep(
            a.linear.is_some() || b.linear.is_none(),
            a.linear == b.linear,
            &mut || a.linear.clone_from(&b.linear),
        );
        for (mine, theirs) in [
            (&mut a.variables, &b.variables),
            (&mut a.data_variables, &b.data_variables),
        ] {
            keep(mine.len() <= theirs.len(), *mine == *theirs, &mut || {
                mine.clone_from(theirs)
            });
        }
        let same_cells = a.accesses == b.accesses;
        let same_loops = a.bound == b.bound;
        self.learned += usize::from(a.fact.is_some() || !same_cells || !same_loops);
        keep(
            openness(&self.dependences, &a.accesses) <= openness(&self.dependences, &b.accesses),
            same_cells,
            &mut || a.accesses.clone_from(&b.accesses),
        );
        keep(a.bound.len() <= b.bound.len(), same_loops, &mut || {
            a.bound.clone_from(&b.bound)
        });
        for (mine, theirs) in [
            (&mut a.straight, b.straight),
            (&mut a.flat, b.flat),
            (&mut a.loopless, b.loopless),
        ] {
            keep(*mine || !theirs, *mine == theirs, &mut || *mine = theirs);
        }
        if let (Some(mine), Some(theirs)) = (&mut a.fact, b.fact) {
            did = did | mine.merge(theirs);
        }
        did
    }
}

impl Relates for NestAnalysis<'_> {}

impl HasFact for ClassData {
    fn fact(&self) -> Option<&Fact> {
        self.fact.as_ref()
    }
}

impl HasEnvironment for NestAnalysis<'_> {
    fn environment(&self) -> &Environment {
        &self.environment
    }
}

/// The accesses of a class of statements.
pub(crate) fn accesses_of<'e>(egraph: &'e EGraph<'_>, class: Id) -> impl Iterator<Item = &'e Access> {
    let dependences = &egraph.analysis.dependences;
    egraph[class].data.accesses.iter().map(|&a| dependences.access(a))
}

/// Those that write.
pub fn writes_of<'e>(egraph: &'e EGraph<'_>, class: Id) -> impl Iterator<Item = &'e Access> {
    accesses_of(egraph, class).filter(|access| access.is_write)
}

/// The e-graph of a nest, with the class of its root.
pub fn of_nest<'a>(nest: &Nest, oracle: &'a dyn Emptiness) -> (EGraph<'a>, Id) {
    with_root(EGraph::new(analysis_of(nest, oracle)), nest)
}

/// The same, which can tell why two forms are one.
pub(crate) fn explained<'a>(nest: &Nest, oracle: &'a dyn Emptiness) -> (EGraph<'a>, Id) {
    with_root(
        EGraph::new(analysis_of(nest, oracle)).with_explanations_enabled(),
        nest,
    )
}

fn with_root<'a>(mut egraph: EGraph<'a>, nest: &Nest) -> (EGraph<'a>, Id) {
    let root = egraph.add_expr(&nest.term);
    egraph.rebuild();
    (egraph, root)
}

fn analysis_of<'a>(nest: &Nest, oracle: &'a dyn Emptiness) -> NestAnalysis<'a> {
    let mut dependences = Dependences::new(oracle);
    dependences.buffers = nest
        .buffers
        .iter()
        .map(|(name, (buffer, _))| (*name, buffer.clone()))
        .collect();
    dependences.domains = nest.domains.clone();
    dependences.executed = nest.executed.clone();
    dependences.assumed = nest.assumed.clone();
    let mut environment = Environment::default();
    let mut loops = IndexMap::new();
    for (name, domain) in &nest.domains {
        loops.insert(
            *name,
            LoopVariable {
                root: *name,
                level: Level::Point,
            },
        );
        let lower = domain.lower.iter().filter_map(Linear::as_constant).max();
        let upper = domain.upper.iter().filter_map(Linear::as_constant).min();
        let mut fact = Fact::between(lower, upper.map(|u| u - 1));
        if let (true, [start]) = (domain.step > 1, domain.lower.as_slice())
            && let Some(start) = start.as_constant()
        {
            fact = fact.congruent(domain.step, start);
        }
        // A loop that never runs has no iteration of which a fact could be false; none is assumed.
        if !fact.contradiction {
            environment.assume(*name, fact);
        }
    }
    NestAnalysis {
        dependences,
        refusals: Refusals::new(nest.places.clone()),
        environment,
        typical_sizes: typical_sizes(nest),
        loops,
        wavefronts: IndexMap::new(),
        refused: BTreeSet::new(),
        split_points: BTreeSet::new(),
        vectorizable: BTreeSet::new(),
        promotable: BTreeSet::new(),
        private: private_temporaries(nest)
            .into_iter()
            .chain(nest.private_arrays.clone())
            .collect(),
        partial: nest.partial.clone(),
        runs_on_threads: false,
        keeps_order: false,
        asked: Asked::default(),
        shapes: Vec::new(),
        learned: 0,
    }
}

impl NestAnalysis<'_> {
    /// The induction variable of the source behind a loop variable.
    pub fn root(&self, iv: Symbol) -> Symbol {
        self.loops.get(&iv).map_or(iv, |l| l.root)
    }

    /// The level of a loop variable; that of the source for one that is not known.
    pub fn level(&self, iv: Symbol) -> Level {
        self.loops.get(&iv).map_or(Level::Point, |l| l.level)
    }
}

fn node_children(node: &Node) -> impl Iterator<Item = Id> + '_ {
    egg::Language::children(node).iter().copied()
}

fn access_of(egraph: &EGraph<'_>, buffer: Symbol, indices: &[Id], is_write: bool) -> Access {
    Access {
        buffer,
        indices: indices.iter().map(|&i| egraph[i].data.linear.clone()).collect(),
        is_write,
        guard: Guard::new(),
    }
}

/// Accesses of a branch with the conditions under which they are executed. Where there would be more, in conditions inside of
/// others that fail in several ways each, these are left out.
const MOST_GUARDED: usize = 256;

/// The accesses of the branches of an `If`, with what its conditions say of each.
fn guarded(egraph: &mut EGraph<'_>, comparisons: &[Comparison], children: &[Id]) -> BTreeSet<AccessId> {
    let (conditions, branches) = branches(children);
    let conditions: Option<Vec<Condition>> = conditions
        .iter()
        .zip(comparisons)
        .map(|(&id, &comparison)| {
            let expr = egraph[id].data.linear.clone()?;
            Some(Condition { expr, comparison })
        })
        .collect();
    // A variable of tiles has one value in a dependence question, but may have two where its loop is inside.
    let is_of_source = |condition: &Condition| {
        let mut of_source = true;
        condition
            .expr
            .for_each_var(&mut |v| of_source &= egraph.analysis.level(v) == Level::Point);
        of_source
    };
    let conditions = conditions.filter(|all| all.iter().all(is_of_source));
    let anywhere = || vec![Guard::new()];
    let cases = match &conditions {
        Some(all) => [
            vec![all.iter().cloned().collect()],
            otherwise(all).unwrap_or_else(anywhere),
        ],
        None => [anywhere(), anywhere()],
    };
    let mut found = BTreeSet::new();
    for (branch, mut cases) in branches.into_iter().zip(cases) {
        let accesses = Arc::clone(&egraph[branch].data.accesses);
        if accesses.len() * cases.len() > MOST_GUARDED {
            cases = anywhere();
        }
        let dependences = &mut egraph.analysis.dependences;
        for &access in accesses.iter() {
            for case in &cases {
                let access = dependences.access(access);
                if let Some(guard) = both(&access.guard, case) {
                    let access = Access {
                        guard,
                        ..access.clone()
                    };
                    found.insert(dependences.intern(access));
                }
            }
        }
    }
    found
}

/// How much a set of accesses leaves open: the fewer there are the less, and the more of them have guards.
fn openness(dependences: &Dependences<'_>, accesses: &BTreeSet<AccessId>) -> (usize, Reverse<usize>) {
    let conditions = accesses.iter().map(|&a| dependences.access(a).guard.len());
    (accesses.len(), Reverse(conditions.sum()))
}

/// The union, shared with the only set that is not empty where there is just one.
fn union<'s, T: Ord + Copy + 's>(sets: impl Iterator<Item = &'s Arc<BTreeSet<T>>>) -> Arc<BTreeSet<T>> {
    let mut result: Arc<BTreeSet<T>> = Arc::default();
    for set in sets {
        if result.is_empty() {
            result = Arc::clone(set);
        } else if !set.is_subset(&result) {
            Arc::make_mut(&mut result).extend(set.iter().copied());
        }
    }
    result
}
