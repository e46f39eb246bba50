//! Scalar types in two bytes.

use ovolo_lang::types::{FloatKind, Type};

/// An integer or float type; `index` counts as an integer of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u16);

const FLOATS: [FloatKind; 4] = [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64];
const FIRST_FLOAT: u16 = 0x100;

impl Kind {
    pub const BOOLEAN: Kind = Kind(1);

    /// `None` for a type whose values the validator does not compute with.
    pub fn of(ty: &Type) -> Option<Kind> {
        match ty {
            Type::Index => Some(Kind(64)),
            Type::Integer(i) if i.width <= 128 => Some(Kind(i.width as u16)),
            Type::Float(kind) => {
                let number = FLOATS.iter().position(|f| f == kind)?;
                Some(Kind(FIRST_FLOAT + number as u16))
            }
            _ => None,
        }
    }

    pub fn to_type(self) -> Type {
        match self.float() {
            Some(kind) => Type::Float(kind),
            None => Type::integer(u32::from(self.0)),
        }
    }

    pub fn float(self) -> Option<FloatKind> {
        FLOATS.get(usize::from(self.0.checked_sub(FIRST_FLOAT)?)).copied()
    }

    /// The width of an integer.
    pub fn integer_width(self) -> Option<u32> {
        (self.0 < FIRST_FLOAT).then_some(u32::from(self.0))
    }
}
