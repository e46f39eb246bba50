//! The names of a rule and the terms over them.

use ovolo_lang::algebra::{FloatPredicate, IntPredicate};
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;
use ovolo_lang::op::{OpCode, Shape, Trait, has_meaning};

use super::check::Checked;
use super::reading::{compare, select, truth_operation};
use super::syntax::{BinaryOp, Chain, Comparison, Declared, Expr, ExprKind, Name};
use super::{Condition, Domain, Operation, Reading, Relation, Signs, Sort, Term, Variable, wrapping};
use crate::term::{IndexOp, Scalar};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Index,
    Bits,
    Float,
}

impl Kind {
    pub(super) fn of(domain: &Domain) -> Kind {
        match domain {
            Domain::Index => Kind::Index,
            Domain::Bits => Kind::Bits,
            Domain::Floats => Kind::Float,
            Domain::Only(scalars) => match scalars[0] {
                Scalar::Float(_) => Kind::Float,
                _ => Kind::Bits,
            },
        }
    }
}

/// The names in scope while terms are read.
pub(super) struct Scope<'r> {
    kind: Kind,
    reading: &'r Reading,
    pub(super) variables: Vec<Variable>,
    /// Whether the type of the variable is settled by a use.
    settled: Vec<bool>,
    /// Unknown names become variables: this is an example.
    open: bool,
    /// Within `{…}` or a condition.
    computing: bool,
}

impl<'r> Scope<'r> {
    pub(super) fn new(domain: &Domain, reading: &'r Reading) -> Scope<'r> {
        Scope {
            kind: Kind::of(domain),
            reading,
            variables: Vec::new(),
            settled: Vec::new(),
            open: false,
            computing: false,
        }
    }

    /// The scope of an example.
    pub(super) fn open(self) -> Scope<'r> {
        Scope { open: true, ..self }
    }

    pub(super) fn declare(&mut self, declared: &Declared) -> Checked<usize> {
        let Declared {
            name,
            constant,
            width,
        } = declared;
        let sort = width.as_ref().map(|width| self.width(width)).transpose()?;
        if self.find(&name.text).is_some() {
            return Err(Diagnostic::new(
                name.span,
                format!("`{}` is declared twice", name.text),
            ));
        }
        if *constant && self.kind == Kind::Float {
            return Err(Diagnostic::new(
                name.span,
                "rules over floats match no constants but literals",
            ));
        }
        self.variables.push(Variable {
            name: name.text.clone(),
            constant: *constant,
            sort: sort.unwrap_or(Sort::Value),
        });
        self.settled.push(sort.is_some());
        Ok(self.variables.len() - 1)
    }

    /// Declares the names that stand for variables of another width in the rule, as such.
    pub(super) fn take_widths(&mut self, variables: &[Variable], sides: &[&Expr]) -> Checked<()> {
        let (mut names, span) = (Vec::new(), sides[0].span);
        sides.iter().for_each(|side| names_of(side, &mut names));
        for variable in variables.iter().filter(|v| names.contains(&v.name)) {
            let width = match variable.sort {
                Sort::Narrow => "narrow",
                Sort::Wide => "wide",
                Sort::Value | Sort::Truth => continue,
            };
            let name = |text: &str| Name {
                text: text.to_string(),
                span,
            };
            self.declare(&Declared {
                name: name(&variable.name),
                constant: false,
                width: Some(name(width)),
            })?;
        }
        Ok(())
    }

