//! Buffers: subscripts, extents, allocations, and tensors read from buffers and written to them.

use smallvec::smallvec;

use crate::attribute::Attribute;
use crate::ir::{NewOp, OpName, Span, ValueId};
use crate::lexer::Token;
use crate::op::OpCode;
use crate::parse::literal::Literal;
use crate::parse::parser::Parser;
use crate::parse::scope::Use;
use crate::parse::state::{OpState, Parsed};
use crate::types::{Dim, MemRefType, TensorType, Type};

use super::{Values, wrong_type};

/// What a store stores.
enum Stored<'s> {
    Value(Use<'s>),
    Number(Literal<'s>),
}

impl<'s> Parser<'s> {
    /// `[%i, 3]`.
    pub(super) fn legacy_indices(&mut self) -> Parsed<Values> {
        let indices = self.bracket_list(|parser| {
            let span = parser.span();
            match parser.maybe_integer()? {
                Some(value) => Ok(parser.insert_index(value, span)),
                None => {
                    let used = parser.operand()?;
                    parser.resolve(used, &Type::Index)
                }
            }
        })?;
        Ok(indices.into())
    }

    /// `%m[%i, 3] {…} : memref<…>`.
    pub(super) fn legacy_load(&mut self, op: &mut OpState) -> Parsed<()> {
        let memref = self.operand()?;
        let indices = self.legacy_indices()?;
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.legacy_memref()?;
        op.operands.push(self.resolve(memref, &ty)?);
        op.operands.extend(indices);
        op.result_types.push(ty.element().clone());
        Ok(())
    }

    /// `%v, %m[%i, 3] {…} : memref<…>`; a number may be stored, and `to` may stand for the comma.
    pub(super) fn legacy_store(&mut self, op: &mut OpState) -> Parsed<()> {
        let span = self.span();
        let stored = match self.maybe_operand()? {
            Some(value) => Stored::Value(value),
            None => Stored::Number(self.number()?),
        };
        self.comma_or_to()?;
        let memref = self.operand()?;
        let indices = self.legacy_indices()?;
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.legacy_memref()?;
        let element = ty.element();
        let value = match stored {
            Stored::Value(used) => self.resolve(used, element)?,
            Stored::Number(number) => {
                let number = self.number_as(number, element)?;
                self.insert_constant(number, element.clone(), span)
            }
        };
        op.operands.push(value);
        op.operands.push(self.resolve(memref, &ty)?);
        op.operands.extend(indices);
        Ok(())
    }

    /// The number as one of the type; an integer in decimal may be a float.
    fn number_as(&mut self, number: Literal<'s>, ty: &Type) -> Parsed<Attribute> {
        let is_float = number.is_float || (ty.is_float() && !number.digits.starts_with("0x"));
        self.number_of(Literal { is_float, ..number }, ty)
    }

    fn comma_or_to(&mut self) -> Parsed<()> {
        match self.eat(Token::Comma) || self.eat_word("to") {
            true => Ok(()),
            false => Err(self.unexpected("`,`")),
        }
    }

    /// `: memref<…>`.
    fn legacy_memref(&mut self) -> Parsed<Type> {
        self.expect(Token::Colon, ":")?;
        let at = self.span();
        let ty = self.ty()?;
        match ty {
            Type::MemRef(_) => Ok(ty),
            _ => Err(wrong_type(self, at, &ty, "a memref")),
        }
    }

    /// `%m, 1 {…} : T`; the dimension may be a value.
    pub(super) fn legacy_dim(&mut self, op: &mut OpState) -> Parsed<()> {
        let source = self.operand()?;
        self.expect(Token::Comma, ",")?;
        let span = self.span();
        let index = match self.maybe_integer()? {
            Some(value) => self.insert_index(value, span),
            None => {
                let used = self.operand()?;
                self.resolve(used, &Type::Index)?
            }
        };
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.colon_type()?;
        op.operands.push(self.resolve(source, &ty)?);
        op.operands.push(index);
        op.result_types.push(Type::Index);
        self.modern_dim(op, &ty)
    }

    /// The extent of a memref or of a tensor; an attribute that says the dimension becomes an operand.
    pub(super) fn modern_dim(&mut self, op: &mut OpState, ty: &Type) -> Parsed<()> {
        op.name = OpName::Known(match ty {
            Type::MemRef(_) => OpCode::MemRefDim,
            Type::Tensor(_) => OpCode::TensorDim,
            _ => return Err(wrong_type(self, op.span, ty, "a memref or a tensor")),
        });
        if op.operands.len() > 1 {
            return Ok(());
        }
        let place = op.attributes.iter().position(|(name, _)| &**name == "index");
        let index = place.and_then(|at| op.attributes.remove(at).1.as_i64());
        match index {
            Some(index) => {
                let index = self.insert_index(index, op.span);
                op.operands.push(index);
                Ok(())
            }
            None => Err(self.error(
                op.span,
                "the extent has no attribute `index` that says of which dimension",
            )),
        }
    }

    /// `%a {…} : T to U`; `->` may stand for `to`.
    pub(super) fn legacy_cast(&mut self, op: &mut OpState) -> Parsed<()> {
        let operand = self.operand()?;
        self.attribute_dict(&mut op.attributes)?;
        let from = self.colon_type()?;
        if !self.eat(Token::Arrow) {
            self.expect_word("to")?;
        }
        let to = self.ty()?;
        op.operands.push(self.resolve(operand, &from)?);
        op.result_types.push(to);
        Ok(())
    }

    /// `(0x1000) {…} : memref<…>`: at a fixed place, which nothing can say today.
    pub(super) fn legacy_alloc_static(&mut self, op: &mut OpState) -> Parsed<()> {
        self.expect(Token::LeftParen, "(")?;
        let literal = self.number()?;
        let address = self.number_of(literal, &Type::I64)?;
        self.expect(Token::RightParen, ")")?;
        op.attributes.push((self.name("address"), address));
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.legacy_memref()?;
        op.name = OpName::Unknown("std.alloc_static".into());
        op.result_types.push(ty);
        Ok(())
    }

    /// `%m {…} : memref<…>`.
    pub(super) fn legacy_tensor_load(&mut self, op: &mut OpState) -> Parsed<()> {
        let memref = self.operand()?;
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.legacy_memref()?;
        op.operands.push(self.resolve(memref, &ty)?);
        self.modern_tensor_load(op, &ty)
    }

    /// The tensor owns its elements, so it is that of a copy, which nothing else sees.
    pub(super) fn modern_tensor_load(&mut self, op: &mut OpState, ty: &Type) -> Parsed<()> {
        let (Type::MemRef(memref), [source]) = (ty, op.operands.as_slice()) else {
            return Err(wrong_type(self, op.span, ty, "one memref"));
        };
        let copy = self.insert_copy(*source, memref, op.span);
        op.operands = smallvec![copy];
        for word in ["restrict", "writable"] {
            op.attributes.push((self.name(word), Attribute::Unit));
        }
        op.result_types = [tensor_of(memref)].into();
        Ok(())
    }

    /// A new buffer with what the buffer holds.
    fn insert_copy(&mut self, source: ValueId, memref: &MemRefType, span: Span) -> ValueId {
        let Some(shape) = &memref.shape else {
            let ty = self.module.ty(source).clone();
            let clone = NewOp::new(OpCode::BufferizationClone)
                .operands([source])
                .result(ty);
            return self.insert(NewOp { span, ..clone });
        };
        let mut extents = Values::new();
        for (dim, number) in shape.iter().zip(0..) {
            if *dim == Dim::Dynamic {
                let number = self.insert_index(number, span);
                let extent = NewOp::new(OpCode::MemRefDim).operands([source, number]);
                extents.push(self.insert(NewOp {
                    span,
                    ..extent.result(Type::Index)
                }));
            }
        }
        let sizes = Attribute::i32_array(&[extents.len() as i64, 0]);
        let alloc = NewOp::new(OpCode::MemRefAlloc)
            .operands(extents)
            .attribute("operandSegmentSizes", sizes)
            .result(Type::memref(shape.clone(), memref.element.clone()));
        let copy = self.insert(NewOp { span, ..alloc });
        let effect = NewOp::new(OpCode::MemRefCopy).operands([source, copy]);
        self.insert_effect(NewOp { span, ..effect });
        copy
    }

    /// `%t, %m {…} : memref<…>`; `to` may stand for the comma.
    pub(super) fn legacy_tensor_store(&mut self, op: &mut OpState) -> Parsed<()> {
        let tensor = self.operand()?;
        self.comma_or_to()?;
        let memref = self.operand()?;
        self.attribute_dict(&mut op.attributes)?;
        let ty = self.legacy_memref()?;
        if let Type::MemRef(memref) = &ty {
            op.operands.push(self.resolve(tensor, &tensor_of(memref))?);
        }
        op.operands.push(self.resolve(memref, &ty)?);
        self.modern_tensor_store(op);
        Ok(())
    }

    pub(super) fn modern_tensor_store(&mut self, op: &mut OpState) {
        op.attributes.push((self.name("writable"), Attribute::Unit));
    }

    /// An allocation in generic form, whose operands are extents and then symbols of the layout.
    pub(super) fn modern_alloc(&mut self, op: &mut OpState) {
        let Some(Type::MemRef(memref)) = op.result_types.first() else {
            return;
        };
        let dims = memref.shape.iter().flatten();
        let dynamic = dims
            .filter(|dim| **dim == Dim::Dynamic)
            .count()
            .min(op.operands.len());
        let sizes = [dynamic as i64, (op.operands.len() - dynamic) as i64];
        op.attributes
            .push((self.name("operandSegmentSizes"), Attribute::i32_array(&sizes)));
    }
}

/// The tensor of the elements of a buffer.
fn tensor_of(memref: &MemRefType) -> Type {
    Type::Tensor(
        TensorType {
            shape: memref.shape.clone(),
            element: memref.element.clone(),
            encoding: None,
        }
        .into(),
    )
}
