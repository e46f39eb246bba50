//! Positions and reductions of vectors.

use crate::attribute::{Attribute, DenseArray};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::operation::OpState;
use crate::parse::parser::{Parsed, Parser};
use crate::parse::values::Uses;
use crate::types::Type;

/// What `static_position` says where an operand gives the position.
pub(crate) const DYNAMIC_POSITION: i64 = i64::MIN;

impl<'s> Parser<'s> {
    /// `[1, %i]`: the attribute, and the values of the dynamic positions.
    fn positions(&mut self) -> Parsed<(Attribute, Uses<'s>)> {
        let mut dynamic = Uses::new();
        let positions = self.bracket_list(|parser| match parser.maybe_operand()? {
            Some(used) => {
                dynamic.push(used);
                Ok(DYNAMIC_POSITION)
            }
            None => parser.integer(),
        })?;
        let elements = positions
            .into_iter()
            .map(|n| Attribute::integer(n, Type::I64))
            .collect();
        let element = Type::I64;
        Ok((
            Attribute::DenseArray(DenseArray { element, elements }.into()),
            dynamic,
        ))
    }

    /// `%v[1, %i] {…} : T from vector<…>`.
    pub(super) fn extract(&mut self, op: &mut OpState) -> Parsed<()> {
        let source = self.operand()?;
        let (positions, dynamic) = self.positions()?;
        op.attributes.push((self.name("static_position"), positions));
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
        let (positions, dynamic) = self.positions()?;
        op.attributes.push((self.name("static_position"), positions));
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
