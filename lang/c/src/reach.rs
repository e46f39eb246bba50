//! How much memory a function accesses behind a pointer.
//!
//! C does not say how long an array is that a pointer points to. Where all accesses are in counted loops and their subscripts
//! only grow with the variables, or only fall, the greatest one is that at the ends of the loops: `A[i * n + k]` in loops to `n` is
//! at most `(n - 1) * n + n - 1`, so that `n * n` elements are enough. The least one is found in the same way: a pointer into the
//! middle of an array, of which elements in front are accessed, is an array that begins with the first of these.
//!
//! Of `a[0]` before a loop in which `a[i]` ends at `n` it is not known which is the greater where `n` may be zero: then `n` elements are
//! enough where `n >= 1`, which the function says of all its extents together (`c.where`).

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Bound::{Excluded, Unbounded};
use std::sync::Arc;

use ovolo_lang::affine::{AffineExpr, AffineMap, Constraint, IntegerSet, constant as affine_constant, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, NewOp, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::ends::End;
use crate::entry::{EXTENTS, FIRST, WHERE};
use crate::first_element::count_from;
use crate::polynomial::{Polynomial, constant, difference, least_of, sum, times};
use crate::values::{Around, Values, expr, is_given, is_parameter, is_quotient};

/// The extent of a dimension of which nothing is known: more than there can be.
pub(crate) const UNKNOWN_EXTENT: i64 = 1 << 56;

/// The most that an argument must be for the extents to be enough. Arbitrary: so many elements are accessed before a loop.
const MOST_NEEDED: i64 = 4;

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
    let mut needed: BTreeMap<usize, i64> = BTreeMap::new();
    let mut holds: Vec<AffineExpr> = Vec::new();
    let mut views: Vec<(ValueId, Polynomial)> = Vec::new();
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
        let mut values = Values::new(module);
        let reach = reach(&mut values, function, argument);
        let is_plain = reach.least.is_none() && reach.needed.is_empty() && reach.holds.is_empty();
        let of_read = reach.extent.clone().filter(|_| is_plain);
        let extent = reach
            .extent
            .and_then(|extent| expr(&mut values, &arguments, &extent));
        if extent.is_none() {
            views.extend(of_read.map(|extent| (argument, extent)));
        }
        let least = reach.least.as_ref();
        let least = least.and_then(|least| expr(&mut values, &arguments, least));
        let symbols = arguments.iter().filter(|a| module.ty(**a).is_integer()).count() as u32;
        let places: Option<Vec<(usize, i64)>> = reach
            .needed
            .iter()
            .map(|&(size, least)| Some((arguments.iter().position(|a| *a == size)?, least)))
            .collect();
        let of_quotients = reach.holds.iter().map(|sum| over_arguments(&arguments, sum));
        let of_quotients: Option<Vec<AffineExpr>> = of_quotients.collect();
        if let Some(((extent, places), of_quotients)) = extent.zip(places).zip(of_quotients) {
            for condition in of_quotients {
                if !holds.contains(&condition) {
                    holds.push(condition);
                }
            }
            for (place, least) in places {
                let known = needed.entry(place).or_insert(least);
                *known = least.max(*known);
            }
            let mut results = map.results.to_vec();
            results[0] = extent;
            *value = Attribute::affine_map(AffineMap::new(0, symbols, results));
        }
        if let Some((least, terms)) = least.zip(reach.least) {
            let map = AffineMap::new(0, symbols, vec![least]);
            all.push((FIRST.into(), Attribute::affine_map(map)));
            all.sort_by(|a, b| a.0.cmp(&b.0));
            count_from(module, function, argument, 0, &terms);
        }
        *entries = all.into();
    }
    for (memref, extent) in views {
        view_of_first(module, function, memref, &extent);
    }
    let function = module.op_mut(function);
    function.set_attribute("arg_attrs", Attribute::array(attributes));
    let needed = needed
        .into_iter()
        .map(|(place, least)| &dim(place as u32) + &affine_constant(-least));
    let conditions: Vec<AffineExpr> = needed.chain(holds).collect();
    if !conditions.is_empty() {
        let constraints = conditions.into_iter().map(|expr| Constraint {
            expr,
            is_equality: false,
        });
        let set = IntegerSet::new(arguments.len() as u32, 0, constraints.collect());
        function.set_attribute(WHERE, Attribute::IntegerSet(Arc::new(set)));
    }
}

