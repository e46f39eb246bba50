//! Operations whose operands may be taken in any order.

use ovolo_lang::fp::FpModel;

/// An operation that is associative and commutative, of integers or under a floating-point model.
#[derive(Clone, Copy, PartialEq)]
pub struct Reduction {
    name: &'static str,
    /// The operation on its operands, whose own may be taken in any order too.
    product: Option<&'static str>,
    /// Whether that distributes over it.
    pub distributes: bool,
    /// Whether it makes no difference how often an operand is given.
    pub is_idempotent: bool,
    /// Constants that change nothing.
    neutral: &'static [&'static str],
    /// A constant that changes nothing where it is among the operands already, and whose negative changes nothing anywhere.
    absorbed: Option<&'static str>,
}

const INTEGERS: [Reduction; 6] = [
    Reduction {
        name: "arith.addi",
        product: Some("arith.muli"),
        distributes: true,
        is_idempotent: false,
        neutral: &["0"],
        absorbed: None,
    },
    Reduction {
        name: "arith.muli",
        product: None,
        distributes: false,
        is_idempotent: false,
        neutral: &["1"],
        absorbed: None,
    },
    extreme("arith.maxsi"),
    extreme("arith.minsi"),
    extreme("arith.maxui"),
    extreme("arith.minui"),
];

/// The same of floats where their order is open.
const FLOATS: [Reduction; 6] = [
    Reduction {
        name: "arith.addf",
        product: Some("arith.mulf"),
        distributes: false,
        is_idempotent: false,
        neutral: &[],
        absorbed: Some("0.000000e+00"),
    },
    Reduction {
        name: "arith.mulf",
        product: None,
        distributes: false,
        is_idempotent: false,
        neutral: &["1.000000e+00"],
        absorbed: None,
    },
    extreme("arith.maximumf"),
    extreme("arith.minimumf"),
    extreme("arith.maxnumf"),
    extreme("arith.minnumf"),
];

const fn extreme(name: &'static str) -> Reduction {
    Reduction {
        name,
        product: None,
        distributes: false,
        is_idempotent: true,
        neutral: &[],
        absorbed: None,
    }
}

impl Reduction {
    /// The one that an operation is.
    pub fn of(key: &str, model: FpModel) -> Option<Reduction> {
        let floats = FLOATS.iter().filter(|_| model.reassoc);
        INTEGERS
            .iter()
            .chain(floats)
            .find(|reduction| reduction.is(key))
            .copied()
    }

    /// The one that an operation is, or is with a product.
    pub fn of_operation(key: &str, model: FpModel) -> Option<Reduction> {
        let sum = FLOATS
            .first()
            .filter(|sum| model.reassoc && sum.is_fused(key, model));
        sum.copied().or_else(|| Reduction::of(key, model))
    }

    /// Whether an operation, which promises nothing of its results, is it.
    pub fn is(&self, key: &str) -> bool {
        is_plain(key, self.name)
    }

    pub fn is_product(&self, key: &str) -> bool {
        self.product.is_some_and(|name| is_plain(key, name))
    }

    /// Whether an operation is a sum of a product of its first two operands with its third.
    pub fn is_fused(&self, key: &str, model: FpModel) -> bool {
        model.contract && self.name == "arith.addf" && is_plain(key, "math.fma")
    }

    /// Whether an operation gives the inverse of its operand.
    pub fn is_negation(&self, key: &str) -> bool {
        self.name == "arith.addf" && is_plain(key, "arith.negf")
    }

    /// Whether an operation is it with the inverse of its second operand.
    pub fn is_difference(&self, key: &str) -> bool {
        self.name == "arith.addi" && is_plain(key, "arith.subi")
    }

    /// Whether an operation gives a constant that changes nothing, or whose negative, where that is taken, does.
    pub fn is_neutral(&self, key: &str, is_negated: bool) -> bool {
        match self.absorbed {
            Some(absorbed) => is_negated && number(key) == Some(absorbed),
            None => number(key).is_some_and(|number| self.neutral.contains(&number)),
        }
    }

    /// Whether an operation gives a constant that may be given any number of times, if at all.
    pub fn is_absorbed(&self, key: &str) -> bool {
        self.absorbed.is_some() && number(key) == self.absorbed
    }
}

/// The constant that an operation gives.
fn number(key: &str) -> Option<&str> {
    let rest = key.strip_prefix("arith.constant value = ")?;
    rest.split(' ').next()
}

/// Whether an operation has this name and no attributes.
fn is_plain(key: &str, name: &str) -> bool {
    let rest = key.strip_prefix(name);
    rest.is_some_and(|rest| rest.starts_with(' ') && !rest.contains('=') && !rest.contains('<'))
}
