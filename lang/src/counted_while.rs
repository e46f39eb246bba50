//! An `scf.while` that counts: the loop that C's `for (int i = a; i < b; i++)` becomes where nothing is known of its body.
//!
//! Its condition compares one of the values that it hands on with a bound from outside, and its body ends by adding a positive
//! constant to that value. It does what an `scf.for` with these bounds does.

use crate::algebra::IntPredicate;
use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, OpId, ValueDef, ValueId};
use crate::op::OpCode;
use crate::types::Type;

/// The parts of a counted loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedWhile {
    /// The place of the counter among the operands and the results of the loop.
    pub place: usize,
    pub lower: ValueId,
    /// The counter is less than this, or at most this if the bound is included.
    pub bound: ValueId,
    pub includes_bound: bool,
    pub step: i64,
    /// The second region's block, whose arguments are as the operands of the loop.
    pub body: BlockId,
}

impl Module {
    /// The `scf.while` as a loop that counts, if it is one whose counter is seen never to wrap around, and of whose last value
    /// nothing is asked.
    pub fn counted_while(&self, op: OpId) -> Option<CountedWhile> {
        let data = self.op(op);
        let (before, body) = (self.single_block(op, 0)?, self.single_block(op, 1)?);
        let &[compare, condition] = self.block(before).ops.as_slice() else {
            return None;
        };
        let &last = self.block(body).ops.last()?;
        let [compare, condition, last] = [compare, condition, last].map(|op| self.op(op));
        let handed_on = &self.block(before).arguments;
        let is_while = data.code() == Some(OpCode::ScfWhile)
            && compare.code() == Some(OpCode::CmpI)
            && condition.code() == Some(OpCode::ScfCondition)
            && last.code() == Some(OpCode::ScfYield);
        let hands_all_on = condition.operands.first() == compare.results.first()
            && condition.operands.get(1..) == Some(handed_on.as_slice())
            && last.operands.len() == handed_on.len();
        if !is_while || !hands_all_on {
            return None;
        }
        let &[a, b] = compare.operands.as_slice() else {
            return None;
        };
        let place_of = |value: ValueId| handed_on.iter().position(|&argument| argument == value);
        let (place, bound, includes_bound) = match (
            IntPredicate::from_code(compare.predicate())?,
            place_of(a),
            place_of(b),
        ) {
            (IntPredicate::Slt, Some(place), None) => (place, b, false),
            (IntPredicate::Sle, Some(place), None) => (place, b, true),
            (IntPredicate::Sgt, None, Some(place)) => (place, a, false),
            (IntPredicate::Sge, None, Some(place)) => (place, a, true),
            _ => return None,
        };
        let counter = *self.block(body).arguments.get(place)?;
        let (step, never_wraps) = self.increment(last.operands[place], counter)?;
        // One more than what is less than a number of the same type is such a number.
        let is_never_around = never_wraps || *self.ty(counter) == Type::Index || step == 1 && !includes_bound;
        (is_never_around && !self.is_used(data.results[place], op)).then_some(CountedWhile {
            place,
            lower: data.operands[place],
            bound,
            includes_bound,
            step,
            body,
        })
    }

    /// What is added to a counter, if it is a positive constant, and whether the sum promises not to wrap around.
    fn increment(&self, next: ValueId, counter: ValueId) -> Option<(i64, bool)> {
        let sum = self.op(self.defining_op(next)?);
        let &[a, b] = sum.operands.as_slice() else {
            return None;
        };
        let constant = match (a == counter, b == counter) {
            (true, false) => b,
            (false, true) => a,
            _ => return None,
        };
        let constant = self.op(self.defining_op(constant)?);
        let is_constant = sum.code() == Some(OpCode::AddI) && constant.code() == Some(OpCode::Constant);
        let step = constant
            .attribute("value")
            .filter(|_| is_constant)
            .and_then(Attribute::as_i64)
            .filter(|&step| step > 0)?;
        let fits = self
            .ty(counter)
            .bit_width()
            .is_some_and(|bits| bits > 63 || step < 1i64 << (bits.max(1) - 1));
        fits.then(|| (step, sum.is_nsw()))
    }

    /// Whether an operation beside or after another, in the blocks around it, uses a value.
    fn is_used(&self, value: ValueId, by_others_than: OpId) -> bool {
        let ValueDef::Result { op, .. } = self.value(value).def else {
            return true;
        };
        let Some(block) = self.op(op).parent else {
            return true;
        };
        let mut found = false;
        for &other in self
            .block(block)
            .ops
            .iter()
            .filter(|&&other| other != by_others_than)
        {
            self.walk(other, &mut |inner| {
                found |= self.op(inner).operands.contains(&value)
            });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse_module;

    /// The first `scf.while` of a function with these lines in it.
    fn counted(condition: &str, next: &str) -> Option<CountedWhile> {
        let module = parse_module(&format!(
            "func.func @f(%a: i32, %n: i32, %x: memref<?xf32>, %v: f32) {{
              %one = arith.constant 1 : i32
              %two = arith.constant 2 : i32
              %last = scf.while (%i = %a) : (i32) -> i32 {{
                {condition}
                scf.condition(%c) %i : i32
              }} do {{
              ^bb0(%i: i32):
                {next}
                scf.yield %next : i32
              }}
              return
            }}"
        ))
        .unwrap();
        let function = module.function("f").unwrap();
        let body = module.single_block(function, 0).unwrap();
        module.counted_while(module.block(body).ops[2])
    }

    #[test]
    fn loops_that_count_are_told_from_others() {
        let less = "%c = arith.cmpi slt, %i, %n : i32";
        let one_more = "%next = arith.addi %i, %one : i32";
        assert_eq!(
            counted(less, one_more).map(|l| (l.step, l.includes_bound)),
            Some((1, false))
        );
        assert_eq!(
            counted("%c = arith.cmpi sgt, %n, %i : i32", one_more).map(|l| l.step),
            Some(1)
        );
        // The counter may wrap around before it is greater than the bound.
        assert_eq!(counted(less, "%next = arith.addi %i, %two : i32"), None);
        assert_eq!(counted("%c = arith.cmpi sle, %i, %n : i32", one_more), None);
        let promised = "%next = arith.addi %two, %i overflow<nsw> : i32";
        assert_eq!(counted(less, promised).map(|l| l.step), Some(2));
        assert_eq!(counted("%c = arith.cmpi ult, %i, %n : i32", one_more), None);
        assert_eq!(counted(less, "%next = arith.subi %i, %one : i32"), None);
        assert_eq!(counted(less, "%next = arith.addi %n, %one : i32"), None);
    }
}
