//! What was measured, as a table for people and as dated records.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use ovolo_lang::fp::FpModel;

use ovolo_timing::measure::{Agreement, Measurement, SideMeasurement};

/// One kernel's measurement.
#[derive(Clone, Debug)]
pub struct Report {
    pub kernel: String,
    pub model: FpModel,
    pub search: Search,
    /// Arithmetic operations of one call of the original; `None` where they are not counted.
    pub operations: Option<u64>,
    pub measurement: Measurement,
}

/// How the optimised form was found.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Optimising and validating.
    pub seconds: f64,
    pub result: SearchResult,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// Another program, proved equal.
    Proved,
    /// Another program, equal at the sizes tried.
    Checked,
    /// Another program, not proved.
    Unproved,
    /// The original.
    Kept,
}

impl Report {
    /// Operations per second in the best round.
    fn rate(&self, side: &SideMeasurement) -> Option<f64> {
        Some(self.operations? as f64 / side.minimum())
    }

    /// Seconds of the best round of the side of this name.
    pub fn best(&self, side: &str) -> Option<f64> {
        let sides = &self.measurement.sides;
        let found = sides.iter().find(|s| s.side.name == side);
        found.map(SideMeasurement::minimum)
    }

    /// Whether rounding alone decides what comes out for these data.
    pub fn is_ill_conditioned(&self) -> bool {
        let mut sides = self.measurement.sides.iter();
        sides.any(|s| matches!(s.agreement, Agreement::Rounding(..)))
    }

    /// Whether every side computed what the first one did, as far as rounding lets one tell.
    pub fn outputs_agree(&self) -> bool {
        let mut sides = self.measurement.sides.iter();
        sides.all(|s| !matches!(s.agreement, Agreement::Differs(_)))
    }
}

/// A table of all sides of all kernels. Speed-ups are medians of the ratios within a round.
pub fn table(reports: &[Report]) -> String {
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header([
            "kernel", "side", "floats", "median", "best", "speed-up", "Gop/s", "of peak", "outputs",
        ]);
    for report in reports {
        let peak = report.measurement.best_peak();
        for (index, side) in report.measurement.sides.iter().enumerate() {
            let rate = report.rate(side);
            let share = rate.zip(peak).map(|(rate, peak)| 100.0 * rate / peak);
            table.add_row([
                if index == 0 {
                    report.kernel.clone()
                } else {
                    String::new()
                },
                side.side.name.clone(),
                side.side.model.clone(),
                duration(side.median()),
                duration(side.minimum()),
                format!("{:.2}", report.measurement.speed_up(index, 0)),
                rate.map_or_else(|| "–".to_string(), |rate| format!("{:.1}", rate / 1e9)),
                share.map_or_else(|| "–".to_string(), |share| format!("{share:.0} %")),
                outputs(index, side.agreement),
            ]);
        }
    }
    for column in table.column_iter_mut().skip(3).take(5) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let peaks = reports.iter().filter_map(|r| r.measurement.best_peak());
    let peak = peaks.fold(0.0, f64::max);
    let mut text = table.to_string();
    text +=
        "\nspeed-up: over the first side, median of the ratios within each round. Gop/s: of the best round.";
    if peak > 0.0 {
        text += &format!(
            " Peak: fused multiply-adds of one core,\nmeasured in the same rounds, the best (up to {:.0} Gop/s).",
            peak / 1e9
        );
    }
    text + "\n"
}

pub(crate) fn duration(seconds: f64) -> String {
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")];
    let unit = units.iter().find(|(size, _)| seconds >= *size);
    let (size, name) = unit.copied().unwrap_or((1e-9, "ns"));
    let value = seconds / size;
    let decimals = if value < 10.0 {
        2
    } else {
        usize::from(value < 100.0)
    };
    format!("{value:.decimals$} {name}")
}

fn outputs(index: usize, agreement: Agreement) -> String {
    match agreement {
        _ if index == 0 => "reference".to_string(),
        Agreement::Exact => "same bits".to_string(),
        Agreement::Within(difference) => format!("within {difference:.0e}"),
        Agreement::Differs(difference) => format!("DIFFER by {difference:.0e}"),
        Agreement::Rounding(difference, alone) => {
            format!("rounding: {difference:.0e}, the original under strict {alone:.0e}")
        }
    }
}

/// Appends one line per side to `folder/DATE-MACHINE.csv` and returns the path.
pub fn record(folder: &Path, reports: &[Report]) -> Result<PathBuf> {
    let path = folder.join(format!("{}-{}.csv", today(), machine()));
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let is_new = !path.exists();
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    let mut text = String::new();
    if is_new {
        text += "kernel,model,side,floats,median_s,best_s,speed_up,ops_per_s,peak_ops_per_s,outputs\n";
    }
    for report in reports {
        for (index, side) in report.measurement.sides.iter().enumerate() {
            let fields = [
                report.kernel.clone(),
                report.model.to_string(),
                side.side.name.clone(),
                side.side.model.clone(),
                format!("{:.9}", side.median()),
                format!("{:.9}", side.minimum()),
                format!("{:.4}", report.measurement.speed_up(index, 0)),
                report.rate(side).map_or_else(String::new, |r| format!("{r:.0}")),
                report
                    .measurement
                    .best_peak()
                    .map_or_else(String::new, |p| format!("{p:.0}")),
                outputs(index, side.agreement),
            ];
            text += &fields.map(|field| field.replace(',', " ")).join(",");
            text.push('\n');
        }
    }
    file.write_all(text.as_bytes())?;
    Ok(path)
}

/// The date in UTC, `2026-11-20`.
fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| d.as_secs());
    let (year, month, day) = date_of_day(seconds / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The Gregorian date of a day counted from 1 January 1970.
fn date_of_day(mut day: u64) -> (u64, usize, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while day >= months[month] {
        day -= months[month];
        month += 1;
    }
    (year, month + 1, day + 1)
}

/// The processor's name in the letters of a file name.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info
        .lines()
        .find(|line| line.starts_with("model name"))
        .and_then(|line| line.split_once(':'))
        .map_or("unknown", |(_, name)| name);
    let words = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date_of_day(0), (1970, 1, 1));
        assert_eq!(date_of_day(11_016), (2000, 2, 29));
        assert_eq!(date_of_day(20_777), (2026, 11, 20));
    }
}
