//! Reading and writing elements of memrefs and tensors.

use smallvec::SmallVec;

use crate::types::{Dim, Layout, MemRefType, Type};

use super::frame::Frame;
use super::machine::Machine;
use super::mixed::{Mixed, decided_index};
use super::program::{Bank, Place};
use super::shape::{Extents, check_shape, display, row_major_strides};
use super::{Domain, MemRef, Reason, Tensor};
use crate::interpret::program::access::Access;

/// Where elements lie.
#[derive(Clone, Debug)]
pub(super) enum Array<V> {
    MemRef(MemRef),
    /// With its strides in cells.
    Tensor(Tensor<V>, Extents),
}

impl<V: Clone> Array<V> {
    pub fn sizes(&self) -> &[i64] {
        match self {
            Array::MemRef(memref) => &memref.sizes,
            Array::Tensor(tensor, _) => &tensor.sizes,
        }
    }

    /// The cell of the element at `indices`, each of which must lie within its extent.
    pub fn cell(&self, indices: &[i64]) -> Result<i64, Reason> {
        match self {
            Array::MemRef(memref) => memref.cell(indices),
            Array::Tensor(tensor, strides) => tensor_cell(tensor, strides, indices),
        }
    }

    /// Whether `indices` are within the extents.
    pub fn contains(&self, indices: &[i64]) -> bool {
        let sizes = self.sizes();
        indices.len() == sizes.len() && indices.iter().zip(sizes).all(|(&i, &size)| 0 <= i && i < size)
    }
}

fn tensor_cell<V: Clone>(tensor: &Tensor<V>, strides: &[i64], indices: &[i64]) -> Result<i64, Reason> {
    if indices.len() != tensor.sizes.len() {
        return Err(Reason::Unsupported(
            "another number of indices than the rank".into(),
        ));
    }
    let mut cell = 0;
    for (dimension, (&index, &extent)) in indices.iter().zip(&tensor.sizes).enumerate() {
        if index < 0 || index >= extent {
            return Err(Reason::OutsideTensor {
                dimension,
                index,
                extent,
            });
        }
        cell += index * strides[dimension];
    }
    Ok(cell)
}

impl<V: Clone> Frame<V> {
    /// The elements of a memref or a tensor.
    pub(super) fn array(&self, place: Place) -> Result<Array<V>, Reason> {
        Ok(match place.bank {
            Bank::MemRef => Array::MemRef(self.memref(place.start)?.clone()),
            Bank::Tensor => {
                let tensor = self.tensor(place.start)?.clone();
                let strides = row_major_strides(&tensor.sizes, tensor.unit() as i64);
                Array::Tensor(tensor, strides)
            }
            _ => {
                return Err(Reason::Unsupported(
                    "an operand that is no memref and no tensor".into(),
                ));
            }
        })
    }

    pub(super) fn extents(&self, place: Place) -> Result<&[i64], Reason> {
        match place.bank {
            Bank::MemRef => Ok(&self.memref(place.start)?.sizes),
            Bank::Tensor => Ok(&self.tensor(place.start)?.sizes),
            _ => Err(Reason::Unsupported(
                "an operand that is no memref and no tensor".into(),
            )),
        }
    }
}

