//! How much memory a function accesses behind a pointer.
//!
//! C does not say how long an array is that a pointer points to. Where all accesses are in counted loops and their subscripts
//! only grow with the variables, or only fall, the greatest one is that at the ends of the loops: `A[i * n + k]` in loops to `n` is
//! at most `(n - 1) * n + n - 1`, so that `n * n` elements are enough.

use std::collections::{BTreeMap, HashMap};

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, Op, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

/// The extent of a dimension of which nothing is known: more than there can be.
pub(crate) const UNKNOWN_EXTENT: i64 = 1 << 56;

/// Products in a subscript, and factors of each. Arbitrary: an array of four dimensions has four.
const MOST_PRODUCTS: usize = 64;
const MOST_FACTORS: usize = 4;

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
        let mut values = Values {
            module,
            known: HashMap::new(),
            sums: Vec::new(),
        };
        let bound = reach(&mut values, function, argument);
        let Some(extent) = bound.and_then(|bound| expr(&mut values, &arguments, &bound)) else {
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
fn reach(values: &mut Values<'_>, function: OpId, memref: ValueId) -> Option<Polynomial> {
    let module = values.module;
    let mut users = Vec::new();
    let mut applied = Vec::new();
    module.walk(function, &mut |op| {
        if module.op(op).code() == Some(OpCode::AffineApply) {
            applied.extend(module.op(op).results.first().copied());
        }
        // Whether it is null says nothing of what is behind it.
        let is_test = module.op(op).code() == Some(OpCode::MemRefExtractAlignedPointer);
        if module.op(op).operands.contains(&memref) && !is_test {
            users.push(op);
        }
    });
    // Sums get their names before anything is made of them.
    applied.into_iter().for_each(|value| drop(values.of_value(value)));
    let bounds = users.into_iter().map(|user| values.bound(user, memref));
    let bounds: Vec<Bound> = bounds.collect::<Option<_>>()?;
    let is_enough = |bound: &&Bound| bounds.iter().all(|other| other.is_at_most(&bound.greatest));
    let enough = bounds.iter().find(is_enough)?.greatest.clone();
    sum(enough, &constant(1))
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
        let difference = times(&self.greatest, &constant(-1)).and_then(|own| sum(own, other));
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

/// The variable of a loop, and its bounds, of which the greatest lower and the least upper one count.
struct Around {
    variable: ValueId,
    lower: Vec<Polynomial>,
    upper: Vec<Polynomial>,
}

/// The polynomials of values of a module, each found once.
struct Values<'m> {
    module: &'m Module,
    known: HashMap<ValueId, Option<Polynomial>>,
    /// Sums of arguments that have a name, by which something may be multiplied.
    sums: Vec<(ValueId, Polynomial)>,
}

impl Values<'_> {
    /// The first subscript of an access at the ends of the loops around it.
    fn bound(&mut self, access: OpId, memref: ValueId) -> Option<Bound> {
        let op = self.module.op(access);
        let first = match op.code() {
            Some(OpCode::AffineLoad | OpCode::MemRefLoad) => 0,
            Some(OpCode::AffineStore | OpCode::MemRefStore) => 1,
            _ => return None,
        };
        if op.operands.get(first) != Some(&memref)
            || op.operands.iter().filter(|v| **v == memref).count() != 1
        {
            return None;
        }
        let operands = &op.operands[first + 1..];
        let mut greatest = match op.attribute("map").and_then(Attribute::as_affine_map) {
            Some(map) => self.of_expr(map.results.first()?, map, operands)?,
            None => self.of_value(*operands.first()?)?,
        };
        let loops = self.loops(access)?;
        let least = least_around(self, &loops)?;
        for around in loops.iter().rev() {
            greatest = at_the_end(greatest, around, &least)?;
        }
        let greatest = self.expanded(&greatest)?;
        // Where a quotient is positive it is rounded down.
        let module = self.module;
        let mut quotients = greatest
            .keys()
            .flatten()
            .filter(|v| quotient(module, **v).is_some());
        quotients
            .all(|v| least.get(v) >= Some(&1))
            .then_some(Bound { greatest, least })
    }

    /// The loops around an operation, the outermost first.
    fn loops(&mut self, inner: OpId) -> Option<Vec<Around>> {
        let module = self.module;
        let mut found = Vec::new();
        let mut around = module.parent_op(inner);
        while let Some(id) = around {
            let op = module.op(id);
            if op.code() == Some(OpCode::AffineFor) {
                found.push(Around {
                    variable: *module.block(module.single_block(id, 0)?).arguments.first()?,
                    lower: self.limits(op, true)?,
                    upper: self.limits(op, false)?,
                });
            }
            if op.code() == Some(OpCode::ScfFor) {
                let [lower, upper] = [0, 1].map(|n| op.operands.get(n).copied());
                found.push(Around {
                    variable: *module.block(module.single_block(id, 0)?).arguments.first()?,
                    lower: vec![self.of_value(lower?)?],
                    upper: vec![self.of_value(upper?)?],
                });
            }
            around = module.parent_op(id);
        }
        found.reverse();
        Some(found)
    }

    fn limits(&mut self, op: &Op, is_lower: bool) -> Option<Vec<Polynomial>> {
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
        let results = map.results.iter().map(|expr| self.of_expr(expr, map, operands));
        let results: Vec<Polynomial> = results.flatten().collect();
        let results: Vec<Polynomial> = results.into_iter().map(|limit| self.named(limit)).collect();
        (!results.is_empty()).then_some(results)
    }

    fn of_expr(&mut self, expr: &AffineExpr, map: &AffineMap, operands: &[ValueId]) -> Option<Polynomial> {
        match expr {
            AffineExpr::Constant(c) => Some(constant(*c)),
            AffineExpr::Dim(i) => self.of_value(*operands.get(*i as usize)?),
            AffineExpr::Symbol(i) => self.of_value(*operands.get((map.num_dims + *i) as usize)?),
            AffineExpr::Binary(op, parts) => {
                let [a, b] = [&parts.0, &parts.1].map(|part| self.of_expr(part, map, operands));
                match op {
                    AffineOp::Add => sum(a?, &b?),
                    AffineOp::Mul => times(&a?, &b?),
                    _ => None,
                }
            }
        }
    }

    fn of_value(&mut self, value: ValueId) -> Option<Polynomial> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let found = self.computed(value);
        self.known.insert(value, found.clone());
        found
    }

    /// The argument that a value is a quotient of, and the divisor.
    fn quotient(&mut self, value: ValueId) -> Option<(ValueId, i64)> {
        let (dividend, by) = quotient(self.module, value)?;
        let dividend = self.of_value(dividend)?;
        let (product, factor) = dividend.first_key_value()?;
        match product.as_slice() {
            &[size] if dividend.len() == 1 && *factor == 1 => Some((size, by)),
            _ => None,
        }
    }

    /// A polynomial, or the sum that it is if that has a name.
    fn named(&self, polynomial: Polynomial) -> Polynomial {
        let name = self.sums.iter().find(|(_, sum)| *sum == polynomial);
        name.map_or(polynomial, |(name, _)| [(vec![*name], 1)].into())
    }

    /// A polynomial with the sums in it in the place of their names.
    fn expanded(&self, polynomial: &Polynomial) -> Option<Polynomial> {
        let mut total = Polynomial::new();
        for (product, n) in polynomial {
            let mut term = constant(*n);
            for value in product {
                let named = self.sums.iter().find(|(name, _)| name == value);
                let factor = named.map_or_else(|| [(vec![*value], 1)].into(), |(_, sum)| sum.clone());
                term = times(&term, &factor)?;
            }
            total = sum(total, &term)?;
        }
        Some(total)
    }

    /// A variable of a loop, an integer argument behind its conversion, or what is made of them.
    fn computed(&mut self, value: ValueId) -> Option<Polynomial> {
        let module = self.module;
        let ValueDef::Result { op, .. } = module.value(value).def else {
            return Some([(vec![value], 1)].into());
        };
        let op = module.op(op);
        match (op.code(), op.operands.as_slice()) {
            (Some(OpCode::Constant), _) => {
                let value = op.attribute("value").and_then(Attribute::as_i64)?;
                Some(constant(value))
            }
            (Some(OpCode::IndexCast), &[from]) if *module.ty(value) == Type::Index => self.of_value(from),
            (Some(OpCode::IndexCastUI), &[from]) => match module.value(from).def {
                ValueDef::Argument { .. } => Some([(vec![from], 1)].into()),
                ValueDef::Result { .. } => None,
            },
            (Some(code @ (OpCode::AddI | OpCode::SubI | OpCode::MulI)), &[a, b])
                if op.is_nsw() || *module.ty(value) == Type::Index =>
            {
                let (a, b) = (self.of_value(a)?, self.of_value(b)?);
                match code {
                    OpCode::AddI => sum(a, &b),
                    OpCode::SubI => sum(a, &times(&b, &constant(-1))?),
                    _ => times(&a, &b),
                }
            }
            (Some(OpCode::DivSI), &[a, _]) => {
                quotient(module, value)?;
                let is_given = |product: &Vec<ValueId>| product.iter().all(|v| is_parameter(module, *v));
                self.of_value(a)?
                    .keys()
                    .all(is_given)
                    .then(|| [(vec![value], 1)].into())
            }
            (Some(OpCode::AffineApply), operands) => {
                let map = op.attribute("map").and_then(Attribute::as_affine_map)?;
                let sum = self.of_expr(map.results.first()?, map, operands)?;
                let is_of_arguments = || sum.keys().flatten().all(|v| is_parameter(module, *v));
                if sum.len() > 1 && is_of_arguments() && self.sums.iter().all(|(_, known)| *known != sum) {
                    self.sums.push((value, sum.clone()));
                }
                Some(self.named(sum))
            }
            _ => None,
        }
    }
}

