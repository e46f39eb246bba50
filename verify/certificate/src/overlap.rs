//! Arguments that may overlap, where that makes no difference.
//!
//! Where none of them is written, they all hold what they held in the beginning. So they do where only one of them is, and each load of
//! another one is before each store to that: then a load reads what its array held in the beginning wherever the arrays are, and what is
//! left behind differs from that in cells of the one array alone.

use z3::ast::Bool;

use super::Refused;
use super::ask::Asked;
use super::function::{Array, Function};
use super::sources::{moment, variables};
use super::terms::Moment;

/// Tells both functions that their arguments are apart where it makes no difference whether they overlap.
pub fn take_apart(functions: &mut [Function; 2], asked: &mut Asked) -> Refused<()> {
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
        &[only] => functions[0].reads_first(only, asked)? && functions[1].reads_first(only, asked)?,
        _ => false,
    };
    if makes_no_difference {
        let arguments = functions.iter_mut().flat_map(|function| &mut function.arguments);
        arguments.flatten().for_each(|(_, is_apart)| *is_apart = true);
    }
    Ok(())
}

impl Function {
    /// Whether each load of another argument that may overlap one is before each store to it.
    fn reads_first(&self, written: usize, asked: &mut Asked) -> Refused<bool> {
        let written = Array::Argument(written);
        let stores = self
            .statements
            .iter()
            .filter(|store| store.target.array == written);
        for store in stores {
            for reader in &self.statements {
                let mut loads = Vec::new();
                reader.value.loads(&mut loads);
                loads.retain(|load| load.array != written && self.may_overlap(load.array, written));
                let (x, y) = (variables("x", &store.domain), variables("y", &reader.domain));
                let mut conditions = asked.sizes.domain(&store.domain, &x)?;
                conditions.extend(asked.sizes.domain(&reader.domain, &y)?);
                let mut late = Vec::new();
                for load in loads {
                    let read = Moment {
                        time: &load.time,
                        loops: &reader.domain.loops,
                        at: &y,
                    };
                    late.push(asked.sizes.before(&read, &moment(store, &x))?.not());
                }
                conditions.push(Bool::or(&late));
                if !late.is_empty() && !asked.is_impossible(&conditions)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
