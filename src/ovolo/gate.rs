//! The gate: which of the candidates takes the place of the original.
//!
//! A candidate that is proved equal for all sizes goes before one that is only run at some. Candidates are proved in the order of
//! their predicted cost, within a budget of proofs, and timed before that once some are not found; programs are run only where no candidate is proved, or none that is nearly
//! as fast, and what is not proved is taken only where each loop body and branch of both programs ran.

use ovolo_lang::ir::Module;
use ovolo_rewrites::forms::contract_chosen;
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::nest::{self, Nest};
use ovolo_verify::emptiness::Z3Emptiness;
use ovolo_verify::program::{OUT_OF_STEPS, Verdict};

use rayon::prelude::*;

use crate::candidates::{FusedNests, Nests, Offer, Searched, WORTH_FUSED};
use crate::measure::Measure;
use crate::nest_fusion::WORTH_OF_WHOLE;
use crate::outcome::{Choice, Validation};
use crate::request::Request;
use crate::timed::timed;
use crate::validate::{LONG_PROOF_STEPS, PROOF_STEPS, prove, run};

/// Candidates that are proved, or that it is tried of. Arbitrary: what is not decided for so many is seldom decided for the
/// next.
const MOST_PROOFS: usize = 16;

/// For as many a candidate counts whose proof is not found for want of steps: that takes long, and those like it want them too.
const SHORT_COUNTS: usize = 8;

/// Proofs that are looked for of what is only predicted to be faster. Arbitrary: once so many are not found, which may have taken
/// minutes, a candidate is timed first.
const UNTIMED_PROOFS: usize = 2;

/// Candidates of whose proofs those that are not found for want of steps are looked for with more.
const MOST_LONG_PROOFS: usize = 1;

/// Candidates that are run. Arbitrary: each takes up to some two seconds.
const MOST_RUNS: usize = 3;

/// How many times as long what is proved may be predicted to take as what is not, and be taken.
const WORTH_A_PROOF: f64 = 1.5;

/// What stands for the nests of a function.
pub type Picks<'s> = Vec<(&'s Searched, &'s Offer)>;

/// A candidate that may take the place of the original.
#[derive(Clone)]
pub struct Accepted<'s> {
    /// The whole module with it.
    pub module: Module,
    /// Its function alone.
    pub alone: Module,
    /// Why it is right.
    pub validation: Validation,
    /// What it is made of.
    pub picks: Picks<'s>,
}

impl Accepted<'_> {
    /// With the reason why there is no proof.
    fn because(mut self, reason: Option<String>) -> Self {
        if let (Validation::Compared(verdict), Some(reason)) = (&self.validation, reason) {
            self.validation = Validation::Compared(verdict.clone().because(reason));
        }
        self
    }
}

/// Whether two candidates are the same.
pub fn is_same(a: &Picks<'_>, b: &Picks<'_>) -> bool {
    let same = |((_, a), (_, b)): (&(_, &Offer), &(_, &Offer))| std::ptr::eq(*a, *b);
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// The candidates that are predicted to be best, as far as they are proved, or checked.
pub fn best<'s>(
    request: &Request<'_>,
    module: &Module,
    name: &str,
    nests: &'s Nests,
    choice: &mut Choice,
) -> Option<Accepted<'s>> {
    let mut gate = Gate {
        request,
        module,
        name,
        choice,
        turned_down: Vec::new(),
        measure: request.measure.filter(|_| request.given.is_none()),
        timed: Vec::new(),
        left: [MOST_PROOFS, MOST_LONG_PROOFS, MOST_RUNS],
        is_too_large: false,
    };
    let firsts = nests.searched.iter().filter_map(|s| Some((s, s.offers.first()?)));
    let wholes = with_fused(nests).into_iter().chain([firsts.collect()]);
    let wholes: Vec<Picks<'s>> = wholes.filter(|picks: &Picks<'s>| !picks.is_empty()).collect();
    let whole = gate.first(&wholes, Evidence::Proof);
    let mut is_whole = whole.is_some();
    let mut found = whole.or_else(|| gate.one_by_one(nests, None, Evidence::Proof));
    if found.is_none() {
        found = gate.first(&wholes, Evidence::LongProof);
        is_whole = found.is_some();
    }
    let least = wholes.iter().map(|picks| predicted(nests, picks));
    let least = least.fold(f64::INFINITY, f64::min);
    let is_enough = |found: &Accepted<'_>| predicted(nests, &found.picks) <= WORTH_A_PROOF * least;
    if !found.as_ref().is_some_and(is_enough) {
        found = match gate.first(&wholes, Evidence::Runs) {
            None if !is_whole => gate.one_by_one(nests, found, Evidence::Runs),
            run => run.or(found),
        };
    }
    for (picks, evidence, reason) in gate.turned_down {
        if !found.as_ref().is_some_and(|found| is_same(&found.picks, &picks)) {
            gate.choice.reject(evidence.lack(reason));
        }
    }
    found
}

