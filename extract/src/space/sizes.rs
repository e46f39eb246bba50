//! The sizes of tiles that a sketch gives.

use std::collections::BTreeMap;

use egg::Symbol;
use indexmap::IndexMap;
use ovolo_rewrites::egraph::EGraph;
use ovolo_rewrites::level::{Level, Tiles, size_name};
use ovolo_rewrites::schedule::{NestSchedule, Over, Statement};

/// Ways to read the sizes that are tried: there are more only where many stand without the name of their loop.
const MOST_WAYS: usize = 64;

/// The ways to read the sizes of tiles that a sketch gives: each a size for every tile loop that it names, and for
/// `i/64` for one of the tile loops of `i`, coarser ones around finer ones.
pub fn sizes_of(egraph: &EGraph<'_>, wanted: &NestSchedule) -> Vec<Tiles> {
    let with = wanted.sizes.iter();
    let mut sizes: Tiles = with.map(|(tile, size)| (size_name(tile.symbol), *size)).collect();
    let mut unnamed: IndexMap<Symbol, Vec<i64>> = IndexMap::new();
    named_sizes(egraph, &wanted.body, &mut sizes, &mut unnamed);
    let mut ways = vec![sizes];
    for (root, wanted) in unnamed {
        let mut tiles: Vec<(Level, Symbol)> = (egraph.analysis.loops.iter())
            .filter(|(_, variable)| variable.root == root && variable.level.has_tiles())
            .map(|(tile, variable)| (variable.level, *tile))
            .collect();
        tiles.sort_by_key(|(level, _)| std::cmp::Reverse(*level));
        let mut chosen = Vec::new();
        subsets(&tiles, wanted.len(), &mut Vec::new(), &mut chosen);
        let before = std::mem::take(&mut ways);
        for way in &before {
            for tiles in &chosen {
                let mut way = way.clone();
                way.extend(
                    tiles
                        .iter()
                        .map(|tile| size_name(*tile))
                        .zip(wanted.iter().copied()),
                );
                ways.push(way);
            }
        }
        ways.truncate(MOST_WAYS);
    }
    ways
}

fn named_sizes(
    egraph: &EGraph<'_>,
    sketch: &[Statement],
    sizes: &mut BTreeMap<Symbol, i64>,
    unnamed: &mut IndexMap<Symbol, Vec<i64>>,
) {
    for statement in sketch {
        match statement {
            Statement::Store(_) | Statement::Hole(None, _) => {}
            Statement::If(inner) => {
                named_sizes(egraph, &inner.then, sizes, unnamed);
                named_sizes(egraph, &inner.otherwise, sizes, unnamed);
            }
            Statement::Hole(Some(inside), _) => named_sizes(egraph, inside, sizes, unnamed),
            Statement::Reads(inner) => named_sizes(egraph, &inner.body, sizes, unnamed),
            Statement::Loop(inner) => {
                let variable = inner.variable.symbol;
                let is_tile = egraph.analysis.level(variable).has_tiles();
                match inner.over {
                    Over::Bounds { step, .. } | Over::Any { step: Some(step) } if is_tile => {
                        sizes.insert(size_name(variable), step);
                    }
                    Over::Tiles(Some(size)) => {
                        let known = unnamed.entry(variable).or_default();
                        if !known.contains(&size) {
                            known.push(size);
                        }
                    }
                    _ => {}
                }
                named_sizes(egraph, &inner.body, sizes, unnamed);
            }
        }
    }
}

/// The ways to choose so many of the tile loops, in their order.
fn subsets(tiles: &[(Level, Symbol)], count: usize, chosen: &mut Vec<Symbol>, to: &mut Vec<Vec<Symbol>>) {
    if chosen.len() == count {
        to.push(chosen.clone());
        return;
    }
    for (n, (_, tile)) in tiles.iter().enumerate() {
        chosen.push(*tile);
        subsets(&tiles[n + 1..], count, chosen, to);
        chosen.pop();
    }
}
