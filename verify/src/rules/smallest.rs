//! Counterexamples of small values, by trying them on the reference interpreter.
//!
//! They are what a person wants to read, and they cost less than a question to z3. Finding none proves
//! nothing.

use std::cell::Cell;

use ovolo_lang::affine::AffineOp;
use ovolo_lang::algebra::{FastMath, FloatOp, FloatUnary};
use ovolo_lang::interpret::concrete::{mask, overflows};
use ovolo_lang::interpret::{Concrete, Overflow, Scalar as Bits, float};
use ovolo_lang::op::{self, OpCode, Scalars};
use ovolo_lang::types::{FloatKind, Type};
use ovolo_rewrites::relates::{Relation, Signs};
use ovolo_rewrites::rule::{Condition, Domain, Instance, Operation, Rule, Sort, Term, wrapping};
use ovolo_rewrites::term::{IndexOp, Scalar};

use super::latitude::forms;
use super::{Counterexample, is_exact};

/// Assignments tried at most. Arbitrary; they take some milliseconds.
const ASSIGNMENTS: u64 = 20_000;

/// The value of a term: an index, or the bits of anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Index(i64),
    Bits(u128),
}

/// Assignments tried at a type that is not asked of z3.
pub const FEW_ASSIGNMENTS: u64 = 1_000;

/// Values of least magnitude at which the sides differ.
pub fn counterexample(rule: &Rule, instance: Instance) -> Option<Counterexample> {
    counterexample_among(rule, instance, ASSIGNMENTS)
}

/// As [`counterexample`], by at most so many assignments.
pub fn counterexample_among(rule: &Rule, instance: Instance, most: u64) -> Option<Counterexample> {
    let point = Point::of(rule, instance);
    let values = pools(rule, instance);
    let pools: Vec<&[Value]> = values.iter().map(Vec::as_slice).collect();
    sizes(&pools, most)
        .find_map(|size| assignments(&pools, size).find_map(|values| point.refuted_by(&values)))
}

/// The counterexample of these values, if they are one.
pub fn at(rule: &Rule, instance: Instance, bits: &[u128]) -> Option<Counterexample> {
    let values: Vec<Value> = bits.iter().copied().map(Value::Bits).collect();
    Point::of(rule, instance).refuted_by(&values)
}

/// How many values of each pool may be combined.
fn sizes(pools: &[&[Value]], most: u64) -> impl Iterator<Item = usize> + use<> {
    let count = pools.len() as u32;
    (1..=pools.iter().map(|pool| pool.len()).max().unwrap_or(1))
        .take_while(move |size| (*size as u64).checked_pow(count).is_some_and(|n| n <= most))
}

/// At how many small points of its types a rule says something; `None` where it is false at one.
pub fn points_left(rule: &Rule) -> Option<usize> {
    let mut left = 0;
    for instance in super::instances(rule) {
        if counterexample_among(rule, instance, FEW_ASSIGNMENTS).is_some() {
            return None;
        }
        let point = Point::of(rule, instance);
        let values = pools(rule, instance);
        let pools: Vec<&[Value]> = values.iter().map(Vec::as_slice).collect();
        let says_something = |values: &Vec<Value>| {
            let holds = |c| point.holds(c, values) == Some(true);
            point.seen.take();
            let has_value = point.value(&rule.left, rule.sort(), values).is_some();
            let is_promised = !point.is_excluded(point.seen.take());
            rule.conditions.iter().all(holds) && has_value && is_promised
        };
        left += sizes(&pools, FEW_ASSIGNMENTS)
            .flat_map(|size| assignments(&pools, size))
            .filter(says_something)
            .count();
    }
    Some(left)
}

