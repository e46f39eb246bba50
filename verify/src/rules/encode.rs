//! From a rule to what z3 must refute.

use ovolo_lang::algebra::{Algebra, FastMath, IntOp};
use ovolo_lang::interpret::float;
use ovolo_lang::op::{self, Scalars};
use ovolo_lang::types::{FloatKind, Type};
use ovolo_rewrites::relates::{Relation, Signs};
use ovolo_rewrites::rule::{Condition, Instance, Operation, Rule, Sort, Term, Variable, wrapping};
use ovolo_rewrites::term::{IndexOp, Scalar};
use z3::Model;
use z3::ast::{Ast, BV, Bool, Int};

use super::extended::Extended;
use super::z3_algebra::{NotModelled, Numbers, Value, Z3Algebra, is_true, same};
use super::{Counterexample, lemma};

/// Something that must be false wherever everything known is true.
pub struct Obligation {
    pub known: Vec<Bool>,
    pub refuted_by: Bool,
    scalar: String,
    variables: Vec<(String, Value)>,
    left: Side,
    right: Side,
}

/// Quotients beyond which their differences are not multiplied by the divisors. Arbitrary.
const MOST_MULTIPLIED: usize = 10;

/// What one side of a rule is.
#[derive(Clone)]
struct Side {
    value: Value,
    /// Where it has a value.
    defined: Bool,
    not_nan: Bool,
    not_infinite: Bool,
}

/// What must be shown for the rule to hold at a type from left to right, given the lemmas. `None` where it has an operation that is not
/// modelled.
pub fn obligations(
    rule: &Rule,
    lemmas: &[&Rule],
    instance: Instance,
    numbers: Numbers,
) -> Option<Vec<Obligation>> {
    let mut encoder = Encoder::new(instance, numbers);
    encoder.obligations(rule, lemmas).ok()
}

/// What must be shown for the sides of a rule to have a value at the same points.
pub fn definedness(rule: &Rule, instance: Instance) -> Option<Vec<Obligation>> {
    let mut encoder = Encoder::new(instance, Numbers::Exact);
    encoder.definedness(rule).ok()
}

struct Encoder {
    instance: Instance,
    algebra: Z3Algebra,
    /// What the variables of the rule are.
    declared: Vec<Variable>,
    variables: Vec<Value>,
    /// What holds by the conditions and by the meaning of the terms.
    known: Vec<Bool>,
    /// What must hold for conditions and computed constants to have a value: the rule does not fire
    /// otherwise.
    needed: Vec<Bool>,
    /// The floor quotients, by dividend and divisor, with their remainders.
    quotients: Vec<Quotient>,
    /// Lists of conditions of which one holds. A constant that is a power of two, or less than the width, is
    /// one of few, and z3 multiplies, divides and shifts by each of them with ease.
    cases: Vec<Vec<Bool>>,
}

#[derive(Clone)]
struct Quotient {
    dividend: Int,
    divisor: Int,
    quotient: Int,
    remainder: Int,
}

impl Encoder {
    fn new(instance: Instance, numbers: Numbers) -> Encoder {
        Encoder {
            instance,
            algebra: Z3Algebra::new(numbers),
            declared: Vec::new(),
            variables: Vec::new(),
            known: Vec::new(),
            needed: Vec::new(),
            quotients: Vec::new(),
            cases: Vec::new(),
        }
    }

    /// The sides, with the conditions among what is known.
    fn sides(&mut self, rule: &Rule) -> Result<[Side; 2], NotModelled> {
        self.declared.clone_from(&rule.variables);
        for variable in &rule.variables {
            let value = self.algebra.unknown(&variable.name, &self.ty(variable.sort))?;
            self.variables.push(value);
        }
        for condition in &rule.conditions {
            let holds = self.condition(condition)?;
            self.known.push(holds);
        }
        let sort = rule.sort();
        let sides = [self.side(&rule.left, sort)?, self.side(&rule.right, sort)?];
        self.known.append(&mut self.needed);
        self.known.append(&mut self.algebra.known);
        Ok(sides)
    }

