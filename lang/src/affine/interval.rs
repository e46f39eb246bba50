//! Intervals of numbers.

/// The least and the greatest value, where they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    pub least: Option<i64>,
    pub greatest: Option<i64>,
}
