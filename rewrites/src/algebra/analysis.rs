//! The analysis: facts, forms and smallest nodes, kept up while classes are united.

use std::cmp::Ordering;

use egg::{Analysis, DidMerge, Id};
use ovolo_lang::op::OpCode;

use super::{Algebra, ClassData, EGraph, Form, Monomial};
use crate::expression::size_of;
use crate::facts::{Environment, Fact, HasEnvironment, HasFact};
use crate::term::{IndexOp, Node, Scalar};

/// What a remainder or ceiling weighs as an atom beside the quotient that it can be written with: one kind of
/// division in all forms lets them cancel.
const REPLACEABLE: u64 = 1 << 20;

/// Forms that one class has after another, at most. What has no value may equal anything, as `x / 0` equals `x / 0 - 1`,
/// and its form would be `x / 0 - 2` next, and so on. Arbitrary.
const MOST_FORMS: u8 = 100;

impl HasFact for ClassData {
    fn fact(&self) -> Option<&Fact> {
        self.fact.as_ref()
    }
}

impl HasEnvironment for Algebra {
    fn environment(&self) -> &Environment {
        &self.environment
    }
}

impl Analysis<Node> for Algebra {
    type Data = ClassData;

    fn make(egraph: &mut EGraph, node: &Node, id: Id) -> ClassData {
        let size = size_of(node, |id| egraph[id].data.size, |id| &egraph[id].data.best);
        let mut fact = Fact::make(
            node,
            |id| egraph[id].data.fact.as_ref(),
            &egraph.analysis.environment,
        );
        let is_integer = fact.as_ref().is_some_and(|fact| fact.scalar == Scalar::Index);
        let polynomial = form_of(egraph, node);
        // The atoms of a polynomial are classes already; this class is none yet.
        if let (Some(form), Some(fact)) = (&polynomial, &mut fact) {
            fact.merge(range_of(egraph, form));
        }
        let (form, weight) = match polynomial {
            Some(form) => (Some(form.clone()), weight_of(egraph, &form)),
            None if is_integer => (Some(Form::atom(id)), size.saturating_add(penalty(node))),
            None => (None, 0),
        };
        ClassData {
            fact,
            form,
            weight,
            reformed: 0,
            best: node.clone(),
            size,
        }
    }

    fn merge(&mut self, a: &mut ClassData, b: ClassData) -> DidMerge {
        let did = match (&mut a.fact, b.fact) {
            (Some(a), Some(b)) => a.merge(b),
            (a, b) => DidMerge(false, a.is_some() != b.is_some()),
        };
        let order = |form: &Option<Form>, weight: u64| {
            let form = form.clone()?;
            Some((weight, form.terms, form.constant))
        };
        let (mine, theirs) = (order(&a.form, a.weight), order(&b.form, b.weight));
        let by_form = match (&mine, &theirs) {
            (_, None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            _ => mine.cmp(&theirs),
        };
        a.reformed = a.reformed.max(b.reformed);
        let takes_form = by_form.is_gt() && a.reformed < MOST_FORMS;
        let by_form = match by_form.is_gt() && !takes_form {
            true => Ordering::Less,
            false => by_form,
        };
        if takes_form {
            (a.form, a.weight) = (b.form, b.weight);
            a.reformed += 1;
        }
        let by_node = (a.size, &a.best).cmp(&(b.size, &b.best));
        if by_node.is_gt() {
            (a.size, a.best) = (b.size, b.best);
        }
        let changed = |order: Ordering| DidMerge(order.is_gt(), order.is_lt());
        did | changed(by_form) | changed(by_node)
    }

    /// A class with a known value gets the value as a leaf; classes with one form are united.
    fn modify(egraph: &mut EGraph, id: Id) {
        if let Some(leaf) = egraph[id].data.fact.as_ref().and_then(Fact::constant_node) {
            let leaf = egraph.add(leaf);
            egraph.union(id, leaf);
            return;
        }
        let form = egraph[id].data.form.as_ref();
        let Some(form) = form.and_then(|form| form.canonical(|id| egraph.find(id))) else {
            return;
        };
        if let Some(value) = form.as_constant() {
            if let Ok(value) = i64::try_from(value) {
                let leaf = egraph.add(Node::Int(value));
                egraph.union(id, leaf);
            }
            return;
        }
        if let Some(atom) = form.as_atom() {
            egraph.union(id, atom);
        }
        let id = egraph.find(id);
        let other = *egraph.analysis.forms.entry(form).or_insert(id);
        egraph.union(id, other);
    }
}

fn penalty(node: &Node) -> u64 {
    match node {
        Node::Index(IndexOp::Mod | IndexOp::CeilDiv, _) => REPLACEABLE,
        Node::Op(op, _) if matches!(op.code, OpCode::RemSI) => REPLACEABLE,
        // Of two equal forms the one with other atoms is the simpler one.
        _ => 1,
    }
}

/// The polynomial that a sum, a product or a number is of its operands.
fn form_of(egraph: &EGraph, node: &Node) -> Option<Form> {
    let form = |id: Id| egraph[id].data.form.as_ref()?.canonical(|id| egraph.find(id));
    match node {
        Node::Int(value) => Some(Form::constant((*value).into())),
        Node::Index(IndexOp::Add, [a, b]) => form(*a)?.add(&form(*b)?, 1),
        Node::Index(IndexOp::Mul, [a, b]) => form(*a)?.times(&form(*b)?),
        _ => None,
    }
}

fn weight_of(egraph: &EGraph, form: &Form) -> u64 {
    let of = |monomial: &Monomial| {
        let sizes = monomial.iter().map(|&id| {
            let data = &egraph[id].data;
            // An atom that has another form is worth as much as that.
            data.weight.max(data.size)
        });
        sizes.fold(1, u64::saturating_add)
    };
    form.terms.iter().map(|(m, _)| of(m)).fold(0, u64::saturating_add)
}

/// What is known of the value of a form from what is known of its atoms.
pub(super) fn range_of(egraph: &EGraph, form: &Form) -> Fact {
    let integer = |value: i128| i64::try_from(value).ok().map(Fact::constant);
    let unknown = || Fact::unknown(Scalar::Index);
    let Some(mut sum) = integer(form.constant) else {
        return unknown();
    };
    for (monomial, coefficient) in &form.terms {
        let Some(mut product) = integer(*coefficient) else {
            return unknown();
        };
        for power in monomial.chunk_by(Id::eq) {
            let factor = egraph[power[0]].data.fact.clone().unwrap_or_else(unknown);
            product = Fact::of_index(IndexOp::Mul, &product, &factor.to_the(power.len()));
        }
        sum = Fact::of_index(IndexOp::Add, &sum, &product);
    }
    sum
}
