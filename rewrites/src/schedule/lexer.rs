//! The words of schedules. Comments and names are those of MLIR.

use logos::Logos;
use ovolo_lang::ir::Span;

use super::KINDS;
use crate::grammar::words;
use crate::term::LoopKind;

#[derive(Clone, Copy, Debug, Logos, PartialEq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub enum Token<'s> {
    /// How a loop is executed, by its word.
    Kind(LoopKind),

    #[token("func")]
    Func,
    #[token("nest")]
    Nest,
    #[token("with")]
    With,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("in")]
    In,
    #[token("step")]
    Step,
    #[token("store")]
    Store,
    #[token("panels")]
    Panels,
    #[token("hoist")]
    Hoist,
    #[token("prefetch")]
    Prefetch,
    #[token("ahead")]
    Ahead,
    #[token("min")]
    Min,
    #[token("max")]
    Max,
    #[token("floordiv")]
    FloorDiv,
    #[token("ceildiv")]
    CeilDiv,
    #[token("mod")]
    Mod,

    #[regex(r"[A-Za-z_][A-Za-z0-9_$]*('[A-Za-z0-9]+)*")]
    #[regex(r#""[^"\n]*""#, |lex| &lex.slice()[1..lex.slice().len() - 1])]
    Name(&'s str),
    #[regex(r"@[A-Za-z0-9_$.]+", |lex| &lex.slice()[1..])]
    #[regex(r#"@"[^"\n]*""#, |lex| &lex.slice()[2..lex.slice().len() - 1])]
    Function(&'s str),
    #[regex(r"[0-9]+")]
    Integer(&'s str),

    #[token("…")]
    #[token("...")]
    Hole,
    #[token("..")]
    To,
    #[token("/")]
    Slash,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token(">=")]
    AtLeast,
    #[token("==")]
    Equal,
    #[token("=")]
    Equals,
    #[token(",")]
    Comma,
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
    words(source).map(|(span, token)| {
        let text = source.get(span.start as usize..);
        let is_quoted = text.is_some_and(|text| text.starts_with('"'));
        let token = match token.unwrap_or(Token::Unknown) {
            Token::Name(word) if !is_quoted => {
                let kind = KINDS.iter().find(|(known, _)| *known == word);
                kind.map_or(Token::Name(word), |(_, kind)| Token::Kind(*kind))
            }
            other => other,
        };
        (span.start, token, span.end)
    })
}

/// Whether a name reads back as the name that it is without quotes.
pub fn is_plain(name: &str) -> bool {
    let mut words = tokens(name);
    matches!((words.next(), words.next()), (Some((0, Token::Name(word), _)), None) if word == name)
}

pub fn span(start: u32, end: u32) -> Span {
    Span { start, end }
}
