//! Which sizes to compare two functions at.

use std::collections::BTreeSet;

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use ovolo_certificate::Size;

/// The most choices to compare at. Arbitrary: enough for every combination of three sizes.
const MAX_CHOICES: usize = 400;

/// Choices of the sizes, each of which is free or as large as the subscripts need: those first that are likely to
/// tell programs apart, cheap ones before others.
pub fn choices(
    sizes: &[Size],
    range: impl Fn(Size) -> (i64, i64),
    is_free: impl Fn(Size) -> bool,
    tiles: &BTreeSet<i64>,
    extra: &[i64],
) -> Vec<Vec<i64>> {
    let mut telling: BTreeSet<i64> = [0, 1, 2, 3].into();
    telling.extend(extra);
    let mut others = BTreeSet::new();
    for &tile in tiles.iter().filter(|&&tile| tile > 1) {
        // Bounds are often a little less than the extent: so much more makes a second tile of most, and a third.
        telling.insert(tile.saturating_add(3));
        others.extend([tile - 1, tile, tile.saturating_add(1)]);
        others.extend([1, 3].map(|rest| tile.saturating_mul(2).saturating_add(rest)));
    }
    let negative = tiles.iter().filter(|&&root| root < 0);
    let mut negative: BTreeSet<i64> = negative.flat_map(|&root| [root - 1, root, root + 1]).collect();
    negative.insert(-1);
    let of = |size: &Size| -> Vec<i64> {
        let (least, greatest) = range(*size);
        if !is_free(*size) {
            return vec![0];
        }
        let signed = negative.iter().filter(|_| matches!(size, Size::Index { .. }));
        let all: BTreeSet<i64> = telling.iter().chain(&others).chain(signed).copied().collect();
        all.into_iter()
            .filter(|n| (least..=greatest).contains(n))
            .collect()
    };
    let of: Vec<Vec<i64>> = sizes.iter().map(of).collect();
    let combinations = of.iter().try_fold(1usize, |n, c| n.checked_mul(c.len()));
    let mut choices = match combinations {
        Some(n) if n <= MAX_CHOICES => all(&of),
        _ => some(&of),
    };
    let is_late = |c: &Vec<i64>| c.iter().any(|n| *n > 3 && !telling.contains(n));
    choices.sort_by_key(|c| (is_late(c), cost(c), c.clone()));
    choices.dedup();
    choices
}

/// An estimate of the work: the product of the sizes.
pub fn cost(choice: &[i64]) -> i64 {
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

/// All sizes equal; each size alone taking every value while the others stay small; and a fixed pseudo-random
/// selection.
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

/// Steps, vector lengths, divisors and small bounds of a function: where its behaviour may change. Where it may below
/// zero, that is among them too.
pub fn tiles(module: &Module, function: OpId) -> BTreeSet<i64> {
    let mut tiles = BTreeSet::new();
    module.walk(function, &mut |op| {
        let op = module.op(op);
        for (name, attribute) in &op.attributes {
            match attribute {
                Attribute::AffineMap(map) => map.results.iter().for_each(|e| constants_of(e, &mut tiles)),
                Attribute::IntegerSet(set) => {
                    set.constraints
                        .iter()
                        .for_each(|c| constants_of(&c.expr, &mut tiles));
                }
                Attribute::Integer { ty: Type::Index, .. } if &**name == "step" => {
                    tiles.extend(attribute.as_i64());
                }
                _ if &**name == "steps" => tiles.extend(attribute.as_i64_list().into_iter().flatten()),
                Attribute::Integer { .. } if op.code() == Some(OpCode::Constant) => {
                    tiles.extend(
                        attribute
                            .as_i64()
                            .into_iter()
                            .flat_map(|n| [n, n.saturating_abs()]),
                    );
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
    tiles.retain(|&tile| tile.abs() > 1 && tile.abs() <= MAX_TILE);
    tiles
}

/// Greater constants are data: no loop is cut into such tiles.
const MAX_TILE: i64 = 1 << 20;

/// With a constant also the value at which a variable and it cancel.
fn constants_of(expr: &AffineExpr, tiles: &mut BTreeSet<i64>) {
    expr.walk(&mut |e| {
        if let AffineExpr::Constant(c) = e {
            tiles.extend([c.saturating_abs(), c.saturating_neg()]);
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
