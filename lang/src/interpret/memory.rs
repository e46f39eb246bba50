//! The memory of a run: buffers of cells, and memrefs that view them.

use std::cell::RefCell;

use crate::types::{Layout, MemRefType};

use super::Reason;
use super::buffer_id::BufferId;
use super::race::Watch;
use super::shape::{Extents, delinearized, row_major_strides};

/// Who made a buffer, and so who may free it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Made before the run, by whoever runs the function.
    Caller,
    /// Made by `memref.alloc`.
    Heap,
    /// Made by `memref.alloca`.
    Stack,
    /// A `memref.global`.
    Global,
}

/// Cells that live and die together.
#[derive(Clone, Debug)]
pub struct Buffer<V> {
    /// One scalar a cell; empty once freed.
    pub cells: Vec<V>,
    pub origin: Origin,
    pub is_live: bool,
    pub stores: Stores,
}

/// Whether a buffer may be written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stores {
    Allowed,
    /// A store is an error of the program.
    Forbidden,
    /// The buffer of a tensor: whether a store is seen in the tensor is not modelled.
    NotModelled,
}

/// All buffers of a run. A clone is an independent copy with the same ids.
#[derive(Clone, Debug)]
pub struct Memory<V> {
    buffers: Vec<Buffer<V>>,
    live_cells: usize,
    /// While parallel loops run.
    watch: Option<Box<RefCell<Watch>>>,
}

/// A view of a buffer: the element at `(i, …)` begins at cell `offset + i * strides[0] + …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemRef {
    pub buffer: BufferId,
    /// The cell that strides and offsets in elements count from.
    pub base: i64,
    /// The cell of the first element, counted from the start of the buffer.
    pub offset: i64,
    pub sizes: Extents,
    pub strides: Extents,
    /// Cells that hold one scalar: more than one where bytes are seen as a wider type.
    pub parts: u32,
}

impl<V> Memory<V> {
    /// A memory without buffers.
    pub fn new() -> Memory<V> {
        Memory {
            buffers: Vec::new(),
            live_cells: 0,
            watch: None,
        }
    }

    /// Makes a buffer of these cells.
    pub fn add(&mut self, cells: Vec<V>, origin: Origin) -> BufferId {
        self.live_cells += cells.len();
        self.buffers.push(Buffer {
            cells,
            origin,
            is_live: true,
            stores: Stores::Allowed,
        });
        BufferId(self.buffers.len() as u32 - 1)
    }

    /// A buffer of the caller's with these contents.
    pub fn add_caller(&mut self, cells: Vec<V>) -> BufferId {
        self.add(cells, Origin::Caller)
    }

    /// The buffer with this id, of this memory.
    pub fn buffer(&self, id: BufferId) -> &Buffer<V> {
        &self.buffers[id.index()]
    }

    /// As [`Memory::buffer`], to be changed.
    pub fn buffer_mut(&mut self, id: BufferId) -> &mut Buffer<V> {
        &mut self.buffers[id.index()]
    }

    pub(crate) fn buffer_count(&self) -> usize {
        self.buffers.len()
    }

    /// Cells of the buffers that are not freed.
    pub fn live_cells(&self) -> usize {
        self.live_cells
    }

    /// Frees a buffer; its cells are gone.
    pub fn free(&mut self, id: BufferId) {
        let buffer = &mut self.buffers[id.index()];
        self.live_cells -= buffer.cells.len();
        buffer.cells = Vec::new();
        buffer.is_live = false;
    }

    /// Frees the stack buffers made since there were `count` buffers.
    pub(super) fn free_stack_from(&mut self, count: usize) {
        for i in count..self.buffers.len() {
            if self.buffers[i].origin == Origin::Stack && self.buffers[i].is_live {
                self.free(BufferId(i as u32));
            }
        }
    }

    /// From here on the iterations of a parallel loop run.
    pub(super) fn enter_parallel(&mut self) {
        self.watch.get_or_insert_default().get_mut().enter();
    }

    /// The parallel loop that was entered last has ended.
    pub(super) fn leave_parallel(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.get_mut().leave();
        }
        if self.watch.as_mut().is_some_and(|watch| watch.get_mut().is_idle()) {
            self.watch = None;
        }
    }

    /// The next iteration of the innermost parallel loop begins.
    pub(super) fn begin_iteration(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.get_mut().begin_iteration();
        }
    }

    /// Whether what follows is part of an atomic update.
    pub(super) fn set_atomic(&mut self, is_atomic: bool) {
        if let Some(watch) = &mut self.watch {
            watch.get_mut().set_atomic(is_atomic);
        }
    }

    /// The value in a cell of a live buffer.
    pub fn read(&self, id: BufferId, cell: i64) -> Result<&V, Reason> {
        if let Some(watch) = &self.watch {
            watch.borrow_mut().touch(id, cell, false)?;
        }
        let buffer = &self.buffers[id.index()];
        usize::try_from(cell)
            .ok()
            .and_then(|c| buffer.cells.get(c))
            .ok_or_else(|| missing(buffer, id, cell))
    }

    pub(super) fn slot(&mut self, id: BufferId, cell: i64) -> Result<&mut V, Reason> {
        if let Some(watch) = &mut self.watch {
            watch.get_mut().touch(id, cell, true)?;
        }
        let buffer = &mut self.buffers[id.index()];
        match usize::try_from(cell) {
            Ok(_) if buffer.stores == Stores::Forbidden => Err(Reason::WriteToConstant),
            Ok(_) if buffer.stores == Stores::NotModelled => {
                Err(Reason::Unsupported("a store to the buffer of a tensor".into()))
            }
            Ok(c) if c < buffer.cells.len() => Ok(&mut buffer.cells[c]),
            _ => Err(missing(buffer, id, cell)),
        }
    }
}

