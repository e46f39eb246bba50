//! What LLVM is told of a loop.

use inkwell::llvm_sys::core::{LLVMReplaceMDNodeOperandWith, LLVMValueAsMetadata};
use inkwell::values::{AsValueRef, InstructionValue, IntValue};
use ovolo_lang::ir::{BlockId, Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::strided::Strided;
use ovolo_lang::types::Type;
use rustc_hash::FxHashSet;

use crate::emit::Emitter;
use crate::error::{LowerError, Result};
use crate::function::map_attribute;
use crate::layout::collect_linear;
use crate::registers::Registers;

/// Elements of a row that are better taken apart, as a group of interleaved accesses, than computed with as a vector.
const FEW_ELEMENTS: i64 = 3;

/// Whether a loop goes from row to row while a loop inside it stores along the rows. When LLVM has unrolled the inner
/// loops, vectors along this one would be gathered element by element; vectors along the rows are loaded whole. Where all
/// accesses go along the same rows, or the rows are of a few elements that follow one another, several rows are loaded at
/// once, and LLVM sees that.
pub(crate) fn goes_across_rows(ir: &Module, id: OpId) -> bool {
    let mut along = FxHashSet::default();
    let mut others = FxHashSet::default();
    let mut accesses = Vec::new();
    let body = ir.op(id).regions.iter().flat_map(|&r| &ir.region(r).blocks);
    let variable = body.flat_map(|block| &ir.block(*block).arguments).next().copied();
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
        accesses.extend(Access::of(ir, inner));
    });
    let is_across = |access: &Access| access.last().all(|(value, _)| !others.contains(&value));
    let is_along = |access: &Access| {
        access.is_store
            && access
                .last()
                .any(|(value, step)| step == 1 && along.contains(&value))
    };
    let is_one_row = accesses.windows(2).all(|pair| pair[0].last().eq(pair[1].last()));
    let is_short = |access: &Access| {
        let elements = variable.and_then(|variable| access.elements_apart(variable));
        elements.is_some_and(|elements| (0..=FEW_ELEMENTS).contains(&elements))
    };
    let is_loaded_at_once = is_one_row || accesses.iter().all(is_short);
    !is_loaded_at_once && accesses.iter().all(is_across) && accesses.iter().any(is_along)
}

/// An access to memory.
pub(crate) struct Access<'m> {
    pub is_store: bool,
    ty: &'m Type,
    /// For each index the values that it depends on, and by how much where it is linear.
    indices: Vec<Vec<(ValueId, i64)>>,
}

impl Access<'_> {
    pub fn of(ir: &Module, id: OpId) -> Option<Access<'_>> {
        let op = ir.op(id);
        let code = op.code()?;
        let is_store = matches!(code, OpCode::AffineStore | OpCode::MemRefStore);
        let operands = op.operands.get(usize::from(is_store)..)?;
        let (&buffer, values) = operands.split_first()?;
        let indices = match code {
            OpCode::AffineLoad | OpCode::AffineStore => {
                let map = map_attribute(op, "map").ok()?;
                let steps = |result| {
                    let mut steps = vec![0; map.num_dims as usize];
                    let is_linear = collect_linear(result, 1, &mut steps).is_some();
                    let values = values.iter().copied();
                    match is_linear {
                        true => values.zip(steps).filter(|s| s.1 != 0).collect(),
                        false => values.map(|value| (value, 0)).collect(),
                    }
                };
                map.results.iter().map(steps).collect()
            }
            OpCode::MemRefLoad | OpCode::MemRefStore => {
                values.iter().map(|&value| vec![(value, 1)]).collect()
            }
            _ => return None,
        };
        Some(Access {
            is_store,
            ty: ir.ty(buffer),
            indices,
        })
    }

    /// What the last index depends on.
    fn last(&self) -> impl Iterator<Item = (ValueId, i64)> + '_ {
        self.indices.last().into_iter().flatten().copied()
    }

    /// How many elements further the access is when a variable is one more; `None` where that is no constant.
    pub fn elements_apart(&self, variable: ValueId) -> Option<i64> {
        let Type::MemRef(memref) = self.ty else {
            return None;
        };
        let strides = Strided::of(memref)?.strides;
        let mut apart = 0i64;
        for (index, stride) in self.indices.iter().zip(strides) {
            if let Some((_, step)) = index.iter().find(|(value, _)| *value == variable) {
                // A step of zero stands for one that is not linear.
                let step = Some(*step).filter(|step| *step != 0)?;
                apart = apart.checked_add(stride.fixed()?.checked_mul(step)?)?;
            }
        }
        Some(apart)
    }
}

