//! Numbers by which values that are likely equal are found among others.
//!
//! Values are computed with numbers drawn for the cells that are read, of integers and products as in the ring modulo 2⁶⁴, of all else by
//! mixing. Nothing depends on them but the order in which values are compared.

use std::rc::Rc;

use super::super::Refused;
use super::super::function::{Array, Value};
use super::integers::{Known, constant};
use super::{Comparison, Context, Guide, Node, Place};

/// Variables and symbols that have a number. Arbitrary: more are beyond any nest.
const MOST_VARIABLES: usize = 128;

/// Loads that are followed to what was stored, one behind the other. Arbitrary.
const MOST_FOLLOWED: usize = 12;

/// The fingerprint of what is not looked at.
const ANY: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number drawn for another (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
fn drawn(number: u64) -> u64 {
    let z = number.wrapping_add(ANY);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn of_text(text: &str) -> u64 {
    text.bytes()
        .fold(0, |number, byte| drawn(number ^ u64::from(byte)))
}

/// Numbers in the place of variables: small, so that sums and products of them are numbers too.
fn at_variables(seed: u64) -> Vec<i64> {
    let numbers = 0..MOST_VARIABLES as u64;
    numbers.map(|n| (drawn(seed + n) % 100_000) as i64).collect()
}

impl<'f> Comparison<'f, '_> {
    /// The fingerprint of a value in an instance.
    pub fn fingerprint(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        place: &Place<'f>,
        value: &'f Value,
    ) -> Refused<u64> {
        let written: *const () = match value {
            Value::Op(op) => Rc::as_ptr(op).cast(),
            Value::Load(access) => Rc::as_ptr(access).cast(),
            _ => std::ptr::from_ref(value).cast(),
        };
        let key = (written, place.side, place.statement, place.at.clone());
        if let Some(known) = self.fingerprints.get(&key) {
            return Ok(*known);
        }
        let found = match value {
            Value::Load(access) => {
                let is_own = matches!(access.array, Array::Register(_) | Array::Local(_));
                let stored = match is_own && self.following < MOST_FOLLOWED {
                    true => self.stored_by(guide, context, place, value)?,
                    false => None,
                };
                let stored = stored.filter(|stored| stored.statement != place.statement);
                match stored.as_ref().map(|stored| (stored, &stored.node)) {
                    Some((stored, Node::Value(value))) => {
                        self.following += 1;
                        let found = self.fingerprint(guide, context, stored, value);
                        self.following -= 1;
                        found?
                    }
                    _ => {
                        let (dims, symbols) = (at_variables(1), at_variables(1 << 32));
                        let at: Option<Vec<i64>> = place
                            .at
                            .iter()
                            .map(|expr| expr.evaluate(&dims, &symbols))
                            .collect();
                        let cell = at.and_then(|at| {
                            let exprs = access.subscripts.iter();
                            let cell: Option<Vec<i64>> =
                                exprs.map(|expr| expr.evaluate(&at, &symbols)).collect();
                            cell
                        });
                        let array = of_text(&format!("{:?}", access.array));
                        let cell = cell.into_iter().flatten();
                        cell.fold(array, |number, subscript| drawn(number ^ subscript as u64))
                    }
                }
            }
            Value::Op(op) => {
                let mut of = Vec::new();
                for operand in &op.operands {
                    of.push(self.fingerprint(guide, context, place, operand)?);
                }
                let name = op.key.split(' ').next().unwrap_or_default();
                match (name, of.as_slice()) {
                    ("arith.constant", []) if op.key.contains("value = 1.000000e+00 ") => 1,
                    ("arith.constant", []) => {
                        let number = Known::of(op).and_then(|known| constant(&known));
                        number.map_or_else(|| of_text(&op.key), |number| number as u64)
                    }
                    ("arith.addi", [a, b]) => a.wrapping_add(*b),
                    ("arith.subi", [a, b]) => a.wrapping_sub(*b),
                    ("arith.muli" | "arith.mulf", [a, b]) => a.wrapping_mul(*b),
                    ("arith.shli", [a, b]) => a.wrapping_mul(1u64.checked_shl(*b as u32).unwrap_or_default()),
                    ("arith.addf", [a, b]) => drawn(a.wrapping_add(*b)),
                    ("math.fma", [a, b, c]) => drawn(a.wrapping_mul(*b).wrapping_add(*c)),
                    ("arith.negf", [a]) => a.wrapping_neg(),
                    (_, operands) if op.is_commutative => {
                        let sum = operands
                            .iter()
                            .fold(0u64, |sum, operand| sum.wrapping_add(*operand));
                        drawn(of_text(name) ^ sum)
                    }
                    (_, operands) => {
                        let all = operands.iter();
                        all.fold(of_text(&op.key), |number, operand| drawn(number ^ operand))
                    }
                }
            }
            Value::Argument(number) => drawn(*number as u64),
            _ => ANY,
        };
        self.fingerprints.insert(key, found);
        Ok(found)
    }
}
