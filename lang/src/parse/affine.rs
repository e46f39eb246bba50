//! Affine expressions: resolving names to dimensions and symbols while the text is read.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::affine::{AffineExpr, AffineMap, AffineOp, Constraint, IntegerSet};
use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::Span;

use super::context::Context;
use super::syntax::Use;

/// How deep the tree of an expression may be.
const DEPTH_LIMIT: u32 = 256;

type Names<'a, T> = IndexMap<(&'a str, u32), T, FxBuildHasher>;

/// The dimensions and symbols that the expression being read may mention.
#[derive(Default)]
pub struct AffineScope<'a> {
    dims: Names<'a, Use<'a>>,
    symbols: Names<'a, Use<'a>>,
    /// In the subscripts of an access the names are SSA values, and each is taken up as it comes.
    inline: bool,
}

/// An expression, its depth, and where it stood.
#[derive(Clone, Debug)]
pub struct Term {
    pub expr: AffineExpr,
    pub depth: u32,
    pub span: Span,
}

/// The map of an access and the values it is applied to, dimensions before symbols.
#[derive(Debug)]
pub struct Subscripts<'a> {
    pub map: AffineMap,
    pub operands: Vec<Use<'a>>,
}

impl<'a> Context<'a> {
    pub fn open_affine(&mut self, dims: Vec<(&'a str, Span)>, symbols: Vec<(&'a str, Span)>) {
        self.affine = AffineScope::default();
        for (is_symbol, (name, span)) in dims
            .into_iter()
            .map(|d| (false, d))
            .chain(symbols.into_iter().map(|s| (true, s)))
        {
            let known =
                self.affine.dims.contains_key(&(name, 0)) || self.affine.symbols.contains_key(&(name, 0));
            if known {
                self.report(Diagnostic::new(span, format!("`{name}` is named twice")));
            }
            let number = (self.affine.dims.len() + self.affine.symbols.len()) as u32;
            // A repeated name still takes a position, under a key that no text can spell.
            let key = if known { ("", number) } else { (name, 0) };
            let names = if is_symbol {
                &mut self.affine.symbols
            } else {
                &mut self.affine.dims
            };
            names.insert(
                key,
                Use {
                    name,
                    number: 0,
                    span,
                },
            );
        }
    }

    pub fn open_subscripts(&mut self) {
        self.affine = AffineScope {
            inline: true,
            ..AffineScope::default()
        };
    }

    pub fn affine_map(&mut self, results: Vec<Term>) -> AffineMap {
        AffineMap::new(
            self.affine.dims.len() as u32,
            self.affine.symbols.len() as u32,
            results.into_iter().map(|t| t.expr).collect(),
        )
    }

    pub fn integer_set(&mut self, constraints: Vec<Constraint>) -> IntegerSet {
        IntegerSet {
            num_dims: self.affine.dims.len() as u32,
            num_symbols: self.affine.symbols.len() as u32,
            constraints,
        }
    }

