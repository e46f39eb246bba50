//! The rules of loop nests. Each finds the places where it applies and is legal, and adds the other
//! form to the class of the first; the classes of bodies are shared, for no name is ever substituted.

mod collapse;
mod condition;
mod early;
mod execute;
mod order;
mod panels;
mod parallel;
mod reduce;
mod skew;
mod tile;
mod touched;
mod tried;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use egg::{Id, Symbol};

use crate::answer::Answer;
use crate::dependence::{AccessId, Accesses, Bounds, Direction, Relation};
use crate::egraph::{EGraph, NestAnalysis};
use crate::engine::Profile;
use crate::level::{Level, size_name, tile_of};
use crate::linear::Linear;
use crate::term::{IndexOp, Loop, LoopKind, Node};

pub use collapse::is_product;
pub use early::is_hoisted_elsewhere;
pub use execute::mark_compiled;
use touched::Touched;
use tried::Tried;

/// A rule of loop nests, for listings.
#[derive(Clone, Copy, Debug)]
pub struct LoopRewrite {
    pub name: &'static str,
    /// The two sides in the notation of the rule language.
    pub mathematics: &'static str,
    /// What must hold of the nest.
    pub condition: &'static str,
    find: Find,
}

/// How a rule is asked for other forms.
#[derive(Clone, Copy, Debug)]
enum Find {
    /// Of a loop.
    Loop(fn(&mut EGraph<'_>, Id, &ForNode) -> Vec<Node>),
    /// Of a loop around another one that is its body. The rule looks at their bounds, and at which cells the body of the
    /// inner one touches and which loops it is made of; at nothing else.
    Pair(fn(&mut EGraph<'_>, &ForNode, &ForNode) -> Option<Node>),
}

/// The loop rules, in the order in which they are tried.
pub static LOOP_REWRITES: &[LoopRewrite] = &[
    INTERCHANGE,
    LoopRewrite {
        name: "unswitch",
        mathematics: "for i in a..b { Q; if p { S } else { R } }  =>  \
                      if p { for i in a..b { Q; S } } else { for i in a..b { Q; R } }",
        condition: "i not in p; offered next to few other statements",
        find: Find::Loop(condition::unswitch),
    },
    DISTRIBUTE,
    DISTRIBUTE_GROUPS,
    LoopRewrite {
        name: "split_register_tiles",
        mathematics: "for i in a..b { S }  =>  for i_r in a..m step T { for i in i_r..i_r + T { S } }; \
                      for i in max(a, m)..b { S }",
        condition: "m = a + ((b - a) floordiv T) * T; offered where no dependence is carried by i for some part of S, \
                    or a bound inside moves with i, or where a schedule asks for tiles inside of tiles",
        find: Find::Loop(tile::split_register_tiles),
    },
    LoopRewrite {
        name: "split_at_tile",
        mathematics: "for i in t..t + T { for j in c..i + d { S } }  =>  \
                      for i in t..t + T { for j in c..max(c, t + d) { S }; for j in max(c, t + d)..i + d { S } }",
        condition: "none; a lower bound that rises is split at its greatest value in the tile",
        find: Find::Loop(order::split_at_tile),
    },
    LoopRewrite {
        name: "strip_mine_vectors",
        mathematics: "for i in t..t + T { S }  =>  for i_v in t..t + T step V { for i in i_v..i_v + V { S } }",
        condition: "V | T; offered where the stores of S move by one element with i, or by a few of which S stores all, or S \
                    is a recurrence and does not depend on itself at another i",
        find: Find::Loop(tile::strip_mine_vectors),
    },
    LoopRewrite {
        name: "mask_vectors",
        mathematics: "for i in a..b { S }  =>  for i_v in a..b step V { for i in i_v..min(i_v + V, b) { S } }",
        condition: "none; offered for vectors of which the last has lanes that are no iteration, where the iterations \
                    of S do not depend on each other or accumulate, and what S touches moves by one element with i \
                    or not at all",
        find: Find::Loop(tile::mask_vectors),
    },
    STRIP_MINE,
    LoopRewrite {
        name: "skew",
        mathematics: "for t in a..b { for i in c..d { S } }  =>  for w in c + f * a..d + f * (b - 1) step T { \
                      for t in a..b { for i in max(c, w - f * t)..min(d, w + T - f * t) { S } } }",
        condition: "no instance of S depends on an earlier one with a greater i + f * t; offered for tiles of time",
        find: Find::Loop(skew::skew),
    },
    LoopRewrite {
        name: "skew_registers",
        mathematics: "for i in t..t + T { for j in c..d { S } }  =>  for w in c + f * t..d + f * (t + T - 1) { \
                      for i in t..t + T { for j in max(c, w - f * i)..min(d, w - f * i + 1) { S } } }",
        condition: "no instance of S depends on an earlier one with a greater j + f * i; where none depends on one of \
                    another i with the same, the loop over i may be a vector",
        find: Find::Loop(skew::skew_registers),
    },
    LoopRewrite {
        name: "unroll",
        mathematics: "for i in t..t + T { S }  =>  S(t); S(t + 1); …; S(t + T - 1)",
        condition: "T is a tile size, or the trip count of a tail is a constant",
        find: Find::Loop(execute::unroll),
    },
    LoopRewrite {
        name: "vectorize",
        mathematics: "for i in t..t + V { S }  =>  S on the vector of lanes t, …, t + V - 1",
        condition: "S is stores, some under conditions; no instance of S depends on one with a lesser i, or S is \
                    c = c + e in any order, where i is not in c and e does not read c; what is done under a condition \
                    does not divide, and reads inside its buffers, rows along i left out, where the condition fails; what a choice \
                    by data alone loads are rows along i",
        find: Find::Loop(execute::vectorize),
    },
    LoopRewrite {
        name: "promote",
        mathematics: "for i in a..b { … c[p] … }  =>  r = c[p]; for i in a..b { … r … }; c[p] = r",
        condition: "i not in p; every other access of the body to a cell of c is c[p] itself; \
                    c[p] is inside c even when the loop runs zero times",
        find: Find::Loop(execute::promote),
    },
    LoopRewrite {
        name: PACK_PANELS,
        mathematics: "for i_c in a..b step T { … A[p] … }  =>  for i_c in a..b step T { P = A[tile]; … P[p - tile] … }",
        condition: "the body writes no cell of A that it reads, in whatever order; the tile is inside A, and of constant \
                    size; offered where some loop of the body reads the tile again",
        find: Find::Loop(panels::pack_panels),
    },
    LoopRewrite {
        name: "parallelize",
        mathematics: "for i in a..b { S }  =>  affine.parallel i in a..b { S }",
        condition: "no instance of S depends on one with a lesser i, but through temporaries that each iteration \
                    writes before it reads them; offered where the machine has several threads",
        find: Find::Loop(parallel::parallelize),
    },
    LoopRewrite {
        name: "parallelize_reduction",
        mathematics: "for i in a..b { … c[p] = c[p] + e … }  =>  affine.parallel i in a..b { q[i] = 0; … q[i] = q[i] + e … }; \
                      for i in a..b { c[p] = c[p] + q[i] }",
        condition: "no loop variable in p; e does not read c, and all that is done to c is to add to it in any order; \
                    c[p] is inside c even when nothing is added; otherwise as parallelize",
        find: Find::Loop(parallel::parallelize_reduction),
    },
    LoopRewrite {
        name: "collapse",
        mathematics: "for i in a..b { for j in c..d { S } }  =>  affine.parallel w in 0..(b - a) * (d - c) { \
                      for i in a + w floordiv (d - c)..a + w floordiv (d - c) + 1 { \
                      for j in c + w mod (d - c)..c + w mod (d - c) + 1 { S } } }",
        condition: "i not in c, d; d - c is a constant above zero; both loops as parallelize; offered where i has few \
                    iterations",
        find: Find::Loop(collapse::collapse),
    },
    LoopRewrite {
        name: "hoist",
        mathematics: "for i in a..b { … A[p] … }  =>  if a < b { r = A[p]; for i in a..b { … r … } }",
        condition: "i not in p; no iteration writes A[p]; where S may leave the read out, A[p] is inside A all the same, and \
                    then nothing asks whether a < b; offered in the innermost loop where something in it writes A, \
                    elsewhere where a schedule asks for it",
        find: Find::Loop(early::hoist),
    },
    LoopRewrite {
        name: "prefetch",
        mathematics: "for i in a..b { … A[p(i)] … }  =>  for i in a..b { prefetch A[p(i + n)]; … A[p(i)] … }",
        condition: "none: it is a hint; offered where a schedule asks for it",
        find: Find::Loop(early::prefetch),
    },
];

/// The rules that make every order of every tiling, with one level of tiles and with two. A search has no use for
/// most of them; they span the spaces whose e-graphs are compared with those of other systems.
pub static ORDERS_OF_TILINGS: [&[LoopRewrite]; 2] = [
    &[
        INTERCHANGE,
        LoopRewrite {
            name: "strip_mine",
            find: Find::Loop(|egraph, class, node| {
                tile::strip_mine_points(egraph, class, node, Level::Cache)
            }),
            ..STRIP_MINE
        },
    ],
    &[
        INTERCHANGE,
        LoopRewrite {
            name: "strip_mine",
            find: Find::Loop(|egraph, class, node| {
                tile::strip_mine_points(egraph, class, node, Level::Register)
            }),
            ..STRIP_MINE
        },
        LoopRewrite {
            name: "strip_mine_strips",
            find: Find::Loop(tile::strip_mine_strips),
            ..STRIP_MINE
        },
    ],
];

/// The rules that take loops apart.
pub(crate) static DISTRIBUTION: &[LoopRewrite] = &[DISTRIBUTE, DISTRIBUTE_GROUPS];

const DISTRIBUTE: LoopRewrite = LoopRewrite {
    name: "distribute",
    mathematics: "for i in a..b { S; R }  =>  for i in a..b { S }; for i in a..b { R }",
    condition: "no instance of S depends on one of R with a lesser i",
    find: Find::Loop(order::distribute),
};

const DISTRIBUTE_GROUPS: LoopRewrite = LoopRewrite {
    name: "distribute_groups",
    mathematics: "for i in a..b { S; R; Q }  =>  for i in a..b { R }; for i in a..b { S; Q }",
    condition: "statements that depend on each other both ways stay together; where one depends on another its \
                loop comes after that of the other",
    find: Find::Loop(order::distribute_groups),
};

const INTERCHANGE: LoopRewrite = LoopRewrite {
    name: "interchange",
    mathematics: "for i in a..b { for j in c..d { S } }  =>  for j in c..d { for i in a..b { S } }; \
                  for i in a..b { for j in c..i + d { S } }  =>  for j in c..a + d { for i in a..b { S } }; \
                  for j in max(c, a + d)..b - 1 + d { for i in max(a, j - d + 1)..b { S } }",
    condition: "i not in c, d; no instance of S depends on one with a lesser i and a greater j",
    find: Find::Pair(order::interchange),
};

const STRIP_MINE: LoopRewrite = LoopRewrite {
    name: "strip_mine_cache",
    mathematics: "for i in a..b step s { S }  =>  \
                  for i_c in a..b step T { for i in i_c..min(i_c + T, b) step s { S } }",
    condition: "s | T",
    find: Find::Loop(tile::strip_mine_cache),
};

/// Bounds on the growth of an e-graph; they are checked before each rule application.
#[derive(Clone, Copy, Debug)]
pub struct LoopLimits {
    pub nodes: usize,
    pub iterations: usize,
    /// Dependence questions that the solver is asked: the measure of the work.
    pub questions: usize,
    /// Loops that a rule is applied to, whatever comes of it.
    pub applications: usize,
    /// Whether growth is to end by itself, and the limits are only there in case it does not. Then what a rule makes of two
    /// loops is looked at before the loops around. Where the limits decide what there will be, each rule has its turn
    /// instead: all orders of seven loops leave little for what else could be done with them.
    pub to_the_end: bool,
}

impl Default for LoopLimits {
    fn default() -> LoopLimits {
        LoopLimits {
            nodes: 20_000,
            iterations: 40,
            questions: 30_000,
            applications: 1_000_000,
            to_the_end: false,
        }
    }
}

/// The limit at which growth ended, and how much it allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopStop {
    Iterations(usize),
    Nodes(usize),
    Questions(usize),
    Applications(usize),
}

impl fmt::Display for LoopStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopStop::Iterations(n) => write!(f, "{n} iterations"),
            LoopStop::Nodes(n) => write!(f, "{n} nodes"),
            LoopStop::Questions(n) => write!(f, "{n} dependence questions"),
            LoopStop::Applications(n) => write!(f, "{n} applications of rules"),
        }
    }
}

