//! The scalars of z3: integers, bit-vectors, IEEE floats, and floats of no particular format.

use num_bigint::BigInt;
use ovolo_lang::algebra::{
    Algebra, CastOp, FastMath, FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate,
};
use ovolo_lang::types::{FloatKind, Type};
use z3::ast::{Ast, BV, Bool, Dynamic, Float, Int, Real, RoundingMode};
use z3::{FuncDecl, Sort};

use super::extended::{Extended, Integral, Rounding};
use crate::arithmetic::{compare_bits, compare_integers, on_bits};

/// How numbers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// As they are.
    Exact,
    /// Floats as those of every format, of whose rounding little is known.
    Rounded,
    /// Floats as those of a format where nothing rounds.
    Unrounded,
}

impl Numbers {
    /// Whether floats are of no particular format.
    pub fn are_extended(self) -> bool {
        self != Numbers::Exact
    }
}

/// A scalar as a term of z3. An `i1` is a bit-vector of one bit.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of `index`.
    Int(Int),
    Bits(BV),
    Float(Float),
    /// A float of no particular format.
    Extended(Extended),
}

impl Value {
    fn float(&self) -> Option<&Float> {
        match self {
            Value::Float(x) => Some(x),
            _ => None,
        }
    }

    fn extended(&self) -> Option<&Extended> {
        match self {
            Value::Extended(x) => Some(x),
            _ => None,
        }
    }
}

/// The operation is not one that this module models.
#[derive(Debug)]
pub struct NotModelled;

/// The algebra, collecting what its values depend on.
pub struct Z3Algebra {
    pub numbers: Numbers,
    /// All must be true for the operations so far to have a value.
    pub defined: Vec<Bool>,
    /// What `nnan` promises of the floats so far.
    pub not_nan: Vec<Bool>,
    /// What `ninf` promises of the floats so far.
    pub not_infinite: Vec<Bool>,
    /// What holds of the values so far by their meaning.
    pub known: Vec<Bool>,
    rounding: Rounding,
    /// The floats of no particular format that are unknown: each has a sign of its own where it is NaN.
    unknown: Vec<(Extended, Bool)>,
    /// Square roots, by what they are of.
    roots: Vec<(Real, Real)>,
}

impl Z3Algebra {
    pub fn new(numbers: Numbers) -> Z3Algebra {
        Z3Algebra {
            numbers,
            defined: Vec::new(),
            not_nan: Vec::new(),
            not_infinite: Vec::new(),
            known: Vec::new(),
            rounding: Rounding::default(),
            unknown: Vec::new(),
            roots: Vec::new(),
        }
    }

    /// A value about which nothing is known.
    pub fn unknown(&mut self, name: &str, ty: &Type) -> Result<Value, NotModelled> {
        Ok(match ty {
            Type::Index => Value::Int(Int::new_const(name)),
            Type::Integer(i) => Value::Bits(BV::new_const(name, i.width)),
            Type::Float(_) if self.numbers.are_extended() => {
                let (value, is_value) = Extended::unknown(name);
                self.known.push(is_value);
                let sign = Bool::new_const(format!("sign of {name}"));
                self.unknown.push((value.clone(), sign));
                self.of_format(value)
            }
            Type::Float(kind) => {
                let (exponent, significand) = format(*kind)?;
                Value::Float(Float::new_const(name, exponent, significand))
            }
            _ => return Err(NotModelled),
        })
    }

    pub fn float_constant(&mut self, ty: &Type, value: f64) -> Result<Value, NotModelled> {
        if self.numbers.are_extended() {
            return Ok(match rational(value) {
                Some(number) => self.of_format(Extended::number(number, value.is_sign_negative())),
                None if value.is_nan() => Value::Extended(Extended::nan()),
                None => Value::Extended(Extended::infinity(value < 0.0)),
            });
        }
        let Type::Float(kind) = ty else {
            return Err(NotModelled);
        };
        let (exponent, significand) = format(*kind)?;
        Ok(Value::Float(Float::from_f64(value).to_fp_with_rounding_mode(
            &nearest(),
            &Sort::float(exponent, significand),
        )))
    }

