//! The words of rule files. Comments, identifiers and numbers are those of MLIR.

use crate::grammar::words;
use logos::Logos;

#[derive(Clone, Copy, Debug, Logos, PartialEq)]
#[logos(skip r"[ \t\r\n\f]+")]
pub enum Token<'s> {
    /// A line of documentation, `/// text`.
    #[regex(r"///[^\n]*", |lex| &lex.slice()[3..], allow_greedy = true)]
    Doc(&'s str),
    #[regex(r"//([^/\n][^\n]*)?", logos::skip, allow_greedy = true)]
    Comment,

    #[token("assumed")]
    Assumed,
    #[token("by")]
    By,
    #[token("ceildiv")]
    CeilDiv,
    #[token("const")]
    Const,
    #[token("example")]
    Example,
    #[token("floordiv")]
    FloorDiv,
    #[token("forall")]
    ForAll,
    #[token("mod")]
    Mod,
    #[token("over")]
    Over,
    #[token("rule")]
    Rule,
    #[token("under")]
    Under,
    #[token("when")]
    When,
    #[token("where")]
    Where,

    #[regex(r"[A-Za-z_][A-Za-z0-9_$]*")]
    Identifier(&'s str),
    #[regex(r"[0-9]+|0x[0-9a-fA-F]+")]
    Integer(&'s str),
    #[regex(r"[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?")]
    Float(&'s str),
    #[regex(r#""[^"\n]*""#, |lex| &lex.slice()[1..lex.slice().len() - 1])]
    String(&'s str),

    #[token("=>")]
    Becomes,
    #[token("<=>")]
    Equals,
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
    Both,
    #[token("||")]
    Either,
    #[token("!")]
    Not,
    #[token("%")]
    Percent,
    #[token("<<")]
    ShiftLeft,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("&")]
    And,
    #[token("|")]
    Bar,
    #[token("^")]
    Caret,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,

    /// A character that begins no word.
    Unknown,
}

/// The words with where they stand.
pub fn tokens(source: &str) -> impl Iterator<Item = (u32, Token<'_>, u32)> {
    words(source).map(|(span, token)| (span.start, token.unwrap_or(Token::Unknown), span.end))
}
