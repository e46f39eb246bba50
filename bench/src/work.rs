//! How much arithmetic a call of a function does.

use std::collections::HashMap;

use ovolo_lang::affine::AffineMap;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use ovolo_timing::data::Argument;

/// Additions, subtractions, multiplications and divisions of data in a call with these arguments, a fused
/// multiply-add counted as two; index arithmetic does not count. `None` where a loop bound or a condition
/// depends on more than the sizes and the loops around it, and where more than [`MOST_ITERATIONS`] differ.
pub fn operations(module: &Module, function: OpId, arguments: &[Argument]) -> Option<u64> {
    let body = module.single_block(function, 0)?;
    let mut count = Count {
        module,
        indices: HashMap::new(),
        extents: HashMap::new(),
        decided_by: HashMap::new(),
        left: MOST_ITERATIONS,
    };
    for (&value, argument) in module.block(body).arguments.iter().zip(arguments) {
        match argument {
            Argument::Scalar {
                ty: Type::Index,
                bits,
            } => {
                count.indices.insert(value, *bits as i64);
            }
            Argument::Scalar { .. } => {}
            Argument::Buffer(buffer) => {
                count.extents.insert(value, buffer.extents.clone());
            }
        }
    }
    count.block(body)
}

/// Iterations that are walked one by one; arbitrary, some tenths of a second.
const MOST_ITERATIONS: u64 = 1_000_000;

/// Walks the loops with the values of what bounds depend on. A loop is walked once where its body does the
/// same in every iteration.
struct Count<'m> {
    module: &'m Module,
    indices: HashMap<ValueId, i64>,
    /// Of the memrefs that are arguments.
    extents: HashMap<ValueId, Vec<i64>>,
    /// Of the loops met so far, whether what the body does depends on the iteration.
    decided_by: HashMap<OpId, bool>,
    /// The iterations that may still be walked.
    left: u64,
}

impl Count<'_> {
    fn block(&mut self, block: BlockId) -> Option<u64> {
        let mut total = 0u64;
        for &op in &self.module.block(block).ops {
            total = total.checked_add(self.op(op)?)?;
        }
        Some(total)
    }

    fn op(&mut self, id: OpId) -> Option<u64> {
        let op = self.module.op(id);
        match op.modelled()? {
            OpCode::AffineFor => return self.affine_for(id),
            OpCode::AffineIf => return self.affine_if(id),
            OpCode::Call => return None,
            OpCode::Constant => {
                let value = op.attribute("value").and_then(Attribute::as_i64);
                self.know(op, value);
            }
            OpCode::MemRefDim => {
                let index = self.indices.get(op.operands.get(1)?);
                let extents = self.extents.get(op.operands.first()?);
                let extent = index
                    .zip(extents)
                    .and_then(|(&i, e)| e.get(usize::try_from(i).ok()?));
                self.know(op, extent.copied());
            }
            OpCode::AffineApply | OpCode::AffineMin => {
                let results = self.map_results(op, "map", &op.operands);
                self.know(op, results.and_then(|r| r.into_iter().min()));
            }
            OpCode::AffineMax => {
                let results = self.map_results(op, "map", &op.operands);
                self.know(op, results.and_then(|r| r.into_iter().max()));
            }
            code => return arithmetic(self.module, op, code),
        }
        Some(0)
    }

    /// Remembers the value of an `index` result.
    fn know(&mut self, op: &Op, value: Option<i64>) {
        if let (&[result], Some(value)) = (op.results.as_slice(), value)
            && *self.module.ty(result) == Type::Index
        {
            self.indices.insert(result, value);
        }
    }

    fn affine_for(&mut self, id: OpId) -> Option<u64> {
        let op = self.module.op(id);
        let segments = op.attribute("operandSegmentSizes")?.as_i64_list()?;
        let (lower, upper) = (segments[0] as usize, (segments[0] + segments[1]) as usize);
        let start = self
            .map_results(op, "lowerBoundMap", &op.operands[..lower])?
            .into_iter()
            .max()?;
        let end = self
            .map_results(op, "upperBoundMap", &op.operands[lower..upper])?
            .into_iter()
            .min()?;
        let step = op
            .attribute("step")
            .and_then(Attribute::as_i64)
            .unwrap_or(1)
            .max(1);
        if start >= end {
            return Some(0);
        }
        let body = self.module.single_block(id, 0)?;
        let variable = *self.module.block(body).arguments.first()?;
        if !self.matters(id, variable) {
            self.indices.insert(variable, start);
            let trips = end
                .checked_sub(start)?
                .unsigned_abs()
                .div_ceil(step.unsigned_abs());
            return self.block(body)?.checked_mul(trips);
        }
        let mut total = 0u64;
        for iteration in (start..end).step_by(usize::try_from(step).ok()?) {
            self.left = self.left.checked_sub(1)?;
            self.indices.insert(variable, iteration);
            total = total.checked_add(self.block(body)?)?;
        }
        Some(total)
    }

    /// Whether a bound, a condition, or an index computed in the loop uses its variable.
    fn matters(&mut self, id: OpId, variable: ValueId) -> bool {
        if let Some(&known) = self.decided_by.get(&id) {
            return known;
        }
        let mut found = false;
        self.module.walk(id, &mut |inner| {
            let inner = self.module.op(inner);
            let decides = matches!(
                inner.code(),
                Some(
                    OpCode::AffineFor
                        | OpCode::AffineIf
                        | OpCode::AffineApply
                        | OpCode::AffineMin
                        | OpCode::AffineMax
                )
            );
            found |= decides && inner.operands.contains(&variable);
        });
        self.decided_by.insert(id, found);
        found
    }

    fn affine_if(&mut self, id: OpId) -> Option<u64> {
        let op = self.module.op(id);
        let set = op.attribute("condition")?.as_integer_set()?;
        let values = self.values(&op.operands)?;
        let (dims, symbols) = values.split_at((set.num_dims as usize).min(values.len()));
        let region = usize::from(!set.contains(dims, symbols)?);
        match self.module.single_block(id, region) {
            Some(block) => self.block(block),
            None => Some(0),
        }
    }

    fn map_results(&self, op: &Op, name: &str, operands: &[ValueId]) -> Option<Vec<i64>> {
        let map: &AffineMap = op.attribute(name)?.as_affine_map()?;
        let values = self.values(operands)?;
        let (dims, symbols) = values.split_at((map.num_dims as usize).min(values.len()));
        map.evaluate(dims, symbols)
    }

    fn values(&self, operands: &[ValueId]) -> Option<Vec<i64>> {
        operands.iter().map(|v| self.indices.get(v).copied()).collect()
    }
}

