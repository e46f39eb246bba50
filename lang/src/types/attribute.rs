//! MLIR's builtin attributes. Like types they are cheap to clone.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::affine::{AffineMap, IntegerSet};
use crate::types::{FloatKind, Layout, Type};

/// An attribute of MLIR.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    Unit,
    Bool(bool),
    Integer {
        value: Arc<BigInt>,
        ty: Type,
    },
    Float(FloatValue),
    String(Arc<str>),
    Type(Type),
    Array(Arc<[Attribute]>),
    Dictionary(Arc<[NamedAttribute]>),
    AffineMap(Arc<AffineMap>),
    IntegerSet(Arc<IntegerSet>),
    /// `@outer::@inner`.
    SymbolRef(Arc<[Arc<str>]>),
    /// `dense<…> : vector<…>` and `dense<…> : tensor<…>`.
    DenseElements(Arc<DenseElements>),
    /// `array<i64: 1, 2>`.
    DenseArray(Arc<DenseArray>),
    /// `sparse<[[0, 0]], [1.0]> : tensor<…>`.
    SparseElements(Arc<SparseElements>),
    /// `dense_resource<key> : tensor<…>`.
    DenseResource(Arc<DenseResource>),
    /// `strided<[…], offset: …>`; a [`Layout::Strided`].
    StridedLayout(Arc<Layout>),
    /// `(re, im)`, an element of a `dense<…>` of complex numbers.
    Complex(Arc<(Attribute, Attribute)>),
    /// `distinct[3]<…>`: equal only to a distinct attribute of the same number.
    Distinct {
        id: u64,
        attribute: Arc<Attribute>,
    },
    /// `loc(…)`.
    Location(Arc<Location>),
    /// `"text" : type`, or an attribute of a dialect that is written with its type.
    Typed(Arc<(Attribute, Type)>),
    /// An attribute of a dialect that Ovolo does not model, as its text: `#arith.overflow<nsw>`.
    Opaque(Arc<str>),
}

/// Where an operation came from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    Unknown,
    /// `"file":line:column`.
    File {
        name: Arc<str>,
        line: u32,
        column: u32,
    },
    /// `"name"`, or `"name"(child)`.
    Name {
        name: Arc<str>,
        child: Option<Arc<Location>>,
    },
    /// `callsite(callee at caller)`.
    CallSite {
        callee: Arc<Location>,
        caller: Arc<Location>,
    },
    /// `fused[…]`, or `fused<metadata>[…]`.
    Fused {
        metadata: Option<Attribute>,
        locations: Vec<Location>,
    },
    /// A location attribute of a dialect.
    Opaque(Attribute),
}

/// Elements by their positions; all others are zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SparseElements {
    pub ty: Type,
    /// `i64` indices, a row for each value.
    pub indices: Attribute,
    pub values: Attribute,
}

/// Elements that stand in the metadata of the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DenseResource {
    pub key: Arc<str>,
    pub ty: Type,
}

/// An attribute with its name.
pub type NamedAttribute = (Arc<str>, Attribute);

/// A float in the bits of its own format, so that NaN payloads and signed zeros survive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, packed(8))]
pub struct FloatValue {
    pub bits: u128,
    pub kind: FloatKind,
}

/// The elements of a vector or a tensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DenseElements {
    /// A vector or a ranked tensor of static shape.
    pub ty: Type,
    /// One element stands for all (a splat), or all elements in row-major order. Each is an `Integer`,
    /// `Float`, `Bool`, `Complex` or `String` of the element type.
    pub elements: Vec<Attribute>,
}

/// Numbers of one type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DenseArray {
    pub element: Type,
    pub elements: Vec<Attribute>,
}

impl SparseElements {
    /// Whether every element is zero.
    pub fn is_empty(&self) -> bool {
        let has = |part: &Attribute| matches!(part, Attribute::DenseElements(d) if !d.elements.is_empty());
        !has(&self.indices) && !has(&self.values)
    }
}

impl Attribute {
    /// `value : ty`.
    pub fn integer(value: impl Into<BigInt>, ty: Type) -> Attribute {
        Attribute::Integer {
            value: Arc::new(value.into()),
            ty,
        }
    }

    /// `value : index`.
    pub fn index(value: i64) -> Attribute {
        Attribute::integer(value, Type::Index)
    }

    /// `"text"`.
    pub fn string(text: &str) -> Attribute {
        Attribute::String(text.into())
    }

    /// `@name`.
    pub fn symbol(name: &str) -> Attribute {
        Attribute::SymbolRef([name.into()].into())
    }

    /// `affine_map<…>`.
    pub fn affine_map(map: AffineMap) -> Attribute {
        Attribute::AffineMap(Arc::new(map))
    }

    /// `[items]`.
    pub fn array(items: Vec<Attribute>) -> Attribute {
        Attribute::Array(items.into())
    }

