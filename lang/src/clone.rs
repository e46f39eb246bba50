//! Copies of operations inside one module, and calls replaced by what they call.

use rustc_hash::FxHashMap;

use crate::ir::{BlockId, Module, NewOp, OpId, ValueId};
use crate::op::OpCode;

/// What stands for each value in a copy; a value that is not in it stands for itself.
pub type Mapping = FxHashMap<ValueId, ValueId>;

impl Module {
    /// A copy of an operation with its regions, held by no block. The copies of results and block arguments are noted in
    /// `mapping`.
    pub fn clone_op(&mut self, op: OpId, mapping: &mut Mapping) -> OpId {
        let data = self.op(op).clone();
        let copy = self.create(NewOp {
            name: data.name,
            operands: data.operands.iter().map(|v| mapped(mapping, *v)).collect(),
            result_types: data.results.iter().map(|v| self.ty(*v).clone()).collect(),
            attributes: data.attributes,
            span: data.span,
        });
        self.op_mut(copy).successors = data.successors;
        let results = self.op(copy).results.clone();
        for (&old, new) in data.results.iter().zip(results) {
            self.value_mut(new).name = self.value(old).name.clone();
            mapping.insert(old, new);
        }
        if let Some(location) = self.op_locations.get(&op).cloned() {
            self.op_locations.insert(copy, location);
        }
        let mut copies: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        let mut blocks = Vec::new();
        for &region in &data.regions {
            let new = self.add_region(copy);
            for block in self.region(region).blocks.clone() {
                let target = self.add_block(new);
                for argument in self.block(block).arguments.clone() {
                    let value = self.value(argument).clone();
                    let added = self.add_argument(target, value.ty, value.name);
                    mapping.insert(argument, added);
                }
                copies.insert(block, target);
                blocks.push((block, target));
            }
        }
        for (block, target) in blocks {
            self.clone_block(block, target, mapping);
        }
        if copies.len() > data.regions.len() {
            self.redirect(copy, &copies, mapping);
        }
        copy
    }

    /// Appends copies of the operations of a block to another.
    pub fn clone_block(&mut self, block: BlockId, target: BlockId, mapping: &mut Mapping) {
        for op in self.block(block).ops.clone() {
            let copy = self.clone_op(op, mapping);
            self.attach(target, copy);
        }
    }

    /// Lets the branches below an operation lead to the copies of the blocks they led to, and use copies of values that
    /// were defined after them.
    fn redirect(&mut self, op: OpId, copies: &FxHashMap<BlockId, BlockId>, mapping: &Mapping) {
        let mut inner = Vec::new();
        self.walk(op, &mut |op| inner.push(op));
        for op in inner {
            for operand in &mut self.op_mut(op).operands {
                *operand = mapped(mapping, *operand);
            }
            for successor in &mut self.op_mut(op).successors {
                if let Some(copy) = copies.get(successor) {
                    *successor = *copy;
                }
            }
        }
    }

    /// The function that a call calls, where that has one block.
    pub fn callee(&self, call: OpId) -> Option<OpId> {
        let data = self.op(call);
        if data.code() != Some(OpCode::Call) {
            return None;
        }
        let function = self.function(data.attribute("callee")?.as_symbol()?)?;
        self.single_block(function, 0).map(|_| function)
    }

    /// Appends what a call calls to a block, with the operands of the call in the place of its arguments; what stands for the
    /// results of the call is noted in `mapping`. Answers whether that was done.
    pub fn inline_call(&mut self, call: OpId, target: BlockId, mapping: &mut Mapping) -> bool {
        let body = self
            .callee(call)
            .and_then(|function| self.single_block(function, 0));
        let Some(body) = body else {
            return false;
        };
        let call = self.op(call).clone();
        let arguments = self.block(body).arguments.clone();
        if arguments.len() != call.operands.len() {
            return false;
        }
        let given: Vec<ValueId> = call.operands.iter().map(|v| mapped(mapping, *v)).collect();
        let mut inner: Mapping = arguments.into_iter().zip(given).collect();
        for op in self.block(body).ops.clone() {
            if self.op(op).code() == Some(OpCode::Return) {
                for (&result, &value) in call.results.iter().zip(&self.op(op).operands) {
                    mapping.insert(result, mapped(&inner, value));
                }
                return true;
            }
            let copy = self.clone_op(op, &mut inner);
            self.attach(target, copy);
        }
        false
    }
}

/// What stands for a value in a copy.
pub fn mapped(mapping: &Mapping, value: ValueId) -> ValueId {
    mapping.get(&value).copied().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse_module;
    use crate::print::print_module;

    /// A function alone in its module, and a copy of it in its place.
    fn printed_twice(text: &str) -> [String; 2] {
        let mut module = parse_module(text).unwrap();
        let before = print_module(&module);
        let function = module.function("f").unwrap();
        let copy = module.clone_op(function, &mut Mapping::default());
        let body = module.body();
        module.block_mut(body).ops.clear();
        module.attach(body, copy);
        [before, print_module(&module)]
    }

    #[test]
    fn a_copy_prints_as_the_original() {
        let [before, after] = printed_twice(
            "func.func @f(%n: index, %A: memref<?xf32>) -> f32 {
            %zero = arith.constant 0.0 : f32
            %s = affine.for %i = 0 to %n iter_args(%sum = %zero) -> f32 {
              %x = affine.load %A[%i] : memref<?xf32>
              %next = arith.addf %sum, %x : f32
              affine.yield %next : f32
            }
            return %s : f32
          }",
        );
        assert_eq!(after, before);
    }

    #[test]
    fn branches_lead_to_copies() {
        let [before, after] = printed_twice(
            "func.func @f(%c: i1) {
            cf.cond_br %c, ^a, ^b
          ^a:
            cf.br ^b
          ^b:
            return
          }",
        );
        assert_eq!(after, before);
    }

    #[test]
    fn a_call_is_what_it_calls() {
        let text = "func.func private @twice(%x: f32) -> f32 {
            %y = arith.addf %x, %x : f32
            return %y : f32
          }
          func.func @f(%x: f32) -> f32 {
            %y = call @twice(%x) : (f32) -> f32
            return %y : f32
          }";
        let mut module = parse_module(text).unwrap();
        let function = module.function("f").unwrap();
        let body = module.single_block(function, 0).unwrap();
        let ops = std::mem::take(&mut module.block_mut(body).ops);
        let mut mapping = Mapping::default();
        for op in ops {
            if !module.inline_call(op, body, &mut mapping) {
                let copy = module.clone_op(op, &mut mapping);
                module.attach(body, copy);
            }
        }
        let text = print_module(&module);
        assert!(
            !text.contains("call") && text.matches("arith.addf %x, %x").count() == 2,
            "{text}"
        );
    }
}
