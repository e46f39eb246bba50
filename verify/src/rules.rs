//! Proofs of algebra rules by z3.
//!
//! A rule is proved once for what it claims:
//! - over ℤ: for all integers, with division rounding down;
//! - over bits: at the widths 1, 2, 3, 4, 5, 8, 16, 32 and 64 that its conditions allow, which are also those that it is
//!   applied at. An identity of polynomials holds at every width by its normal form, which is tried where z3 gives up;
//! - over floats: as IEEE values, all NaNs being one value and signed zeros being two. First with rounding that is any
//!   function which leaves the values of a format as they are (`extended`), which is a proof for every format; else in
//!   each of f16, bf16, f32 and f64 that has the constants of the rule, which are also those that it is applied at. What
//!   flags allow says [`latitude`].
//!
//! Classes of the e-graph are symmetric, so the two sides must also have a value at the same points.

pub mod by_zero;
mod encode;
mod extended;
pub mod guard;
mod integers;
pub mod latitude;
mod lemma;
mod normal;
pub mod proof_cache;
mod ring;
mod search;
mod smallest;
mod z3_algebra;

use std::fmt;
use std::time::{Duration, Instant};

use ovolo_lang::algebra::FastMath;
use ovolo_lang::op::{Dialect, OpCode, Trait};
use ovolo_lang::types::FloatKind;
use ovolo_rewrites::rule::{Domain, Instance, OTHER_WIDTHS, Rule, Term};
use ovolo_rewrites::term::Scalar;
use rayon::prelude::*;
use z3::{Params, SatResult, Solver};

pub use by_zero::ByZero;
use encode::Obligation;
use z3_algebra::Numbers;

/// How much work a proof may take.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Steps of z3 for one query. Steps are counted instead of seconds so that a verdict is the same on
    /// every machine; a second has some millions of them.
    pub steps: u32,
    pub by_zero: ByZero,
}

/// Arbitrary: several times what the hardest built-in rule takes.
impl Default for Options {
    fn default() -> Options {
        Options {
            steps: 40_000_000,
            by_zero: ByZero::Undefined,
        }
    }
}

/// What was found out about a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// True; and in which sense: `over ℤ`, `at i1, i2, …`, `in every float format`.
    Proved { how: String },
    /// False: here are values on which the sides differ.
    Refuted(Counterexample),
    /// Neither was shown.
    Unknown { why: String },
}

/// Values that satisfy the conditions of a rule and on which its sides differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The type of the values: `index`, `i8`, `f16`.
    pub scalar: String,
    /// The variables with their values.
    pub values: Vec<(String, String)>,
    pub left: String,
    pub right: String,
    /// Whether a quotient or remainder by zero counts as zero here.
    pub zero_by_zero: bool,
}

/// A rule with its verdict.
#[derive(Clone, Debug)]
pub struct Proof<'r> {
    pub rule: &'r Rule,
    pub verdict: Verdict,
    pub time: Duration,
}

/// The verdicts on the rules, in their order, found in parallel.
pub fn prove_all<'r>(rules: &'r [Rule], options: &Options) -> Vec<Proof<'r>> {
    // One by one: those that take z3 long stand beside each other.
    rules
        .par_iter()
        .with_max_len(1)
        .map(|rule| prove_timed(rule, rules, options))
        .collect()
}

/// The verdict on a rule, and how long it took to find.
pub(crate) fn prove_timed<'r>(rule: &'r Rule, rules: &[Rule], options: &Options) -> Proof<'r> {
    let start = Instant::now();
    let verdict = prove(rule, rules, options);
    Proof {
        rule,
        verdict,
        time: start.elapsed(),
    }
}

/// The verdict on a rule. Its lemmas are looked up among `rules`, and proved first.
pub fn prove(rule: &Rule, rules: &[Rule], options: &Options) -> Verdict {
    // What z3 was asked before would have a say in what it finds, and after how many steps: each rule has its own.
    z3::with_z3_config(&z3::Config::new(), || prove_alone(rule, rules, options))
}

