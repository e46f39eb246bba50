//! Operations in generic form, old and new.

use crate::assembly;
use crate::attribute::Attribute;
use crate::ir::{BlockId, OpName};
use crate::lexer::Token;
use crate::op::{OpCode, Trait};
use crate::parse::parser::Parser;
use crate::parse::region::RegionSpec;
use crate::parse::scope::Uses;
use crate::parse::state::{OpState, Parsed};
use crate::types::{FunctionType, Type};

use super::table::{self, Form, Row};

/// `^name(%a : T)`.
struct Successor<'s> {
    block: BlockId,
    operands: Uses<'s>,
    types: Vec<Type>,
}

impl<'s> Parser<'s> {
    /// `"name"(%operands)[^a, ^b(%x : T)] ({regions}) {attributes} : type`; the parentheses around a labelled
    /// region may be missing.
    pub(in crate::parse) fn legacy_generic(&mut self) -> Parsed<OpState> {
        let span = self.span();
        let text = self.string_literal()?;
        if text.is_empty() || text.contains('\0') {
            return Err(self.error(span, "the name of the operation is empty or has a null character"));
        }
        let row = table::row(&text);
        let code = row.map(|row| row.code).or_else(|| OpCode::from_name(&text));
        let name = match code {
            Some(code) => OpName::Known(code),
            None => OpName::Unknown(text.into()),
        };
        let mut op = self.state(name, span);
        let operands = self.operands_in_parens()?;
        let mut successors = Vec::new();
        if self.is(Token::LeftBracket) {
            successors = self.bracket_list(Self::successor_with_operands)?;
        }
        if self.is(Token::LeftParen) {
            let isolated = code.is_some_and(|c| c.has_trait(Trait::Isolated));
            let regions = self.paren_list(|parser| parser.region(&RegionSpec::generic(isolated)))?;
            op.regions.extend(regions);
        } else if self.is(Token::LeftBrace) && self.next_token() == Token::Block {
            op.regions.push(self.region(&RegionSpec::generic(false))?);
        }
        self.attribute_dict(&mut op.attributes)?;
        let start = self.cursor.previous_end();
        let ty = self.colon_loose_type(operands.is_empty() && !op.regions.is_empty())?;
        let at = self.span_from(start);
        self.resolve_each(&mut op, &operands, &ty.inputs, at)?;
        self.add_successors(&mut op, successors)?;
        self.modern_segments(&mut op);
        match row {
            Some(row) => self.modernize(&row, &mut op, ty)?,
            None => op.result_types.extend(ty.results),
        }
        if let Some(code) = op.code() {
            assembly::normalize_of(code, &mut op.attributes);
        }
        Ok(op)
    }

