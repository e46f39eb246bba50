//! Which way the value of an affine expression goes as one of its variables rises.

use super::{AffineExpr, AffineOp};

/// Whether a value may rise, and whether it may fall, as a variable rises; neither where the value does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trend {
    pub rises: bool,
    pub falls: bool,
}

impl Trend {
    const NONE: Trend = Trend {
        rises: false,
        falls: false,
    };

    fn scaled(self, by: i64) -> Trend {
        match by.signum() {
            1 => self,
            0 => Trend::NONE,
            _ => Trend {
                rises: self.falls,
                falls: self.rises,
            },
        }
    }
}

impl AffineExpr {
    /// Which way the value may go as a dimension or a symbol rises, all others fixed.
    ///
    /// ```
    /// use ovolo_lang::affine::{Trend, constant, dim};
    ///
    /// let expr = &dim(1) + &(&dim(0).floordiv(4) * &constant(-2));
    /// assert_eq!(expr.trend(&dim(0)), Trend { rises: false, falls: true });
    /// ```
    pub fn trend(&self, variable: &AffineExpr) -> Trend {
        let AffineExpr::Binary(op, ab) = self else {
            return Trend {
                rises: self == variable,
                falls: false,
            };
        };
        let (a, b) = (ab.0.trend(variable), ab.1.trend(variable));
        let unknown = Trend {
            rises: a != Trend::NONE || b != Trend::NONE,
            falls: a != Trend::NONE || b != Trend::NONE,
        };
        match (op, ab.0.as_constant(), ab.1.as_constant()) {
            (AffineOp::Add, ..) => Trend {
                rises: a.rises || b.rises,
                falls: a.falls || b.falls,
            },
            (AffineOp::Mul, _, Some(by)) => a.scaled(by),
            (AffineOp::Mul, Some(by), _) => b.scaled(by),
            (AffineOp::FloorDiv | AffineOp::CeilDiv, _, Some(by)) if by > 0 => a,
            _ => unknown,
        }
    }
}
