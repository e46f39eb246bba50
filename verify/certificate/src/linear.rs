//! Sums of multiples of numbers.

use std::collections::BTreeMap;

/// A sum of multiples of atoms, by their numbers, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Linear {
    pub terms: BTreeMap<usize, i64>,
    pub constant: i64,
}

impl Linear {
    pub fn of(atom: usize) -> Linear {
        Linear {
            terms: BTreeMap::from([(atom, 1)]),
            constant: 0,
        }
    }

    /// Adds so many times another sum; `None` beyond 64 bits.
    pub fn plus(mut self, other: &Linear, factor: i64) -> Option<Linear> {
        for (&atom, &c) in &other.terms {
            let sum = self.terms.entry(atom).or_default();
            *sum = sum.checked_add(c.checked_mul(factor)?)?;
        }
        self.terms.retain(|_, c| *c != 0);
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(self)
    }

    /// What is left when it is divided by a positive number, and the quotient but for that of what is left.
    pub fn divided(&self, divisor: i64) -> (Linear, Linear) {
        let (mut whole, mut rest) = (Linear::default(), Linear::default());
        for (&atom, &c) in &self.terms {
            match c % divisor {
                0 => whole.terms.insert(atom, c / divisor),
                _ => rest.terms.insert(atom, c),
            };
        }
        whole.constant = self.constant.div_euclid(divisor);
        rest.constant = self.constant.rem_euclid(divisor);
        (rest, whole)
    }
}

/// How a sum compares with zero.
#[derive(Clone, Copy, Debug)]
pub enum Relation {
    Less,
    NotGreater,
    Greater,
    NotLess,
    Equal,
}

impl Relation {
    /// Whether a number compares with zero so.
    pub fn holds(self, value: i128) -> bool {
        match self {
            Relation::Less => value < 0,
            Relation::NotGreater => value <= 0,
            Relation::Greater => value > 0,
            Relation::NotLess => value >= 0,
            Relation::Equal => value == 0,
        }
    }
}
