//! Whether two forms of a kernel have computed the same.

use ovolo_lang::fp::FpModel;
use ovolo_lang::types::{FloatKind, Type};

use crate::data::Output;

/// How the outputs of a form compare with those of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Agreement {
    /// Every bit.
    Exact,
    /// The greatest difference, relative to the greatest magnitude of the buffer.
    Within(f64),
    Differs(f64),
    /// By as much as rounding alone makes of these data: the first side computed without fused or reordered operations
    /// differs from itself by the second number.
    Rounding(f64, f64),
}

impl Agreement {
    /// The greatest difference, relative to the greatest magnitude of the buffer.
    pub fn difference(self) -> f64 {
        match self {
            Agreement::Exact => 0.0,
            Agreement::Within(difference)
            | Agreement::Differs(difference)
            | Agreement::Rounding(difference, _) => difference,
        }
    }

    /// What is known when rounding alone makes this difference: what is no more than ten times as much says nothing.
    pub fn beside(self, alone: f64) -> Agreement {
        match self {
            Agreement::Differs(difference) if difference <= 10.0 * alone => {
                Agreement::Rounding(difference, alone)
            }
            _ => self,
        }
    }
}

/// How outputs compare with what a reference left in its own.
pub(crate) fn agreement(outputs: &[Output<'_>], reference: &[Vec<u8>], model: FpModel) -> Agreement {
    let pairs = outputs.iter().zip(reference).map(|(output, bytes)| {
        let element = output.element;
        [*output, Output { element, bytes }]
    });
    let worst = pairs
        .filter(|[found, expected]| found.bytes != expected.bytes)
        .filter(|pair| !differ_in_nan(*pair))
        .map(difference)
        .reduce(f64::max);
    // A thousand roundings of the narrowest format in use, a few of those with 16 bits: arbitrary, but far below what a wrong
    // index changes in random data.
    let tolerance = |output: &Output<'_>| match output.element {
        Type::Float(FloatKind::BF16) => 8.0 / 128.0,
        Type::Float(FloatKind::F16) => 32.0 / 1024.0,
        Type::Float(FloatKind::F32) => 1000.0 * f64::from(f32::EPSILON),
        _ => 1000.0 * f64::EPSILON,
    };
    let tolerance = outputs.iter().map(tolerance).fold(0.0, f64::max);
    match worst {
        None => Agreement::Exact,
        Some(worst) if model != FpModel::STRICT && worst <= tolerance => Agreement::Within(worst),
        Some(worst) => Agreement::Differs(worst),
    }
}

/// Whether all elements are the same but for what is in a NaN, which no operation promises.
fn differ_in_nan([found, expected]: [Output<'_>; 2]) -> bool {
    let floats = found.floats().zip(expected.floats());
    floats.is_some_and(|(found, expected)| {
        let mut pairs = found.iter().zip(&expected);
        found.len() == expected.len()
            && pairs.all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan())
    })
}

/// The greatest difference over the greatest magnitude; infinite for integers, for NaN, and where one has more elements.
fn difference([found, expected]: [Output<'_>; 2]) -> f64 {
    let (Some(found), Some(expected)) = (found.floats(), expected.floats()) else {
        return f64::INFINITY;
    };
    if found.len() != expected.len() {
        return f64::INFINITY;
    }
    let scale = expected.iter().fold(0.0f64, |scale, x| scale.max(x.abs()));
    let differences = found.iter().zip(&expected).map(|(a, b)| {
        if a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan() {
            0.0
        } else if (a - b).is_nan() {
            f64::INFINITY
        } else {
            (a - b).abs()
        }
    });
    differences.fold(0.0, f64::max) / scale.max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounding_alone_does_says_nothing() {
        assert_eq!(Agreement::Differs(0.7).beside(0.1), Agreement::Rounding(0.7, 0.1));
        for alone in [0.0, 0.05] {
            assert_eq!(Agreement::Differs(0.7).beside(alone), Agreement::Differs(0.7));
        }
        assert_eq!(
            Agreement::Differs(f64::INFINITY).beside(1.0),
            Agreement::Differs(f64::INFINITY)
        );
        assert_eq!(Agreement::Within(1e-13).beside(1.0), Agreement::Within(1e-13));
    }
}
