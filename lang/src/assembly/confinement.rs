//! Conditions on the value of an attribute.

use std::fmt;

use num_bigint::Sign;

use crate::attribute::Attribute;

/// A row of [`CONFINEMENTS`].
pub struct Confinement {
    pub name: &'static str,
    /// What MLIR says behind the kind of the attribute.
    pub description: &'static str,
    /// Of the number, or of each number of a list.
    each: fn(Sign) -> bool,
    /// Of a number and the one behind it.
    pair: fn(&Attribute, &Attribute) -> bool,
}

/// Every condition that a signature can put on an attribute.
pub static CONFINEMENTS: &[Confinement] = &[
    Confinement {
        name: "non-negative",
        description: "whose value is non-negative",
        each: |sign| sign != Sign::Minus,
        pair: |_, _| true,
    },
    Confinement {
        name: "positive",
        description: "whose value is positive",
        each: |sign| sign == Sign::Plus,
        pair: |_, _| true,
    },
    Confinement {
        name: "sorted",
        description: "should be in non-decreasing order",
        each: |_| true,
        pair: |a, b| a.as_integer() <= b.as_integer(),
    },
    Confinement {
        name: "strictly-sorted",
        description: "should be in increasing order",
        each: |_| true,
        pair: |a, b| a.as_integer() < b.as_integer(),
    },
];

impl Confinement {
    pub fn named(name: &str) -> Option<&'static Confinement> {
        CONFINEMENTS.iter().find(|c| c.name == name)
    }

    /// Whether the number, or the dense array of numbers, meets the condition.
    pub fn holds(&self, attribute: &Attribute) -> bool {
        let values = match attribute {
            Attribute::DenseArray(array) => array.elements.as_slice(),
            single => std::slice::from_ref(single),
        };
        values.iter().all(|value| sign(value).is_some_and(self.each))
            && values.windows(2).all(|pair| (self.pair)(&pair[0], &pair[1]))
    }
}

impl fmt::Debug for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// `None` for what is no number, such as a NaN.
fn sign(value: &Attribute) -> Option<Sign> {
    match value {
        Attribute::Integer { value, .. } => Some(value.sign()),
        Attribute::Bool(value) => Some(if *value { Sign::Plus } else { Sign::NoSign }),
        Attribute::Float(value) => match value.to_f64() {
            v if v > 0.0 => Some(Sign::Plus),
            v if v < 0.0 => Some(Sign::Minus),
            0.0 => Some(Sign::NoSign),
            _ => None,
        },
        _ => None,
    }
}
