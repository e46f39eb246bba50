//! Three-valued answers.

/// The answer of an analysis. "Unknown" is never read as either of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Yes,
    No,
    Unknown,
}

impl Answer {
    pub fn is_yes(self) -> bool {
        self == Answer::Yes
    }

    pub fn is_no(self) -> bool {
        self == Answer::No
    }
}
