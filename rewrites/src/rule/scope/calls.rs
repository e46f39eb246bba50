//! Operations that are called by their names.

use ovolo_lang::algebra::{FloatPredicate, IntPredicate};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;
use ovolo_lang::op::{OpCode, Shape, Trait, has_meaning};

use super::{Kind, Scope, expect, operation, repeatable};
use crate::rule::syntax::{Checked, Expr, ExprKind, Name};
use crate::rule::{Operation, Sort, Term};
use crate::term::IndexOp;

impl Scope<'_> {
    pub(super) fn call(&mut self, name: &Name, args: &[Expr], span: Span, sort: Sort) -> Checked<Term> {
        let arity = |n: usize| match args.len() == n {
            true => Ok(()),
            false => Err(Diagnostic::new(
                span,
                format!("`{}` has {n} operands, not {}", name.text, args.len()),
            )),
        };
        match (name.text.as_str(), self.kind) {
            ("min" | "max", Kind::Index) => {
                arity(2)?;
                expect(sort, Sort::Value, span)?;
                let op = if name.text == "min" {
                    IndexOp::Min
                } else {
                    IndexOp::Max
                };
                Ok(Term::Index(
                    op,
                    Box::new([self.term(&args[0], sort)?, self.term(&args[1], sort)?]),
                ))
            }
            ("abs", Kind::Index) => {
                arity(1)?;
                expect(sort, Sort::Value, span)?;
                let a = self.term(&args[0], sort)?;
                repeatable(&[&a], span)?;
                let negated = Term::Index(IndexOp::Mul, Box::new([a.clone(), Term::Integer(-1)]));
                Ok(Term::Index(IndexOp::Max, Box::new([a, negated])))
            }
            ("log2", Kind::Bits) if self.computing => {
                arity(1)?;
                Ok(Term::Log2(Box::new(self.term(&args[0], sort)?)))
            }
            ("select", _) => {
                arity(3)?;
                Ok(operation(
                    OpCode::Select,
                    sort,
                    vec![
                        self.term(&args[0], Sort::Truth)?,
                        self.term(&args[1], sort)?,
                        self.term(&args[2], sort)?,
                    ],
                ))
            }
            (_, Kind::Bits) if cast_of(name).is_some() => {
                arity(2)?;
                self.cast(name, args, sort)
            }
            (_, Kind::Bits) if extended_of(name).is_some() => {
                arity(3)?;
                self.extended(name, args, span, sort)
            }
            ("cmpi", Kind::Index | Kind::Bits) | ("cmpf", Kind::Float) => {
                arity(3)?;
                expect(sort, Sort::Truth, span)?;
                self.comparison(name, args)
            }
            _ => {
                let code = self.code(name)?;
                arity(operands_of(code).unwrap_or_default())?;
                let args = args.iter().map(|a| self.term(a, sort)).collect::<Checked<_>>()?;
                Ok(operation(code, sort, args))
            }
        }
    }

    /// `extsi(x, wide)`: `x` in the type of that width.
    fn cast(&mut self, name: &Name, args: &[Expr], sort: Sort) -> Checked<Term> {
        let ([a, width], Some(code)) = (args, cast_of(name)) else {
            return Err(self.no_such(name));
        };
        let ExprKind::Name(text) = &width.kind else {
            return Err(
                Diagnostic::new(width.span, "this is no width").help("expected width, narrow or wide")
            );
        };
        let text = text.clone();
        let result = self.width(&Name {
            text,
            span: width.span,
        })?;
        expect(sort, result, width.span)?;
        let operands = self.sort_of(a).unwrap_or(Sort::Value);
        let order = [Sort::Narrow, Sort::Value, Sort::Wide];
        let place = |sort| order.iter().position(|o| *o == sort);
        let fits = match code {
            _ if operands == Sort::Truth => code != OpCode::TruncI,
            OpCode::TruncI => place(operands) > place(result),
            _ => place(operands) < place(result),
        };
        if !fits {
            return Err(Diagnostic::new(
                a.span,
                format!("`{}` does not lead from this width", name.text),
            ));
        }
        Ok(Term::Op(Operation {
            code,
            operands,
            result,
            predicate: 0,
            args: vec![self.term(a, operands)?],
        }))
    }

    /// `mulsi_extended(high, x, y)`: one of the results.
    fn extended(&mut self, name: &Name, args: &[Expr], span: Span, sort: Sort) -> Checked<Term> {
        let ([word, a, b], Some(code)) = (args, extended_of(name)) else {
            return Err(self.no_such(name));
        };
        let which = (0..2).find(
            |which| matches!(&word.kind, ExprKind::Name(word) if Some(&**word) == result_name(code, *which)),
        );
        let Some(predicate) = which else {
            let words = [0, 1].map(|which| result_name(code, which).unwrap_or_default());
            let wrong = format!("this is no result of `{}`", name.text);
            return Err(Diagnostic::new(word.span, wrong).help(format!("expected {}", words.join(" or "))));
        };
        let operands = self.compared_sort(a, b).unwrap_or(Sort::Value);
        let result = match (code, predicate) {
            (OpCode::AddUIExtended, 1) => Sort::Truth,
            _ => operands,
        };
        expect(sort, result, span)?;
        Ok(Term::Op(Operation {
            code,
            operands,
            result,
            predicate,
            args: vec![self.term(a, operands)?, self.term(b, operands)?],
        }))
    }

    fn comparison(&mut self, name: &Name, args: &[Expr]) -> Checked<Term> {
        let predicate = match &args[0].kind {
            ExprKind::Name(word) if name.text == "cmpi" => {
                IntPredicate::from_name(word).map(IntPredicate::code)
            }
            ExprKind::Name(word) => FloatPredicate::from_name(word).map(FloatPredicate::code),
            _ => None,
        };
        let Some(predicate) = predicate else {
            return Err(Diagnostic::new(
                args[0].span,
                format!("this is no predicate of `{}`", name.text),
            ));
        };
        let operands = self.compared_sort(&args[1], &args[2]).unwrap_or(Sort::Value);
        Ok(Term::Op(Operation {
            code: if name.text == "cmpi" {
                OpCode::CmpI
            } else {
                OpCode::CmpF
            },
            operands,
            result: Sort::Truth,
            predicate,
            args: vec![self.term(&args[1], operands)?, self.term(&args[2], operands)?],
        }))
    }

    /// The operation of the table with this mnemonic that takes and gives one type of the domain.
    fn code(&self, name: &Name) -> Checked<OpCode> {
        let wanted = match self.kind {
            Kind::Bits => Trait::IntegerLike,
            Kind::Float => Trait::FloatLike,
            Kind::Index => return Err(self.no_such(name)),
        };
        ["arith", "math"]
            .iter()
            .filter_map(|dialect| OpCode::from_name(&format!("{dialect}.{}", name.text)))
            .find(|code| has_meaning(*code) && code.has_trait(wanted) && operands_of(*code).is_some())
            .ok_or_else(|| self.no_such(name))
    }

    fn no_such(&self, name: &Name) -> Diagnostic {
        let help = match self.kind {
            Kind::Index => "expected min, max, abs, cmpi or select",
            Kind::Bits => "expected an operation of the arith dialect, such as divsi, cmpi or select",
            Kind::Float => {
                "expected an operation of the arith or math dialect, such as maximumf, fma or select"
            }
        };
        Diagnostic::new(
            name.span,
            format!("`{}` is no operation of rules in this domain", name.text),
        )
        .help(help)
    }
}

