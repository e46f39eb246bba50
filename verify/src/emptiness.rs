//! Whether an integer set has a point, decided by z3.
//!
//! Dimensions and symbols are all integers of any size: a set is empty when no choice of both
//! satisfies its constraints. Divisions by constants are encoded exactly, so a set that is affine is
//! decided. Products of variables and divisions by variables make a set nonlinear, which z3 may not
//! decide; division by zero is left without a value, that is, with any value.

use std::cell::RefCell;
use std::sync::Mutex;

use ovolo_lang::affine::{AffineExpr, AffineOp, IntegerSet};
use ovolo_rewrites::answer::Answer;
use ovolo_rewrites::dependence::Emptiness;
use rustc_hash::FxHashMap;
use z3::ast::Int;
use z3::{Params, SatResult, Solver};

/// Steps of z3 after which a query is answered "unknown". Counting steps instead of seconds gives the
/// same answer on every machine. The number is arbitrary: ordinary queries take some thousands.
const STEPS: u32 = 4_000_000;

/// Decides emptiness, remembering what it was asked. One value serves all threads.
#[derive(Default)]
pub struct Z3Emptiness {
    answers: Mutex<FxHashMap<IntegerSet, Answer>>,
}

/// A point of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub dims: Vec<i64>,
    pub symbols: Vec<i64>,
}

/// What a search for a point of a set came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    Empty,
    /// There is a point; `None` when its coordinates do not fit in 64 bits.
    Found(Option<Point>),
    Unknown,
}

impl Z3Emptiness {
    /// An oracle that has not been asked yet.
    pub fn new() -> Z3Emptiness {
        Z3Emptiness::default()
    }

    fn answers(&self) -> std::sync::MutexGuard<'_, FxHashMap<IntegerSet, Answer>> {
        // A panic elsewhere cannot leave the map half written.
        self.answers
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Emptiness for Z3Emptiness {
    /// Whether no point satisfies the constraints.
    fn is_empty(&self, set: &IntegerSet) -> Answer {
        if let Some(answer) = self.answers().get(set) {
            return *answer;
        }
        let answer = match find_point(set) {
            Search::Empty => Answer::Yes,
            Search::Found(_) => Answer::No,
            Search::Unknown => Answer::Unknown,
        };
        self.answers().insert(set.clone(), answer);
        answer
    }
}

/// Looks for a point of the set.
pub fn find_point(set: &IntegerSet) -> Search {
    find_point_within(set, STEPS)
}

/// Looks for a point of the set with no more than so many steps of z3.
pub fn find_point_within(set: &IntegerSet, steps: u32) -> Search {
    THREAD.with_borrow_mut(|thread| thread.find_point(set, steps))
}

thread_local! {
    static THREAD: RefCell<Thread> = RefCell::new(Thread::new());
}

/// What each thread keeps between queries: making a solver costs more than a query.
struct Thread {
    linear: Solver,
    nonlinear: Solver,
    dims: Vec<Int>,
    symbols: Vec<Int>,
}

impl Thread {
    fn new() -> Thread {
        Thread {
            linear: solver("QF_LIA"),
            nonlinear: solver("QF_NIA"),
            dims: Vec::new(),
            symbols: Vec::new(),
        }
    }

    fn find_point(&mut self, set: &IntegerSet, steps: u32) -> Search {
        name_up_to(&mut self.dims, "d", set.num_dims);
        name_up_to(&mut self.symbols, "s", set.num_symbols);
        let solver = match set.constraints.iter().all(|c| is_linear(&c.expr)) {
            true => &self.linear,
            false => &self.nonlinear,
        };
        let mut params = Params::new();
        params.set_u32("rlimit", steps);
        solver.set_params(&params);
        solver.push();
        let mut encoder = Encoder {
            solver,
            dims: &self.dims,
            symbols: &self.symbols,
            quotients: Vec::new(),
        };
        for constraint in &set.constraints {
            let value = encoder.encode(&constraint.expr);
            solver.assert(match constraint.is_equality {
                true => value.eq(0),
                false => value.ge(0),
            });
        }
        let search = match solver.check() {
            SatResult::Unsat => Search::Empty,
            SatResult::Unknown => Search::Unknown,
            SatResult::Sat => Search::Found(self.point(solver, set)),
        };
        solver.pop(1);
        search
    }