impl<V> Default for Memory<V> {
    fn default() -> Memory<V> {
        Memory::new()
    }
}

fn missing<V>(buffer: &Buffer<V>, id: BufferId, cell: i64) -> Reason {
    if buffer.is_live {
        Reason::OutOfBounds {
            buffer: id,
            dimension: None,
            index: cell,
            extent: buffer.cells.len() as i64,
        }
    } else {
        Reason::UseAfterFree
    }
}

impl MemRef {
    /// A dense row-major view of a whole buffer, elements of one cell each.
    pub fn row_major(buffer: BufferId, sizes: &[i64]) -> MemRef {
        MemRef::dense(buffer, sizes, 1)
    }

    /// A dense row-major view of a whole buffer, elements of `unit` cells each.
    pub fn dense(buffer: BufferId, sizes: &[i64], unit: i64) -> MemRef {
        MemRef {
            buffer,
            base: 0,
            offset: 0,
            sizes: sizes.into(),
            strides: row_major_strides(sizes, unit),
            parts: 1,
        }
    }

    /// A view of a buffer of its own with this shape, and the cells that the buffer needs; `None` for a type whose
    /// elements are not scalars or vectors, or whose strides lead before the buffer.
    /// Strides that the type leaves open leave a gap after each row, and an open offset is one, so that neither can be
    /// mistaken for those of a dense array.
    pub fn laid_out(ty: &MemRefType, shape: &[i64]) -> Option<(MemRef, i64)> {
        let unit = ty.element.as_vector().map_or(Some(1), |v| v.lanes())?;
        let mut memref = MemRef::row_major(BufferId::default(), shape);
        let mut stride = 1i64;
        for d in (0..shape.len()).rev() {
            let gap = match &ty.layout {
                Some(Layout::Strided { strides, .. }) => {
                    stride = strides.get(d)?.fixed().unwrap_or(stride);
                    i64::from(strides.iter().any(|s| s.fixed().is_none()))
                }
                _ => 0,
            };
            memref.strides[d] = stride.checked_mul(unit)?;
            stride = stride.checked_mul(shape[d].max(1).checked_add(gap)?)?;
        }
        if let Some(Layout::Strided { offset, .. }) = &ty.layout {
            memref.offset = offset.fixed().unwrap_or(1).checked_mul(unit)?;
        }
        let mut span = memref.offset.checked_add(unit)?;
        for (&size, &stride) in shape.iter().zip(&memref.strides) {
            span = span.checked_add((size - 1).max(0).checked_mul(stride)?)?;
        }
        let is_empty = shape.iter().any(|&size| size <= 0);
        let is_inside = memref.offset >= 0 && memref.strides.iter().all(|&stride| stride >= 0);
        let span = if is_empty { 0 } else { span };
        (is_inside && span >= 0).then_some((memref, span))
    }

    /// The cell of the element at `indices`, each of which must lie within its extent.
    pub fn cell(&self, indices: &[i64]) -> Result<i64, Reason> {
        if indices.len() != self.sizes.len() {
            return Err(Reason::Unsupported(
                "another number of indices than the rank".into(),
            ));
        }
        let mut cell = self.offset;
        for (d, &index) in indices.iter().enumerate() {
            self.check(d, index, 1)?;
            cell = cell.wrapping_add(index.wrapping_mul(self.strides[d]));
        }
        Ok(cell)
    }

    /// Whether `count` elements from `index` on lie within dimension `d`.
    pub(super) fn check(&self, d: usize, index: i64, count: i64) -> Result<(), Reason> {
        let extent = self.sizes[d];
        if index >= 0 && index < extent && count <= extent - index {
            return Ok(());
        }
        Err(Reason::OutOfBounds {
            buffer: self.buffer,
            dimension: Some(d),
            index: if index >= 0 && index < extent {
                index.saturating_add(count - 1)
            } else {
                index
            },
            extent,
        })
    }

    /// The first cell of each element, in row-major order of the indices.
    pub fn cells(&self) -> Vec<i64> {
        if self.sizes.iter().any(|&size| size <= 0) {
            return Vec::new();
        }
        let mut cells = vec![self.offset];
        for (&size, &stride) in self.sizes.iter().zip(&self.strides) {
            let along = |&cell: &i64| (0..size).map(move |i| cell.wrapping_add(i.wrapping_mul(stride)));
            cells = cells.iter().flat_map(along).collect();
        }
        cells
    }

    /// The indices of the `n`-th element in row-major order.
    pub fn indices(&self, n: i64) -> Vec<i64> {
        delinearized(n, &self.sizes).to_vec()
    }
}
