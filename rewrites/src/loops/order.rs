//! The order of loops and statements: interchange and distribution.

use std::collections::BTreeSet;
use std::sync::Arc;

use egg::{Id, Symbol};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::{
    ForNode, add, bounds_inside, bounds_of, carries_dependence, covers_tile, independent, index_of, is_tail,
    relation_inside, sequence, sequential_loops, tile_around,
};
use crate::answer::Answer;
use crate::dependence::{AccessId, Bounds, Direction, Relation};
use crate::egraph::EGraph;
use crate::level::Level;
use crate::linear::Linear;
use crate::term::{IndexOp, Node, Step};

/// Exchanges a loop with the one that its body is.
pub fn interchange(egraph: &mut EGraph<'_>, outer: &ForNode, inner: &ForNode) -> Option<Node> {
    let (x, y) = (
        egraph.analysis.root(outer.head.iv),
        egraph.analysis.root(inner.head.iv),
    );
    let bounds = [inner.lo, inner.hi].map(|bound| Bound::of(egraph, bound, outer.head.iv));
    let [Some(lower), Some(upper)] = bounds else {
        return None;
    };
    let free = matches!((&lower, &upper), (Bound::Free, Bound::Free));
    if x == y || !(free || is_triangle(egraph, outer, inner)) {
        return None;
    }
    if egraph.analysis.keeps_order && !is_of_tiles(egraph, outer, inner) {
        return None;
    }
    let directions = [(x, Direction::Less), (y, Direction::Greater)];
    let relation = relation_inside(egraph, inner.body, &directions);
    let accesses = Arc::clone(&egraph[inner.body].data.accesses);
    if !independent(egraph, &accesses, &accesses, &relation) {
        return None;
    }
    if free {
        let moved = add(egraph, Node::For(outer.head, [outer.lo, outer.hi, inner.body]));
        return Some(Node::For(inner.head, [inner.lo, inner.hi, moved]));
    }
    let zones = Triangle {
        outer,
        inner,
        lower,
        upper,
    };
    zones.exchanged(egraph)
}

/// Whether the outer one of two loops runs over part of what it does in the source, or the inner one over tiles.
fn is_of_tiles(egraph: &EGraph<'_>, outer: &ForNode, inner: &ForNode) -> bool {
    let is_part = tile_around(egraph, outer).is_some() || is_tail(egraph, outer);
    is_part || egraph.analysis.level(inner.head.iv) != Level::Point
}

/// Makes one loop over a sequence one loop for each group of statements that depend on each other both ways, in an
/// order that keeps every dependence. After Allen and Kennedy, *Automatic translation of Fortran programs to
/// vector form*, 1987.
pub fn distribute_groups(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    // What a tile runs through is distributed with the loop around the tiles.
    if egraph.analysis.level(node.head.iv) != Level::Point || tile_around(egraph, node).is_some() {
        return Vec::new();
    }
    let x = egraph.analysis.root(node.head.iv);
    let later = relation_inside(egraph, node.body, &[(x, Direction::Less)]);
    let same = relation_inside(egraph, node.body, &[(x, Direction::Equal)]);
    let mut flat: Vec<Vec<Id>> = Vec::new();
    for statements in sequences(egraph, node.body) {
        let mut all = Vec::new();
        statements
            .iter()
            .for_each(|&s| flatten(egraph, s, MOST_NESTED, &mut all));
        if all.len() <= MOST_STATEMENTS && !flat.contains(&all) {
            flat.push(all);
        }
    }
    let mut replacements = Vec::new();
    for statements in flat {
        let accesses: Vec<Arc<BTreeSet<AccessId>>> = statements
            .iter()
            .map(|&s| Arc::clone(&egraph[s].data.accesses))
            .collect();
        let mut graph: DiGraph<usize, ()> = DiGraph::new();
        let nodes: Vec<_> = (0..statements.len()).map(|n| graph.add_node(n)).collect();
        let mut back = None;
        for (a, first) in accesses.iter().enumerate() {
            for (b, second) in accesses.iter().enumerate() {
                let before = a < b && !independent(egraph, first, second, &same);
                let asked = egraph.analysis.refusals.pending();
                if a != b && (before || !independent(egraph, first, second, &later)) {
                    graph.add_edge(nodes[a], nodes[b], ());
                    if a > b && back.is_none() {
                        back = Some(asked);
                    }
                }
            }
        }
        // What goes back to an earlier statement is what keeps statements together.
        egraph.analysis.refusals.keep_only(back);
        let mut groups = in_order(&graph);
        // Two in their order are what `distribute` makes.
        let is_cut = groups.len() == 2 && groups.iter().flatten().copied().is_sorted();
        if groups.len() < 2 || is_cut {
            continue;
        }
        let loops = groups.iter_mut().map(|group| {
            let part: Vec<Id> = group.iter().map(|&n| statements[n]).collect();
            let body = sequence(egraph, &part);
            add(egraph, Node::For(node.head, [node.lo, node.hi, body]))
        });
        replacements.push(Node::Seq(loops.collect()));
    }
    replacements
}

