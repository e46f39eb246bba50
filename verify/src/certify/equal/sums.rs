//! Sums, of which only the terms count and not their order.
//!
//! **Theorem.** Two sums are equal if there is a bijection of their terms that takes each to one of the same value; of an
//! operation that is idempotent, if there are maps both ways. Terms are given as families: for each point of a domain one
//! term. A family of the second sum goes to one of the first by an affine map, into its domain; different points, of one
//! family or of two, go to different points; and each point of the first sum is the image of one of the second. Where a
//! product distributes, a term is a product of factors none of which is a sum. Of floats -0 is no term, and +0 counts once.

mod families;

use ovolo_lang::affine::{AffineExpr, dim};
use z3::ast::{Bool, Int};

use super::super::Refused;
use super::super::function::Value;
use super::super::reductions::Reduction;
use super::super::solve::{Order, Unknowns, completions};
use super::guesses::completed;
use super::{Context, Equality, FIRST, MOST_LIKENED, Node, Place};
use families::Family;

/// Factors of a term, of which each order is tried. Arbitrary.
const MOST_FACTORS: usize = 4;

/// Maps that are tried for a family. Arbitrary.
const MOST_MAPS: usize = 8;

/// Terms of a family of the second sum that are tried for each of the first. Arbitrary.
const MOST_INVERSES: usize = 4;

/// Loads that are followed for the map of a family. Arbitrary.
const MOST_FOLLOWED: usize = 2;