/// A sum of arguments as an expression of dimensions, which are all arguments in their order; `None` where it is none.
fn over_arguments(arguments: &[ValueId], sum: &Polynomial) -> Option<AffineExpr> {
    let mut total = affine_constant(0);
    for (product, n) in sum {
        let term = match product.as_slice() {
            [] => affine_constant(*n),
            [size] => {
                let place = arguments.iter().position(|argument| argument == size)?;
                &dim(place as u32) * &affine_constant(*n)
            }
            _ => return None,
        };
        total = &total + &term;
    }
    Some(total)
}

/// Puts a view of the first elements of a linear array in its place, where how many they are depends on what is read in front of loops.
fn view_of_first(module: &mut Module, function: OpId, memref: ValueId, extent: &Polynomial) {
    let Some(body) = module.single_block(function, 0) else {
        return;
    };
    let is_linear = module
        .ty(memref)
        .as_memref()
        .and_then(|ty| Some(ty.shape.as_ref()?.len() == 1 && ty.layout.is_none()));
    let given: BTreeSet<ValueId> = extent.keys().flatten().copied().collect();
    let given: Vec<ValueId> = given.into_iter().collect();
    // One without a sign is another number as an index with one.
    let parameters = &module.block(body).arguments;
    let is_unsigned = |value: &ValueId| {
        let number = parameters.iter().position(|parameter| parameter == value);
        number.is_some_and(|n| module.op(function).argument_attribute(n, "c.unsigned").is_some())
    };
    let is_known = |value: &ValueId| is_given(module, *value) && !is_unsigned(value);
    if is_linear != Some(true) || !given.iter().all(is_known) {
        return;
    }
    let Some(count) = expr(&mut Values::new(module), &given, extent) else {
        return;
    };
    let ops = module.block(body).ops.clone();
    let makers: Vec<OpId> = given
        .iter()
        .filter_map(|&value| module.defining_op(value))
        .collect();
    let last = ops.iter().rposition(|op| makers.contains(op));
    let place = last.map_or(0, |last| last + 1);
    let uses = |op: OpId| {
        let mut uses = false;
        module.walk(op, &mut |inner| {
            uses |= module.op(inner).operands.contains(&memref)
        });
        uses
    };
    if ops[..place].iter().any(|&op| uses(op)) {
        return;
    }
    let mut symbols = Vec::new();
    for &value in &given {
        let cast = NewOp::new(OpCode::IndexCast)
            .operands([value])
            .result(Type::Index);
        symbols.push(module.append_value(body, cast));
    }
    let map = AffineMap::new(0, symbols.len() as u32, vec![count]);
    let apply = NewOp::new(OpCode::AffineApply)
        .operands(symbols)
        .attribute("map", Attribute::affine_map(map))
        .result(Type::Index);
    let count = module.append_value(body, apply);
    let numbers = |number: i64| Attribute::i64_array(&[number]);
    let view = NewOp::new(OpCode::MemRefReinterpretCast)
        .operands([memref, count])
        .attribute("static_offsets", numbers(0))
        .attribute("static_sizes", numbers(i64::MIN))
        .attribute("static_strides", numbers(1))
        .attribute("operandSegmentSizes", Attribute::i32_array(&[1, 0, 1, 0]))
        .result(module.ty(memref).clone());
    let view = module.append_value(body, view);
    module.value_mut(view).name = module.value(memref).name.clone();
    for &op in &ops[place..] {
        let mut inside = Vec::new();
        module.walk(op, &mut |inner| inside.push(inner));
        for inner in inside {
            let operands = module.op_mut(inner).operands.iter_mut();
            operands
                .filter(|operand| **operand == memref)
                .for_each(|operand| *operand = view);
        }
    }
    let made = module.block_mut(body).ops.split_off(ops.len());
    module.block_mut(body).ops.splice(place..place, made);
}

