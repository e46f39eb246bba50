//! The structured operations of linalg: loop nests over affine subscripts.

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::Attribute;
use crate::diagnostic::counted;
use crate::ir::{Op, OpId, ValueId};
use crate::linalg::{MEMOIZED_MAPS, Structured, definition, structured};
use crate::op::OpCode;
use crate::types::{Dim, Type};

use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};

impl Checker<'_> {
    /// A structured operation: `linalg.generic`, one with a name, or `linalg.map` and the like.
    pub fn structured(&self, id: OpId, op: &Op, code: OpCode) -> Check {
        match code {
            OpCode::LinalgMap => self.linalg_map(id, op)?,
            OpCode::LinalgReduce => self.linalg_reduce(id, op)?,
            OpCode::LinalgTranspose => self.linalg_transpose(op)?,
            OpCode::LinalgBroadcast => self.linalg_broadcast(op)?,
            OpCode::LinalgFill => self.linalg_fill(op)?,
            _ => {}
        }
        self.linalg_parameters(op, code)?;
        self.one_kind_of_containers(op)?;
        let Some(nest) = structured(self.module, id) else {
            return Err(wrong(op, "has operands and attributes that make no loop nest"));
        };
        if op.attribute(MEMOIZED_MAPS).is_some() {
            // Maps that agree are forgotten when the operation is read.
            let message = format!("has in `{MEMOIZED_MAPS}` an unexpected index map");
            return Err(wrong(op, message).help("expected the indexing maps of its definition"));
        }
        self.results_are_output_tensors(op, &nest.outputs)?;
        self.subscripts_fit(op, &nest)?;
        self.shapes_fit(op, &nest)?;
        self.body_sees_elements(id, op, code, &nest)
    }

    /// `strides` and `dilations` have one integer for each dimension of the window.
    fn linalg_parameters(&self, op: &Op, code: OpCode) -> Check {
        let parameters = definition(code)
            .map(|d| d.parameters.as_slice())
            .unwrap_or_default();
        for parameter in parameters {
            let Some(attribute) = op.attribute(&parameter.name) else {
                continue;
            };
            let fits = match attribute {
                Attribute::DenseElements(dense) => {
                    let shape = match &dense.ty {
                        Type::Vector(v) => v.shape.iter().map(|d| d.size).collect(),
                        Type::Tensor(t) => t.shape.iter().flatten().filter_map(|d| d.fixed()).collect(),
                        _ => Vec::new(),
                    };
                    *dense.ty.element() == Type::I64 && shape == [parameter.count as i64]
                }
                _ => false,
            };
            if !fits {
                let message = format!(
                    "the attribute `{}` is `{attribute}`: failed to satisfy the constraint",
                    parameter.name
                );
                let help = format!(
                    "expected 64-bit signless int elements attribute of shape [{}]",
                    parameter.count
                );
                return Err(wrong(op, message).help(help));
            }
        }
        Ok(())
    }

    /// Tensors and buffers do not mix.
    fn one_kind_of_containers(&self, op: &Op) -> Check {
        let is_tensor = |v: &ValueId| matches!(self.ty(*v), Type::Tensor(_));
        let is_buffer = |v: &ValueId| matches!(self.ty(*v), Type::MemRef(_));
        let (tensors, buffers) = (
            op.operands.iter().any(is_tensor),
            op.operands.iter().any(is_buffer),
        );
        if op.operands.is_empty() || tensors != buffers {
            return Ok(());
        }
        Err(wrong(
            op,
            "mixes tensors and buffers, or has neither: expected to have pure tensor or buffer semantics",
        ))
    }

    /// Each output that is a tensor becomes a result of its type.
    pub fn results_are_output_tensors(&self, op: &Op, outputs: &[ValueId]) -> Check {
        for &output in outputs {
            if !matches!(self.ty(output), Type::Tensor(_) | Type::MemRef(_)) {
                let message = format!("an output has the type `{}`", self.ty(output));
                return Err(
                    wrong(op, message).help("expected that each output operand is a tensor or a memref")
                );
            }
        }
        let tensors: Vec<&Type> = outputs
            .iter()
            .map(|&v| self.ty(v))
            .filter(|ty| matches!(ty, Type::Tensor(_)))
            .collect();
        if op.results.len() != tensors.len() {
            let message = format!(
                "the number of tensor results ({}) differs from the number of output tensors ({})",
                op.results.len(),
                tensors.len()
            );
            return Err(wrong(op, message).help("expected them to be equal"));
        }
        for (&result, tensor) in op.results.iter().zip(tensors) {
            if self.ty(result) != tensor {
                let message = format!(
                    "the output operand of type `{tensor}` does not match the type of its corresponding result, `{}`",
                    self.ty(result)
                );
                return Err(wrong(op, message));
            }
        }
        Ok(())
    }

    /// Each operand is indexed by a map from the loops to as many indices as it has dimensions.
    fn subscripts_fit(&self, op: &Op, nest: &Structured) -> Check {
        if nest.maps.len() != op.operands.len() {
            let message = format!(
                "the number of indexing_map ({}) is not the number of input/output operands ({})",
                nest.maps.len(),
                op.operands.len()
            );
            return Err(wrong(op, message).help("expected them to be equal"));
        }
        let loops = nest.iterations.len();
        for (i, (map, &operand)) in nest.maps.iter().zip(&op.operands).enumerate() {
            if map.num_symbols != 0 {
                return Err(wrong(op, format!("unexpected symbols in indexing_map #{i}")));
            }
            if map.num_dims as usize != loops {
                let message = format!("indexing_map #{i} has {} dim(s)", map.num_dims);
                let help = format!("expected {loops} to match the number of loops");
                return Err(wrong(op, message).help(help));
            }
            let rank = match self.ty(operand) {
                Type::MemRef(_) | Type::Tensor(_) => self.dims(operand).map(<[Dim]>::len),
                _ => Some(0),
            };
            let Some(rank) = rank else {
                let message = format!("operand #{i} has the type `{}`", self.ty(operand));
                return Err(wrong(op, message).help("expected a ranked tensor or memref"));
            };
            if rank != map.results.len() {
                let message = format!(
                    "the operand rank ({rank}) does not match the result rank of indexing_map #{i} ({})",
                    map.results.len()
                );
                return Err(wrong(op, message).help("expected one index for each dimension"));
            }
        }
        Ok(())
    }

    /// The extents of the loops follow from the shapes, and no access is out of bounds.
    fn shapes_fit(&self, op: &Op, nest: &Structured) -> Check {
        let mut ranges: Vec<Option<Dim>> = vec![None; nest.iterations.len()];
        for (map, &operand) in nest.maps.iter().zip(&op.operands) {
            let shape = self.dims(operand).unwrap_or_default();
            for (result, extent) in map.results.iter().zip(shape) {
                if let AffineExpr::Dim(dim) = result
                    && let Some(range @ None) = ranges.get_mut(*dim as usize)
                {
                    *range = Some(*extent);
                }
            }
        }
        let ranges: Option<Vec<Dim>> = ranges.into_iter().collect();
        let Some(ranges) = ranges else {
            return Err(wrong(
                op,
                "no operand is indexed by one of the loops alone: expected the shape-to-loops map to be non-null",
            ));
        };
        let last: Option<Vec<i64>> = ranges.iter().map(|r| r.fixed()?.checked_sub(1)).collect();
        let Some(last) = last else { return Ok(()) };
        let operands = nest.maps.iter().zip(&op.operands).enumerate();
        for (i, (map, &operand)) in operands {
            let shape = self.dims(operand).unwrap_or_default();
            self.within_shape(op, i, map, shape, &last)?;
        }
        Ok(())
    }

    fn within_shape(&self, op: &Op, i: usize, map: &AffineMap, shape: &[Dim], last: &[i64]) -> Check {
        let first = vec![0; last.len()];
        for (n, (result, extent)) in map.results.iter().zip(shape).enumerate() {
            let Some(extent) = extent.fixed().filter(|e| *e != 0) else {
                continue;
            };
            let (Some(start), Some(end)) = (result.evaluate(&first, &[]), result.evaluate(last, &[])) else {
                let message =
                    format!("expression #{n} in `{map}` has no value of 64 bits at an end of the loops");
                return Err(wrong(op, message));
            };
            if start.min(end) < 0 {
                let message = format!("unexpected result less than 0 at expression #{n} in `{map}`");
                return Err(wrong(op, message));
            }
            let inferred = start.max(end).saturating_add(1);
            let is_dim = matches!(result, AffineExpr::Dim(_));
            if is_dim && inferred != extent || inferred > extent {
                let at_least = if is_dim { "" } else { "greater than or equal to " };
                let message = format!(
                    "the inferred input/output operand #{i} has shape's dimension #{n} to be {at_least}{inferred}, but found {extent}"
                );
                return Err(wrong(op, message));
            }
        }
        Ok(())
    }

    /// The region has one block, whose arguments are elements of the operands.
    fn body_sees_elements(&self, id: OpId, op: &Op, code: OpCode, nest: &Structured) -> Check {
        let Some(block) = self.module.single_block(id, 0).filter(|_| op.regions.len() == 1) else {
            return Err(wrong(op, "expects to have 1 region with 1 block"));
        };
        let operands = match code {
            OpCode::LinalgMap => nest.inputs.as_slice(),
            _ => op.operands.as_slice(),
        };
        let arguments = &self.module.block(block).arguments;
        if arguments.len() != operands.len() {
            let message = format!(
                "found {} for {}",
                counted(arguments.len(), "region argument"),
                counted(operands.len(), "operand")
            );
            let help = "expected as many non-induction variable region arguments as the number of input/output operands";
            return Err(wrong(op, message).help(help));
        }
        for (i, (&argument, &operand)) in arguments.iter().zip(operands).enumerate() {
            let element = element_or_self(self.ty(operand));
            if self.ty(argument) != element {
                let message = format!(
                    "the type of bb argument #{i} (`{}`) does not match the element or self type of the corresponding operand (`{element}`)",
                    self.ty(argument)
                );
                return Err(wrong(op, message));
            }
        }
        Ok(())
    }

    /// The values that a body yields are elements of the outputs.
    pub fn linalg_yield(&self, id: OpId, op: &Op) -> Check {
        let parent = self.module.parent_op(id);
        let around = parent.and_then(|p| Some((p, self.module.op(p).code()?)));
        let Some((parent, code)) = around else {
            // An operation that no table knows may be a structured one.
            return Ok(());
        };
        let Some(nest) = structured(self.module, parent) else {
            if is_structured(code) {
                return Ok(());
            }
            return Err(wrong(op, "expected parent op with LinalgOp interface"));
        };
        if op.operands.len() != nest.outputs.len() {
            let message = format!(
                "the number of yield values ({}) does not match the number of inits / outs operands of the enclosing LinalgOp ({})",
                op.operands.len(),
                nest.outputs.len()
            );
            return Err(wrong(op, message));
        }
        for (i, (&value, &output)) in op.operands.iter().zip(&nest.outputs).enumerate() {
            let element = element_or_self(self.ty(output));
            if self.ty(value) != element {
                let message = format!(
                    "the type of yield operand {} (`{}`) doesn't match the element type of the enclosing linalg operation (`{element}`)",
                    i + 1,
                    self.ty(value)
                );
                return Err(wrong(op, message));
            }
        }
        Ok(())
    }

    pub fn linalg_index(&self, id: OpId, op: &Op) -> Check {
        let dim = self.attribute(op, "dim")?.as_i64().unwrap_or(-1);
        if dim < 0 {
            return Err(wrong(
                op,
                format!(
                    "the attribute `dim` is {dim}: failed to satisfy the constraint that its minimum value is 0"
                ),
            ));
        }
        let parent = self.module.parent_op(id);
        let around = parent.and_then(|p| Some((p, self.module.op(p).code()?)));
        let Some((parent, code)) = around else {
            return Ok(());
        };
        let Some(nest) = structured(self.module, parent) else {
            if is_structured(code) {
                return Ok(());
            }
            return Err(wrong(op, "expected parent op with LinalgOp interface"));
        };
        if dim >= nest.iterations.len() as i64 {
            let message = format!(
                "expected dim ({dim}) to be lower than the number of loops ({}) of the enclosing LinalgOp",
                nest.iterations.len()
            );
            return Err(wrong(op, message));
        }
        Ok(())
    }
}

/// Whether the operation is one that a `linalg.yield` may end.
pub fn is_structured(code: OpCode) -> bool {
    matches!(
        code,
        OpCode::LinalgGeneric
            | OpCode::LinalgMap
            | OpCode::LinalgReduce
            | OpCode::LinalgTranspose
            | OpCode::LinalgBroadcast
    ) || definition(code).is_some()
}

/// What the region sees of an operand.
fn element_or_self(ty: &Type) -> &Type {
    match ty {
        Type::MemRef(_) | Type::Tensor(_) => ty.element(),
        _ => ty,
    }
}
