//! Operations of dialects that no table knows, in their custom form.
//!
//! Nothing says how such a form reads, so its text is kept: a template in which the values it uses, its
//! successors and its regions are holes ([`Hole`]). Where it ends follows from the layout that every printer of
//! MLIR uses: at the end of a line with no bracket open, unless the next line goes on. A line that may do either
//! is an error. Within a line it ends before results and the name of an operation, before a name that the op table
//! has, and behind a type before one of 2018 to 2021. A value before a region that nothing has defined is an
//! argument of the region.

use std::sync::Arc;

use crate::attribute::{Attribute, Location};
use crate::diagnostic::Diagnostic;
use crate::ir::{BlockId, OpName, RegionId, ValueId};
use crate::lexer::{Cursor, Token};
use crate::op::{Dialect, OpCode};
use crate::types::Type;
use crate::unknown_op::{ASSEMBLY, Hole};

use super::legacy::is_old_name;
use super::operation::ResultGroup;
use super::parser::Parser;
use super::region::{Argument, RegionSpec};
use super::scope::Use;
use super::state::{OpState, Parsed};

/// Words with which a line may begin that goes on with an operation.
const GOING_ON: &[&str] = &[
    "attributes",
    "at",
    "by",
    "dynamic_shared_memory_size",
    "else",
    "from",
    "in",
    "into",
    "of",
    "on",
    "step",
    "to",
    "with",
];

/// Operations that are known to set the default dialect of their regions.
const DEFAULT_DIALECTS: &[(&str, &str)] = &[
    ("async.func", "async"),
    ("pdl.pattern", "pdl"),
    ("pdl.rewrite", "pdl"),
    ("shape.func", "shape"),
    ("shape.function_library", "shape"),
    ("test.default_dialect", "test"),
    ("transform.foreach", "transform"),
    ("transform.sequence", "transform"),
    ("transform.with_pdl_patterns", "transform"),
];

/// A part of the text of an operation.
enum Piece<'s> {
    Text(String),
    Value(ValueId),
    /// A value that nothing has defined yet.
    Undefined(Use<'s>),
    Argument,
    Successor(BlockId),
    Region(RegionId, Hole),
}

/// The brackets that are open in the text of an operation. `<` and `>` may also be comparisons: those count as
/// brackets only as long as nothing else contradicts it.
#[derive(Default)]
struct Brackets(Vec<Token>);

impl Brackets {
    /// Whether nothing is open but what may be a comparison.
    fn may_end(&self) -> bool {
        self.0.iter().all(|open| *open == Token::Less)
    }

    /// Notes a token; `false` for a bracket that closes none of its kind.
    fn pass(&mut self, token: Token) -> bool {
        let opening = match token {
            Token::LeftParen | Token::LeftBracket | Token::LeftBrace | Token::Less => {
                self.0.push(token);
                return true;
            }
            Token::Greater => {
                self.0.pop_if(|open| *open == Token::Less);
                return true;
            }
            Token::RightParen => Token::LeftParen,
            Token::RightBracket => Token::LeftBracket,
            Token::RightBrace => Token::LeftBrace,
            _ => return true,
        };
        while self.0.pop_if(|open| *open == Token::Less).is_some() {}
        self.0.pop() == Some(opening)
    }
}

