//! Arrays that every iteration writes before it reads them: on threads each iteration has its own.
//!
//! ```text
//! for i { for j in 0..n { t[j] = f(i, j) }; for j in 0..n { b[i, j] = t[n - 1 - j] } }
//! ```
//!
//! The array is one that nothing but the nest touches. Each read must find, in the iteration of the loops around, an
//! earlier write of the same cell: the write that has this cell is the one whose loop variables the subscripts of the
//! read tell, and it is executed if those lie inside its bounds. Both are asked of the solver for all reads at once.

use std::collections::{BTreeMap, BTreeSet};

use egg::{Id, Symbol};

use super::expand::linears;
use crate::dependence::{Dependences, Domain, Emptiness};
use crate::guard::Condition;
use crate::linear::Linear;
use crate::nest::{BufferSource, Nest, around, touches};
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Comparison, Node, branches};

/// Notes the arrays of which each iteration of some loops may have its own.
pub fn mark_private_arrays(nest: &mut Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) {
    let arrays = nest.buffers.iter().filter(|(name, (buffer, source))| {
        let is_local = nest.locals.contains(name) || *source == BufferSource::Temporary;
        let is_known = buffer
            .shape
            .iter()
            .all(|n| n.as_ref().is_some_and(|n| is_fixed(nest, n)));
        is_local && is_known && buffer.overlap_group.is_none() && !buffer.shape.is_empty()
    });
    let mut found = BTreeMap::new();
    for (name, _) in arrays {
        // One that is touched in different nests, or at one place only, is no temporary.
        let Some((loops, statements)) = around(nest, *name).filter(|(loops, _)| !loops.is_empty()) else {
            continue;
        };
        let mut reads = Reads::new(nest, *name, oracle);
        reads.sequence(statements);
        match reads.is_covered {
            true => {
                found.insert(*name, loops);
            }
            false => refusals.note(Refusal {
                rule: "parallelize",
                loops,
                why: Why::Stated(format!(
                    "an iteration may read {name} where it has not written it"
                )),
            }),
        }
    }
    nest.private_arrays = found;
}

/// Whether an extent is the same throughout the nest.
fn is_fixed(nest: &Nest, extent: &Linear) -> bool {
    let mut is_fixed = true;
    extent.for_each_var(&mut |v| is_fixed &= !nest.domains.contains_key(&v));
    is_fixed
}

/// A write that is executed before what is looked at, in the same iteration of the loops around both.
#[derive(Clone)]
struct Write {
    indices: Vec<Linear>,
    /// The loops around it alone, outermost first.
    loops: Vec<Symbol>,
    conditions: Vec<Condition>,
}

/// The reads of an array, each compared with the writes before it.
struct Reads<'n, 'o> {
    nest: &'n Nest,
    name: Symbol,
    linear: Vec<Option<Linear>>,
    dependences: Dependences<'o>,
    before: Vec<Write>,
    /// Of the loops and the conditions around what is looked at.
    inside: Vec<Condition>,
    is_covered: bool,
}

impl<'n, 'o> Reads<'n, 'o> {
    fn new(nest: &'n Nest, name: Symbol, oracle: &'o dyn Emptiness) -> Reads<'n, 'o> {
        let mut dependences = Dependences::new(oracle);
        dependences.domains = nest.domains.clone();
        Reads {
            nest,
            name,
            linear: linears(&nest.term),
            dependences,
            before: Vec::new(),
            inside: Vec::new(),
            is_covered: true,
        }
    }

    fn sequence(&mut self, statements: &[Id]) {
        let known = self.before.len();
        for &statement in statements {
            self.statement(statement);
            if !self.is_covered {
                return;
            }
            self.writes(statement, &mut Vec::new(), &mut Vec::new());
        }
        self.before.truncate(known);
    }

    fn statement(&mut self, id: Id) {
        if !touches(self.nest.term.as_ref(), id, self.name) {
            return;
        }
        let known = self.inside.len();
        match &self.nest.term[id] {
            Node::Seq(statements) => self.sequence(statements),
            Node::For(head, [_, _, body]) => match self.mention(head.iv) {
                Some(inside) => {
                    self.inside.push(inside);
                    self.statement(*body);
                }
                None => self.is_covered = false,
            },
            Node::If(comparisons, children) => {
                let (ids, [then, otherwise]) = branches(children);
                let conditions = self.conditions(comparisons, ids);
                self.inside.extend(conditions.into_iter().flatten());
                self.statement(then);
                self.inside.truncate(known);
                self.statement(otherwise);
            }
            Node::Store(_, children) => {
                let value = children.last().expect("a store has a value");
                self.value(*value);
            }
            _ => self.is_covered = false,
        }
        self.inside.truncate(known);
    }

    /// What brings the bounds of a loop into a question.
    fn mention(&self, iv: Symbol) -> Option<Condition> {
        let start = self.nest.domains.get(&iv)?.lower.first()?;
        Some(Condition::at_least_zero(Linear::var(iv).subtract(start)?))
    }

    fn conditions(&self, comparisons: &[Comparison], ids: &[Id]) -> Option<Vec<Condition>> {
        let pairs = ids.iter().zip(comparisons);
        pairs
            .map(|(&id, &comparison)| {
                let expr = self.linear[usize::from(id)].clone()?;
                Some(Condition { expr, comparison })
            })
            .collect()
    }

