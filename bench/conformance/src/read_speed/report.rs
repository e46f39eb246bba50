//! The runs as a table, and what must be reached.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};

use super::run::Run;

/// How many times as fast as the referee a file must be read, verified and printed.
pub const LEAST_SPEED: f64 = 3.0;
/// How much longer a byte of the large file may take than a byte of the small one: noise of a shared machine, and
/// caches that hold the small one.
pub const MOST_GROWTH: f64 = 1.25;

/// The runs of one program on one file.
#[derive(Clone, Debug)]
pub struct Row {
    pub program: String,
    /// The size of the file.
    pub bytes: u64,
    /// Whether the program was held on one core. Then its CPU time counts, which other programs on the machine
    /// change little; else the time that passed.
    pub on_one_core: bool,
    pub runs: Vec<Run>,
}

impl Row {
    /// Seconds of the fastest run: what disturbs a run makes it slower, never faster.
    pub fn seconds(&self) -> f64 {
        self.fastest(|run| run.seconds)
    }

    pub fn cpu_seconds(&self) -> f64 {
        self.fastest(|run| run.cpu_seconds)
    }

    fn fastest(&self, seconds: impl Fn(&Run) -> f64) -> f64 {
        self.runs.iter().map(seconds).fold(f64::INFINITY, f64::min)
    }

    /// The seconds of a run that count.
    fn counted(&self, run: &Run) -> f64 {
        match self.on_one_core {
            true => run.cpu_seconds,
            false => run.seconds,
        }
    }

    pub fn peak(&self) -> u64 {
        self.runs.iter().map(|run| run.peak).max().unwrap_or_default()
    }

    /// Bytes of memory for each byte of the file.
    pub fn bytes_per_byte(&self) -> f64 {
        self.peak() as f64 / self.bytes as f64
    }
}

/// Every row: speed, and how many times as fast as the first row for the same file.
pub fn table(rows: &[Row]) -> String {
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header([
            "program",
            "file",
            "time",
            "CPU time",
            "speed",
            "times",
            "peak",
            "bytes a byte",
        ]);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for row in rows {
        let first = rows.iter().find(|first| first.bytes == row.bytes).unwrap_or(row);
        table.add_row([
            row.program.clone(),
            format!("{:.0} MB", megabytes(row.bytes)),
            format!("{:.2} s", row.seconds()),
            format!("{:.2} s", row.cpu_seconds()),
            format!(
                "{:.1} MB/s",
                megabytes(row.bytes) / row.fastest(|run| row.counted(run))
            ),
            format!("{:.2}", speed_up(first, row)),
            format!("{:.0} MB", megabytes(row.peak())),
            format!("{:.1}", row.bytes_per_byte()),
        ]);
    }
    table.to_string()
}

/// How many times as fast one is as another: the median of the ratios within a round.
pub fn speed_up(slow: &Row, fast: &Row) -> f64 {
    let pairs = slow.runs.iter().zip(&fast.runs);
    let mut ratios: Vec<f64> = pairs.map(|(a, b)| slow.counted(a) / fast.counted(b)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or(1.0)
}

/// How many times as long a byte of the large file takes as a byte of the small one.
pub fn growth(small: &Row, large: &Row) -> f64 {
    (large.cpu_seconds() / large.bytes as f64) / (small.cpu_seconds() / small.bytes as f64)
}

/// A line for each target that Ovolo misses beside the referee on the same file.
pub fn missed(referee: &Row, ovolo: &Row) -> Vec<String> {
    let mut missed = Vec::new();
    let speed = speed_up(referee, ovolo);
    if speed < LEAST_SPEED {
        missed.push(format!(
            "{speed:.2} times as fast, at least {LEAST_SPEED} is asked"
        ));
    }
    if ovolo.peak() >= referee.peak() {
        let (ours, theirs) = (ovolo.bytes_per_byte(), referee.bytes_per_byte());
        missed.push(format!("{ours:.1} bytes a byte, less than {theirs:.1} is asked"));
    }
    missed
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 * 1e-6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bytes: u64, seconds: &[f64], peak: u64) -> Row {
        let run = |&seconds| Run {
            seconds: 2.0 * seconds,
            cpu_seconds: seconds,
            peak,
        };
        Row {
            program: "program".to_string(),
            bytes,
            on_one_core: true,
            runs: seconds.iter().map(run).collect(),
        }
    }

    #[test]
    fn ratios_are_of_one_round() {
        let (slow, fast) = (row(1, &[9.0, 4.0, 8.0], 1), row(1, &[3.0, 4.0, 2.0], 1));
        assert_eq!(speed_up(&slow, &fast), 3.0);
        let parallel = Row {
            on_one_core: false,
            ..fast
        };
        assert_eq!(speed_up(&slow, &parallel), 1.5);
    }

    #[test]
    fn growth_is_of_a_byte() {
        assert_eq!(growth(&row(10, &[1.0], 1), &row(100, &[10.0], 1)), 1.0);
        assert_eq!(growth(&row(10, &[1.0], 1), &row(100, &[20.0], 1)), 2.0);
    }

    #[test]
    fn speed_and_memory_are_asked_for() {
        let referee = row(1, &[3.0], 10);
        assert!(missed(&referee, &row(1, &[1.0], 9)).is_empty());
        assert_eq!(missed(&referee, &row(1, &[1.1], 10)).len(), 2);
    }
}
