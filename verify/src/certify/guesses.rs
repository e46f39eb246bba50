//! Guesses of maps between statements that compute alike. What they say is checked by who asks for them.

use std::collections::HashSet;
use std::rc::Rc;

use ovolo_certificate::Refused;
use ovolo_certificate::certificate::Source;
use ovolo_certificate::equal::{Comparison, Context, FIRST, Place, SECOND};
use ovolo_certificate::function::{Access, Array, Domain, Guard, Loop, Operation, Value};
use ovolo_certificate::operands::pairings;
use ovolo_lang::affine::{AffineExpr, constant, dim};

use super::lemmas::{MOST_LIKENED, Search};
use super::solve::{Order, Unknowns, completions};

/// Maps that are tried for a lemma. Arbitrary.
const MOST_GUESSES: usize = 24;

/// Maps that are tried for a lemma before loads are followed. Arbitrary.
const MOST_AT_ONCE: usize = 4;

/// Pairs of ends of choices of which each may tell something. Arbitrary.
const FEW_ENDS: usize = 4;

/// Loads that are followed for equations. Arbitrary.
const MOST_FOLLOWED: usize = 4;

/// Pairs of values that are looked at for the equations of one guess. Arbitrary: those that loads are far from tell little.
pub(super) const MOST_PAIRS: usize = 2000;

/// What a value may be when copies are followed: what an array held in the beginning, or a value of a statement.
enum Origin<'f> {
    Array(Array),
    Value(usize, &'f Value),
}

/// Copies that are followed for an origin. Arbitrary.
const ORIGINS: usize = 3;

