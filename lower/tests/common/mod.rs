//! Runs a function compiled and interpreted on the same data.

#![allow(dead_code)]

use ovolo_lang::interpret::concrete::Scalar as Bits;
use ovolo_lang::interpret::{self, Limits, MemRef, Memory, Trap, Value};
use ovolo_lang::ir::Module;
use ovolo_lang::types::{FloatKind, Type};
use ovolo_lower::{Argument, Buffer, Jit, Scalar, Tuning};

/// An argument of both.
#[derive(Clone, Debug)]
pub enum Data {
    Scalar(Type, u128),
    Buffer(Buffer),
}

/// The module whose functions ask for vectors of straight-line code.
pub fn with_superwords(module: &Module) -> Module {
    let superwords = true;
    marked(
        module,
        Tuning {
            superwords,
            ..Tuning::default()
        },
    )
}

/// The module whose loops store whole lines, with masked vectors before and behind them.
pub fn with_whole_lines(module: &Module) -> Module {
    let whole_lines = true;
    marked(
        module,
        Tuning {
            whole_lines,
            ..Tuning::default()
        },
    )
}

fn marked(module: &Module, tuning: Tuning) -> Module {
    let mut marked = module.clone();
    module.functions().for_each(|f| tuning.mark(&mut marked, f));
    marked
}

/// What came out of one run: the bits of the results, then of every buffer. `None` is undefined.
pub type Outcome = Vec<(Type, Vec<Option<u128>>)>;

pub fn interpreted(module: &Module, name: &str, data: &[Data], results: &[Type]) -> Result<Outcome, Trap> {
    let mut memory = Memory::new();
    let mut buffers = Vec::new();
    let mut arguments = Vec::new();
    for item in data {
        arguments.push(match item {
            Data::Scalar(Type::Index, bits) => Value::Index(*bits as i64),
            Data::Scalar(_, bits) => Value::Scalar(Bits::Bits(*bits)),
            Data::Buffer(buffer) => {
                let cells = cells(buffer).into_iter().map(Bits::Bits).collect();
                let id = memory.add_caller(cells);
                buffers.push((id, buffer.element().clone()));
                Value::MemRef(MemRef::row_major(id, buffer.shape()))
            }
        });
    }
    let limits = Limits::default();
    let values = interpret::run(module, name, &mut memory, &arguments, &limits)?;
    let bits = |v: &Bits| v.bits();
    let mut outcome = Vec::new();
    for (value, ty) in values.iter().zip(results) {
        let value = match value {
            Value::Index(i) => Some(*i as u64 as u128),
            Value::Scalar(v) => bits(v),
            other => panic!("a result of another kind: {other:?}"),
        };
        outcome.push((ty.clone(), vec![value]));
    }
    for (id, ty) in buffers {
        let cells = memory.buffer(id).cells.iter().map(bits).collect();
        outcome.push((ty, cells));
    }
    Ok(outcome)
}

pub fn compiled(jit: &Jit, name: &str, data: &[Data]) -> Outcome {
    let mut data = data.to_vec();
    let mut arguments: Vec<Argument> = data
        .iter_mut()
        .map(|item| match item {
            Data::Scalar(ty, bits) => Argument::Scalar(scalar(ty, *bits)),
            Data::Buffer(buffer) => Argument::Buffer(buffer),
        })
        .collect();
    let results = jit
        .call(name, &mut arguments)
        .unwrap_or_else(|e| panic!("@{name}: {e}"));
    let types = jit.signature(name).map(|s| s.results.clone()).unwrap_or_default();
    let mut outcome = Vec::new();
    for (result, ty) in results.iter().zip(types) {
        let bits = match result {
            Scalar::Int(i) => *i as u128 & mask(&ty),
            Scalar::Float(f) => f.bits,
        };
        outcome.push((ty, vec![Some(bits)]));
    }
    for item in &data {
        if let Data::Buffer(buffer) = item {
            let cells = cells(buffer).into_iter().map(Some).collect();
            outcome.push((buffer.element().clone(), cells));
        }
    }
    outcome
}

