//! Expressions as text, cut off where they grow long.

use ovolo_lang::algebra::{FloatOp, IntOp};
use ovolo_lang::interpret::Scalar;

use super::expr::{Expr, Exprs, Op};

const MAX_LENGTH: usize = 240;
const MAX_DEPTH: usize = 8;

/// Sums and products between their operands, all else before them; `name` names the inputs.
pub fn text(exprs: &Exprs, e: Expr, name: &impl Fn(u32) -> String) -> String {
    let mut out = String::new();
    write(exprs, e, name, 0, &mut out);
    out
}

/// The numbers of the inputs that `roots` depend on, the first `limit` of them.
pub fn inputs(exprs: &Exprs, roots: &[Expr], limit: usize) -> Vec<u32> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut found = std::collections::BTreeSet::new();
    let mut pending = roots.to_vec();
    while let Some(e) = pending.pop() {
        if !seen.insert(e) {
            continue;
        }
        let node = exprs.node(e);
        if node.op == Op::Variable {
            found.insert(node.operands[0]);
        }
        pending.extend(exprs.operands(e));
    }
    found.into_iter().take(limit).collect()
}

fn write(exprs: &Exprs, e: Expr, name: &impl Fn(u32) -> String, depth: usize, out: &mut String) {
    let node = exprs.node(e);
    if out.len() > MAX_LENGTH || depth > MAX_DEPTH {
        return out.push('…');
    }
    let operator = match node.op {
        Op::Variable => return out.push_str(&name(node.operands[0])),
        Op::Constant => {
            let bits = exprs.constant_bits(e).unwrap_or_default();
            return out.push_str(&Scalar::Bits(bits).display(&node.kind.to_type()));
        }
        Op::Int(op) => format!("{op:?}"),
        Op::IntCompare(predicate) => predicate.as_str().to_string(),
        Op::Float(op) => format!("{op:?}"),
        Op::Unary(op) => format!("{op:?}"),
        Op::Fma => "fma".to_string(),
        Op::FloatCompare(predicate) => predicate.as_str().to_string(),
        Op::Select => "select".to_string(),
        Op::Cast(op) => format!("{op:?}"),
        Op::Sum | Op::Product | Op::Extremum(_) | Op::IntExtremum(_) | Op::Polynomial => {
            "canonical".to_string()
        }
    };
    let infix = infix(node.op);
    if infix.is_none() {
        out.push_str(&operator.to_lowercase());
    }
    out.push('(');
    for (i, operand) in exprs.operands(e).enumerate() {
        if i > 0 {
            out.push_str(infix.unwrap_or(", "));
        }
        write(exprs, operand, name, depth + 1, out);
    }
    out.push(')');
}

fn infix(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Int(IntOp::Add) | Op::Float(FloatOp::Add) => " + ",
        Op::Int(IntOp::Sub) => " - ",
        Op::Int(IntOp::Mul) | Op::Float(FloatOp::Mul) => " * ",
        Op::Float(FloatOp::Div) => " / ",
        _ => return None,
    })
}
