//! Sums, of which only the terms count and not their order.
//!
//! **Theorem.** Two sums are equal if there is a bijection of their terms that takes each to one of the same value; of an
//! operation that is idempotent, if there are maps both ways. Terms are given as families: for each point of a domain one
//! term. A family of the second sum goes to one of the first by an affine map, into its domain; different points, of one
//! family or of two, go to different points; and each point of the first sum is the image of one of the second. Where a
//! product distributes, a term is a product of factors none of which is a sum. A family is the union of its parts, one for each
//! value of a variable, which may go to different families. Of floats -0 is no term, and +0 counts once.

use ovolo_lang::affine::{AffineExpr, dim};
use z3::ast::{Bool, Int};

use super::super::Refused;
use super::super::certificate::{Named, TermImage, fits};
use super::super::function::Value;
use super::super::reductions::Reduction;
use super::family::Family;
use super::guide::{Guide, Sums};
use super::{Comparison, Context, FIRST, Node, Place, SECOND};

/// A family of the second sum, and where its terms are in the first.
struct Taken<'f> {
    number: usize,
    family: Family<'f>,
    image: TermImage,
}

/// Factors of a term, of which each order is tried. Arbitrary.
const MOST_FACTORS: usize = 4;

impl<'f> Comparison<'f, '_> {
    /// The operation that both values are of, where its order is open, or that updates are of which one of them loads; of the second
    /// function and of the first, `None` for what is no value.
    pub fn reduction(&self, values: [Option<&Value>; 2]) -> Option<Reduction> {
        if !self.has_sums {
            return None;
        }
        let [b, a] = [(SECOND, values[0]), (FIRST, values[1])];
        let loaded = |(side, value): (usize, Option<&Value>)| self.accumulation(side, value?);
        let of = |(side, value): (usize, Option<&Value>)| self.reduction_of(side, value?);
        let same = of(b).filter(|reduction| of(a) == Some(*reduction));
        loaded(b).or_else(|| loaded(a)).or(same)
    }

    /// The operation that a value is of, where its order is open, or that updates are of which it loads.
    pub fn reduction_of(&self, side: usize, value: &Value) -> Option<Reduction> {
        match value {
            // A subscript is compared as it is computed.
            Value::Op(op) if op.key.ends_with(" -> index") => None,
            Value::Op(op) if self.has_sums => Reduction::of_operation(&op.key, self.model),
            value => self.accumulation(side, value),
        }
    }

    /// The operation of the updates of what a value loads.
    pub fn accumulation(&self, side: usize, value: &Value) -> Option<Reduction> {
        match value {
            Value::Load(access) => self.functions[side].accumulates(access.array),
            _ => None,
        }
    }

    /// Whether two sums have the same terms wherever the context holds.
    pub(super) fn sums(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        [second, first]: [&Place<'f>; 2],
        reduction: Reduction,
        depth: usize,
    ) -> Refused<bool> {
        let sums = Sums {
            pair: [self.name_of(SECOND, second), self.name_of(FIRST, first)],
            known: context.dims.len(),
        };
        let families = [
            self.families(guide, context, second, reduction, "b")?,
            self.families(guide, context, first, reduction, "a")?,
        ];
        let [Some(mut open), Some(firsts)] = families else {
            return self.differ(context, "a sum of too many terms");
        };
        let mut taken: Vec<Taken<'f>> = Vec::new();
        let mut number = 0;
        while let Some(family) = open.get(number).cloned() {
            match self.image(guide, (context, sums), (number, &family), &firsts, depth)? {
                Some(image) => taken.push(Taken {
                    number,
                    family,
                    image,
                }),
                None => match family.parts() {
                    Some(parts) => open.extend(parts),
                    None => return self.differ(context, "a term of a sum is none of the other sum"),
                },
            }
            number += 1;
        }
        if !self.are_injective(context, &taken, reduction)? {
            return self.differ(context, "a term of a sum may be taken twice");
        }
        for a in firsts.iter().enumerate() {
            if !self.is_reached(guide, (context, sums), a, &taken)? {
                return self.differ(context, "a term of a sum may be left out");
            }
        }
        Ok(true)
    }

    fn name_of(&self, side: usize, place: &Place<'f>) -> Named {
        match &place.node {
            Node::Value(Value::Op(op)) => self.name(side, place.statement, &**op),
            Node::Value(Value::Load(load)) => self.name(side, place.statement, &**load),
            _ => self.name(side, place.statement, &()),
        }
    }

    /// The family of the first sum that one of the second is a part of, and where its terms are.
    fn image(
        &mut self,
        guide: &mut dyn Guide<'f>,
        (context, sums): (&Context, Sums),
        (number, b): (usize, &Family<'f>),
        firsts: &[Family<'f>],
        depth: usize,
    ) -> Refused<Option<TermImage>> {
        let inside = self.inside(context, b, &b.dims)?;
        for (n, a) in firsts.iter().enumerate() {
            if a.factors.len() != b.factors.len() || a.is_negated != b.is_negated {
                continue;
            }
            for order in orders(b.factors.len()) {
                for image in guide.images(self, (&inside, sums), (number, b), (n, a), &order)? {
                    let is_same = (image.family, &image.order) == (n, &order);
                    if is_same && self.is_image(guide, (&inside, sums), b, a, &image, depth)? {
                        guide.took_image(sums, number, &image);
                        return Ok(Some(image));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether a map takes the terms of a family to terms of another of the same values.
    fn is_image(
        &mut self,
        guide: &mut dyn Guide<'f>,
        (inside, sums): (&Context, Sums),
        b: &Family<'f>,
        a: &Family<'f>,
        image: &TermImage,
        depth: usize,
    ) -> Refused<bool> {
        let map = &image.map;
        if !is_of_one_context(map, [a, b], sums.known) {
            return Ok(false);
        }
        let at = self.asked.sizes.encode_all(map, &inside.dims)?;
        let is_term = Bool::and(&self.conditions(a, &at)?);
        if !self.is_impossible(inside, &[is_term.not()])? {
            return Ok(false);
        }
        let (mark, used) = (guide.mark(), self.used.len());
        let moved = |exprs: &[AffineExpr]| exprs.iter().map(|expr| expr.replace(map, &[])).collect();
        let mut is_equal = true;
        for (&k, a) in image.order.iter().zip(&a.factors) {
            let a = Place {
                side: FIRST,
                statement: a.statement,
                at: moved(&a.at),
                node: match &a.node {
                    Node::Cell(array, cell) => Node::Cell(*array, moved(cell)),
                    node => node.clone(),
                },
            };
            is_equal = is_equal && self.equal(guide, inside, b.factors[k].clone(), a, depth + 1)?;
        }
        if !is_equal {
            guide.go_back(mark);
            self.used.truncate(used);
        }
        Ok(is_equal)
    }

    /// Whether no two terms of the second sum have one image, but for terms that may be there any number of times.
    fn are_injective(
        &mut self,
        context: &Context,
        taken: &[Taken<'f>],
        reduction: Reduction,
    ) -> Refused<bool> {
        let known = context.dims.len();
        let counts = |b: &&Taken<'f>| match b.family.factors.as_slice() {
            [factor] if !b.family.is_negated => {
                !matches!(factor.node, Node::Value(Value::Op(op)) if reduction.is_absorbed(&op.key))
            }
            _ => true,
        };
        if reduction.is_idempotent {
            return Ok(true);
        }
        let counting: Vec<&Taken<'f>> = taken.iter().filter(counts).collect();
        // Each with variables of its own, and once more with others.
        let mut terms = Vec::new();
        for b in &counting {
            let mut others = b.family.dims.clone();
            for (n, variable) in others.iter_mut().enumerate().skip(known) {
                *variable = Int::new_const(format!("e{n}"));
            }
            let image = &b.image.map[known..];
            let of = |dims: Vec<Int>| -> Refused<(Vec<Bool>, Vec<Int>, Vec<Int>)> {
                let conditions = self.conditions(&b.family, &dims)?;
                Ok((conditions, self.asked.sizes.encode_all(image, &dims)?, dims))
            };
            terms.push([of(b.family.dims.clone())?, of(others)?]);
        }
        for (i, b) in counting.iter().enumerate() {
            let others = counting.iter().enumerate().skip(i);
            for (j, _) in others.filter(|(_, other)| other.image.family == b.image.family) {
                let ((conditions, image, dims), (others, other_image, other_dims)) =
                    (&terms[i][0], &terms[j][1]);
                let mut all = [&conditions[..], others].concat();
                all.extend(image.iter().zip(other_image).map(|(x, y)| x.eq(y)));
                if i == j {
                    let pairs = dims.iter().zip(other_dims).skip(known);
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
        guide: &mut dyn Guide<'f>,
        (context, sums): (&Context, Sums),
        (number, a): (usize, &Family<'f>),
        taken: &[Taken<'f>],
    ) -> Refused<bool> {
        let known = sums.known;
        let mut all = self.conditions(a, &a.dims)?;
        for Taken {
            number: n,
            family: b,
            image,
        } in taken.iter().filter(|b| b.image.family == number)
        {
            for inverse in guide.inverses(sums, (*n, b), image)? {
                if !is_of_one_context(&inverse, [b, a], known) {
                    continue;
                }
                let dims = self.asked.sizes.encode_all(&inverse, &a.dims)?;
                let mut reached = self.conditions(b, &dims)?;
                let again = self.asked.sizes.encode_all(&image.map[known..], &dims)?;
                reached.extend(again.iter().zip(&a.dims[known..]).map(|(x, y)| x.eq(y)));
                all.push(Bool::and(&reached).not());
            }
        }
        self.is_impossible(context, &all)
    }
}

/// Whether a map takes terms of the second family to ones of the first, and leaves the variables around them as they are.
fn is_of_one_context(map: &[AffineExpr], [to, from]: [&Family<'_>; 2], known: usize) -> bool {
    let mut around = map.iter().enumerate().take(known);
    fits(map, to.dims.len(), from.dims.len()).is_ok() && around.all(|(n, expr)| *expr == dim(n as u32))
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