impl Search {
    /// Whether all pairs of values of two statements may be computed alike.
    pub(super) fn are_alike<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        pairs: &[[&'f Value; 2]],
        [u, t]: [usize; 2],
        depth: usize,
    ) -> Refused<bool> {
        for [b, a] in pairs {
            if !self.is_alike(comparison, (u, b), (t, a), depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What a load may read: the values of its sources, with their instances as expressions of the variables of the load.
    fn behind<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        side: usize,
        statement: usize,
        access: &'f Rc<Access>,
    ) -> Vec<(usize, Vec<AffineExpr>, &'f Value)> {
        let Ok(sources) = comparison.sources(self, side, statement, access) else {
            return Vec::new();
        };
        let of = |source: &Source| {
            let value = &comparison.statement(side, source.statement).value;
            (source.statement, source.at.clone(), value)
        };
        sources.iter().map(of).collect()
    }

    /// Whether two values, of a statement of the second function and of one of the first, may be computed alike, as far as
    /// their operations and the arrays of the arguments tell.
    pub(super) fn is_alike<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        second: (usize, &'f Value),
        first: (usize, &'f Value),
        depth: usize,
    ) -> Refused<bool> {
        let key = [second, first].map(|(statement, value)| (statement, std::ptr::from_ref(value) as usize));
        if let Some(&known) = self.alike.get(&(key, depth)) {
            return Ok(known);
        }
        let is_alike = self.is_alike_here(comparison, second, first, depth)?;
        self.alike.insert((key, depth), is_alike);
        Ok(is_alike)
    }

    fn is_alike_here<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        second: (usize, &'f Value),
        first: (usize, &'f Value),
        depth: usize,
    ) -> Refused<bool> {
        match (second.1, first.1) {
            (Value::OneOf(..), _) | (_, Value::OneOf(..)) => Ok(true),
            (Value::Choice(_), _) | (_, Value::Choice(_)) => {
                let first_ends = ends(first.1);
                for b in ends(second.1) {
                    for &a in &first_ends {
                        if self.is_alike(comparison, (second.0, b), (first.0, a), depth)? {
                            return Ok(true);
                        }
                    }
                }
                Ok(false)
            }
            (b, a)
                if comparison
                    .reduction_of(SECOND, b)
                    .is_some_and(|of| comparison.reduction_of(FIRST, a) == Some(of)) =>
            {
                Ok(true)
            }
            (Value::Op(b), Value::Op(a)) => {
                let (b, a): (&'f Operation, &'f Operation) = (b, a);
                if depth == 0 {
                    return Ok(true);
                }
                for pairs in pairings(b, a, comparison.model.contract) {
                    if self.are_alike(comparison, &pairs, [second.0, first.0], depth - 1)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (Value::Load(b), Value::Load(a)) if b.array == a.array => Ok(true),
            (Value::Load(_), _) | (_, Value::Load(_)) if depth == 0 => Ok(true),
            (Value::Load(_), _) | (_, Value::Load(_)) => {
                let b = self.origins(comparison, SECOND, second, &mut Vec::new(), ORIGINS);
                let a = self.origins(comparison, FIRST, first, &mut Vec::new(), ORIGINS);
                for b in &b {
                    for a in &a {
                        let is_alike = match (b, a) {
                            (Origin::Array(b), Origin::Array(a)) => a == b,
                            (Origin::Value(u, b), Origin::Value(t, a)) => {
                                self.is_alike(comparison, (*u, b), (*t, a), depth - 1)?
                            }
                            _ => false,
                        };
                        if is_alike {
                            return Ok(true);
                        }
                    }
                }
                Ok(false)
            }
            (Value::Argument(b), Value::Argument(a)) => Ok(a == b),
            (Value::Index(_), Value::Index(_)) => Ok(true),
            _ => Ok(false),
        }
    }

    /// What a value may be when copies are followed. In memory that is anything that some statement stores there: which one it is takes
    /// z3 long where an array is updated in place. `seen` are the arrays that were followed so.
    fn origins<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        side: usize,
        (statement, value): (usize, &'f Value),
        seen: &mut Vec<Array>,
        depth: usize,
    ) -> Vec<Origin<'f>> {
        match value {
            Value::Load(access) => {
                let mut all = Vec::new();
                if let Array::Argument(_) = access.array {
                    all.push(Origin::Array(access.array));
                }
                if depth == 0 || seen.contains(&access.array) {
                    return all;
                }
                let stored: Vec<(usize, &'f Value)> = match access.array {
                    Array::Register(_) => {
                        let behind = self.behind(comparison, side, statement, access);
                        behind
                            .into_iter()
                            .map(|(source, _, value)| (source, value))
                            .collect()
                    }
                    array => {
                        seen.push(array);
                        let statements = comparison.functions[side].statements.iter().enumerate();
                        let into = statements.filter(|(_, statement)| statement.target.array == array);
                        into.map(|(number, statement)| (number, &statement.value))
                            .collect()
                    }
                };
                for stored in stored {
                    all.extend(self.origins(comparison, side, stored, seen, depth - 1));
                }
                all
            }
            Value::Choice(choice) => {
                let mut all = self.origins(comparison, side, (statement, &choice.1), seen, depth);
                all.extend(self.origins(comparison, side, (statement, &choice.2), seen, depth));
                all
            }
            Value::OneOf(_, values) => match values.first() {
                Some(value) => self.origins(comparison, side, (statement, value), seen, depth),
                None => Vec::new(),
            },
            value => vec![Origin::Value(statement, value)],
        }
    }

    /// The ways in which two operations may be equal, those first of whose operands most have the same fingerprints.
    pub(super) fn likely_in<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        context: &Context,
        (second, b): (&Place<'f>, &'f Operation),
        (first, a): (&Place<'f>, &'f Operation),
    ) -> Refused<Vec<usize>> {
        let ways = pairings(b, a, comparison.model.contract);
        let mut same = vec![0; ways.len()];
        for (way, pairs) in ways.iter().enumerate().filter(|_| ways.len() > 1) {
            for [b, a] in pairs {
                let b = comparison.fingerprint(self, context, second, b)?;
                same[way] += usize::from(b == comparison.fingerprint(self, context, first, a)?);
            }
        }
        let mut likely = self.likely(comparison, (second.statement, b), (first.statement, a))?;
        likely.sort_by_key(|&way| std::cmp::Reverse(same[way]));
        Ok(likely)
    }

    /// The ways in which two operations may be equal, of a statement of the second function and of one of the first, the
    /// likeliest first.
    pub(super) fn likely<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        (u, b): (usize, &'f Operation),
        (t, a): (usize, &'f Operation),
    ) -> Refused<Vec<usize>> {
        let mut likely = Vec::new();
        let mut others = Vec::new();
        for (way, pairs) in pairings(b, a, comparison.model.contract).iter().enumerate() {
            match self.are_alike(comparison, pairs, [u, t], MOST_LIKENED)? {
                true => likely.push(way),
                false => others.push(way),
            }
        }
        likely.extend(others);
        Ok(likely)
    }

    /// Maps from the variables of a statement of the second function to those of one of the first, likely ones first.
    pub(super) fn guesses<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        [u, t]: [usize; 2],
    ) -> Refused<Vec<Vec<AffineExpr>>> {
        let (second, first) = (comparison.statement(SECOND, u), comparison.statement(FIRST, t));
        let mut equations = Vec::new();
        if second.target.array == first.target.array && matches!(first.target.array, Array::Argument(_)) {
            let pairs = first.target.subscripts.iter().zip(&second.target.subscripts);
            equations.extend(pairs.map(|(a, b)| (a.clone(), b.clone())));
        }
        let own = |domain: &Domain| (0..domain.loops.len()).map(|i| dim(i as u32)).collect::<Vec<_>>();
        let b = (u, own(&second.domain), &second.value);
        let a = (t, own(&first.domain), &first.value);
        self.pairs_left = MOST_PAIRS;
        // What is told without following loads goes first: loads may be of other instances.
        let mut unknowns = Unknowns::of(&first.domain);
        let mut found: Vec<Vec<AffineExpr>> = Vec::new();
        for depth in 0..=MOST_FOLLOWED {
            self.equations(comparison, &b, &a, depth, &mut equations)?;
            unknowns.learn(&equations);
            if unknowns.all().is_some() {
                break;
            }
            if depth == 0 {
                let loops = &second.domain.loops;
                found = completed(unknowns.clone(), &equations, loops, MOST_AT_ONCE);
            }
        }
        for guess in completed(unknowns, &equations, &second.domain.loops, MOST_GUESSES) {
            if !found.contains(&guess) {
                found.push(guess);
            }
        }
        Ok(found)
    }

    /// Equations between variables of two statements that hold where their values are equal, likely so; of no more pairs of values than
    /// are left.
    pub(super) fn equations<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        second: &(usize, Vec<AffineExpr>, &'f Value),
        first: &(usize, Vec<AffineExpr>, &'f Value),
        depth: usize,
        found: &mut Vec<(AffineExpr, AffineExpr)>,
    ) -> Refused<()> {
        let Some(left) = self.pairs_left.checked_sub(1) else {
            return Ok(());
        };
        self.pairs_left = left;
        let with =
            |place: &(usize, Vec<AffineExpr>, &'f Value), value: &'f Value| (place.0, place.1.clone(), value);
        match (second.2, first.2) {
            (Value::Choice(_), _) | (_, Value::Choice(_)) => {
                for [b, a] in likely_ends(second.2, first.2) {
                    self.equations(comparison, &with(second, b), &with(first, a), depth, found)?;
                }
                Ok(())
            }
            (Value::Op(b), Value::Op(a)) => {
                let (b, a): (&'f Operation, &'f Operation) = (b, a);
                let likely = self.likely(comparison, (second.0, b), (first.0, a))?;
                let mut pairings = pairings(b, a, comparison.model.contract);
                let likeliest = likely.first().map(|&way| pairings.swap_remove(way));
                for [b, a] in likeliest.unwrap_or_default() {
                    self.equations(comparison, &with(second, b), &with(first, a), depth, found)?;
                }
                Ok(())
            }
            (Value::Index(b), Value::Index(a)) => {
                found.push((a.replace(&first.1, &[]), b.replace(&second.1, &[])));
                Ok(())
            }
            (Value::Load(b), Value::Load(a))
                if a.array == b.array && matches!(a.array, Array::Argument(_)) =>
            {
                for (a, b) in a.subscripts.iter().zip(&b.subscripts) {
                    found.push((a.replace(&first.1, &[]), b.replace(&second.1, &[])));
                }
                Ok(())
            }
            (_, _) if depth == 0 => Ok(()),
            (Value::Load(b), Value::Load(a)) => {
                let behind = [
                    self.behind(comparison, SECOND, second.0, b),
                    self.behind(comparison, FIRST, first.0, a),
                ];
                for (u, at, value) in &behind[0] {
                    let at = at.iter().map(|expr| expr.replace(&second.1, &[])).collect();
                    let b = (*u, at, *value);
                    if value.is_copy() {
                        self.equations(comparison, &b, first, depth - 1, found)?;
                        continue;
                    }
                    for (t, at, value) in &behind[1] {
                        if self.is_alike(comparison, (*u, b.2), (*t, value), MOST_LIKENED - 1)? {
                            let at = at.iter().map(|expr| expr.replace(&first.1, &[])).collect();
                            self.equations(comparison, &b, &(*t, at, *value), depth - 1, found)?;
                        }
                    }
                }
                for (t, at, value) in behind[1].iter().filter(|(_, _, value)| value.is_copy()) {
                    let at = at.iter().map(|expr| expr.replace(&first.1, &[])).collect();
                    self.equations(comparison, second, &(*t, at, *value), depth - 1, found)?;
                }
                Ok(())
            }
            (Value::Load(b), _) if matches!(b.array, Array::Local(_) | Array::Register(_)) => {
                for (statement, at, value) in self.behind(comparison, SECOND, second.0, b) {
                    if value.is_copy() || matches!(first.2, Value::Op(_)) {
                        let at = at.iter().map(|expr| expr.replace(&second.1, &[])).collect();
                        self.equations(comparison, &(statement, at, value), first, depth - 1, found)?;
                    }
                }
                Ok(())
            }
            (_, Value::Load(a)) => {
                for (statement, at, value) in self.behind(comparison, FIRST, first.0, a) {
                    if value.is_copy() || matches!(second.2, Value::Op(_)) {
                        let at = at.iter().map(|expr| expr.replace(&first.1, &[])).collect();
                        self.equations(comparison, second, &(statement, at, value), depth - 1, found)?;
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The ends of choices of two values that are likely to be equal: all pairs of a few; of many those in the same order, or where
/// they are not as many those that use most variables.
fn likely_ends<'f>(second: &'f Value, first: &'f Value) -> Vec<[&'f Value; 2]> {
    let [second_ends, first_ends] = [second, first].map(ends);
    if second_ends.len() * first_ends.len() <= FEW_ENDS {
        let pairs = second_ends
            .iter()
            .flat_map(|b| first_ends.iter().map(move |a| [*b, *a]));
        return pairs.collect();
    }
    if second_ends.len() == first_ends.len() {
        return second_ends
            .into_iter()
            .zip(first_ends)
            .map(|(b, a)| [b, a])
            .collect();
    }
    let richest = |ends: Vec<&'f Value>| ends.into_iter().rev().max_by_key(|end| variables_in(end));
    richest(second_ends)
        .zip(richest(first_ends))
        .map(|(b, a)| [b, a])
        .into_iter()
        .collect()
}

/// What a value may be, as choices tell.
fn ends(value: &Value) -> Vec<&Value> {
    let (mut found, mut pending) = (Vec::new(), vec![value]);
    while let Some(value) = pending.pop() {
        match value {
            Value::Choice(choice) => pending.extend([&choice.2, &choice.1]),
            value => found.push(value),
        }
    }
    found
}

/// How many variables the subscripts of a load use.
fn variables_in(value: &Value) -> usize {
    let Value::Load(access) = value else { return 0 };
    let mut found = HashSet::new();
    for subscript in &access.subscripts {
        subscript.walk(&mut |part| {
            if let AffineExpr::Dim(variable) = part {
                found.insert(*variable);
            }
        });
    }
    found.len()
}

/// What conditions on the variables of a domain say as equations.
pub(super) fn told(domain: &Domain) -> Vec<(AffineExpr, AffineExpr)> {
    let guards = domain.guards.iter();
    let all = guards.flat_map(|guard| match guard {
        Guard::All(all) => all.as_slice(),
        Guard::NotAll(_) => &[],
    });
    let equations = all.filter(|constraint| constraint.is_equality);
    equations
        .map(|constraint| (constraint.expr.clone(), constant(0)))
        .collect()
}

/// Values of all unknowns that satisfy equations between expressions, with values like those of the variables of some loops
/// where they leave them open; the likeliest first.
pub(super) fn completed(
    unknowns: Unknowns<'_>,
    equations: &[(AffineExpr, AffineExpr)],
    loops: &[Loop],
    most: usize,
) -> Vec<Vec<AffineExpr>> {
    let choices = |unknowns: &Unknowns<'_>, variable: usize| {
        let mut choices = unknowns.alike(variable, loops).concat();
        choices.extend(unknowns.least(variable));
        choices.extend(unknowns.greatest(variable));
        choices
    };
    let mut found = Vec::new();
    completions(unknowns, equations, &choices, Order::Outermost, most, &mut found);
    found
}
