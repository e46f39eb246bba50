//! Calls a compiled function whose signature is only known at run time.
//!
//! The calling convention of Linux on x86-64 passes integers and pointers, in their order, in six registers
//! and floats, in their order, in eight vector registers, whatever the order of the two kinds among one another;
//! what comes when the registers of its kind are full travels on the stack, in the order of both kinds. So one
//! signature with every register filled fits every function with at most [`MAX_STACKED`] arguments on the stack.

use anyhow::{Context, Result, bail};
use ovolo_lang::types::Type;

use crate::data::Argument;
use crate::globals::Global;
use crate::results::{Results, Slots};

/// Floats that travel in registers.
const REGISTER_FLOATS: usize = 8;
/// Words that travel in registers.
const REGISTER_WORDS: usize = 6;
/// Arguments of one call that travel on the stack.
pub const MAX_STACKED: usize = 66;
/// Those of a long signature; a longest holds all.
const LONG_STACKED: usize = 18;

/// A function of the C interface that `ovolo_lower` documents.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    address: usize,
}

/// The registers in which integers and floats are returned: those in which a struct of one of each is (System V ABI, 3.2.3).
#[repr(C)]
struct Both {
    word: u64,
    float: f64,
}

/// What a function is passed for a call of the kernel.
#[derive(Clone, Debug)]
pub enum Passed {
    /// What the kernel is passed, but for the arguments that it finds in global variables.
    Arguments(Vec<Global>),
    /// What a function with parameters of its own is, for a kernel that returns nothing.
    Own(Vec<Word>),
}

impl Default for Passed {
    fn default() -> Self {
        Passed::Arguments(Vec::new())
    }
}

impl Passed {
    pub(crate) fn globals(&self) -> &[Global] {
        match self {
            Passed::Arguments(globals) => globals,
            Passed::Own(_) => &[],
        }
    }
}

/// An argument of a function with parameters of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Integer(i64),
    /// The bits, in the low ones of the register.
    Float(u64),
    /// The address of so many bytes behind the start of a buffer among the arguments of the kernel.
    Address {
        argument: usize,
        offset: usize,
    },
}

/// Arguments in the registers and stack slots they travel in.
#[derive(Debug)]
pub struct Frame {
    words: [u64; REGISTER_WORDS],
    word_count: usize,
    floats: [f64; REGISTER_FLOATS],
    float_count: usize,
    stacked: [u64; MAX_STACKED],
    stacked_count: usize,
    /// Where results are written.
    pub results: Slots,
}

impl Function {
    /// # Safety
    /// The address is that of a function with the C interface of the kernel it is called as, and stays
    /// valid while the value is used.
    pub unsafe fn new(address: *const u8) -> Function {
        Function {
            address: address as usize,
        }
    }

    /// Calls a function; the frame keeps what it returns by value.
    ///
    /// # Safety
    /// The frame holds the arguments that the function expects.
    pub unsafe fn call(self, frame: &Frame) {
        // SAFETY: as the caller promises.
        let Both { word, float } = unsafe { self.apply::<Both>(frame) };
        frame.results.keep(word, float.to_bits());
    }

    /// Calls a function and returns the bits of its result, an `f32` or `f64`.
    ///
    /// # Safety
    /// As for [`Function::call`].
    pub unsafe fn call_for_float(self, frame: &Frame) -> u64 {
        // SAFETY: as the caller promises.
        unsafe { self.apply::<f64>(frame) }.to_bits()
    }

    /// A short frame travels in registers alone, which costs a call of a few nanoseconds less.
    unsafe fn apply<R>(self, frame: &Frame) -> R {
        // SAFETY: the address is that of a function, each signature fits it as long as it holds all of its
        // arguments, and the caller promises that the frame does.
        unsafe {
            match frame.stacked_count {
                0 => short::apply(
                    std::mem::transmute::<usize, short::Signature<R>>(self.address),
                    frame,
                ),
                1..=LONG_STACKED => long::apply(
                    std::mem::transmute::<usize, long::Signature<R>>(self.address),
                    frame,
                ),
                _ => longest::apply(
                    std::mem::transmute::<usize, longest::Signature<R>>(self.address),
                    frame,
                ),
            }
        }
    }
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            words: [0; REGISTER_WORDS],
            word_count: 0,
            floats: [0.0; REGISTER_FLOATS],
            float_count: 0,
            stacked: [0; MAX_STACKED],
            stacked_count: 0,
            results: Slots::default(),
        }
    }
}

