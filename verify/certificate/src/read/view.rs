//! Memory as the program names it: arrays, globals, and views of them.
//!
//! A view is followed to the array that it shows: an access of it is one of the array, at subscripts that are affine in those
//! of the view. A view may not show what is beyond the rows of its array, for there other subscripts are the same cells; so
//! that is checked of the first function too (`safety`), but of parts (`memref.subview`), which MLIR allows inside of their memref
//! alone. And what a view asks of the sizes is a claim: `Array::Claim`.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, AffineOp, constant, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::strided::Strided;
use ovolo_lang::types::{Dim, Layout, MemRefType, Type};

use super::super::Refused;
use super::super::function::Array;
use super::{Known, Reader, lane};

/// While a function is read, the number of the variable that is the subscript of dimension 0 of a view. Greater than that of
/// any lane.
const ELEMENT: u32 = 1 << 21;

/// What an entry of a list says whose value is an operand.
const DYNAMIC: i64 = i64::MIN;

/// An array, or a part of it.
#[derive(Clone)]
pub(super) struct Memory {
    pub array: Array,
    /// The subscripts before those of an access: the variables of the loops around its allocation.
    pub around: Vec<AffineExpr>,
    pub window: Option<Rc<Window>>,
}

/// A part of an array.
pub(super) struct Window {
    /// The subscripts of the array, in those of the view.
    subscripts: Vec<AffineExpr>,
    /// Of each dimension expressions of which the least is the extent.
    pub extents: Vec<Vec<AffineExpr>>,
    /// Whether elements that are next to each other in the last dimension are so in the array.
    is_unit: bool,
    /// Whether it may reach beyond rows of the array, where other subscripts are the same cells.
    reaches_over: bool,
    /// Whether what is inside the array is inside the view.
    is_whole: bool,
}

/// The cells of an access, lanes among their variables.
pub(super) struct Cells {
    pub array: Array,
    pub subscripts: Vec<AffineExpr>,
    /// Subscripts of a view, each with an extent that it must be less than.
    pub claims: Vec<[AffineExpr; 2]>,
    /// Whether other subscripts may be the same cells beyond the rows of the array.
    pub reaches_over: bool,
}

impl Window {
    /// The subscripts of the array, those of the view as the variables.
    pub fn places(&self) -> Vec<AffineExpr> {
        let own: Vec<AffineExpr> = (0..self.extents.len()).map(|i| dim(i as u32)).collect();
        self.subscripts
            .iter()
            .map(|expr| of_elements(expr, &own))
            .collect()
    }
}

impl Memory {
    pub fn whole(array: Array, around: Vec<AffineExpr>) -> Memory {
        Memory {
            array,
            around,
            window: None,
        }
    }
}

fn element(dimension: usize) -> AffineExpr {
    dim(ELEMENT + dimension as u32)
}

/// An expression of subscripts of a view with these as the subscripts.
fn of_elements(expr: &AffineExpr, subscripts: &[AffineExpr]) -> AffineExpr {
    expr.replace_leaves(&|leaf| match leaf {
        AffineExpr::Dim(i) if *i >= ELEMENT => subscripts.get((*i - ELEMENT) as usize).cloned(),
        _ => None,
    })
}

