//! The body of a parallel loop as a function of its own over a part of the iterations.

use inkwell::IntPredicate;
use inkwell::attributes::{Attribute as LlvmAttribute, AttributeLoc};
use inkwell::module::Linkage;
use inkwell::types::{BasicTypeEnum, StructType};
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, IntValue, PointerValue};
use ovolo_lang::ir::ValueId;

use super::ParallelLoop;
use crate::emit::{Emitter, function_type};
use crate::error::{LowerError, Result};
use crate::function::{FunctionLowering, Lowered};
use crate::layout::{MemRef, Offsets};

/// The registers of the function around that the body reads, each once.
#[derive(Default)]
struct Captures<'c>(Vec<BasicValueEnum<'c>>);

impl<'c> Captures<'c> {
    /// Takes the register, and leaves it as it is.
    fn note(&mut self, value: BasicValueEnum<'c>) -> BasicValueEnum<'c> {
        if !is_constant(value) && !self.0.contains(&value) {
            self.0.push(value);
        }
        value
    }

    /// The parameter that stands for the register inside.
    fn inside(&self, value: BasicValueEnum<'c>, parameters: &[BasicValueEnum<'c>]) -> BasicValueEnum<'c> {
        let position = self.0.iter().position(|own| *own == value);
        position.map_or(value, |position| parameters[position])
    }
}

/// Constants are the same in every function.
fn is_constant(value: BasicValueEnum<'_>) -> bool {
    match value {
        BasicValueEnum::IntValue(v) => v.is_const(),
        BasicValueEnum::FloatValue(v) => v.is_const(),
        BasicValueEnum::VectorValue(v) => v.is_const(),
        BasicValueEnum::PointerValue(v) => v.is_const(),
        _ => false,
    }
}

/// What a chunk is told: the fields of a structure on the stack of the function around.
struct Context<'c> {
    ty: StructType<'c>,
    pointer: PointerValue<'c>,
}

/// The function that runs the `n`-th chunk, `void chunk(context, n)`, with the context it wants.
pub(super) struct Chunk<'c> {
    pub function: FunctionValue<'c>,
    pub context: PointerValue<'c>,
}

