//! The arguments of a run, in the interpreter and as machine code.

use ovolo_lang::fp::FpModel;
use ovolo_lang::interpret::{self, Concrete, MemRef, Memory, Scalar, Value};
use ovolo_lang::ir::Module;
use ovolo_lang::types::Type;
use ovolo_lower::{Argument, Buffer, Jit};

use crate::program::Data;
use crate::random::Random;
use crate::subject::Subject;

/// The cells of each buffer; `None` where nothing was ever written.
pub type Cells = Vec<Vec<Option<u64>>>;

/// The arguments of one run.
pub struct Input {
    data: Data,
    shapes: Vec<Vec<i64>>,
    /// The buffer and the first cell of each array.
    places: Vec<(usize, i64)>,
    buffers: Vec<Vec<u64>>,
    scalar: u64,
    sizes: [i64; 2],
    pub overlap: Overlap,
    /// Whether the data are small integers and the sign of zero is no matter.
    exact: bool,
}

/// What the arrays that may overlap do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    None,
    /// They lie in one buffer, some elements apart.
    Some,
    /// Those of one type are the same.
    Same,
}

impl Input {
    pub fn new(
        subject: &Subject,
        sizes: [i64; 2],
        overlap: Overlap,
        exact: bool,
        random: &mut Random,
    ) -> Input {
        let mut places: Vec<(usize, i64)> = Vec::new();
        let mut lengths: Vec<i64> = Vec::new();
        let mut one = None;
        for (n, array) in subject.arrays.iter().enumerate() {
            let length = array.shape.iter().product::<i64>();
            if overlap == Overlap::Same && array.shared != n {
                places.push(places[array.shared]);
            } else if overlap == Overlap::Some && !array.no_alias {
                let buffer = *one.get_or_insert_with(|| {
                    lengths.push(0);
                    lengths.len() - 1
                });
                let offset = random.pick(&[0, 0, 1, 3]);
                lengths[buffer] = lengths[buffer].max(offset + length);
                places.push((buffer, offset));
            } else {
                lengths.push(length);
                places.push((lengths.len() - 1, 0));
            }
        }
        let data = subject.data;
        let all = u64::MAX >> (64 - 8 * data.bytes());
        let mut value = || match data {
            Data::I8 | Data::I16 | Data::I32 | Data::I64 => {
                random.next() & all & if random.below(2) == 0 { 7 } else { !0 }
            }
            Data::F32 | Data::F64 => {
                let x = match random.below(24) {
                    _ if exact => random.between(-1, 1) as f64,
                    0 => random.pick(&[f64::NAN, f64::INFINITY, -0.0, 0.0, 1e30]),
                    _ => random.between(-999, 999) as f64 / 64.0 + random.between(-9, 9) as f64 / 3.0,
                };
                match data {
                    Data::F32 => u64::from((x as f32).to_bits()),
                    _ => x.to_bits(),
                }
            }
        };
        let buffers = lengths
            .iter()
            .map(|&n| (0..n).map(|_| value()).collect())
            .collect();
        let scalar = value();
        Input {
            data,
            shapes: subject.arrays.iter().map(|array| array.shape.clone()).collect(),
            places,
            buffers,
            scalar,
            sizes,
            overlap,
            exact,
        }
    }

    pub fn describe(&self, model: FpModel) -> String {
        format!(
            "(sizes {:?}, overlap {:?}, floats {model})",
            self.sizes, self.overlap
        )
    }

