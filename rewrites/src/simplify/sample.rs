//! Trying a predicate at points: quick to find one where it fails, of no use to show that there is none.

use egg::Symbol;
use indexmap::IndexSet;

use crate::expression::{Expression, Point, Value};
use crate::term::Node;

/// What was found by trying points.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    variables: IndexSet<Symbol>,
    /// A point that satisfies what is assumed, but not the predicate: where there is one among those that were tried,
    /// one at which every part of the predicate has a value.
    pub fails: Option<Point>,
    /// A point that satisfies both.
    pub holds: Option<Point>,
}

impl Samples {
    /// Tries at most so many points, always the same ones, until the predicate is known to hold at one and to fail at
    /// another, with a value of every part.
    pub fn of(predicate: &Expression, assumptions: &[Expression], count: usize) -> Samples {
        let mut variables = predicate.variables();
        variables.extend(assumptions.iter().flat_map(Expression::variables));
        let numbers = numbers(predicate, assumptions);
        let mut samples = Samples {
            variables,
            ..Samples::default()
        };
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut is_whole = false;
        for round in 0..count {
            let values = samples.variables.iter();
            let point: Point = values
                .map(|name| (*name, random.value(round, &numbers)))
                .collect();
            if !assumptions
                .iter()
                .all(|known| known.at(&point) == Some(Value::Truth(true)))
            {
                continue;
            }
            match predicate.at(&point) {
                Some(Value::Truth(true)) => {
                    samples.holds.get_or_insert(point);
                }
                Some(Value::Truth(false)) if !is_whole => {
                    is_whole = predicate.is_whole_at(&point);
                    if is_whole || samples.fails.is_none() {
                        samples.fails = Some(point);
                    }
                }
                _ => {}
            }
            if is_whole && samples.holds.is_some() {
                break;
            }
        }
        let fails = samples.fails.take();
        samples.fails = fails.map(|point| nearest(point, is_whole, predicate, assumptions));
        samples
    }

    /// The point with zero for the variables that it lacks, in the order of the text.
    pub fn complete(&self, point: Point) -> Point {
        let value = |name: &Symbol| {
            point
                .iter()
                .find(|(n, _)| n == name)
                .map_or(0, |(_, value)| *value)
        };
        self.variables.iter().map(|name| (*name, value(name))).collect()
    }
}

/// The point with values as close to zero as it takes, one after the other.
fn nearest(mut point: Point, is_whole: bool, predicate: &Expression, assumptions: &[Expression]) -> Point {
    for i in 0..point.len() {
        let found = point[i].1;
        let candidates = (0..=8)
            .flat_map(|n| [n, -n])
            .chain((1..32).rev().map(|shift| found / (1 << shift)));
        let mut candidates: Vec<i64> = candidates
            .filter(|n| n.unsigned_abs() < found.unsigned_abs())
            .collect();
        candidates.sort_by_key(|n| n.unsigned_abs());
        for value in candidates {
            point[i].1 = value;
            if super::is_counterexample(predicate, assumptions, &point)
                && (!is_whole || predicate.is_whole_at(&point))
            {
                break;
            }
            point[i].1 = found;
        }
    }
    point
}

/// The numbers of the texts and their neighbours, which decide comparisons.
fn numbers(predicate: &Expression, assumptions: &[Expression]) -> Vec<i64> {
    let nodes = assumptions.iter().chain([predicate]).flat_map(|e| e.nodes());
    let numbers = nodes.filter_map(|node| match node {
        Node::Int(value) => Some(*value),
        _ => None,
    });
    let mut all: Vec<i64> = numbers
        .flat_map(|n| [n, n.saturating_sub(1), n.saturating_add(1)])
        .collect();
    all.sort_unstable_by_key(|n| (n.unsigned_abs(), *n < 0));
    all.dedup();
    all
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Zeros first, then small numbers, those of the text, and larger ones.
    fn value(&mut self, round: usize, numbers: &[i64]) -> i64 {
        let within = |random: u64, size: i64| (random >> 8) as i64 % (2 * size + 1) - size;
        let random = self.next();
        let small =
            within(random, (round as i64 / 8 + 1).min(12)).abs() * if random & 64 == 0 { 1 } else { -1 };
        match (round, random % 8) {
            (0, _) => 0,
            (1, _) => 1,
            (2, _) => -1,
            (_, 0..=3) => small,
            (_, 4 | 5) if !numbers.is_empty() => numbers[(random >> 16) as usize % numbers.len()],
            (_, 6) => within(random, 40),
            _ => within(random, 3000),
        }
    }
}
