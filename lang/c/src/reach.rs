//! How much memory a function accesses behind a pointer.
//!
//! C does not say how long an array is that a pointer points to. Where all accesses are in counted loops and their subscripts
//! only grow with the variables, or only fall, the greatest one is that at the ends of the loops: `A[i * n + k]` in loops to `n` is
//! at most `(n - 1) * n + n - 1`, so that `n * n` elements are enough. The least one is found in the same way: a pointer into the
//! middle of an array, of which elements in front are accessed, is an array that begins with the first of these.

use std::collections::{BTreeMap, HashMap, HashSet};

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, Op, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::entry::{EXTENTS, FIRST};
use crate::first_element::count_from;
use crate::polynomial::{Polynomial, constant, difference, least_of, sum, times};

/// The extent of a dimension of which nothing is known: more than there can be.
pub(crate) const UNKNOWN_EXTENT: i64 = 1 << 56;

/// Replaces the first extent of each memref argument of which it is not known by one that is enough for all accesses, where
/// that is found. Where subscripts are negative they are counted from the least.
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
        let extents = all.iter_mut().find(|(name, _)| &**name == EXTENTS);
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
        let reach = reach(&mut values, function, argument);
        let extent = reach
            .extent
            .and_then(|extent| expr(&mut values, &arguments, &extent));
        let least = reach.least.as_ref();
        let least = least.and_then(|least| expr(&mut values, &arguments, least));
        let symbols = arguments.iter().filter(|a| module.ty(**a).is_integer()).count() as u32;
        if let Some(extent) = extent {
            let mut results = map.results.to_vec();
            results[0] = extent;
            *value = Attribute::affine_map(AffineMap::new(0, symbols, results));
        }
        if let Some((least, terms)) = least.zip(reach.least) {
            let map = AffineMap::new(0, symbols, vec![least]);
            all.push((FIRST.into(), Attribute::affine_map(map)));
            all.sort_by(|a, b| a.0.cmp(&b.0));
            count_from(module, function, argument, &terms);
        }
        *entries = all.into();
    }
    module
        .op_mut(function)
        .set_attribute("arg_attrs", Attribute::array(attributes));
}

/// The first subscripts of the accesses of an argument, in the integer arguments.
#[derive(Default)]
struct Reach {
    /// One more than the greatest.
    extent: Option<Polynomial>,
    /// The least, where that may be negative: C's pointer then points behind the first element that is accessed.
    least: Option<Polynomial>,
}

/// How far the accesses of an argument reach. Arguments in their subscripts, such as the lengths of rows and steps, are taken not
/// to be negative where the order of subscripts depends on that, and so are subscripts of which it is not seen how far they fall.
fn reach(values: &mut Values<'_>, function: OpId, memref: ValueId) -> Reach {
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
    let count = users.len();
    let bounds: Vec<Bound> = users
        .into_iter()
        .filter_map(|user| values.bound(user, memref))
        .collect();
    let last: Vec<(&Bound, &Polynomial)> = bounds
        .iter()
        .filter_map(|bound| Some((bound, bound.greatest.as_ref()?)))
        .collect();
    let greatest = (last.len() == count)
        .then(|| outermost(&last, End::Last))
        .flatten();
    let start = |bound: &'_ Bound| bound.start.clone().filter(|start| values.is_given(start));
    let starts: Vec<Option<Polynomial>> = bounds.iter().map(start).collect();
    let zero = Polynomial::new();
    let mut first: Vec<(&Bound, &Polynomial)> = bounds
        .iter()
        .zip(&starts)
        .filter_map(|(bound, start)| Some((bound, start.as_ref()?)))
        .collect();
    // What may have any subscript is taken to have none that is negative.
    if first.len() < count {
        first.extend(bounds.first().map(|bound| (bound, &zero)));
    }
    let is_natural = |(bound, start): &(&Bound, &Polynomial)| bound.is_at_most(&zero, start);
    let least = match first.iter().all(is_natural) {
        true => None,
        false => outermost(&first, End::First).filter(|least| !least.is_empty()),
    };
    let extent = greatest.and_then(|greatest| sum(greatest, &constant(1)));
    let extent = match &least {
        Some(least) => extent.and_then(|extent| difference(&extent, least)),
        None => extent,
    };
    Reach { extent, least }
}

/// The least, or the greatest, of the ends of accesses, or what is below, or above, all of them in each product.
fn outermost(ends: &[(&Bound, &Polynomial)], end: End) -> Option<Polynomial> {
    let products = ends.iter().flat_map(|(_, polynomial)| polynomial.keys());
    let factor = |product: &Vec<ValueId>| {
        let own = ends
            .iter()
            .map(|(_, polynomial)| polynomial.get(product).copied().unwrap_or(0));
        match end {
            End::First => own.min(),
            End::Last => own.max(),
        }
    };
    let around = products.filter_map(|product| Some((product.clone(), factor(product)?)));
    let around = around.filter(|(_, factor)| *factor != 0).collect();
    let is_outermost = |candidate: &Polynomial,
                        at_most: &dyn Fn(&Bound, &Polynomial, &Polynomial) -> bool| {
        ends.iter().all(|(bound, own)| match end {
            End::First => at_most(bound, candidate, own),
            End::Last => at_most(bound, own, candidate),
        })
    };
    let single = || ends.iter().map(|(_, polynomial)| *polynomial);
    let certain = single().find(|candidate| is_outermost(candidate, &Bound::is_at_most));
    let taken = || {
        let mut all = single().chain((!ends.is_empty()).then_some(&around));
        all.find(|candidate| is_outermost(candidate, &Bound::is_taken_at_most))
    };
    certain.or_else(taken).cloned()
}

