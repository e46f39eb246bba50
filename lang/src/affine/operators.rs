//! Rust's operators on expressions, by value or by reference, with expressions and constants.

use std::ops::{Add, Mul, Neg, Sub};

use super::expr::{AffineExpr, AffineOp};

macro_rules! operator {
    ($trait:ident $method:ident |$a:ident, $b:ident| $body:expr) => {
        operator!(@impl $trait $method (AffineExpr) (AffineExpr) |$a, $b| $body);
        operator!(@impl $trait $method (AffineExpr) (&AffineExpr) |$a, $b| $body);
        operator!(@impl $trait $method (&AffineExpr) (AffineExpr) |$a, $b| $body);
        operator!(@impl $trait $method (&AffineExpr) (&AffineExpr) |$a, $b| $body);
        operator!(@impl $trait $method (AffineExpr) (i64) |$a, $b| $body);
        operator!(@impl $trait $method (&AffineExpr) (i64) |$a, $b| $body);
    };
    (@impl $trait:ident $method:ident ($left:ty) ($right:ty) |$a:ident, $b:ident| $body:expr) => {
        impl $trait<$right> for $left {
            type Output = AffineExpr;
            fn $method(self, other: $right) -> AffineExpr {
                let ($a, $b) = (AffineExpr::from(self), AffineExpr::from(other));
                $body
            }
        }
    };
}

operator!(Add add |a, b| AffineExpr::binary(AffineOp::Add, a, b));
operator!(Mul mul |a, b| AffineExpr::binary(AffineOp::Mul, a, b));
operator!(Sub sub |a, b| AffineExpr::binary(AffineOp::Add, a, -b));

impl Neg for AffineExpr {
    type Output = AffineExpr;
    fn neg(self) -> AffineExpr {
        AffineExpr::binary(AffineOp::Mul, self, AffineExpr::Constant(-1))
    }
}

impl Neg for &AffineExpr {
    type Output = AffineExpr;
    fn neg(self) -> AffineExpr {
        -self.clone()
    }
}

impl From<i64> for AffineExpr {
    fn from(c: i64) -> AffineExpr {
        AffineExpr::Constant(c)
    }
}

impl From<&AffineExpr> for AffineExpr {
    fn from(expr: &AffineExpr) -> AffineExpr {
        expr.clone()
    }
}
