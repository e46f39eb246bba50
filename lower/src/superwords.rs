//! Vectors made of straight-line code: stores of neighbouring elements, and what is computed for them by like operations, become
//! stores and operations of vectors (Larsen and Amarasinghe, PLDI 2000). Unlike LLVM's own pass this one loads whole rows
//! and moves their elements to the lanes where they are wanted: what small products, transforms of points and parts of records are
//! made of.
//!
//! The scalars stay where others read them; what nobody reads LLVM removes.

mod address;
mod bits;
mod bundle;
mod lanes;
mod loops;
mod rows;

use inkwell::basic_block::BasicBlock;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{TargetData, TargetMachine};
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValue, BasicValueEnum, CallSiteValue, InstructionOpcode, InstructionValue};
use rustc_hash::{FxHashMap, FxHashSet};

use self::address::{Access, Address, Objects, number, operand};
use self::bundle::Bundles;
use crate::error::{LowerError, Result};

/// Instructions of a block beyond which it stays as it is: accesses are compared with each other.
const MOST_INSTRUCTIONS: usize = 12000;
/// Bytes of the shortest vectors.
const LEAST_BYTES: i64 = 16;

/// What makes loops with constant bounds and cells in registers of the code of a function.
const SIMPLIFY: &str = "cgscc(inline),function(sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,\
    loop-mssa(loop-rotate,licm),simplifycfg,instcombine<no-verify-fixpoint>,loop(indvars,loop-deletion),sroa,gvn,\
    instcombine<no-verify-fixpoint>,dse,simplifycfg)";
/// Copies out the loops that are marked to be copied out whole.
const COPY_OUT: &str = "function(loop(loop-unroll-full),sroa,instcombine<no-verify-fixpoint>,simplifycfg,gvn,dse,\
    instcombine<no-verify-fixpoint>,loop-mssa(licm),loop(indvars),simplifycfg)";
/// Copies the bodies of the loops that are marked with a number of copies.
const COPY_SEVERAL: &str = "function(loop-unroll<O3;no-partial;no-runtime;no-peeling;no-upperbound>,sroa,\
    instcombine<no-verify-fixpoint>,simplifycfg,early-cse<memssa>,gvn,dse,instcombine<no-verify-fixpoint>,loop-mssa(licm))";
/// Loops inside one another that are copied out.
const DEEPEST: usize = 4;

/// Makes vectors of at most so many bytes in all functions.
pub(crate) fn vectorize<'c>(
    context: &'c Context,
    module: &Module<'c>,
    machine: &TargetMachine,
    bytes: i64,
) -> Result<()> {
    let data = machine.get_target_data();
    let run = |passes: &str| {
        let options = PassBuilderOptions::create();
        module
            .run_passes(passes, machine, options)
            .map_err(LowerError::internal)
    };
    let functions = || {
        module
            .get_functions()
            .filter(|f| f.get_first_basic_block().is_some())
    };
    run(SIMPLIFY)?;
    for _ in 0..DEEPEST {
        let marked: Vec<bool> = functions().map(|f| loops::mark_short(context, f)).collect();
        if !marked.contains(&true) {
            break;
        }
        run(COPY_OUT)?;
    }
    let marked: Vec<bool> = functions()
        .map(|f| loops::mark_filling(context, f, &data, bytes))
        .collect();
    if marked.contains(&true) {
        run(COPY_SEVERAL)?;
    }
    for function in functions() {
        let objects = Objects::of(function, context);
        for block in function.get_basic_block_iter() {
            if let Some(code) = Straight::of(context, module, block, &objects, &data, bytes) {
                let done = code.vectorize();
                done.ok_or_else(|| LowerError::internal("a vector that LLVM does not build"))?;
            }
        }
    }
    module.verify().map_err(LowerError::internal)
}

/// The straight-line code of a block.
struct Straight<'a, 'c> {
    context: &'c Context,
    module: &'a Module<'c>,
    objects: &'a Objects<'c>,
    places: FxHashMap<InstructionValue<'c>, usize>,
    accesses: Vec<Access<'c>>,
    data: &'a TargetData,
    bytes: i64,
}

