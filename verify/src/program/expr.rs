//! Hash-consed expressions: two cells hold the same expression exactly when they hold the same id.
//!
//! The constructors of this file simplify by identities that hold for every value of every operand,
//! bit for bit, all NaNs counting as one: operands of commutative operations are ordered, constants
//! are folded, a difference is the sum with the negated. What holds only under a weaker
//! floating-point model is left to [`super::canonical`].

use indexmap::IndexSet;
use ovolo_lang::algebra::{CastOp, FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate};
use ovolo_lang::interpret::{concrete, float};
use ovolo_lang::types::{FloatKind, Type};
use rustc_hash::FxBuildHasher;

use super::kind::Kind;
use super::table::Table;

/// An expression of an [`Exprs`]. Operands have smaller ids than what is made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// An input; the first operand is its number.
    Variable,
    /// The first operand is the number of the constant.
    Constant,
    Int(IntOp),
    IntCompare(IntPredicate),
    Float(FloatOp),
    Unary(FloatUnary),
    Fma,
    FloatCompare(FloatPredicate),
    Select,
    Cast(CastOp),
    /// A multiset of summands; the first operand is the number of the list. As the following ones,
    /// only made by [`super::canonical`].
    Sum,
    Product,
    /// A set of candidates for the least or greatest.
    Extremum(FloatOp),
    /// The same of integers: the one that compares so with all others, which is `Slt`, `Sgt`, `Ult` or `Ugt`.
    IntExtremum(IntPredicate),
    /// Monomials modulo 2^width: of each a constant, the number of factors, and the factors.
    Polynomial,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub op: Op,
    pub kind: Kind,
    pub operands: [u32; 3],
}

/// The expressions of one comparison.
pub struct Exprs {
    nodes: Table<Node>,
    constants: IndexSet<(Kind, u128), FxBuildHasher>,
    lists: IndexSet<Box<[u32]>, FxBuildHasher>,
    /// Whether a product may be rounded together with the sum that it is a term of: then the product of two constants
    /// is only a constant where nothing is rounded.
    pub contracts: bool,
}

const NONE: u32 = u32::MAX;

