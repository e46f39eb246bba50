//! Deterministic arguments for a kernel: aligned buffers, filled from a seed.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;

use anyhow::{Result, bail};
use ovolo_lang::attribute::{Attribute, FloatValue};
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::types::{Dim, FloatKind, Type};

/// What a function wants for one argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    Scalar(Type),
    /// A row-major memref.
    Buffer {
        element: Type,
        extents: Vec<Dim>,
    },
}

/// One argument with its value.
#[derive(Debug)]
pub enum Argument {
    /// The bits of the scalar, zero-extended.
    Scalar {
        ty: Type,
        bits: u64,
    },
    Buffer(Buffer),
}

/// The elements of a memref, row-major, in memory of its own.
#[derive(Debug)]
pub struct Buffer {
    pub element: Type,
    pub extents: Vec<i64>,
    /// Which extents are handed over beside the pointer.
    pub dynamic: Vec<bool>,
    memory: Memory,
    initial: Vec<u8>,
}

/// The elements of something that a function has computed.
#[derive(Clone, Copy, Debug)]
pub struct Output<'a> {
    pub element: &'a Type,
    pub bytes: &'a [u8],
}

/// The parameters of a function; an error for one that has no C form a caller could fill.
pub fn parameters(module: &Module, function: OpId) -> Result<Vec<Parameter>> {
    let ty = module
        .op(function)
        .attribute("function_type")
        .and_then(Attribute::as_type);
    let Some(Type::Function(ty)) = ty else {
        bail!("the function has no type");
    };
    ty.inputs.iter().map(parameter).collect()
}

fn parameter(ty: &Type) -> Result<Parameter> {
    let Some(memref) = ty.as_memref() else {
        if scalar_bytes(ty).is_none() {
            bail!("cannot make a value of type {ty}");
        }
        return Ok(Parameter::Scalar(ty.clone()));
    };
    match (&memref.shape, &memref.layout) {
        (Some(shape), None) if scalar_bytes(&memref.element).is_some() => Ok(Parameter::Buffer {
            element: memref.element.clone(),
            extents: shape.clone(),
        }),
        _ => bail!("cannot make a buffer of type {ty}: only row-major memrefs of scalars are filled"),
    }
}

/// Bytes of a scalar that can be generated.
pub(crate) fn scalar_bytes(ty: &Type) -> Option<usize> {
    let known = match ty {
        Type::Index => true,
        Type::Integer(i) => matches!(i.width, 1 | 8 | 16 | 32 | 64),
        Type::Float(kind) => matches!(
            kind,
            FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64
        ),
        _ => false,
    };
    known.then(|| ty.byte_size().map(|n| n as usize)).flatten()
}

/// Arguments from a seed. Floats lie in -1 .. 1, integers have random bits; every `index` argument and
/// every dynamic extent is `size`.
pub fn arguments(parameters: &[Parameter], size: i64, seed: u64) -> Result<Vec<Argument>> {
    let mut random = Random::new(seed);
    parameters
        .iter()
        .map(|parameter| {
            Ok(match parameter {
                Parameter::Scalar(Type::Index) => Argument::Scalar {
                    ty: Type::Index,
                    bits: size as u64,
                },
                Parameter::Scalar(ty) => Argument::Scalar {
                    ty: ty.clone(),
                    bits: random.scalar(ty),
                },
                Parameter::Buffer { element, extents } => {
                    Argument::Buffer(Buffer::random(element, extents, size, &mut random)?)
                }
            })
        })
        .collect()
}

impl Buffer {
    fn random(element: &Type, extents: &[Dim], size: i64, random: &mut Random) -> Result<Buffer> {
        let given = vec![size; extents.len()];
        let mut buffer = Buffer::zeroed(element, extents, &given)?;
        let width = scalar_bytes(element).unwrap_or(8);
        for slot in buffer.memory.bytes_mut().chunks_exact_mut(width) {
            slot.copy_from_slice(&random.scalar(element).to_le_bytes()[..width]);
        }
        buffer.keep();
        Ok(buffer)
    }