    fn point(&self, solver: &Solver, set: &IntegerSet) -> Option<Point> {
        let model = solver.get_model()?;
        let values = |names: &[Int], count: u32| -> Option<Vec<i64>> {
            names[..count as usize]
                .iter()
                .map(|x| model.eval(x, true)?.as_i64())
                .collect()
        };
        Some(Point {
            dims: values(&self.dims, set.num_dims)?,
            symbols: values(&self.symbols, set.num_symbols)?,
        })
    }
}

fn solver(logic: &str) -> Solver {
    Solver::new_for_logic(logic).expect("z3 knows its logics")
}

fn name_up_to(names: &mut Vec<Int>, prefix: &str, count: u32) {
    for i in names.len()..count as usize {
        names.push(Int::new_const(format!("{prefix}{i}")));
    }
}

/// Whether the expression has only products with and divisions by constants.
fn is_linear(expr: &AffineExpr) -> bool {
    let mut linear = true;
    expr.walk(&mut |e| {
        if let AffineExpr::Binary(op, ab) = e {
            linear &= match op {
                AffineOp::Add => true,
                AffineOp::Mul => ab.0.as_constant().is_some() || ab.1.as_constant().is_some(),
                AffineOp::FloorDiv | AffineOp::CeilDiv | AffineOp::Mod => ab.1.as_constant().is_some(),
            };
        }
    });
    linear
}

struct Encoder<'a> {
    solver: &'a Solver,
    dims: &'a [Int],
    symbols: &'a [Int],
    /// The floor quotients of this query, by dividend and divisor.
    quotients: Vec<((Int, Int), Int)>,
}

impl Encoder<'_> {
    fn encode(&mut self, expr: &AffineExpr) -> Int {
        match expr {
            AffineExpr::Constant(c) => Int::from_i64(*c),
            AffineExpr::Dim(i) => variable(self.dims, "d", *i),
            AffineExpr::Symbol(i) => variable(self.symbols, "s", *i),
            AffineExpr::Binary(op, ab) => {
                let (a, b) = (self.encode(&ab.0), self.encode(&ab.1));
                match op {
                    AffineOp::Add => a + b,
                    AffineOp::Mul => a * b,
                    AffineOp::FloorDiv => self.floordiv(a, b, ab.1.as_constant()),
                    AffineOp::CeilDiv => -self.floordiv(-a, b, ab.1.as_constant()),
                    AffineOp::Mod => &a - &b * self.floordiv(a.clone(), b.clone(), ab.1.as_constant()),
                }
            }
        }
    }

    /// A new variable `q` with `0 <= a - b·q < b`, or `b < a - b·q <= 0` for negative `b`.
    fn floordiv(&mut self, a: Int, b: Int, constant: Option<i64>) -> Int {
        let key = (a, b);
        if let Some((_, q)) = self.quotients.iter().find(|(known, _)| *known == key) {
            return q.clone();
        }
        let (a, b) = key;
        let q = Int::new_const(format!("q{}", self.quotients.len()));
        let rest = &a - &b * &q;
        let positive = rest.ge(0) & rest.lt(&b);
        let negative = rest.le(0) & rest.gt(&b);
        match constant {
            Some(0) => {}
            Some(c) => self.solver.assert(if c > 0 { positive } else { negative }),
            None => {
                self.solver.assert(b.gt(0).implies(positive));
                self.solver.assert(b.lt(0).implies(negative));
            }
        }
        self.quotients.push(((a, b), q.clone()));
        q
    }
}

/// A variable that the set does not declare is one more unknown.
fn variable(names: &[Int], prefix: &str, index: u32) -> Int {
    match names.get(index as usize) {
        Some(name) => name.clone(),
        None => Int::new_const(format!("{prefix}{index}")),
    }
}

#[cfg(test)]
mod tests {
    use ovolo_lang::affine::Constraint;

    use super::*;

    fn d(i: u32) -> AffineExpr {
        AffineExpr::Dim(i)
    }

    fn s(i: u32) -> AffineExpr {
        AffineExpr::Symbol(i)
    }

    fn c(value: i64) -> AffineExpr {
        AffineExpr::Constant(value)
    }

