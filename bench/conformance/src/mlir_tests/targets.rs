//! What must be reached, folder by folder.

use super::chunk::FOLDERS;
use super::judge::Outcome;
use super::table::{Counts, share};

/// A part of the chunks of some folders that must be right.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub what: &'static str,
    pub folders: &'static [&'static str],
    /// The right ones, and all of them.
    count: fn(&Counts) -> (usize, usize),
    /// As a fraction.
    pub least: (usize, usize),
}

const READS: fn(&Counts) -> (usize, usize) = |c| (c.reads, c.accepted);
const READS_IN_SCOPE: fn(&Counts) -> (usize, usize) = |c| (c.reads_in_scope, c.in_scope);
const READS_GENERIC: fn(&Counts) -> (usize, usize) = |c| (c.reads_generic, c.accepted);
const SAME_FAULT: fn(&Counts) -> (usize, usize) = |c| (c.same_fault, c.rejected);
const NO_CRASH: fn(&Counts) -> (usize, usize) = |c| (c.chunks - c.crashes, c.chunks);

const WITH_FAULTS: &[&str] = &[
    "Dialect/Affine",
    "IR",
    "Dialect/Arith",
    "Dialect/Func",
    "Dialect/ControlFlow",
];

#[rustfmt::skip]
pub const TARGETS: &[Target] = &[
    Target { what: "reads", folders: &["Dialect/Affine"], count: READS, least: (1, 1) },
    Target { what: "reads", folders: &["IR"], count: READS, least: (215, 221) },
    Target { what: "reads", folders: &["Dialect/Arith"], count: READS, least: (97, 100) },
    Target { what: "reads", folders: &["Dialect/MemRef"], count: READS, least: (97, 100) },
    Target { what: "reads", folders: &["Dialect/Func"], count: READS, least: (97, 100) },
    Target { what: "reads", folders: &["Dialect/SCF"], count: READS, least: (97, 100) },
    Target { what: "reads", folders: &["Dialect/ControlFlow"], count: READS, least: (97, 100) },
    Target { what: "reads in scope", folders: &["Dialect/Linalg"], count: READS_IN_SCOPE, least: (90, 100) },
    Target { what: "reads in scope", folders: &["Dialect/Vector"], count: READS_IN_SCOPE, least: (90, 100) },
    Target { what: "reads generic", folders: FOLDERS, count: READS_GENERIC, least: (1, 1) },
    Target { what: "same fault", folders: WITH_FAULTS, count: SAME_FAULT, least: (90, 100) },
    Target { what: "no crash", folders: FOLDERS, count: NO_CRASH, least: (1, 1) },
];

/// A line for each target that is missed. Folders without chunks do not count.
pub fn missed(outcomes: &[Outcome]) -> Vec<String> {
    let missed = TARGETS.iter().filter_map(|target| {
        let (n, of) = (target.count)(&Counts::sum(outcomes, target.folders));
        let reached = reaches(n, of, target.least);
        (!reached).then(|| {
            let folders = target.folders.join(", ");
            let (least, whole) = target.least;
            format!(
                "{}: {}, at least {least}/{whole} is asked ({folders})",
                target.what,
                share(n, of)
            )
        })
    });
    missed.collect()
}

fn reaches(n: usize, of: usize, (least, whole): (usize, usize)) -> bool {
    n * whole >= of * least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_exact_fractions() {
        assert!(reaches(215, 221, (215, 221)) && !reaches(214, 221, (215, 221)));
        assert!(reaches(9, 10, (90, 100)) && !reaches(89, 100, (9, 10)));
        assert!(reaches(0, 0, (1, 1)));
    }

    #[test]
    fn targets_name_folders_that_are_measured() {
        assert!(
            TARGETS
                .iter()
                .flat_map(|t| t.folders)
                .all(|folder| FOLDERS.contains(folder))
        );
    }
}