impl<'c> FunctionLowering<'_, 'c> {
    /// Makes the function of a loop, whose iterations in each dimension and all together are given. `cells` are the
    /// arrays that chunks write what they reduce to.
    pub(super) fn outlined_chunk(
        &mut self,
        nest: &ParallelLoop<'c>,
        trips: &[IntValue<'c>],
        total: IntValue<'c>,
        cells: &[PointerValue<'c>],
    ) -> Result<Chunk<'c>> {
        let used = self.used_inside(nest);
        let mut captures = Captures::default();
        for &value in nest.lower.iter().chain(trips) {
            captures.note(value.into());
        }
        for id in &used {
            rewritten(&self.values[id], &mut |value| captures.note(value));
        }
        let body = self.body_function(nest, trips, &used, &captures)?;
        let mut fields: Vec<BasicValueEnum<'c>> = vec![total.into()];
        fields.extend(cells.iter().map(|&cell| BasicValueEnum::from(cell)));
        fields.extend(&captures.0);
        let context = self.context(&fields)?;
        let function = self.chunk_function(nest, body, &context, cells.len())?;
        Ok(Chunk {
            function,
            context: context.pointer,
        })
    }

    /// The values from outside that the operations of the body use, each once.
    fn used_inside(&self, nest: &ParallelLoop<'c>) -> Vec<ValueId> {
        let mut used = Vec::new();
        self.ir.walk(nest.id, &mut |op| {
            if op == nest.id {
                return;
            }
            for &operand in &self.ir.op(op).operands {
                if self.values.contains_key(&operand) && !used.contains(&operand) {
                    used.push(operand);
                }
            }
        });
        used
    }

    /// `void body(begin, end, cells…, captures…)` runs the iterations from `begin` to `end`, counted in row-major order.
    fn body_function(
        &mut self,
        nest: &ParallelLoop<'c>,
        trips: &[IntValue<'c>],
        used: &[ValueId],
        captures: &Captures<'c>,
    ) -> Result<FunctionValue<'c>> {
        let emit = self.emit;
        let mut types: Vec<BasicTypeEnum<'c>> = vec![emit.index_type().into(); 2];
        types.extend(
            nest.reductions
                .iter()
                .map(|_| BasicTypeEnum::from(emit.pointer_type())),
        );
        let first_capture = types.len();
        types.extend(captures.0.iter().map(|value| value.get_type()));
        let function = self.new_function("body", &types);
        self.describe_pointers(function, first_capture, captures);
        let parameters = function.get_params();
        let (bounds, rest) = parameters.split_at(2);
        let (cells, captured) = rest.split_at(first_capture - 2);

        let here = emit.builder.get_insert_block();
        let entry = emit.context.append_basic_block(function, "entry");
        let start = emit.context.append_basic_block(function, "start");
        emit.builder.position_at_end(start);
        let mut inside = self.inside(function, entry);
        let mut renamed = |value| captures.inside(value, captured);
        for id in used {
            let value = rewritten(&self.values[id], &mut renamed);
            inside.values.insert(*id, value);
        }
        let renamed = |values: &[IntValue<'c>]| -> Vec<IntValue<'c>> {
            let renamed = values.iter().map(|&v| captures.inside(v.into(), captured));
            renamed.map(BasicValueEnum::into_int_value).collect()
        };
        let lower = renamed(&nest.lower);
        let trips = renamed(trips);
        let space = Space { nest, lower, trips };
        let [begin, end] = [bounds[0], bounds[1]].map(BasicValueEnum::into_int_value);
        let neutral = inside.neutral_elements(nest)?;
        let state = inside.part(&space, begin, end, neutral)?;
        for ((reduction, value), cell) in nest.reductions.iter().zip(state).zip(cells) {
            emit.store(&reduction.ty, value, cell.into_pointer_value())?;
        }
        inside.free_buffers()?;
        emit.builder.build_return(None)?;
        emit.builder.position_at_end(entry);
        emit.builder.build_unconditional_branch(start)?;
        if let Some(here) = here {
            emit.builder.position_at_end(here);
        }
        Ok(function)
    }

    /// A private function that is compiled as this one is.
    pub(super) fn new_function(&self, role: &str, parameters: &[BasicTypeEnum<'c>]) -> FunctionValue<'c> {
        let name = format!("{}.{role}", self.function.get_name().to_string_lossy());
        let ty = function_type(None, parameters, self.emit.context);
        let function = self.emit.module.add_function(&name, ty, Some(Linkage::Internal));
        for attribute in self.function.attributes(AttributeLoc::Function) {
            function.add_attribute(AttributeLoc::Function, attribute);
        }
        function
    }

    /// Says of the captured pointers what is known of them: they overlap only as far as those around do. Where one of
    /// them comes from elsewhere it may be based on another, and nothing is said.
    fn describe_pointers(&self, function: FunctionValue<'c>, first: usize, captures: &Captures<'c>) {
        let pointers = captures
            .0
            .iter()
            .enumerate()
            .filter_map(|(i, value)| match value {
                BasicValueEnum::PointerValue(pointer) => Some((i, *pointer)),
                _ => None,
            });
        let described = pointers.map(|(i, pointer)| Some((i, self.attributes_of(pointer)?)));
        let Some(described) = described.collect::<Option<Vec<_>>>() else {
            return;
        };
        for (i, attributes) in described {
            for attribute in attributes {
                function.add_attribute(AttributeLoc::Param((first + i) as u32), attribute);
            }
        }
    }

    /// The attributes of a pointer that is a parameter or a buffer made here; `None` for any other.
    fn attributes_of(&self, pointer: PointerValue<'c>) -> Option<Vec<LlvmAttribute>> {
        if self.own_buffers.contains(&pointer) {
            return Some(vec![self.emit.enum_attribute("noalias", 0)]);
        }
        let parameters = self.function.get_params();
        let position = parameters
            .iter()
            .position(|p| *p == BasicValueEnum::from(pointer))?;
        Some(self.function.attributes(AttributeLoc::Param(position as u32)))
    }

    /// A structure with these fields, as long as the call lives.
    fn context(&self, fields: &[BasicValueEnum<'c>]) -> Result<Context<'c>> {
        let types: Vec<BasicTypeEnum<'c>> = fields.iter().map(|field| field.get_type()).collect();
        let ty = self.emit.context.struct_type(&types, false);
        let pointer = self.automatic(ty.into(), 64)?;
        for (field, i) in fields.iter().zip(0..) {
            let place = self.emit.builder.build_struct_gep(ty, pointer, i, "")?;
            self.emit.builder.build_store(place, *field)?;
        }
        Ok(Context { ty, pointer })
    }

    /// `void chunk(context, n)` calls the body for the `n`-th part of all iterations; the parts differ in size by one at
    /// most.
    fn chunk_function(
        &self,
        nest: &ParallelLoop<'c>,
        body: FunctionValue<'c>,
        context: &Context<'c>,
        cells: usize,
    ) -> Result<FunctionValue<'c>> {
        let emit = self.emit;
        let builder = &emit.builder;
        let function = self.new_function("chunk", &[emit.pointer_type().into(), emit.index_type().into()]);
        let [pointer, n] = function.get_params()[..] else {
            return Err(LowerError::internal("a chunk has two parameters"));
        };
        let n = n.into_int_value();
        let here = builder.get_insert_block();
        builder.position_at_end(emit.context.append_basic_block(function, "entry"));
        let mut fields = Vec::new();
        for (ty, i) in context.ty.get_field_types().into_iter().zip(0..) {
            let place = builder.build_struct_gep(context.ty, pointer.into_pointer_value(), i, "")?;
            fields.push(builder.build_load(ty, place, "")?);
        }
        let total = fields.remove(0).into_int_value();
        let chunks = emit.index(emit.chunks().into());
        let size = builder.build_int_unsigned_div(total, chunks, "")?;
        let larger = builder.build_int_unsigned_rem(total, chunks, "")?;
        let begin = part_start(emit, size, larger, n)?;
        let next = builder.build_int_add(n, emit.index(1), "")?;
        let end = part_start(emit, size, larger, next)?;
        let mut arguments: Vec<BasicValueEnum<'c>> = vec![begin.into(), end.into()];
        for (reduction, cells) in nest.reductions.iter().zip(&fields[..cells]) {
            let ty = reduction.memory_type(emit)?;
            // SAFETY: builds an instruction; there is a cell for each chunk.
            let cell = unsafe { builder.build_in_bounds_gep(ty, cells.into_pointer_value(), &[n], "")? };
            arguments.push(cell.into());
        }
        arguments.extend(&fields[cells..]);
        let arguments: Vec<_> = arguments.into_iter().map(|a| a.into()).collect();
        builder.build_call(body, &arguments, "")?;
        builder.build_return(None)?;
        if let Some(here) = here {
            builder.position_at_end(here);
        }
        Ok(function)
    }
}

/// Where the `n`-th part begins: `n * size + min(n, larger)`, the first of the parts having one iteration more.
fn part_start<'c>(
    emit: &Emitter<'c>,
    size: IntValue<'c>,
    larger: IntValue<'c>,
    n: IntValue<'c>,
) -> Result<IntValue<'c>> {
    let builder = &emit.builder;
    let regular = emit.exact_int(InstructionOpcode::Mul, n, size)?;
    let is_less = builder.build_int_compare(IntPredicate::ULT, n, larger, "")?;
    let extra = builder.build_select(is_less, n, larger, "")?.into_int_value();
    emit.exact_int(InstructionOpcode::Add, regular, extra)
}

/// The iterations of a loop as its body sees them.
struct Space<'n, 'c> {
    nest: &'n ParallelLoop<'c>,
    lower: Vec<IntValue<'c>>,
    trips: Vec<IntValue<'c>>,
}

impl<'c> FunctionLowering<'_, 'c> {
    /// The iterations from `begin` to `end`: whole rows of the last dimension, but for the first and the last.
    fn part(
        &mut self,
        space: &Space<'_, 'c>,
        begin: IntValue<'c>,
        end: IntValue<'c>,
        state: Vec<BasicValueEnum<'c>>,
    ) -> Result<Vec<BasicValueEnum<'c>>> {
        let Some((&width, outer)) = space.trips.split_last() else {
            return Err(LowerError::internal(
                "a parallel loop without dimensions is not shared out",
            ));
        };
        if outer.is_empty() {
            return self.row(space, begin, end, state);
        }
        let emit = self.emit;
        let builder = &emit.builder;
        let (zero, one) = (emit.index(0), emit.index(1));
        // Where there are no iterations nothing is divided by the width.
        let is_empty = builder.build_int_compare(IntPredicate::UGE, begin, end, "")?;
        let width = builder.build_select(is_empty, one, width, "")?.into_int_value();
        let last = builder.build_int_sub(end, one, "")?;
        let [first_row, last_row] = [begin, last].map(|n| builder.build_int_unsigned_div(n, width, ""));
        let [first_column, last_column] = [begin, last].map(|n| builder.build_int_unsigned_rem(n, width, ""));
        let (first_row, last_row, first_column) = (first_row?, last_row?, first_column?);
        let end_column = builder.build_int_add(last_column?, one, "")?;
        let end_row = builder.build_int_add(last_row, one, "")?;
        let end_row = builder
            .build_select(is_empty, first_row, end_row, "")?
            .into_int_value();
        self.counted_loop(first_row, end_row, 1, state, |this, row, state| {
            let builder = &this.emit.builder;
            let is_first = builder.build_int_compare(IntPredicate::EQ, row, first_row, "")?;
            let from = builder
                .build_select(is_first, first_column, zero, "")?
                .into_int_value();
            let is_last = builder.build_int_compare(IntPredicate::EQ, row, last_row, "")?;
            let to = builder
                .build_select(is_last, end_column, width, "")?
                .into_int_value();
            let mut rest = row;
            for (d, &trips) in outer.iter().enumerate().rev() {
                let builder = &this.emit.builder;
                let (position, above) = match d {
                    0 => (rest, rest),
                    _ => (
                        builder.build_int_unsigned_rem(rest, trips, "")?,
                        builder.build_int_unsigned_div(rest, trips, "")?,
                    ),
                };
                let value = this.variable(space, d, position)?;
                this.define(space.nest.variables[d], value.into())?;
                rest = above;
            }
            this.row(space, from, to, state.to_vec())
        })
    }

    /// The iterations from `from` to `to` of the last dimension.
    fn row(
        &mut self,
        space: &Space<'_, 'c>,
        from: IntValue<'c>,
        to: IntValue<'c>,
        state: Vec<BasicValueEnum<'c>>,
    ) -> Result<Vec<BasicValueEnum<'c>>> {
        let nest = space.nest;
        let d = space.trips.len() - 1;
        let (from, to) = (self.variable(space, d, from)?, self.variable(space, d, to)?);
        self.counted_loop(from, to, nest.steps[d], state, |this, counter, state| {
            this.define(nest.variables[d], counter.into())?;
            this.iteration(nest, state)
        })
    }

    /// The variable of a dimension in its `n`-th iteration.
    fn variable(&self, space: &Space<'_, 'c>, d: usize, n: IntValue<'c>) -> Result<IntValue<'c>> {
        let distance = self.emit.product(n, self.emit.index(space.nest.steps[d]))?;
        self.emit
            .exact_int(InstructionOpcode::Add, space.lower[d], distance)
    }
}

/// The value with every register replaced.
fn rewritten<'c>(
    value: &Lowered<'c>,
    replace: &mut impl FnMut(BasicValueEnum<'c>) -> BasicValueEnum<'c>,
) -> Lowered<'c> {
    let mut integer = |value: IntValue<'c>| replace(value.into()).into_int_value();
    match value {
        Lowered::Index(linear) => Lowered::Index(linear.mapped(&mut integer)),
        Lowered::MemRef(memref) => {
            let sizes = memref.sizes.iter().map(|&size| integer(size)).collect();
            let offsets = match &memref.offsets {
                Offsets::Strided { offset, strides } => Offsets::Strided {
                    offset: integer(*offset),
                    strides: strides.iter().map(|&stride| integer(stride)).collect(),
                },
                Offsets::Map { map, strides } => Offsets::Map {
                    map: map.clone(),
                    strides: strides.iter().map(|&stride| integer(stride)).collect(),
                },
            };
            Lowered::MemRef(MemRef {
                pointer: replace(memref.pointer.into()).into_pointer_value(),
                sizes,
                offsets,
            })
        }
        Lowered::Value(value) => Lowered::Value(replace(*value)),
    }
}
