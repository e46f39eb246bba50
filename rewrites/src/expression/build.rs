//! Expressions while they are read: operations with the types that they need.

use egg::{Id, Symbol};
use ovolo_lang::algebra::{FastMath, IntPredicate};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;
use ovolo_lang::op::OpCode;
use rustc_hash::FxHashMap;

use super::{Division, Expression, Sort, sort_of};
use crate::term::{IndexOp, Node, Scalar, ScalarOp};

/// Nodes beyond which an expression is refused. Arbitrary; it bounds time and memory.
const MOST_NODES: usize = 20_000;
/// Operations within one another beyond which an expression is refused: what is read is later walked by recursion.
const MOST_DEPTH: u32 = 1_000;

/// A part of the expression.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    pub(crate) id: Id,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    /// As the option says.
    Divide,
    Remainder,
    FloorDiv,
    CeilDiv,
    Mod,
    Min,
    Max,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// `a | b`: `b` is a multiple of `a`.
    Divides,
}

type Built<T> = Result<T, Diagnostic>;

/// The nodes that were read, each once.
pub struct Builder {
    division: Division,
    nodes: Vec<Node>,
    ids: FxHashMap<Node, Id>,
    depths: Vec<u32>,
    dims: Vec<Symbol>,
    symbols: Vec<Symbol>,
    /// Whether names must be declared: those of a map or a set.
    declares: bool,
}

/// An operation on truths.
pub fn boolean(code: OpCode) -> ScalarOp {
    ScalarOp {
        code,
        ty: Scalar::Integer(1),
        result: Scalar::Integer(1),
        flags: FastMath::NONE,
        predicate: 0,
    }
}

/// A comparison of integers.
pub fn comparison(predicate: IntPredicate) -> ScalarOp {
    ScalarOp {
        ty: Scalar::Index,
        predicate: predicate.code(),
        ..boolean(OpCode::CmpI)
    }
}

/// The literal of a truth.
pub fn truth(value: bool) -> Node {
    Node::Const(Scalar::Integer(1), u128::from(value))
}

/// An operation on integers that is no [`IndexOp`].
fn integer_op(code: OpCode) -> ScalarOp {
    ScalarOp {
        ty: Scalar::Index,
        result: Scalar::Index,
        ..boolean(code)
    }
}

impl Builder {
    pub fn new(division: Division) -> Builder {
        Builder {
            division,
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            depths: Vec::new(),
            dims: Vec::new(),
            symbols: Vec::new(),
            declares: false,
        }
    }

    pub fn with_declarations(&mut self) -> &mut Builder {
        self.declares = true;
        self
    }

    pub fn inputs(self) -> (Vec<Symbol>, Vec<Symbol>) {
        (self.dims, self.symbols)
    }

    /// The part as an expression of its own.
    pub fn expression(&self, operand: Operand) -> Expression {
        let last = usize::from(operand.id);
        let mut used = vec![false; last + 1];
        used[last] = true;
        for i in (0..=last).rev() {
            if used[i] {
                egg::Language::for_each(&self.nodes[i], |child| used[usize::from(child)] = true);
            }
        }
        let mut ids = vec![Id::from(0); last + 1];
        let mut nodes = Vec::new();
        for i in (0..=last).filter(|&i| used[i]) {
            ids[i] = Id::from(nodes.len());
            let node = self.nodes[i].clone();
            nodes.push(egg::Language::map_children(node, |child| ids[usize::from(child)]));
        }
        Expression::new(nodes)
    }

    fn add(&mut self, node: Node, span: Span) -> Built<Operand> {
        if let Some(&id) = self.ids.get(&node) {
            return Ok(Operand { id, span });
        }
        let below = egg::Language::children(&node).iter();
        let depth = below.map(|c| self.depths[usize::from(*c)] + 1).max().unwrap_or(0);
        if self.nodes.len() >= MOST_NODES {
            return Err(too_large(span, "has too many operations", MOST_NODES));
        }
        if depth > MOST_DEPTH {
            return Err(too_large(
                span,
                "has too many operations within one another",
                MOST_DEPTH as usize,
            ));
        }
        let id = Id::from(self.nodes.len());
        self.nodes.push(node.clone());
        self.depths.push(depth);
        self.ids.insert(node, id);
        Ok(Operand { id, span })
    }