/// Whether the compiled outcome is one that the interpreted one allows: where that is undefined
/// anything is, and one NaN is as good as another.
pub fn agrees(interpreted: &Outcome, compiled: &Outcome, tolerance: f64) -> Result<(), String> {
    for (part, ((ty, expected), (_, found))) in interpreted.iter().zip(compiled).enumerate() {
        for (i, (e, f)) in expected.iter().zip(found).enumerate() {
            if let (Some(e), Some(f)) = (e, f)
                && !same(ty, *e, *f, tolerance)
            {
                return Err(format!(
                    "value {part}, element {i}: interpreted {e:#x}, compiled {f:#x} ({ty:?})"
                ));
            }
        }
    }
    Ok(())
}

fn same(ty: &Type, a: u128, b: u128, tolerance: f64) -> bool {
    let Type::Float(kind) = ty else {
        return a == b;
    };
    let decode = |bits| interpret::float::decode(*kind, bits).unwrap_or(f64::NAN);
    let (x, y) = (decode(a), decode(b));
    a == b
        || (x.is_nan() && y.is_nan())
        || (tolerance > 0.0 && (x == y || (x - y).abs() <= tolerance * x.abs()))
}

pub fn cells(buffer: &Buffer) -> Vec<u128> {
    let size = buffer.element().byte_size().unwrap_or(1) as usize;
    let mask = mask(buffer.element());
    buffer
        .bytes()
        .chunks_exact(size)
        .map(|bytes| bytes.iter().rev().fold(0, |bits, &b| bits << 8 | u128::from(b)) & mask)
        .collect()
}

pub fn buffer(element: &Type, shape: &[i64], cells: &[u128]) -> Buffer {
    let mut buffer = Buffer::zeros(element.clone(), shape).expect("a small buffer of scalars");
    let size = element.byte_size().unwrap_or(1) as usize;
    let slots = buffer.bytes_mut().chunks_exact_mut(size);
    for (slot, cell) in slots.zip(cells) {
        slot.copy_from_slice(&cell.to_le_bytes()[..size]);
    }
    buffer
}

fn scalar(ty: &Type, bits: u128) -> Scalar {
    match ty {
        Type::Float(kind) => Scalar::Float(ovolo_lang::attribute::FloatValue { bits, kind: *kind }),
        _ => Scalar::Int(bits as i64),
    }
}

pub fn mask(ty: &Type) -> u128 {
    u128::MAX >> (128 - ty.bit_width().unwrap_or(128))
}

/// Numbers that look random and are the same on every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// The bits of a value of the type, small ones and the edges of its range more often than not.
    pub fn value(&mut self, ty: &Type) -> u128 {
        let pick = self.below(8);
        let bits = match ty {
            Type::Float(kind) => match pick {
                0 => self.special(*kind),
                _ => {
                    let value = (self.below(4001) as f64 - 2000.0) / 64.0;
                    interpret::float::encode(*kind, value).unwrap_or(0)
                }
            },
            // No sum or product of these overflows.
            Type::Index => ((self.below(1 << 20) as i128 - (1 << 19)) >> (pick * 2)) as u128,
            _ => match pick {
                0 => 1 << (ty.bit_width().unwrap_or(64) - 1),
                1 => u128::MAX,
                2 => u128::from(self.next()),
                _ => (self.below(33) as i128 - 16) as u128,
            },
        };
        bits & mask(ty)
    }

    fn special(&mut self, kind: FloatKind) -> u128 {
        let values = [
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            0.0,
            -0.0,
            1e-30,
            3e4,
            2e-39,
            -5e-320,
            3e-7,
        ];
        let value = values[self.below(values.len() as u64) as usize];
        interpret::float::encode(kind, value).unwrap_or(0)
    }
}
