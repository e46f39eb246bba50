//! A guess of which instance of the first function an instance of the second is. Nothing depends on whether it is right:
//! what it claims is checked.

use std::collections::BTreeMap;

use ovolo_lang::affine::{AffineExpr, AffineOp, constant, dim};
use z3::ast::Int;

use super::program::{Access, Array, Loop, Statement, Time, Value};
use super::terms::Sizes;

/// Places in a value where an index of the first function must be that of the second.
pub struct Match<'s> {
    /// The accesses of both, the store first.
    pub accesses: Vec<[&'s Access; 2]>,
    /// Expressions that must be equal, of both.
    pub equal: Vec<[&'s AffineExpr; 2]>,
}

impl<'s> Match<'s> {
    /// Whether two statements store the same tree into the same array.
    pub fn of(first: &'s Statement, second: &'s Statement) -> Option<Match<'s>> {
        let mut found = Match {
            accesses: Vec::new(),
            equal: Vec::new(),
        };
        found.access(&first.target, &second.target)?;
        found.value(&first.value, &second.value)?;
        if first.conditions.len() != second.conditions.len() {
            return None;
        }
        for ((a, is_true), (b, must_be_true)) in first.conditions.iter().zip(&second.conditions) {
            (is_true == must_be_true).then_some(())?;
            found.value(a, b)?;
        }
        Some(found)
    }

    fn access(&mut self, first: &'s Access, second: &'s Access) -> Option<()> {
        if let (Array::Register(_), Array::Register(_)) = (first.array, second.array) {
            // Which register it is, and of which instance, is asked of pairs of accesses.
            self.accesses.push([first, second]);
            return Some(());
        }
        if first.array != second.array || first.subscripts.len() != second.subscripts.len() {
            return None;
        }
        self.accesses.push([first, second]);
        let pairs = first.subscripts.iter().zip(&second.subscripts);
        self.equal.extend(pairs.map(|(a, b)| [a, b]));
        Some(())
    }

    fn value(&mut self, first: &'s Value, second: &'s Value) -> Option<()> {
        match (first, second) {
            (Value::Load(a), Value::Load(b)) => self.access(a, b),
            (Value::Argument(a), Value::Argument(b)) => (a == b).then_some(()),
            (Value::Index(a), Value::Index(b)) => {
                self.equal.push([a, b]);
                Some(())
            }
            (Value::Op(a), Value::Op(b)) => {
                let is_same = a.key == b.key && a.operands.len() == b.operands.len();
                is_same.then_some(())?;
                let known = (self.accesses.len(), self.equal.len());
                let mut operands = a.operands.iter().zip(&b.operands);
                let found = operands.try_for_each(|(a, b)| self.value(a, b));
                if found.is_some() || !a.is_commutative {
                    return found;
                }
                self.accesses.truncate(known.0);
                self.equal.truncate(known.1);
                let mut operands = a.operands.iter().zip(b.operands.iter().rev());
                operands.try_for_each(|(a, b)| self.value(a, b))
            }
            _ => None,
        }
    }
}

/// An expression as a sum of multiples of loop variables and of what has none.
struct Linear {
    terms: BTreeMap<u32, i64>,
    rest: AffineExpr,
}

impl Linear {
    fn of(expr: &AffineExpr) -> Option<Linear> {
        let mut has_variables = false;
        expr.walk(&mut |e| has_variables |= matches!(e, AffineExpr::Dim(_)));
        if !has_variables {
            return Some(Linear {
                terms: BTreeMap::new(),
                rest: expr.clone(),
            });
        }
        match expr {
            AffineExpr::Dim(i) => Some(Linear {
                terms: BTreeMap::from([(*i, 1)]),
                rest: constant(0),
            }),
            AffineExpr::Binary(AffineOp::Add, ab) => {
                let (mut a, b) = (Linear::of(&ab.0)?, Linear::of(&ab.1)?);
                for (variable, c) in b.terms {
                    let sum = a.terms.entry(variable).or_default();
                    *sum = sum.checked_add(c)?;
                }
                a.terms.retain(|_, c| *c != 0);
                a.rest = &a.rest + &b.rest;
                Some(a)
            }
            AffineExpr::Binary(AffineOp::Mul, ab) => {
                let factor = ab.1.as_constant()?;
                let mut a = Linear::of(&ab.0)?;
                for c in a.terms.values_mut() {
                    *c = c.checked_mul(factor)?;
                }
                a.terms.retain(|_, c| *c != 0);
                a.rest = &a.rest * &constant(factor);
                Some(a)
            }
            _ => None,
        }
    }
}

