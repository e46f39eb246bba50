//! Expressions and sets brought to a normal form by flattening them.

use num_bigint::BigInt;
use num_integer::Integer;
use rustc_hash::FxHashMap;

use super::emptiness::Emptiness;
use super::expr::AffineExpr;
use super::flat::Variables;
use super::map::AffineMap;
use super::row::Row;
use super::set::{Constraint, IntegerSet};

/// Numbers in the linear forms of all sub-expressions above which an expression is left alone. The number is
/// arbitrary; it bounds the memory.
const SIZE_LIMIT: usize = 1_000_000;

impl AffineExpr {
    /// The expression as a sum of multiples of dimensions, of symbols, of quotients, and a constant, in this
    /// order. This goes beyond what construction does: it expands products and collects terms from anywhere
    /// in the sum. An expression that is not pure affine stays as it is.
    ///
    /// ```
    /// use ovolo_lang::affine::AffineExpr;
    ///
    /// let expr: AffineExpr = "s0 + (d1 + 1) * 4 - d1 + d0 * 8 floordiv 4".parse()?;
    /// assert_eq!(expr.simplified().to_string(), "d0 * 2 + d1 * 3 + s0 + 4");
    /// # Ok::<(), ovolo_lang::diagnostic::Diagnostic>(())
    /// ```
    pub fn simplified(&self) -> AffineExpr {
        let mut variables = Variables::new(SIZE_LIMIT);
        let row = variables.flatten(self).ok();
        let simpler = row.and_then(|row| variables.expression(&row));
        simpler.unwrap_or_else(|| self.clone())
    }
}

impl AffineMap {
    /// The map with each result as [`AffineExpr::simplified`] makes it.
    pub fn simplified(&self) -> AffineMap {
        let results = self.results.iter().map(AffineExpr::simplified);
        AffineMap::new(self.num_dims, self.num_symbols, results.collect())
    }
}

impl IntegerSet {
    /// A set with the same points: [`IntegerSet::empty`] if it is known to have none; otherwise with the
    /// expressions simplified and divided by the common divisor of their coefficients, without constraints
    /// that always hold, and with the tightest of parallel inequalities only. Constraints that are not pure
    /// affine stay as they are.
    ///
    /// ```
    /// use ovolo_lang::affine::IntegerSet;
    ///
    /// let set: IntegerSet = "(i)[n] : (i * 4 - 6 >= 0, i >= 1, i + 1 >= i, n * 2 == i * 6)".parse()?;
    /// assert_eq!(set.simplified().to_string(), "(d0)[s0] : (d0 - 2 >= 0, d0 * -3 + s0 == 0)");
    /// # Ok::<(), ovolo_lang::diagnostic::Diagnostic>(())
    /// ```
    pub fn simplified(&self) -> IntegerSet {
        if self.is_empty() == Emptiness::Empty {
            return IntegerSet::empty(self.num_dims, self.num_symbols);
        }
        let mut kept = Kept::default();
        let mut variables = Variables::new(SIZE_LIMIT);
        for constraint in &self.constraints {
            match variables.flatten(&constraint.expr) {
                Ok(row) => kept.add(&variables, row, constraint),
                Err(_) => kept.constraints.push(constraint.clone()),
            }
        }
        IntegerSet::new(self.num_dims, self.num_symbols, kept.constraints)
    }
}

/// The constraints of a simplified set.
#[derive(Default)]
struct Kept {
    constraints: Vec<Constraint>,
    /// For coefficients, and whether the constraint is an equality, the constant and the position.
    known: FxHashMap<(Vec<BigInt>, bool), (BigInt, usize)>,
}

impl Kept {
    fn add(&mut self, variables: &Variables, row: Row, original: &Constraint) {
        let is_equality = original.is_equality;
        let row = divided(row, is_equality);
        let holds = match is_equality {
            true => row.constant == BigInt::ZERO,
            false => row.constant >= BigInt::ZERO,
        };
        if row.is_constant() && holds {
            return;
        }
        let constraint = match variables.expression(&row) {
            Some(expr) => Constraint { expr, is_equality },
            None => original.clone(),
        };
        let mut coefficients = row.coefficients;
        while coefficients.last() == Some(&BigInt::ZERO) {
            coefficients.pop();
        }
        match self.known.get_mut(&(coefficients.clone(), is_equality)) {
            Some((constant, _)) if *constant == row.constant => {}
            Some((constant, position)) if !is_equality => {
                if row.constant < *constant {
                    *constant = row.constant;
                    self.constraints[*position] = constraint;
                }
            }
            // Two equalities that exclude each other are both kept.
            Some(_) => self.constraints.push(constraint),
            None => {
                let entry = (row.constant, self.constraints.len());
                self.known.insert((coefficients, is_equality), entry);
                self.constraints.push(constraint);
            }
        }
    }
}

/// The row divided by the common divisor of its coefficients: for integers, `g * e + c >= 0` is
/// `e + c floordiv g >= 0`. An equality without solutions stays as it is.
fn divided(mut row: Row, is_equality: bool) -> Row {
    let content = row.content();
    if content > BigInt::from(1) && (!is_equality || row.constant.is_multiple_of(&content)) {
        row.for_each(|number| *number = number.div_floor(&content));
    }
    row
}
