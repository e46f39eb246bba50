//! Unflattening: a loop over all pairs of indices that counts with one variable becomes loops over its digits.
//!
//! ```text
//! for p in 0..h * w { y[p mod w, p floordiv w] = x[p] }  =>  for i in 0..h { for j in 0..w { y[j, i] = x[i * w + j] } }
//! ```
//!
//! Which digits there are the body tells ([`flat_loops`]). Both run through the same indices in the same order where no extent but the
//! first is negative; a divisor that is zero is of a loop that does not run.

use std::collections::HashMap;
use std::sync::Arc;

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp, constant, dim, symbol};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::flat_loops::{self, Extent, Product, digits, exprs_of, operand};
use ovolo_lang::ir::{BlockId, Module, NewOp, OpId, OpName, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::forms::MOST_RESIDUES;
use crate::lift::{SizeCondition, assumed_sizes};
use crate::natural_sizes::Sizes;
use crate::widening::{constant_before, insert_before};

/// The module with the loops of a function unflattened whose extents are not negative; `None` where there are none.
pub fn unflattened(module: &Module, function: OpId) -> Option<Module> {
    let mut changed = module.clone();
    unflatten(&mut changed, function, false).map(|_| changed)
}

/// Unflattens the loops of a function whose extents are not negative, or may be promised not to be. Gives the conditions on its
/// arguments that are promised so; `None` where there are no such loops.
pub(crate) fn unflatten(
    module: &mut Module,
    function: OpId,
    may_promise: bool,
) -> Option<Vec<SizeCondition>> {
    let mut wanted: Vec<SizeCondition> = Vec::new();
    let assumed = assumed_sizes(module, function);
    let mut loops = Vec::new();
    module.walk(function, &mut |op| {
        if matches!(module.op(op).code(), Some(OpCode::AffineFor | OpCode::ScfFor)) {
            loops.push(op);
        }
    });
    let mut is_changed = false;
    for op in loops {
        let Some(digits) = digits(module, op) else {
            continue;
        };
        // The iterations of few remainders are copied out.
        let remainders = digits.extents[1..]
            .iter()
            .try_fold(1i64, |all, extent| match extent {
                Extent::Fixed(n) => all.checked_mul(*n),
                Extent::Value(_) => None,
            });
        if remainders.is_some_and(|remainders| remainders <= MOST_RESIDUES) {
            continue;
        }
        let sizes = Sizes::of(module, function, &assumed);
        let conditions: Option<Vec<SizeCondition>> = digits.extents[1..]
            .iter()
            .filter_map(|extent| match extent {
                Extent::Fixed(n) => (*n < 0).then_some(None),
                Extent::Value(value) => sizes.missing(*value),
            })
            .collect();
        let Some(conditions) = conditions else { continue };
        if conditions.is_empty() || may_promise {
            wanted.extend(conditions);
            is_changed |= split(module, op, &digits).is_some();
        }
    }
    is_changed.then_some(wanted)
}

/// Makes loops of a loop, one for each digit.
fn split(module: &mut Module, op: OpId, told: &flat_loops::Digits) -> Option<()> {
    let body = module.single_block(op, 0)?;
    let variable = *module.block(body).arguments.first()?;
    let extents = &told.extents;
    let mut digits = Digits {
        extents: extents.iter().rev().copied().collect(),
        variables: vec![new_variable(module, body)],
        parts: HashMap::new(),
    };
    digits.parts = told
        .parts
        .iter()
        .filter_map(|(value, part)| {
            Some((
                *value,
                [digits.place(module, &part.from)?, digits.place(module, &part.to)?],
            ))
        })
        .collect();
    // The innermost loop gets the body, and the loop that there is becomes the outermost.
    let mut inner: Option<OpId> = None;
    for &extent in extents[1..].iter().rev() {
        let new = new_loop(module, op, extent);
        match inner {
            None => {
                let own = std::mem::take(&mut module.op_mut(op).regions);
                own.iter().for_each(|&region| module.attach_region(new, region));
            }
            Some(inner) => digits.variables.push(around(module, new, inner)),
        }
        inner = Some(new);
    }
    digits.variables.push(around(module, op, inner?));
    end_at(module, (op, op), extents[0]);
    let name = module.value(variable).name.clone();
    for (number, &digit) in digits.variables.iter().rev().enumerate() {
        let name = name
            .as_deref()
            .map(|name| format!("{name}_{number}").as_str().into());
        module.value_mut(digit).name = name;
    }
    digits.replace(module, body, variable);
    Some(())
}

/// Gives a block another first argument.
fn new_variable(module: &mut Module, block: BlockId) -> ValueId {
    let new = module.add_argument(block, Type::Index, None);
    let arguments = &mut module.block_mut(block).arguments;
    arguments.pop();
    arguments[0] = new;
    module.value_mut(new).def = ValueDef::Argument { block, index: 0 };
    new
}

/// A loop as another, with another end, that no block holds and that has no body yet. What it hands on begins as that does.
fn new_loop(module: &mut Module, like: OpId, extent: Extent) -> OpId {
    let data = module.op(like).clone();
    let mut new =
        NewOp::new(data.code().unwrap_or(OpCode::AffineFor)).operands(data.operands.iter().copied());
    new.result_types
        .extend(data.results.iter().map(|result| module.ty(*result).clone()));
    new.attributes = data.attributes.clone();
    new.span = data.span;
    let new = module.create(new);
    end_at(module, (new, like), extent);
    new
}

/// Lets a loop end elsewhere. A constant stands before the second of two operations.
fn end_at(module: &mut Module, (op, place): (OpId, OpId), extent: Extent) {
    if module.op(op).code() == Some(OpCode::ScfFor) {
        let end = match extent {
            Extent::Value(value) => value,
            Extent::Fixed(n) => constant_before(module, place, n),
        };
        module.op_mut(op).operands[1] = end;
        return;
    }
    let segments = module.op(op).attribute("operandSegmentSizes");
    let segments = segments.and_then(Attribute::as_i64_list).unwrap_or_default();
    let bounds = segments.iter().take(2).sum::<i64>() as usize;
    let data = module.op_mut(op);
    let inits = data.operands[bounds..].to_vec();
    let (map, operands) = match extent {
        Extent::Fixed(n) => (AffineMap::constant(n), Vec::new()),
        Extent::Value(value) => (AffineMap::new(0, 1, vec![symbol(0)]), vec![value]),
    };
    data.set_attribute("lowerBoundMap", Attribute::affine_map(AffineMap::constant(0)));
    data.set_attribute("upperBoundMap", Attribute::affine_map(map));
    let sizes = [0, operands.len() as i64, inits.len() as i64];
    data.set_attribute("operandSegmentSizes", Attribute::i32_array(&sizes));
    data.operands = operands.into_iter().chain(inits).collect();
}

/// Makes a loop the only operation of the body of another, which hands its values through. Gives the variable of that.
fn around(module: &mut Module, outer: OpId, inner: OpId) -> ValueId {
    let region = match module.op(outer).regions.first() {
        Some(&region) => region,
        None => module.add_region(outer),
    };
    let block = module.add_block(region);
    let variable = module.add_argument(block, Type::Index, None);
    let types: Vec<Type> = module
        .op(inner)
        .results
        .iter()
        .map(|result| module.ty(*result).clone())
        .collect();
    let first = module.op(inner).operands.len() - types.len();
    for (number, ty) in types.into_iter().enumerate() {
        let handed = module.add_argument(block, ty, None);
        module.op_mut(inner).operands[first + number] = handed;
    }
    module.attach(block, inner);
    let code = match module.op(outer).code() {
        Some(OpCode::ScfFor) => OpCode::ScfYield,
        _ => OpCode::AffineYield,
    };
    let results = module.op(inner).results.clone();
    module.append(block, NewOp::new(code).operands(results));
    variable
}

/// The digits of a variable, the innermost first.
struct Digits {
    extents: Vec<Extent>,
    variables: Vec<ValueId>,
    /// Values that are a part of the variable, by the digits that it has.
    parts: HashMap<ValueId, [usize; 2]>,
}

/// An expression, or a part of the variable.
enum Found {
    Part([usize; 2]),
    Expr(AffineExpr),
}

impl Digits {
    /// Behind how many digits a product stands.
    fn place(&self, module: &Module, product: &Product) -> Option<usize> {
        self.divided(module, [0, self.extents.len()], product, true)
            .map(|part| part[0])
    }

    /// The part that a quotient or remainder of a part is.
    fn divided(
        &self,
        module: &Module,
        [from, to]: [usize; 2],
        by: &Product,
        is_quotient: bool,
    ) -> Option<[usize; 2]> {
        let mut product = Product::constant(1);
        for middle in from..=to {
            if product == *by {
                return Some(if is_quotient { [middle, to] } else { [from, middle] });
            }
            product = product.times(&self.extents.get(middle)?.product(module))?;
        }
        None
    }

    /// A part as an expression in the digits, and in the extents that are values as symbols, both behind those that there are.
    fn expr(&self, [from, to]: [usize; 2], [dims, symbols]: [u32; 2]) -> AffineExpr {
        let mut sum = constant(0);
        let mut weight = constant(1);
        for digit in from..to {
            sum = &sum + &(&dim(dims + digit as u32) * &weight);
            weight = match self.extents[digit] {
                Extent::Fixed(n) => &weight * &constant(n),
                Extent::Value(_) => &weight * &symbol(symbols + digit as u32),
            };
        }
        sum
    }

    /// What stands for the symbols of such an expression.
    fn symbols(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.extents
            .iter()
            .zip(&self.variables)
            .map(|(extent, variable)| match extent {
                Extent::Value(value) => *value,
                Extent::Fixed(_) => *variable,
            })
    }

    /// Writes the parts of the variable that a body uses as expressions in the digits.
    fn replace(&self, module: &mut Module, body: BlockId, variable: ValueId) {
        let mut users = Vec::new();
        for &op in &module.block(body).ops {
            module.walk(op, &mut |inner| users.push(inner));
        }
        for &op in &users {
            self.replace_in(module, op);
        }
        users.retain(|&op| module.op(op).operands.contains(&variable));
        let Some(&first) = module.block(body).ops.first().filter(|_| !users.is_empty()) else {
            return;
        };
        let (map, operands) = self.applied([0, self.extents.len()]);
        let new = NewOp::new(OpCode::AffineApply)
            .operands(operands)
            .attribute("map", Attribute::affine_map(map))
            .result(Type::Index);
        let whole = insert_before(module, first, new);
        for user in users {
            let operands = module.op_mut(user).operands.iter_mut();
            operands
                .filter(|operand| **operand == variable)
                .for_each(|operand| *operand = whole);
        }
    }

    /// A map that gives a part, and its operands.
    fn applied(&self, part: [usize; 2]) -> (AffineMap, Vec<ValueId>) {
        let digits = self.variables.len() as u32;
        let map = AffineMap::new(digits, digits, vec![self.expr(part, [0, 0])]);
        let operands = self.variables.iter().copied().chain(self.symbols());
        used(&map, &operands.collect::<Vec<_>>())
    }

    fn replace_in(&self, module: &mut Module, op: OpId) {
        let data = module.op(op);
        if let Some(map) = exprs_of(data) {
            self.replace_in_exprs(module, op, &map);
            return;
        }
        let is_part = matches!(
            data.code(),
            Some(
                OpCode::DivSI
                    | OpCode::DivUI
                    | OpCode::FloorDivSI
                    | OpCode::RemSI
                    | OpCode::RemUI
                    | OpCode::SubI
            )
        );
        let part = data.results.first().and_then(|result| self.parts.get(result));
        if let Some(part) = part.filter(|_| is_part) {
            let (map, operands) = self.applied(*part);
            let data = module.op_mut(op);
            data.name = OpName::Known(OpCode::AffineApply);
            data.attributes.retain(|(name, _)| &**name != "overflowFlags");
            data.set_attribute("map", Attribute::affine_map(map));
            data.operands = operands.into_iter().collect();
        }
    }

    /// The same in the expressions of an operation.
    fn replace_in_exprs(&self, module: &mut Module, op: OpId, map: &AffineMap) {
        let data = module.op(op);
        let Some(first) = data.operands.len().checked_sub(map.num_inputs()) else {
            return;
        };
        let inputs = data.operands[first..].to_vec();
        let mut is_of_parts = false;
        let mut results = Vec::new();
        for expr in &map.results {
            let found = self.found(module, expr, (map, &inputs));
            is_of_parts |= matches!(found, Found::Part(_));
            expr.walk(&mut |part| {
                is_of_parts |= matches!(part, AffineExpr::Binary(op, _) if op.is_division());
            });
            results.push(self.written(found, map));
        }
        if !is_of_parts || !inputs.iter().any(|input| self.parts.contains_key(input)) {
            return;
        }
        let digits = self.variables.len() as u32;
        let map_of_all = AffineMap::new(map.num_dims + digits, map.num_symbols + digits, results);
        let (dims, symbols) = inputs.split_at(map.num_dims as usize);
        let all = dims.iter().chain(&self.variables).chain(symbols).copied();
        let (new, operands) = used(&map_of_all, &all.chain(self.symbols()).collect::<Vec<_>>());
        let data = module.op_mut(op);
        data.operands.truncate(first);
        data.operands.extend(operands);
        let set = data.attribute("condition").and_then(Attribute::as_integer_set);
        let Some(mut set) = set.cloned() else {
            data.set_attribute("map", Attribute::affine_map(new));
            return;
        };
        let own = Arc::make_mut(&mut set);
        (own.num_dims, own.num_symbols) = (new.num_dims, new.num_symbols);
        for (constraint, expr) in own.constraints.iter_mut().zip(new.results) {
            constraint.expr = expr;
        }
        data.set_attribute("condition", Attribute::IntegerSet(set));
    }

    /// What an expression in the inputs of a map is.
    fn found(&self, module: &Module, expr: &AffineExpr, inputs: (&AffineMap, &[ValueId])) -> Found {
        let AffineExpr::Binary(op, ab) = expr else {
            let part = operand(expr, inputs.0, inputs.1).and_then(|input| self.parts.get(&input));
            return part.map_or_else(|| Found::Expr(expr.clone()), |part| Found::Part(*part));
        };
        let [a, b] = [&ab.0, &ab.1].map(|side| self.found(module, side, inputs));
        if let (Found::Part(part), true) = (&a, op.is_division()) {
            let by = Product::of_expr(module, &ab.1, inputs.0, inputs.1);
            let is_quotient = *op == AffineOp::FloorDiv;
            let of_part = by.filter(|_| *op != AffineOp::CeilDiv);
            if let Some(part) = of_part.and_then(|by| self.divided(module, *part, &by, is_quotient)) {
                return Found::Part(part);
            }
        }
        let [a, b] = [a, b].map(|side| self.written(side, inputs.0));
        Found::Expr(AffineExpr::binary(*op, a, b))
    }

    fn written(&self, found: Found, map: &AffineMap) -> AffineExpr {
        match found {
            Found::Expr(expr) => expr,
            Found::Part(part) => self.expr(part, [map.num_dims, map.num_symbols]),
        }
    }
}

/// A map of the inputs that it uses, and these.
fn used(map: &AffineMap, inputs: &[ValueId]) -> (AffineMap, Vec<ValueId>) {
    let is_used = |number: u32| match number.checked_sub(map.num_dims) {
        None => map.uses_dim(number),
        Some(number) => map.uses_symbol(number),
    };
    let numbered = (0..).zip(inputs);
    let operands = numbered
        .filter_map(|(number, &input)| is_used(number).then_some(input))
        .collect();
    (map.compress_unused_dims().compress_unused_symbols(), operands)
}
