//! The matrix-chain rule: products of matrices that are factors of one another, taken in the cheapest order.
//!
//! `(A * B) * C` and `A * (B * C)` are the same sums of the same products of elements, in another order and factored
//! otherwise: equal where elements are integers, which wrap around, and where floats may be reassociated. [`chains`] finds
//! the chains of a function, [`reassociate`] makes the e-graph of all orders of one, and [`rewrite`] writes the order
//! that was chosen for it. [`replica`] is a chain by itself, for whoever wants to check that.
//!
//! A product of whose result anything else makes use is a factor, never part of a longer chain: it is computed anyway.

mod find;
mod memory;
mod rewrite;
mod term;

use egg::{Id, RecExpr};
use ovolo_lang::ir::{OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

pub use find::{Found, chains};
pub use rewrite::{replica, rewrite};
pub use term::{Grown, MATHEMATICS, NAME, Products, Segment, Segments, Term, reassociate};

/// A chain of products in one block, none of whose intermediate results is used elsewhere.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The last product, which stays where it is.
    pub root: OpId,
    /// From left to right.
    pub factors: Vec<ValueId>,
    /// For each factor the number of the first one that is the same value.
    pub numbers: Vec<u32>,
    /// The rows of each factor, and the columns of the last. A vector is a row at the left end, a column at the right.
    pub extents: Vec<i64>,
    /// Whether the first factor is a vector, and the last.
    pub are_vectors: [bool; 2],
    pub element: Type,
    /// The order in which the products are written.
    pub written: RecExpr<Term>,
    pub storage: Storage,
    /// The other products and what only they use.
    pub inner: Vec<OpId>,
}

/// What factors and results are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Tensors,
    Memrefs,
}

/// The operation that multiplies operands of these ranks.
fn product_of(ranks: [usize; 2]) -> Option<OpCode> {
    match ranks {
        [2, 2] => Some(OpCode::LinalgMatmul),
        [2, 1] => Some(OpCode::LinalgMatvec),
        [1, 2] => Some(OpCode::LinalgVecmat),
        [1, 1] => Some(OpCode::LinalgDot),
        _ => None,
    }
}

impl Chain {
    /// The multiplications of elements that the products take as they are written.
    pub fn multiplications(&self) -> u128 {
        self.of_order(&self.written)
    }

    /// The multiplications of elements that the products of an order take.
    pub fn of_order(&self, order: &RecExpr<Term>) -> u128 {
        let terms = order.as_ref();
        let mut ends: Vec<[i64; 2]> = Vec::with_capacity(terms.len());
        let mut sum = 0u128;
        for term in terms {
            ends.push(match term {
                Term::Factor(number) => {
                    let at = *number as usize;
                    [self.extents[at], self.extents[at + 1]]
                }
                Term::Product([a, b]) => {
                    let [[rows, inner], [_, columns]] = [a, b].map(|part| ends[usize::from(*part)]);
                    let sizes = [rows, inner, columns].map(|n| n.max(0) as u128);
                    let product = sizes.into_iter().fold(1, u128::saturating_mul);
                    sum = sum.saturating_add(product);
                    [rows, columns]
                }
            });
        }
        sum
    }

    /// `(0 * 1) * 2`: an order in the notation of the rule, with the factors as they are to be called.
    pub fn text(order: &RecExpr<Term>, name: impl Fn(u32) -> String) -> String {
        enum Part {
            Term(Id),
            Text(&'static str),
        }
        let terms = order.as_ref();
        let root = Id::from(terms.len() - 1);
        let mut text = String::new();
        let mut pending = vec![Part::Term(root)];
        while let Some(part) = pending.pop() {
            let id = match part {
                Part::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                Part::Term(id) => id,
            };
            match &terms[usize::from(id)] {
                Term::Factor(number) => text.push_str(&name(*number)),
                Term::Product([a, b]) => {
                    let [open, close] = if id == root { ["", ""] } else { ["(", ")"] };
                    pending.extend([Part::Text(close), Part::Term(*b), Part::Text(" * ")]);
                    pending.extend([Part::Term(*a), Part::Text(open)]);
                }
            }
        }
        text
    }
}