impl<'f> Equality<'f, '_> {
    /// The operation that both values are of, where its order is open.
    pub(super) fn reduction(&self, second: &Value, first: &Value) -> Option<Reduction> {
        if !self.has_sums {
            return None;
        }
        let of = |value: &Value| match value {
            Value::Sum(sum) => Reduction::of(&sum.key, self.model),
            Value::Op(op) if op.key.starts_with("math.fma ") && self.model.contract => {
                Reduction::of("arith.addf ", self.model)
            }
            Value::Op(op) => Reduction::of(&op.key, self.model),
            _ => None,
        };
        of(second).filter(|reduction| of(first) == Some(*reduction))
    }

    /// Whether two sums have the same terms wherever the context holds.
    pub(super) fn sums(
        &mut self,
        context: &Context,
        [second, first]: [&Place<'f>; 2],
        reduction: Reduction,
        depth: usize,
    ) -> Refused<bool> {
        let families = [
            self.families(context, second, reduction, "b")?,
            self.families(context, first, reduction, "a")?,
        ];
        let [Some(seconds), Some(firsts)] = families else {
            return self.differ(context, "a sum of too many terms");
        };
        let mut maps: Vec<(usize, Vec<AffineExpr>)> = Vec::new();
        for b in &seconds {
            match self.image(context, b, &firsts, depth)? {
                Some(image) => maps.push(image),
                None => return self.differ(context, "a term of a sum is none of the other sum"),
            }
        }
        if !self.are_injective(context, &seconds, &maps, reduction)? {
            return self.differ(context, "a term of a sum may be taken twice");
        }
        for (n, a) in firsts.iter().enumerate() {
            if !self.is_reached(context, (n, a), &seconds, &maps)? {
                return self.differ(context, "a term of a sum may be left out");
            }
        }
        Ok(true)
    }

    /// The family of the first sum that one of the second is a part of, and where its terms are.
    fn image(
        &mut self,
        context: &Context,
        b: &Family<'f>,
        firsts: &[Family<'f>],
        depth: usize,
    ) -> Refused<Option<(usize, Vec<AffineExpr>)>> {
        let inside = self.inside(context, b, &b.dims)?;
        for (n, a) in firsts.iter().enumerate() {
            if a.factors.len() != b.factors.len() || a.is_negated != b.is_negated {
                continue;
            }
            for order in orders(b.factors.len()) {
                let pairs: Vec<[&Place<'f>; 2]> = order
                    .iter()
                    .zip(&a.factors)
                    .map(|(&k, a)| [&b.factors[k], a])
                    .collect();
                for map in self.maps(context, a, b, &pairs)? {
                    let image = self.asked.sizes.encode_all(&map, &inside.dims)?;
                    let is_term = Bool::and(&self.conditions(a, &image)?);
                    if !self.is_impossible(&inside, &[is_term.not()])? {
                        continue;
                    }
                    let events = self.events.len();
                    let mut is_equal = true;
                    for [b, a] in &pairs {
                        let at = a.at.iter().map(|expr| expr.replace(&map, &[])).collect();
                        let node = match &a.node {
                            Node::Cell(array, cell) => {
                                let cell = cell.iter().map(|expr| expr.replace(&map, &[]));
                                Node::Cell(*array, cell.collect())
                            }
                            node => node.clone(),
                        };
                        let a = Place {
                            side: FIRST,
                            statement: a.statement,
                            at,
                            node,
                        };
                        is_equal = is_equal && self.equal(&inside, (*b).clone(), a, depth + 1)?;
                    }
                    if is_equal {
                        return Ok(Some((n, map)));
                    }
                    self.roll_back(events);
                }
            }
        }
        Ok(None)
    }

    /// What may be maps from a family of the second sum to one of the first.
    fn maps(
        &mut self,
        context: &Context,
        a: &Family<'f>,
        b: &Family<'f>,
        pairs: &[[&Place<'f>; 2]],
    ) -> Refused<Vec<Vec<AffineExpr>>> {
        let mut unknowns = Unknowns::of(&a.domain);
        for (n, known) in unknowns.known.iter_mut().enumerate().take(context.dims.len()) {
            *known = Some(dim(n as u32));
        }
        let mut equations = Vec::new();
        for followed in 0..=MOST_FOLLOWED {
            for [b, a] in pairs {
                self.equations_of_places(b, a, followed, &mut equations)?;
            }
            unknowns.learn(&equations);
            if unknowns.all().is_some() {
                break;
            }
        }
        Ok(completed(unknowns, &equations, &b.domain.loops, MOST_MAPS))
    }

    fn equations_of_places(
        &mut self,
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
        let value = |this: &Self, place: &Place<'f>| match place.node {
            Node::Value(value) => Some(value),
            Node::Stored => Some(&this.statement(place.side, place.statement).value),
            Node::Cell(..) => None,
        };
        if let (Some(b), Some(a)) = (value(self, second), value(self, first))
            && self.is_alike((second.statement, b), (first.statement, a), MOST_LIKENED)?
        {
            let second = (second.statement, second.at.clone(), b);
            let first = (first.statement, first.at.clone(), a);
            self.equations(&second, &first, followed, found)?;
        }
        Ok(())
    }

    /// Whether no two terms of the second sum have one image, but for terms that may be there any number of times.
    fn are_injective(
        &mut self,
        context: &Context,
        seconds: &[Family<'f>],
        maps: &[(usize, Vec<AffineExpr>)],
        reduction: Reduction,
    ) -> Refused<bool> {
        let known = context.dims.len();
        let counts = |b: &&Family<'f>| match b.factors.as_slice() {
            [factor] if !b.is_negated => {
                !matches!(factor.node, Node::Value(Value::Op(op)) if reduction.is_absorbed(&op.key))
            }
            _ => true,
        };
        let counting = seconds.iter().enumerate().filter(|(_, b)| counts(b));
        for (i, b) in counting.filter(|_| !reduction.is_idempotent) {
            for (j, other) in seconds
                .iter()
                .enumerate()
                .skip(i)
                .filter(|(j, _)| maps[*j].0 == maps[i].0)
            {
                let mut dims = other.dims.clone();
                for (n, variable) in dims.iter_mut().enumerate().skip(known) {
                    *variable = Int::new_const(format!("e{n}"));
                }
                let mut all = self.conditions(b, &b.dims)?;
                all.extend(self.conditions(other, &dims)?);
                let images = [(&maps[i].1, &b.dims), (&maps[j].1, &dims)]
                    .map(|(map, dims)| self.asked.sizes.encode_all(&map[known..], dims));
                let [x, y] = images;
                all.extend(x?.iter().zip(&y?).map(|(x, y)| x.eq(y)));
                if i == j {
                    let pairs = b.dims.iter().zip(&dims).skip(known);
                    all.push(Bool::or(&pairs.map(|(x, y)| x.eq(y).not()).collect::<Vec<_>>()));
                }
                if !self.is_impossible(context, &all)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether each term of a family of the first sum is the image of one of the second.
    fn is_reached(
        &mut self,
        context: &Context,
        (number, a): (usize, &Family<'f>),
        seconds: &[Family<'f>],
        maps: &[(usize, Vec<AffineExpr>)],
    ) -> Refused<bool> {
        let known = context.dims.len();
        let mut all = self.conditions(a, &a.dims)?;
        for (b, (_, map)) in seconds.iter().zip(maps).filter(|(_, (n, _))| *n == number) {
            let own = (0..map.len()).map(|n| dim(n as u32));
            let equations: Vec<(AffineExpr, AffineExpr)> = map.iter().cloned().zip(own).skip(known).collect();
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
                for inverse in inverses {
                    let dims = self.asked.sizes.encode_all(&inverse, &a.dims)?;
                    let mut reached = self.conditions(b, &dims)?;
                    let again = self.asked.sizes.encode_all(&map[known..], &dims)?;
                    reached.extend(again.iter().zip(&a.dims[known..]).map(|(x, y)| x.eq(y)));
                    all.push(Bool::and(&reached).not());
                }
            }
        }
        self.is_impossible(context, &all)
    }
}

/// The orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count > MOST_FACTORS {
        return vec![(0..count).collect()];
    }
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = all.iter().flat_map(|order: &Vec<usize>| {
            let left = (0..count).filter(|n| !order.contains(n));
            left.map(|n| [&order[..], &[n]].concat()).collect::<Vec<_>>()
        });
        all = longer.collect();
    }
    all
}
