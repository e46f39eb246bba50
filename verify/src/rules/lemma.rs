//! Instances of lemmas: proved rules, at the terms that a proof is about.

use std::collections::BTreeMap;

use ovolo_rewrites::rule::{Condition, Operation, Rule, Term};
use ovolo_rewrites::term::IndexOp;

/// A lemma with its variables replaced by terms of the rule to prove.
pub struct Instance {
    pub conditions: Vec<Condition>,
    pub left: Term,
    pub right: Term,
}

/// The lemmas of a rule, wherever their left side matches a term of the rule. A remainder also offers the
/// quotient it is defined by.
pub fn instances(rule: &Rule, lemmas: &[&Rule]) -> Vec<Instance> {
    let mut terms: Vec<Term> = Vec::new();
    for side in [&rule.left, &rule.right] {
        side.walk(&mut |term| {
            let term = plain(term);
            if let Term::Index(IndexOp::Mod, args) = &term {
                terms.push(Term::Index(IndexOp::FloorDiv, args.clone()));
            }
            terms.push(term);
        });
    }
    let mut found = Vec::new();
    for lemma in lemmas {
        for term in &terms {
            let mut bound = BTreeMap::new();
            if matches(&lemma.left, term, &mut bound) {
                found.push(Instance {
                    conditions: lemma
                        .conditions
                        .iter()
                        .map(|c| replace_condition(c, &bound))
                        .collect(),
                    left: replace(&lemma.left, &bound),
                    right: replace(&lemma.right, &bound),
                });
            }
        }
    }
    found
}

/// The term without the braces of computed constants.
fn plain(term: &Term) -> Term {
    rebuild(term, &mut |t| match t {
        Term::Computed(inner) => Some(plain(inner)),
        _ => None,
    })
}

fn replace(term: &Term, bound: &BTreeMap<usize, Term>) -> Term {
    rebuild(term, &mut |t| match t {
        Term::Variable(i) => bound.get(i).cloned(),
        Term::Computed(inner) => Some(replace(inner, bound)),
        _ => None,
    })
}

fn replace_condition(condition: &Condition, bound: &BTreeMap<usize, Term>) -> Condition {
    map_condition(condition, &mut |term| replace(term, bound))
}

/// The rule with each of its terms replaced by what `f` gives.
pub fn with_terms(rule: &Rule, f: &mut impl FnMut(&Term) -> Term) -> Rule {
    Rule {
        left: f(&rule.left),
        right: f(&rule.right),
        conditions: rule.conditions.iter().map(|c| map_condition(c, f)).collect(),
        ..rule.clone()
    }
}

fn map_condition(condition: &Condition, of: &mut impl FnMut(&Term) -> Term) -> Condition {
    match condition {
        Condition::Compare(relation, a, b) => Condition::Compare(*relation, of(a), of(b)),
        Condition::Divides(a, b) => Condition::Divides(of(a), of(b)),
        Condition::PowerOfTwo(a) => Condition::PowerOfTwo(of(a)),
        Condition::UnsignedLess(a, b) => Condition::UnsignedLess(of(a), of(b)),
        Condition::MinimumWidth(n) => Condition::MinimumWidth(*n),
        Condition::Doubled => Condition::Doubled,
        Condition::NoWrap(signs, term) => Condition::NoWrap(*signs, of(term)),
        Condition::Holds(term) => Condition::Holds(of(term)),
    }
}

/// The term with each part that `f` gives something for replaced by that.
pub fn rebuild(term: &Term, f: &mut impl FnMut(&Term) -> Option<Term>) -> Term {
    if let Some(other) = f(term) {
        return other;
    }
    match term {
        Term::Index(op, args) => {
            let [a, b] = &**args;
            Term::Index(*op, Box::new([rebuild(a, f), rebuild(b, f)]))
        }
        Term::Op(op) => Term::Op(Operation {
            args: op.args.iter().map(|a| rebuild(a, f)).collect(),
            ..op.clone()
        }),
        Term::Log2(a) => Term::Log2(Box::new(rebuild(a, f))),
        leaf => leaf.clone(),
    }
}

fn matches(pattern: &Term, term: &Term, bound: &mut BTreeMap<usize, Term>) -> bool {
    match (pattern, term) {
        (Term::Variable(i), term) => bound.entry(*i).or_insert_with(|| term.clone()) == term,
        (Term::Index(p, ps), Term::Index(t, ts)) => {
            p == t && ps.iter().zip(ts.iter()).all(|(p, t)| matches(p, t, bound))
        }
        (Term::Op(p), Term::Op(t)) => {
            p.code == t.code
                && (p.predicate, p.operands, p.result) == (t.predicate, t.operands, t.result)
                && p.args.len() == t.args.len()
                && p.args.iter().zip(&t.args).all(|(p, t)| matches(p, t, bound))
        }
        (pattern, term) => pattern == term,
    }
}
