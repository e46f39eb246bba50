//! Steps inside an expression: what an operand becomes under what holds where it stands.
//!
//! The values of a choice stand where its guard holds, or does not. An operand of a conjunction decides where the other one is
//! true, that of a disjunction where it is false: elsewhere it may be anything.

use egg::{Id, Language};
use ovolo_lang::op::OpCode;

use super::super::branches::{complement, reachable};
use super::super::{Truth, decide};
use super::{Search, used};
use crate::expression::{Expression, Sort, truth};
use crate::part;
use crate::term::Node;

/// An operand that equals something else under what holds where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The way to the operand from the root: which operand of which operand.
    pub path: Vec<usize>,
    /// What of all that holds there is needed.
    pub under: Vec<Expression>,
    pub from: Expression,
    pub to: Expression,
    /// The rules that show it; `None` where exact integer sets do.
    pub rules: Option<Vec<&'static str>>,
}

/// Places of an expression that are looked at. The number is arbitrary.
const MOST_PLACES: usize = 60;

struct Place {
    path: Vec<usize>,
    under: Vec<Expression>,
    /// Whether it is an operand of a conjunction or a disjunction.
    is_part: bool,
}

/// The first place, inner ones first, where something smaller stands for the operand; of the whole, a truth value.
pub(super) fn first(expression: &Expression, search: &Search<'_>) -> Option<Local> {
    let mut places = Vec::new();
    collect(
        expression,
        part::root(expression.nodes()),
        &mut Vec::new(),
        &mut Vec::new(),
        false,
        &mut places,
    );
    places
        .into_iter()
        .filter(|place| !place.under.is_empty() || place.path.is_empty())
        .find_map(|place| smaller(expression, place, search))
}

impl Local {
    /// The expression with the operand replaced.
    pub(super) fn result(&self, before: &Expression) -> Expression {
        replaced(before, &self.path, &self.to)
    }

    /// Whether this leads from one expression to another, and its rules or the sets show it.
    pub(super) fn replays(&self, before: &Expression, after: &Expression, search: &Search<'_>) -> bool {
        let Some(around) = around(before, &self.path) else {
            return false;
        };
        let known = [search.known, &self.under].concat();
        let search = Search {
            known: &known,
            effort: search.effort,
        };
        self.under.iter().all(|guard| around.contains(guard))
            && at(before, &self.path) == self.from
            && ordered(&self.result(before)) == ordered(after)
            && search.shows(&self.from, &self.to, self.rules.as_deref())
    }
}

/// All operands, inner ones first, from left to right.
fn collect(
    expression: &Expression,
    node: Id,
    path: &mut Vec<usize>,
    under: &mut Vec<Expression>,
    is_part: bool,
    places: &mut Vec<Place>,
) {
    let operands = expression.nodes()[usize::from(node)].children();
    for (n, &operand) in operands.iter().enumerate() {
        if places.len() >= MOST_PLACES {
            return;
        }
        let guard = guard_of(expression, node, n);
        let depth = under.len();
        path.push(n);
        under.extend(guard);
        let is_part = is_junction(&expression.nodes()[usize::from(node)]).is_some();
        collect(expression, operand, path, under, is_part, places);
        under.truncate(depth);
        path.pop();
    }
    if places.len() < MOST_PLACES {
        places.push(Place {
            path: path.clone(),
            under: under.clone(),
            is_part,
        });
    }
}

/// What holds where an operand counts; nothing where it always does.
fn guard_of(expression: &Expression, node: Id, operand: usize) -> Option<Expression> {
    let part = |id: Id| reachable(expression.nodes(), id);
    let node = &expression.nodes()[usize::from(node)];
    let children = node.children();
    match node {
        Node::Op(op, _) if op.code == OpCode::Select => match operand {
            0 => None,
            1 => Some(part(children[0])),
            _ => Some(complement(&part(children[0]))),
        },
        node => match (is_junction(node)?, part(children[1 - operand])) {
            (OpCode::AndI, other) => Some(other),
            (_, other) => Some(complement(&other)),
        },
    }
}

