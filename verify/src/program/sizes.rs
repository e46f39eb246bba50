//! Which sizes to compare two functions at.

use std::collections::BTreeSet;

use ovolo_lang::affine::{AffineExpr, AffineMap};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::inputs::Size;

/// The most choices to compare at. Arbitrary: enough for every combination of three sizes.
const MAX_CHOICES: usize = 400;

/// Constants above this are no tile that could be tried affordably.
const MAX_TILE: i64 = 1 << 10;

/// Choices of the sizes, cheap ones first.
pub fn choices(sizes: &[Size], tiles: &BTreeSet<i64>, extra: &[i64]) -> Vec<Vec<i64>> {
    let mut candidates: BTreeSet<i64> = [0, 1, 2, 3].into();
    candidates.extend(extra.iter().filter(|&&n| n >= 0));
    for &tile in tiles {
        candidates.extend([tile - 1, tile, tile + 1]);
        if tile <= 8 {
            candidates.insert(2 * tile + 1);
        }
    }
    let candidates: Vec<i64> = candidates.into_iter().collect();
    let of = |size: &Size| match size {
        Size::Extent { .. } => candidates.clone(),
        Size::Index { .. } => [&[-1], candidates.as_slice()].concat(),
    };
    let of: Vec<Vec<i64>> = sizes.iter().map(of).collect();
    let combinations = of.iter().try_fold(1usize, |n, c| n.checked_mul(c.len()));
    let mut choices = match combinations {
        Some(n) if n <= MAX_CHOICES => all(&of),
        _ => some(&of),
    };
    choices.sort_by_key(|c| (cost(c), c.clone()));
    choices.dedup();
    choices
}

/// An estimate of the work: the product of the sizes.
fn cost(choice: &[i64]) -> i64 {
    choice.iter().fold(1i64, |cost, &n| cost.saturating_mul(n.max(1)))
}

fn all(of: &[Vec<i64>]) -> Vec<Vec<i64>> {
    of.iter().fold(vec![vec![]], |choices, candidates| {
        let with = |c: &Vec<i64>| {
            let c = c.clone();
            candidates.iter().map(move |&n| [c.as_slice(), &[n]].concat())
        };
        choices.iter().flat_map(with).collect()
    })
}

/// All sizes equal; each size alone, then each pair, taking every value while the others stay small;
/// and a fixed pseudo-random selection.
fn some(of: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut choices = Vec::new();
    let largest = of.iter().map(Vec::len).max().unwrap_or(0);
    let at = |candidates: &Vec<i64>, i: usize| candidates[i.min(candidates.len() - 1)];
    for i in 0..largest {
        choices.push(of.iter().map(|c| at(c, i)).collect());
    }
    for (position, candidates) in of.iter().enumerate() {
        for &n in candidates {
            for base in [1, 2, 3] {
                let mut choice = vec![base; of.len()];
                choice[position] = n;
                choices.push(choice);
            }
        }
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut push_random = |choices: &mut Vec<Vec<i64>>| {
        choices.push(of.iter().map(|c| c[random.draw() as usize % c.len()]).collect());
    };
    while choices.len() < MAX_CHOICES.max(largest * 2) {
        push_random(&mut choices);
    }
    choices
}

/// Steps, vector lengths, divisors and small bounds of a function: where its behaviour may change.
pub fn tiles(module: &Module, function: OpId) -> BTreeSet<i64> {
    let mut tiles = BTreeSet::new();
    module.walk(function, &mut |op| {
        let op = module.op(op);
        for (name, attribute) in &op.attributes {
            match attribute {
                Attribute::AffineMap(map) => constants(map, &mut tiles),
                Attribute::IntegerSet(set) => {
                    set.constraints
                        .iter()
                        .for_each(|c| constants_of(&c.expr, &mut tiles));
                }
                Attribute::Integer { ty: Type::Index, .. } if &**name == "step" => {
                    tiles.extend(attribute.as_i64());
                }
                _ if &**name == "steps" => tiles.extend(attribute.as_i64_list().into_iter().flatten()),
                Attribute::Integer { ty: Type::Index, .. } if op.code() == Some(OpCode::Constant) => {
                    tiles.extend(attribute.as_i64());
                }
                _ => {}
            }
        }
        for &result in &op.results {
            if let Type::Vector(v) = module.ty(result) {
                tiles.extend(v.shape.iter().map(|d| d.size));
            }
        }
    });
    tiles.retain(|&tile| (2..=MAX_TILE).contains(&tile));
    tiles
}

fn constants(map: &AffineMap, tiles: &mut BTreeSet<i64>) {
    map.results.iter().for_each(|e| constants_of(e, tiles));
}

fn constants_of(expr: &AffineExpr, tiles: &mut BTreeSet<i64>) {
    expr.walk(&mut |e| {
        if let AffineExpr::Constant(c) = e {
            tiles.insert(c.saturating_abs());
        }
    });
}

/// A pseudo-random sequence (splitmix64), the same on every run.
pub struct Random(pub u64);

impl Random {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
