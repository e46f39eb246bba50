//! Constants, comparisons, selections, elements of vectors and tensors.

use crate::algebra::{FloatPredicate, IntPredicate};
use crate::attribute::{Attribute, DenseArray, FloatValue};
use crate::diagnostic::Diagnostic;
use crate::ir::{NewOp, OpName, Span, ValueId};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::parser::Parser;
use crate::parse::state::{OpState, Parsed};
use crate::types::{DYNAMIC_POSITION, Dim, TensorType, Type};

use super::table::{Form, Row};
use super::wrong_type;

impl<'s> Parser<'s> {
    /// `{…} 42 : i32`, `{…} @f : (i32) -> i32`.
    pub(super) fn legacy_constant(&mut self, op: &mut OpState) -> Parsed<()> {
        self.attribute_dict(&mut op.attributes)?;
        let value = self.attribute()?;
        let ty = match (value.ty(), self.is(Token::Colon)) {
            (Some(ty), false) => ty,
            _ => self.colon_type()?,
        };
        op.attributes.push((self.name("value"), value));
        self.modern_constant(op, ty)
    }

    /// The constant of today for the attribute `value`: of a function, of a number or of elements. Any
    /// other stays as it is.
    pub(super) fn modern_constant(&mut self, op: &mut OpState, ty: Type) -> Parsed<()> {
        let value = op.attributes.iter().find(|(name, _)| &**name == "value");
        let Some(value) = value.map(|(_, value)| value.clone()) else {
            return Err(self.error(op.span, "the constant has no attribute `value`"));
        };
        op.name = match (&value, &ty) {
            (Attribute::SymbolRef(_), Type::Function(_)) => OpName::Known(OpCode::FuncConstant),
            _ => match self.typed_as(&value, &ty, op.span)? {
                Some(typed) => {
                    let slot = op.attributes.iter_mut().find(|(name, _)| &**name == "value");
                    slot.into_iter().for_each(|(_, value)| *value = typed.clone());
                    OpName::Known(OpCode::Constant)
                }
                None => OpName::Unknown("std.constant".into()),
            },
        };
        op.result_types.push(ty);
        Ok(())
    }

    /// The value as one of the type, which a number may have been written without; `None` when there is no
    /// such value.
    fn typed_as(&self, value: &Attribute, ty: &Type, span: Span) -> Parsed<Option<Attribute>> {
        match (value, ty) {
            // What only a dialect can decode is no constant that arith knows.
            (Attribute::Typed(_), _) => Ok(None),
            _ if value.ty().as_ref() == Some(ty) => Ok(Some(value.clone())),
            (Attribute::Integer { value, .. }, Type::Integer(_) | Type::Index) => {
                self.integer_of((**value).clone(), ty, span).map(Some)
            }
            (Attribute::Float(value), Type::Float(kind)) => Ok(Some(Attribute::Float(FloatValue::from_f64(
                value.to_f64(),
                *kind,
            )))),
            _ => Ok(None),
        }
    }

    /// `"slt", %a, %b {…} : T`; the quotes may be missing.
    pub(super) fn legacy_compare(&mut self, row: &Row, op: &mut OpState) -> Parsed<()> {
        let at = self.span();
        let word = match self.token() {
            Token::String => self.string_literal()?,
            _ => self.word("a predicate such as \"slt\"")?.to_string(),
        };
        let code = match row.form {
            Form::CompareFloats => FloatPredicate::from_name(&word).map(FloatPredicate::code),
            _ => IntPredicate::from_name(&word).map(IntPredicate::code),
        };
        let Some(code) = code else {
            let expected = match row.form {
                Form::CompareFloats => FloatPredicate::ALL.iter().map(|p| p.as_str()).collect::<Vec<_>>(),
                _ => IntPredicate::ALL.iter().map(|p| p.as_str()).collect(),
            };
            return Err(Box::new(
                Diagnostic::new(at, format!("`{word}` is an unknown comparison predicate"))
                    .help(format!("expected one of {}", expected.join(", "))),
            ));
        };
        self.expect(Token::Comma, ",")?;
        let operands = self.operands()?;
        op.attributes
            .push((self.name("predicate"), Attribute::integer(code, Type::I64)));
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.colon_type()?;
        let at = op.span;
        self.resolve_each(op, &operands, &[ty.clone(), ty.clone()], at)?;
        op.result_types.push(i1_like(&ty));
        Ok(())
    }

