//! Selects.

use crate::lexer::Token;
use crate::parse::parser::Parser;
use crate::parse::scope::Uses;
use crate::parse::state::{OpState, Parsed};
use crate::types::Type;

impl<'s> Parser<'s> {
    /// `%c, %a, %b {…} : T`, or `: C, T`.
    pub fn select(&mut self, op: &mut OpState) -> Parsed<()> {
        let mut operands = Uses::new();
        for i in 0..3 {
            if i > 0 {
                self.expect(Token::Comma, ",")?;
            }
            operands.push(self.operand()?);
        }
        self.attribute_dict(&mut op.attributes)?;
        let mut types = self.colon_types()?;
        let (condition, ty) = match (types.pop(), types.pop()) {
            (Some(ty), Some(condition)) if types.is_empty() => (condition, ty),
            (Some(ty), None) => (Type::I1, ty),
            _ => return Err(self.unexpected("one type, or that of the condition and that of the values")),
        };
        op.operands.push(self.resolve(operands[0], &condition)?);
        self.resolve_into(op, &operands[1..], &ty)?;
        op.result_types.push(ty);
        Ok(())
    }
}
