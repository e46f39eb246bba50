//! Results that a function returns or writes through pointers, and what becomes of memory that it returns.
//!
//! All results are written so, but for an only one that is no memref: that one is returned by value.

use std::cell::UnsafeCell;

use anyhow::{Result, bail};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, Type};

use crate::data::{Output, scalar_bytes};

/// What functions that are called alike return, or write through pointers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    all: Vec<Returned>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Returned {
    ByValue(Type),
    Scalar(Type),
    /// A row-major memref.
    Memory {
        element: Type,
        extents: Vec<Dim>,
        /// Whether the caller frees it.
        is_allocated: bool,
    },
}

/// Where one call after the other leaves its results.
#[derive(Debug, Default)]
pub struct Slots {
    results: Results,
    /// Of each result its value, or its pointer and then the extents that its type leaves open.
    words: Box<[UnsafeCell<u64>]>,
}

/// What fills memory before it is freed, so that nobody who gets it again finds results in it. Arbitrary.
const FILLER: u8 = 0xa5;

impl Results {
    /// The results of a function; an error for what is not known how to compare or to free.
    pub fn of(module: &Module, function: OpId) -> Result<Results> {
        let ty = module.op(function).attribute("function_type");
        let Some(Type::Function(ty)) = ty.and_then(Attribute::as_type) else {
            bail!("the function has no type");
        };
        if let [ty] = &ty.results[..]
            && ty.as_memref().is_none()
        {
            let is_known = scalar_bytes(ty).is_some();
            let all = is_known.then(|| Returned::ByValue(ty.clone()));
            return Ok(Results {
                all: all.into_iter().collect(),
            });
        }
        let body = module.single_block(function, 0);
        let end = body.and_then(|body| module.block(body).ops.last());
        let mut all = Vec::new();
        for (number, ty) in ty.results.iter().enumerate() {
            let Some(memref) = ty.as_memref() else {
                if scalar_bytes(ty).is_none() {
                    bail!("cannot compare a result of type {ty}");
                }
                all.push(Returned::Scalar(ty.clone()));
                continue;
            };
            let (Some(extents), None, Some(_)) =
                (&memref.shape, &memref.layout, scalar_bytes(&memref.element))
            else {
                bail!("cannot compare a result of type {ty}: only row-major memrefs of scalars are read");
            };
            let value = end.and_then(|&end| module.op(end).operands.get(number));
            let is_allocated = value.and_then(|&value| is_allocated(module, value));
            let Some(is_allocated) = is_allocated else {
                bail!("it returns memory of which it is not seen whether the caller frees it");
            };
            all.push(Returned::Memory {
                element: memref.element.clone(),
                extents: extents.clone(),
                is_allocated,
            });
        }
        Ok(Results { all })
    }
}

impl Slots {
    pub fn of(results: &Results) -> Slots {
        let words = results.all.iter().map(Returned::words).sum();
        Slots {
            results: results.clone(),
            words: (0..words).map(|_| UnsafeCell::new(0)).collect(),
        }
    }

