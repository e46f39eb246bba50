//! Proving many rules, and what all of them come to.

use std::time::{Duration, Instant};

use ovolo_rewrites::rule::Rule;
use ovolo_verify::rules::guard::suggest;
use ovolo_verify::rules::proof_cache::{CachedAnswer, ProofCache, question};
use ovolo_verify::rules::{Options, Verdict, prove};
use rayon::prelude::*;

use super::super::progress::Progress;
use super::super::{Exit, Failure, note};

/// A rule with what was found out about it.
pub struct Judged<'r> {
    pub rule: &'r Rule,
    pub verdict: Verdict,
    /// What would make a false rule true: `when a != 0`.
    pub guard: Option<String>,
    /// What the solver took, in this run or an earlier one.
    pub time: Duration,
    pub is_cached: bool,
}

/// How to prove.
pub struct Means {
    pub options: Options,
    /// As many as there are cores, where it is `None`.
    pub threads: Option<usize>,
    pub memory: Option<ProofCache>,
}

/// Proves the rules that are asked for, in parallel. Lemmas are looked up among `rules`.
pub fn judge<'r>(rules: &'r [Rule], asked: &[&'r Rule], means: &Means) -> Result<Vec<Judged<'r>>, Failure> {
    let progress = Progress::new();
    progress.say("proving");
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(means.threads.unwrap_or(0))
        .build()
        .map_err(|error| Failure::bad_input(format!("error: no threads to prove on: {error}")))?;
    Ok(pool.install(|| {
        asked
            .par_iter()
            .map(|rule| judge_one(rule, rules, means))
            .collect()
    }))
}

fn judge_one<'r>(rule: &'r Rule, rules: &[Rule], means: &Means) -> Judged<'r> {
    let question = question(rule, rules, &means.options);
    let known = means.memory.as_ref().and_then(|memory| memory.recall(&question));
    let is_cached = known.is_some();
    let answer = known.unwrap_or_else(|| {
        let start = Instant::now();
        let verdict = prove(rule, rules, &means.options);
        let time = start.elapsed();
        let guard = match &verdict {
            Verdict::Refuted(_) => suggest(rule, rules, &means.options),
            _ => None,
        };
        let answer = CachedAnswer {
            verdict,
            guard: guard.map(|guard| guard.display(rule)),
            time,
        };
        if let Some(memory) = &means.memory {
            memory.keep(&question, &answer);
        }
        answer
    });
    Judged {
        rule,
        verdict: answer.verdict,
        guard: answer.guard,
        time: answer.time,
        is_cached,
    }
}

impl Judged<'_> {
    pub fn is_assumed(&self) -> bool {
        matches!(self.verdict, Verdict::Unknown { .. }) && self.rule.assumed.is_some()
    }

    pub fn is_proved(&self) -> bool {
        matches!(self.verdict, Verdict::Proved { .. })
    }

    pub fn milliseconds(&self) -> String {
        format!("{:.0} ms", self.time.as_secs_f64() * 1e3)
    }

    /// What was found out, in lines.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{} ({})", self.verdict, self.milliseconds())];
        if let (true, Some(reason)) = (self.is_assumed(), &self.rule.assumed) {
            lines.push(format!("assumed: {reason}"));
        }
        if let Some(guard) = &self.guard {
            lines.push(format!("true {guard}"));
        }
        lines
    }
}

/// What the verdicts come to, in words.
pub fn tally(judged: &[Judged<'_>]) -> String {
    let count = |counts: fn(&Judged<'_>) -> bool| judged.iter().filter(|j| counts(j)).count();
    let proved = count(|j| j.is_proved());
    let refuted = count(|j| matches!(j.verdict, Verdict::Refuted(_)));
    let assumed = count(|j| j.is_assumed());
    let unknown = judged.len() - proved - refuted - assumed;
    let remembered = match count(|j| j.is_cached) {
        0 => String::new(),
        n => format!("; {n} remembered"),
    };
    format!(
        "{} rules: {proved} proved, {refuted} refuted, {assumed} assumed, {unknown} unknown{remembered}",
        judged.len()
    )
}

/// Says what the verdicts come to, and gives the exit code that says the same.
pub fn summarize(judged: &[Judged<'_>]) -> Exit {
    note(&tally(judged));
    let any = |counts: fn(&Judged<'_>) -> bool| judged.iter().any(counts);
    match () {
        () if any(|j| matches!(j.verdict, Verdict::Refuted(_))) => Exit::Refuted,
        () if any(|j| !j.is_proved() && !j.is_assumed()) => Exit::Unknown,
        () => Exit::Done,
    }
}
