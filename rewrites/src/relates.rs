//! How values compare: the questions of conditions, and an analysis that may answer them.

use egg::{Analysis, EGraph, Id};
use ovolo_lang::algebra::IntOp;

use crate::answer::Answer;
use crate::term::Node;

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
}

/// How bits are read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    Signed,
    Unsigned,
}

impl Signs {
    /// The word of the condition.
    pub(crate) fn no_wrap(self) -> &'static str {
        match self {
            Signs::Signed => "no_signed_wrap",
            Signs::Unsigned => "no_unsigned_wrap",
        }
    }
}

/// What a condition compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Class(Id),
    Integer(i64),
}

/// An analysis that may know how two values compare beyond what is known of each.
pub trait Relates: Analysis<Node> + Sized {
    /// Whether the integers relate so.
    fn relates(_: &EGraph<Node, Self>, _: Relation, _: Operand, _: Operand) -> Answer {
        Answer::Unknown
    }

    /// Whether the operation on the two classes stays within its width.
    fn stays_within(_: &EGraph<Node, Self>, _: IntOp, _: Signs, _: [Id; 2]) -> Answer {
        Answer::Unknown
    }
}