impl Exprs {
    pub fn new() -> Exprs {
        Exprs {
            nodes: Table::new(),
            constants: IndexSet::default(),
            lists: IndexSet::default(),
            contracts: false,
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, e: Expr) -> Node {
        *self.nodes.get(e.0)
    }

    pub fn kind(&self, e: Expr) -> Kind {
        self.node(e).kind
    }

    /// The operands that are expressions, of an operation that has no list.
    pub fn operands(&self, e: Expr) -> impl Iterator<Item = Expr> + use<> {
        let node = self.node(e);
        let is_leaf = matches!(
            node.op,
            Op::Variable
                | Op::Constant
                | Op::Sum
                | Op::Product
                | Op::Extremum(_)
                | Op::IntExtremum(_)
                | Op::Polynomial
        );
        let count = if is_leaf { 0 } else { 3 };
        node.operands
            .into_iter()
            .take(count)
            .filter(|&o| o != NONE)
            .map(Expr)
    }

    /// The list of a [`Op::Sum`], [`Op::Product`], [`Op::Extremum`], [`Op::IntExtremum`] or [`Op::Polynomial`].
    pub fn list(&self, node: Node) -> &[u32] {
        &self.lists[node.operands[0] as usize]
    }

    pub fn constant_bits(&self, e: Expr) -> Option<u128> {
        let node = self.node(e);
        (node.op == Op::Constant).then(|| self.constants[node.operands[0] as usize].1)
    }

    pub fn constant_number(&self, number: u32) -> u128 {
        self.constants[number as usize].1
    }

    pub fn variable(&mut self, kind: Kind, number: u32) -> Expr {
        self.intern(Op::Variable, kind, [number, NONE, NONE])
    }

    pub fn constant(&mut self, kind: Kind, bits: u128) -> Expr {
        let number = self.constant_id(kind, bits);
        self.intern(Op::Constant, kind, [number, NONE, NONE])
    }

    pub fn constant_id(&mut self, kind: Kind, bits: u128) -> u32 {
        self.constants.insert_full((kind, bits)).0 as u32
    }

    /// The node of `op` over a list that the caller has put into its canonical order.
    pub fn listed(&mut self, op: Op, kind: Kind, list: Vec<u32>) -> Expr {
        let number = self.lists.insert_full(list.into()).0 as u32;
        self.intern(op, kind, [number, NONE, NONE])
    }

    /// `op(a, b)`; constants are folded where the operation has a value.
    pub fn int(&mut self, op: IntOp, a: Expr, b: Expr) -> Expr {
        let kind = self.kind(a);
        let ty = kind.to_type();
        let (x, y) = (self.constant_bits(a), self.constant_bits(b));
        if let (Some(x), Some(y)) = (x, y)
            && let Ok(Some(bits)) = concrete::integer(op, &ty, x, y)
        {
            return self.constant(kind, bits);
        }
        let commutes = matches!(op, IntOp::Add | IntOp::Mul | IntOp::And | IntOp::Or | IntOp::Xor);
        let (a, b) = if commutes { self.ordered(a, b) } else { (a, b) };
        match (op, self.constant_bits(b)) {
            (IntOp::Add | IntOp::Sub | IntOp::Or | IntOp::Xor, Some(0)) => a,
            (IntOp::Shl | IntOp::ShrS | IntOp::ShrU, Some(0)) => a,
            (IntOp::Mul | IntOp::DivS | IntOp::DivU, Some(1)) if ty != Type::I1 => a,
            (IntOp::Mul | IntOp::And, Some(0)) => b,
            (IntOp::And, Some(ones)) if ones == concrete::mask(&ty) => a,
            _ => self.intern(Op::Int(op), kind, [a.0, b.0, NONE]),
        }
    }

    pub fn int_compare(&mut self, predicate: IntPredicate, a: Expr, b: Expr) -> Expr {
        use IntPredicate as P;
        let (predicate, a, b) = match predicate {
            P::Sgt => (P::Slt, b, a),
            P::Sge => (P::Sle, b, a),
            P::Ugt => (P::Ult, b, a),
            P::Uge => (P::Ule, b, a),
            P::Eq | P::Ne => {
                let (a, b) = self.ordered(a, b);
                (predicate, a, b)
            }
            _ => (predicate, a, b),
        };
        if a == b {
            return self.boolean(matches!(predicate, P::Eq | P::Sle | P::Ule));
        }
        if let (Some(x), Some(y)) = (self.constant_bits(a), self.constant_bits(b)) {
            let ty = self.kind(a).to_type();
            return self.boolean(concrete::integer_compare(predicate, &ty, x, y));
        }
        self.intern(Op::IntCompare(predicate), Kind::BOOLEAN, [a.0, b.0, NONE])
    }

    pub fn float(&mut self, op: FloatOp, a: Expr, b: Expr) -> Expr {
        let kind = self.kind(a);
        let foldable = !matches!(op, FloatOp::Pow | FloatOp::Atan2);
        if let (true, Some(x), Some(y)) = (foldable, self.constant_bits(a), self.constant_bits(b))
            && let Some(folded) = kind.float().and_then(|f| float::binary(op, f, x, y))
            && !(self.contracts && op == FloatOp::Mul && !folded.is_exact)
        {
            return self.constant(kind, folded.bits);
        }
        let keeps_nan = matches!(
            op,
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div | FloatOp::Rem
        );
        if let Some(nan) = [a, b].into_iter().find(|&e| keeps_nan && self.is_nan(e)) {
            return nan;
        }
        match op {
            FloatOp::Sub => {
                let negated = self.negated(b);
                self.float(FloatOp::Add, a, negated)
            }
            FloatOp::Add => {
                let (a, b) = self.ordered(a, b);
                let two = kind.float().and_then(|kind| float::encode(kind, 2.0));
                match two {
                    _ if self.is_float(b, -0.0) => a,
                    Some(two) if a == b => {
                        let two = self.constant(kind, two);
                        self.float(FloatOp::Mul, a, two)
                    }
                    _ => self.plain_float(op, kind, a, b),
                }
            }
            FloatOp::Div => match self.exact_reciprocal(b) {
                Some(reciprocal) => self.product(FloatOp::Mul, kind, a, reciprocal),
                None => self.product(op, kind, a, b),
            },
            FloatOp::Mul => self.product(op, kind, a, b),
            FloatOp::Minimum | FloatOp::Maximum | FloatOp::MinNum | FloatOp::MaxNum => {
                self.extremum(op, kind, a, b)
            }
            _ => self.plain_float(op, kind, a, b),
        }
    }

    /// `1 / e` of a power of two, if that is a number of its type: to divide by the one is to multiply by the other, which
    /// rounds the same number.
    fn exact_reciprocal(&mut self, e: Expr) -> Option<Expr> {
        let kind = self.kind(e);
        let (format, bits) = (kind.float()?, self.constant_bits(e)?);
        let one = float::encode(format, 1.0)?;
        let reciprocal = float::binary(FloatOp::Div, format, one, bits).filter(|r| r.is_exact)?;
        let is_whole = float::binary(FloatOp::Mul, format, reciprocal.bits, bits)
            .is_some_and(|r| r.is_exact && r.bits == one);
        is_whole.then(|| self.constant(kind, reciprocal.bits))
    }

    /// The lesser or greater of two: signs move out of it, and so does the infinity that changes nothing.
    fn extremum(&mut self, op: FloatOp, kind: Kind, a: Expr, b: Expr) -> Expr {
        let (a, b) = self.ordered(a, b);
        let end = match op {
            FloatOp::Minimum => f64::INFINITY,
            _ => f64::NEG_INFINITY,
        };
        let keeps_nan = matches!(op, FloatOp::Minimum | FloatOp::Maximum);
        if a == b || (keeps_nan && self.is_float(b, end)) {
            return a;
        }
        let opposite = match op {
            FloatOp::Minimum => FloatOp::Maximum,
            FloatOp::Maximum => FloatOp::Minimum,
            _ => return self.plain_float(op, kind, a, b),
        };
        let [(x, x_negative), (y, y_negative)] = [a, b].map(|e| self.without_sign(e));
        match x_negative && y_negative {
            true => {
                let inner = self.extremum(opposite, kind, x, y);
                self.negated(inner)
            }
            false => self.plain_float(op, kind, a, b),
        }
    }

    /// A product or quotient: signs move out of it, absolute values too where both operands are some, and ±1 vanishes.
    fn product(&mut self, op: FloatOp, kind: Kind, a: Expr, b: Expr) -> Expr {
        if let (Some(x), Some(y)) = (self.of_absolute(a), self.of_absolute(b)) {
            let product = self.product(op, kind, x, y);
            return self.unary(FloatUnary::Abs, product);
        }
        let (a, a_negative) = self.without_sign(a);
        let (b, b_negative) = self.without_sign(b);
        let (a, b) = if op == FloatOp::Mul {
            self.ordered(a, b)
        } else {
            (a, b)
        };
        let value = if self.is_float(b, 1.0) {
            a
        } else {
            self.plain_float(op, kind, a, b)
        };
        if a_negative != b_negative {
            self.negated(value)
        } else {
            value
        }
    }

    fn plain_float(&mut self, op: FloatOp, kind: Kind, a: Expr, b: Expr) -> Expr {
        self.intern(Op::Float(op), kind, [a.0, b.0, NONE])
    }

    pub fn unary(&mut self, op: FloatUnary, a: Expr) -> Expr {
        let kind = self.kind(a);
        let foldable = matches!(op, FloatUnary::Neg | FloatUnary::Abs | FloatUnary::Sqrt) || is_rounding(op);
        if let (true, Some(bits)) = (foldable, self.constant_bits(a))
            && let Some(folded) = kind.float().and_then(|f| float::unary(op, f, bits))
        {
            return self.constant(kind, folded.bits);
        }
        let inner = self.node(a);
        match (op, inner.op) {
            (FloatUnary::Neg, Op::Unary(FloatUnary::Neg)) => Expr(inner.operands[0]),
            (FloatUnary::Abs, Op::Unary(FloatUnary::Neg)) => self.unary(op, Expr(inner.operands[0])),
            (FloatUnary::Abs, Op::Unary(FloatUnary::Abs)) => a,
            (_, Op::Unary(within)) if is_rounding(op) && is_rounding(within) => a,
            // A square has no sign.
            (FloatUnary::Abs, Op::Float(FloatOp::Mul)) if inner.operands[0] == inner.operands[1] => a,
            (FloatUnary::Abs, Op::Float(outer @ (FloatOp::Mul | FloatOp::Div))) => {
                let [x, y] = [inner.operands[0], inner.operands[1]].map(Expr);
                let product = match (self.of_absolute(x), self.of_absolute(y)) {
                    (None, None) => a,
                    (x_inside, y_inside) => self.float(outer, x_inside.unwrap_or(x), y_inside.unwrap_or(y)),
                };
                match product == a {
                    true => self.intern(Op::Unary(op), kind, [a.0, NONE, NONE]),
                    false => self.unary(op, product),
                }
            }
            _ => self.intern(Op::Unary(op), kind, [a.0, NONE, NONE]),
        }
    }

    pub fn negated(&mut self, a: Expr) -> Expr {
        self.unary(FloatUnary::Neg, a)
    }

    pub fn fma(&mut self, a: Expr, b: Expr, c: Expr) -> Expr {
        let kind = self.kind(a);
        if let Some(nan) = [a, b, c].into_iter().find(|&e| self.is_nan(e)) {
            return nan;
        }
        let (a, a_negative) = self.without_sign(a);
        let (b, b_negative) = self.without_sign(b);
        let (a, b) = self.ordered(a, b);
        let a = if a_negative != b_negative {
            self.negated(a)
        } else {
            a
        };
        if self.is_float(c, -0.0) {
            return self.float(FloatOp::Mul, a, b);
        }
        if self.is_float(b, 1.0) {
            return self.float(FloatOp::Add, a, c);
        }
        let constants = [a, b, c].map(|e| self.constant_bits(e));
        if let ([Some(x), Some(y), Some(z)], Some(f)) = (constants, kind.float())
            && let Some(folded) = float::fma(f, x, y, z)
            && (!self.contracts || float::binary(FloatOp::Mul, f, x, y).is_some_and(|xy| xy.is_exact))
        {
            return self.constant(kind, folded.bits);
        }
        self.intern(Op::Fma, kind, [a.0, b.0, c.0])
    }

    pub fn float_compare(&mut self, predicate: FloatPredicate, a: Expr, b: Expr) -> Expr {
        use FloatPredicate as P;
        // Widening changes no number, and keeps apart what is.
        let narrow = [a, b].map(|e| {
            let node = self.node(e);
            (node.op == Op::Cast(CastOp::ExtF)).then_some(Expr(node.operands[0]))
        });
        if let [Some(x), Some(y)] = narrow
            && self.kind(x) == self.kind(y)
        {
            return self.float_compare(predicate, x, y);
        }
        let [a, b] = [a, b].map(|e| self.without_sign_of_zero(e));
        let is_unordered = matches!(
            predicate,
            P::Ueq | P::Ugt | P::Uge | P::Ult | P::Ule | P::Une | P::Uno
        );
        let is_decided = matches!(predicate, P::AlwaysFalse | P::AlwaysTrue);
        if !is_decided && (self.is_nan(a) || self.is_nan(b)) {
            return self.boolean(is_unordered);
        }
        let (predicate, a, b) = match predicate {
            P::AlwaysFalse | P::AlwaysTrue => return self.boolean(predicate == P::AlwaysTrue),
            P::Ogt => (P::Olt, b, a),
            P::Oge => (P::Ole, b, a),
            P::Ugt => (P::Ult, b, a),
            P::Uge => (P::Ule, b, a),
            P::Oeq | P::One | P::Ord | P::Ueq | P::Une | P::Uno => {
                let (a, b) = self.ordered(a, b);
                (predicate, a, b)
            }
            P::Olt | P::Ole | P::Ult | P::Ule => (predicate, a, b),
        };
        if let (Some(x), Some(y)) = (self.constant_bits(a), self.constant_bits(b))
            && let Some(holds) = self
                .kind(a)
                .float()
                .and_then(|f| float::compare(predicate, f, x, y))
        {
            return self.boolean(holds);
        }
        self.intern(Op::FloatCompare(predicate), Kind::BOOLEAN, [a.0, b.0, NONE])
    }

    /// The zero without a sign in the place of the other, which comparisons do not tell apart.
    fn without_sign_of_zero(&mut self, e: Expr) -> Expr {
        match self.is_float(e, -0.0) {
            true => self.constant(self.kind(e), 0),
            false => e,
        }
    }

    pub fn select(&mut self, condition: Expr, a: Expr, b: Expr) -> Expr {
        match self.constant_bits(condition) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => self.intern(Op::Select, self.kind(a), [condition.0, a.0, b.0]),
        }
    }

