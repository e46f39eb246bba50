//! The table of one line a kernel: the optimised form against others.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};

use crate::peer::Peer;
use crate::report::{Report, duration};
use crate::side::{OPTIMIZED, ORIGINAL, THROUGH_MLIR};

/// One line for each kernel, and the geometric mean where there are several.
pub fn summary(reports: &[Report]) -> String {
    let ran = |side: &str| reports.iter().any(|report| report.best(side).is_some());
    let peers: Vec<Peer> = Peer::ALL.into_iter().filter(|peer| ran(peer.name())).collect();
    let through_mlir = ran(THROUGH_MLIR);
    let mut header = vec!["kernel"];
    header.extend(peers.iter().map(|peer| peer.name()));
    header.extend(["optimised", "ratio"]);
    header.extend(through_mlir.then_some("through MLIR"));
    let numbers = header.len() - 1;
    header.extend(["result", "search", "outputs"]);
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(header);
    for report in reports {
        table.add_row(row(report, &peers, through_mlir));
    }
    for column in table.column_iter_mut().skip(1).take(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut text = format!(
        "\n{table}\nTimes are of the best round, which other work on the machine disturbs least. ratio: {} over that of the\n\
         optimised form; the original's where nobody else computes it.\n",
        whose(&peers)
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

/// Whose time the ratio is of.
fn whose(peers: &[Peer]) -> String {
    let names: Vec<&str> = peers.iter().map(|peer| peer.name()).collect();
    match names.as_slice() {
        [] => "the original's time".to_string(),
        [only] => format!("{only}'s time"),
        [before @ .., last] => format!("the least time of {} and {last}", before.join(", ")),
    }
}

fn row(report: &Report, peers: &[Peer], through_mlir: bool) -> Vec<String> {
    let shown = |time: Option<f64>| time.map_or_else(|| "–".to_string(), duration);
    let optimized = report.best(OPTIMIZED);
    let mut cells = vec![report.kernel.clone()];
    cells.extend(peers.iter().map(|peer| shown(report.best(peer.name()))));
    cells.extend([shown(optimized), format!("{:.2}", ratio(report))]);
    if through_mlir {
        let both = report.best(THROUGH_MLIR).zip(optimized);
        cells.push(both.map_or_else(|| "–".to_string(), |(theirs, own)| format!("{:.2}", theirs / own)));
    }
    cells.extend([
        report.result().to_string(),
        format!("{:.2} s", report.search_seconds),
        outputs(report).to_string(),
    ]);
    cells
}

fn outputs(report: &Report) -> &'static str {
    match report.outputs_agree() {
        false => "DIFFER",
        true if report.is_ill_conditioned() => "rounding",
        true => "agree",
    }
}

/// How many times faster than the fastest of the others, or than the original where there are none.
fn ratio(report: &Report) -> f64 {
    let others = Peer::ALL.into_iter().filter_map(|peer| report.best(peer.name()));
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
