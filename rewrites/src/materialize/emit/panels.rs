//! Packed tiles: the copy of what a statement reads of a buffer, and its reads from there.
//!
//! The copy of a tile has the extents of its moving subscripts. The one along which panels lie is split: its
//! multiples of a panel's length come first, the offset inside a panel comes last.

use std::collections::BTreeSet;

use egg::Language;
use ovolo_lang::affine::{Constraint, IntegerSet};
use ovolo_lang::types::Dim;

use super::cells::{Place, array};
use super::*;
use crate::level::{Level, size_name, tile_of};
use crate::term::Panel;

/// Copies of a panel's parts that stand one after the other; a longer panel is copied by a loop.
const MOST_PARTS: i64 = 32;

/// Elements of one copy: a tile is meant for a cache.
const MOST_ELEMENTS: i64 = 1 << 26;

/// A buffer that is read from a copy.
#[derive(Clone)]
pub(super) struct Packed {
    buffer: Symbol,
    /// The name of the copy.
    name: Symbol,
    subscripts: Vec<Subscript>,
    /// The length of a panel, where the tile consists of several.
    length: Option<i64>,
}

/// A subscript of a packed buffer.
#[derive(Clone)]
enum Subscript {
    /// The same everywhere in the tile.
    Fixed(Linear),
    Moving(Moving),
}

#[derive(Clone)]
struct Moving {
    root: Symbol,
    /// The variable at the start of the tile.
    start: Linear,
    /// The variable is less than each of these.
    ends: Vec<Linear>,
    /// What is added to the variable.
    offset: Linear,
    /// The tile has no more values of the variable.
    extent: i64,
    is_along: bool,
}

impl<'a> Emitter<'a> {
    /// The body of a statement whose reads of these buffers go to copies.
    pub(super) fn packed(&mut self, panels: &[Panel], body: Id) -> Result<()> {
        let before = self.packed.len();
        let mut copies = Vec::new();
        for panel in panels {
            let packed = self.layout(panel, body)?;
            copies.push(self.copy_of(&packed)?);
            self.packed.push(packed);
        }
        self.statement(body)?;
        self.packed.truncate(before);
        if self.team.is_some() {
            // The copy of a thread is as short-lived as its tile.
            let block = self.frame().block;
            for copy in copies {
                self.module
                    .append(block, NewOp::new(OpCode::MemRefDealloc).operands([copy]));
            }
        }
        Ok(())
    }

    /// How a buffer is packed where the statement stands.
    fn layout(&self, panel: &Panel, body: Id) -> Result<Packed> {
        let Some(indices) = self.read_of(body, panel.buffer) else {
            return refuse(format!("{} is not read where it is packed", panel.buffer));
        };
        let mut subscripts = Vec::new();
        let mut length = None;
        for (n, &index) in indices.iter().enumerate() {
            // The variables of the loops inside are free here.
            let index = self.index(index)?;
            let mut inside = Vec::new();
            index.for_each_var(&mut |v| {
                if !self.index_values.contains_key(&v) && !inside.contains(&v) {
                    inside.push(v);
                }
            });
            let subscript = match inside.as_slice() {
                [] => Subscript::Fixed(index),
                &[root] => Subscript::Moving(self.moving(root, &index, n == usize::from(panel.along))?),
                _ => return refuse("a packed subscript with several variables"),
            };
            if let Subscript::Moving(moving) = &subscript
                && moving.is_along
            {
                let size = self.panel_length(moving.root);
                length = size.filter(|&size| size < moving.extent);
            }
            subscripts.push(subscript);
        }
        let copies = self.temporaries.len();
        Ok(Packed {
            buffer: panel.buffer,
            name: Symbol::from(format!("{}'p{copies}", panel.buffer)),
            subscripts,
            length,
        })
    }