    fn successor_with_operands(&mut self) -> Parsed<Successor<'s>> {
        let block = self.successor()?;
        let (mut operands, mut types) = (Uses::new(), Vec::new());
        if self.eat(Token::LeftParen) {
            operands = self.operands()?;
            if !operands.is_empty() {
                types = self.colon_types()?;
            }
            self.expect(Token::RightParen, ")")?;
        }
        Ok(Successor {
            block,
            operands,
            types,
        })
    }

    /// `: (T) -> U`; behind a region it may be missing where nothing has a type.
    fn colon_loose_type(&mut self, may_be_missing: bool) -> Parsed<FunctionType> {
        if may_be_missing && !self.is(Token::Colon) {
            return Ok(FunctionType::default());
        }
        self.expect(Token::Colon, ":")?;
        self.loose_type()
    }

    /// `(T) -> U`, where the parentheses of one operand, or all that stands before the results, may be
    /// missing, and those of a function type among the results.
    fn loose_type(&mut self) -> Parsed<FunctionType> {
        let inputs = match self.token() {
            Token::LeftParen => self.types_in_parens()?,
            _ => {
                let ty = self.ty()?;
                if !self.is(Token::Arrow) {
                    return Ok(FunctionType {
                        inputs: Vec::new(),
                        results: vec![ty],
                    });
                }
                vec![ty]
            }
        };
        self.expect(Token::Arrow, "->")?;
        let mut results = self.result_types()?;
        if self.eat(Token::Arrow) {
            let function = FunctionType {
                inputs: results,
                results: self.result_types()?,
            };
            results = vec![Type::Function(function.into())];
        }
        Ok(FunctionType { inputs, results })
    }

    /// Operands of successors stand behind those of the operation; how many there are of each is an attribute
    /// where there is more than one group.
    fn add_successors(&mut self, op: &mut OpState, successors: Vec<Successor<'s>>) -> Parsed<()> {
        let mut sizes = vec![op.operands.len() as i64];
        let needs_sizes = match op.code() {
            Some(code) => code == OpCode::CondBranch,
            None => successors.iter().any(|s| !s.operands.is_empty()),
        };
        for successor in successors {
            op.successors.push(successor.block);
            sizes.push(successor.operands.len() as i64);
            let at = op.span;
            self.resolve_each(op, &successor.operands, &successor.types, at)?;
        }
        let name = self.name("operandSegmentSizes");
        if needs_sizes && !op.attributes.iter().any(|(n, _)| *n == name) {
            op.attributes.push((name, Attribute::i32_array(&sizes)));
        }
        Ok(())
    }

    /// `operand_segment_sizes = dense<[1, 2]> : vector<2xi32>` is an array today, under another name.
    fn modern_segments(&mut self, op: &mut OpState) {
        for (old, modern) in [
            ("operand_segment_sizes", "operandSegmentSizes"),
            ("result_segment_sizes", "resultSegmentSizes"),
        ] {
            for (name, value) in &mut op.attributes {
                if let (true, Attribute::DenseElements(dense)) = (&**name == old, &*value) {
                    let sizes: Vec<i64> = dense.elements.iter().filter_map(Attribute::as_i64).collect();
                    let count = match &dense.ty {
                        Type::Vector(vector) => vector.shape.first().map_or(1, |dim| dim.size),
                        _ => 1,
                    };
                    // A splat says one number for all; a list of sizes is short.
                    let sizes = match sizes.as_slice() {
                        &[one] if count <= 1 << 16 => vec![one; count as usize],
                        _ => sizes,
                    };
                    *name = self.name(modern);
                    *value = Attribute::i32_array(&sizes);
                }
            }
        }
    }

    /// Makes the old operation, all of which is read but for its results, the one of today.
    fn modernize(&mut self, row: &Row, op: &mut OpState, ty: FunctionType) -> Parsed<()> {
        let first = ty.inputs.first().cloned().unwrap_or(Type::None);
        match row.form {
            Form::Constant => {
                let result = ty.results.first().cloned();
                return self.modern_constant(op, result.unwrap_or(Type::None));
            }
            Form::Dim => self.modern_dim(op, &first)?,
            Form::Rank => self.modern_by_type(row, op, &first)?,
            Form::Splat => {
                let result = ty.results.first().cloned();
                self.modern_by_type(row, op, &result.unwrap_or(Type::None))?;
            }
            Form::ExtractElement => return self.modern_extract(op, &first),
            Form::TensorLoad => return self.modern_tensor_load(op, &first),
            Form::TensorStore => self.modern_tensor_store(op),
            Form::AllocStatic => op.name = OpName::Unknown(format!("std.{}", row.old).into()),
            Form::Function => self.modern_function(op),
            Form::AffineFor => self.modern_affine_for(op)?,
            Form::Alloc => {
                op.result_types.extend(ty.results);
                self.modern_alloc(op);
                return Ok(());
            }
            Form::Same
            | Form::Apply
            | Form::Extremum
            | Form::CompareIntegers
            | Form::CompareFloats
            | Form::Select
            | Form::Load
            | Form::Store
            | Form::Cast
            | Form::Dropped => {}
        }
        op.result_types.extend(ty.results);
        Ok(())
    }

    /// The bounds of a loop under the names of today.
    fn modern_affine_for(&mut self, op: &mut OpState) -> Parsed<()> {
        let mut sizes = Vec::new();
        for (old, modern) in [("lower_bound", "lowerBoundMap"), ("upper_bound", "upperBoundMap")] {
            let Some((name, value)) = op.attributes.iter_mut().find(|(name, _)| &**name == old) else {
                return Ok(());
            };
            let Some(map) = value.as_affine_map() else {
                return Err(self.error(op.span, format!("the attribute `{old}` is no affine map")));
            };
            sizes.push(map.num_inputs() as i64);
            *name = self.name(modern);
        }
        sizes.push(op.operands.len() as i64 - sizes.iter().sum::<i64>());
        op.attributes
            .push((self.name("operandSegmentSizes"), Attribute::i32_array(&sizes)));
        Ok(())
    }
}
