//! What stands behind the element type of a memref: maps, strides, a memory space.

use std::sync::Arc;

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::Span;
use crate::lexer::Token;
use crate::parse::parser::Parser;
use crate::parse::state::Parsed;
use crate::parse::types::check_memory_space;
use crate::types::{Dim, Layout, Type};

impl<'s> Parser<'s> {
    /// `, #index, (d0) -> (d0), 2`: maps, the first of which the subscripts go through first, and last the
    /// memory space.
    pub(in crate::parse) fn legacy_layout(
        &mut self,
        shape: Option<&[Dim]>,
    ) -> Parsed<(Option<Layout>, Option<Attribute>)> {
        let mut map: Option<Arc<AffineMap>> = None;
        let (mut strides, mut space) = (None, None);
        let start = self.span();
        while self.eat(Token::Comma) {
            let at = self.span();
            if space.is_some() {
                return Err(self.unexpected("`>`: the memory space is last"));
            }
            if self.is_word("offset") {
                let layout = self.legacy_strides()?;
                self.check_strides(&layout, shape, self.span_from(at.start))?;
                strides = Some(layout);
                continue;
            }
            match self.legacy_layout_part()? {
                Attribute::AffineMap(next) => {
                    map = Some(match map {
                        None => next,
                        Some(first) => self.composed(&first, &next, at)?,
                    });
                }
                Attribute::StridedLayout(layout) => {
                    self.check_strides(&layout, shape, at)?;
                    strides = Some((*layout).clone());
                }
                part => {
                    check_memory_space(&part, at)?;
                    space = Some(part);
                }
            }
        }
        let space = space.filter(|space| *space != Attribute::integer(0, Type::I64));
        let Some(map) = map else {
            return Ok((strides, space));
        };
        if strides.is_some() {
            return Err(self.error(start, "the memref type has both a map and strides"));
        }
        self.check_layout_map(&map, shape, self.span_from(start.start))?;
        if map.is_identity_on_dims() {
            return Ok((None, space));
        }
        Ok((Some(Layout::Map(map)), space))
    }

    /// A map, or the memory space: a number, an attribute, or a word for a memory without a number.
    fn legacy_layout_part(&mut self) -> Parsed<Attribute> {
        if self.is(Token::LeftParen) {
            return self.legacy_map_or_set();
        }
        if self.is(Token::Word) && !self.begins_attribute() {
            let name = self.word("a memory space")?;
            return Ok(Attribute::string(name));
        }
        self.attribute()
    }

    /// `second` after `first`, with the symbols of `first` before those of `second`.
    fn composed(&mut self, first: &AffineMap, second: &AffineMap, at: Span) -> Parsed<Arc<AffineMap>> {
        let inner = first.num_symbols;
        let fits = first.results.len() == second.num_dims as usize;
        let Some(num_symbols) = inner.checked_add(second.num_symbols).filter(|_| fits) else {
            let message = format!(
                "the map does not follow the one before it, which has {} results",
                first.results.len()
            );
            let help = format!("expected as many as this one has dimensions, {}", second.num_dims);
            return Err(Box::new(Diagnostic::new(at, message).help(help)));
        };
        let symbols: Vec<AffineExpr> = (inner..num_symbols).map(AffineExpr::Symbol).collect();
        let map = second.replace(&first.results, &symbols, first.num_dims, num_symbols);
        Ok(self.shared_map(map))
    }

    /// `offset: 1, strides: [2, ?]`.
    fn legacy_strides(&mut self) -> Parsed<Layout> {
        self.expect_word("offset")?;
        self.expect(Token::Colon, ":")?;
        let offset = self.stride()?;
        self.eat(Token::Comma);
        self.expect_word("strides")?;
        self.expect(Token::Colon, ":")?;
        let strides = self.bracket_list(Self::stride)?;
        Ok(Layout::Strided { strides, offset })
    }
}
