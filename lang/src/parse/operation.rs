//! One operation: the names of its results, its generic or custom form, its location.

use smallvec::SmallVec;

use super::declarative;
use crate::assembly;
use crate::attribute::{Attribute, NamedAttribute};
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{BlockId, NewOp, OpId, OpName, Span, ValueId};
use crate::lexer::Token;
use crate::linalg::forget_memoized_maps;
use crate::op::{Dialect, OpCode, Trait};
use crate::types::Type;
use crate::unknown_op::PROPERTIES;

use super::parser::Parser;
use super::region::RegionSpec;
use super::state::{Newer, OpState, Parsed};

/// Results that one operation may have; a group `%x:4294967295` must not exhaust the memory.
const RESULT_LIMIT: u32 = 1 << 16;

/// `%name:count` on the left of `=`.
#[derive(Clone, Copy)]
pub(super) struct ResultGroup<'s> {
    pub name: &'s str,
    pub count: u32,
    pub span: Span,
}

impl<'s> Parser<'s> {
    /// Reads one operation and puts it at the end of the block.
    pub(super) fn operation(&mut self, block: BlockId) -> Parsed<OpId> {
        let groups = self.result_groups()?;
        let around = std::mem::take(&mut self.header_end);
        let start = self.cursor.start();
        let mut state = match self.token() {
            Token::String => self.nested(Self::generic)?,
            Token::Word => match self.nested(|parser| parser.newer(&groups))? {
                None => self.nested(|parser| parser.custom(&groups))?,
                Some(Newer::Op(state)) => state,
                Some(Newer::Values(values)) => {
                    self.header_end = around;
                    return self.operations_of(block, &groups, &values);
                }
            },
            _ => return Err(self.unexpected("an operation name, in quotes for the generic form")),
        };
        let end = self.header_end.unwrap_or(self.cursor.previous_end());
        self.header_end = around;
        state.span = Span { start, end };
        let location = self.location()?;
        self.attach_before(block);
        let op = self.finish(state, &groups)?;
        forget_memoized_maps(&mut self.module, op);
        if self.is_legacy {
            return Ok(self.attach_legacy(block, op, location));
        }
        if let Some(location) = location {
            self.module.op_locations.insert(op, location);
        }
        self.module.attach(block, op);
        Ok(op)
    }

