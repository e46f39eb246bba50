//! Linear forms with integer coefficients of any size.

use num_bigint::BigInt;
use num_integer::Integer;

/// `Σ coefficients[i] · x_i + constant`. The variables past the end have the coefficient zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Row {
    pub coefficients: Vec<BigInt>,
    pub constant: BigInt,
}

static ZERO: BigInt = BigInt::ZERO;

impl Row {
    pub fn constant(constant: impl Into<BigInt>) -> Row {
        Row {
            coefficients: Vec::new(),
            constant: constant.into(),
        }
    }

    /// `x_i`.
    pub fn variable(i: usize) -> Row {
        let mut row = Row::constant(0);
        *row.coefficient_mut(i) = BigInt::from(1);
        row
    }

    pub fn coefficient(&self, i: usize) -> &BigInt {
        self.coefficients.get(i).unwrap_or(&ZERO)
    }

    pub fn coefficient_mut(&mut self, i: usize) -> &mut BigInt {
        if self.coefficients.len() <= i {
            self.coefficients.resize(i + 1, BigInt::ZERO);
        }
        &mut self.coefficients[i]
    }

    /// The variables with a coefficient other than zero.
    pub fn variables(&self) -> impl Iterator<Item = usize> {
        let used = self.coefficients.iter().enumerate();
        used.filter(|(_, c)| **c != BigInt::ZERO).map(|(i, _)| i)
    }

    pub fn is_constant(&self) -> bool {
        self.coefficients.iter().all(|c| *c == BigInt::ZERO)
    }

    /// The greatest common divisor of the coefficients; 0 when there are none.
    pub fn content(&self) -> BigInt {
        self.coefficients.iter().fold(BigInt::ZERO, |g, c| g.gcd(c))
    }

    /// The bits of the longest number.
    pub fn bits(&self) -> u64 {
        let numbers = self.coefficients.iter().chain([&self.constant]);
        numbers.map(BigInt::bits).max().unwrap_or(0)
    }

    pub fn add_scaled(&mut self, other: &Row, factor: &BigInt) {
        if *factor == BigInt::ZERO {
            return;
        }
        if self.coefficients.len() < other.coefficients.len() {
            self.coefficients.resize(other.coefficients.len(), BigInt::ZERO);
        }
        for (mine, theirs) in self.coefficients.iter_mut().zip(&other.coefficients) {
            if *theirs != BigInt::ZERO {
                *mine += theirs * factor;
            }
        }
        self.constant += &other.constant * factor;
    }

    pub fn scaled(mut self, factor: &BigInt) -> Row {
        self.for_each(|number| *number *= factor);
        self
    }

    pub fn negated(&self) -> Row {
        Row {
            coefficients: self.coefficients.iter().map(|c| -c).collect(),
            constant: -&self.constant,
        }
    }

    /// Calls `f` on the coefficients and the constant.
    pub fn for_each(&mut self, mut f: impl FnMut(&mut BigInt)) {
        self.coefficients.iter_mut().for_each(&mut f);
        f(&mut self.constant);
    }

    pub fn value(&self, values: &[BigInt]) -> BigInt {
        self.slope(values) + &self.constant
    }

    /// How much the value changes along the direction.
    pub fn slope(&self, direction: &[BigInt]) -> BigInt {
        let terms = self.coefficients.iter().zip(direction);
        terms.fold(BigInt::ZERO, |sum, (c, x)| match *c == BigInt::ZERO {
            true => sum,
            false => sum + c * x,
        })
    }
}
