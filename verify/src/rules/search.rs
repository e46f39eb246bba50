//! Counterexamples over ℤ, by trying points: first all small ones, then some about the constants of the rule.
//!
//! Finding none proves nothing.

use ovolo_rewrites::rule::{Condition, Operation, Rule, Sort, Term};

use super::Counterexample;
use super::integers::{Code, Outcome, Points, Says};

/// How many points are tried. The numbers are arbitrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Some milliseconds, before z3 is asked.
    Small,
    /// As much as a second, where z3 does not know.
    Large,
}

impl Effort {
    /// Points of the grid, at most.
    fn grid(self) -> u64 {
        match self {
            Effort::Small => 20_000,
            Effort::Large => 1_000_000,
        }
    }

    /// Points about the constants.
    fn probes(self) -> u64 {
        match self {
            Effort::Small => 4_000,
            Effort::Large => 200_000,
        }
    }
}

/// Numbers of the grid at most, of each variable.
const WIDEST: u64 = 200;

/// Values of least magnitude at which the sides differ.
pub fn counterexample(rule: &Rule, effort: Effort) -> Option<Counterexample> {
    let points = Points::new(rule)?;
    let found = on_grid(rule, &points, effort.grid()).or_else(|| {
        let values = about_constants(rule, &points, effort.probes())?;
        Some(shrink(rule, &points, values))
    })?;
    Some(shown(rule, &points, &found))
}

/// A counterexample over ℤ with values no greater than those of this one.
pub fn smaller(rule: &Rule, than: &Counterexample) -> Option<Counterexample> {
    let points = Points::new(rule)?;
    let number = |(_, value): &(String, String)| match value.as_str() {
        "false" => Some(0),
        "true" => Some(1),
        digits => digits.parse().ok(),
    };
    let values: Vec<i64> = than.values.iter().map(number).collect::<Option<_>>()?;
    if points.at(&values, &mut Vec::new()) != Says::False {
        return None;
    }
    let values = shrink(rule, &points, values);
    Some(shown(rule, &points, &values))
}

/// 0, 1, -1, 2, -2, …
fn number(i: u64) -> i64 {
    let half = i.div_ceil(2) as i64;
    if i.is_multiple_of(2) { -half } else { half }
}

fn on_grid(rule: &Rule, points: &Points, most: u64) -> Option<Vec<i64>> {
    let (mut found, mut stack) = (None, Vec::new());
    visit_grid(rule, most, &mut |values| {
        let is_false = points.at(values, &mut stack) == Says::False;
        if is_false {
            found = Some(values.to_vec());
        }
        is_false
    });
    found
}

/// Calls `stop` with the small points, by growing magnitude, until it says so or `most` are visited.
pub fn visit_grid(rule: &Rule, most: u64, stop: &mut impl FnMut(&[i64]) -> bool) {
    let is_truth: Vec<bool> = rule.variables.iter().map(|v| v.sort == Sort::Truth).collect();
    let numbers = is_truth.iter().filter(|truth| !**truth).count() as u32;
    let truths = is_truth.len() as u32 - numbers;
    let mut values = vec![0; is_truth.len()];
    for size in 1..=WIDEST {
        let mut visited = 0;
        let count = size
            .checked_pow(numbers)
            .and_then(|n| n.checked_mul(1 << truths.min(32)));
        if size > 2 && count.is_none_or(|count| count > most) {
            return;
        }
        // Every point of the cube with some number the last of the size; all of them at the first.
        let mut digits = vec![0u64; is_truth.len()];
        loop {
            let has_last = |(digit, truth): (&u64, &bool)| !truth && *digit == size - 1;
            if size == 1 || digits.iter().zip(&is_truth).any(has_last) {
                for (value, (digit, truth)) in values.iter_mut().zip(digits.iter().zip(&is_truth)) {
                    *value = if *truth { *digit as i64 } else { number(*digit) };
                }
                if stop(&values) {
                    return;
                }
            }
            // The first cubes are visited even where they are large, but not for ever.
            visited += 1;
            if visited > 4 * most {
                return;
            }
            let limit = |truth: bool| if truth { 2 } else { size };
            let Some(up) = (0..digits.len()).find(|i| digits[*i] + 1 < limit(is_truth[*i])) else {
                break;
            };
            digits[..up].fill(0);
            digits[up] += 1;
        }
        if numbers == 0 {
            return;
        }
    }
}