/// Whether a value is an argument of a function.
fn is_parameter(module: &Module, value: ValueId) -> bool {
    let ValueDef::Argument { block, .. } = module.value(value).def else {
        return false;
    };
    let parent = module.block_parent_op(block).map(|op| module.op(op).code());
    parent == Some(Some(OpCode::Func))
}

/// What an integer is divided by a positive constant to give a value.
fn quotient(module: &Module, value: ValueId) -> Option<(ValueId, i64)> {
    let op = module.op(module.defining_op(value)?);
    let &[dividend, divisor] = op.operands.as_slice() else {
        return None;
    };
    let divisor = module.op(module.defining_op(divisor)?);
    let constant = divisor.attribute("value")?.as_i64()?;
    let is_quotient = op.code() == Some(OpCode::DivSI) && divisor.code() == Some(OpCode::Constant);
    (is_quotient && constant > 0).then_some((dividend, constant))
}

/// What variables, and sizes that end loops, are at least inside loops that run.
fn least_around(values: &mut Values<'_>, loops: &[Around]) -> Option<BTreeMap<ValueId, i64>> {
    let mut least = BTreeMap::new();
    // What is known of one size may tell of another.
    for _ in 0..=loops.len() {
        for around in loops {
            let starts = around.lower.iter().filter_map(|limit| least_of(limit, &least));
            let Some(start) = starts.max().filter(|start| *start >= 0) else {
                continue;
            };
            least.insert(around.variable, start);
            // The loop runs, so that its end is above its start.
            let expanded: Vec<Polynomial> = around.upper.iter().filter_map(|l| values.expanded(l)).collect();
            for limit in around.upper.iter().chain(&expanded) {
                let sizes = limit.iter().filter(|(product, n)| product.len() == 1 && **n == 1);
                let sizes: Vec<ValueId> = sizes.map(|(product, _)| product[0]).collect();
                for size in sizes {
                    let own = [(vec![size], 1)].into();
                    let others = times(limit, &constant(-1)).and_then(|minus| sum(minus, &own));
                    let others = others.and_then(|others| least_of(&others, &least));
                    let least_size = others.and_then(|others| (start + 1).checked_add(others));
                    let known = least.get(&size).copied().unwrap_or(-1);
                    if let Some(least_size) = least_size.map(|n| n.max(known)).filter(|n| *n >= 0) {
                        least.insert(size, least_size);
                    }
                    // What has a quotient is as many times that.
                    if let (Some((dividend, by)), Some(&own)) = (values.quotient(size), least.get(&size)) {
                        let known = least.get(&dividend).copied().unwrap_or(-1);
                        let whole = own.checked_mul(by).filter(|_| own > 0);
                        least.extend(whole.filter(|n| *n > known).map(|n| (dividend, n)));
                    }
                }
            }
        }
    }
    Some(least)
}

