//! The grammar of affine expressions, maps and sets, over whatever tokens the caller has.
//!
//! A reader of MLIR implements [`Tokens`] for its cursor. [`expression`] then reads one expression, and
//! leaves the meaning of an identifier to its `leaf` argument: in `affine_map<…>` it is one of the names
//! declared before the arrow, in the subscripts of an access it is an SSA value or `symbol(…)` of one.
//! [`map_or_set`] reads what stands between the brackets of `affine_map<…>` and `affine_set<…>`.
//!
//! ```text
//! expression ::= product (`+` product | `-` product)*
//! product    ::= operand ((`*` | `floordiv` | `ceildiv` | `mod`) operand)*
//! operand    ::= `-` operand | integer | `(` expression `)` | leaf
//! ```
//!
//! Both levels associate to the left. A product needs a constant or symbolic operand, a division or
//! remainder a constant or symbolic right operand. The words `floordiv`, `ceildiv` and `mod` are names
//! like any other where an operand is expected.

use rustc_hash::FxHashMap;

use super::expr::{AffineExpr, AffineOp};
use super::map::AffineMap;
use super::set::{Constraint, IntegerSet};
use crate::diagnostic::Diagnostic;
use crate::ir::Span;

pub(crate) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// How deep the tree of an expression may be, and how many brackets may be open. The limit keeps every
/// recursion over an expression shallow; it is far above what programs contain.
const DEPTH_LIMIT: u32 = 256;

/// What the grammar distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    Comma,
    Colon,
    Arrow,
    Plus,
    Minus,
    Star,
    Less,
    Greater,
    Equal,
    LessEqual,
    GreaterEqual,
    DoubleEqual,
    /// Decimal or hexadecimal digits, without a sign.
    Integer,
    /// A bare identifier.
    Word,
    /// `%name`.
    Value,
    End,
    Other,
}

/// A position in a sequence of tokens.
pub(crate) trait Tokens<'s> {
    /// The token at the position.
    fn kind(&self) -> Kind;
    /// Its text.
    fn text(&self) -> &'s str;
    fn span(&self) -> Span;
    /// Steps to the next token; at the end, stays.
    fn bump(&mut self);
}

/// Reads an expression. `leaf` is called where a [`Kind::Word`] or a [`Kind::Value`] is an operand; it
/// reads that token, and what belongs to it, and says what it stands for.
pub(crate) fn expression<'s, T: Tokens<'s>>(
    tokens: &mut T,
    leaf: &mut impl FnMut(&mut T) -> Parsed<AffineExpr>,
) -> Parsed<AffineExpr> {
    Ok(sum(tokens, leaf, 0)?.expr)
}

/// An affine map or an integer set; which one shows only after the names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MapOrSet {
    Map(AffineMap),
    Set(IntegerSet),
}

/// Reads `(d0, …)[s0, …] -> (…)` or `(d0, …)[s0, …] : (…)`.
pub(crate) fn map_or_set<'s, T: Tokens<'s>>(tokens: &mut T) -> Parsed<MapOrSet> {
    let names = Names::read(tokens)?;
    let mut leaf = |tokens: &mut T| names.leaf(tokens);
    match tokens.kind() {
        Kind::Arrow => {
            tokens.bump();
            let results = list(tokens, Kind::LeftParen, Kind::RightParen, |tokens| {
                expression(tokens, &mut leaf)
            })?;
            Ok(MapOrSet::Map(AffineMap::new(names.dims, names.symbols, results)))
        }
        Kind::Colon => {
            tokens.bump();
            let constraints = list(tokens, Kind::LeftParen, Kind::RightParen, |tokens| {
                constraint(tokens, &mut leaf)
            })?;
            Ok(MapOrSet::Set(IntegerSet::new(
                names.dims,
                names.symbols,
                without_sole_truth(constraints),
            )))
        }
        _ => Err(unexpected(
            tokens,
            "`->` and the results of an affine map, or `:` and the constraints of an integer set",
        )),
    }
}

/// Reads an affine map, as between the brackets of `affine_map<…>`.
pub(crate) fn map<'s, T: Tokens<'s>>(tokens: &mut T) -> Parsed<AffineMap> {
    let start = tokens.span();
    match map_or_set(tokens)? {
        MapOrSet::Map(map) => Ok(map),
        MapOrSet::Set(_) => Err(mistake(start, "expected an affine map, found an integer set")),
    }
}