    fn definedness(&mut self, rule: &Rule) -> Result<Vec<Obligation>, NotModelled> {
        let [left, right] = self.sides(rule)?;
        let implication = |a: &Side, b: &Side| (self.known.clone(), a.defined.implies(&b.defined));
        let goals = vec![implication(&left, &right), implication(&right, &left)];
        Ok(self.goals(rule, goals, &left, &right))
    }

    fn obligations(&mut self, rule: &Rule, lemmas: &[&Rule]) -> Result<Vec<Obligation>, NotModelled> {
        let [left, right] = self.sides(rule)?;
        for instance in lemma::instances(rule, lemmas) {
            self.lemma(&instance)?;
        }
        self.multiply_differences(&left.value, &right.value);

        let gates = rule.gates;
        let mut known = self.known.clone();
        if gates.nnan {
            known.push(left.not_nan.clone());
        }
        if gates.ninf {
            known.push(left.not_infinite.clone());
        }
        let equal = match (&left.value, &right.value) {
            (Value::Float(a), Value::Float(b)) if gates.nsz => a.eq(b) | (a.is_zero() & b.is_zero()),
            (Value::Extended(a), Value::Extended(b)) if gates.nsz => a.same(b) | (a.is_zero() & b.is_zero()),
            (a, b) => same(a, b)?,
        };
        let mut goals = vec![(known.clone(), left.defined.implies(&right.defined & &equal))];
        // Flags that the operations bear besides must not make the result undefined.
        if rule.keeps_promises() {
            let promises = [
                (&left.not_nan, &right.not_nan),
                (&left.not_infinite, &right.not_infinite),
            ];
            for (promised, needed) in promises {
                goals.push((known.clone(), promised.implies(needed)));
            }
        }
        goals.push((self.known.clone(), right.defined.implies(&left.defined)));
        for cases in &self.cases {
            let split = |(known, goal): (Vec<Bool>, Bool)| {
                let case = |case: &Bool| {
                    (
                        [known.as_slice(), std::slice::from_ref(case)].concat(),
                        goal.clone(),
                    )
                };
                cases.iter().map(case).collect::<Vec<_>>()
            };
            goals = goals.into_iter().flat_map(split).collect();
        }
        Ok(self.goals(rule, goals, &left, &right))
    }

    fn goals(
        &self,
        rule: &Rule,
        goals: Vec<(Vec<Bool>, Bool)>,
        left: &Side,
        right: &Side,
    ) -> Vec<Obligation> {
        let variables: Vec<(String, Value)> = rule
            .variables
            .iter()
            .map(|v| v.name.clone())
            .zip(self.variables.iter().cloned())
            .collect();
        goals
            .into_iter()
            .map(|(known, goal)| Obligation {
                known,
                refuted_by: !goal,
                scalar: told(self.instance),
                variables: variables.clone(),
                left: left.clone(),
                right: right.clone(),
            })
            .collect()
    }

    /// The type of a sort.
    fn ty(&self, sort: Sort) -> Type {
        self.instance.scalar_of(sort).ty()
    }

    fn side(&mut self, term: &Term, sort: Sort) -> Result<Side, NotModelled> {
        let value = self.term(term, sort)?;
        let take = |conditions: &mut Vec<Bool>| Bool::and(&std::mem::take(conditions));
        Ok(Side {
            value,
            defined: take(&mut self.algebra.defined),
            not_nan: take(&mut self.algebra.not_nan),
            not_infinite: take(&mut self.algebra.not_infinite),
        })
    }