/// What saturation did.
#[derive(Clone, Debug, Default)]
pub struct LoopReport {
    pub iterations: usize,
    /// Whether nothing more could be added.
    pub saturated: bool,
    /// The limit that was met where more could be.
    pub stop: Option<LoopStop>,
    /// How many unions each rule made.
    pub unions: Vec<(&'static str, usize)>,
    /// The loops that each rule found a form for, its unions, and its time.
    pub rules: BTreeMap<&'static str, Profile>,
}

const PACK_PANELS: &str = "pack_panels";

/// The last loop rules leave nothing for the others to do: each is applied once in the end.
const FINISHING: usize = 6;

/// Applies the loop rules until nothing is new or a limit is met. The finishing ones do not take from what the others
/// may add.
pub fn saturate_loops(egraph: &mut EGraph<'_>, limits: &LoopLimits) -> LoopReport {
    let (others, finishing) = LOOP_REWRITES.split_at(LOOP_REWRITES.len() - FINISHING);
    let mut report = saturate_with(egraph, others, limits);
    let mut size = Size::default();
    for rule in finishing {
        let began = Instant::now();
        let mut done = Profile::default();
        for (class, node) in for_nodes(egraph) {
            // Copies are for those that fit; whether a loop may run on threads is always told.
            let is_full = is_full(egraph, limits, &mut size);
            if is_full && rule.name == PACK_PANELS {
                break;
            }
            done.add(&apply(egraph, rule, class, &node, None));
        }
        egraph.rebuild();
        done.time = began.elapsed();
        report.unions.push((rule.name, done.unions));
        report.rules.entry(rule.name).or_default().add(&done);
    }
    report
}

/// Applies rules of choice until nothing is new or a limit is met.
pub fn saturate_with(egraph: &mut EGraph<'_>, rules: &[LoopRewrite], limits: &LoopLimits) -> LoopReport {
    let mut report = LoopReport {
        unions: rules.iter().map(|rule| (rule.name, 0)).collect(),
        ..LoopReport::default()
    };
    egraph.rebuild();
    let mut size = Size::default();
    let mut applications = 0;
    let mut touched = Touched::default();
    touched.begin(egraph, true);
    let mut tried: Vec<Tried> = rules.iter().map(|_| Tried::default()).collect();
    while report.iterations < limits.iterations {
        report.iterations += 1;
        let mut changed = false;
        for ((rule, tried), (_, unions)) in rules.iter().zip(&mut tried).zip(&mut report.unions) {
            let began = Instant::now();
            let mut done = Profile::default();
            let follows = matches!(rule.find, Find::Pair(_));
            let followed = if limits.to_the_end {
                most_followed(egraph)
            } else {
                0
            };
            let mut pending = for_nodes(egraph);
            pending.reverse();
            while let Some((class, node)) = pending.pop() {
                if !touched.has(egraph, class) {
                    continue;
                }
                report.stop = exceeded(egraph, limits, applications, &mut size);
                if report.stop.is_some() {
                    break;
                }
                applications += 1;
                let known = egraph.nodes().len();
                let (class, node) = (egraph.find(class), node.canonical(egraph));
                let made = apply(egraph, rule, class, &node, Some(&mut *tried));
                if made.unions > 0 {
                    touched.add(egraph, class);
                }
                if follows && known < followed {
                    let added = loops_since(egraph, known);
                    added.iter().for_each(|(class, _)| touched.add(egraph, *class));
                    pending.extend(added.into_iter().rev());
                }
                done.add(&made);
            }
            egraph.rebuild();
            if done.unions > 0 {
                touched.note(egraph);
            }
            done.time = began.elapsed();
            *unions += done.unions;
            changed |= done.unions > 0;
            report.rules.entry(rule.name).or_default().add(&done);
            if report.stop.is_some() {
                return report;
            }
        }
        if !changed && touched.is_all() {
            report.saturated = true;
            return report;
        }
        touched.begin(egraph, !changed);
    }
    report.stop = Some(LoopStop::Iterations(limits.iterations));
    report
}

/// Up to how many nodes, those of forms that became one included, a rule is tried at once on the loops that it made
/// itself. What is made of loops inside is known then before the loops around are looked at, and found there, where it
/// would otherwise be made again for each of them and united later. It is bounded lest the other rules have no turn.
fn most_followed(egraph: &EGraph<'_>) -> usize {
    (2 * egraph.nodes().len()).max(LEAST_FOLLOWED)
}

/// The figure is arbitrary: all orders of eight loops.
const LEAST_FOLLOWED: usize = 1_000;

/// Applies a rule to every loop of a class, and says how many unions it made.
pub fn apply_in(egraph: &mut EGraph<'_>, rule: &LoopRewrite, class: Id) -> usize {
    let class = egraph.find(class);
    let mut nodes = sequential_loops(egraph, class);
    nodes.retain(|node| !node.has_places(egraph));
    let unions = nodes
        .iter()
        .map(|node| apply(egraph, rule, class, node, None).unions);
    unions.sum()
}

/// Applies a rule to a loop, and says what came of it. Pairs that have been tried are left out.
fn apply(
    egraph: &mut EGraph<'_>,
    rule: &LoopRewrite,
    class: Id,
    node: &ForNode,
    tried: Option<&mut Tried>,
) -> Profile {
    egraph.analysis.refusals.begin();
    egraph.analysis.shapes.clear();
    let (replacements, applied_before) = match (rule.find, tried) {
        (Find::Loop(find), _) => (find(egraph, class, node), false),
        (Find::Pair(find), Some(tried)) => tried.others(egraph, find, node),
        (Find::Pair(find), None) => {
            let inner = sequential_loops(egraph, node.body).into_iter();
            let made = inner.filter_map(|inner| {
                let made = find(egraph, node, &inner)?;
                egraph.analysis.shapes.push(inner.node());
                Some(made)
            });
            (made.collect(), false)
        }
    };
    let applied = applied_before || !replacements.is_empty();
    egraph.analysis.refusals.end(rule.name, applied);
    let mut done = Profile {
        matches: usize::from(!replacements.is_empty()),
        ..Profile::default()
    };
    // Where not every form was made of a body of a certain shape, it is the same for all which shape the body has.
    let mut shapes = std::mem::take(&mut egraph.analysis.shapes);
    if shapes.len() != replacements.len() {
        shapes.clear();
    }
    for (n, replacement) in replacements.into_iter().enumerate() {
        let id = add(egraph, replacement);
        done.unions += usize::from(match egraph.are_explanations_enabled() {
            true => {
                let shape = shapes.get(n).cloned();
                let body = shape.map_or(node.body, |shape| egraph.add_uncanonical(shape));
                let from = egraph.add_uncanonical(ForNode { body, ..*node }.node());
                egraph.union_trusted(from, id, rule.name)
            }
            false => egraph.union(class, id),
        });
    }
    done
}

/// Makes the symbols of the tiles of loops. Symbols are ordered by when they were first made, and sums by symbols; so
/// that is not left to the threads that search the forms of a nest.
pub(crate) fn name_tiles<'n>(roots: impl Iterator<Item = &'n Symbol> + Clone) {
    for root in roots.clone() {
        for level in ["c", "r", "v", "w", "s"] {
            size_name(Symbol::from(format!("{root}'{level}")));
        }
        for inner in roots.clone() {
            collapse::product_name(*root, *inner);
        }
    }
}

