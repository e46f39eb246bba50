//! Masks, and the regions that lanes or threads run.

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Op, RegionId};
use crate::op::OpCode;
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::transfer;
use crate::types::{Type, VectorDim, VectorType};

use super::vector_of;

impl Checker<'_> {
    pub fn create_mask(&self, op: &Op) -> Check {
        let rank = self.vector_result(op)?.shape.len();
        if op.operands.len() == rank.max(1) {
            return Ok(());
        }
        let message = format!(
            "found {} for a mask of rank {rank}",
            counted(op.operands.len(), "operand")
        );
        Err(wrong(op, message).help(match rank {
            0 => "expected one operand, which says whether the 0-D vector is set",
            _ => "expected an operand for each dimension of the result vector",
        }))
    }

    pub fn constant_mask(&self, op: &Op) -> Check {
        let shape = &self.vector_result(op)?.shape;
        let extents = self.integers(op, "mask_dim_sizes")?;
        let found = || counted(extents.len(), "extent");
        if shape.is_empty() {
            return match extents.as_slice() {
                [0 | 1] => Ok(()),
                [other] => Err(wrong(op, format!("the mask dim size is {other}"))
                    .help("expected 0 or 1 for a 0-D vector")),
                _ => Err(wrong(op, format!("found an array attr of {}", found()))
                    .help("expected the length 1 for a 0-D vector")),
            };
        }
        if extents.len() != shape.len() {
            let message = format!("found an array attr of {}", found());
            return Err(
                wrong(op, message).help(format!("expected {}, the rank of the result vector", shape.len()))
            );
        }
        for (d, (&extent, dim)) in extents.iter().zip(shape).enumerate() {
            if !(0..=dim.size).contains(&extent) {
                let message =
                    format!("the size {extent} is out of the bounds of dimension {d} of the result vector");
                return Err(wrong(op, message).help(format!("expected 0 to {}", dim.size)));
            }
            if dim.scalable && extent != 0 && extent != dim.size {
                let message = format!("the size {extent} sets a part of the scalable dimension {d}");
                return Err(wrong(op, message).help("expected all of it to be set, or none"));
            }
        }
        if extents.contains(&0) && extents.iter().any(|&extent| extent != 0) {
            return Err(
                wrong(op, "some of the mask dim sizes are zero and others are not")
                    .help("expected zeros only: nothing is below an extent of zero"),
            );
        }
        Ok(())
    }

    pub fn mask(&self, op: &Op) -> Check {
        let ops = self.only_block(op)?;
        let [masked @ .., last] = ops.as_slice() else {
            return Err(wrong(op, "the mask region is empty").help("expected a terminator"));
        };
        if masked.len() > 1 {
            let message = format!("the mask region has {}", counted(masked.len(), "operation"));
            return Err(wrong(op, message).help("expected at most one to mask"));
        }
        let yielded = last.operands.len();
        if yielded != op.results.len() {
            let message = format!("the mask region yields {}", counted(yielded, "value"));
            return Err(
                wrong(op, message).help(format!("expected {}, the number of results", op.results.len()))
            );
        }
        let &[masked] = masked else {
            return Ok(());
        };
        let Some(expected) = self.expected_mask(masked)? else {
            return Ok(());
        };
        let types = |op: &Op| {
            op.results
                .iter()
                .map(|&v| self.ty(v).clone())
                .collect::<Vec<Type>>()
        };
        if types(masked) != types(op) {
            let message = "the result types are not those of the maskable operation inside";
            return Err(wrong(op, message).help("expected them to match"));
        }
        self.expect_type(
            op,
            op.operands[0],
            &expected,
            "the mask of the maskable operation",
        )?;
        let Some(&passthru) = op.operands.get(1) else {
            return Ok(());
        };
        if masked.code() != Some(OpCode::VectorTransferRead) {
            let message = format!(
                "passes lanes through beside the maskable operation `{}`",
                masked.name.as_str()
            );
            return Err(
                wrong(op, message).help("expected no passthru argument but of a `vector.transfer_read`")
            );
        }
        self.same_type(
            op,
            ("the passthru value", passthru),
            ("the result", op.results[0]),
        )
    }

    /// The operations of the only block of the only region.
    fn only_block(&self, op: &Op) -> Result<Vec<&Op>, Diagnostic> {
        let block = match op.regions.as_slice() {
            &[region] => self.entry_ops(region),
            _ => None,
        };
        block.ok_or_else(|| wrong(op, "has no region of one block"))
    }

    fn entry_ops(&self, region: RegionId) -> Option<Vec<&Op>> {
        let block = *self.module.region(region).blocks.first()?;
        let ops = &self.module.block(block).ops;
        Some(ops.iter().map(|&op| self.module.op(op)).collect())
    }

    /// The mask that an operation takes; `None` for one that takes none.
    fn expected_mask(&self, op: &Op) -> Result<Option<Type>, Diagnostic> {
        let mask_of = |ty: &VectorType| Some(vector_of(ty.shape.clone(), &Type::I1));
        Ok(match op.code() {
            Some(OpCode::VectorReduction | OpCode::VectorMultiReduction) => {
                mask_of(self.vector_operand(op, 0)?)
            }
            Some(OpCode::VectorOuterProduct) => mask_of(self.vector_result(op)?),
            Some(OpCode::VectorGather) => {
                let indices = op.operands.len().checked_sub(3);
                match indices {
                    Some(i) => mask_of(self.vector_operand(op, i)?),
                    None => None,
                }
            }
            Some(OpCode::VectorContract) => self.contraction_mask(op)?,
            Some(OpCode::VectorTransferRead) => self.transfer_mask(op, self.vector_result(op)?),
            Some(OpCode::VectorTransferWrite) => self.transfer_mask(op, self.vector_operand(op, 0)?),
            _ => None,
        })
    }

    fn transfer_mask(&self, op: &Op, vector: &VectorType) -> Option<Type> {
        let map = op
            .attribute("permutation_map")
            .and_then(Attribute::as_affine_map)?;
        transfer::mask_type(vector, map)
    }

    /// A lane for each iteration.
    fn contraction_mask(&self, op: &Op) -> Result<Option<Type>, Diagnostic> {
        let maps: Option<Vec<_>> = match op.attribute("indexing_maps") {
            Some(Attribute::Array(maps)) => maps.iter().map(Attribute::as_affine_map).collect(),
            _ => None,
        };
        let Some([left, right, _]) = maps.as_deref() else {
            return Ok(None);
        };
        let mut shape: Vec<Option<VectorDim>> = vec![None; left.num_dims as usize];
        let mut set = |map: &AffineMap, ty: &VectorType| {
            for (expr, dim) in map.results.iter().zip(&ty.shape) {
                let slot = expr.as_dim().and_then(|d| shape.get_mut(d as usize));
                slot.into_iter().for_each(|slot| *slot = Some(*dim));
            }
        };
        set(left, self.vector_operand(op, 0)?);
        set(right, self.vector_operand(op, 1)?);
        let shape: Option<Vec<VectorDim>> = shape.into_iter().collect();
        Ok(shape.map(|shape| vector_of(shape, &Type::I1)))
    }

    pub fn warp(&self, op: &Op) -> Check {
        let Some(block) = op
            .regions
            .first()
            .and_then(|&r| self.module.region(r).blocks.first())
        else {
            return Err(wrong(op, "has no region of one block"));
        };
        let arguments = &self.module.block(*block).arguments;
        let given = op.operands.get(1..).unwrap_or_default();
        if arguments.len() != given.len() {
            let message = format!(
                "{} for {} of the block",
                counted(given.len(), "op argument"),
                counted(arguments.len(), "argument")
            );
            return Err(wrong(op, message).help("expected as many"));
        }
        let ops = self.only_block(op)?;
        let yielded = ops.last().map(|op| op.operands.as_slice()).unwrap_or_default();
        if yielded.len() != op.results.len() {
            let message = format!(
                "{} for {}",
                counted(yielded.len(), "yield operand"),
                counted(op.results.len(), "return value")
            );
            return Err(wrong(op, message).help("expected as many"));
        }
        let size = self.attribute(op, "warp_size")?.as_i64().unwrap_or_default();
        let pairs = arguments.iter().zip(given).chain(yielded.iter().zip(&op.results));
        for (&inside, &outside) in pairs {
            distributed(op, self.ty(inside), self.ty(outside), size)?;
        }
        Ok(())
    }
}

