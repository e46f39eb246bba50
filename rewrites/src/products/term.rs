//! The e-graph of a chain of matrix products.
//!
//! The class of a product is determined by which factors it multiplies, not by the order of its products: a chain of n
//! factors has more than 4ⁿ/n^1.5 orders, but n (n + 1) / 2 classes with (n³ - n) / 6 products in all.

use egg::{Analysis, DidMerge, EGraph, Id, Language, RecExpr};

/// A product of matrices in some order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// A factor of the chain, by the number of its first occurrence.
    Factor(u32),
    Product([Id; 2]),
}

/// The factors from `start` on, as many as `length`: what a class multiplies. Where the same factors stand in the chain
/// several times it is the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    pub length: u32,
    pub start: u32,
}

/// Tells each class its factors.
#[derive(Clone, Debug, Default)]
pub struct Segments;

/// An e-graph of products of matrices.
pub type Products = EGraph<Term, Segments>;

impl Language for Term {
    type Discriminant = Option<u32>;

    fn discriminant(&self) -> Option<u32> {
        match self {
            Term::Factor(number) => Some(*number),
            Term::Product(_) => None,
        }
    }

    fn matches(&self, other: &Term) -> bool {
        self.discriminant() == other.discriminant()
    }

    fn children(&self) -> &[Id] {
        match self {
            Term::Factor(_) => &[],
            Term::Product(children) => children,
        }
    }

    fn children_mut(&mut self) -> &mut [Id] {
        match self {
            Term::Factor(_) => &mut [],
            Term::Product(children) => children,
        }
    }
}

impl Analysis<Term> for Segments {
    type Data = Segment;

    fn make(egraph: &mut Products, term: &Term, _: Id) -> Segment {
        match term {
            Term::Factor(number) => Segment {
                length: 1,
                start: *number,
            },
            Term::Product([a, b]) => Segment {
                length: egraph[*a].data.length + egraph[*b].data.length,
                start: egraph[*a].data.start,
            },
        }
    }

    fn merge(&mut self, a: &mut Segment, b: Segment) -> DidMerge {
        assert_eq!(a.length, b.length, "equal products have equally many factors");
        let least = b.start.min(a.start);
        let did = DidMerge(least != a.start, least != b.start);
        a.start = least;
        did
    }
}

/// The rule, for listings.
pub const NAME: &str = "reassociate_products";
/// What came of applying the rule.
#[derive(Debug)]
pub struct Grown {
    pub egraph: Products,
    pub root: Id,
    pub unions: usize,
}

/// Applies the rule until nothing is new. Shorter products come first: when a longer one is split at each of its places,
/// both parts have their classes, and no match is looked at twice.
///
/// `factors` has the number of each factor; `written` is the product to begin with.
pub fn reassociate(factors: &[u32], written: &RecExpr<Term>) -> Grown {
    let mut egraph = Products::new(Segments);
    let root = egraph.add_expr(written);
    let mut unions = 0;
    // By length, the class of the product that starts at each factor.
    let mut classes: Vec<Vec<Id>> = vec![factors.iter().map(|&f| egraph.add(Term::Factor(f))).collect()];
    for length in 2..=factors.len() {
        let of_this_length = (0..=factors.len() - length).map(|start| {
            let split = |first: usize| {
                let (left, right) = (
                    classes[first - 1][start],
                    classes[length - first - 1][start + first],
                );
                Term::Product([left, right])
            };
            let class = egraph.add(split(1));
            for first in 2..length {
                let other = egraph.add(split(first));
                unions += usize::from(egraph.union(class, other));
            }
            egraph.find(class)
        });
        let of_this_length = of_this_length.collect();
        classes.push(of_this_length);
    }
    // Products of the written order were there before their parts had one class. No other class waits for them: what is
    // looked up or added has the classes of its parts as they are by then.
    egraph.rebuild();
    Grown {
        root: egraph.find(root),
        egraph,
        unions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `((0 * 1) * 2) * …`.
    fn comb(factors: &[u32]) -> RecExpr<Term> {
        let mut term = RecExpr::default();
        let mut product = term.add(Term::Factor(factors[0]));
        for &factor in &factors[1..] {
            let factor = term.add(Term::Factor(factor));
            product = term.add(Term::Product([product, factor]));
        }
        term
    }

    #[test]
    fn a_class_for_each_segment() {
        for n in [1, 2, 3, 10, 40] {
            let factors: Vec<u32> = (0..n).collect();
            let grown = reassociate(&factors, &comb(&factors));
            let n = n as usize;
            assert_eq!(grown.egraph.number_of_classes(), n * (n + 1) / 2);
            assert_eq!(grown.egraph.total_number_of_nodes(), n + (n * n * n - n) / 6);
            assert_eq!(grown.egraph[grown.root].data.length as usize, n);
        }
    }

    #[test]
    fn equal_factors_share_their_products() {
        let grown = reassociate(&[0; 16], &comb(&[0; 16]));
        assert_eq!(grown.egraph.number_of_classes(), 16);
        let grown = reassociate(&[0, 1, 0, 1], &comb(&[0, 1, 0, 1]));
        // Of one factor two, of two 01 and 10, of three 010 and 101.
        assert_eq!(grown.egraph.number_of_classes(), 7);
    }
}
