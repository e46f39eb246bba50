//! Whether the second function is the first with its instances in another order that keeps every dependence.
//!
//! **Theorem.** Let `M` map the instances of the second function to those of the first, so that
//!
//! 1. `M` is a bijection of instances, and each statement goes to one whose value is the same tree, but for the order of
//!    operands that commute, and for sums with a product that may be contracted;
//! 2. an access of an instance and the access at the same place of the tree of its image touch the same cell;
//! 3. of two accesses of one cell of which one is a store, the images are in the same order as the accesses.
//!
//! Then both functions leave the same values in all cells, on every input. *Proof.* By 1 to 3 each load reads, in both
//! functions, what the same store wrote last, or what the cell held in the beginning. So by induction on the time in the
//! second function an instance stores what its image stores; and the last store of each cell is, by 3, that of the first
//! function. (This is the classical condition that a reordering keeps all dependences, Allen & Kennedy 2002, Theorem 2.2,
//! stated for pairs of accesses.) It asks nothing of where arguments lie: two that may overlap touch one cell wherever they
//! are accessed.

use ovolo_lang::affine::{AffineExpr, dim};
use z3::ast::{Bool, Int};

use super::Refused;
use super::ask::Asked;
use super::function::{Access, Array, Domain, Function, Statement, Time, Value};
use super::operands::pairings;
use super::solve::{Order, Unknowns, completions};
use super::sources::variables;
use super::terms::{Moment, Point};

/// Statements beyond which each is not compared with each. Arbitrary.
const MOST_STATEMENTS: usize = 400;

/// Maps that are tried for a statement. Arbitrary.
const MOST_GUESSES: usize = 64;

/// Ways in which two trees are the same, for sums of products that commute. Arbitrary.
const MOST_MATCHES: usize = 8;

/// Places in two values that are the same tree.
#[derive(Clone)]
struct Match<'f> {
    /// The accesses of both, the store first.
    accesses: Vec<[&'f Access; 2]>,
    /// Expressions that must be equal, of both.
    equal: Vec<[&'f AffineExpr; 2]>,
}

impl<'f> Match<'f> {
    /// The ways in which two statements store the same tree into the same array.
    fn all(first: &'f Statement, second: &'f Statement, may_contract: bool) -> Vec<Match<'f>> {
        let mut found = Match {
            accesses: Vec::new(),
            equal: Vec::new(),
        };
        match found.access(&first.target, &second.target) {
            Some(()) => found.values(&second.value, &first.value, may_contract),
            None => Vec::new(),
        }
    }

    fn access(&mut self, first: &'f Access, second: &'f Access) -> Option<()> {
        if let (Array::Register(_), Array::Register(_)) = (first.array, second.array) {
            // Which register it is, and of which instance, is asked of pairs of accesses.
            self.accesses.push([first, second]);
            return Some(());
        }
        if first.array != second.array || first.subscripts.len() != second.subscripts.len() {
            return None;
        }
        self.accesses.push([first, second]);
        let pairs = first.subscripts.iter().zip(&second.subscripts);
        self.equal.extend(pairs.map(|(a, b)| [a, b]));
        Some(())
    }

    /// This match and each way in which two values are the same tree.
    fn values(mut self, second: &'f Value, first: &'f Value, may_contract: bool) -> Vec<Match<'f>> {
        let is_same = match (second, first) {
            (Value::Load(b), Value::Load(a)) => self.access(a, b).is_some(),
            (Value::Argument(b), Value::Argument(a)) => a == b,
            (Value::Index(b), Value::Index(a)) => {
                self.equal.push([a, b]);
                true
            }
            (Value::Op(b), Value::Op(a)) => {
                let mut all = Vec::new();
                for pairs in pairings(b, a, may_contract) {
                    let mut partial = vec![self.clone()];
                    for [b, a] in pairs {
                        let longer = partial
                            .into_iter()
                            .flat_map(|known| known.values(b, a, may_contract));
                        partial = longer.take(MOST_MATCHES).collect();
                    }
                    all.extend(partial);
                }
                all.truncate(MOST_MATCHES);
                return all;
            }
            _ => false,
        };
        match is_same {
            true => vec![self],
            false => Vec::new(),
        }
    }
}

