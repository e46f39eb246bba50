//! Computing a part of a statement once, into an array of its own, before the loops that need it many times.
//!
//! ```text
//! for i { for k { for j { c[i, j] += alpha * b[j, k] } } }
//!   =>  for k { for j { t[k, j] = alpha * b[j, k] } };  for i { for k { for j { c[i, j] += t[k, j] } } }
//! ```
//!
//! The part depends on fewer loops than there are around the statement, reads nothing that the nest writes, and
//! cannot trap; so its value is the same wherever it is computed. The array is laid out as the statement walks
//! through it: the variable by which the store moves to the next element comes last. What is copied is a box
//! around the iterations, whose ends are constants or symbols, and every element that the copy reads lies inside its
//! buffer: by the buffer's shape, or because the program reads it too wherever the copy is made ([`super::reach`]).

mod array;

use std::collections::{BTreeSet, HashMap};

use egg::{Id, Language, RecExpr, Symbol};
use ovolo_lang::op::Trait;

use array::Array;

use super::extent::{MOST_ELEMENTS, elements_of, is_in_proportion};
use super::reach::Around;
use crate::dependence::{Access, Emptiness};
use crate::guard::Guard;
use crate::linear::{Linear, linear_of};
use crate::nest::Nest;
use crate::refusal::{Refusal, Refusals, Why};
use crate::term::{Node, Scalar, branches};

/// A statement inside fewer loops does not use anything often enough.
const LEAST_DEPTH: usize = 3;

/// Rows of a multiple of so many bytes lie in few sets of a cache, from which a walk down a column drives them out
/// again. Half a page: caches of today have their sets within one page.
const CROWDED: u64 = 2048;

/// Bytes of a line, which is also the widest vector: a row that would be crowded gets one more.
const LINE: u64 = 64;

/// Rows of so many lines start at the start of one, so that no vector lies in two; what is added is little of them.
const LONG_ROW: u64 = 8 * LINE;

fn is_crowded(row: i64, element: Scalar) -> bool {
    u64::try_from(row).is_ok_and(|n| n > 0 && n.saturating_mul(element.byte_size()).is_multiple_of(CROWDED))
}

/// The nest with every part computed beforehand for which that may help: those that the statement would read at
/// a distance or from rows that crowd a cache, or compute again in each iteration of a loop that they do not depend on. `None` when there is
/// none.
pub fn expand(nest: &Nest, oracle: &dyn Emptiness, refusals: &mut Refusals) -> Option<Nest> {
    let linear = linears(&nest.term);
    let mut found = Parts {
        nest,
        linear: &linear,
        written: written(nest),
        loops: Vec::new(),
        parts: Vec::new(),
        refusals,
    };
    found.statement(root(&nest.term));
    let parts = found.parts;
    let mut expanded = nest.clone();
    let mut copies = Vec::new();
    let mut loads: HashMap<Id, Array> = HashMap::new();
    let mut elements = 0i64;
    for part in &parts {
        let uses = uses(nest, part.value);
        let array = match Array::of(&expanded, part, &uses, &linear, oracle, refusals) {
            Ok(array) => array,
            Err(why) => {
                note(refusals, why);
                continue;
            }
        };
        if !is_in_proportion(nest, &array.shape) {
            let why =
                "an array for a part would have more extents that are not known than any of the program";
            note(refusals, Some(Why::Stated(why.to_string())));
            continue;
        }
        elements = elements.saturating_add(elements_of(&array.shape));
        if elements > MOST_ELEMENTS {
            break;
        }
        array.declare(&mut expanded);
        loads.insert(part.value, array.clone());
        copies.push(array);
    }
    if copies.is_empty() {
        return None;
    }
    let mut term = RecExpr::default();
    let mut statements: Vec<Id> = copies.iter().map(|array| array.copy(nest, &mut term)).collect();
    let read = |id: Id, term: &mut RecExpr<Node>| loads.get(&id).map(|array| array.load(term));
    let changed = copied(
        &nest.term,
        root(&nest.term),
        &read,
        &mut HashMap::new(),
        &mut term,
    );
    match &term[changed] {
        Node::Seq(children) => statements.extend(children.iter().copied()),
        _ => statements.push(changed),
    }
    term.add(Node::Seq(statements.into()));
    expanded.term = term;
    Some(expanded)
}

pub(crate) fn root(term: &RecExpr<Node>) -> Id {
    Id::from(term.as_ref().len() - 1)
}

pub(super) fn linears(term: &RecExpr<Node>) -> Vec<Option<Linear>> {
    let mut all: Vec<Option<Linear>> = Vec::new();
    for node in term.as_ref() {
        let linear = linear_of(node, |id| all[usize::from(id)].as_ref());
        all.push(linear);
    }
    all
}

