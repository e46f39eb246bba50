//! Regions, blocks and their labels.

use crate::attribute::Location;
use crate::diagnostic::Diagnostic;
use crate::ir::{BlockId, NewOp, RegionId, Span};
use crate::lexer::Token;
use crate::op::{OpCode, Trait};
use crate::types::Type;

use super::parser::Parser;
use super::scope::{Blocks, Label, Use};
use super::state::Parsed;

/// An argument that a custom form gives to the entry block of a region.
#[derive(Clone, Debug)]
pub(crate) struct Argument<'s> {
    pub name: Use<'s>,
    pub ty: Type,
    pub location: Option<Location>,
}

/// What the operation around a region says of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct RegionSpec<'s, 'a> {
    /// Arguments of the entry block, which then has no label.
    pub arguments: &'a [Argument<'s>],
    pub isolated: bool,
    /// The default dialect inside; `None` is that of the surroundings.
    pub dialect: Option<&'static str>,
    /// Appended to the only block when it does not end in a terminator.
    pub terminator: Option<OpCode>,
}

impl<'s, 'a> RegionSpec<'s, 'a> {
    /// A region of the generic form.
    pub fn generic(isolated: bool) -> RegionSpec<'s, 'a> {
        RegionSpec {
            isolated,
            ..RegionSpec::default()
        }
    }

    /// A region of the custom form of an operation.
    pub fn of(code: OpCode) -> RegionSpec<'s, 'a> {
        RegionSpec {
            isolated: code.has_trait(Trait::Isolated),
            dialect: Some(match code {
                OpCode::Func => "func",
                OpCode::Module => "builtin",
                _ => "",
            }),
            ..RegionSpec::default()
        }
    }

    pub fn arguments(self, arguments: &'a [Argument<'s>]) -> RegionSpec<'s, 'a> {
        RegionSpec { arguments, ..self }
    }

    pub fn terminated_by(self, code: OpCode) -> RegionSpec<'s, 'a> {
        RegionSpec {
            terminator: Some(code),
            ..self
        }
    }
}

impl<'s> Parser<'s> {
    /// `{ … }`.
    pub fn region(&mut self, spec: &RegionSpec<'s, '_>) -> Parsed<RegionId> {
        if self.header_end.is_none() {
            self.header_end = Some(self.cursor.previous_end());
        }
        self.expect(Token::LeftBrace, "{")?;
        let region = self.module.new_region();
        self.open_scope(spec.isolated);
        self.blocks.push(Blocks::default());
        let dialect = match spec.dialect {
            Some(dialect) => dialect,
            None => self.dialects.last().copied().unwrap_or_default(),
        };
        self.dialects.push(dialect);
        self.region_body(region, spec)?;
        self.dialects.pop();
        self.labels_are_defined()?;
        self.blocks.pop();
        self.close_scope(spec.isolated)?;
        Ok(region)
    }

    fn region_body(&mut self, region: RegionId, spec: &RegionSpec<'s, '_>) -> Parsed<()> {
        let labelled = self.begins_block();
        if labelled && !spec.arguments.is_empty() {
            return Err(Box::new(
                Diagnostic::new(
                    self.span(),
                    format!("the first block `{}` has a label: invalid block name in a region with named arguments", self.text()),
                )
                .help("its arguments are those that the operation declares; leave the label out"),
            ));
        }
        let empty = self.is(Token::RightBrace);
        if !labelled && (!empty || !spec.arguments.is_empty()) {
            let block = self.module.new_block();
            self.module.attach_block(region, block);
            for argument in spec.arguments {
                self.is_fresh(argument)?;
                self.define_argument(block, argument)?;
            }
            self.block_body(block)?;
        }
        while self.begins_block() {
            self.labelled_block(region)?;
        }
        if !self.eat(Token::RightBrace) {
            return Err(self.unexpected("an operation, a block or `}`"));
        }
        if let Some(code) = spec.terminator {
            self.ensure_terminator(region, code);
        }
        Ok(())
    }

    fn block_body(&mut self, block: BlockId) -> Parsed<()> {
        while !self.is(Token::RightBrace) && !self.begins_block() {
            self.operation_or_functions(block)?;
        }
        self.module.block_mut(block).ops.shrink_to_fit();
        Ok(())
    }

    /// Reads operations up to the end of the text.
    pub(super) fn block_until_end(&mut self, block: BlockId) -> Parsed<()> {
        while !self.is(Token::End) {
            self.operation(block)?;
        }
        Ok(())
    }

    /// Reads one operation, or a run of functions.
    pub(super) fn operation_or_functions(&mut self, block: BlockId) -> Parsed<()> {
        if self.is_legacy && self.legacy_dropped()? {
            return Ok(());
        }
        if self.is_legacy || !self.is_word("func.func") || !self.functions_in_parallel(block)? {
            self.operation(block)?;
        }
        Ok(())
    }

