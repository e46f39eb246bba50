//! Random expressions as they are written, before any simplification.

use std::fmt;

use num_bigint::BigInt;
use ovolo_lang::affine::{AffineExpr, AffineOp};

pub const DIMS: usize = 3;
pub const SYMBOLS: usize = 2;

#[derive(Clone, Debug)]
pub enum Written {
    Constant(i64),
    Dim(u32),
    Symbol(u32),
    Binary(AffineOp, Box<Written>, Box<Written>),
}

impl Written {
    /// The expression that the bytes choose; it is affine when `dims` may appear, symbolic when not.
    pub fn chosen(bytes: &mut impl Iterator<Item = u8>, depth: u32, dims: bool) -> Written {
        let choice = bytes.next().unwrap_or(0);
        if depth == 0 || choice < 60 {
            return Written::leaf(bytes, dims);
        }
        let mut sub = |dims| Written::chosen(bytes, depth - 1, dims);
        match choice % 8 {
            0 | 1 => Written::binary(AffineOp::Add, sub(dims), sub(dims)),
            2 => Written::binary(AffineOp::Mul, sub(dims), sub(false)),
            3 => Written::binary(AffineOp::Mul, sub(false), sub(dims)),
            4 => Written::binary(AffineOp::FloorDiv, sub(dims), sub(false)),
            5 => Written::binary(AffineOp::CeilDiv, sub(dims), sub(false)),
            6 => Written::binary(AffineOp::Mod, sub(dims), sub(false)),
            _ => Written::remainder(sub(dims), sub(false), choice / 8 % 4),
        }
    }

    fn leaf(bytes: &mut impl Iterator<Item = u8>, dims: bool) -> Written {
        const CONSTANTS: [i64; 24] = [
            0, 1, -1, 2, -2, 3, -3, 4, -4, 6, 8, -8, 12, 16, 32, 5, 7, 100, 0, 1, -1, 2, 4, 8,
        ];
        const EXTREMES: [i64; 8] = [
            i64::MAX,
            i64::MIN,
            i64::MIN + 1,
            i64::MAX - 1,
            1 << 62,
            -(1 << 62),
            1 << 32,
            -(1 << 32),
        ];
        let choice = bytes.next().unwrap_or(0);
        match choice % 16 {
            0..=5 if dims => Written::Dim(u32::from(choice / 16) % DIMS as u32),
            6..=8 => Written::Symbol(u32::from(choice / 16) % SYMBOLS as u32),
            15 if choice > 128 => Written::Constant(EXTREMES[usize::from(choice / 16) % EXTREMES.len()]),
            _ => {
                let index = usize::from(bytes.next().unwrap_or(0)) % CONSTANTS.len();
                Written::Constant(CONSTANTS[index])
            }
        }
    }

    fn binary(op: AffineOp, a: Written, b: Written) -> Written {
        Written::Binary(op, Box::new(a), Box::new(b))
    }

    /// Forms close to `e - (e floordiv q) * q`.
    fn remainder(e: Written, q: Written, form: u8) -> Written {
        use AffineOp::{Add, FloorDiv, Mul};
        let minus_one = || Written::Constant(-1);
        let quotient = Written::binary(FloorDiv, e.clone(), q.clone());
        let subtrahend = match form {
            0 => Written::binary(Mul, Written::binary(Mul, quotient, q), minus_one()),
            1 => Written::binary(Mul, quotient, Written::binary(Mul, q, minus_one())),
            2 => Written::binary(Add, Written::binary(Mul, quotient, q), minus_one()),
            _ => Written::binary(Mul, quotient, q),
        };
        Written::binary(Add, e, subtrahend)
    }

    pub fn built(&self) -> AffineExpr {
        match self {
            Written::Constant(c) => AffineExpr::Constant(*c),
            Written::Dim(i) => AffineExpr::Dim(*i),
            Written::Symbol(i) => AffineExpr::Symbol(*i),
            Written::Binary(op, a, b) => AffineExpr::binary(*op, a.built(), b.built()),
        }
    }

    /// The value by the definition of each operation.
    pub fn value(&self, dims: &[BigInt], symbols: &[BigInt]) -> Option<BigInt> {
        Some(match self {
            Written::Constant(c) => BigInt::from(*c),
            Written::Dim(i) => dims[*i as usize].clone(),
            Written::Symbol(i) => symbols[*i as usize].clone(),
            Written::Binary(op, a, b) => {
                let (a, b) = (a.value(dims, symbols)?, b.value(dims, symbols)?);
                let floor = |a: &BigInt, b: &BigInt| {
                    let (quotient, rest) = (a / b, a % b);
                    let below = rest != BigInt::ZERO && (rest < BigInt::ZERO) != (*b < BigInt::ZERO);
                    if below { quotient - 1 } else { quotient }
                };
                let is_zero = b == BigInt::ZERO;
                match op {
                    AffineOp::Add => a + b,
                    AffineOp::Mul => a * b,
                    _ if is_zero => return None,
                    AffineOp::FloorDiv => floor(&a, &b),
                    AffineOp::CeilDiv => -floor(&-a, &b),
                    AffineOp::Mod => {
                        let quotient = floor(&a, &b);
                        a - b * quotient
                    }
                }
            }
        })
    }
}

/// With all brackets. MLIR cannot read the least integer, so it is written as a difference.
impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Written::Constant(i64::MIN) => write!(f, "(-{} - 1)", i64::MAX),
            Written::Constant(c) => write!(f, "{c}"),
            Written::Dim(i) => write!(f, "d{i}"),
            Written::Symbol(i) => write!(f, "s{i}"),
            Written::Binary(op, a, b) => write!(f, "({a} {op} {b})"),
        }
    }
}
