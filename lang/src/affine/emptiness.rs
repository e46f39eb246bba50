//! Whether an integer set has a point.
//!
//! Dimensions and symbols are all unknown integers of any size: a set is empty when no choice of both
//! satisfies its constraints. The constraints are flattened to linear forms, with a variable for each
//! quotient, and decided exactly: see [`solve`].

mod reduce;
mod solve;
mod system;
mod tableau;
mod work;

use num_bigint::BigInt;

use super::display::Leaf;
use super::flat::{NotFlat, Variable, Variables};
use super::row::Row;
use super::set::IntegerSet;
use system::System;
use work::{Exhausted, Work};

/// What is known about the points of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emptiness {
    /// No point satisfies the constraints.
    Empty,
    /// There is a point, this one; `None` when none was found whose coordinates fit in 64 bits.
    NonEmpty(Option<Point>),
    /// The set is not pure affine, or the search was given up at its limit.
    Unknown,
}

/// A choice of dimensions and symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub dims: Vec<i64>,
    pub symbols: Vec<i64>,
}

/// Operations on coefficients after which a search is given up. The number is arbitrary: sets that stem from
/// programs need some thousands, and the limit is reached within a second.
const WORK_LIMIT: u64 = 2_000_000;
/// Numbers in the linear forms of all sub-expressions above which a set is not looked at. As arbitrary; it
/// bounds the memory.
const SIZE_LIMIT: usize = 1_000_000;

impl IntegerSet {
    /// Whether no choice of the dimensions and the symbols satisfies the constraints.
    ///
    /// The answer is exact for pure affine sets, up to a limit on the work. Of the other sets, those are
    /// still found empty whose pure affine constraints alone are contradictory, and those are found
    /// non-empty where a point of the pure affine constraints happens to satisfy the rest.
    ///
    /// ```
    /// use ovolo_lang::affine::{Emptiness, IntegerSet};
    ///
    /// let odd: IntegerSet = "(x, y) : (x * 2 == y * 2 + 1)".parse()?;
    /// assert_eq!(odd.is_empty(), Emptiness::Empty);
    /// # Ok::<(), ovolo_lang::diagnostic::Diagnostic>(())
    /// ```
    pub fn is_empty(&self) -> Emptiness {
        self.is_empty_within(WORK_LIMIT)
    }

    /// As [`IntegerSet::is_empty`], given up after so many operations on coefficients.
    pub fn is_empty_within(&self, limit: u64) -> Emptiness {
        let mut work = Work::new(limit);
        let coefficients = (self.constraints.len() as u64).saturating_mul(self.num_inputs() as u64);
        if coefficients > limit || work.spend(self.num_inputs()).is_err() {
            return Emptiness::Unknown;
        }
        let mut variables = Variables::new(SIZE_LIMIT);
        let system = match self.system(&mut variables, &mut work) {
            Ok(system) => system,
            Err(Exhausted) => return Emptiness::Unknown,
        };
        let answer = match solve::solve(system.clone(), &mut work) {
            Err(Exhausted) => return Emptiness::Unknown,
            Ok(None) => return Emptiness::Empty,
            Ok(Some(values)) => self.confirmed(&variables, values),
        };
        if answer != Emptiness::NonEmpty(None) {
            return answer;
        }
        match solve::solve(in_64_bits(system, &variables), &mut work) {
            Ok(Some(values)) => self.confirmed(&variables, values),
            _ => answer,
        }
    }

    /// The constraints that have a linear form, and the bounds of the quotients.
    fn system(&self, variables: &mut Variables, work: &mut Work) -> Result<System, Exhausted> {
        let (mut equalities, mut inequalities) = (Vec::new(), Vec::new());
        for constraint in &self.constraints {
            match variables.flatten(&constraint.expr) {
                Ok(row) if constraint.is_equality => equalities.push(row),
                Ok(row) => inequalities.push(row),
                Err(NotFlat::SemiAffine | NotFlat::NoValue) => {}
                Err(NotFlat::TooLarge) => return Err(Exhausted),
            }
        }
        for (i, variable) in variables.list.iter().enumerate() {
            if let Variable::Quotient { dividend, divisor } = variable {
                // 0 <= dividend - divisor * q <= divisor - 1
                let mut rest = dividend.clone();
                rest.add_scaled(&Row::variable(i), &-divisor);
                let mut room = rest.negated();
                room.constant += divisor - 1;
                inequalities.extend([rest, room]);
            }
        }
        let num_variables = variables.list.len();
        work.spend((equalities.len() + inequalities.len()) * num_variables)?;
        Ok(System::new(num_variables, equalities, inequalities))
    }

    /// The answer that the values give once the constraints themselves have been evaluated.
    fn confirmed(&self, variables: &Variables, values: Vec<BigInt>) -> Emptiness {
        let mut dims = vec![BigInt::ZERO; self.num_dims as usize];
        let mut symbols = vec![BigInt::ZERO; self.num_symbols as usize];
        for (variable, value) in variables.list.iter().zip(values) {
            let input = match variable {
                Variable::Leaf(Leaf::Dim(i)) => dims.get_mut(*i as usize),
                Variable::Leaf(Leaf::Symbol(i)) => symbols.get_mut(*i as usize),
                Variable::Quotient { .. } => continue,
            };
            if let Some(input) = input {
                *input = value;
            }
        }
        let holds = |c: &super::Constraint| c.holds_exactly(&dims, &symbols) == Some(true);
        if !self.constraints.iter().all(holds) {
            debug_assert!(
                !self.is_pure_affine() || !self.has_values(),
                "{self} at {dims:?} {symbols:?}"
            );
            return Emptiness::Unknown;
        }
        let in_64_bits = |values: &[BigInt]| values.iter().map(|v| i64::try_from(v).ok()).collect();
        Emptiness::NonEmpty(match (in_64_bits(&dims), in_64_bits(&symbols)) {
            (Some(dims), Some(symbols)) => Some(Point { dims, symbols }),
            _ => None,
        })
    }

    /// Whether every constraint has a value at every point: no division by zero, no missing input.
    fn has_values(&self) -> bool {
        let mut divides_by_zero = false;
        for constraint in &self.constraints {
            constraint.expr.walk(&mut |e| {
                if let super::AffineExpr::Binary(op, ab) = e {
                    divides_by_zero |= op.is_division() && ab.1.as_constant() == Some(0);
                }
            });
        }
        !divides_by_zero && self.is_well_formed()
    }
}

/// The system with the dimensions and symbols restricted to 64 bits.
fn in_64_bits(mut system: System, variables: &Variables) -> System {
    for (i, variable) in variables.list.iter().enumerate() {
        if let Variable::Leaf(_) = variable {
            let mut above_least = Row::variable(i);
            let mut below_greatest = above_least.negated();
            above_least.constant = -BigInt::from(i64::MIN);
            below_greatest.constant = BigInt::from(i64::MAX);
            system.inequalities.extend([above_least, below_greatest]);
        }
    }
    System::new(variables.list.len(), system.equalities, system.inequalities)
}