    /// The type that the word is for.
    fn width(&self, name: &Name) -> Checked<Sort> {
        let sort = width_sort(&name.text).filter(|_| self.kind == Kind::Bits);
        sort.ok_or_else(|| {
            Diagnostic::new(name.span, format!("`{}` is no width", name.text))
                .help("a rule over bits speaks of `width`, `narrow` and `wide`")
        })
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|v| v.name == name)
    }

    pub(super) fn sides(&mut self, left: &Expr, right: &Expr) -> Checked<(Term, Term)> {
        self.settle(&[left, right]);
        let sort = self
            .sort_of(left)
            .or_else(|| self.sort_of(right))
            .unwrap_or(Sort::Value);
        Ok((self.term(left, sort)?, self.term(right, sort)?))
    }

    /// The type of an expression where it shows; `None` where it may still be either.
    fn sort_of(&self, expr: &Expr) -> Option<Sort> {
        match &expr.kind {
            ExprKind::Name(name) if is_truth(name) => Some(Sort::Truth),
            ExprKind::Name(name) => {
                let i = self.find(name)?;
                self.settled[i].then_some(self.variables[i].sort)
            }
            ExprKind::Integer(_) if self.reading.truths_are_numbers && is_bit(expr) => None,
            // Numbers are of the type of what is beside them.
            ExprKind::Integer(_) | ExprKind::Computed(_) if self.kind == Kind::Bits => None,
            ExprKind::Integer(_) | ExprKind::Float(_) | ExprKind::Computed(_) => Some(Sort::Value),
            ExprKind::Negate(_) if self.kind == Kind::Index => Some(Sort::Value),
            ExprKind::Negate(a) => self.sort_of(a),
            ExprKind::Not(_)
            | ExprKind::Binary(BinaryOp::Both | BinaryOp::Either | BinaryOp::Compare(_), _) => {
                Some(Sort::Truth)
            }
            ExprKind::Binary(op, _) if self.kind == Kind::Index => Some(match op {
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Sort::Truth,
                _ => Sort::Value,
            }),
            ExprKind::Binary(_, ab) => self.sort_of(&ab[0]).or_else(|| self.sort_of(&ab[1])),
            ExprKind::Call(name, _) if name.text == "cmpi" || name.text == "cmpf" => Some(Sort::Truth),
            ExprKind::Call(name, args) if cast_of(name).is_some() => match args.as_slice() {
                [
                    _,
                    Expr {
                        kind: ExprKind::Name(width),
                        ..
                    },
                ] => width_sort(width),
                _ => None,
            },
            ExprKind::Call(name, args) if extended_of(name).is_some() => match args.as_slice() {
                [
                    Expr {
                        kind: ExprKind::Name(word),
                        ..
                    },
                    ..,
                ] if word == CARRY => Some(Sort::Truth),
                [_, a, b] => self.sort_of(a).or_else(|| self.sort_of(b)),
                _ => None,
            },
            ExprKind::Call(name, args) if name.text == "select" => {
                args.iter().skip(1).find_map(|a| self.sort_of(a))
            }
            ExprKind::Call(_, args) => args.iter().find_map(|a| self.sort_of(a)),
        }
    }

    /// Gives the variables the types that their uses show, wherever the uses stand.
    fn settle(&mut self, sides: &[&Expr]) {
        if self.reading.truths_are_numbers {
            // What is compared with a number is one, however the comparison is used.
            self.settle_all(sides, None);
            sides.iter().for_each(|side| self.settle_compared(side));
        }
        let sort = sides.iter().find_map(|side| self.sort_of(side));
        self.settle_all(sides, sort);
    }

    fn settle_all(&mut self, sides: &[&Expr], sort: Option<Sort>) {
        // Every round but the last settles a variable.
        for _ in 0..=self.variables.len() {
            let before = self.settled.clone();
            for side in sides {
                self.settle_within(side, sort);
            }
            if self.settled == before {
                return;
            }
        }
    }

    fn settle_compared(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Compare(comparison), ab) => {
                let sort = self.operand_sort(*comparison, ab).unwrap_or(Sort::Value);
                for a in ab.iter() {
                    self.settle_within(a, Some(sort));
                    self.settle_compared(a);
                }
            }
            ExprKind::Binary(_, ab) => ab.iter().for_each(|a| self.settle_compared(a)),
            ExprKind::Call(_, args) => args.iter().for_each(|a| self.settle_compared(a)),
            ExprKind::Negate(a) | ExprKind::Not(a) | ExprKind::Computed(a) => self.settle_compared(a),
            ExprKind::Name(_) | ExprKind::Integer(_) | ExprKind::Float(_) => {}
        }
    }

    fn settle_within(&mut self, expr: &Expr, expected: Option<Sort>) {
        match &expr.kind {
            ExprKind::Name(name) => {
                let unsettled = self.find(name).filter(|i| !self.settled[*i]);
                if let (Some(i), Some(sort)) = (unsettled, expected) {
                    self.variables[i].sort = sort;
                    self.settled[i] = true;
                }
            }
            ExprKind::Integer(_) | ExprKind::Float(_) => {}
            ExprKind::Negate(a) | ExprKind::Computed(a) => self.settle_within(a, Some(Sort::Value)),
            ExprKind::Not(a) => self.settle_within(a, Some(Sort::Truth)),
            ExprKind::Binary(op, ab) => {
                let sort = match op {
                    BinaryOp::Both | BinaryOp::Either => Some(Sort::Truth),
                    BinaryOp::Compare(comparison) => self.operand_sort(*comparison, ab),
                    BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if self.kind == Kind::Index => {
                        Some(Sort::Truth)
                    }
                    BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => expected.or_else(|| self.sort_of(expr)),
                    _ if self.kind == Kind::Index => Some(Sort::Value),
                    _ => expected.or_else(|| self.sort_of(expr)),
                };
                ab.iter().for_each(|a| self.settle_within(a, sort));
            }
            ExprKind::Call(name, args) => match (name.text.as_str(), args.as_slice()) {
                ("cmpi" | "cmpf", [_, a, b]) => {
                    let sort = self.compared_sort(a, b);
                    [a, b].into_iter().for_each(|x| self.settle_within(x, sort));
                }
                ("select", [condition, a, b]) => {
                    self.settle_within(condition, Some(Sort::Truth));
                    let sort = expected.or_else(|| self.compared_sort(a, b));
                    [a, b].into_iter().for_each(|x| self.settle_within(x, sort));
                }
                (_, [a, _]) if cast_of(name).is_some() => self.settle_within(a, None),
                (_, [_, a, b]) if extended_of(name).is_some() => {
                    let sort = self.compared_sort(a, b);
                    [a, b].into_iter().for_each(|x| self.settle_within(x, sort));
                }
                (_, args) => {
                    let value = self.kind == Kind::Index;
                    let sort = if value { Some(Sort::Value) } else { expected };
                    args.iter().for_each(|a| self.settle_within(a, sort));
                }
            },
        }
    }

    /// The type of two things that are of one, where it shows. Where truth values are numbers, they are numbers beside
    /// any number but 0 and 1.
    fn compared_sort(&self, a: &Expr, b: &Expr) -> Option<Sort> {
        match (self.sort_of(a), self.sort_of(b)) {
            (Some(Sort::Truth), Some(Sort::Value)) if self.reading.truths_are_numbers => Some(Sort::Value),
            (a_sort, b_sort) => a_sort.or(b_sort),
        }
    }

    /// The type of what is compared. Only numbers have an order, where truth values may stand for them.
    fn operand_sort(&self, comparison: Comparison, ab: &[Expr; 2]) -> Option<Sort> {
        if self.reading.truths_are_numbers && is_order(comparison) {
            return Some(Sort::Value);
        }
        self.compared_sort(&ab[0], &ab[1])
    }

    /// The expression as a term of this type.
    fn term(&mut self, expr: &Expr, sort: Sort) -> Checked<Term> {
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

    fn call(&mut self, name: &Name, args: &[Expr], span: Span, sort: Sort) -> Checked<Term> {
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
                arity(match code.shape() {
                    Shape::Unary => 1,
                    Shape::Binary => 2,
                    _ => 3,
                })?;
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

    /// Whether a remainder is zero does not depend on how the quotient is rounded, so the simplest is taken.
    fn with_plain_remainder(&self, comparison: Comparison, ab: &[Expr; 2]) -> [Expr; 2] {
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
    fn comparison_sign(&mut self, comparison: Comparison, ab: &[Expr; 2]) -> Checked<Term> {
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
            .find(|code| {
                has_meaning(*code)
                    && code.has_trait(wanted)
                    && matches!(code.shape(), Shape::Unary | Shape::Binary | Shape::Ternary)
            })
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

    pub(super) fn conditions(&mut self, chains: &[Chain]) -> Checked<Vec<Condition>> {
        let mut conditions = Vec::new();
        self.computing = true;
        for chain in chains {
            if self.kind == Kind::Float {
                return Err(Diagnostic::new(chain.first.span, "nothing is known of floats")
                    .help("gate the rule with `under` a fast-math flag"));
            }
            if chain.rest.is_empty() {
                self.truth(&chain.first, &mut conditions)?;
            }
            let mut left = &chain.first;
            for (comparison, right) in &chain.rest {
                conditions.push(self.compared(left, *comparison, right)?);
                left = right;
            }
        }
        self.computing = false;
        Ok(conditions)
    }

    /// The conditions that a truth value is made of.
    fn truth(&mut self, expr: &Expr, conditions: &mut Vec<Condition>) -> Checked<()> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Both, ab) => {
                ab.iter().try_for_each(|a| self.truth(a, conditions))?;
            }
            ExprKind::Binary(BinaryOp::Compare(comparison), ab) => {
                conditions.push(self.compared(&ab[0], *comparison, &ab[1])?);
            }
            _ => conditions.push(self.named_fact(expr)?),
        }
        Ok(())
    }

    fn named_fact(&mut self, expr: &Expr) -> Checked<Condition> {
        if let ExprKind::Call(name, args) = &expr.kind {
            match (name.text.as_str(), args.as_slice()) {
                ("power_of_two", [a]) if self.kind == Kind::Bits => {
                    let sort = self.sort_of(a).unwrap_or(Sort::Value);
                    return Ok(Condition::PowerOfTwo(self.term(a, sort)?));
                }
                ("ult", [a, b]) if self.kind == Kind::Bits => {
                    let sort = self.compared_sort(a, b).unwrap_or(Sort::Value);
                    return Ok(Condition::UnsignedLess(self.term(a, sort)?, self.term(b, sort)?));
                }
                ("no_signed_wrap" | "no_unsigned_wrap", [a]) if self.kind == Kind::Bits => {
                    let signs = match name.text.as_str() {
                        "no_signed_wrap" => Signs::Signed,
                        _ => Signs::Unsigned,
                    };
                    let sort = self.sort_of(a).unwrap_or(Sort::Value);
                    let term = self.term(a, sort)?;
                    return match wrapping(&term) {
                        Some(_) => Ok(Condition::NoWrap(signs, term)),
                        None => Err(Diagnostic::new(a.span, "this does not wrap around")
                            .help("expected a sum, a difference, a product or a shift to the left")),
                    };
                }
                _ => {}
            }
        }
        let is_truth = self.sort_of(expr) == Some(Sort::Truth) || self.reading.truths_are_numbers;
        if is_truth {
            return Ok(Condition::Holds(self.term(expr, Sort::Truth)?));
        }
        Err(Diagnostic::new(expr.span, "this is no condition").help(
            "expected a comparison (==, !=, <, <=, >, >=), `a | b` (a divides b), and over bits power_of_two(a), \
             ult(a, b), no_signed_wrap(a + b), no_unsigned_wrap(a + b) or width >= n; or these joined by && and ||",
        ))
    }

    fn compared(&mut self, left: &Expr, comparison: Comparison, right: &Expr) -> Checked<Condition> {
        if self.kind == Kind::Bits && is_name(left, "wide") && comparison == Comparison::Equal {
            return match &right.kind {
                ExprKind::Binary(BinaryOp::Multiply, ab)
                    if matches!(&ab[0].kind, ExprKind::Integer(two) if two == "2")
                        && is_name(&ab[1], "width") =>
                {
                    Ok(Condition::Doubled)
                }
                _ => Err(Diagnostic::new(
                    right.span,
                    "the wide type has twice the bits, or any more: `wide == 2 * width`",
                )),
            };
        }
        if matches!(&left.kind, ExprKind::Name(name) if name == "width") {
            let n = match &right.kind {
                ExprKind::Integer(digits) => digits.parse::<u32>().ok().filter(|n| *n <= 64),
                _ => None,
            };
            return match (comparison, n) {
                (Comparison::GreaterEqual, Some(n)) => Ok(Condition::MinimumWidth(n)),
                (Comparison::Greater, Some(n)) => Ok(Condition::MinimumWidth(n + 1)),
                _ => Err(Diagnostic::new(
                    left.span,
                    "the width has a least value: `width >= n`",
                )),
            };
        }
        let ab = self.with_plain_remainder(comparison, &[left.clone(), right.clone()]);
        let [left, right] = &ab;
        if comparison != Comparison::Divides && self.operand_sort(comparison, &ab) == Some(Sort::Truth) {
            return Ok(Condition::Holds(self.comparison_sign(comparison, &ab)?));
        }
        let sort = match self.kind {
            Kind::Bits => self.compared_sort(left, right).unwrap_or(Sort::Value),
            _ => Sort::Value,
        };
        let (a, b) = (self.term(left, sort)?, self.term(right, sort)?);
        Ok(match comparison {
            Comparison::Equal => Condition::Compare(Relation::Equal, a, b),
            Comparison::NotEqual => Condition::Compare(Relation::NotEqual, a, b),
            Comparison::Less => Condition::Compare(Relation::Less, a, b),
            Comparison::LessEqual => Condition::Compare(Relation::LessEqual, a, b),
            Comparison::Greater => Condition::Compare(Relation::Less, b, a),
            Comparison::GreaterEqual => Condition::Compare(Relation::LessEqual, b, a),
            Comparison::Divides => Condition::Divides(a, b),
        })
    }
}

