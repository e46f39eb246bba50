//! What the bounds of loops and the types of sizes tell of index expressions.

use egg::Symbol;
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::Lifter;
use super::delinearize::Polynomial;
use crate::dependence::Domain;
use crate::linear::{Atom, Linear};

impl Lifter<'_> {
    /// Whether an expression is at least zero in each iteration.
    pub(super) fn is_never_negative(&self, expr: &Linear) -> bool {
        self.least(expr).is_some_and(|least| least >= 0)
    }

    /// Whether it is so in the iterations in which all of some others are at least zero, as far as it follows from one of them.
    pub(super) fn is_never_negative_where(&self, expr: &Linear, conditions: &[Linear]) -> bool {
        let mut beyond = conditions.iter().filter_map(|known| expr.subtract(known));
        self.is_never_negative(expr) || beyond.any(|rest| self.is_never_negative(&rest))
    }

    /// Whether a sum of products is never negative in the iterations in which all of some others are at least zero, as far as it is seen:
    /// each loop variable is so much more than where its loop begins, or less than where it ends, and what is left is a sum of products of
    /// numbers that are not negative, and what follows from the conditions.
    pub(super) fn is_sum_never_negative_where(&self, sum: &Polynomial, conditions: &[Linear]) -> bool {
        let mut sum = sum.clone();
        for (name, Domain { lower, upper, .. }) in self.domains.iter().rev() {
            let own = Atom::Var(*name);
            let mut of_variable = sum.iter().filter(|(product, _)| product.contains(&own));
            let Some(is_more) = of_variable.next().map(|(_, factor)| *factor > 0) else {
                continue;
            };
            if of_variable.any(|(_, factor)| (*factor > 0) != is_more) {
                return false;
            }
            let end = match (is_more, lower.as_slice(), upper.as_slice()) {
                (true, [lower], _) => Some(lower.clone()),
                (false, _, [upper]) => upper.add(&Linear::constant(-1)),
                _ => None,
            };
            match end.and_then(|end| beyond(&sum, &own, &end, is_more)) {
                Some(rest) => sum = rest,
                None => return false,
            }
        }
        let mut rest = Linear::default();
        for (product, factor) in &sum {
            let is_natural = |atom: &Atom| match atom {
                // So much more, or less.
                Atom::Var(name) if self.domains.contains_key(name) => true,
                other => self.is_never_negative_where(&Linear::atom(other.clone()), conditions),
            };
            if *factor > 0 && product.iter().all(is_natural) && !product.is_empty() {
                let is_size =
                    |atom: &Atom| matches!(atom, Atom::Var(name) if !self.domains.contains_key(name));
                if let [size] = product.as_slice()
                    && is_size(size)
                {
                    // It may make up for what is subtracted.
                    let term = Linear::atom(size.clone()).scale(*factor);
                    let Some(sum) = term.and_then(|term| rest.add(&term)) else {
                        return false;
                    };
                    rest = sum;
                }
                continue;
            }
            let term = match product.as_slice() {
                [] => Some(Linear::constant(*factor)),
                [Atom::Var(name)] if !self.domains.contains_key(name) => Linear::var(*name).scale(*factor),
                _ => None,
            };
            match term.and_then(|term| rest.add(&term)) {
                Some(sum) => rest = sum,
                None => return false,
            }
        }
        self.is_never_negative_where(&rest, conditions)
    }

    /// Whether an expression, in each iteration, is a signed number of so many bits.
    pub(super) fn fits(&self, expr: &Linear, bits: u32) -> bool {
        let Some(half) = bits.checked_sub(1).and_then(|bits| 1i128.checked_shl(bits)) else {
            return false;
        };
        let greatest = expr.scale(-1).and_then(|negative| self.least(&negative));
        self.least(expr).is_some_and(|least| least >= -half) && greatest.is_some_and(|less| -less < half)
    }

    /// A number that the expression is never less than: each loop variable, the innermost first, is replaced by what it is at
    /// least, or at most, and then each size by the least or the greatest of its type.
    fn least(&self, expr: &Linear) -> Option<i128> {
        let innermost = self.domains.iter().rev().find(|(name, _)| expr.uses(**name));
        let Some((&name, domain)) = innermost else {
            return self.least_of_sizes(expr);
        };
        let is_growing = grows(expr, name)?;
        let extremes = if is_growing { &domain.lower } else { &domain.upper };
        let least = extremes.iter().filter_map(|extreme| {
            let value = match is_growing {
                true => extreme.clone(),
                false => domain.last_before(extreme)?,
            };
            let at = |other| match other == name {
                true => value.clone(),
                false => Linear::var(other),
            };
            self.least(&expr.substitute(&at)?)
        });
        least.max()
    }

    fn least_of_sizes(&self, expr: &Linear) -> Option<i128> {
        let assumed = self.assumed();
        let of_terms = self.with_sums_open(expr).filter(|open| open != expr);
        let of_terms = of_terms.and_then(|open| self.least_given(&open, &assumed));
        self.least_given(expr, &assumed).max(of_terms)
    }

    /// The expression in which sums of sizes that are one size elsewhere are sums.
    pub(super) fn with_sums_open(&self, expr: &Linear) -> Option<Linear> {
        expr.substitute(&|name| self.sums.get(&name).cloned().unwrap_or_else(|| Linear::var(name)))
    }

    /// As far as it follows from the types of sizes and one of what is known to be at least zero.
    pub(super) fn least_given(&self, expr: &Linear, known: &[Linear]) -> Option<i128> {
        let without = known.iter().filter_map(|known| expr.subtract(known));
        let by_types = std::iter::once(expr.clone()).chain(without);
        by_types.filter_map(|expr| self.least_by_types(&expr)).max()
    }

    fn least_by_types(&self, expr: &Linear) -> Option<i128> {
        let with_rests = with_rests(expr);
        let least = [Some(expr), with_rests.as_ref()].into_iter().flatten();
        least.filter_map(|expr| self.least_of_terms(expr)).max()
    }

    fn least_of_terms(&self, expr: &Linear) -> Option<i128> {
        let mut sum = i128::from(expr.constant);
        for (atom, coefficient) in &expr.terms {
            let coefficient = i128::from(*coefficient);
            let is_least = coefficient > 0;
            let extreme = match atom {
                Atom::Var(name) => {
                    let (least, greatest) = self.range_of_size(*name)?;
                    if is_least { least } else { greatest }
                }
                Atom::Mod(_, by) => {
                    if is_least {
                        0
                    } else {
                        i128::from(*by) - 1
                    }
                }
                Atom::FloorDiv(inner, by) => {
                    let inner = match is_least {
                        true => self.least_by_types(inner)?,
                        false => -self.least_by_types(&inner.scale(-1)?)?,
                    };
                    inner.div_euclid(i128::from(*by))
                }
            };
            sum = sum.checked_add(coefficient.checked_mul(extreme)?)?;
        }
        Some(sum)
    }

    /// The least and the greatest that a value from outside the nest may be.
    fn range_of_size(&self, name: Symbol) -> Option<(i128, i128)> {
        let value = *self.outside.get(&name)?;
        let signed = |bits: u32| Some((-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1));
        if let Type::Integer(integer) = self.module.ty(value) {
            return signed(integer.width.clamp(1, 64));
        }
        let definition = self.module.defining_op(value).map(|op| self.module.op(op));
        let converted = |op: &ovolo_lang::ir::Op| self.module.ty(*op.operands.first()?).bit_width();
        let bits = definition
            .and_then(converted)
            .filter(|bits| (1..64).contains(bits));
        match (definition.and_then(|op| op.code()), bits) {
            (Some(OpCode::MemRefDim), _) => Some((0, (1i128 << 63) - 1)),
            (Some(OpCode::IndexCast), Some(bits)) => signed(bits),
            (Some(OpCode::IndexCastUI), Some(bits)) => Some((0, (1i128 << bits) - 1)),
            _ => signed(64),
        }
    }
}

