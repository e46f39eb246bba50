//! Whether a map of instances is a witness that two functions are equal: the conditions of the theorem, each asked of z3.

use ovolo_lang::affine::AffineExpr;
use z3::ast::{Bool, Int};
use z3::{Params, SatResult, Solver};

use super::Refused;
use super::program::{Array, Function, Statement, Symbols};
use super::terms::{Sizes, before};
use super::witness::{Hint, Match, guesses, inverse};

/// Work of z3 for one question, in units of its `rlimit`. Arbitrary: most questions take a hundredth.
const STEPS: u32 = 20_000_000;

/// Questions to z3 for one pair of functions. Arbitrary.
const MOST_QUESTIONS: usize = 4_000;

/// Of a statement of the second function: the statement of the first that it is a part of, and the map of its instances.
struct Image<'f> {
    statement: &'f Statement,
    of: usize,
    found: Match<'f>,
    map: Vec<AffineExpr>,
}

struct Checker<'f> {
    first: &'f Function,
    second: &'f Function,
    sizes: Sizes,
    questions: usize,
}

/// Checks that the second function is the first with its instances in another order that keeps every dependence.
pub fn check(first: &Function, second: &Function, symbols: &Symbols) -> Refused<()> {
    let mut checker = Checker {
        first,
        second,
        sizes: Sizes::new(symbols),
        questions: 0,
    };
    checker.speculative_loads()?;
    let mut outcome = Ok(());
    // Where several statements store the same tree, which is which is a guess too.
    for preference in [Preference::First, Preference::Unused] {
        outcome = checker.with_images(preference);
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

/// Which of several statements of the first function a statement of the second is likely a part of.
#[derive(Clone, Copy, PartialEq)]
enum Preference {
    First,
    /// The one that has the fewest parts yet.
    Unused,
}

impl<'f> Checker<'f> {
    fn with_images(&mut self, preference: Preference) -> Refused<()> {
        // Those that tell by themselves what they are come first, as hints for the others.
        let is_telling = |statement: &&Statement| {
            let originals = self.first.statements.iter();
            let mut matches = originals.filter_map(|first| Some((Match::of(first, statement)?, first)));
            matches.any(|(found, first)| found.is_telling(first))
        };
        let (telling, others): (Vec<&Statement>, Vec<&Statement>) =
            self.second.statements.iter().partition(is_telling);
        let mut images: Vec<Image<'_>> = Vec::new();
        for statement in telling.into_iter().chain(others) {
            let image = self.image(statement, preference, &images)?;
            images.push(image);
        }
        self.injective(&images)?;
        self.onto(&images)?;
        self.order(&images)
    }

    /// Whether no values of the sizes and variables satisfy all conditions.
    fn is_impossible(&mut self, conditions: &[Bool]) -> Refused<bool> {
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            return Err(format!("more than {MOST_QUESTIONS} questions"));
        }
        let solver = Solver::new_for_logic("QF_LIA").ok_or("z3 knows no integers")?;
        let mut params = Params::new();
        params.set_u32("rlimit", STEPS);
        solver.set_params(&params);
        self.sizes
            .known
            .iter()
            .chain(conditions)
            .for_each(|c| solver.assert(c));
        Ok(solver.check() == SatResult::Unsat)
    }

    fn encode(&self, expr: &AffineExpr, dims: &[Int]) -> Refused<Int> {
        self.sizes
            .encode(expr, dims)
            .ok_or_else(|| "an expression that is not modelled".into())
    }

    fn domain(&self, statement: &Statement, dims: &[Int]) -> Refused<Vec<Bool>> {
        self.sizes
            .domain(&statement.loops, &statement.guards, dims)
            .ok_or_else(|| "bounds that are not modelled".into())
    }

    fn mapped(&self, map: &[AffineExpr], dims: &[Int]) -> Refused<Vec<Int>> {
        map.iter().map(|expr| self.encode(expr, dims)).collect()
    }

    /// Loads that the first function need not execute are inside their arrays.
    fn speculative_loads(&mut self) -> Refused<()> {
        for load in &self.second.speculative {
            let dims = variables("r", load.loops.len());
            let domain = self.sizes.domain(&load.loops, &load.guards, &dims);
            let domain = domain.ok_or("bounds that are not modelled")?;
            for (subscript, extent) in load.subscripts.iter().zip(&load.extents) {
                let (subscript, extent) = (self.encode(subscript, &dims)?, self.encode(extent, &dims)?);
                let inside = subscript.ge(0) & subscript.lt(&extent);
                let conditions = [&domain[..], &[inside.not()]].concat();
                if !self.is_impossible(&conditions)? {
                    return Err("a load that is hoisted may be outside its array".into());
                }
            }
        }
        Ok(())
    }

    /// The statement of the first function that a statement of the second is a part of: every instance is the image of
    /// one that stores the same tree of the same cells.
    fn image(
        &mut self,
        statement: &'f Statement,
        preference: Preference,
        known: &[Image<'f>],
    ) -> Refused<Image<'f>> {
        let first = self.first;
        let hints: Vec<Hint<'_>> = known
            .iter()
            .map(|image| Hint {
                first: &first.statements[image.of],
                second: image.statement,
                map: image.map.clone(),
            })
            .collect();
        let mut originals: Vec<(usize, &Statement)> = first.statements.iter().enumerate().collect();
        if preference == Preference::Unused {
            originals.sort_by_key(|(of, _)| known.iter().filter(|image| image.of == *of).count());
        }
        for (of, original) in originals {
            let Some(found) = Match::of(original, statement) else {
                continue;
            };
            for map in guesses(&found, original, statement, &hints) {
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
        let dims = variables("r", statement.loops.len());
        let image = self.mapped(map, &dims)?;
        let domain = self.domain(statement, &dims)?;
        let inside = Bool::and(&self.domain(original, &image)?);
        let mut same = vec![inside];
        for [ours, theirs] in &found.equal {
            same.push(self.encode(ours, &image)?.eq(&self.encode(theirs, &dims)?));
        }
        for condition in same {
            let conditions = [&domain[..], &[condition.not()]].concat();
            if !self.is_impossible(&conditions)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// No two instances have one image.
    fn injective(&mut self, images: &[Image<'_>]) -> Refused<()> {
        for (n, a) in images.iter().enumerate() {
            for (m, b) in images.iter().enumerate().skip(n).filter(|(_, b)| a.of == b.of) {
                let (x, y) = (
                    variables("x", a.statement.loops.len()),
                    variables("y", b.statement.loops.len()),
                );
                let mut conditions = self.domain(a.statement, &x)?;
                conditions.extend(self.domain(b.statement, &y)?);
                let images = self.mapped(&a.map, &x)?.into_iter().zip(self.mapped(&b.map, &y)?);
                conditions.extend(images.map(|(x, y)| x.eq(&y)));
                if n == m {
                    let different: Vec<Bool> = x.iter().zip(&y).map(|(x, y)| x.eq(y).not()).collect();
                    conditions.push(Bool::or(&different));
                }
                if !self.is_impossible(&conditions)? {
                    return Err("an instance may be executed twice".into());
                }
            }
        }
        Ok(())
    }

    /// Every instance is an image.
    fn onto(&mut self, images: &[Image<'_>]) -> Refused<()> {
        for (of, original) in self.first.statements.iter().enumerate() {
            let image = variables("o", original.loops.len());
            let mut conditions = self.domain(original, &image)?;
            for part in images.iter().filter(|part| part.of == of) {
                let Some(dims) = inverse(&part.map, &part.statement.loops, &image, &self.sizes) else {
                    continue;
                };
                let mut reached = self.domain(part.statement, &dims)?;
                let again = self.mapped(&part.map, &dims)?;
                reached.extend(again.iter().zip(&image).map(|(a, b)| a.eq(b)));
                conditions.push(Bool::and(&reached).not());
            }
            if !self.is_impossible(&conditions)? {
                return Err("an instance of the first function may not be executed by the second".into());
            }
        }
        Ok(())
    }

    /// Accesses of one cell, one of them a store, are in the order of their images.
    fn order(&mut self, images: &[Image<'_>]) -> Refused<()> {
        for a in images {
            for b in images {
                let (x, y) = (
                    variables("x", a.statement.loops.len()),
                    variables("y", b.statement.loops.len()),
                );
                let mut domain = self.domain(a.statement, &x)?;
                domain.extend(self.domain(b.statement, &y)?);
                let (image_x, image_y) = (self.mapped(&a.map, &x)?, self.mapped(&b.map, &y)?);
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
                        let originals = &self.first.statements[a.of].loops;
                        let was = before(&first_a.time, &first_b.time, originals, &image_x, &image_y);
                        let is = before(&second_a.time, &second_b.time, &a.statement.loops, &x, &y);
                        conditions.extend([was, is.not()]);
                        moved.push(Bool::and(&conditions));
                    }
                }
                for (cases, reason) in [
                    (mixed, "a value may be handed on to another iteration"),
                    (moved, "two accesses of one cell may be in another order"),
                ] {
                    let conditions = [&domain[..], &[Bool::or(&cases)]].concat();
                    if !cases.is_empty() && !self.is_impossible(&conditions)? {
                        return Err(reason.into());
                    }
                }
            }
        }
        Ok(())
    }

    /// What must hold for two accesses to touch one cell; `None` where they do not. Arguments may lie anywhere, unless one
    /// is `llvm.noalias`.
    fn touches(
        &self,
        a: &super::program::Access,
        b: &super::program::Access,
        x: &[Int],
        y: &[Int],
    ) -> Refused<Option<Vec<Bool>>> {
        if a.array == b.array {
            let pairs = a.subscripts.iter().zip(&b.subscripts);
            let equal = pairs.map(|(a, b)| Ok(self.encode(a, x)?.eq(&self.encode(b, y)?)));
            return Ok(Some(equal.collect::<Refused<_>>()?));
        }
        let (Array::Argument(i), Array::Argument(j)) = (a.array, b.array) else {
            return Ok(None);
        };
        let is_apart = |i: usize| self.first.arguments.get(i).copied().flatten() == Some(true);
        Ok((!is_apart(i) && !is_apart(j)).then(Vec::new))
    }
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

fn variables(prefix: &str, count: usize) -> Vec<Int> {
    (0..count)
        .map(|i| Int::new_const(format!("{prefix}{i}")))
        .collect()
}