/// Reads an integer set, as between the brackets of `affine_set<…>`.
pub(crate) fn set<'s, T: Tokens<'s>>(tokens: &mut T) -> Parsed<IntegerSet> {
    let start = tokens.span();
    match map_or_set(tokens)? {
        MapOrSet::Set(set) => Ok(set),
        MapOrSet::Map(_) => Err(mistake(start, "expected an integer set, found an affine map")),
    }
}

/// Reads `a >= b`, `a <= b` or `a == b`.
pub(crate) fn constraint<'s, T: Tokens<'s>>(
    tokens: &mut T,
    leaf: &mut impl FnMut(&mut T) -> Parsed<AffineExpr>,
) -> Parsed<Constraint> {
    let a = expression(tokens, leaf)?;
    let (whole, first) = match tokens.kind() {
        Kind::GreaterEqual | Kind::Greater => (Kind::GreaterEqual, Kind::Greater),
        Kind::LessEqual | Kind::Less => (Kind::LessEqual, Kind::Less),
        Kind::DoubleEqual | Kind::Equal => (Kind::DoubleEqual, Kind::Equal),
        _ => return Err(no_relation(tokens)),
    };
    let is_first = tokens.kind() == first;
    tokens.bump();
    if is_first && !eat(tokens, Kind::Equal) {
        return Err(no_relation(tokens));
    }
    let b = expression(tokens, leaf)?;
    Ok(match whole {
        Kind::GreaterEqual => Constraint::at_least(a, b),
        Kind::LessEqual => Constraint::at_most(a, b),
        _ => Constraint::equal(a, b),
    })
}

/// The only constraint `0 == 0` is how a set without constraints is written.
fn without_sole_truth(constraints: Vec<Constraint>) -> Vec<Constraint> {
    match constraints.as_slice() {
        [only] if only.is_equality && only.expr == AffineExpr::Constant(0) => Vec::new(),
        _ => constraints,
    }
}

/// The names that a map or set declares.
#[derive(Default)]
struct Names<'s> {
    meanings: FxHashMap<&'s str, AffineExpr>,
    dims: u32,
    symbols: u32,
}

impl<'s> Names<'s> {
    /// Reads `(d0, …)[s0, …]`.
    fn read<T: Tokens<'s>>(tokens: &mut T) -> Parsed<Names<'s>> {
        let mut names = Names::default();
        list(tokens, Kind::LeftParen, Kind::RightParen, |tokens| {
            names.dims += 1;
            names.declare(tokens, AffineExpr::Dim(names.dims - 1))
        })?;
        if tokens.kind() == Kind::LeftBracket {
            list(tokens, Kind::LeftBracket, Kind::RightBracket, |tokens| {
                names.symbols += 1;
                names.declare(tokens, AffineExpr::Symbol(names.symbols - 1))
            })?;
        }
        Ok(names)
    }

    fn declare<T: Tokens<'s>>(&mut self, tokens: &mut T, meaning: AffineExpr) -> Parsed<()> {
        let (name, span) = (tokens.text(), tokens.span());
        if tokens.kind() != Kind::Word {
            return Err(unexpected(tokens, "a bare identifier"));
        }
        tokens.bump();
        match self.meanings.insert(name, meaning) {
            None => Ok(()),
            Some(_) => Err(mistake(span, format!("redefinition of identifier `{name}`"))),
        }
    }

    fn leaf<T: Tokens<'s>>(&self, tokens: &mut T) -> Parsed<AffineExpr> {
        let name = tokens.text();
        if tokens.kind() == Kind::Value {
            return Err(Box::new(
                Diagnostic::new(tokens.span(), format!("unexpected SSA identifier `{name}`"))
                    .help("expected one of the names declared in `(…)[…]`"),
            ));
        }
        match self.meanings.get(name) {
            Some(meaning) => {
                tokens.bump();
                Ok(meaning.clone())
            }
            None => Err(Box::new(
                Diagnostic::new(tokens.span(), format!("use of undeclared identifier `{name}`"))
                    .help("expected one of the names declared in `(…)[…]`"),
            )),
        }
    }
}

/// An expression, the depth of the tree it was read from, and where it stood.
struct Term {
    expr: AffineExpr,
    depth: u32,
    span: Span,
}

