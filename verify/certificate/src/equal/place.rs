//! Where a comparison is.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, Interval};
use z3::ast::{Bool, Int};

use super::super::function::{Array, Value};

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
}
