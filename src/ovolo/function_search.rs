//! The search for faster forms of all loop nests of a function, each by itself and those that can be one.

use ovolo_extract::machine::Machine;
use ovolo_lang::ir::OpId;
use ovolo_rewrites::lift::NotLifted;
use ovolo_rewrites::nest::Nest;
use ovolo_verify::emptiness::Z3Emptiness;

use crate::candidates::{Nests, SearchBudget, SearchGoal, Setting};
use crate::nest_fusion::{Fusion, fuse_all};
use crate::search::{Start, search_for, search_within};

/// Searches every nest that was lifted. `goal` is asked with the number of each, counted from one, and how many
/// there are.
pub fn search_all<'w>(
    lifted: Vec<(OpId, Result<Nest, NotLifted>)>,
    machine: &Machine,
    goal: &dyn Fn(usize, usize) -> SearchGoal<'w>,
    fusion: &Fusion<'_>,
    budget: SearchBudget,
) -> Nests {
    let oracle = Z3Emptiness::new();
    let mut nests = Nests::default();
    let mut understood = Vec::new();
    // Nests between which another stands are not one.
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for (_, nest) in lifted {
        match nest {
            Ok(nest) => {
                rows.last_mut().expect("there is a row").push(understood.len());
                understood.push(nest);
            }
            Err(reason) => {
                rows.push(Vec::new());
                nests.kept.push(reason);
            }
        }
    }
    nests.count = understood.len();
    let ops: Vec<OpId> = understood.iter().map(|nest| nest.op).collect();
    for (n, nest) in understood.into_iter().enumerate() {
        let is_fused = fusion.is_wanted(n + 1);
        match goal(n + 1, nests.count) {
            _ if is_fused => nests.searched.push(Start::new(nest, machine, &oracle).searched),
            SearchGoal::Fastest => nests.searched.push(search_for(nest, machine, &oracle, budget)),
            SearchGoal::Kept => nests.searched.push(Start::new(nest, machine, &oracle).searched),
            SearchGoal::Described(schedule) => {
                match search_within(nest, machine, &oracle, schedule, budget) {
                    Ok(searched) => nests.searched.push(searched),
                    Err((mistake, refusals)) => {
                        nests.mistakes.push(mistake);
                        nests.refused.extend(refusals);
                    }
                }
            }
        }
    }
    if nests.mistakes.is_empty() {
        let setting = Setting {
            machine,
            oracle: &oracle,
            budget,
        };
        fuse_all(&mut nests, &rows, &ops, fusion, setting);
    }
    nests
}
