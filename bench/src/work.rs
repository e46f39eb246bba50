//! How much arithmetic a call of a function does.

use std::collections::HashMap;

use ovolo_lang::ir::{BlockId, Module, Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use ovolo_timing::data::Argument;

use crate::indices::{Bounds, Indices};

/// Additions, subtractions, multiplications and divisions of data in a call with these arguments, a fused
/// multiply-add counted as two; index arithmetic does not count. `None` where a loop bound or a condition
/// depends on more than the sizes and the loops around it, and where more than a million iterations differ.
pub fn operations(module: &Module, function: OpId, arguments: &[Argument]) -> Option<u64> {
    let body = module.single_block(function, 0)?;
    let mut count = Count {
        module,
        indices: Indices::of(module, function, arguments)?,
        decided_by: HashMap::new(),
        left: MOST_ITERATIONS,
    };
    count.block(body)
}

/// Iterations that are walked one by one; arbitrary, some tenths of a second.
const MOST_ITERATIONS: u64 = 1_000_000;

/// Walks the loops with the values of what bounds depend on. A loop is walked once where its body does the
/// same in every iteration.
struct Count<'m> {
    module: &'m Module,
    indices: Indices<'m>,
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
            OpCode::AffineFor => self.affine_for(id),
            OpCode::AffineIf => self.affine_if(id),
            OpCode::Call => None,
            code if self.indices.learn(op, code) => Some(0),
            code => arithmetic(self.module, op, code),
        }
    }

    fn affine_for(&mut self, id: OpId) -> Option<u64> {
        let Bounds { start, end, step } = self.indices.bounds(id)?;
        if start >= end {
            return Some(0);
        }
        let body = self.module.single_block(id, 0)?;
        let variable = *self.module.block(body).arguments.first()?;
        if !self.matters(id, variable) {
            self.indices.know(variable, start);
            let trips = end
                .checked_sub(start)?
                .unsigned_abs()
                .div_ceil(step.unsigned_abs());
            return self.block(body)?.checked_mul(trips);
        }
        let mut total = 0u64;
        for iteration in (start..end).step_by(usize::try_from(step).ok()?) {
            self.left = self.left.checked_sub(1)?;
            self.indices.know(variable, iteration);
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
        let values = self.indices.values(&op.operands)?;
        let (dims, symbols) = values.split_at((set.num_dims as usize).min(values.len()));
        let region = usize::from(!set.contains(dims, symbols)?);
        match self.module.single_block(id, region) {
            Some(block) => self.block(block),
            None => Some(0),
        }
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