impl<'s> Parser<'s> {
    /// The current word names an operation that no table knows.
    pub(super) fn unknown_custom(&mut self, groups: &[ResultGroup<'s>]) -> Parsed<OpState> {
        let span = self.span();
        let name = self.unknown_name()?;
        let default = DEFAULT_DIALECTS.iter().find(|(op, _)| *op == name);
        let default = default.map_or("", |(_, dialect)| dialect);
        let mut state = self.state(OpName::Unknown(name.into()), span);
        self.bump();
        let pieces = self.pieces(default)?;
        let template = self.template(pieces, &mut state)?;
        let results: u32 = groups.iter().map(|g| g.count).sum();
        state.result_types.extend((0..results).map(|_| Type::unknown()));
        let template = Attribute::String(template.into());
        state.attributes.push((ASSEMBLY.into(), template));
        Ok(state)
    }

    /// The name that the current word gives the operation, with its dialect.
    fn unknown_name(&self) -> Parsed<String> {
        let name = self.text();
        let default = self.dialects.last().copied().unwrap_or_default();
        let full = match name.contains('.') {
            true => name.to_string(),
            false if default.is_empty() => return Err(self.unknown_word(name)),
            false => format!("{default}.{name}"),
        };
        let (dialect, mnemonic) = full.split_once('.').unwrap_or_default();
        match Dialect::from_name(dialect) {
            Some(known) if !known.has_unmodelled(mnemonic) && name.contains('.') => Err(self.error(
                self.span(),
                format!("`{name}` is no operation of the dialect `{dialect}`: the custom op is unknown"),
            )),
            Some(known) if !known.has_unmodelled(mnemonic) => Err(self.unknown_word(name)),
            _ => Ok(full),
        }
    }

    #[cold]
    fn unknown_word(&self, name: &str) -> Box<Diagnostic> {
        let dialect = self.dialects.last().copied().unwrap_or_default();
        let mut diagnostic = Diagnostic::new(
            self.span(),
            format!("`{name}` is not an operation of the default dialect here: the custom op is unknown"),
        );
        let qualified = ["func", "builtin"].map(|dialect| format!("{dialect}.{name}"));
        if let Some(found) = qualified.iter().find(|q| OpCode::from_name(q).is_some()) {
            diagnostic = diagnostic.help(format!(
                "write `{found}`; directly inside `func.func` the default is `func`"
            ));
        } else if !dialect.is_empty() {
            diagnostic = diagnostic.help(format!("`{dialect}.{name}` was tried as well"));
        }
        Box::new(diagnostic)
    }

    /// The text behind the name, in pieces. `dialect` is the default one of the regions.
    fn pieces(&mut self, dialect: &'static str) -> Parsed<Vec<Piece<'s>>> {
        let mut pieces = Vec::new();
        // Where the values stand that nothing has defined and no region has as arguments.
        let mut undefined = Vec::new();
        let mut open = Brackets::default();
        let mut behind_type = false;
        while !open.may_end() || !self.ends_unknown(behind_type)? {
            behind_type |= open.may_end() && self.is(Token::Colon);
            pieces.push(Piece::Text(self.gap().to_string()));
            match self.token() {
                Token::End | Token::Error => return Err(self.unexpected("the rest of the operation")),
                Token::LeftBrace if self.begins_region(!undefined.is_empty(), dialect) => {
                    let region = self.unknown_region(&mut pieces, &mut undefined, dialect)?;
                    pieces.push(region);
                    continue;
                }
                token if !open.pass(token) => return Err(self.unexpected("the rest of the operation")),
                _ => {}
            }
            let piece = self.piece()?;
            if matches!(piece, Piece::Undefined(_)) {
                undefined.push(pieces.len());
            }
            pieces.push(piece);
        }
        match self.must_go_on() {
            true => Err(self.unexpected("the rest of the operation")),
            false => Ok(pieces),
        }
    }

    /// The current token as a piece; it is no region.
    fn piece(&mut self) -> Parsed<Piece<'s>> {
        Ok(match self.token() {
            Token::Value => {
                let used = self.operand()?;
                match self.is_defined(used.name) {
                    true => Piece::Value(self.resolve(used, &Type::unknown())?),
                    false => Piece::Undefined(used),
                }
            }
            Token::Block => Piece::Successor(self.successor()?),
            Token::Hash | Token::Exclamation => {
                let is_adjacent = self.gap().is_empty();
                let text = self.dialect_text()?;
                // What stands for an alias may begin as the token before it could go on.
                Piece::Text(match is_adjacent && text.starts_with(goes_on_name) {
                    true => format!(" {text}"),
                    false => text,
                })
            }
            Token::Word if self.begins_location() => Piece::Text(self.location_text()?),
            _ => {
                let text = self.text().to_string();
                self.bump();
                Piece::Text(text)
            }
        })
    }

    /// The location at the current word; nothing for an alias that is defined later, such as printers give
    /// to arguments.
    fn location_text(&mut self) -> Parsed<String> {
        Ok(match self.location()? {
            None | Some(Location::Opaque(_)) => String::new(),
            Some(location) => Attribute::Location(Arc::new(location)).to_string(),
        })
    }

    /// What separates the last token from the current one, on one line.
    fn gap(&self) -> &'s str {
        let (from, to) = (self.cursor.previous_end(), self.cursor.start());
        let gap = &self.cursor.source()[from as usize..to as usize];
        match gap.bytes().all(|b| b == b' ') {
            true => gap,
            false => " ",
        }
    }

