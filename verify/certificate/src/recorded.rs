//! A certificate as the guide of a comparison, which notes what it was asked for.

use ovolo_lang::affine::AffineExpr;

use super::Refused;
use super::certificate::{Equality, Named, Source, TermImage};
use super::equal::{Comparison, Context, Family, Guide, Place, Stored, Sums};
use super::function::Operation;
use super::sources::Read;

/// What a certificate says, and what of it was used.
pub struct Recorded<'c> {
    claimed: &'c Equality,
    pub used: Equality,
}

impl<'c> Recorded<'c> {
    pub fn of(claimed: &'c Equality) -> Recorded<'c> {
        Recorded {
            claimed,
            used: Equality {
                has_sums: claimed.has_sums,
                updates: claimed.updates.clone(),
                accesses: claimed.accesses.clone(),
                ..Equality::default()
            },
        }
    }
}

impl<'f> Guide<'f> for Recorded<'_> {
    fn sources(&mut self, _: &mut Comparison<'f, '_>, _: &Read<'f>, load: Named) -> Refused<Vec<Source>> {
        let Some(sources) = self.claimed.sources.get(&load) else {
            return Ok(Vec::new());
        };
        self.used.sources.insert(load, sources.clone());
        Ok(sources.clone())
    }

    fn stored(
        &mut self,
        _: &mut Comparison<'f, '_>,
        _: &Context,
        [second, first]: [&Place<'f>; 2],
    ) -> Refused<Stored> {
        let pair = [second.statement, first.statement];
        Ok(match self.claimed.lemmas.get(&pair) {
            Some(lemma) => {
                self.used.lemmas.insert(pair, lemma.clone());
                Stored::Lemma(lemma.clone())
            }
            None => Stored::Compare,
        })
    }

    fn ways(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        _: &Context,
        (second, b): (&Place<'f>, &'f Operation),
        (first, a): (&Place<'f>, &'f Operation),
    ) -> Refused<Vec<usize>> {
        let pair = [(second, b), (first, a)];
        let pair = pair.map(|(place, op)| comparison.name(place.side, place.statement, op));
        let ways = self.claimed.ways.get(&pair);
        Ok(ways.cloned().unwrap_or_else(|| vec![0]))
    }

    fn images(
        &mut self,
        _: &mut Comparison<'f, '_>,
        (_, sums): (&Context, Sums),
        (second, _): (usize, &Family<'f>),
        (first, _): (usize, &Family<'f>),
        order: &[usize],
    ) -> Refused<Vec<TermImage>> {
        let terms = self.claimed.terms.get(&sums.pair);
        let images = terms.into_iter().flat_map(|terms| &terms.images);
        let asked = images
            .filter(|(family, image)| *family == second && image.family == first && image.order == order);
        Ok(asked.map(|(_, image)| image.clone()).collect())
    }

    fn inverses(
        &mut self,
        sums: Sums,
        (second, _): (usize, &Family<'f>),
        _: &TermImage,
    ) -> Refused<Vec<Vec<AffineExpr>>> {
        let Some(terms) = self.claimed.terms.get(&sums.pair) else {
            return Ok(Vec::new());
        };
        let used = &mut self.used.terms.entry(sums.pair).or_default().inverses;
        let mut found = Vec::new();
        for inverse in terms.inverses.iter().filter(|(family, _)| *family == second) {
            found.push(inverse.1.clone());
            if !used.contains(inverse) {
                used.push(inverse.clone());
            }
        }
        Ok(found)
    }

    fn took_way(&mut self, pair: [Named; 2], way: usize) {
        self.used.take_way(pair, way);
    }

    fn took_image(&mut self, sums: Sums, family: usize, image: &TermImage) {
        self.used.take_image(sums.pair, family, image);
    }

    fn mark(&self) -> usize {
        0
    }

    fn go_back(&mut self, _: usize) {}
}

impl Equality {
    /// Notes a way in which two operations are equal.
    pub fn take_way(&mut self, pair: [Named; 2], way: usize) {
        let ways = self.ways.entry(pair).or_default();
        if !ways.contains(&way) {
            ways.push(way);
        }
    }

    /// Notes where the terms of a family go.
    pub fn take_image(&mut self, pair: [Named; 2], family: usize, image: &TermImage) {
        let images = &mut self.terms.entry(pair).or_default().images;
        if !images
            .iter()
            .any(|(known, other)| *known == family && other == image)
        {
            images.push((family, image.clone()));
        }
    }

    /// Leaves out what is so anyway.
    pub fn trimmed(mut self) -> Equality {
        self.ways.retain(|_, ways| *ways != [0]);
        self.sources.retain(|_, sources| !sources.is_empty());
        self
    }
}