fn sum<'s, T: Tokens<'s>>(
    tokens: &mut T,
    leaf: &mut impl FnMut(&mut T) -> Parsed<AffineExpr>,
    nesting: u32,
) -> Parsed<Term> {
    let mut left = product(tokens, leaf, nesting, false)?;
    loop {
        let negated = match tokens.kind() {
            Kind::Plus => false,
            Kind::Minus => true,
            _ => return Ok(left),
        };
        tokens.bump();
        let mut right = product(tokens, leaf, nesting, true)?;
        if negated {
            right.expr = -right.expr;
            right.depth += 1;
        }
        left = combined(AffineOp::Add, left, right)?;
    }
}

fn product<'s, T: Tokens<'s>>(
    tokens: &mut T,
    leaf: &mut impl FnMut(&mut T) -> Parsed<AffineExpr>,
    nesting: u32,
    has_left: bool,
) -> Parsed<Term> {
    let mut left = operand(tokens, leaf, nesting, has_left)?;
    while let Some(op) = product_operator(tokens) {
        tokens.bump();
        let right = operand(tokens, leaf, nesting, true)?;
        check_affine(op, &left, &right)?;
        left = combined(op, left, right)?;
    }
    Ok(left)
}

fn product_operator<'s>(tokens: &impl Tokens<'s>) -> Option<AffineOp> {
    match (tokens.kind(), tokens.text()) {
        (Kind::Star, _) => Some(AffineOp::Mul),
        (Kind::Word, "floordiv") => Some(AffineOp::FloorDiv),
        (Kind::Word, "ceildiv") => Some(AffineOp::CeilDiv),
        (Kind::Word, "mod") => Some(AffineOp::Mod),
        _ => None,
    }
}

/// `has_left` says whether the operand stands to the right of an operator.
fn operand<'s, T: Tokens<'s>>(
    tokens: &mut T,
    leaf: &mut impl FnMut(&mut T) -> Parsed<AffineExpr>,
    nesting: u32,
    has_left: bool,
) -> Parsed<Term> {
    let span = tokens.span();
    let expr = match tokens.kind() {
        Kind::Word | Kind::Value => leaf(tokens)?,
        Kind::Integer => literal(tokens, false)?,
        Kind::Minus => return negation(tokens, leaf, nesting),
        Kind::LeftParen => return parenthesized(tokens, leaf, nesting),
        _ => return Err(no_operand(tokens, has_left)),
    };
    Ok(Term { expr, depth: 1, span })
}

fn negation<'s, T: Tokens<'s>>(
    tokens: &mut T,
    leaf: &mut impl FnMut(&mut T) -> Parsed<AffineExpr>,
    nesting: u32,
) -> Parsed<Term> {
    let span = tokens.span();
    tokens.bump();
    if nesting >= DEPTH_LIMIT {
        return Err(too_deep(span));
    }
    let mut term = match tokens.kind() {
        Kind::Integer => Term {
            span: tokens.span(),
            expr: literal(tokens, true)?,
            depth: 1,
        },
        Kind::Word | Kind::Value | Kind::Minus | Kind::LeftParen => {
            let mut term = operand(tokens, leaf, nesting + 1, true)?;
            term.expr = -term.expr;
            term.depth += 1;
            term
        }
        _ => return Err(unexpected(tokens, "the operand of a negation")),
    };
    term.span.start = span.start;
    Ok(term)
}

fn parenthesized<'s, T: Tokens<'s>>(
    tokens: &mut T,
    leaf: &mut impl FnMut(&mut T) -> Parsed<AffineExpr>,
    nesting: u32,
) -> Parsed<Term> {
    let open = tokens.span();
    if nesting >= DEPTH_LIMIT {
        return Err(too_deep(open));
    }
    tokens.bump();
    if tokens.kind() == Kind::RightParen {
        return Err(mistake(
            tokens.span(),
            "there is no expression inside the parentheses",
        ));
    }
    let mut term = sum(tokens, leaf, nesting + 1)?;
    term.span = Span {
        start: open.start,
        end: tokens.span().end,
    };
    expect(tokens, Kind::RightParen, "`)` after the expression")?;
    Ok(term)
}