/// The values that each variable is tried with.
fn pools(rule: &Rule, instance: Instance) -> Vec<Vec<Value>> {
    let of = |sort| match sort {
        Sort::Truth => vec![Value::Bits(0), Value::Bits(1)],
        _ => {
            let mut values = candidates(instance.scalar_of(sort));
            for value in constants(rule, instance.scalar_of(sort)) {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            values
        }
    };
    rule.variables.iter().map(|v| of(v.sort)).collect()
}

/// The numbers that the rule names, in the format, and the width.
fn constants(rule: &Rule, scalar: Scalar) -> Vec<Value> {
    let mut found = Vec::new();
    if let (Scalar::Integer(width), true) = (scalar, rule.domain != Domain::Index) {
        found.push(Value::Bits(u128::from(width) & mask(&scalar.ty())));
    }
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| match (term, scalar) {
            (Term::Float(value), Scalar::Float(kind)) => {
                found.extend(float::encode(kind, *value).map(Value::Bits));
            }
            (Term::Integer(value), Scalar::Integer(_)) => {
                found.extend(
                    Bits::integer(&scalar.ty(), (*value).into())
                        .bits()
                        .map(Value::Bits),
                );
            }
            _ => {}
        });
    }
    found.truncate(3);
    found
}

/// All choices of one of the first `size` values of each pool with some value the last of them.
fn assignments<'a>(pools: &'a [&'a [Value]], size: usize) -> impl Iterator<Item = Vec<Value>> + 'a {
    let count = size.pow(pools.len() as u32);
    (0..count).filter_map(move |number| {
        let digits = (0..pools.len() as u32).map(|i| number / size.pow(i) % size);
        let is_new = digits.clone().any(|digit| digit == size - 1) || pools.is_empty();
        let values: Option<Vec<Value>> = digits
            .zip(pools)
            .map(|(digit, pool)| pool.get(digit).copied())
            .collect();
        values.filter(|_| is_new)
    })
}

/// Values of a type, the simplest first.
fn candidates(scalar: Scalar) -> Vec<Value> {
    let integers = (0..=100i64).flat_map(|n| [n, -n]).skip(1);
    match scalar {
        Scalar::Index => integers.map(Value::Index).collect(),
        Scalar::Integer(width) => {
            let greatest = (1i128 << (width - 1)) - 1;
            let fits = |n: &i128| (-greatest - 1..=greatest).contains(n);
            let extremes = [-greatest - 1, greatest, -greatest];
            let bits = |n: i128| Value::Bits(n as u128 & ((1 << width) - 1));
            let mut found: Vec<Value> = Vec::new();
            for n in integers.map(i128::from).take(12).chain(extremes).filter(fits) {
                if !found.contains(&bits(n)) {
                    found.push(bits(n));
                }
            }
            found
        }
        Scalar::Float(kind) => {
            let (greatest, least) = match kind {
                FloatKind::F16 => (65504.0, 6e-8),
                FloatKind::F64 => (1e300, 1e-310),
                _ => (1e30, 1e-40),
            };
            [
                0.0,
                1.0,
                -1.0,
                -0.0,
                2.0,
                0.5,
                3.0,
                -2.0,
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                0.1,
                greatest,
                -greatest,
                least,
            ]
            .into_iter()
            .filter_map(|x| float::encode(kind, x).map(Value::Bits))
            .collect()
        }
    }
}

/// Where a rule is evaluated.
struct Point<'r> {
    rule: &'r Rule,
    instance: Instance,
    /// What the flags allow in place of the left side.
    forms: Vec<Term>,
    /// Whether something was computed of which there are two results: the greater one of two zeros of different sign.
    is_either: Cell<bool>,
    /// Which special floats operations were given, or gave.
    seen: Cell<Seen>,
    /// Whether something was rounded.
    is_rounded: Cell<bool>,
}

/// What fast-math flags promise not to be there.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    nan: bool,
    infinity: bool,
}

