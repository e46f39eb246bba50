//! Constants, which are in their slots before a function begins.

use num_bigint::BigInt;

use crate::attribute::{Attribute, SparseElements};
use crate::interpret::program::{Bank, Constant};
use crate::interpret::shape::{element_count, linear};
use crate::ir::Op;
use crate::op::OpCode;
use crate::types::Type;

use super::parts::result;
use super::{Resolved, Resolver, unsupported};

/// Elements of a constant that is not the same everywhere. Arbitrary.
const MAX_ELEMENTS: usize = 1 << 26;

impl Resolver<'_> {
    /// Keeps a constant for the start of the function; false when it is not one that lives in slots.
    pub(super) fn constant(&mut self, op: &Op) -> Resolved<bool> {
        let (Ok(result), Some(value)) = (result(op), op.attribute("value")) else {
            return Ok(false);
        };
        let Ok(place) = self.place(result) else {
            return Ok(false);
        };
        if op.code() == Some(OpCode::FuncConstant) {
            let name = value.as_symbol().map(str::to_string);
            let is_known = name.is_some() && place.bank == Bank::Function;
            self.constants
                .extend(name.filter(|_| is_known).map(|n| (place, Constant::Function(n))));
            return Ok(is_known);
        }
        let ty = self.module.ty(result).clone();
        let constant = match place.bank {
            Bank::MemRef | Bank::Function => None,
            Bank::Tensor => self.tensor_constant(value, &ty).ok(),
            Bank::Index | Bank::Data => known(value, ty.element(), place.lanes as usize),
        };
        let is_known = constant.is_some();
        self.constants.extend(constant.map(|c| (place, c)));
        Ok(is_known)
    }

    /// The elements of a `dense` or `sparse` attribute of a tensor type.
    pub(super) fn tensor_constant(&self, value: &Attribute, ty: &Type) -> Resolved<Constant> {
        let element = ty.element().clone();
        let sizes = match ty {
            Type::Tensor(t) => t.shape.as_deref(),
            Type::MemRef(m) => m.shape.as_deref(),
            _ => None,
        };
        let sizes: Option<Vec<i64>> = sizes.and_then(|shape| shape.iter().map(|d| d.fixed()).collect());
        let sizes = sizes.ok_or_else(|| unsupported("a constant whose shape is not static"))?;
        let count = element_count(&sizes)?;
        if count > MAX_ELEMENTS {
            return Err(crate::interpret::Reason::MemoryLimit);
        }
        let bits = match value {
            Attribute::SparseElements(sparse) => sparse_bits(sparse, &sizes, &element, count),
            _ => elements(value).and_then(|all| all.iter().map(|e| bits(e, &element)).collect()),
        };
        let bits: Option<Vec<u128>> = bits.filter(|bits: &Vec<u128>| bits.len() == 1 || bits.len() == count);
        let bits = bits.ok_or_else(|| unsupported(&format!("a constant of type {ty} with this value")))?;
        Ok(Constant::Tensor(sizes, element, bits))
    }
}

/// The lanes of a scalar or vector; `None` for an attribute that does not give them.
fn known(value: &Attribute, element: &Type, lanes: usize) -> Option<Constant> {
    let elements = elements(value)?;
    if elements.len() != 1 && elements.len() != lanes {
        return None;
    }
    Some(match element {
        Type::Index => Constant::Index(elements.iter().map(Attribute::as_i64).collect::<Option<_>>()?),
        _ => {
            let bits = elements.iter().map(|e| bits(e, element));
            Constant::Data(element.clone(), bits.collect::<Option<_>>()?)
        }
    })
}

fn elements(value: &Attribute) -> Option<&[Attribute]> {
    match value {
        Attribute::DenseElements(dense) => Some(&dense.elements),
        Attribute::Integer { .. } | Attribute::Float(_) | Attribute::Bool(_) => {
            Some(std::slice::from_ref(value))
        }
        _ => None,
    }
}

/// Zeros but for the listed elements.
fn sparse_bits(sparse: &SparseElements, sizes: &[i64], element: &Type, count: usize) -> Option<Vec<u128>> {
    let positions: Option<Vec<i64>> = elements(&sparse.indices)?.iter().map(Attribute::as_i64).collect();
    let values: Option<Vec<u128>> = elements(&sparse.values)?
        .iter()
        .map(|e| bits(e, element))
        .collect();
    let (positions, values) = (positions?, values?);
    let mut all = vec![0; count];
    // One number stands for one position that is the same in every dimension.
    let positions = match positions.as_slice() {
        [one] => vec![*one; sizes.len()],
        _ => positions,
    };
    let rows: Vec<&[i64]> = positions.chunks(sizes.len().max(1)).collect();
    for (i, row) in rows.iter().enumerate() {
        let inside =
            row.len() == sizes.len() && row.iter().zip(sizes).all(|(at, size)| (0..*size).contains(at));
        let value = *values.get(if values.len() == 1 { 0 } else { i })?;
        *all.get_mut(usize::try_from(linear(row, sizes)).ok()?)
            .filter(|_| inside)? = value;
    }
    Some(all)
}

pub(super) fn bits(attribute: &Attribute, ty: &Type) -> Option<u128> {
    match (attribute, ty) {
        (Attribute::Bool(value), _) => Some(u128::from(*value)),
        (Attribute::Float(value), Type::Float(kind)) if value.kind == *kind => Some(value.bits),
        (Attribute::Integer { value, .. }, Type::Integer(_) | Type::Index) => {
            let modulus = BigInt::from(1) << ty.bit_width()?;
            let residue = ((&**value % &modulus) + &modulus) % &modulus;
            u128::try_from(residue).ok()
        }
        _ => None,
    }
}