    fn node(&self, operand: Operand) -> &Node {
        &self.nodes[usize::from(operand.id)]
    }

    fn sort(&self, operand: Operand) -> Sort {
        sort_of(self.node(operand))
    }

    pub fn dim(&mut self, name: &str, span: Span) -> Built<()> {
        self.declare(name, span).map(|name| self.dims.push(name))
    }

    pub fn symbol(&mut self, name: &str, span: Span) -> Built<()> {
        self.declare(name, span).map(|name| self.symbols.push(name))
    }

    fn declare(&self, name: &str, span: Span) -> Built<Symbol> {
        let name = Symbol::from(name);
        match self.is_declared(name) {
            true => Err(Diagnostic::new(span, format!("`{name}` is declared twice"))),
            false => Ok(name),
        }
    }

    fn is_declared(&self, name: Symbol) -> bool {
        self.dims.contains(&name) || self.symbols.contains(&name)
    }

    pub fn name(&mut self, name: &str, span: Span) -> Built<Operand> {
        let symbol = Symbol::from(name);
        if self.declares && !self.is_declared(symbol) {
            let message = format!("`{name}` is neither a dimension nor a symbol");
            return Err(Diagnostic::new(span, message));
        }
        self.add(Node::Var(symbol), span)
    }

    pub fn integer(&mut self, digits: &str, span: Span) -> Built<Operand> {
        match digits.parse() {
            Ok(value) => self.add(Node::Int(value), span),
            // The negation of the smallest integer, which is read as such behind a minus.
            Err(_) if digits.parse() == Ok(i64::MIN.unsigned_abs()) => {
                let smallest = self.add(Node::Int(i64::MIN), span)?;
                self.times(smallest, -1, span)
            }
            Err(_) => Err(Diagnostic::new(span, "this integer does not fit in 64 bits")),
        }
    }

    pub fn truth(&mut self, value: bool, span: Span) -> Built<Operand> {
        self.add(truth(value), span)
    }

    /// A truth as an integer is 0 or 1.
    pub fn integers(&mut self, x: Operand) -> Built<Operand> {
        if self.sort(x) == Sort::Integer {
            return Ok(x);
        }
        let (one, zero) = (self.add(Node::Int(1), x.span)?, self.add(Node::Int(0), x.span)?);
        self.add(
            Node::Op(integer_op(OpCode::Select), [x.id, one.id, zero.id].into()),
            x.span,
        )
    }

    /// An integer as a truth is whether it is not zero.
    pub fn truths(&mut self, x: Operand) -> Built<Operand> {
        match (self.sort(x), self.node(x)) {
            (Sort::Truth, _) => Ok(x),
            (_, Node::Int(value)) => self.truth(*value != 0, x.span),
            _ => {
                let zero = self.add(Node::Int(0), x.span)?;
                self.comparison(IntPredicate::Ne, x, zero, x.span)
            }
        }
    }

    pub fn and(&mut self, x: Operand, y: Operand) -> Built<Operand> {
        self.junction(OpCode::AndI, x, y)
    }

    pub fn or(&mut self, x: Operand, y: Operand) -> Built<Operand> {
        self.junction(OpCode::OrI, x, y)
    }

    fn junction(&mut self, code: OpCode, x: Operand, y: Operand) -> Built<Operand> {
        let (x, y) = (self.truths(x)?, self.truths(y)?);
        self.add(Node::Op(boolean(code), [x.id, y.id].into()), between(x, y))
    }

    pub fn not(&mut self, start: u32, x: Operand) -> Built<Operand> {
        let x = self.truths(x)?;
        let span = Span { start, ..x.span };
        let yes = self.truth(true, span)?;
        self.add(Node::Op(boolean(OpCode::XOrI), [x.id, yes.id].into()), span)
    }