    fn moving(&self, root: Symbol, index: &Linear, is_along: bool) -> Result<Moving> {
        let (Some(offset), Some(domain)) = (index.subtract(&Linear::var(root)), self.nest.domains.get(&root))
        else {
            return refuse("a packed subscript that is not a variable and a constant");
        };
        if offset.uses(root) {
            return refuse("a packed subscript that is not a variable and a constant");
        }
        let constants = |list: &[Linear]| list.iter().filter_map(Linear::as_constant).collect::<Vec<_>>();
        let last = constants(&domain.upper).into_iter().min();
        let mut ends = domain.upper.clone();
        // The innermost tile around the statement.
        let tile = self.ranges.iter().rev().find_map(|range| {
            let (of, _) = tile_of(size_name(range.name))?;
            let size = *self.choice.tiles.get(&size_name(range.name))?;
            (of == root).then_some((range.name, size))
        });
        let (start, extent) = match (tile, domain.lower.as_slice()) {
            (Some((name, size)), _) => {
                let start = Linear::var(name);
                let Some(end) = start.add(&Linear::constant(size)) else {
                    return refuse("an index overflows");
                };
                ends.insert(0, end);
                let first = constants(&domain.lower).into_iter().max();
                let all = last.zip(first).and_then(|(last, first)| last.checked_sub(first));
                (start, all.map_or(size, |all| all.min(size)))
            }
            (None, [first]) => match (first.as_constant(), last) {
                (Some(from), Some(to)) => (first.clone(), to.saturating_sub(from)),
                _ => return refuse("a tile to be packed whose size is not known"),
            },
            (None, _) => return refuse("a tile to be packed whose size is not known"),
        };
        let mut names = Vec::new();
        ends.iter()
            .for_each(|end| end.for_each_var(&mut |v| names.push(v)));
        if names.iter().any(|name| !self.index_values.contains_key(name)) {
            return refuse("a tile to be packed that a loop inside moves");
        }
        Ok(Moving {
            root,
            start,
            ends,
            offset,
            extent: extent.max(0),
            is_along,
        })
    }

    /// The size of a register tile.
    fn panel_length(&self, root: Symbol) -> Option<i64> {
        let suffix = Level::Register.suffix();
        let tile = Symbol::from(format!("{root}'{suffix}"));
        self.choice.tiles.get(&size_name(tile)).copied()
    }