fn is_junction(node: &Node) -> Option<OpCode> {
    match node {
        Node::Op(op, _) if matches!(op.code, OpCode::AndI | OpCode::OrI) => Some(op.code),
        _ => None,
    }
}

/// What holds at the end of a way; `None` where there is no such way.
fn around(expression: &Expression, path: &[usize]) -> Option<Vec<Expression>> {
    let mut node = part::root(expression.nodes());
    let mut under = Vec::new();
    for &n in path {
        under.extend(guard_of(expression, node, n));
        node = *expression.nodes()[usize::from(node)].children().get(n)?;
    }
    Some(under)
}

/// The operand at the end of a way that exists.
fn at(expression: &Expression, path: &[usize]) -> Expression {
    Expression::new(part::part(expression.nodes(), path))
}

/// The expression with something else at the end of a way.
fn replaced(expression: &Expression, path: &[usize], to: &Expression) -> Expression {
    Expression::new(part::put(expression.nodes(), path, to.nodes()))
}

/// The expression with its operands in the order in which they are written: one for all that are written alike.
pub(super) fn ordered(expression: &Expression) -> Expression {
    at(expression, &[])
}

/// What is smaller and equal at a place. A part of a conjunction or a disjunction becomes a truth value or stays.
fn smaller(expression: &Expression, place: Place, search: &Search<'_>) -> Option<Local> {
    let from = at(expression, &place.path);
    if from.operations() == 0 {
        return None;
    }
    let known = [search.known, &place.under].concat();
    let inner = Search {
        known: &known,
        effort: search.effort,
    };
    let (grown, work) = inner.grown(&from, None);
    let fits = |to: &Expression| match place.is_part {
        true => to.as_truth().is_some(),
        false => to.cost() < from.cost(),
    };
    let (to, rules) = match grown.filter(fits) {
        Some(to) => {
            let rules = inner.needed(&from, &to, used(&work));
            (to, Some(rules))
        }
        None => (inner.truth_by_sets(&from)?, None),
    };
    let under = needed_of(place.under, search, |inner| {
        inner.shows(&from, &to, rules.as_deref())
    });
    Some(Local {
        path: place.path,
        under,
        from,
        to,
        rules,
    })
}

/// As few of the guards as are needed.
fn needed_of(
    mut under: Vec<Expression>,
    search: &Search<'_>,
    shows: impl Fn(&Search<'_>) -> bool,
) -> Vec<Expression> {
    let mut n = 0;
    while n < under.len() {
        let mut fewer = under.clone();
        fewer.remove(n);
        let known = [search.known, &fewer].concat();
        let is_enough = shows(&Search {
            known: &known,
            effort: search.effort,
        });
        match is_enough {
            true => under = fewer,
            false => n += 1,
        }
    }
    under
}

impl Search<'_> {
    /// The value of a truth that exact sets find to be always the same.
    fn truth_by_sets(&self, expression: &Expression) -> Option<Expression> {
        if expression.sort() != Sort::Truth {
            return None;
        }
        let always = |predicate: &Expression| {
            let decision = decide(predicate, self.known, self.effort);
            decision.truth == Truth::Always && !decision.is_vacuous
        };
        let constant = |value: bool| Some(Expression::new(vec![truth(value)]));
        match (always(expression), always(&complement(expression))) {
            (true, _) => constant(true),
            (_, true) => constant(false),
            _ => None,
        }
    }

    /// Whether the rules, or the sets, show that two expressions are equal.
    fn shows(&self, from: &Expression, to: &Expression, rules: Option<&[&'static str]>) -> bool {
        match rules {
            Some(rules) => self.is_one(from, to, Some(rules)),
            None => self.truth_by_sets(from).as_ref() == Some(to),
        }
    }
}
