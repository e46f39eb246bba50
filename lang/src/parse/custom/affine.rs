//! The affine dialect.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::Span;
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::parser::Parser;
use crate::parse::region::{Argument, RegionSpec};
use crate::parse::scope::Uses;
use crate::parse::state::{OpState, Parsed};
use crate::types::Type;

/// A lower or an upper bound.
pub(super) struct Bound<'s> {
    pub map: Arc<AffineMap>,
    pub operands: Uses<'s>,
}

impl<'s> Parser<'s> {
    /// `(%d)[%s]`, as many as the map or set declares.
    pub(super) fn map_operands(&mut self, dims: u32, symbols: u32) -> Parsed<Uses<'s>> {
        let start = self.cursor.start();
        let mut operands = self.operands_in_parens()?;
        let found_dims = operands.len();
        if self.is(Token::LeftBracket) {
            operands.extend(self.operands_in_brackets()?);
        }
        let found_symbols = operands.len() - found_dims;
        if (found_dims, found_symbols) != (dims as usize, symbols as usize) {
            let message = format!(
                "found {found_dims} dimension and {found_symbols} symbol operands: the dim or symbol operand count does not match"
            );
            let help = format!("expected {dims} and {symbols}, as the map declares");
            return Err(Box::new(
                Diagnostic::new(self.span_from(start), message).help(help),
            ));
        }
        Ok(operands)
    }

    pub fn affine_apply(&mut self, op: &mut OpState) -> Parsed<()> {
        let map = self.affine_map()?;
        let operands = self.map_operands(map.num_dims, map.num_symbols)?;
        let name = self.name("map");
        op.attribute(name, Attribute::AffineMap(map));
        self.attribute_dict(&mut op.attributes)?;
        self.resolve_into(op, &operands, &Type::Index)?;
        op.result_types.push(Type::Index);
        Ok(())
    }

    /// `%m[…] {…} : memref<…>`, with `, vector<…>` behind it for a vector.
    pub fn affine_load(&mut self, op: &mut OpState, is_vector: bool) -> Parsed<()> {
        let memref = self.operand()?;
        let subscripts = self.map_of_values()?;
        op.attributes
            .push((self.name("map"), Attribute::AffineMap(subscripts.map.clone())));
        self.attribute_dict(&mut op.attributes)?;
        let (ty, element) = self.colon_memref()?;
        let result = match is_vector {
            true => {
                self.expect(Token::Comma, ",")?;
                self.ty()?
            }
            false => element,
        };
        op.operands.push(self.resolve(memref, &ty)?);
        self.resolve_subscripts(op, &subscripts)?;
        op.result_types.push(result);
        Ok(())
    }

    /// `%v, %m[…] {…} : memref<…>`, with `, vector<…>` behind it for a vector.
    pub fn affine_store(&mut self, op: &mut OpState, is_vector: bool) -> Parsed<()> {
        let value = self.operand()?;
        self.expect(Token::Comma, ",")?;
        let memref = self.operand()?;
        let subscripts = self.map_of_values()?;
        op.attributes
            .push((self.name("map"), Attribute::AffineMap(subscripts.map.clone())));
        self.attribute_dict(&mut op.attributes)?;
        let (ty, element) = self.colon_memref()?;
        let stored = match is_vector {
            true => {
                self.expect(Token::Comma, ",")?;
                self.ty()?
            }
            false => element,
        };
        op.operands.push(self.resolve(value, &stored)?);
        op.operands.push(self.resolve(memref, &ty)?);
        self.resolve_subscripts(op, &subscripts)
    }

    /// `: memref<…>`, and its element type.
    pub(super) fn colon_memref(&mut self) -> Parsed<(Type, Type)> {
        self.expect(Token::Colon, ":")?;
        let at = self.span();
        let ty = self.ty()?;
        match &ty {
            Type::MemRef(memref) => {
                let element = memref.element.clone();
                Ok((ty, element))
            }
            _ => Err(Box::new(
                Diagnostic::new(at, format!("found the type `{ty}`")).help("expected a memref type"),
            )),
        }
    }

    /// `%i = lower to upper step n iter_args(%a = %b) -> (T) { … } {…}`.
    pub fn affine_for(&mut self, op: &mut OpState) -> Parsed<()> {
        let mut variable = self.argument(false)?;
        variable.ty = Type::Index;
        self.expect(Token::Equal, "=")?;
        let lower = self.affine_bound("max", "min")?;
        self.expect_word("to")?;
        let upper = self.affine_bound("min", "max")?;
        let mut step = 1;
        if self.eat_word("step") {
            let start = self.cursor.start();
            step = self.integer()?;
            if step <= 0 {
                return Err(self.error(
                    self.span_from(start),
                    "the step is not positive: expected step to be representable as a positive signed integer",
                ));
            }
        }
        let mut arguments = vec![variable];
        let mut initial = Uses::new();
        let mut types = Vec::new();
        if self.eat_word("iter_args") {
            let start = self.cursor.start();
            initial = self.loop_carried(&mut arguments)?;
            self.expect(Token::Arrow, "->")?;
            types = self.result_types()?;
            if types.len() != initial.len() {
                let values = counted(initial.len(), "loop-carried value");
                let message = format!(
                    "found {values} and {}: mismatch between the number of loop-carried values and results",
                    counted(types.len(), "type")
                );
                return Err(self.error(self.span_from(start), message));
            }
        }
        for (argument, ty) in arguments[1..].iter_mut().zip(&types) {
            argument.ty = ty.clone();
        }
        self.resolve_into(op, &lower.operands, &Type::Index)?;
        self.resolve_into(op, &upper.operands, &Type::Index)?;
        let at = op.span;
        self.resolve_each(op, &initial, &types, at)?;
        let segments = [lower.operands.len(), upper.operands.len(), initial.len()].map(|n| n as i64);
        let attributes = [
            ("lowerBoundMap", Attribute::AffineMap(lower.map)),
            ("upperBoundMap", Attribute::AffineMap(upper.map)),
            ("step", self.shared_index(step)),
            ("operandSegmentSizes", self.shared_sizes(&segments)),
        ];
        op.attributes.reserve_exact(attributes.len());
        for (name, value) in attributes {
            op.attributes.push((self.name(name), value));
        }
        let mut spec = RegionSpec::of(OpCode::AffineFor).arguments(&arguments);
        if types.is_empty() {
            spec = spec.terminated_by(OpCode::AffineYield);
        }
        op.regions.push(self.region(&spec)?);
        op.result_types.extend(types);
        self.attribute_dict(&mut op.attributes)
    }

    /// `(%a = %b, …)`: appends the arguments, without their types, and gives the initial values.
    pub(super) fn loop_carried(&mut self, arguments: &mut Vec<Argument<'s>>) -> Parsed<Uses<'s>> {
        let pairs = self.paren_list(|parser| {
            let argument = parser.argument(false)?;
            parser.expect(Token::Equal, "=")?;
            Ok((argument, parser.operand()?))
        })?;
        let mut initial = Uses::new();
        for (argument, value) in pairs {
            arguments.push(argument);
            initial.push(value);
        }
        Ok(initial)
    }

    /// A constant, a value, or a map with its operands; several results need the keyword.
    pub(super) fn affine_bound(&mut self, keyword: &str, other: &str) -> Parsed<Bound<'s>> {
        let start = self.span();
        if self.is_word(other) {
            return Err(Box::new(Diagnostic::new(start, format!("found `{other}`")).help(
                format!("expected `{keyword}`: a lower bound is a `max`, an upper bound a `min`"),
            )));
        }
        let has_keyword = self.eat_word(keyword);
        if !has_keyword {
            if let Some(value) = self.maybe_operand()? {
                let map = AffineMap::new(0, 1, vec![AffineExpr::Symbol(0)]);
                return Ok(Bound {
                    map: self.shared_map(map),
                    operands: SmallVec::from_slice(&[value]),
                });
            }
            if let Some(constant) = self.maybe_integer()? {
                return Ok(Bound {
                    map: self.constant_map(constant),
                    operands: Uses::new(),
                });
            }
        }
        let is_bare = self.is_legacy && self.is(Token::LeftParen);
        if !self.is(Token::Hash) && !self.is_word("affine_map") && !is_bare {
            return Err(self.unexpected("a constant, an SSA value or an affine map as the loop bound"));
        }
        let at = self.cursor.start();
        let map = self.affine_map()?;
        let operands = self.map_operands(map.num_dims, map.num_symbols)?;
        self.check_bound(&map, keyword, has_keyword, self.span_from(at))?;
        Ok(Bound { map, operands })
    }

    fn check_bound(&self, map: &AffineMap, keyword: &str, has_keyword: bool, at: Span) -> Parsed<()> {
        if map.results.is_empty() {
            return Err(self.error(
                at,
                "the bound has no result: expected a loop bound affine map with at least one result",
            ));
        }
        if map.results.len() > 1 && !has_keyword {
            return Err(Box::new(
                Diagnostic::new(
                    at,
                    "the bound has several results: a bound map with multiple results needs a prefix",
                )
                .help(format!("expected `{keyword}` before the map")),
            ));
        }
        Ok(())
    }

    /// `#set(%d)[%s] -> (T) { … } else { … } {…}`.
    pub fn affine_if(&mut self, op: &mut OpState) -> Parsed<()> {
        let set = self.integer_set()?;
        let operands = self.map_operands(set.num_dims, set.num_symbols)?;
        self.resolve_into(op, &operands, &Type::Index)?;
        let name = self.name("condition");
        op.attribute(name, Attribute::IntegerSet(set));
        let types = self.arrow_types()?;
        let mut spec = RegionSpec::of(OpCode::AffineIf);
        if types.is_empty() {
            spec = spec.terminated_by(OpCode::AffineYield);
        }
        op.regions.push(self.region(&spec)?);
        let otherwise = match self.eat_word("else") {
            true => self.region(&spec)?,
            false => self.module.new_region(),
        };
        op.regions.push(otherwise);
        op.result_types.extend(types);
        self.attribute_dict(&mut op.attributes)
    }
}