impl<D: Domain> Machine<'_, D> {
    pub(super) fn load(&mut self, x: &Access, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.value.lanes))?;
        let (first, strides, memref) = locate(x, frame)?;
        let (buffer, parts) = (memref.buffer, memref.parts);
        for_each_cell(x, first, &strides, parts, |lane, cell| {
            let slot = (x.value.start + lane) as usize;
            if parts == 1 {
                let value = self.memory.read(buffer, cell)?;
                match x.value.bank {
                    Bank::Index => frame.index[slot] = decided_index(self.domain, value)?,
                    _ => frame.data[slot] = value.clone(),
                }
                return Ok(());
            }
            let value = self.read_parts(buffer, cell, parts, &x.scalar)?;
            match x.value.bank {
                Bank::Index => frame.index[slot] = decided_index(self.domain, &value)?,
                _ => frame.data[slot] = value,
            }
            Ok(())
        })
    }

    pub(super) fn store(&mut self, x: &Access, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.value.lanes))?;
        let (first, strides, memref) = locate(x, frame)?;
        let (buffer, parts) = (memref.buffer, memref.parts);
        for_each_cell(x, first, &strides, parts, |lane, cell| {
            let slot = (x.value.start + lane) as usize;
            let value = match x.value.bank {
                Bank::Index => self
                    .domain
                    .int_constant(&Type::Index, i128::from(frame.index[slot])),
                _ => frame.data[slot].clone(),
            };
            if parts == 1 {
                *self.memory.slot(buffer, cell)? = value;
                return Ok(());
            }
            self.write_parts(buffer, cell, parts, &x.scalar, &value)
        })
    }

    /// The scalar at a cell of an array.
    pub(super) fn read_scalar(
        &mut self,
        array: &Array<D::Value>,
        cell: i64,
        ty: &Type,
    ) -> Result<D::Value, Reason> {
        match array {
            Array::MemRef(memref) if memref.parts != 1 => {
                self.read_parts(memref.buffer, cell, memref.parts, ty)
            }
            Array::MemRef(memref) => self.memory.read(memref.buffer, cell).cloned(),
            Array::Tensor(tensor, _) => tensor_scalar(tensor, cell).cloned(),
        }
    }

    pub(super) fn write_scalar(
        &mut self,
        array: &mut Array<D::Value>,
        cell: i64,
        ty: &Type,
        value: D::Value,
    ) -> Result<(), Reason> {
        match array {
            Array::MemRef(memref) if memref.parts != 1 => {
                self.write_parts(memref.buffer, cell, memref.parts, ty, &value)?;
            }
            Array::MemRef(memref) => *self.memory.slot(memref.buffer, cell)? = value,
            Array::Tensor(tensor, _) => {
                tensor_scalar(tensor, cell)?;
                tensor.cells_mut()[cell as usize] = value;
            }
        }
        Ok(())
    }

    /// Reads the element at a cell into a place, scalar after scalar.
    pub(super) fn read_element(
        &mut self,
        array: &Array<D::Value>,
        cell: i64,
        ty: &Type,
        place: Place,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        for lane in 0..place.lanes {
            let value = self.read_scalar(array, cell.wrapping_add(i64::from(lane * array.parts())), ty)?;
            let value = self.lane_of(ty, value)?;
            frame.set_lane(place, lane, value)?;
        }
        Ok(())
    }

    pub(super) fn write_element(
        &mut self,
        array: &mut Array<D::Value>,
        cell: i64,
        ty: &Type,
        place: Place,
        frame: &Frame<D::Value>,
    ) -> Result<(), Reason> {
        for lane in 0..place.lanes {
            let value = self.cell_of(frame.lane(place, lane));
            let cell = cell.wrapping_add(i64::from(lane * array.parts()));
            self.write_scalar(array, cell, ty, value)?;
        }
        Ok(())
    }

    /// What a cell holds, as a lane of a value of this type.
    pub(super) fn lane_of(&self, ty: &Type, value: D::Value) -> Result<Mixed<D::Value>, Reason> {
        Ok(match ty {
            Type::Index => Mixed::Index(decided_index(self.domain, &value)?),
            _ => Mixed::Data(value),
        })
    }

    /// A lane as a cell holds it.
    pub(super) fn cell_of(&mut self, lane: Mixed<D::Value>) -> D::Value {
        match lane {
            Mixed::Index(i) => self.domain.int_constant(&Type::Index, i128::from(i)),
            Mixed::Data(value) => value,
        }
    }

    /// That the buffer of a memref was not freed.
    pub(super) fn check_live(&self, memref: &MemRef) -> Result<(), Reason> {
        match self.memory.buffer(memref.buffer).is_live {
            true => Ok(()),
            false => Err(Reason::UseAfterFree),
        }
    }
}

