//! Timing candidates against the original on made-up data, in a process of its own: what the data do to a program (a
//! subscript outside its array, a loop without an end) ends that process and nothing else.

mod data;
mod extents;
mod protocol;
mod reach;
pub mod serve;
mod sizes;
mod windows;
mod work;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;
use ovolo_lang::loops::with_loops;
use ovolo_lang::outline::STRICT_ALIASING;
use ovolo_lang::print::print_module;
use ovolo_timing::agreement::Agreement;
use ovolo_timing::globals::with_attributes;
use ovolo_timing::race::Lap;

use self::protocol::{Answer, COMMAND, answer, framed};

pub use self::data::{made_up, measurable};

/// What is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The program `ovolo`, which times in a process of its own.
    pub program: PathBuf,
    /// How many candidates are timed for the fastest of them. `None` times what is predicted to be the fastest, and
    /// others only where that is not faster than the original; nothing that takes long.
    pub candidates: Option<usize>,
    /// The value of dynamic extents and of arguments that are sizes; `None` takes one that fits.
    pub size: Option<i64>,
}

/// A candidate must take less than this part of the time of the original: on a machine that does other work too clocks are no
/// better than that, and where arrays lie in memory matters as much.
const FASTER: f64 = 0.95;

/// What is not proved must take less than this part.
const WORTH_DOUBT: f64 = 0.8;

/// Seconds that a first call may take where nobody asked for a measurement.
const LONGEST_CALL: u32 = 5;

/// The same where somebody did.
const LONGEST_ASKED: u32 = 120;

/// What was measured of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timings {
    /// Seconds of a call of the original.
    pub original: f64,
    pub candidates: Vec<Timed>,
    /// The candidate that was kept.
    pub fastest: Option<usize>,
}

/// How a candidate did.
#[derive(Clone, Debug, PartialEq)]
pub enum Timed {
    /// Seconds of a call; where it is slower than the original with cold caches, so many more that their relation to those
    /// of the original is the mean of both.
    In(f64),
    /// Its outputs differ from those of the original by so much, relative to their magnitude.
    Differs(f64),
    /// It did not end as the original did.
    Stopped(String),
}

impl Timings {
    /// Whether a candidate is so much faster that it is worth taking where it is checked at some sizes, and not proved for all.
    pub fn is_worth_doubt(&self, candidate: usize) -> bool {
        matches!(self.candidates[candidate], Timed::In(seconds) if seconds < WORTH_DOUBT * self.original)
    }

    /// Seconds of a call of the candidate that was kept.
    pub fn of_fastest(&self) -> Option<f64> {
        match self.candidates.get(self.fastest?)? {
            Timed::In(seconds) => Some(*seconds),
            _ => None,
        }
    }

    /// What is known once more candidates were timed. One that is faster than the original was beside it, but not than the
    /// original was before, shows how noisy the machine is.
    #[must_use]
    pub fn and(mut self, later: Timings) -> Timings {
        let before = self.candidates.len();
        self.original = self.original.min(later.original);
        let is_faster =
            |n: &usize| matches!(later.candidates[*n], Timed::In(s) if s < FASTER * self.original);
        let fastest = later.fastest.filter(is_faster);
        self.fastest = self.fastest.or(fastest.map(|n| before + n));
        self.candidates.extend(later.candidates);
        self
    }
}

/// How programs are run to be timed.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The function that is called.
    pub function: &'a str,
    pub model: FpModel,
    pub threads: u32,
}

/// Times the original and candidates; an error where the original cannot be.
pub fn timings(
    measure: &Measure,
    run: Run<'_>,
    original: &Module,
    candidates: &[Module],
) -> Result<Timings, String> {
    let original = called_as_it_is(original);
    let texts: Vec<String> = candidates.iter().map(called_as_it_is).collect();
    let mut stopped: Vec<Option<String>> = vec![None; texts.len()];
    loop {
        let running: Vec<usize> = (0..texts.len()).filter(|&n| stopped[n].is_none()).collect();
        let forms = std::iter::once(&original).chain(running.iter().map(|&n| &texts[n]));
        match raced(measure, run, forms)? {
            Answer::Laps(laps) => return Ok(judged(&laps, &running, stopped)),
            Answer::Stopped { form: 0, how } => return Err(format!("a call of the original is {how}")),
            Answer::Stopped { form, how } => match running.get(form - 1) {
                Some(&n) => stopped[n] = Some(how),
                None => return Err(how),
            },
        }
    }
}

/// The text of a module whose functions have all their parameters, where C passes fewer (`c.extents`, of which it is still said which
/// integers they are), and whose work shows in loops.
fn called_as_it_is(module: &Module) -> String {
    let module = with_loops(module).unwrap_or_else(|| module.clone());
    let renamed = |name: &str| match name {
        extents::C_EXTENTS => Some(extents::EXTENTS.to_string()),
        STRICT_ALIASING => Some(name.to_string()),
        name => (!name.starts_with("c.")).then(|| name.to_string()),
    };
    print_module(&with_attributes(module, renamed))
}

