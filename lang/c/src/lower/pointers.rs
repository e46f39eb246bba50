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
        let cells = to.cells();
        let Some((scalar, members)) = cells.filter(|(scalar, _)| scalar.bytes().is_some()) else {
            let message = format!("memory for `{}` is not understood", to.describe());
            return fail(call.span, message);
        };
        let mut size = scalar.bytes().unwrap_or(1) * i128::from(members.unwrap_or(1));
        // The extents of an element, and those of them that are no constants.
        let (mut shape, mut variable) = (Vec::new(), Vec::new());
        let mut ty = to;
        while let Ty::Array(of, extent) = ty {
            match extent {
                Extent::Fixed(n) => {
                    size *= i128::from(*n);
                    shape.push(Dim::Fixed(*n));
                }
                Extent::Variable(e) => {
                    let int = self.int(e.plain())?;
                    variable.push(self.index_of(&int));
                    shape.push(Dim::Dynamic);
                }
                Extent::Open => {
                    let message = "the extents of this memory are not those of the variable that it is for";
                    return fail(call.span, message);
                }
            }
            ty = of;
        }
        shape.extend(members.map(Dim::Fixed));
        let message = format!("the size is not a number of elements times their size, which is {size}");
        let Some(factors) = elements_of(&bytes, size) else {
            return fail(call.span, message);
        };
        let mut counts = Vec::new();
        for factor in factors {
            let int = self.int(&factor)?;
            counts.push(self.index_of(&int));
        }
        for extent in &variable {
            match counts.iter().position(|count| count == extent) {
                Some(at) => counts.remove(at),
                None => return fail(call.span, format!("{message} for each variable extent")),
            };
        }
        let count = counts.into_iter().fold(AffineExpr::Constant(1), |a, b| a * b);
        let count = self.shortened(count);
        let (outer, counted) = match count.as_constant() {
            Some(n) if n > 0 => (Dim::Fixed(n), None),
            _ => (Dim::Dynamic, Some(&count)),
        };
        shape.insert(0, outer);
        let sizes = counted.into_iter().chain(&variable);
        let sizes: Vec<ValueId> = sizes.map(|extent| self.index_value(extent)).collect();
        let element = self.scalar_type(&scalar, call.span)?;
        let new = NewOp::new(OpCode::MemRefAlloc)
            .attribute(
                "operandSegmentSizes",
                Attribute::i32_array(&[sizes.len() as i64, 0]),
            )
            .operands(sizes.clone())
            .result(Type::memref(shape.clone(), element));
        let memref = self.append_value(new);
        let array = self.add_array(memref, scalar.clone(), shape.len());
        self.arrays[array.0].is_of_structs = members.is_some();
        if is_cleared {
            self.clear(memref, &shape, sizes, &scalar)?;
        }
        let indices = vec![AffineExpr::Constant(0)];
        Ok(Some(Value::Pointer(Pointer { array, indices })))
    }

    /// Stores zero into all elements of a memref with these extents, of which those that are no constants are given.
    fn clear(&mut self, memref: ValueId, shape: &[Dim], sizes: Vec<ValueId>, element: &Ty) -> Result<()> {
        let scalar = self.scalar_type(element, self.span)?;
        let zero = self.materialized(&Value::Undefined, element, &scalar)?;
        let (low, step) = (self.index_constant(0), self.index_constant(1));
        let mut sizes = sizes.into_iter();
        let mut extents = Vec::new();
        for dim in shape {
            extents.push(match dim {
                Dim::Fixed(n) => self.index_constant(*n),
                Dim::Dynamic => sizes.next().expect("a size for each extent that is no constant"),
            });
        }
        let mut operands = vec![zero, memref];
        let mut blocks = vec![self.block];
        for extent in extents {
            let new = NewOp::new(OpCode::ScfFor).operands([low, extent, step]);
            let op = self.module.append(blocks[blocks.len() - 1], new);
            let region = self.module.add_region(op);
            let block = self.module.add_block(region);
            operands.push(self.module.add_argument(block, Type::Index, None));
            blocks.push(block);
        }
        let mut store = NewOp::new(OpCode::MemRefStore).operands(operands);
        store.span = self.span;
        self.module.append(blocks[blocks.len() - 1], store);
        for &block in &blocks[1..] {
            self.module.append(block, NewOp::new(OpCode::ScfYield));
        }
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
