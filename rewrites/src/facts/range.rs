//! Ranges of integers.

use std::fmt;

use super::Congruence;
use crate::answer::Answer;

/// The integers between two ends, both included. `None` is an end that is not known.
///
/// Never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    pub low: Option<i64>,
    pub high: Option<i64>,
}

/// Stands for every end past 64 bits. The sum of two does not overflow.
const INFINITE: i128 = 1 << 125;

impl Range {
    /// Every integer.
    pub const ALL: Range = Range {
        low: None,
        high: None,
    };

    /// One integer.
    pub fn exactly(value: i64) -> Range {
        Range {
            low: Some(value),
            high: Some(value),
        }
    }

    /// The range between the ends; everything when that is empty.
    pub fn new(low: Option<i64>, high: Option<i64>) -> Range {
        let range = Range { low, high };
        if range.is_empty() { Range::ALL } else { range }
    }

    /// The only value.
    pub fn single(self) -> Option<i64> {
        self.low.filter(|_| self.low == self.high)
    }

    /// Whether the integer is between the ends.
    pub fn contains(self, value: i64) -> bool {
        self.low.is_none_or(|low| low <= value) && self.high.is_none_or(|high| value <= high)
    }

    pub(crate) fn less_equal(self, other: Range) -> Answer {
        match (self.high, other.low, self.low, other.high) {
            (Some(a), Some(b), _, _) if a <= b => Answer::Yes,
            (_, _, Some(a), Some(b)) if a > b => Answer::No,
            _ => Answer::Unknown,
        }
    }

    /// Nothing is known when the divisor may be zero.
    pub fn floordiv(self, divisor: Range) -> Range {
        if divisor.is_positive() {
            Range::spanned(self, divisor, quotient)
        } else if (-divisor).is_positive() {
            Range::spanned(-self, -divisor, quotient)
        } else {
            Range::ALL
        }
    }

    /// Nothing is known when the divisor may be zero.
    pub fn modulo(self, divisor: Range) -> Range {
        if !divisor.is_positive() {
            return match (-divisor).is_positive() {
                true => -(-self).modulo(-divisor),
                false => Range::ALL,
            };
        }
        let (low, high) = self.ends();
        let (least_divisor, greatest_divisor) = divisor.ends();
        let within = Range::from_ends(0, greatest_divisor - 1);
        if low >= 0 && high < least_divisor {
            return self;
        }
        match (divisor.single(), self.low, self.high) {
            // All values have one quotient: the remainder is the value less a constant.
            (Some(d), Some(a), Some(b)) if a.div_euclid(d) == b.div_euclid(d) => {
                Range::from_ends(a.rem_euclid(d).into(), b.rem_euclid(d).into())
            }
            _ if low >= 0 => Range::from_ends(0, high.min(greatest_divisor - 1)),
            _ => within,
        }
    }

    /// The range of the lesser of two numbers.
    pub fn min(self, other: Range) -> Range {
        let (a, b) = (self.ends(), other.ends());
        Range::from_ends(a.0.min(b.0), a.1.min(b.1))
    }

    /// The range of the greater of two numbers.
    pub fn max(self, other: Range) -> Range {
        let (a, b) = (self.ends(), other.ends());
        Range::from_ends(a.0.max(b.0), a.1.max(b.1))
    }

    /// The least range that holds both.
    pub(crate) fn hull(self, other: Range) -> Range {
        let (a, b) = (self.ends(), other.ends());
        Range::from_ends(a.0.min(b.0), a.1.max(b.1))
    }

    /// The values in both; `None` when there are none.
    pub fn meet(self, other: Range) -> Option<Range> {
        let both = Range {
            low: self.low.max(other.low),
            high: match (self.high, other.high) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        };
        (!both.is_empty()).then_some(both)
    }

    /// The least range that holds the values with the congruence; `None` when there are none.
    pub(crate) fn rounded_to(self, congruence: Congruence) -> Option<Range> {
        let rounded = Range {
            low: match self.low {
                Some(low) => congruence.at_or_above(low)?,
                None => congruence.as_constant(),
            },
            high: match self.high {
                Some(high) => congruence.at_or_below(high)?,
                None => congruence.as_constant(),
            },
        };
        (!rounded.is_empty()).then_some(rounded)
    }

    fn is_empty(self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if low > high)
    }

    fn is_positive(self) -> bool {
        self.low.is_some_and(|low| low >= 1)
    }

    fn ends(self) -> (i128, i128) {
        (
            self.low.map_or(-INFINITE, i128::from),
            self.high.map_or(INFINITE, i128::from),
        )
    }

    fn from_ends(low: i128, high: i128) -> Range {
        Range {
            low: i64::try_from(low).ok(),
            high: i64::try_from(high).ok(),
        }
    }

    /// The range of a function that is monotone in each argument: its extremes are at the corners.
    fn spanned(a: Range, b: Range, f: fn(i128, i128) -> i128) -> Range {
        let (a, b) = (a.ends(), b.ends());
        let corners = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
        Range::from_ends(
            corners.into_iter().fold(INFINITE, i128::min),
            corners.into_iter().fold(-INFINITE, i128::max),
        )
    }
}

fn product(a: i128, b: i128) -> i128 {
    if a == 0 || b == 0 {
        0
    } else if a.abs() >= INFINITE || b.abs() >= INFINITE {
        INFINITE * a.signum() * b.signum()
    } else {
        a * b
    }
}

/// Floor of `a / b` for positive `b`. The quotient of two infinities lies between those of the
/// neighbouring corners, so its value here does not matter as long as it does too.
fn quotient(a: i128, b: i128) -> i128 {
    if b >= INFINITE {
        -i128::from(a < 0)
    } else if a.abs() >= INFINITE {
        INFINITE * a.signum()
    } else {
        a.div_euclid(b)
    }
}

impl std::ops::Add for Range {
    type Output = Range;

    fn add(self, other: Range) -> Range {
        let (a, b) = (self.ends(), other.ends());
        Range::from_ends(a.0 + b.0, a.1 + b.1)
    }
}

impl std::ops::Mul for Range {
    type Output = Range;

    fn mul(self, other: Range) -> Range {
        Range::spanned(self, other, product)
    }
}

impl std::ops::Neg for Range {
    type Output = Range;

    fn neg(self) -> Range {
        let (low, high) = self.ends();
        Range::from_ends(-high, -low)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (Some(low), Some(high)) => write!(f, "{low} <= x <= {high}"),
            (Some(low), None) => write!(f, "{low} <= x"),
            (None, Some(high)) => write!(f, "x <= {high}"),
            (None, None) => write!(f, "any x"),
        }
    }
}
