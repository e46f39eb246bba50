//! Conditions that would make a false rule true.

use ovolo_lang::algebra::FastMath;
use ovolo_lang::op::OpCode;
use ovolo_rewrites::relates::{Relation, Signs};
use ovolo_rewrites::rule::{Condition, Domain, Operation, Rule, Sort, Term, Variable, wrapping};
use ovolo_rewrites::term::Scalar;

use super::by_zero::{self, ByZero, divisors};
use super::integers::{Points, Says};
use super::{Options, Verdict, prove, smallest};

/// What a false rule lacks: with it the rule is proved, and it says something somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// To be added to those of the rule.
    pub conditions: Vec<Condition>,
    /// Fast-math flags to be added to those of the rule.
    pub flags: FastMath,
}

/// Guards that are tried on z3, at most: those that leave most points to the rule. Arbitrary.
const MOST_PROOFS: usize = 8;
/// Facts that are tried on the sample, at most. Arbitrary; a rule of four variables has a hundred.
const MOST_FACTS: usize = 150;
/// Steps of z3 for each, as part of those that a proof may take.
const SHARE: u32 = 20;

/// The weakest guard found that makes the rule true. Its conditions are facts that the e-graph can answer.
pub fn suggest(rule: &Rule, rules: &[Rule], options: &Options) -> Option<Guard> {
    let options = Options {
        steps: options.steps / SHARE,
        ..*options
    };
    let suffices = |guard: &Guard| {
        matches!(
            prove(&guard.added_to(rule), rules, &options),
            Verdict::Proved { .. }
        )
    };
    let mut guards = match rule.domain {
        Domain::Index => of_integers(rule, &options),
        Domain::Bits => of_bits(rule),
        Domain::Floats => of_floats(rule),
        Domain::Only(_) => rule
            .scalars()
            .first()
            .map_or_else(Vec::new, |scalar| match scalar {
                Scalar::Float(_) => of_floats(rule),
                _ => of_bits(rule),
            }),
    };
    guards.truncate(MOST_PROOFS);
    guards.into_iter().find(suffices)
}

impl Guard {
    fn of(conditions: Vec<Condition>) -> Guard {
        Guard {
            conditions,
            flags: FastMath::NONE,
        }
    }

    /// The rule with the guard.
    pub fn added_to(&self, rule: &Rule) -> Rule {
        let mut result = rule.clone();
        result.conditions.extend(self.conditions.iter().cloned());
        let words: Vec<String> = [rule.gates, self.flags]
            .iter()
            .filter(|flags| **flags != FastMath::NONE)
            .map(|flags| flags.words())
            .collect();
        if let Some(flags) = FastMath::parse(&words.join(",")) {
            result.gates = flags;
        }
        result
    }

    /// As the rule would say it: `when a != 0`.
    pub fn display(&self, rule: &Rule) -> String {
        let conditions: Vec<String> = self
            .conditions
            .iter()
            .map(|c| c.display(&rule.variables).to_string())
            .collect();
        match conditions.is_empty() {
            true => format!("under {}", self.flags.words()),
            false => format!("when {}", conditions.join(", ")),
        }
    }
}

