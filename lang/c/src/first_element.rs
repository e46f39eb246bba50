//! Subscripts counted from the first element that is accessed, where C's pointer points behind it.
//!
//! `a[i - 1]` for `i` from 0 accesses `a[-1]`, and a memref has no such element: the argument becomes the memref that begins
//! there, and every subscript is one more. How many elements they are may depend on arguments, as in `a[i + k]` for `k` from `-r`.

use ovolo_lang::affine::{AffineExpr, AffineMap, constant, dim, symbol};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, NewOp, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::polynomial::Polynomial;
use crate::values::quotient;

/// Counts the subscripts of a memref in a dimension from the least, a sum of products of arguments and of quotients of such.
pub(crate) fn count_from(
    module: &mut Module,
    function: OpId,
    memref: ValueId,
    dimension: usize,
    least: &Polynomial,
) {
    let Some(body) = module.single_block(function, 0) else {
        return;
    };
    let mut front = Front {
        module,
        body,
        ops: Vec::new(),
    };
    let mut symbols = Vec::new();
    let mut more = constant(0);
    for (product, n) in least {
        let mut term = constant(-n);
        for &value in product {
            let index = front.index(value);
            let known = symbols.iter().position(|known| *known == index);
            let number = known.unwrap_or_else(|| {
                symbols.push(index);
                symbols.len() - 1
            });
            term = &term * &symbol(number as u32);
        }
        more = &more + &term;
    }
    front.place();
    let mut users = Vec::new();
    module.walk(function, &mut |op| {
        if module.op(op).operands.contains(&memref) {
            users.push(op);
        }
    });
    for user in users {
        let op = module.op(user);
        let first = match op.code() {
            Some(OpCode::AffineLoad | OpCode::MemRefLoad) => 1,
            Some(OpCode::AffineStore | OpCode::MemRefStore) => 2,
            _ => continue,
        };
        match op.attribute("map").and_then(Attribute::as_affine_map).cloned() {
            Some(map) => count_in_map(module, user, &map, dimension, &symbols, &more),
            None => count_value(module, user, first + dimension, &symbols, &more),
        }
    }
}

/// Adds an expression to a result of the map of an access.
fn count_in_map(
    module: &mut Module,
    access: OpId,
    map: &AffineMap,
    result: usize,
    symbols: &[ValueId],
    more: &AffineExpr,
) {
    let op = module.op_mut(access);
    let start = op.operands.len() - map.num_inputs();
    let mut count = map.num_symbols;
    let mut own = Vec::new();
    for value in symbols {
        let given = op.operands[start + map.num_dims as usize..].iter();
        let known = given.clone().position(|given| given == value);
        let number = known.unwrap_or(count as usize) as u32;
        if known.is_none() {
            op.operands.push(*value);
            count += 1;
        }
        own.push(symbol(number));
    }
    let mut results = map.results.to_vec();
    results[result] = (&results[result] + &more.replace(&[], &own)).simplified();
    let map = AffineMap::new(map.num_dims, count, results);
    // What cancels is no operand any more.
    let used: Vec<u32> = (0..count).filter(|&n| map.uses_symbol(n)).collect();
    let renamed = |n: u32| {
        used.iter()
            .position(|&u| u == n)
            .map_or(constant(0), |n| symbol(n as u32))
    };
    let renamed: Vec<AffineExpr> = (0..count).map(renamed).collect();
    let dims: Vec<AffineExpr> = (0..map.num_dims).map(dim).collect();
    let results = map
        .results
        .iter()
        .map(|result| result.replace(&dims, &renamed))
        .collect();
    let at = start + map.num_dims as usize;
    let given: Vec<ValueId> = op.operands.drain(at..).collect();
    op.operands.extend(used.iter().map(|&n| given[n as usize]));
    let map = AffineMap::new(map.num_dims, used.len() as u32, results);
    op.set_attribute("map", Attribute::affine_map(map));
}

