//! Whether a predicate of integers always holds, decided by z3.
//!
//! The predicate is false where it has a value, false, and what is assumed has one, true. A division by zero has no
//! value; what is not chosen needs none, nor does an operand of a conjunction or disjunction beside one that decides.

use crate::arithmetic::compare_integers;
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;
use ovolo_rewrites::expression::{Expression, Name, Point, predicate_of};
use ovolo_rewrites::simplify::is_counterexample;
use ovolo_rewrites::term::{IndexOp, Node, Scalar};
use z3::ast::{Bool, Int};
use z3::{Params, SatResult, Solver};

/// What z3 says of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    True,
    /// Here are values at which it is false, which were checked.
    False(Point),
    Unknown,
}

/// Steps of z3 after which it is asked no further. Steps are counted instead of seconds so that a verdict is the same
/// on every machine; this many are about a second.
const STEPS: u32 = 3_000_000;
/// Milliseconds after which z3 is stopped all the same: what it does before it searches counts as no steps.
const LAST_RESORT: u32 = 10_000;

/// Factors of a product beyond which z3 is not asked: its polynomials grow then before it looks at any limit.
const MOST_FACTORS: u32 = 32;

/// The most factors that a product of the expression has.
fn degree(expression: &Expression) -> u32 {
    let mut degrees: Vec<u32> = Vec::with_capacity(expression.nodes().len());
    for node in expression.nodes() {
        let degree = match node {
            Node::Var(_) => 1,
            Node::Index(IndexOp::Mul, [a, b]) => {
                degrees[usize::from(*a)].saturating_add(degrees[usize::from(*b)])
            }
            Node::Index(_, [a, b]) => degrees[usize::from(*a)].max(degrees[usize::from(*b)]),
            Node::Op(_, args) => {
                let below = args.iter().map(|a| degrees[usize::from(*a)]);
                below.max().unwrap_or(0)
            }
            _ => 0,
        };
        degrees.push(degree);
    }
    degrees.into_iter().max().unwrap_or(0)
}

/// Whether the predicate holds at all points that satisfy what is assumed.
pub fn decide(predicate: &Expression, assumptions: &[Expression]) -> Verdict {
    if assumptions
        .iter()
        .chain([predicate])
        .any(|e| degree(e) > MOST_FACTORS)
    {
        return Verdict::Unknown;
    }
    let solver = Solver::new();
    let mut params = Params::new();
    params.set_u32("rlimit", STEPS);
    params.set_u32("timeout", LAST_RESORT);
    solver.set_params(&params);
    let mut encoder = Encoder {
        solver: &solver,
        names: Vec::new(),
        quotients: 0,
        divisors: Vec::new(),
    };
    for assumption in assumptions {
        match encoder.expression(assumption) {
            Some((Value::Truth(holds), has_value)) => solver.assert(and(Some(holds), has_value)),
            _ => return Verdict::Unknown,
        }
    }
    encoder.divisors.clear();
    match encoder.expression(predicate) {
        Some((Value::Truth(holds), has_value)) => solver.assert(and(Some(!holds), has_value)),
        _ => return Verdict::Unknown,
    }
    let verdict = encoder.counterexample(predicate, assumptions);
    // Rather than values at which some part that is not needed has none, others.
    if matches!(&verdict, Verdict::False(at) if !predicate.is_whole_at(at)) {
        for divisor in &encoder.divisors {
            solver.assert(divisor.ne(0));
        }
        let whole = encoder.counterexample(predicate, assumptions);
        if matches!(whole, Verdict::False(_)) {
            return whole;
        }
    }
    verdict
}

/// The conjunction, of which nothing is true.
fn and(a: Option<Bool>, b: Option<Bool>) -> Bool {
    both(a, b).unwrap_or_else(|| Bool::from_bool(true))
}

fn both(a: Option<Bool>, b: Option<Bool>) -> Option<Bool> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a & b),
        (a, b) => a.or(b),
    }
}

#[derive(Clone)]
enum Value {
    Integer(Int),
    Truth(Bool),
}

/// A value, and where there is one: nothing is everywhere.
type Partial = (Value, Option<Bool>);

struct Encoder<'s> {
    solver: &'s Solver,
    names: Vec<(Name, Int)>,
    quotients: usize,
    divisors: Vec<Int>,
}

