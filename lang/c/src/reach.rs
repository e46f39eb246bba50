//! How much memory a function accesses behind a pointer.
//!
//! C does not say how long an array is that a pointer points to. Where all accesses are in counted loops and their subscripts
//! only grow with the variables, or only fall, the greatest one is that at the ends of the loops: `A[i * n + k]` in loops to `n` is
//! at most `(n - 1) * n + n - 1`, so that `n * n` elements are enough.

use std::collections::BTreeMap;

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;

/// The extent of a dimension of which nothing is known: more than there can be.
pub(crate) const UNKNOWN_EXTENT: i64 = 1 << 56;

/// Products in a subscript. Arbitrary.
const MOST_PRODUCTS: usize = 64;

/// A sum of products of values with coefficients.
type Polynomial = BTreeMap<Vec<ValueId>, i64>;

/// Replaces the first extent of each memref argument of which it is not known by one that is enough for all accesses, where
/// that is found.
pub(crate) fn bound_extents(module: &mut Module, function: OpId) {
    let Some(body) = module.single_block(function, 0) else {
        return;
    };
    let arguments = module.block(body).arguments.clone();
    let Some(Attribute::Array(attributes)) = module.op(function).attribute("arg_attrs").cloned() else {
        return;
    };
    let mut attributes = attributes.to_vec();
    for (number, &argument) in arguments.iter().enumerate() {
        let Some(Attribute::Dictionary(entries)) = attributes.get_mut(number) else {
            continue;
        };
        let mut all = entries.to_vec();
        let extents = all.iter_mut().find(|(name, _)| &**name == "c.extents");
        let Some((_, value)) = extents else { continue };
        let Some(map) = value.as_affine_map().cloned() else {
            continue;
        };
        if map.results.first() != Some(&AffineExpr::Constant(UNKNOWN_EXTENT)) {
            continue;
        }
        let Some(extent) =
            reach(module, function, argument).and_then(|bound| expr(module, &arguments, &bound))
        else {
            continue;
        };
        let mut results = map.results.to_vec();
        results[0] = extent;
        let symbols = arguments.iter().filter(|a| module.ty(**a).is_integer()).count();
        *value = Attribute::affine_map(AffineMap::new(0, symbols as u32, results));
        *entries = all.into();
    }
    module
        .op_mut(function)
        .set_attribute("arg_attrs", Attribute::array(attributes));
}

/// One more than the greatest first subscript of an argument, in the integer arguments.
fn reach(module: &Module, function: OpId, memref: ValueId) -> Option<Polynomial> {
    let mut users = Vec::new();
    module.walk(function, &mut |op| {
        if module.op(op).operands.contains(&memref) {
            users.push(op);
        }
    });
    let bounds = users.into_iter().map(|user| greatest(module, user, memref));
    let bounds: Vec<Bound> = bounds.collect::<Option<_>>()?;
    let is_enough = |bound: &&Bound| bounds.iter().all(|other| other.is_at_most(&bound.greatest));
    let mut enough = bounds.iter().find(is_enough)?.greatest.clone();
    let one = enough.entry(Vec::new()).or_insert(0);
    *one = one.checked_add(1)?;
    enough.retain(|_, n| *n != 0);
    Some(enough)
}

/// The greatest subscript of an access.
struct Bound {
    greatest: Polynomial,
    /// What some values are at least where the access is executed, none of it negative.
    least: BTreeMap<ValueId, i64>,
}

impl Bound {
    /// Whether it is at most another, where the access is executed.
    fn is_at_most(&self, other: &Polynomial) -> bool {
        let minus = [(Vec::new(), -1)].into();
        let difference = times(&self.greatest, &minus).and_then(|own| sum(own, other));
        difference.and_then(|difference| least_of(&difference, &self.least)) >= Some(0)
    }
}

/// What a polynomial is at least; `None` where a product may fall.
fn least_of(polynomial: &Polynomial, least: &BTreeMap<ValueId, i64>) -> Option<i64> {
    let mut total = 0i64;
    for (product, n) in polynomial {
        if *n < 0 && !product.is_empty() {
            return None;
        }
        let mut factors = product.iter().map(|value| least.get(value).copied());
        let product = factors.try_fold(1i64, |all, factor| all.checked_mul(factor?))?;
        total = total.checked_add(product.checked_mul(*n)?)?;
    }
    Some(total)
}