/// The greatest value of a polynomial in a loop, without the variable of it.
fn at_the_end(polynomial: Polynomial, around: &Around, least: &BTreeMap<ValueId, i64>) -> Option<Polynomial> {
    let (mut factor, mut rest) = (Polynomial::new(), Polynomial::new());
    for (product, n) in polynomial {
        match product.iter().filter(|v| **v == around.variable).count() {
            0 => {
                rest.insert(product, n);
            }
            1 => {
                let others = product.into_iter().filter(|v| *v != around.variable).collect();
                factor.insert(others, n);
            }
            _ => return None,
        }
    }
    if factor.is_empty() {
        return Some(rest);
    }
    let is_sized = factor.keys().flatten().all(|v| least.contains_key(v));
    let limit = match () {
        _ if is_sized && factor.values().all(|n| *n > 0) => {
            sum(around.upper.first()?.clone(), &constant(-1))?
        }
        _ if is_sized && factor.values().all(|n| *n < 0) => around.lower.first()?.clone(),
        _ => return None,
    };
    sum(rest, &times(&factor, &limit)?)
}

fn constant(value: i64) -> Polynomial {
    match value {
        0 => Polynomial::new(),
        _ => [(Vec::new(), value)].into(),
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
            if product.len() > MOST_FACTORS {
                return None;
            }
            all = sum(all, &[(product, m.checked_mul(*n)?)].into())?;
        }
    }
    Some(all)
}

/// A polynomial of integer arguments, and of quotients of such, as an expression of symbols, which are the arguments in their order.
fn expr(values: &mut Values<'_>, arguments: &[ValueId], polynomial: &Polynomial) -> Option<AffineExpr> {
    let mut total = AffineExpr::Constant(0);
    for (product, n) in polynomial {
        let mut term = AffineExpr::Constant(*n);
        for value in product {
            let factor = match quotient(values.module, *value) {
                Some((dividend, divisor)) => {
                    let dividend = values.of_value(dividend)?;
                    expr(values, arguments, &dividend)?.floordiv(divisor)
                }
                None => {
                    let mut integers = arguments.iter().filter(|a| values.module.ty(**a).is_integer());
                    AffineExpr::Symbol(integers.position(|integer| integer == value)? as u32)
                }
            };
            term = match term {
                AffineExpr::Constant(1) => factor,
                term => factor * term,
            };
        }
        total = match total {
            AffineExpr::Constant(0) => term,
            total => total + term,
        };
    }
    Some(total)
}
