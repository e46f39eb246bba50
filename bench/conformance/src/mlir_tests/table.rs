//! How many chunks of each folder are right, in numbers.

use std::ops::AddAssign;

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};

use super::chunk::FOLDERS;
use super::judge::{Kind, Outcome};
use super::referee::Verdict;

/// What prevents a chunk, or its generic form, from being read.
const SOURCE: &[Kind] = &[Kind::Crash, Kind::Unread, Kind::PrintRejected, Kind::Different];
const GENERIC: &[Kind] = &[
    Kind::Crash,
    Kind::GenericUnread,
    Kind::GenericPrintRejected,
    Kind::GenericDifferent,
];

/// Counts of chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub chunks: usize,
    /// By the referee.
    pub accepted: usize,
    /// By the referee, and in need of no other dialect.
    pub in_scope: usize,
    /// By the referee.
    pub rejected: usize,
    /// Of the accepted, those that Ovolo reads.
    pub reads: usize,
    /// Of those in scope, those that Ovolo reads.
    pub reads_in_scope: usize,
    /// Of the accepted, those whose generic form Ovolo reads.
    pub reads_generic: usize,
    /// Of the rejected, those that Ovolo rejects.
    pub rejects: usize,
    pub same_line: usize,
    pub same_fault: usize,
    /// Crashes of Ovolo.
    pub crashes: usize,
    /// Crashes of the referee.
    pub unjudged: usize,
}

impl Counts {
    pub fn of(outcome: &Outcome) -> Counts {
        let accepted = matches!(outcome.verdict, Verdict::Accepted(_));
        let reads = accepted && outcome.is_free_of(SOURCE);
        Counts {
            chunks: 1,
            accepted: accepted.into(),
            in_scope: outcome.in_scope.into(),
            rejected: matches!(outcome.verdict, Verdict::Rejected(_)).into(),
            reads: reads.into(),
            reads_in_scope: (reads && outcome.in_scope).into(),
            reads_generic: (accepted && outcome.is_free_of(GENERIC)).into(),
            rejects: outcome.rejected.into(),
            same_line: outcome.same_line.into(),
            same_fault: outcome.same_fault.into(),
            crashes: (!outcome.is_free_of(&[Kind::Crash])).into(),
            unjudged: matches!(outcome.verdict, Verdict::Crashed(_)).into(),
        }
    }

    /// The sum over the outcomes of a folder, or of several.
    pub fn sum<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>, folders: &[&str]) -> Counts {
        let mut counts = Counts::default();
        for outcome in outcomes {
            if folders.contains(&outcome.chunk.folder) {
                counts += Counts::of(outcome);
            }
        }
        counts
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.chunks += other.chunks;
        self.accepted += other.accepted;
        self.in_scope += other.in_scope;
        self.rejected += other.rejected;
        self.reads += other.reads;
        self.reads_in_scope += other.reads_in_scope;
        self.reads_generic += other.reads_generic;
        self.rejects += other.rejects;
        self.same_line += other.same_line;
        self.same_fault += other.same_fault;
        self.crashes += other.crashes;
        self.unjudged += other.unjudged;
    }
}

/// The counts of each folder that has chunks, and their sum.
pub fn table(outcomes: &[Outcome]) -> String {
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header([
            "folder",
            "chunks",
            "accepted",
            "reads",
            "reads in scope",
            "reads generic",
            "rejects",
            "same line",
            "same fault",
            "crashes",
        ]);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for folder in FOLDERS {
        let counts = Counts::sum(outcomes, &[folder]);
        if counts.chunks > 0 {
            table.add_row(row(folder, &counts));
        }
    }
    table.add_row(row("all", &Counts::sum(outcomes, FOLDERS)));
    table.to_string()
}

fn row(name: &str, counts: &Counts) -> [String; 10] {
    [
        name.to_string(),
        counts.chunks.to_string(),
        counts.accepted.to_string(),
        share(counts.reads, counts.accepted),
        share(counts.reads_in_scope, counts.in_scope),
        share(counts.reads_generic, counts.accepted),
        share(counts.rejects, counts.rejected),
        share(counts.same_line, counts.rejected),
        share(counts.same_fault, counts.rejected),
        counts.crashes.to_string(),
    ]
}

/// `3/4 75.0 %`, rounded down: 100 % is all of them.
pub fn share(n: usize, of: usize) -> String {
    let thousandths = (n * 1000).checked_div(of).unwrap_or(1000);
    format!("{n}/{of} {}.{} %", thousandths / 10, thousandths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_down() {
        assert_eq!(share(2, 3), "2/3 66.6 %");
        assert_eq!(share(3174, 3175), "3174/3175 99.9 %");
        assert_eq!(share(0, 0), "0/0 100.0 %");
    }
}
