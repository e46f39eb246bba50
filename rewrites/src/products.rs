//! The matrix-chain rule: products of matrices that are factors of one another, taken in the cheapest order.
//!
//! `(A * B) * C` and `A * (B * C)` are the same sums of the same products of elements, in another order and factored
//! otherwise: equal where elements are integers, which wrap around, and where floats may be reassociated. [`chains`] finds
//! the chains of a function, [`reassociate`] makes the e-graph of all orders of one, and [`rewrite`] writes the order
//! that was chosen for it. [`replica`] is a chain by itself, for whoever wants to check that.
//!
//! A product is any operation of linalg that multiplies two operands and sums over the dimensions that only these share:
//! of matrices, vectors, transposed or in batches, by name or as `linalg.generic`. Its rows and columns may be several
//! dimensions each, or none. One of whose result anything else makes use is a factor, never part of a longer chain: it is
//! computed anyway.

mod contraction;
mod find;
mod layout;
mod memory;
mod path;
mod replica;
mod rewrite;
mod term;
mod write;

use egg::{Id, RecExpr};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::ir::{OpId, ValueId};
use ovolo_lang::types::{Dim, Type};

pub use find::{Found, chains};
pub use layout::{Extents, Slot};
pub use replica::replica;
pub use rewrite::rewrite;
pub use term::{Grown, NAME, Products, Segment, Segments, Term, reassociate};

/// A chain of products in one block, none of whose intermediate results is used elsewhere.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The last product, which stays where it is.
    pub root: OpId,
    /// From left to right.
    pub factors: Vec<Factor>,
    /// For each factor the number of the first one that is the same.
    pub numbers: Vec<u32>,
    pub extents: Extents,
    /// How the last product is laid out.
    pub result: Vec<Slot>,
    pub element: Type,
    /// What the bodies of all products allow.
    pub flags: FastMath,
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

/// A value that stands in a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    pub value: ValueId,
    /// What each of its dimensions is.
    pub slots: Vec<Slot>,
}

impl Factor {
    /// Whether its columns come before its rows.
    pub fn is_transposed(&self) -> bool {
        let place = |is: fn(&Slot) -> bool| self.slots.iter().position(is);
        let row = place(|slot| matches!(slot, Slot::Left(_)));
        let column = place(|slot| matches!(slot, Slot::Right(_)));
        row.zip(column).is_some_and(|(row, column)| column < row)
    }
}

impl Chain {
    /// The multiplications of elements that the products take as they are written.
    pub fn multiplications(&self) -> u128 {
        self.of_order(&self.written)
    }

    /// The multiplications of elements that the products of an order take.
    pub fn of_order(&self, order: &RecExpr<Term>) -> u128 {
        let sizes = self.extents.sizes();
        let terms = order.as_ref();
        let mut ends: Vec<[i64; 2]> = Vec::with_capacity(terms.len());
        let mut sum = 0u128;
        for term in terms {
            ends.push(match term {
                Term::Factor(number) => {
                    let at = *number as usize;
                    [sizes[at], sizes[at + 1]]
                }
                Term::Product([a, b]) => {
                    let [[rows, inner], [_, columns]] = [a, b].map(|part| ends[usize::from(*part)]);
                    let product = [rows, inner, columns].map(|n| n.max(0) as u128);
                    sum = sum.saturating_add(product.into_iter().fold(1, u128::saturating_mul));
                    [rows, columns]
                }
            });
        }
        sum.saturating_mul(self.extents.batches())
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

fn shape(ty: &Type) -> Option<&[Dim]> {
    match ty {
        Type::MemRef(memref) => memref.shape.as_deref(),
        Type::Tensor(tensor) => tensor.shape.as_deref(),
        _ => None,
    }
}

fn fixed_shape(ty: &Type) -> Option<Vec<i64>> {
    shape(ty)?.iter().map(|dim| dim.fixed()).collect()
}