    fn term(&mut self, term: &Term, sort: Sort) -> Result<Value, NotModelled> {
        let ty = self.ty(sort);
        Ok(match term {
            Term::Variable(i) => self.variables[*i].clone(),
            Term::Integer(value) => self.algebra.int_constant(&ty, i128::from(*value)),
            Term::Float(value) => self.algebra.float_constant(&ty, *value)?,
            Term::Truth(value) => self.algebra.int_constant(&Type::I1, i128::from(*value)),
            Term::Index(op, args) => {
                let (a, b) = (self.int(&args[0])?, self.int(&args[1])?);
                Value::Int(self.index(*op, a, b))
            }
            Term::Op(op) => self.operation(op)?,
            Term::Computed(inner) => self.given(inner, sort)?,
            Term::Width(which) => match self.instance.scalar_of(*which) {
                Scalar::Integer(width) => self.algebra.int_constant(&ty, width.into()),
                _ => return Err(NotModelled),
            },
            Term::Log2(inner) => {
                let Value::Bits(bits) = self.term(inner, sort)? else {
                    return Err(NotModelled);
                };
                self.needed.push(is_power_of_two(&bits));
                if self.cases.is_empty() {
                    self.cases.push(powers_of_two(&bits));
                }
                let width = bits.get_size();
                let constant = |value| BV::from_u64(value, width);
                let position = (1..width).fold(constant(0), |otherwise, i| {
                    let is_bit = bits.extract(i, i).eq(BV::from_u64(1, 1));
                    is_bit.ite(&constant(i.into()), &otherwise)
                });
                Value::Bits(position)
            }
        })
    }

    /// A term that is only evaluated when it has a value: the rule does not fire otherwise.
    fn given(&mut self, term: &Term, sort: Sort) -> Result<Value, NotModelled> {
        let before = std::mem::take(&mut self.algebra.defined);
        let value = self.term(term, sort)?;
        let needed = std::mem::replace(&mut self.algebra.defined, before);
        self.needed.extend(needed);
        Ok(value)
    }

    fn int(&mut self, term: &Term) -> Result<Int, NotModelled> {
        match self.term(term, Sort::Value)? {
            Value::Int(x) => Ok(x),
            _ => Err(NotModelled),
        }
    }

    fn index(&mut self, op: IndexOp, a: Int, b: Int) -> Int {
        match op {
            IndexOp::Add => a + b,
            IndexOp::Mul => a * b,
            IndexOp::FloorDiv => self.quotient(a, b).quotient,
            IndexOp::CeilDiv => -self.quotient(-a, b).quotient,
            IndexOp::Mod => {
                let q = self.quotient(a, b);
                q.dividend - q.divisor * q.quotient
            }
            IndexOp::Min => a.le(&b).ite(&a, &b),
            IndexOp::Max => a.le(&b).ite(&b, &a),
        }
    }

    /// The floor quotient: `a = b·q + r` with `0 <= r < b`, or `b < r <= 0` for negative `b`.
    fn quotient(&mut self, a: Int, b: Int) -> Quotient {
        self.algebra.defined.push(b.ne(0));
        let known = |q: &&Quotient| q.dividend == a && q.divisor == b;
        if let Some(q) = self.quotients.iter().find(known) {
            return q.clone();
        }
        let number = self.quotients.len();
        let q = Int::new_const(format!("quotient {number}"));
        let r = Int::new_const(format!("remainder {number}"));
        self.known.push(b.ne(0).implies(a.eq(&b * &q + &r)));
        self.known.push(b.gt(0).implies(r.ge(0) & r.lt(&b)));
        self.known.push(b.lt(0).implies(r.le(0) & r.gt(&b)));
        let quotient = Quotient {
            dividend: a,
            divisor: b,
            quotient: q,
            remainder: r,
        };
        self.quotients.push(quotient.clone());
        quotient
    }

    fn operation(&mut self, op: &Operation) -> Result<Value, NotModelled> {
        let args = op.args.iter().enumerate();
        let args = args.map(|(i, a)| self.term(a, op.sort_of_operand(i)));
        let args: Vec<Value> = args.collect::<Result<_, _>>()?;
        let (ty, result) = (self.ty(op.operands), self.ty(op.result));
        let scalars = Scalars {
            args: &args,
            ty: &ty,
            result: &result,
            flags: FastMath::NONE,
            predicate: op.predicate,
            rounding: Default::default(),
        };
        op::evaluate_result(op.code, &mut self.algebra, &scalars).ok_or(NotModelled)?
    }

    /// Two terms of one type.
    fn both(&mut self, a: &Term, b: &Term) -> Result<(Value, Value), NotModelled> {
        let sort = a.sort_of_both(b, &self.declared);
        Ok((self.given(a, sort)?, self.given(b, sort)?))
    }