fn prove_alone(rule: &Rule, rules: &[Rule], options: &Options) -> Verdict {
    match options.by_zero {
        ByZero::Undefined => prove_above(rule, rules, options, &[]),
        ByZero::Zero => match by_zero::total(rule) {
            Some(total) => where_zero(prove_above(&total, rules, options, &[]), rule),
            None => Verdict::Unknown {
                why: "the divisors are too large".to_string(),
            },
        },
        ByZero::Excluded => prove_above(&by_zero::excluded(rule), rules, options, &[]),
        ByZero::Guarded => match prove_above(rule, rules, options, &[]) {
            Verdict::Proved { how } if by_zero::is_unguarded(rule) => {
                let total = by_zero::total(rule);
                match total.and_then(|total| search::counterexample(&total, search::Effort::Small)) {
                    Some(found) => where_zero(Verdict::Refuted(found), rule),
                    None => Verdict::Proved { how },
                }
            }
            verdict => verdict,
        },
    }
}

/// The verdict on a rule whose divisions by zero were read as zero.
fn where_zero(verdict: Verdict, rule: &Rule) -> Verdict {
    match verdict {
        Verdict::Refuted(found) => Verdict::Refuted(Counterexample {
            zero_by_zero: by_zero::is_unguarded(rule),
            ..found
        }),
        verdict => verdict,
    }
}

/// As [`prove`], where the rule is a lemma of those `above`.
fn prove_above(rule: &Rule, rules: &[Rule], options: &Options, above: &[&str]) -> Verdict {
    if let Some(found) = small_counterexample(rule) {
        return Verdict::Refuted(found);
    }
    let mut given = String::new();
    let above = [above, &[rule.name.as_str()]].concat();
    for lemma in rules.iter().filter(|r| rule.lemmas.contains(&r.name)) {
        if above.contains(&lemma.name.as_str()) {
            return Verdict::Unknown {
                why: format!("the lemma `{}` rests on this rule", lemma.name),
            };
        }
        match prove_above(lemma, rules, options, &above) {
            Verdict::Proved { .. } => {}
            Verdict::Unknown { .. } if lemma.assumed.is_some() => {
                given += &format!(", given `{}`, which is assumed", lemma.name);
            }
            _ => {
                return Verdict::Unknown {
                    why: format!("the lemma `{}` is not proved", lemma.name),
                };
            }
        }
    }
    match prove_given_lemmas(rule, rules, options) {
        Verdict::Proved { how } => Verdict::Proved { how: how + &given },
        verdict => verdict,
    }
}

/// Whether the rule is an equation of normal forms, which are easier for z3; `false` says nothing.
fn holds_in_normal_form(rule: &Rule, options: &Options) -> bool {
    if rule.domain != Domain::Index {
        return false;
    }
    let steps = options.steps / 20;
    let of_index = Instance::new(Scalar::Index, FastMath::NONE);
    let all_hold = |obligations: Option<Vec<Obligation>>, steps: u32| {
        let holds = |o: &Obligation| matches!(discharge(o, rule, steps), Decision::Holds);
        obligations.is_some_and(|all| all.iter().all(holds))
    };
    let are_equal = |rule: &Rule, steps: u32| {
        normal::normal(rule).is_some_and(|normal| {
            let obligations = || encode::obligations(&normal, &[], of_index, Numbers::Exact);
            normal.left == normal.right || all_hold(obligations(), steps)
        })
    };
    // The normal form is only equal where no divisor is zero.
    let both_have_values = !by_zero::is_unguarded(rule)
        || by_zero::sides_divide_alike(rule)
        || all_hold(encode::definedness(rule, of_index), steps);
    if !both_have_values {
        return false;
    }
    if are_equal(rule, steps) {
        return true;
    }
    let cases = normal::by_residues(rule);
    !cases.is_empty() && cases.iter().all(|case| are_equal(case, steps / 10))
}