/// The nodes of an e-graph, counted again only when some have been added.
#[derive(Default)]
struct Size {
    added: usize,
    nodes: usize,
}

fn exceeded(
    egraph: &EGraph<'_>,
    limits: &LoopLimits,
    applications: usize,
    size: &mut Size,
) -> Option<LoopStop> {
    if is_full(egraph, limits, size) {
        Some(LoopStop::Nodes(limits.nodes))
    } else if egraph.analysis.dependences.queries() >= limits.questions {
        Some(LoopStop::Questions(limits.questions))
    } else {
        (applications >= limits.applications).then_some(LoopStop::Applications(limits.applications))
    }
}

fn is_full(egraph: &EGraph<'_>, limits: &LoopLimits, size: &mut Size) -> bool {
    // There are no more nodes than have been added.
    if egraph.total_size() >= limits.nodes && size.added != egraph.total_size() {
        size.added = egraph.total_size();
        size.nodes = egraph.total_number_of_nodes();
    }
    size.nodes >= limits.nodes
}

/// A `For` node taken apart, its children canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ForNode {
    head: Loop,
    lo: Id,
    hi: Id,
    body: Id,
}

impl ForNode {
    /// The sequential loop that a node is.
    fn of(egraph: &EGraph<'_>, node: &Node) -> Option<ForNode> {
        match *node {
            Node::For(head, [lo, hi, body]) if head.kind == LoopKind::Sequential => {
                Some(ForNode { head, lo, hi, body }.canonical(egraph))
            }
            _ => None,
        }
    }