/// Of a statement of the second function: the statement of the first that it is a part of, and the map of its instances.
struct Image<'f> {
    statement: &'f Statement,
    of: usize,
    found: Match<'f>,
    map: Vec<AffineExpr>,
}

impl Image<'_> {
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
        let ours = shared(&functions[0].statements[self.of], first);
        let theirs = shared(self.statement, second);
        let value = self.map.get(variable).filter(|_| variable < ours)?;
        let mut is_around = true;
        value.walk(&mut |e| is_around &= !matches!(e, AffineExpr::Dim(i) if *i as usize >= theirs));
        is_around.then(|| value.clone())
    }

    /// What may be inverses of the map, each where some loops begin.
    fn inverses(&self) -> Vec<Inverse<'_>> {
        let own = (0..self.map.len()).map(|i| dim(i as u32));
        let equations: Vec<(AffineExpr, AffineExpr)> = self.map.iter().cloned().zip(own).collect();
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
struct Inverse<'i> {
    part: &'i Image<'i>,
    map: Vec<AffineExpr>,
}

impl Inverse<'_> {
    fn reaches(&self, point: &Point<'_>, image: &[i64]) -> bool {
        let there = point.all(&self.map, image);
        there.is_some_and(|at| {
            point.is_in(&self.part.statement.domain, &at) == Some(true)
                && point.all(&self.part.map, &at).as_deref() == Some(image)
        })
    }
}

/// Which of several statements of the first function a statement of the second is likely a part of.
#[derive(Clone, Copy, PartialEq)]
enum Preference {
    First,
    /// The one that has the fewest parts yet.
    Unused,
}

struct Reordering<'f, 'a> {
    functions: [&'f Function; 2],
    may_contract: bool,
    asked: &'a mut Asked,
}

/// Checks that the second function is the first with its instances in another order that keeps every dependence.
pub fn check(functions: [&Function; 2], may_contract: bool, asked: &mut Asked) -> Refused<()> {
    if functions
        .iter()
        .any(|function| function.statements.len() > MOST_STATEMENTS)
    {
        return Err(format!("a function of more than {MOST_STATEMENTS} stores"));
    }
    let mut reordering = Reordering {
        functions,
        may_contract,
        asked,
    };
    // Where several statements store the same tree, which is which is a guess too.
    let outcome = reordering.with_images(Preference::First);
    match outcome {
        Ok(()) => Ok(()),
        Err(_) => reordering.with_images(Preference::Unused),
    }
}

impl<'f> Reordering<'f, '_> {
    fn with_images(&mut self, preference: Preference) -> Refused<()> {
        let [first, second] = self.functions;
        // Those that tell by themselves what they are come first, as hints for the others.
        let is_telling = |statement: &&Statement| {
            let mut originals = first.statements.iter();
            originals.any(|original| {
                Match::all(original, statement, self.may_contract)
                    .iter()
                    .any(|found| {
                        let mut unknowns = Unknowns::of(&original.domain);
                        unknowns.learn(&equations(found));
                        unknowns.all().is_some()
                    })
            })
        };
        let (telling, others): (Vec<&Statement>, Vec<&Statement>) =
            second.statements.iter().partition(is_telling);
        let mut images: Vec<Image<'_>> = Vec::new();
        for statement in telling.into_iter().chain(others) {
            let image = self.image(statement, preference, &images)?;
            images.push(image);
        }
        self.injective(&images)?;
        self.onto(&images)?;
        self.order(&images)
    }

    fn mapped(&self, map: &[AffineExpr], dims: &[Int]) -> Refused<Vec<Int>> {
        self.asked.sizes.encode_all(map, dims)
    }

    fn domain(&self, domain: &Domain, dims: &[Int]) -> Refused<Vec<Bool>> {
        self.asked.sizes.domain(domain, dims)
    }

