//! The grammar of affine expressions, maps and sets, over whatever tokens the caller has.
//!
//! A reader of MLIR implements [`Tokens`] for its cursor. [`expression`] then reads one expression, and
//! leaves the meaning of an identifier to its `leaf` argument: in `affine_map<…>` it is one of the names
//! declared before the arrow, in the subscripts of an access it is an SSA value or `symbol(…)` of one.
//! [`map_or_set`] reads what stands between the brackets of `affine_map<…>` and `affine_set<…>`.

mod expression;

use rustc_hash::FxHashMap;

use super::expr::AffineExpr;
use super::map::AffineMap;
use super::set::{Constraint, IntegerSet};
use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::Token;

pub(crate) use expression::expression;

pub(crate) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// A position in a sequence of tokens.
pub(crate) trait Tokens<'s> {
    /// The token at the position.
    fn token(&self) -> Token;
    /// Its text.
    fn text(&self) -> &'s str;
    fn span(&self) -> Span;
    /// Steps to the next token; at the end, stays.
    fn bump(&mut self);
    /// The mistake that the token is not what was expected.
    fn unexpected(&self, expected: &str) -> Box<Diagnostic>;
    /// Whether the text is of 2019: `div` is `floordiv`, and a comma may stand before the symbols.
    fn is_old(&self) -> bool {
        false
    }
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
    match tokens.token() {
        Token::Arrow => {
            tokens.bump();
            let results = list(tokens, Token::LeftParen, Token::RightParen, |tokens| {
                expression(tokens, &mut leaf)
            })?;
            Ok(MapOrSet::Map(AffineMap::new(names.dims, names.symbols, results)))
        }
        Token::Colon => {
            tokens.bump();
            let constraints = list(tokens, Token::LeftParen, Token::RightParen, |tokens| {
                constraint(tokens, &mut leaf)
            })?;
            Ok(MapOrSet::Set(IntegerSet::new(
                names.dims,
                names.symbols,
                without_sole_truth(constraints),
            )))
        }
        _ => Err(tokens.unexpected(
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
    let build = match relation(tokens)? {
        Token::Greater => Constraint::at_least,
        Token::Less => Constraint::at_most,
        _ => Constraint::equal,
    };
    Ok(build(a, expression(tokens, leaf)?))
}

/// Reads `>=`, `<=` or `==`, whose two characters may stand apart, and gives the first of them.
fn relation<'s>(tokens: &mut impl Tokens<'s>) -> Parsed<Token> {
    const EXPECTED: &str = "`==`, `>=` or `<=` and the right side of the affine constraint";
    let first = match tokens.token() {
        Token::GreaterEqual | Token::Greater => Token::Greater,
        Token::LessEqual | Token::Less => Token::Less,
        Token::DoubleEqual | Token::Equal => Token::Equal,
        _ => return Err(tokens.unexpected(EXPECTED)),
    };
    let is_whole = tokens.token() != first;
    tokens.bump();
    match is_whole || eat(tokens, Token::Equal) {
        true => Ok(first),
        false => Err(tokens.unexpected(EXPECTED)),
    }
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
        list(tokens, Token::LeftParen, Token::RightParen, |tokens| {
            names.dims += 1;
            names.declare(tokens, AffineExpr::Dim(names.dims - 1))
        })?;
        let goes_on = tokens.is_old() && eat(tokens, Token::Comma);
        if goes_on || tokens.token() == Token::LeftBracket {
            list(tokens, Token::LeftBracket, Token::RightBracket, |tokens| {
                names.symbols += 1;
                names.declare(tokens, AffineExpr::Symbol(names.symbols - 1))
            })?;
        }
        Ok(names)
    }

    fn declare<T: Tokens<'s>>(&mut self, tokens: &mut T, meaning: AffineExpr) -> Parsed<()> {
        let (name, span) = (tokens.text(), tokens.span());
        if tokens.token() != Token::Word {
            return Err(tokens.unexpected("a bare identifier"));
        }
        tokens.bump();
        match self.meanings.insert(name, meaning) {
            None => Ok(()),
            Some(_) => Err(mistake(span, format!("redefinition of identifier `{name}`"))),
        }
    }

    fn leaf<T: Tokens<'s>>(&self, tokens: &mut T) -> Parsed<AffineExpr> {
        let name = tokens.text();
        if tokens.token() == Token::Value {
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

/// Reads `open item, … close`; there may be no item.
fn list<'s, T: Tokens<'s>, R>(
    tokens: &mut T,
    open: Token,
    close: Token,
    mut item: impl FnMut(&mut T) -> Parsed<R>,
) -> Parsed<Vec<R>> {
    let (open_text, close_text) = match open {
        Token::LeftBracket => ("`[`", "`,` or `]`"),
        _ => ("`(`", "`,` or `)`"),
    };
    expect(tokens, open, open_text)?;
    let mut items = Vec::new();
    if eat(tokens, close) {
        return Ok(items);
    }
    loop {
        items.push(item(tokens)?);
        if !eat(tokens, Token::Comma) {
            expect(tokens, close, close_text)?;
            return Ok(items);
        }
    }
}

fn eat<'s>(tokens: &mut impl Tokens<'s>, token: Token) -> bool {
    let found = tokens.token() == token;
    if found {
        tokens.bump();
    }
    found
}

pub(super) fn expect<'s>(tokens: &mut impl Tokens<'s>, token: Token, expected: &str) -> Parsed<()> {
    match eat(tokens, token) {
        true => Ok(()),
        false => Err(tokens.unexpected(expected)),
    }
}

fn mistake(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(span, message))
}
