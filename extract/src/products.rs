//! The cheapest order of a chain of matrix products.

use egg::{Id, RecExpr};
use ovolo_rewrites::products::{Products, Segment, Term};

/// An order and what it takes.
#[derive(Clone, Debug)]
pub struct Order {
    /// A product that is used twice is one node.
    pub term: RecExpr<Term>,
    pub multiplications: u128,
}

/// What is known of a class, the best of its nodes being chosen.
struct Best {
    term: Term,
    /// Of the node itself.
    own: u128,
    /// Of the node and all below it, each class once.
    total: u128,
    /// The classes below, by their place in the order of all, as bits.
    below: Vec<u64>,
}

/// The order with the fewest multiplications of elements. The factor at a place of the chain has as many rows as
/// `extents` says at that place, and as many columns as it says at the next.
///
/// Where all factors differ no order uses a product twice, and the least is found by taking the best of each class. Where
/// some are equal a product that is there already costs nothing; then no order that shares nothing is better.
pub fn cheapest(egraph: &Products, root: Id, extents: &[i64]) -> Order {
    let mut classes: Vec<(Segment, Id)> = egraph.classes().map(|class| (class.data, class.id)).collect();
    classes.sort_unstable();
    let place = {
        let most = classes.iter().map(|(_, id)| usize::from(*id)).max().unwrap_or(0);
        let mut place = vec![usize::MAX; most + 1];
        for (n, (_, id)) in classes.iter().enumerate() {
            place[usize::from(*id)] = n;
        }
        move |id: Id| place[usize::from(egraph.find(id))]
    };
    let mut best: Vec<Best> = Vec::with_capacity(classes.len());
    for (segment, id) in &classes {
        // Parts are shorter, and have been decided.
        let of_node = |term: &Term| match term {
            Term::Factor(_) => (0, 0),
            Term::Product([a, b]) => {
                let own = multiplications(extents, *segment, egraph[*a].data.length);
                (own, own.saturating_add(both(&best, place(*a), place(*b))))
            }
        };
        let nodes = egraph[*id].nodes.iter().map(|term| (of_node(term), term));
        let Some(((own, total), term)) = nodes.min_by_key(|((_, total), _)| *total) else {
            continue;
        };
        let mut below = vec![0; classes.len().div_ceil(64)];
        if let Term::Product(parts) = term {
            for part in parts.map(&place) {
                below.iter_mut().zip(&best[part].below).for_each(|(a, b)| *a |= b);
                below[part / 64] |= 1 << (part % 64);
            }
        }
        best.push(Best {
            term: term.clone(),
            own,
            total,
            below,
        });
    }
    let root = place(root);
    Order {
        multiplications: best[root].total,
        term: written(&best, root, &place),
    }
}

/// The multiplications of elements that the product of two parts takes.
fn multiplications(extents: &[i64], segment: Segment, first: u32) -> u128 {
    let at = |offset: u32| extents[(segment.start + offset) as usize].max(0) as u128;
    at(0).saturating_mul(at(first)).saturating_mul(at(segment.length))
}

/// What two classes take together: what both need is counted once.
fn both(best: &[Best], a: usize, b: usize) -> u128 {
    if a == b {
        return best[a].total;
    }
    let mut shared = 0;
    for (n, (x, y)) in with_itself(best, a).zip(with_itself(best, b)).enumerate() {
        let mut common = x & y;
        while common != 0 {
            shared += best[n * 64 + common.trailing_zeros() as usize].own;
            common &= common - 1;
        }
    }
    (best[a].total.saturating_add(best[b].total)).saturating_sub(shared)
}

/// The classes below and the class, as bits.
fn with_itself(best: &[Best], class: usize) -> impl Iterator<Item = u64> {
    let words = best[class].below.iter().enumerate();
    words.map(move |(n, word)| match n == class / 64 {
        true => word | 1 << (class % 64),
        false => *word,
    })
}