    /// Records what fast-math flags promise of an operand or result.
    fn promise(&mut self, value: &Value) {
        match value {
            Value::Float(x) => {
                self.not_nan.push(!x.is_nan());
                self.not_infinite.push(!x.is_infinite());
            }
            Value::Extended(x) => {
                self.not_nan.push(!&x.nan);
                self.not_infinite.push(!&x.infinite);
            }
            Value::Int(_) | Value::Bits(_) => {}
        }
    }

    /// A value that is one of the format.
    fn of_format(&mut self, value: Extended) -> Value {
        if self.numbers == Numbers::Rounded {
            self.known.extend(self.rounding.of_format(&value));
        }
        Value::Extended(value)
    }

    /// What an operation gives for this exact result.
    fn rounded(&mut self, exact: Extended) -> Value {
        Value::Extended(match self.numbers {
            Numbers::Rounded => {
                let (value, known) = self.rounding.round(&exact);
                self.known.extend(known);
                value
            }
            _ => exact,
        })
    }

    /// The sign bit, which a NaN has, too: always the same one of a variable, any of what is computed.
    fn sign(&self, x: &Extended) -> Bool {
        let own = self.unknown.iter().find(|(value, _)| value == x);
        let of_nan = own.map_or_else(|| Bool::fresh_const("sign"), |(_, sign)| sign.clone());
        x.nan.ite(&of_nan, &x.negative)
    }

    fn square_root(&mut self, x: &Extended) -> Extended {
        let known = self.roots.iter().find(|(of, _)| *of == x.number);
        let root = known.map_or_else(|| Real::fresh_const("root"), |(_, root)| root.clone());
        let (value, is_root) = x.square_root(&root);
        self.roots.push((x.number.clone(), root));
        self.known.push(is_root);
        value
    }

    /// A function of which only its name is known.
    fn uninterpreted(&mut self, name: &str, args: &[&Value]) -> Result<Value, NotModelled> {
        let floats: Vec<&Float> = args.iter().filter_map(|a| a.float()).collect();
        let extended: Vec<&Extended> = args.iter().filter_map(|a| a.extended()).collect();
        if extended.len() == args.len() {
            let (value, is_value) = Extended::of_function(name, &extended);
            self.known.push(is_value);
            return Ok(self.of_format(value));
        }
        if floats.len() != args.len() {
            return Err(NotModelled);
        }
        let sort = floats[0].get_sort();
        let terms: Vec<&dyn Ast> = floats.iter().map(|x| *x as &dyn Ast).collect();
        let result: Dynamic = FuncDecl::new(name, &vec![&sort; args.len()], &sort).apply(&terms);
        result.as_float().map(Value::Float).ok_or(NotModelled)
    }
}

/// Bits of the exponent, and of the significand with its hidden bit.
fn format(kind: FloatKind) -> Result<(u32, u32), NotModelled> {
    Ok(match kind {
        FloatKind::F16 => (5, 11),
        FloatKind::BF16 => (8, 8),
        FloatKind::F32 => (8, 24),
        FloatKind::F64 => (11, 53),
        _ => return Err(NotModelled),
    })
}

/// A finite number.
fn rational(value: f64) -> Option<Real> {
    if !value.is_finite() {
        return None;
    }
    // Exact: every double is a multiple of 2^-1074.
    let (bits, negative) = (value.abs().to_bits(), value.is_sign_negative());
    let exponent = (bits >> 52).max(1) as i32 - 1075;
    let mantissa = bits & ((1 << 52) - 1) | if bits >> 52 == 0 { 0 } else { 1 << 52 };
    let power = |exponent: i32| BigInt::from(1) << exponent.max(0);
    let sign = BigInt::from(if negative { -1 } else { 1 });
    let numerator: BigInt = sign * BigInt::from(mantissa) * power(exponent);
    Real::from_rational_str(&numerator.to_string(), &power(-exponent).to_string())
}

fn nearest() -> RoundingMode {
    RoundingMode::round_nearest_ties_to_even()
}

fn integral(x: &Float, mode: RoundingMode) -> Value {
    Value::Float(x.round_to_integral_with_rounding_mode(&mode))
}

pub fn truth(condition: &Bool) -> Value {
    Value::Bits(condition.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)))
}

