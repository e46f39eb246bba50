//! Memory: loads and stores of cells, and the buffers they are in.

use ovolo_lang::types::Dim;

use super::super::mask::lane;
use super::*;
use crate::dependence::Addressing;

/// Bytes: a line of the cache, and the widest vector.
const ARRAY_ALIGNMENT: i64 = 64;

impl Emitter<'_> {
    /// The cell of a subscript.
    pub(super) fn cell(&mut self, buffer: Symbol, indices: &[Id], lanes: Option<Lanes>) -> Result<Cell> {
        if let Some(partial) = self.partial_of(buffer) {
            return Ok(partial);
        }
        let indices_of =
            |emitter: &Self| -> Result<Vec<Linear>> { indices.iter().map(|&i| emitter.index(i)).collect() };
        let Some(Lanes { iv, count }) = lanes else {
            return Ok(Cell {
                buffer,
                indices: indices_of(self)?,
                lanes: None,
            });
        };
        // The subscripts of a lane whose number is left open: its coefficients are the distances
        // between lanes.
        let lane = lane();
        let (mut first, mut distances) = (Vec::new(), Vec::new());
        for index in self.with_lane_open(iv, indices_of)? {
            let distance = index.coefficient(lane);
            let rest = Linear::var(lane)
                .scale(distance)
                .and_then(|moving| index.subtract(&moving));
            match rest {
                Some(rest) if !rest.uses(lane) => first.push(rest),
                _ => return refuse("a subscript whose lanes are not at a constant distance"),
            }
            distances.push(distance);
        }
        let moves = distances.iter().any(|&d| d != 0);
        Ok(Cell {
            buffer,
            indices: first,
            lanes: moves.then_some(Row {
                count,
                distances,
                partial: None,
                mask: self.extent.clone(),
            }),
        })
    }

    pub(super) fn may_alias(&self, a: &Cell, b: &Cell) -> bool {
        match a.buffer == b.buffer {
            true => !(a.is_disjoint(b) || self.are_apart(a, b)),
            false => self.may_overlap(a.buffer, b.buffer),
        }
    }

    /// Whether two buffers may have memory in common.
    pub(super) fn may_overlap(&self, a: Symbol, b: Symbol) -> bool {
        let group = |name| {
            self.nest
                .buffers
                .get(&name)
                .and_then(|(buffer, _)| buffer.overlap_group)
        };
        a == b || (group(a).is_some() && group(a) == group(b))
    }

    /// Whether the bounds of the loops around keep two cells of one buffer apart in some dimension.
    fn are_apart(&self, a: &Cell, b: &Cell) -> bool {
        let before = |x: &Cell, y: &Cell, d: usize| {
            let apart = y.reach(d).0.saturating_sub(x.reach(d).1);
            let gap = y.indices[d]
                .subtract(&x.indices[d])
                .and_then(|gap| gap.add(&Linear::constant(apart)));
            gap.is_some_and(|gap| is_positive(&gap, &self.ranges))
        };
        (0..a.indices.len().min(b.indices.len())).any(|d| before(a, b, d) || before(b, a, d))
    }

    /// What is known of a cell in this block.
    pub(super) fn known(&self, cell: &Cell) -> Result<Found> {
        if let Some((_, value)) = self.hoisted.iter().rev().find(|(known, _)| known == cell) {
            return Ok(Found::Value(*value));
        }
        let cells = &self.frames.last().expect("the emitter always has a block").cells;
        cells.load(cell, |a, b| self.may_alias(a, b))
    }

    pub(super) fn load_cell(&mut self, cell: Cell) -> Result<ValueId> {
        if let Found::Value(value) = self.known(&cell)? {
            return Ok(value);
        }
        if let Some((row, lane)) = self.frame().cells.row_of(&cell) {
            return self.extract(row, lane);
        }
        if let Some(forwards) = cell.reversed().filter(|_| cell.is_reversed()) {
            let row = self.load_cell(forwards)?;
            let vector = self.reverse(row, &cell)?;
            self.frame().cells.learn(cell, vector);
            return Ok(vector);
        }
        if !cell.is_contiguous() {
            let vector = match cell.spread() {
                Some(distance) => self.spread(&cell, distance)?,
                None => self.gathered(&cell)?,
            };
            self.frame().cells.learn(cell, vector);
            return Ok(vector);
        }
        let memref = self.memref(cell.buffer)?;
        let element = self.module.ty(memref).as_memref().map(|ty| &ty.element);
        let Some(element) = element.and_then(Scalar::of) else {
            return refuse("a buffer that is no memref of scalars");
        };
        let value = self.read_from(memref, &cell, element)?;
        self.frame().cells.learn(cell, value);
        Ok(value)
    }

    /// Reads one element of a memref, or consecutive ones.
    pub(super) fn read_from(&mut self, memref: ValueId, cell: &Cell, element: Scalar) -> Result<ValueId> {
        if !cell.mask().is_all() {
            return self.masked_load(memref, element, cell);
        }
        let element = element.ty();
        let (map, operands) = self.place(memref, cell.buffer, &cell.indices)?;
        let (code, ty) = match cell.count() {
            None => (OpCode::AffineLoad, element),
            Some(lanes) => (OpCode::AffineVectorLoad, Type::vector(lanes, element)),
        };
        let new = NewOp::new(code)
            .operands([memref].into_iter().chain(operands))
            .attribute("map", Attribute::affine_map(map))
            .result(ty);
        Ok(self.loaded(new, memref, cell))
    }

    pub(super) fn store_cell(&mut self, cell: Cell, value: ValueId) -> Result<()> {
        if self.hoisted.iter().any(|(known, _)| *known == cell) {
            return refuse("a store to a cell that was read before the loop");
        }
        if self.nest.guarded.contains(&cell.buffer) {
            return refuse("a store of what is there to memory that others may write");
        }
        let mut cells = std::mem::take(&mut self.frame().cells);
        let stored = cells.store(&cell, value, |a, b| self.may_alias(a, b));
        self.frame().cells = cells;
        if let Stored::InRegister = stored? {
            return Ok(());
        }
        if !cell.mask().is_all() {
            self.write_spread_before(&cell)?;
            return match cell.is_contiguous() {
                true => self.masked_store(&cell, value),
                false => refuse("lanes at a distance of which some are not there"),
            };
        }
        if cell.spread().is_some() {
            return self.store_spread(cell, value);
        }
        self.write_spread_before(&cell)?;
        if cell.is_contiguous() {
            return self.write(&cell, value);
        }
        if let Some(forwards) = cell.reversed().filter(|_| cell.is_reversed()) {
            let row = self.reverse(value, &cell)?;
            return self.write(&forwards, row);
        }
        self.write_lanes(&cell, value)
    }

    /// Writes the lanes of a vector one by one.
    pub(super) fn write_lanes(&mut self, cell: &Cell, value: ValueId) -> Result<()> {
        for lane in 0..cell.count().unwrap_or(1) {
            let Some(to) = cell.lane(lane) else {
                return refuse("an index overflows");
            };
            let element = self.extract(value, lane)?;
            self.write(&to, element)?;
        }
        Ok(())
    }

    /// The vector of elements at a distance, one load each.
    fn gathered(&mut self, cell: &Cell) -> Result<ValueId> {
        let count = cell.count().unwrap_or(1);
        if !cell.mask().is_all() {
            return refuse("lanes at a distance of which some are not there");
        }
        let mut vector = None;
        for lane in 0..count {
            let Some(from) = cell.lane(lane) else {
                return refuse("an index overflows");
            };
            let value = self.load_cell(from)?;
            vector = Some(self.with_lane(vector, value, lane, count)?);
        }
        match vector {
            Some(value) => Ok(value),
            None => refuse("a vector without lanes"),
        }
    }

    /// The lanes of a row from the last to the first.
    fn reverse(&mut self, row: ValueId, cell: &Cell) -> Result<ValueId> {
        let count = cell.count().unwrap_or(1);
        let mut vector = None;
        for lane in 0..count {
            let value = self.extract(row, count - 1 - lane)?;
            vector = Some(self.with_lane(vector, value, lane, count)?);
        }
        match vector {
            Some(value) => Ok(value),
            None => refuse("a vector without lanes"),
        }
    }

    /// A vector that is filled lane by lane from the first on, once this one is.
    pub(super) fn with_lane(
        &mut self,
        vector: Option<ValueId>,
        value: ValueId,
        lane: i64,
        count: i64,
    ) -> Result<ValueId> {
        match vector {
            None => self.broadcast(Operand { value, lanes: None }, count),
            Some(vector) => Ok(self.insert(value, vector, lane)),
        }
    }

    /// Writes a value to memory, one element or consecutive ones.
    pub(super) fn write(&mut self, cell: &Cell, value: ValueId) -> Result<()> {
        let memref = self.memref(cell.buffer)?;
        self.write_to(memref, cell, value)
    }

    pub(super) fn write_to(&mut self, memref: ValueId, cell: &Cell, value: ValueId) -> Result<()> {
        let (map, operands) = self.place(memref, cell.buffer, &cell.indices)?;
        let code = if cell.lanes.is_some() {
            OpCode::AffineVectorStore
        } else {
            OpCode::AffineStore
        };
        let new = NewOp::new(code)
            .operands([value, memref].into_iter().chain(operands))
            .attribute("map", Attribute::affine_map(map));
        let block = self.frame().block;
        let op = self.module.append(block, new);
        self.accesses(op, memref, cell);
        Ok(())
    }

    pub(super) fn store(&mut self, buffer: Symbol, children: &[Id], lanes: Option<Lanes>) -> Result<()> {
        let (&value, indices) = children.split_last().expect("a store has a value");
        let cell = self.cell(buffer, indices, lanes)?;
        if self.nest.guarded.contains(&buffer) {
            return self.store_under_condition(cell, value, lanes);
        }
        if let (Some(lanes), None) = (lanes, &cell.lanes) {
            let step = self.step_of(&cell, value, lanes)?;
            return self.accumulate(step, lanes);
        }
        self.values.clear();
        let value = self.value(value, lanes)?;
        let value = match cell.count() {
            None => value.value,
            Some(count) => self.broadcast(value, count)?,
        };
        if self.guard.is_all() || cell.lanes.is_none() {
            return self.store_cell(cell, value);
        }
        self.store_guarded(cell, value)
    }

    /// Stores the lanes in which the guard at hand holds. A cell in a register keeps the others.
    fn store_guarded(&mut self, cell: Cell, value: ValueId) -> Result<()> {
        let Some(count) = cell.count() else {
            return refuse("a guard of lanes around a scalar");
        };
        let Some(held) = self.frame().cells.held(&cell) else {
            let guard = self.guard.clone();
            return self.store_cell(cell.under(&guard), value);
        };
        let lanes = Some(count);
        let values = [value, held].map(|value| Operand { value, lanes });
        let element = self.nest.buffers[&cell.buffer].0.element;
        let guard = self.guard.clone();
        let chosen = self.chosen(&guard, element, values, count)?.value;
        self.store_cell(cell, chosen)
    }

    /// Frees the arrays made for the nest.
    pub fn free_arrays(&mut self) {
        let block = self.frame().block;
        for (_, value) in self.temporaries.clone() {
            let made = self.module.defining_op(value);
            if made.is_some_and(|made| self.module.op(made).code() == Some(OpCode::MemRefAlloc)) {
                self.module
                    .append(block, NewOp::new(OpCode::MemRefDealloc).operands([value]));
            }
        }
    }

    pub(super) fn memref(&mut self, buffer: Symbol) -> Result<ValueId> {
        if let Some(value) = self.temporaries.get(&buffer) {
            return Ok(*value);
        }
        let Some((data, source)) = self.nest.buffers.get(&buffer) else {
            return refuse(format!("no buffer is called {buffer}"));
        };
        // A temporary of an iteration is made in the iteration.
        let team = self.team.as_ref().filter(|team| team.private.contains(&buffer));
        let own = team.map(|team| team.frame);
        match source {
            BufferSource::Memref(value) if own.is_none() => match data.addressing {
                Addressing::Collapsed(length) => self.collapsed(buffer, *value, length),
                _ => Ok(*value),
            },
            BufferSource::Gathered(value) => Ok(*value),
            BufferSource::Memref(_) | BufferSource::Temporary => {
                let depth = own.unwrap_or(0);
                let place = match own {
                    Some(_) => Place::Heap,
                    None => Place::Nearest,
                };
                let value = self.new_array(depth, &data.shape, data.element, place)?;
                self.module.value_mut(value).name = Some(buffer.as_str().into());
                self.temporaries.insert(buffer, value);
                Ok(value)
            }
        }
    }

    /// A memref whose rows lie one behind the other as one whose last two dimensions are one.
    fn collapsed(&mut self, buffer: Symbol, memref: ValueId, length: i64) -> Result<ValueId> {
        if let Some(view) = self.collapsed.get(&buffer) {
            return Ok(*view);
        }
        let Some(ty) = self.module.ty(memref).as_memref().cloned() else {
            return refuse("a buffer that is no memref");
        };
        let [outer @ .., rows, _] = ty.shape.as_deref().unwrap_or_default() else {
            return refuse("a memref without rows");
        };
        let last = match rows {
            Dim::Fixed(rows) => match rows.checked_mul(length) {
                Some(all) => Dim::Fixed(all),
                None => return refuse("an extent overflows"),
            },
            Dim::Dynamic => Dim::Dynamic,
        };
        let dims: Vec<Dim> = outer.iter().copied().chain([last]).collect();
        let mut groups: Vec<Vec<i64>> = (0..outer.len() as i64).map(|n| vec![n]).collect();
        groups.push(vec![outer.len() as i64, outer.len() as i64 + 1]);
        let list = |numbers: &[i64]| {
            let numbers = numbers.iter().map(|&n| Attribute::integer(n, Type::I64));
            Attribute::array(numbers.collect())
        };
        let groups = groups.iter().map(|group| list(group)).collect();
        let new = NewOp::new(OpCode::MemRefCollapseShape)
            .operands([memref])
            .attribute("reassociation", Attribute::array(groups))
            .result(Type::memref(dims, ty.element.clone()));
        let view = self.append(0, new);
        self.collapsed.insert(buffer, view);
        Ok(view)
    }

    /// A new array in the block at `depth`.
    pub(super) fn new_array(
        &mut self,
        depth: usize,
        shape: &[Option<Linear>],
        element: Scalar,
        place: Place,
    ) -> Result<ValueId> {
        let (shape, sizes) = self.extents(depth, shape)?;
        let new = array(shape, sizes, element.ty(), place);
        Ok(self.append(depth, new))
    }

    /// The extents of an array, and the values of those that are not constants: none is less than zero, whatever the
    /// symbols are.
    fn extents(&mut self, depth: usize, shape: &[Option<Linear>]) -> Result<(Vec<Dim>, Vec<ValueId>)> {
        let mut dims = Vec::new();
        let mut sizes = Vec::new();
        for extent in shape {
            let Some(extent) = extent else {
                return refuse("a temporary whose extents are not known");
            };
            dims.push(match extent.as_constant() {
                Some(n) => Dim::Fixed(n.max(0)),
                None => {
                    let (map, operands) = self.map(&[Linear::constant(0), extent.clone()])?;
                    let new = NewOp::new(OpCode::AffineMax)
                        .operands(operands)
                        .attribute("map", Attribute::affine_map(map))
                        .result(Type::Index);
                    sizes.push(self.append(depth, new));
                    Dim::Dynamic
                }
            });
        }
        Ok((dims, sizes))
    }
}