/// The integer at the position, negated or not. The least 64-bit integer can only be read negated.
fn literal<'s, T: Tokens<'s>>(tokens: &mut T, negated: bool) -> Parsed<AffineExpr> {
    let text = tokens.text();
    let magnitude = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let value = magnitude.ok().and_then(|magnitude| match negated {
        true => 0i64.checked_sub_unsigned(magnitude),
        false => i64::try_from(magnitude).ok(),
    });
    let Some(value) = value else {
        return Err(Box::new(
            Diagnostic::new(
                tokens.span(),
                format!("the constant `{text}` is too large for index"),
            )
            .help("expected a 64-bit integer"),
        ));
    };
    tokens.bump();
    Ok(AffineExpr::Constant(value))
}

fn combined(op: AffineOp, a: Term, b: Term) -> Parsed<Term> {
    let span = Span {
        start: a.span.start,
        end: b.span.end,
    };
    let depth = a.depth.max(b.depth) + 1;
    if depth > DEPTH_LIMIT {
        return Err(too_deep(span));
    }
    let expr = AffineExpr::binary(op, a.expr, b.expr);
    Ok(Term { expr, depth, span })
}

fn check_affine(op: AffineOp, a: &Term, b: &Term) -> Parsed<()> {
    let b_is_symbolic = b.expr.is_symbolic_or_constant();
    let (span, message) = match op {
        AffineOp::Mul if b_is_symbolic || a.expr.is_symbolic_or_constant() => return Ok(()),
        AffineOp::Mul => (
            Span {
                start: a.span.start,
                end: b.span.end,
            },
            "non-affine expression: at least one operand of a multiply must be constant or symbolic".into(),
        ),
        _ if b_is_symbolic => return Ok(()),
        _ => (
            b.span,
            format!("non-affine expression: the right operand of {op} must be constant or symbolic"),
        ),
    };
    Err(Box::new(
        Diagnostic::new(span, message).help("expected an expression without dimensions"),
    ))
}

/// Reads `open item, … close`; there may be no item.
pub(crate) fn list<'s, T: Tokens<'s>, R>(
    tokens: &mut T,
    open: Kind,
    close: Kind,
    mut item: impl FnMut(&mut T) -> Parsed<R>,
) -> Parsed<Vec<R>> {
    let (open_text, close_text) = match open {
        Kind::LeftBracket => ("`[`", "`,` or `]`"),
        _ => ("`(`", "`,` or `)`"),
    };
    expect(tokens, open, open_text)?;
    let mut items = Vec::new();
    if eat(tokens, close) {
        return Ok(items);
    }
    loop {
        items.push(item(tokens)?);
        if !eat(tokens, Kind::Comma) {
            expect(tokens, close, close_text)?;
            return Ok(items);
        }
    }
}

fn eat<'s>(tokens: &mut impl Tokens<'s>, kind: Kind) -> bool {
    let found = tokens.kind() == kind;
    if found {
        tokens.bump();
    }
    found
}

pub(super) fn expect<'s>(tokens: &mut impl Tokens<'s>, kind: Kind, expected: &str) -> Parsed<()> {
    match eat(tokens, kind) {
        true => Ok(()),
        false => Err(unexpected(tokens, expected)),
    }
}

pub(super) fn unexpected<'s>(tokens: &impl Tokens<'s>, expected: &str) -> Box<Diagnostic> {
    let found = match tokens.kind() {
        Kind::End => "the end of the text".to_string(),
        _ => format!("`{}`", tokens.text()),
    };
    mistake(tokens.span(), format!("expected {expected}, found {found}"))
}

fn no_operand<'s>(tokens: &impl Tokens<'s>, has_left: bool) -> Box<Diagnostic> {
    unexpected(
        tokens,
        match (tokens.kind(), has_left) {
            (_, true) => "the right operand of a binary operator",
            (Kind::Plus | Kind::Star, false) => "the left operand of a binary operator",
            _ => "an affine expression",
        },
    )
}

fn no_relation<'s>(tokens: &impl Tokens<'s>) -> Box<Diagnostic> {
    unexpected(
        tokens,
        "`==`, `>=` or `<=` and the right side of the affine constraint",
    )
}

fn too_deep(span: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(span, "the affine expression is too deep").help(format!(
            "expected at most {DEPTH_LIMIT} nested operations or brackets"
        )),
    )
}

fn mistake(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(span, message))
}