/// The expression with `e - e mod m` in the place of `e floordiv m * m`; `None` where there is none in it.
fn with_rests(expr: &Linear) -> Option<Linear> {
    let mut sum = Linear::constant(expr.constant);
    let mut is_some = false;
    for (atom, coefficient) in &expr.terms {
        let term = match atom {
            Atom::FloorDiv(inner, by) if coefficient % by == 0 => {
                is_some = true;
                inner.subtract(&inner.modulo(*by)?)?.scale(coefficient / by)?
            }
            other => Linear::atom(other.clone()).scale(*coefficient)?,
        };
        sum = sum.add(&term)?;
    }
    is_some.then_some(sum)
}

/// Whether an expression that uses a variable never gets less where that gets greater, or never gets greater: `None` where neither is seen.
fn grows(expr: &Linear, name: Symbol) -> Option<bool> {
    let mut all = expr.terms.iter().filter_map(|(atom, coefficient)| {
        let of_atom = match atom {
            Atom::Var(other) => (*other == name).then_some(Some(true)),
            Atom::FloorDiv(inner, _) => inner.uses(name).then(|| grows(inner, name)),
            Atom::Mod(inner, _) => inner.uses(name).then_some(None),
        };
        of_atom.map(|grows| Some(grows? == (*coefficient > 0)))
    });
    let first = all.next()??;
    all.all(|other| other == Some(first)).then_some(first)
}

/// A sum of products in which a variable, which is a factor once at most, is replaced by so much more than an end, or so much less. The
/// variable stands for how much.
fn beyond(sum: &Polynomial, variable: &Atom, end: &Linear, is_more: bool) -> Option<Polynomial> {
    let mut found = Polynomial::new();
    let mut add = |mut product: Vec<Atom>, factor: i64| {
        product.sort();
        let known = found.entry(product).or_insert(0);
        *known = known.checked_add(factor)?;
        Some(())
    };
    for (product, factor) in sum {
        let mut others = product.clone();
        let Some(place) = others.iter().position(|atom| atom == variable) else {
            add(others, *factor)?;
            continue;
        };
        others.remove(place);
        if others.contains(variable) {
            return None;
        }
        add(
            product.clone(),
            if is_more { *factor } else { factor.checked_neg()? },
        )?;
        if end.constant != 0 {
            add(others.clone(), factor.checked_mul(end.constant)?)?;
        }
        for (atom, by) in &end.terms {
            let product = [&others[..], std::slice::from_ref(atom)].concat();
            add(product, factor.checked_mul(*by)?)?;
        }
    }
    found.retain(|_, factor| *factor != 0);
    Some(found)
}