impl<V> Array<V> {
    /// Cells that hold one scalar.
    pub fn parts(&self) -> u32 {
        match self {
            Array::MemRef(memref) => memref.parts,
            Array::Tensor(..) => 1,
        }
    }
}

fn tensor_scalar<V>(tensor: &Tensor<V>, cell: i64) -> Result<&V, Reason> {
    usize::try_from(cell)
        .ok()
        .and_then(|c| tensor.cells.get(c))
        .ok_or_else(|| Reason::Unsupported("a tensor whose elements are of another type".into()))
}

/// The cell of the first element of an access, and the memref with its strides along the window.
#[inline]
fn locate<'f, V: Clone>(
    x: &Access,
    frame: &'f Frame<V>,
) -> Result<(i64, SmallVec<[i64; 4]>, &'f MemRef), Reason> {
    let memref = frame.memref(x.memref)?;
    let rank = x.indices.len();
    if memref.sizes.len() != rank {
        return Err(Reason::Unsupported("a memref of another rank".into()));
    }
    let mut cell = memref.offset;
    for (d, expr) in x.indices.iter().enumerate() {
        let index = expr.evaluate(&frame.index)?;
        let along = (d + x.window.len()).checked_sub(rank).map_or(1, |w| x.window[w]);
        memref.check(d, index, along)?;
        cell = cell.wrapping_add(index.wrapping_mul(memref.strides[d]));
    }
    Ok((cell, memref.strides[rank - x.window.len()..].into(), memref))
}

/// Calls `f` with each lane of an access and its cell.
#[inline]
fn for_each_cell(
    x: &Access,
    first: i64,
    strides: &[i64],
    parts: u32,
    mut f: impl FnMut(u32, i64) -> Result<(), Reason>,
) -> Result<(), Reason> {
    if x.window.is_empty() {
        return (0..x.unit).try_for_each(|lane| f(lane, first.wrapping_add(i64::from(lane * parts))));
    }
    for lane in 0..x.value.lanes {
        let (mut rest, mut cell) = (i64::from(lane), first);
        for (&extent, &stride) in x.window.iter().zip(strides).rev() {
            cell = cell.wrapping_add((rest % extent).wrapping_mul(stride));
            rest /= extent;
        }
        f(lane, cell)?;
    }
    Ok(())
}

/// Whether a view has the rank, the fixed extents and the fixed strides of a memref type, whose elements
/// take `unit` scalars.
pub(super) fn check_view(memref: &MemRef, ty: &MemRefType, unit: u32) -> Result<(), Reason> {
    let Some(shape) = &ty.shape else {
        return Ok(());
    };
    check_shape(&memref.sizes, shape)?;
    let cells = i64::from(unit) * i64::from(memref.parts);
    let agrees = |dim: &Dim, value: i64| dim.fixed().is_none_or(|n| n.wrapping_mul(cells) == value);
    match &ty.layout {
        Some(Layout::Strided { strides, offset })
            if !agrees(offset, memref.offset - memref.base)
                || strides.len() != memref.strides.len()
                || !strides.iter().zip(&memref.strides).all(|(d, &n)| agrees(d, n)) =>
        {
            let found = memref.strides.iter().map(|s| s / cells.max(1));
            let found: Vec<i64> = found
                .chain([(memref.offset - memref.base) / cells.max(1)])
                .collect();
            let wanted = strides.iter().chain([offset]).map(|d| d.fixed().unwrap_or(-1));
            let wanted: Vec<i64> = wanted.collect();
            Err(Reason::ShapeMismatch(
                format!("strides and offset {}", display(&found)),
                display(&wanted),
            ))
        }
        _ => Ok(()),
    }
}
