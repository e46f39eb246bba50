//! Bounds of loops as schedules write them, with the sizes of tiles put in.

use std::collections::BTreeMap;

use egg::{Id, Symbol};

use super::Index;
use crate::linear::Linear;
use crate::term::{IndexOp, Node};

/// An index expression whose nodes `node` gives, for these sizes of tiles. What is constant then is a number, and
/// what adds nothing is left out.
pub fn index_of<'n>(id: Id, node: &dyn Fn(Id) -> &'n Node, tiles: &BTreeMap<Symbol, i64>) -> Option<Index> {
    match node(id) {
        Node::Int(n) => Some(Index::Number(*n)),
        Node::Var(name) => Some(tiles.get(name).map_or(Index::Name(*name), |n| Index::Number(*n))),
        Node::Index(op, [a, b]) => {
            let [a, b] = [index_of(*a, node, tiles)?, index_of(*b, node, tiles)?];
            Some(Index::op(*op, a, b))
        }
        _ => None,
    }
}

impl Index {
    /// The operation on two operands, computed where it can be.
    pub fn op(op: IndexOp, a: Index, b: Index) -> Index {
        if let (Index::Number(x), Index::Number(y)) = (&a, &b)
            && let Some(value) = value(op, *x, *y)
        {
            return Index::Number(value);
        }
        match (op, &a, &b) {
            (IndexOp::Add, Index::Number(0), _) => b,
            (IndexOp::Add, _, Index::Number(0)) => a,
            _ => Index::Op(op, Box::new([a, b])),
        }
    }

    /// Whether a loop from here to an end has no iteration, wherever it stands.
    pub fn is_at_or_after(&self, end: &Index) -> bool {
        let gap = self.linear().zip(end.linear());
        let gap = gap.and_then(|(start, end)| start.subtract(&end)?.as_constant());
        gap.is_some_and(|gap| gap >= 0)
    }

    /// `None` where it is no sum of multiples of names.
    fn linear(&self) -> Option<Linear> {
        match self {
            Index::Number(n) => Some(Linear::constant(*n)),
            Index::Name(name) => Some(Linear::var(*name)),
            Index::Op(IndexOp::Add, parts) => parts[0].linear()?.add(&parts[1].linear()?),
            Index::Op(IndexOp::Mul, parts) => match [parts[0].linear()?, parts[1].linear()?] {
                [sum, factor] if factor.as_constant().is_some() => sum.scale(factor.constant),
                [factor, sum] => sum.scale(factor.as_constant()?),
            },
            Index::Op(..) => None,
        }
    }
}

/// `None` where the result has no meaning or does not fit.
fn value(op: IndexOp, a: i64, b: i64) -> Option<i64> {
    match op {
        IndexOp::Add => a.checked_add(b),
        IndexOp::Mul => a.checked_mul(b),
        IndexOp::FloorDiv if b > 0 => a.checked_div_euclid(b),
        IndexOp::CeilDiv if b > 0 => a.checked_neg()?.checked_div_euclid(b)?.checked_neg(),
        IndexOp::Mod if b > 0 => a.checked_rem_euclid(b),
        IndexOp::Min => Some(a.min(b)),
        IndexOp::Max => Some(a.max(b)),
        _ => None,
    }
}
