//! Made-up arguments for the interpreter.

use ovolo_lang::interpret::{BufferId, Limits, MemRef, Memory, Scalar, Tensor, Value};
use ovolo_lang::types::{Dim, Layout, MemRefType, Type, VectorType};
use ovolo_timing::data::Random;

/// What values are made from.
pub struct Maker<'a> {
    pub random: Random,
    /// The value of dynamic extents and of `index` arguments.
    pub size: i64,
    pub memory: &'a mut Memory<Scalar>,
}

impl Maker<'_> {
    /// A value of the type, the same as a compiled function gets; the error says why there is none.
    pub fn value(&mut self, ty: &Type) -> Result<Value<Scalar>, String> {
        match ty {
            Type::Index => Ok(Value::Index(self.size)),
            Type::Vector(vector) => self.vector(ty, vector),
            Type::Tensor(tensor) => {
                let shape = tensor.shape.as_deref().ok_or_else(|| impossible(ty))?;
                let extents = self.extents(shape);
                let cells = self.elements(&extents, &tensor.element, ty)?;
                Ok(Value::Tensor(Tensor::new(&extents, cells)))
            }
            Type::MemRef(memref) => self.memref(ty, memref).map(Value::MemRef),
            _ if is_scalar(ty) => Ok(Value::Scalar(self.scalar(ty))),
            _ => Err(impossible(ty)),
        }
    }

    fn scalar(&mut self, ty: &Type) -> Scalar {
        Scalar::Bits(self.random.bits(ty))
    }

    fn vector(&mut self, ty: &Type, vector: &VectorType) -> Result<Value<Scalar>, String> {
        let lanes = self.elements(&[], ty, ty)?;
        Ok(match vector.element {
            Type::Index => {
                let bits = lanes.iter().map(|lane| lane.bits().unwrap_or(0) as i64);
                Value::IndexVector(bits.collect())
            }
            _ => Value::Vector(lanes),
        })
    }

    /// A view of a buffer of its own. A dynamic offset is zero, dynamic strides are those of a dense array.
    fn memref(&mut self, ty: &Type, memref: &MemRefType) -> Result<MemRef, String> {
        let shape = memref.shape.as_deref().ok_or_else(|| impossible(ty))?;
        let extents = self.extents(shape);
        let unit = lanes(&memref.element).ok_or_else(|| impossible(ty))? as i64;
        let mut view = MemRef::dense(BufferId::default(), &extents, unit);
        let mut span = extents.clone();
        match &memref.layout {
            None => {}
            Some(Layout::Strided { strides, offset }) if strides.len() == extents.len() => {
                let too_large = || "a buffer that does not fit memory".to_string();
                view.offset = offset
                    .fixed()
                    .unwrap_or(0)
                    .checked_mul(unit)
                    .ok_or_else(too_large)?;
                for (stride, dim) in view.strides.iter_mut().zip(strides) {
                    if let Dim::Fixed(n) = dim {
                        *stride = n.checked_mul(unit).ok_or_else(too_large)?;
                    }
                }
                span = vec![cells_up_to(&view, unit).ok_or_else(|| impossible(ty))? / unit];
            }
            Some(_) => return Err(impossible(ty)),
        }
        let cells = self.elements(&span, &memref.element, ty)?;
        view.buffer = self.memory.add_caller(cells);
        Ok(view)
    }

    fn extents(&self, shape: &[Dim]) -> Vec<i64> {
        shape.iter().map(|d| d.fixed().unwrap_or(self.size)).collect()
    }

    /// The scalars of so many elements.
    fn elements(&mut self, extents: &[i64], element: &Type, whole: &Type) -> Result<Vec<Scalar>, String> {
        let lanes = lanes(element).ok_or_else(|| impossible(whole))?;
        let count = extents
            .iter()
            .try_fold(lanes, |count, &n| count.checked_mul(usize::try_from(n).ok()?));
        let limit = Limits::default().cells - self.memory.live_cells().min(Limits::default().cells);
        let count = count.filter(|&count| count <= limit);
        let count = count.ok_or_else(|| format!("a value of type {whole} does not fit memory"))?;
        Ok((0..count).map(|_| self.scalar(element.element())).collect())
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

/// Cells from the start of the buffer to the end of the view; `None` if it begins before the buffer.
fn cells_up_to(view: &MemRef, unit: i64) -> Option<i64> {
    if view.offset < 0 || view.strides.iter().any(|&stride| stride < 0) {
        return None;
    }
    if view.sizes.contains(&0) {
        return Some(0);
    }
    let reach = |cell: i64, (&size, &stride): (&i64, &i64)| cell.checked_add((size - 1).checked_mul(stride)?);
    let last = view
        .sizes
        .iter()
        .zip(&view.strides)
        .try_fold(view.offset, reach)?;
    last.checked_add(unit)
}

fn impossible(ty: &Type) -> String {
    format!("cannot make a value of type {ty}")
}
