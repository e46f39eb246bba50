//! What `/` and `%` of indices mean.
//!
//! The algebra has one division, `floordiv`, which rounds down and has no value for a divisor of zero. Other
//! conventions are written in terms of it.

use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;

use super::{Operation, Sort, Term};
use crate::term::IndexOp;

/// How the text of a rule is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    pub division: Division,
    /// Truth values stand for 0 and 1, and numbers for whether they are not 0, wherever the other is expected.
    pub truths_are_numbers: bool,
    /// The rules are proved but not applied, so their left sides need not be patterns that give each variable a value.
    pub only_to_prove: bool,
}

/// How the quotient `x / y` is rounded. The remainder `x % y` is what is left: `x - y * (x / y)`, where `y` is not zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Division {
    /// Down; the remainder has the sign of the divisor.
    #[default]
    Floor,
    /// Toward zero; the remainder has the sign of the dividend.
    Truncated,
    /// So that the remainder is not negative.
    Euclidean,
}

impl Reading {
    pub(super) fn quotient(&self, x: Term, y: Term) -> Term {
        self.division.quotient(x, y)
    }

    /// As it differs from the one that rounding down leaves, which says what it is by zero where that has a value.
    pub(super) fn remainder(&self, x: Term, y: Term) -> Term {
        let down = index(IndexOp::Mod, x.clone(), y.clone());
        match (self.division, &y) {
            (Division::Floor, _) | (Division::Euclidean, Term::Integer(1..)) => down,
            _ => {
                let negated = index(
                    IndexOp::Mul,
                    self.quotient(x.clone(), y.clone()),
                    Term::Integer(-1),
                );
                let rounded = index(IndexOp::Add, index(IndexOp::FloorDiv, x, y.clone()), negated);
                index(IndexOp::Add, down, index(IndexOp::Mul, y, rounded))
            }
        }
    }
}

impl Division {
    fn quotient(self, x: Term, y: Term) -> Term {
        let down = index(IndexOp::FloorDiv, x.clone(), y.clone());
        let up = index(IndexOp::CeilDiv, x.clone(), y.clone());
        let is_negative = |of| compare(IntPredicate::Slt, of, Term::Integer(0));
        match (self, &y) {
            (Division::Floor, _) | (Division::Euclidean, Term::Integer(1..)) => down,
            (Division::Euclidean, _) => select(is_negative(y), up, down),
            (Division::Truncated, Term::Integer(1..)) => select(is_negative(x), up, down),
            (Division::Truncated, _) => {
                let differ = truth_operation(OpCode::XOrI, vec![is_negative(x), is_negative(y)]);
                select(differ, up, down)
            }
        }
    }
}

fn index(op: IndexOp, a: Term, b: Term) -> Term {
    Term::Index(op, Box::new([a, b]))
}

/// A comparison of numbers.
pub(super) fn compare(predicate: IntPredicate, a: Term, b: Term) -> Term {
    Term::Op(Operation {
        code: OpCode::CmpI,
        operands: Sort::Value,
        result: Sort::Truth,
        predicate: predicate.code(),
        args: vec![a, b],
    })
}

/// A choice between numbers.
pub(super) fn select(condition: Term, then: Term, otherwise: Term) -> Term {
    Term::Op(Operation {
        code: OpCode::Select,
        operands: Sort::Value,
        result: Sort::Value,
        predicate: 0,
        args: vec![condition, then, otherwise],
    })
}

/// An operation of truth values.
pub(super) fn truth_operation(code: OpCode, args: Vec<Term>) -> Term {
    Term::Op(Operation {
        code,
        operands: Sort::Truth,
        result: Sort::Truth,
        predicate: 0,
        args,
    })
}
