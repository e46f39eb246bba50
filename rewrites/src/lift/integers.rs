//! Integers of fixed width as indices: the affine expression that their operations compute, where it is seen that nothing wraps
//! around.
//!
//! That is seen of the bounds of loops and of the types of sizes, or promised: the result of an operation with `overflow<nsw>` is
//! poison where it does not fit, and a program that accesses memory, loops or branches by poison has no meaning. As data,
//! where poison is allowed, such an integer is what its operations make of it.

use egg::Id;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::Type;

use super::{Lifted, Lifter, MOST_INDEX_NODES};
use crate::linear::Linear;
use crate::term::{IndexOp, Node, Scalar};

/// Whether a constant is written as the signed number that its bits are: `4294967295 : i32` is not.
pub(crate) fn is_signed(constant: i64, bits: u32) -> bool {
    let beyond = bits.checked_sub(1).and_then(|bits| 1i128.checked_shl(bits));
    beyond.is_some_and(|beyond| (-beyond..beyond).contains(&i128::from(constant)))
}

/// Operations that an integer is made of, each counted as often as it is used.
const MOST_INTEGERS: usize = 100;

impl Lifter<'_> {
    /// The index that an integer is, as a signed number; `None` where that is not seen.
    pub(super) fn integer(&mut self, value: ValueId, user: OpId) -> Lifted<Option<Id>> {
        self.integer_of(value, user, &mut MOST_INTEGERS.clone())
    }

    fn integer_of(&mut self, value: ValueId, user: OpId, left: &mut usize) -> Lifted<Option<Id>> {
        let Some(less) = left.checked_sub(1) else {
            return Ok(None);
        };
        *left = less;
        let Type::Integer(ty) = self.module.ty(value) else {
            return Ok(None);
        };
        let bits = ty.width;
        if !(2..=64).contains(&bits) {
            return Ok(None);
        }
        let Some(definition) = self.module.defining_op(value) else {
            return Ok(self.integer_from_outside(value));
        };
        let found = self.integer_operation(definition, bits, user, left)?;
        Ok(match found {
            Some(found) => Some(self.normal(found)),
            None if self.inside.contains(&definition) => None,
            None => self.integer_from_outside(value),
        })
    }

    /// What an operation computes, where that fits.
    fn integer_operation(
        &mut self,
        definition: OpId,
        bits: u32,
        user: OpId,
        left: &mut usize,
    ) -> Lifted<Option<Id>> {
        let module = self.module;
        let data = module.op(definition);
        let Some(code) = data.code().filter(|_| data.regions.is_empty()) else {
            return Ok(None);
        };
        if code == OpCode::Constant {
            let constant = data.attribute("value").and_then(Attribute::as_i64);
            let signed = constant.filter(|constant| is_signed(*constant, bits));
            return Ok(signed.map(|constant| self.add(Node::Int(constant))));
        }
        if code == OpCode::IndexCast && *module.ty(data.operands[0]) == Type::Index {
            let index = self.expression(data.operands[0], user)?;
            // An index is a number of 64 bits.
            return Ok(match bits {
                64 => Some(index),
                _ => self.fitting(definition, index, bits),
            });
        }
        if let (OpCode::Select, &[truth, then, otherwise]) = (code, data.operands.as_slice()) {
            let then = self.integer_of(then, user, left)?;
            let otherwise = self.integer_of(otherwise, user, left)?;
            return match then.zip(otherwise) {
                Some((then, otherwise)) => self.chosen_integer(truth, [then, otherwise], user),
                None => Ok(None),
            };
        }
        let mut operands = Vec::new();
        for &operand in &data.operands {
            match self.integer_of(operand, user, left)? {
                Some(operand) => operands.push(operand),
                None => return Ok(None),
            }
        }
        let sizes = operands.iter().map(|id| self.sizes[usize::from(*id)]);
        if sizes.max() > Some(MOST_INDEX_NODES) {
            return Ok(None);
        }
        let constant = match operands.as_slice() {
            &[_, b] => match self.nodes[usize::from(b)] {
                Node::Int(constant) => Some(constant),
                _ => None,
            },
            _ => None,
        };
        let power = constant
            .filter(|c| (0..i64::from(bits.min(63)) - 1).contains(c))
            .map(|c| 1i64 << c);
        Ok(match (code, operands.as_slice()) {
            (OpCode::AddI, &[a, b]) => {
                let sum = self.add(Node::Index(IndexOp::Add, [a, b]));
                self.fitting(definition, sum, bits)
            }
            (OpCode::SubI, &[a, b]) => {
                let difference = self.difference(a, b, 0);
                self.fitting(definition, difference, bits)
            }
            (OpCode::MulI, &[a, b]) => {
                let product = self.add(Node::Index(IndexOp::Mul, [a, b]));
                self.fitting(definition, product, bits)
            }
            (OpCode::ShLI, &[a, _]) => power.and_then(|power| {
                let power = self.add(Node::Int(power));
                let product = self.add(Node::Index(IndexOp::Mul, [a, power]));
                self.fitting(definition, product, bits)
            }),
            (OpCode::ShRSI, &[a, _]) => power.map(|power| self.by_constant(IndexOp::FloorDiv, a, power)),
            (OpCode::FloorDivSI, &[a, _]) => constant
                .filter(|c| *c > 0)
                .map(|c| self.by_constant(IndexOp::FloorDiv, a, c)),
            (OpCode::CeilDivSI, &[a, _]) => constant
                .filter(|c| *c > 0)
                .map(|c| self.by_constant(IndexOp::CeilDiv, a, c)),
            (OpCode::DivSI | OpCode::DivUI, &[a, _]) if constant == Some(1) => Some(a),
            // One symbol, of which more is known.
            (OpCode::DivSI, &[a, _]) if !self.inside.contains(&definition) => {
                self.note_quotient(definition, a, constant);
                None
            }
            (OpCode::DivSI | OpCode::DivUI, &[a, _]) => self.rounded_down(IndexOp::FloorDiv, a, constant),
            (OpCode::RemSI, &[a, b]) if constant.is_none() => self.remainder(a, b, user),
            (OpCode::RemSI | OpCode::RemUI, &[a, _]) => self.rounded_down(IndexOp::Mod, a, constant),
            // The low bits of any number are its remainder.
            (OpCode::AndI, &[a, _]) => constant
                .and_then(|mask| mask.checked_add(1))
                .filter(|modulus| *modulus > 1 && modulus.count_ones() == 1)
                .map(|modulus| self.by_constant(IndexOp::Mod, a, modulus)),
            (OpCode::ExtSI, &[a]) => Some(a),
            (OpCode::ExtUI, &[a]) => self.is_natural(a).then_some(a),
            (OpCode::TruncI, &[a]) => self.fitting(definition, a, bits),
            (OpCode::MinSI, &[a, b]) => Some(self.add(Node::Index(IndexOp::Min, [a, b]))),
            (OpCode::MaxSI, &[a, b]) => Some(self.add(Node::Index(IndexOp::Max, [a, b]))),
            _ => None,
        })
    }

    /// A quotient or remainder of a number that is not negative, by a positive constant: rounding toward zero is rounding down.
    pub(super) fn rounded_down(&mut self, op: IndexOp, a: Id, by: Option<i64>) -> Option<Id> {
        let by = by.filter(|by| *by > 0)?;
        self.is_natural(a).then(|| self.by_constant(op, a, by))
    }

    /// The remainder of a number that is not negative by one that is positive wherever an operation is executed.
    pub(super) fn remainder(&mut self, a: Id, by: Id, user: OpId) -> Option<Id> {
        let [dividend, divisor] = self.linears(&[a, by])?.try_into().ok()?;
        let known = self.loops_that_run(user);
        let is_positive = self.is_never_negative_where(&divisor.add(&Linear::constant(-1))?, &known);
        (is_positive && self.is_never_negative_where(&dividend, &known))
            .then(|| self.add(Node::Index(IndexOp::Mod, [a, by])))
    }

    /// Notes what is known of a quotient that is computed before the nest.
    pub(super) fn note_quotient(&mut self, definition: OpId, dividend: Id, by: Option<i64>) {
        let dividend = self.linears(&[dividend]).and_then(|mut all| all.pop());
        let (Some(dividend), Some(by)) = (dividend, by.filter(|by| *by > 0)) else {
            return;
        };
        if self.wants_natural && !self.is_never_negative(&dividend) {
            let Some(condition) = self.condition_for(&dividend) else {
                return;
            };
            self.want(condition);
        }
        self.quotients.insert(definition, (dividend, by));
    }

    fn by_constant(&mut self, op: IndexOp, a: Id, by: i64) -> Id {
        let by = self.add(Node::Int(by));
        self.add(Node::Index(op, [a, by]))
    }

    fn is_natural(&self, id: Id) -> bool {
        self.linears(&[id])
            .is_some_and(|all| self.is_never_negative(&all[0]))
    }

    /// An index, if an integer of so many bits that an operation gives is the same number.
    fn fitting(&mut self, definition: OpId, index: Id, bits: u32) -> Option<Id> {
        let fits = self.module.op(definition).is_nsw()
            || self.linears(&[index]).is_some_and(|all| {
                self.fits(&all[0], bits) || self.is_made_to_fit(&all[0], bits, definition)
            });
        if !fits && !self.wrapping.contains(&definition) {
            self.wrapping.push(definition);
        }
        fits.then_some(index)
    }

    /// Whether an index that is never negative where an operation is executed is a signed number of so many bits there, or is so
    /// where what is wanted of sizes holds.
    fn is_made_to_fit(&mut self, index: &Linear, bits: u32, op: OpId) -> bool {
        // An index is a number of 64 bits.
        let end = 1i64.checked_shl(bits.saturating_sub(1)).filter(|_| bits < 64);
        let Some(left) = end.and_then(|end| Linear::constant(end - 1).subtract(index)) else {
            return false;
        };
        let known = self.loops_that_run(op);
        if !self.is_never_negative_where(index, &known) {
            return false;
        }
        if self.is_never_negative_where(&left, &known) {
            return true;
        }
        let wanted = self.condition_for(&left).filter(|_| self.wants_natural);
        let is_wanted = wanted.is_some();
        wanted.into_iter().for_each(|wanted| self.want(wanted));
        is_wanted
    }

    /// An integer that is computed before the nest: a symbol.
    fn integer_from_outside(&mut self, value: ValueId) -> Option<Id> {
        if self.is_defined_inside(value) {
            return None;
        }
        let key = (OpCode::IndexCast, value);
        if let Some(id) = self.converted.get(&key) {
            return Some(*id);
        }
        let id = match self.conversion_before(value) {
            Some(index) => self.outer(index, Scalar::Index),
            None => {
                let name = self.module.value(value).name.clone();
                let base = name.filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()));
                let name = self.fresh(base.as_deref().unwrap_or("n"));
                self.outside.insert(name, value);
                self.add(Node::Var(name))
            }
        };
        self.converted.insert(key, id);
        Some(id)
    }

    /// The index that an operation at the top of the function, before the nest, makes of an integer.
    fn conversion_before(&self, value: ValueId) -> Option<ValueId> {
        let ops = &self.module.block(self.surroundings.body?).ops;
        let before = ops
            .iter()
            .take_while(|op| !self.inside.contains(op))
            .map(|&op| self.module.op(op));
        let mut conversions = before.filter(|op| {
            let result = op.results.first().map(|result| self.module.ty(*result));
            op.code() == Some(OpCode::IndexCast)
                && op.operands.first() == Some(&value)
                && result == Some(&Type::Index)
        });
        conversions.next()?.results.first().copied()
    }

    fn is_defined_inside(&self, value: ValueId) -> bool {
        let definition = match self.module.value(value).def {
            ovolo_lang::ir::ValueDef::Result { op, .. } => Some(op),
            ovolo_lang::ir::ValueDef::Argument { block, .. } => self.module.block_parent_op(block),
        };
        definition.is_none_or(|op| self.inside.contains(&op))
    }

    /// Why a subscript, a bound or a condition is not affine, where that is for an integer that may wrap around.
    pub(super) fn wrapping_reason(&self) -> Option<(OpId, String)> {
        let &op = self.wrapping.first()?;
        let data = self.module.op(op);
        let ty = self.module.ty(*data.results.first()?);
        let may_promise = data.code().is_some_and(|code| code.has_trait(Trait::Overflow));
        let help = match may_promise {
            true => "`overflow<nsw>` would promise that it does not",
            false => "sizes of fixed width, or operations on `index`, would show that it does not",
        };
        let name = data.name.as_str();
        let reason = format!(
            "`{name}` may wrap around in {ty}, and a subscript, bound or condition depends on it; {help}"
        );
        Some((op, reason))
    }
}