fn written(nest: &Nest) -> BTreeSet<Symbol> {
    let stores = nest.term.as_ref().iter().filter_map(|node| match node {
        Node::Store(buffer, _) => Some(*buffer),
        _ => None,
    });
    stores.collect()
}

/// A value to compute beforehand.
struct Part {
    value: Id,
    scalar: Scalar,
    /// The loops that it depends on, the one that runs along the array last.
    variables: Vec<Symbol>,
}

/// Where a statement stands.
#[derive(Clone, Default)]
struct Use {
    around: Around,
    is_under_condition: bool,
}

/// The places of the statements that a value is in.
fn uses(nest: &Nest, value: Id) -> Vec<Use> {
    fn below(nest: &Nest, id: Id, value: Id, at: &mut Use, found: &mut Vec<Use>) {
        match &nest.term[id] {
            Node::Seq(statements) => statements.iter().for_each(|&s| below(nest, s, value, at, found)),
            Node::For(head, [_, _, body]) => {
                at.around.push(head.iv);
                below(nest, *body, value, at, found);
                at.around.pop();
            }
            Node::If(_, children) => {
                let mut at = Use {
                    is_under_condition: true,
                    ..at.clone()
                };
                let parts = branches(children).1;
                parts.iter().for_each(|&s| below(nest, s, value, &mut at, found));
            }
            _ if is_below(nest, id, value) => found.push(at.clone()),
            _ => {}
        }
    }
    let mut found = Vec::new();
    below(nest, root(&nest.term), value, &mut Use::default(), &mut found);
    found
}

/// Whether a value is another one, or a part of it.
fn is_below(nest: &Nest, id: Id, wanted: Id) -> bool {
    let mut pending = vec![id];
    let mut seen = BTreeSet::from([id]);
    while let Some(id) = pending.pop() {
        pending.extend(nest.term[id].children().iter().filter(|c| seen.insert(**c)));
    }
    seen.contains(&wanted)
}

/// The search for parts.
struct Parts<'n, 'r> {
    nest: &'n Nest,
    linear: &'n [Option<Linear>],
    written: BTreeSet<Symbol>,
    loops: Vec<Symbol>,
    parts: Vec<Part>,
    refusals: &'r mut Refusals,
}

/// Notes why a part is not computed beforehand.
fn note(refusals: &mut Refusals, why: Option<Why>) {
    if let Some(why) = why {
        refusals.note(Refusal {
            rule: "expand",
            loops: Vec::new(),
            why,
        });
    }
}

impl Parts<'_, '_> {
    fn statement(&mut self, id: Id) {
        match &self.nest.term[id] {
            Node::Seq(statements) => statements.iter().for_each(|&s| self.statement(s)),
            Node::For(head, [_, _, body]) => {
                self.loops.push(head.iv);
                self.statement(*body);
                self.loops.pop();
            }
            Node::If(_, children) => branches(children).1.iter().for_each(|&s| self.statement(s)),
            Node::Store(_, children) if self.loops.len() >= LEAST_DEPTH => {
                let (&value, indices) = children.split_last().expect("a store has a value");
                if let Some(along) = self.along(indices) {
                    self.value(value, along, &mut BTreeSet::new());
                }
            }
            _ => {}
        }
    }

    /// The loop by which subscripts move to the next element, in no other way.
    fn along(&self, indices: &[Id]) -> Option<Symbol> {
        let (last, outer) = indices.split_last()?;
        let last = self.linear[usize::from(*last)].as_ref()?;
        let moves = |v: &&Symbol| {
            let moving = |id: &Id| self.linear[usize::from(*id)].as_ref().is_none_or(|l| l.uses(**v));
            let rest = last.subtract(&Linear::var(**v));
            last.coefficient(**v) == 1 && rest.is_some_and(|r| !r.uses(**v)) && !outer.iter().any(moving)
        };
        self.loops.iter().find(moves).copied()
    }

    /// Adds the largest parts of a value, operands that are shared once.
    fn value(&mut self, id: Id, along: Symbol, seen: &mut BTreeSet<Id>) {
        if !seen.insert(id) {
            return;
        }
        let variables = self.variables(id).unwrap_or_else(|why| {
            note(self.refusals, Some(why));
            None
        });
        let (mut variables, scalar) = match (variables, self.scalar(id)) {
            (Some(variables), Some(scalar)) => (variables, scalar),
            _ => {
                for child in self.nest.term[id].children().to_vec() {
                    self.value(child, along, seen);
                }
                return;
            }
        };
        let is_read_well = match &self.nest.term[id] {
            Node::Load(buffer, _, indices) => {
                !variables.contains(&along)
                    || (self.along(indices) == Some(along) && !self.has_crowded_rows(*buffer))
            }
            _ => false,
        };
        if is_read_well || self.parts.iter().any(|part| part.value == id) {
            return;
        }
        if let Some(place) = variables.iter().position(|v| *v == along) {
            variables.remove(place);
            variables.push(along);
        }
        self.parts.push(Part {
            value: id,
            scalar,
            variables,
        });
    }