pub fn is_true(value: &Value) -> Result<Bool, NotModelled> {
    match value {
        Value::Bits(bits) if bits.get_size() == 1 => Ok(bits.eq(BV::from_u64(1, 1))),
        _ => Err(NotModelled),
    }
}

/// The same value: of floats, the same zero, or NaN both.
pub fn same(a: &Value, b: &Value) -> Result<Bool, NotModelled> {
    Ok(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.eq(b),
        (Value::Bits(a), Value::Bits(b)) => a.eq(b),
        (Value::Float(a), Value::Float(b)) => a.eq(b),
        (Value::Extended(a), Value::Extended(b)) => a.same(b),
        _ => return Err(NotModelled),
    })
}

fn choose(condition: &Bool, a: &Value, b: &Value) -> Result<Value, NotModelled> {
    Ok(match (a, b) {
        (Value::Int(a), Value::Int(b)) => Value::Int(condition.ite(a, b)),
        (Value::Bits(a), Value::Bits(b)) => Value::Bits(condition.ite(a, b)),
        (Value::Float(a), Value::Float(b)) => Value::Float(condition.ite(a, b)),
        (Value::Extended(a), Value::Extended(b)) => Value::Extended(Extended::choose(condition, a, b)),
        _ => return Err(NotModelled),
    })
}

impl Algebra for Z3Algebra {
    type Value = Value;
    type Error = NotModelled;

    fn int_constant(&mut self, ty: &Type, value: i128) -> Value {
        match ty {
            Type::Integer(i) => Value::Bits(BV::from_int(&Int::from_i128(value), i.width).simplify()),
            _ => Value::Int(Int::from_i128(value)),
        }
    }

    fn int(&mut self, op: IntOp, _: &Type, a: &Value, b: &Value) -> Result<Value, NotModelled> {
        let (Value::Bits(a), Value::Bits(b)) = (a, b) else {
            return Err(NotModelled);
        };
        let width = a.get_size();
        match op {
            IntOp::Shl | IntOp::ShrS | IntOp::ShrU => {
                // A width that does not fit in its own bits cannot be: w < 2^w.
                self.defined.push(b.bvult(BV::from_u64(width.into(), width)));
            }
            IntOp::DivS | IntOp::RemS => {
                self.defined.push(b.ne(BV::from_u64(0, width)));
                let least = BV::from_u64(1, width).bvshl(BV::from_u64(u64::from(width) - 1, width));
                self.defined.push(!(a.eq(least) & b.eq(BV::from_i64(-1, width))));
            }
            IntOp::DivU | IntOp::RemU => self.defined.push(b.ne(BV::from_u64(0, width))),
            _ => {}
        }
        Ok(Value::Bits(on_bits(op, a, b)))
    }

    fn int_compare(
        &mut self,
        predicate: IntPredicate,
        _: &Type,
        a: &Value,
        b: &Value,
    ) -> Result<Value, NotModelled> {
        let condition = match (a, b) {
            (Value::Bits(a), Value::Bits(b)) => compare_bits(predicate, a, b),
            (Value::Int(a), Value::Int(b)) => compare_integers(predicate, a, b).ok_or(NotModelled)?,
            _ => return Err(NotModelled),
        };
        Ok(truth(&condition))
    }

