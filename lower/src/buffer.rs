//! What is passed to a compiled function.

use ovolo_lang::attribute::FloatValue;
use ovolo_lang::types::{FloatKind, Type};

/// A scalar argument or result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An `index` or an integer of up to 64 bits. A result of type `i1` is 0 or 1, any other is
    /// sign-extended.
    Int(i64),
    Float(FloatValue),
}

/// Elements in row-major order, aligned as a cache line.
#[derive(Clone, Debug)]
pub struct Buffer {
    element: Type,
    shape: Vec<i64>,
    /// Whole cache lines, so that the allocation is aligned.
    lines: Vec<Line>,
    bytes: usize,
}

#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
struct Line([u8; 64]);

/// An argument of [`Jit::call`](crate::Jit::call).
#[derive(Debug)]
pub enum Argument<'a> {
    Scalar(Scalar),
    /// All of a buffer, row-major.
    Buffer(&'a mut Buffer),
    /// A part of a buffer.
    View(&'a mut Buffer, View),
}

/// Where the elements of a memref lie, counted in elements from where its pointer is to: that with the indices
/// `(i, …)` is at `offset + i * strides[0] + …`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    pub offset: i64,
    pub sizes: Vec<i64>,
    pub strides: Vec<i64>,
}

/// What a compiled function returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Returned {
    Scalar(Scalar),
    /// A memref, which may be of the caller's own, of a buffer that the function has allocated, or of a global.
    MemRef(ReturnedMemRef),
}

/// A memref that a compiled function returns.
#[derive(Clone, Debug, PartialEq)]
pub struct ReturnedMemRef {
    /// Where offsets count from.
    pub(crate) address: usize,
    pub element: Type,
    pub view: View,
}

impl ReturnedMemRef {
    /// The bytes of the elements, in row-major order; `None` where they do not fit memory, or the view has negative sizes.
    ///
    /// # Safety
    /// What the memref is of is allocated still, and every element lies inside it.
    pub unsafe fn bytes(&self) -> Option<Vec<u8>> {
        let size = usize::try_from(self.element.byte_size()?).ok()?;
        let buffer = Buffer::zeros(self.element.clone(), &self.view.sizes)?;
        let mut bytes = Vec::with_capacity(buffer.bytes);
        self.view.each(|position| {
            let address = self.address as i64 + position * size as i64;
            // SAFETY: as the caller promises.
            bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(address as *const u8, size) });
        });
        Some(bytes)
    }
}

impl View {
    /// All of a row-major buffer of this shape.
    pub fn row_major(sizes: &[i64]) -> View {
        let mut strides = vec![1i64; sizes.len()];
        for i in (1..sizes.len()).rev() {
            strides[i - 1] = strides[i].saturating_mul(sizes[i]);
        }
        View {
            offset: 0,
            sizes: sizes.to_vec(),
            strides,
        }
    }

    /// Hands over where each element is, in row-major order.
    pub fn each(&self, mut found: impl FnMut(i64)) {
        if self.sizes.iter().any(|&size| size <= 0) {
            return;
        }
        let mut indices = vec![0i64; self.sizes.len()];
        loop {
            let steps = indices.iter().zip(&self.strides).map(|(i, stride)| i * stride);
            found(self.offset + steps.sum::<i64>());
            let Some(d) = (0..indices.len()).rev().find(|&d| indices[d] + 1 < self.sizes[d]) else {
                return;
            };
            indices[d] += 1;
            indices[d + 1..].fill(0);
        }
    }
}

/// A type of Rust that has the layout of an element type.
///
/// # Safety
/// Every bit pattern of the element type is a value of `Self`, and the sizes agree.
pub unsafe trait Element: Copy {
    /// Whether values of the Rust type are elements of the type of MLIR.
    fn matches(ty: &Type) -> bool;
}

