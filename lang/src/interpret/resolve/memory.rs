//! Memory: accesses, allocations, globals, transfers and atomic updates.

use rustc_hash::FxHashMap;

use crate::affine::AffineExpr;
use crate::attribute::Attribute;
use crate::interpret::affine::{IndexExpr, resolve_expr, resolve_map};
use crate::interpret::program::access::Access;
use crate::interpret::program::allocation::{Allocate, Contents, Global, Reallocate};
use crate::interpret::program::atomic::{AtomicRegion, AtomicUpdate};
use crate::interpret::program::views::{Dma, Transfer};
use crate::interpret::program::{Instruction, Operation, Options};
use crate::ir::{Module, Op, ValueId};
use crate::op::OpCode;
use crate::reduction::combining_operation;
use crate::types::{Dim, Layout, MemRefType, TensorType, Type};

use super::parts::{has_unit, operand, region, result, yielded};
use super::{Resolved, Resolver, unsupported};

/// The globals of a module, by name; one that cannot be resolved is as if it were defined elsewhere.
pub(in crate::interpret) fn resolve_globals(module: &Module, options: &Options) -> FxHashMap<String, Global> {
    let resolver = Resolver::new(module, options);
    let ops = module.block(module.body()).ops.iter().map(|&op| module.op(op));
    ops.filter(|op| op.code() == Some(OpCode::MemRefGlobal))
        .filter_map(|op| {
            let name = op.attribute("sym_name").and_then(Attribute::as_str)?;
            Some((name.to_string(), resolver.global(op)?))
        })
        .collect()
}

