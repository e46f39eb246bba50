//! Random expressions: what is simplified, and what is canonical, has the value of what was written.

use ovolo_lang::algebra::{FloatOp, FloatUnary, IntOp, IntPredicate};
use ovolo_lang::fp::FpModel;
use ovolo_lang::interpret::concrete::{integer, integer_compare, mask};
use ovolo_lang::interpret::float;
use ovolo_lang::types::{FloatKind, Type};

use super::canonical::Canonical;
use super::expr::{Expr, Exprs, Op};
use super::kind::Kind;
use super::sizes::Random;

const VARIABLES: usize = 3;
const ROUNDS: u64 = 4_000;

/// Values of all expressions made so far, beside the values that the operations as written have.
struct Checked {
    exprs: Exprs,
    random: Random,
    inputs: Vec<u128>,
    /// Expressions, and the values of what was written.
    pool: Vec<(Expr, u128)>,
}

#[test]
fn simplified_floats_keep_their_value() {
    for seed in 0..ROUNDS {
        let values = [
            1.0,
            -1.0,
            0.0,
            -0.0,
            2.5,
            4.0,
            -0.5,
            1e-40,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            1e30,
        ];
        let mut made = Checked::floats(seed, &values);
        made.grow(12, Checked::float_step);
        let mut canonical = Canonical::new(FpModel::STRICT);
        for (e, written) in made.pool.clone() {
            let form = canonical.form(&mut made.exprs, e);
            for e in [e, form] {
                let found = made.value(e);
                let nan = |bits| float::is_nan(FloatKind::F32, bits);
                assert!(
                    found == written || nan(found) && nan(written),
                    "seed {seed}: {found:x} {written:x}"
                );
            }
        }
    }
}

/// On small integers floats are exact, so that every model must keep their value but for a zero's sign.
#[test]
fn reordered_floats_keep_exact_values() {
    for model in ["contract", "reassoc", "contract,reassoc"] {
        let model: FpModel = model.parse().unwrap();
        for seed in 0..ROUNDS {
            let mut made = Checked::floats(seed, &[1.0, -1.0, 0.0, -0.0, 2.0, 3.0]);
            made.grow(7, Checked::exact_step);
            let mut canonical = Canonical::new(model);
            for (e, written) in made.pool.clone() {
                let form = canonical.form(&mut made.exprs, e);
                let values = [made.value(form), written].map(|bits| float::decode(FloatKind::F32, bits));
                assert_eq!(values[0], values[1], "seed {seed} under {model}");
            }
        }
    }
}

#[test]
fn polynomials_keep_their_value() {
    for seed in 0..ROUNDS {
        let ty = Type::integer([1, 8, 32, 64, 128][seed as usize % 5]);
        let mut made = Checked::integers(seed, &ty);
        made.grow(10, |made| made.integer_step(&ty));
        let mut canonical = Canonical::new(FpModel::STRICT);
        for (e, written) in made.pool.clone() {
            assert_eq!(made.value(e), written, "seed {seed}");
            let form = canonical.form(&mut made.exprs, e);
            assert_eq!(made.value(form), written, "seed {seed}, canonical");
        }
    }
}

/// What is the same number for every value of the operands has one form; what differs for some has not.
#[test]
fn floats_that_are_always_equal_have_one_form() {
    use FloatOp::*;
    let mut exprs = Exprs::new();
    let kind = Kind::of(&Type::F32).unwrap();
    let [x, y] = [0, 1].map(|n| exprs.variable(kind, n));
    let [minus_x, minus_y] = [x, y].map(|e| exprs.negated(e));
    let [size_x, size_y] = [x, y].map(|e| exprs.unary(FloatUnary::Abs, e));
    let number = |exprs: &mut Exprs, value: f64| {
        let bits = float::encode(FloatKind::F32, value).unwrap();
        exprs.constant(kind, bits)
    };
    let mut by = |op: FloatOp, a: Expr, value: f64| {
        let constant = number(&mut exprs, value);
        exprs.float(op, a, constant)
    };
    let pairs = [
        (by(Div, x, 4.0), by(Mul, x, 0.25), true),
        (by(Div, x, -0.125), by(Mul, x, -8.0), true),
        (by(Div, x, 3.0), by(Mul, x, 1.0 / 3.0), false),
        // The reciprocal is no number of the type: it overflows.
        (by(Div, x, 1e-45), by(Mul, x, f64::INFINITY), false),
        (by(Div, x, 0.0), by(Mul, x, f64::INFINITY), false),
        (by(Maximum, x, f64::NEG_INFINITY), x, true),
        (by(Minimum, x, f64::INFINITY), x, true),
        (by(Maximum, x, f64::INFINITY), x, false),
        // Of a NaN and a number these give the number.
        (by(MaxNum, x, f64::NEG_INFINITY), x, false),
        (by(MinNum, x, f64::INFINITY), x, false),
        (by(Mul, size_x, 2.0), by(Mul, x, 2.0), false),
    ];
    for (n, (a, b, is_one)) in pairs.into_iter().enumerate() {
        assert_eq!(a == b, is_one, "{n}");
    }
    let twice = exprs.float(Add, x, x);
    let two = number(&mut exprs, 2.0);
    assert_eq!(twice, exprs.float(Mul, two, x));
    let absolute = |exprs: &mut Exprs, op: FloatOp, a: Expr, b: Expr| {
        let inner = exprs.float(op, a, b);
        exprs.unary(FloatUnary::Abs, inner)
    };
    for op in [Mul, Div] {
        let outside = absolute(&mut exprs, op, x, y);
        assert_eq!(outside, exprs.float(op, size_x, size_y));
        assert_ne!(outside, exprs.float(op, size_x, y));
    }
    let square = exprs.float(Mul, x, x);
    assert_eq!(square, exprs.float(Mul, size_x, size_x));
    assert_ne!(exprs.float(Add, size_x, size_y), absolute(&mut exprs, Add, x, y));
    let least = exprs.float(Minimum, x, y);
    assert_eq!(exprs.float(Maximum, minus_x, minus_y), exprs.negated(least));
    assert_ne!(exprs.float(Maximum, minus_x, y), exprs.negated(least));
    assert_ne!(exprs.float(MaxNum, minus_x, minus_y), exprs.negated(least));
}

