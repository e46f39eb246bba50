//! The types that a rule speaks of, one at a time.

use ovolo_lang::algebra::FastMath;

use super::Sort;
use crate::term::Scalar;

/// A type with fast-math flags of operations on it, and the widths of a narrower and a wider integer type for rules that
/// speak of such.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Instance {
    pub scalar: Scalar,
    pub flags: FastMath,
    pub narrow: Option<u32>,
    pub wide: Option<u32>,
}

impl Instance {
    /// Without other widths.
    pub fn new(scalar: Scalar, flags: FastMath) -> Instance {
        Instance {
            scalar,
            flags,
            narrow: None,
            wide: None,
        }
    }

    /// The type of a sort.
    pub fn scalar_of(self, sort: Sort) -> Scalar {
        let width = |width: Option<u32>| width.map_or(self.scalar, Scalar::Integer);
        match sort {
            Sort::Value => self.scalar,
            Sort::Truth => Scalar::Integer(1),
            Sort::Narrow => width(self.narrow),
            Sort::Wide => width(self.wide),
        }
    }
}
