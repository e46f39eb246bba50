//! Strip-mining: register tiles with a tail, vector strips, cache tiles.

use std::collections::{BTreeMap, BTreeSet};

use egg::{Id, Symbol};

use super::execute::{is_dense, stores_apart, stores_contiguously, stores_interleaved, stores_some};
use super::order::statements_inside;
use super::reduce::accumulates;
use super::skew::is_skewable;
use super::{
    ForNode, add, carries_dependence, covers_tile, index_of, is_parallel, is_parallel_over, is_tail,
    sequential_loops, tile_around,
};
use crate::answer::Answer;
use crate::egraph::{EGraph, LoopVariable, accesses_of};
use crate::facts::Fact;
use crate::level::{Level, size_name, tile_of};
use crate::linear::Linear;
use crate::term::{IndexOp, Loop, LoopKind, Node, Step};

pub fn split_register_tiles(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let iv = node.head.iv;
    let whole = egraph.analysis.level(iv) == Level::Point
        && node.head.step == Step::Fixed(1)
        && tile_around(egraph, node).is_none()
        && !is_tail(egraph, node);
    let affine = |bound: Id| egraph[bound].data.linear.is_some();
    let asked = is_asked(egraph, node);
    if !whole
        || !affine(node.lo)
        || !affine(node.hi)
        || is_part_of_tile(egraph, node)
        || (!asked && is_through_slices(egraph, node) && is_around_parallel(egraph, node))
        || !(asked
            || accumulates(egraph, node)
            || is_parallel(egraph, node)
            || is_around_triangle(egraph, node)
            || has_parallel_part(egraph, node)
            || is_skewable(egraph, node))
    {
        return Vec::new();
    }
    let tile = tile_variable(egraph, iv, Level::Register);
    let size = size_of(egraph, tile);
    // m = a + ((b - a) floordiv T) * T
    let stripe = extent_in_sizes(egraph, node);
    let extent = match &stripe {
        Some(extent) => index_of(egraph, extent),
        None => {
            let minus_one = egraph.add(Node::Int(-1));
            let minus_a = egraph.add(Node::Index(IndexOp::Mul, [node.lo, minus_one]));
            egraph.add(Node::Index(IndexOp::Add, [node.hi, minus_a]))
        }
    };
    let tiles = egraph.add(Node::Index(IndexOp::FloorDiv, [extent, size]));
    let covered = egraph.add(Node::Index(IndexOp::Mul, [tiles, size]));
    let middle = egraph.add(Node::Index(IndexOp::Add, [node.lo, covered]));
    // A loop that runs backwards has a middle before its start.
    let forward = match (&egraph[node.lo].data.fact, &egraph[node.hi].data.fact) {
        (Some(lo), Some(hi)) => lo.less_equal(hi),
        _ => Answer::Unknown,
    };
    let forward = if stripe.as_ref().is_some_and(is_size) {
        Answer::Yes
    } else {
        forward
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
    let main = add(egraph, Node::For(head, [node.lo, middle, inner]));
    let tail = add(egraph, Node::For(node.head, [rest, node.hi, node.body]));
    vec![Node::Seq([main, tail].into())]
}

/// Whether a schedule asks for tiles of the loop inside of its tiles.
fn is_asked(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let root = egraph.analysis.root(node.head.iv);
    egraph.analysis.asked.tiles.contains(&root)
}

/// Whether a loop inside, down to the first that has others beside it, is free of dependences: its iterations keep the
/// units of the core busy as well.
fn is_around_parallel(egraph: &mut EGraph<'_>, node: &ForNode) -> bool {
    let mut at = node.body;
    let mut seen = BTreeSet::new();
    while seen.insert(at) {
        let inner = sequential_loops(egraph, at).into_iter();
        let Some(inner) = inner.min_by_key(|inner| egraph.analysis.level(inner.head.iv)) else {
            return false;
        };
        if !carries_dependence(egraph, &inner) {
            return true;
        }
        at = inner.body;
    }
    false
}

/// Whether a loop inside runs longer with each iteration: most of what the iterations of a tile do does not depend
/// on the others of the tile, though all of it does on the tiles before.
fn is_around_triangle(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let moves = |class: Id| egraph[class].data.variables.contains(&node.head.iv);
    let statements = egraph[node.body].nodes.iter().flat_map(|n| match n {
        Node::Seq(statements) => statements.to_vec(),
        _ => vec![node.body],
    });
    let mut loops = statements.flat_map(|s| sequential_loops(egraph, s));
    loops.any(|inner| moves(inner.lo) || moves(inner.hi))
}

/// Whether some loop inside would be free of dependences that the loop around carries, were it there alone: inside a
/// tile it can be.
fn has_parallel_part(egraph: &mut EGraph<'_>, node: &ForNode) -> bool {
    let parts = statements_inside(egraph, node.body);
    let mut loops = parts
        .into_iter()
        .filter(|&part| !sequential_loops(egraph, part).is_empty())
        .collect::<Vec<_>>()
        .into_iter();
    loops.any(|part| is_parallel_over(egraph, node.head.iv, part))
}

/// Whether the trip count is the size of a tile that has no tiles inside, but for a constant. Stripes have.
fn is_part_of_tile(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let is_whole_stripe = |extent: &Linear| {
        let mut found = is_size(extent);
        extent.for_each_var(&mut |v| found &= tile_of(v).is_some_and(|(_, l)| l == Level::Wavefront));
        found
    };
    extent_in_sizes(egraph, node).is_some_and(|extent| !is_whole_stripe(&extent))
}

/// The trip count, where nothing but sizes of tiles says it.
fn extent_in_sizes(egraph: &EGraph<'_>, node: &ForNode) -> Option<Linear> {
    let [lo, hi] = [node.lo, node.hi].map(|bound| egraph[bound].data.linear.as_ref());
    let extent = hi?.subtract(lo?)?;
    let mut only_sizes = extent.as_constant().is_none();
    extent.for_each_var(&mut |v| only_sizes &= tile_of(v).is_some());
    only_sizes.then_some(extent)
}

/// Whether an extent is the size of one tile, which is not negative.
fn is_size(extent: &Linear) -> bool {
    let mut terms = extent.terms.iter();
    extent.constant == 0 && matches!((terms.next(), terms.next()), (Some((_, 1)), None))
}

/// Whether a loop is inside a stripe that moves with time.
fn is_in_stripe(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let bounds = [node.lo, node.hi].into_iter();
    let mut variables = bounds.flat_map(|bound| egraph[bound].data.variables.iter());
    variables.any(|v| egraph.analysis.level(*v) == Level::Wavefront)
}

pub fn strip_mine_vectors(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    if !covers_tile(egraph, node, Level::Register)
        || egraph.analysis.level(node.head.iv) != Level::Point
        || !(stores_contiguously(egraph, node)
            || accumulates(egraph, node)
            || (stores_interleaved(egraph, node) && is_parallel(egraph, node))
            || is_around_recurrence(egraph, node))
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

/// Strips of one vector each, of which the last may be shorter.
pub fn mask_vectors(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    if egraph.analysis.level(node.head.iv) != Level::Point
        || node.head.step != Step::Fixed(1)
        || is_part_of_tile(egraph, node)
        || !is_dense(egraph, node)
        || !(accumulates(egraph, node) || (stores_contiguously(egraph, node) && is_parallel(egraph, node)))
    {
        return Vec::new();
    }
    strip_mined(egraph, node, Level::Vector)
}

/// Whether a loop inside computes each of its elements from earlier ones, along rows that are independent of each
/// other: lanes across the rows are the only ones there are.
fn is_around_recurrence(egraph: &mut EGraph<'_>, node: &ForNode) -> bool {
    if !stores_apart(egraph, node) || carries_dependence(egraph, node) {
        return false;
    }
    let mut loops = sequential_loops(egraph, node.body).into_iter();
    loops.any(|inner| {
        let level = egraph.analysis.level(inner.head.iv);
        level == Level::Point && stores_some(egraph, &inner) && carries_dependence(egraph, &inner)
    })
}

pub fn strip_mine_cache(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    let level = egraph.analysis.level(node.head.iv);
    let asked = is_asked(egraph, node);
    let strips = match level {
        Level::Register => true,
        Level::Point => node.head.step == Step::Fixed(1) && (asked || carries_dependence(egraph, node)),
        _ => false,
    };
    match strips && (asked || !is_through_slices(egraph, node)) && !is_in_stripe(egraph, node) {
        true => strip_mined(egraph, node, Level::Cache),
        false => Vec::new(),
    }
}

/// Whether each iteration touches slices of the arrays that no other touches, and no line of theirs: a subscript but
/// the last is the loop's variable, the same in all accesses to the array. A cache keeps nothing from one to the next.
fn is_through_slices(egraph: &EGraph<'_>, node: &ForNode) -> bool {
    let root = egraph.analysis.root(node.head.iv);
    let mut slices: BTreeMap<Symbol, BTreeSet<usize>> = BTreeMap::new();
    for access in accesses_of(egraph, node.body) {
        let outer = access.indices.split_last().map_or(&[][..], |(_, outer)| outer);
        let is_slice = |index: &Option<Linear>| index.as_ref() == Some(&Linear::var(root));
        let here = || (0..outer.len()).filter(|&n| is_slice(&outer[n]));
        slices
            .entry(access.buffer)
            .and_modify(|known| known.retain(|n| here().any(|m| m == *n)))
            .or_insert_with(|| here().collect());
    }
    slices.values().all(|common| !common.is_empty())
}

/// Strips of any loop over the iterations of the source.
pub fn strip_mine_points(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode, level: Level) -> Vec<Node> {
    match egraph.analysis.level(node.head.iv) {
        Level::Point => strip_mined(egraph, node, level),
        _ => Vec::new(),
    }
}

/// Strips of the strips that [`strip_mine_points`] makes.
pub fn strip_mine_strips(egraph: &mut EGraph<'_>, _class: Id, node: &ForNode) -> Vec<Node> {
    match egraph.analysis.level(node.head.iv) {
        Level::Register => strip_mined(egraph, node, Level::Cache),
        _ => Vec::new(),
    }
}

/// `for i in a..b step s { S }` as `for tile in a..b step T { for i in tile..min(tile + T, b) step s { S } }`, unless
/// it is within a tile.
fn strip_mined(egraph: &mut EGraph<'_>, node: &ForNode, level: Level) -> Vec<Node> {
    if tile_around(egraph, node).is_some() {
        return Vec::new();
    }
    let tile = tile_variable(egraph, node.head.iv, level);
    let (start, size) = (egraph.add(Node::Var(tile)), size_of(egraph, tile));
    let end = egraph.add(Node::Index(IndexOp::Add, [start, size]));
    let end = egraph.add(Node::Index(IndexOp::Min, [end, node.hi]));
    let inner = add(egraph, Node::For(node.head, [start, end, node.body]));
    let head = Loop {
        iv: tile,
        step: Step::Tile(size_name(tile)),
        kind: LoopKind::Sequential,
    };
    vec![Node::For(head, [node.lo, node.hi, inner])]
}

/// `for i in tile..tile + size { body }`, keeping the step of `head`.
fn tile_body(egraph: &mut EGraph<'_>, head: Loop, tile: Symbol, body: Id) -> Id {
    let (start, size) = (egraph.add(Node::Var(tile)), size_of(egraph, tile));
    let end = egraph.add(Node::Index(IndexOp::Add, [start, size]));
    add(egraph, Node::For(head, [start, end, body]))
}

/// The loop variable over tiles of `iv`'s root at a level: `i'r`, `i'v` or `i'c` for a root `i`. No name
/// of MLIR has an apostrophe, so it clashes with none of the source.
fn tile_variable(egraph: &mut EGraph<'_>, iv: Symbol, level: Level) -> Symbol {
    let root = egraph.analysis.root(iv);
    let name = Symbol::from(format!("{root}'{}", level.suffix()));
    if !egraph.analysis.loops.contains_key(&name) {
        egraph.analysis.loops.insert(name, LoopVariable { root, level });
        // A tile starts at an iteration of the loop that it is a part of.
        let range = egraph.analysis.environment.fact(root).range;
        egraph
            .analysis
            .environment
            .assume(name, Fact::between(range.low, range.high));
    }
    name
}

fn size_of(egraph: &mut EGraph<'_>, tile: Symbol) -> Id {
    egraph.add(Node::Var(size_name(tile)))
}
