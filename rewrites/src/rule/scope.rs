//! The names of a rule and the terms over them.

pub(super) mod calls;
mod conditions;
mod sorts;
mod terms;

use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;
use ovolo_lang::op::OpCode;

use super::syntax::{Checked, Comparison, Declared, Expr, ExprKind, Name};
use super::{Domain, Operation, Reading, Sort, Term, Variable};
use crate::term::Scalar;

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

fn width_sort(name: &str) -> Option<Sort> {
    match name {
        "width" => Some(Sort::Value),
        "narrow" => Some(Sort::Narrow),
        "wide" => Some(Sort::Wide),
        _ => None,
    }
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