impl Encoder<'_> {
    /// Asks z3, and checks the values that it finds.
    fn counterexample(&self, predicate: &Expression, assumptions: &[Expression]) -> Verdict {
        match self.solver.check() {
            SatResult::Unsat => Verdict::True,
            SatResult::Unknown => Verdict::Unknown,
            SatResult::Sat => {
                let point = self.point();
                match point.filter(|at| is_counterexample(predicate, assumptions, at)) {
                    Some(at) => Verdict::False(at),
                    None => Verdict::Unknown,
                }
            }
        }
    }

    /// A constant that is the truth: z3 walks what is shared once for each use, a constant it does not enter.
    fn named(&self, truth: &Bool) -> Bool {
        let name = Bool::fresh_const("part");
        self.solver.assert(name.iff(truth));
        name
    }

    fn expression(&mut self, expression: &Expression) -> Option<Partial> {
        let mut values: Vec<Partial> = Vec::with_capacity(expression.nodes().len());
        for node in expression.nodes() {
            let value = self.node(node, &values)?;
            values.push(value);
        }
        values.pop()
    }

    fn node(&mut self, node: &Node, values: &[Partial]) -> Option<Partial> {
        match node {
            Node::Int(value) => Some((Value::Integer(Int::from_i64(*value)), None)),
            Node::Const(Scalar::Integer(1), bits) => Some((Value::Truth(Bool::from_bool(*bits != 0)), None)),
            Node::Var(name) => {
                let known = self.names.iter().find(|(n, _)| n == name);
                let x = match known {
                    Some((_, x)) => x.clone(),
                    None => {
                        let x = Int::new_const(name.as_str());
                        self.names.push((*name, x.clone()));
                        x
                    }
                };
                Some((Value::Integer(x), None))
            }
            Node::Index(op, [a, b]) => {
                let (a, in_a) = integer(&values[usize::from(*a)])?;
                let (b, in_b) = integer(&values[usize::from(*b)])?;
                let has_value = both(in_a, in_b);
                let (value, has_value) = self.index(*op, a, b, has_value);
                Some((Value::Integer(value), has_value))
            }
            Node::Op(op, args) => {
                let args: Vec<Partial> = args.iter().map(|&a| values[usize::from(a)].clone()).collect();
                self.operation(op.code, predicate_of(op), &args)
            }
            _ => None,
        }
    }

    fn index(&mut self, op: IndexOp, a: Int, b: Int, has_value: Option<Bool>) -> (Int, Option<Bool>) {
        let value = match op {
            IndexOp::Add => a + b,
            IndexOp::Mul => a * b,
            IndexOp::Min => a.le(&b).ite(&a, &b),
            IndexOp::Max => a.le(&b).ite(&b, &a),
            IndexOp::FloorDiv => return self.quotient(&a, &b, has_value),
            IndexOp::CeilDiv => {
                let (quotient, has_value) = self.quotient(&-a, &b, has_value);
                return (-quotient, has_value);
            }
            IndexOp::Mod => {
                let (quotient, has_value) = self.quotient(&a, &b, has_value);
                return (a - b * quotient, has_value);
            }
        };
        (value, has_value)
    }

    /// The floor quotient: `a = b·q + r` with `0 <= r < b`, or `b < r <= 0` for negative `b`.
    fn quotient(&mut self, a: &Int, b: &Int, has_value: Option<Bool>) -> (Int, Option<Bool>) {
        let number = self.quotients;
        self.quotients += 1;
        let q = Int::fresh_const(&format!("quotient {number}"));
        let r = Int::fresh_const(&format!("remainder {number}"));
        self.solver.assert(b.ne(0).implies(a.eq(b * &q + &r)));
        self.solver.assert(b.gt(0).implies(r.ge(0) & r.lt(b)));
        self.solver.assert(b.lt(0).implies(r.le(0) & r.gt(b)));
        if b.as_i64().is_some_and(|divisor| divisor != 0) {
            return (q, has_value);
        }
        self.divisors.push(b.clone());
        (q, both(has_value, Some(b.ne(0))))
    }

    fn operation(
        &mut self,
        code: OpCode,
        predicate: Option<IntPredicate>,
        args: &[Partial],
    ) -> Option<Partial> {
        match (code, args) {
            (OpCode::CmpI, [a, b]) => {
                let ((a, in_a), (b, in_b)) = (integer(a)?, integer(b)?);
                Some((
                    Value::Truth(compare_integers(predicate?, &a, &b)?),
                    both(in_a, in_b),
                ))
            }
            (OpCode::AndI, [a, b]) => self.junction(false, a, b),
            (OpCode::OrI, [a, b]) => self.junction(true, a, b),
            (OpCode::XOrI, [a, b]) => {
                let ((a, in_a), (b, in_b)) = (truth(a)?, truth(b)?);
                Some((Value::Truth(self.named(&a.xor(&b))), both(in_a, in_b)))
            }
            (OpCode::Select, [c, a, b]) => {
                let (c, in_c) = truth(c)?;
                let in_chosen = match (&a.1, &b.1) {
                    (None, None) => None,
                    (in_a, in_b) => {
                        let (in_a, in_b) = (and(in_a.clone(), None), and(in_b.clone(), None));
                        Some(self.named(&c.ite(&in_a, &in_b)))
                    }
                };
                let value = match (&a.0, &b.0) {
                    (Value::Integer(a), Value::Integer(b)) => Value::Integer(c.ite(a, b)),
                    (Value::Truth(a), Value::Truth(b)) => Value::Truth(self.named(&c.ite(a, b))),
                    _ => return None,
                };
                Some((value, both(in_c, in_chosen)))
            }
            (OpCode::DivSI | OpCode::RemSI, [a, b]) => {
                let ((a, in_a), (b, in_b)) = (integer(a)?, integer(b)?);
                // The quotient of the sizes, with the sign of both.
                let size = |x: &Int| x.ge(0).ite(x, &-x);
                let (quotient, has_value) = self.quotient(&size(&a), &size(&b), both(in_a, in_b));
                let quotient = a.ge(0).iff(b.ge(0)).ite(&quotient, &-&quotient);
                let value = match code {
                    OpCode::DivSI => quotient,
                    _ => a - b * quotient,
                };
                Some((Value::Integer(value), has_value))
            }
            _ => None,
        }
    }

    /// A conjunction or disjunction, which is `decides` where either operand is it.
    fn junction(&self, decides: bool, a: &Partial, b: &Partial) -> Option<Partial> {
        let ((a, in_a), (b, in_b)) = (truth(a)?, truth(b)?);
        if in_a.is_none() && in_b.is_none() {
            let value = if decides { a | b } else { a & b };
            return Some((Value::Truth(value), None));
        }
        let (in_a, in_b) = (and(in_a, None), and(in_b, None));
        let is = |x: &Bool| if decides { x.clone() } else { !x };
        let decided = self.named(&((&in_a & is(&a)) | (&in_b & is(&b))));
        let value = if decides { decided.clone() } else { !&decided };
        Some((Value::Truth(value), Some(self.named(&(decided | (in_a & in_b))))))
    }

    /// The values of the model; `None` when one does not fit in 64 bits.
    fn point(&self) -> Option<Point> {
        let model = self.solver.get_model()?;
        let value = |x: &Int| model.eval(x, true)?.as_i64();
        self.names
            .iter()
            .map(|(name, x)| Some((*name, value(x)?)))
            .collect()
    }
}

