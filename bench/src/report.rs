//! What was measured, as a table for people.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use ovolo_lang::fp::FpModel;
use ovolo_timing::agreement::Agreement;
use ovolo_timing::measure::{Measurement, SideMeasurement};

use crate::side::{About, Given, Known, OPTIMIZED, Untimed};

/// One kernel's measurement.
#[derive(Clone, Debug)]
pub struct Report {
    pub kernel: String,
    pub function: String,
    pub model: FpModel,
    /// Seconds that it took to optimise and to validate.
    pub search_seconds: f64,
    /// Arithmetic operations of one call of the original; `None` where they are not counted.
    pub operations: Option<u64>,
    /// What it was called with.
    pub arguments: Vec<Given>,
    pub measurement: Measurement,
    /// What is to be known of each side that was measured.
    pub about: Vec<About>,
    pub untimed: Vec<Untimed>,
}

impl Report {
    /// Operations per second in the best round.
    pub fn rate(&self, side: &SideMeasurement) -> Option<f64> {
        Some(self.operations? as f64 / side.minimum())
    }

    /// The part of the best round in which all arrays can be read once.
    pub fn part_of_reading(&self, side: &SideMeasurement) -> Option<f64> {
        Some(self.measurement.least_reading()? / side.minimum())
    }

    /// Seconds of the best round of the side of this name.
    pub fn best(&self, side: &str) -> Option<f64> {
        let sides = &self.measurement.sides;
        let found = sides.iter().find(|s| s.side.name == side);
        found.map(SideMeasurement::minimum)
    }

    /// Seconds of the median round of the side of this name.
    pub fn median(&self, side: &str) -> Option<f64> {
        let sides = &self.measurement.sides;
        let found = sides.iter().find(|s| s.side.name == side);
        found.map(SideMeasurement::median)
    }

    /// What became of the search.
    pub fn result(&self) -> Known {
        let sides = self.measurement.sides.iter().zip(&self.about);
        let mut optimized = sides.filter(|(side, _)| side.side.name == OPTIMIZED);
        let equality = optimized.find_map(|(_, about)| about.equality.as_ref());
        equality.map_or(Known::Kept, |equality| equality.known)
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

/// A table of all sides of all kernels, and why some are not in it. Speed-ups are medians of the ratios within a round.
pub fn table(reports: &[Report]) -> String {
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header([
            "kernel",
            "side",
            "floats",
            "median",
            "interval",
            "best",
            "speed-up",
            "Gop/s",
            "of peak",
            "of reading",
            "outputs",
            "equal",
        ]);
    for report in reports {
        for index in 0..report.measurement.sides.len() {
            table.add_row(row(report, index));
        }
    }
    for column in table.column_iter_mut().skip(3).take(7) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut text = format!("{table}\n{}", legend(reports));
    for report in reports {
        for Untimed { name, reason } in &report.untimed {
            text += &format!("{}: not measured: {name}: {}\n", report.kernel, reason.trim_end());
        }
    }
    text
}

fn row(report: &Report, index: usize) -> [String; 12] {
    let (side, about) = (&report.measurement.sides[index], &report.about[index]);
    let rate = report.rate(side);
    let share = rate.zip(report.measurement.best_peak());
    let share = share.map(|(rate, peak)| 100.0 * rate / peak);
    let reading = report.part_of_reading(side);
    let absent = || "–".to_string();
    [
        match index {
            0 => report.kernel.clone(),
            _ => String::new(),
        },
        side.side.name.clone(),
        side.side.model.clone(),
        duration(side.median()),
        side.interval().map_or_else(absent, |own| {
            format!("{} … {}", duration(own.low), duration(own.high))
        }),
        duration(side.minimum()),
        format!("{:.2}", report.measurement.speed_up(index, 0)),
        rate.map_or_else(absent, |rate| format!("{:.1}", rate / 1e9)),
        share.map_or_else(absent, |share| format!("{share:.0} %")),
        reading.map_or_else(absent, |share| format!("{:.0} %", 100.0 * share)),
        outputs(index, side.agreement),
        about
            .equality
            .as_ref()
            .map_or_else(absent, |equality| equality.known.to_string()),
    ]
}

fn legend(reports: &[Report]) -> String {
    let sides = reports.iter().flat_map(|report| &report.measurement.sides);
    let interval = sides.filter_map(SideMeasurement::interval).next();
    let interval = interval.map_or_else(String::new, |own| {
        format!(
            "interval: of the median, between two of the rounds, with a confidence of {:.0} %. ",
            100.0 * own.confidence
        )
    });
    let mut text = format!(
        "{interval}speed-up: over the first side, median of\nthe ratios within each round. Gop/s: of the best round."
    );
    let peaks = reports.iter().filter_map(|r| r.measurement.best_peak());
    let peak = peaks.fold(0.0, f64::max);
    if peak > 0.0 {
        text += &format!(
            " Peak: fused multiply-adds of one core,\nmeasured in the same rounds, the best (up to {:.0} Gop/s).",
            peak / 1e9
        );
    }
    text += "\n";
    if reports
        .iter()
        .any(|report| report.measurement.least_reading().is_some())
    {
        text += "of reading: the time in which one core reads all arrays once, from where such a set lies in the caches, measured in\n\
                 the same rounds, over that of the best round.\n";
    }
    text
}

/// Three digits and a unit.
pub fn duration(seconds: f64) -> String {
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

pub(crate) fn outputs(index: usize, agreement: Agreement) -> String {
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