    /// `e >= 0` for each of the first, `e == 0` for each of the second.
    fn set(inequalities: Vec<AffineExpr>, equalities: Vec<AffineExpr>) -> IntegerSet {
        let constraint = |is_equality| move |expr| Constraint { expr, is_equality };
        IntegerSet {
            num_dims: 3,
            num_symbols: 2,
            constraints: (inequalities.into_iter().map(constraint(false)))
                .chain(equalities.into_iter().map(constraint(true)))
                .collect(),
        }
    }

    fn is_empty(inequalities: Vec<AffineExpr>, equalities: Vec<AffineExpr>) -> Answer {
        Z3Emptiness::new().is_empty(&set(inequalities, equalities))
    }

    #[test]
    fn linear_sets_are_decided() {
        assert_eq!(is_empty(vec![], vec![]), Answer::No);
        assert_eq!(is_empty(vec![c(-1)], vec![]), Answer::Yes);
        // 0 <= d0 < s0 and d0 = s0.
        let inside = vec![d(0), s(0) - d(0) - c(1)];
        assert_eq!(is_empty(inside.clone(), vec![d(0) - s(0)]), Answer::Yes);
        assert_eq!(is_empty(inside, vec![d(0) - s(0) + c(1)]), Answer::No);
        // Even and odd numbers do not meet, though rational ones would.
        assert_eq!(
            is_empty(vec![], vec![d(0) * c(2) - d(1) * c(2) - c(1)]),
            Answer::Yes
        );
    }

    #[test]
    fn divisions_round_down() {
        let at = |op: AffineOp, x: i64, by: i64, result: i64| {
            let value = AffineExpr::binary(op, d(0), c(by));
            is_empty(vec![], vec![d(0) - c(x), value - c(result)])
        };
        for x in -9..9 {
            for by in [-4, -3, -1, 1, 2, 5] {
                for op in [AffineOp::FloorDiv, AffineOp::CeilDiv, AffineOp::Mod] {
                    let result = op.apply(x, by).unwrap();
                    assert_eq!(at(op, x, by, result), Answer::No, "{x} {op} {by} = {result}");
                    assert_eq!(
                        at(op, x, by, result + 1),
                        Answer::Yes,
                        "{x} {op} {by} = {result} + 1"
                    );
                }
            }
        }
    }

    #[test]
    fn quotients_of_one_dividend_agree() {
        // 8·(d0 floordiv 8) + d0 mod 8 != d0 has no solution.
        let recomposed = d(0).floordiv(c(8)) * c(8) + d(0).modulo(c(8));
        assert_eq!(
            is_empty(vec![recomposed.clone() - d(0) - c(1)], vec![]),
            Answer::Yes
        );
        assert_eq!(is_empty(vec![d(0) - recomposed - c(1)], vec![]), Answer::Yes);
    }

    #[test]
    fn division_by_a_symbol() {
        let tile = vec![s(0) - c(1)];
        let rest = d(0).modulo(s(0));
        let with = |extra: AffineExpr| [tile.clone(), vec![extra]].concat();
        // The remainder by a positive symbol is not negative, and can be positive.
        assert_ne!(is_empty(with(-rest.clone() - c(1)), vec![]), Answer::No);
        assert_ne!(is_empty(with(rest - c(1)), vec![]), Answer::Yes);
        // Division by zero has any value.
        let zero = d(0).floordiv(s(0));
        assert_ne!(is_empty(vec![], vec![s(0), zero - c(7)]), Answer::Yes);
    }

    #[test]
    fn points_are_points() {
        let inside = set(
            vec![d(0), c(9) - d(0), d(1) - d(0) - c(3)],
            vec![d(1) - s(1) * c(4), d(0).modulo(c(5)) - c(2)],
        );
        let Search::Found(Some(point)) = find_point(&inside) else {
            panic!("no point");
        };
        for constraint in &inside.constraints {
            let value = constraint.expr.evaluate(&point.dims, &point.symbols).unwrap();
            assert!(
                if constraint.is_equality {
                    value == 0
                } else {
                    value >= 0
                },
                "{point:?}"
            );
        }
    }

    #[test]
    fn threads_agree() {
        use rayon::prelude::*;
        let decider = Z3Emptiness::new();
        let answers: Vec<Answer> = (0..200i64)
            .into_par_iter()
            .map(|i| decider.is_empty(&set(vec![d(0) - c(i % 20), c(9) - d(0)], vec![])))
            .collect();
        for (i, answer) in answers.iter().enumerate() {
            assert_eq!(answer.is_yes(), i % 20 > 9);
        }
    }
}
