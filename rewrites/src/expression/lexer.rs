//! The words of expressions.

use logos::Logos;

use crate::grammar::words;

#[derive(Clone, Copy, Debug, Logos, PartialEq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub enum Token<'s> {
    #[token("affine_map")]
    AffineMap,
    #[token("affine_set")]
    AffineSet,
    #[token("ceildiv")]
    CeilDiv,
    #[token("false")]
    False,
    #[token("floordiv")]
    FloorDiv,
    #[token("max")]
    Max,
    #[token("min")]
    Min,
    #[token("mod")]
    Mod,
    #[token("select")]
    Select,
    #[token("true")]
    True,

    #[regex(r"[A-Za-z_][A-Za-z0-9_$.]*")]
    Name(&'s str),
    #[regex(r"[0-9]+")]
    Integer(&'s str),

    #[token("->")]
    Arrow,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<=")]
    LessEqual,
    #[token("<")]
    Less,
    #[token(">=")]
    GreaterEqual,
    #[token(">")]
    Greater,
    #[token("&&")]
    And,
    #[token("||")]
    Or,
    #[token("!")]
    Not,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("|")]
    Bar,
    #[token("?")]
    Question,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenSquare,
    #[token("]")]
    CloseSquare,

    /// A character that begins no word.
    Unknown,
}

/// The words with where they stand.
pub fn tokens(source: &str) -> impl Iterator<Item = (u32, Token<'_>, u32)> {
    words(source).map(|(span, token)| (span.start, token.unwrap_or(Token::Unknown), span.end))
}
