//! Contractions, masks and the code of one lane.

use crate::assembly::normalize_of;
use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::{NewOp, RegionId, ValueId};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::parser::Parser;
use crate::parse::region::RegionSpec;
use crate::parse::state::{OpState, Parsed};
use crate::types::Type;

impl<'s> Parser<'s> {
    /// `{indexing_maps = […], iterator_types = ["parallel"], kind = …} %lhs, %rhs, %acc {…} : T, U into V`.
    pub(crate) fn contract(&mut self, op: &mut OpState) -> Parsed<()> {
        let at = self.span();
        let Attribute::Dictionary(entries) = self.attribute()? else {
            return Err(self.error(at, "expected a dictionary attribute"));
        };
        let left = self.operand()?;
        self.expect(Token::Comma, ",")?;
        let right = self.operand()?;
        self.expect(Token::Comma, ",")?;
        let accumulator = self.operand()?;
        if self.is(Token::Comma) {
            let help = "expected no masks among them: a `vector.mask` around the operation has one";
            return Err(Box::new(
                Diagnostic::new(self.span(), "found an operand behind the accumulator").help(help),
            ));
        }
        self.attribute_dict(&mut op.attributes)?;
        let types_at = self.span();
        let types = self.colon_types()?;
        // MLIR looks at the first two types only.
        let [left_type, right_type, ..] = types.as_slice() else {
            return Err(self.error(types_at, "found one type: expected those of the lhs and the rhs"));
        };
        self.expect_word("into")?;
        let result = self.ty()?;
        op.attributes.extend(entries.iter().cloned());
        let iterators = op.attributes.iter_mut().find(|(n, _)| **n == *"iterator_types");
        match iterators {
            Some((_, value)) => match iterator_types(value) {
                Ok(types) => *value = types,
                Err(message) => return Err(self.error(at, message)),
            },
            None => return Err(self.error(at, "the attribute `iterator_types` is missing")),
        }
        normalize_of(OpCode::VectorContract, &mut op.attributes);
        op.operands.push(self.resolve(left, left_type)?);
        op.operands.push(self.resolve(right, right_type)?);
        op.operands.push(self.resolve(accumulator, &result)?);
        op.result_types.push(result);
        Ok(())
    }

    /// `%mask, %passthrough { operation } {…} : vector<…> -> T`.
    pub(crate) fn mask_op(&mut self, op: &mut OpState) -> Parsed<()> {
        let mask = self.operand()?;
        let mut passthrough = None;
        if self.eat(Token::Comma) {
            passthrough = Some(self.operand()?);
        }
        let region = self.region(&RegionSpec::of(OpCode::VectorMask).terminated_by(OpCode::VectorYield))?;
        self.yield_masked(region);
        op.regions.push(region);
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.colon_type()?;
        let results = self.arrow_types()?;
        op.operands.push(self.resolve(mask, &ty)?);
        if let Some(passthrough) = passthrough {
            let Some(ty) = results.first() else {
                let message = "found a passthru value and no result";
                let help = "expected a result, in which the passthru value fills lanes";
                return Err(Box::new(Diagnostic::new(passthrough.span, message).help(help)));
            };
            op.operands.push(self.resolve(passthrough, ty)?);
        }
        op.result_types.extend(results);
        Ok(())
    }

    /// The terminator behind a single operation gives the results of that operation.
    fn yield_masked(&mut self, region: RegionId) {
        let [block] = self.module.region(region).blocks.as_slice() else {
            return;
        };
        let block = *block;
        let &[masked, last] = self.module.block(block).ops.as_slice() else {
            return;
        };
        let is_yield = self.module.op(last).code() == Some(OpCode::VectorYield);
        let results: Vec<ValueId> = self.module.op(masked).results.to_vec();
        if !is_yield || self.module.op(last).operands.as_slice() == results.as_slice() {
            return;
        }
        self.module.block_mut(block).ops.pop();
        self.module
            .append(block, NewOp::new(OpCode::VectorYield).operands(results));
    }

    /// `(%lane)[32] args(%a, %b : T, U) -> (V) { … } {…}`.
    pub(crate) fn warp_execute(&mut self, op: &mut OpState) -> Parsed<()> {
        self.expect(Token::LeftParen, "(")?;
        let lane = self.operand()?;
        self.expect(Token::RightParen, ")")?;
        self.expect(Token::LeftBracket, "[")?;
        let size = self.integer()?;
        self.expect(Token::RightBracket, "]")?;
        let size = Attribute::integer(size, Type::I64);
        op.attributes.push((self.name("warp_size"), size));
        op.operands.push(self.resolve(lane, &Type::Index)?);
        if self.eat_word("args") {
            self.expect(Token::LeftParen, "(")?;
            let start = self.cursor.start();
            let operands = self.operands()?;
            let types = self.colon_types()?;
            let at = self.span_from(start);
            self.expect(Token::RightParen, ")")?;
            self.resolve_each(op, &operands, &types, at)?;
        }
        let types = self.arrow_types()?;
        op.result_types.extend(types);
        let spec = RegionSpec::of(OpCode::VectorWarpExecuteOnLane0);
        op.regions
            .push(self.region(&spec.terminated_by(OpCode::VectorYield))?);
        self.attribute_dict(&mut op.attributes)
    }
}

/// `["parallel"]` as `[#vector.iterator_type<parallel>]`; the error is a message.
fn iterator_types(value: &Attribute) -> Result<Attribute, String> {
    let Attribute::Array(items) = value else {
        return Err(format!(
            "the attribute `iterator_types` is `{value}`: expected an array"
        ));
    };
    let iterator = |item: &Attribute| match item {
        Attribute::String(word) if matches!(&**word, "parallel" | "reduction") => {
            Ok(Attribute::Opaque(format!("#vector.iterator_type<{word}>").into()))
        }
        Attribute::String(word) => Err(format!(
            "found the iterator_type `{word}`: expected `parallel` or `reduction`"
        )),
        other => Err(format!("`{other}` is no iterator_type: expected a string")),
    };
    let items: Result<Vec<Attribute>, String> = items.iter().map(iterator).collect();
    items.map(Attribute::array)
}