    /// A buffer of zeros; a dynamic extent is the one `given` in its place.
    pub fn zeroed(element: &Type, extents: &[Dim], given: &[i64]) -> Result<Buffer> {
        let dynamic = extents.iter().map(|e| *e == Dim::Dynamic).collect();
        let extents = extents.iter().zip(given);
        let extents: Vec<i64> = extents.map(|(e, &given)| e.fixed().unwrap_or(given)).collect();
        let width = scalar_bytes(element).unwrap_or(8);
        let bytes = extents
            .iter()
            .try_fold(width, |bytes, &n| bytes.checked_mul(usize::try_from(n).ok()?))
            .filter(|&bytes| bytes <= 1 << 36);
        let Some(bytes) = bytes else {
            bail!("a buffer of extents {extents:?} does not fit memory");
        };
        Ok(Buffer {
            element: element.clone(),
            extents,
            dynamic,
            memory: Memory::zeroed(bytes),
            initial: vec![0; bytes],
        })
    }

    /// Takes the contents for those that the buffer had first.
    pub fn keep(&mut self) {
        self.initial.copy_from_slice(self.memory.bytes());
    }

    /// Fills the buffer with what it had first.
    pub fn restore(&mut self) {
        self.memory.bytes_mut().copy_from_slice(&self.initial);
    }

    /// Moves the elements to where touching what lies further beyond them than a page ends the process. The memory is never given
    /// back.
    pub(crate) fn fence(&mut self) {
        if let Some(fenced) = self.memory.fenced() {
            self.memory = fenced;
        }
    }

    pub fn bytes(&self) -> &[u8] {
        self.memory.bytes()
    }

    /// Puts these bits into the elements, row-major.
    pub fn fill(&mut self, bits: impl Iterator<Item = u64>) {
        let width = scalar_bytes(&self.element).unwrap_or(8);
        for (slot, bits) in self.memory.bytes_mut().chunks_exact_mut(width).zip(bits) {
            slot.copy_from_slice(&bits.to_le_bytes()[..width]);
        }
    }

    /// Whether the contents differ from what the buffer had first.
    pub fn is_changed(&self) -> bool {
        self.bytes() != self.initial
    }

    pub fn pointer(&mut self) -> *mut u8 {
        self.memory.pointer.as_ptr()
    }

    pub fn output(&self) -> Output<'_> {
        Output {
            element: &self.element,
            bytes: self.bytes(),
        }
    }

    /// The bits of each element, row-major, zero-extended.
    pub fn elements(&self) -> impl Iterator<Item = u64> + '_ {
        self.output().elements()
    }

    /// Elements as floats, for a comparison with a tolerance; `None` for a buffer of integers.
    pub fn floats(&self) -> Option<Vec<f64>> {
        self.output().floats()
    }
}

impl<'a> Output<'a> {
    /// Elements as floats; `None` for integers.
    pub fn floats(self) -> Option<Vec<f64>> {
        let Type::Float(kind) = *self.element else {
            return None;
        };
        let convert = |bits: u64| match kind {
            FloatKind::F32 => f64::from(f32::from_bits(bits as u32)),
            FloatKind::F64 => f64::from_bits(bits),
            kind => FloatValue {
                bits: bits.into(),
                kind,
            }
            .to_f64(),
        };
        Some(self.elements().map(convert).collect())
    }

    fn elements(self) -> impl Iterator<Item = u64> + use<'a> {
        let width = scalar_bytes(self.element).unwrap_or(8);
        self.bytes.chunks_exact(width).map(move |chunk| {
            let mut bits = [0; 8];
            bits[..width].copy_from_slice(chunk);
            u64::from_le_bytes(bits)
        })
    }
}

/// Bytes aligned for vectors, in huge pages where the system has them. Behind them lies a page of nobody's: a little beyond its
/// arrays a program may go that made-up data do not fit.
#[derive(Debug)]
struct Memory {
    pointer: NonNull<u8>,
    /// `None` where it is never given back.
    layout: Option<Layout>,
    length: usize,
}

const PAGE: usize = 4 << 10;
const HUGE_PAGE: usize = 2 << 20;

/// Bytes before and behind fenced memory that nothing may touch.
const FENCE: usize = 64 << 10;