    pub fn subscripts(&mut self, results: Vec<Term>) -> Subscripts<'a> {
        let map = self.affine_map(results);
        let scope = std::mem::take(&mut self.affine);
        Subscripts {
            map,
            operands: scope
                .dims
                .into_values()
                .chain(scope.symbols.into_values())
                .collect(),
        }
    }

    pub fn affine_name(&mut self, name: &'a str, span: Span) -> Term {
        let key = (name, 0);
        let expr = if self.affine.inline {
            self.report(
                Diagnostic::new(span, format!("found the name `{name}` in a subscript"))
                    .help("expected an SSA value such as `%i`, or a constant"),
            );
            AffineExpr::Constant(0)
        } else if let Some(i) = self.affine.dims.get_index_of(&key) {
            AffineExpr::Dim(i as u32)
        } else if let Some(i) = self.affine.symbols.get_index_of(&key) {
            AffineExpr::Symbol(i as u32)
        } else {
            self.report(
                Diagnostic::new(span, format!("`{name}` is neither a dimension nor a symbol here"))
                    .help("expected one of the names declared in `(…)[…]`"),
            );
            AffineExpr::Constant(0)
        };
        Term { expr, depth: 1, span }
    }

    pub fn affine_value(&mut self, value: Use<'a>, is_symbol: bool) -> Term {
        let expr = if !self.affine.inline {
            self.report(
                Diagnostic::new(
                    value.span,
                    format!("found the SSA value `%{}` in an affine map", value.name),
                )
                .help("expected one of the names declared in `(…)[…]`"),
            );
            AffineExpr::Constant(0)
        } else {
            let key = (value.name, value.number);
            if is_symbol {
                AffineExpr::Symbol(position(&mut self.affine.symbols, key, value))
            } else {
                AffineExpr::Dim(position(&mut self.affine.dims, key, value))
            }
        };
        Term {
            expr,
            depth: 1,
            span: value.span,
        }
    }

    pub fn affine_constant(&mut self, text: &str, span: Span) -> Term {
        let value = self.i64(text, span);
        Term {
            expr: AffineExpr::Constant(value),
            depth: 1,
            span,
        }
    }

    pub fn affine_negation(&mut self, term: Term, span: Span) -> Term {
        let depth = term.depth + 1;
        self.limited(-term.expr, depth, span)
    }

    pub fn affine_sum(&mut self, a: Term, b: Term) -> Term {
        let (depth, span) = joined(&a, &b);
        self.limited(a.expr + b.expr, depth, span)
    }

    pub fn affine_difference(&mut self, a: Term, b: Term) -> Term {
        let (depth, span) = joined(&a, &b);
        self.limited(a.expr - b.expr, depth + 1, span)
    }

    pub fn affine_binary(&mut self, op: AffineOp, a: Term, b: Term) -> Term {
        let (depth, span) = joined(&a, &b);
        let linear = match op {
            AffineOp::Mul => is_symbolic(&a.expr) || is_symbolic(&b.expr),
            _ => is_symbolic(&b.expr),
        };
        if !linear {
            let (at, message) = match op {
                AffineOp::Mul => (span, "a product of two dimensions is not affine".to_string()),
                _ => (b.span, format!("the right side of `{op}` depends on a dimension")),
            };
            self.report(
                Diagnostic::new(at, message).help("expected a constant or an expression of symbols only"),
            );
        }
        self.limited(AffineExpr::binary(op, a.expr, b.expr), depth, span)
    }

    pub fn constraint(&mut self, expr: AffineExpr, is_equality: bool) -> Constraint {
        Constraint { expr, is_equality }
    }

    /// The map that an alias or a literal stands for.
    pub fn expect_map(&mut self, attribute: Attribute, span: Span) -> Arc<AffineMap> {
        match attribute {
            Attribute::AffineMap(map) => map,
            other => {
                if other != Attribute::Unit {
                    self.report(Diagnostic::new(
                        span,
                        "found an attribute that is not an affine map",
                    ));
                }
                Arc::new(AffineMap::new(0, 0, Vec::new()))
            }
        }
    }

    /// The integer set that an alias or a literal stands for.
    pub fn expect_set(&mut self, attribute: Attribute, span: Span) -> Arc<IntegerSet> {
        match attribute {
            Attribute::IntegerSet(set) => set,
            other => {
                if other != Attribute::Unit {
                    self.report(Diagnostic::new(
                        span,
                        "found an attribute that is not an integer set",
                    ));
                }
                Arc::new(IntegerSet {
                    num_dims: 0,
                    num_symbols: 0,
                    constraints: Vec::new(),
                })
            }
        }
    }

    fn limited(&mut self, expr: AffineExpr, depth: u32, span: Span) -> Term {
        if depth <= DEPTH_LIMIT {
            return Term { expr, depth, span };
        }
        self.report(
            Diagnostic::new(span, "the affine expression is too deep")
                .help(format!("expected at most {DEPTH_LIMIT} nested operations")),
        );
        Term {
            expr: AffineExpr::Constant(0),
            depth: 1,
            span,
        }
    }
}

fn position<'a>(names: &mut Names<'a, Use<'a>>, key: (&'a str, u32), value: Use<'a>) -> u32 {
    let entry = names.entry(key);
    let index = entry.index();
    entry.or_insert(value);
    index as u32
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
