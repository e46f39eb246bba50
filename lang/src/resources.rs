//! Constants whose elements stand in the metadata of the file, as constants that hold them.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::attribute::{Attribute, DenseElements, DenseResource, FloatValue};
use crate::ir::{Module, OpId};
use crate::op::OpCode;
use crate::types::{Dim, Signedness, Type};

/// Digits that give the alignment of a blob, before its data.
const ALIGNMENT_DIGITS: usize = 8;

/// Gives the constants of a function the elements that their resources hold. What is not found, or does not fit, stays a resource.
pub fn resolve(module: &mut Module, function: OpId) {
    let mut found = Vec::new();
    module.walk(function, &mut |op| {
        let data = module.op(op);
        if let (Some(OpCode::Constant), Some(Attribute::DenseResource(resource))) =
            (data.code(), data.attribute("value"))
        {
            found.push((op, resource.clone()));
        }
    });
    for (op, resource) in found {
        if let Some(elements) = elements(module, &resource) {
            let value = Attribute::DenseElements(Arc::new(elements));
            module.op_mut(op).set_attribute("value", value);
        }
    }
}

fn elements(module: &Module, resource: &DenseResource) -> Option<DenseElements> {
    let Type::Tensor(tensor) = &resource.ty else {
        return None;
    };
    let extents: Option<Vec<i64>> = tensor.shape.as_ref()?.iter().map(|d: &Dim| d.fixed()).collect();
    let count = usize::try_from(extents?.iter().product::<i64>()).ok()?;
    let size = match &tensor.element {
        ty @ (Type::Float(_) | Type::Integer(_)) => ty.bit_width()? as usize,
        _ => return None,
    };
    let digits = data(module.metadata.as_deref()?, &resource.key)?;
    if size == 0 || !size.is_multiple_of(8) || digits.len() != count.checked_mul(size / 4)? {
        return None;
    }
    let elements = digits.as_bytes().chunks(size / 4);
    let elements: Option<Vec<Attribute>> = elements.map(|digits| element(digits, &tensor.element)).collect();
    Some(DenseElements {
        ty: resource.ty.clone(),
        elements: elements?,
    })
}

/// The digits of the data of a blob.
fn data<'m>(metadata: &'m str, key: &str) -> Option<&'m str> {
    let begin = format!("{key}: \"0x");
    let at = metadata.match_indices(&begin).find(|(at, _)| {
        let before = metadata[..*at].chars().next_back();
        before.is_none_or(|c| c.is_whitespace() || c == '{' || c == ',')
    });
    let rest = &metadata[at?.0 + begin.len()..];
    rest[..rest.find('"')?].get(ALIGNMENT_DIGITS..)
}

/// A number from its bytes in hexadecimal, the lowest first.
fn element(digits: &[u8], ty: &Type) -> Option<Attribute> {
    let mut bits = 0u128;
    for (n, pair) in digits.chunks(2).enumerate() {
        let byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        bits |= u128::from(byte).checked_shl(8 * n as u32)?;
    }
    Some(match ty {
        Type::Float(kind) => Attribute::Float(FloatValue { bits, kind: *kind }),
        Type::Integer(integer) => {
            let width = integer.width;
            let is_negative = integer.signedness != Signedness::Unsigned && bits >> (width - 1) & 1 == 1;
            let value = BigInt::from(bits);
            let value = if is_negative {
                value - (BigInt::from(1) << width)
            } else {
                value
            };
            Attribute::integer(value, ty.clone())
        }
        _ => return None,
    })
}