/// The first subscript of an access at the ends of the loops around it.
fn greatest(module: &Module, access: OpId, memref: ValueId) -> Option<Bound> {
    let op = module.op(access);
    let first = match op.code() {
        Some(OpCode::AffineLoad) => 0,
        Some(OpCode::AffineStore) => 1,
        _ => return None,
    };
    if op.operands.get(first) != Some(&memref) || op.operands.iter().filter(|v| **v == memref).count() != 1 {
        return None;
    }
    let map = op.attribute("map").and_then(Attribute::as_affine_map)?;
    let operands = &op.operands[first + 1..];
    let mut bound = of_expr(module, map.results.first()?, map, operands, MOST_DEPTH)?;
    let mut least: BTreeMap<ValueId, i64> = BTreeMap::new();
    let mut loops = Vec::new();
    let mut around = module.parent_op(access);
    while let Some(op) = around {
        if module.op(op).code() == Some(OpCode::AffineFor) {
            loops.push(op);
        }
        around = module.parent_op(op);
    }
    let mut known = Vec::new();
    for &op in loops.iter().rev() {
        let [lower, upper] = [true, false].map(|is_lower| limits(module, op, is_lower));
        let (lower, upper) = (lower?, upper?);
        let variable = *module.block(module.single_block(op, 0)?).arguments.first()?;
        let starts = lower.iter().filter_map(|limit| least_of(limit, &least)).max();
        if let Some(start) = starts.filter(|start| *start >= 0) {
            least.insert(variable, start);
            // The loop runs, so that its end is above its start.
            for limit in &upper {
                let mut sizes = limit.iter().filter(|(product, _)| !product.is_empty());
                if let (Some((product, 1)), None) = (sizes.next(), sizes.next())
                    && let [size] = product.as_slice()
                {
                    let constant = limit.get(&Vec::new()).copied().unwrap_or(0);
                    let known = least.get(size).copied().unwrap_or(-1);
                    let least_size = known.max((start + 1).checked_sub(constant)?);
                    if least_size >= 0 {
                        least.insert(*size, least_size);
                    }
                }
            }
        }
        known.push((variable, lower, upper));
    }
    for (variable, lower, upper) in known.into_iter().rev() {
        let (mut factor, mut rest) = (Polynomial::new(), Polynomial::new());
        for (product, n) in bound {
            match product.iter().filter(|v| **v == variable).count() {
                0 => {
                    rest.insert(product, n);
                }
                1 => {
                    let others = product.into_iter().filter(|v| *v != variable).collect();
                    factor.insert(others, n);
                }
                _ => return None,
            }
        }
        let is_sized = factor.keys().flatten().all(|v| least.contains_key(v));
        let limit = match () {
            _ if factor.is_empty() => {
                bound = rest;
                continue;
            }
            _ if is_sized && factor.values().all(|n| *n > 0) => {
                let mut last = upper.first()?.clone();
                *last.entry(Vec::new()).or_insert(0) -= 1;
                last
            }
            _ if is_sized && factor.values().all(|n| *n < 0) => lower.first()?.clone(),
            _ => return None,
        };
        bound = sum(rest, &times(&factor, &limit)?)?;
    }
    Some(Bound {
        greatest: bound,
        least,
    })
}

/// The bounds of a loop, of which the greatest lower and the least upper one count.
fn limits(module: &Module, op: OpId, is_lower: bool) -> Option<Vec<Polynomial>> {
    let op = module.op(op);
    let segments = op
        .attribute("operandSegmentSizes")
        .and_then(Attribute::as_i64_list)?;
    let middle = usize::try_from(*segments.first()?).ok()?;
    let end = middle + usize::try_from(*segments.get(1)?).ok()?;
    let (name, operands) = match is_lower {
        true => ("lowerBoundMap", op.operands.get(..middle)?),
        false => ("upperBoundMap", op.operands.get(middle..end)?),
    };
    let map = op.attribute(name).and_then(Attribute::as_affine_map)?;
    let results = map
        .results
        .iter()
        .map(|expr| of_expr(module, expr, map, operands, MOST_DEPTH));
    let results: Vec<Polynomial> = results.flatten().collect();
    (!results.is_empty()).then_some(results)
}

