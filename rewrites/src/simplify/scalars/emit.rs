//! Writing what was chosen for a component.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, NewOp, OpId, ValueId};
use ovolo_lang::op::{OpCode, fast_math_attribute};
use ovolo_lang::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

use super::component::{Lifted, has_overflow_flags};
use super::constants::{Lanes, attribute};
use super::extract::{Choice, Goal, How, Kind, operands};
use super::tidy::place_before;
use crate::simplify::substitute::Substitution;
use crate::term::{Node, ScalarOp};

/// Writes the operations before those whose results they compute. Whether some result is another value.
pub fn emit(module: &mut Module, lifted: &Lifted, choice: &Choice, replaced: &mut Substitution) -> bool {
    let Some(first) = lifted.ops.first() else {
        return false;
    };
    let mut emitter = Emitter {
        module,
        lifted,
        choice,
        replaced,
        written: FxHashMap::default(),
        pairs: FxHashMap::default(),
        made: Vec::new(),
        before: first.op,
    };
    let mut taken = Vec::new();
    for &(root, goal) in &choice.roots {
        let Some(op) = emitter.module.defining_op(root) else {
            continue;
        };
        emitter.before = op;
        let new = match emitter.is_allowed(root, goal) {
            true => emitter.goal(goal, 0),
            false => None,
        };
        match new {
            Some(new) if new != root => taken.push((root, new)),
            _ => drop(emitter.written.insert(goal, root)),
        }
    }
    let made = emitter.made;
    drop_flags(module, lifted, &made, &taken);
    let changed = !taken.is_empty();
    replaced.extend(taken);
    changed
}

/// Operations within one another that are written, at most: more than a component has, so that only a circle is longer.
const DEEPEST: usize = 400;

struct Emitter<'m> {
    module: &'m mut Module,
    lifted: &'m Lifted,
    choice: &'m Choice,
    replaced: &'m Substitution,
    written: FxHashMap<Goal, ValueId>,
    /// The operations with several results that were written.
    pairs: FxHashMap<(Node, Kind), OpId>,
    made: Vec<OpId>,
    /// Where operations are put.
    before: OpId,
}

