//! A bound on how deeply a file nests.
//!
//! The destructors of the parser's tree and the reader call themselves for each level of the tree. A level comes from a bracket,
//! from an indentation, from a prefix or a right-associative operator, or from an operator in a chain; the parser itself takes
//! the memory that it needs.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_text_size::Ranged;

use crate::diagnostic::Diagnostic;

/// Brackets, indentations and operators that may be open at once. Definitions need about ten.
const LEVELS: usize = 100;
/// Tokens of one statement; the longest definition of MLIR's library has less than three hundred.
const TOKENS: usize = 4000;

/// The first place that nests too deeply.
pub fn too_deep(tokens: &Tokens) -> Option<Diagnostic> {
    let (mut open, mut indented, mut operators, mut length) = (0_usize, 0_usize, 0_usize, 0_usize);
    let mut after_operand = false;
    for token in tokens.iter() {
        length += 1;
        match token.kind() {
            TokenKind::Lpar
            | TokenKind::Lsqb
            | TokenKind::Lbrace
            | TokenKind::FStringStart
            | TokenKind::TStringStart => open += 1,
            TokenKind::Rpar
            | TokenKind::Rsqb
            | TokenKind::Rbrace
            | TokenKind::FStringEnd
            | TokenKind::TStringEnd => open = open.saturating_sub(1),
            TokenKind::Indent => indented += 1,
            TokenKind::Dedent => indented = indented.saturating_sub(1),
            TokenKind::Newline => (operators, length) = (0, 0),
            TokenKind::Plus | TokenKind::Minus if after_operand => {}
            TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Tilde
            | TokenKind::DoubleStar
            | TokenKind::Not
            | TokenKind::Lambda
            | TokenKind::Await
            | TokenKind::If
            | TokenKind::Elif
            | TokenKind::Else => operators += 1,
            _ => {}
        }
        after_operand = matches!(
            token.kind(),
            TokenKind::Name
                | TokenKind::Int
                | TokenKind::Float
                | TokenKind::Complex
                | TokenKind::String
                | TokenKind::Rpar
                | TokenKind::Rsqb
                | TokenKind::Rbrace
        );
        if open + indented + operators > LEVELS {
            let message = format!("more than {LEVELS} levels are nested in each other");
            return Some(Diagnostic::new(token.range(), message).expected("a flatter definition"));
        }
        if length > TOKENS {
            let message = format!("the statement has more than {TOKENS} words and signs");
            return Some(Diagnostic::new(token.range(), message).expected("shorter statements"));
        }
    }
    None
}
