//! Tokens of MLIR text.
//!
//! The lexer knows no operation and no type: what a word means depends on where it stands. A lexical
//! mistake is a token of its own ([`Token::Error`]), which the parser turns into a diagnostic.

use logos::{Lexer, Logos};

/// Brackets open at once. The limit keeps every later recursion over the program shallow; no kernel
/// comes near it.
pub(crate) const NESTING_LIMIT: usize = 256;

/// What kind of token it is; its text is found by its span.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x00]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub enum Token {
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("::")]
    DoubleColon,
    #[token("=")]
    Equal,
    #[token("==")]
    DoubleEqual,
    #[token(">=")]
    GreaterEqual,
    #[token("<=")]
    LessEqual,
    #[token("->")]
    Arrow,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("?")]
    Question,
    #[token("|")]
    VerticalBar,
    #[token("/")]
    Slash,
    #[token("...")]
    Ellipsis,
    #[token("{-#")]
    MetadataBegin,
    #[token("#-}")]
    MetadataEnd,

    /// A bare identifier: a keyword, the name of an operation, a type …
    #[regex(r"[A-Za-z_][A-Za-z0-9_$.]*")]
    Word,
    #[regex(r"[0-9]+|0x[0-9A-Fa-f]+")]
    Integer,
    #[regex(r"[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?")]
    Float,
    /// With its quotes; escapes are not yet resolved.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String,
    /// `%name`.
    #[regex(r"%([0-9]+|[A-Za-z_$.\-][A-Za-z0-9_$.\-]*)")]
    Value,
    /// `^name`.
    #[regex(r"\^([0-9]+|[A-Za-z_$.\-][A-Za-z0-9_$.\-]*)")]
    Block,
    /// `@name` or `@"name"`.
    #[regex(r#"@([A-Za-z_][A-Za-z0-9_$.]*|"([^"\\\n]|\\[^\n])*")"#)]
    Symbol,
    /// `#name` or `#1`: an attribute alias, a dialect attribute, the number of a result.
    #[regex(r"#([0-9]+|[A-Za-z_$.\-][A-Za-z0-9_$.\-]*)")]
    Hash,
    /// `!name`: a type alias or a dialect type.
    #[regex(r"!([A-Za-z_$.\-][A-Za-z0-9_$.\-]*)")]
    Exclamation,

    Error,
    End,
}

impl Token {
    /// The token as a message shows it, where its text says less.
    pub fn describe(self) -> Option<&'static str> {
        match self {
            Token::End => Some("the end of the text"),
            _ => None,
        }
    }
}

/// A position in the text and the token that starts there.
#[derive(Clone)]
pub struct Cursor<'s> {
    lexer: Lexer<'s, Token>,
    token: Token,
    /// Where the token before this one ended.
    previous_end: u32,
}

impl<'s> Cursor<'s> {
    /// Stands on the first token. The text must be shorter than 4 GiB.
    pub fn new(source: &'s str) -> Cursor<'s> {
        let mut cursor = Cursor {
            lexer: Token::lexer(source),
            token: Token::End,
            previous_end: 0,
        };
        cursor.read();
        cursor
    }

    /// The whole text.
    pub fn source(&self) -> &'s str {
        self.lexer.source()
    }

    /// The token at hand.
    #[inline]
    pub fn token(&self) -> Token {
        self.token
    }

    /// The text of the token at hand.
    #[inline]
    pub fn text(&self) -> &'s str {
        self.lexer.slice()
    }

    /// Where the token at hand begins, in bytes.
    #[inline]
    pub fn start(&self) -> u32 {
        self.lexer.span().start as u32
    }

    /// Where the token at hand ends, in bytes.
    #[inline]
    pub fn end(&self) -> u32 {
        self.lexer.span().end as u32
    }

    pub(crate) fn previous_end(&self) -> u32 {
        self.previous_end
    }

    /// Goes to the next token.
    #[inline]
    pub(crate) fn bump(&mut self) {
        self.previous_end = self.end();
        self.read();
    }

    /// Goes to the token that starts at or after this byte of the text, which must be the boundary of a
    /// character.
    pub(crate) fn go_to(&mut self, position: u32) {
        self.previous_end = position;
        self.lexer = Token::lexer(self.source());
        self.lexer.bump(position as usize);
        self.read();
    }

    #[inline]
    fn read(&mut self) {
        self.token = match self.lexer.next() {
            Some(Ok(token)) => token,
            Some(Err(())) => Token::Error,
            None => Token::End,
        };
    }
}

/// The length of the bracketed text at the start of `text`, which begins with an opening bracket: up to
/// the bracket that closes it. Strings and `->` are read as such. `None` when it does not end.
pub(crate) fn balanced(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut open: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b'<' => open.push(b'>'),
            b'-' if bytes.get(at + 1) == Some(&b'>') => at += 1,
            closing @ (b')' | b']' | b'}' | b'>') => {
                if open.pop() != Some(closing) {
                    return None;
                }
                if open.is_empty() {
                    return Some(at + 1);
                }
            }
            b'"' => at += string_length(&bytes[at..])? - 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The length of the string literal at the start of `bytes`.
pub(crate) fn string_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            b'\n' => return None,
            _ => at += 1,
        }
    }
}
