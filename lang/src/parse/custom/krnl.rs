//! The krnl dialect.

use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{OpName, RegionId};
use crate::krnl::{MOST_LOOPS, loop_type};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::parser::Parser;
use crate::parse::region::{Argument, RegionSpec};
use crate::parse::scope::Uses;
use crate::parse::state::{OpState, Parsed};
use crate::types::Type;

use super::affine::Bound;

impl<'s> Parser<'s> {
    /// `2`, the number of loops.
    pub(super) fn krnl_define_loops(&mut self, op: &mut OpState) -> Parsed<()> {
        let start = self.cursor.start();
        let count = self.integer()?;
        let Some(loops) = usize::try_from(count).ok().filter(|n| *n <= MOST_LOOPS) else {
            let message = format!("found {count} as the number of loops");
            let help = format!("expected a number from 0 to {MOST_LOOPS}");
            return Err(Box::new(
                Diagnostic::new(self.span_from(start), message).help(help),
            ));
        };
        op.attribute(self.name("num_loops"), Attribute::integer(count, Type::I64));
        op.result_types.extend(std::iter::repeat_n(loop_type(), loops));
        self.attribute_dict(&mut op.attributes)
    }

    /// `(%ib, %il) with (%ii -> %i = 0 to 10, …) iter_args(%a = %b) -> (T) { … }`.
    pub(super) fn krnl_iterate(&mut self, op: &mut OpState) -> Parsed<()> {
        let optimized = self.operands_in_parens()?;
        self.resolve_into(op, &optimized, &loop_type())?;
        self.expect_word("with")?;
        let mut arguments = Vec::new();
        let mut bounds = Vec::new();
        self.paren_list(|parser| parser.krnl_input(op, &mut arguments, &mut bounds))?;
        let start = self.cursor.start();
        let mut initial = Uses::new();
        let mut types = Vec::new();
        if self.eat_word("iter_args") {
            let first = arguments.len();
            initial = self.loop_carried(&mut arguments)?;
            self.expect(Token::Arrow, "->")?;
            types = self.result_types()?;
            for (argument, ty) in arguments[first..].iter_mut().zip(&types) {
                argument.ty = ty.clone();
            }
        }
        if types.len() != initial.len() {
            let message = format!(
                "found {} and {}: expected a type for each",
                counted(initial.len(), "loop-carried value"),
                counted(types.len(), "type")
            );
            return Err(self.error(self.span_from(start), message));
        }
        let at = op.span;
        self.resolve_each(op, &initial, &types, at)?;
        op.attribute(self.name("bounds"), Attribute::array(bounds));
        let count = Attribute::integer(optimized.len() as i64, Type::I64);
        op.attribute(self.name("num_optimized_loops"), count);
        let mut spec = RegionSpec::of(OpCode::KrnlIterate).arguments(&arguments);
        if types.is_empty() {
            spec = spec.terminated_by(OpCode::KrnlYield);
        }
        let region = self.region(&spec)?;
        self.krnl_ends_in_yield(region);
        op.regions.push(region);
        op.result_types.extend(types);
        self.attribute_dict(&mut op.attributes)
    }

    /// `%ii -> %i = 0 to 10`.
    fn krnl_input(
        &mut self,
        op: &mut OpState,
        arguments: &mut Vec<Argument<'s>>,
        bounds: &mut Vec<Attribute>,
    ) -> Parsed<()> {
        let input = self.operand()?;
        op.operands.push(self.resolve(input, &loop_type())?);
        self.expect(Token::Arrow, "->")?;
        let mut variable = self.argument(false)?;
        variable.ty = Type::Index;
        arguments.push(variable);
        self.expect(Token::Equal, "=")?;
        let Bound { map, operands } = self.affine_bound("max", "min")?;
        self.resolve_into(op, &operands, &Type::Index)?;
        bounds.push(Attribute::AffineMap(map));
        self.expect_word("to")?;
        let Bound { map, operands } = self.affine_bound("min", "max")?;
        self.resolve_into(op, &operands, &Type::Index)?;
        bounds.push(Attribute::AffineMap(map));
        Ok(())
    }

    /// Texts from before `krnl.yield` end the region in `krnl.terminate`.
    fn krnl_ends_in_yield(&mut self, region: RegionId) {
        let [block] = self.module.region(region).blocks[..] else {
            return;
        };
        let Some(&last) = self.module.block(block).ops.last() else {
            return;
        };
        if self.module.op(last).code() == Some(OpCode::KrnlTerminate) {
            self.module.op_mut(last).name = OpName::Known(OpCode::KrnlYield);
        }
    }

    /// `%m at [%i, %j + 1] {…} : memref<…>`.
    pub(super) fn krnl_linear_offset(&mut self, op: &mut OpState) -> Parsed<()> {
        let memref = self.operand()?;
        self.expect_word("at")?;
        let subscripts = self.map_of_values()?;
        op.attribute(self.name("map"), Attribute::AffineMap(subscripts.map.clone()));
        self.attribute_dict(&mut op.attributes)?;
        let (ty, _) = self.colon_memref()?;
        op.operands.push(self.resolve(memref, &ty)?);
        self.resolve_subscripts(op, &subscripts)?;
        op.result_types.push(Type::Index);
        Ok(())
    }
}
