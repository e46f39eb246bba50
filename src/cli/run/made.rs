//! The arguments of a call: what is given of each, and made up where nothing is.

use ovolo_lang::interpret::{MemRef, Memory, Tensor, Value};
use ovolo_lang::types::{Dim, Layout, MemRefType, Type};
use ovolo_timing::data::Random;

use super::given::Supplied;

/// What values are made from, whose scalars are of a type of Rust.
pub struct Maker<V> {
    pub random: Random,
    /// The value of dynamic extents and of `index` arguments.
    pub size: i64,
    pub memory: Memory<V>,
    /// The scalar with these bits.
    pub scalar: fn(u128) -> V,
    /// The most scalars of all arguments together.
    pub most: usize,
}

impl<V: Copy> Maker<V> {
    /// A value for each type; the error says of which there is none.
    pub fn arguments(&mut self, types: &[Type], supplied: &[Supplied]) -> Result<Vec<Value<V>>, String> {
        let mut views = Vec::new();
        for (ty, supplied) in types.iter().zip(supplied) {
            views.push(match ty {
                Type::MemRef(memref) => Some(self.laid_out(ty, memref, supplied)?),
                _ => None,
            });
        }
        // Those whose memory others share come first.
        let placed = supplied.iter().map(|one| one.after);
        let placed: Vec<(usize, i64)> = placed
            .enumerate()
            .map(|(i, after)| after.unwrap_or((i, 0)))
            .collect();
        let mut values: Vec<Option<Value<V>>> = vec![None; types.len()];
        for (i, (ty, given)) in types.iter().zip(supplied).enumerate() {
            if views[i].is_none() {
                values[i] = Some(self.value(ty, given)?);
            } else if given.after.is_none() {
                let ends = (0..types.len()).filter(|&j| placed[j].0 == i);
                let ends = ends.filter_map(|j| placed[j].1.checked_add(views[j].as_ref()?.1));
                let count = self.count(&[ends.max().unwrap_or(0)], ty)?;
                let scalar = ty.element().element();
                let cells = (0..count).map(|_| (self.scalar)(self.random.bits(scalar)));
                let cells = cells.collect();
                let buffer = self.memory.add_caller(cells);
                for j in (0..types.len()).filter(|&j| placed[j].0 == i) {
                    let Some((mut view, _)) = views[j].clone() else {
                        continue;
                    };
                    view.buffer = buffer;
                    view.offset += placed[j].1;
                    self.fill(&view, lanes(types[j].element()).unwrap_or(1), &supplied[j]);
                    values[j] = Some(Value::MemRef(view));
                }
            }
        }
        values
            .into_iter()
            .zip(types)
            .map(|(value, ty)| value.ok_or_else(|| impossible(ty)))
            .collect()
    }

    /// Puts what is given into the elements of a view, each of so many cells.
    fn fill(&mut self, view: &MemRef, unit: usize, supplied: &Supplied) {
        let Some(bits) = &supplied.bits else {
            return;
        };
        let cells = &mut self.memory.buffer_mut(view.buffer).cells;
        for (first, element) in view.cells().into_iter().zip(bits.chunks(unit.max(1))) {
            for (cell, &bits) in cells[first as usize..].iter_mut().zip(element) {
                *cell = (self.scalar)(bits);
            }
        }
    }

    /// A value that is no memref.
    fn value(&mut self, ty: &Type, supplied: &Supplied) -> Result<Value<V>, String> {
        let extents = match ty {
            Type::Tensor(tensor) => {
                let shape = tensor.shape.as_deref().ok_or_else(|| impossible(ty))?;
                self.extents(shape, supplied)
            }
            _ => Vec::new(),
        };
        let bits = match (&supplied.bits, ty) {
            (Some(bits), _) => bits.clone(),
            (None, Type::Index) => vec![self.size as u128],
            (None, _) => {
                let element = if matches!(ty, Type::Tensor(_)) {
                    ty.element()
                } else {
                    ty
                };
                let lanes = lanes(element).ok_or_else(|| impossible(ty))? as i64;
                let count = self.count(&[&extents[..], &[lanes]].concat(), ty)?;
                (0..count).map(|_| self.random.bits(element.element())).collect()
            }
        };
        let indices = || bits.iter().map(|&bits| bits as i64);
        let scalars = || bits.iter().map(|&bits| (self.scalar)(bits));
        match ty {
            Type::Tensor(_) => Ok(Value::Tensor(Tensor::new(&extents, scalars().collect()))),
            Type::Vector(vector) if vector.element == Type::Index => {
                Ok(Value::IndexVector(indices().collect()))
            }
            Type::Vector(_) => Ok(Value::Vector(scalars().collect())),
            Type::Index => Ok(Value::Index(indices().next().unwrap_or(0))),
            _ => scalars().next().map(Value::Scalar).ok_or_else(|| impossible(ty)),
        }
    }

    /// A view of a buffer of its own, and the cells of that buffer.
    fn laid_out(&self, ty: &Type, memref: &MemRefType, supplied: &Supplied) -> Result<(MemRef, i64), String> {
        let shape = memref.shape.as_deref().ok_or_else(|| impossible(ty))?;
        let is_strided = matches!(memref.layout, None | Some(Layout::Strided { .. }));
        if !is_strided || lanes(&memref.element).is_none() {
            return Err(impossible(ty));
        }
        let extents = self.extents(shape, supplied);
        let too_large = || format!("a value of type {ty} does not fit memory, or begins before its buffer");
        MemRef::laid_out(memref, &extents).ok_or_else(too_large)
    }

    fn extents(&self, shape: &[Dim], supplied: &Supplied) -> Vec<i64> {
        let given = |d: usize| {
            supplied
                .extents
                .as_ref()
                .and_then(|extents| extents.get(d).copied())
        };
        let extent = |(d, dim): (usize, &Dim)| dim.fixed().or_else(|| given(d)).unwrap_or(self.size);
        shape.iter().enumerate().map(extent).collect()
    }

    /// The product of extents, of a value of this type.
    fn count(&self, extents: &[i64], ty: &Type) -> Result<usize, String> {
        let count = extents
            .iter()
            .try_fold(1usize, |count, &n| count.checked_mul(usize::try_from(n).ok()?));
        let left = self.most - self.memory.live_cells().min(self.most);
        let count = count.filter(|&count| count <= left);
        count.ok_or_else(|| format!("a value of type {ty} does not fit memory"))
    }
}

/// Scalars of an element; `None` for a type of which no value can be made.
fn lanes(ty: &Type) -> Option<usize> {
    match ty {
        Type::Vector(vector) if is_scalar(&vector.element) => usize::try_from(vector.lanes()?).ok(),
        ty => is_scalar(ty).then_some(1),
    }
}

fn is_scalar(ty: &Type) -> bool {
    let known = matches!(ty, Type::Index | Type::Integer(_) | Type::Float(_));
    known && ty.bit_width().is_some_and(|width| width <= 128)
}

fn impossible(ty: &Type) -> String {
    format!("cannot make a value of type {ty}")
}