    /// Compares the reads of a value.
    fn value(&mut self, value: Id) {
        let mut seen = BTreeSet::from([value]);
        let mut pending = vec![value];
        while let Some(id) = pending.pop() {
            let node = &self.nest.term[id];
            if let Node::Load(buffer, _, indices) = node
                && *buffer == self.name
            {
                let indices: Option<Vec<Linear>> = indices
                    .iter()
                    .map(|&i| self.linear[usize::from(i)].clone())
                    .collect();
                let writes = self.before.clone();
                let is_written = |read: &Vec<Linear>| writes.iter().any(|w| self.covers(w, read));
                self.is_covered &= indices.as_ref().is_some_and(is_written);
            }
            let children = egg::Language::children(node).iter();
            pending.extend(children.filter(|c| seen.insert(**c)));
        }
    }

    /// Adds the writes of a statement to those that come before what follows it.
    fn writes(&mut self, id: Id, loops: &mut Vec<Symbol>, conditions: &mut Vec<Condition>) {
        match &self.nest.term[id] {
            Node::Seq(statements) => statements.iter().for_each(|&s| self.writes(s, loops, conditions)),
            Node::For(head, [_, _, body]) => {
                loops.push(head.iv);
                self.writes(*body, loops, conditions);
                loops.pop();
            }
            Node::If(comparisons, children) => {
                let (ids, [then, _]) = branches(children);
                // What is written elsewhere, or under what is not understood, is not taken for written.
                if let Some(more) = self.conditions(comparisons, ids) {
                    let known = conditions.len();
                    conditions.extend(more);
                    self.writes(then, loops, conditions);
                    conditions.truncate(known);
                }
            }
            Node::Store(buffer, children) if *buffer == self.name => {
                let (_, indices) = children.split_last().expect("a store has a value");
                let indices = indices.iter().map(|&i| self.linear[usize::from(i)].clone());
                if let Some(indices) = indices.collect() {
                    self.before.push(Write {
                        indices,
                        loops: loops.clone(),
                        conditions: conditions.clone(),
                    });
                }
            }
            _ => {}
        }
    }

    /// Whether a write has been executed for the cell of every read.
    fn covers(&mut self, write: &Write, read: &[Linear]) -> bool {
        let Some(required) = self.required(write, read) else {
            return false;
        };
        required.into_iter().all(|condition| self.always(&condition))
    }

    /// What must hold for a write to be executed for the cell of a read, its loop variables replaced by the values that
    /// they have there.
    fn required(&self, write: &Write, read: &[Linear]) -> Option<Vec<Condition>> {
        let mut values: BTreeMap<Symbol, Linear> = BTreeMap::new();
        for (index, cell) in write.indices.iter().zip(read) {
            let own = write
                .loops
                .iter()
                .find(|v| index.coefficient(**v) == 1 && !values.contains_key(*v));
            if let Some(&v) = own {
                let rest = index.subtract(&Linear::var(v))?;
                let is_alone = !write.loops.iter().any(|other| rest.uses(*other));
                if is_alone {
                    values.insert(v, cell.subtract(&rest)?);
                }
            }
        }
        let mut required = Vec::new();
        for &v in &write.loops {
            let domain = self.nest.domains.get(&v)?;
            // A loop that no subscript tells has written the cell in its first iteration.
            if !values.contains_key(&v) {
                let [start] = domain.lower.as_slice() else {
                    return None;
                };
                values.insert(v, substituted(start, &values)?);
            } else if domain.step != 1 {
                return None;
            }
            required.extend(bounds_of(v, domain, &values)?);
        }
        for condition in &write.conditions {
            required.push(Condition {
                expr: substituted(&condition.expr, &values)?,
                comparison: condition.comparison,
            });
        }
        for (index, cell) in write.indices.iter().zip(read) {
            required.push(Condition {
                expr: substituted(index, &values)?.subtract(cell)?,
                comparison: Comparison::Zero,
            });
        }
        Some(required)
    }

    /// Whether a condition holds at every point at hand.
    fn always(&mut self, condition: &Condition) -> bool {
        if let Some(known) = condition.known() {
            return known;
        }
        let Some(opposites) = condition.opposites() else {
            return false;
        };
        opposites.into_iter().all(|opposite| {
            let all: Vec<Condition> = self.inside.iter().cloned().chain([opposite]).collect();
            self.dependences.never(&all).is_yes()
        })
    }
}

/// What the bounds of a loop say of the value of its variable.
fn bounds_of(v: Symbol, domain: &Domain, values: &BTreeMap<Symbol, Linear>) -> Option<Vec<Condition>> {
    let value = &values[&v];
    let mut found = Vec::new();
    for bound in &domain.lower {
        found.push(value.subtract(&substituted(bound, values)?)?);
    }
    for bound in &domain.upper {
        let gap = substituted(bound, values)?.subtract(value)?;
        found.push(gap.add(&Linear::constant(-1))?);
    }
    Some(found.into_iter().map(Condition::at_least_zero).collect())
}

fn substituted(expr: &Linear, values: &BTreeMap<Symbol, Linear>) -> Option<Linear> {
    expr.substitute(&|name| values.get(&name).cloned().unwrap_or_else(|| Linear::var(name)))
}