    /// The subscripts of a read of a buffer inside a statement: they are the same for all.
    fn read_of(&self, id: Id, buffer: Symbol) -> Option<&'a [Id]> {
        let mut seen = BTreeSet::from([id]);
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            match self.node(id) {
                Node::Load(name, _, indices) if *name == buffer => return Some(indices),
                node => pending.extend(node.children().iter().copied().filter(|c| seen.insert(*c))),
            }
        }
        None
    }

    /// Makes the copy and fills it.
    fn copy_of(&mut self, packed: &Packed) -> Result<ValueId> {
        let shape = packed.shape();
        if shape.iter().copied().fold(1, i64::saturating_mul) > MOST_ELEMENTS {
            return refuse("a tile to be packed that is too large");
        }
        let element = self.nest.buffers[&packed.buffer].0.element.ty();
        let shape = shape.into_iter().map(Dim::Fixed).collect();
        let depth = self.team.as_ref().map_or(0, |_| self.frames.len() - 1);
        let copy = self.append(depth, array(shape, Vec::new(), element, Place::Heap));
        self.module.value_mut(copy).name = Some(packed.name.as_str().into());
        if self.team.is_none() {
            self.temporaries.insert(packed.name, copy);
        }
        self.copies.insert(packed.name, copy);
        let along = packed.moving().find(|moving| moving.is_along).cloned();
        let others: Vec<Moving> = packed.moving().filter(|m| !m.is_along).cloned().collect();
        let Some(along) = along else {
            return refuse("a packed buffer without panels");
        };
        match packed.length {
            None => self.through(&others, &mut |emitter| {
                emitter.through(std::slice::from_ref(&along), &mut |emitter| {
                    emitter.copy_cell(packed, 1)
                })
            })?,
            Some(length) => self.copy_panels(packed, &along, &others, length)?,
        }
        Ok(copy)
    }

    /// Copies one panel after the other: a whole one in parts, the last one cell by cell where it is shorter.
    fn copy_panels(&mut self, packed: &Packed, along: &Moving, others: &[Moving], length: i64) -> Result<()> {
        let lanes = self.lanes_of(packed, along.root, length);
        let first = Symbol::from(format!("{}'p", along.root));
        let panels = Range {
            name: first,
            lower: vec![along.start.clone()],
            upper: along.ends.clone(),
            step: length,
        };
        let mut rest = Vec::new();
        for end in &along.ends {
            let after = end
                .subtract(&Linear::var(first))
                .and_then(|left| left.add(&Linear::constant(-length)));
            match after {
                Some(after) => rest.push(after),
                None => return refuse("an index overflows"),
            }
        }
        let in_parts = length / lanes <= MOST_PARTS;
        self.plain_loop(panels, &mut |emitter| {
            let whole = &mut |emitter: &mut Self| {
                emitter.through(others, &mut |emitter| {
                    for part in (0..length).step_by(lanes as usize) {
                        let at = Linear::var(first).add(&Linear::constant(part));
                        emitter.bind(along.root, at)?;
                        emitter.copy_cell(packed, lanes)?;
                    }
                    emitter.bindings.remove(&along.root);
                    Ok(())
                })
            };
            let short = &mut |emitter: &mut Self| {
                let shorter = Moving {
                    start: Linear::var(first),
                    ends: along
                        .ends
                        .iter()
                        .cloned()
                        .chain(Linear::var(first).add(&Linear::constant(length)))
                        .collect(),
                    ..along.clone()
                };
                emitter.through(others, &mut |emitter| {
                    emitter.through(std::slice::from_ref(&shorter), &mut |emitter| {
                        emitter.copy_cell(packed, 1)
                    })
                })
            };
            match (in_parts, packed.is_whole(length)) {
                (true, true) => whole(emitter),
                (true, false) => emitter.either(&rest, whole, short),
                (false, _) => short(emitter),
            }
        })
    }

    /// How many elements of a panel are copied at once: those of a vector where they lie in a row.
    fn lanes_of(&self, packed: &Packed, root: Symbol, length: i64) -> i64 {
        let suffix = Level::Vector.suffix();
        let tile = Symbol::from(format!("{root}'{suffix}"));
        let size = self.choice.tiles.get(&size_name(tile)).copied().unwrap_or(1);
        let in_a_row = matches!(packed.subscripts.last(), Some(Subscript::Moving(m)) if m.is_along);
        if in_a_row && size > 1 && length % size == 0 {
            size
        } else {
            1
        }
    }

    fn bind(&mut self, name: Symbol, value: Option<Linear>) -> Result<()> {
        let Some(value) = value else {
            return refuse("an index overflows");
        };
        self.bindings.insert(name, value);
        Ok(())
    }

    /// Loops over variables, around statements.
    fn through(
        &mut self,
        variables: &[Moving],
        statements: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let Some((outer, inner)) = variables.split_first() else {
            return statements(self);
        };
        let range = Range {
            name: outer.root,
            lower: vec![outer.start.clone()],
            upper: outer.ends.clone(),
            step: 1,
        };
        self.plain_loop(range, &mut |emitter| emitter.through(inner, statements))
    }

    /// Copies the cell at the values of the variables, or so many in a row.
    fn copy_cell(&mut self, packed: &Packed, lanes: i64) -> Result<()> {
        let mut indices = Vec::new();
        let mut distances = Vec::new();
        for subscript in &packed.subscripts {
            let (index, distance) = match subscript {
                Subscript::Fixed(index) => (Some(index.clone()), 0),
                Subscript::Moving(moving) => {
                    let at = self.bindings.get(&moving.root).cloned();
                    let at = at.unwrap_or(Linear::var(moving.root));
                    (at.add(&moving.offset), i64::from(moving.is_along))
                }
            };
            let Some(index) = index else {
                return refuse("an index overflows");
            };
            indices.push(index);
            distances.push(distance);
        }
        let cell = Cell {
            buffer: packed.buffer,
            indices,
            lanes: (lanes > 1).then_some(Row {
                count: lanes,
                distances,
                partial: None,
                mask: Mask::default(),
            }),
        };
        let value = self.load_cell(cell.clone())?;
        let Some(to) = self.place_in(packed, &cell)? else {
            return refuse("a part of a panel that goes beyond it");
        };
        let copy = self.copies[&packed.name];
        self.write_to(copy, &to, value)
    }

    /// The value of a cell that a statement reads: from the copy where its buffer is packed. Cells that are held in
    /// registers are not read so: what is written is not what was copied.
    pub(super) fn read_cell(&mut self, cell: Cell) -> Result<ValueId> {
        let packed = self.packed.iter().rev().find(|p| p.buffer == cell.buffer);
        let Some(packed) = packed.cloned() else {
            return self.load_cell(cell);
        };
        if let Found::Value(value) = self.known(&cell)? {
            return Ok(value);
        }
        // Lanes that are not together in the copy are read where they always are.
        let Some(place) = self.place_in(&packed, &cell)?.filter(Cell::is_contiguous) else {
            return self.load_cell(cell);
        };
        let element = self.nest.buffers[&cell.buffer].0.element;
        let value = self.read_from(self.copies[&packed.name], &place, element)?;
        self.frame().cells.learn(cell, value);
        Ok(value)
    }

    /// Where a cell of a packed buffer is in the copy; `None` for lanes that are not in one panel.
    pub(super) fn place_in(&self, packed: &Packed, cell: &Cell) -> Result<Option<Cell>> {
        let overflow = || refuse("an index overflows");
        let mut outer = Vec::new();
        let mut inner = None;
        let mut distances = vec![0; packed.shape().len()];
        let mut split = None;
        for (dimension, (subscript, index)) in packed.subscripts.iter().zip(&cell.indices).enumerate() {
            let distance = cell.lanes.as_ref().map_or(0, |row| row.distances[dimension]);
            let moving = match subscript {
                Subscript::Fixed(fixed) if fixed == index && distance == 0 => continue,
                Subscript::Fixed(_) => return refuse("a cell beside the tile that is packed"),
                Subscript::Moving(moving) => moving,
            };
            let start = moving.start.add(&moving.offset);
            let Some(offset) = start.and_then(|start| index.subtract(&start)) else {
                return overflow();
            };
            match (moving.is_along, packed.length) {
                (false, _) => {
                    distances[usize::from(packed.length.is_some()) + outer.len()] = distance;
                    outer.push(offset);
                }
                (true, None) => inner = Some((offset, distance)),
                (true, Some(length)) => {
                    let lanes = cell.count().filter(|_| distance != 0).unwrap_or(1);
                    let in_panel = self.in_panel(moving, &offset, length);
                    let place = match in_panel {
                        Some((panel, at)) if distance >= 0 && at + distance * (lanes - 1) < length => {
                            Some((panel, Linear::constant(at)))
                        }
                        _ if lanes > 1 => return Ok(None),
                        _ => offset.floordiv(length).zip(offset.modulo(length)),
                    };
                    let Some((panel, at)) = place else {
                        return overflow();
                    };
                    split = Some(panel);
                    inner = Some((at, distance));
                }
            }
        }
        let Some((at, distance)) = inner else {
            return refuse("a packed buffer without panels");
        };
        *distances.last_mut().expect("a copy has a dimension") = distance;
        Ok(Some(Cell {
            buffer: packed.name,
            indices: split.into_iter().chain(outer).chain([at]).collect(),
            lanes: cell.lanes.as_ref().map(|row| Row {
                distances,
                ..row.clone()
            }),
        }))
    }

    /// The panel of an offset from the start of the tile, and the constant place in it: where the offset is one within
    /// a register tile, which begins where a panel does.
    fn in_panel(&self, moving: &Moving, offset: &Linear, length: i64) -> Option<(Linear, i64)> {
        let whole = |at: &Linear| {
            let rest = offset.subtract(at)?.as_constant()?;
            let panel = at.floordiv(length)?;
            (0..length).contains(&rest).then_some((panel, rest))
        };
        if let Some(constant) = offset.as_constant() {
            let start = constant.div_euclid(length).checked_mul(length)?;
            return whole(&Linear::constant(start));
        }
        self.ranges.iter().rev().find_map(|range| {
            let steps = match tile_of(size_name(range.name)) {
                Some((root, Level::Register)) => {
                    root == moving.root && self.choice.tiles.get(&size_name(range.name)) == Some(&length)
                }
                _ => range.name.as_str() == format!("{}'p", moving.root),
            };
            let is_aligned = steps && range.lower == [moving.start.clone()];
            is_aligned
                .then(|| whole(&Linear::var(range.name).subtract(&moving.start)?))
                .flatten()
        })
    }

    /// What is done where all of these are at least zero, and what is done elsewhere.
    fn either(
        &mut self,
        conditions: &[Linear],
        then: &mut dyn FnMut(&mut Self) -> Result<()>,
        otherwise: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let (map, operands) = self.map(conditions)?;
        let constraints = map.results.into_iter().map(|expr| Constraint {
            expr,
            is_equality: false,
        });
        let set = IntegerSet::new(map.num_dims, 0, constraints.collect());
        let new = NewOp::new(OpCode::AffineIf)
            .operands(operands)
            .attribute("condition", Attribute::IntegerSet(Arc::new(set)));
        let op = self.module.create(new);
        let region = self.module.add_region(op);
        self.branch(region, &[], then)?;
        let region = self.module.add_region(op);
        self.branch(region, &[], otherwise)?;
        let here = self.frame().block;
        self.module.attach(here, op);
        self.frame().cells.forget();
        Ok(())
    }
}