/// Whether a loop is a register tile: the vectors that it carries fill more than half of the registers, and with the vectors
/// that an iteration loads and one more they fit. Such a tile is unrolled as it should be; of copies that LLVM makes of it the
/// scheduler mixes the operations until it is spilled.
pub(crate) fn is_register_tile(ir: &Module, body: BlockId, registers: Registers) -> bool {
    let (count, bytes) = registers.of_vectors();
    let filled = |values: &[ValueId]| -> i64 {
        let of = |&value: &ValueId| match ir.ty(value) {
            Type::Vector(vector) => {
                let lanes: i64 = vector.shape.iter().map(|dim| dim.size).product();
                let bits = i64::from(vector.element.bit_width().unwrap_or(0));
                (lanes * bits + 8 * bytes - 1) / (8 * bytes)
            }
            _ => 0,
        };
        values.iter().map(of).sum()
    };
    let block = ir.block(body);
    let carried = filled(&block.arguments);
    let loads = block.ops.iter().map(|&op| ir.op(op));
    let loads = loads.filter(|op| matches!(op.code(), Some(OpCode::AffineVectorLoad | OpCode::VectorLoad)));
    let loaded: i64 = loads.map(|op| filled(&op.results)).sum();
    2 * carried > count && carried + loaded < count
}

/// Iterations of a loop that LLVM may copy out whole, so that there is none left.
const SHORT: i64 = 64;

/// Whether a loop between these bounds with this step is short.
pub(crate) fn is_short(range: [IntValue<'_>; 3]) -> bool {
    let [Some(lower), Some(upper), Some(step)] = range.map(IntValue::get_sign_extended_constant) else {
        return false;
    };
    upper.saturating_sub(lower) <= step.saturating_mul(SHORT)
}

/// What LLVM is told of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LoopHints {
    /// Make no vectors along it.
    pub no_vectors: bool,
    /// Make masked vectors of so many lanes along it, if it can be made vectors of.
    pub masked: Option<u32>,
    /// Make no copies of its body.
    pub no_unrolling: bool,
    /// Make no copies of the vectors of its body, where it has some.
    pub no_interleaving: bool,
    /// Make vectors of so many lanes, and so many of these side by side.
    pub vectors: Option<[u32; 2]>,
}

impl<'c> Emitter<'c> {
    /// Gives LLVM the hints on the loop of which this is the branch back.
    pub fn hint(&self, latch: InstructionValue<'c>, hints: LoopHints) -> Result<()> {
        let text = |text: &str| self.context.metadata_string(text).into();
        let off = self.context.bool_type().const_zero().into();
        // The first operand of a loop's node is the node itself, which makes it unlike that of any other loop.
        let mut operands = vec![text("ovolo.loop")];
        if hints.no_vectors {
            let property = [text("llvm.loop.vectorize.enable"), off];
            operands.push(self.context.metadata_node(&property).into());
        }
        if hints.no_unrolling {
            operands.push(
                self.context
                    .metadata_node(&[text("llvm.loop.unroll.disable")])
                    .into(),
            );
        }
        if hints.no_interleaving {
            let one = self.context.i32_type().const_int(1, false).into();
            let property = [text("llvm.loop.interleave.count"), one];
            operands.push(self.context.metadata_node(&property).into());
        }
        if let Some(([lanes, copies], switch)) = (hints.masked)
            .map(|lanes| ([lanes, 1], "llvm.loop.vectorize.predicate.enable"))
            .or_else(|| Some((hints.vectors?, "llvm.loop.vectorize.enable")))
        {
            let number = |value: u32| self.context.i32_type().const_int(value.into(), false).into();
            let on = self.context.bool_type().const_all_ones().into();
            for (name, value) in [
                (switch, on),
                ("llvm.loop.vectorize.width", number(lanes)),
                ("llvm.loop.interleave.count", number(copies)),
            ] {
                operands.push(self.context.metadata_node(&[text(name), value]).into());
            }
        }
        if operands.len() == 1 {
            return Ok(());
        }
        let node = self.context.metadata_node(&operands);
        // SAFETY: the node has an operand, and both live as long as the context.
        unsafe {
            let itself = LLVMValueAsMetadata(node.as_value_ref());
            LLVMReplaceMDNodeOperandWith(node.as_value_ref(), 0, itself);
        }
        let kind = self.context.get_kind_id("llvm.loop");
        latch.set_metadata(node, kind).map_err(LowerError::internal)
    }
}
