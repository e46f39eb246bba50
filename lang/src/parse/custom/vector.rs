//! Positions and reductions of vectors.

use crate::attribute::Attribute;
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::operation::OpState;
use crate::parse::parser::{Parsed, Parser};
use crate::types::Type;

use super::indices::i64_array;

impl<'s> Parser<'s> {
    /// `%v[1, %i] {…} : T from vector<…>`.
    pub(super) fn extract(&mut self, op: &mut OpState) -> Parsed<()> {
        let source = self.operand()?;
        let (positions, dynamic) = self.indices_in_brackets()?;
        op.attributes
            .push((self.name("static_position"), i64_array(&positions)));
        self.attribute_dict(&mut op.attributes)?;
        let result = self.colon_type()?;
        self.expect_word("from")?;
        let ty = self.ty()?;
        op.operands.push(self.resolve(source, &ty)?);
        self.resolve_into(op, &dynamic, &Type::Index)?;
        op.result_types.push(result);
        Ok(())
    }

    /// `%e, %v[1, %i] {…} : T into vector<…>`.
    pub(super) fn insert(&mut self, op: &mut OpState) -> Parsed<()> {
        let element = self.operand()?;
        self.expect(Token::Comma, ",")?;
        let target = self.operand()?;
        let (positions, dynamic) = self.indices_in_brackets()?;
        op.attributes
            .push((self.name("static_position"), i64_array(&positions)));
        self.attribute_dict(&mut op.attributes)?;
        let from = self.colon_type()?;
        self.expect_word("into")?;
        let ty = self.ty()?;
        op.operands.push(self.resolve(element, &from)?);
        op.operands.push(self.resolve(target, &ty)?);
        self.resolve_into(op, &dynamic, &Type::Index)?;
        op.result_types.push(ty);
        Ok(())
    }

    /// `<add>, %v, %accumulator fastmath<…> {…} : vector<…> into T`.
    pub(super) fn reduction(&mut self, op: &mut OpState) -> Parsed<()> {
        self.expect(Token::Less, "<")?;
        let kind = self.word("a kind of reduction")?;
        self.expect(Token::Greater, ">")?;
        self.expect(Token::Comma, ",")?;
        let source = self.operand()?;
        let mut accumulator = None;
        if self.eat(Token::Comma) {
            accumulator = Some(self.operand()?);
        }
        let kind = Attribute::Opaque(format!("#vector.kind<{kind}>").into());
        op.attributes.push((self.name("kind"), kind));
        self.flags(op, OpCode::VectorReduction)?;
        self.attribute_dict(&mut op.attributes)?;
        let from = self.colon_type()?;
        self.expect_word("into")?;
        let to = self.ty()?;
        op.operands.push(self.resolve(source, &from)?);
        if let Some(accumulator) = accumulator {
            op.operands.push(self.resolve(accumulator, &to)?);
        }
        op.result_types.push(to);
        Ok(())
    }
}