fn arithmetic(module: &Module, op: &Op, code: OpCode) -> Option<u64> {
    let each = match code {
        OpCode::AddF | OpCode::SubF | OpCode::MulF | OpCode::DivF => 1,
        OpCode::AddI | OpCode::SubI | OpCode::MulI => 1,
        OpCode::Fma | OpCode::VectorFma => 2,
        _ => return Some(0),
    };
    let ty = module.ty(*op.results.first()?);
    if *ty.element() == Type::Index {
        return Some(0);
    }
    let lanes = ty.as_vector().map_or(Some(1), |v| v.lanes())?;
    Some(each * u64::try_from(lanes).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ovolo_lang::parse::parse_module;
    use ovolo_timing::data::{arguments, parameters};

    fn counted(body: &str) -> Option<u64> {
        let text = format!(
            "func.func @f(%n: index, %x: f32, %a: memref<?x3xf32>) {{
               %c0 = arith.constant 0 : index
               %m = memref.dim %a, %c0 : memref<?x3xf32>
               {body}
               return
             }}"
        );
        let module = parse_module(&text).expect("a module");
        let function = module.functions().next().expect("a function");
        let parameters = parameters(&module, function).expect("parameters");
        operations(
            &module,
            function,
            &arguments(&parameters, 10, 1).expect("arguments"),
        )
    }

    #[test]
    fn bounds_are_followed() {
        let add = "%y = arith.addf %x, %x : f32";
        let rectangle = format!("affine.for %i = 1 to %m step 2 {{ affine.for %j = 0 to 3 {{ {add} }} }}");
        assert_eq!(counted(&rectangle), Some(15));
        let triangle = format!(
            "affine.for %i = 0 to %n {{
               %r = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%i)[%n]
               affine.for %j = affine_map<(d0) -> (d0)>(%r) to min affine_map<()[s0] -> (s0, 7)>()[%n] {{ {add} }}
             }}"
        );
        assert_eq!(counted(&triangle), Some(28));
        let empty = format!("affine.for %i = %n to 5 {{ {add} }}");
        assert_eq!(counted(&empty), Some(0));
    }

    #[test]
    fn conditions_are_decided() {
        let text = "affine.for %i = 0 to %n {
                      affine.if affine_set<(d0) : (d0 - 7 >= 0)>(%i) {
                        %y = math.fma %x, %x, %x : f32
                      } else {
                        %y = arith.mulf %x, %x : f32
                      }
                    }";
        assert_eq!(counted(text), Some(13));
    }

    #[test]
    fn what_data_decides_is_not_counted() {
        let text = "%k = arith.fptosi %x : f32 to i64
                    %b = arith.index_cast %k : i64 to index
                    affine.for %i = 0 to %b { %y = arith.mulf %x, %x : f32 }";
        assert_eq!(counted(text), None);
    }
}
