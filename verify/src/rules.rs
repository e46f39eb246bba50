//! Proofs of algebra rules by z3.
//!
//! A rule is proved once for what it claims:
//! - over ℤ: for all integers, with division rounding down;
//! - over bits: at the widths 1, 2, 3, 4, 5, 8, 16, 32 and 64 that its conditions allow. An identity of
//!   polynomials holds at every width by its normal form, which is tried where z3 gives up;
//! - over floats: as IEEE values of f16, and of f32 where z3 decides that within a hundredth of the steps (the
//!   verdict says so), or of the larger format that a constant of the rule needs to be what it says; all NaNs being one
//!   value, signed zeros being two. Of bf16 and f64 some values are tried. Under
//!   `nsz` the sign of a zero is left out of account, under `nnan` and `ninf` what they promise is taken
//!   for granted, and under `contract` a fused multiply-add may be read as a product and a sum. Under
//!   `reassoc`, `arcp` and `afn` a rule is proved over the real numbers.
//!
//! Classes of the e-graph are symmetric, so the two sides must also have a value at the same points.

pub mod by_zero;
mod encode;
pub mod guard;
mod integers;
mod lemma;
mod normal;
pub mod remember;
mod ring;
mod search;
mod smallest;
mod z3_algebra;

use std::fmt;
use std::time::{Duration, Instant};

use ovolo_lang::algebra::FastMath;
use ovolo_lang::interpret::float;
use ovolo_lang::op::{Dialect, OpCode, Trait};
use ovolo_lang::types::FloatKind;
use ovolo_rewrites::compile::Instance;
use ovolo_rewrites::rule::{Domain, Rule, Term};
use ovolo_rewrites::term::Scalar;
use rayon::prelude::*;
use z3::{Params, SatResult, Solver};

pub use by_zero::ByZero;
use encode::{Numbers, Obligation};

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
    /// True; and in which sense: `over ℤ`, `at widths 1, 2, 4, …`, `over the reals`.
    Proved { how: String },
    /// False: here are values on which the sides differ.
    Refuted(Counterexample),
    /// Neither was shown.
    Unknown { why: String },
}

/// Values that satisfy the conditions of a rule and on which its sides differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The type of the values: `index`, `i8`, `f16`, `real`.
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
    rules
        .par_iter()
        .map(|rule| prove_timed(rule, rules, options))
        .collect()
}

/// The verdict on a rule, and how long it took to find.
pub fn prove_timed<'r>(rule: &'r Rule, rules: &[Rule], options: &Options) -> Proof<'r> {
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
        let holds = |o: &Obligation| matches!(discharge(o, steps), Decision::Holds);
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
    let mut senses = Vec::new();
    for world in worlds {
        let sense = world.sense();
        let steps = if world.required {
            options.steps
        } else {
            options.steps / 100
        };
        match decide(rule, rules, world, steps) {
            Decision::Holds => senses.push(sense),
            // What is false of some function in place of `exp` may be true of `exp`.
            Decision::Fails(_) if !functions_without_meaning(rule).is_empty() => {
                let names = functions_without_meaning(rule).join("`, `");
                return Verdict::Unknown {
                    why: format!("of `{names}` nothing is known but that equal operands give equal results"),
                };
            }
            Decision::Fails(found) => {
                return Verdict::Refuted(search::smaller(rule, &found).unwrap_or(found));
            }
            Decision::Unknown if world.is_ring() && ring::holds(rule) => {
                return in_every_ring();
            }
            Decision::Unknown if world.required => {
                if let Some(found) = search::counterexample(rule, search::Effort::Large) {
                    return Verdict::Refuted(found);
                }
                return Verdict::Unknown {
                    why: match has_copied_sign(rule) {
                        true => "z3 has one NaN, without the sign that `copysign` copies".to_string(),
                        false => format!("z3 gave up {sense} after {steps} steps"),
                    },
                };
            }
            Decision::Unknown => {}
        }
    }
    Verdict::Proved {
        how: summary(rule, &senses),
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
    let mut worlds = worlds(rule);
    worlds.extend(worlds_to_try(rule));
    let familiar = [Scalar::Integer(8), Scalar::Float(FloatKind::F32)];
    worlds.sort_by_key(|world| !familiar.contains(&world.instance.scalar));
    let found = worlds
        .iter()
        .find_map(|world| smallest::counterexample(rule, world.instance, world.numbers));
    let few = smallest::FEW_ASSIGNMENTS;
    found.or_else(|| {
        of_other_widths(rule)
            .into_iter()
            .find_map(|instance| smallest::counterexample_among(rule, instance, Numbers::Exact, few))
    })
}

/// Types of other widths than z3 is asked about, for a rule about all: what it says of the width may be false of one
/// alone.
fn of_other_widths(rule: &Rule) -> Vec<Instance> {
    if rule.domain != Domain::Bits {
        return Vec::new();
    }
    let widths = [6, 7, 9, 12, 13, 24, 33, 48, 63];
    let others = [1, 2, 5, 7, 12, 24, 33, 48, 63, 64];
    let of = |width| rule.instances(Scalar::Integer(width), &others);
    widths
        .into_iter()
        .filter(|width| rule.applies_to(Scalar::Integer(*width)))
        .flat_map(of)
        .collect()
}