/// Runs forms of a program in a process of its own, the original first.
fn raced<'t>(
    measure: &Measure,
    run: Run<'_>,
    forms: impl Iterator<Item = &'t String> + Clone,
) -> Result<Answer, String> {
    let limit = match measure.candidates {
        Some(_) => LONGEST_ASKED,
        None => LONGEST_CALL,
    };
    let mut command = Command::new(&measure.program);
    command.arg(COMMAND).args(["--function", run.function]);
    command.args(["--fp", &run.model.to_string()]);
    command.args(["--threads", &run.threads.to_string()]);
    command.args(["--seconds", &limit.to_string()]);
    if let Some(size) = measure.size {
        command.args(["--size", &size.to_string()]);
    }
    // What a program that goes wrong says of itself is nobody's business.
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let cannot = |error: std::io::Error| format!("{} cannot be run: {error}", measure.program.display());
    let mut child = command.spawn().map_err(cannot)?;
    let count = forms.clone().count();
    if let Some(mut input) = child.stdin.take() {
        // One that stops before it has read everything says why, or that is seen by how it ended.
        let _ = forms
            .into_iter()
            .try_for_each(|text| input.write_all(&framed(text)));
    }
    let output = child.wait_with_output().map_err(cannot)?;
    answer(
        &String::from_utf8_lossy(&output.stdout),
        output.status,
        count,
        limit,
    )
}

/// A form may take so much longer than the original with cold caches that nothing is said by it.
const NOT_SLOWER: f64 = 1.03;

/// Seconds of a call beside the original: those with warm caches, unless the form is slower with cold ones; then the geometric
/// mean of the two relations counts, that of warm caches four times: few callers' data come from memory alone.
fn beside(lap: &Lap, original: &Lap) -> f64 {
    match (lap.cold, original.cold) {
        (Some(cold), Some(of_original)) if cold > NOT_SLOWER * of_original => {
            let (warm, cold) = (lap.seconds / original.seconds, cold / of_original);
            original.seconds * (warm.powi(4) * cold).powf(0.2)
        }
        _ => lap.seconds,
    }
}

/// The fastest of those that compute what the first does. `running` are the numbers of the others.
fn judged(laps: &[Lap], running: &[usize], stopped: Vec<Option<String>>) -> Timings {
    let Some((original, others)) = laps.split_first() else {
        return Timings::default();
    };
    let mut candidates: Vec<Timed> = stopped
        .into_iter()
        .map(|how| Timed::Stopped(how.unwrap_or_default()))
        .collect();
    for (&n, lap) in running.iter().zip(others) {
        candidates[n] = match lap.agreement {
            Agreement::Differs(difference) => Timed::Differs(difference),
            _ => Timed::In(beside(lap, original)),
        };
    }
    let seconds = candidates
        .iter()
        .enumerate()
        .filter_map(|(n, timed)| match timed {
            Timed::In(seconds) => Some((n, *seconds)),
            _ => None,
        });
    let fastest = seconds
        .filter(|(_, seconds)| *seconds < FASTER * original.seconds)
        .min_by(|a, b| a.1.total_cmp(&b.1));
    Timings {
        original: original.seconds,
        fastest: fastest.map(|(n, _)| n),
        candidates,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lap(seconds: f64, agreement: Agreement) -> Lap {
        Lap {
            seconds,
            cold: None,
            agreement,
        }
    }

    #[test]
    fn the_fastest_that_agrees_is_kept() {
        let laps = [
            lap(1.0, Agreement::Exact),
            lap(0.1, Agreement::Differs(1.0)),
            lap(0.5, Agreement::Exact),
            lap(0.4, Agreement::Within(1e-9)),
        ];
        let stopped = vec![None, None, Some("signal 11".to_string()), None];
        let timings = judged(&laps, &[0, 1, 3], stopped);
        assert_eq!(timings.fastest, Some(3));
        let expected = [
            Timed::Differs(1.0),
            Timed::In(0.5),
            Timed::Stopped("signal 11".to_string()),
            Timed::In(0.4),
        ];
        assert_eq!(timings.candidates, expected);
    }

    #[test]
    fn the_original_is_kept_where_nothing_is_faster() {
        let laps = [
            lap(1.0, Agreement::Exact),
            lap(0.99, Agreement::Exact),
            lap(3.0, Agreement::Exact),
        ];
        assert_eq!(judged(&laps, &[0, 1], vec![None; 2]).fastest, None);
    }

    #[test]
    fn what_is_slower_with_cold_caches_is_not_faster() {
        let lap = |seconds, cold| Lap {
            cold: Some(cold),
            ..lap(seconds, Agreement::Exact)
        };
        let laps = [lap(1.0, 2.0), lap(0.9, 2.5), lap(0.92, 2.0), lap(0.4, 2.5)];
        assert_eq!(judged(&laps[..2], &[0], vec![None]).fastest, None);
        let timings = judged(&laps, &[0, 1, 2], vec![None; 3]);
        assert_eq!(timings.candidates[1], Timed::In(0.92));
        assert_eq!(timings.fastest, Some(2));
    }

    #[test]
    fn what_is_timed_later_is_numbered_on() {
        let of = |seconds, fastest| Timings {
            original: 1.0,
            candidates: vec![Timed::In(seconds)],
            fastest,
        };
        assert_eq!(of(2.0, None).and(of(0.5, Some(0))).fastest, Some(1));
        // The original was slower beside it than before.
        assert_eq!(of(2.0, None).and(of(0.99, Some(0))).fastest, None);
    }
}