impl<'r> Point<'r> {
    fn of(rule: &'r Rule, instance: Instance) -> Point<'r> {
        Point {
            rule,
            instance,
            forms: forms(&rule.left, rule),
            is_rounded: Cell::new(false),
            is_either: Cell::new(false),
            seen: Cell::default(),
        }
    }

    fn refuted_by(&self, values: &[Value]) -> Option<Counterexample> {
        self.is_either.set(false);
        for condition in &self.rule.conditions {
            if self.holds(condition, values) != Some(true) {
                return None;
            }
        }
        // Where a constant cannot be computed the rule does not fire.
        let sort = self.rule.sort();
        let fires = self.is_computed(&self.rule.right, sort, values);
        self.is_rounded.set(false);
        let right = self.value(&self.rule.right, sort, values);
        let left = self.value(&self.rule.left, sort, values);
        let differs = |form: &Term| {
            self.seen.take();
            let left = self.value(form, sort, values);
            // Fast-math flags promise that some operands do not occur.
            let is_promised = !self.is_excluded(self.seen.take());
            is_promised && left != right && !self.are_zeros_without_sign(left, right, sort)
        };
        let is_different = self.forms.iter().all(differs);
        // Where sums may be regrouped, what rounds may round elsewhere.
        let may_differ = self.is_either.get() || (self.rule.gates.reassoc && self.is_rounded.get());
        let sides = [&self.rule.left, &self.rule.right];
        let is_supported = |side: &&Term| is_supported(side, self.rule.gates.afn);
        if !fires || !is_different || may_differ || !sides.iter().all(is_supported) {
            return None;
        }
        let print = |value: Option<Value>| value.map_or("no value".to_string(), |v| self.print(v, sort));
        Some(Counterexample {
            scalar: super::encode::told(self.instance),
            values: (self.rule.variables.iter().zip(values))
                .map(|(variable, value)| (variable.name.clone(), self.print(*value, variable.sort)))
                .collect(),
            left: print(left),
            right: print(right),
            zero_by_zero: false,
        })
    }

    fn is_excluded(&self, seen: Seen) -> bool {
        (self.rule.gates.nnan && seen.nan) || (self.rule.gates.ninf && seen.infinity)
    }

    fn are_zeros_without_sign(&self, a: Option<Value>, b: Option<Value>, sort: Sort) -> bool {
        let is_zero = |value| match (value, self.instance.scalar_of(sort)) {
            (Some(Value::Bits(bits)), Scalar::Float(kind)) => float::decode(kind, bits) == Some(0.0),
            _ => false,
        };
        self.rule.gates.nsz && is_zero(a) && is_zero(b)
    }

    /// Takes note of a float that is an operand or a result.
    fn see(&self, ty: &Type, bits: u128) {
        if let Type::Float(kind) = ty {
            let Seen { nan, infinity } = self.seen.get();
            let is_infinite = float::decode(*kind, bits).is_some_and(f64::is_infinite);
            self.seen.set(Seen {
                nan: nan || float::is_nan(*kind, bits),
                infinity: infinity || is_infinite,
            });
        }
    }

    fn print(&self, value: Value, sort: Sort) -> String {
        match (value, sort) {
            (Value::Index(n), _) => n.to_string(),
            (Value::Bits(bits), Sort::Truth) => (bits == 1).to_string(),
            (Value::Bits(bits), sort) => Bits::Bits(bits).display(&self.instance.scalar_of(sort).ty()),
        }
    }

    /// Whether all constants of the term can be computed.
    fn is_computed(&self, term: &Term, sort: Sort, values: &[Value]) -> bool {
        match term {
            Term::Computed(inner) => self.value(inner, sort, values).is_some(),
            Term::Index(_, args) => args.iter().all(|a| self.is_computed(a, sort, values)),
            Term::Op(op) => {
                let mut args = op.args.iter().enumerate();
                args.all(|(i, a)| self.is_computed(a, op.sort_of_operand(i), values))
            }
            _ => true,
        }
    }

    fn value(&self, term: &Term, sort: Sort, values: &[Value]) -> Option<Value> {
        let scalar = self.instance.scalar_of(sort);
        let ty = scalar.ty();
        let of = |term| self.value(term, sort, values);
        let integer = |n: i64| match (&ty, Bits::integer(&ty, n.into()).bits()) {
            (Type::Index, _) => Some(Value::Index(n)),
            (_, bits) => bits.map(Value::Bits),
        };
        match term {
            Term::Variable(i) => Some(values[*i]),
            Term::Integer(n) => integer(*n),
            Term::Float(x) => match scalar {
                Scalar::Float(kind) => float::encode(kind, *x).map(Value::Bits),
                _ => None,
            },
            Term::Truth(value) => Some(Value::Bits(u128::from(*value))),
            Term::Computed(inner) => of(inner),
            Term::Width(which) => {
                let width = self.instance.scalar_of(*which).ty().bit_width();
                width.and_then(|w| integer(w.into()))
            }
            Term::Log2(inner) => match of(inner)? {
                Value::Bits(bits) if bits.is_power_of_two() => integer(bits.trailing_zeros().into()),
                _ => None,
            },
            Term::Index(op, args) => match (of(&args[0])?, of(&args[1])?) {
                (Value::Index(a), Value::Index(b)) => index(*op, a, b).map(Value::Index),
                _ => None,
            },
            Term::Op(op) => self.operation(op, values),
        }
    }

    fn operation(&self, op: &Operation, values: &[Value]) -> Option<Value> {
        let ty_of = |sort| self.instance.scalar_of(sort).ty();
        let (ty, result) = (ty_of(op.operands), ty_of(op.result));
        let args: Vec<Bits> = op
            .args
            .iter()
            .enumerate()
            .map(|(i, a)| match self.value(a, op.sort_of_operand(i), values)? {
                Value::Bits(bits) => Some(Bits::Bits(bits)),
                Value::Index(n) => Some(Bits::integer(&Type::Index, n.into())),
            })
            .collect::<Option<_>>()?;
        let scalars = Scalars {
            args: &args,
            ty: &ty,
            result: &result,
            flags: FastMath::NONE,
            predicate: op.predicate,
            rounding: Default::default(),
        };
        for (i, arg) in args.iter().enumerate() {
            self.see(&ty_of(op.sort_of_operand(i)), arg.bits()?);
        }
        let is_extremum = matches!(op.code, OpCode::MaxNumF | OpCode::MinNumF);
        if is_extremum && let (Type::Float(kind), [a, b]) = (&ty, args.as_slice()) {
            let (a, b) = (a.bits()?, b.bits()?);
            let is_zero = |bits| float::decode(*kind, bits) == Some(0.0);
            self.is_either
                .set(self.is_either.get() || (a != b && is_zero(a) && is_zero(b)));
        }
        if let Type::Float(kind) = &result {
            let bits: Vec<u128> = args.iter().map(|a| a.bits()).collect::<Option<_>>()?;
            self.is_rounded
                .set(self.is_rounded.get() || rounds(op.code, *kind, &bits));
        }
        let bits = op::evaluate_result(op.code, &mut Concrete::default(), &scalars)?
            .ok()?
            .bits()?;
        self.see(&result, bits);
        Some(match &result {
            Type::Index => Value::Index(bits as u64 as i64),
            // All NaNs count as one.
            Type::Float(kind) if float::is_nan(*kind, bits) => Value::Bits(float::encode(*kind, f64::NAN)?),
            _ => Value::Bits(bits),
        })
    }

    fn holds(&self, condition: &Condition, values: &[Value]) -> Option<bool> {
        let sort = |a: &Term, b: &Term| a.sort_of_both(b, &self.rule.variables);
        let of = |term, sort| self.value(term, sort, values);
        // As signed numbers.
        let signed = |term, sort| {
            Some(match (of(term, sort)?, self.instance.scalar_of(sort)) {
                (Value::Bits(bits), Scalar::Integer(width)) => {
                    (bits << (128 - width)) as i128 >> (128 - width)
                }
                (Value::Bits(_), _) => return None,
                (Value::Index(n), _) => n.into(),
            })
        };
        // As they are divided.
        let plain = |term, sort| {
            Some(match of(term, sort)? {
                Value::Bits(bits) => bits as i128,
                Value::Index(n) => n.into(),
            })
        };
        Some(match condition {
            Condition::Compare(relation, a, b) => {
                let sort = sort(a, b);
                match relation {
                    Relation::Equal => of(a, sort)? == of(b, sort)?,
                    Relation::NotEqual => of(a, sort)? != of(b, sort)?,
                    Relation::Less => signed(a, sort)? < signed(b, sort)?,
                    Relation::LessEqual => signed(a, sort)? <= signed(b, sort)?,
                }
            }
            Condition::Divides(a, b) => match (plain(a, sort(a, b))?, plain(b, sort(a, b))?) {
                (0, b) => b == 0,
                (a, b) => b % a == 0,
            },
            Condition::PowerOfTwo(a) => {
                matches!(of(a, sort(a, a))?, Value::Bits(bits) if bits.is_power_of_two())
            }
            Condition::UnsignedLess(a, b) => plain(a, sort(a, b))? < plain(b, sort(a, b))?,
            Condition::MinimumWidth(least) => self.instance.scalar.ty().bit_width()? >= *least,
            Condition::NoWrap(signs, term) => {
                let (kind, op) = wrapping(term)?;
                let sort = sort(&op.args[0], &op.args[1]);
                let flags = Overflow {
                    no_signed_wrap: *signs == Signs::Signed,
                    no_unsigned_wrap: *signs == Signs::Unsigned,
                };
                let ty = self.instance.scalar_of(sort).ty();
                match (of(&op.args[0], sort)?, of(&op.args[1], sort)?) {
                    (Value::Bits(a), Value::Bits(b)) => !overflows(kind, flags, &ty, a, b),
                    _ => return None,
                }
            }
            Condition::Doubled => match (self.instance.scalar, self.instance.wide) {
                (Scalar::Integer(width), Some(wide)) => wide == 2 * width,
                _ => false,
            },
            Condition::Holds(term) => of(term, Sort::Truth)? == Value::Bits(1),
        })
    }
}

/// Whether the interpreter knows all operations exactly, and nothing else is allowed for them.
fn is_supported(term: &Term, may_approximate: bool) -> bool {
    let mut supported = true;
    term.walk(&mut |t| {
        if let Term::Op(op) = t {
            supported &= is_exact(op.code) && !(may_approximate && op.code.is_approximable());
        }
    });
    supported
}

/// Whether the result is not the value itself, or may be another.
fn rounds(code: OpCode, kind: FloatKind, bits: &[u128]) -> bool {
    let numbers: Option<Vec<f64>> = bits.iter().map(|bits| float::decode(kind, *bits)).collect();
    let Some(numbers) = numbers else { return true };
    if !numbers.iter().all(|x| x.is_finite()) {
        return false;
    }
    // How far a quotient or root is off is not seen where it is too small for a double.
    let is_clear = |x: f64| x == 0.0 || (1e-140..1e140).contains(&x.abs());
    let are_clear = numbers.iter().all(|x| is_clear(*x));
    let rounded = match (code, bits, numbers.as_slice()) {
        (OpCode::DivF, _, [_, 0.0]) => return false,
        (OpCode::Sqrt, _, [x]) if *x < 0.0 => return false,
        (OpCode::DivF, [a, b], _) if are_clear => float::binary(FloatOp::Div, kind, *a, *b),
        (OpCode::Sqrt, [a], _) if are_clear => float::unary(FloatUnary::Sqrt, kind, *a),
        (OpCode::DivF | OpCode::Sqrt, ..) => None,
        (OpCode::AddF, [a, b], _) => float::binary(FloatOp::Add, kind, *a, *b),
        (OpCode::SubF, [a, b], _) => float::binary(FloatOp::Sub, kind, *a, *b),
        (OpCode::MulF, [a, b], _) => float::binary(FloatOp::Mul, kind, *a, *b),
        (OpCode::Fma, [a, b, c], _) => float::fma(kind, *a, *b, *c),
        _ => return false,
    };
    !rounded.is_some_and(|r| r.is_exact)
}

fn index(op: IndexOp, a: i64, b: i64) -> Option<i64> {
    match op {
        IndexOp::Add => AffineOp::Add.apply(a, b),
        IndexOp::Mul => AffineOp::Mul.apply(a, b),
        IndexOp::FloorDiv => AffineOp::FloorDiv.apply(a, b),
        IndexOp::CeilDiv => AffineOp::CeilDiv.apply(a, b),
        IndexOp::Mod => AffineOp::Mod.apply(a, b),
        IndexOp::Min => Some(a.min(b)),
        IndexOp::Max => Some(a.max(b)),
    }
}