    /// The statement of the first function that a statement of the second is a part of: every instance is the image of
    /// one that stores the same tree of the same cells.
    fn image(
        &mut self,
        statement: &'f Statement,
        preference: Preference,
        known: &[Image<'f>],
    ) -> Refused<Image<'f>> {
        let functions = self.functions;
        let mut originals: Vec<(usize, &'f Statement)> = functions[0].statements.iter().enumerate().collect();
        if preference == Preference::Unused {
            originals.sort_by_key(|(of, _)| known.iter().filter(|image| image.of == *of).count());
        }
        let matches = originals.into_iter().flat_map(|(of, original)| {
            let all = Match::all(original, statement, self.may_contract);
            all.into_iter().map(move |found| (of, original, found))
        });
        for (of, original, found) in matches.collect::<Vec<_>>() {
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
                if self.is_inside(original, statement, &found, &map)? {
                    return Ok(Image {
                        statement,
                        of,
                        found,
                        map,
                    });
                }
            }
        }
        Err("a store of the second function is none of the first".into())
    }

    fn is_inside(
        &mut self,
        original: &Statement,
        statement: &Statement,
        found: &Match<'_>,
        map: &[AffineExpr],
    ) -> Refused<bool> {
        let dims = variables("r", &statement.domain);
        let image = self.mapped(map, &dims)?;
        let domain = self.domain(&statement.domain, &dims)?;
        let mut same = vec![Bool::and(&self.domain(&original.domain, &image)?)];
        for [ours, theirs] in &found.equal {
            let [ours, theirs] =
                [(ours, &image), (theirs, &dims)].map(|(e, at)| self.asked.sizes.encode(e, at));
            same.push(ours?.eq(&theirs?));
        }
        for condition in same {
            let conditions = [&domain[..], &[condition.not()]].concat();
            if !self.asked.is_impossible(&conditions)? {
                return Ok(false);
            }
        }
        self.is_injective([(statement, map); 2])
    }

    /// No two instances of two statements have one image.
    fn is_injective(&mut self, [(a, first), (b, second)]: [(&Statement, &[AffineExpr]); 2]) -> Refused<bool> {
        let (x, y) = (variables("x", &a.domain), variables("y", &b.domain));
        let mut conditions = self.domain(&a.domain, &x)?;
        conditions.extend(self.domain(&b.domain, &y)?);
        let images = self.mapped(first, &x)?.into_iter().zip(self.mapped(second, &y)?);
        conditions.extend(images.map(|(x, y)| x.eq(&y)));
        if std::ptr::eq(a, b) {
            let different: Vec<Bool> = x.iter().zip(&y).map(|(x, y)| x.eq(y).not()).collect();
            conditions.push(Bool::or(&different));
        }
        self.asked.is_impossible(&conditions)
    }

