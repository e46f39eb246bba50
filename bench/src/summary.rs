//! The table of one line a kernel: the optimised form against other compilers.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};

use crate::compare::{CLANG, GCC, OPTIMIZED, ORIGINAL, THROUGH_MLIR};
use crate::report::{Report, SearchResult, duration};

/// One line for each kernel, and the geometric mean where there are several.
pub fn summary(reports: &[Report]) -> String {
    let mut table = Table::new();
    let ran = |side: &str| reports.iter().any(|r| r.best(side).is_some());
    let (with_gcc, through_mlir) = (ran(GCC), ran(THROUGH_MLIR));
    let header = [
        "kernel",
        "clang",
        "gcc",
        "optimised",
        "ratio",
        "through MLIR",
        "result",
        "search",
        "outputs",
    ];
    let shown = |(column, _): &(usize, String)| match *column {
        GCC_COLUMN => with_gcc,
        MLIR_COLUMN => through_mlir,
        _ => true,
    };
    let line = |cells: Vec<String>| -> Vec<String> {
        let cells = cells.into_iter().enumerate().filter(shown);
        cells.map(|(_, cell)| cell).collect()
    };
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(line(header.map(str::to_string).to_vec()));
    for report in reports {
        table.add_row(line(row(report).to_vec()));
    }
    for column in table
        .column_iter_mut()
        .skip(1)
        .take(3 + usize::from(with_gcc) + usize::from(through_mlir))
    {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let whose = match with_gcc {
        true => "the better of clang's and gcc's time",
        false => "clang's time",
    };
    let mut text = format!(
        "\n{table}\nTimes are of the best round, which other work on the machine disturbs least. ratio: {whose} \
         over that of the\noptimised form; the original's where they were left out.\n"
    );
    if through_mlir {
        text += "through MLIR: the time of the optimised form through mlir-opt-19's own lowering over that through \
                 Ovolo's.\n";
    }
    let ratios: Vec<(f64, &str)> = reports.iter().map(|r| (ratio(r), r.kernel.as_str())).collect();
    if let [_, _, ..] = ratios.as_slice() {
        text += &means(&ratios);
    }
    text
}

/// Shown where gcc compiled some kernel.
const GCC_COLUMN: usize = 2;

/// Shown where some kernel went through MLIR.
const MLIR_COLUMN: usize = 5;

fn row(report: &Report) -> [String; 9] {
    let result = match report.search.result {
        SearchResult::Proved => "proved",
        SearchResult::Checked => "checked",
        SearchResult::Unproved => "not proved",
        SearchResult::Kept => "kept as it was",
    };
    let absent = || "–".to_string();
    let optimized = report.best(OPTIMIZED);
    let through_mlir = report.best(THROUGH_MLIR).zip(optimized);
    [
        report.kernel.clone(),
        report.best(CLANG).map_or_else(absent, duration),
        report.best(GCC).map_or_else(absent, duration),
        optimized.map_or_else(absent, duration),
        format!("{:.2}", ratio(report)),
        through_mlir.map_or_else(absent, |(theirs, own)| format!("{:.2}", theirs / own)),
        result.to_string(),
        format!("{:.2} s", report.search.seconds),
        outputs(report).to_string(),
    ]
}

fn outputs(report: &Report) -> &'static str {
    match report.outputs_agree() {
        false => "DIFFER",
        true if report.is_ill_conditioned() => "rounding",
        true => "agree",
    }
}

/// How many times faster than the better of the other compilers, or than the original where they are left out.
fn ratio(report: &Report) -> f64 {
    let others = [CLANG, GCC].into_iter().filter_map(|side| report.best(side));
    let other = others.reduce(f64::min).or_else(|| report.best(ORIGINAL));
    other
        .zip(report.best(OPTIMIZED))
        .map_or(f64::NAN, |(other, own)| other / own)
}

fn means(ratios: &[(f64, &str)]) -> String {
    let logarithms: f64 = ratios.iter().map(|(ratio, _)| ratio.ln()).sum();
    let mean = (logarithms / ratios.len() as f64).exp();
    let least = ratios.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0));
    let (least, kernel) = least.unwrap_or_default();
    format!(
        "Geometric mean of {} kernels: {mean:.2}; least: {least:.2} ({kernel}).\n",
        ratios.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_geometric() {
        let text = means(&[(4.0, "a"), (0.25, "b"), (8.0, "c")]);
        assert_eq!(text, "Geometric mean of 3 kernels: 2.00; least: 0.25 (b).\n");
    }
}
