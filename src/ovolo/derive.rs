//! Why what was chosen equals the original: one application of a rule after the other, each of them proved.

use ovolo_rewrites::derivation::{Application, of_loops, of_values, text};
use ovolo_rewrites::egraph::Asked;
use ovolo_rewrites::level::Tiles;
use ovolo_rewrites::nest::{Choice, Nest};
use ovolo_rewrites::rule::builtin;
use ovolo_rewrites::schedule::{change, outline};
use ovolo_verify::emptiness::Z3Emptiness;

use rayon::prelude::*;

use crate::candidates::{Offer, Searched};
use crate::large_stack;
use crate::outcome::{Derivation, Step};
use crate::request::Request;
use crate::validate::compare;

/// Steps of a nest that are proved. Arbitrary: few derivations are longer.
const MOST_PROVED: usize = 200;

/// A nest between two steps.
struct Stage {
    name: String,
    change: Option<[String; 2]>,
    nest: Nest,
    choice: Choice,
}

/// The steps from each nest to its offer.
pub fn derivations(request: &Request<'_>, picks: &[(&Searched, &Offer)]) -> Vec<Derivation> {
    let picks = picks.iter();
    picks
        .map(|(searched, offer)| derivation(request, searched, offer))
        .collect()
}

fn derivation(request: &Request<'_>, searched: &Searched, offer: &Offer) -> Derivation {
    let Ok((stages, gaps)) = large_stack::on_thread(|| stages(request, searched, offer)) else {
        return Derivation {
            gaps: vec!["anything"],
            ..Derivation::default()
        };
    };
    let pairs: Vec<(&Stage, &Stage)> = stages.iter().zip(&stages[1..]).collect();
    let steps = pairs.into_par_iter().enumerate().map(|(n, (before, after))| {
        let forms = [before, after].map(|stage| (&stage.nest, &stage.choice));
        Step {
            name: after.name.clone(),
            change: after.change.clone(),
            verdict: (n < MOST_PROVED).then(|| compare(request.module, forms, request.model)),
        }
    });
    Derivation {
        steps: steps.collect(),
        gaps,
    }
}

/// The nest as it was given and after each step, and what no steps were found for.
fn stages(request: &Request<'_>, searched: &Searched, offer: &Offer) -> (Vec<Stage>, Vec<&'static str>) {
    let oracle = Z3Emptiness::new();
    let tiles = &offer.choice.tiles;
    let stage = |nest: &Nest, name: &str, change| Stage {
        name: name.to_string(),
        change,
        choice: Choice {
            term: nest.term.clone(),
            tiles: tiles.clone(),
        },
        nest: nest.clone(),
    };
    let mut gaps = Vec::new();
    let mut stages = vec![stage(&searched.nest, "", None)];
    let simplified = &searched.values;
    if simplified.term != searched.nest.term {
        let rules = builtin().iter().chain(request.rules);
        match of_values(&searched.nest, &simplified.term, &oracle, rules) {
            Some(steps) => stages.extend(steps.into_iter().map(|step| {
                let change = [&step.from, &step.to].map(text);
                applied(&searched.nest, step, Some(change), tiles)
            })),
            None => {
                gaps.push("the values");
                stages.push(stage(simplified, "algebra", None));
            }
        }
    }
    if !offer.steps.is_empty() {
        let forms: Vec<String> = offer.steps.iter().map(ToString::to_string).collect();
        stages.push(stage(&offer.nest, &forms.join(", "), None));
    }
    let asked = Asked::of(&outline(&offer.choice));
    let on_threads = request.machine.threads > 1;
    let term = &offer.choice.term;
    if *term == offer.nest.term {
        return (stages, gaps);
    }
    match of_loops(&offer.nest, term, &oracle, on_threads, asked) {
        Some(steps) => stages.extend(steps.into_iter().map(|step| {
            let side = |term: &_| Choice {
                term: Clone::clone(term),
                tiles: tiles.clone(),
            };
            let change = change(&side(&step.from), &side(&step.to));
            applied(&offer.nest, step, Some(change), tiles)
        })),
        None => {
            gaps.push("the loops");
            stages.push(Stage {
                choice: offer.choice.clone(),
                ..stage(&offer.nest, "loop rules", None)
            });
        }
    }
    (stages, gaps)
}

fn applied(nest: &Nest, step: Application, change: Option<[String; 2]>, tiles: &Tiles) -> Stage {
    let backward = if step.is_backward { ", read backward" } else { "" };
    // Loops that run zero times are in no outline.
    let change = change.filter(|[from, to]| from != to);
    let unseen = if change.is_none() {
        " (of what never runs)"
    } else {
        ""
    };
    Stage {
        name: format!("{}{backward}{unseen}", step.rule),
        change,
        nest: nest.clone(),
        choice: Choice {
            term: step.result,
            tiles: tiles.clone(),
        },
    }
}
