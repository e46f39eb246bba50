//! The scf dialect.

use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{NewOp, RegionId};
use crate::lexer::Token;
use crate::op::{OpCode, Trait};
use crate::parse::parser::Parser;
use crate::parse::region::{Argument, RegionSpec};
use crate::parse::scope::Uses;
use crate::parse::state::{OpState, Parsed};
use crate::types::Type;

use super::indices::i64_array;

impl<'s> Parser<'s> {
    /// `%i = %lower to %upper step %step iter_args(%a = %b) -> (T) : i32 { … } {…}`.
    pub(crate) fn scf_for(&mut self, op: &mut OpState) -> Parsed<()> {
        let mut arguments = vec![self.argument(false)?];
        self.expect(Token::Equal, "=")?;
        let lower = self.operand()?;
        self.expect_word("to")?;
        let upper = self.operand()?;
        self.expect_word("step")?;
        let step = self.operand()?;
        let start = self.cursor.start();
        let mut initial = Uses::new();
        let mut types = Vec::new();
        if self.eat_word("iter_args") {
            initial = self.loop_carried(&mut arguments)?;
            self.expect(Token::Arrow, "->")?;
            types = self.result_types()?;
        }
        if types.len() != initial.len() {
            let message = format!(
                "found {} and {}: expected a type of what is defined for each",
                counted(initial.len(), "loop-carried value"),
                counted(types.len(), "type")
            );
            return Err(self.error(self.span_from(start), message));
        }
        let ty = match self.eat(Token::Colon) {
            true => self.ty()?,
            false => Type::Index,
        };
        let argument_types = std::iter::once(&ty).chain(&types);
        for (argument, ty) in arguments.iter_mut().zip(argument_types) {
            argument.ty = ty.clone();
        }
        self.resolve_into(op, &[lower, upper, step], &ty)?;
        let at = op.span;
        self.resolve_each(op, &initial, &types, at)?;
        let spec = RegionSpec::of(OpCode::ScfFor).arguments(&arguments);
        op.regions
            .push(self.region(&spec.terminated_by(OpCode::ScfYield))?);
        op.result_types.extend(types);
        self.attribute_dict(&mut op.attributes)
    }

    /// `%c -> (T) { … } else { … } {…}`.
    pub(crate) fn scf_if(&mut self, op: &mut OpState) -> Parsed<()> {
        let condition = self.operand()?;
        op.operands.push(self.resolve(condition, &Type::I1)?);
        let types = self.arrow_types()?;
        op.result_types.extend(types);
        let spec = RegionSpec::of(OpCode::ScfIf).terminated_by(OpCode::ScfYield);
        op.regions.push(self.region(&spec)?);
        let otherwise = match self.eat_word("else") {
            true => self.region(&spec)?,
            false => self.module.new_region(),
        };
        op.regions.push(otherwise);
        self.attribute_dict(&mut op.attributes)
    }

    /// `(%a = %b) : (T) -> U { … } do { … } attributes {…}`.
    pub(crate) fn scf_while(&mut self, op: &mut OpState) -> Parsed<()> {
        let mut arguments = Vec::new();
        let mut initial = Uses::new();
        if self.is(Token::LeftParen) {
            initial = self.loop_carried(&mut arguments)?;
        }
        self.expect(Token::Colon, ":")?;
        let start = self.cursor.start();
        let ty = self.function_type()?;
        let at = self.span_from(start);
        if ty.inputs.len() != initial.len() {
            let message = format!(
                "found {}: expected as many input types as operands",
                counted(ty.inputs.len(), "input type")
            );
            let help = format!("expected {}", initial.len());
            return Err(Box::new(Diagnostic::new(at, message).help(help)));
        }
        self.resolve_each(op, &initial, &ty.inputs, at)?;
        for (argument, ty) in arguments.iter_mut().zip(ty.inputs) {
            argument.ty = ty;
        }
        op.result_types.extend(ty.results);
        let spec = RegionSpec::of(OpCode::ScfWhile);
        op.regions.push(self.region(&spec.arguments(&arguments))?);
        self.expect_word("do")?;
        op.regions.push(self.region(&spec)?);
        self.attribute_dict_with_keyword(&mut op.attributes)
    }

    /// `(%i, %j) = (%a, %b) to (%c, %d) step (%e, %f) init (%x) -> T { … } {…}`.
    pub(crate) fn scf_parallel(&mut self, op: &mut OpState) -> Parsed<()> {
        let arguments = self.induction_variables()?;
        self.expect(Token::Equal, "=")?;
        self.index_operands(op, arguments.len())?;
        self.expect_word("to")?;
        self.index_operands(op, arguments.len())?;
        self.expect_word("step")?;
        self.index_operands(op, arguments.len())?;
        let mut initial = Uses::new();
        if self.eat_word("init") {
            initial = self.operands_in_parens()?;
        }
        let types = self.arrow_types()?;
        let spec = RegionSpec::of(OpCode::ScfParallel).arguments(&arguments);
        op.regions
            .push(self.region(&spec.terminated_by(OpCode::ScfReduce))?);
        let n = arguments.len() as i64;
        let segments = Attribute::i32_array(&[n, n, n, initial.len() as i64]);
        op.attributes.push((self.name("operandSegmentSizes"), segments));
        self.attribute_dict(&mut op.attributes)?;
        let at = op.span;
        self.resolve_each(op, &initial, &types, at)?;
        op.result_types.extend(types);
        Ok(())
    }