impl Reader<'_> {
    /// The cells that an access begins at, lanes consecutive in the last dimensions.
    pub(super) fn cells(&self, memref: ValueId, subscripts: Vec<AffineExpr>, lanes: usize) -> Refused<Cells> {
        let memory = self.memory(memref)?;
        let rank = self.shape(memref)?.len();
        if subscripts.len() != rank || lanes > rank {
            return Err("an access with other subscripts than extents".into());
        }
        let mut own = subscripts;
        for (number, subscript) in own[rank - lanes..].iter_mut().enumerate() {
            *subscript = &*subscript + &lane(number);
        }
        let (inside, claims) = match &memory.window {
            None if lanes > 0 && !self.is_unit(memref) => {
                return Err("a vector of elements of a memref that are not next to each other".into());
            }
            None => (own, Vec::new()),
            Some(window) if lanes > 0 && !window.is_unit => {
                return Err("a vector of elements of a view that are not next to each other".into());
            }
            Some(window) => {
                let asked = if window.is_whole { &[][..] } else { &window.extents };
                let pairs = own.iter().zip(asked);
                let claims = pairs.flat_map(|(subscript, extents)| {
                    extents
                        .iter()
                        .map(move |extent| [subscript.clone(), extent.clone()])
                });
                let inside = window.subscripts.iter().map(|expr| of_elements(expr, &own));
                (inside.collect(), claims.collect())
            }
        };
        let subscripts = [memory.around, inside].concat();
        Ok(Cells {
            array: memory.array,
            subscripts,
            claims,
            reaches_over: memory.window.is_some_and(|window| window.reaches_over),
        })
    }

    /// What a memref shows.
    pub(super) fn memory(&self, memref: ValueId) -> Refused<Memory> {
        match self.known.get(&memref) {
            Some(Known::Memory(memory)) => match memory.array {
                Array::Local(number) if self.dead.contains(&number) => {
                    Err("memory that is used after it is freed".into())
                }
                _ => Ok(memory.clone()),
            },
            _ => Err("memory that is neither an argument, nor a global, nor allocated here".into()),
        }
    }

    /// Whether the layout of a memref says that elements next to each other in the last dimension are so in memory.
    fn is_unit(&self, memref: ValueId) -> bool {
        let strided = self.module.ty(memref).as_memref().and_then(Strided::of);
        let last = strided.and_then(|strided| strided.strides.last().copied());
        matches!(last, None | Some(Dim::Fixed(1)))
    }

    /// The extents of a memref as its type has them.
    pub(super) fn shape(&self, memref: ValueId) -> Refused<&[Dim]> {
        let ty = self.module.ty(memref).as_memref();
        ty.and_then(|ty| ty.shape.as_deref())
            .ok_or_else(|| "a memref without a rank".into())
    }

    /// Of each dimension of a memref expressions of which the least is the extent.
    fn extents(&self, memref: ValueId) -> Refused<Vec<Vec<AffineExpr>>> {
        let memory = self.memory(memref)?;
        if let Some(window) = &memory.window {
            return Ok(window.extents.clone());
        }
        let greatest = self.extents_of(memory.array);
        match greatest.iter().all(|all| all.len() == 1) {
            true => Ok(greatest),
            false => Err("a view of memory whose extent is the greatest of several".into()),
        }
    }

    /// Of each dimension of an array expressions of which the greatest is the extent.
    pub(super) fn extents_of(&self, array: Array) -> Vec<Vec<AffineExpr>> {
        match array {
            Array::Local(number) => self.function.locals[number].extents.clone(),
            Array::Argument(number) => {
                let extents = self.function.arguments[number].iter();
                let extents = extents.flat_map(|(all, _)| all);
                extents.map(|extent| vec![extent.clone()]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A view; `false` for any other operation.
    pub(super) fn view(&mut self, id: OpId, code: OpCode) -> Refused<bool> {
        let op = self.module.op(id);
        let memory = match code {
            OpCode::MemRefGetGlobal => self.global(op)?,
            OpCode::MemRefCast => self.cast(op)?,
            OpCode::MemRefSubView => self.subview(op)?,
            OpCode::MemRefReinterpretCast => self.reinterpret_cast(op)?,
            OpCode::MemRefCollapseShape => self.collapse_shape(op)?,
            OpCode::MemRefExpandShape => self.expand_shape(op)?,
            _ => return Ok(false),
        };
        self.known.insert(op.results[0], Known::Memory(memory));
        Ok(true)
    }

    /// The same memory. That extents are what the type says is a claim.
    fn cast(&mut self, op: &Op) -> Refused<Memory> {
        let (source, result) = (op.operands[0], op.results[0]);
        let memory = self.memory(source)?;
        let types = [source, result].map(|value| self.module.ty(value).as_memref());
        let [Some(from), Some(to)] = types else {
            return Err("a cast of what is no memref of known rank".into());
        };
        if promises_more(from, to) {
            return Err("a cast to a layout that is not known of the memory".into());
        }
        let extents = self.extents(source)?;
        let shape = self.shape(result)?.to_vec();
        if shape.len() != extents.len() {
            return Err("a cast to another rank".into());
        }
        for (all, wanted) in extents.iter().zip(&shape) {
            if let Dim::Fixed(n) = wanted {
                let [extent] = all.as_slice() else {
                    return Err("a cast to an extent that is not known of the memory".into());
                };
                let more = extent + &constant(-n);
                self.claim([more, constant(1)], &[], None);
            }
        }
        Ok(memory)
    }

    /// Offsets, sizes and strides of a view, as its operation gives them.
    fn lists(&self, op: &Op) -> Refused<[Vec<Vec<AffineExpr>>; 3]> {
        let mut dynamic = op.operands[1..].iter();
        let mut list = |name: &str| -> Refused<Vec<Vec<AffineExpr>>> {
            let all = op.attribute(name).and_then(Attribute::as_i64_list);
            let all = all.ok_or("a view without offsets, sizes or strides")?;
            let entry = |entry: i64| match entry {
                DYNAMIC => {
                    let &value = dynamic.next().ok_or("a view with too few operands")?;
                    match self.promised.contains_key(&value) {
                        true => Err("a view of what may be poison".into()),
                        false => self.extremes(value, false),
                    }
                }
                fixed => Ok(vec![constant(fixed)]),
            };
            all.into_iter().map(entry).collect()
        };
        Ok([
            list("static_offsets")?,
            list("static_sizes")?,
            list("static_strides")?,
        ])
    }

    /// Whether constants say that a part reaches beyond rows of what it is a part of. MLIR allows no part to do so; so others, of
    /// which sizes decide, do not: an access inside of such a view is inside the extents of the array, as one without a view is.
    fn is_beyond(&self, op: &Op, [offsets, sizes, strides]: [&[Vec<AffineExpr>]; 3]) -> Refused<bool> {
        let fixed = |list: &[AffineExpr]| match list {
            [one] => one.as_constant(),
            _ => None,
        };
        let shape = self.shape(op.operands[0])?;
        let is_beyond = |d: usize| {
            let Dim::Fixed(extent) = shape[d] else {
                return false;
            };
            let (offset, size, stride) = (fixed(&offsets[d]), fixed(&sizes[d]), fixed(&strides[d]));
            let last = size
                .zip(stride)
                .and_then(|(size, stride)| (size - 1).checked_mul(stride));
            let places = [
                offset,
                offset.zip(last).and_then(|(first, by)| first.checked_add(by)),
            ];
            let is_inside = |place: i64| (0..extent).contains(&place);
            size != Some(0) && !places.into_iter().flatten().all(is_inside)
        };
        Ok((1..shape.len()).any(is_beyond))
    }

    fn subview(&mut self, op: &Op) -> Refused<Memory> {
        let memory = self.memory(op.operands[0])?;
        let rank = self.shape(op.operands[0])?.len();
        let [offsets, sizes, strides] = self.lists(op)?;
        if [&offsets, &sizes, &strides].iter().any(|list| list.len() != rank) {
            return Err("a view of another rank".into());
        }
        let mut kept = Vec::new();
        let shape = self.shape(op.results[0])?;
        for (d, size) in sizes.iter().enumerate() {
            let fixed = |size: &[AffineExpr]| match size {
                [one] => one.as_constant(),
                _ => None,
            };
            let is_kept = shape.get(kept.len()).is_some_and(|wanted| match wanted {
                Dim::Fixed(n) => fixed(size) == Some(*n),
                Dim::Dynamic => fixed(size).is_none(),
            });
            match is_kept {
                true => kept.push(d),
                false if fixed(size) == Some(1) => {}
                false => return Err("a view of another shape than its type".into()),
            }
        }
        if kept.len() != shape.len() {
            return Err("a view of another shape than its type".into());
        }
        let mut subscripts = Vec::new();
        for (d, (offset, stride)) in offsets.iter().zip(&strides).enumerate() {
            let offset = only(offset)?;
            subscripts.push(match kept.iter().position(|&k| k == d) {
                Some(number) => offset + &(&element(number) * only(stride)?),
                None => offset.clone(),
            });
        }
        let is_unit = kept.last().is_none_or(|&d| {
            d + 1 == rank && only(&strides[d]).is_ok_and(|stride| stride.as_constant() == Some(1))
        });
        let outer = memory.window.clone();
        let (subscripts, is_unit, reaches_over) = match &outer {
            None => (
                subscripts,
                is_unit,
                self.is_beyond(op, [&offsets, &sizes, &strides])?,
            ),
            Some(outer) => {
                let inside = outer.subscripts.iter().map(|expr| of_elements(expr, &subscripts));
                (inside.collect(), is_unit && outer.is_unit, outer.reaches_over)
            }
        };
        Ok(Memory {
            window: Some(Rc::new(Window {
                subscripts,
                extents: kept.iter().map(|&d| sizes[d].clone()).collect(),
                is_unit,
                reaches_over,
                is_whole: false,
            })),
            ..memory
        })
    }

    /// A view whose dimensions are each several of the array, all but the first of which have constant extents.
    fn collapse_shape(&mut self, op: &Op) -> Refused<Memory> {
        let memory = self.memory(op.operands[0])?;
        let ty = self.module.ty(op.operands[0]).as_memref();
        if memory.window.is_some() || ty.is_none_or(|ty| ty.layout.is_some()) {
            return Err(
                "a view whose dimensions are several of another view, or of a memref with a layout".into(),
            );
        }
        let Some(Attribute::Array(groups)) = op.attribute("reassociation") else {
            return Err("a view without its dimensions".into());
        };
        let all = self.extents_of(memory.array);
        let mut left = all.iter();
        let (mut subscripts, mut extents) = (Vec::new(), Vec::new());
        for (number, group) in groups.iter().enumerate() {
            let Attribute::Array(group) = group else {
                return Err("a view without its dimensions".into());
            };
            let of_group: Vec<&Vec<AffineExpr>> = left.by_ref().take(group.len()).collect();
            let [first, rows @ ..] = of_group.as_slice() else {
                return Err("a view with a dimension that is none".into());
            };
            let (mut place, mut group, mut extent) = (element(number), Vec::new(), only(first)?.clone());
            for length in rows.iter().rev() {
                let length = only(length)?.as_constant().filter(|&n| n > 0);
                let length = length.ok_or("a view of an array whose rows have no constant length")?;
                group.push(AffineExpr::binary(AffineOp::Mod, place.clone(), constant(length)));
                place = place.floordiv(length);
                extent = &extent * &constant(length);
            }
            group.push(place);
            subscripts.extend(group.into_iter().rev());
            extents.push(vec![extent]);
        }
        if left.next().is_some() {
            return Err("a view of another rank".into());
        }
        Ok(Memory {
            window: Some(Rc::new(Window {
                subscripts,
                extents,
                is_unit: true,
                reaches_over: false,
                is_whole: true,
            })),
            ..memory
        })
    }

    /// A view several dimensions of which are one of what it views, all but the first of these with constant extents.
    fn expand_shape(&mut self, op: &Op) -> Refused<Memory> {
        let memory = self.memory(op.operands[0])?;
        let ty = self.module.ty(op.operands[0]).as_memref();
        if memory.window.is_none() && ty.is_none_or(|ty| ty.layout.is_some()) {
            return Err("a view whose dimensions are one of a memref with a layout".into());
        }
        let Some(Attribute::Array(groups)) = op.attribute("reassociation") else {
            return Err("a view without its dimensions".into());
        };
        let whole = self.extents(op.operands[0])?;
        let shape = self.shape(op.results[0])?;
        let (mut subscripts, mut extents) = (Vec::new(), Vec::new());
        for (group, whole) in groups.iter().zip(&whole) {
            let Attribute::Array(group) = group else {
                return Err("a view without its dimensions".into());
            };
            let first = extents.len();
            let rows = shape.get(first + 1..first + group.len());
            let mut place = element(first);
            let mut left = only(whole)?.clone();
            let mut lengths = Vec::new();
            for (number, length) in rows.ok_or("a view of another rank")?.iter().enumerate() {
                let &Dim::Fixed(length) = length else {
                    return Err("a view with rows of no constant length".into());
                };
                place = &(&place * &constant(length)) + &element(first + 1 + number);
                left = left.floordiv(length.max(1));
                lengths.push(vec![constant(length)]);
            }
            extents.push(match shape[first] {
                Dim::Fixed(length) => vec![constant(length)],
                Dim::Dynamic => vec![left],
            });
            extents.extend(lengths);
            subscripts.push(place);
        }
        if groups.len() != whole.len() || extents.len() != shape.len() {
            return Err("a view of another rank".into());
        }
        let (subscripts, is_unit, reaches_over) = match &memory.window {
            None => (subscripts, true, false),
            Some(outer) => {
                let inside = outer.subscripts.iter().map(|expr| of_elements(expr, &subscripts));
                (inside.collect(), outer.is_unit, outer.reaches_over)
            }
        };
        Ok(Memory {
            window: Some(Rc::new(Window {
                subscripts,
                extents,
                is_unit,
                reaches_over,
                is_whole: false,
            })),
            ..memory
        })
    }

    /// A view of the whole array, whose cells are taken in the order of memory.
    fn reinterpret_cast(&mut self, op: &Op) -> Refused<Memory> {
        let memory = self.memory(op.operands[0])?;
        if let Array::Argument(number) = memory.array
            && self.strided.contains(&number)
        {
            return Err("a view, counted from the begin of its memory, of a memref with a layout".into());
        }
        let whole = Memory {
            window: None,
            ..memory
        };
        let extents = self.extents_of(whole.array);
        let [offsets, sizes, strides] = self.lists(op)?;
        let [offset] = offsets.as_slice() else {
            return Err("a view with another number of offsets than one".into());
        };
        if sizes.len() != strides.len() || extents.is_empty() {
            return Err("a view of another rank".into());
        }
        let mut place = only(offset)?.clone();
        for (number, stride) in strides.iter().enumerate() {
            place = &place + &(&element(number) * only(stride)?);
        }
        // The rows of the array, the innermost last.
        let mut subscripts = Vec::new();
        for extent in extents[1..].iter().rev() {
            let length = only(extent)?.as_constant().filter(|&n| n > 0);
            let length = length.ok_or("a view of an array whose rows have no constant length")?;
            subscripts.push(AffineExpr::binary(AffineOp::Mod, place.clone(), constant(length)));
            place = place.floordiv(length);
        }
        subscripts.push(place);
        subscripts.reverse();
        let is_unit = match strides.last() {
            Some(stride) => only(stride)?.as_constant() == Some(1),
            None => true,
        };
        Ok(Memory {
            window: Some(Rc::new(Window {
                subscripts,
                extents: sizes,
                is_unit,
                reaches_over: false,
                is_whole: false,
            })),
            ..whole
        })
    }
}

/// The only one of several expressions.
fn only(all: &[AffineExpr]) -> Refused<&AffineExpr> {
    match all {
        [one] => Ok(one),
        _ => Err("a view with an offset, stride or row that is one of several".into()),
    }
}

/// Whether the second type has strides or an offset that are constants, and not those of the first.
fn promises_more(from: &MemRefType, to: &MemRefType) -> bool {
    match (&from.layout, &to.layout) {
        (a, b) if a == b => false,
        (_, Some(Layout::Strided { strides, offset })) => {
            strides.iter().any(|stride| *stride != Dim::Dynamic) || *offset != Dim::Dynamic
        }
        _ => true,
    }
}

/// Whether the cells are scalars in the order of the subscripts.
pub(super) fn is_plain(memref: &MemRefType) -> Refused<()> {
    match memref.layout {
        None => is_strided(memref),
        Some(_) => Err("a memref with a layout".into()),
    }
}

/// Whether the cells are scalars with a stride for each dimension. Different subscripts are different cells: MLIR wants layouts to
/// be so.
pub(super) fn is_strided(memref: &MemRefType) -> Refused<()> {
    if Strided::of(memref).is_none() {
        return Err("a memref without a rank, or with a layout that is no offset and strides".into());
    }
    match memref.element {
        Type::Integer(_) | Type::Float(_) | Type::Index => Ok(()),
        _ => Err(format!("a memref of `{}`", memref.element)),
    }
}
