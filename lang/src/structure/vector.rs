//! The vector dialect.

mod access;
mod combine;
mod mask;
mod position;
mod shape;
mod slice;
mod transfer;

use crate::diagnostic::Diagnostic;
use crate::ir::{Op, ValueId};
use crate::op::OpCode;
use crate::types::{Type, VectorDim, VectorType};

use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    pub fn vector_op(&self, op: &Op, code: OpCode) -> Check {
        match code {
            OpCode::VectorLoad | OpCode::VectorStore => self.plain_vector_access(op, code),
            OpCode::VectorMaskedLoad | OpCode::VectorExpandLoad => self.masked_load(op),
            OpCode::VectorMaskedStore | OpCode::VectorCompressStore => self.masked_store(op),
            OpCode::VectorGather => self.gather(op),
            OpCode::VectorScatter => self.scatter(op),
            OpCode::VectorTransferRead => self.transfer_read(op),
            OpCode::VectorTransferWrite => self.transfer_write(op),
            OpCode::VectorTypeCast => self.vector_type_cast(op),
            OpCode::VectorBroadcast => self.broadcast(op),
            OpCode::VectorShuffle => self.shuffle(op),
            OpCode::VectorShapeCast => self.shape_cast(op),
            OpCode::VectorBitcast => self.vector_bitcast(op),
            OpCode::VectorTranspose => self.vector_transpose(op),
            OpCode::VectorDeinterleave => self.deinterleave(op),
            OpCode::VectorFromElements => self.elements_given(op),
            OpCode::VectorReshape => self.vector_reshape(op),
            OpCode::VectorScalableExtract | OpCode::VectorScalableInsert => self.scalable_part(op, code),
            OpCode::VectorExtractStridedSlice => self.extract_strided_slice(op),
            OpCode::VectorInsertStridedSlice => self.insert_strided_slice(op),
            OpCode::VectorExtract => self.extract(op),
            OpCode::VectorInsert => self.insert(op),
            OpCode::VectorExtractElement => self.single_lane(op, 0),
            OpCode::VectorInsertElement => self.single_lane(op, 1),
            OpCode::VectorReduction => self.reduction(op),
            OpCode::VectorMultiReduction => self.multi_reduction(op),
            OpCode::VectorContract => self.contract(op),
            OpCode::VectorOuterProduct => self.outer_product(op),
            OpCode::VectorScan => self.scan(op),
            OpCode::VectorConstantMask => self.constant_mask(op),
            OpCode::VectorCreateMask => self.create_mask(op),
            OpCode::VectorMask => self.mask(op),
            OpCode::VectorWarpExecuteOnLane0 => self.warp(op),
            OpCode::VectorPrint => self.vector_print(op),
            _ => Ok(()),
        }
    }

    /// The type of an operand that is a vector.
    fn vector_operand(&self, op: &Op, i: usize) -> Result<&VectorType, Diagnostic> {
        let found = op.operands.get(i);
        found
            .and_then(|&value| self.ty(value).as_vector())
            .ok_or_else(|| wrong(op, format!("operand #{i} is no vector")))
    }

    /// The type of the first result, which is a vector.
    fn vector_result(&self, op: &Op) -> Result<&VectorType, Diagnostic> {
        let found = op.results.first();
        found
            .and_then(|&value| self.ty(value).as_vector())
            .ok_or_else(|| wrong(op, "the result is no vector"))
    }

    /// The types of two values differ where they should not.
    fn same_type(&self, op: &Op, a: (&str, ValueId), b: (&str, ValueId)) -> Check {
        let (left, right) = (self.ty(a.1), self.ty(b.1));
        match left == right {
            true => Ok(()),
            false => Err(
                wrong(op, format!("{} has the type `{left}`, {} `{right}`", a.0, b.0))
                    .help("expected the same type"),
            ),
        }
    }
}

fn sizes(ty: &VectorType) -> Vec<i64> {
    ty.shape.iter().map(|d| d.size).collect()
}

/// The vector, or the scalar where no dimensions are left.
fn vector_or_scalar(shape: Vec<VectorDim>, element: &Type) -> Type {
    match shape.is_empty() {
        true => element.clone(),
        false => vector_of(shape, element),
    }
}

fn vector_of(shape: Vec<VectorDim>, element: &Type) -> Type {
    let element = element.clone();
    Type::Vector(VectorType { shape, element }.into())
}