    fn float(
        &mut self,
        op: FloatOp,
        _: &Type,
        _: FastMath,
        a: &Value,
        b: &Value,
    ) -> Result<Value, NotModelled> {
        let result = match (a, b) {
            (Value::Float(x), Value::Float(y)) => {
                let r = nearest();
                let ordered = |first_when: Bool| {
                    let chosen = first_when.ite(x, y);
                    // Of two zeros the sign decides, which `<` does not see.
                    let zeros = x.is_zero() & y.is_zero();
                    let by_sign = match op {
                        FloatOp::Minimum | FloatOp::MinNum => x.is_negative().ite(x, y),
                        _ => x.is_negative().ite(y, x),
                    };
                    zeros.ite(&by_sign, &chosen)
                };
                let least = || ordered(x.lt(y));
                let greatest = || ordered(x.gt(y));
                let or_nan = |value: Float| x.is_nan().ite(x, &y.is_nan().ite(y, &value));
                let or_number = |value: Float| x.is_nan().ite(y, &y.is_nan().ite(x, &value));
                Value::Float(match op {
                    FloatOp::Add => x.add_with_rounding_mode(y, &r),
                    FloatOp::Sub => x.sub_with_rounding_mode(y, &r),
                    FloatOp::Mul => x.mul_with_rounding_mode(y, &r),
                    FloatOp::Div => x.div_with_rounding_mode(y, &r),
                    FloatOp::Minimum => or_nan(least()),
                    FloatOp::Maximum => or_nan(greatest()),
                    FloatOp::MinNum => or_number(least()),
                    FloatOp::MaxNum => or_number(greatest()),
                    // z3 has one NaN, without a sign.
                    FloatOp::CopySign => return Err(NotModelled),
                    FloatOp::Rem | FloatOp::Pow | FloatOp::Atan2 => {
                        return self.uninterpreted(&format!("{op:?}"), &[a, b]);
                    }
                })
            }
            (Value::Extended(x), Value::Extended(y)) => {
                let ordered = |first_when: Bool, first_of_zeros: Bool| {
                    let zeros = x.is_zero() & y.is_zero();
                    Extended::choose(&zeros.ite(&first_of_zeros, &first_when), x, y)
                };
                let least = || ordered(x.less(y), x.negative.clone());
                let greatest = || ordered(y.less(x), !&x.negative);
                let or_nan =
                    |value: Extended| Extended::choose(&x.nan, x, &Extended::choose(&y.nan, y, &value));
                let or_number =
                    |value: Extended| Extended::choose(&x.nan, y, &Extended::choose(&y.nan, x, &value));
                match op {
                    FloatOp::Add => self.rounded(x.sum(y)),
                    FloatOp::Sub => self.rounded(x.sum(&y.negated())),
                    FloatOp::Mul => self.rounded(x.product(y)),
                    FloatOp::Div => self.rounded(x.quotient(y)),
                    FloatOp::Minimum => Value::Extended(or_nan(least())),
                    FloatOp::Maximum => Value::Extended(or_nan(greatest())),
                    FloatOp::MinNum => Value::Extended(or_number(least())),
                    FloatOp::MaxNum => Value::Extended(or_number(greatest())),
                    FloatOp::CopySign => Value::Extended(x.with_sign(&self.sign(y))),
                    FloatOp::Rem | FloatOp::Pow | FloatOp::Atan2 => {
                        self.uninterpreted(&format!("{op:?}"), &[a, b])?
                    }
                }
            }
            _ => return Err(NotModelled),
        };
        [a, b, &result].into_iter().for_each(|v| self.promise(v));
        Ok(result)
    }

    fn float_unary(
        &mut self,
        op: FloatUnary,
        _: &Type,
        _: FastMath,
        a: &Value,
    ) -> Result<Value, NotModelled> {
        let result = match (op, a) {
            (FloatUnary::Floor, Value::Float(x)) => integral(x, RoundingMode::round_towards_negative()),
            (FloatUnary::Ceil, Value::Float(x)) => integral(x, RoundingMode::round_towards_positive()),
            (FloatUnary::Trunc, Value::Float(x)) => integral(x, RoundingMode::round_towards_zero()),
            (FloatUnary::Round, Value::Float(x)) => integral(x, RoundingMode::round_nearest_ties_to_away()),
            (FloatUnary::RoundEven, Value::Float(x)) => integral(x, nearest()),
            (FloatUnary::Neg, Value::Float(x)) => Value::Float(x.unary_neg()),
            (FloatUnary::Abs, Value::Float(x)) => Value::Float(x.unary_abs()),
            (FloatUnary::Sqrt, Value::Float(x)) => Value::Float(x.sqrt_with_rounding_mode(&nearest())),
            (FloatUnary::Neg, Value::Extended(x)) => Value::Extended(x.negated()),
            (FloatUnary::Abs, Value::Extended(x)) => Value::Extended(x.absolute()),
            (FloatUnary::Sqrt, Value::Extended(x)) => {
                let root = self.square_root(x);
                self.rounded(root)
            }
            (FloatUnary::Floor, Value::Extended(x)) => self.of_format(x.integral(Integral::Down)),
            (FloatUnary::Ceil, Value::Extended(x)) => self.of_format(x.integral(Integral::Up)),
            (FloatUnary::Trunc, Value::Extended(x)) => self.of_format(x.integral(Integral::TowardZero)),
            (FloatUnary::Round, Value::Extended(x)) => self.of_format(x.integral(Integral::HalfAwayFromZero)),
            (FloatUnary::RoundEven, Value::Extended(x)) => self.of_format(x.integral(Integral::HalfToEven)),
            _ => self.uninterpreted(&format!("{op:?}"), &[a])?,
        };
        [a, &result].into_iter().for_each(|v| self.promise(v));
        Ok(result)
    }

