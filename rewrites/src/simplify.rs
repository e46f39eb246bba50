//! The simplest equal expression, and whether a predicate always holds.
//!
//! An expression grows in an e-graph of its own under what is assumed ([`crate::algebra`]), and the smallest text of
//! its class comes out. Then conjunctions and disjunctions are taken as lists: a part that the others imply is left
//! out. What holds in a branch only (the guard of a choice, the other parts of a conjunction) is assumed for that
//! branch alone, in claims or an e-graph that no other branch sees.
//!
//! ```
//! use ovolo_rewrites::expression::{Division, parse, parse_assumptions};
//! use ovolo_rewrites::simplify::{Effort, Truth, decide, simplify};
//!
//! let read = |text: &str| parse(text, Division::Floor).unwrap().results.remove(0);
//! let known = parse_assumptions("0 <= j < 8", Division::Floor).unwrap();
//! let effort = Effort::default();
//! assert_eq!(simplify(&read("(i * 8 + j) floordiv 8"), &known, &effort).to_string(), "i");
//! // Without what is known of `j` it is not so.
//! assert_eq!(simplify(&read("(i * 8 + j) floordiv 8"), &[], &effort).to_string(), "j floordiv 8 + i");
//! assert_eq!(decide(&read("i * 8 + j < i * 8 + 8"), &known, &effort).truth, Truth::Always);
//! ```

mod branches;
mod derive;
mod module;
mod operands;
mod picture;
mod sample;
mod scalars;
mod substitute;

use egg::Id;
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::op::OpCode;

use crate::algebra::{
    Budget, Claim, EGraph, Limits, Refutation, Stop, Work, add, grow, refute, smallest, under,
};
use crate::expression::{Expression, Parsed, Point, Sort, Value, boolean, comparison};
use crate::term::{IndexOp, Node};

pub use derive::{Derivation, Local, Reason, Step, derive, equality};
pub use module::simplify_module;
pub use picture::{Class, Shown, shown};
pub use sample::Samples;

/// How much work may be done.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub limits: Limits,
    pub budget: Budget,
    /// Points at which a predicate is tried.
    pub samples: usize,
    /// Branches within one another that are simplified under their guards.
    pub nesting: u32,
    /// Steps of all growths together, those of branches too; what is left then stays as it is.
    pub steps: usize,
    /// Of the e-graph of scalar operations that depend on each other.
    pub scalars: crate::saturate::Limits,
}

/// Arbitrary: some tens of milliseconds at most.
impl Default for Effort {
    fn default() -> Effort {
        Effort {
            limits: Limits::default(),
            budget: Budget {
                sets: 200,
                work: 100_000,
            },
            samples: 300,
            nesting: 3,
            steps: 6_000_000,
            scalars: crate::saturate::Limits {
                iterations: 6,
                nodes: 1_500,
                steps: 5_000_000,
                matches_per_rule: 200,
                ..crate::saturate::Limits::default()
            },
        }
    }
}

/// Where a predicate holds, of the points where it has a value and what is assumed holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    Always,
    /// Not at this point, which was checked; and whether it is known to hold nowhere.
    Fails {
        at: Point,
        nowhere: bool,
    },
    Unknown,
}

/// The answer to whether a predicate holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub truth: Truth,
    /// No point satisfies what is assumed: whatever is asked then holds.
    pub is_vacuous: bool,
}

/// The simplest expression that was found, of the same value wherever the expression has one and what is assumed
/// holds.
pub fn simplify(expression: &Expression, assumptions: &[Expression], effort: &Effort) -> Expression {
    simplify_within(expression, assumptions, effort, &mut Work::new(effort.steps))
}

fn simplify_within(
    expression: &Expression,
    assumptions: &[Expression],
    effort: &Effort,
    work: &mut Work,
) -> Expression {
    if work.steps == 0 {
        return expression.clone();
    }
    let grown = grown(expression, assumptions, effort, work);
    if effort.nesting == 0 {
        return smaller(grown, expression.clone());
    }
    // Guards simplify what a choice is made between, which may share less with the other value then; or more.
    let first = branches::guarded(expression, assumptions, effort, work);
    let simplest = match first == *expression {
        true => grown,
        false => smaller(self::grown(&first, assumptions, effort, work), grown),
    };
    let last = branches::guarded(&simplest, assumptions, effort, work);
    smaller(smaller(last, simplest), expression.clone())
}

fn smaller(a: Expression, b: Expression) -> Expression {
    if a.cost() <= b.cost() { a } else { b }
}

/// The smallest expression that the e-graph has, without what conjunctions and disjunctions imply.
fn grown(
    expression: &Expression,
    assumptions: &[Expression],
    effort: &Effort,
    work: &mut Work,
) -> Expression {
    let mut egraph = under(&[assumptions, &nonzero_divisors(expression)].concat());
    let root = add(&mut egraph, expression);
    egraph.rebuild();
    if grow(&mut egraph, root, &effort.limits, work) == Stop::Contradiction {
        return expression.clone();
    }
    let mut simplest = smallest(&egraph, root);
    if simplest.sort() == Sort::Truth {
        let mut budget = effort.budget;
        simplest = branches::pruned(&mut egraph, &simplest, &mut budget);
    }
    simplest
}

