//! The table of one line a kernel: the optimised form against clang.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};

use crate::report::{Report, SearchResult, duration};

/// The places of the sides that [`crate::compare::compare`] measures.
const ORIGINAL: usize = 0;
const OPTIMIZED: usize = 1;
const CLANG: usize = 2;

/// One line for each kernel, and the geometric mean where there are several.
pub fn summary(reports: &[Report]) -> String {
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header([
            "kernel",
            "clang",
            "optimised",
            "ratio",
            "result",
            "search",
            "outputs",
        ]);
    for report in reports {
        table.add_row(row(report));
    }
    for column in table.column_iter_mut().skip(1).take(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut text = format!(
        "\n{table}\nTimes are of the best round, which other work on the machine disturbs least. ratio: clang's time \
         over that of the\noptimised form; the original's where clang was left out.\n"
    );
    let ratios: Vec<(f64, &str)> = reports.iter().map(|r| (ratio(r), r.kernel.as_str())).collect();
    if let [_, _, ..] = ratios.as_slice() {
        text += &means(&ratios);
        let changed = reports.iter().filter(|r| r.search.result != SearchResult::Kept);
        let logarithms: f64 = changed.map(|r| ratio(r).ln()).sum();
        let mean = (logarithms / reports.len() as f64).exp();
        text += &format!("With those kept as they were counted as 1: {mean:.2}.\n");
    }
    text
}

fn row(report: &Report) -> [String; 7] {
    let sides = &report.measurement.sides;
    let result = match report.search.result {
        SearchResult::Proved => "proved",
        SearchResult::Unproved => "not proved",
        SearchResult::Kept => "kept as it was",
    };
    [
        report.kernel.clone(),
        sides
            .get(CLANG)
            .map_or_else(|| "–".to_string(), |s| duration(s.minimum())),
        duration(sides[OPTIMIZED].minimum()),
        format!("{:.2}", ratio(report)),
        result.to_string(),
        format!("{:.2} s", report.search.seconds),
        if report.outputs_agree() { "agree" } else { "DIFFER" }.to_string(),
    ]
}

/// How many times faster than clang, or than the original where clang is left out.
fn ratio(report: &Report) -> f64 {
    let sides = &report.measurement.sides;
    let other = sides.get(CLANG).unwrap_or(&sides[ORIGINAL]);
    other.minimum() / sides[OPTIMIZED].minimum()
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
