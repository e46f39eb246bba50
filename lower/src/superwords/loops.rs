//! Which loops are copied out so that their iterations can be lanes: short ones whole, and of others as many iterations as fill
//! vectors with what they store.

use inkwell::basic_block::BasicBlock;
use inkwell::context::Context;
use inkwell::llvm_sys::core::{LLVMReplaceMDNodeOperandWith, LLVMValueAsMetadata};
use inkwell::targets::TargetData;
use inkwell::values::{
    AsValueRef, BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
    PhiValue,
};

use super::address::{Address, operand};

/// Iterations of a loop that is copied out whole.
const MOST_ITERATIONS: i64 = 16;
/// Iterations of one that is copied out to few instructions: the bits of a word.
const MOST_SHORT_ITERATIONS: i64 = 64;
/// These instructions.
const FEW_INSTRUCTIONS: i64 = 1000;
/// Copies of the body of a longer one.
const MOST_COPIES: i64 = 16;
/// Instructions of what is copied out.
const MOST_INSTRUCTIONS: i64 = 8000;

/// A loop of one block that counts.
struct Counted<'c> {
    block: BasicBlock<'c>,
    latch: InstructionValue<'c>,
    variable: PhiValue<'c>,
    step: i64,
    /// Where it is a constant.
    trip: Option<i64>,
}

/// Marks the short loops of one block to be copied out whole; whether there are any.
pub fn mark_short(context: &Context, function: FunctionValue<'_>) -> bool {
    let mut found = false;
    for counted in counted_loops(function) {
        let size = instructions(counted.block);
        let is_short = |trip: i64| {
            let most = if trip <= MOST_ITERATIONS {
                MOST_INSTRUCTIONS
            } else {
                FEW_INSTRUCTIONS
            };
            trip <= MOST_SHORT_ITERATIONS && trip * size <= most
        };
        if counted.trip.is_some_and(is_short) {
            mark(context, counted.latch, "llvm.loop.unroll.full", None);
            found = true;
        }
    }
    found
}

/// Marks the loops of one block of which several iterations store whole vectors; whether there are any.
pub fn mark_filling(context: &Context, function: FunctionValue<'_>, data: &TargetData, bytes: i64) -> bool {
    let mut found = false;
    for counted in counted_loops(function) {
        let Some(copies) = copies(&counted, data, bytes) else {
            continue;
        };
        let is_fitting = counted.trip.is_none_or(|trip| trip >= copies);
        if copies > 1 && is_fitting && copies * instructions(counted.block) <= MOST_INSTRUCTIONS {
            mark(context, counted.latch, "llvm.loop.unroll.count", Some(copies));
            found = true;
        }
    }
    found
}

fn instructions(block: BasicBlock<'_>) -> i64 {
    block.get_instructions().count() as i64
}

fn counted_loops(function: FunctionValue<'_>) -> Vec<Counted<'_>> {
    function.get_basic_block_iter().filter_map(counted).collect()
}

/// The loop that a block alone is.
fn counted(block: BasicBlock<'_>) -> Option<Counted<'_>> {
    let latch = block.get_terminator()?;
    if latch.get_opcode() != InstructionOpcode::Br || latch.get_num_operands() != 3 {
        return None;
    }
    let mut targets = [1, 2].into_iter().filter_map(|n| latch.get_operand(n)?.block());
    targets.find(|target| *target == block)?;
    let condition = operand(latch, 0)?.as_instruction_value()?;
    condition.get_icmp_predicate()?;
    let (next, end) = (int_operand(condition, 0)?, int_operand(condition, 1)?);
    for instruction in block.get_instructions() {
        let Ok(variable) = PhiValue::try_from(instruction) else {
            break;
        };
        let values: Vec<_> = variable.get_incomings().collect();
        let [
            (BasicValueEnum::IntValue(x), from),
            (BasicValueEnum::IntValue(y), _),
        ] = values[..]
        else {
            continue;
        };
        let (first, last) = if from == block { (y, x) } else { (x, y) };
        let Some(step) = step(variable, last) else {
            continue;
        };
        let is_counter = last == next && end.get_type() == next.get_type();
        let trip = match (
            is_counter,
            first.get_sign_extended_constant(),
            end.get_sign_extended_constant(),
        ) {
            (true, Some(first), Some(end)) => {
                let gap = end.checked_sub(first)?;
                (gap > 0 && step > 0 && gap % step == 0).then(|| gap / step)
            }
            _ => None,
        };
        if is_counter {
            return Some(Counted {
                block,
                latch,
                variable,
                step,
                trip,
            });
        }
    }
    None
}

fn int_operand(instruction: InstructionValue<'_>, n: u32) -> Option<IntValue<'_>> {
    match operand(instruction, n)? {
        BasicValueEnum::IntValue(value) => Some(value),
        _ => None,
    }
}

/// How much more a value is than a variable.
fn step(variable: PhiValue<'_>, last: IntValue<'_>) -> Option<i64> {
    let add = last.as_instruction()?;
    let is_sum = add.get_opcode() == InstructionOpcode::Add;
    let is_of_variable = operand(add, 0)? == variable.as_basic_value();
    let by = int_operand(add, 1)?.get_sign_extended_constant()?;
    (is_sum && is_of_variable).then_some(by)
}

/// How many iterations store whole vectors, where each stores a row and the next goes on where it ends.
fn copies(counted: &Counted<'_>, data: &TargetData, bytes: i64) -> Option<i64> {
    let mut rows: Vec<(Address<'_>, i64)> = Vec::new();
    for instruction in counted.block.get_instructions() {
        match instruction.get_opcode() {
            InstructionOpcode::Store => {
                let BasicValueEnum::PointerValue(pointer) = operand(instruction, 1)? else {
                    return None;
                };
                let size = data.get_store_size(&operand(instruction, 0)?.get_type()) as i64;
                let address = Address::of(pointer, data);
                match rows.iter_mut().find(|(row, _)| row.is_beside(&address)) {
                    Some((_, all)) => *all += size,
                    None => rows.push((address, size)),
                }
            }
            InstructionOpcode::Call if !super::is_pure_call(instruction) => return None,
            _ => {}
        }
    }
    let variable = counted.variable.as_basic_value();
    let mut most = 1;
    for (row, size) in &rows {
        if row.factor_of(variable).checked_mul(counted.step) != Some(*size) || *size <= 0 {
            return None;
        }
        most = most.max(bytes / greatest_common_divisor(bytes, *size));
    }
    Some(most.min(MOST_COPIES))
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

/// Gives LLVM a hint on the loop of which this is the branch back.
fn mark(context: &Context, latch: InstructionValue<'_>, hint: &str, count: Option<i64>) {
    let name = context.metadata_string(hint).into();
    let count = count.map(|count| context.i32_type().const_int(count as u64, false).into());
    let property: Vec<_> = [name].into_iter().chain(count).collect();
    let property = context.metadata_node(&property).into();
    let node = context.metadata_node(&[context.metadata_string("ovolo.loop").into(), property]);
    // SAFETY: the node has an operand, and both live as long as the context.
    unsafe {
        let itself = LLVMValueAsMetadata(node.as_value_ref());
        LLVMReplaceMDNodeOperandWith(node.as_value_ref(), 0, itself);
    }
    let _ = latch.set_metadata(node, context.get_kind_id("llvm.loop"));
}
