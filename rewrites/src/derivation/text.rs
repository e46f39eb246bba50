//! Values as they are read by people.

use egg::{Id, RecExpr};
use ovolo_lang::algebra::{FloatPredicate, IntPredicate};
use ovolo_lang::interpret::float;

use crate::term::{Comparison, IndexOp, Node, Scalar, ScalarOp};

/// A value, as in `mulf(A[i, j + 1], 0.25)`; what statements say is in schedules.
pub fn text(term: &RecExpr<Node>) -> String {
    let mut texts: Vec<String> = Vec::with_capacity(term.as_ref().len());
    for node in term.as_ref() {
        let of = |id: &Id| texts[usize::from(*id)].as_str();
        let list = |ids: &[Id]| ids.iter().map(of).collect::<Vec<_>>().join(", ");
        texts.push(match node {
            Node::Index(op @ (IndexOp::Min | IndexOp::Max), operands) => format!("{op}({})", list(operands)),
            Node::Index(op, [a, b]) => {
                let [a, b] = [a, b].map(|id| match term[*id] {
                    Node::Index(IndexOp::Min | IndexOp::Max, _) => of(id).to_string(),
                    Node::Index(..) => format!("({})", of(id)),
                    _ => of(id).to_string(),
                });
                format!("{a} {op} {b}")
            }
            Node::Choose(comparison, [condition, then, otherwise]) => {
                let symbol = match comparison {
                    Comparison::AtLeastZero => ">=",
                    Comparison::Zero => "==",
                };
                format!(
                    "({} {symbol} 0 ? {} : {})",
                    of(condition),
                    of(then),
                    of(otherwise)
                )
            }
            Node::Const(scalar, bits) => number(*scalar, *bits),
            Node::Load(buffer, _, indices) => format!("{buffer}[{}]", list(indices)),
            Node::Op(op, operands) => format!("{}{})", head(op), list(operands)),
            Node::Store(buffer, children) => match children.split_last() {
                Some((value, indices)) => format!("{buffer}[{}] = {}", list(indices), of(value)),
                None => node.to_string(),
            },
            other => other.to_string(),
        });
    }
    texts.pop().unwrap_or_default()
}

/// The operation without its dialect, and what comes before its operands: the predicate of a comparison.
fn head(op: &ScalarOp) -> String {
    let name = op.code.name();
    let name = name.split_once('.').map_or(name, |(_, name)| name);
    let predicate = match name {
        "cmpi" => IntPredicate::from_code(op.predicate).map(IntPredicate::as_str),
        "cmpf" => FloatPredicate::from_code(op.predicate).map(FloatPredicate::as_str),
        _ => None,
    };
    match predicate {
        Some(predicate) => format!("{name}({predicate}, "),
        None => format!("{name}("),
    }
}

fn number(scalar: Scalar, bits: u128) -> String {
    match scalar {
        Scalar::Float(kind) => match float::decode(kind, bits) {
            Some(value) => format!("{value:?}"),
            None => format!("{bits:#x}"),
        },
        Scalar::Integer(1) => (bits != 0).to_string(),
        Scalar::Integer(width @ 2..=128) => {
            let unused = 128 - width;
            ((bits << unused).cast_signed() >> unused).to_string()
        }
        _ => bits.to_string(),
    }
}