/// The first subscripts of the accesses of an argument, in the integer arguments.
#[derive(Default)]
struct Reach {
    /// One more than the greatest.
    extent: Option<Polynomial>,
    /// The least, where that may be negative: C's pointer then points behind the first element that is accessed.
    least: Option<Polynomial>,
    /// What arguments must be at least for the extent to be enough.
    needed: Vec<(ValueId, i64)>,
    /// What else must not be negative for that.
    holds: Vec<Polynomial>,
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
    let mut bounds: Vec<Bound> = Vec::new();
    let mut is_complete = true;
    for user in users {
        let own = values.bounds(user, memref);
        is_complete &= own.is_some();
        bounds.extend(own.unwrap_or_default());
    }
    let last: Vec<(&Bound, &Polynomial)> = bounds
        .iter()
        .filter_map(|bound| Some((bound, bound.greatest.as_ref()?)))
        .collect();
    let is_parameter = |value: &ValueId| is_parameter(module, *value);
    let greatest = (is_complete && last.len() == bounds.len()).then(|| {
        let certain = outermost_of_all(&last, Side::Last).map(|greatest| (greatest, Vec::new()));
        let under_conditions = certain.or_else(|| greatest_where(&last, &is_parameter));
        under_conditions.or_else(|| Some((beyond_all(&last, Side::Last)?, Vec::new())))
    });
    let (greatest, needed) = match greatest.flatten() {
        Some((greatest, needed)) => (Some(greatest), needed),
        None => (None, Vec::new()),
    };
    let start = |bound: &'_ Bound| bound.start.clone().filter(|start| values.is_given(start));
    let starts: Vec<Option<Polynomial>> = bounds.iter().map(start).collect();
    let zero = Polynomial::new();
    let mut first: Vec<(&Bound, &Polynomial)> = bounds
        .iter()
        .zip(&starts)
        .filter_map(|(bound, start)| Some((bound, start.as_ref()?)))
        .collect();
    // What may have any subscript is taken to have none that is negative.
    if !is_complete || first.len() < bounds.len() {
        first.extend(bounds.first().map(|bound| (bound, &zero)));
    }
    let is_natural = |(bound, start): &(&Bound, &Polynomial)| bound.is_at_most(&zero, start);
    let least = match first.iter().all(is_natural) {
        true => None,
        false => outermost(&first, Side::First).filter(|least| !least.is_empty()),
    };
    let extent = greatest.and_then(|greatest| sum(greatest, &constant(1)));
    let extent = match &least {
        Some(least) => extent.and_then(|extent| difference(&extent, least)),
        None => extent,
    };
    let mut holds: Vec<Polynomial> = Vec::new();
    for condition in bounds.iter().flat_map(|bound| &bound.holds) {
        if !holds.contains(condition) {
            holds.push(condition.clone());
        }
    }
    // Where subscripts are counted from the least, that is an argument or half of one, and the like.
    let is_simple = |v: &ValueId| !is_quotient(module, *v) || values.quotient(*v).is_some();
    let is_counted = least.iter().flat_map(Polynomial::keys).flatten().all(is_simple);
    Reach {
        extent: extent.filter(|_| is_counted),
        least: least.filter(|_| is_counted),
        needed,
        holds,
    }
}

/// The ends of accesses, each with what is known where the access is executed.
type Ends<'e> = [(&'e Bound, &'e Polynomial)];

/// The least, or the greatest, of the ends of accesses, or what is below, or above, all of them in each product.
fn outermost(ends: &Ends<'_>, end: Side) -> Option<Polynomial> {
    outermost_of_all(ends, end).or_else(|| beyond_all(ends, end))
}

/// The least, or the greatest, of the ends of accesses.
fn outermost_of_all(ends: &Ends<'_>, end: Side) -> Option<Polynomial> {
    let mut single = ends.iter().map(|(_, polynomial)| *polynomial);
    let certain = single
        .clone()
        .find(|candidate| is_outermost(ends, end, candidate, &Bound::is_at_most));
    let taken = || single.find(|candidate| is_outermost(ends, end, candidate, &Bound::is_taken_at_most));
    certain.or_else(taken).cloned()
}

/// What is below, or above, all ends of accesses in each product.
fn beyond_all(ends: &Ends<'_>, end: Side) -> Option<Polynomial> {
    let products = ends.iter().flat_map(|(_, polynomial)| polynomial.keys());
    let factor = |product: &Vec<ValueId>| {
        let own = ends
            .iter()
            .map(|(_, polynomial)| polynomial.get(product).copied().unwrap_or(0));
        match end {
            Side::First => own.min(),
            Side::Last => own.max(),
        }
    };
    let around = products.filter_map(|product| Some((product.clone(), factor(product)?)));
    let around: Polynomial = around.filter(|(_, factor)| *factor != 0).collect();
    let is_beyond = is_outermost(ends, end, &around, &Bound::is_taken_at_most);
    (!ends.is_empty() && is_beyond).then_some(around)
}

