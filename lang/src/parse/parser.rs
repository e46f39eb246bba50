//! The parser: the token it stands on, what the text has defined so far, and the module being built.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::affine::{AffineExpr, AffineMap, IntegerSet};
use crate::attribute::{Attribute, NamedAttribute};
use crate::diagnostic::Diagnostic;
use crate::ir::{Module, OpId, Span};
use crate::lexer::{Cursor, NESTING_LIMIT, Token};
use crate::op::OpCode;
use crate::text::Text;
use crate::types::Type;

use super::scope::{Blocks, Values};
use super::state::Parsed;

/// When a text was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Today,
    /// Before 2022.
    Legacy,
}

pub(crate) struct Parser<'s> {
    pub module: Module,
    pub(super) cursor: Cursor<'s>,
    pub(super) values: Values<'s>,
    /// The blocks of the regions around, innermost last.
    pub(super) blocks: Vec<Blocks<'s>>,
    /// The default dialects of the regions around, innermost last.
    pub(super) dialects: Vec<&'static str>,
    pub(super) attribute_aliases: FxHashMap<&'s str, Alias<Attribute>>,
    pub(super) type_aliases: FxHashMap<&'s str, Alias<Type>>,
    /// Shaped types by the text that spelled them, which means the same wherever it stands.
    pub(super) types_by_text: FxHashMap<&'s str, Alias<Type>>,
    /// Maps and sets by their text.
    pub(super) maps_by_text: FxHashMap<&'s str, Arc<AffineMap>>,
    pub(super) sets_by_text: FxHashMap<&'s str, Arc<IntegerSet>>,
    /// One shared copy of each map that subscripts gave.
    pub(super) maps: FxHashMap<AffineMap, Arc<AffineMap>>,
    /// Rows of the op table by the words that name them.
    codes: FxHashMap<&'s str, OpCode>,
    /// Empty lists with room, for the attributes of operations being read.
    pub(super) attribute_lists: Vec<Vec<NamedAttribute>>,
    /// The identity map of each number of dimensions.
    identities: Vec<Arc<AffineMap>>,
    /// One shared copy of each step of a loop, and of each list of segment sizes.
    indices: FxHashMap<i64, Attribute>,
    sizes: FxHashMap<SmallVec<[i64; 4]>, Attribute>,
    /// Whether the text is one of 2018 to 2021, in which old forms are read besides the new ones.
    pub(super) is_legacy: bool,
    /// Whether labels may stand without `^`, as in the `cfgfunc` around.
    pub(super) has_bare_labels: bool,
    /// Operations that the one being read needs before it; old forms alone make such.
    pub(super) before: Vec<OpId>,
    /// Whether this parser reads a part of a text for another.
    pub(super) is_part: bool,
    /// Functions that begin before this position are too few to be read in parallel.
    pub(super) sequential_until: usize,
    /// Where the text of the operation being read ends, once its first region has begun.
    pub(super) header_end: Option<u32>,
    /// What each `distinct[id]` refers to.
    pub(super) distinct_attributes: FxHashMap<u64, Arc<Attribute>>,
    names: FxHashMap<&'s str, Arc<str>>,
    value_names: FxHashMap<&'s str, Text>,
    /// How many things that may contain themselves are open.
    pub(super) depth: usize,
    /// The greatest depth since the definition of an alias began, aliases followed.
    deepest: usize,
    /// Bytes of the aliases used since then, written out.
    expansion: u64,
}

/// What a name or a text stands for.
#[derive(Clone)]
pub(super) struct Alias<T> {
    value: T,
    /// How deep it nests.
    /// How many things that may contain themselves are open.
    pub(super) depth: usize,
    /// About how long it is with the aliases in it written out.
    length: u64,
}

impl<T> Alias<T> {
    pub fn value(&self) -> &T {
        &self.value
    }
}

/// Bytes that an alias may stand for: aliases of aliases grow exponentially.
const EXPANSION_LIMIT: u64 = 1 << 24;

impl<'s> Parser<'s> {
    pub fn new(source: &'s str) -> Parser<'s> {
        Parser {
            module: Module::new(),
            cursor: Cursor::new(source),
            values: Values::default(),
            blocks: Vec::new(),
            dialects: vec!["builtin"],
            attribute_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            types_by_text: FxHashMap::default(),
            maps_by_text: FxHashMap::default(),
            sets_by_text: FxHashMap::default(),
            maps: FxHashMap::default(),
            codes: FxHashMap::default(),
            attribute_lists: Vec::new(),
            identities: Vec::new(),
            indices: FxHashMap::default(),
            sizes: FxHashMap::default(),
            is_legacy: false,
            has_bare_labels: false,
            before: Vec::new(),
            is_part: false,
            sequential_until: 0,
            header_end: None,
            distinct_attributes: FxHashMap::default(),
            names: FxHashMap::default(),
            value_names: FxHashMap::default(),
            depth: 0,
            deepest: 0,
            expansion: 0,
        }
    }

    // Tokens

    #[inline]
    pub fn token(&self) -> Token {
        self.cursor.token()
    }

    /// The text of the current token.
    #[inline]
    pub fn text(&self) -> &'s str {
        self.cursor.text()
    }