    /// No two instances have one image: of one statement none have.
    fn injective(&mut self, images: &[Image<'_>]) -> Refused<()> {
        for (n, a) in images.iter().enumerate() {
            for b in images[n + 1..].iter().filter(|b| a.of == b.of) {
                if !self.is_injective([a, b].map(|image| (image.statement, &image.map[..])))? {
                    return Err("an instance may be executed twice".into());
                }
            }
        }
        Ok(())
    }

    /// Every instance is an image.
    fn onto(&mut self, images: &[Image<'_>]) -> Refused<()> {
        let first = self.functions[0];
        for (of, original) in first.statements.iter().enumerate() {
            let image = variables("o", &original.domain);
            let mut conditions = self.domain(&original.domain, &image)?;
            let parts = images.iter().filter(|part| part.of == of);
            let (mut likely, mut others) = (Vec::new(), Vec::new());
            for part in parts {
                let mut inverses = part.inverses().into_iter();
                likely.extend(inverses.next());
                others.extend(inverses);
            }
            loop {
                for Inverse { part, map } in likely.drain(..) {
                    let dims = self.mapped(&map, &image)?;
                    let mut reached = self.domain(&part.statement.domain, &dims)?;
                    let again = self.mapped(&part.map, &dims)?;
                    reached.extend(again.iter().zip(&image).map(|(a, b)| a.eq(b)));
                    conditions.push(Bool::and(&reached).not());
                }
                let Some([sizes, at, _]) = self.asked.example(&conditions, [&image, &[]])? else {
                    break;
                };
                let point = Point { sizes: &sizes };
                let reaching = others.iter().position(|inverse| inverse.reaches(&point, &at));
                match reaching {
                    Some(n) => likely.push(others.swap_remove(n)),
                    None => {
                        let reason = "an instance of the first function may not be executed by the second";
                        return Err(reason.into());
                    }
                }
            }
        }
        Ok(())
    }

    /// Accesses of one cell, one of them a store, are in the order of their images.
    fn order(&mut self, images: &[Image<'_>]) -> Refused<()> {
        for a in images {
            for b in images {
                self.pair(a, b)?;
            }
        }
        Ok(())
    }

    fn pair(&mut self, a: &Image<'_>, b: &Image<'_>) -> Refused<()> {
        let (x, y) = (
            variables("x", &a.statement.domain),
            variables("y", &b.statement.domain),
        );
        let mut domain = self.domain(&a.statement.domain, &x)?;
        domain.extend(self.domain(&b.statement.domain, &y)?);
        let (image_x, image_y) = (self.mapped(&a.map, &x)?, self.mapped(&b.map, &y)?);
        let originals = [a, b].map(|image| &self.functions[0].statements[image.of].domain);
        let (mut moved, mut mixed) = (Vec::new(), Vec::new());
        for (i, [first_a, second_a]) in a.found.accesses.iter().enumerate() {
            for (j, [first_b, second_b]) in b.found.accesses.iter().enumerate() {
                // The store of a statement is its first access.
                if i != 0 && j != 0 {
                    continue;
                }
                let touch = self.touches(second_a, second_b, &x, &y)?;
                if let (Array::Register(_), Array::Register(_)) = (second_a.array, second_b.array) {
                    let image = self.touches(first_a, first_b, &image_x, &image_y)?;
                    mixed.extend(differ(&touch, &image));
                }
                let Some(mut conditions) = touch else {
                    continue;
                };
                let before = |accesses: [&Access; 2], domains: [&Domain; 2], at: [&[Int]; 2]| {
                    let [first, second] = [0, 1].map(|n| Moment {
                        time: &accesses[n].time,
                        loops: &domains[n].loops,
                        at: at[n],
                    });
                    self.asked.sizes.before(&first, &second)
                };
                let was = before([first_a, first_b], originals, [&image_x, &image_y])?;
                let own = [&a.statement.domain, &b.statement.domain];
                let is = before([second_a, second_b], own, [&x, &y])?;
                conditions.extend([was, is.not()]);
                moved.push(Bool::and(&conditions));
            }
        }
        for (cases, reason) in [
            (mixed, "a value may be handed on to another iteration"),
            (moved, "two accesses of one cell may be in another order"),
        ] {
            let conditions = [&domain[..], &[Bool::or(&cases)]].concat();
            if !cases.is_empty() && !self.asked.is_impossible(&conditions)? {
                return Err(reason.into());
            }
        }
        Ok(())
    }

    /// What must hold for two accesses to touch one cell; `None` where they do not.
    fn touches(&self, a: &Access, b: &Access, x: &[Int], y: &[Int]) -> Refused<Option<Vec<Bool>>> {
        if a.array == Array::Executed {
            return Ok(None);
        }
        if a.array == b.array {
            let [a, b] =
                [(a, x), (b, y)].map(|(access, at)| self.asked.sizes.encode_all(&access.subscripts, at));
            return Ok(Some(a?.iter().zip(&b?).map(|(a, b)| a.eq(b)).collect()));
        }
        Ok(self.functions[0].may_overlap(a.array, b.array).then(Vec::new))
    }
}

fn equations(found: &Match<'_>) -> Vec<(AffineExpr, AffineExpr)> {
    let pairs = found.equal.iter();
    pairs
        .map(|[ours, theirs]| ((*ours).clone(), (*theirs).clone()))
        .collect()
}

/// The cases in which one pair of accesses touches one cell and another pair does not.
fn differ(touch: &Option<Vec<Bool>>, image: &Option<Vec<Bool>>) -> Vec<Bool> {
    let case = |(a, b): (&Option<Vec<Bool>>, &Option<Vec<Bool>>)| {
        let mut case = a.clone()?;
        case.extend(b.as_ref().map(|b| Bool::and(b).not()));
        Some(Bool::and(&case))
    };
    [(touch, image), (image, touch)]
        .into_iter()
        .filter_map(case)
        .collect()
}