/// Those that are proved; where none is, those that are checked.
pub fn accepted<'s>(
    request: &Request<'_>,
    module: &Module,
    all: Vec<Picks<'s>>,
    choice: &mut Choice,
) -> Vec<Accepted<'s>> {
    let mut reasons = Vec::new();
    for evidence in [Evidence::Proof, Evidence::Runs] {
        let attempts = all
            .par_iter()
            .map(|picks| attempt(request, module, picks, evidence));
        let attempts: Vec<_> = attempts.collect();
        let mut found = Vec::new();
        for attempt in attempts {
            match attempt {
                Ok(accepted) => found.push(accepted),
                Err(down) => reasons.push(evidence.lack(down.reason)),
            }
        }
        if !found.is_empty() || evidence == Evidence::Runs {
            reasons.into_iter().for_each(|reason| choice.reject(reason));
            return found;
        }
    }
    Vec::new()
}

/// Each of some candidates as it is accepted by itself, or why it is not. The proof of few is looked for with more work where
/// less is not enough, as it is of few among which one is chosen.
pub fn judged<'s>(
    request: &Request<'_>,
    module: &Module,
    all: &[Picks<'s>],
) -> Vec<Result<Accepted<'s>, String>> {
    let tried = all
        .par_iter()
        .map(|picks| attempt(request, module, picks, Evidence::Proof));
    let mut tried: Vec<_> = tried.collect();
    let is_short = |down: &TurnedDown| down.reason == OUT_OF_STEPS;
    let short = all.iter().zip(&mut tried);
    let short = short.filter(|(_, attempt)| attempt.as_ref().is_err_and(is_short));
    for (picks, proof) in short.take(MOST_LONG_PROOFS) {
        *proof = attempt(request, module, picks, Evidence::LongProof);
    }
    let run = |(picks, proof): (&Picks<'s>, Result<Accepted<'s>, TurnedDown>)| {
        let unproved = match proof {
            Ok(accepted) => return Ok(accepted),
            Err(down) => down.reason,
        };
        match attempt(request, module, picks, Evidence::Runs) {
            Ok(accepted) => Ok(accepted.because(Some(unproved))),
            Err(down) => Err(format!("{}; {}", Evidence::Proof.lack(unproved), down.reason)),
        }
    };
    all.par_iter().zip(tried).map(run).collect()
}

/// What a candidate is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evidence {
    /// A proof for all sizes.
    Proof,
    /// The same, with more work of z3, where less is not enough.
    LongProof,
    /// Runs in which each loop body and branch of both programs takes part.
    Runs,
}

impl Evidence {
    /// Why a candidate is turned down that lacks it.
    fn lack(self, reason: String) -> String {
        match self {
            Evidence::Proof | Evidence::LongProof => format!("no proof: {reason}"),
            Evidence::Runs => reason,
        }
    }
}