/// Guards over ℤ that exclude every counterexample of a sample and leave some points, those that leave most of them
/// first.
fn of_integers(rule: &Rule, options: &Options) -> Vec<Guard> {
    let Some(sample) = Sample::of(rule, options) else {
        return Vec::new();
    };
    let admits = |conditions: Vec<Condition>| -> Option<(usize, Guard)> {
        let guarded = Points::new(&Guard::of(conditions.clone()).added_to(rule))?;
        let mut stack = Vec::new();
        let is_admitted = |values: &Vec<i64>, stack: &mut Vec<i64>| guarded.is_admitted(values, stack);
        if sample.bad.iter().any(|values| is_admitted(values, &mut stack)) {
            return None;
        }
        let left = sample
            .good
            .iter()
            .filter(|values| is_admitted(values, &mut stack))
            .count();
        // Next to nothing left is no rule.
        (left * 50 > sample.good.len()).then(|| (left, Guard::of(conditions)))
    };
    let mut single = facts(rule);
    // Their pairs are tried, too.
    single.truncate(MOST_FACTS);
    let mut found: Vec<(usize, Guard)> = single.iter().filter_map(|c| admits(vec![c.clone()])).collect();
    if found.is_empty() {
        // Few rules want more than two guards, but for one of each of several divisors.
        let pairs = single
            .iter()
            .enumerate()
            .flat_map(|(i, a)| single[..i].iter().map(move |b| vec![b.clone(), a.clone()]));
        found = pairs.filter_map(admits).collect();
    }
    if found.is_empty() {
        let all = divisors(rule)
            .into_iter()
            .map(|d| Condition::Compare(Relation::NotEqual, d, Term::Integer(0)))
            .collect();
        found.extend(admits(all));
    }
    // Signs are known more often than divisors are. The sort is stable: of equals the one that was made first.
    let divides = |guard: &Guard| {
        guard
            .conditions
            .iter()
            .any(|c| matches!(c, Condition::Divides(..)))
    };
    found.sort_by_key(|(left, guard)| (divides(guard), usize::MAX - left));
    found.into_iter().map(|(_, guard)| joined(guard)).collect()
}

/// The guard with `a == b` in place of `a <= b` and `b <= a`.
fn joined(guard: Guard) -> Guard {
    use Relation::{Equal, LessEqual};
    match guard.conditions.as_slice() {
        [
            Condition::Compare(LessEqual, a, b),
            Condition::Compare(LessEqual, c, d),
        ] if (a, b) == (d, c) => {
            let (variable, other) = match (a, b) {
                (Term::Integer(_), _) => (b, a),
                (Term::Variable(i), Term::Variable(j)) if j < i => (b, a),
                _ => (a, b),
            };
            Guard::of(vec![Condition::Compare(Equal, variable.clone(), other.clone())])
        }
        _ => guard,
    }
}

/// Points where a rule over ℤ is false, and where it is true and says something.
struct Sample {
    bad: Vec<Vec<i64>>,
    good: Vec<Vec<i64>>,
}

impl Sample {
    fn of(rule: &Rule, options: &Options) -> Option<Sample> {
        let own = Points::new(rule)?;
        let total = Points::new(&by_zero::total(rule)?)?;
        let mut sample = Sample {
            bad: Vec::new(),
            good: Vec::new(),
        };
        let mut stack = Vec::new();
        let judge = |values: &[i64], stack: &mut Vec<i64>| match options.by_zero {
            ByZero::Zero => total.at(values, stack),
            ByZero::Guarded => match own.at(values, stack) {
                Says::True => total.at(values, stack),
                says => says,
            },
            ByZero::Undefined | ByZero::Excluded => own.at(values, stack),
        };
        super::search::visit_grid(rule, 20_000, &mut |values| {
            match judge(values, &mut stack) {
                Says::Nothing => {}
                Says::False => sample.bad.push(values.to_vec()),
                // A point without a value shows nothing.
                Says::True if own.has_value(values, &mut stack) => sample.good.push(values.to_vec()),
                Says::True => {}
            }
            false
        });
        Some(sample)
    }
}