    /// The cells of all buffers after a run, and whether some operation rounded.
    pub fn interpret(&self, module: &Module) -> Result<(Cells, bool), String> {
        let scalar = |bits: &u64| Scalar::Bits(u128::from(*bits));
        let mut memory = Memory::new();
        let ids: Vec<_> = self
            .buffers
            .iter()
            .map(|b| memory.add_caller(b.iter().map(scalar).collect()))
            .collect();
        let mut arguments: Vec<Value<Scalar>> = Vec::new();
        for (shape, (buffer, offset)) in self.shapes.iter().zip(&self.places) {
            let mut memref = MemRef::row_major(ids[*buffer], shape);
            memref.offset = *offset;
            arguments.push(Value::MemRef(memref));
        }
        arguments.push(Value::Scalar(scalar(&self.scalar)));
        arguments.extend(self.sizes.map(Value::Index));
        let limits = interpret::Limits::default();
        let mut domain = Concrete::default();
        interpret::Program::new(module)
            .run("kernel", &mut domain, &mut memory, &arguments, &limits)
            .map_err(|trap| trap.to_string())?;
        let cells = |id| {
            memory
                .buffer(id)
                .cells
                .iter()
                .map(|c| c.bits().map(|b| b as u64))
                .collect()
        };
        Ok((ids.into_iter().map(cells).collect(), domain.saw_rounding))
    }

    /// Whether all cells are equal; one NaN is as good as another.
    fn agree(&self, a: &Cells, b: &Cells) -> bool {
        let value = |bits: u64| match self.data {
            Data::F32 => Some(f64::from(f32::from_bits(bits as u32))),
            Data::F64 => Some(f64::from_bits(bits)),
            _ => None,
        };
        let same = |x: &Option<u64>, y: &Option<u64>| {
            x == y
                || match (x.and_then(value), y.and_then(value)) {
                    (Some(x), Some(y)) => (x.is_nan() && y.is_nan()) || (self.exact && x == y),
                    _ => false,
                }
        };
        a.iter()
            .flatten()
            .zip(b.iter().flatten())
            .all(|(x, y)| same(x, y))
    }

    /// Whether a program that may round otherwise than the original computes the same; a run that
    /// rounds says nothing of one that may be reordered.
    pub fn accepts(&self, expected: &(Cells, bool), found: &(Cells, bool)) -> bool {
        (self.exact && (expected.1 || found.1)) || self.agree(&expected.0, &found.0)
    }

    /// What the machine code leaves, of a module whose `@shared` passes one array for several.
    pub fn call(&self, jit: &Jit) -> Result<Cells, String> {
        let (ty, bytes) = (self.data.ty(), self.data.bytes());
        let mut buffers: Vec<Buffer> = Vec::new();
        for (shape, (buffer, _)) in self.shapes.iter().zip(&self.places) {
            // Arrays that are the same are passed once.
            if *buffer < buffers.len() {
                continue;
            }
            let mut memory = Buffer::zeros(ty.clone(), shape).ok_or("no buffer")?;
            for (cell, bits) in memory.bytes_mut().chunks_mut(bytes).zip(&self.buffers[*buffer]) {
                cell.copy_from_slice(&bits.to_le_bytes()[..bytes]);
            }
            buffers.push(memory);
        }
        let unused = 64 - 8 * bytes as u32;
        let scalar: Argument<'_> = match self.data {
            Data::F32 => f32::from_bits(self.scalar as u32).into(),
            Data::F64 => f64::from_bits(self.scalar).into(),
            _ => (((self.scalar << unused) as i64) >> unused).into(),
        };
        let mut arguments: Vec<Argument<'_>> = buffers.iter_mut().map(Argument::from).collect();
        arguments.push(scalar);
        arguments.extend(self.sizes.map(Argument::from));
        let function = if self.overlap == Overlap::Same {
            "shared"
        } else {
            "kernel"
        };
        jit.call(function, &mut arguments).map_err(|e| e.to_string())?;
        let bits = |cell: &[u8]| {
            let mut all = [0; 8];
            all[..bytes].copy_from_slice(cell);
            Some(u64::from_le_bytes(all))
        };
        Ok(buffers
            .iter()
            .map(|b| b.bytes().chunks(bytes).map(bits).collect())
            .collect())
    }
}

impl Data {
    fn ty(self) -> Type {
        match self {
            Data::F32 => Type::F32,
            Data::F64 => Type::F64,
            Data::I8 | Data::I16 | Data::I32 | Data::I64 => Type::integer(8 * self.bytes() as u32),
        }
    }
}
