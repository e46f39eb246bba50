//! Records of what was measured, with all that is needed to measure it again: JSON, and dated files of CSV.

mod date;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ovolo_timing::agreement::Agreement;
use serde::Serialize;

use crate::report::{Report, outputs};

/// One run of `ovolo bench`.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// In UTC, `2026-11-20`.
    pub date: String,
    /// The words of the command line.
    pub command: Vec<String>,
    pub ovolo: Program,
    pub machine: Machine,
    /// Threads that the forms and the libraries may use.
    pub threads: u32,
    pub kernels: Vec<Kernel>,
}

/// This program.
#[derive(Clone, Debug, Serialize)]
pub struct Program {
    pub version: &'static str,
    /// The commit that it was built from; `None` where it was built outside of a repository.
    pub commit: Option<&'static str>,
}

/// The machine that it ran on.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    pub processor: String,
    /// Of the operating system.
    pub kernel: String,
    /// Processors that this process may run on.
    pub processors: usize,
    /// What predictions are made for.
    pub model: serde_json::Value,
}

#[derive(Clone, Debug, Serialize)]
pub struct Kernel {
    pub kernel: String,
    pub function: String,
    /// Shapes, and values of integers.
    pub arguments: Vec<String>,
    /// What every side may do to floats.
    pub floats: String,
    pub rounds: usize,
    pub operations: Option<u64>,
    /// Fused multiply-adds of one core, two operations each, the best of the rounds.
    pub peak_operations_per_second: Option<f64>,
    /// In which one core reads all arrays once, from where such a set lies in the caches, the least of the rounds.
    pub reading_seconds: Option<f64>,
    pub search_seconds: f64,
    /// Of predicted and measured times of the forms.
    pub kendall_tau_b: Option<f64>,
    pub sides: Vec<Side>,
    pub not_measured: Vec<NotMeasured>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Side {
    pub name: String,
    pub by: &'static str,
    pub version: String,
    /// The compiler and its flags, the routine and its settings, or the floating-point model of what this program compiles.
    pub floats: String,
    /// The whole command line of a compiler.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command: String,
    pub threads: u32,
    pub median_seconds: f64,
    pub interval: Option<Interval>,
    pub best_seconds: f64,
    /// Of a call, in each round.
    pub seconds: Vec<f64>,
    /// Over the first side, the median of the ratios within each round.
    pub speed_up: f64,
    pub operations_per_second: Option<f64>,
    pub part_of_peak: Option<f64>,
    pub part_of_reading: Option<f64>,
    pub outputs: String,
    pub agrees: bool,
    pub equality: Option<Equality>,
    pub predicted_seconds: Option<f64>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub schedule: String,
}

/// Where the median lies.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
    pub confidence: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Equality {
    pub known: String,
    pub told: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct NotMeasured {
    pub name: String,
    pub reason: String,
}

impl Record {
    /// What was measured by a command on a machine that is described so.
    pub fn of(reports: &[Report], command: Vec<String>, threads: u32, model: serde_json::Value) -> Record {
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        Record {
            date: date::today(),
            command,
            ovolo: Program {
                version: env!("CARGO_PKG_VERSION"),
                commit: option_env!("OVOLO_COMMIT"),
            },
            machine: Machine {
                processor: processor(),
                kernel: kernel.trim().to_string(),
                processors: std::thread::available_parallelism().map_or(1, usize::from),
                model,
            },
            threads,
            kernels: reports.iter().map(Kernel::of).collect(),
        }
    }

    pub fn json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Appends one line per side to `folder/DATE-MACHINE.csv` and returns the path.
    pub fn append(&self, folder: &Path) -> Result<PathBuf> {
        let words = self.machine.processor.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let name = words.join("-").to_lowercase();
        let path = folder.join(format!("{}-{name}.csv", self.date));
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let header = COLUMNS.map(|(name, _)| name).join(",");
        let known = fs::read_to_string(&path).ok();
        if known
            .as_ref()
            .is_some_and(|text| text.lines().next() != Some(&header))
        {
            bail!("{} has other columns: move it away", path.display());
        }
        let mut text = match known {
            Some(_) => String::new(),
            None => header + "\n",
        };
        text += &self.lines();
        let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
        file.write_all(text.as_bytes())?;
        Ok(path)
    }

    fn lines(&self) -> String {
        let mut text = String::new();
        for kernel in &self.kernels {
            let not_measured = kernel.not_measured.iter().map(Row::NotMeasured);
            for row in kernel.sides.iter().map(Row::Measured).chain(not_measured) {
                let fields = COLUMNS.map(|(_, field)| quoted(field(self, kernel, &row)));
                text += &fields.join(",");
                text.push('\n');
            }
        }
        text
    }
}

/// A field as RFC 4180 has it: in quotes where it has a comma, a quote or a line break.
fn quoted(field: String) -> String {
    match field.contains([',', '"', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

/// What a line of CSV is about.
enum Row<'r> {
    Measured(&'r Side),
    NotMeasured(&'r NotMeasured),
}

impl Row<'_> {
    fn side(&self, of: impl Fn(&Side) -> String) -> String {
        match self {
            Row::Measured(side) => of(side),
            Row::NotMeasured(_) => String::new(),
        }
    }
}

type Field = fn(&Record, &Kernel, &Row<'_>) -> String;

/// The columns of CSV, and what is in them. Those that are empty for what was not measured have the reason among the outputs.
const COLUMNS: [(&str, Field); 26] = [
    ("date", |run, _, _| run.date.clone()),
    ("kernel", |_, kernel, _| kernel.kernel.clone()),
    ("arguments", |_, kernel, _| kernel.arguments.join(" ")),
    ("model", |_, kernel, _| kernel.floats.clone()),
    ("side", |_, _, row| match row {
        Row::Measured(side) => side.name.clone(),
        Row::NotMeasured(own) => own.name.clone(),
    }),
    ("by", |_, _, row| row.side(|side| side.by.to_string())),
    ("version", |_, _, row| row.side(|side| side.version.clone())),
    ("floats", |_, _, row| row.side(|side| side.floats.clone())),
    ("threads", |_, _, row| row.side(|side| side.threads.to_string())),
    ("rounds", |_, kernel, _| kernel.rounds.to_string()),
    ("median_s", |_, _, row| {
        row.side(|side| format!("{:.9}", side.median_seconds))
    }),
    ("low_s", |_, _, row| {
        row.side(|side| optional(side.interval, |own| format!("{:.9}", own.low)))
    }),
    ("high_s", |_, _, row| {
        row.side(|side| optional(side.interval, |own| format!("{:.9}", own.high)))
    }),
    ("confidence", |_, _, row| {
        row.side(|side| optional(side.interval, |own| format!("{:.4}", own.confidence)))
    }),
    ("best_s", |_, _, row| {
        row.side(|side| format!("{:.9}", side.best_seconds))
    }),
    ("predicted_s", |_, _, row| {
        row.side(|side| optional(side.predicted_seconds, |own| format!("{own:.9}")))
    }),
    ("speed_up", |_, _, row| {
        row.side(|side| format!("{:.4}", side.speed_up))
    }),
    ("ops_per_s", |_, _, row| {
        row.side(|side| optional(side.operations_per_second, |own| format!("{own:.0}")))
    }),
    ("peak_ops_per_s", |_, kernel, _| {
        optional(kernel.peak_operations_per_second, |own| format!("{own:.0}"))
    }),
    ("reading_s", |_, kernel, _| {
        optional(kernel.reading_seconds, |own| format!("{own:.9}"))
    }),
    ("outputs", |_, _, row| match row {
        Row::Measured(side) => side.outputs.clone(),
        Row::NotMeasured(own) => format!("not measured: {}", own.reason.trim_end()),
    }),
    ("equal", |_, _, row| {
        row.side(|side| optional(side.equality.as_ref(), |own| own.known.clone()))
    }),
    ("ovolo", |run, _, _| run.ovolo.version.to_string()),
    ("commit", |run, _, _| {
        run.ovolo.commit.unwrap_or_default().to_string()
    }),
    ("processor", |run, _, _| run.machine.processor.clone()),
    ("system", |run, _, _| run.machine.kernel.clone()),
];

fn optional<T>(value: Option<T>, shown: impl Fn(T) -> String) -> String {
    value.map_or_else(String::new, shown)
}

impl Kernel {
    fn of(report: &Report) -> Kernel {
        let rounds = report
            .measurement
            .sides
            .first()
            .map_or(0, |side| side.seconds.len());
        let arguments = report.arguments.iter().map(|given| match given.value {
            Some(value) => format!("{} {value}", given.shape),
            None => given.shape.clone(),
        });
        Kernel {
            kernel: report.kernel.clone(),
            function: report.function.clone(),
            arguments: arguments.collect(),
            floats: report.model.to_string(),
            rounds,
            operations: report.operations,
            peak_operations_per_second: report.measurement.best_peak(),
            reading_seconds: report.measurement.least_reading(),
            search_seconds: report.search_seconds,
            kendall_tau_b: report.rank_correlation(),
            sides: (0..report.about.len()).map(|n| Side::of(report, n)).collect(),
            not_measured: report
                .untimed
                .iter()
                .map(|own| NotMeasured {
                    name: own.name.clone(),
                    reason: own.reason.clone(),
                })
                .collect(),
        }
    }
}

impl Side {
    fn of(report: &Report, n: usize) -> Side {
        let (side, about) = (&report.measurement.sides[n], &report.about[n]);
        let rate = report.rate(side);
        let peak = report.measurement.best_peak();
        Side {
            name: side.side.name.clone(),
            by: about.by,
            version: about.version.clone(),
            floats: side.side.model.clone(),
            command: about.line.clone(),
            threads: about.threads,
            median_seconds: side.median(),
            interval: side.interval().map(|own| Interval {
                low: own.low,
                high: own.high,
                confidence: own.confidence,
            }),
            best_seconds: side.minimum(),
            seconds: side.seconds.clone(),
            speed_up: report.measurement.speed_up(n, 0),
            operations_per_second: rate,
            part_of_peak: rate.zip(peak).map(|(rate, peak)| rate / peak),
            part_of_reading: report.part_of_reading(side),
            outputs: outputs(n, side.agreement),
            agrees: !matches!(side.agreement, Agreement::Differs(_)),
            equality: about.equality.as_ref().map(|own| Equality {
                known: own.known.to_string(),
                told: own.told.clone(),
            }),
            predicted_seconds: about.predicted,
            schedule: about.schedule.clone(),
        }
    }
}

/// The name of the processor.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info
        .lines()
        .find(|line| line.starts_with("model name"))
        .and_then(|line| line.split_once(':'));
    name.map_or("unknown", |(_, name)| name.trim()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let side = Side {
            name: "openblas".to_string(),
            by: "openblas",
            version: "OpenBLAS 0".to_string(),
            floats: "cblas_dgemm of a, A=1".to_string(),
            command: String::new(),
            threads: 1,
            median_seconds: 0.25,
            interval: None,
            best_seconds: 0.125,
            seconds: vec![0.125, 0.375],
            speed_up: 2.0,
            operations_per_second: None,
            part_of_peak: None,
            part_of_reading: None,
            outputs: "same bits".to_string(),
            agrees: true,
            equality: None,
            predicted_seconds: Some(0.5),
            schedule: String::new(),
        };
        let kernel = Kernel {
            kernel: "f".to_string(),
            function: "f".to_string(),
            arguments: vec!["index 7".to_string(), "7xf64".to_string()],
            floats: "contract".to_string(),
            rounds: 2,
            operations: None,
            peak_operations_per_second: None,
            reading_seconds: None,
            search_seconds: 0.0,
            kendall_tau_b: None,
            sides: vec![side],
            not_measured: vec![NotMeasured {
                name: "blis".to_string(),
                reason: "it is not there".to_string(),
            }],
        };
        Record {
            date: "2000-01-02".to_string(),
            command: Vec::new(),
            ovolo: Program {
                version: "1",
                commit: Some("abc"),
            },
            machine: Machine {
                processor: "Some (R) CPU".to_string(),
                kernel: "6".to_string(),
                processors: 2,
                model: serde_json::Value::Null,
            },
            threads: 1,
            kernels: vec![kernel],
        }
    }

    #[test]
    fn lines_are_added_below_the_same_columns_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = record().append(folder.path()).expect("a record");
        assert_eq!(
            path.file_name().and_then(|name| name.to_str()),
            Some("2000-01-02-some-r-cpu.csv")
        );
        record().append(folder.path()).expect("a longer record");
        let text = fs::read_to_string(&path).expect("a file");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[1], lines[2]), (5, lines[3], lines[4]));
        assert_eq!(
            lines[1],
            "2000-01-02,f,index 7 7xf64,contract,openblas,openblas,OpenBLAS 0,\"cblas_dgemm of a, A=1\",1,2,\
             0.250000000,,,,0.125000000,0.500000000,2.0000,,,,same bits,,1,abc,Some (R) CPU,6"
        );
        assert!(lines[2].contains(",blis,") && lines[2].contains(",not measured: it is not there,"));
        assert!(
            lines
                .iter()
                .all(|line| line.replace(", A=1", "").split(',').count() == COLUMNS.len())
        );
        fs::write(&path, "kernel,side\n").expect("a file");
        assert!(record().append(folder.path()).is_err());
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let quoted = ["contract", "contract,afn", "a \"b\""].map(|field| quoted(field.to_string()));
        assert_eq!(quoted, ["contract", "\"contract,afn\"", "\"a \"\"b\"\"\""]);
    }
}