fn of_expr(
    module: &Module,
    expr: &AffineExpr,
    map: &AffineMap,
    operands: &[ValueId],
    depth: usize,
) -> Option<Polynomial> {
    match expr {
        AffineExpr::Constant(c) => Some([(Vec::new(), *c)].into()),
        AffineExpr::Dim(i) => of_value(module, *operands.get(*i as usize)?, depth),
        AffineExpr::Symbol(i) => of_value(module, *operands.get((map.num_dims + *i) as usize)?, depth),
        AffineExpr::Binary(op, parts) => {
            let [a, b] = [&parts.0, &parts.1].map(|part| of_expr(module, part, map, operands, depth));
            match op {
                AffineOp::Add => sum(a?, &b?),
                AffineOp::Mul => times(&a?, &b?),
                _ => None,
            }
        }
    }
}

/// Operations behind a subscript that are followed, one inside the other. Arbitrary; what is made of two operands at each step
/// takes two to the power of so many steps.
const MOST_DEPTH: usize = 12;

/// A variable of a loop, an integer argument behind its conversion, or what is made of them.
fn of_value(module: &Module, value: ValueId, depth: usize) -> Option<Polynomial> {
    let depth = depth.checked_sub(1)?;
    let ValueDef::Result { op, .. } = module.value(value).def else {
        return Some([(vec![value], 1)].into());
    };
    let op = module.op(op);
    match (op.code(), op.operands.as_slice()) {
        (Some(OpCode::Constant), _) => {
            let value = op.attribute("value").and_then(Attribute::as_i64)?;
            Some([(Vec::new(), value)].into())
        }
        (Some(OpCode::IndexCast | OpCode::IndexCastUI), &[from]) => match module.value(from).def {
            ValueDef::Argument { .. } => Some([(vec![from], 1)].into()),
            ValueDef::Result { .. } => None,
        },
        (Some(OpCode::AddI), &[a, b]) => sum(of_value(module, a, depth)?, &of_value(module, b, depth)?),
        (Some(OpCode::MulI), &[a, b]) => times(&of_value(module, a, depth)?, &of_value(module, b, depth)?),
        (Some(OpCode::AffineApply), operands) => {
            let map = op.attribute("map").and_then(Attribute::as_affine_map)?;
            of_expr(module, map.results.first()?, map, operands, depth)
        }
        _ => None,
    }
}

fn sum(mut a: Polynomial, b: &Polynomial) -> Option<Polynomial> {
    for (product, n) in b {
        let own = a.entry(product.clone()).or_insert(0);
        *own = own.checked_add(*n)?;
    }
    a.retain(|_, n| *n != 0);
    (a.len() <= MOST_PRODUCTS).then_some(a)
}

fn times(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut all = Polynomial::new();
    for (x, m) in a {
        for (y, n) in b {
            let mut product = [&x[..], &y[..]].concat();
            product.sort();
            all = sum(all, &[(product, m.checked_mul(*n)?)].into())?;
        }
    }
    Some(all)
}

/// A polynomial of integer arguments as an expression of symbols, which are these in their order.
fn expr(module: &Module, arguments: &[ValueId], polynomial: &Polynomial) -> Option<AffineExpr> {
    let integers: Vec<ValueId> = arguments
        .iter()
        .copied()
        .filter(|a| module.ty(*a).is_integer())
        .collect();
    let mut total = AffineExpr::Constant(0);
    for (product, n) in polynomial {
        let mut term = AffineExpr::Constant(*n);
        for value in product {
            let at = integers.iter().position(|integer| integer == value)?;
            let symbol = AffineExpr::Symbol(at as u32);
            term = match term {
                AffineExpr::Constant(1) => symbol,
                term => symbol * term,
            };
        }
        total = match total {
            AffineExpr::Constant(0) => term,
            total => total + term,
        };
    }
    Some(total)
}