impl Match<'_> {
    /// Whether the equations tell every variable of the first statement.
    pub fn is_telling(&self, first: &Statement) -> bool {
        let mut known = vec![None; first.loops.len()];
        self.solve_all(&mut known);
        known.iter().all(Option::is_some)
    }

    fn solve_all(&self, known: &mut [Option<AffineExpr>]) {
        loop {
            let before = known.iter().flatten().count();
            for [ours, theirs] in &self.equal {
                solve(ours, theirs, known);
            }
            if known.iter().flatten().count() == before {
                return;
            }
        }
    }
}

/// Guesses beyond which no more are made for a pair of statements. Arbitrary.
const MOST_GUESSES: usize = 64;

/// A map that another statement has: what loops around both are for each other is so for all that is in them.
pub struct Hint<'s> {
    pub first: &'s Statement,
    pub second: &'s Statement,
    pub map: Vec<AffineExpr>,
}

impl Hint<'_> {
    /// What a variable of the first statement is, where both statements are in the same loops.
    fn value(&self, variable: usize, first: &Statement, second: &Statement) -> Option<AffineExpr> {
        let shared = |a: &Statement, b: &Statement| {
            let pairs = a.target.time.iter().zip(&b.target.time);
            let same = pairs.take_while(|(a, b)| a == b);
            same.filter(|(time, _)| matches!(time, Time::Loop(_))).count()
        };
        let (ours, theirs) = (shared(self.first, first), shared(self.second, second));
        let value = self.map.get(variable).filter(|_| variable < ours)?;
        let mut is_around = true;
        value.walk(&mut |e| is_around &= !matches!(e, AffineExpr::Dim(i) if *i as usize >= theirs));
        is_around.then(|| value.clone())
    }
}