/// Stores of neighbouring elements, in the order of these.
#[derive(Clone, Debug)]
struct Row<'c> {
    stores: Vec<Access<'c>>,
    element: i64,
}

impl Row<'_> {
    fn first(&self) -> usize {
        self.stores.iter().map(|s| s.place).min().unwrap_or(0)
    }

    fn last(&self) -> usize {
        self.stores.iter().map(|s| s.place).max().unwrap_or(0)
    }
}

impl<'a, 'c> Straight<'a, 'c> {
    fn of(
        context: &'c Context,
        module: &'a Module<'c>,
        block: BasicBlock<'c>,
        objects: &'a Objects<'c>,
        data: &'a TargetData,
        bytes: i64,
    ) -> Option<Straight<'a, 'c>> {
        let mut places = FxHashMap::default();
        let mut accesses = Vec::new();
        for (place, instruction) in block.get_instructions().enumerate() {
            if place >= MOST_INSTRUCTIONS {
                return None;
            }
            places.insert(instruction, place);
            accesses.extend(access(place, instruction, data));
        }
        Some(Straight {
            context,
            module,
            objects,
            places,
            accesses,
            data,
            bytes,
        })
    }

    /// `None` where LLVM refuses to build something, which it does not.
    fn vectorize(self) -> Option<()> {
        let mut rows: Vec<Row<'c>> = Vec::new();
        for row in self.stored_rows() {
            self.split(row, &mut rows);
        }
        rows.sort_by_key(Row::last);
        let put_together = self.put_together();
        let integers = self.put_together_bitwise();
        if rows.is_empty() && put_together.is_empty() && integers.is_empty() {
            return Some(());
        }
        let moved: Vec<(usize, usize)> = rows
            .iter()
            .flat_map(|row| row.stores.iter().map(|s| (s.place, row.last())))
            .collect();
        let loaded = rows::Loaded::of(self.objects, &self.accesses, &moved);
        let mut bundles = Bundles::new(
            self.context,
            self.module,
            self.data,
            &self.places,
            loaded,
            self.bytes,
        );
        for row in &rows {
            let values: Option<Vec<_>> = row.stores.iter().map(|s| operand(s.instruction, 0)).collect();
            let planned = bundles.plan(&values?);
            let gain = bundles.take_cost() - (row.stores.len() as i64 - 1);
            if gain >= 0 {
                continue;
            }
            // The rows are in the order of their last stores, so that what is emitted for one is there for the next.
            let last = row.stores.iter().max_by_key(|s| s.place)?.instruction;
            let vector = bundles.emit(planned, last)?;
            bundles.store(vector, last, &row.stores)?;
            for store in &row.stores {
                store.instruction.erase_from_basic_block();
            }
        }
        bundles.forget();
        for (last, scalars) in put_together {
            if !scalars.iter().all(|scalar| bundles.is_loaded(*scalar)) {
                continue;
            }
            let planned = bundles.plan(&scalars);
            if bundles.take_cost() < 0
                && let Some(vector) = bundles.emit(planned, last)?.as_instruction_value()
            {
                last.replace_all_uses_with(&vector);
            }
        }
        for integer in integers {
            bundles.forget();
            bundles.put_together(integer)?;
        }
        Some(())
    }