/// Facts about the variables and divisors of a rule, the weaker ones first.
fn facts(rule: &Rule) -> Vec<Condition> {
    use Relation::{Less, LessEqual, NotEqual};
    let compare = |relation, a: &Term, b: &Term| Condition::Compare(relation, a.clone(), b.clone());
    let is_number = |(i, _): &(usize, &Variable)| Term::Variable(*i);
    let numbers = rule
        .variables
        .iter()
        .enumerate()
        .filter(|(_, v)| v.sort == Sort::Value);
    let variables: Vec<Term> = numbers.map(|v| is_number(&v)).collect();
    let mut subjects = divisors(rule);
    // A choice in a divisor is how the rounding of a quotient is written, which no one wants to read.
    subjects.retain(|divisor| {
        let mut has_choice = false;
        divisor.walk(&mut |t| has_choice |= matches!(t, Term::Op(_)));
        !has_choice
    });
    subjects.extend(variables.iter().filter(|v| !divisors(rule).contains(v)).cloned());
    let zero = Term::Integer(0);
    let mut found: Vec<Condition> = subjects.iter().map(|s| compare(NotEqual, s, &zero)).collect();
    found.extend(subjects.iter().map(|s| compare(LessEqual, &zero, s)));
    found.extend(subjects.iter().map(|s| compare(LessEqual, s, &zero)));
    found.extend(subjects.iter().map(|s| compare(Less, &zero, s)));
    found.extend(subjects.iter().map(|s| compare(Less, s, &zero)));
    let constants = constants(rule);
    for s in &subjects {
        found.extend(constants.iter().flat_map(|c| {
            [
                compare(LessEqual, s, c),
                compare(LessEqual, c, s),
                compare(Less, s, c),
                compare(Less, c, s),
                Condition::Divides(c.clone(), s.clone()),
            ]
        }));
    }
    for (i, a) in variables.iter().enumerate() {
        for b in &variables[..i] {
            found.extend([compare(LessEqual, a, b), compare(LessEqual, b, a)]);
            found.extend([compare(Less, a, b), compare(Less, b, a), compare(NotEqual, a, b)]);
            found.push(Condition::Divides(a.clone(), b.clone()));
            found.push(Condition::Divides(b.clone(), a.clone()));
        }
    }
    found
}

/// The literals of the sides but 0 and 1, of which much is a multiple.
fn constants(rule: &Rule) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| {
            // A coefficient -1 is how a negation is written.
            let is_telling = matches!(term, Term::Integer(value) if !(-1..=1).contains(value));
            if is_telling && !found.contains(term) {
                found.push(term.clone());
            }
        });
    }
    found.truncate(4);
    found
}

/// Guards of fixed-width integers, by the counterexamples of small widths.
fn of_bits(rule: &Rule) -> Vec<Guard> {
    let mut single: Vec<Condition> = Vec::new();
    let integer = Term::Integer;
    for (i, variable) in rule.variables.iter().enumerate() {
        if variable.sort != Sort::Value {
            continue;
        }
        let v = || Term::Variable(i);
        let compare = |relation, a, b| Condition::Compare(relation, a, b);
        single.push(compare(Relation::NotEqual, v(), integer(0)));
        single.push(compare(Relation::NotEqual, v(), integer(-1)));
        single.push(compare(Relation::LessEqual, integer(0), v()));
        single.push(compare(Relation::Less, integer(0), v()));
        if is_amount(rule, &v()) {
            single.push(Condition::UnsignedLess(v(), Term::Width(Sort::Value)));
        }
        single.push(Condition::PowerOfTwo(v()));
    }
    if rule.domain == Domain::Bits {
        single.splice(0..0, widths(rule).into_iter().map(Condition::MinimumWidth));
    }
    single.extend(of_operations(rule));
    single.extend(of_common_bits(rule));
    let left = |conditions: Vec<Condition>| {
        let guard = Guard::of(conditions);
        let left = smallest::points_left(&guard.added_to(rule)).filter(|left| *left > 0)?;
        Some((left, guard))
    };
    let mut found: Vec<(usize, Guard)> = single.iter().filter_map(|c| left(vec![c.clone()])).collect();
    if found.is_empty() {
        let pairs = single
            .iter()
            .enumerate()
            .flat_map(|(i, a)| single[..i].iter().map(move |b| vec![b.clone(), a.clone()]));
        found = pairs.filter_map(left).take(MOST_PROOFS).collect();
    }
    // The sort is stable: of equals the one that was made first.
    found.sort_by_key(|(left, _)| usize::MAX - left);
    found.into_iter().map(|(_, guard)| guard).collect()
}

