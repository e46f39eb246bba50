//! Guesses of where the instances of one function are in another.

use std::collections::BTreeMap;

use ovolo_certificate::Refused;
use ovolo_certificate::ask::Asked;
use ovolo_certificate::certificate::{Image, Instance, Reordering};
use ovolo_certificate::function::{Function, Statement, Time};
use ovolo_certificate::reorder::{Match, NOT_ONTO, Reordered};
use ovolo_certificate::sources::variables;
use ovolo_certificate::terms::Point;
use ovolo_lang::affine::{AffineExpr, dim};

use super::solve::{Order, Unknowns, completions};

/// Maps that are tried for a statement. Arbitrary.
const MOST_GUESSES: usize = 64;

/// How the second function is the first in another order.
pub fn find(functions: [&Function; 2], may_contract: bool, asked: &mut Asked) -> Refused<Reordering> {
    let mut reordered = Reordered::of(functions, may_contract, asked)?;
    // Where several statements store the same tree, which is which is a guess too.
    let outcome = with_images(&mut reordered, Preference::First);
    outcome.or_else(|_| with_images(&mut reordered, Preference::Unused))
}

/// Which of several statements of the first function a statement of the second is likely a part of.
#[derive(Clone, Copy, PartialEq)]
enum Preference {
    First,
    /// The one that has the fewest parts yet.
    Unused,
}

fn with_images(reordered: &mut Reordered<'_, '_>, preference: Preference) -> Refused<Reordering> {
    let ([first, second], may_contract) = (reordered.functions, reordered.may_contract);
    // Those that tell by themselves what they are come first, as hints for the others.
    let is_telling = |(_, statement): &(usize, &Statement)| {
        let mut originals = first.statements.iter();
        originals.any(|original| {
            let ways = Match::all(original, statement, may_contract);
            ways.iter().any(|found| {
                let mut unknowns = Unknowns::of(&original.domain);
                unknowns.learn(&equations(found));
                unknowns.all().is_some()
            })
        })
    };
    let (telling, others): (Vec<_>, Vec<_>) = second.statements.iter().enumerate().partition(is_telling);
    let mut guesses: Vec<Guess<'_>> = Vec::new();
    for (number, statement) in telling.into_iter().chain(others) {
        let image = image(reordered, statement, preference, &guesses)?;
        guesses.push(Guess {
            number,
            statement,
            image,
        });
    }
    guesses.sort_by_key(|guess| guess.number);
    let reordering = Reordering {
        inverses: inverses(reordered, &guesses)?,
        images: guesses.into_iter().map(|guess| guess.image).collect(),
    };
    Reordered::of(reordered.functions, may_contract, reordered.asked)?.check(&reordering)?;
    Ok(reordering)
}

/// What may be the image of a statement of the second function.
struct Guess<'f> {
    number: usize,
    statement: &'f Statement,
    image: Image,
}

impl<'f> Guess<'f> {
    /// What a variable of the first statement is by this map, for statements in the same loops.
    fn hint(
        &self,
        functions: [&Function; 2],
        variable: usize,
        first: &Statement,
        second: &Statement,
    ) -> Option<AffineExpr> {
        let shared = |a: &Statement, b: &Statement| {
            let pairs = a.target.time.iter().zip(&b.target.time);
            let same = pairs.take_while(|(a, b)| a == b);
            same.filter(|(time, _)| matches!(time, Time::Loop(_))).count()
        };
        let ours = shared(&functions[0].statements[self.image.of.statement], first);
        let theirs = shared(self.statement, second);
        let value = self.image.of.at.get(variable).filter(|_| variable < ours)?;
        let mut is_around = true;
        value.walk(&mut |e| is_around &= !matches!(e, AffineExpr::Dim(i) if *i as usize >= theirs));
        is_around.then(|| value.clone())
    }

    /// What may be inverses of the map, each where some loops begin.
    fn inverses(&self) -> Vec<Inverse<'_, 'f>> {
        let own = (0..self.image.of.at.len()).map(|i| dim(i as u32));
        let equations: Vec<(AffineExpr, AffineExpr)> = self.image.of.at.iter().cloned().zip(own).collect();
        let mut all = Vec::new();
        for mut unknowns in Unknowns::of_each_begin(&self.statement.domain) {
            unknowns.learn(&equations);
            all.extend(unknowns.all().filter(|map| !all.contains(map)));
        }
        let inverse = |map| Inverse { part: self, map };
        all.into_iter().map(inverse).collect()
    }
}

