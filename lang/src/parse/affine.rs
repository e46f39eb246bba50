//! Affine maps, integer sets and subscripts.
//!
//! ```text
//! sum     ::= product (("+" | "-") product)*
//! product ::= factor (("*" | "floordiv" | "ceildiv" | "mod") factor)*
//! factor  ::= "-" factor | "(" sum ")" | integer | name | value | "symbol" "(" value ")"
//! ```

use std::sync::Arc;

use smallvec::SmallVec;

use crate::affine::{AffineExpr, AffineMap, AffineOp, Constraint, IntegerSet};
use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::Token;

use super::parser::{Parsed, Parser};
use super::values::{Use, Uses};

/// How deep the tree of an expression may be.
const DEPTH_LIMIT: u32 = 256;

/// A map applied to values, dimensions before symbols.
#[derive(Debug)]
pub(crate) struct MapOfValues<'s> {
    pub map: Arc<AffineMap>,
    pub dims: Uses<'s>,
    pub symbols: Uses<'s>,
}

/// The dimensions and symbols that the expression being read may mention.
struct Scope<'s> {
    dims: Uses<'s>,
    symbols: Uses<'s>,
    /// In subscripts the names are SSA values, and each is taken up as it comes.
    inline: bool,
}

struct Term {
    expr: AffineExpr,
    depth: u32,
    span: Span,
}

impl<'s> Parser<'s> {
    /// `affine_map<(d0)[s0] -> (d0 + s0)>`.
    pub(super) fn map_literal(&mut self) -> Parsed<Arc<AffineMap>> {
        let text = self.bracketed_text();
        if let Some(text) = text
            && let Some(map) = self.maps_by_text.get(text)
        {
            let map = map.clone();
            self.cursor.go_to(self.cursor.start() + text.len() as u32);
            return Ok(map);
        }
        self.bump();
        self.expect(Token::Less, "<")?;
        let map = self.map_body()?;
        let map = self.shared_map(map);
        self.expect(Token::Greater, ">")?;
        if let Some(text) = text {
            self.maps_by_text.insert(text, map.clone());
        }
        Ok(map)
    }

    /// `affine_set<(d0)[s0] : (d0 - s0 >= 0)>`.
    pub(super) fn set_literal(&mut self) -> Parsed<Arc<IntegerSet>> {
        let text = self.bracketed_text();
        if let Some(text) = text
            && let Some(set) = self.sets_by_text.get(text)
        {
            let set = set.clone();
            self.cursor.go_to(self.cursor.start() + text.len() as u32);
            return Ok(set);
        }
        self.bump();
        self.expect(Token::Less, "<")?;
        let set = Arc::new(self.set_body()?);
        self.expect(Token::Greater, ">")?;
        if let Some(text) = text {
            self.sets_by_text.insert(text, set.clone());
        }
        Ok(set)
    }

    /// `(d0)[s0] -> (d0 + s0)`.
    /// `(i, j) -> (j, i)`, without the keyword.
    pub fn bare_map(&mut self) -> Parsed<Arc<AffineMap>> {
        let map = self.map_body()?;
        Ok(self.shared_map(map))
    }

    pub(super) fn map_body(&mut self) -> Parsed<AffineMap> {
        let mut scope = self.declared_names()?;
        self.expect(Token::Arrow, "->")?;
        let results = self.paren_list(|parser| Ok(parser.affine_sum(&mut scope)?.expr))?;
        Ok(AffineMap::new(
            scope.dims.len() as u32,
            scope.symbols.len() as u32,
            results,
        ))
    }

    /// `(d0)[s0] : (d0 - s0 >= 0)`.
    pub(super) fn set_body(&mut self) -> Parsed<IntegerSet> {
        let mut scope = self.declared_names()?;
        self.expect(Token::Colon, ":")?;
        let constraints = self.paren_list(|parser| parser.constraint(&mut scope))?;
        Ok(IntegerSet {
            num_dims: scope.dims.len() as u32,
            num_symbols: scope.symbols.len() as u32,
            constraints,
        })
    }

    /// `a >= b`, `a <= b` or `a == b`, as a comparison with zero.
    fn constraint(&mut self, scope: &mut Scope<'s>) -> Parsed<Constraint> {
        let left = self.affine_sum(scope)?.expr;
        let relation = self.token();
        if !matches!(
            relation,
            Token::GreaterEqual | Token::LessEqual | Token::DoubleEqual
        ) {
            return Err(self.unexpected("`== 0` or `>= 0` at the end of the affine constraint"));
        }
        self.bump();
        let right = self.affine_sum(scope)?.expr;
        Ok(Constraint {
            expr: match relation {
                Token::LessEqual => right - left,
                _ => left - right,
            },
            is_equality: relation == Token::DoubleEqual,
        })
    }