    pub fn select(&mut self, c: Operand, x: Operand, y: Operand) -> Built<Operand> {
        let c = self.truths(c)?;
        let (x, y) = self.alike(x, y)?;
        let op = match self.sort(x) {
            Sort::Truth => boolean(OpCode::Select),
            Sort::Integer => integer_op(OpCode::Select),
        };
        self.add(Node::Op(op, [c.id, x.id, y.id].into()), between(c, y))
    }

    /// Both as truths when both are, or one is and the other one is 0 or 1; as integers otherwise.
    fn alike(&mut self, x: Operand, y: Operand) -> Built<(Operand, Operand)> {
        let is_bit = |this: &Builder, o| matches!(this.node(o), Node::Int(0 | 1));
        let is_truth = |this: &Builder, o| this.sort(o) == Sort::Truth;
        let truths = match (is_truth(self, x), is_truth(self, y)) {
            (true, true) => true,
            (true, false) => is_bit(self, y),
            (false, true) => is_bit(self, x),
            (false, false) => false,
        };
        match truths {
            true => Ok((self.truths(x)?, self.truths(y)?)),
            false => Ok((self.integers(x)?, self.integers(y)?)),
        }
    }

    pub fn equal(&mut self, x: Operand, y: Operand) -> Built<Operand> {
        let (x, y) = self.alike(x, y)?;
        if self.sort(x) == Sort::Integer {
            return self.comparison(IntPredicate::Eq, x, y, between(x, y));
        }
        let unequal = self.junction(OpCode::XOrI, x, y)?;
        self.not(unequal.span.start, unequal)
    }

    pub fn unequal(&mut self, x: Operand, y: Operand) -> Built<Operand> {
        let (x, y) = self.alike(x, y)?;
        match self.sort(x) {
            Sort::Integer => self.comparison(IntPredicate::Ne, x, y, between(x, y)),
            Sort::Truth => self.junction(OpCode::XOrI, x, y),
        }
    }

    pub fn compare(&mut self, x: Operand, comparison: Comparison, y: Operand) -> Built<Operand> {
        let span = between(x, y);
        let (x, y) = (self.integers(x)?, self.integers(y)?);
        let predicate = match comparison {
            Comparison::Less => IntPredicate::Slt,
            Comparison::LessEqual => IntPredicate::Sle,
            Comparison::Greater => IntPredicate::Sgt,
            Comparison::GreaterEqual => IntPredicate::Sge,
            Comparison::Divides => {
                let rest = self.arithmetic(Arithmetic::Mod, y, x)?;
                let zero = self.add(Node::Int(0), span)?;
                return self.comparison(IntPredicate::Eq, rest, zero, span);
            }
        };
        self.comparison(predicate, x, y, span)
    }

    /// Goes on with `a < b < c`.
    pub fn compare_next(
        &mut self,
        (before, x): (Operand, Operand),
        comparison: Comparison,
        y: Operand,
    ) -> Built<Operand> {
        let next = self.compare(x, comparison, y)?;
        self.and(before, next)
    }

    fn comparison(&mut self, predicate: IntPredicate, x: Operand, y: Operand, span: Span) -> Built<Operand> {
        self.add(Node::Op(comparison(predicate), [x.id, y.id].into()), span)
    }

    pub fn fold(&mut self, op: Arithmetic, operands: Vec<Operand>) -> Built<Operand> {
        let mut operands = operands.into_iter();
        let first = operands.next().expect("a list has an element");
        let first = self.integers(first)?;
        operands.try_fold(first, |so_far, next| self.arithmetic(op, so_far, next))
    }

    pub fn negate(&mut self, start: u32, x: Operand) -> Built<Operand> {
        let x = self.integers(x)?;
        let span = Span { start, ..x.span };
        match *self.node(x) {
            Node::Int(value) if value != i64::MIN => self.add(Node::Int(-value), span),
            Node::Index(IndexOp::Mul, [a, b])
                if self.nodes[usize::from(a)] == Node::Int(i64::MIN)
                    && self.nodes[usize::from(b)] == Node::Int(-1) =>
            {
                self.add(Node::Int(i64::MIN), span)
            }
            _ => self.times(x, -1, span),
        }
    }