    fn condition(&mut self, condition: &Condition) -> Result<Bool, NotModelled> {
        Ok(match condition {
            Condition::Compare(relation, a, b) => {
                let (a, b) = self.both(a, b)?;
                match (relation, &a, &b) {
                    (Relation::Equal, a, b) => same(a, b)?,
                    (Relation::NotEqual, a, b) => !same(a, b)?,
                    (Relation::Less, Value::Int(a), Value::Int(b)) => a.lt(b),
                    (Relation::LessEqual, Value::Int(a), Value::Int(b)) => a.le(b),
                    (Relation::Less, Value::Bits(a), Value::Bits(b)) => a.bvslt(b),
                    (Relation::LessEqual, Value::Bits(a), Value::Bits(b)) => a.bvsle(b),
                    _ => return Err(NotModelled),
                }
            }
            Condition::Divides(a, b) => match self.both(a, b)? {
                (Value::Int(a), Value::Int(b)) => {
                    let zeros = a.eq(0) & b.eq(0);
                    let before = self.algebra.defined.len();
                    let q = self.quotient(b, a.clone());
                    self.algebra.defined.truncate(before);
                    zeros | (a.ne(0) & q.remainder.eq(0))
                }
                (Value::Bits(a), Value::Bits(b)) => {
                    let zero = BV::from_u64(0, a.get_size());
                    (a.eq(&zero) & b.eq(&zero)) | (a.ne(&zero) & b.bvurem(&a).eq(&zero))
                }
                _ => return Err(NotModelled),
            },
            Condition::PowerOfTwo(a) => match self.both(a, a)?.0 {
                Value::Bits(a) => {
                    self.cases.push(powers_of_two(&a));
                    is_power_of_two(&a)
                }
                _ => return Err(NotModelled),
            },
            Condition::UnsignedLess(a, bound) => match self.both(a, bound)? {
                (Value::Bits(a), Value::Bits(b)) => {
                    // One such list is enough: the cases of several multiply.
                    if *bound == Term::Width(Sort::Value) && self.cases.is_empty() {
                        let width = a.get_size();
                        let number = |i: u32| BV::from_u64(i.into(), width);
                        self.cases.push((0..width).map(|i| a.eq(number(i))).collect());
                    }
                    a.bvult(b)
                }
                _ => return Err(NotModelled),
            },
            Condition::MinimumWidth(least) => match self.instance.scalar {
                Scalar::Integer(width) => Bool::from_bool(width >= *least),
                _ => return Err(NotModelled),
            },
            Condition::NoWrap(signs, term) => {
                let (kind, op) = wrapping(term).ok_or(NotModelled)?;
                match self.both(&op.args[0], &op.args[1])? {
                    (Value::Bits(a), Value::Bits(b)) => stays_within(kind, *signs, &a, &b),
                    _ => return Err(NotModelled),
                }
            }
            Condition::Doubled => match (self.instance.scalar, self.instance.wide) {
                (Scalar::Integer(width), Some(wide)) => Bool::from_bool(wide == 2 * width),
                _ => return Err(NotModelled),
            },
            Condition::Holds(term) => is_true(&self.given(term, Sort::Truth)?)?,
        })
    }

    /// An instance of a proved rule is one more thing known, where its own conditions hold.
    fn lemma(&mut self, instance: &lemma::Instance) -> Result<(), NotModelled> {
        let cases = self.cases.len();
        let mut premises = Vec::new();
        for condition in &instance.conditions {
            premises.push(self.condition(condition)?);
        }
        let sort = instance.left.sort_of_both(&instance.right, &self.declared);
        let (left, right) = (
            self.given_quietly(&instance.left, sort)?,
            self.given_quietly(&instance.right, sort)?,
        );
        let holds = same(&left.value, &right.value)?;
        premises.extend([left.defined, right.defined]);
        premises.append(&mut self.needed);
        self.cases.truncate(cases);
        self.known.push(Bool::and(&premises).implies(holds));
        Ok(())
    }