#[test]
fn forms_find_equal_what_the_model_makes_equal() {
    let mut exprs = Exprs::new();
    let kind = Kind::of(&Type::F32).unwrap();
    let [a, b, c] = [0, 1, 2].map(|n| exprs.variable(kind, n));
    let product = exprs.float(FloatOp::Mul, a, b);
    let twice = exprs.float(FloatOp::Add, product, c);
    let once = exprs.fma(b, a, c);
    let ab = exprs.float(FloatOp::Add, a, b);
    let left = exprs.float(FloatOp::Add, ab, c);
    let bc = exprs.float(FloatOp::Add, b, c);
    let right = exprs.float(FloatOp::Add, a, bc);
    for (model, contracts, reorders) in [
        ("strict", false, false),
        ("contract", true, false),
        ("reassoc", false, true),
    ] {
        let mut canonical = Canonical::new(model.parse().unwrap());
        let mut equal = |x, y| canonical.form(&mut exprs, x) == canonical.form(&mut exprs, y);
        assert_eq!(
            (equal(twice, once), equal(left, right)),
            (contracts, reorders),
            "{model}"
        );
    }
}

impl Checked {
    fn new(seed: u64) -> Checked {
        Checked {
            exprs: Exprs::new(),
            random: Random(seed),
            inputs: Vec::new(),
            pool: Vec::new(),
        }
    }

    /// Variables and constants of these values.
    fn floats(seed: u64, values: &[f64]) -> Checked {
        let mut made = Checked::new(seed);
        let kind = Kind::of(&Type::F32).unwrap();
        for i in 0..2 * VARIABLES {
            let value = values[made.draw(values.len())];
            made.leaf(kind, i, float::encode(FloatKind::F32, value).unwrap());
        }
        made
    }

    fn integers(seed: u64, ty: &Type) -> Checked {
        let mut made = Checked::new(seed);
        for i in 0..2 * VARIABLES {
            let any = u128::from(made.random.draw()) << 64 | u128::from(made.random.draw());
            let value = [any, 0, 1, 2, u128::MAX, 3][made.draw(6)] & mask(ty);
            made.leaf(Kind::of(ty).unwrap(), i, value);
        }
        made
    }

    fn leaf(&mut self, kind: Kind, i: usize, value: u128) {
        let e = if i < VARIABLES {
            self.inputs.push(value);
            self.exprs.variable(kind, i as u32)
        } else {
            self.exprs.constant(kind, value)
        };
        self.pool.push((e, value));
    }

    fn draw(&mut self, below: usize) -> usize {
        (self.random.draw() % below as u64) as usize
    }

    fn any(&mut self) -> (Expr, u128) {
        let i = self.draw(self.pool.len());
        self.pool[i]
    }

    fn grow(&mut self, steps: usize, step: impl Fn(&mut Checked) -> Option<(Expr, u128)>) {
        for _ in 0..steps {
            let made = step(self);
            self.pool.extend(made);
        }
    }

    fn float_step(&mut self) -> Option<(Expr, u128)> {
        use FloatOp::*;
        let ((a, x), (b, y), (c, z)) = (self.any(), self.any(), self.any());
        let binary = [Add, Sub, Mul, Div, Minimum, Maximum, MinNum, MaxNum];
        let unary = [FloatUnary::Neg, FloatUnary::Abs, FloatUnary::Sqrt];
        Some(match self.draw(12) {
            i @ 0..8 => {
                let value = float::binary(binary[i], FloatKind::F32, x, y)?;
                (self.exprs.float(binary[i], a, b), value.bits)
            }
            i @ 8..11 => {
                let value = float::unary(unary[i - 8], FloatKind::F32, x)?;
                (self.exprs.unary(unary[i - 8], a), value.bits)
            }
            _ => (self.exprs.fma(a, b, c), float::fma(FloatKind::F32, x, y, z)?.bits),
        })
    }

