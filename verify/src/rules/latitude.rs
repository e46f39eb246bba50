//! What fast-math flags allow, as LLVM's language reference says.
//!
//! - `contract`: a product and a sum may be fused.
//! - `arcp`: a quotient may be a product with the reciprocal.
//! - `reassoc`: other algebra of sums, products and quotients, which rounds elsewhere, but has the same NaNs, infinities
//!   and signs of zeros where nothing rounds.
//! - `afn`: functions such as `sqrt` and `exp` may be a little off; nothing is said of how much, and nothing is proved of
//!   it.
//! - `nnan`, `ninf`: operands and results are no NaN, or not infinite. `nsz`: the sign of a zero does not matter.

use ovolo_lang::op::OpCode;
use ovolo_rewrites::rule::{Operation, Rule, Sort, Term};

/// Forms of a term beyond which no more are made. Arbitrary: two for each of six places.
const MOST_FORMS: usize = 64;

/// A rule that is read from left to right only, for each direction that the rule has.
pub fn directions(rule: &Rule) -> Vec<Rule> {
    let forward = Rule {
        both_ways: false,
        ..rule.clone()
    };
    let backward = Rule {
        left: rule.right.clone(),
        right: rule.left.clone(),
        ..forward.clone()
    };
    match rule.both_ways {
        true => vec![forward, backward],
        false => vec![forward],
    }
}

/// What a side may be evaluated as by `contract` and `arcp`: first as it is written.
pub fn forms(side: &Term, rule: &Rule) -> Vec<Term> {
    let gates = rule.gates;
    match (gates.contract || gates.arcp) && !gates.reassoc {
        true => forms_of(side, gates.contract, gates.arcp),
        false => vec![side.clone()],
    }
}

/// A flag that a rule without it needs for what its right side has and its left has not.
pub(crate) fn missing_flag(rule: &Rule) -> Option<&'static str> {
    let mut known: Vec<&Term> = Vec::new();
    rule.left.walk(&mut |term| known.push(term));
    let mut missing = None;
    rule.right.walk(&mut |term| {
        let Term::Op(op) = term else { return };
        let is_reciprocal = op.code == OpCode::DivF && matches!(op.args[0], Term::Float(x) if x.abs() == 1.0);
        let needed = match op.code {
            OpCode::Fma if !rule.gates.contract => Some("contract"),
            _ if is_reciprocal && !rule.gates.arcp => Some("arcp"),
            _ => None,
        };
        if !known.contains(&term) {
            missing = missing.or(needed);
        }
    });
    missing
}

fn forms_of(term: &Term, contract: bool, arcp: bool) -> Vec<Term> {
    let Term::Op(op) = term else {
        return match term {
            Term::Computed(inner) => forms_of(inner, contract, arcp),
            _ => vec![term.clone()],
        };
    };
    let mut lists: Vec<Vec<Term>> = vec![Vec::new()];
    for arg in &op.args {
        let of_arg = forms_of(arg, contract, arcp);
        lists = lists
            .iter()
            .flat_map(|list| {
                of_arg
                    .iter()
                    .map(move |a| [list.as_slice(), std::slice::from_ref(a)].concat())
            })
            .take(MOST_FORMS)
            .collect();
    }
    let mut found: Vec<Term> = Vec::new();
    for args in lists {
        let others = match args.as_slice() {
            [a, b] if op.code == OpCode::DivF && arcp => vec![reciprocal(a, b)],
            [a, b] if contract => fused(op.code, a, b),
            _ => Vec::new(),
        };
        let plain = Term::Op(Operation { args, ..op.clone() });
        found.extend([plain].into_iter().chain(others));
    }
    found.truncate(MOST_FORMS);
    found
}

fn operation(code: OpCode, args: Vec<Term>) -> Term {
    Term::Op(Operation {
        code,
        operands: Sort::Value,
        result: Sort::Value,
        predicate: 0,
        args,
    })
}

fn reciprocal(a: &Term, b: &Term) -> Term {
    let reciprocal = operation(OpCode::DivF, vec![Term::Float(1.0), b.clone()]);
    operation(OpCode::MulF, vec![a.clone(), reciprocal])
}

fn negated(term: &Term) -> Term {
    operation(OpCode::NegF, vec![term.clone()])
}

/// The fused forms of a sum or difference.
fn fused(code: OpCode, a: &Term, b: &Term) -> Vec<Term> {
    let fma = |(x, y): (Term, Term), z: Term| operation(OpCode::Fma, vec![x, y, z]);
    let opposite = |(x, y): (Term, Term)| (negated(&x), y);
    let (left, right) = (factors(a), factors(b));
    let found = match code {
        OpCode::AddF => [left.map(|f| fma(f, b.clone())), right.map(|f| fma(f, a.clone()))],
        OpCode::SubF => [
            left.map(|f| fma(f, negated(b))),
            right.map(|f| fma(opposite(f), a.clone())),
        ],
        _ => [None, None],
    };
    found.into_iter().flatten().collect()
}

/// The factors of a product, which may be negated.
fn factors(term: &Term) -> Option<(Term, Term)> {
    let Term::Op(op) = term else { return None };
    match (op.code, op.args.as_slice()) {
        (OpCode::MulF, [a, b]) => Some((a.clone(), b.clone())),
        (OpCode::NegF, [a]) => factors(a).map(|(x, y)| (negated(&x), y)),
        _ => None,
    }
}
