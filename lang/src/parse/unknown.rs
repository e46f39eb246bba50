//! Operations of dialects that no table knows, in their custom form.
//!
//! Nothing says how such a form reads, so its text is kept: a template in which the values it uses, its
//! successors and its regions are holes ([`Hole`]). Where it ends is guessed from the layout that every
//! printer of MLIR follows: at the end of a line with no bracket open, unless the next line goes on.

use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::OpName;
use crate::lexer::Token;
use crate::op::OpCode;
use crate::types::Type;

use super::operation::{OpState, ResultGroup};
use super::parser::{Parsed, Parser};
use super::region::{Argument, RegionSpec};
use super::values::{Use, Uses};

/// The attribute that holds the template; no text can spell its name.
pub(crate) const ASSEMBLY: &str = "<assembly>";

/// What a control character in a template stands for. Each hole takes the next of its kind.
pub(crate) enum Hole {
    Operand,
    Successor,
    Region,
    /// An argument of the entry block of the next region.
    Argument,
}

impl Hole {
    pub const ALL: [(char, Hole); 4] = [
        ('\u{1}', Hole::Operand),
        ('\u{2}', Hole::Successor),
        ('\u{3}', Hole::Region),
        ('\u{4}', Hole::Argument),
    ];
}

impl<'s> Parser<'s> {
    /// The current word names an operation that no table knows.
    pub(super) fn unknown_custom(&mut self, groups: &[ResultGroup<'s>]) -> Parsed<OpState> {
        let span = self.span();
        let name = self.text();
        let dialect = name.split_once('.').map(|(dialect, _)| dialect);
        match dialect {
            Some(dialect) if OpCode::is_dialect(dialect) => {
                return Err(self.error(
                    span,
                    format!("`{name}` is no operation of the dialect `{dialect}`: the custom op is unknown"),
                ));
            }
            Some(_) => {}
            None => return Err(self.unknown_word(name)),
        }
        let mut state = OpState::new(OpName::Unknown(name.into()), span);
        self.bump();
        let template = self.template(&mut state)?;
        let results: u32 = groups.iter().map(|g| g.count).sum();
        state.result_types.extend((0..results).map(|_| Type::unknown()));
        state
            .attributes
            .push((ASSEMBLY.into(), Attribute::String(template.into())));
        Ok(state)
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

    fn template(&mut self, state: &mut OpState) -> Parsed<String> {
        let mut template = String::new();
        let mut depth = 0usize;
        let mut copied = self.cursor.previous_end();
        // Values of the header that nothing has defined: the arguments of the region behind it.
        let mut fresh: Uses<'s> = Uses::new();
        loop {
            if depth == 0 && self.ends_unknown() {
                break;
            }
            let start = self.cursor.start();
            match self.token() {
                Token::End | Token::Error => return Err(self.unexpected("the rest of the operation")),
                Token::LeftParen | Token::LeftBracket | Token::Less => {
                    depth += 1;
                    self.bump();
                }
                Token::RightParen | Token::RightBracket | Token::Greater => {
                    depth = depth.saturating_sub(1);
                    self.bump();
                }
                Token::LeftBrace if self.begins_region() => {
                    self.copy(&mut template, copied, start);
                    template.push('\u{3}');
                    let arguments: Vec<Argument<'s>> = fresh.drain(..).map(unknown_argument).collect();
                    let spec = RegionSpec {
                        dialect: Some(""),
                        ..RegionSpec::default()
                    };
                    let region = self.nested(|parser| parser.region(&spec.arguments(&arguments)))?;
                    state.regions.push(region);
                    copied = self.cursor.previous_end();
                }
                Token::LeftBrace => {
                    depth += 1;
                    self.bump();
                }
                Token::RightBrace => {
                    depth = depth.saturating_sub(1);
                    self.bump();
                }
                Token::Value => {
                    self.copy(&mut template, copied, start);
                    let used = self.operand()?;
                    copied = self.cursor.previous_end();
                    if self.introduces(used) {
                        template.push('\u{4}');
                        fresh.push(used);
                    } else {
                        template.push('\u{1}');
                        let value = self.resolve(used, &Type::unknown())?;
                        state.operands.push(value);
                    }
                }
                Token::Block => {
                    self.copy(&mut template, copied, start);
                    template.push('\u{2}');
                    let block = self.successor()?;
                    state.successors.push(block);
                    copied = self.cursor.previous_end();
                }
                _ => self.bump(),
            }
        }
        if let Some(used) = fresh.first() {
            return Err(self.error(used.span, format!("`%{}` is not defined", used.name)));
        }
        let end = self.cursor.previous_end();
        self.copy(&mut template, copied, end);
        Ok(template)
    }

    fn copy(&self, template: &mut String, from: u32, to: u32) {
        let text = &self.cursor.source()[from as usize..to as usize];
        template.extend(text.chars().filter(|c| !matches!(c, '\u{1}'..='\u{4}')));
    }

    /// Whether a value of the header names an argument of the region behind it: nothing has defined it, and
    /// it is followed by what gives it a value or a type.
    fn introduces(&self, used: Use<'s>) -> bool {
        !self.is_defined(used.name)
            && (matches!(self.token(), Token::Equal | Token::Colon)
                || matches!(self.token(), Token::Comma | Token::RightParen) && self.region_on_line())
    }

    /// Whether the line goes on to open a brace at its end.
    fn region_on_line(&self) -> bool {
        let rest = &self.cursor.source()[self.cursor.start() as usize..];
        rest.lines()
            .next()
            .is_some_and(|line| line.trim_end().ends_with('{'))
    }

    /// Whether the current token, with no bracket open, belongs to the next operation.
    fn ends_unknown(&self) -> bool {
        match self.token() {
            Token::End | Token::RightBrace => return true,
            Token::Word if self.text() == "loc" && self.next_token() == Token::LeftParen => return true,
            _ => {}
        }
        let (from, to) = (self.cursor.previous_end(), self.cursor.start());
        let source = self.cursor.source();
        if !source[from as usize..to as usize].contains('\n') {
            return false;
        }
        let before = source[..from as usize].trim_end();
        if before.ends_with([',', ':', '=', '(', '[', '<']) || before.ends_with("->") {
            return false;
        }
        match self.token() {
            Token::Value | Token::String | Token::Block | Token::Hash | Token::Exclamation => true,
            Token::Word => {
                self.text().contains('.')
                    || self
                        .dialects
                        .last()
                        .is_some_and(|d| OpCode::from_name(&format!("{d}.{}", self.text())).is_some())
            }
            _ => false,
        }
    }

    /// Whether the current brace opens a region and not a dictionary.
    fn begins_region(&self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.bump();
        match ahead.token() {
            Token::Value | Token::Block => true,
            Token::String => {
                ahead.bump();
                ahead.token() == Token::LeftParen
            }
            Token::Word => {
                let name = ahead.text();
                ahead.bump();
                let entry = matches!(ahead.token(), Token::Equal | Token::Comma | Token::RightBrace);
                name.contains('.') && (!entry || OpCode::from_name(name).is_some())
            }
            _ => false,
        }
    }
}

fn unknown_argument(name: Use<'_>) -> Argument<'_> {
    Argument {
        name,
        ty: Type::unknown(),
        location: None,
    }
}