    /// `array<i32: …>`, the form of `operandSegmentSizes`.
    pub fn i32_array(values: &[i64]) -> Attribute {
        Attribute::DenseArray(Arc::new(DenseArray {
            element: Type::I32,
            elements: values.iter().map(|&v| Attribute::integer(v, Type::I32)).collect(),
        }))
    }

    /// `array<i64: …>`, the form of offsets and extents.
    pub fn i64_array(values: &[i64]) -> Attribute {
        Attribute::dense_array(Type::I64, values.iter().copied())
    }

    /// `array<ty: …>` of integers, or of booleans where the type is `i1`.
    pub(crate) fn dense_array(ty: Type, values: impl IntoIterator<Item = i64>) -> Attribute {
        let element = |value: i64| match ty == Type::I1 {
            true => Attribute::Bool(value != 0),
            false => Attribute::integer(value, ty.clone()),
        };
        Attribute::DenseArray(Arc::new(DenseArray {
            elements: values.into_iter().map(element).collect(),
            element: ty,
        }))
    }

    /// The splat `dense<element> : ty`.
    pub fn splat(ty: Type, element: Attribute) -> Attribute {
        Attribute::DenseElements(Arc::new(DenseElements {
            ty,
            elements: vec![element],
        }))
    }

    /// The value of an integer attribute.
    pub fn as_integer(&self) -> Option<&BigInt> {
        match self {
            Attribute::Integer { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The value of an integer that fits 64 bits.
    pub fn as_i64(&self) -> Option<i64> {
        i64::try_from(self.as_integer()?).ok()
    }

    /// The text of a string attribute.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Attribute::String(s) => Some(s),
            _ => None,
        }
    }

    /// The type that a type attribute holds.
    pub fn as_type(&self) -> Option<&Type> {
        match self {
            Attribute::Type(t) => Some(t),
            _ => None,
        }
    }

    /// The map that the attribute holds.
    pub fn as_affine_map(&self) -> Option<&Arc<AffineMap>> {
        match self {
            Attribute::AffineMap(m) => Some(m),
            _ => None,
        }
    }

    /// The set that the attribute holds.
    pub fn as_integer_set(&self) -> Option<&Arc<IntegerSet>> {
        match self {
            Attribute::IntegerSet(s) => Some(s),
            _ => None,
        }
    }

    /// The root name of a symbol reference, without `@`.
    pub fn as_symbol(&self) -> Option<&str> {
        match self {
            Attribute::SymbolRef(path) => path.first().map(|s| &**s),
            _ => None,
        }
    }

    /// The type of a constant; `None` for an attribute that is not the value of one.
    pub fn ty(&self) -> Option<Type> {
        match self {
            Attribute::Bool(_) => Some(Type::I1),
            Attribute::Integer { ty, .. } => Some(ty.clone()),
            Attribute::Float(value) => Some(Type::Float(value.kind)),
            Attribute::DenseElements(dense) => Some(dense.ty.clone()),
            Attribute::SparseElements(sparse) => Some(sparse.ty.clone()),
            Attribute::DenseResource(resource) => Some(resource.ty.clone()),
            Attribute::Typed(typed) => Some(typed.1.clone()),
            _ => None,
        }
    }

    /// The values of a dense array or an array attribute of integers.
    pub fn as_i64_list(&self) -> Option<Vec<i64>> {
        match self {
            Attribute::DenseArray(a) => a.elements.iter().map(Attribute::as_i64).collect(),
            Attribute::Array(a) => a.iter().map(Attribute::as_i64).collect(),
            _ => None,
        }
    }

    /// The elements of a list of integers, in any of the forms of an attribute.
    pub fn as_integers(&self) -> Option<Vec<i64>> {
        let Attribute::DenseElements(dense) = self else {
            return self.as_i64_list();
        };
        let elements: Option<Vec<i64>> = dense.elements.iter().map(Attribute::as_i64).collect();
        let count = match &dense.ty {
            Type::Tensor(ty) => ty.shape.as_ref()?.first()?.fixed()?,
            Type::Vector(ty) => ty.shape.first()?.size,
            _ => return None,
        };
        let elements = elements?;
        match elements.as_slice() {
            // One element stands for all.
            [only] => Some(vec![*only; usize::try_from(count).ok()?]),
            _ => Some(elements),
        }
    }
}

impl FloatValue {
    /// The value in f32.
    pub fn f32(value: f32) -> FloatValue {
        FloatValue {
            bits: u128::from(value.to_bits()),
            kind: FloatKind::F32,
        }
    }

    /// The value in f64.
    pub fn f64(value: f64) -> FloatValue {
        FloatValue {
            bits: u128::from(value.to_bits()),
            kind: FloatKind::F64,
        }
    }
}