    fn node(&self) -> Node {
        Node::For(self.head, [self.lo, self.hi, self.body])
    }

    /// The same, its children canonical again.
    fn canonical(self, egraph: &EGraph<'_>) -> ForNode {
        ForNode {
            lo: egraph.find(self.lo),
            hi: egraph.find(self.hi),
            body: egraph.find(self.body),
            ..self
        }
    }

    /// Whether it is over the places of a wavefront.
    fn has_places(&self, egraph: &EGraph<'_>) -> bool {
        egraph.analysis.level(self.head.iv).has_places()
    }
}

/// Every sequential loop, by class, but for those over the places of a wavefront.
fn for_nodes(egraph: &EGraph<'_>) -> Vec<(Id, ForNode)> {
    let mut found: Vec<(Id, ForNode)> = egraph
        .classes()
        .flat_map(|class| {
            sequential_loops(egraph, class.id)
                .into_iter()
                .filter(|node| !node.has_places(egraph))
                .map(|node| (class.id, node))
        })
        .collect();
    found.sort_by_key(|(class, node)| (*class, node.lo, node.hi, node.body));
    found
}

fn sequential_loops(egraph: &EGraph<'_>, class: Id) -> Vec<ForNode> {
    let nodes = egraph[class].nodes.iter();
    nodes.filter_map(|node| ForNode::of(egraph, node)).collect()
}