    /// The integers that are put together bit by bit, the last first, each with nothing else that another is made of.
    fn put_together_bitwise(&self) -> Vec<InstructionValue<'c>> {
        let mut all: Vec<_> = self.places.iter().map(|(i, place)| (*place, *i)).collect();
        all.sort_unstable_by_key(|(place, _)| std::cmp::Reverse(*place));
        let mut known: FxHashSet<InstructionValue<'c>> = FxHashSet::default();
        let mut found = Vec::new();
        for (_, instruction) in all {
            if let Some(BasicValueEnum::IntValue(value)) = number(instruction)
                && !known.contains(&instruction)
                && let Some((_, operations)) = bits::bits_of(value)
            {
                known.extend(operations);
                found.push(instruction);
            }
        }
        found
    }

    /// The vectors that are put together lane by lane, with what is in the lanes.
    fn put_together(&self) -> Vec<(InstructionValue<'c>, Vec<BasicValueEnum<'c>>)> {
        let mut all: Vec<_> = self
            .places
            .iter()
            .map(|(instruction, place)| (*place, *instruction))
            .collect();
        all.sort_unstable_by_key(|(place, _)| *place);
        let inserts: Vec<_> = all
            .into_iter()
            .map(|(_, instruction)| instruction)
            .filter(|i| i.get_opcode() == InstructionOpcode::InsertElement)
            .collect();
        let vectors = inserts
            .iter()
            .filter_map(|i| operand(*i, 0)?.as_instruction_value());
        let inner: FxHashSet<_> = vectors.collect();
        let lasts = inserts.into_iter().filter(|insert| !inner.contains(insert));
        lasts.filter_map(|last| Some((last, inserted(last)?))).collect()
    }

    /// Rows of stores of one type, as long as they are.
    fn stored_rows(&self) -> Vec<Row<'c>> {
        let mut groups: Vec<Vec<Access<'c>>> = Vec::new();
        for store in self
            .accesses
            .iter()
            .filter(|a| a.instruction.get_opcode() == InstructionOpcode::Store)
        {
            let (Some((address, _)), Some(value)) = (&store.cell, operand(store.instruction, 0)) else {
                continue;
            };
            if !is_element(value.get_type()) {
                continue;
            }
            let group = groups.iter_mut().find(|group| {
                let first = &group[0];
                first
                    .cell
                    .as_ref()
                    .is_some_and(|(other, _)| other.is_beside(address))
                    && operand(first.instruction, 0).is_some_and(|v| v.get_type() == value.get_type())
            });
            match group {
                Some(group) => group.push(store.clone()),
                None => groups.push(vec![store.clone()]),
            }
        }
        let mut rows: Vec<Row<'c>> = Vec::new();
        for mut group in groups {
            let offset = |a: &Access<'c>| a.cell.as_ref().map_or(0, |(address, _)| address.offset);
            group.sort_by_key(offset);
            let element = group[0].cell.as_ref().map_or(1, |(_, size)| *size);
            // An element that is stored twice ends the row before it.
            let mut row: Vec<Access<'c>> = Vec::new();
            for store in group {
                if let Some(before) = row.last()
                    && offset(&store).wrapping_sub(offset(before)) != element
                {
                    rows.push(Row {
                        stores: std::mem::take(&mut row),
                        element,
                    });
                }
                row.push(store);
            }
            rows.push(Row { stores: row, element });
        }
        rows
    }

    /// Cuts a row into vectors whose stores may all be where the last one is.
    fn split(&self, row: Row<'c>, found: &mut Vec<Row<'c>>) {
        let most = (self.bytes / row.element).max(1);
        let mut rest = row.stores.as_slice();
        while rest.len() > 1 {
            let lanes = most.min(1 << rest.len().ilog2());
            if lanes * row.element < LEAST_BYTES {
                return;
            }
            let (part, others) = rest.split_at(lanes as usize);
            rest = others;
            let part = Row {
                stores: part.to_vec(),
                element: row.element,
            };
            if self.may_sink(&part) {
                found.push(part);
            } else if lanes > 2 {
                let (left, right) = part.stores.split_at(lanes as usize / 2);
                for half in [left, right] {
                    let half = Row {
                        stores: half.to_vec(),
                        element: row.element,
                    };
                    self.split(half, found);
                }
            }
        }
    }

    /// Whether nothing between the stores and the last of them touches what they do.
    fn may_sink(&self, row: &Row<'c>) -> bool {
        let (first, last) = (row.first(), row.last());
        let is_own = |access: &Access<'c>| row.stores.iter().any(|s| s.place == access.place);
        let between = self
            .accesses
            .iter()
            .filter(|a| a.place > first && a.place < last && !is_own(a));
        let mut pairs = between.flat_map(|a| row.stores.iter().map(move |s| (s, a)));
        pairs.all(|(store, access)| access.place < store.place || !self.objects.may_alias(store, access))
    }
}

