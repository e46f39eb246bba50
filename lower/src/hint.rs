//! What LLVM's loop vectoriser is told of a loop.

use inkwell::llvm_sys::core::{LLVMReplaceMDNodeOperandWith, LLVMValueAsMetadata};
use inkwell::values::{AsValueRef, InstructionValue};
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use rustc_hash::FxHashSet;

use crate::emit::Emitter;
use crate::error::{LowerError, Result};
use crate::function::map_attribute;
use crate::layout::collect_linear;

/// Whether a loop goes from row to row while a loop inside it stores along the rows. When LLVM has unrolled the inner
/// loops, vectors along this one would be gathered element by element; vectors along the rows are loaded whole. Where all
/// accesses go along the same rows, several rows are loaded at once, and LLVM sees that.
pub(crate) fn goes_across_rows(ir: &Module, id: OpId) -> bool {
    let mut along = FxHashSet::default();
    let mut others = FxHashSet::default();
    let mut accesses = Vec::new();
    ir.walk(id, &mut |inner| {
        let op = ir.op(inner);
        let is_inner_loop = inner != id && matches!(op.code(), Some(OpCode::AffineFor | OpCode::ScfFor));
        for block in op.regions.iter().flat_map(|&r| &ir.region(r).blocks) {
            let mut arguments = ir.block(*block).arguments.iter().copied();
            along.extend(arguments.next().filter(|_| is_inner_loop));
            others.extend(arguments);
            others.extend(ir.block(*block).arguments.first().filter(|_| !is_inner_loop));
        }
        if inner != id {
            others.extend(op.results.iter().copied());
        }
        accesses.extend(last_index(ir, inner));
    });
    let is_across = |access: &LastIndex| access.steps.iter().all(|(value, _)| !others.contains(value));
    let is_along = |access: &LastIndex| {
        access.is_store
            && access
                .steps
                .iter()
                .any(|(value, step)| *step == 1 && along.contains(value))
    };
    let is_one_row = accesses.windows(2).all(|pair| pair[0].steps == pair[1].steps);
    !is_one_row && accesses.iter().all(is_across) && accesses.iter().any(is_along)
}

/// The last index of an access to memory.
struct LastIndex {
    is_store: bool,
    /// The values that it depends on, and by how much where it is linear.
    steps: Vec<(ValueId, i64)>,
}

fn last_index(ir: &Module, id: OpId) -> Option<LastIndex> {
    let op = ir.op(id);
    let code = op.code()?;
    let is_store = matches!(code, OpCode::AffineStore | OpCode::MemRefStore);
    let indices = op.operands.get(1 + usize::from(is_store)..)?;
    let steps = match code {
        OpCode::AffineLoad | OpCode::AffineStore => {
            let map = map_attribute(op, "map").ok()?;
            let mut steps = vec![0; map.num_dims as usize];
            let is_linear = collect_linear(map.results.last()?, 1, &mut steps).is_some();
            match is_linear {
                true => indices.iter().copied().zip(steps).filter(|s| s.1 != 0).collect(),
                false => indices.iter().map(|&value| (value, 0)).collect(),
            }
        }
        OpCode::MemRefLoad | OpCode::MemRefStore => {
            indices.last().map(|&value| (value, 1)).into_iter().collect()
        }
        _ => return None,
    };
    Some(LastIndex { is_store, steps })
}

impl<'c> Emitter<'c> {
    /// Keeps LLVM from making vectors along the loop of which this is the branch back.
    pub fn forbid_vectors(&self, latch: InstructionValue<'c>) -> Result<()> {
        let text = |text: &str| self.context.metadata_string(text).into();
        let off = self.context.bool_type().const_zero().into();
        let property = self
            .context
            .metadata_node(&[text("llvm.loop.vectorize.enable"), off]);
        // The first operand of a loop's node is the node itself, which makes it unlike that of any other loop.
        let node = self.context.metadata_node(&[text("ovolo.loop"), property.into()]);
        // SAFETY: the node has an operand, and both live as long as the context.
        unsafe {
            let itself = LLVMValueAsMetadata(node.as_value_ref());
            LLVMReplaceMDNodeOperandWith(node.as_value_ref(), 0, itself);
        }
        let kind = self.context.get_kind_id("llvm.loop");
        latch.set_metadata(node, kind).map_err(LowerError::internal)
    }
}