fn about_constants(rule: &Rule, points: &Points, probes: u64) -> Option<Vec<i64>> {
    let pool = about(rule);
    let (mut values, mut stack) = (vec![0; rule.variables.len()], Vec::new());
    // A generator of no merit but that it is the same everywhere.
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..probes {
        for (value, variable) in values.iter_mut().zip(&rule.variables) {
            *value = match (variable.sort, next(4)) {
                (Sort::Truth, _) => next(2) as i64,
                (_, 0) => number(next(9)),
                (_, 1) => number(next(WIDEST)),
                (_, 2) => pool[next(pool.len() as u64) as usize],
                _ => pool[next(pool.len() as u64) as usize].wrapping_mul(number(next(9))),
            };
        }
        if points.at(&values, &mut stack) == Says::False {
            return Some(values);
        }
    }
    None
}

/// The constants of a rule and their neighbours.
fn about(rule: &Rule) -> Vec<i64> {
    let mut found = vec![0, 1, 2, 3];
    let mut add = |term: &Term| {
        if let Term::Integer(value) = term {
            for near in [-1, 0, 1] {
                if let Some(number) = value.checked_add(near).filter(|n| !found.contains(n)) {
                    found.push(number);
                }
            }
        }
    };
    rule.left.walk(&mut add);
    rule.right.walk(&mut add);
    for condition in &rule.conditions {
        match condition {
            Condition::Compare(_, a, b) | Condition::Divides(a, b) | Condition::UnsignedLess(a, b) => {
                a.walk(&mut add);
                b.walk(&mut add);
            }
            Condition::PowerOfTwo(a) | Condition::Holds(a) => a.walk(&mut add),
            Condition::MinimumWidth(_) | Condition::Doubled => {}
            Condition::NoWrap(_, a) => a.walk(&mut add),
        }
    }
    found
}

/// Brings the values nearer to zero, one after the other, while they refute the rule.
fn shrink(rule: &Rule, points: &Points, mut values: Vec<i64>) -> Vec<i64> {
    let mut stack = Vec::new();
    loop {
        let before = values.clone();
        for i in 0..values.len() {
            let value = values[i];
            let small = (0..WIDEST).map(number);
            let near = [value / 2, value - value.signum()];
            let nearer = small
                .chain(near)
                .filter(|n| n.unsigned_abs() < value.unsigned_abs());
            let limit = if rule.variables[i].sort == Sort::Truth {
                2
            } else {
                usize::MAX
            };
            for candidate in nearer.take(limit) {
                values[i] = candidate;
                if points.at(&values, &mut stack) == Says::False {
                    break;
                }
                values[i] = value;
            }
        }
        if values == before {
            return values;
        }
    }
}

fn shown(rule: &Rule, points: &Points, values: &[i64]) -> Counterexample {
    let show = |value: i64, sort: Sort| match sort {
        Sort::Truth => (value != 0).to_string(),
        _ => value.to_string(),
    };
    let sort = match &rule.left {
        Term::Op(Operation { result, .. }) => *result,
        Term::Variable(i) => rule.variables[*i].sort,
        Term::Truth(_) => Sort::Truth,
        _ => Sort::Value,
    };
    let side = |code: &Code| match code.at(values, &mut Vec::new()) {
        Outcome::Value(value) => show(value, sort),
        Outcome::Undefined | Outcome::TooLarge => "no value".to_string(),
    };
    Counterexample {
        scalar: "index".to_string(),
        values: (rule.variables.iter().zip(values))
            .map(|(variable, value)| (variable.name.clone(), show(*value, variable.sort)))
            .collect(),
        left: side(&points.left),
        right: side(&points.right),
        zero_by_zero: false,
    }
}
