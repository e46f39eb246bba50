//! Sums, of which only the terms count and not their order.
//!
//! **Theorem.** Two sums are equal if there is a bijection of their terms that takes each to one of the same value; of an
//! operation that is idempotent, if there are maps both ways. Terms are given as families: for each point of a domain one
//! term. A family of the second sum goes to one of the first by an affine map, into its domain; different points, of one
//! family or of two, go to different points; and each point of the first sum is the image of one of the second. Where a
//! product distributes, a term is a product of factors none of which is a sum. Of floats -0 is no term, and +0 counts once.

use ovolo_lang::affine::{AffineExpr, dim};
use z3::ast::{Bool, Int};

use super::super::Refused;
use super::super::certificate::{Named, TermImage, fits, unfit};
use super::super::function::Value;
use super::super::reductions::Reduction;
use super::family::Family;
use super::guide::{Guide, Sums};
use super::{Comparison, Context, FIRST, Node, Place, SECOND};

/// Factors of a term, of which each order is tried. Arbitrary.
const MOST_FACTORS: usize = 4;

impl<'f> Comparison<'f, '_> {
    /// The operation that both values are of, where its order is open.
    pub fn reduction(&self, second: &Value, first: &Value) -> Option<Reduction> {
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
        let [Some(seconds), Some(firsts)] = families else {
            return self.differ(context, "a sum of too many terms");
        };
        let mut maps: Vec<TermImage> = Vec::new();
        for b in seconds.iter().enumerate() {
            match self.image(guide, (context, sums), b, &firsts, depth)? {
                Some(image) => maps.push(image),
                None => return self.differ(context, "a term of a sum is none of the other sum"),
            }
        }
        if !self.are_injective(context, &seconds, &maps, reduction)? {
            return self.differ(context, "a term of a sum may be taken twice");
        }
        for a in firsts.iter().enumerate() {
            if !self.is_reached(guide, (context, sums), a, &seconds, &maps)? {
                return self.differ(context, "a term of a sum may be left out");
            }
        }
        Ok(true)
    }

    fn name_of(&self, side: usize, place: &Place<'f>) -> Named {
        match &place.node {
            Node::Value(Value::Op(op)) => self.name(side, place.statement, &**op),
            Node::Value(Value::Sum(sum)) => self.name(side, place.statement, &**sum),
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
                for image in guide.images(self, sums, (number, b), (n, a), &order)? {
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
        fits(map, a.dims.len(), b.dims.len())?;
        is_of_one_context(map, sums.known)?;
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
        seconds: &[Family<'f>],
        maps: &[TermImage],
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
                .filter(|(j, _)| maps[*j].family == maps[i].family)
            {
                let mut dims = other.dims.clone();
                for (n, variable) in dims.iter_mut().enumerate().skip(known) {
                    *variable = Int::new_const(format!("e{n}"));
                }
                let mut all = self.conditions(b, &b.dims)?;
                all.extend(self.conditions(other, &dims)?);
                let images = [(&maps[i].map, &b.dims), (&maps[j].map, &dims)]
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
        guide: &mut dyn Guide<'f>,
        (context, sums): (&Context, Sums),
        (number, a): (usize, &Family<'f>),
        seconds: &[Family<'f>],
        maps: &[TermImage],
    ) -> Refused<bool> {
        let known = sums.known;
        let mut all = self.conditions(a, &a.dims)?;
        for (n, (b, image)) in seconds.iter().zip(maps).enumerate() {
            if image.family != number {
                continue;
            }
            for inverse in guide.inverses(sums, (n, b), image)? {
                fits(&inverse, b.dims.len(), a.dims.len())?;
                is_of_one_context(&inverse, known)?;
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

/// Checks that a map of terms leaves the variables around them as they are.
fn is_of_one_context(map: &[AffineExpr], known: usize) -> Refused<()> {
    let mut around = map.iter().enumerate().take(known);
    match around.all(|(n, expr)| *expr == dim(n as u32)) {
        true => Ok(()),
        false => Err(unfit("a term goes to one of another instance")),
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
