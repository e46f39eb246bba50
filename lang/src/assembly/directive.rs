//! Pieces of assembly that functions read (`parse::declarative::directives`) and write (`print::declarative::directives`).

use std::sync::Arc;

use crate::attribute::Attribute;
use crate::types::{Dim, TensorType, Type, VectorDim, VectorType};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// `-> (T, U)`, or `-> T` for one type.
    ArrowTypes,
    /// `4x?x8`: the extents of a shape, `[]` when there are none.
    DimensionList,
    /// `[%i, 4, %j]`: operands and constants in one list. The constants are an attribute in which a sentinel stands for
    /// each operand.
    IndexList,
    /// `memref<…>`, then `= uninitialized` or `= dense<…>`: the type and the contents of a global.
    GlobalType,
    /// `read, locality<3>, data`.
    PrefetchHints,
    /// `vector<2xf32>, vector<4xf32>`: the types of two vectors, from which and a list of positions the type of the
    /// chosen elements follows.
    ShuffleTypes,
    /// `(i, j) -> (j, i)`, a map without its keyword.
    PermutationMap,
    /// Nothing is written: for each operand of the first part the second has a result of type `i1`.
    OneForEach,
}

impl Directive {
    /// Every directive, with its name in signatures.
    pub const ALL: [(&'static str, Directive); 8] = [
        ("arrow-types", Directive::ArrowTypes),
        ("dimension-list", Directive::DimensionList),
        ("index-list", Directive::IndexList),
        ("global-type", Directive::GlobalType),
        ("prefetch-hints", Directive::PrefetchHints),
        ("shuffle-types", Directive::ShuffleTypes),
        ("permutation-map", Directive::PermutationMap),
        ("one-for-each", Directive::OneForEach),
    ];

    pub fn named(name: &str) -> Option<Directive> {
        let found = Directive::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, directive)| *directive)
    }

    /// Whether the text shows the types of the operands and results that it is given.
    pub fn shows_types(self) -> bool {
        matches!(
            self,
            Directive::ArrowTypes | Directive::ShuffleTypes | Directive::OneForEach
        )
    }
}

/// The tensor with the shape and elements of a memref of static shape.
pub(crate) fn tensor_of(ty: &Type) -> Option<Type> {
    let memref = ty.as_memref()?;
    let shape = memref.shape.as_ref()?;
    if !shape.iter().all(|d| matches!(d, Dim::Fixed(_))) {
        return None;
    }
    Some(Type::Tensor(Arc::new(TensorType {
        shape: memref.shape.clone(),
        element: memref.element.clone(),
        encoding: None,
    })))
}

pub(crate) fn positions_in(positions: &Attribute) -> usize {
    match positions {
        Attribute::Array(positions) => positions.len(),
        _ => 0,
    }
}

/// As many rows of the vector as there are positions.
pub(crate) fn shuffled(first: &Type, positions: usize) -> Option<Type> {
    let vector = first.as_vector()?;
    let leading = VectorDim {
        size: i64::try_from(positions.max(1)).ok()?,
        scalable: false,
    };
    let mut shape = vec![leading];
    shape.extend(vector.shape.iter().skip(1));
    let element = vector.element.clone();
    Some(Type::Vector(Arc::new(VectorType { shape, element })))
}
