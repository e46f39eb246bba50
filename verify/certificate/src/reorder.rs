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

use ovolo_lang::affine::{AffineExpr, Constraint};
use z3::ast::{Bool, Int};

use super::ask::Asked;
use super::certificate::{Instance, Reordering, fits, unfit};
use super::function::{Access, Array, Domain, Function, Guard, Statement, Value};
use super::operands::pairings;
use super::sources::variables;
use super::terms::{Moment, Point};
use super::{Overlap, Refused};

/// Statements beyond which each is not compared with each. Arbitrary.
const MOST_STATEMENTS: usize = 400;

/// Places of arguments that are told as those at which the functions may differ. Arbitrary.
const MOST_OVERLAPS: usize = 8;

/// Why no map is one of all instances.
pub const NOT_ONTO: &str = "an instance of the first function may not be executed by the second";

/// Ways in which two trees are the same, for sums of products that commute. Arbitrary.
const MOST_MATCHES: usize = 8;

/// Places in two values that are the same tree.
#[derive(Clone)]
pub struct Match<'f> {
    /// The accesses of both, the store first.
    accesses: Vec<[&'f Access; 2]>,
    /// Expressions that must be equal, of both.
    pub equal: Vec<[&'f AffineExpr; 2]>,
}

impl<'f> Match<'f> {
    /// The ways in which two statements store the same tree into the same array.
    pub fn all(first: &'f Statement, second: &'f Statement, may_contract: bool) -> Vec<Match<'f>> {
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

    /// The conditions of two choices are the same where the expressions in them are equal.
    fn guards(&mut self, second: &'f Guard, first: &'f Guard) -> Option<()> {
        let (b, a) = match (second, first) {
            (Guard::All(b), Guard::All(a)) | (Guard::NotAll(b), Guard::NotAll(a)) => (b, a),
            _ => return None,
        };
        let kinds = |all: &[Constraint]| {
            all.iter()
                .map(|constraint| constraint.is_equality)
                .collect::<Vec<_>>()
        };
        let exprs = a.iter().zip(b).map(|(a, b)| [&a.expr, &b.expr]);
        (kinds(a) == kinds(b)).then(|| self.equal.extend(exprs))
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
            (Value::Choice(b), Value::Choice(a)) if self.guards(&b.0, &a.0).is_some() => {
                let found = self.values(&b.1, &a.1, may_contract).into_iter();
                let found = found.flat_map(|known| known.values(&b.2, &a.2, may_contract));
                return found.take(MOST_MATCHES).collect();
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
struct Part<'f> {
    statement: &'f Statement,
    of: usize,
    found: Match<'f>,
    map: &'f [AffineExpr],
}

/// Two functions, one of which may be the other in another order.
pub struct Reordered<'f, 'a> {
    pub functions: [&'f Function; 2],
    pub may_contract: bool,
    pub asked: &'a mut Asked,
}

impl<'f, 'a> Reordered<'f, 'a> {
    /// Two functions that are compared; none that are too large for it.
    pub fn of(
        functions: [&'f Function; 2],
        may_contract: bool,
        asked: &'a mut Asked,
    ) -> Refused<Reordered<'f, 'a>> {
        if functions
            .iter()
            .any(|function| function.statements.len() > MOST_STATEMENTS)
        {
            return Err(format!("a function of more than {MOST_STATEMENTS} stores"));
        }
        Ok(Reordered {
            functions,
            may_contract,
            asked,
        })
    }

    /// Checks that the second function is the first with its instances in another order that keeps every dependence.
    pub fn check(&mut self, claimed: &'f Reordering) -> Refused<()> {
        let [first, second] = self.functions;
        if claimed.images.len() != second.statements.len() {
            return Err(unfit("not every statement has an image"));
        }
        let mut parts = Vec::new();
        for (statement, image) in second.statements.iter().zip(&claimed.images) {
            let (of, map) = (image.of.statement, &image.of.at);
            let original = first.statements.get(of);
            let original = original.ok_or_else(|| unfit("an image that is no statement"))?;
            fits(map, original.domain.loops.len(), statement.domain.loops.len())?;
            let ways = Match::all(original, statement, self.may_contract);
            let found = ways.into_iter().nth(image.way);
            let found = found.ok_or_else(|| unfit("a statement whose image stores another tree"))?;
            if !self.is_inside(original, statement, &found, map)? {
                return Err("a store of the second function is none of the first".into());
            }
            parts.push(Part {
                statement,
                of,
                found,
                map,
            });
        }
        self.injective(&parts)?;
        self.onto(&parts, claimed)?;
        self.order(&parts)
    }

    fn mapped(&self, map: &[AffineExpr], dims: &[Int]) -> Refused<Vec<Int>> {
        self.asked.sizes.encode_all(map, dims)
    }

    pub fn domain(&self, domain: &Domain, dims: &[Int]) -> Refused<Vec<Bool>> {
        self.asked.sizes.domain(domain, dims)
    }

    /// Whether every instance of a statement goes to one that stores the same tree of the same cells.
    pub fn is_inside(
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
    fn injective(&mut self, parts: &[Part<'_>]) -> Refused<()> {
        for (n, a) in parts.iter().enumerate() {
            for b in parts[n + 1..].iter().filter(|b| a.of == b.of) {
                if !self.is_injective([a, b].map(|part| (part.statement, part.map)))? {
                    return Err("an instance may be executed twice".into());
                }
            }
        }
        Ok(())
    }

    /// Every instance is an image.
    fn onto(&mut self, parts: &[Part<'_>], claimed: &Reordering) -> Refused<()> {
        for (of, original) in self.functions[0].statements.iter().enumerate() {
            let image = variables("o", &original.domain);
            let mut conditions = self.domain(&original.domain, &image)?;
            for inverse in claimed.inverses.get(&of).into_iter().flatten() {
                let part = parts.get(inverse.statement).filter(|part| part.of == of);
                let part = part.ok_or_else(|| unfit("an inverse of another map"))?;
                conditions.push(self.unreached((part.statement, part.map), inverse, &image)?);
            }
            if !self.asked.is_impossible(&conditions)? {
                return Err(NOT_ONTO.into());
            }
        }
        Ok(())
    }

    /// The condition that an instance of the first function is not the image, by a map, of an instance of the second.
    pub fn unreached(
        &self,
        (statement, map): (&Statement, &[AffineExpr]),
        inverse: &Instance,
        image: &[Int],
    ) -> Refused<Bool> {
        fits(&inverse.at, statement.domain.loops.len(), image.len())?;
        let dims = self.mapped(&inverse.at, image)?;
        let mut reached = self.domain(&statement.domain, &dims)?;
        let again = self.mapped(map, &dims)?;
        reached.extend(again.iter().zip(image).map(|(a, b)| a.eq(b)));
        Ok(Bool::and(&reached).not())
    }

    /// Accesses of one cell, one of them a store, are in the order of their images.
    fn order(&mut self, parts: &[Part<'_>]) -> Refused<()> {
        let mut outcome = Ok(());
        for (a, b) in parts.iter().flat_map(|a| parts.iter().map(move |b| (a, b))) {
            let Err(reason) = self.pair(a, b) else { continue };
            outcome = outcome.and(Err(reason));
            // Of arguments that overlap it is told where they do: not each dependence makes a difference.
            let is_told = self.asked.overlaps().len() >= MOST_OVERLAPS;
            if is_told || !self.functions[0].shares() {
                break;
            }
        }
        outcome
    }

    fn pair(&mut self, a: &Part<'_>, b: &Part<'_>) -> Refused<()> {
        let (x, y) = (
            variables("x", &a.statement.domain),
            variables("y", &b.statement.domain),
        );
        let mut domain = self.domain(&a.statement.domain, &x)?;
        domain.extend(self.domain(&b.statement.domain, &y)?);
        let (image_x, image_y) = (self.mapped(a.map, &x)?, self.mapped(b.map, &y)?);
        let originals = [a, b].map(|part| &self.functions[0].statements[part.of].domain);
        let (mut moved, mut mixed, mut apart) = (Vec::new(), Vec::new(), Vec::new());
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
                if let (Array::Argument(a), Array::Argument(b)) = (second_a.array, second_b.array)
                    && a != b
                {
                    apart.push((Bool::and(&conditions), [(a, *second_a), (b, *second_b)]));
                }
            }
        }
        for (cases, reason) in [
            (mixed, "a value may be handed on to another iteration"),
            (moved, "two accesses of one cell may be in another order"),
        ] {
            let conditions = [&domain[..], &[Bool::or(&cases)]].concat();
            if !cases.is_empty() && !self.asked.is_impossible(&conditions)? {
                self.suspect(&domain, &apart, [&x, &y]);
                return Err(reason.into());
            }
        }
        Ok(())
    }

    /// Notes where two accesses of different arguments are in another order than those of the first function, if they are.
    fn suspect(&mut self, domain: &[Bool], apart: &[(Bool, [(usize, &Access); 2])], [x, y]: [&[Int]; 2]) {
        for (case, [(a, at), (b, of)]) in apart {
            let conditions = [domain, std::slice::from_ref(case)].concat();
            if self.asked.is_impossible(&conditions) != Ok(false) {
                continue;
            }
            self.asked.suspect_overlap(&conditions, [x, y], |[sizes, x, y]| {
                let point = Point { sizes };
                let cells = [point.all(&at.subscripts, x)?, point.all(&of.subscripts, y)?];
                Some(Overlap {
                    arguments: [*a, *b],
                    cells,
                })
            });
            return;
        }
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