fn operation(code: OpCode, sort: Sort, args: Vec<Term>) -> Term {
    Term::Op(Operation {
        code,
        operands: sort,
        result: sort,
        predicate: 0,
        args,
    })
}

/// Size of an operand beyond which an operation that is written out with several copies of it is refused: copies of
/// copies grow without bound.
const MOST_REPEATED: usize = 1000;

fn repeatable(operands: &[&Term], span: Span) -> Checked<()> {
    match operands.iter().all(|operand| operand.size() <= MOST_REPEATED) {
        true => Ok(()),
        false => Err(Diagnostic::new(span, "this expression is too large")),
    }
}

fn is_order(comparison: Comparison) -> bool {
    !matches!(comparison, Comparison::Equal | Comparison::NotEqual)
}

/// Whether the expression is a number that a truth value may be.
fn is_bit(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Integer(digits) if digits == "0" || digits == "1")
}

fn is_infinity(name: &str) -> bool {
    name == "inf"
}

fn is_truth(name: &str) -> bool {
    name == "true" || name == "false"
}

fn names_of(expr: &Expr, names: &mut Vec<String>) {
    match &expr.kind {
        ExprKind::Name(name) => names.push(name.clone()),
        ExprKind::Integer(_) | ExprKind::Float(_) => {}
        ExprKind::Negate(a) | ExprKind::Not(a) | ExprKind::Computed(a) => names_of(a, names),
        ExprKind::Binary(_, ab) => ab.iter().for_each(|a| names_of(a, names)),
        ExprKind::Call(_, args) => args.iter().for_each(|a| names_of(a, names)),
    }
}

