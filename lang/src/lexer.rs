//! Tokens of MLIR text.
//!
//! Names of operations are looked up in the op table, so that the grammar sees the *shape* of an
//! operation's assembly and never its name. A lexical mistake is a token of its own
//! ([`Token::Error`]), which no production accepts: the parser stops there with a diagnostic.

use std::fmt;

use logos::Logos;

use crate::op::{OpCode, Shape};
use crate::types::{FloatKind, IntegerType, Signedness, Type};

/// Brackets open at once. The limit keeps every later recursion over the program shallow; no kernel
/// comes near it.
pub const NESTING_LIMIT: usize = 256;

/// One token, and the bytes of the text it covers.
pub type Spanned<'a> = Result<(u32, Token<'a>, u32), std::convert::Infallible>;

#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub enum Token<'a> {
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

    /// A bare identifier that is neither a keyword nor the name of an operation of the table.
    #[regex(r"[A-Za-z_][A-Za-z0-9_$.]*")]
    Word(&'a str),
    #[regex(r"[0-9]+|0x[0-9A-Fa-f]+")]
    Integer(&'a str),
    #[regex(r"[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?")]
    Float(&'a str),
    /// With its quotes; escapes are not yet resolved.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String(&'a str),
    /// `%name`, without the sign.
    #[regex(r"%([0-9]+|[A-Za-z_$.\-][A-Za-z0-9_$.\-]*)", sigil)]
    Value(&'a str),
    /// `^name`, without the sign.
    #[regex(r"\^([0-9]+|[A-Za-z_$.\-][A-Za-z0-9_$.\-]*)", sigil)]
    Block(&'a str),
    /// `@name`, without the sign.
    #[regex(r"@[A-Za-z_][A-Za-z0-9_$.]*", sigil)]
    Symbol(&'a str),
    /// `@"name"`, with its quotes.
    #[regex(r#"@"([^"\\\n]|\\[^\n])*""#, sigil)]
    QuotedSymbol(&'a str),
    /// `#1`, without the sign: the number of a result.
    #[regex(r"#[0-9]+", sigil)]
    ResultNumber(&'a str),
    /// `#name`, without the sign.
    #[regex(r"#[A-Za-z_$.\-][A-Za-z0-9_$.\-]*", sigil)]
    AttributeAlias(&'a str),
    /// `!name`, without the sign.
    #[regex(r"![A-Za-z_$.\-][A-Za-z0-9_$.\-]*", sigil)]
    TypeAlias(&'a str),
    /// `{-# … #-}`.
    #[token("{-#", metadata)]
    Metadata,

    /// `#dialect.name<…>` or `#dialect<…>`, whole.
    OpaqueAttribute(&'a str),
    /// `!dialect.name<…>` or `!dialect<…>`, whole.
    OpaqueType(&'a str),
    /// `i32`, `f64`, `index`, …
    ScalarType(Scalar),
    Keyword(Keyword),
    /// `4x` in a shape.
    FixedDim(&'a str),
    /// `[4]x` in the shape of a vector.
    ScalableDim(&'a str),
    /// `?x` in a shape.
    DynamicDim,
    /// `*x` in a shape.
    Unranked,

    Binary(OpCode),
    Unary(OpCode),
    Ternary(OpCode),
    Compare(OpCode),
    Cast(OpCode),
    /// An operation with a production of its own.
    Own(OpCode),

    Error(LexicalError),
}

/// What is wrong with a stretch of text that is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexicalError {
    UnknownCharacter,
    UnterminatedString,
    UnterminatedMetadata,
    /// The body of a dialect attribute or type does not end.
    Unbalanced,
    TooDeep,
}

/// A scalar type as one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    Index,
    None,
    Integer(IntegerType),
    Float(FloatKind),
    /// An 8-bit (or smaller) float format, which Ovolo only carries along.
    SmallFloat(&'static str),
}

impl Scalar {
    pub fn to_type(self) -> Type {
        match self {
            Scalar::Index => Type::Index,
            Scalar::None => Type::None,
            Scalar::Integer(i) => Type::Integer(i),
            Scalar::Float(f) => Type::Float(f),
            Scalar::SmallFloat(name) => Type::Opaque(name.into()),
        }
    }
}

macro_rules! keywords {
    ($($variant:ident = $text:literal)*) => {
        /// Words that productions mention. All but the operators of affine expressions remain usable
        /// as names of attributes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword { $($variant),* }

        impl Keyword {
            pub fn as_str(self) -> &'static str {
                match self { $(Keyword::$variant => $text),* }
            }

            fn from_word(word: &str) -> Option<Keyword> {
                Some(match word {
                    $($text => Keyword::$variant,)*
                    _ => return None,
                })
            }
        }
    };
}

keywords! {
    AffineMap = "affine_map"
    AffineSet = "affine_set"
    Array = "array"
    At = "at"
    Attributes = "attributes"
    Call = "call"
    CallSite = "callsite"
    CeilDiv = "ceildiv"
    Complex = "complex"
    Dense = "dense"
    DenseResource = "dense_resource"
    Else = "else"
    False = "false"
    FastMath = "fastmath"
    FloorDiv = "floordiv"
    From = "from"
    Fused = "fused"
    Into = "into"
    IterArgs = "iter_args"
    Loc = "loc"
    Max = "max"
    MemRef = "memref"
    Min = "min"
    Mod = "mod"
    Module = "module"
    Nested = "nested"
    Offset = "offset"
    Overflow = "overflow"
    Private = "private"
    Public = "public"
    Return = "return"
    Sparse = "sparse"
    Step = "step"
    Strided = "strided"
    Symbol = "symbol"
    Tensor = "tensor"
    To = "to"
    True = "true"
    Tuple = "tuple"
    Unit = "unit"
    Unknown = "unknown"
    UnrealizedCast = "unrealized_conversion_cast"
    Vector = "vector"
}

fn sigil<'a>(lexer: &mut logos::Lexer<'a, Token<'a>>) -> &'a str {
    &lexer.slice()[1..]
}

fn metadata<'a>(lexer: &mut logos::Lexer<'a, Token<'a>>) -> bool {
    match lexer.remainder().find("#-}") {
        Some(length) => {
            lexer.bump(length + 3);
            true
        }
        None => false,
    }
}

/// The tokens of a text, each with its span.
pub struct Lexer<'a> {
    source: &'a str,
    inner: logos::Lexer<'a, Token<'a>>,
    depth: usize,
    shape: ShapeState,
}

/// Where in a shaped type the lexer is: shapes such as `4x?xf32` have tokens of their own.
#[derive(Clone, Copy, PartialEq)]
enum ShapeState {
    Outside,
    /// After `memref`, `tensor` or `vector`.
    Keyword,
    /// After the `<`, or after a dimension.
    Inside,
}

impl<'a> Lexer<'a> {
    pub fn new(source: &'a str) -> Lexer<'a> {
        Lexer {
            source,
            inner: Token::lexer(source),
            depth: 0,
            shape: ShapeState::Outside,
        }
    }

    /// Consumes `n` bytes past the start of the next token and makes them the token.
    fn dimension(&mut self) -> Option<(u32, Token<'a>, u32)> {
        let start = self.inner.span().end;
        let rest = &self.source[start..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        let (length, token) = scan_dimension(&rest[blank..])?;
        self.inner.bump(blank + length);
        Some(((start + blank) as u32, token, (start + blank + length) as u32))
    }

    fn classify(&mut self, token: Token<'a>) -> Token<'a> {
        match token {
            // No operation is followed by `=`: there the word names an attribute.
            Token::Word(word) if self.inner.remainder().trim_start().starts_with('=') => {
                match classify_word(word) {
                    Token::Keyword(keyword) => Token::Keyword(keyword),
                    Token::ScalarType(scalar) => Token::ScalarType(scalar),
                    _ => token,
                }
            }
            Token::Word(word) => classify_word(word),
            Token::AttributeAlias(name) => match self.dialect_symbol(name) {
                Some(Ok(text)) => Token::OpaqueAttribute(text),
                Some(Err(error)) => Token::Error(error),
                None => token,
            },
            Token::TypeAlias(name) => match self.dialect_symbol(name) {
                Some(Ok(text)) => Token::OpaqueType(text),
                Some(Err(error)) => Token::Error(error),
                None => token,
            },
            Token::LeftParen | Token::LeftBrace | Token::LeftBracket | Token::Less => {
                self.depth += 1;
                if self.depth > NESTING_LIMIT {
                    return Token::Error(LexicalError::TooDeep);
                }
                token
            }
            Token::RightParen | Token::RightBrace | Token::RightBracket | Token::Greater => {
                self.depth = self.depth.saturating_sub(1);
                token
            }
            _ => token,
        }
    }

    /// Extends an alias token to a dialect symbol when a `<` follows at once or the name has a dot.
    fn dialect_symbol(&mut self, name: &str) -> Option<Result<&'a str, LexicalError>> {
        let start = self.inner.span().start;
        if self.inner.remainder().starts_with('<') {
            match balanced(self.inner.remainder()) {
                Some(length) => self.inner.bump(length),
                None => return Some(Err(LexicalError::Unbalanced)),
            }
        } else if !name.contains('.') {
            return None;
        }
        Some(Ok(&self.source[start..self.inner.span().end]))
    }

    fn error(&mut self) -> LexicalError {
        let text = self.inner.slice();
        if text.starts_with('"') || text.starts_with("@\"") {
            LexicalError::UnterminatedString
        } else if text.starts_with("{-#") {
            LexicalError::UnterminatedMetadata
        } else {
            LexicalError::UnknownCharacter
        }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Spanned<'a>;

    fn next(&mut self) -> Option<Spanned<'a>> {
        if self.shape == ShapeState::Inside {
            if let Some(token) = self.dimension() {
                return Some(Ok(token));
            }
            self.shape = ShapeState::Outside;
        }
        let token = match self.inner.next()? {
            Ok(token) => self.classify(token),
            Err(()) => Token::Error(self.error()),
        };
        self.shape = match token {
            Token::Keyword(Keyword::MemRef | Keyword::Tensor | Keyword::Vector) => ShapeState::Keyword,
            Token::Less if self.shape == ShapeState::Keyword => ShapeState::Inside,
            _ => ShapeState::Outside,
        };
        let span = self.inner.span();
        Some(Ok((span.start as u32, token, span.end as u32)))
    }
}

/// `4x`, `?x`, `*x` or `[4]x` at the start of the text, with its length.
fn scan_dimension(text: &str) -> Option<(usize, Token<'_>)> {
    let digits = |t: &str| t.bytes().take_while(u8::is_ascii_digit).count();
    let (length, token) = match text.as_bytes().first()? {
        b'?' => (1, Token::DynamicDim),
        b'*' => (1, Token::Unranked),
        b'[' => {
            let n = digits(&text[1..]);
            if n == 0 || !text[1 + n..].starts_with(']') {
                return None;
            }
            (n + 2, Token::ScalableDim(&text[1..1 + n]))
        }
        _ => match digits(text) {
            0 => return None,
            n => (n, Token::FixedDim(&text[..n])),
        },
    };
    let rest = &text[length..];
    let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    rest[blank..]
        .starts_with('x')
        .then_some((length + blank + 1, token))
}

/// The length of the bracketed text that `text` starts with; `None` when it does not end.
pub(crate) fn balanced(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut open: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'<' => open.push(b'>'),
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b'-' if bytes.get(at + 1) == Some(&b'>') => at += 1,
            close @ (b'>' | b')' | b']' | b'}') => {
                if open.pop() != Some(close) {
                    return None;
                }
                if open.is_empty() {
                    return Some(at + 1);
                }
            }
            b'"' => {
                at += 1;
                while *bytes.get(at)? != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn classify_word(word: &str) -> Token<'_> {
    if let Some(keyword) = Keyword::from_word(word) {
        return Token::Keyword(keyword);
    }
    if let Some(scalar) = scalar(word) {
        return Token::ScalarType(scalar);
    }
    let Some(code) = word.contains('.').then(|| OpCode::from_name(word)).flatten() else {
        return Token::Word(word);
    };
    match code.shape() {
        Shape::Binary => Token::Binary(code),
        Shape::Unary => Token::Unary(code),
        Shape::Ternary => Token::Ternary(code),
        Shape::Compare => Token::Compare(code),
        Shape::Cast => Token::Cast(code),
        Shape::Own => Token::Own(code),
        Shape::Generic => Token::Word(word),
    }
}

fn scalar(word: &str) -> Option<Scalar> {
    let integer = |digits: &str, signedness| {
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let width = digits.parse().ok().filter(|&w: &u32| w < 1 << 24)?;
        plain.then_some(Scalar::Integer(IntegerType { width, signedness }))
    };
    Some(match word {
        "index" => Scalar::Index,
        "none" => Scalar::None,
        "f16" => Scalar::Float(FloatKind::F16),
        "bf16" => Scalar::Float(FloatKind::BF16),
        "f32" => Scalar::Float(FloatKind::F32),
        "tf32" => Scalar::Float(FloatKind::TF32),
        "f64" => Scalar::Float(FloatKind::F64),
        "f80" => Scalar::Float(FloatKind::F80),
        "f128" => Scalar::Float(FloatKind::F128),
        "f8E5M2" => Scalar::SmallFloat("f8E5M2"),
        "f8E4M3" => Scalar::SmallFloat("f8E4M3"),
        "f8E4M3FN" => Scalar::SmallFloat("f8E4M3FN"),
        "f8E5M2FNUZ" => Scalar::SmallFloat("f8E5M2FNUZ"),
        "f8E4M3FNUZ" => Scalar::SmallFloat("f8E4M3FNUZ"),
        "f8E4M3B11FNUZ" => Scalar::SmallFloat("f8E4M3B11FNUZ"),
        "f8E3M4" => Scalar::SmallFloat("f8E3M4"),
        "f6E3M2FN" => Scalar::SmallFloat("f6E3M2FN"),
        _ => {
            if let Some(digits) = word.strip_prefix("si") {
                return integer(digits, Signedness::Signed);
            }
            if let Some(digits) = word.strip_prefix("ui") {
                return integer(digits, Signedness::Unsigned);
            }
            return integer(word.strip_prefix('i')?, Signedness::Signless);
        }
    })
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