    pub fn cast(&mut self, op: CastOp, to: Kind, a: Expr) -> Expr {
        let from = self.kind(a);
        if let Some(bits) = self.constant_bits(a)
            && let Ok(Some(folded)) = concrete::cast(op, &from.to_type(), &to.to_type(), bits)
        {
            return self.constant(to, folded.bits);
        }
        let inner = self.node(a);
        let undoes = matches!(
            (op, inner.op),
            (CastOp::TruncF, Op::Cast(CastOp::ExtF))
                | (CastOp::TruncI, Op::Cast(CastOp::ExtS | CastOp::ExtU))
        );
        if undoes && self.kind(Expr(inner.operands[0])) == to {
            return Expr(inner.operands[0]);
        }
        // A condition that is made a number is a choice of two.
        if from == Kind::BOOLEAN
            && let Some(width) = to
                .integer_width()
                .filter(|_| matches!(op, CastOp::ExtS | CastOp::ExtU))
        {
            let taken = match op {
                CastOp::ExtS => u128::MAX >> (128 - width.clamp(1, 128)),
                _ => 1,
            };
            let [one, zero] = [taken, 0].map(|bits| self.constant(to, bits));
            return self.select(a, one, zero);
        }
        self.intern(Op::Cast(op), to, [a.0, NONE, NONE])
    }

