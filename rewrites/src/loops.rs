//! The rules of loop nests. Each finds the places where it applies and is legal, and adds the other
//! form to the class of the first; the classes of bodies are shared, for no name is ever substituted.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egg::{Id, Symbol};

use crate::answer::Answer;
use crate::dependence::{Access, AccessId, Direction, Relation};
use crate::egraph::{EGraph, Level, LoopVariable};
use crate::linear::Linear;
use crate::term::{IndexOp, Loop, LoopKind, Node, Step};

/// A rule of loop nests, for listings.
#[derive(Clone, Copy, Debug)]
pub struct LoopRule {
    pub name: &'static str,
    /// The two sides in the notation of the rule language.
    pub mathematics: &'static str,
    /// What must hold of the nest.
    pub condition: &'static str,
    find: fn(&mut EGraph<'_>, Id, &ForNode) -> Vec<Node>,
}

/// The loop rules, in the order in which they are tried.
pub static LOOP_RULES: &[LoopRule] = &[
    LoopRule {
        name: "interchange",
        mathematics: "for i in a..b { for j in c..d { S } }  =>  for j in c..d { for i in a..b { S } }",
        condition: "i not in c, d; no instance of S depends on one with a lesser i and a greater j",
        find: interchange,
    },
    LoopRule {
        name: "distribute",
        mathematics: "for i in a..b { S; R }  =>  for i in a..b { S }; for i in a..b { R }",
        condition: "no instance of S depends on one of R with a lesser i",
        find: distribute,
    },
    LoopRule {
        name: "split_register_tiles",
        mathematics: "for i in a..b { S }  =>  for i_r in a..m step T { for i in i_r..i_r + T { S } }; \
                      for i in max(a, m)..b { S }",
        condition: "m = a + ((b - a) floordiv T) * T; offered where no dependence is carried by i",
        find: split_register_tiles,
    },
    LoopRule {
        name: "strip_mine_vectors",
        mathematics: "for i in t..t + T { S }  =>  for i_v in t..t + T step V { for i in i_v..i_v + V { S } }",
        condition: "V | T; offered where a store of S moves by one element with i",
        find: strip_mine_vectors,
    },
    LoopRule {
        name: "strip_mine_cache",
        mathematics: "for i in a..b step s { S }  =>  \
                      for i_c in a..b step T { for i in i_c..min(i_c + T, b) step s { S } }",
        condition: "s | T",
        find: strip_mine_cache,
    },
    LoopRule {
        name: "unroll",
        mathematics: "for i in t..t + T { S }  =>  S(t); S(t + 1); …; S(t + T - 1)",
        condition: "T is a tile size, or the trip count of a tail is a constant",
        find: unroll,
    },
    LoopRule {
        name: "vectorize",
        mathematics: "for i in t..t + V { S }  =>  S on the vector of lanes t, …, t + V - 1",
        condition: "S is stores only; no instance of S depends on one with a lesser i",
        find: vectorize,
    },
    LoopRule {
        name: "promote",
        mathematics: "for i in a..b { … c[p] … }  =>  r = c[p]; for i in a..b { … r … }; c[p] = r",
        condition: "i not in p; every other access of the body to a cell of c is c[p] itself; \
                    c[p] is inside c even when the loop runs zero times",
        find: promote,
    },
];

/// Bounds on the growth of an e-graph; they are checked before each rule application.
#[derive(Clone, Copy, Debug)]
pub struct LoopLimits {
    pub nodes: usize,
    pub iterations: usize,
    pub time: Duration,
}

impl Default for LoopLimits {
    fn default() -> LoopLimits {
        LoopLimits {
            nodes: 20_000,
            iterations: 40,
            time: Duration::from_secs(3),
        }
    }
}

/// What saturation did.
#[derive(Clone, Debug, Default)]
pub struct LoopReport {
    pub iterations: usize,
    /// Whether nothing more could be added.
    pub saturated: bool,
    /// How many unions each rule of [`LOOP_RULES`] made.
    pub unions: Vec<(&'static str, usize)>,
}

/// Applies the loop rules until nothing is new or a limit is met.
pub fn saturate_loops(egraph: &mut EGraph<'_>, limits: &LoopLimits) -> LoopReport {
    let start = Instant::now();
    let mut report = LoopReport {
        unions: LOOP_RULES.iter().map(|rule| (rule.name, 0)).collect(),
        ..LoopReport::default()
    };
    egraph.rebuild();
    while report.iterations < limits.iterations {
        report.iterations += 1;
        let mut changed = false;
        for (rule, (_, unions)) in LOOP_RULES.iter().zip(&mut report.unions) {
            for (class, node) in for_nodes(egraph) {
                if egraph.total_number_of_nodes() >= limits.nodes || start.elapsed() >= limits.time {
                    egraph.rebuild();
                    return report;
                }
                for replacement in (rule.find)(egraph, class, &node) {
                    let id = egraph.add(replacement);
                    if egraph.union(class, id) {
                        *unions += 1;
                        changed = true;
                    }
                }
            }
            egraph.rebuild();
        }
        if !changed {
            report.saturated = true;
            break;
        }
    }
    report
}

/// Notes what an optimising compiler does by itself. It turns a loop into vector code when its iterations are
/// independent and what moves with them moves by one element; it holds a cell that does not move with a
/// loop in a register.
pub fn mark_compiled(egraph: &mut EGraph<'_>) {
    let mut found = std::collections::BTreeSet::new();
    let mut promotable = std::collections::BTreeSet::new();
    for (_, node) in for_nodes(egraph) {
        let root = egraph.analysis.root(node.head.iv);
        if egraph[node.body].data.flat && !promoted_cells(egraph, node.body, root).is_empty() {
            promotable.insert((node.body, root));
        }
        let body = &egraph[node.body].data;
        let dependences = &egraph.analysis.dependences;
        let candidate = body.flat
            && !body.data_variables.contains(&node.head.iv)
            && stores_contiguously(egraph, &node)
            && body
                .accesses
                .iter()
                .all(|&a| moves_by_at_most_one(dependences.access(a), root));
        if candidate && !found.contains(&(node.body, root)) && is_parallel(egraph, &node) {
            found.insert((node.body, root));
        }
    }
    egraph.analysis.vectorizable = found;
    egraph.analysis.promotable = promotable;
}

/// A `For` node taken apart, its children canonical.
struct ForNode {
    head: Loop,
    lo: Id,
    hi: Id,
    body: Id,
}

/// Every sequential loop, by class.
fn for_nodes(egraph: &EGraph<'_>) -> Vec<(Id, ForNode)> {
    let mut found: Vec<(Id, ForNode)> = egraph
        .classes()
        .flat_map(|class| {
            sequential_loops(egraph, class.id)
                .into_iter()
                .map(|node| (class.id, node))
        })
        .collect();
    found.sort_by_key(|(class, node)| (*class, node.lo, node.hi, node.body));
    found
}

fn sequential_loops(egraph: &EGraph<'_>, class: Id) -> Vec<ForNode> {
    let nodes = egraph[class].nodes.iter();
    nodes
        .filter_map(|node| match node {
            Node::For(head, [lo, hi, body]) if head.kind == LoopKind::Sequential => Some(ForNode {
                head: *head,
                lo: egraph.find(*lo),
                hi: egraph.find(*hi),
                body: egraph.find(*body),
            }),
            _ => None,
        })
        .collect()
}

fn interchange(egraph: &mut EGraph<'_>, _class: Id, outer: &ForNode) -> Vec<Node> {
    let mut replacements = Vec::new();
    for inner in sequential_loops(egraph, outer.body) {
        let (x, y) = (
            egraph.analysis.root(outer.head.iv),
            egraph.analysis.root(inner.head.iv),
        );
        let bounds_use_outer = [inner.lo, inner.hi]
            .iter()
            .any(|&bound| egraph[bound].data.variables.contains(&outer.head.iv));
        if x == y || bounds_use_outer {
            continue;
        }
        let relation = relation_inside(
            egraph,
            inner.body,
            &[(x, Direction::Less), (y, Direction::Greater)],
        );
        let accesses = Arc::clone(&egraph[inner.body].data.accesses);
        if independent(egraph, &accesses, &accesses, &relation) {
            let moved = egraph.add(Node::For(outer.head, [outer.lo, outer.hi, inner.body]));
            replacements.push(Node::For(inner.head, [inner.lo, inner.hi, moved]));
        }
    }
    replacements
}

fn distribute(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let x = egraph.analysis.root(node.head.iv);
    let relation = relation_inside(egraph, node.body, &[(x, Direction::Less)]);
    let sequences: Vec<Box<[Id]>> = egraph[node.body]
        .nodes
        .iter()
        .filter_map(|n| match n {
            Node::Seq(statements) if statements.len() > 1 => Some(statements.clone()),
            _ => None,
        })
        .collect();
    let mut replacements = Vec::new();
    for statements in sequences {
        for cut in 1..statements.len() {
            let (first, second) = statements.split_at(cut);
            let accesses = |part: &[Id]| -> BTreeSet<AccessId> {
                part.iter()
                    .flat_map(|&s| egraph[s].data.accesses.iter().copied())
                    .collect()
            };
            let (early, late) = (accesses(first), accesses(second));
            if !independent(egraph, &late, &early, &relation) {
                continue;
            }
            let parts = [first, second].map(|part| {
                let body = sequence(egraph, part);
                egraph.add(Node::For(node.head, [node.lo, node.hi, body]))
            });
            replacements.push(Node::Seq(parts.into()));
        }
    }
    replacements
}

fn split_register_tiles(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let iv = node.head.iv;
    let whole = egraph.analysis.level(iv) == Level::Point
        && node.head.step == Step::Fixed(1)
        && tile_around(egraph, node).is_none()
        && !is_tail(egraph, node);
    let affine = |bound: Id| egraph[bound].data.linear.is_some();
    if !whole || !affine(node.lo) || !affine(node.hi) || !is_parallel(egraph, node) {
        return Vec::new();
    }
    let tile = tile_variable(egraph, iv, Level::Register);
    let size = size_of(egraph, tile);
    // m = a + ((b - a) floordiv T) * T
    let minus_one = egraph.add(Node::Int(-1));
    let minus_a = egraph.add(Node::Index(IndexOp::Mul, [node.lo, minus_one]));
    let extent = egraph.add(Node::Index(IndexOp::Add, [node.hi, minus_a]));
    let tiles = egraph.add(Node::Index(IndexOp::FloorDiv, [extent, size]));
    let covered = egraph.add(Node::Index(IndexOp::Mul, [tiles, size]));
    let middle = egraph.add(Node::Index(IndexOp::Add, [node.lo, covered]));
    // A loop that runs backwards has a middle before its start.
    let forward = match (&egraph[node.lo].data.fact, &egraph[node.hi].data.fact) {
        (Some(lo), Some(hi)) => lo.less_equal(hi),
        _ => Answer::Unknown,
    };
    let rest = match forward {
        Answer::Yes => middle,
        _ => egraph.add(Node::Index(IndexOp::Max, [node.lo, middle])),
    };
    egraph.analysis.split_points.insert(rest);

    let inner = tile_body(egraph, node.head, tile, node.body);
    let head = Loop {
        iv: tile,
        step: Step::Tile(size_name(tile)),
        kind: LoopKind::Sequential,
    };
    let main = egraph.add(Node::For(head, [node.lo, middle, inner]));
    let tail = egraph.add(Node::For(node.head, [rest, node.hi, node.body]));
    vec![Node::Seq([main, tail].into())]
}

fn strip_mine_vectors(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let around = tile_around(egraph, node);
    if around.map(|tile| egraph.analysis.level(tile)) != Some(Level::Register)
        || egraph.analysis.level(node.head.iv) != Level::Point
        || !stores_contiguously(egraph, node)
    {
        return Vec::new();
    }
    let tile = tile_variable(egraph, node.head.iv, Level::Vector);
    let inner = tile_body(egraph, node.head, tile, node.body);
    let head = Loop {
        iv: tile,
        step: Step::Tile(size_name(tile)),
        kind: LoopKind::Sequential,
    };
    vec![Node::For(head, [node.lo, node.hi, inner])]
}

fn strip_mine_cache(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let level = egraph.analysis.level(node.head.iv);
    let strips = match level {
        Level::Register => true,
        Level::Point => node.head.step == Step::Fixed(1) && !is_parallel(egraph, node),
        _ => false,
    };
    if !strips || tile_around(egraph, node).is_some() {
        return Vec::new();
    }
    let tile = tile_variable(egraph, node.head.iv, Level::Cache);
    let (start, size) = (egraph.add(Node::Var(tile)), size_of(egraph, tile));
    let end = egraph.add(Node::Index(IndexOp::Add, [start, size]));
    let end = egraph.add(Node::Index(IndexOp::Min, [end, node.hi]));
    let inner = egraph.add(Node::For(node.head, [start, end, node.body]));
    let head = Loop {
        iv: tile,
        step: Step::Tile(size_name(tile)),
        kind: LoopKind::Sequential,
    };
    vec![Node::For(head, [node.lo, node.hi, inner])]
}

fn unroll(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let in_tile = tile_around(egraph, node).map(|tile| egraph.analysis.level(tile)) == Some(Level::Register);
    if !(in_tile || is_fixed_tail(egraph, node)) || !egraph[node.body].data.straight {
        return Vec::new();
    }
    vec![Node::For(
        Loop {
            kind: LoopKind::Unrolled,
            ..node.head
        },
        [node.lo, node.hi, node.body],
    )]
}

fn vectorize(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let in_vector = tile_around(egraph, node).map(|tile| egraph.analysis.level(tile)) == Some(Level::Vector);
    let body = &egraph[node.body].data;
    if !(in_vector || is_fixed_tail(egraph, node))
        || !body.flat
        || body.data_variables.contains(&node.head.iv)
        || !stores_contiguously(egraph, node)
        || !is_parallel(egraph, node)
    {
        return Vec::new();
    }
    vec![Node::For(
        Loop {
            kind: LoopKind::Vectorized,
            ..node.head
        },
        [node.lo, node.hi, node.body],
    )]
}

fn promote(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let x = egraph.analysis.root(node.head.iv);
    if !egraph[node.body].data.straight || promoted_cells(egraph, node.body, x).is_empty() {
        return Vec::new();
    }
    vec![Node::For(
        Loop {
            kind: LoopKind::Promoted,
            ..node.head
        },
        [node.lo, node.hi, node.body],
    )]
}

/// The writes of a body that a loop over `x` may hold in registers; none when one of the writes that do
/// not move with `x` may not be held.
pub fn promoted_cells(egraph: &mut EGraph<'_>, body: Id, x: Symbol) -> Vec<AccessId> {
    let accesses = Arc::clone(&egraph[body].data.accesses);
    let anywhere = relation_inside(egraph, body, &[]);
    let unrelated: Relation = anywhere.into_iter().filter(|(name, _)| *name != x).collect();
    let dependences = &mut egraph.analysis.dependences;
    let mut cells = Vec::new();
    for &write in accesses.iter() {
        let cell = dependences.access(write).clone();
        let moves = |i: &Option<Linear>| i.as_ref().is_none_or(|i| i.uses(x));
        if !cell.is_write || cell.indices.iter().any(moves) {
            continue;
        }
        let alone = accesses.iter().all(|&other| {
            let access = dependences.access(other);
            (access.buffer == cell.buffer && access.indices == cell.indices)
                || dependences.overlap(write, other, &unrelated) == Answer::No
        });
        if !alone || !dependences.always_in_bounds(write).is_yes() {
            return Vec::new();
        }
        cells.push(write);
    }
    cells
}

/// Whether no pair of accesses of `first` and `second` depends under the relation; a failed analysis
/// means that it may.
fn independent(
    egraph: &mut EGraph<'_>,
    first: &BTreeSet<AccessId>,
    second: &BTreeSet<AccessId>,
    relation: &Relation,
) -> bool {
    let dependences = &mut egraph.analysis.dependences;
    first
        .iter()
        .all(|&a| second.iter().all(|&b| dependences.depend(a, b, relation).is_no()))
}

/// Whether no two iterations of the loop, everything around it equal, depend on each other.
fn is_parallel(egraph: &mut EGraph<'_>, node: &ForNode) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    let relation = relation_inside(egraph, node.body, &[(x, Direction::Less)]);
    let accesses = Arc::clone(&egraph[node.body].data.accesses);
    independent(egraph, &accesses, &accesses, &relation)
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

fn is_tail(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    egraph
        .analysis
        .split_points
        .iter()
        .any(|&point| egraph.find(point) == node.lo)
}

/// Whether the loop is a tail whose trip count is a constant once the tile sizes are.
fn is_fixed_tail(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let root = egraph.analysis.root(node.head.iv);
    let constant = |bounds: &[Linear]| bounds.iter().all(|b| b.as_constant().is_some());
    let domain = egraph.analysis.dependences.domains.get(&root);
    is_tail(egraph, node) && domain.is_some_and(|d| constant(&d.lower) && constant(&d.upper))
}

/// Whether every store of the body that moves with the loop moves by one element of the last dimension,
/// and there is one.
fn stores_contiguously(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let x = egraph.analysis.root(node.head.iv);
    let dependences = &egraph.analysis.dependences;
    let accesses = egraph[node.body]
        .data
        .accesses
        .iter()
        .map(|&a| dependences.access(a));
    let mut writes = accesses.filter(|a| a.is_write);
    let moves = |access: &Access| access.indices.iter().flatten().any(|i| i.uses(x));
    let contiguous = |access: &Access| moves(access) && moves_by_at_most_one(access, x);
    writes.next().is_some_and(contiguous) && writes.all(contiguous)
}

/// Whether consecutive values of a variable touch one element, or consecutive ones of the last dimension.
fn moves_by_at_most_one(access: &Access, x: Symbol) -> bool {
    let moves_by = |index: &Option<Linear>, most: i64| {
        index.as_ref().is_some_and(|index| {
            let distance = index.coefficient(x);
            let rest = Linear::var(x)
                .scale(distance)
                .and_then(|moving| index.subtract(&moving));
            (0..=most).contains(&distance) && rest.is_some_and(|rest| !rest.uses(x))
        })
    };
    match access.indices.split_last() {
        None => true,
        Some((last, outer)) => moves_by(last, 1) && outer.iter().all(|i| moves_by(i, 0)),
    }
}

/// `for i in tile..tile + size { body }`, keeping the step of `head`.
fn tile_body(egraph: &mut EGraph<'_>, head: Loop, tile: Symbol, body: Id) -> Id {
    let (start, size) = (egraph.add(Node::Var(tile)), size_of(egraph, tile));
    let end = egraph.add(Node::Index(IndexOp::Add, [start, size]));
    egraph.add(Node::For(head, [start, end, body]))
}

/// The loop variable over tiles of `iv`'s root at a level: `i'r`, `i'v` or `i'c` for a root `i`. No name
/// of MLIR has an apostrophe, so it clashes with none of the source.
fn tile_variable(egraph: &mut EGraph<'_>, iv: Symbol, level: Level) -> Symbol {
    let root = egraph.analysis.root(iv);
    let suffix = match level {
        Level::Point => "",
        Level::Vector => "'v",
        Level::Register => "'r",
        Level::Cache => "'c",
    };
    let name = Symbol::from(format!("{root}{suffix}"));
    egraph
        .analysis
        .loops
        .entry(name)
        .or_insert(LoopVariable { root, level });
    name
}

/// The symbol of the tile size of a tile loop.
pub fn size_name(tile: Symbol) -> Symbol {
    Symbol::from(format!("T_{tile}"))
}

/// The induction variable of the source and the level of a tile, from the symbol of its size.
pub fn tile_of(size: Symbol) -> Option<(Symbol, Level)> {
    let (root, level) = size.as_str().strip_prefix("T_")?.split_once('\'')?;
    let level = match level {
        "v" => Level::Vector,
        "r" => Level::Register,
        "c" => Level::Cache,
        _ => return None,
    };
    Some((Symbol::from(root), level))
}

fn size_of(egraph: &mut EGraph<'_>, tile: Symbol) -> Id {
    egraph.add(Node::Var(size_name(tile)))
}

fn sequence(egraph: &mut EGraph<'_>, statements: &[Id]) -> Id {
    match statements {
        [only] => *only,
        _ => egraph.add(Node::Seq(statements.into())),
    }
}