    /// The addresses that a function is called with, in their order after its parameters.
    pub fn addresses(&self) -> impl Iterator<Item = u64> + '_ {
        let is_by_value = self.by_value().is_some();
        let written = self.words.iter().filter(move |_| !is_by_value);
        written.map(|word| word.get() as u64)
    }

    fn by_value(&self) -> Option<&Type> {
        match self.results.all.as_slice() {
            [Returned::ByValue(ty)] => Some(ty),
            _ => None,
        }
    }

    /// Keeps what a call has returned by value, if it has: the bits of the register for integers or of that for floats.
    pub(crate) fn keep(&self, word: u64, float: u64) {
        if let Some(ty) = self.by_value() {
            let bits = match ty {
                Type::Float(_) => float,
                _ => word,
            };
            // SAFETY: nobody else uses the slots.
            unsafe { *self.words[0].get() = bits }
        }
    }

    /// What the last call has returned.
    ///
    /// # Safety
    /// The slots hold nothing, or what a function with these results has written.
    pub unsafe fn outputs(&self) -> Vec<Output<'_>> {
        let outputs = self.each().filter_map(|(returned, words)| {
            let (element, length) = match returned {
                Returned::ByValue(ty) | Returned::Scalar(ty) => (ty, 1),
                Returned::Memory { element, extents, .. } => (element, elements(extents, &words[1..])),
            };
            let width = scalar_bytes(element)?;
            let pointer = match returned {
                Returned::ByValue(_) | Returned::Scalar(_) => words.as_ptr().cast::<u8>(),
                Returned::Memory { .. } => words[0] as *const u8,
            };
            // SAFETY: as the caller promises; an array that is freed or was never there is not read.
            let bytes = match pointer.is_null() {
                true => &[][..],
                false => unsafe { std::slice::from_raw_parts(pointer, length * width) },
            };
            Some(Output { element, bytes })
        });
        outputs.collect()
    }

    /// Frees what the last call has returned for its caller to free.
    ///
    /// # Safety
    /// As for [`Slots::outputs`].
    pub unsafe fn free(&self) {
        let mut first = 0;
        for (number, returned) in self.results.all.iter().enumerate() {
            let slot = self.words[first].get();
            // SAFETY: nobody else uses the slots.
            let pointer = unsafe { *slot } as *mut libc::c_void;
            let is_freed = self.pointers_before(number).any(|other| other == pointer as u64);
            if matches!(
                returned,
                Returned::Memory {
                    is_allocated: true,
                    ..
                }
            ) && !is_freed
            {
                // SAFETY: as the caller promises; none is freed twice, and `free` takes a null pointer.
                unsafe { libc::free(pointer) };
            }
            first += returned.words();
        }
        self.words.iter().for_each(|word| {
            // SAFETY: as above.
            unsafe { *word.get() = 0 }
        });
    }

    /// The same, and makes sure that nobody finds the results in the memory.
    ///
    /// # Safety
    /// As for [`Slots::outputs`].
    pub unsafe fn forget(&self) {
        // SAFETY: as the caller promises.
        unsafe {
            for (output, (returned, words)) in self.outputs().iter().zip(self.each()) {
                if let Returned::Memory {
                    is_allocated: true, ..
                } = returned
                {
                    (words[0] as *mut u8).write_bytes(FILLER, output.bytes.len());
                }
            }
            self.free();
        }
    }

    /// Each result with its words.
    fn each(&self) -> impl Iterator<Item = (&Returned, &[u64])> {
        let mut first = 0;
        self.results.all.iter().map(move |returned| {
            let words = &self.words[first..first + returned.words()];
            first += words.len();
            // SAFETY: a cell has the layout of what is in it, and no call is under way.
            let words = unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<u64>(), words.len()) };
            (returned, words)
        })
    }

    fn pointers_before(&self, number: usize) -> impl Iterator<Item = u64> {
        let memory = |(returned, words): (&Returned, &[u64])| match returned {
            Returned::Memory {
                is_allocated: true, ..
            } => Some(words[0]),
            _ => None,
        };
        self.each().take(number).filter_map(memory)
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        // SAFETY: who calls a function with the slots promises that they hold its results.
        unsafe { self.free() };
    }
}

impl Returned {
    fn words(&self) -> usize {
        match self {
            Returned::ByValue(_) | Returned::Scalar(_) => 1,
            Returned::Memory { extents, .. } => 1 + extents.iter().filter(|e| **e == Dim::Dynamic).count(),
        }
    }
}

/// Whether memory is allocated, and not an argument; `None` where that is not seen. The pointer of a view without a layout is that
/// of what it shows.
fn is_allocated(module: &Module, mut value: ValueId) -> Option<bool> {
    loop {
        let ValueDef::Result { op, .. } = module.value(value).def else {
            return Some(false);
        };
        let op = module.op(op);
        match op.code()? {
            OpCode::MemRefAlloc => return Some(true),
            OpCode::MemRefCast
            | OpCode::MemRefReinterpretCast
            | OpCode::MemRefReshape
            | OpCode::MemRefCollapseShape
            | OpCode::MemRefExpandShape => value = *op.operands.first()?,
            // Behind the memory and in front of the extents is how many bytes it starts later.
            OpCode::MemRefView if module.as_constant(op.operands[1]) == Some(0) => value = op.operands[0],
            _ => return None,
        }
    }
}

