//! Congruences: `x ≡ remainder (mod modulus)`.

use std::fmt;

use crate::answer::Answer;
use crate::linear::gcd;

/// The integers with one remainder. A modulus of 0 leaves a single integer, the remainder; with a
/// modulus of 1 there is no restriction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Congruence {
    /// Not negative.
    modulus: i64,
    /// In `0 .. modulus` unless the modulus is 0.
    remainder: i64,
}

impl Congruence {
    /// Every integer.
    pub const ALL: Congruence = Congruence {
        modulus: 1,
        remainder: 0,
    };

    /// One integer.
    pub fn exactly(value: i64) -> Congruence {
        Congruence {
            modulus: 0,
            remainder: value,
        }
    }

    /// The integers `x ≡ remainder (mod modulus)`; modulus 0 says `x = remainder`.
    pub fn new(modulus: i64, remainder: i64) -> Congruence {
        Congruence::from_wide(modulus.into(), remainder.into())
    }

    /// What does not fit in 64 bits says nothing.
    fn from_wide(modulus: i128, remainder: i128) -> Congruence {
        let modulus = modulus.abs();
        let remainder = if modulus == 0 {
            remainder
        } else {
            remainder.rem_euclid(modulus)
        };
        match (i64::try_from(modulus), i64::try_from(remainder)) {
            (Ok(modulus), Ok(remainder)) => Congruence { modulus, remainder },
            _ => Congruence::ALL,
        }
    }

    /// 0 for one integer.
    pub fn modulus(self) -> i64 {
        self.modulus
    }

    /// Not negative, and below the modulus unless that is 0.
    pub fn remainder(self) -> i64 {
        self.remainder
    }

    /// The only integer, where there is one.
    pub fn as_constant(self) -> Option<i64> {
        (self.modulus == 0).then_some(self.remainder)
    }

    /// `(m·k + r) floordiv d = (m / d)·k + r floordiv d` where the constant `d` divides `m`.
    pub fn floordiv(self, divisor: Congruence) -> Congruence {
        let (m, r) = self.wide();
        match divisor.wide() {
            (0, d) if d != 0 && m % d == 0 => {
                // Floor division by a negative divisor is that of both negated.
                let (r, positive) = (r * d.signum(), d.abs());
                Congruence::from_wide(m / d, r.div_euclid(positive))
            }
            _ => Congruence::ALL,
        }
    }

    /// The remainder differs from the dividend by a multiple of the divisor.
    pub fn modulo(self, divisor: Congruence) -> Congruence {
        let (m, r) = self.wide();
        match divisor.wide() {
            (0, 0) => Congruence::ALL,
            (0, d) if m % d == 0 => {
                let below = (r * d.signum()).rem_euclid(d.abs());
                Congruence::from_wide(0, below * d.signum())
            }
            (n, s) => Congruence::from_wide(gcd(m, gcd(n, s)), r),
        }
    }

    /// What holds when one or the other does.
    pub fn join(self, other: Congruence) -> Congruence {
        let ((m, r), (n, s)) = (self.wide(), other.wide());
        Congruence::from_wide(gcd(gcd(m, n), r - s), r)
    }

    /// Both hold; `None` when they exclude each other.
    pub fn meet(self, other: Congruence) -> Option<Congruence> {
        let ((m, r), (n, s)) = (self.wide(), other.wide());
        let g = gcd(m, n);
        if g == 0 {
            return (r == s).then_some(self);
        }
        if (s - r) % g != 0 {
            return None;
        }
        if m == 0 {
            return Some(self);
        }
        if n == 0 {
            return Some(other);
        }
        // r + m·k ≡ s (mod n) has one solution k modulo n / g.
        let n_over_g = n / g;
        let k = ((s - r) / g).rem_euclid(n_over_g) * inverse(m / g, n_over_g);
        let both = Congruence::from_wide(m * n_over_g, r + m * k.rem_euclid(n_over_g));
        // A common modulus past 64 bits: keep the stronger of the two.
        Some(match both {
            Congruence::ALL if m >= n => self,
            Congruence::ALL => other,
            both => both,
        })
    }

    /// Whether every value is a multiple of `divisor`.
    pub fn is_multiple_of(self, divisor: i64) -> Answer {
        let ((m, r), d) = (self.wide(), i128::from(divisor));
        if d == 0 {
            return match (m, r) {
                (0, 0) => Answer::Yes,
                (_, 0) => Answer::Unknown,
                _ => Answer::No,
            };
        }
        if m % d == 0 && r % d == 0 {
            Answer::Yes
        } else if r % gcd(m, d) != 0 {
            Answer::No
        } else {
            Answer::Unknown
        }
    }

    /// The least value not below `low`, within `Some(None)` when it does not fit in 64 bits, and
    /// `None` when there is no such value.
    pub(super) fn at_or_above(self, low: i64) -> Option<Option<i64>> {
        match self.modulus {
            0 => (self.remainder >= low).then_some(Some(self.remainder)),
            m => Some(
                low.checked_add((i128::from(self.remainder) - i128::from(low)).rem_euclid(m.into()) as i64),
            ),
        }
    }

    /// The greatest value not above `high`, as [`Congruence::at_or_above`].
    pub(super) fn at_or_below(self, high: i64) -> Option<Option<i64>> {
        match self.modulus {
            0 => (self.remainder <= high).then_some(Some(self.remainder)),
            m => Some(
                high.checked_sub((i128::from(high) - i128::from(self.remainder)).rem_euclid(m.into()) as i64),
            ),
        }
    }

    fn wide(self) -> (i128, i128) {
        (self.modulus.into(), self.remainder.into())
    }
}

/// The inverse of `a` modulo `m`, which have no common divisor.
fn inverse(a: i128, m: i128) -> i128 {
    let (mut old, mut new) = ((a.rem_euclid(m), 1), (m, 0));
    while new.0 != 0 {
        let q = old.0 / new.0;
        (old, new) = (new, (old.0 - q * new.0, old.1 - q * new.1));
    }
    old.1.rem_euclid(m)
}

impl std::ops::Add for Congruence {
    type Output = Congruence;

    fn add(self, other: Congruence) -> Congruence {
        let ((m, r), (n, s)) = (self.wide(), other.wide());
        Congruence::from_wide(gcd(m, n), r + s)
    }
}

impl std::ops::Mul for Congruence {
    type Output = Congruence;

    /// `(m·k + r)(n·l + s) = m·n·k·l + m·s·k + n·r·l + r·s`.
    fn mul(self, other: Congruence) -> Congruence {
        let ((m, r), (n, s)) = (self.wide(), other.wide());
        Congruence::from_wide(gcd(gcd(m * n, m * s), n * r), r * s)
    }
}

impl std::ops::Neg for Congruence {
    type Output = Congruence;

    fn neg(self) -> Congruence {
        let (m, r) = self.wide();
        Congruence::from_wide(m, -r)
    }
}

impl fmt::Display for Congruence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.modulus {
            0 => write!(f, "x = {}", self.remainder),
            m => write!(f, "x mod {m} = {}", self.remainder),
        }
    }
}