fn integer((value, has_value): &Partial) -> Option<(Int, Option<Bool>)> {
    match value {
        Value::Integer(x) => Some((x.clone(), has_value.clone())),
        Value::Truth(_) => None,
    }
}

fn truth((value, has_value): &Partial) -> Option<(Bool, Option<Bool>)> {
    match value {
        Value::Truth(x) => Some((x.clone(), has_value.clone())),
        Value::Integer(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use ovolo_rewrites::expression::{Division, parse};

    use super::*;

    fn decided(text: &str, division: Division) -> Verdict {
        decide(&parse(text, division).unwrap().results[0], &[])
    }

    #[test]
    fn what_has_no_value_is_neither_true_nor_false() {
        let floor = |text| decided(text, Division::Floor);
        assert_eq!(floor("(x / n) * n + x % n == x"), Verdict::True);
        assert_eq!(floor("n == 0 || x / n * n + x % n == x"), Verdict::True);
        assert!(
            matches!(floor("n != 0 && x / n == x / n"), Verdict::False(at) if at.iter().any(|v| v.1 == 0))
        );
        assert!(matches!(floor("x / n <= x"), Verdict::False(_)));
    }

    #[test]
    fn divisions_round_as_they_say() {
        assert_eq!(decided("-(x / 4) == -x / 4", Division::Trunc), Verdict::True);
        assert!(matches!(
            decided("-(x / 4) == -x / 4", Division::Floor),
            Verdict::False(_)
        ));
        assert_eq!(decided("x % y >= 0", Division::Euclid), Verdict::True);
        assert!(matches!(
            decided("x % y >= 0", Division::Trunc),
            Verdict::False(_)
        ));
        assert!(matches!(
            decided("x % y >= 0", Division::Floor),
            Verdict::False(_)
        ));
    }
}