    pub fn span(&self) -> Span {
        Span {
            start: self.cursor.start(),
            end: self.cursor.end(),
        }
    }

    /// From `start` to the end of the last token that was read.
    pub fn span_from(&self, start: u32) -> Span {
        Span {
            start,
            end: self.cursor.previous_end().max(start),
        }
    }

    /// The text between two positions.
    pub fn slice(&self, span: Span) -> &'s str {
        &self.cursor.source()[span.start as usize..span.end as usize]
    }

    #[inline]
    pub fn bump(&mut self) {
        self.cursor.bump();
    }

    #[inline]
    pub fn is(&self, token: Token) -> bool {
        self.cursor.token() == token
    }

    #[inline]
    pub fn eat(&mut self, token: Token) -> bool {
        let found = self.is(token);
        if found {
            self.bump();
        }
        found
    }

    pub fn expect(&mut self, token: Token, spelled: &str) -> Parsed<Span> {
        let span = self.span();
        match self.eat(token) {
            true => Ok(span),
            false => Err(self.unexpected(&format!("`{spelled}`"))),
        }
    }

    #[inline]
    pub fn is_word(&self, word: &str) -> bool {
        self.is(Token::Word) && self.text() == word
    }

    #[inline]
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    pub fn expect_word(&mut self, word: &str) -> Parsed<Span> {
        let span = self.span();
        match self.eat_word(word) {
            true => Ok(span),
            false => Err(self.unexpected(&format!("`{word}`"))),
        }
    }

    /// Any bare identifier.
    pub fn word(&mut self, expected: &str) -> Parsed<&'s str> {
        if !self.is(Token::Word) {
            return Err(self.unexpected(expected));
        }
        let text = self.text();
        self.bump();
        Ok(text)
    }

    /// A clone of the cursor one token further.
    pub fn next_token(&self) -> Token {
        let mut ahead = self.cursor.clone();
        ahead.bump();
        ahead.token()
    }

    /// A mistake at the current token.
    #[cold]
    pub fn unexpected(&self, expected: &str) -> Box<Diagnostic> {
        let found = match self.token() {
            Token::End => "the end of the text".to_string(),
            Token::Error => return self.lexical_error(),
            _ => {
                let text: String = self.text().chars().take(40).collect();
                format!("`{text}`")
            }
        };
        let span = match self.token() {
            Token::End => self.last_span(),
            _ => self.span(),
        };
        Box::new(Diagnostic::new(span, format!("found {found}")).help(format!("expected {expected}")))
    }

    /// The end of the text is pointed at behind the last token.
    fn last_span(&self) -> Span {
        let end = self.cursor.previous_end();
        Span {
            start: end.saturating_sub(1),
            end,
        }
    }

    #[cold]
    fn lexical_error(&self) -> Box<Diagnostic> {
        let text = self.text();
        let message = if text.starts_with('"') || text.starts_with("@\"") {
            "the string does not end on its line".to_string()
        } else if text.starts_with('@') {
            "`@` begins no symbol: expected an identifier that starts with a letter or `_`, or a string"
                .to_string()
        } else {
            let c = text.chars().next().unwrap_or(' ');
            format!("the character `{}` begins no token", c.escape_debug())
        };
        let end = text.chars().next().map_or(0, char::len_utf8) as u32;
        let span = self.span();
        self.error(
            Span {
                start: span.start,
                end: span.start + end,
            },
            message,
        )
    }

    #[cold]
    pub fn error(&self, span: Span, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::new(span, message))
    }

    /// Items between brackets, separated by commas; there may be none.
    pub fn list<T>(
        &mut self,
        (open, opens): (Token, &str),
        (close, closes): (Token, &str),
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        self.expect(open, opens)?;
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(Token::Comma) {
                return Err(self.unexpected(&format!("`,` or `{closes}`")));
            }
        }
    }

    pub fn paren_list<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.list((Token::LeftParen, "("), (Token::RightParen, ")"), item)
    }

    pub fn bracket_list<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.list((Token::LeftBracket, "["), (Token::RightBracket, "]"), item)
    }

    /// At least one item, separated by commas.
    pub fn comma_separated<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Token::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Reads something that may contain itself; deeper than [`NESTING_LIMIT`] is a mistake.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.check_depth(self.depth)?;
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn check_depth(&self, depth: usize) -> Parsed<()> {
        match depth < NESTING_LIMIT {
            true => Ok(()),
            false => Err(self.error(
                self.span(),
                format!("nested too deeply: at most {NESTING_LIMIT} levels are read"),
            )),
        }
    }

    // Aliases

    /// Reads what an alias stands for, and how much that is.
    pub(super) fn aliased<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<Alias<T>> {
        let start = self.cursor.start();
        let deepest = std::mem::replace(&mut self.deepest, self.depth);
        let expansion = std::mem::take(&mut self.expansion);
        let value = read(self)?;
        let alias = Alias {
            value,
            depth: self.deepest - self.depth,
            length: self.expansion + u64::from(self.cursor.previous_end().saturating_sub(start)),
        };
        self.deepest = self.deepest.max(deepest);
        self.expansion = self.expansion.saturating_add(expansion);
        Ok(alias)
    }

    /// The meaning of an alias where it is used.
    pub(super) fn use_alias<T>(&mut self, alias: Alias<T>) -> Parsed<T> {
        let depth = self.depth + alias.depth;
        self.check_depth(depth.saturating_sub(1))?;
        self.deepest = self.deepest.max(depth);
        self.expansion = self.expansion.saturating_add(alias.length);
        Ok(alias.value)
    }

    /// The text of an alias is written out inside another, which is so long with it.
    pub(super) fn expand(&mut self, length: usize, whole: usize) -> Parsed<()> {
        self.expansion = self.expansion.saturating_add(length as u64);
        self.check_expansion(whole as u64, self.span())
    }

    /// An alias may be given this meaning.
    pub(super) fn check_length<T>(&self, alias: &Alias<T>, span: Span) -> Parsed<()> {
        self.check_expansion(alias.length, span)
    }

    fn check_expansion(&self, length: u64, span: Span) -> Parsed<()> {
        match length <= EXPANSION_LIMIT {
            true => Ok(()),
            false => Err(Box::new(
                Diagnostic::new(span, "the alias stands for too much").help(format!(
                    "expected at most {EXPANSION_LIMIT} bytes with the aliases in it written out"
                )),
            )),
        }
    }

    // What is shared

    /// One shared copy of each name.
    #[inline]
    pub fn name(&mut self, text: &'s str) -> Arc<str> {
        if let Some(name) = self.names.get(text) {
            return name.clone();
        }
        let name: Arc<str> = text.into();
        self.names.insert(text, name.clone());
        name
    }

    /// One shared copy of each name of a value.
    pub(super) fn value_name(&mut self, text: &'s str) -> Text {
        let shared = self.value_names.entry(text);
        shared.or_insert_with(|| text.into()).clone()
    }

    /// The row of `dialect.mnemonic`.
    pub(super) fn op_code(&mut self, name: &'s str) -> Option<OpCode> {
        if let Some(&code) = self.codes.get(name) {
            return Some(code);
        }
        let code = OpCode::from_name(name)?;
        self.codes.insert(name, code);
        Some(code)
    }

    /// One shared copy of each map.
    pub fn shared_map(&mut self, map: AffineMap) -> Arc<AffineMap> {
        if let Some(shared) = self.maps.get(&map) {
            return shared.clone();
        }
        let shared = Arc::new(map.clone());
        self.maps.insert(map, shared.clone());
        shared
    }

    /// An integer attribute of type `index`.
    pub fn shared_index(&mut self, value: i64) -> Attribute {
        let shared = self.indices.entry(value);
        shared.or_insert_with(|| Attribute::index(value)).clone()
    }

    /// The attribute `operandSegmentSizes`.
    pub fn shared_sizes(&mut self, sizes: &[i64]) -> Attribute {
        if let Some(shared) = self.sizes.get(sizes) {
            return shared.clone();
        }
        let attribute = Attribute::i32_array(sizes);
        self.sizes.insert(SmallVec::from_slice(sizes), attribute.clone());
        attribute
    }

    /// `(d0, …) -> (d0, …)`.
    pub fn identity_map(&mut self, num_dims: u32) -> Arc<AffineMap> {
        while self.identities.len() <= num_dims as usize {
            let map = AffineMap::identity(self.identities.len() as u32);
            let shared = self.shared_map(map);
            self.identities.push(shared);
        }
        self.identities[num_dims as usize].clone()
    }

    /// `() -> (c)`.
    pub fn constant_map(&mut self, c: i64) -> Arc<AffineMap> {
        self.shared_map(AffineMap::new(0, 0, vec![AffineExpr::Constant(c)]))
    }
}
