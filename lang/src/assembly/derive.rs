//! Types that follow from another type or from an attribute.

use std::fmt;
use std::sync::Arc;

use crate::attribute::Attribute;
use crate::types::{TensorType, Type, VectorDim, VectorType};

/// A row of [`DERIVATIONS`].
pub struct Derivation {
    pub name: &'static str,
    /// What the derived type is called in a diagnostic.
    pub description: &'static str,
    pub compute: Compute,
}

#[derive(Clone, Copy)]
pub enum Compute {
    One(fn(&Type) -> Option<Type>),
    /// The types of a list.
    List(fn(&Type) -> Option<Vec<Type>>),
    OfAttribute(fn(&Attribute) -> Option<Type>),
}

/// Every function of types that a signature can mention.
pub static DERIVATIONS: &[Derivation] = &[
    Derivation {
        name: "element",
        description: "element type",
        compute: Compute::One(element),
    },
    Derivation {
        name: "i1-like",
        description: "i1 element type and the shape",
        compute: Compute::One(|ty| Some(ty.with_element(Type::I1))),
    },
    Derivation {
        name: "tensor-of",
        description: "tensor equivalent",
        compute: Compute::One(tensor_of),
    },
    Derivation {
        name: "inputs",
        description: "input types",
        compute: Compute::List(|ty| match ty {
            Type::Function(f) => Some(f.inputs.clone()),
            _ => None,
        }),
    },
    Derivation {
        name: "outputs",
        description: "result types",
        compute: Compute::List(|ty| match ty {
            Type::Function(f) => Some(f.results.clone()),
            _ => None,
        }),
    },
    Derivation {
        name: "half-vector",
        description: "half of the trailing dimension",
        compute: Compute::One(half_vector),
    },
    Derivation {
        name: "double-vector",
        description: "double the trailing dimension",
        compute: Compute::One(double_vector),
    },
    Derivation {
        name: "type-of",
        description: "type",
        compute: Compute::OfAttribute(Attribute::ty),
    },
];

impl fmt::Debug for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn element(ty: &Type) -> Option<Type> {
    matches!(ty, Type::Vector(_) | Type::MemRef(_) | Type::Tensor(_)).then(|| ty.element().clone())
}

fn tensor_of(ty: &Type) -> Option<Type> {
    let Type::MemRef(memref) = ty else { return None };
    Some(Type::Tensor(Arc::new(TensorType {
        shape: memref.shape.clone(),
        element: memref.element.clone(),
        encoding: None,
    })))
}

fn half_vector(ty: &Type) -> Option<Type> {
    let Type::Vector(vector) = ty else { return None };
    let mut shape = vector.shape.clone();
    let last = shape.last_mut()?;
    if last.size % 2 != 0 {
        return None;
    }
    last.size /= 2;
    let element = vector.element.clone();
    Some(Type::Vector(Arc::new(VectorType { shape, element })))
}

fn double_vector(ty: &Type) -> Option<Type> {
    let Type::Vector(vector) = ty else { return None };
    let mut shape = vector.shape.clone();
    match shape.last_mut() {
        Some(last) => last.size = last.size.checked_mul(2)?,
        None => shape.push(VectorDim {
            size: 2,
            scalable: false,
        }),
    }
    let element = vector.element.clone();
    Some(Type::Vector(Arc::new(VectorType { shape, element })))
}
