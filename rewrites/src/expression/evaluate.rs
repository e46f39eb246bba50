//! The value of an expression at a point.

use egg::{Id, Symbol};
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;

use super::{Expression, predicate_of};
use crate::term::{IndexOp, Node, Scalar};

/// What an expression comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Integer(i128),
    Truth(bool),
}

/// Values of variables, in an order for people.
pub type Point = Vec<(Symbol, i64)>;

impl Expression {
    /// The value where the variables have the given ones. `None` at a division by zero whose value is needed, and
    /// where a number does not fit in 128 bits. A branch that is not chosen needs no value, nor does an operand of
    /// `&&` or `||` beside one that decides.
    pub fn evaluate(&self, variable: &dyn Fn(Symbol) -> Option<i64>) -> Option<Value> {
        let mut values: Vec<Option<Value>> = Vec::with_capacity(self.nodes().len());
        for node in self.nodes() {
            let value = evaluate(node, &values, variable);
            values.push(value);
        }
        values.pop().flatten()
    }

    /// Whether every part of the expression has a value where the variables are those of the point, needed or not.
    pub fn is_whole_at(&self, point: &[(Symbol, i64)]) -> bool {
        let at = |name| Some(value_at(point, name));
        let mut values: Vec<Option<Value>> = Vec::with_capacity(self.nodes().len());
        for node in self.nodes() {
            let value = evaluate(node, &values, &at);
            if value.is_none() {
                return false;
            }
            values.push(value);
        }
        true
    }

    /// The value where the variables are those of the point, zero where it has none.
    pub fn at(&self, point: &[(Symbol, i64)]) -> Option<Value> {
        self.evaluate(&|name| Some(value_at(point, name)))
    }
}

fn value_at(point: &[(Symbol, i64)], name: Symbol) -> i64 {
    let found = point.iter().find(|(n, _)| *n == name);
    found.map_or(0, |(_, value)| *value)
}

fn evaluate(
    node: &Node,
    values: &[Option<Value>],
    variable: &dyn Fn(Symbol) -> Option<i64>,
) -> Option<Value> {
    let of = |id: &Id| values[usize::from(*id)];
    let integer = |id: &Id| match of(id) {
        Some(Value::Integer(value)) => Some(value),
        _ => None,
    };
    let truth = |id: &Id| match of(id) {
        Some(Value::Truth(value)) => Some(value),
        _ => None,
    };
    match node {
        Node::Int(value) => Some(Value::Integer((*value).into())),
        Node::Var(name) => variable(*name).map(|value| Value::Integer(value.into())),
        Node::Outer(name, Scalar::Integer(1)) => variable(*name).map(|value| Value::Truth(value != 0)),
        Node::Const(Scalar::Integer(1), bits) => Some(Value::Truth(*bits != 0)),
        Node::Index(op, [a, b]) => index_op(*op, integer(a)?, integer(b)?).map(Value::Integer),
        Node::Choose(comparison, [condition, then, otherwise]) => {
            let holds = comparison.holds(i64::try_from(integer(condition)?).ok()?);
            of(if holds { then } else { otherwise })
        }
        Node::Op(op, args) => match (op.code, &args[..]) {
            (OpCode::CmpI, [a, b]) => {
                let (a, b) = (integer(a)?, integer(b)?);
                compare(predicate_of(op)?, a, b).map(Value::Truth)
            }
            (OpCode::Select, [c, a, b]) => of(if truth(c)? { a } else { b }),
            (OpCode::AndI, [a, b]) => junction(false, truth(a), truth(b)),
            (OpCode::OrI, [a, b]) => junction(true, truth(a), truth(b)),
            (OpCode::XOrI, [a, b]) => Some(Value::Truth(truth(a)? != truth(b)?)),
            (OpCode::DivSI, [a, b]) => quotient(integer(a)?, integer(b)?).map(Value::Integer),
            (OpCode::RemSI, [a, b]) => remainder(integer(a)?, integer(b)?).map(Value::Integer),
            _ => None,
        },
        _ => None,
    }
}

/// `decides` where either operand is it.
fn junction(decides: bool, a: Option<bool>, b: Option<bool>) -> Option<Value> {
    if a == Some(decides) || b == Some(decides) {
        return Some(Value::Truth(decides));
    }
    a.and(b).map(|_| Value::Truth(!decides))
}

fn compare(predicate: IntPredicate, a: i128, b: i128) -> Option<bool> {
    Some(match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Slt => a < b,
        IntPredicate::Sle => a <= b,
        IntPredicate::Sgt => a > b,
        IntPredicate::Sge => a >= b,
        _ => return None,
    })
}

/// The value of `a op b`; `None` at a division by zero or past 128 bits.
pub(crate) fn index_op(op: IndexOp, a: i128, b: i128) -> Option<i128> {
    match op {
        IndexOp::Add => a.checked_add(b),
        IndexOp::Mul => a.checked_mul(b),
        IndexOp::FloorDiv => {
            let (q, r) = (a.checked_div(b)?, a.checked_rem(b)?);
            Some(if r != 0 && (r < 0) != (b < 0) { q - 1 } else { q })
        }
        IndexOp::CeilDiv => {
            let (q, r) = (a.checked_div(b)?, a.checked_rem(b)?);
            Some(if r != 0 && (r < 0) == (b < 0) { q + 1 } else { q })
        }
        IndexOp::Mod => {
            let r = a.checked_rem(b)?;
            Some(if r != 0 && (r < 0) != (b < 0) { r + b } else { r })
        }
        IndexOp::Min => Some(a.min(b)),
        IndexOp::Max => Some(a.max(b)),
    }
}

/// The quotient rounded toward zero.
pub fn quotient(a: i128, b: i128) -> Option<i128> {
    a.checked_div(b)
}

/// The remainder of [`quotient`].
pub fn remainder(a: i128, b: i128) -> Option<i128> {
    a.checked_rem(b)
}
