//! The search for a faster form of one loop nest: its algebra, then its loops, then the cheapest terms.

use ovolo_extract::machine::Machine;
use ovolo_extract::nest::{Candidate, Cost};
use ovolo_extract::tiles::extract;
use ovolo_lang::ir::OpId;
use ovolo_rewrites::dependence::Emptiness;
use ovolo_rewrites::egraph::of_nest;
use ovolo_rewrites::lift::{Nest, NotLifted};
use ovolo_rewrites::loops::{LoopLimits, mark_compiled, saturate_loops};
use ovolo_rewrites::rule::builtin;
use ovolo_rewrites::saturate::{Limits, Stop, saturate};
use ovolo_verify::emptiness::Z3Emptiness;

/// What was found for a nest.
pub struct Searched {
    pub nest: Nest,
    /// The predicted cost of the nest as it was given.
    pub before: Cost,
    /// Nests that are predicted to be faster, the best first.
    pub candidates: Vec<Candidate>,
    /// Of the larger of the two e-graphs.
    pub classes: usize,
    pub nodes: usize,
    /// The unions that each rule made, rules without any left out.
    pub unions: Vec<(String, usize)>,
    /// Dependence questions that z3 answered.
    pub queries: usize,
    pub assignments: usize,
}

/// The nests of a function, searched, and why the others were not.
pub struct Nests {
    pub searched: Vec<Searched>,
    pub kept: Vec<NotLifted>,
}

/// Searches every nest that was lifted.
pub fn search_all(lifted: Vec<(OpId, Result<Nest, NotLifted>)>, machine: &Machine) -> Nests {
    let oracle = Z3Emptiness::new();
    let mut nests = Nests {
        searched: Vec::new(),
        kept: Vec::new(),
    };
    for (_, nest) in lifted {
        match nest {
            Ok(nest) => nests.searched.push(search(nest, machine, &oracle)),
            Err(reason) => nests.kept.push(reason),
        }
    }
    nests
}

/// The candidates kept for validation.
const KEPT: usize = 6;

/// A candidate must be predicted to take less than this part of the time of the original: the prediction
/// has been seen to err by a factor of two where lanes are gathered from many rows.
const WORTH: f64 = 0.5;

/// Or, where memory sets the time of both to within a tenth, less than this part of the core's.
const WORTH_IN_CORE: f64 = 0.86;

/// Whether a change is worth the risk that the prediction is wrong.
fn is_worth(cost: &Cost, before: &Cost) -> bool {
    let part = cost.total() / before.total().max(1.0);
    part < WORTH || ((0.9..=1.0).contains(&part) && cost.core < WORTH_IN_CORE * before.core)
}

/// The cheapest forms of a nest on a machine. Nothing is wrong with a nest for which there is none: then it
/// stays as it is.
pub fn search(nest: Nest, machine: &Machine, oracle: &dyn Emptiness) -> Searched {
    let (mut original, root) = of_nest(&nest, oracle);
    mark_compiled(&mut original);
    let before = extract(&original, root, machine, 1)
        .candidates
        .pop()
        .map(|c| c.cost)
        .unwrap_or_default();

    let (mut algebra, root) = of_nest(&nest, oracle);
    let grown = saturate(&mut algebra, builtin(), &Limits::default());
    mark_compiled(&mut algebra);
    let mut simplified = nest.clone();
    // A contradiction means that some rule or fact is wrong: nothing that this e-graph says may be used.
    if grown.stop != Stop::Contradiction
        && let Some(best) = extract(&algebra, root, machine, 1).candidates.pop()
    {
        simplified.term = best.choice.term;
    }

    let (mut loops, root) = of_nest(&simplified, oracle);
    let report = saturate_loops(&mut loops, &LoopLimits::default());
    mark_compiled(&mut loops);
    let extraction = extract(&loops, root, machine, KEPT);
    let mut candidates = extraction.candidates;
    candidates.retain(|c| is_worth(&c.cost, &before));
    let algebra_unions = grown
        .rules
        .into_iter()
        .map(|(name, profile)| (name, profile.unions));
    let loop_unions = report
        .unions
        .into_iter()
        .map(|(name, unions)| (name.to_string(), unions));
    Searched {
        nest,
        before,
        candidates,
        classes: loops.number_of_classes().max(grown.classes),
        nodes: loops.total_number_of_nodes().max(grown.nodes),
        unions: algebra_unions
            .chain(loop_unions)
            .filter(|(_, n)| *n > 0)
            .collect(),
        queries: loops.analysis.dependences.queries(),
        assignments: extraction.assignments,
    }
}