    /// Attaches the operations that compute the values of a newer form; the last of them.
    fn operations_of(
        &mut self,
        block: BlockId,
        groups: &[ResultGroup<'s>],
        values: &[ValueId],
    ) -> Parsed<OpId> {
        let location = self.location()?;
        let last = self.before.last().copied();
        if let Some(location) = location {
            for &op in &self.before {
                self.module.op_locations.insert(op, location.clone());
            }
        }
        self.attach_before(block);
        self.name_values(groups, values)?;
        match last {
            Some(last) => Ok(last),
            None => Err(self.unexpected("an operation")),
        }
    }

    /// `%a, %b:2 =; none when the operation's results have no names.
    fn result_groups(&mut self) -> Parsed<SmallVec<[ResultGroup<'s>; 1]>> {
        let mut groups = SmallVec::new();
        if !self.is(Token::Value) {
            return Ok(groups);
        }
        loop {
            let mut span = self.span();
            let name = match self.token() {
                Token::Value => &self.text()[1..],
                _ => return Err(self.unexpected("the name of a result")),
            };
            self.bump();
            let mut count = 1;
            if self.eat(Token::Colon) {
                span.end = self.span().end;
                count = match self.token() {
                    Token::Integer => self.text().parse().unwrap_or(u32::MAX),
                    _ => return Err(self.unexpected("the number of results")),
                };
                if count == 0 {
                    return Err(self.error(
                        span,
                        "a group of results has at least one: expected an integer of 1 or more",
                    ));
                }
                if count > RESULT_LIMIT {
                    return Err(self.error(span, "the operation has too many results"));
                }
                self.bump();
            }
            groups.push(ResultGroup { name, count, span });
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::Equal, "=")?;
        Ok(groups)
    }

    /// An operation of which only the name is known.
    pub(super) fn state(&mut self, name: OpName, span: Span) -> OpState {
        OpState {
            attributes: self.attribute_lists.pop().unwrap_or_default(),
            ..OpState::new(name, span)
        }
    }

    /// Makes the operation and defines the names of its results.
    fn finish(&mut self, mut state: OpState, groups: &[ResultGroup<'s>]) -> Parsed<OpId> {
        // The list that grew keeps its room for the next operation; this one gets a list that fits.
        let attributes: Vec<NamedAttribute> = state.attributes.drain(..).collect();
        self.attribute_lists
            .push(std::mem::replace(&mut state.attributes, attributes));
        let count = state.result_types.len();
        let named: u64 = groups.iter().map(|g| u64::from(g.count)).sum();
        if let (Some(first), Some(last)) = (groups.first(), groups.last())
            && named != count as u64
        {
            let at = Span {
                start: first.span.start,
                end: last.span.end,
            };
            let found = counted(named as usize, "result");
            return Err(Box::new(
                Diagnostic::new(at, format!("found names for {found}")).note(
                    state.span,
                    format!("the operation defines {}", counted(count, "result")),
                ),
            ));
        }
        let forward = self.forward_results(groups, &state)?;
        let op = self.module.create_with(
            NewOp {
                name: state.name,
                operands: state.operands,
                result_types: state.result_types,
                attributes: state.attributes,
                span: state.span,
            },
            &forward,
        );
        for region in state.regions {
            self.module.attach_region(op, region);
        }
        self.module.op_mut(op).successors.extend(state.successors);
        let mut first = 0;
        for group in groups {
            let last = first + group.count as usize;
            let values: SmallVec<[ValueId; 1]> = self.module.op(op).results[first..last].into();
            self.define(group.name, &values, group.span)?;
            first = last;
        }
        Ok(op)
    }

    /// The values that stand in for results already, with the numbers of the results.
    fn forward_results(
        &mut self,
        groups: &[ResultGroup<'s>],
        state: &OpState,
    ) -> Parsed<SmallVec<[(u32, ValueId); 2]>> {
        let mut all = SmallVec::new();
        if !self.has_forward_uses() {
            return Ok(all);
        }
        let mut first = 0;
        for group in groups {
            for (number, value) in self.forward_values(group.name) {
                if number >= group.count {
                    continue;
                }
                let ty = &state.result_types[(first + number) as usize];
                self.agree(value, ty, group.name, group.span)?;
                all.push((first + number, value));
            }
            first += group.count;
        }
        Ok(all)
    }

    /// The type that a definition gives is the one that the uses before it stated.
    pub(super) fn agree(&mut self, value: ValueId, ty: &Type, name: &str, span: Span) -> Parsed<()> {
        let stated = self.module.ty(value);
        if stated == ty || stated.is_unknown() || ty.is_unknown() {
            return Ok(());
        }
        let message = format!("the definition of `%{name}` has the type `{ty}`");
        let help = format!("expected `{stated}`, the type of its prior uses");
        Err(Box::new(Diagnostic::new(span, message).help(help)))
    }

    /// `"dialect.op"(%operands)[^successors] <{properties}> ({regions}) {attributes} : type`.
    fn generic(&mut self) -> Parsed<OpState> {
        if self.is_legacy {
            return self.legacy_generic();
        }
        let span = self.span();
        let text = self.string_literal()?;
        if text.is_empty() {
            return Err(self.error(span, "the name of the operation is empty"));
        }
        if text.contains('\0') {
            return Err(self.error(span, "the name of the operation has a null character"));
        }
        let name = match OpCode::from_name(&text) {
            Some(code) => OpName::Known(code),
            None => OpName::Unknown(text.into()),
        };
        let mut state = self.state(name, span);
        let operands = self.operands_in_parens()?;
        if self.is(Token::LeftBracket) {
            if state.code().is_some_and(|c| !c.has_trait(Trait::Terminator)) {
                let message = format!("successors in the non-terminator `{}`", state.name.as_str());
                return Err(self.error(self.span(), message));
            }
            let successors = self.bracket_list(Self::successor)?;
            if successors.is_empty() {
                return Err(self.error(
                    self.span_from(span.start),
                    "the list of successors is empty: expected a block name",
                ));
            }
            state.successors.extend(successors);
        }
        let mut properties = None;
        if self.eat(Token::Less) {
            properties = Some(self.attribute()?);
            self.expect(Token::Greater, ">")?;
        }
        if self.is(Token::LeftParen) {
            let isolated = state.code().is_some_and(|c| c.has_trait(Trait::Isolated));
            let regions = self.paren_list(|parser| parser.region(&RegionSpec::generic(isolated)))?;
            state.regions.extend(regions);
        }
        self.properties(&mut state, properties)?;
        self.attribute_dict(&mut state.attributes)?;
        if let Some(code) = state.code() {
            assembly::normalize_of(code, &mut state.attributes);
        }
        if !self.eat(Token::Colon) {
            return Err(self.unexpected("`:` followed by the operation type"));
        }
        let at = self.cursor.start();
        let ty = self.function_type()?;
        state.result_types.extend(ty.results);
        let at = self.span_from(at);
        self.resolve_each(&mut state, &operands, &ty.inputs, at)?;
        Ok(state)
    }

    fn properties(&mut self, state: &mut OpState, properties: Option<Attribute>) -> Parsed<()> {
        match (properties, &state.name) {
            (None, _) => {}
            (Some(Attribute::Dictionary(entries)), OpName::Known(_)) => {
                state.attributes.extend(entries.iter().cloned());
            }
            (Some(_), OpName::Known(code)) => {
                let message = format!("the properties of `{}` are not a dictionary", code.name());
                let diagnostic = Diagnostic::new(state.span, message);
                return Err(Box::new(diagnostic.help("expected `<{name = value}>`")));
            }
            (Some(other), OpName::Unknown(_)) => state.attributes.push((PROPERTIES.into(), other)),
        }
        Ok(())
    }

    /// The custom form of an operation, by its name.
    fn custom(&mut self, groups: &[ResultGroup<'s>]) -> Parsed<OpState> {
        if self.is_legacy
            && let Some(state) = self.legacy_custom()?
        {
            return Ok(state);
        }
        let span = self.span();
        let text = self.text();
        let dialect = self.dialects.last().copied().unwrap_or_default();
        let code = match text.contains('.') {
            true => self.op_code(text),
            false => Dialect::from_name(dialect).and_then(|d| OpCode::of_dialect(d, text)),
        };
        let Some(code) = code else {
            return self.unknown_custom(groups);
        };
        self.bump();
        let mut state = self.state(OpName::Known(code), span);
        declarative::read(self, code, &mut state)?;
        Ok(state)
    }
}