/// Whether the term says how far something is shifted.
fn is_amount(rule: &Rule, amount: &Term) -> bool {
    let mut found = false;
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| {
            if let Term::Op(op) = term {
                let is_shift = matches!(op.code, OpCode::ShLI | OpCode::ShRSI | OpCode::ShRUI);
                found |= is_shift && op.args.get(1) == Some(amount);
            }
        });
    }
    found
}

/// Widths at which the literals of the rule mean what they say: numbers that are not negative there, and shifts that
/// leave something.
fn widths(rule: &Rule) -> Vec<u32> {
    let mut found = vec![2];
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| {
            if let Term::Integer(value) = term {
                let bits = 65 - value.unsigned_abs().leading_zeros();
                found.push(bits);
                found.extend(is_amount(rule, term).then_some(value.unsigned_abs().min(64) as u32 + 1));
            }
        });
    }
    found.retain(|width| (2..=64).contains(width));
    found.sort_unstable();
    found.dedup();
    found.truncate(4);
    found
}

/// That an operation of a side does not overflow.
fn of_operations(rule: &Rule) -> Vec<Condition> {
    let mut found = Vec::new();
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| {
            let is_negation = matches!(term, Term::Op(op) if op.args.first() == Some(&Term::Integer(0)));
            if wrapping(term).is_none() || is_computed(term) {
                return;
            }
            // A negation wraps as an unsigned one but of zero.
            let both = [Signs::Signed, Signs::Unsigned];
            for &signs in both.iter().take(if is_negation { 1 } else { 2 }) {
                let condition = Condition::NoWrap(signs, term.clone());
                if !found.contains(&condition) {
                    found.push(condition);
                }
            }
        });
    }
    found.truncate(MOST_OF_OPERATIONS);
    found
}

/// Whether a part of the term is known only when the rule fires.
fn is_computed(term: &Term) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= matches!(t, Term::Computed(_)));
    found
}

/// Conditions on operations that are tried, at most. Arbitrary.
const MOST_OF_OPERATIONS: usize = 12;

/// That two variables have no bit in common, that one has no bit but those of the other, and that one is less than the
/// other as an unsigned number.
fn of_common_bits(rule: &Rule) -> Vec<Condition> {
    let variables = || rule.variables.iter().enumerate();
    let mut found = Vec::new();
    for (i, a) in variables() {
        for (j, b) in variables().filter(|(_, b)| b.sort == a.sort && a.sort != Sort::Truth) {
            let (x, y) = (Term::Variable(i), Term::Variable(j));
            let bits = |code, args| {
                Term::Op(Operation {
                    code,
                    operands: a.sort,
                    result: b.sort,
                    predicate: 0,
                    args,
                })
            };
            let none = |term| Condition::Compare(Relation::Equal, term, Term::Integer(0));
            if i < j {
                found.push(none(bits(OpCode::AndI, vec![x.clone(), y.clone()])));
            }
            if i != j {
                let outside = bits(OpCode::XOrI, vec![y.clone(), Term::Integer(-1)]);
                found.push(none(bits(OpCode::AndI, vec![x.clone(), outside])));
                found.push(Condition::UnsignedLess(x, y));
            }
        }
    }
    found
}

/// The flags that allow what a float rule does, but where no small point is left to it.
fn of_floats(rule: &Rule) -> Vec<Guard> {
    [
        "nsz",
        "nnan",
        "ninf",
        "nsz,nnan",
        "nsz,nnan,ninf",
        "contract",
        "arcp",
        "reassoc",
        "reassoc,nsz",
        "reassoc,nnan",
        "reassoc,nsz,nnan",
        "reassoc,nsz,nnan,ninf",
    ]
    .iter()
    .filter_map(|words| FastMath::parse(words))
    .map(|flags| Guard {
        conditions: Vec::new(),
        flags,
    })
    .filter(|guard| {
        let guarded = guard.added_to(rule);
        guarded.gates != rule.gates && smallest::points_left(&guarded).is_some_and(|left| left > 0)
    })
    .collect()
}