fn prove_given_lemmas(rule: &Rule, rules: &[Rule], options: &Options) -> Verdict {
    if holds_in_normal_form(rule, options) {
        return Verdict::Proved {
            how: "over ℤ".to_string(),
        };
    }
    let in_every_ring = || Verdict::Proved {
        how: "in every ring, as polynomials".to_string(),
    };
    let worlds = worlds(rule);
    let are_bits = |world: &World| matches!(world.instance.scalar, Scalar::Integer(_));
    if !worlds.is_empty() && worlds.iter().all(are_bits) && ring::holds(rule) {
        return in_every_ring();
    }
    if rule.scalars().is_empty() {
        return Verdict::Unknown {
            why: "no type of the rule has its numbers".to_string(),
        };
    }
    if rule.scalars().iter().all(|s| matches!(s, Scalar::Float(_))) {
        return prove_of_floats(rule, rules, options);
    }
    let mut senses = Vec::new();
    for world in worlds {
        match decide(rule, rules, world, options.steps) {
            Decision::Holds => senses.push(world.sense()),
            Decision::Fails(failure) => {
                let found = failure.counterexample;
                return Verdict::Refuted(search::smaller(rule, &found).unwrap_or(found));
            }
            Decision::Unknown if world.is_ring() && ring::holds(rule) => {
                return in_every_ring();
            }
            Decision::Unknown => {
                if let Some(found) = search::counterexample(rule, search::Effort::Large) {
                    return Verdict::Refuted(found);
                }
                return Verdict::Unknown {
                    why: format!("z3 gave up {} after {} steps", world.sense(), options.steps),
                };
            }
        }
    }
    Verdict::Proved {
        how: summary(rule, &senses),
    }
}

/// The verdict on a rule of which no small counterexample was found: both directions must hold.
fn prove_of_floats(rule: &Rule, rules: &[Rule], options: &Options) -> Verdict {
    let mut how: Vec<String> = Vec::new();
    for direction in latitude::directions(rule) {
        match prove_direction(&direction, rules, options) {
            Verdict::Proved { how: of_this } => {
                if !how.contains(&of_this) {
                    how.push(of_this);
                }
            }
            verdict => return verdict,
        }
    }
    Verdict::Proved { how: how.join(", ") }
}

/// Steps for a proof in every format at once, as part of those that a proof may take. Arbitrary.
const SHARE_OF_EVERY_FORMAT: u32 = 2;

fn prove_direction(rule: &Rule, rules: &[Rule], options: &Options) -> Verdict {
    if rule.gates.reassoc {
        return prove_without_rounding(rule, rules, options);
    }
    let forms: Vec<Rule> = latitude::forms(&rule.left, rule)
        .into_iter()
        .map(|left| Rule { left, ..rule.clone() })
        .collect();
    let count = forms.len() as u32;
    let steps = options.steps / count;
    let worlds = worlds(rule);
    let any = World {
        numbers: Numbers::Rounded,
        ..worlds[0]
    };
    let mut holds = forms
        .iter()
        .map(|form| decide(form, rules, any, steps / SHARE_OF_EVERY_FORMAT));
    if holds.any(|decision| matches!(decision, Decision::Holds)) {
        return Verdict::Proved { how: any.sense() };
    }
    let mut senses = Vec::new();
    for world in worlds {
        let (mut holds, mut failure) = (false, None);
        for form in &forms {
            match decide(form, rules, world, steps) {
                Decision::Holds => {
                    holds = true;
                    break;
                }
                Decision::Fails(found) => failure = failure.or(Some(found)),
                Decision::Unknown => {}
            }
        }
        match failure {
            _ if holds => senses.push(world.sense()),
            Some(failure) => return refuted(rule, &failure),
            None => return gave_up(rule, world, steps),
        }
    }
    Verdict::Proved {
        how: summary(rule, &senses),
    }
}

/// The verdict on a rule whose sides may round differently, but must be the same where nothing rounds.
fn prove_without_rounding(rule: &Rule, rules: &[Rule], options: &Options) -> Verdict {
    if let Some(flag) = latitude::missing_flag(rule) {
        return Verdict::Unknown {
            why: format!("`reassoc` does not allow what `{flag}` does"),
        };
    }
    let world = World {
        numbers: Numbers::Unrounded,
        ..worlds(rule)[0]
    };
    match decide(rule, rules, world, options.steps) {
        Decision::Holds => Verdict::Proved { how: world.sense() },
        Decision::Fails(failure) => refuted(rule, &failure),
        Decision::Unknown => gave_up(rule, world, options.steps),
    }
}