/// A longer sequence is not reordered.
pub const MOST_STATEMENTS: usize = 12;

/// Sequences are looked for so deep in sequences.
const MOST_NESTED: usize = 4;

/// The statements of a class, those of sequences in sequences for a few levels.
pub(super) fn statements_inside(egraph: &EGraph<'_>, class: Id) -> Vec<Id> {
    let mut all = Vec::new();
    flatten(egraph, class, MOST_NESTED, &mut all);
    all
}

/// The statements of a class, those of its longest sequence where it is one.
pub fn flatten(egraph: &EGraph<'_>, class: Id, depth: usize, to: &mut Vec<Id>) {
    let longest = sequences(egraph, class)
        .into_iter()
        .max_by_key(|statements| statements.len());
    match longest {
        Some(statements) if depth > 0 => statements.iter().for_each(|&s| flatten(egraph, s, depth - 1, to)),
        _ => to.push(egraph.find(class)),
    }
}

/// As [`flatten`], but for a class that is a loop over iterations of the source, which stays whole though it is a
/// sequence of its parts too.
fn flatten_to_loops(egraph: &EGraph<'_>, class: Id, depth: usize, to: &mut Vec<Id>) {
    let loops = sequential_loops(egraph, class);
    let is_whole = loops
        .iter()
        .any(|l| egraph.analysis.level(l.head.iv) == Level::Point);
    let longest = sequences(egraph, class)
        .into_iter()
        .max_by_key(|statements| statements.len());
    match longest {
        Some(statements) if depth > 0 && !is_whole => {
            statements
                .iter()
                .for_each(|&s| flatten_to_loops(egraph, s, depth - 1, to));
        }
        _ => to.push(egraph.find(class)),
    }
}

/// The strongly connected components, each in ascending order; of those that may come next always the one with
/// the least statement.
fn in_order(graph: &DiGraph<usize, ()>) -> Vec<Vec<usize>> {
    let mut groups = tarjan_scc(graph);
    groups.iter_mut().for_each(|group| group.sort_unstable());
    let mut left: Vec<Vec<usize>> = groups
        .into_iter()
        .map(|group| group.into_iter().map(|n| n.index()).collect())
        .collect();
    let mut ordered: Vec<Vec<usize>> = Vec::new();
    while !left.is_empty() {
        let waits = |group: &Vec<usize>| {
            let others = left.iter().filter(|other| *other != group);
            others.flatten().any(|&a| {
                group
                    .iter()
                    .any(|&b| graph.contains_edge((a as u32).into(), (b as u32).into()))
            })
        };
        let next = (0..left.len())
            .filter(|&n| !waits(&left[n]))
            .min_by_key(|&n| left[n][0]);
        ordered.push(left.remove(next.expect("components have no cycles among them")));
    }
    ordered
}

/// The statements of each sequence that a class is.
fn sequences(egraph: &EGraph<'_>, class: Id) -> Vec<Box<[Id]>> {
    let nodes = egraph[class].nodes.iter();
    nodes
        .filter_map(|n| match n {
            Node::Seq(statements) if statements.len() > 1 => Some(statements.clone()),
            _ => None,
        })
        .collect()
}

/// How a bound of an inner loop depends on the variable of the outer one.
enum Bound {
    Free,
    /// `rest + x`.
    Rises(Linear),
    /// `rest - x`.
    Falls(Linear),
}

impl Bound {
    /// `None` for a bound that depends on the variable in another way.
    fn of(egraph: &EGraph<'_>, bound: Id, x: Symbol) -> Option<Bound> {
        let data = &egraph[bound].data;
        if !data.variables.contains(&x) {
            return Some(Bound::Free);
        }
        let linear = data.linear.as_ref()?;
        let rest = |slope| {
            let rest = linear.subtract(&Linear::var(x).scale(slope)?)?;
            (!rest.uses(x)).then_some(rest)
        };
        match linear.coefficient(x) {
            1 => rest(1).map(Bound::Rises),
            -1 => rest(-1).map(Bound::Falls),
            _ => None,
        }
    }