/// Of which instance of a statement of the second function an instance of the first is the image.
struct Inverse<'i, 'f> {
    part: &'i Guess<'f>,
    map: Vec<AffineExpr>,
}

impl Inverse<'_, '_> {
    fn reaches(&self, point: &Point<'_>, image: &[i64]) -> bool {
        let there = point.all(&self.map, image);
        there.is_some_and(|at| {
            point.is_in(&self.part.statement.domain, &at) == Some(true)
                && point.all(&self.part.image.of.at, &at).as_deref() == Some(image)
        })
    }
}

/// The statement of the first function that a statement of the second is a part of: every instance is the image of
/// one that stores the same tree of the same cells.
fn image<'f>(
    reordered: &mut Reordered<'f, '_>,
    statement: &'f Statement,
    preference: Preference,
    known: &[Guess<'f>],
) -> Refused<Image> {
    let (functions, may_contract) = (reordered.functions, reordered.may_contract);
    let mut originals: Vec<(usize, &'f Statement)> = functions[0].statements.iter().enumerate().collect();
    if preference == Preference::Unused {
        originals.sort_by_key(|(of, _)| {
            known
                .iter()
                .filter(|guess| guess.image.of.statement == *of)
                .count()
        });
    }
    let matches = originals.into_iter().flat_map(|(of, original)| {
        let all = Match::all(original, statement, may_contract)
            .into_iter()
            .enumerate();
        all.map(move |(way, found)| (of, original, way, found))
    });
    for (of, original, way, found) in matches.collect::<Vec<_>>() {
        let choices = |unknowns: &Unknowns<'_>, variable: usize| {
            let hints = known.iter();
            let mut all: Vec<AffineExpr> = hints
                .filter_map(|image| image.hint(functions, variable, original, statement))
                .collect();
            all.extend(unknowns.alike(variable, &statement.domain.loops).concat());
            let mut choices: Vec<AffineExpr> = Vec::new();
            for choice in all {
                if !choices.contains(&choice) {
                    choices.push(choice);
                }
            }
            choices
        };
        let mut guesses = Vec::new();
        let unknowns = Unknowns::of(&original.domain);
        let equations = equations(&found);
        completions(
            unknowns,
            &equations,
            &choices,
            Order::Outermost,
            MOST_GUESSES,
            &mut guesses,
        );
        for map in guesses {
            if reordered.is_inside(original, statement, &found, &map)? {
                let of = Instance {
                    statement: of,
                    at: map,
                };
                return Ok(Image { of, way });
            }
        }
    }
    Err("a store of the second function is none of the first".into())
}

/// For each statement of the first function the instances of which an instance is the image, those that examples ask for.
fn inverses(
    reordered: &mut Reordered<'_, '_>,
    guesses: &[Guess<'_>],
) -> Refused<BTreeMap<usize, Vec<Instance>>> {
    let mut all = BTreeMap::new();
    for (of, original) in reordered.functions[0].statements.iter().enumerate() {
        let image = variables("o", &original.domain);
        let mut conditions = reordered.domain(&original.domain, &image)?;
        let parts = guesses.iter().filter(|part| part.image.of.statement == of);
        let (mut likely, mut others) = (Vec::new(), Vec::new());
        for part in parts {
            let mut inverses = part.inverses().into_iter();
            likely.extend(inverses.next());
            others.extend(inverses);
        }
        let known: &mut Vec<Instance> = all.entry(of).or_default();
        loop {
            for Inverse { part, map } in likely.drain(..) {
                let inverse = Instance {
                    statement: part.number,
                    at: map,
                };
                let map = (part.statement, &part.image.of.at[..]);
                conditions.push(reordered.unreached(map, &inverse, &image)?);
                known.push(inverse);
            }
            let Some([sizes, at, _]) = reordered.asked.example(&conditions, [&image, &[]])? else {
                break;
            };
            let point = Point { sizes: &sizes };
            let reaching = others.iter().position(|inverse| inverse.reaches(&point, &at));
            match reaching {
                Some(n) => likely.push(others.swap_remove(n)),
                None => {
                    reordered.asked.suspect(&conditions);
                    return Err(NOT_ONTO.into());
                }
            }
        }
    }
    Ok(all)
}

fn equations(found: &Match<'_>) -> Vec<(AffineExpr, AffineExpr)> {
    let pairs = found.equal.iter();
    pairs
        .map(|[ours, theirs]| ((*ours).clone(), (*theirs).clone()))
        .collect()
}