macro_rules! elements {
    ($($rust:ty: $($ty:pat_param)|+ => $guard:expr;)*) => {$(
        // SAFETY: integers and floats of the same size, for which all patterns are values.
        unsafe impl Element for $rust {
            fn matches(ty: &Type) -> bool {
                let width = ty.bit_width().map_or(0, |w| w.div_ceil(8).next_power_of_two() * 8);
                matches!(ty, $($ty)|+) && width == $guard
            }
        }
    )*};
}

elements! {
    f32: Type::Float(FloatKind::F32) => 32;
    f64: Type::Float(FloatKind::F64) => 64;
    u8: Type::Integer(_) => 8;
    i8: Type::Integer(_) => 8;
    u16: Type::Integer(_) | Type::Float(_) => 16;
    i16: Type::Integer(_) => 16;
    u32: Type::Integer(_) | Type::Float(_) => 32;
    i32: Type::Integer(_) => 32;
    u64: Type::Integer(_) | Type::Index | Type::Float(_) => 64;
    i64: Type::Integer(_) | Type::Index => 64;
}

impl Buffer {
    /// Zeros; `None` when the element type is no scalar of at most 16 bytes or the size does not fit
    /// memory.
    pub fn zeros(element: Type, shape: &[i64]) -> Option<Buffer> {
        let size = usize::try_from(element.byte_size()?).ok()?;
        let bytes = shape.iter().try_fold(size, |bytes, &extent| {
            bytes
                .checked_mul(usize::try_from(extent).ok()?)
                .filter(|b| *b <= isize::MAX as usize / 2)
        })?;
        let mut lines = Vec::new();
        lines.try_reserve_exact(bytes.div_ceil(64)).ok()?;
        lines.resize(bytes.div_ceil(64), Line([0; 64]));
        Some(Buffer {
            element,
            shape: shape.to_vec(),
            lines,
            bytes,
        })
    }

    /// A buffer of `values`; `None` when they are not as many as the shape says, or not of the element
    /// type.
    pub fn from_values<T: Element>(element: Type, shape: &[i64], values: &[T]) -> Option<Buffer> {
        let mut buffer = Buffer::zeros(element, shape)?;
        let slots = buffer.values_mut::<T>()?;
        if slots.len() != values.len() {
            return None;
        }
        slots.copy_from_slice(values);
        Some(buffer)
    }

    /// The type of the elements.
    pub fn element(&self) -> &Type {
        &self.element
    }

    /// The extents, in elements.
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// The elements in row-major order, as bytes in the order of the machine.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: `lines` holds at least `bytes` initialised bytes.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.bytes) }
    }

    /// As [`Buffer::bytes`], to be changed.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `bytes`.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.bytes) }
    }

    /// The elements; `None` when `T` is not the element type.
    pub fn values<T: Element>(&self) -> Option<&[T]> {
        T::matches(&self.element).then(|| {
            let count = self.bytes / size_of::<T>();
            // SAFETY: `Element` says that the layouts agree; lines are aligned for every element.
            unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), count) }
        })
    }

    /// The elements, to be changed; `None` where they are of another type.
    pub fn values_mut<T: Element>(&mut self) -> Option<&mut [T]> {
        T::matches(&self.element).then(|| {
            let count = self.bytes / size_of::<T>();
            // SAFETY: as in `values`.
            unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), count) }
        })
    }

    pub(crate) fn pointer(&mut self) -> *mut u8 {
        self.lines.as_mut_ptr().cast()
    }
}

impl From<i64> for Scalar {
    fn from(value: i64) -> Scalar {
        Scalar::Int(value)
    }
}

impl From<f32> for Scalar {
    fn from(value: f32) -> Scalar {
        Scalar::Float(FloatValue::f32(value))
    }
}

impl From<f64> for Scalar {
    fn from(value: f64) -> Scalar {
        Scalar::Float(FloatValue::f64(value))
    }
}

impl<'a, T: Into<Scalar>> From<T> for Argument<'a> {
    fn from(value: T) -> Argument<'a> {
        Argument::Scalar(value.into())
    }
}

impl<'a> From<&'a mut Buffer> for Argument<'a> {
    fn from(buffer: &'a mut Buffer) -> Argument<'a> {
        Argument::Buffer(buffer)
    }
}