    /// The value where the outer variable is `least`, and where it is `greatest`, the lesser first.
    fn ends(&self, egraph: &mut EGraph<'_>, bound: Id, least: Id, greatest: Id) -> Option<[Id; 2]> {
        Some(match self {
            Bound::Free => [bound, bound],
            Bound::Rises(rest) => [sum(egraph, rest, least, 1)?, sum(egraph, rest, greatest, 1)?],
            Bound::Falls(rest) => [sum(egraph, rest, greatest, -1)?, sum(egraph, rest, least, -1)?],
        })
    }
}

/// Two loops of step one, of which the bounds of the inner one move by one with the variable `x` of the outer:
/// `for x in a..b { for y in L(x)..U(x) { S } }`.
///
/// From outside in, `y` runs from the least `L` to the greatest `U`. Between the greatest `L` and the least
/// `U` every `x` runs; before and after, those for which `L(x) <= y < U(x)`, which is a bound of `x` for each
/// of the two that moves. Where `a..b` is empty every loop over `x` is.
struct Triangle<'n> {
    outer: &'n ForNode,
    inner: &'n ForNode,
    lower: Bound,
    upper: Bound,
}

impl Triangle<'_> {
    fn exchanged(&self, egraph: &mut EGraph<'_>) -> Option<Node> {
        let (least, end) = (self.outer.lo, self.outer.hi);
        let greatest = sum(egraph, &Linear::constant(-1), end, 1)?;
        let [first, all_from] = self.lower.ends(egraph, self.inner.lo, least, greatest)?;
        let [all_to, last] = self.upper.ends(egraph, self.inner.hi, least, greatest)?;
        let mut zones = Vec::new();
        if !matches!(self.lower, Bound::Free) {
            let to = match self.upper {
                Bound::Free => fold(egraph, IndexOp::Min, all_from, last),
                _ => all_from,
            };
            zones.push(self.partial(egraph, first, to)?);
        }
        if !is_empty(egraph, all_from, all_to) {
            // Where `a..b` is empty, as a tile never is, the ends may lie outside: no loop has values of `y` that the
            // source has not, since cells are held in registers around loops that do not run.
            let [from, to] = match covers_tile(egraph, self.outer, Level::Register) {
                true => [all_from, all_to],
                false => {
                    let from = fold(egraph, IndexOp::Max, all_from, first);
                    [from, fold(egraph, IndexOp::Min, all_to, last)]
                }
            };
            zones.push(self.zone(egraph, from, to, least, end));
        }
        if !matches!(self.upper, Bound::Free) {
            let from = fold(egraph, IndexOp::Max, all_from, all_to);
            zones.push(self.partial(egraph, from, last)?);
        }
        match zones.as_slice() {
            // The loop of the only zone, to be seen where the two loops stood.
            [only] => egraph[*only]
                .nodes
                .iter()
                .find(|n| matches!(n, Node::For(..)))
                .cloned(),
            _ => Some(Node::Seq(zones.into())),
        }
    }

    /// `for y in from..to { for x in lo..hi { S } }`.
    fn zone(&self, egraph: &mut EGraph<'_>, from: Id, to: Id, lo: Id, hi: Id) -> Id {
        let moved = add(egraph, Node::For(self.outer.head, [lo, hi, self.inner.body]));
        add(egraph, Node::For(self.inner.head, [from, to, moved]))
    }

    /// The zone in which the bounds of the inner loop restrict `x`.
    fn partial(&self, egraph: &mut EGraph<'_>, from: Id, to: Id) -> Option<Id> {
        let (mut lo, mut hi) = (self.outer.lo, self.outer.hi);
        let y = egraph.add(Node::Var(self.inner.head.iv));
        // L <= y
        match &self.lower {
            Bound::Free => {}
            Bound::Rises(rest) => {
                let bound = sum(egraph, &rest.scale(-1)?.add(&Linear::constant(1))?, y, 1)?;
                hi = fold(egraph, IndexOp::Min, hi, bound);
            }
            Bound::Falls(rest) => {
                let bound = sum(egraph, rest, y, -1)?;
                lo = fold(egraph, IndexOp::Max, lo, bound);
            }
        }
        // y < U
        match &self.upper {
            Bound::Free => {}
            Bound::Rises(rest) => {
                let bound = sum(egraph, &rest.scale(-1)?.add(&Linear::constant(1))?, y, 1)?;
                lo = fold(egraph, IndexOp::Max, lo, bound);
            }
            Bound::Falls(rest) => {
                let bound = sum(egraph, rest, y, -1)?;
                hi = fold(egraph, IndexOp::Min, hi, bound);
            }
        }
        Some(self.zone(egraph, from, to, lo, hi))
    }
}

