//! Subscripts that are chosen by conditions on indices: clamped ones, and ones that are wrapped around.
//!
//! The subscripts of a load become a tree: inside are the conditions, each an index that is compared with zero, and at the ends
//! subscripts without any choice. A condition that is asked once is known below.

use std::collections::BTreeMap;

use egg::{Id, Language, Symbol};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::ir::{OpId, ValueId};
use ovolo_lang::op::OpCode;

use super::conditions::conditions_held;
use super::delinearize::{Lift, SHORTEST_ROW};
use super::{Lifted, Lifter, MOST_INDEX_NODES};
use crate::chosen::Chosen;
use crate::linear::Linear;
use crate::term::{Comparison, IndexOp, Node, Scalar, ScalarOp};

/// Conditions and ends of one tree. Arbitrary: two subscripts that are clamped at either side have eight and nine.
const MOST_PIECES: usize = 64;

/// Times that a constant divisor fits into what is wrapped around. Arbitrary: `(i + n + 1) % n` is less than three times `n`.
const MOST_PERIODS: i64 = 3;

/// The predicates up to `sge` compare signed numbers.
const SIGNED: i64 = 5;

/// Subscripts that are chosen.
pub(super) enum Pieces {
    End(Vec<Id>),
    Choice {
        condition: Id,
        comparison: Comparison,
        sides: Box<[Pieces; 2]>,
    },
}

/// What is open in subscripts.
enum Open {
    /// A comparison, of which it is not known whether it holds.
    Truth(Id),
    /// The greater or the lesser of two indices.
    Extreme(Id, [Id; 2], IndexOp),
    /// The remainder of an index that is not negative by a positive one.
    Remainder(Id, [Id; 2]),
}

/// A condition, and what is in the place of something open where it holds and where not.
struct Asked {
    condition: Id,
    comparison: Comparison,
    open: Id,
    sides: [Id; 2],
}

