//! What a comparison asks where there is more than one way to go on.
//!
//! Whatever the answers are, they are checked: a wrong one ends in no proof.

use ovolo_lang::affine::AffineExpr;

use super::super::Refused;
use super::super::certificate::{Lemma, Named, Source, TermImage};
use super::super::function::Operation;
use super::super::sources::Read;
use super::family::Family;
use super::{Comparison, Context, Place};

/// How it is shown that two instances store one value.
pub enum Stored {
    /// By a lemma.
    Lemma(Lemma),
    /// By comparing what they store.
    Compare,
    /// Not at all.
    Differ(&'static str),
}

/// Two sums that are compared, and the number of variables around them.
#[derive(Clone, Copy)]
pub struct Sums {
    pub pair: [Named; 2],
    pub known: usize,
}

/// Who knows how to go on.
pub trait Guide<'f> {
    /// The stores that a load may read.
    fn sources(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        read: &Read<'f>,
        load: Named,
    ) -> Refused<Vec<Source>>;

    /// How it is shown that the instances of two statements store one value, of which the first is one of the second function.
    fn stored(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        context: &Context,
        places: [&Place<'f>; 2],
    ) -> Refused<Stored>;

    /// Which of the ways are tried in which two operations may be equal.
    fn ways(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        context: &Context,
        second: (&Place<'f>, &'f Operation),
        first: (&Place<'f>, &'f Operation),
    ) -> Refused<Vec<usize>>;

    /// Maps that may take the terms of a family of the second sum to those of one of the first, with this order of factors; the
    /// context is that of the second.
    fn images(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        inside: (&Context, Sums),
        second: (usize, &Family<'f>),
        first: (usize, &Family<'f>),
        order: &[usize],
    ) -> Refused<Vec<TermImage>>;

    /// The terms of a family of the second sum whose images are those of one of the first.
    fn inverses(
        &mut self,
        sums: Sums,
        second: (usize, &Family<'f>),
        image: &TermImage,
    ) -> Refused<Vec<Vec<AffineExpr>>>;

    /// Told that a way did.
    fn took_way(&mut self, pair: [Named; 2], way: usize);

    /// Told that a map of terms did.
    fn took_image(&mut self, sums: Sums, family: usize, image: &TermImage);

    /// A mark to which it can be gone back.
    fn mark(&self) -> usize;

    /// Told that what was tried since a mark did not do.
    fn go_back(&mut self, mark: usize);
}