    /// A term of a lemma: where it has no value, the lemma says nothing.
    fn given_quietly(&mut self, term: &Term, sort: Sort) -> Result<Side, NotModelled> {
        let before = std::mem::take(&mut self.algebra.defined);
        let side = self.side(term, sort);
        self.algebra.defined = before;
        side
    }

    /// z3 does not think of multiplying an inequality by a divisor, which is how one shows that two
    /// quotients are equal: from `l > r` and `b > 0` follows `b·(l - r) >= b`.
    fn multiply_differences(&mut self, left: &Value, right: &Value) {
        let (Value::Int(left), Value::Int(right)) = (left, right) else {
            return;
        };
        // Their number grows with the third power of that of the quotients.
        if self.quotients.len() > MOST_MULTIPLIED {
            return;
        }
        let mut pairs = vec![(left.clone(), right.clone())];
        for (i, p) in self.quotients.iter().enumerate() {
            for q in &self.quotients[..i] {
                pairs.push((p.quotient.clone(), q.quotient.clone()));
            }
        }
        let mut divisors: Vec<Int> = Vec::new();
        for q in &self.quotients {
            if !divisors.contains(&q.divisor) {
                divisors.push(q.divisor.clone());
            }
        }
        for b in &divisors {
            for (l, r) in &pairs {
                let (difference, product) = (l - r, b * (l - r));
                let (positive, negative) = (b.gt(0), b.lt(0));
                let (more, less) = (difference.ge(1), difference.le(-1));
                self.known.push((&positive & &more).implies(product.ge(b)));
                self.known.push((&positive & &less).implies(product.le(-b)));
                self.known.push((&negative & &more).implies(product.le(b)));
                self.known.push((&negative & &less).implies(product.ge(-b)));
            }
        }
    }
}

/// The types of an instance as text: `i32`, `i32 with narrow i8`.
pub fn told(instance: Instance) -> String {
    let other = |name, width: Option<u32>| width.map(|width| format!("{name} i{width}"));
    let others = [other("narrow", instance.narrow), other("wide", instance.wide)];
    let others: Vec<String> = others.into_iter().flatten().collect();
    match others.is_empty() {
        true => instance.scalar.to_string(),
        false => format!("{} with {}", instance.scalar, others.join(" and ")),
    }
}

/// Whether the result fits: it is what the operation on wider numbers gives, or for a shift what comes back.
fn stays_within(op: IntOp, signs: Signs, a: &BV, b: &BV) -> Bool {
    let width = a.get_size();
    let extend = |x: &BV| match signs {
        Signs::Signed => x.sign_ext(width),
        Signs::Unsigned => x.zero_ext(width),
    };
    let (wide_a, wide_b) = (extend(a), extend(b));
    match op {
        IntOp::Add => extend(&a.bvadd(b)).eq(wide_a.bvadd(wide_b)),
        IntOp::Sub => extend(&a.bvsub(b)).eq(wide_a.bvsub(wide_b)),
        IntOp::Mul => extend(&a.bvmul(b)).eq(wide_a.bvmul(wide_b)),
        IntOp::Shl => {
            let shifted = a.bvshl(b);
            let back = match signs {
                Signs::Signed => shifted.bvashr(b),
                Signs::Unsigned => shifted.bvlshr(b),
            };
            // The width may not be a number of this many bits; then every shift is shorter.
            let is_short = match width < 32 && width >= 1 << width.min(31) {
                true => Bool::from_bool(true),
                false => b.bvult(BV::from_u64(width.into(), width)),
            };
            back.eq(a) & is_short
        }
        _ => Bool::from_bool(false),
    }
}

/// That the value is this power of two, for each of them.
fn powers_of_two(bits: &BV) -> Vec<Bool> {
    let width = bits.get_size();
    let power = |i: u32| BV::from_u64(1, width).bvshl(BV::from_u64(i.into(), width));
    (0..width).map(|i| bits.eq(power(i))).collect()
}

fn is_power_of_two(bits: &BV) -> Bool {
    let width = bits.get_size();
    let zero = BV::from_u64(0, width);
    bits.ne(&zero) & bits.bvand(bits.bvsub(BV::from_u64(1, width))).eq(&zero)
}