impl Memory {
    fn zeroed(length: usize) -> Memory {
        let (size, align) = if length < HUGE_PAGE {
            (length + PAGE, 64)
        } else {
            ((length + PAGE).next_multiple_of(HUGE_PAGE), HUGE_PAGE)
        };
        let layout = Layout::from_size_align(size, align).expect("a size that was checked");
        // SAFETY: the size is not zero.
        let Some(pointer) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
            handle_alloc_error(layout);
        };
        if align == HUGE_PAGE {
            // SAFETY: the range was just allocated; the advice changes no contents. That it may be
            // refused changes only speed.
            unsafe { libc::madvise(pointer.as_ptr().cast(), size, libc::MADV_HUGEPAGE) };
        }
        Memory {
            pointer,
            layout: Some(layout),
            length,
        }
    }

    /// The same bytes, where touching what lies beyond the page behind them ends the process; never given back. `None` where the
    /// system refuses.
    fn fenced(&self) -> Option<Memory> {
        let inside = (self.length + PAGE).next_multiple_of(PAGE);
        // SAFETY: the mapping is new, and only what lies inside of it is opened and written.
        unsafe {
            let anywhere = std::ptr::null_mut();
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let start = libc::mmap(anywhere, inside + 2 * FENCE, libc::PROT_NONE, flags, -1, 0);
            if start == libc::MAP_FAILED {
                return None;
            }
            let first = start.cast::<u8>().add(FENCE);
            if libc::mprotect(first.cast(), inside, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                return None;
            }
            self.pointer.as_ptr().copy_to_nonoverlapping(first, self.length);
            Some(Memory {
                pointer: NonNull::new(first)?,
                layout: None,
                length: self.length,
            })
        }
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: `length` initialised bytes belong to this value.
        unsafe { std::slice::from_raw_parts(self.pointer.as_ptr(), self.length) }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `bytes`, and the borrow is unique.
        unsafe { std::slice::from_raw_parts_mut(self.pointer.as_ptr(), self.length) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(layout) = self.layout {
            // SAFETY: allocated with this layout.
            unsafe { dealloc(self.pointer.as_ptr(), layout) }
        }
    }
}

/// SplitMix64: small, fast and the same everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn scalar(&mut self, ty: &Type) -> u64 {
        self.bits(ty) as u64
    }

    /// The bits of a scalar: a float in -1 .. 1, or an integer of any bits.
    pub fn bits(&mut self, ty: &Type) -> u128 {
        let random = self.next();
        // 24 random bits are exact in `f32` and `f64`.
        let unit = ((random >> 40) as f64 / f64::from(1 << 23)) - 1.0;
        match ty {
            // What the machine has converts at once.
            Type::Float(FloatKind::F64) => u128::from(unit.to_bits()),
            Type::Float(FloatKind::F32) => u128::from((unit as f32).to_bits()),
            Type::Float(kind) => FloatValue::from_f64(unit, *kind).bits,
            Type::Integer(i) if i.width < 64 => u128::from(random & ((1 << i.width) - 1)),
            Type::Integer(i) if i.width > 64 => {
                let wide = u128::from(random) << 64 | u128::from(self.next());
                wide >> (128 - i.width.min(128))
            }
            _ => u128::from(random),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_data_every_time() {
        let parameters = [
            Parameter::Scalar(Type::F64),
            Parameter::Buffer {
                element: Type::F32,
                extents: vec![Dim::Fixed(3), Dim::Dynamic],
            },
        ];
        let made = || arguments(&parameters, 5, 1).expect("arguments");
        let (Argument::Buffer(a), Argument::Buffer(b)) = (&made()[1], &made()[1]) else {
            panic!("the second argument is a buffer");
        };
        assert_eq!(a.bytes(), b.bytes());
        assert_eq!(a.extents, [3, 5]);
        assert!(
            a.floats()
                .expect("floats")
                .iter()
                .all(|x| (-1.0..1.0).contains(x))
        );
    }

    #[test]
    fn a_buffer_is_restored() {
        let parameter = Parameter::Buffer {
            element: Type::I32,
            extents: vec![Dim::Fixed(700_000)],
        };
        let Argument::Buffer(mut buffer) = arguments(&[parameter], 1, 1).expect("arguments").remove(0) else {
            panic!("a buffer");
        };
        let before = buffer.bytes().to_vec();
        assert_eq!(buffer.pointer() as usize % HUGE_PAGE, 0);
        buffer.memory.bytes_mut().fill(0);
        buffer.restore();
        assert_eq!(buffer.bytes(), before);
    }

    #[test]
    fn an_empty_buffer_has_no_elements() {
        let parameter = Parameter::Buffer {
            element: Type::F64,
            extents: vec![Dim::Fixed(0)],
        };
        let made = arguments(&[parameter], 1, 1).expect("arguments");
        assert!(matches!(&made[0], Argument::Buffer(b) if b.elements().count() == 0));
    }
}