fn is_name(expr: &Expr, wanted: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name == wanted)
}

fn width_sort(name: &str) -> Option<Sort> {
    match name {
        "width" => Some(Sort::Value),
        "narrow" => Some(Sort::Narrow),
        "wide" => Some(Sort::Wide),
        _ => None,
    }
}

/// Whether the operation changes the width of an integer.
pub fn is_cast(code: OpCode) -> bool {
    matches!(code, OpCode::ExtSI | OpCode::ExtUI | OpCode::TruncI)
}

fn cast_of(name: &Name) -> Option<OpCode> {
    OpCode::from_name(&format!("arith.{}", name.text)).filter(|code| is_cast(*code))
}

fn extended_of(name: &Name) -> Option<OpCode> {
    OpCode::from_name(&format!("arith.{}", name.text)).filter(|code| result_name(*code, 0).is_some())
}

/// The word for the second result of an extended sum.
const CARRY: &str = "overflow";

/// The word for one of two results.
pub(super) fn result_name(code: OpCode, which: i64) -> Option<&'static str> {
    let names = match code {
        OpCode::AddUIExtended => ["sum", CARRY],
        OpCode::MulSIExtended | OpCode::MulUIExtended => ["low", "high"],
        _ => return None,
    };
    names.get(usize::try_from(which).ok()?).copied()
}

fn expect_number(sort: Sort, span: Span) -> Checked<()> {
    match sort {
        Sort::Truth => expect(sort, Sort::Value, span),
        Sort::Value | Sort::Narrow | Sort::Wide => Ok(()),
    }
}

fn expect(expected: Sort, found: Sort, span: Span) -> Checked<()> {
    match expected == found {
        true => Ok(()),
        false => Err(Diagnostic::new(
            span,
            match (found, expected) {
                (Sort::Truth, _) => "this is a truth value where a value of the rule's type is expected",
                (_, Sort::Truth) => "this is a value of the rule's type where a truth value is expected",
                _ => "this value is of another width than what is expected",
            },
        )),
    }
}