/// Whether each thread of a warp has an equal part of a vector.
fn distributed(op: &Op, whole: &Type, part: &Type, warp_size: i64) -> Check {
    if whole == part {
        return Ok(());
    }
    let (Type::Vector(a), Type::Vector(b)) = (whole, part) else {
        let message = format!("`{whole}` is distributed as `{part}`");
        return Err(wrong(op, message).help("expected operands of vector type, or of the same type inside"));
    };
    if a.shape.len() != b.shape.len() || a.element != b.element {
        let message = format!("the vector `{whole}` is distributed as `{part}`");
        return Err(wrong(op, message).help("expected the same rank and element type"));
    }
    let mut threads = 1i64;
    for (d, (a, b)) in a.shape.iter().zip(&b.shape).enumerate() {
        if b.size == 0 || a.size % b.size != 0 {
            let message = format!(
                "dimension #{d} of the expanded vector is {}, of the distributed vector {}",
                a.size, b.size
            );
            return Err(wrong(op, message).help("expected a multiple"));
        }
        threads = threads.saturating_mul(a.size / b.size);
    }
    if threads == warp_size {
        return Ok(());
    }
    let message =
        format!("the dimensions of `{whole}` and `{part}` give a distribution over {threads} threads");
    Err(wrong(op, message).help(format!("expected {warp_size}, the size of the warp")))
}