    fn fma(&mut self, _: &Type, _: FastMath, a: &Value, b: &Value, c: &Value) -> Result<Value, NotModelled> {
        let result = match (a, b, c) {
            (Value::Float(x), Value::Float(y), Value::Float(z)) => {
                Value::Float(x.fma_with_rounding_mode(y, z, &nearest()))
            }
            (Value::Extended(x), Value::Extended(y), Value::Extended(z)) => self.rounded(x.product(y).sum(z)),
            _ => return Err(NotModelled),
        };
        [a, b, c, &result].into_iter().for_each(|v| self.promise(v));
        Ok(result)
    }

    fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        _: &Type,
        _: FastMath,
        a: &Value,
        b: &Value,
    ) -> Result<Value, NotModelled> {
        let (unordered, less, equal, greater) = match (a, b) {
            (Value::Float(a), Value::Float(b)) => (a.is_nan() | b.is_nan(), a.lt(b), a.eq_fpa(b), a.gt(b)),
            (Value::Extended(a), Value::Extended(b)) => (&a.nan | &b.nan, a.less(b), a.equals(b), b.less(a)),
            _ => return Err(NotModelled),
        };
        [a, b].into_iter().for_each(|v| self.promise(v));
        // Each predicate is the set of the four outcomes in which it is true.
        let [may_be_unordered, may_be_less, may_be_equal, may_be_greater] = match predicate {
            FloatPredicate::AlwaysFalse => [false, false, false, false],
            FloatPredicate::Oeq => [false, false, true, false],
            FloatPredicate::Ogt => [false, false, false, true],
            FloatPredicate::Oge => [false, false, true, true],
            FloatPredicate::Olt => [false, true, false, false],
            FloatPredicate::Ole => [false, true, true, false],
            FloatPredicate::One => [false, true, false, true],
            FloatPredicate::Ord => [false, true, true, true],
            FloatPredicate::Ueq => [true, false, true, false],
            FloatPredicate::Ugt => [true, false, false, true],
            FloatPredicate::Uge => [true, false, true, true],
            FloatPredicate::Ult => [true, true, false, false],
            FloatPredicate::Ule => [true, true, true, false],
            FloatPredicate::Une => [true, true, false, true],
            FloatPredicate::Uno => [true, false, false, false],
            FloatPredicate::AlwaysTrue => [true, true, true, true],
        };
        let outcomes = [
            (may_be_unordered, unordered),
            (may_be_less, less),
            (may_be_equal, equal),
            (may_be_greater, greater),
        ];
        let allowed: Vec<Bool> = outcomes
            .into_iter()
            .filter_map(|(may_be, is)| may_be.then_some(is))
            .collect();
        Ok(truth(&Bool::or(&allowed)))
    }

    fn select(&mut self, _: &Type, condition: &Value, a: &Value, b: &Value) -> Result<Value, NotModelled> {
        choose(&is_true(condition)?, a, b)
    }

    fn cast(&mut self, op: CastOp, _: &Type, to: &Type, a: &Value) -> Result<Value, NotModelled> {
        let (Value::Bits(x), Type::Integer(to)) = (a, to) else {
            return Err(NotModelled);
        };
        let from = x.get_size();
        Ok(Value::Bits(match op {
            CastOp::ExtS if to.width >= from => x.sign_ext(to.width - from),
            CastOp::ExtU if to.width >= from => x.zero_ext(to.width - from),
            CastOp::TruncI if (1..=from).contains(&to.width) => x.extract(to.width - 1, 0),
            _ => return Err(NotModelled),
        }))
    }
}
