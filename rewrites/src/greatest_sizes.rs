//! Sizes as great as fixed extents allow.
//!
//! A program with `memref<1000x1200xf64>` and loops up to `%n` accesses its arrays inside their extents, and the extents were chosen
//! for the sizes that it is run with. So sizes are typically about as great as they may be.

use std::collections::BTreeMap;

use egg::Symbol;

use crate::dependence::Access;
use crate::linear::{Atom, Linear};
use crate::nest::Nest;

/// Loop variables that are replaced in one subscript.
const MOST_REPLACED: usize = 32;

/// The greatest value of each size of which a subscript tells one, if all loops are run.
///
/// ```
/// # use ovolo_lang::{fp::FpModel, parse::parse_module};
/// # use ovolo_rewrites::{greatest_sizes::greatest_sizes, lift::lift_function};
/// let text = "func.func @f(%A: memref<120xf32>, %x: f32, %n: index) {
///     affine.for %i = 1 to %n {
///       affine.store %x, %A[%i + 1] : memref<120xf32>
///     }
///     return
///   }";
/// let module = parse_module(text).unwrap();
/// let function = module.functions().next().unwrap();
/// let (_, nest) = lift_function(&module, function, FpModel::STRICT).remove(0);
/// assert_eq!(greatest_sizes(&nest.unwrap()).into_values().collect::<Vec<_>>(), [119]);
/// ```
pub fn greatest_sizes(nest: &Nest) -> BTreeMap<Symbol, i64> {
    let mut found = BTreeMap::new();
    for access in nest.places.keys() {
        for (size, greatest) in told_by(nest, access) {
            let known = found.entry(size).or_insert(greatest);
            *known = greatest.min(*known);
        }
    }
    found.retain(|_, greatest| *greatest > 0);
    found
}

fn told_by(nest: &Nest, access: &Access) -> Vec<(Symbol, i64)> {
    let Some((buffer, _)) = nest.buffers.get(&access.buffer) else {
        return Vec::new();
    };
    let pairs = access.indices.iter().zip(&buffer.shape);
    let told = pairs.filter_map(|(index, extent)| {
        let last = last_of(nest, index.clone()?)?;
        let [(Atom::Var(size), coefficient @ 1..)] = last.terms.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let left = extent
            .as_ref()?
            .as_constant()?
            .checked_sub(1)?
            .checked_sub(last.constant)?;
        Some((*size, left.div_euclid(*coefficient)))
    });
    told.collect()
}

/// A subscript in the iteration in which it is greatest.
fn last_of(nest: &Nest, mut index: Linear) -> Option<Linear> {
    for _ in 0..MOST_REPLACED {
        let innermost = nest.domains.iter().rev().find(|(name, _)| index.uses(**name));
        let Some((&name, domain)) = innermost else {
            return Some(index);
        };
        let coefficient = index.coefficient(name);
        let (bounds, last) = match coefficient > 0 {
            true => (&domain.upper, -1),
            false => (&domain.lower, 0),
        };
        let [bound] = bounds.as_slice() else { return None };
        let rest = index.subtract(&Linear::var(name).scale(coefficient)?)?;
        let end = bound.add(&Linear::constant(last))?.scale(coefficient)?;
        index = rest.add(&end).filter(|_| !rest.uses(name))?;
    }
    None
}