impl Packed {
    pub(super) fn is_of(&self, buffer: Symbol) -> bool {
        self.buffer == buffer
    }

    fn moving(&self) -> impl Iterator<Item = &Moving> {
        self.subscripts.iter().filter_map(|subscript| match subscript {
            Subscript::Moving(moving) => Some(moving),
            Subscript::Fixed(_) => None,
        })
    }

    /// The extents of the copy.
    fn shape(&self) -> Vec<i64> {
        let along = self.moving().find(|m| m.is_along).map_or(0, |m| m.extent);
        let panels = self.length.map(|length| (along + length - 1) / length);
        let others = self.moving().filter(|m| !m.is_along).map(|m| m.extent);
        let last = self.length.unwrap_or(along);
        panels
            .into_iter()
            .chain(others)
            .chain([last])
            .map(|n| n.max(1))
            .collect()
    }

    /// Whether every panel of the tile is whole.
    fn is_whole(&self, length: i64) -> bool {
        let mut along = self.moving().filter(|m| m.is_along);
        along.all(|moving| {
            moving.ends.iter().all(|end| {
                let extent = end
                    .subtract(&moving.start)
                    .and_then(|extent| extent.as_constant());
                extent.is_some_and(|extent| extent % length == 0)
            })
        })
    }
}
