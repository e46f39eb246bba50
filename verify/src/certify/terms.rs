//! Guesses of which terms of two sums are the same.

use ovolo_certificate::Refused;
use ovolo_certificate::certificate::TermImage;
use ovolo_certificate::equal::{Comparison, Context, FIRST, Family, Node, Place, SECOND, Sums};
use ovolo_certificate::function::{Array, Operation, Value};
use ovolo_certificate::reductions::Reduction;
use ovolo_lang::affine::{AffineExpr, constant, dim};

use super::guesses::{MOST_PAIRS, completed, told};
use super::lemmas::{MOST_LIKENED, Search};
use super::solve::{Order, Unknowns, completions};

/// Maps that are tried for a family. Arbitrary.
const MOST_MAPS: usize = 8;

/// Terms of a family of the second sum that are tried for each of the first. Arbitrary.
const MOST_INVERSES: usize = 4;

/// Loads that are followed for the map of a family. Arbitrary.
const MOST_FOLLOWED: usize = 2;

/// Parts of a term that are looked at for what it reads. Arbitrary.
const MOST_PARTS: usize = 64;

impl Search {
    /// What may be maps from a family of the second sum to one of the first.
    pub(super) fn maps_of_terms<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        (inside, sums): (&Context, Sums),
        b: &Family<'f>,
        (number, a): (usize, &Family<'f>),
        order: &[usize],
    ) -> Refused<Vec<TermImage>> {
        let mut unknowns = Unknowns::of(&a.domain);
        for (n, known) in unknowns.known.iter_mut().enumerate().take(sums.known) {
            *known = Some(dim(n as u32));
        }
        let mut equations = told(&a.domain);
        for followed in 0..=MOST_FOLLOWED {
            for (&k, a) in order.iter().zip(&a.factors) {
                self.equations_of_places(comparison, &b.factors[k], a, followed, &mut equations)?;
            }
            unknowns.learn(&equations);
            if unknowns.all().is_some() {
                break;
            }
        }
        let mut maps = Vec::new();
        let mut guesses = completed(unknowns, &equations, &b.domain.loops, MOST_MAPS);
        let own: Vec<_> = guesses
            .iter()
            .map(|map| in_own_variables(map, b, sums.known))
            .collect();
        guesses.extend(
            own.into_iter()
                .filter(|map| !guesses.contains(map))
                .collect::<Vec<_>>(),
        );
        for map in guesses {
            if self.reads_the_same(comparison, inside, b, (a, &map), order)? {
                maps.push(map);
            }
        }
        let image = |map| TermImage {
            family: number,
            order: order.to_vec(),
            map,
        };
        Ok(maps.into_iter().map(image).collect())
    }

