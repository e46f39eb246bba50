//! Forms that many operations of arith and math share, constants and selects.

use crate::algebra::{FastMath, FloatPredicate, IntPredicate};
use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::op::{OpCode, Trait, fast_math_attribute};
use crate::parse::operation::OpState;
use crate::parse::parser::{Parsed, Parser};
use crate::parse::values::Uses;
use crate::types::Type;

use super::overflow_attribute;

impl<'s> Parser<'s> {
    fn exactly(&mut self, count: usize) -> Parsed<Uses<'s>> {
        let mut operands = Uses::new();
        for i in 0..count {
            if i > 0 {
                self.expect(Token::Comma, ",")?;
            }
            operands.push(self.operand()?);
        }
        Ok(operands)
    }

    /// `%a, %b fastmath<…> {…} : T`.
    pub(super) fn same_type_operands(&mut self, op: &mut OpState, code: OpCode, count: usize) -> Parsed<()> {
        let operands = self.exactly(count)?;
        self.flags(op, code)?;
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.colon_type()?;
        self.resolve_into(op, &operands, &ty)?;
        op.result_types.push(ty);
        Ok(())
    }

    /// `predicate, %a, %b {…} : T`.
    pub(super) fn compare(&mut self, op: &mut OpState, code: OpCode) -> Parsed<()> {
        let at = self.span();
        let word = self.word("a predicate")?;
        let is_float = code.has_trait(Trait::FloatLike);
        let value = match is_float {
            true => FloatPredicate::from_name(word).map(FloatPredicate::code),
            false => IntPredicate::from_name(word).map(IntPredicate::code),
        };
        let Some(value) = value else {
            let names: Vec<&str> = match is_float {
                true => FloatPredicate::ALL.iter().map(|p| p.as_str()).collect(),
                false => IntPredicate::ALL.iter().map(|p| p.as_str()).collect(),
            };
            return Err(Box::new(
                Diagnostic::new(at, format!("`{word}` is no predicate of `{}`", code.name()))
                    .help(format!("expected one of {}", names.join(", "))),
            ));
        };
        self.expect(Token::Comma, ",")?;
        let operands = self.exactly(2)?;
        op.attributes
            .push((self.name("predicate"), Attribute::integer(value, Type::I64)));
        self.flags(op, code)?;
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.colon_type()?;
        self.resolve_into(op, &operands, &ty)?;
        op.result_types.push(ty.with_element(Type::I1));
        Ok(())
    }

    /// `%a {…} : T to U`.
    pub(super) fn cast(&mut self, op: &mut OpState, code: OpCode) -> Parsed<()> {
        let operand = self.operand()?;
        self.flags(op, code)?;
        self.attribute_dict(&mut op.attributes)?;
        let from = self.colon_type()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        op.operands.push(self.resolve(operand, &from)?);
        op.result_types.push(to);
        Ok(())
    }

    /// `fastmath<…>` or `overflow<…>`, when it is there.
    pub(super) fn flags(&mut self, op: &mut OpState, code: OpCode) -> Parsed<()> {
        if !self.is(Token::Word) || !matches!(self.text(), "fastmath" | "overflow") {
            return Ok(());
        }
        let (at, keyword) = (self.span(), self.text());
        let wanted = match keyword {
            "overflow" => Trait::Overflow,
            _ => Trait::FastMath,
        };
        if !code.has_trait(wanted) {
            return Err(self.error(at, format!("`{}` bears no `{keyword}<…>`", code.name())));
        }
        self.bump();
        let words = self.list((Token::Less, "<"), (Token::Greater, ">"), |p| p.word("a flag"))?;
        let at = self.span_from(at.start);
        let words = words.join(",");
        let (name, attribute) = match keyword {
            "overflow" => match overflow_attribute(&words) {
                Ok(attribute) => ("overflowFlags", attribute),
                Err(word) => {
                    return Err(Box::new(
                        Diagnostic::new(at, format!("`{word}` is no overflow flag"))
                            .help("expected `nsw`, `nuw` or `none`"),
                    ));
                }
            },
            _ => match FastMath::parse(&words) {
                Some(flags) => ("fastmath", fast_math_attribute(flags)),
                None => {
                    return Err(Box::new(Diagnostic::new(at, "found an unknown fast-math flag").help(
                        "expected `fast`, `none` or some of reassoc, nnan, ninf, nsz, arcp, contract, afn",
                    )));
                }
            },
        };
        if let Some(attribute) = attribute {
            op.attributes.push((self.name(name), attribute));
        }
        Ok(())
    }

    /// `{…} value`.
    pub(super) fn constant(&mut self, op: &mut OpState) -> Parsed<()> {
        self.attribute_dict(&mut op.attributes)?;
        let start = self.cursor.start();
        let value = self.attribute()?;
        let Some(ty) = value.ty() else {
            return Err(Box::new(
                Diagnostic::new(self.span_from(start), "the value of the constant has no type")
                    .help("expected an integer, a float, a boolean or dense elements"),
            ));
        };
        op.attributes.push((self.name("value"), value));
        op.result_types.push(ty);
        Ok(())
    }

    /// `%c, %a, %b {…} : T`, or `: C, T`.
    pub(super) fn select(&mut self, op: &mut OpState) -> Parsed<()> {
        let operands = self.exactly(3)?;
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
