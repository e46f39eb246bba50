//! What a proof says that the checker does not find out by itself.
//!
//! Statements, accesses and variables have numbers: those of the functions as `read` gives them, in a normal form. An instance of
//! a statement is given by expressions for its variables. Nothing of this is trusted: that an expression is one of so many
//! variables, and all that is claimed, is checked where it is used.

use std::collections::{BTreeMap, BTreeSet};

use ovolo_lang::affine::{AffineExpr, AffineOp};

use super::Refused;

/// Why the second of two functions does what the first does: for each pair of branches that are compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Certificate {
    pub cases: Vec<Case>,
}

/// Why one function does what another does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// Of accesses of the second function that bounds do not keep inside of their arrays: accesses of the first, one of which
    /// touches the same cell, or, of those that load, one further on in all dimensions.
    pub touches: BTreeMap<usize, Vec<Instance>>,
    pub method: Method,
    /// What the statements are, for a reader.
    pub legend: Vec<String>,
}

/// A statement or an access, and values of its variables as expressions of other variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub statement: usize,
    pub at: Vec<AffineExpr>,
}

/// A store that a load may read: of the instance of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub statement: usize,
    pub at: Vec<AffineExpr>,
    /// Statement by statement it is shown that no other store is read; this is the first one for which the source is needed.
    pub since: usize,
}

/// How it is shown that the same is left behind.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    Reordering(Reordering),
    Equality(Equality),
}

impl Default for Method {
    fn default() -> Method {
        Method::Equality(Equality::default())
    }
}

/// The second function is the first with its instances in another order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reordering {
    /// Of each statement of the second function, in order.
    pub images: Vec<Image>,
    /// For statements of the first function the instances of the second one of whose images an instance is.
    pub inverses: BTreeMap<usize, Vec<Instance>>,
}

/// The statement of the first function that one of the second is a part of.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// The instance of the first.
    pub of: Instance,
    /// Which of the ways it is in which the two are the same tree.
    pub way: usize,
}

/// The same values are stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Equality {
    /// Whether the terms of sums may be in any order.
    pub has_sums: bool,
    /// The statements whose updates are taken together.
    pub updates: BTreeSet<Named>,
    /// The stores that a load may read; none for loads that are not told of.
    pub sources: BTreeMap<Named, Vec<Source>>,
    /// For a statement of the second function and one of the first.
    pub lemmas: BTreeMap<[usize; 2], Lemma>,
    /// Of statements that stand for accesses, those of the first function.
    pub accesses: BTreeMap<usize, usize>,
    /// Which of the ways it is in which two operations are equal; the first for operations that are not told of.
    pub ways: BTreeMap<[Named; 2], Vec<usize>>,
    /// For two sums.
    pub terms: BTreeMap<[Named; 2], Terms>,
}

/// A part of the value of a statement of one of the functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Named {
    pub side: usize,
    pub statement: usize,
    /// Its number among the loads and operations of the value; 0 for a whole statement.
    pub node: usize,
}

/// An instance of a statement of the second function stores what the instance of one of the first does that the map gives,
/// wherever there is that instance and the conditions hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lemma {
    pub map: Vec<AffineExpr>,
    /// Of the conditions of choices in the value of the statement, by number, those that hold, or do not.
    pub within: Vec<(usize, bool)>,
}

/// The terms of two sums, as families by number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// Where families of the second sum go.
    pub images: Vec<(usize, TermImage)>,
    /// Of which terms of a family of the second sum those of the first are images.
    pub inverses: Vec<(usize, Vec<AffineExpr>)>,
}

/// Where a family of terms goes.
#[derive(Clone, Debug, PartialEq)]
pub struct TermImage {
    /// The family of the first sum.
    pub family: usize,
    /// For each factor there the factor that equals it.
    pub order: Vec<usize>,
    pub map: Vec<AffineExpr>,
}

/// Checks that expressions are so many, and of so many variables, and divide by positive numbers only.
pub fn fits(exprs: &[AffineExpr], count: usize, variables: usize) -> Refused<()> {
    if exprs.len() != count {
        return Err(unfit(
            "a map has another number of results than there are variables",
        ));
    }
    for expr in exprs {
        let mut fits = true;
        expr.walk(&mut |part| {
            fits &= match part {
                AffineExpr::Dim(i) => (*i as usize) < variables,
                AffineExpr::Binary(AffineOp::FloorDiv | AffineOp::CeilDiv | AffineOp::Mod, ab) => {
                    ab.1.as_constant().is_none_or(|c| c > 0)
                }
                _ => true,
            };
        });
        if !fits {
            return Err(unfit(
                "a map uses variables that there are not, or divides by no positive number",
            ));
        }
    }
    Ok(())
}

/// Why a certificate proves nothing.
pub fn unfit(reason: &str) -> String {
    format!("{UNFIT}: {reason}")
}

pub const UNFIT: &str = "the certificate does not fit";
