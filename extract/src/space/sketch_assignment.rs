//! The ways to deal what a sketch wants out to the statements of a sequence.

use std::collections::HashSet;

use egg::Id;

use super::Packed;
use super::fitting::{Child, Fitting};
use super::sketch::{Item, Want};

/// Ways to deal the statements of a sketch out to those of a sequence that are tried: more come of several holes
/// next to each other only. The number bounds the work for a sketch that says nothing.
const MOST_WAYS: usize = 64;

/// The state of assigning a run of a sketch out to a sequence.
struct Assigning<'d> {
    statements: &'d [Id],
    packed: &'d Packed,
    block: usize,
    to: usize,
    /// What is wanted of a statement that gets nothing of the run.
    rest: Want,
    /// Positions in the sequence and the run from which there is no way.
    dead: HashSet<(usize, usize)>,
    ways: Vec<Vec<Child>>,
}

impl Fitting<'_, '_, '_, '_> {
    /// The ways to deal what is wanted out to the statements of a sequence.
    pub(super) fn sequence(&mut self, statements: &[Id], packed: &Packed, want: Want) -> Vec<Vec<Child>> {
        match want {
            Want::Anything => self
                .each(statements, packed, &vec![want; statements.len()])
                .into_iter()
                .collect(),
            Want::Nothing if statements.is_empty() => vec![Vec::new()],
            Want::Nothing => self
                .each(statements, packed, &vec![want; statements.len()])
                .into_iter()
                .collect(),
            Want::Inside(block) => {
                let mut ways = match self.sketch.whole(block) {
                    Want::Inside(_) | Want::Anything => Vec::new(),
                    here => self.sequence(statements, packed, here),
                };
                for inside in 0..statements.len() {
                    let mut wants = vec![Want::Anything; statements.len()];
                    wants[inside] = want;
                    ways.extend(self.each(statements, packed, &wants));
                }
                ways
            }
            Want::Run(block, from, to) => {
                let rest = match self.is_open(want) {
                    true => Want::Anything,
                    false => Want::Nothing,
                };
                let mut assigning = Assigning {
                    statements,
                    packed,
                    block,
                    to,
                    rest,
                    dead: HashSet::new(),
                    ways: Vec::new(),
                };
                self.assign(&mut assigning, from, &mut Vec::new());
                assigning.ways
            }
        }
    }

    pub(super) fn each(&mut self, statements: &[Id], packed: &Packed, wants: &[Want]) -> Option<Vec<Child>> {
        let pairs = statements.iter().zip(wants);
        pairs
            .map(|(&statement, &want)| self.child(statement, packed, want))
            .collect()
    }

    /// Deals the items from `from` on out to the statements that are left; whether there is a way.
    fn assign(&mut self, assigning: &mut Assigning<'_>, from: usize, assigned: &mut Vec<Child>) -> bool {
        let Some(&statement) = assigning.statements.get(assigned.len()) else {
            let left = self.sketch.items(assigning.block, from, assigning.to);
            let done = left.iter().all(Item::is_hole);
            if done {
                assigning.ways.push(assigned.clone());
            }
            return done;
        };
        if assigning.ways.len() >= MOST_WAYS || assigning.dead.contains(&(assigned.len(), from)) {
            return false;
        }
        let mut found = false;
        for end in from..=assigning.to {
            let want = match self.sketch.run(assigning.block, from, end) {
                Want::Nothing => assigning.rest,
                want => want,
            };
            let Some(child) = self.child(statement, assigning.packed, want) else {
                continue;
            };
            // A hole may go on in the next statement.
            let is_hole = end > from && self.sketch.items(assigning.block, end - 1, end)[0].is_hole();
            assigned.push(child);
            found |= self.assign(assigning, if is_hole { end - 1 } else { end }, assigned);
            assigned.pop();
        }
        if !found {
            assigning.dead.insert((assigned.len(), from));
        }
        found
    }
}