    /// The region at the current brace. Values before it that nothing defines become its arguments, unless
    /// it has a label.
    fn unknown_region(
        &mut self,
        pieces: &mut [Piece<'s>],
        undefined: &mut Vec<usize>,
        dialect: &'static str,
    ) -> Parsed<Piece<'s>> {
        let hole = match self.next_token() == Token::Block {
            true => Hole::LabelledRegion,
            false => Hole::Region,
        };
        let mut arguments = Vec::new();
        if hole == Hole::Region {
            for at in undefined.drain(..) {
                if let Piece::Undefined(name) = std::mem::replace(&mut pieces[at], Piece::Argument) {
                    arguments.push(unknown_argument(name));
                }
            }
        }
        // Those before a region with a label are operands, which later text defines.
        undefined.clear();
        let spec = RegionSpec {
            dialect: Some(dialect),
            arguments: &arguments,
            ..RegionSpec::default()
        };
        let region = self.nested(|parser| parser.region(&spec))?;
        Ok(Piece::Region(region, hole))
    }

    /// The pieces as a template, and what fills its holes.
    fn template(&mut self, pieces: Vec<Piece<'s>>, state: &mut OpState) -> Parsed<String> {
        let mut template = String::new();
        let mut after_name = false;
        for piece in pieces {
            let hole = match piece {
                Piece::Text(text) => {
                    // What follows the name that was read may belong to the one that is printed.
                    if after_name && text.starts_with(goes_on_name) {
                        template.push(' ');
                    }
                    after_name &= text.is_empty();
                    push_text(&mut template, &text);
                    continue;
                }
                Piece::Value(value) => {
                    state.operands.push(value);
                    Hole::Operand
                }
                Piece::Undefined(used) => {
                    state.operands.push(self.resolve(used, &Type::unknown())?);
                    Hole::Operand
                }
                Piece::Argument => Hole::Argument,
                Piece::Successor(block) => {
                    state.successors.push(block);
                    Hole::Successor
                }
                Piece::Region(region, hole) => {
                    state.regions.push(region);
                    hole
                }
            };
            template.push(hole.marker());
            after_name = matches!(hole, Hole::Operand | Hole::Argument | Hole::Successor);
        }
        template.truncate(template.trim_end().len());
        Ok(template)
    }

    fn begins_location(&self) -> bool {
        self.text() == "loc" && self.next_token() == Token::LeftParen
    }

    /// Whether the current token, with no bracket open, belongs to the next operation. `behind_type` says that a
    /// colon stands before it in this one.
    fn ends_unknown(&self, behind_type: bool) -> Parsed<bool> {
        match self.token() {
            Token::End | Token::RightBrace => return Ok(true),
            _ if self.must_go_on() => return Ok(false),
            Token::Word if self.begins_location() => return Ok(true),
            _ => {}
        }
        let (from, to) = (self.cursor.previous_end(), self.cursor.start());
        let gap = &self.cursor.source()[from as usize..to as usize];
        match gap.contains('\n') {
            true => self.begins_line(),
            false => Ok(self.begins_on_line(behind_type)),
        }
    }

    /// Whether the last token is one with which no operation ends.
    fn must_go_on(&self) -> bool {
        let before = &self.cursor.source()[..self.cursor.previous_end() as usize];
        before.ends_with([',', ':', '=', '(', '[', '<']) || before.ends_with("->")
    }

    /// Whether the current token, the first of its line, begins an operation, a block or an alias.
    fn begins_line(&self) -> Parsed<bool> {
        Ok(match self.token() {
            Token::Value => self.behind_results().is_some(),
            Token::String => self.next_token() == Token::LeftParen,
            Token::Block => self.begins_label(),
            Token::Hash | Token::Exclamation => self.next_token() == Token::Equal,
            Token::MetadataBegin => true,
            Token::Word if self.begins_block() => true,
            Token::Word => return self.word_begins_line(),
            _ => false,
        })
    }

    /// As [`Parser::begins_line`], of a word. A word alone names an operation of the default dialect, as far as the
    /// table knows that; or one of 2018 to 2021, which may have gone without a dialect. Any other goes on, unless
    /// operands follow, for which MLIR's own operations have a preposition.
    fn word_begins_line(&self) -> Parsed<bool> {
        let (name, next) = (self.text(), self.next_token());
        let dialect = self.dialects.last().copied().unwrap_or_default();
        if name.contains('.') {
            return Ok(true);
        }
        // `ins(…)`, `layout = …`: no operation is written so.
        let behind = &self.cursor.source()[self.cursor.end() as usize..];
        if behind.starts_with(['(', '[', '<']) || next == Token::Equal || GOING_ON.contains(&name) {
            return Ok(false);
        }
        if self.names_operation(name, dialect) {
            return Ok(true);
        }
        if !dialect.is_empty() && Dialect::from_name(dialect).is_none() {
            return Ok(true);
        }
        match next {
            Token::Value | Token::Symbol | Token::String => {
                let message = format!("`{name}` may go on with the operation before it or begin another");
                let help =
                    "an operation has its dialect before its name; what goes on with one stands on its line";
                Err(Box::new(Diagnostic::new(self.span(), message).help(help)))
            }
            _ => Ok(false),
        }
    }

