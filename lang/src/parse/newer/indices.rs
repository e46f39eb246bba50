//! `affine.linearize_index` and `affine.delinearize_index` with constants, and without a bound for the outermost index.

use smallvec::{SmallVec, smallvec};

use crate::diagnostic::Diagnostic;
use crate::ir::{Span, ValueId};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::parser::Parser;
use crate::parse::state::Parsed;
use crate::types::Type;

use super::pass_to;
use super::poison::{SIGNED_AT_LEAST, SIGNED_LESS};

impl<'s> Parser<'s> {
    /// `disjoint [%i, %j] by (%n, 8) : index`.
    pub(super) fn linearized(&mut self) -> Parsed<SmallVec<[ValueId; 4]>> {
        let span = self.span();
        self.bump();
        let is_disjoint = self.eat_word("disjoint");
        let uses = self.operands_in_brackets()?;
        let mut indices = Vec::new();
        for used in uses {
            indices.push(self.resolve(used, &Type::Index)?);
        }
        self.expect_word("by")?;
        let basis = self.basis(span)?;
        self.attribute_dict(&mut Vec::new())?;
        self.expect(Token::Colon, ":")?;
        self.ty()?;
        let outer = indices.len().checked_sub(basis.len()).filter(|&outer| outer <= 1);
        let (Some(outer), Some(&first)) = (outer, indices.first()) else {
            let message = format!("found {} indices and {} bounds", indices.len(), basis.len());
            return Err(Box::new(
                Diagnostic::new(span, message)
                    .help("expected a bound for each index, or for each but the first"),
            ));
        };
        let mut sum = first;
        for (k, &index) in indices.iter().enumerate().skip(1) {
            let scaled = self.compute(OpCode::MulI, &[sum, basis[k - outer]], span);
            sum = self.compute(OpCode::AddI, &[scaled, index], span);
        }
        if is_disjoint {
            let zero = self.insert_index(0, span);
            for (&index, &bound) in indices[outer..].iter().zip(&basis) {
                for (predicate, other) in [(SIGNED_AT_LEAST, zero), (SIGNED_LESS, bound)] {
                    sum = self.where_it_holds(predicate, [index, other], sum, span);
                }
            }
        }
        Ok(smallvec![sum])
    }

    /// `(4, %n)`.
    fn basis(&mut self, span: Span) -> Parsed<Vec<ValueId>> {
        self.paren_list(|parser| match parser.maybe_operand()? {
            Some(used) => parser.resolve(used, &Type::Index),
            None => match parser.maybe_integer()? {
                Some(value) => Ok(parser.insert_index(value, span)),
                None => Err(parser.unexpected("an SSA value or an integer")),
            },
        })
    }

    /// Whether the basis has integers, or no bound for the outermost index.
    pub(super) fn has_newer_basis(&self) -> bool {
        let mut ahead = self.cursor.clone();
        if !pass_to(&mut ahead, Token::LeftParen) {
            return false;
        }
        let (mut bounds, mut types) = (0, 0);
        ahead.bump();
        while !matches!(ahead.token(), Token::RightParen | Token::End) {
            match ahead.token() {
                Token::Integer => return true,
                Token::Value => bounds += 1,
                _ => {}
            }
            ahead.bump();
        }
        ahead.bump();
        if ahead.token() != Token::Colon {
            return false;
        }
        loop {
            ahead.bump();
            if !(ahead.token() == Token::Word && ahead.text() == "index") {
                return types == bounds + 1;
            }
            types += 1;
            ahead.bump();
            if ahead.token() != Token::Comma {
                return types == bounds + 1;
            }
        }
    }

    /// `%i into (4, %n) : index, index, index`.
    pub(super) fn delinearized(&mut self) -> Parsed<SmallVec<[ValueId; 4]>> {
        let span = self.span();
        self.bump();
        let used = self.operand()?;
        self.expect_word("into")?;
        let basis = self.basis(span)?;
        self.attribute_dict(&mut Vec::new())?;
        self.expect(Token::Colon, ":")?;
        let types = self.comma_separated(Self::ty)?;
        let linear = self.resolve(used, &Type::Index)?;
        let outer = types
            .len()
            .checked_sub(basis.len())
            .filter(|&outer| outer <= 1 && !types.is_empty());
        let Some(outer) = outer else {
            let message = format!("found {} bounds and {} results", basis.len(), types.len());
            return Err(Box::new(
                Diagnostic::new(span, message)
                    .help("expected a bound for each result, or for each but the first"),
            ));
        };
        // The bound of the outermost index bounds nothing.
        let inner = &basis[1 - outer.min(1)..];
        let mut rest = linear;
        let mut values = SmallVec::new();
        for &bound in inner.iter().rev() {
            let quotient = self.compute(OpCode::FloorDivSI, &[rest, bound], span);
            let product = self.compute(OpCode::MulI, &[quotient, bound], span);
            values.push(self.compute(OpCode::SubI, &[rest, product], span));
            rest = quotient;
        }
        values.push(rest);
        values.reverse();
        Ok(values)
    }
}