    /// `%c, %a, %b {…} : T`, where the condition has the shape of `T`, or `: C, T`.
    pub(super) fn legacy_select(&mut self, op: &mut OpState) -> Parsed<()> {
        let operands = self.operands()?;
        self.attribute_dict(&mut op.attributes)?;
        let first = self.colon_type()?;
        let (condition, ty) = match self.eat(Token::Comma) {
            true => (first, self.ty()?),
            false => (i1_like(&first), first),
        };
        let at = op.span;
        self.resolve_each(op, &operands, &[condition, ty.clone(), ty.clone()], at)?;
        op.result_types.push(ty);
        Ok(())
    }

    /// `%v {…} : T`, whose operation is that of the dialect of `T`.
    pub(super) fn legacy_by_type(&mut self, row: &Row, op: &mut OpState) -> Parsed<()> {
        let operand = self.operand()?;
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.colon_type()?;
        let (operand_type, result) = match row.form {
            Form::Splat => (ty.element().clone(), ty.clone()),
            _ => (ty.clone(), Type::Index),
        };
        op.operands.push(self.resolve(operand, &operand_type)?);
        op.result_types.push(result);
        self.modern_by_type(row, op, &ty)
    }

    pub(super) fn modern_by_type(&self, row: &Row, op: &mut OpState, ty: &Type) -> Parsed<()> {
        op.name = OpName::Known(match (row.form, ty) {
            (Form::Splat, Type::Vector(_)) => OpCode::VectorSplat,
            (Form::Splat, Type::Tensor(_)) => OpCode::TensorSplat,
            (Form::Rank, Type::MemRef(_)) => OpCode::MemRefRank,
            (Form::Rank, Type::Tensor(_)) => OpCode::TensorRank,
            (Form::Splat, _) => return Err(wrong_type(self, op.span, ty, "a vector or a tensor")),
            _ => return Err(wrong_type(self, op.span, ty, "a memref or a tensor")),
        });
        Ok(())
    }

    /// `%v[%i, %j] {…} : T`.
    pub(super) fn legacy_extract(&mut self, op: &mut OpState) -> Parsed<()> {
        let aggregate = self.operand()?;
        let indices = self.legacy_indices()?;
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.colon_type()?;
        op.operands.push(self.resolve(aggregate, &ty)?);
        op.operands.extend(indices);
        self.modern_extract(op, &ty)
    }

    /// `tensor.extract`, or what does the same for a vector. A tensor of unknown rank has the rank that the
    /// indices say.
    pub(super) fn modern_extract(&mut self, op: &mut OpState, ty: &Type) -> Parsed<()> {
        op.result_types = [ty.element().clone()].into();
        let rank = op.operands.len().saturating_sub(1);
        op.name = OpName::Known(match ty {
            Type::Tensor(tensor) => {
                if tensor.shape.is_none() {
                    op.operands[0] = self.insert_ranked(op.operands[0], rank, ty.element(), op.span);
                }
                OpCode::TensorExtract
            }
            Type::Vector(vector) if vector.shape.len() <= 1 => OpCode::VectorExtractElement,
            Type::Vector(_) => {
                let position = Attribute::integer(DYNAMIC_POSITION, Type::I64);
                let position = Attribute::DenseArray(
                    DenseArray {
                        element: Type::I64,
                        elements: vec![position; rank],
                    }
                    .into(),
                );
                op.attributes.push((self.name("static_position"), position));
                OpCode::VectorExtract
            }
            _ => return Err(wrong_type(self, op.span, ty, "a vector or a tensor")),
        });
        Ok(())
    }

    /// `tensor.cast` to a tensor of so many dimensions.
    fn insert_ranked(&mut self, value: ValueId, rank: usize, element: &Type, span: Span) -> ValueId {
        let ranked = Type::Tensor(
            TensorType {
                shape: Some(vec![Dim::Dynamic; rank]),
                element: element.clone(),
                encoding: None,
            }
            .into(),
        );
        let new = NewOp::new(OpCode::TensorCast).operands([value]).result(ranked);
        self.insert(NewOp { span, ..new })
    }
}

/// `i1`, or the vector or the tensor of as many.
fn i1_like(ty: &Type) -> Type {
    match ty {
        Type::Vector(_) | Type::Tensor(_) => ty.with_element(Type::I1),
        _ => Type::I1,
    }
}