/// How many operands an operation has, if they and its result are of one type.
fn operands_of(code: OpCode) -> Option<usize> {
    match code.shape() {
        Shape::Unary => Some(1),
        Shape::Binary => Some(2),
        Shape::Ternary => Some(3),
        _ => None,
    }
}

/// Whether the operation changes the width of an integer.
pub(crate) fn is_cast(code: OpCode) -> bool {
    matches!(code, OpCode::ExtSI | OpCode::ExtUI | OpCode::TruncI)
}

pub(super) fn cast_of(name: &Name) -> Option<OpCode> {
    OpCode::from_name(&format!("arith.{}", name.text)).filter(|code| is_cast(*code))
}

pub(super) fn extended_of(name: &Name) -> Option<OpCode> {
    OpCode::from_name(&format!("arith.{}", name.text)).filter(|code| result_name(*code, 0).is_some())
}

/// The word for the second result of an extended sum.
pub(super) const CARRY: &str = "overflow";

/// The word for one of two results.
pub(in crate::rule) fn result_name(code: OpCode, which: i64) -> Option<&'static str> {
    let names = match code {
        OpCode::AddUIExtended => ["sum", CARRY],
        OpCode::MulSIExtended | OpCode::MulUIExtended => ["low", "high"],
        _ => return None,
    };
    names.get(usize::try_from(which).ok()?).copied()
}