/// The set with its constraints in their simplest form: none that the others imply, and one that is false where no
/// point satisfies all.
pub fn simplify_set(set: &Parsed, assumptions: &[Expression], effort: &Effort) -> Parsed {
    let Some(all) = conjunction(&set.results) else {
        return set.clone();
    };
    let simplest = simplify(&all, assumptions, effort);
    let results = match simplest.as_truth() {
        Some(true) => Vec::new(),
        _ => branches::parts(&simplest),
    };
    Parsed {
        kind: set.kind.clone(),
        results,
    }
}

/// All of the truths as one; `None` of none.
fn conjunction(truths: &[Expression]) -> Option<Expression> {
    let mut nodes = Vec::new();
    let mut all = None;
    for truth in truths {
        let mut push = |node| {
            nodes.push(node);
            Id::from(nodes.len() - 1)
        };
        let id = truth.add_to(&mut push, |id| id);
        all = Some(match all {
            Some(before) => push(Node::Op(boolean(OpCode::AndI), [before, id].into())),
            None => id,
        });
    }
    all.map(|_| Expression::new(nodes))
}

/// Whether the predicate holds at all points that satisfy what is assumed.
pub fn decide(predicate: &Expression, assumptions: &[Expression], effort: &Effort) -> Decision {
    let samples = Samples::of(predicate, assumptions, effort.samples);
    let mut budget = effort.budget;
    let mut egraph = under(&[assumptions, &nonzero_divisors(predicate)].concat());
    let root = add(&mut egraph, predicate);
    egraph.rebuild();
    if let (Some(at), true) = (&samples.fails, samples.holds.is_some()) {
        return fails(at.clone(), false);
    }
    let stop = grow(&mut egraph, root, &effort.limits, &mut Work::new(effort.steps));
    if stop == Stop::Contradiction || refute(&egraph, &[], &mut budget) == Refutation::Refuted {
        return Decision {
            truth: Truth::Always,
            is_vacuous: true,
        };
    }
    if let Some(at) = samples.fails {
        let nowhere =
            smallest(&egraph, root).as_truth() == Some(false) || excludes(&egraph, root, true, &mut budget);
        return fails(at, nowhere);
    }
    if smallest(&egraph, root).as_truth() == Some(true) {
        return always();
    }
    match refute(&egraph, &[Claim::Truth(root, false)], &mut budget) {
        Refutation::Refuted => always(),
        Refutation::Open(at) if is_counterexample(predicate, assumptions, &at) => {
            let at = samples.complete(at);
            fails(
                at,
                samples.holds.is_none() && excludes(&egraph, root, true, &mut budget),
            )
        }
        _ => Decision {
            truth: Truth::Unknown,
            is_vacuous: false,
        },
    }
}

/// That what is divided by is not zero, of the divisions whose value is needed at every point: elsewhere the expression
/// has no value.
fn nonzero_divisors(expression: &Expression) -> Vec<Expression> {
    let nodes = expression.nodes();
    let mut is_needed = vec![false; nodes.len()];
    is_needed[nodes.len() - 1] = true;
    let mut divisors = Vec::new();
    for i in (0..nodes.len()).rev() {
        if !is_needed[i] {
            continue;
        }
        match &nodes[i] {
            Node::Op(op, args) if op.code == OpCode::Select => is_needed[usize::from(args[0])] = true,
            Node::Op(op, _) if op.code == OpCode::AndI || op.code == OpCode::OrI => {}
            node => {
                let is_division = match node {
                    Node::Index(op, _) => matches!(op, IndexOp::FloorDiv | IndexOp::CeilDiv | IndexOp::Mod),
                    Node::Op(op, _) => matches!(op.code, OpCode::DivSI | OpCode::RemSI),
                    _ => false,
                };
                let operands = egg::Language::children(node);
                operands
                    .iter()
                    .for_each(|&child| is_needed[usize::from(child)] = true);
                if is_division && !matches!(nodes[usize::from(operands[1])], Node::Int(_)) {
                    divisors.push(operands[1]);
                }
            }
        }
    }
    divisors.sort_unstable();
    divisors.dedup();
    let is_not_zero = |divisor: Id| {
        let mut nodes = branches::reachable(nodes, divisor).nodes().to_vec();
        let divisor = Id::from(nodes.len() - 1);
        nodes.push(Node::Int(0));
        let zero = Id::from(nodes.len() - 1);
        nodes.push(Node::Op(comparison(IntPredicate::Ne), [divisor, zero].into()));
        Expression::new(nodes)
    };
    divisors
        .into_iter()
        .take(MOST_DIVISORS)
        .map(is_not_zero)
        .collect()
}

/// Divisors of which it is assumed that they are not zero; each may double the cases of an integer set.
const MOST_DIVISORS: usize = 4;

fn always() -> Decision {
    Decision {
        truth: Truth::Always,
        is_vacuous: false,
    }
}

fn fails(at: Point, nowhere: bool) -> Decision {
    Decision {
        truth: Truth::Fails { at, nowhere },
        is_vacuous: false,
    }
}

fn excludes(egraph: &EGraph, root: Id, value: bool, budget: &mut Budget) -> bool {
    refute(egraph, &[Claim::Truth(root, value)], budget) == Refutation::Refuted
}

/// Whether the point satisfies what is assumed, but not the predicate.
pub fn is_counterexample(predicate: &Expression, assumptions: &[Expression], at: &Point) -> bool {
    assumptions
        .iter()
        .all(|known| known.at(at) == Some(Value::Truth(true)))
        && predicate.at(at) == Some(Value::Truth(false))
}

#[cfg(test)]
mod tests;