/// The term that was chosen for a class.
fn written(best: &[Best], root: usize, place: impl Fn(Id) -> usize) -> RecExpr<Term> {
    let mut term = RecExpr::default();
    let mut needed = vec![root];
    let mut ids: Vec<Option<Id>> = vec![None; best.len()];
    while let Some(&class) = needed.last() {
        let missing: Vec<usize> = match &best[class].term {
            Term::Factor(_) => Vec::new(),
            Term::Product(parts) => parts
                .map(&place)
                .into_iter()
                .filter(|&p| ids[p].is_none())
                .collect(),
        };
        if !missing.is_empty() {
            needed.extend(missing.into_iter().rev());
            continue;
        }
        needed.pop();
        let made = match &best[class].term {
            Term::Factor(number) => Term::Factor(*number),
            Term::Product(parts) => Term::Product(parts.map(|p| ids[place(p)].expect("parts come first"))),
        };
        if ids[class].is_none() {
            ids[class] = Some(term.add(made));
        }
    }
    term
}

#[cfg(test)]
mod tests {
    use super::*;
    use ovolo_rewrites::products::reassociate;

    /// The textbook's table: the least multiplications of each segment.
    fn textbook(extents: &[i64]) -> u128 {
        let n = extents.len() - 1;
        let mut least = vec![vec![0u128; n + 1]; n + 1];
        for length in 2..=n {
            for start in 0..=n - length {
                let end = start + length;
                let split = |at: usize| {
                    let product = [start, at, end]
                        .map(|i| extents[i] as u128)
                        .iter()
                        .product::<u128>();
                    least[start][at] + least[at][end] + product
                };
                least[start][end] = (start + 1..end).map(split).min().unwrap();
            }
        }
        least[0][n]
    }

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

    fn order_of(factors: &[u32], extents: &[i64]) -> Order {
        let grown = reassociate(factors, &comb(factors));
        cheapest(&grown.egraph, grown.root, extents)
    }

    /// The factors of an order from left to right, and what its products take, each node once.
    fn read(order: &Order, extents: &[i64]) -> (Vec<u32>, u128) {
        let mut parts: Vec<(Vec<u32>, [i64; 2])> = Vec::new();
        let mut sum = 0;
        for term in order.term.as_ref() {
            parts.push(match term {
                Term::Factor(n) => (vec![*n], [extents[*n as usize], extents[*n as usize + 1]]),
                Term::Product([a, b]) => {
                    let [(left, [rows, inner]), (right, [other, columns])] =
                        [a, b].map(|id| parts[usize::from(*id)].clone());
                    assert_eq!(inner, other);
                    sum += [rows, inner, columns].map(|n| n as u128).iter().product::<u128>();
                    ([left, right].concat(), [rows, columns])
                }
            });
        }
        (parts.pop().unwrap().0, sum)
    }

    #[test]
    fn the_cheapest_order_is_the_textbooks() {
        let mut state = 1u64;
        let mut draw = |most: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            1 + (state >> 33) % most
        };
        let mut lengths: Vec<usize> = (0..60).map(|n| 1 + n % 14).collect();
        lengths.push(80);
        for length in lengths {
            let factors: Vec<u32> = (0..length as u32).collect();
            let extents: Vec<i64> = (0..=length).map(|_| draw(100) as i64).collect();
            let order = order_of(&factors, &extents);
            assert_eq!(order.multiplications, textbook(&extents), "{extents:?}");
            assert_eq!(
                read(&order, &extents),
                (factors, order.multiplications),
                "{extents:?}"
            );
        }
    }

    /// A matrix times itself: squares of squares.
    #[test]
    fn powers_are_computed_once() {
        for (power, products) in [(2, 1), (4, 2), (8, 3), (16, 4), (3, 2), (7, 4)] {
            let order = order_of(&vec![0; power], &vec![5; power + 1]);
            assert_eq!(order.multiplications, products * 125, "power {power}");
            assert_eq!(read(&order, &[5; 2]), (vec![0; power], products * 125));
        }
    }

    #[test]
    fn extents_that_overflow_are_no_panic() {
        let order = order_of(&[0, 1, 2], &[i64::MAX; 4]);
        assert_eq!(order.multiplications, u128::MAX);
        assert_eq!(order_of(&[0, 1, 2], &[0, 5, 0, 7]).multiplications, 0);
    }
}