impl Resolver<'_> {
    fn global(&self, op: &Op) -> Option<Global> {
        let Some(Type::MemRef(ty)) = op.attribute("type").and_then(Attribute::as_type) else {
            return None;
        };
        let sizes: Option<Vec<i64>> = ty.shape.as_ref()?.iter().map(|d| d.fixed()).collect();
        let contents = match op.attribute("initial_value") {
            None => Contents::Elsewhere,
            Some(Attribute::Unit) => Contents::Undefined,
            Some(value) => {
                let tensor = Type::Tensor(
                    TensorType {
                        shape: ty.shape.clone(),
                        element: ty.element.clone(),
                        encoding: None,
                    }
                    .into(),
                );
                match self.tensor_constant(value, &tensor) {
                    Ok(constant) => Contents::Known(constant),
                    Err(_) => Contents::Elsewhere,
                }
            }
        };
        Some(Global {
            sizes: sizes?,
            unit: self.lanes(&ty.element).ok()?,
            is_constant: has_unit(op, "constant"),
            contents,
        })
    }

    /// `None` for an operation that does not touch memory.
    pub(super) fn memory(&mut self, op: &Op, code: OpCode) -> Option<Resolved<Instruction>> {
        Some(match code {
            OpCode::AffineLoad | OpCode::MemRefLoad | OpCode::AffineVectorLoad | OpCode::VectorLoad => {
                self.load(op)
            }
            OpCode::AffineStore | OpCode::MemRefStore | OpCode::AffineVectorStore | OpCode::VectorStore => {
                let value = operand(op, 0);
                let access = value.and_then(|value| self.access(op, value, 1));
                access.map(|access| Instruction::Store(Box::new(access)))
            }
            OpCode::MemRefAlloc => self.allocate(op, false),
            OpCode::MemRefAlloca => self.allocate(op, true),
            OpCode::MemRefDealloc => operand(op, 0).and_then(|m| self.memref(m)).map(Instruction::Free),
            OpCode::MemRefRealloc => self.reallocate(op),
            OpCode::MemRefGetGlobal => self.get_global(op),
            OpCode::MemRefCopy => self.copy(op),
            OpCode::BufferizationClone => self.clone_buffer(op),
            OpCode::MemRefDmaStart => self.dma_start(op),
            OpCode::AffineDmaStart => self.affine_dma_start(op),
            OpCode::MemRefAtomicRmw => self.atomic_update(op),
            OpCode::MemRefGenericAtomicRmw => self.atomic_region(op),
            OpCode::MemRefDmaWait
            | OpCode::AffineDmaWait
            | OpCode::MemRefPrefetch
            | OpCode::AffinePrefetch
            | OpCode::BufferizationDeallocTensor => Ok(Instruction::Nothing),
            _ => return None,
        })
    }

    fn load(&mut self, op: &Op) -> Resolved<Instruction> {
        let access = self.access(op, result(op)?, 0)?;
        Ok(Instruction::Load(Box::new(access)))
    }

    /// A load or store of `value`, whose memref is operand `first`, followed by the indices.
    fn access(&mut self, op: &Op, value: ValueId, first: usize) -> Resolved<Access> {
        let memref = operand(op, first)?;
        let indices = &op.operands[first + 1..];
        let ty = self.memref_type(memref)?;
        let rank = ty.rank().ok_or_else(|| unsupported("an unranked memref"))?;
        let unit = self.lanes(&ty.element)?;
        let value_ty = self.module.ty(value);
        let window: Vec<i64> = match (value_ty, &ty.element) {
            (value, element) if value == element => Vec::new(),
            (Type::Vector(_), Type::Integer(_) | Type::Float(_) | Type::Index) => {
                self.vector_sizes(value_ty)?
            }
            _ => return Err(unsupported("a value of another type than the memref's")),
        };
        if window.len() > rank {
            return Err(unsupported("a vector of higher rank than the memref"));
        }
        if value_ty.element() != ty.element.element() {
            return Err(unsupported("a value of another type than the memref's"));
        }
        let indices = match op.attribute("map") {
            Some(_) => self.map(op, "map", indices)?,
            None => self.slots(indices)?,
        };
        if indices.len() != rank {
            return Err(unsupported("another number of indices than the memref's rank"));
        }
        Ok(Access {
            scalar: self.scalar_type(memref),
            memref: self.memref(memref)?,
            indices,
            window: window.into(),
            unit,
            value: self.place(value)?,
        })
    }

    /// Indices that operands give.
    pub(super) fn slots(&mut self, indices: &[ValueId]) -> Resolved<Box<[IndexExpr]>> {
        Ok(self.indices(indices)?.into_iter().map(IndexExpr::Slot).collect())
    }

    fn allocate(&mut self, op: &Op, on_stack: bool) -> Resolved<Instruction> {
        let result = result(op)?;
        let ty = self.memref_type(result)?;
        let shape = ty
            .shape
            .as_ref()
            .ok_or_else(|| unsupported("an unranked memref"))?;
        let open = shape.iter().filter(|d| **d == Dim::Dynamic).count();
        let operands = op.operands.split_at_checked(open);
        let (dynamic, symbols) = operands.ok_or_else(|| unsupported("a missing dynamic size"))?;
        Ok(Instruction::Allocate(Box::new(Allocate {
            sizes: self.extents(shape, dynamic)?,
            layout: self.layout(ty, symbols)?,
            unit: self.lanes(&ty.element)?,
            on_stack,
            result: self.memref(result)?,
        })))
    }

    /// Strides and offset of a layout. One without strides cannot be told from row-major order by a program
    /// that has nothing but the memref.
    fn layout(&mut self, ty: &MemRefType, symbols: &[ValueId]) -> Resolved<Option<Strided>> {
        let symbols = self.indices(symbols)?;
        match &ty.layout {
            None => Ok(None),
            Some(Layout::Strided { strides, offset }) => {
                let mut symbols = symbols.into_iter();
                let mut number = |dim: &Dim| match dim {
                    Dim::Fixed(n) => Ok(IndexExpr::Constant(*n)),
                    Dim::Dynamic => {
                        let symbol = symbols.next();
                        let missing = || unsupported("an allocation with dynamic strides");
                        symbol.map(IndexExpr::Slot).ok_or_else(missing)
                    }
                };
                // The offset is the first symbol.
                let offset = number(offset)?;
                let strides = strides.iter().map(number).collect::<Resolved<Box<[_]>>>()?;
                Ok(Some((strides, offset)))
            }
            Some(Layout::Map(map)) => match map.strided_form() {
                Some((strides, offset)) if symbols.len() == map.num_symbols as usize => {
                    let number = |expr: &AffineExpr| resolve_expr(expr, 0, &symbols);
                    let strides = strides.iter().map(number).collect::<Resolved<Box<[_]>>>()?;
                    Ok(Some((strides, number(&offset)?)))
                }
                _ => Ok(None),
            },
            Some(Layout::Opaque(_)) => Err(unsupported("an allocation with an unknown layout")),
        }
    }

    fn reallocate(&mut self, op: &Op) -> Resolved<Instruction> {
        let (source, result) = (operand(op, 0)?, result(op)?);
        let shape = self.memref_type(result)?.shape.as_deref().unwrap_or_default();
        let sizes = self.extents(shape, &op.operands[1..])?;
        let [size] = &*sizes else {
            return Err(unsupported("a reallocation of another rank than 1"));
        };
        Ok(Instruction::Reallocate(Box::new(Reallocate {
            memref: self.memref(source)?,
            size: size.clone(),
            unit: self.unit(source)?,
            result: self.memref(result)?,
        })))
    }

    fn get_global(&mut self, op: &Op) -> Resolved<Instruction> {
        let name = op.attribute("name").and_then(Attribute::as_symbol);
        Ok(Instruction::GetGlobal {
            name: name.ok_or_else(|| unsupported("a global without a name"))?.into(),
            result: self.memref(result(op)?)?,
        })
    }

    fn copy(&mut self, op: &Op) -> Resolved<Instruction> {
        let (from, to) = (operand(op, 0)?, operand(op, 1)?);
        Ok(transfer(Transfer::Copy {
            unit: self.unit(from)?,
            from: self.memref(from)?,
            to: self.memref(to)?,
        }))
    }

    fn clone_buffer(&mut self, op: &Op) -> Resolved<Instruction> {
        let from = operand(op, 0)?;
        Ok(transfer(Transfer::Clone {
            unit: self.unit(from)?,
            from: self.memref(from)?,
            result: self.memref(result(op)?)?,
        }))
    }

    /// A memref at `at` among the operands and the indices after it, and where the next operand is.
    fn indexed(&mut self, op: &Op, at: usize) -> Resolved<(ValueId, Box<[IndexExpr]>, usize)> {
        let memref = operand(op, at)?;
        let rank = self.memref_type(memref)?.rank();
        let end = at + 1 + rank.ok_or_else(|| unsupported("an unranked memref"))?;
        let indices = op.operands.get(at + 1..end);
        let indices = self.slots(indices.ok_or_else(|| unsupported("a missing index"))?)?;
        Ok((memref, indices, end))
    }

    fn dma_start(&mut self, op: &Op) -> Resolved<Instruction> {
        let (from, from_indices, next) = self.indexed(op, 0)?;
        let (to, to_indices, next) = self.indexed(op, next)?;
        let count = operand(op, next)?;
        let (_, _, next) = self.indexed(op, next + 1)?;
        self.dma(
            [from, to],
            [from_indices, to_indices],
            count,
            &op.operands[next..],
        )
    }

    fn affine_dma_start(&mut self, op: &Op) -> Resolved<Instruction> {
        let mut rest = op.operands.as_slice();
        let mut indexed = |name: &str| -> Resolved<(ValueId, Box<[IndexExpr]>)> {
            let missing = || unsupported("a missing operand");
            let map = op
                .attribute(name)
                .and_then(Attribute::as_affine_map)
                .ok_or_else(missing)?;
            let (memref, tail) = rest.split_first().ok_or_else(missing)?;
            let inputs = (map.num_dims + map.num_symbols) as usize;
            let (operands, tail) = tail.split_at_checked(inputs).ok_or_else(missing)?;
            rest = tail;
            Ok((*memref, resolve_map(map, &self.indices(operands)?)?))
        };
        let (from, from_indices) = indexed("src_map")?;
        let (to, to_indices) = indexed("dst_map")?;
        indexed("tag_map")?;
        let (&count, chunks) = rest
            .split_first()
            .ok_or_else(|| unsupported("a missing operand"))?;
        self.dma([from, to], [from_indices, to_indices], count, chunks)
    }

    fn dma(
        &mut self,
        [from, to]: [ValueId; 2],
        [from_indices, to_indices]: [Box<[IndexExpr]>; 2],
        count: ValueId,
        chunks: &[ValueId],
    ) -> Resolved<Instruction> {
        let chunks = match chunks {
            [] => None,
            [stride, length] => Some((self.index(*stride)?, self.index(*length)?)),
            _ => return Err(unsupported("another number of operands")),
        };
        let space = |value| -> Resolved<i64> {
            let space = self.memref_type(value)?.memory_space.as_ref();
            Ok(space.and_then(Attribute::as_i64).unwrap_or(0))
        };
        Ok(transfer(Transfer::Dma(Dma {
            // The slower memory has the lower number.
            source_is_strided: space(from)? <= space(to)?,
            unit: self.unit(from)?,
            from: self.memref(from)?,
            from_indices,
            to: self.memref(to)?,
            to_indices,
            count: self.index(count)?,
            chunks,
        })))
    }

    fn atomic_update(&mut self, op: &Op) -> Resolved<Instruction> {
        let (value, memref) = (operand(op, 0)?, operand(op, 1)?);
        let scalar = self.scalar_type(memref);
        let combine = match op.attribute("kind").and_then(Attribute::as_i64) {
            Some(2) => None,
            kind => {
                let code = kind.and_then(combining_operation);
                let code = code.ok_or_else(|| unsupported("an update of no known kind"))?;
                Some(Operation::plain(code, &scalar))
            }
        };
        let (value, result) = (self.place(value)?, self.place(result(op)?)?);
        if value.lanes != 1 || result.lanes != 1 || value.bank != result.bank || self.unit(memref)? != 1 {
            return Err(unsupported("an update of another type"));
        }
        Ok(Instruction::AtomicUpdate(Box::new(AtomicUpdate {
            combine,
            value,
            memref: self.shaped(memref)?,
            indices: self.slots(&op.operands[2..])?,
            scalar,
            result,
        })))
    }

    fn atomic_region(&mut self, op: &Op) -> Resolved<Instruction> {
        let memref = operand(op, 0)?;
        let body = self.region(region(op, 0)?)?;
        let result = self.place(result(op)?)?;
        let (&[current], &[new]) = (body.arguments(), yielded(&body)?) else {
            return Err(unsupported("an update that is not one value"));
        };
        let unit = self.unit(memref)?;
        let alike = |place: crate::interpret::program::Place| {
            place.bank == result.bank && place.lanes == result.lanes && place.lanes == unit
        };
        if !alike(current) || !alike(new) {
            return Err(unsupported("an update of another type"));
        }
        Ok(Instruction::AtomicRegion(Box::new(AtomicRegion {
            memref: self.shaped(memref)?,
            indices: self.slots(&op.operands[1..])?,
            scalar: self.scalar_type(memref),
            body,
            current,
            result,
        })))
    }
}

/// Strides, and an offset.
type Strided = (Box<[IndexExpr]>, IndexExpr);

fn transfer(transfer: Transfer) -> Instruction {
    Instruction::Transfer(Box::new(transfer))
}