/// The greatest of the ends of accesses where an argument in it is at least so much, or two are.
fn greatest_where(
    ends: &Ends<'_>,
    is_parameter: &dyn Fn(&ValueId) -> bool,
) -> Option<(Polynomial, Vec<(ValueId, i64)>)> {
    for (_, candidate) in ends {
        let sizes: BTreeSet<ValueId> = candidate.keys().flatten().copied().filter(is_parameter).collect();
        let singles = sizes.iter().map(|size| vec![*size]);
        let pairs = sizes
            .iter()
            .flat_map(|a| sizes.range((Excluded(a), Unbounded)).map(|b| vec![*a, *b]));
        for chosen in singles.chain(pairs) {
            for least in 1..=MOST_NEEDED {
                // Of each what it is more than that, so that `n * m - m` is seen not to be negative.
                let is_at_most = |end: &Bound, one: &Polynomial, other: &Polynomial| {
                    let mut known = end.taken.clone();
                    let mut left = difference(other, one);
                    for &size in &chosen {
                        let more = known.get(&size).map_or(0, |known| known - least).max(0);
                        known.insert(size, more);
                        let sum: Polynomial = [(vec![size], 1), (Vec::new(), least)].into();
                        left = left.and_then(|left| with_value(&left, size, &sum));
                    }
                    left.and_then(|left| least_of(&left, &known)) >= Some(0)
                };
                if is_outermost(ends, Side::Last, candidate, &is_at_most) {
                    return Some((
                        (*candidate).clone(),
                        chosen.iter().map(|size| (*size, least)).collect(),
                    ));
                }
            }
        }
    }
    None
}

/// A polynomial with another in the place of a value. `None` on overflow.
fn with_value(polynomial: &Polynomial, value: ValueId, by: &Polynomial) -> Option<Polynomial> {
    let mut total = Polynomial::new();
    for (product, n) in polynomial {
        let mut term = constant(*n);
        for factor in product {
            let own: Polynomial = [(vec![*factor], 1)].into();
            term = times(&term, if *factor == value { by } else { &own })?;
        }
        total = sum(total, &term)?;
    }
    Some(total)
}

/// Whether no end of an access is beyond a polynomial.
fn is_outermost(
    ends: &Ends<'_>,
    end: Side,
    candidate: &Polynomial,
    at_most: &dyn Fn(&Bound, &Polynomial, &Polynomial) -> bool,
) -> bool {
    ends.iter().all(|(bound, own)| match end {
        Side::First => at_most(bound, candidate, own),
        Side::Last => at_most(bound, own, candidate),
    })
}

/// The ends of the subscripts of an access, where they are found.
struct Bound {
    start: Option<Polynomial>,
    greatest: Option<Polynomial>,
    /// What some values are at least where the access is executed, none of it negative.
    least: BTreeMap<ValueId, i64>,
    /// The same where no argument in the subscript is negative.
    taken: BTreeMap<ValueId, i64>,
    /// What must not be negative for all of this to be right.
    holds: Vec<Polynomial>,
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

impl Values<'_> {
    /// The first subscript of an access at the ends of the loops around it; where it is chosen by conditions, each that it may be.
    fn bounds(&mut self, access: OpId, memref: ValueId) -> Option<Vec<Bound>> {
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
        let ends = match op.attribute("map").and_then(Attribute::as_affine_map) {
            Some(map) => vec![End {
                subscript: self.of_expr(map.results.first()?, map, operands)?,
                conditions: Vec::new(),
            }],
            None => self.ends(*operands.first()?)?,
        };
        let loops = self.loops(access)?;
        let around = self.conditions_around(access);
        let is_certain = ends.len() == 1 && !self.is_guarded(access);
        let mut bounds = Vec::new();
        for mut end in ends {
            end.conditions.extend(around.iter().cloned());
            let mut bound = self.bound(&loops, end)?;
            bound.start = bound.start.filter(|_| is_certain);
            bounds.push(bound);
        }
        Some(bounds)
    }