/// Whether [`Triangle`] applies, and promises something: inside a register tile the zone in which every `x` runs
/// is most of the whole. Whole loops are exchanged as they stand in the source, and not back again: what the
/// exchange made has other bounds.
fn is_triangle(egraph: &EGraph<'_>, outer: &ForNode, inner: &ForNode) -> bool {
    let from_source = |node: &ForNode| {
        let same = |bound: Id, source: &[Linear]| {
            egraph[bound].data.linear.as_ref() == source.first() && source.len() == 1
        };
        let domain = egraph.analysis.dependences.domains.get(&node.head.iv);
        domain.is_some_and(|domain| same(node.lo, &domain.lower) && same(node.hi, &domain.upper))
    };
    let unit = outer.head.step == Step::Fixed(1) && inner.head.step == Step::Fixed(1);
    unit && (covers_tile(egraph, outer, Level::Register) || (from_source(outer) && from_source(inner)))
        && [outer.lo, outer.hi].iter().all(|&end| is_plain(egraph, end))
}

/// Whether no form of an index expression has a minimum or a maximum in it: what is computed from one may be
/// the bound of a loop on either side.
fn is_plain(egraph: &EGraph<'_>, class: Id) -> bool {
    let mut seen = BTreeSet::from([class]);
    let mut pending = vec![class];
    while let Some(class) = pending.pop() {
        for node in &egraph[class].nodes {
            if matches!(node, Node::Index(IndexOp::Min | IndexOp::Max, _)) {
                return false;
            }
            let children = egg::Language::children(node).iter();
            pending.extend(children.map(|&c| egraph.find(c)).filter(|c| seen.insert(*c)));
        }
    }
    true
}

/// `rest + sign · class`; a constant where the sum is known to be one.
fn sum(egraph: &mut EGraph<'_>, rest: &Linear, class: Id, sign: i64) -> Option<Id> {
    let known = egraph[class]
        .data
        .linear
        .as_ref()
        .and_then(|value| rest.add(&value.scale(sign)?));
    if let Some(value) = known {
        return Some(index_of(egraph, &value));
    }
    let mut term = class;
    if sign != 1 {
        let factor = egraph.add(Node::Int(sign));
        term = egraph.add(Node::Index(IndexOp::Mul, [class, factor]));
    }
    let rest = index_of(egraph, rest);
    Some(egraph.add(Node::Index(IndexOp::Add, [term, rest])))
}

fn is_empty(egraph: &EGraph<'_>, from: Id, to: Id) -> bool {
    match (&egraph[from].data.fact, &egraph[to].data.fact) {
        (Some(from), Some(to)) => to.less_equal(from).is_yes(),
        _ => false,
    }
}

/// The lesser (`Min`) or greater (`Max`) of two, one of them where it is known which that is.
fn fold(egraph: &mut EGraph<'_>, op: IndexOp, a: Id, b: Id) -> Id {
    let ordered = match (&egraph[a].data.fact, &egraph[b].data.fact) {
        (Some(x), Some(y)) => [x.less_equal(y), y.less_equal(x)],
        _ => [Answer::Unknown; 2],
    };
    match (op, ordered) {
        (IndexOp::Min, [Answer::Yes, _]) | (IndexOp::Max, [_, Answer::Yes]) => a,
        (IndexOp::Min, [_, Answer::Yes]) | (IndexOp::Max, [Answer::Yes, _]) => b,
        _ => egraph.add(Node::Index(op, [a, b])),
    }
}

/// Makes one loop over a sequence two loops over its parts.
pub fn distribute(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let x = egraph.analysis.root(node.head.iv);
    let relation = relation_inside(egraph, node.body, &[(x, Direction::Less)]);
    let sequences = sequences(egraph, node.body);
    let mut replacements = Vec::new();
    for statements in sequences {
        for cut in 1..statements.len() {
            let (first, second) = statements.split_at(cut);
            if !may_be_apart(egraph, node, first, second, &relation) {
                continue;
            }
            let parts = [first, second].map(|part| {
                let body = sequence(egraph, part);
                add(egraph, Node::For(node.head, [node.lo, node.hi, body]))
            });
            replacements.push(Node::Seq(parts.into()));
            egraph.analysis.shapes.push(Node::Seq(statements.clone()));
        }
    }
    replacements
}