/// Adds an expression to an operand of an operation.
fn count_value(module: &mut Module, op: OpId, operand: usize, symbols: &[ValueId], more: &AffineExpr) {
    let Some(block) = module.op(op).parent else { return };
    let old = module.op(op).operands[operand];
    let own: Vec<AffineExpr> = (1..=symbols.len()).map(|n| symbol(n as u32)).collect();
    let counted = &symbol(0) + &more.replace(&[], &own);
    let map = AffineMap::new(0, symbols.len() as u32 + 1, vec![counted]);
    let apply = NewOp::new(OpCode::AffineApply)
        .operands(std::iter::once(old).chain(symbols.iter().copied()))
        .attribute("map", Attribute::affine_map(map))
        .result(Type::Index);
    let value = module.append_value(block, apply);
    let ops = &mut module.block_mut(block).ops;
    let apply = ops.pop().expect("it was appended");
    let place = ops.iter().position(|other| *other == op).unwrap_or(ops.len());
    ops.insert(place, apply);
    module.op_mut(op).operands[operand] = value;
}

/// What is computed of arguments in front of everything else.
struct Front<'m> {
    module: &'m mut Module,
    body: BlockId,
    ops: Vec<OpId>,
}

impl Front<'_> {
    /// An argument, or a quotient of one, as an index.
    fn index(&mut self, value: ValueId) -> ValueId {
        let value = match quotient(self.module, value) {
            Some((dividend, divisor)) => {
                let known = self.module.defining_op(value);
                if let Some(op) = known.filter(|op| self.module.op(*op).parent == Some(self.body)) {
                    self.hoist(op);
                    value
                } else {
                    let dividend = self.index(dividend);
                    let divisor = NewOp::new(OpCode::Constant).attribute("value", Attribute::index(divisor));
                    let divisor = self.add(divisor.result(Type::Index));
                    let quotient = NewOp::new(OpCode::DivSI).operands([dividend, divisor]);
                    self.add(quotient.result(Type::Index))
                }
            }
            None => value,
        };
        if *self.module.ty(value) == Type::Index {
            return value;
        }
        let casts = self.module.block(self.body).ops.iter().copied();
        let is_cast = |op: &OpId| {
            let op = self.module.op(*op);
            let is_cast = matches!(op.code(), Some(OpCode::IndexCast | OpCode::IndexCastUI));
            is_cast && op.operands[0] == value && *self.module.ty(op.results[0]) == Type::Index
        };
        if let Some(cast) = casts.chain(self.ops.iter().copied()).find(is_cast) {
            self.hoist(cast);
            return self.module.op(cast).results[0];
        }
        let function = self.module.block_parent_op(self.body);
        let arguments = &self.module.block(self.body).arguments;
        let number = arguments.iter().position(|argument| *argument == value);
        let is_unsigned = function.zip(number).is_some_and(|(function, number)| {
            self.module
                .op(function)
                .argument_attribute(number, "c.unsigned")
                .is_some()
        });
        let code = if is_unsigned {
            OpCode::IndexCastUI
        } else {
            OpCode::IndexCast
        };
        self.add(NewOp::new(code).operands([value]).result(Type::Index))
    }

    fn add(&mut self, new: NewOp) -> ValueId {
        let op = self.module.create(new);
        self.ops.push(op);
        self.module.op(op).results[0]
    }

    /// Moves an operation of the body, and what it needs, to the front.
    fn hoist(&mut self, op: OpId) {
        let ops = &mut self.module.block_mut(self.body).ops;
        let Some(place) = ops.iter().position(|other| *other == op) else {
            return;
        };
        ops.remove(place);
        for operand in self.module.op(op).operands.clone() {
            if let Some(made) = self.module.defining_op(operand) {
                self.hoist(made);
            }
        }
        self.ops.push(op);
    }

    fn place(self) {
        let body = std::mem::take(&mut self.module.block_mut(self.body).ops);
        for op in self.ops.into_iter().chain(body) {
            self.module.attach(self.body, op);
        }
    }
}
