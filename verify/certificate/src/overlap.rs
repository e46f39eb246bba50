//! Arguments that may overlap, where that makes no difference.
//!
//! Where none of them is written, they all hold what they held in the beginning. So they do where only one of them is, and each load of
//! another one is before each store to that: then a load reads what its array held in the beginning wherever the arrays are, and what is
//! left behind differs from that in cells of the one array alone.

use ovolo_lang::affine::AffineExpr;

use super::function::{Array, Function, Time};

/// Tells both functions that their arguments are apart where it makes no difference whether they overlap.
pub fn take_apart(functions: &mut [Function; 2]) {
    let mut written = Vec::new();
    for function in functions.iter() {
        for (i, argument) in function.arguments.iter().enumerate() {
            let is_open = matches!(argument, Some((_, false)));
            if is_open && !written.contains(&i) && function.writes(Array::Argument(i)) {
                written.push(i);
            }
        }
    }
    let makes_no_difference = match written.as_slice() {
        [] => true,
        &[only] => functions.iter().all(|function| function.reads_first(only)),
        _ => false,
    };
    if makes_no_difference {
        let arguments = functions.iter_mut().flat_map(|function| &mut function.arguments);
        arguments.flatten().for_each(|(_, is_apart)| *is_apart = true);
    }
}

impl Function {
    /// Whether each load of another argument that may overlap one is before each store to it.
    fn reads_first(&self, written: usize) -> bool {
        let written = Array::Argument(written);
        let stores = self.statements.iter().map(|statement| &statement.target);
        let mut loads = Vec::new();
        self.statements
            .iter()
            .for_each(|statement| statement.value.loads(&mut loads));
        loads.retain(|load| load.array != written && self.may_overlap(load.array, written));
        stores
            .filter(|store| store.array == written)
            .all(|store| loads.iter().all(|load| is_before(&load.time, &store.time)))
    }
}

/// Whether one access is before another, by where they stand: in no loop that is around both.
fn is_before(first: &[Time], second: &[Time]) -> bool {
    let mut pairs = first.iter().zip(second);
    let different = pairs.find_map(|pair| match pair {
        (Time::At(AffineExpr::Constant(a)), Time::At(AffineExpr::Constant(b))) => (a != b).then_some(a < b),
        _ => Some(false),
    });
    different.unwrap_or(false)
}