/// Whether no instance of `first` depends on one of `second` in a lesser iteration of the loop.
fn may_be_apart(
    egraph: &mut EGraph<'_>,
    node: &ForNode,
    first: &[Id],
    second: &[Id],
    relation: &Relation,
) -> bool {
    let in_tile = covers_tile(egraph, node, Level::Register);
    second.iter().all(|&late| {
        first.iter().all(|&early| {
            let sides = [late, early].map(|s| Arc::clone(&egraph[s].data.accesses));
            if independent(egraph, &sides[0], &sides[1], relation) {
                return true;
            }
            // Inside a tile the bounds of the loops may keep apart what the source alone does not.
            in_tile && {
                let bounds = [late, early].map(|s| {
                    let mut inside = BTreeSet::new();
                    let mut all: Vec<Bounds> = bounds_of(egraph, &node.head, node.lo, node.hi, &mut inside)
                        .into_iter()
                        .collect();
                    all.extend(bounds_inside(egraph, s, &mut inside));
                    all
                });
                let dependences = &mut egraph.analysis.dependences;
                let bounds = [bounds[0].as_slice(), bounds[1].as_slice()];
                sides[0].iter().all(|&a| {
                    sides[1]
                        .iter()
                        .all(|&b| dependences.depend_within(a, b, relation, bounds).is_no())
                })
            }
        })
    })
}

/// Splits the loops inside a register tile, whose end rises with the variable of the tile, where they end for its
/// first iteration; those whose start rises where they start for its last.
pub fn split_at_tile(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    if !covers_tile(egraph, node, Level::Register) || !carries_dependence(egraph, node) {
        return Vec::new();
    }
    let mut statements = Vec::new();
    flatten_to_loops(egraph, node.body, MOST_NESTED, &mut statements);
    let mut parts = Vec::new();
    let mut is_split = false;
    for statement in statements {
        let halves = sequential_loops(egraph, statement)
            .into_iter()
            .find_map(|inner| halves(egraph, node, &inner));
        match halves {
            Some(halves) => {
                is_split = true;
                parts.extend(halves);
            }
            None => parts.push(statement),
        }
    }
    if !is_split || parts.len() > MOST_STATEMENTS {
        return Vec::new();
    }
    let body = add(egraph, Node::Seq(parts.into()));
    vec![Node::For(node.head, [node.lo, node.hi, body])]
}

/// The part of a loop that every iteration of the tile runs, and the rest, in their order.
fn halves(egraph: &mut EGraph<'_>, tile: &ForNode, inner: &ForNode) -> Option<[Id; 2]> {
    let x = tile.head.iv;
    let bounds = [inner.lo, inner.hi].map(|bound| Bound::of(egraph, bound, x));
    let is_unit = inner.head.step == Step::Fixed(1) && egraph.analysis.level(inner.head.iv) == Level::Point;
    // Where the point is not between the bounds one of the halves is empty.
    let (first_end, second_start, point) = match bounds {
        _ if !is_unit => return None,
        [Some(Bound::Free), Some(Bound::Rises(rest))] => {
            let end = sum(egraph, &rest, tile.lo, 1)?;
            (end, fold(egraph, IndexOp::Max, inner.lo, end), end)
        }
        [Some(Bound::Rises(rest)), Some(Bound::Free)] => {
            let last = sum(egraph, &Linear::constant(-1), tile.hi, 1)?;
            let start = sum(egraph, &rest, last, 1)?;
            (fold(egraph, IndexOp::Min, start, inner.hi), start, start)
        }
        _ => return None,
    };
    let is_at = |end: Id, egraph: &EGraph<'_>| {
        [first_end, second_start, point]
            .map(|m| egraph.find(m))
            .contains(&egraph.find(end))
    };
    if is_at(inner.lo, egraph) || is_at(inner.hi, egraph) || is_empty(egraph, inner.lo, point) {
        return None;
    }
    Some(
        [(inner.lo, first_end), (second_start, inner.hi)]
            .map(|(lo, hi)| add(egraph, Node::For(inner.head, [lo, hi, inner.body]))),
    )
}
