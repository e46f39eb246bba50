//! Pointers that may be null, and memory that is allocated.

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{NewOp, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, Type};

use super::conditions::Condition;
use super::memory::Pointer;
use super::{Lowering, Result, Value, fail};
use crate::ast::*;
use crate::library::elements_of;

impl Expr {
    /// Whether it is a null pointer constant: zero, as an integer or converted to a pointer.
    pub(super) fn is_null(&self) -> bool {
        match &self.kind {
            ExprKind::Int(value) => *value == 0,
            ExprKind::Convert(inner) => matches!(self.ty, Ty::Pointer(_)) && inner.is_null(),
            _ => false,
        }
    }
}

impl Lowering<'_> {
    /// Whether a pointer is not null, and so neither is what it was made from. Only parameters, and pointers that are global,
    /// may be.
    pub(super) fn is_not_null(&mut self, pointer: &Pointer) -> Condition {
        let memref = self.arrays[pointer.array.0].value;
        if self.module.defining_op(memref).is_some() {
            return Condition::Known(true);
        }
        let key = (OpCode::MemRefExtractAlignedPointer, vec![memref], Type::I1, false);
        if let Some(&flag) = self.computed.get(&key) {
            return Condition::Flag(flag);
        }
        let zero = self.index_constant(0);
        let address = NewOp::new(OpCode::MemRefExtractAlignedPointer).operands([memref]);
        let address = self.given(address.result(Type::Index));
        let not_equal = NewOp::new(OpCode::CmpI)
            .operands([address, zero])
            .attribute("predicate", Attribute::integer(1, Type::I64))
            .result(Type::I1);
        let flag = self.given(not_equal);
        self.computed.insert(key, flag);
        Condition::Flag(flag)
    }

    /// What `malloc`, `calloc` and `aligned_alloc` give, as memory of a type; `None` for another function.
    pub(super) fn allocated(&mut self, call: &Expr, to: &Ty) -> Result<Option<Value>> {
        let ExprKind::Call(name, arguments) = &call.kind else {
            return Ok(None);
        };
        let is_cleared = name == "calloc";
        let bytes = match (name.as_str(), arguments.as_slice()) {
            ("malloc", [bytes]) | ("aligned_alloc", [_, bytes]) => vec![bytes],
            ("calloc", [count, size]) => vec![count, size],
            _ => return Ok(None),
        };
        let Some(size) = to.bytes() else {
            let message = format!("memory for `{}` is not understood", to.describe());
            return fail(call.span, message);
        };
        let Some(factors) = elements_of(&bytes, size) else {
            return fail(
                call.span,
                format!("the size is not a number of elements times their size, which is {size}"),
            );
        };
        let mut count = AffineExpr::Constant(1);
        for factor in factors {
            let int = self.int(&factor)?;
            count = count * self.index_of(&int);
        }
        let count = self.shortened(count);
        let extent = self.index_value(&count);
        let scalar = self.scalar_type(to, call.span)?;
        let new = NewOp::new(OpCode::MemRefAlloc)
            .attribute("operandSegmentSizes", Attribute::i32_array(&[1, 0]))
            .operands([extent])
            .result(Type::memref(vec![Dim::Dynamic], scalar));
        let memref = self.append_value(new);
        let array = self.add_array(memref, to.clone(), 1);
        if is_cleared {
            self.clear(&count, memref, to)?;
        }
        let indices = vec![AffineExpr::Constant(0)];
        Ok(Some(Value::Pointer(Pointer { array, indices })))
    }

    /// Stores zero into the first elements of a memref.
    fn clear(&mut self, count: &AffineExpr, memref: ValueId, element: &Ty) -> Result<()> {
        let extent = self.index_value(count);
        let scalar = self.scalar_type(element, self.span)?;
        let zero = self.materialized(&Value::Undefined, element, &scalar)?;
        let (low, step) = (self.index_constant(0), self.index_constant(1));
        let new = NewOp::new(OpCode::ScfFor).operands([low, extent, step]);
        let op = self.append(new);
        let region = self.module.add_region(op);
        let block = self.module.add_block(region);
        let index = self.module.add_argument(block, Type::Index, None);
        let mut store = NewOp::new(OpCode::MemRefStore).operands([zero, memref, index]);
        store.span = self.span;
        self.module.append(block, store);
        self.module.append(block, NewOp::new(OpCode::ScfYield));
        self.known.clear();
        self.stores += 1;
        Ok(())
    }

    /// `free` of memory that the function has allocated.
    pub(super) fn freed(&mut self, argument: &Expr) -> Result<()> {
        let argument = argument.plain();
        if argument.is_null() {
            return Ok(());
        }
        let pointer = self.pointer(argument)?;
        let memref = self.arrays[pointer.array.0].value;
        let made = self.module.defining_op(memref);
        let is_allocated = made.is_some_and(|op| self.module.op(op).code() == Some(OpCode::MemRefAlloc));
        let is_whole = pointer.indices.iter().all(|index| index.as_constant() == Some(0));
        if !is_allocated || !is_whole {
            return fail(argument.span, "this is not allocated in the function");
        }
        self.append(NewOp::new(OpCode::MemRefDealloc).operands([memref]));
        self.known.clear();
        self.stores += 1;
        Ok(())
    }
}
