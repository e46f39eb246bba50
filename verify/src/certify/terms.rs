//! Guesses of which terms of two sums are the same.

use ovolo_certificate::Refused;
use ovolo_certificate::certificate::TermImage;
use ovolo_certificate::equal::{Comparison, Family, Node, Place, Sums};
use ovolo_lang::affine::{AffineExpr, dim};

use super::guesses::completed;
use super::lemmas::{MOST_LIKENED, Search};
use super::solve::{Order, Unknowns, completions};

/// Maps that are tried for a family. Arbitrary.
const MOST_MAPS: usize = 8;

/// Terms of a family of the second sum that are tried for each of the first. Arbitrary.
const MOST_INVERSES: usize = 4;

/// Loads that are followed for the map of a family. Arbitrary.
const MOST_FOLLOWED: usize = 2;

impl Search {
    /// What may be maps from a family of the second sum to one of the first.
    pub(super) fn maps_of_terms<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        sums: Sums,
        b: &Family<'f>,
        (number, a): (usize, &Family<'f>),
        order: &[usize],
    ) -> Refused<Vec<TermImage>> {
        let mut unknowns = Unknowns::of(&a.domain);
        for (n, known) in unknowns.known.iter_mut().enumerate().take(sums.known) {
            *known = Some(dim(n as u32));
        }
        let mut equations = Vec::new();
        for followed in 0..=MOST_FOLLOWED {
            for (&k, a) in order.iter().zip(&a.factors) {
                self.equations_of_places(comparison, &b.factors[k], a, followed, &mut equations)?;
            }
            unknowns.learn(&equations);
            if unknowns.all().is_some() {
                break;
            }
        }
        let maps = completed(unknowns, &equations, &b.domain.loops, MOST_MAPS).into_iter();
        let image = |map| TermImage {
            family: number,
            order: order.to_vec(),
            map,
        };
        Ok(maps.map(image).collect())
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
            self.equations(comparison, &second, &first, followed, found)?;
        }
        Ok(())
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
        let equations: Vec<(AffineExpr, AffineExpr)> =
            image.map.iter().cloned().zip(own).skip(known).collect();
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
