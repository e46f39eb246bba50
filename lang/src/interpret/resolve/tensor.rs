//! The tensor and bufferization dialects.

use crate::attribute::Attribute;
use crate::interpret::affine::IndexExpr;
use crate::interpret::program::tensor::TensorInstruction as T;
use crate::interpret::program::tensor::{Buffers, Gather, NewShape, Pack, Reshape, Slice};
use crate::interpret::program::{Bank, Place, Region};
use crate::ir::{Op, ValueId};
use crate::op::OpCode;

use super::parts::{
    dimensions, has_unit, integers, operand, permutation, reassociation, region, result, segments, yielded,
};
use super::views::kept_dimensions;
use super::{Resolved, Resolver, unsupported};

impl Resolver<'_> {
    /// `None` for an operation of another dialect.
    pub(super) fn tensor_op(&mut self, op: &Op, code: OpCode) -> Option<Resolved<T>> {
        Some(match code {
            OpCode::TensorEmpty => self.empty(op),
            OpCode::TensorSplat => self.splat(op),
            OpCode::TensorFromElements => self.elements_listed(op),
            OpCode::TensorGenerate => self.generate(op),
            OpCode::TensorExtract => self.extract(op),
            OpCode::TensorInsert => self.insert(op),
            OpCode::TensorCast => self.tensor_cast(op),
            OpCode::TensorExtractSlice => self.extract_slice(op),
            OpCode::TensorInsertSlice | OpCode::TensorParallelInsertSlice => self.insert_slice(op),
            OpCode::TensorExpandShape | OpCode::TensorCollapseShape | OpCode::TensorReshape => {
                self.reshape(op, code)
            }
            OpCode::TensorPad => self.pad(op),
            OpCode::TensorConcat => self.concat(op),
            OpCode::TensorGather => self.gather(op),
            OpCode::TensorScatter => self.scatter(op),
            OpCode::TensorPack => self.pack(op),
            OpCode::TensorUnpack => self.unpack(op),
            OpCode::BufferizationToTensor
            | OpCode::BufferizationToMemRef
            | OpCode::BufferizationAllocTensor
            | OpCode::BufferizationMaterialize
            | OpCode::BufferizationDealloc => self.buffers(op, code).map(T::Buffers),
            _ => return None,
        })
    }

    /// The extents of the result, open ones given by these operands.
    fn result_sizes(&mut self, op: &Op, dynamic: &[ValueId]) -> Resolved<Box<[IndexExpr]>> {
        let shape = self.tensor_type(result(op)?)?.shape.as_deref();
        let shape = shape.ok_or_else(|| unsupported("an unranked tensor"))?;
        self.extents(shape, dynamic)
    }

    fn empty(&mut self, op: &Op) -> Resolved<T> {
        let result = result(op)?;
        Ok(T::Empty {
            sizes: self.result_sizes(op, &op.operands)?,
            unit: self.unit(result)?,
            result: self.tensor(result)?,
        })
    }

    fn splat(&mut self, op: &Op) -> Resolved<T> {
        let (value, result) = (operand(op, 0)?, result(op)?);
        Ok(T::Splat {
            value: self.element(value, result)?,
            sizes: self.result_sizes(op, &op.operands[1..])?,
            result: self.tensor(result)?,
        })
    }

    /// The place of an element of a tensor.
    fn element(&mut self, value: ValueId, tensor: ValueId) -> Resolved<Place> {
        let is_element = self.module.ty(value) == self.module.ty(tensor).element();
        match is_element {
            true => self.place(value),
            false => Err(unsupported("an element of another type than the tensor's")),
        }
    }

    fn elements_listed(&mut self, op: &Op) -> Resolved<T> {
        let result = result(op)?;
        let shape = self.tensor_type(result)?.shape.as_deref().unwrap_or_default();
        let sizes: Option<Box<[i64]>> = shape.iter().map(|d| d.fixed()).collect();
        let sizes = sizes.ok_or_else(|| unsupported("a tensor whose shape is not static"))?;
        if sizes.iter().product::<i64>() != op.operands.len() as i64 {
            return Err(unsupported("another number of elements than the tensor's"));
        }
        let elements: Resolved<Box<[Place]>> = op.operands.iter().map(|&v| self.element(v, result)).collect();
        Ok(T::FromElements {
            elements: elements?,
            sizes,
            result: self.tensor(result)?,
        })
    }

    /// A region over the indices of a tensor that yields an element of it.
    fn element_region(&mut self, op: &Op, tensor: ValueId) -> Resolved<Region> {
        let body = self.region(region(op, 0)?)?;
        let rank = self.tensor_type(tensor)?.shape.as_ref().map_or(0, Vec::len);
        self.index_arguments(&body, rank)?;
        let unit = self.unit(tensor)?;
        let is_element =
            |place: &Place| place.lanes == unit && matches!(place.bank, Bank::Data | Bank::Index);
        match yielded(&body)? {
            [value] if is_element(value) && body.arguments().len() == rank => Ok(body),
            _ => Err(unsupported("a region that does not yield one element")),
        }
    }

    fn generate(&mut self, op: &Op) -> Resolved<T> {
        let result = result(op)?;
        Ok(T::Generate {
            sizes: self.result_sizes(op, &op.operands)?,
            body: self.element_region(op, result)?,
            result: self.tensor(result)?,
        })
    }

    fn extract(&mut self, op: &Op) -> Resolved<T> {
        let tensor = operand(op, 0)?;
        Ok(T::Extract {
            result: self.element(result(op)?, tensor)?,
            tensor: self.tensor_place(tensor)?,
            indices: self.slots(&op.operands[1..])?,
            scalar: self.scalar_type(tensor),
        })
    }

    fn insert(&mut self, op: &Op) -> Resolved<T> {
        let (value, tensor) = (operand(op, 0)?, operand(op, 1)?);
        Ok(T::Insert {
            value: self.element(value, tensor)?,
            tensor: self.tensor_place(tensor)?,
            indices: self.slots(&op.operands[2..])?,
            scalar: self.scalar_type(tensor),
            result: self.tensor(result(op)?)?,
        })
    }

    pub(super) fn tensor_place(&mut self, value: ValueId) -> Resolved<Place> {
        self.tensor(value)?;
        self.place(value)
    }

    fn tensor_cast(&mut self, op: &Op) -> Resolved<T> {
        let result = result(op)?;
        Ok(T::Cast {
            tensor: self.tensor(operand(op, 0)?)?,
            ty: self.tensor_type(result)?.clone(),
            result: self.tensor(result)?,
        })
    }

    fn extract_slice(&mut self, op: &Op) -> Resolved<T> {
        let [_, offsets, sizes, strides] = segments(op)?;
        let result = result(op)?;
        Ok(T::ExtractSlice {
            slice: self.slice(op, [offsets, sizes, strides], result)?,
            tensor: self.tensor_place(operand(op, 0)?)?,
            result: self.tensor(result)?,
        })
    }

    /// Into a tensor, or at the end of an iteration into a shared one.
    fn insert_slice(&mut self, op: &Op) -> Resolved<T> {
        let [_, _, offsets, sizes, strides] = segments(op)?;
        let (source, destination) = (operand(op, 0)?, operand(op, 1)?);
        Ok(T::InsertSlice {
            slice: self.slice(op, [offsets, sizes, strides], source)?,
            source: self.tensor_place(source)?,
            tensor: self.tensor_place(destination)?,
            result: self.tensor(op.results.first().copied().unwrap_or(destination))?,
        })
    }

    /// The slice of an operation, whose shape is that of `part`.
    fn slice(&mut self, op: &Op, dynamic: [&[ValueId]; 3], part: ValueId) -> Resolved<Slice> {
        let [offsets, sizes, strides] = dynamic;
        let static_sizes = integers(op, "static_sizes");
        let shape = self.tensor_type(part)?.shape.as_deref().unwrap_or_default();
        Ok(Slice {
            kept: kept_dimensions(&static_sizes, shape)?,
            offsets: self.numbers(&integers(op, "static_offsets"), offsets)?,
            sizes: self.numbers(&static_sizes, sizes)?,
            strides: self.numbers(&integers(op, "static_strides"), strides)?,
        })
    }

    fn reshape(&mut self, op: &Op, code: OpCode) -> Resolved<T> {
        let tensor = operand(op, 0)?;
        let shape = match code {
            OpCode::TensorReshape => {
                let shape = operand(op, 1)?;
                NewShape::In(self.tensor_place(shape)?, self.scalar_type(shape))
            }
            OpCode::TensorExpandShape => {
                let (groups, sizes) = self.expansion(op)?;
                NewShape::Expand(groups, sizes)
            }
            _ => {
                let rank = self.tensor_type(tensor)?.shape.as_ref().map_or(0, Vec::len);
                NewShape::Collapse(reassociation(op, rank)?)
            }
        };
        Ok(T::Reshape(Reshape {
            tensor: self.tensor(tensor)?,
            shape,
            result: self.tensor(result(op)?)?,
        }))
    }

    fn pad(&mut self, op: &Op) -> Resolved<T> {
        let [_, low, high] = segments(op)?;
        let (tensor, result) = (operand(op, 0)?, result(op)?);
        let rank = self.tensor_type(tensor)?.shape.as_ref().map_or(0, Vec::len);
        let low = self.numbers(&integers(op, "static_low"), low)?;
        let high = self.numbers(&integers(op, "static_high"), high)?;
        if low.len() != rank || high.len() != rank {
            return Err(unsupported("another number of paddings than the rank"));
        }
        Ok(T::Pad {
            tensor: self.tensor_place(tensor)?,
            low,
            high,
            body: self.element_region(op, result)?,
            result: self.tensor(result)?,
        })
    }

    fn concat(&mut self, op: &Op) -> Resolved<T> {
        let dimension = op.attribute("dim").and_then(Attribute::as_i64);
        let dimension = dimension.and_then(|d| usize::try_from(d).ok());
        let tensors: Resolved<Box<[Place]>> = op.operands.iter().map(|&v| self.tensor_place(v)).collect();
        Ok(T::Concat {
            dimension: dimension.ok_or_else(|| unsupported("a concatenation along no dimension"))?,
            tensors: tensors?,
            result: self.tensor(result(op)?)?,
        })
    }

    fn gather(&mut self, op: &Op) -> Resolved<T> {
        let tensor = operand(op, 0)?;
        let part = result(op)?;
        self.gathered(op, "gather_dims", None, [tensor, operand(op, 1)?, part])
            .map(T::Gather)
    }

    fn scatter(&mut self, op: &Op) -> Resolved<T> {
        let (part, tensor) = (operand(op, 0)?, operand(op, 1)?);
        let source = self.tensor_place(part)?;
        self.gathered(op, "scatter_dims", Some(source), [tensor, operand(op, 2)?, part])
            .map(T::Scatter)
    }

    fn gathered(
        &mut self,
        op: &Op,
        name: &str,
        source: Option<Place>,
        [tensor, indices, part]: [ValueId; 3],
    ) -> Resolved<Gather> {
        let rank = |value: ValueId| -> Resolved<usize> {
            let shape = self.tensor_type(value)?.shape.as_ref();
            Ok(shape.ok_or_else(|| unsupported("an unranked tensor"))?.len())
        };
        let batch = rank(indices)?.saturating_sub(1);
        let dimensions = dimensions(op, name, rank(tensor)?)?;
        let keeps_rank = rank(part)? == batch + rank(tensor)?;
        if !keeps_rank && rank(part)? + dimensions.len() != batch + rank(tensor)? {
            return Err(unsupported("a result of another rank"));
        }
        Ok(Gather {
            source,
            tensor: self.tensor_place(tensor)?,
            index_type: self.scalar_type(indices),
            indices: self.tensor_place(indices)?,
            dimensions: dimensions.into(),
            keeps_rank,
            result: self.tensor(result(op)?)?,
        })
    }

    fn pack(&mut self, op: &Op) -> Resolved<T> {
        let [_, _, padding, tiles] = segments(op)?;
        let unpacked = operand(op, 0)?;
        let padding = padding.first().map(|&v| self.element(v, unpacked)).transpose()?;
        self.packed(op, unpacked, padding, tiles).map(T::Pack)
    }

    fn unpack(&mut self, op: &Op) -> Resolved<T> {
        let tiles = op.operands.get(2..).unwrap_or_default();
        self.packed(op, operand(op, 1)?, None, tiles).map(T::Unpack)
    }

    fn packed(
        &mut self,
        op: &Op,
        unpacked: ValueId,
        padding: Option<Place>,
        tiles: &[ValueId],
    ) -> Resolved<Pack> {
        let rank = self.tensor_type(unpacked)?.shape.as_ref().map_or(0, Vec::len);
        let outer = match dimensions(op, "outer_dims_perm", rank)? {
            none if none.is_empty() => (0..rank).collect(),
            outer => permutation(outer, rank)?,
        };
        let inner = dimensions(op, "inner_dims_pos", rank)?;
        let tiles = self.numbers(&integers(op, "static_inner_tiles"), tiles)?;
        if tiles.len() != inner.len() {
            return Err(unsupported("another number of tiles than of tiled dimensions"));
        }
        Ok(Pack {
            source: self.tensor_place(operand(op, 0)?)?,
            destination: self.tensor_place(operand(op, 1)?)?,
            padding,
            outer: outer.into(),
            inner: inner.into(),
            tiles,
            result: self.tensor(result(op)?)?,
        })
    }

    fn buffers(&mut self, op: &Op, code: OpCode) -> Resolved<Buffers> {
        match code {
            OpCode::BufferizationToTensor => {
                let memref = operand(op, 0)?;
                Ok(Buffers::ToTensor {
                    unit: self.unit(memref)?,
                    scalar: self.scalar_type(memref),
                    memref: self.memref(memref)?,
                    result: self.tensor(result(op)?)?,
                })
            }
            OpCode::BufferizationToMemRef => {
                let result = result(op)?;
                Ok(Buffers::ToMemRef {
                    tensor: self.tensor(operand(op, 0)?)?,
                    ty: self.memref_type(result)?.clone(),
                    unit: self.unit(result)?,
                    is_read_only: has_unit(op, "read_only"),
                    result: self.memref(result)?,
                })
            }
            OpCode::BufferizationAllocTensor => {
                let [sizes, copy, _] = segments(op)?;
                let result = result(op)?;
                let copy = copy.first().map(|&v| self.tensor(v)).transpose()?;
                Ok(Buffers::AllocTensor {
                    sizes: match copy {
                        Some(_) => [].into(),
                        None => self.result_sizes(op, sizes)?,
                    },
                    unit: self.unit(result)?,
                    copy,
                    result: self.tensor(result)?,
                })
            }
            OpCode::BufferizationMaterialize => {
                let source = operand(op, 0)?;
                Ok(Buffers::Materialize {
                    scalar: self.scalar_type(source),
                    source: self.tensor(source)?,
                    destination: self.shaped(operand(op, 1)?)?,
                    result: op.results.first().map(|&v| self.tensor(v)).transpose()?,
                })
            }
            _ => self.dealloc(op),
        }
    }

    fn dealloc(&mut self, op: &Op) -> Resolved<Buffers> {
        let [memrefs, conditions, retained] = segments(op)?;
        if memrefs.len() != conditions.len() || retained.len() != op.results.len() {
            return Err(unsupported("another number of conditions than of memrefs"));
        }
        let mut memref_slots =
            |values: &[ValueId]| -> Resolved<Box<[u32]>> { values.iter().map(|&v| self.memref(v)).collect() };
        let (memrefs, retained) = (memref_slots(memrefs)?, memref_slots(retained)?);
        let conditions: Resolved<Box<[u32]>> = conditions.iter().map(|&v| self.condition(v)).collect();
        let results: Resolved<Vec<u32>> = op.results.iter().map(|&v| self.condition(v)).collect();
        results?;
        Ok(Buffers::Dealloc {
            memrefs,
            conditions: conditions?,
            retained,
            results: self.places(&op.results)?.into(),
        })
    }
}
