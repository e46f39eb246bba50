//! Expressions as terms of a type.

use ovolo_lang::algebra::{FloatPredicate, IntPredicate};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;
use ovolo_lang::op::OpCode;

use super::{Kind, Scope, expect, expect_number, is_order, is_truth, operation, repeatable, width_sort};
use crate::rule::reading::{compare, select, truth_operation};
use crate::rule::syntax::{BinaryOp, Checked, Comparison, Declared, Expr, ExprKind, Name};
use crate::rule::{Operation, Sort, Term};
use crate::term::IndexOp;

impl Scope<'_> {
    /// The expression as a term of this type.
    pub(super) fn term(&mut self, expr: &Expr, sort: Sort) -> Checked<Term> {
        let other = self.sort_of(expr).filter(|found| *found != sort);
        if self.reading.truths_are_numbers && self.kind == Kind::Index {
            match (other, &expr.kind) {
                (Some(Sort::Value), _) => {
                    let number = self.term(expr, Sort::Value)?;
                    return Ok(compare(IntPredicate::Ne, number, Term::Integer(0)));
                }
                (Some(Sort::Truth), _) => {
                    let truth = self.term(expr, Sort::Truth)?;
                    return Ok(select(truth, Term::Integer(1), Term::Integer(0)));
                }
                (None, ExprKind::Integer(digits)) if sort == Sort::Truth => {
                    return Ok(Term::Truth(digits == "1"));
                }
                (Some(Sort::Narrow | Sort::Wide) | None, _) => {}
            }
        }
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, expr.span, sort),
            ExprKind::Integer(digits) => self.integer(digits, false, expr.span, sort),
            ExprKind::Float(digits) => self.float(digits, false, expr.span, sort),
            ExprKind::Negate(a) => match &a.kind {
                ExprKind::Integer(digits) => self.integer(digits, true, expr.span, sort),
                ExprKind::Float(digits) => self.float(digits, true, expr.span, sort),
                _ => Ok(match self.negation(a, sort)? {
                    Term::Op(op) if op.args == [Term::Float(f64::INFINITY)] => Term::Float(f64::NEG_INFINITY),
                    negated => negated,
                }),
            },
            ExprKind::Not(a) => {
                expect(sort, Sort::Truth, expr.span)?;
                let a = self.term(a, Sort::Truth)?;
                Ok(truth_operation(OpCode::XOrI, vec![a, Term::Truth(true)]))
            }
            ExprKind::Binary(BinaryOp::Compare(comparison), ab) => {
                expect(sort, Sort::Truth, expr.span)?;
                self.comparison_sign(*comparison, ab)
            }
            ExprKind::Binary(op @ (BinaryOp::Both | BinaryOp::Either), ab) => {
                expect(sort, Sort::Truth, expr.span)?;
                let args = ab
                    .iter()
                    .map(|a| self.term(a, Sort::Truth))
                    .collect::<Checked<_>>()?;
                let code = match op {
                    BinaryOp::Both => OpCode::AndI,
                    _ => OpCode::OrI,
                };
                Ok(truth_operation(code, args))
            }
            ExprKind::Binary(op, ab) => self.binary(*op, ab, expr.span, sort),
            ExprKind::Call(name, args) => self.call(name, args, expr.span, sort),
            ExprKind::Computed(inner) => {
                if self.open || self.computing {
                    return Err(Diagnostic::new(expr.span, "nothing is computed here"));
                }
                self.computing = true;
                let inner = self.term(inner, sort);
                self.computing = false;
                Ok(Term::Computed(Box::new(inner?)))
            }
        }
    }

    fn name(&mut self, name: &str, span: Span, sort: Sort) -> Checked<Term> {
        if is_infinity(name) && self.kind == Kind::Float && self.find(name).is_none() {
            expect(sort, Sort::Value, span)?;
            return Ok(Term::Float(f64::INFINITY));
        }
        if is_truth(name) {
            expect(sort, Sort::Truth, span)?;
            return Ok(Term::Truth(name == "true"));
        }
        if let (Some(which), true, Kind::Bits) = (width_sort(name), self.computing, self.kind) {
            return Ok(Term::Width(which));
        }
        let i = match self.find(name) {
            Some(i) => i,
            None if self.open => {
                let text = name.to_string();
                self.declare(&Declared {
                    name: Name { text, span },
                    constant: false,
                    width: None,
                })?
            }
            None => {
                return Err(Diagnostic::new(span, format!("`{name}` is not declared"))
                    .help("name the variables of the rule after `forall`"));
            }
        };
        if self.settled[i] {
            expect(sort, self.variables[i].sort, span)?;
        }
        self.variables[i].sort = sort;
        self.settled[i] = true;
        Ok(Term::Variable(i))
    }

    fn integer(&self, digits: &str, negative: bool, span: Span, sort: Sort) -> Checked<Term> {
        expect_number(sort, span)?;
        if self.kind == Kind::Float {
            return Err(Diagnostic::new(span, "a float is expected").help(format!("write {digits}.0")));
        }
        let value = match digits.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        value
            .ok()
            .and_then(|v: i128| i64::try_from(if negative { -v } else { v }).ok())
            .map(Term::Integer)
            .ok_or_else(|| Diagnostic::new(span, "this integer does not fit in 64 bits"))
    }

    fn float(&self, digits: &str, negative: bool, span: Span, sort: Sort) -> Checked<Term> {
        expect(sort, Sort::Value, span)?;
        match digits.parse::<f64>() {
            Ok(value) if self.kind == Kind::Float => Ok(Term::Float(if negative { -value } else { value })),
            _ => Err(Diagnostic::new(span, "a float is not expected in this domain")),
        }
    }

    /// `-a` is `a * -1` of indices, `0 - a` of integers, and a negation of floats.
    fn negation(&mut self, a: &Expr, sort: Sort) -> Checked<Term> {
        expect_number(sort, a.span)?;
        let a = self.term(a, sort)?;
        Ok(match self.kind {
            Kind::Index => Term::Index(IndexOp::Mul, Box::new([a, Term::Integer(-1)])),
            Kind::Bits => operation(OpCode::SubI, sort, vec![Term::Integer(0), a]),
            Kind::Float => operation(OpCode::NegF, Sort::Value, vec![a]),
        })
    }

    fn binary(&mut self, op: BinaryOp, ab: &[Expr; 2], span: Span, sort: Sort) -> Checked<Term> {
        let index = |op, a, b| Term::Index(op, Box::new([a, b]));
        let of_bits = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        if self.kind == Kind::Index {
            let own = if of_bits { Sort::Truth } else { Sort::Value };
            expect(sort, own, span)?;
        }
        let (a, b) = (self.term(&ab[0], sort)?, self.term(&ab[1], sort)?);
        let code = match (self.kind, op) {
            (Kind::Index, BinaryOp::Add) => return Ok(index(IndexOp::Add, a, b)),
            (Kind::Index, BinaryOp::Subtract) => {
                let negated = match b {
                    Term::Integer(value) if value != i64::MIN => Term::Integer(-value),
                    b => index(IndexOp::Mul, b, Term::Integer(-1)),
                };
                return Ok(index(IndexOp::Add, a, negated));
            }
            (Kind::Index, BinaryOp::Multiply) => return Ok(index(IndexOp::Mul, a, b)),
            (Kind::Index, BinaryOp::FloorDiv) => return Ok(index(IndexOp::FloorDiv, a, b)),
            (Kind::Index, BinaryOp::CeilDiv) => return Ok(index(IndexOp::CeilDiv, a, b)),
            (Kind::Index, BinaryOp::Mod) => return Ok(index(IndexOp::Mod, a, b)),
            (Kind::Index, BinaryOp::Divide | BinaryOp::Remainder) => {
                repeatable(&[&a, &b], span)?;
                return Ok(match op {
                    BinaryOp::Divide => self.reading.quotient(a, b),
                    _ => self.reading.remainder(a, b),
                });
            }
            (Kind::Index, BinaryOp::And) => OpCode::AndI,
            (Kind::Index, BinaryOp::Or) => OpCode::OrI,
            (Kind::Index, BinaryOp::Xor) => OpCode::XOrI,
            (Kind::Bits, BinaryOp::Add) => OpCode::AddI,
            (Kind::Bits, BinaryOp::Subtract) => OpCode::SubI,
            (Kind::Bits, BinaryOp::Multiply) => OpCode::MulI,
            (Kind::Bits, BinaryOp::ShiftLeft) => OpCode::ShLI,
            (Kind::Bits, BinaryOp::And) => OpCode::AndI,
            (Kind::Bits, BinaryOp::Or) => OpCode::OrI,
            (Kind::Bits, BinaryOp::Xor) => OpCode::XOrI,
            (Kind::Float, BinaryOp::Add) => OpCode::AddF,
            (Kind::Float, BinaryOp::Subtract) => OpCode::SubF,
            (Kind::Float, BinaryOp::Multiply) => OpCode::MulF,
            (Kind::Float, BinaryOp::Divide) => OpCode::DivF,
            _ => {
                return Err(
                    Diagnostic::new(span, "this operator has no meaning in the domain of the rule")
                        .help("write the operation by name, as in divsi(x, y)"),
                );
            }
        };
        Ok(operation(code, sort, vec![a, b]))
    }

    /// Whether a remainder is zero does not depend on how the quotient is rounded, so the simplest is taken.
    pub(super) fn with_plain_remainder(&self, comparison: Comparison, ab: &[Expr; 2]) -> [Expr; 2] {
        let [remainder, zero] = ab;
        match (&remainder.kind, &zero.kind) {
            (ExprKind::Binary(BinaryOp::Remainder, operands), ExprKind::Integer(digits))
                if digits == "0" && !is_order(comparison) && self.kind == Kind::Index =>
            {
                let [x, y] = &**operands;
                [Expr::binary(BinaryOp::Mod, x.clone(), y.clone()), zero.clone()]
            }
            _ => ab.clone(),
        }
    }

    /// A comparison by its sign: of integers as signed numbers; of floats false for NaN, but that a NaN differs from
    /// everything.
    pub(super) fn comparison_sign(&mut self, comparison: Comparison, ab: &[Expr; 2]) -> Checked<Term> {
        let operands = self.operand_sort(comparison, ab).unwrap_or(Sort::Value);
        let ab = &self.with_plain_remainder(comparison, ab);
        let args = ab
            .iter()
            .map(|a| self.term(a, operands))
            .collect::<Checked<Vec<_>>>()?;
        let is_float = self.kind == Kind::Float && operands == Sort::Value;
        if operands == Sort::Truth && is_order(comparison) {
            return Err(Diagnostic::new(ab[0].span, "truth values have no order")
                .help("compare them with == or !=, or write the order with && || !"));
        }
        let of = |integers: IntPredicate, floats: FloatPredicate| match is_float {
            true => (OpCode::CmpF, floats.code()),
            false => (OpCode::CmpI, integers.code()),
        };
        let (code, predicate) = match comparison {
            Comparison::Equal | Comparison::Divides => of(IntPredicate::Eq, FloatPredicate::Oeq),
            Comparison::NotEqual => of(IntPredicate::Ne, FloatPredicate::Une),
            Comparison::Less => of(IntPredicate::Slt, FloatPredicate::Olt),
            Comparison::LessEqual => of(IntPredicate::Sle, FloatPredicate::Ole),
            Comparison::Greater => of(IntPredicate::Sgt, FloatPredicate::Ogt),
            Comparison::GreaterEqual => of(IntPredicate::Sge, FloatPredicate::Oge),
        };
        Ok(Term::Op(Operation {
            code,
            operands,
            result: Sort::Truth,
            predicate,
            args,
        }))
    }
}

fn is_infinity(name: &str) -> bool {
    name == "inf"
}