/// The ends of the subscripts of an access, where they are found.
struct Bound {
    start: Option<Polynomial>,
    greatest: Option<Polynomial>,
    /// What some values are at least where the access is executed, none of it negative.
    least: BTreeMap<ValueId, i64>,
    /// The same where no argument in the subscript is negative.
    taken: BTreeMap<ValueId, i64>,
}

impl Bound {
    /// Whether a polynomial is at most another, where the access is executed.
    fn is_at_most(&self, one: &Polynomial, other: &Polynomial) -> bool {
        is_at_most(one, other, &self.least)
    }

    /// Whether it is where no argument in the subscript is negative.
    fn is_taken_at_most(&self, one: &Polynomial, other: &Polynomial) -> bool {
        is_at_most(one, other, &self.taken)
    }
}

fn is_at_most(one: &Polynomial, other: &Polynomial, least: &BTreeMap<ValueId, i64>) -> bool {
    difference(other, one).and_then(|difference| least_of(&difference, least)) >= Some(0)
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
        let subscript = match op.attribute("map").and_then(Attribute::as_affine_map) {
            Some(map) => self.of_expr(map.results.first()?, map, operands)?,
            None => self.of_value(*operands.first()?)?,
        };
        let loops = self.loops(access)?;
        let least = least_around(self, &loops)?;
        let mut taken = least.clone();
        for size in subscript
            .keys()
            .flatten()
            .filter(|v| is_parameter(self.module, **v))
        {
            taken.entry(*size).or_insert(0);
        }
        let [start, greatest] = [End::First, End::Last].map(|end| {
            let mut inner = loops.iter().rev();
            let at_end = inner.try_fold(subscript.clone(), |subscript, around| {
                at_the_end(subscript, around, &taken, end)
            });
            let at_end = self.expanded(&at_end?)?;
            // Where a dividend is not negative its quotient is rounded down.
            let mut quotients = at_end
                .keys()
                .flatten()
                .filter(|v| quotient(self.module, **v).is_some());
            let is_rounded_down =
                |v: &ValueId, dividend| least.get(v) >= Some(&1) || least.contains_key(&dividend);
            quotients
                .all(|v| {
                    self.quotient(*v)
                        .is_some_and(|(dividend, _)| is_rounded_down(v, dividend))
                })
                .then_some(at_end)
        });
        let start = start.filter(|_| !self.is_guarded(access));
        Some(Bound {
            start,
            greatest,
            least,
            taken,
        })
    }

    /// Whether an operation is executed under a condition on variables and sizes alone, which may be what keeps its subscripts
    /// from being negative.
    fn is_guarded(&self, inner: OpId) -> bool {
        let module = self.module;
        let mut around = module.parent_op(inner);
        while let Some(id) = around {
            let op = module.op(id);
            match op.code() {
                Some(OpCode::AffineIf) => return true,
                Some(OpCode::ScfIf) if op.operands.first().is_some_and(|c| !is_of_data(module, *c)) => {
                    return true;
                }
                _ => around = module.parent_op(id),
            }
        }
        false
    }

    /// Whether a polynomial is one of arguments, and of quotients of such.
    fn is_given(&self, polynomial: &Polynomial) -> bool {
        let mut values = polynomial.keys().flatten();
        values.all(|value| is_parameter(self.module, *value) || quotient(self.module, *value).is_some())
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

/// Whether a value is made of what is loaded.
fn is_of_data(module: &Module, value: ValueId) -> bool {
    let (mut pending, mut seen) = (vec![value], HashSet::new());
    while let Some(op) = pending.pop() {
        let Some(op) = module.defining_op(op).filter(|op| seen.insert(*op)) else {
            continue;
        };
        let op = module.op(op);
        let is_load = matches!(op.code(), Some(OpCode::AffineLoad | OpCode::MemRefLoad));
        if is_load || !op.regions.is_empty() {
            return true;
        }
        pending.extend(op.operands.iter().copied());
    }
    false
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
pub(crate) fn quotient(module: &Module, value: ValueId) -> Option<(ValueId, i64)> {
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

/// An end of the values that a subscript has in a loop.
#[derive(Clone, Copy, PartialEq)]
enum End {
    First,
    Last,
}

/// The factor of a variable in a polynomial, and what is without it; `None` where it is multiplied by itself.
fn split(polynomial: Polynomial, variable: ValueId) -> Option<(Polynomial, Polynomial)> {
    let (mut factor, mut rest) = (Polynomial::new(), Polynomial::new());
    for (product, n) in polynomial {
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
    Some((factor, rest))
}

/// The least or the greatest value of a polynomial in a loop, without the variable of it.
fn at_the_end(
    polynomial: Polynomial,
    around: &Around,
    least: &BTreeMap<ValueId, i64>,
    end: End,
) -> Option<Polynomial> {
    let (factor, rest) = split(polynomial, around.variable)?;
    if factor.is_empty() {
        return Some(rest);
    }
    let is_sized = factor.keys().flatten().all(|v| least.contains_key(v));
    let rises = is_sized && factor.values().all(|n| *n > 0);
    let falls = is_sized && factor.values().all(|n| *n < 0);
    if !rises && !falls {
        return None;
    }
    let limit = match rises == (end == End::Last) {
        true => sum(around.upper.first()?.clone(), &constant(-1))?,
        false => {
            let is_constant = |limit: &&Polynomial| limit.keys().all(|product| product.is_empty());
            let constant = around.lower.iter().find(is_constant);
            constant.or(around.lower.first())?.clone()
        }
    };
    sum(rest, &times(&factor, &limit)?)
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