impl Frame {
    /// The frame for these arguments. It points into their buffers.
    pub fn new(arguments: &mut [Argument]) -> Result<Frame> {
        Frame::without(arguments, &[])
    }

    /// The frame for these arguments but for those that the function finds in global variables.
    fn without(arguments: &mut [Argument], globals: &[Global]) -> Result<Frame> {
        let mut frame = Frame::default();
        for (place, argument) in arguments.iter_mut().enumerate() {
            match argument {
                _ if globals.iter().any(|global| global.argument == place) => {}
                Argument::Scalar {
                    ty: Type::Float(_),
                    bits,
                } => frame.push_float(*bits)?,
                Argument::Scalar { ty, bits } => frame.push_words([sign_extended(ty, *bits)])?,
                Argument::Buffer(buffer) => {
                    frame.push_words([buffer.pointer() as u64])?;
                    let extents = buffer.extents.iter().zip(&buffer.dynamic);
                    frame.push_words(extents.filter(|(_, dynamic)| **dynamic).map(|(n, _)| *n as u64))?;
                }
            }
        }
        Ok(frame)
    }

    /// The frame for words that may point into these arguments.
    fn of_words(arguments: &mut [Argument], words: &[Word]) -> Result<Frame> {
        let mut frame = Frame::default();
        for word in words {
            match *word {
                Word::Integer(value) => frame.push_words([value as u64])?,
                Word::Float(bits) => frame.push_float(bits)?,
                Word::Address { argument, offset } => match arguments.get_mut(argument) {
                    Some(Argument::Buffer(buffer)) if offset <= buffer.bytes().len() => {
                        frame.push_words([buffer.pointer() as u64 + offset as u64])?;
                    }
                    _ => bail!("argument {argument} is no buffer of {offset} bytes"),
                },
            }
        }
        Ok(frame)
    }

    /// The frame for these arguments of a function with these results.
    pub fn returning(arguments: &mut [Argument], passed: &Passed, results: &Results) -> Result<Frame> {
        let mut frame = match passed {
            Passed::Arguments(globals) => Frame::without(arguments, globals)?,
            Passed::Own(words) => Frame::of_words(arguments, words)?,
        };
        frame.results = Slots::of(results);
        let addresses: Vec<u64> = frame.results.addresses().collect();
        frame.push_words(addresses)?;
        Ok(frame)
    }

    /// Adds pointers or integers after those that are there.
    pub fn push_words(&mut self, words: impl IntoIterator<Item = u64>) -> Result<()> {
        for word in words {
            match self.words.get_mut(self.word_count) {
                Some(register) => {
                    *register = word;
                    self.word_count += 1;
                }
                None => self.push_on_stack(word)?,
            }
        }
        Ok(())
    }

    fn push_float(&mut self, bits: u64) -> Result<()> {
        match self.floats.get_mut(self.float_count) {
            Some(register) => {
                *register = f64::from_bits(bits);
                self.float_count += 1;
                Ok(())
            }
            None => self.push_on_stack(bits),
        }
    }

    fn push_on_stack(&mut self, bits: u64) -> Result<()> {
        let slot = self.stacked.get_mut(self.stacked_count).with_context(|| {
            format!(
                "a call with more than {MAX_STACKED} arguments beside those in registers is not supported"
            )
        })?;
        *slot = bits;
        self.stacked_count += 1;
        Ok(())
    }
}