/// What z3 found is believed where the reference interpreter finds it, too, in some format.
fn refuted(rule: &Rule, failure: &Failure) -> Verdict {
    let replayed = instances(rule)
        .into_iter()
        .zip(&failure.bits)
        .find_map(|(instance, bits)| smallest::at(rule, instance, bits.as_ref()?));
    match replayed {
        Some(found) => Verdict::Refuted(found),
        None => Verdict::Unknown {
            why: match functions_without_meaning(rule).as_slice() {
                [] => "no floats were found that show what z3 supposes".to_string(),
                // What is false of some function in place of `exp` may be true of `exp`.
                names => format!(
                    "of `{}` nothing is known but that equal operands give equal results",
                    names.join("`, `")
                ),
            },
        },
    }
}

fn gave_up(rule: &Rule, world: World, steps: u32) -> Verdict {
    Verdict::Unknown {
        why: match has_copied_sign(rule) {
            true => "z3 has one NaN, without the sign that `copysign` copies".to_string(),
            false => format!("z3 gave up {} after {steps} steps", world.sense()),
        },
    }
}

/// Whether an operation gives the one float that is right, everywhere: those of libraries are a little off.
fn is_exact(code: OpCode) -> bool {
    let is_exact_function = matches!(
        code,
        OpCode::Fma
            | OpCode::AbsF
            | OpCode::Sqrt
            | OpCode::CopySign
            | OpCode::Floor
            | OpCode::Ceil
            | OpCode::Trunc
            | OpCode::Round
            | OpCode::RoundEven
    );
    is_exact_function || code.dialect() != Dialect::Math || code.has_trait(Trait::IntegerLike)
}

fn has_copied_sign(rule: &Rule) -> bool {
    let mut found = false;
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| found |= matches!(term, Term::Op(op) if op.code == OpCode::CopySign));
    }
    found
}

/// The functions of the rule that stand for any function in a proof.
fn functions_without_meaning(rule: &Rule) -> Vec<&'static str> {
    let mut found = Vec::new();
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| {
            let Term::Op(op) = term else { return };
            let name = op.code.name();
            let is_function = !is_exact(op.code) || op.code == OpCode::RemF;
            let name = name.split_once('.').map_or(name, |(_, mnemonic)| mnemonic);
            if is_function && !found.contains(&name) {
                found.push(name);
            }
        });
    }
    found
}

/// By trying small values, at a type that people read with ease first.
fn small_counterexample(rule: &Rule) -> Option<Counterexample> {
    if rule.domain == Domain::Index {
        return search::counterexample(rule, search::Effort::Small);
    }
    let mut instances = instances(rule);
    let familiar = [Scalar::Integer(8), Scalar::Float(FloatKind::F32)];
    instances.sort_by_key(|instance| !familiar.contains(&instance.scalar));
    let directions = latitude::directions(rule);
    let found = instances.iter().find_map(|instance| {
        let of = |rule| smallest::counterexample(rule, *instance);
        directions.iter().find_map(of)
    });
    let few = smallest::FEW_ASSIGNMENTS;
    found.or_else(|| {
        of_other_widths(rule)
            .into_iter()
            .find_map(|instance| smallest::counterexample_among(rule, instance, few))
    })
}

/// Widths at which no rule is applied, for a rule about all: what it says of the width may be false of one alone, and it
/// says that it is true of all.
fn of_other_widths(rule: &Rule) -> Vec<Instance> {
    if rule.domain != Domain::Bits {
        return Vec::new();
    }
    let widths = [6, 7, 9, 12, 13, 24, 33, 48, 63];
    let others = [1, 2, 5, 7, 12, 24, 33, 48, 63, 64];
    let of = |width| rule.instances_among(Scalar::Integer(width), &others);
    widths
        .into_iter()
        .filter(|width| rule.is_wide_enough(Scalar::Integer(*width)))
        .flat_map(of)
        .collect()
}

/// A type, and how its numbers are read.
#[derive(Clone, Copy)]
struct World {
    instance: Instance,
    numbers: Numbers,
}

/// What z3 says of one type.
enum Decision {
    Holds,
    Fails(Failure),
    Unknown,
}

/// Where the sides differ, as z3 has it.
struct Failure {
    counterexample: Counterexample,
    /// Of a rule over floats: the values of the variables, in each format of [`instances`] that has them.
    bits: Vec<Option<Vec<u128>>>,
}

/// The types that the rule is proved at.
fn worlds(rule: &Rule) -> Vec<World> {
    let of = |instance| World {
        instance,
        numbers: Numbers::Exact,
    };
    instances(rule).into_iter().map(of).collect()
}