/// Bytes up to which an array lives on the stack, where its elements may become registers.
const MOST_ON_STACK: u64 = 4096;

/// Where the cells of a new array are, if it is more than one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Heap,
    /// On the stack where they are few: it is made once.
    Nearest,
}

/// A new array: a single cell lives on the stack, anything else on the heap until it is freed.
pub(super) fn array(shape: Vec<Dim>, sizes: Vec<ValueId>, element: Type, place: Place) -> NewOp {
    let elements = shape.iter().try_fold(1, |all: u64, dim| match dim {
        Dim::Fixed(n) => all.checked_mul(u64::try_from(*n).ok()?),
        Dim::Dynamic => None,
    });
    let bytes = elements.and_then(|n| n.checked_mul(element.byte_size()?));
    let are_few = place == Place::Nearest && bytes.is_some_and(|bytes| bytes <= MOST_ON_STACK);
    let code = match shape.is_empty() || are_few {
        true => OpCode::MemRefAlloca,
        false => OpCode::MemRefAlloc,
    };
    let new = NewOp::new(code)
        .attribute(
            "operandSegmentSizes",
            Attribute::i32_array(&[sizes.len() as i64, 0]),
        )
        .operands(sizes)
        .result(Type::memref(shape, element));
    match code {
        OpCode::MemRefAlloc => new.attribute("alignment", Attribute::integer(ARRAY_ALIGNMENT, Type::I64)),
        _ => new,
    }
}
