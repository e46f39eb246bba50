//! What was predicted against what was measured.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, Table};

use crate::report::{Report, duration};

/// Forms of one kernel whose prediction is compared with what was measured: fewer have no ranks to speak of.
const LEAST: usize = 3;

/// Kendall's τ-b of pairs: of all pairs of pairs those that both numbers order alike, less those that they order otherwise, over
/// all but for ties (Kendall, "The treatment of ties in ranking problems", Biometrika 1945). One where the order is the same,
/// minus one where it is reversed; `None` where all are tied in either.
pub fn kendall(pairs: &[(f64, f64)]) -> Option<f64> {
    let (mut sum, mut first, mut second) = (0.0, 0.0, 0.0);
    for (n, a) in pairs.iter().enumerate() {
        for b in &pairs[n + 1..] {
            let [x, y] = [(a.0, b.0), (a.1, b.1)].map(|(one, other)| sign(one, other));
            sum += x * y;
            first += x.abs();
            second += y.abs();
        }
    }
    let most = f64::sqrt(first * second);
    (most > 0.0).then(|| sum / most)
}

fn sign(a: f64, b: f64) -> f64 {
    a.partial_cmp(&b).map_or(0.0, |order| f64::from(order as i8))
}

impl Report {
    /// The sides of which something is predicted, by their numbers, with the predicted and the measured seconds of a call.
    pub fn predictions(&self) -> Vec<(usize, f64, f64)> {
        let sides = self.measurement.sides.iter().zip(&self.about).enumerate();
        let predicted = sides.filter_map(|(n, (side, about))| Some((n, about.predicted?, side.median())));
        predicted.collect()
    }

    /// How alike prediction and measurement rank these, where they are enough.
    pub fn rank_correlation(&self) -> Option<f64> {
        let pairs: Vec<(f64, f64)> = self.predictions().iter().map(|&(_, x, y)| (x, y)).collect();
        (pairs.len() >= LEAST).then(|| kendall(&pairs)).flatten()
    }
}

/// The predictions of each kernel that has enough of them.
pub fn predictions(reports: &[Report]) -> String {
    let enough = reports
        .iter()
        .filter(|report| report.predictions().len() >= LEAST);
    enough.map(of_kernel).collect()
}

fn of_kernel(report: &Report) -> String {
    let all = report.predictions();
    let rank =
        |of: &dyn Fn(&(usize, f64, f64)) -> f64, own: f64| 1 + all.iter().filter(|one| of(one) < own).count();
    let mut table = Table::new();
    table
        .load_preset(ASCII_MARKDOWN)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(["form", "predicted", "measured", "measured / predicted", "ranks"]);
    for &(n, predicted, measured) in &all {
        table.add_row([
            report.measurement.sides[n].side.name.clone(),
            duration(predicted),
            duration(measured),
            format!("{:.2}", measured / predicted),
            format!(
                "{}, {}",
                rank(&|one| one.1, predicted),
                rank(&|one| one.2, measured)
            ),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let correlation = match report.rank_correlation() {
        Some(tau) => format!("Kendall's τ-b {tau:.2}"),
        None => "no rank correlation: all are predicted, or measured, alike".to_string(),
    };
    format!(
        "\n{}: predicted against measured, medians, over {} forms: {correlation}\n{table}\n",
        report.kernel,
        all.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_compared_and_ties_left_out() {
        let of = |pairs: &[(i32, i32)]| {
            let pairs: Vec<(f64, f64)> = pairs.iter().map(|&(x, y)| (x.into(), y.into())).collect();
            kendall(&pairs)
        };
        assert_eq!(of(&[(1, 10), (2, 20), (3, 30)]), Some(1.0));
        assert_eq!(of(&[(1, 30), (2, 20), (3, 10)]), Some(-1.0));
        assert_eq!(
            of(&[(1, 10), (2, 30), (3, 20)]).map(|tau| (tau * 3.0).round()),
            Some(1.0)
        );
        // One tie of six pairs of the first: 5 / sqrt(5 * 6).
        let tied = of(&[(1, 1), (1, 2), (2, 3), (3, 4)]).expect("a correlation");
        assert!((tied - 5.0 / 30f64.sqrt()).abs() < 1e-12);
        assert_eq!(of(&[(1, 1), (1, 2)]), None);
        assert_eq!(of(&[]), None);
    }
}
