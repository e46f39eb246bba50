//! Assembly by signature.

mod class;
mod compile;
mod derive;
mod directive;
mod enumeration;
mod kind;
mod lexer;
mod signature;
mod syntax;

pub use signature::Signature;