/// The scalars that insertions put into the lanes of a vector, all of them.
fn inserted(last: InstructionValue<'_>) -> Option<Vec<BasicValueEnum<'_>>> {
    let BasicValueEnum::VectorValue(vector) = operand(last, 0)? else {
        return None;
    };
    let mut lanes = vec![None; vector.get_type().get_size() as usize];
    let mut insert = last;
    loop {
        let BasicValueEnum::IntValue(lane) = operand(insert, 2)? else {
            return None;
        };
        let lane = usize::try_from(lane.get_zero_extended_constant()?).ok()?;
        lanes.get_mut(lane)?.get_or_insert(operand(insert, 1)?);
        let before = operand(insert, 0)?.as_instruction_value();
        match before.filter(|i| i.get_opcode() == InstructionOpcode::InsertElement) {
            Some(before) => insert = before,
            None => return lanes.into_iter().collect(),
        }
    }
}

/// Whether vectors have elements of this type.
fn is_element(ty: BasicTypeEnum<'_>) -> bool {
    match ty {
        BasicTypeEnum::IntType(ty) => matches!(ty.get_bit_width(), 8 | 16 | 32 | 64),
        BasicTypeEnum::FloatType(ty) => matches!(ty.get_bit_width(), 32 | 64),
        _ => false,
    }
}

/// What an instruction does to memory; `None` where it does nothing.
fn access<'c>(place: usize, instruction: InstructionValue<'c>, data: &TargetData) -> Option<Access<'c>> {
    let of = |pointer: u32, ty: Option<BasicTypeEnum<'c>>| {
        let is_plain = instruction.get_volatile() == Ok(false)
            && instruction.get_atomic_ordering() == Ok(inkwell::AtomicOrdering::NotAtomic);
        let BasicValueEnum::PointerValue(pointer) = operand(instruction, pointer)? else {
            return None;
        };
        let size = i64::try_from(data.get_store_size(&ty?)).ok()?;
        is_plain.then(|| (Address::of(pointer, data), size))
    };
    let (writes, cell) = match instruction.get_opcode() {
        InstructionOpcode::Load => (false, of(0, instruction.get_type().try_into().ok())),
        InstructionOpcode::Store => (true, of(1, operand(instruction, 0).map(|v| v.get_type()))),
        InstructionOpcode::Call if is_pure_call(instruction) => return None,
        InstructionOpcode::Call
        | InstructionOpcode::Invoke
        | InstructionOpcode::CallBr
        | InstructionOpcode::Fence
        | InstructionOpcode::AtomicCmpXchg
        | InstructionOpcode::AtomicRMW
        | InstructionOpcode::VAArg => (true, None),
        _ => return None,
    };
    Some(Access {
        place,
        instruction,
        writes,
        cell,
    })
}

/// The intrinsics that compute lane by lane and touch no memory.
const LANEWISE: &[&str] = &[
    "llvm.fma",
    "llvm.fmuladd",
    "llvm.sqrt",
    "llvm.fabs",
    "llvm.minnum",
    "llvm.maxnum",
    "llvm.minimum",
    "llvm.maximum",
    "llvm.smin",
    "llvm.smax",
    "llvm.umin",
    "llvm.umax",
    "llvm.copysign",
];

/// The name of a lane-wise intrinsic that is called.
fn intrinsic(instruction: InstructionValue<'_>) -> Option<&'static str> {
    let call = CallSiteValue::try_from(instruction).ok()?;
    let callee = call.get_called_fn_value()?;
    let name = callee.get_name().to_str().ok()?;
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    LANEWISE.iter().copied().find(|known| *known == stem)
}

/// Whether a call touches no memory: scopes are declared by calls too.
fn is_pure_call(instruction: InstructionValue<'_>) -> bool {
    let call = CallSiteValue::try_from(instruction).ok();
    let callee = call.and_then(CallSiteValue::get_called_fn_value);
    let is_scope = callee.is_some_and(|f| f.get_name().to_bytes() == b"llvm.experimental.noalias.scope.decl");
    is_scope || intrinsic(instruction).is_some()
}
