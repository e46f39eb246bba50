//! Comparing parts of programs that run too long.

use std::collections::BTreeSet;

use ovolo_lang::interpret::Program;
use ovolo_lang::ir::{Module, OpId, ValueId};
use rustc_hash::FxHashMap;

use super::compare::{DATA_SPEED, Pair};
use super::data::Data;
use super::reach::{Reach, argument};
use super::verdict::Counterexample;
use super::window::{Cells, Sliced};
use ovolo_certificate::Size;

/// How many cells are looked at in the last dimension, in the one before it, and in others: more than a register tile has.
/// Arbitrary.
const WIDE: [i64; 3] = [40, 14, 2];

/// How far beyond an array stores are looked at. Arbitrary.
const BEYOND: i64 = 64;

/// Windows around constants that are looked through. Arbitrary.
const MAX_WINDOWS: usize = 8;

/// A difference in some cells of the arguments: at the beginnings and ends of arrays, in the middle, and around constants of the
/// programs. None where the programs are such that no iterations can be left out, or the first may access what is not there.
pub fn difference(
    pair: &Pair,
    functions: [(&Module, OpId); 2],
    sizes: &[Size],
    choice: &[i64],
    tiles: &BTreeSet<i64>,
) -> Option<Counterexample> {
    let signature = &pair.signature;
    let mut steps = pair.options.total_steps;
    // Making the data is work too.
    if signature.cells(choice) as u64 > steps {
        return None;
    }
    let reaches = functions.map(|(module, function)| Reach {
        module,
        function,
        signature,
        sizes,
        assumed: &[],
    });
    let sliced = [Sliced::of(&reaches[0], choice)?, Sliced::of(&reaches[1], choice)?];
    let argument_of = |which: usize, value: ValueId| {
        let (module, function) = functions[which];
        argument(module, function, value)
    };
    let extents = |value: ValueId| match argument_of(0, value) {
        Some(argument) => signature.extents(argument, choice),
        None => {
            let shape = functions[0].0.ty(value).as_memref()?.shape.as_ref()?;
            shape.iter().map(|dim| dim.fixed()).collect()
        }
    };
    if !sliced[0].is_within(extents) {
        return None;
    }
    let stored = [0, 1].map(|which| {
        let stored = sliced[which].stored();
        let known = stored.filter_map(|value| Some((argument_of(which, value)?, value)));
        known.collect::<FxHashMap<usize, ValueId>>()
    });
    let arguments: BTreeSet<usize> = stored.iter().flat_map(|stored| stored.keys().copied()).collect();
    let extents: Vec<(usize, Vec<i64>)> = arguments
        .into_iter()
        .map(|argument| Some((argument, signature.extents(argument, choice)?)))
        .collect::<Option<_>>()?;
    let around = tiles
        .iter()
        .copied()
        .filter(|&tile| tile > WIDE[2])
        .take(MAX_WINDOWS);
    let windows = [At::Beginning, At::End, At::Middle]
        .into_iter()
        .chain(around.map(At::Around));
    for at in windows {
        let window: Vec<(usize, Cells)> = extents
            .iter()
            .map(|(argument, extents)| (*argument, at.cells(extents)))
            .collect();
        let parts = [0, 1].map(|which| {
            let cells = window.iter().filter_map(|(argument, cells)| {
                let values = functions[which].0.single_block(functions[which].1, 0)?;
                let value = *functions[which].0.block(values).arguments.get(*argument)?;
                Some((value, cells.clone()))
            });
            sliced[which]
                .only(cells.collect())
                .map(|part| Program::new(&part))
        });
        let [Some(first), Some(second)] = &parts else {
            continue;
        };
        let part = Pair {
            name: pair.name.clone(),
            signature: signature.clone(),
            programs: [first, second],
            assumed: pair.assumed.clone(),
            window: Some(window),
            ..*pair
        };
        let (found, taken) =
            part.on_some_data(choice, &signature.apart(), &[Data::Any(0), Data::Dominant(0)]);
        if let Some(found) = found.difference() {
            return Some(*found);
        }
        steps = steps.checked_sub(taken / DATA_SPEED)?;
    }
    None
}

/// Where a window is.
enum At {
    Beginning,
    End,
    Middle,
    Around(i64),
}

impl At {
    fn cells(&self, extents: &[i64]) -> Cells {
        let cells = extents.iter().enumerate().map(|(n, &extent)| {
            let from_last = (extents.len() - 1 - n).min(WIDE.len() - 1);
            let wide = match (self, from_last) {
                // Tiles that are high rather than wide are met there.
                (At::Middle | At::Around(_), 0) => WIDE[1],
                (At::Middle | At::Around(_), 1) => WIDE[0],
                _ => WIDE[from_last],
            };
            match self {
                At::Beginning => [-BEYOND, wide - 1],
                At::End => [extent - wide, extent + BEYOND],
                At::Middle => [extent / 2, extent / 2 + wide - 1],
                At::Around(tile) => [tile.min(&extent) - wide / 2, tile.min(&extent) + wide / 2 - 1],
            }
        });
        cells.collect()
    }
}