impl Emitter<'_> {
    /// Whether the goal can be computed at the root from what the root is computed from. Anything else may be poison
    /// where the root is not, or not be there yet.
    fn is_allowed(&self, root: ValueId, goal: Goal) -> bool {
        let Some(sources) = self.lifted.sources.get(&root) else {
            return false;
        };
        let mut pending = vec![goal];
        let mut seen = FxHashSet::default();
        while let Some(goal) = pending.pop() {
            if !seen.insert(goal) {
                continue;
            }
            match self.choice.how.get(&goal) {
                None => return false,
                Some(How::Leaf(value)) if !sources.contains(value) => return false,
                Some(How::Leaf(_) | How::Constant(_)) => {}
                Some(how) => pending.extend(operands(self.lifted, goal, how)),
            }
        }
        true
    }

    /// The value of the goal; `None` where it cannot be written.
    fn goal(&mut self, goal: Goal, depth: usize) -> Option<ValueId> {
        if let Some(&value) = self.written.get(&goal) {
            return Some(value);
        }
        let choice = self.choice;
        let how = choice.how.get(&goal).filter(|_| depth < DEEPEST)?;
        let operands = operands(self.lifted, goal, how);
        let operands: Vec<ValueId> = (operands.into_iter())
            .map(|operand| self.goal(operand, depth + 1))
            .collect::<Option<_>>()?;
        let ty = self.ty(goal)?;
        let value = match how {
            How::Leaf(value) => *value,
            How::Constant(bits) => {
                let value = attribute(&ty, &Lanes::Splat(*bits))?;
                self.place(NewOp::new(OpCode::Constant).attribute("value", value).result(ty))
            }
            How::Cast => self.place(NewOp::new(OpCode::IndexCast).operands(operands).result(ty)),
            How::Op(node, kind) => self.operation(node, goal, *kind, &operands, ty)?,
        };
        self.written.insert(goal, value);
        Some(value)
    }

    /// The type of the goal.
    fn ty(&self, (class, kind): Goal) -> Option<Type> {
        let scalar = self.lifted.egraph[class].data.as_ref()?.scalar;
        let element = match kind {
            Kind::Index => Type::Index,
            Kind::Plain => scalar.ty(),
        };
        Some(self.lifted.shape.with_element(element))
    }

    fn place(&mut self, new: NewOp) -> ValueId {
        let op = self.make(new);
        self.module.op(op).results[0]
    }

    fn make(&mut self, new: NewOp) -> OpId {
        let op = place_before(self.module, self.before, new);
        self.made.push(op);
        op
    }

    fn operation(
        &mut self,
        node: &Node,
        goal: Goal,
        kind: Kind,
        operands: &[ValueId],
        ty: Type,
    ) -> Option<ValueId> {
        let Node::Op(op, args) = node else {
            return None;
        };
        if let Some(value) = self.existing(op, operands, &ty) {
            return Some(value);
        }
        let which = usize::try_from(op.predicate).ok()?;
        match op.code {
            OpCode::AddUIExtended | OpCode::MulSIExtended | OpCode::MulUIExtended => {
                let pair = Node::Op(
                    ScalarOp {
                        predicate: 0,
                        result: op.ty,
                        ..*op
                    },
                    args.clone(),
                );
                let key = (pair, kind.max(goal.1));
                let made = match self.pairs.get(&key) {
                    Some(&made) => made,
                    None => {
                        let of = self.module.ty(*operands.first()?).clone();
                        let second = match op.code {
                            OpCode::AddUIExtended => of.with_element(Type::I1),
                            _ => of.clone(),
                        };
                        let new = NewOp::new(op.code).operands(operands.iter().copied());
                        let made = self.make(new.result(of).result(second));
                        self.pairs.insert(key, made);
                        made
                    }
                };
                self.module.op(made).results.get(which).copied()
            }
            _ => {
                let index = kind == Kind::Index || goal.1 == Kind::Index;
                let mut new = NewOp::new(code_of(op, index)).operands(operands.iter().copied());
                if matches!(op.code, OpCode::CmpI | OpCode::CmpF) {
                    let predicate = Attribute::integer(op.predicate, Type::integer(64));
                    new = new.attribute("predicate", predicate);
                }
                if let Some(flags) = fast_math_attribute(op.flags) {
                    new = new.attribute("fastmath", flags);
                }
                Some(self.place(new.result(ty)))
            }
        }
    }

    /// The value of an operation of the component that computes just this, and stands before the place at hand or is
    /// what is to be replaced.
    fn existing(&self, op: &ScalarOp, operands: &[ValueId], ty: &Type) -> Option<ValueId> {
        for lifted in &self.lifted.ops {
            for (value, node) in &lifted.results {
                let is_same = matches!(node, Some(Node::Op(other, _)) if other == op)
                    && lifted
                        .operands
                        .iter()
                        .map(|&o| self.replaced.find(o))
                        .eq(operands.iter().copied())
                    && self.module.ty(*value) == ty;
                if is_same {
                    return Some(*value);
                }
            }
            if lifted.op == self.before {
                return None;
            }
        }
        None
    }
}

/// Casts between an index and an integer have names of their own.
fn code_of(op: &ScalarOp, index: bool) -> OpCode {
    match op.code {
        OpCode::ExtSI | OpCode::TruncI if index => OpCode::IndexCast,
        OpCode::ExtUI if index => OpCode::IndexCastUI,
        code => code,
    }
}

/// Takes overflow flags off operations of the component whose values have new users: for those the values must not be
/// poison.
fn drop_flags(module: &mut Module, lifted: &Lifted, made: &[OpId], taken: &[(ValueId, ValueId)]) {
    let own: FxHashSet<OpId> = lifted.ops.iter().map(|op| op.op).collect();
    let operands = made.iter().flat_map(|&op| module.op(op).operands.iter().copied());
    let mut pending: Vec<ValueId> = taken.iter().map(|(_, new)| *new).chain(operands).collect();
    let mut seen = FxHashSet::default();
    while let Some(value) = pending.pop() {
        let Some(op) = module.defining_op(value).filter(|op| own.contains(op)) else {
            continue;
        };
        if seen.insert(op) {
            pending.extend(module.op(op).operands.iter().copied());
            if has_overflow_flags(module.op(op)) {
                let attributes = &mut module.op_mut(op).attributes;
                attributes.retain(|(name, _)| &**name != "overflowFlags");
            }
        }
    }
}