impl Lifter<'_> {
    /// The tree of the subscripts of a load in which something is chosen, if nothing is left to choose by them as one end; `None` where
    /// there is nothing to choose, or it is not understood.
    pub(super) fn pieces(&mut self, indices: &[Id], op: OpId) -> Option<Pieces> {
        let is_long = |&index: &Id| self.sizes[usize::from(index)] > MOST_INDEX_NODES;
        let is_open = |&index: &Id| self.open(index, false).is_some();
        if indices.iter().any(is_long) || !indices.iter().any(is_open) {
            return None;
        }
        let mut known = [&self.conditions[..], &self.loops_that_run(op)].concat();
        self.pieces_within(indices.to_vec(), &mut known, &mut MOST_PIECES.clone())
    }

    /// The tree where some indices are at least zero.
    fn pieces_within(
        &mut self,
        indices: Vec<Id>,
        known: &mut Vec<Linear>,
        left: &mut usize,
    ) -> Option<Pieces> {
        *left = left.checked_sub(1)?;
        let Some(open) = indices.iter().find_map(|&index| self.open(index, false)) else {
            let indices: Vec<Id> = indices.into_iter().map(|index| self.normal(index)).collect();
            let is_understood = |&index: &Id| self.polynomial_of_sizes(index).is_some();
            return indices.iter().all(is_understood).then_some(Pieces::End(indices));
        };
        let Asked {
            mut condition,
            mut comparison,
            open,
            sides,
        } = self.asked(open)?;
        let mut linear = self.linears(&[condition])?;
        // What is zero at an end of its values is so where it is not beyond that: where it is not, it is further inside.
        if let (Comparison::Zero, [expr]) = (comparison, linear.as_slice()) {
            let less = expr.scale(-1)?;
            let ordered = match self.is_never_negative_where(expr, known) {
                true => Some(less),
                false => self.is_never_negative_where(&less, known).then(|| expr.clone()),
            };
            if let Some(ordered) = ordered {
                condition = ordered.nodes(&mut |node| self.add(node));
                comparison = Comparison::AtLeastZero;
                linear = vec![ordered];
            }
        }
        let mut held = Vec::from(conditions_held(&linear, &[comparison]));
        let never: Vec<bool> = held.iter().map(|held| self.is_never(held, known)).collect();
        // Where neither can be, nothing is loaded: one of them is as good as the other.
        if never.iter().all(|never| *never) {
            held[0].clear();
        }
        let mut pieces = Vec::new();
        for (n, (to, held)) in sides.into_iter().zip(held).enumerate() {
            if never[n] && !held.is_empty() {
                pieces.push(None);
                continue;
            }
            let around = known.len();
            known.extend(held);
            let mut done = BTreeMap::from([(open, to)]);
            let given = indices
                .iter()
                .map(|&index| self.given(index, &mut done))
                .collect();
            pieces.push(Some(self.pieces_within(given, known, left)?));
            known.truncate(around);
        }
        match (pieces.pop()?, pieces.pop()?) {
            (Some(otherwise), Some(then)) => Some(Pieces::Choice {
                condition,
                comparison,
                sides: Box::new([then, otherwise]),
            }),
            (otherwise, then) => then.or(otherwise),
        }
    }

    /// Whether of some indices, which are all at least zero together, one is seen not to be.
    fn is_never(&self, held: &[Linear], known: &[Linear]) -> bool {
        let mut negative = held
            .iter()
            .filter_map(|expr| expr.scale(-1)?.add(&Linear::constant(-1)));
        negative.any(|expr| self.is_never_negative_where(&expr, known))
    }

    /// What decides something open.
    fn asked(&mut self, open: Open) -> Option<Asked> {
        Some(match open {
            Open::Truth(open) => {
                let Node::Op(op, operands) = self.nodes[usize::from(open)].clone() else {
                    return None;
                };
                let &[a, b] = &*operands else { return None };
                let [no, yes] = [0, 1].map(|bit| self.add(Node::Const(Scalar::Integer(1), bit)));
                let (asked, sides) = match self.comparison(op.predicate, true, a, b) {
                    Some(asked) => (asked, [yes, no]),
                    None => (self.comparison(op.predicate, false, a, b)?, [no, yes]),
                };
                let (condition, comparison) = asked;
                Asked {
                    condition,
                    comparison,
                    open,
                    sides,
                }
            }
            Open::Extreme(open, [a, b], op) => Asked {
                condition: self.difference(a, b, 0),
                comparison: Comparison::AtLeastZero,
                open,
                sides: if op == IndexOp::Max { [a, b] } else { [b, a] },
            },
            Open::Remainder(open, [a, b]) => {
                let less = self.difference(a, b, 0);
                let again = self.add(Node::Index(IndexOp::Mod, [less, b]));
                Asked {
                    condition: less,
                    comparison: Comparison::AtLeastZero,
                    open,
                    sides: [again, a],
                }
            }
        })
    }

    /// Whether a remainder, by a size or a constant as long as rows are, is its dividend less a few times the divisor.
    fn is_wrapped(&self, [a, b]: [Id; 2]) -> bool {
        let Node::Int(by) = self.nodes[usize::from(b)] else {
            return true;
        };
        if by < SHORTEST_ROW {
            return false;
        }
        let last = MOST_PERIODS.checked_mul(by).and_then(|end| end.checked_sub(1));
        let left = self
            .linear(a)
            .zip(last)
            .and_then(|(a, last)| Linear::constant(last).subtract(&a));
        left.is_some_and(|left| self.is_never_negative(&left))
    }

    /// What is open in an expression, and is made of nothing open itself. Only a choice asks whether something holds.
    fn open(&self, id: Id, is_truth: bool) -> Option<Open> {
        let node = &self.nodes[usize::from(id)];
        let is_asked = |op: &ScalarOp, n: usize| match op.code {
            OpCode::Select => n == 0,
            code => is_truth && code != OpCode::CmpI,
        };
        match node {
            Node::Index(op, [a, b]) => {
                let inner = self.open(*a, false).or_else(|| self.open(*b, false));
                inner.or(match op {
                    IndexOp::Max | IndexOp::Min => Some(Open::Extreme(id, [*a, *b], *op)),
                    IndexOp::Mod if self.is_wrapped([*a, *b]) => Some(Open::Remainder(id, [*a, *b])),
                    _ => None,
                })
            }
            Node::Op(op, children) if op.ty == Scalar::Index || is_truth => {
                let mut parts = children.iter().enumerate();
                let inner = parts.find_map(|(n, &child)| self.open(child, is_asked(op, n)));
                let is_comparison = is_truth && op.code == OpCode::CmpI && op.ty == Scalar::Index;
                inner.or_else(|| is_comparison.then_some(Open::Truth(id)))
            }
            _ => None,
        }
    }

    /// An expression with others in the place of some.
    fn given(&mut self, id: Id, done: &mut BTreeMap<Id, Id>) -> Id {
        if let Some(id) = done.get(&id) {
            return *id;
        }
        let node = self.nodes[usize::from(id)].clone();
        let node = node.map_children(|child| self.given(child, done));
        let new = self.decided(&node).unwrap_or_else(|| self.add(node));
        done.insert(id, new);
        new
    }

    /// What an operation gives whose truth values are known.
    fn decided(&self, node: &Node) -> Option<Id> {
        let Node::Op(op, children) = node else {
            return None;
        };
        let known = |id: Id| match self.nodes[usize::from(id)] {
            Node::Const(Scalar::Integer(1), bit) => Some(bit != 0),
            _ => None,
        };
        match (op.code, &**children) {
            (OpCode::Select, &[truth, then, otherwise]) => {
                known(truth).map(|truth| if truth { then } else { otherwise })
            }
            (OpCode::AndI | OpCode::OrI, &[a, b]) => {
                let decides = op.code == OpCode::OrI;
                let either = [(a, b), (b, a)].into_iter();
                let mut decided = either.filter_map(|(one, other)| {
                    known(one).map(|truth| if truth == decides { one } else { other })
                });
                decided.next()
            }
            _ => None,
        }
    }

    /// A load at subscripts that are chosen.
    pub(super) fn load_of_pieces(
        &mut self,
        op: OpId,
        buffer: Symbol,
        pieces: &Pieces,
        result: ValueId,
    ) -> Lifted<Id> {
        self.note_pieces(op, buffer, pieces, &mut Vec::new());
        let scalar = self.scalar(result, op)?;
        let count = pieces.first().len();
        let indices = (0..count).map(|n| self.tree(pieces, n)).collect();
        Ok(self.add(Node::Load(buffer, scalar, indices)))
    }

    fn note_pieces(&mut self, op: OpId, buffer: Symbol, pieces: &Pieces, held: &mut Vec<Linear>) {
        match pieces {
            Pieces::End(indices) => self.lifts.push(Lift {
                op,
                buffer,
                indices: indices.clone(),
                is_write: false,
                is_conditional: false,
                is_chosen: true,
                conditions: self.conditions.iter().chain(held.iter()).cloned().collect(),
            }),
            Pieces::Choice {
                condition,
                comparison,
                sides,
            } => {
                let linear = self.linears(&[*condition]).unwrap_or_default();
                for (side, own) in sides.iter().zip(conditions_held(&linear, &[*comparison])) {
                    let around = held.len();
                    held.extend(own);
                    self.note_pieces(op, buffer, side, held);
                    held.truncate(around);
                }
            }
        }
    }

    /// One of the subscripts.
    fn tree(&mut self, pieces: &Pieces, number: usize) -> Id {
        match pieces {
            Pieces::End(indices) => indices[number],
            Pieces::Choice {
                condition,
                comparison,
                sides,
            } => {
                let sides = [0, 1].map(|n| self.tree(&sides[n], number));
                let chosen = Chosen {
                    condition: *condition,
                    comparison: *comparison,
                    sides,
                };
                chosen.add(&mut |node| self.add(node))
            }
        }
    }

    /// The subscripts that the ends of a tree are moved to, each a tree of its own; `None` where they are not moved.
    pub(super) fn with_moved_ends(
        &mut self,
        index: Id,
        moved: &dyn Fn(Id) -> Option<Vec<Id>>,
    ) -> Option<Vec<Id>> {
        let Some(chosen) = Chosen::of(&self.nodes[usize::from(index)]) else {
            return moved(index);
        };
        let [then, otherwise] = chosen.sides;
        let then = self.with_moved_ends(then, moved)?;
        let otherwise = self.with_moved_ends(otherwise, moved)?;
        let pairs = then.into_iter().zip(otherwise);
        let all = pairs.map(|(then, otherwise)| {
            let sides = [then, otherwise];
            Chosen { sides, ..chosen }.add(&mut |node| self.add(node))
        });
        Some(all.collect())
    }

    /// The index that one of two integers is, by a comparison of integers.
    pub(super) fn chosen_integer(&mut self, truth: ValueId, sides: [Id; 2], op: OpId) -> Lifted<Option<Id>> {
        let Some(definition) = self.module.defining_op(truth) else {
            return Ok(None);
        };
        let data = self.module.op(definition);
        let (Some(OpCode::CmpI), &[a, b]) = (data.code(), data.operands.as_slice()) else {
            return Ok(None);
        };
        let predicate = data.predicate();
        let both = self.two_indices(a, b, op)?;
        let Some((a, b)) = both.filter(|_| predicate <= SIGNED) else {
            return Ok(None);
        };
        let compare = ScalarOp {
            code: OpCode::CmpI,
            ty: Scalar::Index,
            result: Scalar::Integer(1),
            flags: FastMath::NONE,
            predicate,
        };
        let select = ScalarOp {
            code: OpCode::Select,
            result: Scalar::Index,
            predicate: 0,
            ..compare
        };
        let truth = self.add(Node::Op(compare, [a, b].into()));
        Ok(Some(
            self.add(Node::Op(select, [truth, sides[0], sides[1]].into())),
        ))
    }
}

impl Pieces {
    fn first(&self) -> &[Id] {
        match self {
            Pieces::End(indices) => indices,
            Pieces::Choice { sides, .. } => sides[0].first(),
        }
    }
}