    fn has_crowded_rows(&self, buffer: Symbol) -> bool {
        let buffer = self.nest.buffers.get(&buffer).map(|(buffer, _)| buffer);
        buffer.is_some_and(|buffer| match buffer.shape.as_slice() {
            [_, .., Some(row)] => row.as_constant().is_some_and(|n| is_crowded(n, buffer.element)),
            _ => false,
        })
    }

    /// The loops that a value depends on; `None` when it reads nothing, or depends on all loops or none. An error
    /// when only something else forbids that it is computed elsewhere.
    fn variables(&self, id: Id) -> Result<Option<Vec<Symbol>>, Why> {
        let mut why = None;
        let mut used = BTreeSet::new();
        let mut reads = false;
        let mut pending = vec![id];
        let mut seen = BTreeSet::from([id]);
        while let Some(id) = pending.pop() {
            let node = &self.nest.term[id];
            match node {
                Node::Var(name) if self.loops.contains(name) => {
                    used.insert(*name);
                }
                Node::Load(buffer, _, indices) => {
                    reads = true;
                    if let Some(written) = self.written.iter().find(|w| self.may_alias(**w, *buffer)) {
                        why = Some(self.changed(self.access(*buffer, indices, false), *written));
                    }
                    if self.nest.partial.contains(buffer) {
                        let buffer = buffer.as_str();
                        why = Some(Why::Stated(format!(
                            "an element of {buffer} is loaded under a condition on data only"
                        )));
                    }
                }
                Node::Op(op, _) if !op.code.has_trait(Trait::Pure) || op.code.has_trait(Trait::Partial) => {
                    why = Some(Why::Stated(format!(
                        "{} may trap where it is not reached",
                        op.code.name()
                    )));
                }
                _ => {}
            }
            pending.extend(node.children().iter().filter(|c| seen.insert(**c)));
        }
        let variables: Vec<Symbol> = self.loops.iter().filter(|v| used.contains(*v)).copied().collect();
        match (
            reads && !variables.is_empty() && variables.len() < self.loops.len(),
            why,
        ) {
            (true, Some(why)) => Err(why),
            (is_part, _) => Ok(is_part.then_some(variables)),
        }
    }

    fn access(&self, buffer: Symbol, indices: &[Id], is_write: bool) -> Access {
        Access {
            buffer,
            indices: indices
                .iter()
                .map(|&i| self.linear[usize::from(i)].clone())
                .collect(),
            is_write,
            guard: Guard::new(),
        }
    }

    /// A load of what the nest stores to.
    fn changed(&self, load: Access, written: Symbol) -> Why {
        let store = self.nest.term.as_ref().iter().find_map(|node| match node {
            Node::Store(buffer, children) if *buffer == written => {
                let (_, indices) = children.split_last().expect("a store has a value");
                Some(self.access(*buffer, indices, true))
            }
            _ => None,
        });
        Why::Overlap {
            other: self.refusals.touch(store.as_ref().unwrap_or(&load)).into(),
            cell: self.refusals.touch(&load).into(),
        }
    }

    fn may_alias(&self, a: Symbol, b: Symbol) -> bool {
        let group = |name: &Symbol| {
            self.nest
                .buffers
                .get(name)
                .and_then(|(buffer, _)| buffer.overlap_group)
        };
        a == b || (group(&a).is_some() && group(&a) == group(&b))
    }

    fn scalar(&self, id: Id) -> Option<Scalar> {
        match &self.nest.term[id] {
            Node::Load(_, scalar, _) => Some(*scalar),
            Node::Op(op, _) => Some(op.result),
            _ => None,
        }
    }
}

/// A copy of the nodes under `id`, each once, with those that `replacement` knows replaced.
pub(crate) fn copied(
    from: &RecExpr<Node>,
    id: Id,
    replacement: &impl Fn(Id, &mut RecExpr<Node>) -> Option<Id>,
    done: &mut HashMap<Id, Id>,
    to: &mut RecExpr<Node>,
) -> Id {
    if let Some(id) = done.get(&id) {
        return *id;
    }
    let new = match replacement(id, to) {
        Some(new) => new,
        None => {
            let node = from[id].clone();
            let node = node.map_children(|child| copied(from, child, replacement, done, to));
            to.add(node)
        }
    };
    done.insert(id, new);
    new
}