    fn times(&mut self, x: Operand, factor: i64, span: Span) -> Built<Operand> {
        let factor = self.add(Node::Int(factor), span)?;
        self.index(IndexOp::Mul, x, factor, span)
    }

    fn index(&mut self, op: IndexOp, x: Operand, y: Operand, span: Span) -> Built<Operand> {
        self.add(Node::Index(op, [x.id, y.id]), span)
    }

    pub fn arithmetic(&mut self, op: Arithmetic, x: Operand, y: Operand) -> Built<Operand> {
        let span = between(x, y);
        let (x, y) = (self.integers(x)?, self.integers(y)?);
        let op = match op {
            Arithmetic::Add => IndexOp::Add,
            Arithmetic::Subtract => {
                let y = self.negate(y.span.start, y)?;
                return self.index(IndexOp::Add, x, y, span);
            }
            Arithmetic::Multiply => IndexOp::Mul,
            Arithmetic::FloorDiv => IndexOp::FloorDiv,
            Arithmetic::CeilDiv => IndexOp::CeilDiv,
            Arithmetic::Mod => IndexOp::Mod,
            Arithmetic::Min => IndexOp::Min,
            Arithmetic::Max => IndexOp::Max,
            Arithmetic::Divide => return self.divide(x, y, span),
            Arithmetic::Remainder => return self.remainder(x, y, span),
        };
        self.index(op, x, y, span)
    }

    fn divide(&mut self, x: Operand, y: Operand, span: Span) -> Built<Operand> {
        match (self.division, self.node(y).clone()) {
            (Division::Floor, _) => self.index(IndexOp::FloorDiv, x, y, span),
            (Division::Trunc, _) => self.add(Node::Op(integer_op(OpCode::DivSI), [x.id, y.id].into()), span),
            (Division::Euclid, Node::Int(0)) => self.add(Node::Int(0), span),
            (Division::Euclid, Node::Int(1..)) => self.index(IndexOp::FloorDiv, x, y, span),
            (Division::Euclid, _) => {
                // sign(y) * (x floordiv max(|y|, 1)), where sign(0) is 0.
                let size = self.at_least_one(y, span)?;
                let quotient = self.index(IndexOp::FloorDiv, x, size, span)?;
                let (least, most) = (self.add(Node::Int(-1), span)?, self.add(Node::Int(1), span)?);
                let sign = self.index(IndexOp::Min, y, most, span)?;
                let sign = self.index(IndexOp::Max, sign, least, span)?;
                self.index(IndexOp::Mul, quotient, sign, span)
            }
        }
    }

    fn remainder(&mut self, x: Operand, y: Operand, span: Span) -> Built<Operand> {
        match (self.division, self.node(y).clone()) {
            (Division::Floor, _) => self.index(IndexOp::Mod, x, y, span),
            (Division::Trunc, _) => self.add(Node::Op(integer_op(OpCode::RemSI), [x.id, y.id].into()), span),
            (Division::Euclid, Node::Int(0)) => self.add(Node::Int(0), span),
            (Division::Euclid, Node::Int(1..)) => self.index(IndexOp::Mod, x, y, span),
            (Division::Euclid, _) => {
                let size = self.at_least_one(y, span)?;
                self.index(IndexOp::Mod, x, size, span)
            }
        }
    }

    /// `max(|y|, 1)`.
    fn at_least_one(&mut self, y: Operand, span: Span) -> Built<Operand> {
        let negated = self.negate(span.start, y)?;
        let size = self.index(IndexOp::Max, y, negated, span)?;
        let one = self.add(Node::Int(1), span)?;
        self.index(IndexOp::Max, size, one, span)
    }
}

fn between(x: Operand, y: Operand) -> Span {
    Span {
        start: x.span.start,
        end: y.span.end,
    }
}

fn too_large(span: Span, what: &str, limit: usize) -> Diagnostic {
    Diagnostic::new(span, format!("this expression {what}")).help(format!("at most {limit} are read"))
}
