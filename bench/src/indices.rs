//! The values that indices of a function have in a call with known arguments.

use std::collections::HashMap;

use ovolo_lang::affine::AffineMap;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use ovolo_timing::data::Argument;

/// What is known of values while a function is walked.
pub struct Indices<'m> {
    module: &'m Module,
    known: HashMap<ValueId, i64>,
    /// Of the memrefs that are arguments.
    extents: HashMap<ValueId, Vec<i64>>,
}

/// What a loop runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub start: i64,
    pub end: i64,
    /// At least one.
    pub step: i64,
}

impl<'m> Indices<'m> {
    /// What the arguments say; `None` of a function without a single block.
    pub fn of(module: &'m Module, function: OpId, arguments: &[Argument]) -> Option<Indices<'m>> {
        let body = module.single_block(function, 0)?;
        let mut indices = Indices {
            module,
            known: HashMap::new(),
            extents: HashMap::new(),
        };
        for (&value, argument) in module.block(body).arguments.iter().zip(arguments) {
            match argument {
                Argument::Scalar { bits, .. } => indices.know_integer(value, *bits),
                Argument::Buffer(buffer) => {
                    indices.extents.insert(value, buffer.extents.clone());
                }
            }
        }
        Some(indices)
    }

    fn know_integer(&mut self, value: ValueId, bits: u64) {
        let width = match self.module.ty(value) {
            Type::Index => 64,
            Type::Integer(i) if (1..=64).contains(&i.width) => i.width,
            _ => return,
        };
        let shift = 64 - width;
        self.know(value, ((bits << shift) as i64) >> shift);
    }

    pub fn know(&mut self, value: ValueId, index: i64) {
        self.known.insert(value, index);
    }

    pub fn get(&self, value: ValueId) -> Option<i64> {
        self.known.get(&value).copied()
    }

    pub fn values(&self, values: &[ValueId]) -> Option<Vec<i64>> {
        values.iter().map(|&value| self.get(value)).collect()
    }

    /// The extents of a memref that is an argument.
    pub fn extents(&self, memref: ValueId) -> Option<&[i64]> {
        self.extents.get(&memref).map(Vec::as_slice)
    }

    /// Remembers the value of the result of an operation; whether it is one that does nothing but compute an index.
    pub fn learn(&mut self, op: &Op, code: OpCode) -> bool {
        let value = match code {
            OpCode::Constant => op.attribute("value").and_then(Attribute::as_i64),
            OpCode::MemRefDim => self.extent(op),
            OpCode::IndexCast => op.operands.first().and_then(|&from| self.get(from)),
            OpCode::AffineApply | OpCode::AffineMin => self.results(op).and_then(|all| all.into_iter().min()),
            OpCode::AffineMax => self.results(op).and_then(|all| all.into_iter().max()),
            _ => return false,
        };
        if let (&[result], Some(value)) = (op.results.as_slice(), value)
            && *self.module.ty(result) == Type::Index
        {
            self.know(result, value);
        }
        true
    }

    fn extent(&self, op: &Op) -> Option<i64> {
        let index = self.get(*op.operands.get(1)?)?;
        let extents = self.extents(*op.operands.first()?)?;
        extents.get(usize::try_from(index).ok()?).copied()
    }

    fn results(&self, op: &Op) -> Option<Vec<i64>> {
        self.map_results(op, "map", &op.operands)
    }

    /// What an `affine.for` runs over.
    pub fn bounds(&self, id: OpId) -> Option<Bounds> {
        let op = self.module.op(id);
        let segments = op.attribute("operandSegmentSizes")?.as_i64_list()?;
        let (lower, upper) = (segments[0] as usize, (segments[0] + segments[1]) as usize);
        let start = self.map_results(op, "lowerBoundMap", &op.operands[..lower])?;
        let end = self.map_results(op, "upperBoundMap", &op.operands[lower..upper])?;
        let step = op.attribute("step").and_then(Attribute::as_i64);
        Some(Bounds {
            start: start.into_iter().max()?,
            end: end.into_iter().min()?,
            step: step.unwrap_or(1).max(1),
        })
    }

    /// The results of a map in an attribute of an operation.
    pub fn map_results(&self, op: &Op, name: &str, operands: &[ValueId]) -> Option<Vec<i64>> {
        let map: &AffineMap = op.attribute(name)?.as_affine_map()?;
        let values = self.values(operands)?;
        let (dims, symbols) = values.split_at((map.num_dims as usize).min(values.len()));
        map.evaluate(dims, symbols)
    }
}
