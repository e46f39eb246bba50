//! The surface of rule files, as written.

use lalrpop_util::lalrpop_mod;
use ovolo_lang::diagnostic::Diagnostic;
use ovolo_lang::ir::Span;

use super::lexer::{self, Token};
use crate::grammar::{Wording, explain};

lalrpop_mod!(
    #[allow(clippy::all, unused)]
    grammar,
    "/rules.rs"
);

/// What reading a part of a rule gives.
pub(super) type Checked<T> = Result<T, Diagnostic>;

#[derive(Debug)]
pub struct Item {
    pub documentation: Vec<String>,
    pub name: Name,
    pub variables: Vec<Declared>,
    pub domain: Vec<Name>,
    pub gates: Vec<Name>,
    pub left: Expr,
    pub right: Expr,
    pub both_ways: bool,
    pub clauses: Vec<Clause>,
}

/// A variable after `forall`.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: Name,
    pub constant: bool,
    /// `narrow` or `wide`, where it is not of the rule's own type.
    pub width: Option<Name>,
}

/// What may follow the two sides, in any order.
#[derive(Debug)]
pub enum Clause {
    When(Vec<Chain>),
    By(Vec<Name>),
    Assumed(String),
    Example(Expr, Expr, Vec<Chain>, Span),
}

#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// `a < b <= c`, or a named fact alone.
#[derive(Debug)]
pub struct Chain {
    pub first: Expr,
    pub rest: Vec<(Comparison, Expr)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Divides,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Name(String),
    Integer(String),
    Float(String),
    Negate(Box<Expr>),
    Not(Box<Expr>),
    Binary(BinaryOp, Box<[Expr; 2]>),
    Call(Name, Vec<Expr>),
    Computed(Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDiv,
    CeilDiv,
    Mod,
    ShiftLeft,
    And,
    Or,
    Xor,
    Remainder,
    /// `&&`
    Both,
    /// `||`
    Either,
    Compare(Comparison),
}

impl Chain {
    /// What `first`, or one of the lists of `rest`, says: the chains of the only list, or one truth value.
    pub(super) fn either(first: Vec<Chain>, rest: Vec<Vec<Chain>>, span: Span) -> Vec<Chain> {
        if rest.is_empty() {
            return first;
        }
        let all = |op, mut terms: Vec<Expr>| {
            let last = terms.pop();
            let joined = terms.into_iter().rev().fold(last, |joined, term| match joined {
                Some(joined) => Some(Expr::binary(op, term, joined)),
                None => Some(term),
            });
            joined.unwrap_or(Expr {
                kind: ExprKind::Name("true".to_string()),
                span,
            })
        };
        let of_list = |chains: Vec<Chain>| {
            let terms = chains.into_iter().flat_map(Chain::terms).collect();
            all(BinaryOp::Both, terms)
        };
        let lists = std::iter::once(first).chain(rest).map(of_list).collect();
        vec![Chain {
            first: all(BinaryOp::Either, lists),
            rest: Vec::new(),
        }]
    }

    /// The truth values of which the chain says that all are true.
    fn terms(self) -> Vec<Expr> {
        if self.rest.is_empty() {
            return vec![self.first];
        }
        let mut left = self.first;
        let mut terms = Vec::new();
        for (comparison, right) in self.rest {
            let (a, b) = (left, right.clone());
            terms.push(match comparison {
                // `a | b` says that the remainder of b is zero.
                Comparison::Divides => {
                    let zero = Expr {
                        kind: ExprKind::Integer("0".to_string()),
                        span: b.span,
                    };
                    let remainder = Expr::binary(BinaryOp::Mod, b, a);
                    Expr::binary(BinaryOp::Compare(Comparison::Equal), remainder, zero)
                }
                comparison => Expr::binary(BinaryOp::Compare(comparison), a, b),
            });
            left = right;
        }
        terms
    }
}

impl Expr {
    pub(super) fn new(kind: ExprKind, start: u32, end: u32) -> Expr {
        Expr {
            kind,
            span: Span { start, end },
        }
    }

    pub(super) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let (start, end) = (a.span.start, b.span.end);
        Expr::new(ExprKind::Binary(op, Box::new([a, b])), start, end)
    }
}

/// Parentheses and braces within one another beyond which a file is refused: what is read is later
/// walked by recursion. Arbitrary; no rule that a person writes comes near.
const MAX_DEPTH: usize = 100;

pub fn parse(source: &str) -> Result<Vec<Item>, Diagnostic> {
    let mut depth = 0usize;
    let mut run = 0usize;
    for (start, token, end) in lexer::tokens(source) {
        let span = Span { start, end };
        match token {
            Token::Unknown => {
                return Err(Diagnostic::new(span, "this character begins no word of a rule"));
            }
            Token::Open | Token::OpenBrace => depth += 1,
            Token::Close | Token::CloseBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
        run = match token {
            Token::Rule | Token::Becomes | Token::Equals | Token::When | Token::Example => 0,
            _ => run + 1,
        };
        if depth > MAX_DEPTH || run > 20 * MAX_DEPTH {
            return Err(Diagnostic::new(span, "this expression is too large"));
        }
    }
    grammar::FileParser::new()
        .parse(lexer::tokens(source).map(Ok::<_, Diagnostic>))
        .map_err(|error| explain(error, source, &WORDING))
}

const WORDING: Wording = Wording {
    unknown: "this is no word of a rule",
    ends: "the file ends within a rule",
    goes_on: "a rule is not expected to go on here",
};
