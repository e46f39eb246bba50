//! Subscripts that are computed without sign in fewer bits than an index has: `(i * m + j) mod 2^32` is `i * m + j` where that fits.
//!
//! Of products of variables and sizes z3 decides little. So a sum is written as sums of variables, each times other sizes, and of each of these
//! sums, and of each size, the least bound of the form `2^k - 1` is asked for that it does not exceed. All of them are not negative; so
//! the sum is at most what it is at the bounds.

use ovolo_lang::affine::{AffineExpr, AffineOp, constant};
use z3::ast::{Bool, Int};

use super::Refused;
use super::ask::Asked;
use super::function::{Domain, Function};
use super::polynomial::{Sums, expanded};
use super::sources::variables;

/// Bits of the greatest and the least bound that is asked for. Arbitrary.
const MOST_BITS: u32 = 20;
const LEAST_BITS: u32 = 8;

/// Leaves out of the subscripts and values of functions the remainders by powers of two that change nothing.
pub fn unwrap(functions: &mut [Function; 2], asked: &mut Asked) -> Refused<()> {
    for function in functions {
        let touches = function.touches.iter_mut().map(|touch| &mut touch.statement);
        for statement in function.statements.iter_mut().chain(touches) {
            let domain = statement.domain.clone();
            let mut failed = None;
            let mut unwrap = |expr: &AffineExpr| {
                let found = unwrapped(expr, &domain, asked);
                found.unwrap_or_else(|reason| {
                    failed = Some(reason);
                    expr.clone()
                })
            };
            let has_remainder = {
                let mut found = false;
                statement.map(&mut |expr| {
                    expr.walk(&mut |part| found |= dividend(part).is_some());
                    expr.clone()
                });
                found
            };
            if has_remainder {
                *statement = statement.map(&mut unwrap);
            }
            if let Some(reason) = failed {
                return Err(reason);
            }
        }
    }
    Ok(())
}

/// What is wrapped around, and where it does.
fn dividend(expr: &AffineExpr) -> Option<(&AffineExpr, i64)> {
    let AffineExpr::Binary(AffineOp::Mod, ab) = expr else {
        return None;
    };
    let by = ab.1.as_constant()?;
    let is_power = by >= 1 << LEAST_BITS && by.count_ones() == 1;
    is_power.then_some((&ab.0, by))
}

fn unwrapped(expr: &AffineExpr, domain: &Domain, asked: &mut Asked) -> Refused<AffineExpr> {
    let AffineExpr::Binary(op, ab) = expr else {
        return Ok(expr.clone());
    };
    if let Some((sum, power)) = dividend(expr)
        && fits(sum, power, domain, asked)?
    {
        return Ok(sum.clone());
    }
    let [a, b] = [unwrapped(&ab.0, domain, asked)?, unwrapped(&ab.1, domain, asked)?];
    Ok(AffineExpr::binary(*op, a, b))
}

/// Whether a sum is at least zero and less than a number.
fn fits(sum: &AffineExpr, end: i64, domain: &Domain, asked: &mut Asked) -> Refused<bool> {
    let Some(products) = expanded(sum, Sums::None) else {
        return Ok(false);
    };
    // What each product of sizes is multiplied by.
    let mut factors: Vec<(Vec<AffineExpr>, AffineExpr)> = Vec::new();
    for product in products {
        let own = product.varying.unwrap_or(constant(1)) * constant(product.factor);
        match factors.iter_mut().find(|(sizes, _)| *sizes == product.sizes) {
            Some((_, known)) => *known = &*known + &own,
            None => factors.push((product.sizes, own)),
        }
    }
    let dims = variables("w", domain);
    let conditions = asked.sizes.domain(domain, &dims)?;
    let mut greatest: i128 = 0;
    for (sizes, factor) in factors {
        let mut term: i128 = 1;
        for part in sizes.iter().chain([&factor]) {
            let part = asked.sizes.encode(part, &dims)?;
            let Some(bound) = bound(&part, &conditions, asked)? else {
                return Ok(false);
            };
            term = term.saturating_mul(bound.into());
        }
        greatest = greatest.saturating_add(term);
    }
    Ok(greatest < i128::from(end))
}

/// A number that something which is not negative does not exceed.
fn bound(term: &Int, conditions: &[Bool], asked: &mut Asked) -> Refused<Option<i64>> {
    let mut impossible = |case: Bool| asked.is_impossible(&[conditions, &[case]].concat());
    if !impossible(term.lt(0))? {
        return Ok(None);
    }
    let mut least = None;
    for bits in (LEAST_BITS..=MOST_BITS).rev() {
        let bound = (1i64 << bits) - 1;
        if !impossible(term.gt(bound))? {
            break;
        }
        least = Some(bound);
    }
    Ok(least)
}