/// The types that the rule is applied at.
fn instances(rule: &Rule) -> Vec<Instance> {
    let scalars = rule.scalars().into_iter();
    scalars.flat_map(|scalar| rule.instances(scalar)).collect()
}

impl World {
    /// Whether what is proved of the lemma is an equation in this world.
    fn admits(self, lemma: &Rule) -> bool {
        let flags = lemma.gates;
        let is_proved_here = match self.numbers {
            // In some formats, which are not any.
            Numbers::Rounded => false,
            Numbers::Exact => flags == FastMath::NONE,
            Numbers::Unrounded => !(flags.nsz || flags.nnan || flags.ninf || flags.afn),
        };
        is_proved_here
            && lemma.applies_to(self.instance.scalar)
            && lemma.other_widths() == [self.instance.narrow.is_some(), self.instance.wide.is_some()]
    }

    /// Whether sums and products are those of a commutative ring. IEEE floats are none.
    fn is_ring(self) -> bool {
        !matches!(self.instance.scalar, Scalar::Float(_))
    }

    fn sense(self) -> String {
        match (self.instance.scalar, self.numbers) {
            (_, Numbers::Rounded) => "in every float format".to_string(),
            (_, Numbers::Unrounded) => "but for rounding".to_string(),
            (Scalar::Index, _) => "over ℤ".to_string(),
            (_, _) => format!("at {}", encode::told(self.instance)),
        }
    }
}

fn summary(rule: &Rule, senses: &[String]) -> String {
    let at: Vec<&str> = senses.iter().filter_map(|s| s.strip_prefix("at ")).collect();
    match at.as_slice() {
        [] => senses.join(", "),
        at if rule.other_widths() != [false; 2] => {
            let (least, greatest) = (OTHER_WIDTHS[0], OTHER_WIDTHS[OTHER_WIDTHS.len() - 1]);
            format!("at {} choices of widths from {least} to {greatest}", at.len())
        }
        at => format!("at {}", at.join(", ")),
    }
}

fn decide(rule: &Rule, rules: &[Rule], world: World, steps: u32) -> Decision {
    let mut unknown = false;
    let named = rules.iter().filter(|r| rule.lemmas.contains(&r.name));
    let lemmas: Vec<&Rule> = named.filter(|lemma| world.admits(lemma)).collect();
    let Some(obligations) = encode::obligations(rule, &lemmas, world.instance, world.numbers) else {
        return Decision::Unknown;
    };
    for obligation in obligations {
        match discharge(&obligation, rule, steps) {
            Decision::Holds => {}
            Decision::Unknown => unknown = true,
            failed => return failed,
        }
    }
    if unknown {
        Decision::Unknown
    } else {
        Decision::Holds
    }
}

fn discharge(obligation: &Obligation, rule: &Rule, steps: u32) -> Decision {
    let solver = Solver::new();
    let mut params = Params::new();
    params.set_u32("rlimit", steps);
    solver.set_params(&params);
    for known in &obligation.known {
        solver.assert(known);
    }
    solver.assert(&obligation.refuted_by);
    match solver.check() {
        SatResult::Unsat => Decision::Holds,
        SatResult::Unknown => Decision::Unknown,
        SatResult::Sat => solver.get_model().map_or(Decision::Unknown, |model| {
            let bits = |scalar| match scalar {
                Scalar::Float(kind) => obligation.bits(&model, kind),
                _ => None,
            };
            Decision::Fails(Failure {
                counterexample: obligation.counterexample(&model),
                bits: rule.scalars().into_iter().map(bits).collect(),
            })
        }),
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Proved { how } => write!(f, "proved {how}"),
            Verdict::Refuted(found) => write!(f, "refuted: {found}"),
            Verdict::Unknown { why } => write!(f, "unknown: {why}"),
        }
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.values.iter().enumerate() {
            write!(f, "{}{name} = {value}", if i == 0 { "" } else { ", " })?;
        }
        if self.scalar != "index" {
            write!(f, " ({})", self.scalar)?;
        }
        write!(f, ": left {}, right {}", self.left, self.right)?;
        if self.zero_by_zero {
            write!(f, ", where what is divided by zero is zero")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