/// As [`for_nodes`], those that were added when there were so many nodes, in the order in which they were.
fn loops_since(egraph: &EGraph<'_>, known: usize) -> Vec<(Id, ForNode)> {
    let added = (known..).zip(&egraph.nodes()[known..]);
    added
        .filter_map(|(n, node)| Some((egraph.find(Id::from(n)), ForNode::of(egraph, node)?)))
        .filter(|(_, node)| !node.has_places(egraph))
        .collect()
}

/// The bounds of a loop and of those that its body is, one inside the other, as far as they are affine and say
/// the same in every iteration of the loop.
fn bounds_around(egraph: &EGraph<'_>, node: &ForNode) -> Vec<Bounds> {
    let mut inside = BTreeSet::new();
    let mut found = Vec::new();
    found.extend(bounds_of(egraph, &node.head, node.lo, node.hi, &mut inside));
    found.extend(bounds_inside(egraph, node.body, &mut inside));
    found
}

/// The bounds of the loops that a statement is, one inside the other. Loops around it, whose variables are not in
/// `inside`, have one iteration for all of them.
fn bounds_inside(egraph: &EGraph<'_>, statement: Id, inside: &mut BTreeSet<Symbol>) -> Vec<Bounds> {
    let mut found = Vec::new();
    let mut at = egraph.find(statement);
    loop {
        // All loops of the class run through the same iterations; one that is no loop over tiles says most.
        let loops = egraph[at].nodes.iter().filter_map(|n| match n {
            Node::For(head, [lo, hi, body]) => Some((*head, *lo, *hi, egraph.find(*body))),
            _ => None,
        });
        let next = loops.min_by_key(|(head, ..)| egraph.analysis.level(head.iv));
        match next {
            Some((head, lo, hi, body)) if !inside.contains(&head.iv) => {
                found.extend(bounds_of(egraph, &head, lo, hi, inside));
                at = body;
            }
            _ => return found,
        }
    }
}