/// Narrow integers are extended by the caller; `i1` is a `bool`, which is 0 or 1.
fn sign_extended(ty: &Type, bits: u64) -> u64 {
    match ty {
        Type::Integer(i) if (2..64).contains(&i.width) => {
            let shift = 64 - i.width;
            (((bits << shift) as i64) >> shift) as u64
        }
        _ => bits,
    }
}

macro_rules! place {
    ($n:literal $ty:ty) => {
        $ty
    };
}

/// A signature that fills this many places of each kind, and the call through it.
macro_rules! signature {
    ($name:ident; $($float:literal)*; $($word:literal)*; $($stacked:literal)*) => {
        mod $name {
            pub type Signature<R> =
                unsafe extern "C" fn($(place!($float f64),)* $(place!($word u64),)* $(place!($stacked u64),)*) -> R;

            pub unsafe fn apply<R>(function: Signature<R>, frame: &super::Frame) -> R {
                // SAFETY: as the caller promises.
                unsafe { function($(frame.floats[$float],)* $(frame.words[$word],)* $(frame.stacked[$stacked],)*) }
            }
        }
    };
}

signature!(short; 0 1 2 3 4 5 6 7; 0 1 2 3 4 5;);
signature!(long; 0 1 2 3 4 5 6 7; 0 1 2 3 4 5; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17);
signature!(longest; 0 1 2 3 4 5 6 7; 0 1 2 3 4 5;
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44
    45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Parameter, arguments};
    use ovolo_lang::types::Dim;

    extern "C" fn mixed(
        a: f32,
        p: *mut i32,
        n: i64,
        b: f64,
        flag: bool,
        small: i8,
        x: i64,
        y: i64,
        z: i64,
    ) -> f64 {
        // SAFETY: the test hands over a buffer of `n` elements.
        unsafe { *p = 7 };
        f64::from(a) + b + (n + x + y * 10 + z * 100) as f64 + f64::from(small) + f64::from(u8::from(flag))
    }

    #[test]
    fn every_kind_of_argument_arrives() {
        let buffer = Parameter::Buffer {
            element: Type::I32,
            extents: vec![Dim::Dynamic],
        };
        let mut arguments = arguments(&[buffer], 3, 1).expect("a buffer");
        let scalar = |ty, bits| Argument::Scalar { ty, bits };
        arguments.insert(0, scalar(Type::F32, u64::from(0.5f32.to_bits())));
        arguments.push(scalar(Type::F64, 0.25f64.to_bits()));
        arguments.push(scalar(Type::I1, 1));
        arguments.push(scalar(Type::integer(8), 0xff));
        arguments.extend([1, 2, 3].map(|n| scalar(Type::I64, n)));
        let frame = Frame::new(&mut arguments).expect("a frame");
        // SAFETY: the arguments are those of `mixed`.
        let result = unsafe { Function::new(mixed as *const u8).call_for_float(&frame) };
        assert_eq!(f64::from_bits(result), 0.75 + 3.0 + 321.0 - 1.0 + 1.0);
        assert!(matches!(&arguments[1], Argument::Buffer(b) if b.elements().next() == Some(7)));
    }

    #[test]
    fn a_function_is_passed_words_of_its_own() {
        let buffer = Parameter::Buffer {
            element: Type::I32,
            extents: vec![Dim::Fixed(4)],
        };
        let mut arguments = arguments(&[buffer], 1, 1).expect("a buffer");
        let mut words = vec![
            Word::Float(u64::from(0.5f32.to_bits())),
            Word::Address {
                argument: 0,
                offset: 8,
            },
            Word::Integer(3),
            Word::Float(0.25f64.to_bits()),
        ];
        words.extend([1, -1, 1, 2, 3].map(Word::Integer));
        let frame = Frame::returning(&mut arguments, &Passed::Own(words), &Results::default());
        // SAFETY: the words are the arguments of `mixed`.
        let result = unsafe { Function::new(mixed as *const u8).call_for_float(&frame.expect("a frame")) };
        assert_eq!(f64::from_bits(result), 0.75 + 3.0 + 321.0 - 1.0 + 1.0);
        assert!(matches!(&arguments[0], Argument::Buffer(b) if b.elements().nth(2) == Some(7)));
        let outside = [
            Word::Address {
                argument: 1,
                offset: 0,
            },
            Word::Address {
                argument: 0,
                offset: 17,
            },
        ];
        for word in outside {
            let passed = Passed::Own(vec![word]);
            assert!(Frame::returning(&mut arguments, &passed, &Results::default()).is_err());
        }
    }

    /// Two floats and two integers more than there are registers for, in turns.
    #[rustfmt::skip]
    extern "C" fn many(
        a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64,
        i: i64, j: i64, k: i64, l: i64, m: i64, n: i64,
        o: f32, p: i64, q: f64, r: i8,
    ) -> f64 {
        let floats = [a, b, c, d, e, f, g, h, f64::from(o), q];
        let integers = [i, j, k, l, m, n, p, i64::from(r)];
        let all = floats.into_iter().chain(integers.map(|n| n as f64));
        all.fold(0.0, |sum, x| sum * 3.0 + x)
    }

    /// The last of memrefs whose extents alone are more than a long signature holds.
    #[rustfmt::skip]
    extern "C" fn memrefs(
        _a: *mut f32, _: i64, _: i64, _: i64, _b: *mut f32, _: i64, _: i64, _: i64, _c: *mut f32, _: i64, _: i64, _: i64,
        _d: *mut f32, _: i64, _: i64, _: i64, _e: *mut f32, _: i64, _: i64, _: i64, _f: *mut f32, _: i64, _: i64, _: i64,
        _g: *mut f32, _: i64, _: i64, _: i64, h: *mut f32, l: i64, m: i64, n: i64, x: i64,
    ) -> f64 {
        // SAFETY: the test hands over a buffer of elements.
        unsafe { *h = 8.0 };
        (l + m * 10 + n * 100 + x * 1000) as f64
    }

    #[test]
    fn many_memrefs_are_passed() {
        let buffer = Parameter::Buffer {
            element: Type::F32,
            extents: vec![Dim::Dynamic; 3],
        };
        let mut arguments = arguments(&vec![buffer; 8], 3, 1).expect("buffers");
        arguments.push(Argument::Scalar {
            ty: Type::I64,
            bits: 5,
        });
        let frame = Frame::new(&mut arguments).expect("a frame");
        // SAFETY: the arguments are those of `memrefs`.
        let result = unsafe { Function::new(memrefs as *const u8).call_for_float(&frame) };
        assert_eq!(f64::from_bits(result), 5333.0);
        assert!(
            matches!(&arguments[7], Argument::Buffer(b) if b.elements().next() == Some(u64::from(8f32.to_bits())))
        );
        arguments.extend((0..40).map(|_| Argument::Scalar {
            ty: Type::I64,
            bits: 0,
        }));
        assert!(Frame::new(&mut arguments).is_err());
    }

    #[test]
    fn what_registers_do_not_hold_is_on_the_stack_in_order() {
        let float = |x: f64| Argument::Scalar {
            ty: Type::F64,
            bits: x.to_bits(),
        };
        let integer = |n: i64| Argument::Scalar {
            ty: Type::I64,
            bits: n as u64,
        };
        let mut arguments: Vec<Argument> = (0..8).map(|n| float(f64::from(n))).collect();
        arguments.extend((10..16).map(integer));
        arguments.push(Argument::Scalar {
            ty: Type::F32,
            bits: u64::from(0.5f32.to_bits()),
        });
        arguments.extend([integer(20), float(0.25)]);
        arguments.push(Argument::Scalar {
            ty: Type::integer(8),
            bits: 0xfe,
        });
        let frame = Frame::new(&mut arguments).expect("a frame");
        // SAFETY: the arguments are those of `many`.
        let result = unsafe { Function::new(many as *const u8).call_for_float(&frame) };
        let called = many(
            0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 10, 11, 12, 13, 14, 15, 0.5, 20, 0.25, -2,
        );
        assert_eq!(f64::from_bits(result), called);
    }
}
