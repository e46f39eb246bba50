//! Where a comparison is.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, Interval};
use z3::ast::{Bool, Int};

use super::super::function::{Array, Value};

/// Values of a variable each of which is looked at. Arbitrary.
const MOST_VALUES: i64 = 8;

/// The variables at hand and what is known of them.
#[derive(Clone)]
pub struct Context {
    pub dims: Vec<Int>,
    pub intervals: Rc<[Interval]>,
    pub conditions: Vec<Bool>,
}

impl Context {
    pub(super) fn and(&self, condition: Bool) -> Context {
        let mut more = self.clone();
        more.conditions.push(condition);
        more
    }

    /// The context, once for each value of a variable that has few, but more than one.
    fn of_few(&self, variable: usize) -> Option<Vec<Context>> {
        let (dim, interval) = (self.dims.get(variable)?, self.intervals.get(variable)?);
        let (least, greatest) = (interval.least?, interval.greatest?);
        if !(1..MOST_VALUES).contains(&greatest.checked_sub(least)?) {
            return None;
        }
        let of = |value: i64| {
            let mut one = self.and(dim.eq(Int::from_i64(value)));
            let mut intervals = self.intervals.to_vec();
            intervals[variable] = Interval {
                least: Some(value),
                greatest: Some(value),
            };
            one.intervals = intervals.into();
            one
        };
        Some((least..=greatest).map(of).collect())
    }
}

/// What is compared.
#[derive(Clone)]
pub enum Node<'f> {
    /// A part of the value of a statement.
    Value(&'f Value),
    /// What a statement stores.
    Stored,
    /// What a cell held in the beginning.
    Cell(Array, Vec<AffineExpr>),
}

/// A node in an instance of a statement, whose variables are expressions of those of the context.
#[derive(Clone)]
pub struct Place<'f> {
    pub side: usize,
    pub statement: usize,
    pub at: Vec<AffineExpr>,
    pub node: Node<'f>,
}

impl<'f> Place<'f> {
    pub(super) fn with(&self, node: Node<'f>) -> Place<'f> {
        Place { node, ..self.clone() }
    }

    pub fn value(&self, value: &'f Value) -> Place<'f> {
        self.with(Node::Value(value))
    }

    /// The context, once for each value of a variable of the instance that has few; `None` where no variable has.
    pub(super) fn of_few(&self, context: &Context) -> Option<Vec<Context>> {
        self.at.iter().rev().find_map(|expr| match expr {
            AffineExpr::Dim(variable) => context.of_few(*variable as usize),
            _ => None,
        })
    }
}
