//! MLIR's builtin types. A `Type` is a small value that is cheap to clone: compound types are shared.

pub mod attribute;

use std::sync::Arc;

use crate::affine::AffineMap;
use crate::text::Text;

use attribute::Attribute;

/// A type of MLIR.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Index,
    Integer(IntegerType),
    Float(FloatKind),
    None,
    Vector(Arc<VectorType>),
    MemRef(Arc<MemRefType>),
    Tensor(Arc<TensorType>),
    Complex(Arc<Type>),
    Tuple(Arc<Vec<Type>>),
    Function(Arc<FunctionType>),
    /// A type of a dialect that Ovolo does not model, as its text: `!llvm.ptr`, `!async.token`.
    Opaque(Text),
}

/// `i32`, `si8`, `ui64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntegerType {
    /// Bits; `i0` is legal MLIR.
    pub width: u32,
    pub signedness: Signedness,
}

/// What a type of integers says of signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    Signless,
    Signed,
    Unsigned,
}

/// The formats of floats, by MLIR's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    F16,
    BF16,
    F32,
    F64,
    F80,
    F128,
    TF32,
    F8E5M2,
    F8E4M3,
    F8E4M3FN,
    F8E5M2FNUZ,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E3M4,
}

/// One extent of a shaped type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dim {
    Fixed(i64),
    /// Written `?`.
    Dynamic,
}

/// `vector<4x[8]xf32>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VectorType {
    pub shape: Vec<VectorDim>,
    pub element: Type,
}

/// An extent of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VectorDim {
    pub size: i64,
    /// Written `[4]`: a multiple, known at run time, of `size`.
    pub scalable: bool,
}

/// `memref<4x?xf32, layout, memory space>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemRefType {
    /// `None` is the unranked `memref<*x…>`.
    pub shape: Option<Vec<Dim>>,
    pub element: Type,
    pub layout: Option<Layout>,
    pub memory_space: Option<Attribute>,
}

/// How the indices of a memref become an offset in elements. `None` in a type is row-major order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    Map(Arc<AffineMap>),
    /// Offset and strides in elements.
    Strided {
        strides: Vec<Dim>,
        offset: Dim,
    },
    /// A layout attribute of a dialect that Ovolo does not model.
    Opaque(Attribute),
}

/// `tensor<4x?xf32, encoding>`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// `None` is the unranked `tensor<*x…>`.
    pub shape: Option<Vec<Dim>>,
    pub element: Type,
    pub encoding: Option<Attribute>,
}

/// `(inputs) -> (results)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct FunctionType {
    pub inputs: Vec<Type>,
    pub results: Vec<Type>,
}

impl Type {
    /// `i1`.
    pub const I1: Type = Type::integer(1);
    /// `i32`.
    pub const I32: Type = Type::integer(32);
    /// `i64`.
    pub const I64: Type = Type::integer(64);
    /// `f32`.
    pub const F32: Type = Type::Float(FloatKind::F32);
    /// `f64`.
    pub const F64: Type = Type::Float(FloatKind::F64);

    /// The signless integer of `width` bits.
    pub const fn integer(width: u32) -> Type {
        Type::Integer(IntegerType {
            width,
            signedness: Signedness::Signless,
        })
    }

    /// `vector<LxE>` with a fixed number of lanes.
    pub fn vector(lanes: i64, element: Type) -> Type {
        Type::Vector(Arc::new(VectorType {
            shape: vec![VectorDim {
                size: lanes,
                scalable: false,
            }],
            element,
        }))
    }

    /// A row-major memref in the default memory space.
    pub fn memref(shape: Vec<Dim>, element: Type) -> Type {
        Type::MemRef(Arc::new(MemRefType {
            shape: Some(shape),
            element,
            layout: None,
            memory_space: None,
        }))
    }

    /// A tensor without an encoding.
    pub fn tensor(shape: Vec<Dim>, element: Type) -> Type {
        Type::Tensor(Arc::new(TensorType {
            shape: Some(shape),
            element,
            encoding: None,
        }))
    }

    /// The type of one element: of a shaped type its element type, of a scalar the type itself.
    pub fn element(&self) -> &Type {
        match self {
            Type::Vector(v) => &v.element,
            Type::MemRef(m) => &m.element,
            Type::Tensor(t) => &t.element,
            _ => self,
        }
    }

    /// The same shape over another element type; of a scalar the element type itself.
    pub fn with_element(&self, element: Type) -> Type {
        match self {
            Type::Vector(v) => Type::Vector(Arc::new(VectorType {
                shape: v.shape.clone(),
                element,
            })),
            Type::MemRef(m) => Type::MemRef(Arc::new(MemRefType {
                element,
                ..(**m).clone()
            })),
            Type::Tensor(t) => Type::Tensor(Arc::new(TensorType {
                element,
                ..(**t).clone()
            })),
            _ => element,
        }
    }