    /// A step that does not round.
    fn exact_step(&mut self) -> Option<(Expr, u128)> {
        use FloatOp::*;
        let ((a, x), (b, y), (c, z)) = (self.any(), self.any(), self.any());
        let binary = [Add, Add, Sub, Mul, MinNum, Maximum];
        let (e, value) = match self.draw(8) {
            i @ 0..6 => (
                self.exprs.float(binary[i], a, b),
                float::binary(binary[i], FloatKind::F32, x, y)?,
            ),
            6 => (
                self.exprs.negated(a),
                float::unary(FloatUnary::Neg, FloatKind::F32, x)?,
            ),
            _ => (self.exprs.fma(a, b, c), float::fma(FloatKind::F32, x, y, z)?),
        };
        value.is_exact.then_some((e, value.bits))
    }

    fn integer_step(&mut self, ty: &Type) -> Option<(Expr, u128)> {
        use IntOp::*;
        let ((a, x), (b, y)) = (self.any(), self.any());
        let ops = [
            Add, Add, Sub, Sub, Mul, Mul, Shl, ShrS, ShrU, And, Or, Xor, DivS, DivU, RemS, RemU,
        ];
        let op = ops[self.draw(ops.len())];
        let value = integer(op, ty, x, y).ok()??;
        if self.draw(4) == 0 {
            use IntPredicate::*;
            let predicate = [Slt, Sle, Sgt, Sge, Ult, Ule, Ugt, Uge][self.draw(8)];
            let condition = self.exprs.int_compare(predicate, a, b);
            let (chosen, other) = match integer_compare(predicate, ty, x, y) {
                true => (x, y),
                false => (y, x),
            };
            return Some(match self.draw(2) {
                0 => (self.exprs.select(condition, a, b), chosen),
                _ => (self.exprs.select(condition, b, a), other),
            });
        }
        Some((self.exprs.int(op, a, b), value))
    }

    /// The value of an expression, canonical ones included.
    fn value(&self, e: Expr) -> u128 {
        let node = self.exprs.node(e);
        let operands: Vec<u128> = self.exprs.operands(e).map(|o| self.value(o)).collect();
        let list = |number: usize| self.value(Expr(self.exprs.list(node)[number]));
        let folded = |op: FloatOp| {
            let count = self.exprs.list(node).len();
            (1..count).fold(list(0), |sum, i| {
                float::binary(op, FloatKind::F32, sum, list(i)).unwrap().bits
            })
        };
        let ty = node.kind.to_type();
        match (node.op, operands.as_slice()) {
            (Op::Variable, _) => self.inputs[node.operands[0] as usize],
            (Op::Constant, _) => self.exprs.constant_bits(e).unwrap(),
            (Op::Int(op), &[a, b]) => integer(op, &ty, a, b).unwrap().unwrap(),
            (Op::IntCompare(predicate), &[a, b]) => {
                let ty = self.exprs.kind(self.exprs.operands(e).next().unwrap()).to_type();
                u128::from(integer_compare(predicate, &ty, a, b))
            }
            (Op::Select, &[condition, a, b]) => {
                if condition != 0 {
                    a
                } else {
                    b
                }
            }
            (Op::Float(op), &[a, b]) => float::binary(op, FloatKind::F32, a, b).unwrap().bits,
            (Op::Unary(op), &[a]) => float::unary(op, FloatKind::F32, a).unwrap().bits,
            (Op::Fma, &[a, b, c]) => float::fma(FloatKind::F32, a, b, c).unwrap().bits,
            (Op::Sum, _) => folded(FloatOp::Add),
            (Op::Product, _) => folded(FloatOp::Mul),
            (Op::Extremum(op), _) => folded(op),
            (Op::IntExtremum(predicate), _) => {
                let all = (0..self.exprs.list(node).len()).map(list);
                all.reduce(|best, x| match integer_compare(predicate, &ty, x, best) {
                    true => x,
                    false => best,
                })
                .unwrap()
            }
            (Op::Polynomial, _) => self.polynomial(self.exprs.list(node), &ty),
            (op, _) => panic!("no value of {op:?}"),
        }
    }

    fn polynomial(&self, mut list: &[u32], ty: &Type) -> u128 {
        let mut sum = 0u128;
        while let [coefficient, count, tail @ ..] = list {
            let (factors, rest) = tail.split_at(*count as usize);
            let product = factors.iter().map(|&f| self.value(Expr(f)));
            let coefficient = self.exprs.constant_number(*coefficient);
            sum = sum.wrapping_add(product.fold(coefficient, u128::wrapping_mul));
            list = rest;
        }
        sum & mask(ty)
    }
}