/// A type, and how its numbers are read.
#[derive(Clone, Copy)]
struct World {
    instance: Instance,
    numbers: Numbers,
    /// Whether the rule counts as proved only if it is proved here.
    required: bool,
}

/// What z3 says of one type.
enum Decision {
    Holds,
    Fails(Counterexample),
    Unknown,
}

/// The types and readings of numbers that stand for all that the rule claims.
fn worlds(rule: &Rule) -> Vec<World> {
    let numbers = numbers(rule);
    let worlds = instances(rule).into_iter().map(|instance| World {
        instance,
        numbers,
        required: rule.domain != Domain::Floats
            || instance.scalar != Scalar::Float(FloatKind::F32)
            || !are_exact(rule, FloatKind::F16),
    });
    // The reals are the same for every float type.
    worlds
        .take(if numbers == Numbers::Real { 1 } else { usize::MAX })
        .collect()
}

/// Formats of which a few values are tried: a rule about all floats may be false in one of these alone.
fn worlds_to_try(rule: &Rule) -> Vec<World> {
    if rule.domain != Domain::Floats {
        return Vec::new();
    }
    let of = |kind| World {
        instance: Instance::new(Scalar::Float(kind), rule.gates),
        numbers: numbers(rule),
        required: false,
    };
    [FloatKind::F64, FloatKind::BF16].map(of).to_vec()
}

/// Whether the constants of the rule are values of the format.
fn are_exact(rule: &Rule, kind: FloatKind) -> bool {
    let mut all = true;
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| {
            if let Term::Float(value) = term {
                let bits = float::encode(kind, *value);
                all &= value.is_nan() || bits.and_then(|bits| float::decode(kind, bits)) == Some(*value);
            }
        });
    }
    all
}

/// The types that stand for all that the rule is about.
fn instances(rule: &Rule) -> Vec<Instance> {
    let scalars = match &rule.domain {
        Domain::Floats => {
            let mut kinds = vec![FloatKind::F16, FloatKind::F32];
            kinds.extend((!are_exact(rule, FloatKind::F32)).then_some(FloatKind::F64));
            kinds.into_iter().map(Scalar::Float).collect()
        }
        _ => rule.scalars(),
    };
    let of = |scalar| rule.instances(scalar, &WIDTHS);
    scalars
        .into_iter()
        .filter(|s| rule.applies_to(*s))
        .flat_map(of)
        .collect()
}

/// The widths for which a rule about narrower and wider types is proved.
const WIDTHS: [u32; 8] = [1, 2, 3, 4, 8, 16, 32, 64];

fn numbers(rule: &Rule) -> Numbers {
    let gates = rule.gates;
    if gates.reassoc || gates.arcp || gates.afn {
        Numbers::Real
    } else if gates.contract {
        Numbers::Contracted
    } else {
        Numbers::Exact
    }
}

impl World {
    /// Whether what is proved of the lemma is an equation in this world.
    fn admits(self, lemma: &Rule) -> bool {
        let gates = lemma.gates;
        self.required
            && numbers(lemma) == self.numbers
            && lemma.applies_to(self.instance.scalar)
            && lemma.other_widths() == [self.instance.narrow.is_some(), self.instance.wide.is_some()]
            && !(gates.nsz || gates.nnan || gates.ninf)
    }

    /// Whether sums and products are those of a commutative ring. IEEE floats are none.
    fn is_ring(self) -> bool {
        self.numbers == Numbers::Real || !matches!(self.instance.scalar, Scalar::Float(_))
    }

    fn sense(self) -> String {
        match (self.instance.scalar, self.numbers) {
            (_, Numbers::Real) => "over the reals".to_string(),
            (Scalar::Index, _) => "over ℤ".to_string(),
            (_, _) => format!("at {}", encode::told(self.instance)),
        }
    }
}

fn summary(rule: &Rule, senses: &[String]) -> String {
    let at: Vec<&str> = senses.iter().filter_map(|s| s.strip_prefix("at ")).collect();
    let mut how = match at.as_slice() {
        [] => senses.join(", "),
        at if rule.other_widths() != [false; 2] => {
            format!(
                "at {} choices of widths from {} to {}",
                at.len(),
                WIDTHS[0],
                WIDTHS[WIDTHS.len() - 1]
            )
        }
        at => format!("at {}", at.join(", ")),
    };
    if rule.gates.contract {
        how.push_str(", with fma read as product and sum");
    }
    how
}

fn decide(rule: &Rule, rules: &[Rule], world: World, steps: u32) -> Decision {
    let mut unknown = false;
    let named = rules.iter().filter(|r| rule.lemmas.contains(&r.name));
    let lemmas: Vec<&Rule> = named.filter(|lemma| world.admits(lemma)).collect();
    let Some(obligations) = encode::obligations(rule, &lemmas, world.instance, world.numbers) else {
        return Decision::Unknown;
    };
    for obligation in obligations {
        match discharge(&obligation, steps) {
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

fn discharge(obligation: &Obligation, steps: u32) -> Decision {
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
            Decision::Fails(obligation.counterexample(&model))
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
