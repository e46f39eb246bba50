//! The values that a loop variable takes, whatever the loops around it do: a box around the iterations.
//!
//! Its ends are constants and symbols of the function. Where a loop never runs, or a symbol is less than one thinks,
//! the box has no element, or fewer than none; whoever makes an array of it makes an empty one.

use egg::{Id, RecExpr, Symbol};

use crate::dependence::Domain;
use crate::linear::{Atom, Linear};
use crate::nest::{BufferSource, Nest};
use crate::term::Node;
use crate::typical_sizes::greatest_sizes;

/// Elements that the arrays of one nest may have together. The number keeps the new memory well below what a
/// machine has.
pub const MOST_ELEMENTS: i64 = 1 << 26;

/// From `low` on, ending before `high`.
#[derive(Clone, Debug)]
pub struct Extent {
    pub low: Linear,
    pub high: Linear,
    /// `high - low`.
    pub count: Linear,
}

impl Extent {
    /// The values that a variable takes; `None` where they are not known to lie between constants and symbols, or
    /// there is none.
    pub fn of(nest: &Nest, v: Symbol) -> Option<Extent> {
        let (low, high) = (least(nest, v)?, greatest(nest, v)?);
        let count = high.subtract(&low)?;
        let is_empty = count.as_constant().is_some_and(|n| n <= 0);
        // The offset of a variable from the least value must be a number too.
        let has_offsets = low.scale(-1).is_some();
        (has_offsets && !is_empty).then_some(Extent { low, high, count })
    }

    pub fn domain(&self) -> Domain {
        Domain {
            lower: vec![self.low.clone()],
            upper: vec![self.high.clone()],
            step: 1,
        }
    }

    /// How far a variable is from the least value.
    pub fn offset(&self, variable: Symbol, term: &mut RecExpr<Node>) -> Id {
        let offset = Linear::var(variable).subtract(&self.low);
        let offset = offset.expect("the least value has an opposite");
        offset.nodes(&mut |node| term.add(node))
    }
}

/// The elements of an array, a symbol taken for one.
pub fn elements_of(shape: &[Linear]) -> i64 {
    let known = shape.iter().filter_map(Linear::as_constant);
    known.fold(1, i64::saturating_mul)
}

/// Whether an array has no more extents that are not constants than some array of the nest has: then it is not of
/// another order of magnitude than what the program has already. Nor is one by sizes that fixed extents limit.
pub fn is_in_proportion(nest: &Nest, shape: &[Linear]) -> bool {
    let sizes = greatest_sizes(nest);
    let limited = |name: Symbol| match sizes.get(&name) {
        Some(greatest) => Linear::constant(*greatest),
        None => Linear::var(name),
    };
    let open = |n: Option<&Linear>| n.and_then(Linear::as_constant).is_none();
    let of_program = nest
        .buffers
        .values()
        .filter(|(_, source)| *source != BufferSource::Temporary)
        .map(|(buffer, _)| buffer.shape.iter().filter(|n| open(n.as_ref())).count());
    let own = shape.iter().filter(|n| open(n.substitute(&limited).as_ref()));
    own.count() <= of_program.max().unwrap_or(0)
}

/// The least value that a loop variable takes in any iteration of the loops around it.
fn least(nest: &Nest, v: Symbol) -> Option<Linear> {
    let bounds = nest.domains.get(&v)?.lower.iter();
    closest(bounds.filter_map(|bound| extreme(nest, bound, false)), |a, b| {
        a.max(b)
    })
}

/// One past the greatest.
fn greatest(nest: &Nest, v: Symbol) -> Option<Linear> {
    let bounds = nest.domains.get(&v)?.upper.iter();
    closest(bounds.filter_map(|bound| extreme(nest, bound, true)), |a, b| {
        a.min(b)
    })
}

/// One of several bounds that all hold: the closest constant, or the first where there is none.
fn closest(bounds: impl Iterator<Item = Linear>, closer: fn(i64, i64) -> i64) -> Option<Linear> {
    let bounds: Vec<Linear> = bounds.collect();
    let constants = bounds.iter().filter_map(Linear::as_constant);
    let constant = constants.reduce(closer).map(Linear::constant);
    constant.or_else(|| bounds.into_iter().next())
}

/// The least or greatest value of a bound over the ranges of the variables in it.
fn extreme(nest: &Nest, bound: &Linear, greatest_wanted: bool) -> Option<Linear> {
    let mut sum = Linear::constant(bound.constant);
    for (atom, coefficient) in &bound.terms {
        let value = match atom {
            Atom::Var(v) if nest.domains.contains_key(v) => match (*coefficient > 0) == greatest_wanted {
                true => greatest(nest, *v)?.add(&Linear::constant(-1))?,
                false => least(nest, *v)?,
            },
            _ => {
                let atom = Linear::atom(atom.clone());
                let mut moves = false;
                atom.for_each_var(&mut |v| moves |= nest.domains.contains_key(&v));
                (!moves).then_some(atom)?
            }
        };
        sum = sum.add(&value.scale(*coefficient)?)?;
    }
    Some(sum)
}
