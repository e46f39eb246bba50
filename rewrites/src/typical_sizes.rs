//! Sizes that nobody gave, as programs are typically run with them.
//!
//! A program with `memref<1000x1200xf64>` and loops up to `%n` accesses its arrays inside their extents, and the extents were chosen
//! for the sizes that it is run with. So sizes are typically about as great as they may be. Of two sizes of which one is subtracted from
//! the other, as in a loop up to `%n - %k + 1`, the former is typically the small one: a window, an order, a margin.

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
/// # use ovolo_rewrites::{typical_sizes::greatest_sizes, lift::lift_function};
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

/// What a size is taken to be that loops are shorter by. The number is typical of windows.
pub const WINDOW: i64 = 8;

/// The sizes that are not just taken to be great: the greatest ones that fixed extents allow, and those that the number of a loop's
/// iterations falls with while it grows with others.
///
/// ```
/// # use ovolo_lang::{fp::FpModel, parse::parse_module};
/// # use ovolo_rewrites::{typical_sizes::typical_sizes, lift::lift_function};
/// let text = "func.func @f(%A: memref<?xf32>, %x: f32, %n: index, %k: index) {
///     affine.for %i = 0 to affine_map<()[n, k] -> (n - k + 1)>()[%n, %k] {
///       affine.store %x, %A[%i] : memref<?xf32>
///     }
///     return
///   }";
/// let module = parse_module(text).unwrap();
/// let function = module.functions().next().unwrap();
/// let (_, nest) = lift_function(&module, function, FpModel::STRICT).remove(0);
/// let sizes: Vec<String> = typical_sizes(&nest.unwrap()).into_keys().map(|k| k.to_string()).collect();
/// assert_eq!(sizes, ["k"]);
/// ```
pub fn typical_sizes(nest: &Nest) -> BTreeMap<Symbol, i64> {
    let mut found = greatest_sizes(nest);
    for domain in nest.domains.values() {
        let ends = domain
            .upper
            .iter()
            .flat_map(|high| domain.lower.iter().map(move |low| high.subtract(low)));
        for count in ends.flatten() {
            let sizes = || {
                count.terms.iter().filter_map(|(atom, coefficient)| match atom {
                    Atom::Var(size) if !nest.domains.contains_key(size) => Some((*size, *coefficient)),
                    _ => None,
                })
            };
            if sizes().any(|(_, coefficient)| coefficient > 0) {
                for (size, _) in sizes().filter(|(_, coefficient)| *coefficient < 0) {
                    found.entry(size).or_insert(WINDOW);
                }
            }
        }
    }
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