    /// The type of a value that an operation of unknown custom form defines, until a use states its type.
    pub fn unknown() -> Type {
        Type::Opaque("?".into())
    }

    /// Whether it stands for a type that is not known yet; see [`Type::unknown`].
    pub fn is_unknown(&self) -> bool {
        matches!(self, Type::Opaque(text) if **text == *"?")
    }

    /// Whether it is a type of floats.
    pub fn is_float(&self) -> bool {
        matches!(self, Type::Float(_))
    }

    /// An integer of fixed width; `index` is not one.
    pub fn is_integer(&self) -> bool {
        matches!(self, Type::Integer(_))
    }

    /// Whether it is a type of integers or `index`.
    pub fn is_int_or_index(&self) -> bool {
        matches!(self, Type::Integer(_) | Type::Index)
    }

    /// Whether both are integers of one width, or vectors of such, which differ at most in what they say of the sign.
    pub fn has_bits_of(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Vector(a), Type::Vector(b)) => a.shape == b.shape && a.element.has_bits_of(&b.element),
            _ => self.is_integer() && other.is_integer() && self.bit_width() == other.bit_width(),
        }
    }

    /// The memref type that it is.
    pub fn as_memref(&self) -> Option<&MemRefType> {
        match self {
            Type::MemRef(m) => Some(m),
            _ => None,
        }
    }

    /// The vector type that it is.
    pub fn as_vector(&self) -> Option<&VectorType> {
        match self {
            Type::Vector(v) => Some(v),
            _ => None,
        }
    }

    /// Bits of a scalar in memory and in registers; `index` has 64.
    pub fn bit_width(&self) -> Option<u32> {
        match self {
            Type::Index => Some(64),
            Type::Integer(i) => Some(i.width),
            Type::Float(f) => Some(f.bit_width()),
            _ => None,
        }
    }

    /// Bytes that one scalar takes in a memref.
    pub fn byte_size(&self) -> Option<u64> {
        self.bit_width()
            .map(|bits| u64::from(bits).div_ceil(8).next_power_of_two())
    }
}

impl FloatKind {
    /// Bits of the format.
    pub fn bit_width(self) -> u32 {
        match self {
            FloatKind::F16 | FloatKind::BF16 => 16,
            FloatKind::F32 => 32,
            FloatKind::TF32 => 19,
            FloatKind::F64 => 64,
            FloatKind::F80 => 80,
            FloatKind::F128 => 128,
            FloatKind::F8E5M2
            | FloatKind::F8E4M3
            | FloatKind::F8E4M3FN
            | FloatKind::F8E5M2FNUZ
            | FloatKind::F8E4M3FNUZ
            | FloatKind::F8E4M3B11FNUZ
            | FloatKind::F8E3M4 => 8,
        }
    }
}

impl VectorType {
    /// Lanes of a vector without scalable extents; 1 for the 0-d vector.
    pub fn lanes(&self) -> Option<i64> {
        self.shape
            .iter()
            .map(|d| (!d.scalable).then_some(d.size))
            .product()
    }
}

impl MemRefType {
    /// How many extents there are; `None` for an unranked memref.
    pub fn rank(&self) -> Option<usize> {
        self.shape.as_ref().map(Vec::len)
    }
}

impl Dim {
    /// The extent, where the type says it.
    pub fn fixed(self) -> Option<i64> {
        match self {
            Dim::Fixed(n) => Some(n),
            Dim::Dynamic => None,
        }
    }
}

/// Ones in the bits of a scalar type.
pub fn mask(ty: &Type) -> u128 {
    match ty.bit_width() {
        Some(0) => 0,
        Some(width @ 1..128) => (1 << width) - 1,
        _ => u128::MAX,
    }
}

/// What the integers say where a value gives the index.
pub(crate) const DYNAMIC_POSITION: i64 = i64::MIN;

/// The type of all products of two vectors, or of a vector and a scalar.
pub(crate) fn outer_product_type(left: &Type, right: &Type) -> Option<Type> {
    let left = left.as_vector()?;
    let [rows] = left.shape.as_slice() else {
        return None;
    };
    let mut shape = vec![*rows];
    if let Type::Vector(right) = right {
        let [columns] = right.shape.as_slice() else {
            return None;
        };
        shape.push(*columns);
    }
    Some(Type::Vector(Arc::new(VectorType {
        shape,
        element: left.element.clone(),
    })))
}
