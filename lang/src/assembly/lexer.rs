//! Tokens of the signature language.

use logos::Logos;

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
pub enum Token<'s> {
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token("=")]
    Equal,
    #[token("|")]
    Bar,
    #[token("?")]
    Question,
    #[token("*")]
    Star,
    #[token("^")]
    Caret,
    #[token("->")]
    Arrow,
    #[token("to")]
    To,
    #[token("regions")]
    Regions,
    #[token("ends")]
    Ends,
    #[token("in")]
    In,
    #[token("where")]
    Where,
    /// A part, a class, a kind: hyphens join words, dots join the parts of an operation's name.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*(\.[A-Za-z0-9_]+)*")]
    Name(&'s str),
    /// A name with an opening parenthesis right behind it, which belongs to the token.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*\(", |lexer| lexer.slice().trim_end_matches('('))]
    Call(&'s str),
    #[regex(r"-?[0-9]+", |lexer| lexer.slice().parse().ok())]
    Number(i64),
    /// Text of the assembly, without its quotes.
    #[regex(r"'[^']*'", |lexer| lexer.slice().trim_matches('\''))]
    Literal(&'s str),
}

/// The tokens of a signature with their places.
pub fn tokens<'s>(source: &'s str) -> impl Iterator<Item = Result<(usize, Token<'s>, usize), usize>> {
    Token::lexer(source).spanned().map(|(token, span)| match token {
        Ok(token) => Ok((span.start, token, span.end)),
        Err(()) => Err(span.start),
    })
}