    /// The operation of `node` on other operands.
    pub fn rebuilt(&mut self, node: Node, operands: &[Expr]) -> Expr {
        match (node.op, operands) {
            (Op::Int(op), &[a, b]) => self.int(op, a, b),
            (Op::IntCompare(predicate), &[a, b]) => self.int_compare(predicate, a, b),
            (Op::Float(op), &[a, b]) => self.float(op, a, b),
            (Op::Unary(op), &[a]) => self.unary(op, a),
            (Op::Fma, &[a, b, c]) => self.fma(a, b, c),
            (Op::FloatCompare(predicate), &[a, b]) => self.float_compare(predicate, a, b),
            (Op::Select, &[condition, a, b]) => self.select(condition, a, b),
            (Op::Cast(op), &[a]) => self.cast(op, node.kind, a),
            _ => self.intern(node.op, node.kind, node.operands),
        }
    }

    pub fn is_float(&self, e: Expr, value: f64) -> bool {
        match (self.kind(e).float(), self.constant_bits(e)) {
            (Some(kind), Some(bits)) => float::encode(kind, value) == Some(bits),
            _ => false,
        }
    }

    pub fn is_nan(&self, e: Expr) -> bool {
        match (self.kind(e).float(), self.constant_bits(e)) {
            (Some(kind), Some(bits)) => float::is_nan(kind, bits),
            _ => false,
        }
    }

