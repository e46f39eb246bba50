//! The grammar of expressions.
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

use super::{Parsed, Tokens, expect, mistake};
use crate::affine::{AffineExpr, AffineOp};
use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::Token;

/// How deep the tree of an expression may be, and how many brackets may be open. The limit keeps every
/// recursion over an expression shallow; it is far above what programs contain.
const DEPTH_LIMIT: u32 = 256;

/// Reads an expression. `leaf` is called where a [`Token::Word`] or a [`Token::Value`] is an operand; it
/// reads that token, and what belongs to it, and says what it stands for.
pub(crate) fn expression<'s, T: Tokens<'s>>(
    tokens: &mut T,
    leaf: &mut impl FnMut(&mut T) -> Parsed<AffineExpr>,
) -> Parsed<AffineExpr> {
    Ok(sum(tokens, leaf, 0)?.expr)
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
        let negated = match tokens.token() {
            Token::Plus => false,
            Token::Minus => true,
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
    match (tokens.token(), tokens.text()) {
        (Token::Star, _) => Some(AffineOp::Mul),
        (Token::Word, "floordiv") => Some(AffineOp::FloorDiv),
        (Token::Word, "div") if tokens.is_old() => Some(AffineOp::FloorDiv),
        (Token::Word, "ceildiv") => Some(AffineOp::CeilDiv),
        (Token::Word, "mod") => Some(AffineOp::Mod),
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
    let expr = match tokens.token() {
        Token::Word | Token::Value => leaf(tokens)?,
        Token::Integer => literal(tokens, false)?,
        Token::Minus => return negation(tokens, leaf, nesting),
        Token::LeftParen => return parenthesized(tokens, leaf, nesting),
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
        return Err(nested_too_deeply(span));
    }
    let mut term = match tokens.token() {
        Token::Integer => Term {
            span: tokens.span(),
            expr: literal(tokens, true)?,
            depth: 1,
        },
        Token::Word | Token::Value | Token::Minus | Token::LeftParen => {
            let mut term = operand(tokens, leaf, nesting + 1, true)?;
            term.expr = -term.expr;
            term.depth += 1;
            term
        }
        _ => return Err(tokens.unexpected("the operand of a negation")),
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
        return Err(nested_too_deeply(open));
    }
    tokens.bump();
    if tokens.token() == Token::RightParen {
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
    expect(tokens, Token::RightParen, "`)` after the expression")?;
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
    if b.expr.is_symbolic_or_constant() || op == AffineOp::Mul && a.expr.is_symbolic_or_constant() {
        return Ok(());
    }
    let diagnostic = match op {
        AffineOp::Mul => Diagnostic::new(
            Span {
                start: a.span.start,
                end: b.span.end,
            },
            "non-affine expression: at least one operand of a multiply must be constant or symbolic",
        )
        .help("both operands depend on dimensions"),
        _ => Diagnostic::new(
            b.span,
            format!("non-affine expression: the right operand of {op} must be constant or symbolic"),
        )
        .help("it depends on dimensions"),
    };
    Err(Box::new(diagnostic))
}

fn no_operand<'s>(tokens: &impl Tokens<'s>, has_left: bool) -> Box<Diagnostic> {
    tokens.unexpected(match (tokens.token(), has_left) {
        (_, true) => "the right operand of a binary operator",
        (Token::Plus | Token::Star, false) => "the left operand of a binary operator",
        _ => "an affine expression",
    })
}

fn nested_too_deeply(span: Span) -> Box<Diagnostic> {
    mistake(
        span,
        format!("nested too deeply: at most {DEPTH_LIMIT} levels are read"),
    )
}

fn too_deep(span: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(span, "the affine expression is too deep")
            .help(format!("expected at most {DEPTH_LIMIT} nested operations")),
    )
}
