//! Conditions that the loops around them decide.
//!
//! ```text
//! for i in 0..n { for j in i + 1..n { if j >= 1 { S } else { R } } }  =>  for i in 0..n { for j in i + 1..n { S } }
//! ```

use std::collections::{BTreeSet, HashMap};

use egg::{Id, Language, Symbol};

use super::arena::Arena;
use crate::chosen::Chosen;
use crate::dependence::Emptiness;
use crate::guard::Condition;
use crate::linear::Linear;
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Node, branches};

/// The nest without the conditions that always hold or never do. `None` where there is none.
pub fn decide(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    if !has_conditions(nest) {
        return None;
    }
    let (mut arena, root) = Arena::of(nest, oracle);
    let decided = arena.decided(root, &mut Vec::new());
    if decided == root {
        refusals.note(Refusal {
            rule: "decide",
            loops: Vec::new(),
            why: Why::Stated("each condition may hold in some iterations and fail in others".to_string()),
        });
        return None;
    }
    Some(arena.into_nest(decided))
}

/// Whether something is executed, or a subscript chosen, by a condition.
pub fn has_conditions(nest: &Nest) -> bool {
    let nodes = nest.term.as_ref();
    nodes
        .iter()
        .any(|node| matches!(node, Node::If(..) | Node::Choose(..)))
}

impl Arena<'_> {
    /// The statement with each condition decided that is, where the `known` conditions hold; without the loops that
    /// have no iteration there.
    pub fn decided(&mut self, id: Id, known: &mut Vec<Condition>) -> Id {
        match self.node(id).clone() {
            Node::Seq(statements) => {
                let decided: Vec<Id> = statements.iter().map(|&s| self.decided(s, known)).collect();
                self.sequence(decided)
            }
            Node::For(head, _) if self.never_runs(head.iv, known) => self.sequence([]),
            Node::For(head, [lo, hi, body]) => {
                let body = self.decided(body, known);
                self.for_loop(head, [lo, hi], body)
            }
            Node::If(comparisons, children) => {
                let (ids, [then, otherwise]) = branches(&children);
                match self.conditions(&comparisons, ids) {
                    Some(conditions) => self.branch(conditions, then, otherwise, known),
                    None => id,
                }
            }
            Node::Store(buffer, children) => {
                let mut done = HashMap::new();
                let children = children.iter();
                let children = children
                    .map(|&child| self.decided_value(child, known, &mut done))
                    .collect();
                self.add(Node::Store(buffer, children))
            }
            _ => id,
        }
    }

    /// Whether a subscript in a statement or a value is chosen by a condition.
    pub fn chooses(&self, id: Id) -> bool {
        !self.conditions_of_choices(id).is_empty()
    }

    /// The conditions of the choices between subscripts in a statement or a value.
    pub fn conditions_of_choices(&self, id: Id) -> Vec<Condition> {
        let (mut found, mut seen, mut pending) = (Vec::new(), BTreeSet::from([id]), vec![id]);
        while let Some(id) = pending.pop() {
            let node = self.node(id);
            let condition = Chosen::of(node).and_then(|chosen| self.condition_of(chosen));
            found.extend(condition.filter(|condition| !found.contains(condition)));
            let children = node.children().iter().rev();
            pending.extend(children.filter(|child| seen.insert(**child)));
        }
        found
    }

    fn condition_of(&self, chosen: Chosen) -> Option<Condition> {
        Some(Condition {
            expr: self.linear(chosen.condition)?.clone(),
            comparison: chosen.comparison,
        })
    }

    /// A value with each choice between subscripts decided that is, where the `known` conditions hold. What was found where they do
    /// is among those done.
    fn decided_value(&mut self, id: Id, known: &mut Vec<Condition>, done: &mut HashMap<Id, Id>) -> Id {
        if let Some(id) = done.get(&id) {
            return *id;
        }
        let node = self.node(id).clone();
        let decided = match Chosen::of(&node) {
            Some(chosen) => self.decided_choice(chosen, known, done).unwrap_or(id),
            None => {
                let node = node.map_children(|child| self.decided_value(child, known, done));
                self.add(node)
            }
        };
        done.insert(id, decided);
        decided
    }

    fn decided_choice(
        &mut self,
        chosen: Chosen,
        known: &mut Vec<Condition>,
        done: &mut HashMap<Id, Id>,
    ) -> Option<Id> {
        let condition = self.condition_of(chosen)?;
        let [then, otherwise] = chosen.sides;
        if self.never(known.iter().cloned().chain([condition.clone()])) {
            return Some(self.decided_value(otherwise, known, done));
        }
        if self.always(&condition, known) {
            return Some(self.decided_value(then, known, done));
        }
        let fails = condition.opposites().filter(|all| all.len() == 1);
        let before = known.len();
        let mut decided = |this: &mut Self, side: Id, more: Vec<Condition>| {
            known.extend(more);
            let side = this.decided_value(side, known, &mut HashMap::new());
            known.truncate(before);
            side
        };
        let sides = [
            decided(self, then, vec![condition]),
            decided(self, otherwise, fails.unwrap_or_default()),
        ];
        Some(Chosen { sides, ..chosen }.add(&mut |node| self.add(node)))
    }

    fn branch(
        &mut self,
        conditions: Vec<Condition>,
        then: Id,
        otherwise: Id,
        known: &mut Vec<Condition>,
    ) -> Id {
        if self.never(known.iter().chain(&conditions).cloned()) {
            return self.decided(otherwise, known);
        }
        let mut open = Vec::new();
        for condition in conditions {
            if !self.always(&condition, known) {
                open.push(condition);
            }
        }
        let before = known.len();
        known.extend(open.iter().cloned());
        let then = self.decided(then, known);
        known.truncate(before);
        if open.is_empty() {
            return then;
        }
        if let [only] = open.as_slice()
            && let Some([opposite]) = only.opposites().as_deref()
        {
            known.push(opposite.clone());
        }
        let otherwise = self.decided(otherwise, known);
        known.truncate(before);
        if self.is_nothing(then) && self.is_nothing(otherwise) {
            return then;
        }
        let comparisons = open.iter().map(|condition| condition.comparison).collect();
        let mut children: Vec<Id> = open.iter().map(|condition| self.index(&condition.expr)).collect();
        children.extend([then, otherwise]);
        self.add(Node::If(comparisons, children.into()))
    }

    /// Whether a loop has no iteration where the known conditions hold.
    fn never_runs(&mut self, iv: Symbol, known: &[Condition]) -> bool {
        let first = self.domain(iv).and_then(|domain| domain.lower.first().cloned());
        let after_start = first.and_then(|bound| Linear::var(iv).subtract(&bound));
        // The variable brings all its bounds with it.
        after_start.is_some_and(|gap| {
            let inside = Condition::at_least_zero(gap);
            self.never(known.iter().cloned().chain([inside]))
        })
    }

    /// Whether a condition holds wherever the known ones do.
    fn always(&mut self, condition: &Condition, known: &[Condition]) -> bool {
        let Some(opposites) = condition.opposites() else {
            return false;
        };
        opposites
            .into_iter()
            .all(|opposite| self.never(known.iter().cloned().chain([opposite])))
    }
}