    fn boolean(&mut self, value: bool) -> Expr {
        self.constant(Kind::BOOLEAN, u128::from(value))
    }

    /// The operand of a negation, or of a negative constant its absolute value.
    fn without_sign(&mut self, e: Expr) -> (Expr, bool) {
        let node = self.node(e);
        match (node.op, self.constant_bits(e), node.kind.float()) {
            (Op::Unary(FloatUnary::Neg), ..) => (Expr(node.operands[0]), true),
            (_, Some(bits), Some(kind)) if is_negative(kind, bits) => (self.negated(e), true),
            _ => (e, false),
        }
    }

    /// What the expression is the absolute value of.
    fn of_absolute(&self, e: Expr) -> Option<Expr> {
        let node = self.node(e);
        (node.op == Op::Unary(FloatUnary::Abs)).then_some(Expr(node.operands[0]))
    }

    /// Constants last, else by id.
    fn ordered(&self, a: Expr, b: Expr) -> (Expr, Expr) {
        let key = |e: Expr| (self.node(e).op == Op::Constant, e);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }

    fn intern(&mut self, op: Op, kind: Kind, operands: [u32; 3]) -> Expr {
        Expr(self.nodes.intern(Node { op, kind, operands }))
    }
}

fn is_negative(kind: FloatKind, bits: u128) -> bool {
    bits >> (kind.bit_width() - 1) == 1 && !float::is_nan(kind, bits)
}

/// Whether all values of the function are integral, or not numbers: rounding those again changes nothing.
fn is_rounding(op: FloatUnary) -> bool {
    use FloatUnary as F;
    matches!(op, F::Floor | F::Ceil | F::Round | F::RoundEven | F::Trunc)
}
