//! What can go wrong on the way to machine code.

use inkwell::builder::BuilderError;
use ovolo_lang::ir::Span;

/// Why a module was not compiled: what was found, and where in the source text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LowerError {
    /// The operation at fault; `None` when the fault is not in one operation.
    pub span: Option<Span>,
    pub message: String,
}

pub(crate) type Result<T> = std::result::Result<T, LowerError>;

impl LowerError {
    pub(crate) fn new(message: impl Into<String>) -> LowerError {
        LowerError {
            span: None,
            message: message.into(),
        }
    }

    /// A fault of Ovolo or LLVM, not of the input.
    pub(crate) fn internal(message: impl std::fmt::Display) -> LowerError {
        LowerError::new(format!("internal error: {message}"))
    }

    /// Says which operation is at fault unless that is known already.
    pub(crate) fn at(mut self, name: &str, span: Span) -> LowerError {
        if self.span.is_none() {
            self.span = Some(span);
            self.message = format!("cannot lower `{name}`: {}", self.message);
        }
        self
    }
}

impl From<BuilderError> for LowerError {
    fn from(error: BuilderError) -> LowerError {
        LowerError::internal(error)
    }
}
