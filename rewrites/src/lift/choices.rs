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
use super::delinearize::Lift;
use super::{Lifted, Lifter};
use crate::chosen::Chosen;
use crate::linear::Linear;
use crate::term::{Comparison, IndexOp, Node, Scalar, ScalarOp};

/// Ends of one tree. Arbitrary: two subscripts that are clamped at either side have nine.
const MOST_ENDS: usize = 32;

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
}

impl Lifter<'_> {
    /// The tree of subscripts in which something is chosen; `None` where nothing is, or it is not understood.
    pub(super) fn pieces(&mut self, indices: &[Id]) -> Option<Pieces> {
        if self.linears(indices).is_some() {
            return None;
        }
        let pieces = self.pieces_within(indices.to_vec(), &mut MOST_ENDS.clone())?;
        matches!(pieces, Pieces::Choice { .. }).then_some(pieces)
    }

    fn pieces_within(&mut self, indices: Vec<Id>, left: &mut usize) -> Option<Pieces> {
        let Some(open) = indices.iter().find_map(|&index| self.open(index, false)) else {
            *left = left.checked_sub(1)?;
            let indices: Vec<Id> = indices.into_iter().map(|index| self.normal(index)).collect();
            let is_understood = |&index: &Id| self.polynomial_of_sizes(index).is_some();
            return indices.iter().all(is_understood).then_some(Pieces::End(indices));
        };
        let (from, [first, second], condition, comparison) = match open {
            Open::Truth(id) => {
                let Node::Op(op, operands) = self.nodes[usize::from(id)].clone() else {
                    return None;
                };
                let &[a, b] = &*operands else { return None };
                let [no, yes] = [0, 1].map(|bit| self.add(Node::Const(Scalar::Integer(1), bit)));
                let straight = self.comparison(op.predicate, true, a, b);
                let (condition, sides) = match straight {
                    Some(condition) => (condition, [yes, no]),
                    None => (self.comparison(op.predicate, false, a, b)?, [no, yes]),
                };
                (id, sides, condition.0, condition.1)
            }
            Open::Extreme(id, [a, b], op) => {
                let gap = self.difference(a, b, 0);
                let sides = if op == IndexOp::Max { [a, b] } else { [b, a] };
                (id, sides, gap, Comparison::AtLeastZero)
            }
        };
        let known = self.linears(&[condition])?.first()?.as_constant();
        let mut side = |this: &mut Self, to: Id| {
            let mut done = BTreeMap::from([(from, to)]);
            let given = indices.iter().map(|&index| this.given(index, &mut done)).collect();
            this.pieces_within(given, left)
        };
        match known.map(|value| comparison.holds(value)) {
            Some(true) => side(self, first),
            Some(false) => side(self, second),
            None => {
                let sides = [side(self, first)?, side(self, second)?];
                Some(Pieces::Choice {
                    condition,
                    comparison,
                    sides: Box::new(sides),
                })
            }
        }
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
                let is_extreme = matches!(op, IndexOp::Max | IndexOp::Min);
                inner.or_else(|| is_extreme.then_some(Open::Extreme(id, [*a, *b], *op)))
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
        let (predicate, is_index) = (data.predicate(), Scalar::of(self.module.ty(a)) == Some(Scalar::Index));
        let both = match is_index {
            true => Some(self.expression(a, op)?).zip(Some(self.expression(b, op)?)),
            false => self.integer(a, op)?.zip(self.integer(b, op)?),
        };
        let Some((a, b)) = both.filter(|_| predicate <= 5) else {
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