impl Obligation {
    /// The bits of the variables of a rule over floats, at a format; `None` where it has no such values.
    pub fn bits(&self, model: &Model, kind: FloatKind) -> Option<Vec<u128>> {
        let bits = |(_, value): &(String, Value)| bits_of(model, value, kind);
        self.variables.iter().map(bits).collect()
    }

    /// The values of a model.
    pub fn counterexample(&self, model: &Model) -> Counterexample {
        let side = |side: &Side| match model.eval(&side.defined, true).and_then(|d| d.as_bool()) {
            Some(false) => "no value".to_string(),
            _ => print(model, &side.value),
        };
        Counterexample {
            scalar: self.scalar.clone(),
            values: self
                .variables
                .iter()
                .map(|(name, value)| (name.clone(), print(model, value)))
                .collect(),
            left: side(&self.left),
            right: side(&self.right),
            zero_by_zero: false,
        }
    }
}

/// The bits that a model gives to a value at a format.
fn bits_of(model: &Model, value: &Value, kind: FloatKind) -> Option<u128> {
    match value {
        Value::Int(_) => None,
        Value::Bits(x) => model.eval(x, true)?.as_u64().map(u128::from),
        Value::Float(x) => {
            let value = model.eval(x, true)?;
            match value.is_nan().simplify().as_bool()? {
                true => float::encode(kind, f64::NAN),
                false => value.to_ieee_bv().simplify().as_u64().map(u128::from),
            }
        }
        Value::Extended(x) => {
            let number = float_of(model, x)?;
            let bits = float::encode(kind, number)?;
            let is_kept = number.is_nan() || float::decode(kind, bits) == Some(number);
            is_kept.then_some(bits)
        }
    }
}

fn print(model: &Model, value: &Value) -> String {
    match value {
        Value::Int(x) => model.eval(x, true).map(|x| match x.as_i64() {
            Some(value) => value.to_string(),
            None => x.to_string(),
        }),
        Value::Extended(x) => float_of(model, x).map(|x| format!("{x:?}")),
        Value::Bits(x) => model.eval(x, true).map(|bits| {
            let width = x.get_size();
            match bits.as_u64() {
                Some(bits) if width == 1 => (bits == 1).to_string(),
                Some(bits) => (((u128::from(bits) << (128 - width)) as i128) >> (128 - width)).to_string(),
                None => bits.to_string(),
            }
        }),
        Value::Float(x) => model.eval(x, true).map(|value| print_float(x, &value)),
    }
    .unwrap_or_else(|| "any".to_string())
}

fn print_float(x: &z3::ast::Float, value: &z3::ast::Float) -> String {
    if value.is_nan().simplify().as_bool() == Some(true) {
        return "NaN".to_string();
    }
    let kind = kind_of(x);
    let bits = value.to_ieee_bv().simplify().as_u64();
    match bits.and_then(|bits| float::decode(kind, bits.into())) {
        Some(number) => format!("{number:?}"),
        None => value.to_string(),
    }
}

fn kind_of(x: &z3::ast::Float) -> FloatKind {
    let sort = x.get_sort();
    match sort.float_exponent_size().zip(sort.float_significand_size()) {
        Some((5, 11)) => FloatKind::F16,
        Some((8, 8)) => FloatKind::BF16,
        Some((8, 24)) => FloatKind::F32,
        _ => FloatKind::F64,
    }
}

/// The value of a float of no particular format, where a double has it.
fn float_of(model: &Model, x: &Extended) -> Option<f64> {
    let is = |part: &Bool| model.eval(part, true).and_then(|p| p.as_bool());
    let signed = |magnitude: f64, negative: bool| if negative { -magnitude } else { magnitude };
    let negative = is(&x.negative)?;
    if is(&x.nan)? {
        return Some(f64::NAN);
    }
    if is(&x.infinite)? {
        return Some(signed(f64::INFINITY, negative));
    }
    let (numerator, denominator) = model.eval(&x.number, true)?.as_rational()?;
    let is_short = numerator.unsigned_abs() < 1 << 53 && (denominator as u64).is_power_of_two();
    is_short.then(|| signed((numerator as f64 / denominator as f64).abs(), negative))
}