    /// `(d0, d1)[s0]`.
    fn declared_names(&mut self) -> Parsed<Scope<'s>> {
        let mut scope = Scope {
            dims: SmallVec::new(),
            symbols: SmallVec::new(),
            inline: false,
        };
        self.paren_list(|parser| parser.declared_name(&mut scope, false))?;
        if self.is(Token::LeftBracket) {
            self.bracket_list(|parser| parser.declared_name(&mut scope, true))?;
        }
        Ok(scope)
    }

    fn declared_name(&mut self, scope: &mut Scope<'s>, is_symbol: bool) -> Parsed<()> {
        let span = self.span();
        let name = self.word("a bare identifier")?;
        if scope.dims.iter().chain(&scope.symbols).any(|u| u.name == name) {
            return Err(self.error(
                span,
                format!("`{name}` is named twice: a redefinition of the identifier"),
            ));
        }
        let names = if is_symbol {
            &mut scope.symbols
        } else {
            &mut scope.dims
        };
        names.push(Use {
            name,
            number: 0,
            span,
        });
        Ok(())
    }

    /// `[%i + 1, symbol(%n)]`: each value becomes a dimension or a symbol where it first occurs.
    pub fn map_of_values(&mut self) -> Parsed<MapOfValues<'s>> {
        let mut scope = inline_scope();
        let results = self.bracket_list(|parser| Ok(parser.affine_sum(&mut scope)?.expr))?;
        self.applied(scope, results)
    }

    /// `(%i + 1, %n)`, as [`Parser::map_of_values`].
    pub fn map_of_values_in_parens(&mut self) -> Parsed<MapOfValues<'s>> {
        let mut scope = inline_scope();
        let results = self.paren_list(|parser| Ok(parser.affine_sum(&mut scope)?.expr))?;
        self.applied(scope, results)
    }

    /// One expression over values.
    pub fn expr_of_values(&mut self) -> Parsed<MapOfValues<'s>> {
        let mut scope = inline_scope();
        let result = self.affine_sum(&mut scope)?.expr;
        self.applied(scope, vec![result])
    }

    fn applied(&mut self, scope: Scope<'s>, results: Vec<AffineExpr>) -> Parsed<MapOfValues<'s>> {
        let map = AffineMap::new(scope.dims.len() as u32, scope.symbols.len() as u32, results);
        Ok(MapOfValues {
            map: self.shared_map(map),
            dims: scope.dims,
            symbols: scope.symbols,
        })
    }

    fn affine_sum(&mut self, scope: &mut Scope<'s>) -> Parsed<Term> {
        let mut left = self.affine_product(scope)?;
        loop {
            let negative = match self.token() {
                Token::Plus => false,
                Token::Minus => true,
                _ => return Ok(left),
            };
            self.bump();
            let right = self.affine_product(scope)?;
            let (depth, span) = joined(&left, &right);
            let expr = match negative {
                true => left.expr - right.expr,
                false => left.expr + right.expr,
            };
            left = self.limited(expr, depth + u32::from(negative), span)?;
        }
    }

    fn affine_product(&mut self, scope: &mut Scope<'s>) -> Parsed<Term> {
        let mut left = self.affine_factor(scope)?;
        loop {
            let op = match self.token() {
                Token::Star => AffineOp::Mul,
                Token::Word => match self.text() {
                    "floordiv" => AffineOp::FloorDiv,
                    "ceildiv" => AffineOp::CeilDiv,
                    "mod" => AffineOp::Mod,
                    _ => return Ok(left),
                },
                _ => return Ok(left),
            };
            self.bump();
            let right = self.affine_factor(scope)?;
            left = self.affine_binary(op, left, right)?;
        }
    }

    fn affine_binary(&mut self, op: AffineOp, a: Term, b: Term) -> Parsed<Term> {
        let (depth, span) = joined(&a, &b);
        let linear = match op {
            AffineOp::Mul => is_symbolic(&a.expr) || is_symbolic(&b.expr),
            _ => is_symbolic(&b.expr),
        };
        if !linear {
            let (at, message) = match op {
                AffineOp::Mul => (
                    span,
                    "a product of two dimensions is not affine: a non-affine expression".to_string(),
                ),
                _ => (
                    b.span,
                    format!("the right side of `{op}` depends on a dimension: a non-affine expression"),
                ),
            };
            return Err(Box::new(
                Diagnostic::new(at, message)
                    .help("expected a constant or a symbolic expression on one side of `*` and on the right of a division"),
            ));
        }
        self.limited(AffineExpr::binary(op, a.expr, b.expr), depth, span)
    }

    fn affine_factor(&mut self, scope: &mut Scope<'s>) -> Parsed<Term> {
        let span = self.span();
        let expr = match self.token() {
            Token::Value => {
                let value = match self.maybe_operand()? {
                    Some(value) => value,
                    None => return Err(self.unexpected("an SSA value")),
                };
                self.affine_value(scope, value, false)?
            }
            Token::Word if scope.inline && self.text() == "symbol" => {
                self.bump();
                self.expect(Token::LeftParen, "(")?;
                let value = self.operand()?;
                self.expect(Token::RightParen, ")")?;
                self.affine_value(scope, value, true)?
            }
            Token::Word => self.affine_name(scope)?,
            Token::Integer => AffineExpr::Constant(self.affine_constant()?),
            Token::LeftParen => {
                self.bump();
                let inner = self.nested(|parser| parser.affine_sum(scope))?;
                self.expect(Token::RightParen, ")")?;
                return Ok(inner);
            }
            Token::Minus => {
                if let Some(constant) = self.least_integer() {
                    return Ok(Term {
                        expr: AffineExpr::Constant(constant),
                        depth: 1,
                        span: self.span_from(span.start),
                    });
                }
                self.bump();
                let inner = self.nested(|parser| parser.affine_factor(scope))?;
                let depth = inner.depth + 1;
                return self.limited(-inner.expr, depth, self.span_from(span.start));
            }
            _ => return Err(self.unexpected("an affine expression")),
        };
        Ok(Term {
            expr,
            depth: 1,
            span: self.span_from(span.start),
        })
    }

    /// -2^63, whose digits alone do not fit 64 bits.
    fn least_integer(&mut self) -> Option<i64> {
        let mut ahead = self.cursor.clone();
        ahead.bump();
        if ahead.text() != "9223372036854775808" {
            return None;
        }
        ahead.bump();
        self.cursor = ahead;
        Some(i64::MIN)
    }

    fn affine_constant(&mut self) -> Parsed<i64> {
        let text = self.text();
        let value = match text.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        let Some(value) = value else {
            return Err(self.error(
                self.span(),
                "the constant is too large: expected one that fits 64 bits, as an index does",
            ));
        };
        self.bump();
        Ok(value)
    }

    fn affine_name(&mut self, scope: &Scope<'s>) -> Parsed<AffineExpr> {
        let name = self.text();
        let expr = if scope.inline {
            return Err(Box::new(
                Diagnostic::new(self.span(), format!("found the name `{name}` in a subscript"))
                    .help("expected an SSA value such as `%i`, or a constant"),
            ));
        } else if let Some(i) = scope.dims.iter().position(|u| u.name == name) {
            AffineExpr::Dim(i as u32)
        } else if let Some(i) = scope.symbols.iter().position(|u| u.name == name) {
            AffineExpr::Symbol(i as u32)
        } else {
            return Err(Box::new(
                Diagnostic::new(
                    self.span(),
                    format!("`{name}` is neither a dimension nor a symbol here: the use of an undeclared identifier"),
                )
                .help("expected one of the names declared in `(…)[…]`"),
            ));
        };
        self.bump();
        Ok(expr)
    }

    fn affine_value(&mut self, scope: &mut Scope<'s>, value: Use<'s>, is_symbol: bool) -> Parsed<AffineExpr> {
        if !scope.inline {
            return Err(Box::new(
                Diagnostic::new(
                    value.span,
                    format!("found the SSA value `%{}` in an affine map", value.name),
                )
                .help("expected one of the names declared in `(…)[…]`"),
            ));
        }
        let same = |u: &Use<'s>| u.name == value.name && u.number == value.number;
        if let Some(i) = scope.dims.iter().position(same) {
            return Ok(AffineExpr::Dim(i as u32));
        }
        if let Some(i) = scope.symbols.iter().position(same) {
            return Ok(AffineExpr::Symbol(i as u32));
        }
        Ok(match is_symbol {
            true => {
                scope.symbols.push(value);
                AffineExpr::Symbol(scope.symbols.len() as u32 - 1)
            }
            false => {
                scope.dims.push(value);
                AffineExpr::Dim(scope.dims.len() as u32 - 1)
            }
        })
    }

    fn limited(&self, expr: AffineExpr, depth: u32, span: Span) -> Parsed<Term> {
        match depth <= DEPTH_LIMIT {
            true => Ok(Term { expr, depth, span }),
            false => Err(Box::new(
                Diagnostic::new(span, "the affine expression is too deep")
                    .help(format!("expected at most {DEPTH_LIMIT} nested operations")),
            )),
        }
    }

    /// The text from the current word to the end of the bracket behind it, when it is on one line.
    fn bracketed_text(&self) -> Option<&'s str> {
        let source = self.cursor.source();
        let (start, open) = (self.cursor.start() as usize, self.cursor.end() as usize);
        let bytes = &source.as_bytes()[open..];
        if bytes.first() != Some(&b'<') {
            return None;
        }
        for (at, &byte) in bytes.iter().enumerate().skip(1) {
            match byte {
                b'\n' | b'<' | b'/' => {
                    if byte != b'<' || bytes.get(at + 1) != Some(&b'=') {
                        return None;
                    }
                }
                b'>' if bytes[at - 1] != b'-' && bytes.get(at + 1) != Some(&b'=') => {
                    return Some(&source[start..open + at + 1]);
                }
                _ => {}
            }
        }
        None
    }
}

fn inline_scope<'s>() -> Scope<'s> {
    Scope {
        dims: SmallVec::new(),
        symbols: SmallVec::new(),
        inline: true,
    }
}

fn joined(a: &Term, b: &Term) -> (u32, Span) {
    let span = Span {
        start: a.span.start,
        end: b.span.end,
    };
    (a.depth.max(b.depth) + 1, span)
}

/// Whether the expression mentions no dimension.
fn is_symbolic(expr: &AffineExpr) -> bool {
    let mut symbolic = true;
    expr.walk(&mut |e| symbolic &= !matches!(e, AffineExpr::Dim(_)));
    symbolic
}