    /// Whether the current token, with another before it on its line, begins an operation.
    fn begins_on_line(&self, behind_type: bool) -> bool {
        let dialect = self.dialects.last().copied().unwrap_or_default();
        let of_default = |word| OpCode::of_dialect(Dialect::from_name(dialect)?, word);
        match self.token() {
            // `%i = %lo to %hi` is no operation.
            Token::Value => self.behind_results().is_some_and(|behind| match behind.token() {
                Token::Word => behind.text().contains('.') || self.names_operation(behind.text(), dialect),
                Token::String => {
                    let mut ahead = behind.clone();
                    ahead.bump();
                    ahead.token() == Token::LeftParen
                }
                _ => false,
            }),
            Token::Word if OpCode::from_name(self.text()).is_some() => true,
            Token::Word if of_default(self.text()).is_some() => true,
            Token::Word if behind_type && is_old_name(self.text()) => {
                matches!(self.next_token(), Token::Value | Token::Symbol)
            }
            _ => false,
        }
    }

    /// Whether the word alone names an operation, in the default dialect or in a text of 2018 to 2021.
    fn names_operation(&self, word: &str, dialect: &str) -> bool {
        match Dialect::from_name(dialect) {
            Some(known) if OpCode::of_dialect(known, word).is_some() || known.has_unmodelled(word) => true,
            _ => is_old_name(word),
        }
    }

    /// Whether the current name of a block is defined here: `^a:` or `^a(%x : i32):`.
    fn begins_label(&self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.bump();
        let mut open = Brackets::default();
        while ahead.token() == Token::LeftParen || !open.0.is_empty() {
            if ahead.token() == Token::End || !open.pass(ahead.token()) {
                return false;
            }
            ahead.bump();
        }
        ahead.token() == Token::Colon
    }

    /// What stands behind results, if the values from here on are some: `%a, %b:2 =`.
    fn behind_results(&self) -> Option<Cursor<'s>> {
        let mut ahead = self.cursor.clone();
        while ahead.token() == Token::Value {
            ahead.bump();
            if ahead.token() == Token::Colon {
                ahead.bump();
                ahead.bump();
            }
            let separator = ahead.token();
            ahead.bump();
            match separator {
                Token::Equal => return Some(ahead),
                Token::Comma => {}
                _ => return None,
            }
        }
        None
    }

    /// Whether the current brace opens a region and not a dictionary. One with nothing in it is a region where
    /// values that nothing has defined stand before it: its arguments.
    fn begins_region(&self, has_arguments: bool, dialect: &str) -> bool {
        let mut ahead = self.cursor.clone();
        let open = ahead.end() as usize;
        ahead.bump();
        match ahead.token() {
            Token::Value | Token::Block => true,
            Token::RightBrace => has_arguments,
            Token::String => {
                ahead.bump();
                ahead.token() == Token::LeftParen
            }
            Token::Word => {
                let name = ahead.text();
                let line_breaks = self.cursor.source()[open..ahead.start() as usize].contains('\n');
                ahead.bump();
                let is_op = name.contains('.');
                match ahead.token() {
                    Token::Equal => false,
                    Token::Comma | Token::RightBrace => {
                        is_op && (line_breaks || OpCode::from_name(name).is_some())
                    }
                    Token::Colon => is_op,
                    _ => is_op || self.names_operation(name, dialect),
                }
            }
            _ => false,
        }
    }
}

/// Appends text of the source; what would be taken for a hole can only stand in a string.
fn push_text(template: &mut String, text: &str) {
    for c in text.chars() {
        match Hole::of(c) {
            None => template.push(c),
            Some(_) => *template += &format!("\\{:02X}", c as u32),
        }
    }
}

/// Whether a character can be part of the name of a value or of a block.
fn goes_on_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_$.-".contains(c)
}

fn unknown_argument(name: Use<'_>) -> Argument<'_> {
    Argument {
        name,
        ty: Type::unknown(),
        location: None,
    }
}