/// How many elements an array has whose open extents are these.
fn elements(extents: &[Dim], open: &[u64]) -> usize {
    let mut open = open.iter();
    let extents = extents.iter().map(|extent| match extent {
        Dim::Fixed(n) => *n as usize,
        Dim::Dynamic => open.next().map_or(0, |&n| n as usize),
    });
    extents.fold(1, usize::saturating_mul)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::{Frame, Function, Passed};
    use crate::data::{arguments, parameters};
    use ovolo_lang::parse::parse_module;

    const TEXT: &str =
        "func.func @f(%n: index, %A: memref<?xf32>) -> (memref<?xi32>, index, memref<?xi32>, memref<?xf32>) {
      %r = memref.alloc(%n) : memref<?xi32>
      return %r, %n, %r, %A : memref<?xi32>, index, memref<?xi32>, memref<?xf32>
    }";

    #[allow(clippy::too_many_arguments)]
    unsafe extern "C" fn f(
        n: i64,
        a: *mut f32,
        a0: i64,
        r: *mut *mut i32,
        r0: *mut i64,
        number: *mut i64,
        s: *mut *mut i32,
        s0: *mut i64,
        b: *mut *mut f32,
        b0: *mut i64,
    ) {
        // SAFETY: the test calls it with a slot for each word.
        unsafe {
            let made = libc::malloc(n as usize * 4).cast::<i32>();
            (0..n).for_each(|i| made.add(i as usize).write(i as i32));
            (*r, *r0, *number, *s, *s0, *b, *b0) = (made, n, n, made, n, a, a0);
        }
    }

    unsafe extern "C" fn half(n: i64) -> f32 {
        n as f32 / 2.0
    }

    unsafe extern "C" fn is_odd(n: i64) -> bool {
        n % 2 == 1
    }

    #[test]
    fn a_result_by_value_is_read() {
        let functions = [("f32", half as *const u8), ("i1", is_odd as *const u8)];
        let returned = functions.map(|(ty, address)| {
            let text = format!("func.func private @f(%n: index) -> {ty} {{ llvm.unreachable }}");
            let module = parse_module(&text).expect("a module");
            let function = module.functions().next().expect("a function");
            let results = Results::of(&module, function).expect("results");
            let parameters = parameters(&module, function).expect("parameters");
            let mut arguments = arguments(&parameters, 3, 1).expect("arguments");
            let frame = Frame::returning(&mut arguments, &Passed::default(), &results).expect("a frame");
            // SAFETY: the functions have these signatures.
            unsafe { Function::new(address).call(&frame) };
            // SAFETY: as above.
            unsafe { frame.results.outputs()[0].bytes.to_vec() }
        });
        assert_eq!(returned, [1.5f32.to_le_bytes().to_vec(), vec![1]]);
    }

    #[test]
    fn results_are_read_and_freed_once() {
        let module = parse_module(TEXT).expect("a module");
        let function = module.functions().next().expect("a function");
        let results = Results::of(&module, function).expect("results");
        let parameters = parameters(&module, function).expect("parameters");
        let mut arguments = arguments(&parameters, 3, 1).expect("arguments");
        let frame = Frame::returning(&mut arguments, &Passed::default(), &results).expect("a frame");
        // SAFETY: the function has this signature.
        let function = unsafe { Function::new(f as *const u8) };
        for _ in 0..1000 {
            // SAFETY: as above.
            unsafe {
                frame.results.forget();
                function.call(&frame);
            }
            // SAFETY: as above.
            let outputs = unsafe { frame.results.outputs() };
            let numbers: Vec<u8> = (0..3i32).flat_map(i32::to_le_bytes).collect();
            assert_eq!(outputs[0].bytes, numbers);
            assert_eq!(outputs[1].bytes, 3u64.to_le_bytes());
            assert_eq!(outputs[2].bytes, numbers);
            assert_eq!(outputs[3].bytes.len(), 12);
        }
    }

    #[test]
    fn shapes_given_to_memory_are_memory() {
        let returned = |shift: i64| {
            let text = format!(
                "func.func @f(%n: index, %s: memref<1xindex>) -> memref<?xf32> {{
                  %shift = arith.constant {shift} : index
                  %bytes = memref.alloc() : memref<64xi8>
                  %rows = memref.view %bytes[%shift][%n] : memref<64xi8> to memref<?x2xf32>
                  %r = memref.reshape %rows(%s) : (memref<?x2xf32>, memref<1xindex>) -> memref<?xf32>
                  return %r : memref<?xf32>
                }}"
            );
            let module = parse_module(&text).expect("a module");
            let function = module.functions().next().expect("a function");
            Results::of(&module, function)
        };
        assert!(returned(0).is_ok());
        assert!(returned(4).is_err());
    }

    #[test]
    fn what_is_not_known_to_be_free_is_refused() {
        let text = "memref.global \"private\" constant @g : memref<2xf32> = dense<1.0>
            func.func @f() -> memref<2xf32> {
              %g = memref.get_global @g : memref<2xf32>
              return %g : memref<2xf32>
            }";
        let module = parse_module(text).expect("a module");
        let function = module.functions().next().expect("a function");
        assert!(Results::of(&module, function).is_err());
    }
}
