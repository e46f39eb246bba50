//! Three-valued answers.

/// The answer of an analysis. "Unknown" is never read as either of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Yes,
    No,
    Unknown,
}

impl Answer {
    /// Whether it is certain.
    pub fn is_yes(self) -> bool {
        self == Answer::Yes
    }

    pub(crate) fn is_no(self) -> bool {
        self == Answer::No
    }

    /// Whether both are so.
    #[must_use]
    pub fn and(self, other: Answer) -> Answer {
        match (self, other) {
            (Answer::No, _) | (_, Answer::No) => Answer::No,
            (Answer::Yes, Answer::Yes) => Answer::Yes,
            _ => Answer::Unknown,
        }
    }
}

impl std::ops::Not for Answer {
    type Output = Answer;

    /// The answer to the opposite question.
    fn not(self) -> Answer {
        match self {
            Answer::Yes => Answer::No,
            Answer::No => Answer::Yes,
            Answer::Unknown => Answer::Unknown,
        }
    }
}

impl From<bool> for Answer {
    fn from(known: bool) -> Answer {
        if known { Answer::Yes } else { Answer::No }
    }
}