    /// `(%i, %j)`, of the type `index`.
    fn induction_variables(&mut self) -> Parsed<Vec<Argument<'s>>> {
        self.paren_list(|parser| {
            let mut argument = parser.argument(false)?;
            argument.ty = Type::Index;
            Ok(argument)
        })
    }

    /// `(%a, %b)`, as many as there are loops.
    fn index_operands(&mut self, op: &mut OpState, count: usize) -> Parsed<()> {
        let start = self.cursor.start();
        let operands = self.operands_in_parens()?;
        if operands.len() != count {
            let message = format!(
                "found {}: expected {}, one for each induction variable",
                counted(operands.len(), "operand"),
                counted(count, "operand")
            );
            return Err(self.error(self.span_from(start), message));
        }
        self.resolve_into(op, &operands, &Type::Index)
    }

    /// `(%a, %b : T, U) { … }, { … } {…}`.
    pub(crate) fn scf_reduce(&mut self, op: &mut OpState) -> Parsed<()> {
        if self.eat(Token::LeftParen) {
            let start = self.cursor.start();
            let operands = self.operands()?;
            let types = self.colon_types()?;
            let at = self.span_from(start);
            self.expect(Token::RightParen, ")")?;
            self.resolve_each(op, &operands, &types, at)?;
        }
        if self.is(Token::LeftBrace) {
            let regions = self.comma_separated(|parser| parser.region(&RegionSpec::of(OpCode::ScfReduce)))?;
            op.regions.extend(regions);
        }
        self.attribute_dict(&mut op.attributes)
    }

    /// `(%i) in (%n)` or `(%i) = (0) to (%n) step (1)`, `shared_outs(%a = %b) -> (T) { … } {…}`.
    pub(crate) fn scf_forall(&mut self, op: &mut OpState) -> Parsed<()> {
        let mut arguments = self.induction_variables()?;
        let rank = arguments.len();
        let mut bounds = [vec![0; rank], Vec::new(), vec![1; rank]];
        let mut segments = [0; 4];
        let keywords: &[(usize, &str)] = match self.is_word("in") {
            true => &[(1, "in")],
            false => &[(0, "="), (1, "to"), (2, "step")],
        };
        for &(i, keyword) in keywords {
            match keyword {
                "=" => self.expect(Token::Equal, "=")?,
                _ => self.expect_word(keyword)?,
            };
            let (integers, dynamic) = self.indices_in_parens()?;
            bounds[i] = integers;
            segments[i] = dynamic.len() as i64;
            self.resolve_into(op, &dynamic, &Type::Index)?;
        }
        if self.eat_word("shared_outs") {
            let outputs = self.loop_carried(&mut arguments)?;
            let types = self.arrow_types()?;
            let at = op.span;
            self.resolve_each(op, &outputs, &types, at)?;
            segments[3] = outputs.len() as i64;
            for (argument, ty) in arguments[rank..].iter_mut().zip(&types) {
                argument.ty = ty.clone();
            }
            op.result_types.extend(types);
        }
        let region = self.region(&RegionSpec::of(OpCode::ScfForall).arguments(&arguments))?;
        self.end_forall(region);
        op.regions.push(region);
        self.attribute_dict(&mut op.attributes)?;
        let names = ["staticLowerBound", "staticUpperBound", "staticStep"];
        for (name, integers) in names.into_iter().zip(&bounds) {
            op.attributes.push((self.name(name), i64_array(integers)));
        }
        let segments = Attribute::i32_array(&segments);
        op.attributes.push((self.name("operandSegmentSizes"), segments));
        Ok(())
    }

    /// Appends an empty `scf.forall.in_parallel` to the only block when it does not end in a terminator.
    fn end_forall(&mut self, region: RegionId) {
        let block = match self.module.region(region).blocks.as_slice() {
            [] => {
                let block = self.module.new_block();
                self.module.attach_block(region, block);
                block
            }
            [block] => *block,
            _ => return,
        };
        let last = self.module.block(block).ops.last();
        let ends = last.and_then(|&op| self.module.op(op).code());
        if ends.is_some_and(|code| code.has_trait(Trait::Terminator)) {
            return;
        }
        let terminator = self.module.append(block, NewOp::new(OpCode::ScfInParallel));
        let body = self.module.new_region();
        let empty = self.module.new_block();
        self.module.attach_block(body, empty);
        self.module.attach_region(terminator, body);
    }

    /// `%i {…} -> T case 0 { … } default { … }`.
    pub(crate) fn scf_index_switch(&mut self, op: &mut OpState) -> Parsed<()> {
        let index = self.operand()?;
        self.attribute_dict(&mut op.attributes)?;
        op.operands.push(self.resolve(index, &Type::Index)?);
        let types = self.arrow_types()?;
        op.result_types.extend(types);
        let spec = RegionSpec::of(OpCode::ScfIndexSwitch);
        let mut cases = Vec::new();
        let mut regions = Vec::new();
        while self.eat_word("case") {
            cases.push(self.integer()?);
            regions.push(self.region(&spec)?);
        }
        self.expect_word("default")?;
        op.regions
            .push(self.region(&spec.terminated_by(OpCode::ScfYield))?);
        op.regions.extend(regions);
        op.attributes.push((self.name("cases"), i64_array(&cases)));
        Ok(())
    }
}