    fn ensure_terminator(&mut self, region: RegionId, code: OpCode) {
        let blocks = &self.module.region(region).blocks;
        let block = match blocks.as_slice() {
            [] => {
                let block = self.module.new_block();
                self.module.attach_block(region, block);
                block
            }
            [block] => *block,
            _ => return,
        };
        let last = self.module.block(block).ops.last();
        let ends = last.is_some_and(|&op| match self.module.op(op).code() {
            Some(last) => last.has_trait(Trait::Terminator),
            // An operation that no table knows may be a terminator; if it is none, the one that the
            // custom form implies is missing.
            None => false,
        });
        if !ends {
            self.module.append(block, NewOp::new(code));
        }
    }

    /// `^name(%a: T, …):` and the operations behind it.
    fn labelled_block(&mut self, region: RegionId) -> Parsed<()> {
        let span = self.span();
        let name = self.label_name();
        let block = self.label(name, span);
        let labels = self.blocks.last_mut().and_then(|b| b.labels.get_mut(name));
        if let Some(label) = labels {
            if label.is_defined {
                let earlier = label.span;
                return Err(Box::new(
                    Diagnostic::new(
                        span,
                        format!("the block `^{name}` is defined twice: a redefinition of a block"),
                    )
                    .note(earlier, "first defined here"),
                ));
            }
            label.is_defined = true;
            label.span = span;
        }
        self.module.attach_block(region, block);
        if self.is(Token::LeftParen) {
            let arguments = self.paren_list(Self::typed_argument)?;
            for argument in &arguments {
                self.define_argument(block, argument)?;
            }
        }
        self.expect(Token::Colon, ":")?;
        self.block_body(block)
    }

    /// `%x : T`, with an optional location.
    fn typed_argument(&mut self) -> Parsed<Argument<'s>> {
        let name = self.operand()?;
        let ty = self.colon_type()?;
        let location = self.location()?;
        Ok(Argument { name, ty, location })
    }

    /// `%x`, with `: T` behind it if asked for, and an optional location.
    pub fn argument(&mut self, with_type: bool) -> Parsed<Argument<'s>> {
        let name = self.operand()?;
        if self.slice(name.span).contains('#') {
            let message =
                "an argument has a result number: a result number is not allowed in an argument list";
            return Err(self.error(name.span, message));
        }
        let ty = match with_type {
            true => self.colon_type()?,
            false => Type::None,
        };
        let location = self.location()?;
        Ok(Argument { name, ty, location })
    }

    /// Nothing mentioned the name of an entry argument before.
    fn is_fresh(&self, argument: &Argument<'s>) -> Parsed<()> {
        let Use { name, span, .. } = argument.name;
        if !self.has_forward_uses() || self.forward_values(name).is_empty() {
            return Ok(());
        }
        Err(self.error(
            span,
            format!("the region entry argument `%{name}` is already in use before"),
        ))
    }

    fn define_argument(&mut self, block: BlockId, argument: &Argument<'s>) -> Parsed<()> {
        let Use { name, span, .. } = argument.name;
        let forward = match self.has_forward_uses() {
            true => self.forward_values(name).first().map(|(_, value)| *value),
            false => None,
        };
        if let Some(value) = forward {
            self.agree(value, &argument.ty, name, span)?;
        }
        let value = self.module.add_argument_as(block, argument.ty.clone(), forward);
        if let Some(location) = &argument.location {
            self.module.argument_locations.insert(value, location.clone());
        }
        self.define(name, &[value], span)
    }

    /// `^name` after an operation.
    pub fn successor(&mut self) -> Parsed<BlockId> {
        let is_label = self.is(Token::Block) || self.has_bare_labels && self.is(Token::Word);
        if !is_label {
            return Err(self.unexpected("a block name such as `^bb1`"));
        }
        let span = self.span();
        let name = self.label_name();
        Ok(self.label(name, span))
    }

    pub(super) fn begins_block(&self) -> bool {
        self.is(Token::Block) || self.has_bare_labels && self.begins_bare_label()
    }

    /// Steps over the current token, a label, and gives its name.
    fn label_name(&mut self) -> &'s str {
        let text = self.text();
        self.bump();
        text.strip_prefix('^').unwrap_or(text)
    }

    fn label(&mut self, name: &'s str, span: Span) -> BlockId {
        let module = &mut self.module;
        match self.blocks.last_mut() {
            Some(blocks) => {
                blocks
                    .labels
                    .entry(name)
                    .or_insert_with(|| Label {
                        block: module.new_block(),
                        span,
                        is_defined: false,
                    })
                    .block
            }
            None => module.new_block(),
        }
    }

    pub(super) fn labels_are_defined(&self) -> Parsed<()> {
        let labels = self.blocks.last().map(|b| &b.labels);
        let missing = labels
            .into_iter()
            .flatten()
            .filter(|(_, label)| !label.is_defined)
            .min_by_key(|(_, label)| label.span.start);
        match missing {
            Some((name, label)) => Err(self.error(
                label.span,
                format!(
                    "the block `^{name}` is not defined in this region: a reference to an undefined block"
                ),
            )),
            None => Ok(()),
        }
    }
}
