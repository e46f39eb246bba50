//! Text of affine expressions, maps and sets, as MLIR writes it.
//!
//! What is printed reads back as the same value, in MLIR too. MLIR's own printer fails that in two
//! places, where this one differs: a sum on the right of a sum has brackets, as `d0 + (d1 + s0)`, and the
//! least 64-bit integer, which no literal of MLIR can spell, is a difference of two that it can.

use std::fmt::{self, Display, Formatter, Write};

use super::expr::{AffineExpr, AffineOp};
use super::map::AffineMap;
use super::set::{Constraint, IntegerSet};

/// A dimension or symbol, to be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leaf {
    Dim(u32),
    Symbol(u32),
}

/// How tightly the surroundings bind: a sum needs brackets in a product.
#[derive(Clone, Copy, PartialEq)]
enum Binding {
    Weak,
    Strong,
}

impl AffineExpr {
    /// Writes the expression; `name` writes each dimension and symbol.
    ///
    /// ```
    /// use std::fmt::Write;
    /// use ovolo_lang::affine::{Leaf, dim, symbol};
    ///
    /// let mut text = String::new();
    /// (dim(0) - symbol(0)).write(&mut text, &mut |out, leaf| match leaf {
    ///     Leaf::Dim(i) => write!(out, "%arg{i}"),
    ///     Leaf::Symbol(i) => write!(out, "symbol(%n{i})"),
    /// })?;
    /// assert_eq!(text, "%arg0 - symbol(%n0)");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn write<W: Write + ?Sized>(
        &self,
        out: &mut W,
        name: &mut impl FnMut(&mut W, Leaf) -> fmt::Result,
    ) -> fmt::Result {
        expression(out, self, Binding::Weak, name)
    }
}

fn expression<W: Write + ?Sized>(
    out: &mut W,
    expr: &AffineExpr,
    around: Binding,
    name: &mut impl FnMut(&mut W, Leaf) -> fmt::Result,
) -> fmt::Result {
    let (op, ab) = match expr {
        AffineExpr::Constant(i64::MIN) => return least(out, around),
        AffineExpr::Constant(c) => return write!(out, "{c}"),
        AffineExpr::Dim(i) => return name(out, Leaf::Dim(*i)),
        AffineExpr::Symbol(i) => return name(out, Leaf::Symbol(*i)),
        AffineExpr::Binary(op, ab) => (*op, ab),
    };
    let (a, b) = (&ab.0, &ab.1);
    if around == Binding::Strong {
        out.write_char('(')?;
    }
    if op == AffineOp::Add {
        expression(out, a, Binding::Weak, name)?;
        addend(out, b, name)?;
    } else if op == AffineOp::Mul && *b == AffineExpr::Constant(-1) {
        out.write_char('-')?;
        expression(out, a, Binding::Strong, name)?;
    } else {
        expression(out, a, Binding::Strong, name)?;
        write!(out, " {op} ")?;
        expression(out, b, Binding::Strong, name)?;
    }
    if around == Binding::Strong {
        out.write_char(')')?;
    }
    Ok(())
}

/// ` + b`, or ` - c` for a negated `c`.
fn addend<W: Write + ?Sized>(
    out: &mut W,
    b: &AffineExpr,
    name: &mut impl FnMut(&mut W, Leaf) -> fmt::Result,
) -> fmt::Result {
    match b {
        AffineExpr::Constant(c) if *c < 0 && *c != i64::MIN => return write!(out, " - {}", -c),
        AffineExpr::Binary(AffineOp::Mul, ab) => {
            if let Some(c) = subtracted(&ab.0, &ab.1) {
                out.write_str(" - ")?;
                return match c {
                    1 => expression(out, &ab.0, in_sum(&ab.0), name),
                    _ => {
                        expression(out, &ab.0, Binding::Strong, name)?;
                        write!(out, " * {c}")
                    }
                };
            }
        }
        _ => {}
    }
    out.write_str(" + ")?;
    expression(out, b, in_sum(b), name)
}

/// `c` when `x * factor` is best written as `- x * c`.
///
/// Where `x` has a constant factor that no larger one could take in, `x * c` might be folded on reading.
fn subtracted(x: &AffineExpr, factor: &AffineExpr) -> Option<i64> {
    let c = factor.as_constant().filter(|c| *c < 0)?.checked_neg()?;
    let foldable = match x {
        AffineExpr::Binary(AffineOp::Mul, ab) => ab.1.as_constant().is_some(),
        _ => x.as_constant().is_some(),
    };
    (c == 1 || !foldable).then_some(c)
}

/// How an addend binds: the sums on the left need no brackets, those on the right do.
fn in_sum(b: &AffineExpr) -> Binding {
    match b {
        AffineExpr::Binary(AffineOp::Add, _) | AffineExpr::Constant(i64::MIN) => Binding::Strong,
        _ => Binding::Weak,
    }
}

/// -2⁶³, from literals below 2⁶³.
fn least<W: Write + ?Sized>(out: &mut W, around: Binding) -> fmt::Result {
    match around {
        Binding::Weak => write!(out, "-{} - 1", i64::MAX),
        Binding::Strong => write!(out, "(-{} - 1)", i64::MAX),
    }
}

impl Display for Leaf {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Leaf::Dim(i) => write!(f, "d{i}"),
            Leaf::Symbol(i) => write!(f, "s{i}"),
        }
    }
}

impl Display for AffineOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Display for AffineExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(f, &mut |f, leaf| write!(f, "{leaf}"))
    }
}

/// `(d0)[s0] -> (d0 + s0)`, as between the brackets of `affine_map<…>`.
impl Display for AffineMap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        header(f, self.num_dims, self.num_symbols)?;
        f.write_str(" -> (")?;
        comma_separated(f, &self.results)?;
        f.write_char(')')
    }
}

/// `(d0)[s0] : (d0 - s0 >= 0)`, as between the brackets of `affine_set<…>`. The set of all points is
/// `(d0)[s0] : (0 == 0)`.
impl Display for IntegerSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        header(f, self.num_dims, self.num_symbols)?;
        f.write_str(" : (")?;
        match self.constraints.is_empty() {
            true => f.write_str("0 == 0")?,
            false => comma_separated(f, &self.constraints)?,
        }
        f.write_char(')')
    }
}

impl Display for Constraint {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let relation = if self.is_equality { "==" } else { ">=" };
        write!(f, "{} {relation} 0", self.expr)
    }
}

/// `(d0, d1)[s0]`, without the second list when it would be empty.
fn header(f: &mut Formatter<'_>, dims: u32, symbols: u32) -> fmt::Result {
    f.write_char('(')?;
    comma_separated(f, (0..dims).map(Leaf::Dim))?;
    f.write_char(')')?;
    if symbols > 0 {
        f.write_char('[')?;
        comma_separated(f, (0..symbols).map(Leaf::Symbol))?;
        f.write_char(']')?;
    }
    Ok(())
}

fn comma_separated<T: Display>(f: &mut Formatter<'_>, items: impl IntoIterator<Item = T>) -> fmt::Result {
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}
