//! Allocation, loads and stores.

use crate::attribute::Attribute;
use crate::lexer::Token;
use crate::parse::operation::OpState;
use crate::parse::parser::{Parsed, Parser};
use crate::parse::values::Uses;
use crate::types::Type;

impl<'s> Parser<'s> {
    /// `(%sizes)[%symbols] {…} : memref<…>`.
    pub(super) fn allocation(&mut self, op: &mut OpState) -> Parsed<()> {
        let sizes = self.operands_in_parens()?;
        let mut symbols = Uses::new();
        if self.is(Token::LeftBracket) {
            symbols = self.operands_in_brackets()?;
        }
        self.attribute_dict(&mut op.attributes)?;
        let (ty, _) = self.colon_memref()?;
        let segments = Attribute::i32_array(&[sizes.len() as i64, symbols.len() as i64]);
        op.attributes.push((self.name("operandSegmentSizes"), segments));
        self.resolve_into(op, &sizes, &Type::Index)?;
        self.resolve_into(op, &symbols, &Type::Index)?;
        op.result_types.push(ty);
        Ok(())
    }

    /// `{…} %m, %i : memref<…>`.
    pub(super) fn dim(&mut self, op: &mut OpState) -> Parsed<()> {
        self.attribute_dict(&mut op.attributes)?;
        let memref = self.operand()?;
        self.expect(Token::Comma, ",")?;
        let index = self.operand()?;
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.colon_type()?;
        op.operands.push(self.resolve(memref, &ty)?);
        op.operands.push(self.resolve(index, &Type::Index)?);
        op.result_types.push(Type::Index);
        Ok(())
    }

    /// `%m[%i] {…} : memref<…>`, with `, vector<…>` behind it for a vector.
    pub(super) fn load(&mut self, op: &mut OpState, is_vector: bool) -> Parsed<()> {
        let memref = self.operand()?;
        let indices = self.operands_in_brackets()?;
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
        self.resolve_into(op, &indices, &Type::Index)?;
        op.result_types.push(result);
        Ok(())
    }

    /// `%v, %m[%i] {…} : memref<…>`, with `, vector<…>` behind it for a vector.
    pub(super) fn store(&mut self, op: &mut OpState, is_vector: bool) -> Parsed<()> {
        let value = self.operand()?;
        self.expect(Token::Comma, ",")?;
        let memref = self.operand()?;
        let indices = self.operands_in_brackets()?;
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
        self.resolve_into(op, &indices, &Type::Index)
    }

    /// `%a, %b {…} : T to U`.
    pub(super) fn copy_op(&mut self, op: &mut OpState) -> Parsed<()> {
        let source = self.operand()?;
        self.expect(Token::Comma, ",")?;
        let target = self.operand()?;
        self.attribute_dict(&mut op.attributes)?;
        let from = self.colon_type()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        op.operands.push(self.resolve(source, &from)?);
        op.operands.push(self.resolve(target, &to)?);
        Ok(())
    }
}