/// The bounds of a loop over iterations of the source, where those are affine and no tile inside moves them.
fn bounds_of(
    egraph: &EGraph<'_>,
    head: &Loop,
    lo: Id,
    hi: Id,
    inside: &mut BTreeSet<Symbol>,
) -> Option<Bounds> {
    let level = |v: Symbol| egraph.analysis.level(v);
    inside.insert(head.iv);
    let [lower, upper] = [lo, hi].map(|bound| egraph[bound].data.linear.clone());
    let (lower, upper) = (lower?, upper?);
    let mut fixed = level(head.iv) == Level::Point;
    for bound in [&lower, &upper] {
        bound.for_each_var(&mut |v| fixed &= level(v) == Level::Point || !inside.contains(&v));
    }
    fixed.then_some(Bounds {
        name: head.iv,
        lower,
        upper,
    })
}

/// Whether no pair of accesses of `first` and `second` depends under the relation; a failed analysis
/// means that it may.
fn independent(egraph: &mut EGraph<'_>, first: &Accesses, second: &Accesses, relation: &Relation) -> bool {
    let dependences = &mut egraph.analysis.dependences;
    let found = dependences.first_dependent([first, second], relation);
    if let Some((a, b, answer)) = found {
        forbid(egraph, a, b, relation, answer);
    }
    found.is_none()
}

