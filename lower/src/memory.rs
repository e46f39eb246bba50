//! Buffers, and reading and writing them.

use inkwell::IntPredicate;
use inkwell::attributes::AttributeLoc;
use inkwell::builder::BuilderError;
use inkwell::module::Linkage;
use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{
    BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode, IntValue, PointerValue, VectorValue,
};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, ValueId};
use ovolo_lang::types::{Dim, MemRefType, Type, VectorType};

use crate::abi::cast_compatible;
use crate::emit::{Emitter, returned};
use crate::error::{LowerError, Result};
use crate::function::{FunctionLowering, operand, single_result};
use crate::layout::{MemRef, Offsets, Placement, placement_of, shape_of, spread};
use crate::linear::Linear;

/// Buffers start at the start of a cache line, which is also the widest vector.
const BUFFER_ALIGNMENT: u64 = 64;
/// Bytes of an automatic buffer beyond which it is on the heap: a thread may have no more than 2 MiB of
/// stack, and several buffers share it.
const LARGEST_ON_STACK: u32 = 64 << 10;
/// The largest alignment that a buffer may ask for: a page.
const LARGEST_ALIGNMENT: u64 = 4096;

impl<'c> FunctionLowering<'_, 'c> {
    pub fn affine_load(&mut self, op: &Op) -> Result<()> {
        let indices = self.map_results(op, "map", op.operands.get(1..).unwrap_or_default())?;
        self.load_at(op, &indices)
    }

    pub fn affine_store(&mut self, op: &Op) -> Result<()> {
        let indices = self.map_results(op, "map", op.operands.get(2..).unwrap_or_default())?;
        self.store_at(op, &indices)
    }

    pub fn plain_load(&mut self, op: &Op) -> Result<()> {
        let indices = self.indices(op.operands.get(1..).unwrap_or_default())?;
        self.load_at(op, &indices)
    }

    pub fn plain_store(&mut self, op: &Op) -> Result<()> {
        let indices = self.indices(op.operands.get(2..).unwrap_or_default())?;
        self.store_at(op, &indices)
    }

    fn load_at(&mut self, op: &Op, indices: &[Linear<'c>]) -> Result<()> {
        let (memref, result) = (operand(op, 0)?, single_result(op)?);
        let ty = self.ir.ty(result);
        let value = match self.rows_of(ty, memref)? {
            None => {
                let address = self.address(memref, indices)?;
                self.emit.load(ty, address)?
            }
            Some(rows) => {
                let width = rows.width as usize;
                let mut all = self.emit.value_type(ty)?.into_vector_type().get_poison();
                for (row, position) in rows.positions.iter().enumerate() {
                    let address = self.address(memref, &shifted(indices, position)?)?;
                    let part = self.emit.load(&rows.ty, address)?.into_vector_value();
                    all = self.emit.insert_lanes(all, part, row * width)?;
                }
                all.into()
            }
        };
        self.define(result, value)
    }

    fn store_at(&mut self, op: &Op, indices: &[Linear<'c>]) -> Result<()> {
        let (stored, memref) = (operand(op, 0)?, operand(op, 1)?);
        let ty = self.ir.ty(stored);
        let value = self.value(stored)?;
        let Some(rows) = self.rows_of(ty, memref)? else {
            let address = self.address(memref, indices)?;
            return self.emit.store(ty, value, address);
        };
        for (row, position) in rows.positions.iter().enumerate() {
            let address = self.address(memref, &shifted(indices, position)?)?;
            let first = row as u32 * rows.width;
            let mask: Vec<u32> = (first..first + rows.width).collect();
            let part = self.emit.shuffle(value.into_vector_value(), &mask)?;
            self.emit.store(&rows.ty, part.into(), address)?;
        }
        Ok(())
    }

    /// How a vector of several dimensions lies in the memref, row by row; `None` for one that is
    /// contiguous. Refuses a value that the memref cannot hold.
    pub fn rows_of(&self, ty: &Type, memref: ValueId) -> Result<Option<Rows>> {
        let Some(target) = self.ir.ty(memref).as_memref() else {
            return Err(LowerError::new("an operand is not a memref"));
        };
        self.emit.element_size(&target.element)?;
        if *ty == target.element {
            return Ok(None);
        }
        if *ty.element() != target.element {
            return Err(LowerError::new("the element types of value and memref differ"));
        }
        let Some(vector) = ty.as_vector() else {
            return Ok(None);
        };
        let contiguous = match placement_of(target)? {
            Placement::RowMajor => true,
            Placement::Strided { strides, .. } => strides.last() == Some(&Dim::Fixed(1)),
            Placement::Map(_) => false,
        };
        let rank = shape_of(target)?.len();
        if !contiguous || vector.shape.len() > rank || (vector.shape.is_empty() && rank > 0) {
            return Err(LowerError::new(
                "a vector needs a memref of at least its rank whose elements lie consecutively",
            ));
        }
        Ok((vector.shape.len() > 1).then(|| Rows::of(vector)))
    }

    /// Notes that C's pointer to an argument points so many elements behind its first one.
    pub fn note_origin(&mut self, memref: ValueId, before: i64) -> Result<()> {
        let Some(ty) = self.ir.ty(memref).as_memref() else {
            return Ok(());
        };
        if matches!(ty.shape.as_deref(), Some([_])) && placement_of(ty)? == Placement::RowMajor {
            let first = self.memref(memref)?;
            let element = self.emit.memory_type(self.ir.ty(memref).element())?;
            let by = [self.emit.index(before)];
            // SAFETY: builds an instruction, which promises nothing of the address.
            let origin = unsafe { self.emit.builder.build_gep(element, first.pointer, &by, "") }?;
            self.origins.insert(memref, (origin, before));
        }
        Ok(())
    }

    /// The address of an element, which exists. The subscripts are those of C where it counts from elsewhere: in what it counts from
    /// the first element, LLVM does not see that an element is that which another iteration has loaded.
    pub fn address(&self, memref: ValueId, indices: &[Linear<'c>]) -> Result<PointerValue<'c>> {
        let element = self.emit.memory_type(self.ir.ty(memref).element())?;
        if let (Some((origin, before)), [index]) = (self.origins.get(&memref), indices) {
            let from_there = MemRef {
                pointer: *origin,
                ..self.memref(memref)?.clone()
            };
            let index = index.plus(&Linear::constant(-before))?;
            return self.element_address(&from_there, element, &[index]);
        }
        self.element_address(self.memref(memref)?, element, indices)
    }

    /// Where the element with these indices would be, of which nothing is promised.
    pub fn place(&self, memref: ValueId, indices: &[Linear<'c>]) -> Result<PointerValue<'c>> {
        let element = self.emit.memory_type(self.ir.ty(memref).element())?;
        self.walk(self.memref(memref)?, element, indices, |ty, pointer, steps| {
            // SAFETY: builds an instruction, which promises nothing of the address.
            unsafe { self.emit.builder.build_gep(ty, pointer, steps, "") }
        })
    }

    fn element_address(
        &self,
        memref: &MemRef<'c>,
        element: BasicTypeEnum<'c>,
        indices: &[Linear<'c>],
    ) -> Result<PointerValue<'c>> {
        self.walk(memref, element, indices, |ty, pointer, steps| {
            // SAFETY: builds an instruction; that the element, and the first one of each row that holds it, exist is
            // what the operation promises.
            unsafe { self.emit.builder.build_in_bounds_gep(ty, pointer, steps, "") }
        })
    }

    /// Takes steps from the first element of a memref to the one with these indices: those of a stride that is known at
    /// run time one by one, and the others at once through nested arrays, which LLVM's vectorisers take apart best.
    fn walk(
        &self,
        memref: &MemRef<'c>,
        element: BasicTypeEnum<'c>,
        indices: &[Linear<'c>],
        step: impl Fn(
            BasicTypeEnum<'c>,
            PointerValue<'c>,
            &[IntValue<'c>],
        ) -> std::result::Result<PointerValue<'c>, BuilderError>,
    ) -> Result<PointerValue<'c>> {
        if indices.len() != memref.sizes.len() {
            return Err(LowerError::new("the memref takes another number of indices"));
        }
        let mut pointer = memref.pointer;
        let mut by = |ty, steps: &[Linear<'c>]| -> Result<()> {
            if steps.iter().any(|s| s.as_constant() != Some(0)) {
                let steps = steps.iter().map(|s| s.materialize(self.emit));
                pointer = step(ty, pointer, &steps.collect::<Result<Vec<_>>>()?)?;
            }
            Ok(())
        };
        match &memref.offsets {
            Offsets::Map { map, strides } => {
                for (place, stride) in map.results.iter().zip(strides) {
                    let place = self.emit.affine(place, indices, &[])?;
                    by(element, &[place.times(self.emit, &Linear::value(*stride, 0))?])?;
                }
            }
            Offsets::Strided { offset, strides } => {
                by(element, &[Linear::value(*offset, 0)])?;
                let (rows, open) = nested_rows(element, strides);
                for (index, stride) in indices[..open].iter().zip(strides) {
                    by(element, &[index.times(self.emit, &Linear::value(*stride, 0))?])?;
                }
                by(rows, &indices[open..])?;
            }
        }
        Ok(pointer)
    }

    pub fn affine_prefetch(&mut self, op: &Op) -> Result<()> {
        let indices = self.map_results(op, "map", op.operands.get(1..).unwrap_or_default())?;
        self.prefetch_at(op, &indices)
    }

    pub fn plain_prefetch(&mut self, op: &Op) -> Result<()> {
        let indices = self.indices(op.operands.get(1..).unwrap_or_default())?;
        self.prefetch_at(op, &indices)
    }

    /// A hint, of which the element need not exist.
    fn prefetch_at(&mut self, op: &Op, indices: &[Linear<'c>]) -> Result<()> {
        let address = self.place(operand(op, 0)?, indices)?;
        let number = |name: &str| op.attribute(name).and_then(Attribute::as_i64);
        let flag = |name: &str| op.attribute(name) == Some(&Attribute::Bool(true));
        let numbers = [
            u64::from(flag("isWrite")),
            number("localityHint")
                .and_then(|n| u64::try_from(n).ok())
                .unwrap_or(0)
                .min(3),
            u64::from(flag("isDataCache")),
        ];
        let ty = self.emit.context.i32_type();
        let numbers = numbers.map(|n| ty.const_int(n, false).into());
        let args = [&[address.into()], numbers.as_slice()].concat();
        self.emit
            .intrinsic("llvm.prefetch", &[address.get_type().into()], &args)?;
        Ok(())
    }

    pub fn alloc(&mut self, op: &Op) -> Result<()> {
        let (ty, sizes) = self.allocated(op)?;
        let alignment = requested_alignment(op)?.max(BUFFER_ALIGNMENT);
        let bytes = self.emit.byte_count(&ty, &sizes)?;
        let pointer = self.emit.heap_buffer(bytes, alignment)?;
        self.define_buffer(op, &ty, pointer, &sizes)
    }

    pub fn alloca(&mut self, op: &Op) -> Result<()> {
        let (ty, sizes) = self.allocated(op)?;
        let alignment = requested_alignment(op)?.max(BUFFER_ALIGNMENT);
        let bytes = self.emit.byte_count(&ty, &sizes)?;
        let byte = self.emit.context.i8_type();
        let pointer = match bytes.get_zero_extended_constant() {
            Some(count) if count <= u64::from(LARGEST_ON_STACK) && !self.repeats => {
                self.automatic(byte.array_type(count as u32).into(), alignment as u32)?
            }
            Some(count) if count > u64::from(LARGEST_ON_STACK) && self.repeats => {
                return Err(LowerError::new(
                    "a large buffer on the stack that is made again and again is not supported",
                ));
            }
            Some(count) if count > u64::from(LARGEST_ON_STACK) => {
                self.on_heap_until_return(bytes, alignment)?
            }
            _ => {
                let pointer = self.emit.builder.build_array_alloca(byte, bytes, "")?;
                if let Some(instruction) = pointer.as_instruction() {
                    instruction
                        .set_alignment(alignment as u32)
                        .map_err(LowerError::internal)?;
                }
                pointer
            }
        };
        self.define_buffer(op, &ty, pointer, &sizes)
    }

    /// A buffer that lives as long as the call and is too large for the stack.
    fn on_heap_until_return(&mut self, bytes: IntValue<'c>, alignment: u64) -> Result<PointerValue<'c>> {
        let here = self.emit.builder.get_insert_block();
        self.emit.builder.position_at_end(self.entry);
        let pointer = self.emit.heap_buffer(bytes, alignment)?;
        if let Some(here) = here {
            self.emit.builder.position_at_end(here);
        }
        self.freed_at_return.push(pointer);
        Ok(pointer)
    }

    pub fn dealloc(&mut self, op: &Op) -> Result<()> {
        let pointer = self.memref(operand(op, 0)?)?.pointer;
        self.emit.call_runtime("free", None, &[pointer.into()])?;
        Ok(())
    }

    pub fn dim(&mut self, op: &Op) -> Result<()> {
        let sizes = self.memref(operand(op, 0)?)?.sizes.clone();
        let dimension = self.index(operand(op, 1)?)?;
        let size = match dimension.as_constant() {
            Some(i) => *usize::try_from(i)
                .ok()
                .and_then(|i| sizes.get(i))
                .ok_or_else(|| LowerError::new("the memref has no such dimension"))?,
            None => self.chosen(&sizes, dimension.materialize(self.emit)?)?,
        };
        let value = self.fresh_index(size);
        self.define_linear(single_result(op)?, value)
    }

    /// The element of `values` at a position known only at run time.
    fn chosen(&self, values: &[IntValue<'c>], position: IntValue<'c>) -> Result<IntValue<'c>> {
        let mut chosen = self.emit.index_type().get_poison();
        for (value, i) in values.iter().zip(0..) {
            let builder = &self.emit.builder;
            let here = builder.build_int_compare(IntPredicate::EQ, position, self.emit.index(i), "")?;
            chosen = builder.build_select(here, *value, chosen, "")?.into_int_value();
        }
        Ok(chosen)
    }

    pub fn memref_cast(&mut self, op: &Op) -> Result<()> {
        let (source, result) = (operand(op, 0)?, single_result(op)?);
        let to = self.ir.ty(result);
        if !cast_compatible(self.ir.ty(source), to) {
            return Err(LowerError::new("the types are not compatible"));
        }
        let Some(memref_type) = to.as_memref() else {
            return Err(LowerError::new("the result must be a memref"));
        };
        let parts = self.memref(source)?.parts(memref_type)?;
        let cast = MemRef::from_parts(self.emit, memref_type, parts.into_iter())?;
        self.define_memref(result, cast);
        Ok(())
    }

    pub fn copy(&mut self, op: &Op) -> Result<()> {
        let (source, target) = (operand(op, 0)?, operand(op, 1)?);
        let (from, to) = (self.memref(source)?.clone(), self.memref(target)?.clone());
        let element = self.ir.ty(source).element().clone();
        if element != *self.ir.ty(target).element() || from.sizes.len() != to.sizes.len() {
            return Err(LowerError::new("the memrefs differ in rank or element type"));
        }
        if self.is_row_major(source)? && self.is_row_major(target)? {
            let size = self.emit.element_size(&element)?;
            let alignment = self.emit.element_alignment(&element)?;
            let bytes = self.emit.element_product(&from.sizes, u64::from(size))?;
            let builder = &self.emit.builder;
            builder
                .build_memmove(to.pointer, alignment, from.pointer, alignment, bytes)
                .map_err(LowerError::internal)?;
            return Ok(());
        }
        self.copy_from(&from, &to, &element, Vec::new())
    }

    /// Copies the elements whose first indices are `indices`, one loop for each further dimension.
    fn copy_from(
        &mut self,
        from: &MemRef<'c>,
        to: &MemRef<'c>,
        element: &Type,
        indices: Vec<Linear<'c>>,
    ) -> Result<()> {
        let Some(&size) = from.sizes.get(indices.len()) else {
            let memory_type = self.emit.memory_type(element)?;
            let source = self.element_address(from, memory_type, &indices)?;
            let target = self.element_address(to, memory_type, &indices)?;
            let value = self.emit.load(element, source)?;
            return self.emit.store(element, value, target);
        };
        let zero = self.emit.index(0);
        self.counted_loop(zero, size, 1, Vec::new(), |this, counter, _| {
            let mut indices = indices;
            indices.push(this.fresh_index(counter));
            this.copy_from(from, to, element, indices)?;
            Ok(Vec::new())
        })?;
        Ok(())
    }

    fn is_row_major(&self, memref: ValueId) -> Result<bool> {
        match self.ir.ty(memref).as_memref() {
            Some(ty) => Ok(placement_of(ty)? == Placement::RowMajor),
            None => Ok(false),
        }
    }

    /// The type and the extents of the buffer that an operation makes.
    fn allocated(&self, op: &Op) -> Result<(MemRefType, Vec<IntValue<'c>>)> {
        let ty = self
            .ir
            .ty(single_result(op)?)
            .as_memref()
            .ok_or_else(|| LowerError::new("the result must be a memref"))?;
        let dynamic = shape_of(ty)?.iter().filter(|d| **d == Dim::Dynamic).count();
        if op.operands.len() != dynamic {
            return Err(LowerError::new(
                "one operand is needed for each `?`, and layout symbols are not supported",
            ));
        }
        let mut operands = op.operands.iter();
        let mut sizes = Vec::new();
        for dim in shape_of(ty)? {
            sizes.push(match (dim, operands.as_slice()) {
                (Dim::Fixed(n), _) => self.emit.index(*n),
                (Dim::Dynamic, _) => match operands.next() {
                    Some(&v) => self.index(v)?.materialize(self.emit)?,
                    None => return Err(LowerError::new("an extent is missing")),
                },
            });
        }
        Ok((ty.clone(), sizes))
    }

    fn define_buffer(
        &mut self,
        op: &Op,
        ty: &MemRefType,
        pointer: PointerValue<'c>,
        sizes: &[IntValue<'c>],
    ) -> Result<()> {
        let open = shape_of(ty)?
            .iter()
            .zip(sizes)
            .filter(|(d, _)| **d == Dim::Dynamic);
        let sizes = open.map(|(_, &s)| BasicValueEnum::from(s));
        let parts = std::iter::once(pointer.into()).chain(sizes);
        let memref = MemRef::from_parts(self.emit, ty, parts)?;
        self.own_buffers.push(pointer);
        self.define_memref(single_result(op)?, memref);
        Ok(())
    }
}

/// The strides that are constant and divide one another, from the first such on, as what the first of them steps over;
/// and how many come before it.
fn nested_rows<'c>(element: BasicTypeEnum<'c>, strides: &[IntValue<'c>]) -> (BasicTypeEnum<'c>, usize) {
    let (mut rows, mut inner) = (element, 1);
    for (position, stride) in strides.iter().enumerate().rev() {
        let constant = stride.get_sign_extended_constant();
        let Some(stride) = constant.filter(|s| *s > 0 && s % inner == 0) else {
            return (rows, position + 1);
        };
        let Ok(count) = u32::try_from(stride / inner) else {
            return (rows, position + 1);
        };
        if count > 1 || position + 1 < strides.len() {
            rows = rows.array_type(count).into();
        }
        inner = stride;
    }
    (rows, 0)
}

/// A vector of several dimensions as rows of consecutive elements.
pub struct Rows {
    ty: Type,
    width: u32,
    /// The position of each row in the vector's leading dimensions.
    positions: Vec<Vec<i64>>,
}

impl Rows {
    fn of(vector: &VectorType) -> Rows {
        let (width, leading) = match vector.shape.split_last() {
            Some((last, leading)) => (last.size, leading),
            None => (1, &[][..]),
        };
        let mut positions = vec![Vec::new()];
        for dim in leading {
            positions = positions
                .iter()
                .flat_map(|p| (0..dim.size).map(move |i| [p.as_slice(), &[i]].concat()))
                .collect();
        }
        Rows {
            ty: Type::vector(width, vector.element.clone()),
            width: width as u32,
            positions,
        }
    }
}

/// The indices of the row at `position` of a vector whose first element is at `indices`.
fn shifted<'c>(indices: &[Linear<'c>], position: &[i64]) -> Result<Vec<Linear<'c>>> {
    let mut indices = indices.to_vec();
    let first = indices.len().saturating_sub(position.len() + 1);
    for (index, &by) in indices[first..].iter_mut().zip(position) {
        *index = index.plus(&Linear::constant(by))?;
    }
    Ok(indices)
}

fn requested_alignment(op: &Op) -> Result<u64> {
    let Some(attribute) = op.attribute("alignment") else {
        return Ok(1);
    };
    attribute
        .as_i64()
        .and_then(|a| u64::try_from(a).ok())
        .filter(|a| a.is_power_of_two() && *a <= LARGEST_ALIGNMENT)
        .ok_or_else(|| {
            LowerError::new(format!(
                "the alignment must be a power of two up to {LARGEST_ALIGNMENT}"
            ))
        })
}

impl<'c> Emitter<'c> {
    /// `vector` with the lanes from `first` on replaced by those of `part`.
    pub fn insert_lanes(
        &self,
        vector: VectorValue<'c>,
        part: VectorValue<'c>,
        first: usize,
    ) -> Result<VectorValue<'c>> {
        let total = vector.get_type().get_size() as usize;
        let width = part.get_type().get_size() as usize;
        let widening: Vec<u32> = (0..total).map(|i| i.min(width - 1) as u32).collect();
        let wide = self.shuffle(part, &widening)?;
        let mask: Vec<u32> = (0..total)
            .map(|i| match i.checked_sub(first) {
                Some(j) if j < width => (total + j) as u32,
                _ => i as u32,
            })
            .collect();
        self.shuffle_two(vector, wide, &mask)
    }

    /// Bytes of a buffer.
    fn byte_count(&self, ty: &MemRefType, sizes: &[IntValue<'c>]) -> Result<IntValue<'c>> {
        let size = u64::from(self.element_size(&ty.element)?);
        match placement_of(ty)? {
            Placement::RowMajor => self.element_product(sizes, size),
            Placement::Strided { strides, offset } => {
                let bytes = strided_extent(shape_of(ty)?, &strides, offset)
                    .and_then(|elements| elements.checked_mul(size))
                    .filter(|bytes| *bytes <= i64::MAX as u64)
                    .ok_or_else(|| {
                        LowerError::new(
                            "a buffer with strides needs them, and its extents, to be known and not negative",
                        )
                    })?;
                Ok(self.index(bytes as i64))
            }
            Placement::Map(map) => self.element_product(&spread(self, &map, sizes)?, size),
        }
    }

    fn element_product(&self, sizes: &[IntValue<'c>], element_size: u64) -> Result<IntValue<'c>> {
        let known: Option<Vec<u64>> = sizes.iter().map(|s| s.get_zero_extended_constant()).collect();
        if let Some(known) = known {
            let bytes = known.iter().try_fold(element_size, |a, &b| a.checked_mul(b));
            let bytes = bytes.filter(|b| *b <= i64::MAX as u64 / 2);
            return match bytes {
                Some(bytes) => Ok(self.index(bytes as i64)),
                None => Err(LowerError::new("the buffer does not fit the address space")),
            };
        }
        let mut bytes = self.index(element_size as i64);
        for &size in sizes {
            bytes = self.product(bytes, size)?;
        }
        Ok(bytes)
    }

    fn heap_buffer(&self, bytes: IntValue<'c>, alignment: u64) -> Result<PointerValue<'c>> {
        let size = self.rounded_up(bytes, alignment)?;
        let args = [self.index(alignment as i64).into(), size.into()];
        let call = self.builder.build_call(self.allocator()?, &args, "")?;
        call.add_attribute(AttributeLoc::Return, self.enum_attribute("noalias", 0));
        call.add_attribute(AttributeLoc::Return, self.enum_attribute("align", alignment));
        Ok(returned(call)?.into_pointer_value())
    }

    /// The function that takes memory from the C library. Where there is none left, the program says so and stops.
    fn allocator(&self) -> Result<FunctionValue<'c>> {
        const NAME: &str = "ovolo.alloc";
        if let Some(function) = self.module.get_function(NAME) {
            return Ok(function);
        }
        let (pointer, index) = (self.pointer_type().into(), self.index_type().into());
        let ty = crate::emit::function_type(Some(pointer), &[index, index], self.context);
        let function = self.module.add_function(NAME, ty, Some(Linkage::Private));
        for attribute in ["nounwind", "alwaysinline"] {
            function.add_attribute(AttributeLoc::Function, self.enum_attribute(attribute, 0));
        }
        let [alignment, size] = [0, 1].map(|n| function.get_nth_param(n));
        let (Some(alignment), Some(size)) = (alignment, size) else {
            return Err(LowerError::internal("the allocator has no parameters"));
        };
        let here = self.builder.get_insert_block();
        let block = |name| self.context.append_basic_block(function, name);
        let (entry, failed, done) = (block("entry"), block("failed"), block("done"));
        self.builder.position_at_end(entry);
        let call = self.call_runtime("aligned_alloc", Some(pointer), &[alignment, size])?;
        call.add_attribute(AttributeLoc::Return, self.enum_attribute("noalias", 0));
        let memory = returned(call)?.into_pointer_value();
        let is_null = self.builder.build_is_null(memory, "")?;
        // Nothing is what nobody needs to get.
        let zero = self.index(0);
        let is_some = self
            .builder
            .build_int_compare(IntPredicate::NE, size.into_int_value(), zero, "")?;
        let has_failed = self.builder.build_and(is_null, is_some, "")?;
        self.builder.build_conditional_branch(has_failed, failed, done)?;
        self.builder.position_at_end(failed);
        let message = self
            .builder
            .build_global_string_ptr("memref.alloc", "ovolo.alloc.name")?;
        self.call_runtime("perror", None, &[message.as_pointer_value().into()])?;
        let stop = self.call_runtime("abort", None, &[])?;
        stop.add_attribute(AttributeLoc::Function, self.enum_attribute("noreturn", 0));
        self.builder.build_unreachable()?;
        self.builder.position_at_end(done);
        self.builder.build_return(Some(&memory))?;
        if let Some(here) = here {
            self.builder.position_at_end(here);
        }
        Ok(function)
    }

    fn rounded_up(&self, bytes: IntValue<'c>, alignment: u64) -> Result<IntValue<'c>> {
        let slack = self.index(alignment as i64 - 1);
        let sum = self.exact_int(InstructionOpcode::Add, bytes, slack)?;
        Ok(self.builder.build_and(sum, self.index(-(alignment as i64)), "")?)
    }

    /// A call of a function of the C library.
    pub fn call_runtime(
        &self,
        name: &str,
        result: Option<BasicTypeEnum<'c>>,
        args: &[BasicValueEnum<'c>],
    ) -> Result<CallSiteValue<'c>> {
        let parameters: Vec<_> = args.iter().map(|a| a.get_type()).collect();
        let ty = crate::emit::function_type(result, &parameters, self.context);
        let function = match self.module.get_function(name) {
            Some(function) => function,
            None => self.module.add_function(name, ty, None),
        };
        let args: Vec<_> = args.iter().map(|&a| a.into()).collect();
        let pointer = function.as_global_value().as_pointer_value();
        if function.get_type() == ty {
            Ok(self.builder.build_call(function, &args, "")?)
        } else {
            Ok(self.builder.build_indirect_call(ty, pointer, &args, "")?)
        }
    }
}

/// Elements up to the last one of a buffer with strides.
fn strided_extent(shape: &[Dim], strides: &[Dim], offset: Dim) -> Option<u64> {
    let mut last = u64::try_from(offset.fixed()?).ok()?;
    for (dim, stride) in shape.iter().zip(strides) {
        let (size, stride) = (
            u64::try_from(dim.fixed()?).ok()?,
            u64::try_from(stride.fixed()?).ok()?,
        );
        if size == 0 {
            return Some(0);
        }
        last = last.checked_add((size - 1).checked_mul(stride)?)?;
    }
    last.checked_add(1)
}
