//! Views: operations that make a memref of another one's memory, and those that take one apart.
//!
//! A memref is a pointer with an offset, sizes and strides ([`MemRef`]). Each of these operations says what they are, and
//! what its result type knows of them takes their place.

use inkwell::IntPredicate;
use inkwell::values::{InstructionOpcode, IntValue};
use ovolo_lang::affine::AffineExpr;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, ValueId};
use ovolo_lang::types::Type;

use crate::error::{LowerError, Result};
use crate::function::{FunctionLowering, operand, single_result};
use crate::layout::{MemRef, Offsets};
use crate::linear::Linear;

/// How MLIR writes a number that an operand gives.
const DYNAMIC: i64 = i64::MIN;

/// A memref whose layout has strides.
struct Strided<'c> {
    memref: MemRef<'c>,
    offset: IntValue<'c>,
    strides: Vec<IntValue<'c>>,
}

impl<'c> Strided<'c> {
    /// The same memory, from the same element on, with other sizes and strides.
    fn shaped(self, sizes: Vec<IntValue<'c>>, strides: Vec<IntValue<'c>>) -> Strided<'c> {
        let memref = MemRef { sizes, ..self.memref };
        Strided {
            memref,
            strides,
            ..self
        }
    }
}

impl<'c> FunctionLowering<'_, 'c> {
    pub fn subview(&mut self, op: &Op) -> Result<()> {
        let source = self.strided(operand(op, 0)?)?;
        let [offsets, sizes, strides] = self.window(op)?;
        let rank = source.memref.sizes.len();
        if [&offsets, &sizes, &strides].iter().any(|list| list.len() != rank) {
            return Err(LowerError::new(
                "the lists do not have a number for each dimension",
            ));
        }
        let mut offset = source.offset;
        for (&by, &stride) in offsets.iter().zip(&source.strides) {
            offset = self.sum(offset, self.emit.product(by, stride)?)?;
        }
        let kept = self.kept_dimensions(op)?;
        let mut view = source;
        view.offset = offset;
        view.memref.sizes = kept.iter().map(|&d| sizes[d]).collect();
        let strides = kept
            .iter()
            .map(|&d| self.emit.product(view.strides[d], strides[d]));
        view.strides = strides.collect::<Result<_>>()?;
        self.define_view(op, view)
    }

    /// Which dimensions of a slice its type has: all but some of extent one.
    fn kept_dimensions(&self, op: &Op) -> Result<Vec<usize>> {
        let wrong = || LowerError::new("the slice has another shape than its type");
        let ty = self.ir.ty(single_result(op)?).as_memref().ok_or_else(wrong)?;
        let shape = ty.shape.as_deref().ok_or_else(wrong)?;
        let mut kept = Vec::new();
        for (d, &size) in integers(op, "static_sizes").iter().enumerate() {
            let wanted = shape.get(kept.len()).map(|dim| dim.fixed().unwrap_or(DYNAMIC));
            if wanted == Some(size) {
                kept.push(d);
            } else if size != 1 {
                return Err(wrong());
            }
        }
        if kept.len() == shape.len() {
            Ok(kept)
        } else {
            Err(wrong())
        }
    }

    pub fn reinterpret_cast(&mut self, op: &Op) -> Result<()> {
        let memref = self.memref(operand(op, 0)?)?.clone();
        let [offsets, sizes, strides] = self.window(op)?;
        let [offset] = offsets[..] else {
            return Err(LowerError::new("the offset must be one number"));
        };
        self.define_view(
            op,
            Strided {
                memref: MemRef { sizes, ..memref },
                offset,
                strides,
            },
        )
    }

    /// Bytes seen as elements of another type.
    pub fn byte_view(&mut self, op: &Op) -> Result<()> {
        let source = self.strided(operand(op, 0)?)?;
        let shift = self.index(operand(op, 1)?)?.materialize(self.emit)?;
        let shift = self.sum(source.offset, shift)?;
        let byte = self.emit.context.i8_type();
        let builder = &self.emit.builder;
        // SAFETY: builds an instruction; that the bytes exist is what the operation promises.
        let pointer = unsafe { builder.build_in_bounds_gep(byte, source.memref.pointer, &[shift], "")? };
        let sizes = self.open_extents(op, op.operands.get(2..).unwrap_or_default())?;
        self.define_dense(
            op,
            MemRef {
                pointer,
                sizes,
                ..source.memref
            },
        )
    }

    /// The sizes of the result, the open ones given by operands.
    fn open_extents(&self, op: &Op, operands: &[ValueId]) -> Result<Vec<IntValue<'c>>> {
        let shape = self
            .ir
            .ty(single_result(op)?)
            .as_memref()
            .and_then(|ty| ty.shape.clone());
        let shape = shape.ok_or_else(|| LowerError::new("the result must be a ranked memref"))?;
        let statics: Vec<i64> = shape.iter().map(|dim| dim.fixed().unwrap_or(DYNAMIC)).collect();
        self.numbers(&statics, operands)
    }

    /// The same elements under a shape that memory holds.
    pub fn reshape(&mut self, op: &Op) -> Result<()> {
        let source = self.strided(operand(op, 0)?)?;
        let shape = operand(op, 1)?;
        let element = self.ir.ty(shape).element().clone();
        let result = self
            .ir
            .ty(single_result(op)?)
            .as_memref()
            .and_then(|ty| ty.shape.clone());
        let result = result.ok_or_else(|| LowerError::new("the result must be a ranked memref"))?;
        let mut sizes = Vec::new();
        for d in 0..result.len() as i64 {
            let address = self.address(shape, &[Linear::constant(d)])?;
            let size = self.emit.load(&element, address)?;
            let index = self.emit.index_type();
            sizes.push(match element.bit_width() {
                Some(width) if width < 64 => self
                    .emit
                    .cast(InstructionOpcode::SExt, size, index.into())?
                    .into_int_value(),
                Some(64) => size.into_int_value(),
                _ => {
                    return Err(LowerError::new(
                        "a shape of integers of at most 64 bits is supported",
                    ));
                }
            });
        }
        self.define_dense(
            op,
            MemRef {
                sizes,
                ..source.memref
            },
        )
    }

    pub fn expand_shape(&mut self, op: &Op) -> Result<()> {
        let source = self.strided(operand(op, 0)?)?;
        let sizes = self.numbers(
            &integers(op, "static_output_shape"),
            op.operands.get(1..).unwrap_or_default(),
        )?;
        let groups = reassociation(op, sizes.len())?;
        if groups.len() != source.strides.len() {
            return Err(LowerError::new("another number of groups than the rank"));
        }
        let mut strides = vec![self.emit.index(1); sizes.len()];
        for (group, &stride) in groups.iter().zip(&source.strides) {
            let mut stride = stride;
            for &d in group.iter().rev() {
                strides[d] = stride;
                stride = self.emit.product(stride, sizes[d])?;
            }
        }
        self.define_view(op, source.shaped(sizes, strides))
    }

    /// Each group is contiguous; dimensions of one element may have any stride.
    pub fn collapse_shape(&mut self, op: &Op) -> Result<()> {
        let source = self.strided(operand(op, 0)?)?;
        let groups = reassociation(op, source.strides.len())?;
        let (mut sizes, mut strides) = (Vec::new(), Vec::new());
        for group in &groups {
            let mut size = self.emit.index(1);
            let mut stride = group.last().map_or(size, |&d| source.strides[d]);
            for &d in group {
                let extent = source.memref.sizes[d];
                size = self.emit.product(size, extent)?;
                // The stride is that of the last dimension of several elements.
                let one = self.emit.index(1);
                let builder = &self.emit.builder;
                let counts = builder.build_int_compare(IntPredicate::NE, extent, one, "")?;
                stride = builder
                    .build_select(counts, source.strides[d], stride, "")?
                    .into_int_value();
            }
            sizes.push(size);
            strides.push(stride);
        }
        self.define_view(op, source.shaped(sizes, strides))
    }

    pub fn transpose(&mut self, op: &Op) -> Result<()> {
        let source = self.strided(operand(op, 0)?)?;
        let map = op.attribute("permutation").and_then(Attribute::as_affine_map);
        let map = map.ok_or_else(|| LowerError::new("the attribute `permutation` is missing"))?;
        let rank = source.strides.len();
        let position = |expr: &AffineExpr| match expr {
            AffineExpr::Dim(d) => Some(*d as usize),
            _ => None,
        };
        let dims: Option<Vec<usize>> = map.results.iter().map(position).collect();
        let dims = dims.filter(|dims| dims.len() == rank && dims.iter().all(|&d| d < rank));
        let dims = dims.ok_or_else(|| LowerError::new("the map is no permutation"))?;
        let strides = dims.iter().map(|&d| source.strides[d]).collect();
        let sizes = dims.iter().map(|&d| source.memref.sizes[d]).collect();
        self.define_view(op, source.shaped(sizes, strides))
    }

    /// The buffer, the offset, the sizes and the strides.
    pub fn strided_metadata(&mut self, op: &Op) -> Result<()> {
        let source = self.strided(operand(op, 0)?)?;
        let [base, offset, ref numbers @ ..] = op.results[..] else {
            return Err(LowerError::new("a result is missing"));
        };
        let values = source.memref.sizes.iter().chain(&source.strides);
        if numbers.len() != 2 * source.strides.len() {
            return Err(LowerError::new(
                "another number of results than of sizes and strides",
            ));
        }
        for (&result, &value) in numbers.iter().zip(values) {
            let value = self.fresh_index(value);
            self.define_linear(result, value)?;
        }
        let value = self.fresh_index(source.offset);
        self.define_linear(offset, value)?;
        let (sizes, strides) = (Vec::new(), Vec::new());
        let memref = MemRef {
            sizes,
            ..source.memref
        };
        let zero = self.emit.index(0);
        self.define_view_as(
            base,
            Strided {
                memref,
                strides,
                offset: zero,
            },
        )
    }

    /// The address that offsets count from.
    pub fn aligned_pointer(&mut self, op: &Op) -> Result<()> {
        let pointer = self.memref(operand(op, 0)?)?.pointer;
        let address = self
            .emit
            .builder
            .build_ptr_to_int(pointer, self.emit.index_type(), "")?;
        let value = self.fresh_index(address);
        self.define_linear(single_result(op)?, value)
    }

    /// A memref of memory at an address, with the extents that its type leaves open, or an integer of another sign.
    pub fn unrealized_cast(&mut self, op: &Op) -> Result<()> {
        let address = operand(op, 0)?;
        let (from, to) = (self.ir.ty(address), self.ir.ty(single_result(op)?));
        if op.operands.len() == 1 && from.has_bits_of(to) {
            let value = self.value(address)?;
            return self.define(single_result(op)?, value);
        }
        if *self.ir.ty(address) != Type::Index || self.ir.ty(single_result(op)?).as_memref().is_none() {
            return Err(LowerError::new(
                "a conversion that is not realized has no meaning here",
            ));
        }
        let address = self.index(address)?.materialize(self.emit)?;
        let pointer = self.emit.pointer_type();
        let pointer = self.emit.builder.build_int_to_ptr(address, pointer, "")?;
        let sizes = self.open_extents(op, op.operands.get(1..).unwrap_or_default())?;
        let offsets = Offsets::row_major(self.emit, &sizes)?;
        let memref = MemRef {
            pointer,
            sizes,
            offsets,
        };
        self.define_dense(op, memref)
    }

    pub fn rank(&mut self, op: &Op) -> Result<()> {
        let rank = self.memref(operand(op, 0)?)?.sizes.len();
        self.define_linear(single_result(op)?, Linear::constant(rank as i64))
    }

    fn strided(&self, memref: ValueId) -> Result<Strided<'c>> {
        let memref = self.memref(memref)?.clone();
        match memref.offsets.clone() {
            Offsets::Strided { offset, strides } => Ok(Strided {
                memref,
                offset,
                strides,
            }),
            Offsets::Map { .. } => Err(LowerError::new("a view needs a layout with strides")),
        }
    }

    /// Defines the only result.
    fn define_view(&mut self, op: &Op, view: Strided<'c>) -> Result<()> {
        self.define_view_as(single_result(op)?, view)
    }

    fn define_view_as(&mut self, result: ValueId, view: Strided<'c>) -> Result<()> {
        let Strided {
            memref,
            offset,
            strides,
        } = view;
        let offsets = Offsets::Strided { offset, strides };
        self.define_as(result, &MemRef { offsets, ..memref })
    }

    /// As [`FunctionLowering::define_view`], of elements that lie densely from the pointer on.
    fn define_dense(&mut self, op: &Op, memref: MemRef<'c>) -> Result<()> {
        let offsets = Offsets::row_major(self.emit, &memref.sizes)?;
        self.define_as(single_result(op)?, &MemRef { offsets, ..memref })
    }

    /// Defines a memref, of which its type may know more.
    fn define_as(&mut self, result: ValueId, memref: &MemRef<'c>) -> Result<()> {
        let Type::MemRef(ty) = self.ir.ty(result) else {
            return Err(LowerError::new("the result must be a memref"));
        };
        self.emit.element_size(&ty.element)?;
        let parts = memref.parts(ty)?;
        let memref = MemRef::from_parts(self.emit, ty, parts.into_iter())?;
        self.define_memref(result, memref);
        Ok(())
    }

    /// Offsets, sizes and strides, of which operands give some.
    fn window(&self, op: &Op) -> Result<[Vec<IntValue<'c>>; 3]> {
        let missing = || LowerError::new("the segments of the operands are missing");
        let segments = op
            .attribute("operandSegmentSizes")
            .and_then(Attribute::as_i64_list);
        let segments = segments.filter(|all| all.len() == 4).ok_or_else(missing)?;
        let mut rest = op.operands.get(1..).unwrap_or_default();
        let mut lists = Vec::new();
        for (name, count) in ["static_offsets", "static_sizes", "static_strides"]
            .iter()
            .zip(&segments[1..])
        {
            let count = usize::try_from(*count).map_err(|_| missing())?;
            let (operands, after) = rest.split_at_checked(count).ok_or_else(missing)?;
            lists.push(self.numbers(&integers(op, name), operands)?);
            rest = after;
        }
        lists.try_into().map_err(|_| missing())
    }

    /// Numbers of which some are operands: where `statics` says so, the next of `dynamic`.
    fn numbers(&self, statics: &[i64], dynamic: &[ValueId]) -> Result<Vec<IntValue<'c>>> {
        let mut dynamic = dynamic.iter();
        let number = |&number: &i64| match number {
            DYNAMIC => {
                let value = dynamic
                    .next()
                    .ok_or_else(|| LowerError::new("an operand is missing"))?;
                self.index(*value)?.materialize(self.emit)
            }
            number => Ok(self.emit.index(number)),
        };
        statics.iter().map(number).collect()
    }

    fn sum(&self, a: IntValue<'c>, b: IntValue<'c>) -> Result<IntValue<'c>> {
        let zero = self.emit.index(0);
        if a == zero {
            Ok(b)
        } else if b == zero {
            Ok(a)
        } else {
            self.emit.exact_int(InstructionOpcode::Add, a, b)
        }
    }
}

/// A list of integers; empty when the attribute is missing.
pub(crate) fn integers(op: &Op, name: &str) -> Vec<i64> {
    op.attribute(name)
        .and_then(Attribute::as_i64_list)
        .unwrap_or_default()
}

/// Groups of dimensions that cover those below a rank.
fn reassociation(op: &Op, rank: usize) -> Result<Vec<Vec<usize>>> {
    let wrong = || LowerError::new("the reassociation does not cover every dimension");
    let Some(Attribute::Array(groups)) = op.attribute("reassociation") else {
        return Err(wrong());
    };
    let group = |group: &Attribute| -> Option<Vec<usize>> {
        let all = group.as_i64_list()?;
        all.iter()
            .map(|&d| usize::try_from(d).ok().filter(|&d| d < rank))
            .collect()
    };
    let groups: Option<Vec<Vec<usize>>> = groups.iter().map(group).collect();
    let groups = groups.ok_or_else(wrong)?;
    match groups.iter().map(Vec::len).sum::<usize>() {
        covered if covered == rank || groups.is_empty() => Ok(groups),
        _ => Err(wrong()),
    }
}