/// Notes a dependence for the case that it keeps the rule that asked for it from applying.
fn forbid(egraph: &mut EGraph<'_>, a: AccessId, b: AccessId, relation: &Relation, answer: Answer) {
    let NestAnalysis {
        dependences,
        refusals,
        ..
    } = &mut egraph.analysis;
    if !refusals.is_listening() {
        return;
    }
    let order: Vec<Symbol> = dependences.domains.keys().copied().collect();
    let pair = [dependences.access(a), dependences.access(b)];
    let (loops, why) = refusals.dependence(pair, relation, answer, &order, &dependences.buffers);
    refusals.because(loops, why);
}

/// Whether no two iterations of the loop, everything around it equal, depend on each other.
fn is_parallel(egraph: &mut EGraph<'_>, node: &ForNode) -> bool {
    is_parallel_over(egraph, node.head.iv, node.body)
}

/// Whether no two iterations of a loop over `iv` around `body` depend on each other, the loops around it equal.
fn is_parallel_over(egraph: &mut EGraph<'_>, iv: Symbol, body: Id) -> bool {
    let x = egraph.analysis.root(iv);
    let relation = relation_inside(egraph, body, &[(x, Direction::Less)]);
    let accesses = Arc::clone(&egraph[body].data.accesses);
    independent(egraph, &accesses, &accesses, &relation)
}

