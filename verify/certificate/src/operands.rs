//! Which operands must be equal for two operations to be.

use ovolo_lang::algebra::IntPredicate;

use super::function::{Operation, SELECT, Value};

/// The ways in which an operation of the second function may equal one of the first: for each the pairs of values, of the
/// second and of the first, all of which must be equal.
pub fn pairings<'f>(
    second: &'f Operation,
    first: &'f Operation,
    may_contract: bool,
) -> Vec<Vec<[&'f Value; 2]>> {
    let mut all: Vec<Vec<[&'f Value; 2]>> = Vec::new();
    let is_same = second.key == first.key || second.key == without_promise(&first.key);
    if is_same && second.operands.len() == first.operands.len() {
        let pairs = second.operands.iter().zip(&first.operands);
        all.push(pairs.map(|(b, a)| [b, a]).collect());
        if first.is_commutative {
            let swapped = second.operands.iter().zip(first.operands.iter().rev());
            all.push(swapped.map(|(b, a)| [b, a]).collect());
        }
    }
    all.extend(doubled(second, first).map(|pairs| pairs.map(|[b, a]| [b, a]).into()));
    all.extend(doubled(first, second).map(|pairs| pairs.map(|[a, b]| [b, a]).into()));
    all.extend(of_extreme(second, first));
    all.extend(of_extreme(first, second).into_iter().map(swapped));
    all.extend(of_condition(second, first).map(|[b, a]| vec![[b, a]]));
    all.extend(of_condition(first, second).map(|[a, b]| vec![[b, a]]));
    if may_contract {
        all.extend(contracted(second, first, false));
        all.extend(contracted(first, second, true));
    }
    all
}

/// What an operation of the first function is without the promise that its result fits: where it does not, the first has no value, so that
/// any value will do.
fn without_promise(key: &str) -> String {
    let promise = key.split_once(" overflowFlags = ").and_then(|(name, rest)| {
        let (_, types) = rest.split_once('>')?;
        Some(format!("{name}{types}"))
    });
    promise.unwrap_or_else(|| key.to_string())
}

/// Where the first operation is `fma(a, b, c)` and the other a sum with a product: the operands that must be
/// equal for the two to be one under contraction. The pairs are of the second and the first function.
fn contracted<'f>(fused: &'f Operation, other: &'f Operation, is_swapped: bool) -> Vec<Vec<[&'f Value; 2]>> {
    let (true, [a, b, c]) = (fused.key.starts_with("math.fma "), fused.operands.as_slice()) else {
        return Vec::new();
    };
    let [x, y] = other.operands.as_slice() else {
        return Vec::new();
    };
    let named = |value: &'f Value, name: &str| match value {
        Value::Op(op) if op.key.starts_with(name) => Some(&**op),
        _ => None,
    };
    if !other.key.starts_with("arith.addf ") {
        return Vec::new();
    }
    let negated = |value: &'f Value| named(value, "arith.negf ").map(|op| &op.operands[0]);
    let mut all: Vec<Vec<[&'f Value; 2]>> = Vec::new();
    for (term, rest) in [(x, y), (y, x)] {
        // The sign of a product stands outside of it in a sum, and inside in what is fused.
        let (term, factors) = match negated(term) {
            Some(term) => (term, [negated(a).map(|a| [a, b]), negated(b).map(|b| [a, b])]),
            None => (term, [Some([a, b]), None]),
        };
        let Some(product) = named(term, "arith.mulf ") else {
            continue;
        };
        let (p, q) = (&product.operands[0], &product.operands[1]);
        for [a, b] in factors.into_iter().flatten() {
            all.push(vec![[a, p], [b, q], [c, rest]]);
            all.push(vec![[a, q], [b, p], [c, rest]]);
        }
    }
    if is_swapped {
        all.iter_mut().flatten().for_each(|pair| pair.reverse());
    }
    all
}

/// Where an operation is `x * 2` and the other `y + z`, of floats: the operands that must be equal, of the one and of the other.
fn doubled<'f>(product: &'f Operation, sum: &'f Operation) -> Option<[[&'f Value; 2]; 2]> {
    let ([x, two], [y, z]) = (product.operands.as_slice(), sum.operands.as_slice()) else {
        return None;
    };
    let is_two = |value: &Value| matches!(value, Value::Op(op) if op.key.starts_with("arith.constant value = 2.000000e+00 "));
    let x = match (is_two(x), is_two(two)) {
        (_, true) => x,
        (true, _) => two,
        _ => return None,
    };
    let is_it = product.key.starts_with("arith.mulf ") && sum.key == product.key.replacen("mulf", "addf", 1);
    is_it.then_some([[x, y], [x, z]])
}

/// The pairs with the other function first.
fn swapped(pairs: Vec<[&Value; 2]>) -> Vec<[&Value; 2]> {
    pairs.into_iter().map(|[a, b]| [b, a]).collect()
}

/// Where an operation is the greater or the lesser of two integers, and the other chooses one of two by which is the lesser: the operands
/// that must be equal, of the one and of the other.
fn of_extreme<'f>(extreme: &'f Operation, chosen: &'f Operation) -> Vec<Vec<[&'f Value; 2]>> {
    let ([a, b], [Value::Op(comparison), then, otherwise]) =
        (extreme.operands.as_slice(), chosen.operands.as_slice())
    else {
        return Vec::new();
    };
    let Some((name, types)) = extreme.key.split_once(' ').filter(|_| chosen.key == SELECT) else {
        return Vec::new();
    };
    let (is_greater, predicates) = match name {
        "arith.maxsi" => (true, [IntPredicate::Slt, IntPredicate::Sle]),
        "arith.minsi" => (false, [IntPredicate::Slt, IntPredicate::Sle]),
        "arith.maxui" => (true, [IntPredicate::Ult, IntPredicate::Ule]),
        "arith.minui" => (false, [IntPredicate::Ult, IntPredicate::Ule]),
        _ => return Vec::new(),
    };
    let compares = |predicate: IntPredicate| {
        let operands = types.split(" -> ").next().unwrap_or_default();
        comparison.key == format!("arith.cmpi predicate = {} {operands} -> i1", predicate.code())
    };
    let ([x, y], true) = (
        comparison.operands.as_slice(),
        predicates.into_iter().any(compares),
    ) else {
        return Vec::new();
    };
    let (lesser, greater) = if is_greater {
        (otherwise, then)
    } else {
        (then, otherwise)
    };
    [[a, b], [b, a]]
        .map(|[a, b]| vec![[a, x], [b, y], [a, lesser], [b, greater]])
        .to_vec()
}

/// Where an operation widens a condition, and the other chooses by one what that gives, 1 or -1, and 0: the two conditions.
fn of_condition<'f>(widened: &'f Operation, chosen: &'f Operation) -> Option<[&'f Value; 2]> {
    let ([condition], [by, one, zero]) = (widened.operands.as_slice(), chosen.operands.as_slice()) else {
        return None;
    };
    let (name, types) = widened.key.split_once(' ')?;
    let set = match name {
        "arith.extui" => 1,
        "arith.extsi" => -1,
        _ => return None,
    };
    let ty = types.strip_prefix("i1 -> ")?;
    let is = |value: &Value, number: i64| {
        let key = format!("arith.constant value = {number} : {ty} -> {ty}");
        matches!(value, Value::Op(op) if op.key == key)
    };
    (chosen.key == SELECT && is(one, set) && is(zero, 0)).then_some([condition, by])
}