    fn bound(
        &mut self,
        loops: &[Around],
        End {
            subscript,
            conditions,
        }: End,
    ) -> Option<Bound> {
        let least = least_around(self, loops)?;
        let mut taken = least.clone();
        for size in subscript
            .keys()
            .flatten()
            .filter(|v| is_given(self.module, **v) || is_quotient(self.module, **v) || self.is_sum(**v))
        {
            taken.entry(*size).or_insert(0);
        }
        let capped: Vec<Around> = loops.iter().map(|around| around.under(&conditions)).collect();
        let mut holds: Vec<Polynomial> = Vec::new();
        let [start, greatest] = [Side::First, Side::Last].map(|end| {
            let over = |loops: &[Around]| {
                let mut inner = loops.iter().rev();
                let at_end = inner.try_fold(subscript.clone(), |subscript, around| {
                    at_the_end(subscript, around, &taken, end)
                });
                self.expanded(&at_end?)
            };
            // Where it is not seen that conditions bound a subscript closer than loops do, they are not looked at.
            let at_end = match (over(loops), over(&capped).filter(|_| end == Side::Last)) {
                (Some(plain), Some(closer)) if !is_at_most(&closer, &plain, &taken) => plain,
                (plain, closer) => closer.or(plain)?,
            };
            // Where a dividend is not negative its quotient is rounded down.
            let quotients = at_end.keys().flatten().filter(|v| is_quotient(self.module, **v));
            for v in quotients.copied().collect::<Vec<_>>() {
                let is_rounded_down = |dividend| least.get(&v) >= Some(&1) || least.contains_key(&dividend);
                let known = self.quotient(v);
                match end {
                    _ if known.is_some_and(|(dividend, _)| is_rounded_down(dividend)) => {}
                    Side::First => return None,
                    Side::Last => holds.extend(self.rounded_down_where(v)?),
                }
            }
            Some(at_end)
        });
        Some(Bound {
            start,
            greatest,
            least,
            taken,
            holds,
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
}

/// What variables, and sizes that end loops, are at least inside loops that run.
pub(crate) fn least_around(values: &mut Values<'_>, loops: &[Around]) -> Option<BTreeMap<ValueId, i64>> {
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
pub(crate) enum Side {
    First,
    Last,
}

/// The factor of a variable in a polynomial, and what is without it; `None` where it is multiplied by itself.
pub(crate) fn split(polynomial: Polynomial, variable: ValueId) -> Option<(Polynomial, Polynomial)> {
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

/// The end of a variable at which the product of it and a factor is at an end; `None` where the sign of the factor is not known.
pub(crate) fn toward(factor: &Polynomial, least: &BTreeMap<ValueId, i64>, end: Side) -> Option<Side> {
    let is_sized = factor.keys().flatten().all(|v| least.contains_key(v));
    let rises = is_sized && factor.values().all(|n| *n > 0);
    let falls = is_sized && factor.values().all(|n| *n < 0);
    match (rises == (end == Side::Last), rises || falls) {
        (_, false) => None,
        (true, _) => Some(Side::Last),
        (false, _) => Some(Side::First),
    }
}

/// What the variable of a loop is at an end, or what is beyond that.
pub(crate) fn limit(around: &Around, at: Side) -> Option<Polynomial> {
    match at {
        Side::Last => sum(around.upper.first()?.clone(), &constant(-1)),
        Side::First => {
            let is_constant = |limit: &&Polynomial| limit.keys().all(|product| product.is_empty());
            let constant = around.lower.iter().find(is_constant);
            constant.or(around.lower.first()).cloned()
        }
    }
}

/// The least or the greatest value of a polynomial in a loop, without the variable of it.
pub(crate) fn at_the_end(
    polynomial: Polynomial,
    around: &Around,
    least: &BTreeMap<ValueId, i64>,
    end: Side,
) -> Option<Polynomial> {
    let (factor, rest) = split(polynomial, around.variable)?;
    if factor.is_empty() {
        return Some(rest);
    }
    let at = toward(&factor, least, end)?;
    if at == Side::First || around.upper.len() == 1 {
        return sum(rest, &times(&factor, &limit(around, at)?)?);
    }
    // Of several ends the best one is that with which what moves with other loops is gone: `i` in `i + min(32, n - i)`.
    let ends = around.upper.iter().filter_map(|end| {
        let last = sum(end.clone(), &constant(-1))?;
        sum(rest.clone(), &times(&factor, &last)?)
    });
    let left = |end: &Polynomial| {
        let moves = |value: &ValueId| around.moving.contains(value);
        end.keys().filter(|product| product.iter().any(moves)).count()
    };
    ends.min_by_key(left)
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