/// Whether some iteration of the loop depends on an earlier one. A rule that asks this is for such loops, so no
/// dependence forbids it.
fn carries_dependence(egraph: &mut EGraph<'_>, node: &ForNode) -> bool {
    let asked = egraph.analysis.refusals.pending();
    let carries = !is_parallel(egraph, node);
    egraph.analysis.refusals.forget(asked);
    carries
}

/// The given directions, with every loop variable of the source that `body` does not iterate over equal.
fn relation_inside(egraph: &EGraph<'_>, body: Id, given: &[(Symbol, Direction)]) -> Relation {
    let bound = &egraph[body].data.bound;
    let around = egraph
        .analysis
        .dependences
        .domains
        .keys()
        .filter(|name| !bound.contains(*name));
    let mut relation: Relation = around.map(|name| (*name, Direction::Equal)).collect();
    relation.extend(given.iter().copied());
    relation
}

/// The variable of the tile that a loop iterates within: its lower bound is that variable.
fn tile_around(egraph: &EGraph<'_>, node: &ForNode) -> Option<Symbol> {
    let root = egraph.analysis.root(node.head.iv);
    egraph[node.lo].nodes.iter().find_map(|n| match n {
        Node::Var(v)
            if *v != node.head.iv && egraph.analysis.loops.get(v).is_some_and(|l| l.root == root) =>
        {
            Some(*v)
        }
        _ => None,
    })
}

/// Whether a loop runs over the whole of a tile of this level, and nothing else.
fn covers_tile(egraph: &EGraph<'_>, node: &ForNode, level: Level) -> bool {
    let Some(tile) = tile_around(egraph, node).filter(|tile| egraph.analysis.level(*tile) == level) else {
        return false;
    };
    is_end_of_tile(egraph, node.hi, tile)
}

/// Whether a bound is where a tile ends that is whole.
fn is_end_of_tile(egraph: &EGraph<'_>, bound: Id, tile: Symbol) -> bool {
    let is = |class: Id, name: Symbol| egraph[class].nodes.contains(&Node::Var(name));
    egraph[bound].nodes.iter().any(|end| match end {
        Node::Index(IndexOp::Add, [start, size]) => is(*start, tile) && is(*size, size_name(tile)),
        _ => false,
    })
}

fn is_tail(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    egraph
        .analysis
        .split_points
        .iter()
        .any(|&point| egraph.find(point) == node.lo)
}

/// Whether the loop is a tail whose trip count is a constant once the tile sizes are.
fn is_fixed_tail(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let mut variables = [node.lo, node.hi]
        .into_iter()
        .flat_map(|bound| egraph[bound].data.variables.iter());
    is_tail(egraph, node) && variables.all(|v| tile_of(*v).is_some())
}

/// Adds a statement. Where explanations are kept it is this one that is explained, not another of its class.
fn add(egraph: &mut EGraph<'_>, statement: Node) -> Id {
    match egraph.are_explanations_enabled() {
        true => egraph.add_uncanonical(statement),
        false => egraph.add(statement),
    }
}

fn sequence(egraph: &mut EGraph<'_>, statements: &[Id]) -> Id {
    match statements {
        [only] => *only,
        _ => add(egraph, Node::Seq(statements.into())),
    }
}

/// The class of a normal form.
fn index_of(egraph: &mut EGraph<'_>, linear: &Linear) -> Id {
    linear.nodes(&mut |node| egraph.add(node))
}