struct Gate<'g, 's> {
    request: &'g Request<'g>,
    module: &'g Module,
    /// The function that is called to time a candidate.
    name: &'g str,
    choice: &'g mut Choice,
    /// Candidates that are not taken, and why.
    turned_down: Vec<(Picks<'s>, Evidence, String)>,
    /// How candidates are timed, where that is asked and can be done.
    measure: Option<&'g Measure>,
    /// Candidates that were timed, and whether they are faster than the original.
    timed: Vec<(Picks<'s>, bool)>,
    /// Candidates that may yet be proved, and be run.
    left: [usize; 3],
    /// Whether a run of a candidate was too large: those of others are as well, for all do the same work.
    is_too_large: bool,
}

/// Why a candidate is turned down.
struct TurnedDown {
    reason: String,
    is_too_large: bool,
}

impl From<String> for TurnedDown {
    fn from(reason: String) -> TurnedDown {
        TurnedDown {
            reason,
            is_too_large: false,
        }
    }
}

impl<'s> Gate<'_, 's> {
    fn first(&mut self, all: &[Picks<'s>], evidence: Evidence) -> Option<Accepted<'s>> {
        all.iter().find_map(|picks| self.attempt(picks, evidence))
    }

    fn attempt(&mut self, picks: &Picks<'s>, evidence: Evidence) -> Option<Accepted<'s>> {
        let mut known = self.turned_down.iter();
        if known.any(|(known, by, _)| *by == evidence && is_same(known, picks)) {
            return None;
        }
        if self.is_timed_faster(picks) == Some(false) {
            return None;
        }
        let mut known = self.turned_down.iter();
        let is_short = |reason: &str| reason == OUT_OF_STEPS;
        if evidence == Evidence::LongProof
            && !known.any(|(known, _, reason)| is_same(known, picks) && is_short(reason))
        {
            return None;
        }
        let left = &mut self.left[evidence as usize];
        let attempt = match left.checked_sub(1) {
            _ if evidence == Evidence::Runs && self.is_too_large => {
                Err("not run: a run of another candidate is too large".to_string())
            }
            Some(fewer) => {
                *left = fewer;
                let is_timed = self.left[Evidence::Proof as usize] < MOST_PROOFS - UNTIMED_PROOFS;
                let attempt = match is_timed && self.is_slow(picks) {
                    true => Err("not looked for: it is timed to be no faster than the original"
                        .to_string()
                        .into()),
                    false => attempt(self.request, self.module, picks, evidence),
                };
                attempt.map_err(|down| {
                    self.is_too_large |= down.is_too_large;
                    if is_short(&down.reason) {
                        let left = &mut self.left[evidence as usize];
                        *left = left.saturating_sub(SHORT_COUNTS - 1);
                    }
                    down.reason
                })
            }
            None => Err(match evidence {
                Evidence::Proof => format!(
                    "not looked at: no more than {MOST_PROOFS} candidates are, nor {} whose proofs take long",
                    MOST_PROOFS / SHORT_COUNTS
                ),
                Evidence::LongProof => {
                    format!("not looked at: no more than {MOST_LONG_PROOFS} is that takes long")
                }
                Evidence::Runs => format!("not run: no more than {MOST_RUNS} candidates are"),
            }),
        };
        match attempt {
            Ok(accepted) => {
                let mut unproved = self.turned_down.iter();
                let unproved = unproved.find(|(known, _, _)| is_same(known, picks));
                let reason = unproved.map(|(_, _, reason)| reason.clone());
                Some(accepted.because(reason))
            }
            Err(reason) => {
                self.turned_down.push((picks.clone(), evidence, reason));
                None
            }
        }
    }

    /// Whether a candidate was timed to be faster than the original, if it was timed.
    fn is_timed_faster(&self, picks: &Picks<'s>) -> Option<bool> {
        let mut timed = self.timed.iter();
        let (_, is_faster) = timed.find(|(known, _)| is_same(known, picks))?;
        Some(*is_faster)
    }

    /// Whether a candidate is no faster than the original, where that can be timed: then it is not worth a proof.
    fn is_slow(&mut self, picks: &Picks<'s>) -> bool {
        let (None, Some(measure)) = (self.is_timed_faster(picks), self.measure) else {
            return false;
        };
        let Ok(alone) = made(self.request.module, picks) else {
            return false;
        };
        let Ok(timings) = timed(self.request, measure, self.name, &[alone], self.choice) else {
            self.measure = None;
            return false;
        };
        let is_faster = timings.fastest.is_some();
        self.timed.push((picks.clone(), is_faster));
        !is_faster
    }

    /// Adds the best of each nest that is accepted together with what was found before, the nest of which most is gained first.
    fn one_by_one(
        &mut self,
        nests: &'s Nests,
        mut found: Option<Accepted<'s>>,
        evidence: Evidence,
    ) -> Option<Accepted<'s>> {
        let gain = |s: &Searched| s.before.total() - s.best().total();
        let mut order: Vec<&'s Searched> = nests.searched.iter().collect();
        order.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
        for searched in order {
            let own = found.as_ref().map_or(Vec::new(), |found| found.picks.clone());
            let is_known = own.iter().any(|(known, _)| std::ptr::eq(*known, searched));
            // What is proved is not given up for little.
            let proved = found.as_ref().filter(|found| found.validation.is_proved());
            let is_little = |found: &Accepted<'_>| {
                let cost = predicted(nests, &found.picks);
                evidence == Evidence::Runs && WORTH_A_PROOF * (cost - gain(searched)) > cost
            };
            if is_known || proved.is_some_and(is_little) {
                continue;
            }
            let with = |offer: &'s Offer| {
                let picked = |nest: &'s Searched| match std::ptr::eq(nest, searched) {
                    true => Some((nest, offer)),
                    false => own.iter().copied().find(|(known, _)| std::ptr::eq(*known, nest)),
                };
                nests.searched.iter().filter_map(picked).collect::<Picks<'s>>()
            };
            let more = searched
                .offers
                .iter()
                .find_map(|offer| self.attempt(&with(offer), evidence));
            found = more.or(found);
        }
        found
    }
}

