//! Affine expressions, maps and sets.

use std::fmt::{self, Write};

use crate::affine::{AffineExpr, AffineMap, AffineOp, Constraint, IntegerSet};

/// Writes the name of dimension (`false`) or symbol (`true`) `i`.
pub type Leaf<'a> = &'a dyn Fn(&mut String, bool, u32);

/// How tightly the surroundings bind: a sum needs brackets in a product.
#[derive(Clone, Copy, PartialEq)]
pub enum Binding {
    Weak,
    Strong,
}

pub fn expression(out: &mut String, expr: &AffineExpr, around: Binding, leaf: Leaf<'_>) {
    match expr {
        AffineExpr::Constant(c) => {
            let _ = write!(out, "{c}");
        }
        AffineExpr::Dim(i) => leaf(out, false, *i),
        AffineExpr::Symbol(i) => leaf(out, true, *i),
        AffineExpr::Binary(AffineOp::Mul, ab) if ab.1 == AffineExpr::Constant(-1) => {
            out.push('-');
            expression(out, &ab.0, Binding::Strong, leaf);
        }
        AffineExpr::Binary(op, ab) => {
            let (a, b) = (&ab.0, &ab.1);
            if around == Binding::Strong {
                out.push('(');
            }
            if *op == AffineOp::Add {
                expression(out, a, Binding::Weak, leaf);
                addend(out, b, leaf);
            } else {
                // Products associate to the left, so only the right side needs brackets.
                match a {
                    AffineExpr::Binary(inner, _) if *inner != AffineOp::Add => {
                        expression(out, a, Binding::Weak, leaf);
                    }
                    _ => expression(out, a, Binding::Strong, leaf),
                }
                let _ = write!(out, " {op} ");
                expression(out, b, Binding::Strong, leaf);
            }
            if around == Binding::Strong {
                out.push(')');
            }
        }
    }
}

/// ` + b`, or ` - c` for a negated `c`.
fn addend(out: &mut String, b: &AffineExpr, leaf: Leaf<'_>) {
    match b {
        AffineExpr::Constant(c) if *c < 0 && *c != i64::MIN => {
            let _ = write!(out, " - {}", -c);
        }
        AffineExpr::Binary(AffineOp::Mul, ab) if ab.1 == AffineExpr::Constant(-1) => {
            out.push_str(" - ");
            expression(out, &ab.0, Binding::Strong, leaf);
        }
        AffineExpr::Binary(AffineOp::Add, _) => {
            out.push_str(" + ");
            expression(out, b, Binding::Strong, leaf);
        }
        _ => {
            out.push_str(" + ");
            expression(out, b, Binding::Weak, leaf);
        }
    }
}

fn numbered(out: &mut String, is_symbol: bool, i: u32) {
    let _ = write!(out, "{}{i}", if is_symbol { 's' } else { 'd' });
}

fn header(f: &mut fmt::Formatter<'_>, dims: u32, symbols: u32) -> fmt::Result {
    let list = |n: u32, letter: char| {
        let names: Vec<String> = (0..n).map(|i| format!("{letter}{i}")).collect();
        names.join(", ")
    };
    write!(f, "({})", list(dims, 'd'))?;
    match symbols {
        0 => Ok(()),
        _ => write!(f, "[{}]", list(symbols, 's')),
    }
}

impl fmt::Display for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        expression(&mut out, self, Binding::Weak, &numbered);
        f.write_str(&out)
    }
}

/// `(d0)[s0] -> (d0 + s0)`, as between the brackets of `affine_map<…>`.
impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        header(f, self.num_dims, self.num_symbols)?;
        let results: Vec<String> = self.results.iter().map(ToString::to_string).collect();
        write!(f, " -> ({})", results.join(", "))
    }
}

/// `(d0)[s0] : (d0 - s0 >= 0)`, as between the brackets of `affine_set<…>`.
impl fmt::Display for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        header(f, self.num_dims, self.num_symbols)?;
        let constraints: Vec<String> = self.constraints.iter().map(ToString::to_string).collect();
        write!(f, " : ({})", constraints.join(", "))
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = if self.is_equality { "==" } else { ">=" };
        write!(f, "{} {relation} 0", self.expr)
    }
}