/// The variables of the first statement as expressions of those of the second, likely ones first.
pub fn guesses(
    found: &Match<'_>,
    first: &Statement,
    second: &Statement,
    hints: &[Hint<'_>],
) -> Vec<Vec<AffineExpr>> {
    let mut known: Vec<Option<AffineExpr>> = vec![None; first.loops.len()];
    found.solve_all(&mut known);
    let mut all: Vec<Vec<Option<AffineExpr>>> = vec![known];
    for variable in 0..first.loops.len() {
        let mut more = Vec::new();
        for guess in all {
            if guess[variable].is_some() {
                more.push(guess);
                continue;
            }
            let mut all: Vec<AffineExpr> = Vec::new();
            let hinted = hints
                .iter()
                .filter_map(|hint| hint.value(variable, first, second));
            for candidate in hinted.chain(candidates(variable, &guess, &first.loops, &second.loops)) {
                if !all.contains(&candidate) {
                    all.push(candidate);
                }
            }
            let candidates = all;
            more.extend(candidates.into_iter().map(|candidate| {
                let mut guess = guess.clone();
                guess[variable] = Some(candidate);
                guess
            }));
        }
        more.truncate(MOST_GUESSES);
        all = more;
    }
    all.into_iter()
        .filter_map(|guess| guess.into_iter().collect())
        .collect()
}

/// Where an equation leaves one variable with the factor 1 or -1, its value.
fn solve(ours: &AffineExpr, theirs: &AffineExpr, known: &mut [Option<AffineExpr>]) {
    let Some(linear) = Linear::of(ours) else { return };
    let mut open = linear.terms.iter().filter(|(v, _)| known[**v as usize].is_none());
    let (Some((&variable, &factor)), None) = (open.next(), open.next()) else {
        return;
    };
    if factor.abs() != 1 {
        return;
    }
    let minus = |e: &AffineExpr| e * &constant(-1);
    let mut rest = theirs + &minus(&linear.rest);
    for (&other, &c) in linear.terms.iter().filter(|(v, _)| **v != variable) {
        if let Some(value) = &known[other as usize] {
            rest = &rest + &(value * &constant(-c));
        }
    }
    known[variable as usize] = Some(if factor == 1 { rest } else { minus(&rest) });
}

/// Loops of the second statement that may run over the iterations of a loop of the first: those with the same bounds,
/// then all others that stand for none yet, the innermost first.
fn candidates(
    variable: usize,
    guess: &[Option<AffineExpr>],
    first: &[Loop],
    second: &[Loop],
) -> Vec<AffineExpr> {
    let is_taken = |i: usize| guess.iter().flatten().any(|e| *e == dim(i as u32));
    let free = (0..second.len()).rev().filter(|&i| !is_taken(i));
    let (same, others): (Vec<usize>, Vec<usize>) = free.partition(|&i| {
        let (a, b) = (&first[variable], &second[i]);
        (&a.lower, &a.upper, a.step) == (&b.lower, &b.upper, b.step)
    });
    let all = same.into_iter().rev().chain(others);
    all.map(|i| dim(i as u32)).collect()
}

/// The variables of the second statement that belong to an instance `image` of the first, likely so.
pub fn inverse(map: &[AffineExpr], second: &[Loop], image: &[Int], sizes: &Sizes) -> Option<Vec<Int>> {
    let mut known: Vec<Option<Int>> = vec![None; second.len()];
    loop {
        let before = known.iter().flatten().count();
        for (value, expr) in image.iter().zip(map) {
            invert(expr, value, &mut known, sizes);
        }
        for depth in (0..second.len()).rev() {
            if let Some(value) = known[depth].clone() {
                for bound in &second[depth].lower {
                    enclose(bound, &value, second, &mut known, sizes);
                }
            }
        }
        if known.iter().flatten().count() == before {
            break;
        }
    }
    known.into_iter().collect()
}

/// `value = expr`, where one variable of `expr` is open.
fn invert(expr: &AffineExpr, value: &Int, known: &mut [Option<Int>], sizes: &Sizes) {
    let Some((variable, factor, rest)) = open_term(expr, known, sizes) else {
        return;
    };
    let left = value - &rest;
    known[variable] = match factor {
        1 => Some(left),
        -1 => Some(-left),
        factor if factor > 0 => Some(left.div(Int::from_i64(factor))),
        _ => None,
    };
}

/// The tile that an iteration is in, where the loop over it begins at `bound`.
fn enclose(bound: &AffineExpr, value: &Int, loops: &[Loop], known: &mut [Option<Int>], sizes: &Sizes) {
    let Some((variable, factor, rest)) = open_term(bound, known, sizes) else {
        return;
    };
    let left = value - &rest;
    let around = &loops[variable];
    known[variable] = match (factor, around.step) {
        (1, 1) => Some(left),
        (1, step) => start_of(variable, loops, known, sizes).map(|start| {
            let tiles = (&left - &start).div(Int::from_i64(step));
            start + tiles * Int::from_i64(step)
        }),
        (factor, 1) if factor > 1 => Some(left.div(Int::from_i64(factor))),
        _ => None,
    };
}

/// Where a loop begins; where that is a tile around it which is not known yet, where the loop over such tiles begins.
fn start_of(variable: usize, loops: &[Loop], known: &[Option<Int>], sizes: &Sizes) -> Option<Int> {
    let [bound] = loops[variable].lower.as_slice() else {
        return None;
    };
    match bound {
        AffineExpr::Dim(outer) if known[*outer as usize].is_none() => {
            start_of(*outer as usize, loops, known, sizes)
        }
        _ => {
            let dims: Option<Vec<Int>> = used(bound, known);
            sizes.encode(bound, &dims?)
        }
    }
}

/// The only open variable of an expression with its factor, and what else is in it.
fn open_term(expr: &AffineExpr, known: &[Option<Int>], sizes: &Sizes) -> Option<(usize, i64, Int)> {
    let linear = Linear::of(expr)?;
    let mut open = linear.terms.iter().filter(|(v, _)| known[**v as usize].is_none());
    let (Some((&variable, &factor)), None) = (open.next(), open.next()) else {
        return None;
    };
    let mut rest = sizes.encode(&linear.rest, &[])?;
    for (&other, &c) in linear.terms.iter().filter(|(v, _)| **v != variable) {
        rest += known[other as usize].as_ref()? * Int::from_i64(c);
    }
    Some((variable as usize, factor, rest))
}

/// The variables as terms, those that an expression does not use with any value.
fn used(expr: &AffineExpr, known: &[Option<Int>]) -> Option<Vec<Int>> {
    let of = |(i, value): (usize, &Option<Int>)| match value {
        Some(value) => Some(value.clone()),
        None => (!expr.uses_dim(i as u32)).then(|| Int::from_i64(0)),
    };
    known.iter().enumerate().map(of).collect()
}
