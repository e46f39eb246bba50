//! Expressions as text that reads back as the same.

use std::fmt::{self, Display, Formatter, Write};

use egg::Id;
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;

use super::{Expression, Kind, Parsed, predicate_of};
use crate::term::{IndexOp, Node, Scalar};

/// Tighter operators have greater numbers; an operand binds tighter than its operator, or has parentheses.
const LOOSEST: u32 = 0;
const OR: u32 = 1;
const AND: u32 = 2;
const EQUALITY: u32 = 3;
const RELATION: u32 = 4;
const SUM: u32 = 5;
const PRODUCT: u32 = 6;
const UNARY: u32 = 7;

struct Printer<'a, 'f, 'g> {
    nodes: &'a [Node],
    out: &'f mut Formatter<'g>,
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let root = Id::from(self.nodes().len() - 1);
        let mut printer = Printer {
            nodes: self.nodes(),
            out: f,
        };
        printer.print(root, LOOSEST)
    }
}

impl Printer<'_, '_, '_> {
    fn node(&self, id: Id) -> &Node {
        &self.nodes[usize::from(id)]
    }

    fn print(&mut self, id: Id, around: u32) -> fmt::Result {
        match self.node(id).clone() {
            Node::Int(value) => write!(self.out, "{value}"),
            Node::Var(name) | Node::Outer(name, _) => write!(self.out, "{name}"),
            Node::Const(Scalar::Integer(1), bits) => write!(self.out, "{}", bits != 0),
            Node::Index(op @ (IndexOp::Min | IndexOp::Max), [_, _]) => self.extremum(id, op),
            Node::Index(IndexOp::Add, [a, b]) => self.enclosed(SUM, around, |p| p.sum(a, b)),
            Node::Index(IndexOp::Mul, [a, b]) if *self.node(b) == Node::Int(-1) => {
                self.enclosed(SUM, around, |p| {
                    p.out.write_char('-')?;
                    p.print(a, UNARY)
                })
            }
            Node::Index(op, [a, b]) => self.infix(&op.to_string(), PRODUCT, around, a, b),
            Node::Op(op, args) => match (op.code, &args[..]) {
                (OpCode::AndI, [a, b]) => self.infix("&&", AND, around, *a, *b),
                (OpCode::OrI, [a, b]) => self.infix("||", OR, around, *a, *b),
                (OpCode::XOrI, [a, b]) => self.exclusive(around, *a, *b),
                (OpCode::DivSI, [a, b]) => self.infix("/", PRODUCT, around, *a, *b),
                (OpCode::RemSI, [a, b]) => self.infix("%", PRODUCT, around, *a, *b),
                (OpCode::CmpI, [a, b]) => match predicate_of(&op) {
                    Some(IntPredicate::Eq) => self.infix("==", EQUALITY, around, *a, *b),
                    Some(IntPredicate::Ne) => self.infix("!=", EQUALITY, around, *a, *b),
                    Some(IntPredicate::Slt) => self.infix("<", RELATION, around, *a, *b),
                    Some(IntPredicate::Sle) => self.infix("<=", RELATION, around, *a, *b),
                    Some(IntPredicate::Sgt) => self.infix(">", RELATION, around, *a, *b),
                    Some(IntPredicate::Sge) => self.infix(">=", RELATION, around, *a, *b),
                    _ => self.call("cmpi", &args),
                },
                _ => self.call(op.code.name().rsplit('.').next().unwrap_or("op"), &args),
            },
            other => write!(self.out, "{other}"),
        }
    }

    fn enclosed(
        &mut self,
        own: u32,
        around: u32,
        inner: impl FnOnce(&mut Self) -> fmt::Result,
    ) -> fmt::Result {
        if own >= around {
            return inner(self);
        }
        self.out.write_char('(')?;
        inner(self)?;
        self.out.write_char(')')
    }

    /// Operators of one level associate to the left. Comparisons have no comparison for an operand, since that
    /// would read as a chain.
    fn infix(&mut self, sign: &str, own: u32, around: u32, a: Id, b: Id) -> fmt::Result {
        let is_comparison = own == EQUALITY || own == RELATION;
        let (left, right) = match own {
            _ if is_comparison => (SUM, SUM),
            PRODUCT if sign != "*" => (UNARY, UNARY),
            PRODUCT => (self.factor_level(a), UNARY),
            _ => (own, own + 1),
        };
        self.enclosed(own, around, |p| {
            p.print(a, left)?;
            write!(p.out, " {sign} ")?;
            p.print(b, right)
        })
    }

    /// A product on the left of a product needs no parentheses, any other operation among products has them.
    fn factor_level(&self, id: Id) -> u32 {
        match self.node(id) {
            Node::Index(IndexOp::Mul, [_, b]) if *self.node(*b) != Node::Int(-1) => PRODUCT,
            _ => UNARY,
        }
    }

    /// `a + b`, `a - c` or `a - 3`.
    fn sum(&mut self, a: Id, b: Id) -> fmt::Result {
        let b_node = self.node(b).clone();
        // A sum reads best with its negated operand last.
        if let (Some(negated), None) = (self.negated(a), self.negated(b))
            && !matches!(b_node, Node::Int(_))
        {
            self.print(b, SUM)?;
            return self.subtracted(negated);
        }
        self.print(a, SUM)?;
        match b_node {
            Node::Int(value) if value < 0 => write!(self.out, " - {}", value.unsigned_abs()),
            _ => match self.negated(b) {
                Some(negated) => self.subtracted(negated),
                None => {
                    self.out.write_str(" + ")?;
                    self.print(b, SUM + 1)
                }
            },
        }
    }

    fn subtracted(&mut self, (a, factor): (Id, Option<i64>)) -> fmt::Result {
        self.out.write_str(" - ")?;
        match factor {
            None => self.print(a, SUM + 1),
            Some(factor) => {
                let level = self.factor_level(a);
                self.print(a, level)?;
                write!(self.out, " * {}", factor.unsigned_abs())
            }
        }
    }

    /// What is subtracted where a term with a negative factor is added.
    fn negated(&self, id: Id) -> Option<(Id, Option<i64>)> {
        let Node::Index(IndexOp::Mul, [a, b]) = self.node(id) else {
            return None;
        };
        match self.node(*b) {
            Node::Int(-1) => Some((*a, None)),
            Node::Int(factor) if *factor < 0 && *factor != i64::MIN => Some((*a, Some(*factor))),
            _ => None,
        }
    }

    fn exclusive(&mut self, around: u32, a: Id, b: Id) -> fmt::Result {
        let yes = super::truth(true);
        match (self.node(a) == &yes, self.node(b) == &yes) {
            (_, true) => self.complement(a),
            (true, _) => self.complement(b),
            _ => self.infix("!=", EQUALITY, around, a, b),
        }
    }

    fn complement(&mut self, a: Id) -> fmt::Result {
        self.out.write_char('!')?;
        self.print(a, UNARY + 1)
    }

    /// `min(a, b, c)`, nested ones in one.
    fn extremum(&mut self, id: Id, op: IndexOp) -> fmt::Result {
        let mut pending = vec![id];
        let mut leaves = Vec::new();
        while let Some(id) = pending.pop() {
            match self.node(id) {
                Node::Index(inner, [a, b]) if *inner == op => pending.extend([*b, *a]),
                _ => leaves.push(id),
            }
        }
        self.call(&op.to_string(), &leaves)
    }

    fn call(&mut self, name: &str, args: &[Id]) -> fmt::Result {
        write!(self.out, "{name}(")?;
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                self.out.write_str(", ")?;
            }
            self.print(*arg, LOOSEST)?;
        }
        self.out.write_char(')')
    }
}

impl Display for Parsed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (dims, symbols, sign) = match &self.kind {
            Kind::Expression => return list(f, &self.results),
            Kind::Map { dims, symbols } => (dims, symbols, "->"),
            Kind::Set { dims, symbols } => (dims, symbols, ":"),
        };
        f.write_char('(')?;
        list(f, dims)?;
        f.write_char(')')?;
        if !symbols.is_empty() {
            f.write_char('[')?;
            list(f, symbols)?;
            f.write_char(']')?;
        }
        write!(f, " {sign} (")?;
        list(f, &self.results)?;
        f.write_char(')')
    }
}

fn list(f: &mut Formatter<'_>, items: &[impl Display]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        let separator = if i == 0 { "" } else { ", " };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}