    /// Whether factors that read one array read one cell of it, which is so of most that are equal.
    fn reads_the_same<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        inside: &Context,
        b: &Family<'f>,
        (a, map): (&Family<'f>, &[AffineExpr]),
        order: &[usize],
    ) -> Refused<bool> {
        for (&k, a) in order.iter().zip(&a.factors) {
            if !self.may_equal(comparison, (inside, map), [&b.factors[k], a], MOST_LIKENED)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two values, the second of which a map takes to the context, may be equal as far as the cells tell that they read.
    fn may_equal<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        (inside, map): (&Context, &[AffineExpr]),
        [second, first]: [&Place<'f>; 2],
        depth: usize,
    ) -> Refused<bool> {
        let cells = [second, first].map(|place| self.cell(comparison, place));
        match (&cells, &second.node, &first.node) {
            ([Some((x, b)), Some((y, a))], _, _) if x == y => comparison.takes(inside, a, map, b),
            (_, Node::Value(Value::Op(b)), Node::Value(Value::Op(a))) if b.key == a.key && depth > 0 => {
                let parts = |place: &Place<'f>, op: &'f Operation| match op.is_commutative {
                    true => leaves(place, op),
                    false => op.operands.iter().map(|value| place.value(value)).collect(),
                };
                let [seconds, firsts] = [parts(second, b), parts(first, a)];
                for (n, b) in seconds.iter().enumerate() {
                    let partners = match a.is_commutative {
                        true => &firsts[..],
                        false => firsts.get(n..n + 1).unwrap_or_default(),
                    };
                    let mut is_found = false;
                    for a in partners {
                        is_found =
                            is_found || self.may_equal(comparison, (inside, map), [b, a], depth - 1)?;
                    }
                    if !is_found {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            ([Some((array, _)), None], _, Node::Value(Value::Op(op))) => Ok(!is_of_another(
                comparison.functions[SECOND].accumulates(*array),
                op,
            )),
            ([None, Some((array, _))], Node::Value(Value::Op(op)), _) => Ok(!is_of_another(
                comparison.functions[FIRST].accumulates(*array),
                op,
            )),
            _ => Ok(true),
        }
    }

    /// The cell of an argument that a place reads, where it has one source alone.
    fn cell<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        place: &Place<'f>,
    ) -> Option<(Array, Vec<AffineExpr>)> {
        let (mut statement, mut at) = (place.statement, place.at.clone());
        let mut value = match &place.node {
            Node::Value(value) => *value,
            Node::Stored => &comparison.statement(place.side, statement).value,
            Node::Cell(array, cell) => return Some((*array, cell.clone())),
        };
        for _ in 0..=MOST_FOLLOWED {
            let Value::Load(access) = value else { return None };
            let moved = |exprs: &[AffineExpr]| exprs.iter().map(|expr| expr.replace(&at, &[])).collect();
            if let Array::Argument(_) = access.array {
                return Some((access.array, moved(&access.subscripts)));
            }
            let sources = comparison.sources(self, place.side, statement, access).ok()?;
            let [source] = &sources[..] else { return None };
            at = moved(&source.at);
            statement = source.statement;
            value = &comparison.statement(place.side, statement).value;
        }
        None
    }

    fn equations_of_places<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        second: &Place<'f>,
        first: &Place<'f>,
        followed: usize,
        found: &mut Vec<(AffineExpr, AffineExpr)>,
    ) -> Refused<()> {
        if let (Node::Cell(x, b), Node::Cell(y, a)) = (&second.node, &first.node) {
            if x == y {
                found.extend(a.iter().cloned().zip(b.iter().cloned()));
            }
            return Ok(());
        }
        let value = |comparison: &Comparison<'f, '_>, place: &Place<'f>| match place.node {
            Node::Value(value) => Some(value),
            Node::Stored => Some(&comparison.statement(place.side, place.statement).value),
            Node::Cell(..) => None,
        };
        if let (Some(b), Some(a)) = (value(comparison, second), value(comparison, first))
            && self.is_alike(
                comparison,
                (second.statement, b),
                (first.statement, a),
                MOST_LIKENED,
            )?
        {
            let second = (second.statement, second.at.clone(), b);
            let first = (first.statement, first.at.clone(), a);
            self.pairs_left = MOST_PAIRS;
            return self.equations(comparison, &second, &first, followed, found);
        }
        // Of values that are written otherwise, as `a < b` and `a - b < 0`, what they read of each array alone tells.
        let [seconds, firsts] = [second, first].map(|place| self.reads(comparison, place));
        for (array, b) in &seconds {
            let [b_once, a_once] = [&seconds, &firsts].map(|all| {
                let mut same = all.iter().filter(|(other, _)| other == array);
                same.next()
                    .filter(|(_, cell)| same.all(|(_, other)| other == cell))
            });
            if let (Some(_), Some((_, a))) = (b_once, a_once) {
                found.extend(a.iter().cloned().zip(b.iter().cloned()));
            }
        }
        Ok(())
    }

    /// The cells of arguments that a value is computed from, as far as each has one source.
    fn reads<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        place: &Place<'f>,
    ) -> Vec<(Array, Vec<AffineExpr>)> {
        let (mut pending, mut found) = (vec![place.clone()], Vec::new());
        for _ in 0..MOST_PARTS {
            let Some(place) = pending.pop() else { break };
            match place.node {
                Node::Value(Value::Op(op)) => {
                    pending.extend(op.operands.iter().map(|value| place.value(value)))
                }
                _ => found.extend(self.cell(comparison, &place)),
            }
        }
        found
    }

    /// What may be inverses of the map of a family.
    pub(super) fn inverses_of_terms(
        &mut self,
        sums: Sums,
        (number, b): (usize, &Family<'_>),
        image: &TermImage,
    ) -> Vec<Vec<AffineExpr>> {
        let known = sums.known;
        let own = (0..image.map.len()).map(|n| dim(n as u32));
        let images = image.map.iter().cloned().zip(own).skip(known);
        let equations: Vec<(AffineExpr, AffineExpr)> = images.chain(told(&b.domain)).collect();
        let mut all = Vec::new();
        for mut unknowns in Unknowns::of_each_begin(&b.domain) {
            for (n, variable) in unknowns.known.iter_mut().enumerate().take(known) {
                *variable = Some(dim(n as u32));
            }
            let choices = |unknowns: &Unknowns<'_>, variable: usize| {
                [unknowns.least(variable), unknowns.greatest(variable)].concat()
            };
            let mut inverses = Vec::new();
            completions(
                unknowns,
                &equations,
                &choices,
                Order::Outermost,
                MOST_INVERSES,
                &mut inverses,
            );
            all.extend(
                inverses
                    .into_iter()
                    .filter(|inverse| !all.contains(inverse))
                    .collect::<Vec<_>>(),
            );
        }
        let terms = self.found.terms.entry(sums.pair).or_default();
        for inverse in &all {
            let inverse = (number, inverse.clone());
            if !terms.inverses.contains(&inverse) {
                terms.inverses.push(inverse);
            }
        }
        all
    }
}

/// The operands of an operation, and of those of its kind that are its operands.
fn leaves<'f>(place: &Place<'f>, op: &'f Operation) -> Vec<Place<'f>> {
    let (mut pending, mut found): (Vec<&'f Value>, _) = (op.operands.iter().collect(), Vec::new());
    while let Some(value) = pending.pop() {
        match value {
            Value::Op(inner) if inner.key == op.key => pending.extend(&inner.operands),
            value => found.push(place.value(value)),
        }
    }
    found
}

/// Whether what is computed by an operation is no sum of updates by another.
fn is_of_another(reduction: Option<Reduction>, op: &Operation) -> bool {
    reduction.is_some_and(|reduction| !reduction.is(&op.key))
}

/// A map of a family in which what conditions say of the variables around it stands in their place.
fn in_own_variables(map: &[AffineExpr], b: &Family<'_>, known: usize) -> Vec<AffineExpr> {
    let mut values: Vec<AffineExpr> = (0..b.dims.len()).map(|n| dim(n as u32)).collect();
    for (expr, _) in told(&b.domain) {
        for (n, value) in values.iter_mut().enumerate().take(known) {
            let variable = dim(n as u32);
            let rest = expr.replace_leaves(&|leaf| (*leaf == variable).then(|| constant(0)));
            if (&expr + &(&rest * &constant(-1))).simplified() == (&variable * &constant(-1)).simplified() {
                *value = rest;
            }
        }
    }
    let moved = map.iter().skip(known).map(|expr| expr.replace(&values, &[]));
    map.iter().take(known).cloned().chain(moved).collect()
}
