//! Counts of bits, from shifts and masks alone.

use crate::algebra::{Algebra, CastOp, IntOp, IntPredicate};
use crate::op::Scalars;
use crate::types::Type;

use super::Meaning;

pub(in crate::op) fn count_ones<K: Algebra>(k: &mut K, x: &Scalars<'_, K::Value>) -> Meaning<K> {
    of_bits(k, x, ones)
}

/// The ones that remain when every bit below the highest one is set, subtracted from the width.
pub(in crate::op) fn leading_zeros<K: Algebra>(k: &mut K, x: &Scalars<'_, K::Value>) -> Meaning<K> {
    of_bits(k, x, |k, ty, width, a| {
        let mut smeared = a.clone();
        for shift in powers_of_two(width) {
            let moved = shifted(k, ty, &smeared, shift)?;
            smeared = k.int(IntOp::Or, ty, &smeared, &moved)?;
        }
        let zeros = complement(k, ty, &smeared)?;
        ones(k, ty, width, &zeros)
    })
}

/// The bits below the lowest one are the ones of `a - 1` that are zeros of `a`.
pub(in crate::op) fn trailing_zeros<K: Algebra>(k: &mut K, x: &Scalars<'_, K::Value>) -> Meaning<K> {
    of_bits(k, x, |k, ty, width, a| {
        let minus_one = k.int_constant(ty, -1);
        let below = k.int(IntOp::Add, ty, a, &minus_one)?;
        let zeros = complement(k, ty, a)?;
        let zeros = k.int(IntOp::And, ty, &zeros, &below)?;
        ones(k, ty, width, &zeros)
    })
}

/// Bit `i` as an `i1`.
pub(super) fn bit<K: Algebra>(k: &mut K, ty: &Type, a: &K::Value, i: u32) -> Result<K::Value, K::Error> {
    let (zero, one) = (k.int_constant(ty, 0), k.int_constant(ty, 1));
    let moved = if i == 0 { a.clone() } else { shifted(k, ty, a, i)? };
    let low = k.int(IntOp::And, ty, &moved, &one)?;
    k.int_compare(IntPredicate::Ne, ty, &low, &zero)
}

/// Works on the bits of an index, whose own arithmetic is that of the integers.
fn of_bits<K: Algebra>(
    k: &mut K,
    x: &Scalars<'_, K::Value>,
    f: impl FnOnce(&mut K, &Type, u32, &K::Value) -> Result<K::Value, K::Error>,
) -> Meaning<K> {
    let ([a], width) = (x.args, x.ty.element().bit_width()?) else {
        return None;
    };
    if *x.ty.element() != Type::Index {
        return Some(f(k, x.ty, width, a));
    }
    let bits = x.ty.with_element(Type::I64);
    let value = k.cast(CastOp::IndexCast, x.ty, &bits, a);
    let count = value.and_then(|a| f(k, &bits, width, &a));
    Some(count.and_then(|count| k.cast(CastOp::IndexCast, &bits, x.ty, &count)))
}

/// Sums neighbouring fields of 1, 2, 4, … bits. A field is never too narrow for the ones in it.
fn ones<K: Algebra>(k: &mut K, ty: &Type, width: u32, a: &K::Value) -> Result<K::Value, K::Error> {
    let mut sums = a.clone();
    for field in powers_of_two(width) {
        let low_fields = (0..width.min(128))
            .filter(|bit| bit / field % 2 == 0)
            .fold(0, |mask, bit| mask | 1u128 << bit);
        let mask = k.int_constant(ty, low_fields as i128);
        let low = k.int(IntOp::And, ty, &sums, &mask)?;
        let high = shifted(k, ty, &sums, field)?;
        let high = k.int(IntOp::And, ty, &high, &mask)?;
        sums = k.int(IntOp::Add, ty, &low, &high)?;
    }
    Ok(sums)
}

fn powers_of_two(below: u32) -> impl Iterator<Item = u32> {
    (0..32).map(|i| 1 << i).take_while(move |&power| power < below)
}

pub(super) fn shifted<K: Algebra>(k: &mut K, ty: &Type, a: &K::Value, by: u32) -> Result<K::Value, K::Error> {
    let by = k.int_constant(ty, i128::from(by));
    k.int(IntOp::ShrU, ty, a, &by)
}

fn complement<K: Algebra>(k: &mut K, ty: &Type, a: &K::Value) -> Result<K::Value, K::Error> {
    let all = k.int_constant(ty, -1);
    k.int(IntOp::Xor, ty, a, &all)
}