fn forms<'s>(picks: &Picks<'s>) -> Vec<(&'s Nest, &'s nest::Choice)> {
    let form = |(_, offer): &(_, &'s Offer)| (&*offer.nest, &offer.choice);
    picks.iter().map(form).collect()
}

/// A module with candidates, whose temporaries are as small as they may be.
fn made(module: &Module, picks: &Picks<'_>) -> Result<Module, String> {
    let oracle = Z3Emptiness::new();
    let smaller: Vec<Option<(Nest, nest::Choice)>> = forms(picks)
        .into_iter()
        .map(|(nest, choice)| contract_chosen(nest, choice, &oracle))
        .collect();
    let forms = forms(picks).into_iter().zip(&smaller);
    let forms: Vec<(&Nest, &nest::Choice)> = forms
        .map(|(form, smaller)| match smaller {
            Some((nest, choice)) => (nest, choice),
            None => form,
        })
        .collect();
    materialize(module, &forms).map_err(|reason| reason.to_string())
}

/// The module with these candidates, if this speaks for them; else the reason.
fn attempt<'s>(
    request: &Request<'_>,
    module: &Module,
    picks: &Picks<'s>,
    evidence: Evidence,
) -> Result<Accepted<'s>, TurnedDown> {
    let alone = made(request.module, picks)?;
    let verdict = match evidence {
        Evidence::Proof => prove(request, &alone, PROOF_STEPS)?,
        Evidence::LongProof => prove(request, &alone, LONG_PROOF_STEPS)?,
        Evidence::Runs => run(request, &alone, &forms(picks)),
    };
    match &verdict {
        Verdict::Proved(_) => {}
        Verdict::Checked(check) if check.ran_everywhere() => {}
        Verdict::Checked(check) => {
            let missed: usize = check.never_entered.iter().map(Vec::len).sum();
            let sizes = check.sizes.len();
            return Err(TurnedDown::from(format!(
                "no difference at {sizes} choices of sizes, but {missed} loop bodies or branches ran at none of them"
            )));
        }
        other => {
            return Err(TurnedDown {
                reason: other.to_string(),
                is_too_large: other.is_too_large(),
            });
        }
    }
    Ok(Accepted {
        module: made(module, picks)?,
        alone,
        validation: Validation::Compared(verdict),
        picks: picks.clone(),
    })
}

/// The predicted cycles of all nests with these in their places.
pub fn predicted(nests: &Nests, picks: &Picks<'_>) -> f64 {
    let before: f64 = nests.searched.iter().map(|s| s.before.total()).sum();
    let gained: f64 = picks.iter().map(|(s, c)| s.before.total() - c.cost.total()).sum();
    before - gained
}

/// The best candidates where several nests are one if that is predicted to be worth it. `None` where it is for none.
fn with_fused(nests: &Nests) -> Option<Picks<'_>> {
    let best = |list: &[Searched]| list.iter().map(|s| s.best().total()).sum::<f64>();
    let least = WORTH_OF_WHOLE * best(&nests.searched);
    let worth = |fused: &&FusedNests| {
        let apart = best(&nests.searched[fused.nests.clone()]);
        let most = (WORTH_FUSED * apart).min(apart - least);
        let offer = fused.searched.offers.first();
        offer.is_some_and(|offer| fused.is_wanted || offer.cost.total() < most)
    };
    let fused: Vec<&FusedNests> = nests.fused.iter().filter(worth).collect();
    if fused.is_empty() {
        return None;
    }
    let mut picks = Vec::new();
    for (n, searched) in nests.searched.iter().enumerate() {
        let inside = fused.iter().find(|group| group.nests.contains(&n));
        let searched = match inside {
            Some(group) if group.nests.start == n => &group.searched,
            Some(_) => continue,
            None => searched,
        };
        picks.extend(searched.offers.first().map(|offer| (searched, offer)));
    }
    Some(picks)
}
