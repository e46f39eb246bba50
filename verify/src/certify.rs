//! Whether two functions of affine loops are equal for all sizes.
//!
//! **Statements.** A function is read as a list of statements: stores, each with the loops and conditions around it,
//! its subscripts, and its value as a tree over loads and arguments. An *instance* of a statement is a value of the
//! loop variables around it inside their bounds; an access of an instance takes place at a *time*, a list of positions
//! and loop variables that is compared lexicographically.
//!
//! **Theorem.** Let `M` map the instances of the second function to those of the first, so that
//!
//! 1. `M` is a bijection of instances, and each statement goes to one whose value is the same tree, but for the order of
//!    operands that commute;
//! 2. an access of an instance and the access at the same place of the tree of its image touch the same cell;
//! 3. of two accesses of one cell of which one is a store, the images are in the same order as the accesses.
//!
//! Then both functions leave the same values in all cells, on every input. *Proof.* By 1 to 3 each load reads, in both
//! functions, what the same store wrote last, or what the cell held in the beginning. So by induction on the time in the
//! second function an instance stores what its image stores; and the last store of each cell is, by 3, that of the first
//! function. (This is the classical condition that a reordering keeps all dependences, Allen & Kennedy 2002, Theorem 2.2,
//! stated for pairs of accesses.) The sizes are symbols throughout, and each of the conditions is a question whether a set of
//! integer points is empty, which z3 decides over linear integer arithmetic.
//!
//! Loads of the second function that need not be executed by the first are inside their arrays; operations that may trap
//! are not certified. How `M` is found (`witness`) does not matter for what is proved (`check`).
//!
//! **Invariant:** nothing here uses rules, e-graphs or the transformations, nor the interpreter.

mod check;
mod program;
mod terms;
mod witness;

use ovolo_lang::ir::{Module, OpId};

use program::{Function, Reader, Symbols};

/// Why the functions are not certified, which says nothing of whether they are equal.
pub type Refused<T> = Result<T, String>;

/// What a certificate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certified {
    AllSizes,
    /// The types fix all sizes.
    FixedSizes,
}

/// Certifies that the second function does what the first does, for all sizes and all data, wherever arguments that are
/// not `llvm.noalias` lie.
pub fn certify(first: (&Module, OpId), second: (&Module, OpId)) -> Refused<Certified> {
    let mut symbols = Symbols::default();
    let first = Reader::read(first.0, first.1, &mut symbols)?;
    let second = Reader::read(second.0, second.1, &mut symbols)?;
    first.has_arrays_of(&second)?;
    check::check(&first, &second, &symbols)?;
    Ok(match symbols.0.is_empty() {
        true => Certified::FixedSizes,
        false => Certified::AllSizes,
    })
}

impl Function {
    /// Local arrays are told apart by their order.
    fn has_arrays_of(&self, other: &Function) -> Refused<()> {
        match self.locals == other.locals {
            true => Ok(()),
            false => Err("the functions allocate different arrays".into()),
        }
    }
}
