//! The operations of a store: what its value is computed with, and from which loads.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use egg::{Id, Symbol};
use ovolo_lang::op::OpCode;
use ovolo_rewrites::dependence::Access;
use ovolo_rewrites::egraph::EGraph;
use ovolo_rewrites::guard::Guard;
use ovolo_rewrites::term::{Node, Panel, Scalar, ScalarOp};

use super::{Block, Item, Kind};
use crate::chain::Stored;
use crate::expression::Expressions;
use crate::machine::Machine;
use crate::work::work_of;

impl Block {
    /// The code of one store.
    pub(crate) fn of_store<'a>(
        egraph: &EGraph<'a>,
        expressions: &Expressions<'_, 'a>,
        machine: &Machine,
        memory: Memory<'_>,
        buffer: Symbol,
        children: &[Id],
    ) -> Block {
        let (&value, indices) = children.split_last().expect("a store has a value");
        let target = access_of(egraph, buffer, indices, true);
        let mut walk = Walk {
            egraph,
            expressions,
            machine,
            items: Vec::new(),
            seen: HashMap::new(),
            memory,
        };
        let (value_roots, sources) = walk.value(value);
        let mut items = walk.items;
        let mut roots = roots_of(egraph, &target);
        roots.extend(value_roots);
        let stored = Kind::Store(Stored {
            access: Arc::new(target),
            sources: sources.into_iter().collect(),
            copies: Vec::new(),
            reduced: None,
        });
        items.push(Item {
            bytes: bytes_in(egraph, buffer),
            ..Item::new(stored, None, roots)
        });
        Block {
            items,
            ..Block::default()
        }
    }
}

/// Collects the operations of a value.
struct Walk<'w, 'e, 'a> {
    egraph: &'w EGraph<'a>,
    expressions: &'w Expressions<'e, 'a>,
    machine: &'w Machine,
    items: Vec<Item>,
    seen: HashMap<Id, (BTreeSet<Symbol>, Sources)>,
    memory: Memory<'w>,
}

/// What the buffers of a nest are to a statement.
#[derive(Clone, Copy)]
pub struct Memory<'w> {
    /// Those that the nest writes.
    pub written: &'w BTreeSet<Symbol>,
    /// Those that are read from copies.
    pub packed: &'w [Panel],
}

impl Memory<'_> {
    /// The access to where the cells of a read are; the subscript along a panel comes last.
    fn read(&self, mut access: Access) -> Access {
        let panel = self.packed.iter().find(|panel| panel.buffer == access.buffer);
        if let Some(along) = panel.map(|panel| usize::from(panel.along))
            && along < access.indices.len()
        {
            let along = access.indices.remove(along);
            access.indices.push(along);
        }
        access
    }
}

/// Loads of what the nest writes, with the cycles from each to a value.
type Sources = BTreeMap<Access, f64>;

impl Walk<'_, '_, '_> {
    /// Whether the compiler behind makes one multiply-add of a sum and a product in it.
    fn is_fused(&self, op: &ScalarOp, args: &[Id]) -> bool {
        let is_product = |arg: &Id| match self.expressions.best(self.egraph.find(*arg)) {
            Node::Op(product, _) => product.code == OpCode::MulF && product.flags.contract,
            _ => false,
        };
        matches!(op.code, OpCode::AddF | OpCode::SubF) && op.flags.contract && args.iter().any(is_product)
    }

    /// The variables of an expression, and what it is computed from.
    fn value(&mut self, class: Id) -> (BTreeSet<Symbol>, Sources) {
        let class = self.egraph.find(class);
        if let Some(known) = self.seen.get(&class) {
            return known.clone();
        }
        let node = self.expressions.best(class).clone();
        let result = match &node {
            Node::Load(buffer, _, indices) => {
                let access = self.memory.read(access_of(self.egraph, *buffer, indices, false));
                let mut roots = roots_of(self.egraph, &access);
                let is_source = self.memory.written.contains(buffer);
                let mut sources: Sources = is_source.then(|| (access.clone(), 0.0)).into_iter().collect();
                // What a subscript that is data is computed of.
                for &index in indices.iter() {
                    if self.egraph[index].data.linear.is_none() {
                        let (more, from) = self.value(index);
                        roots.extend(more);
                        wait(&mut sources, from, 0.0);
                    }
                }
                self.items.push(Item {
                    bytes: bytes_in(self.egraph, *buffer),
                    ..Item::new(Kind::Load(Arc::new(access)), Some(class), roots.clone())
                });
                (roots, sources)
            }
            Node::Op(op, args) => {
                let mut roots = BTreeSet::new();
                let mut sources = Sources::new();
                let work = work_of(op, self.machine);
                let latency = if self.is_fused(op, args) {
                    self.machine.fma_latency
                } else {
                    work.latency
                };
                for &arg in args.iter() {
                    let (more, from) = self.value(arg);
                    roots.extend(more);
                    wait(&mut sources, from, latency);
                }
                self.items.push(Item {
                    instructions: work.instructions,
                    bytes: bytes_of(op),
                    ..Item::new(Kind::Op(work.unit, latency), Some(class), roots.clone())
                });
                (roots, sources)
            }
            _ => {
                let mut roots = BTreeSet::new();
                for name in self.egraph[class].data.variables.iter() {
                    roots.insert(self.egraph.analysis.root(*name));
                }
                (roots, Sources::new())
            }
        };
        self.seen.insert(class, result.clone());
        result
    }
}

/// Adds what something waits for that takes so many cycles more.
fn wait(sources: &mut Sources, from: Sources, latency: f64) {
    for (source, cycles) in from {
        let known = sources.entry(source).or_insert(0.0);
        *known = known.max(cycles + latency);
    }
}

/// Bytes of the widest of what an operation takes and gives; `None` of truth values alone, and of what counts.
fn bytes_of(op: &ScalarOp) -> Option<f64> {
    let is_data = |scalar: &Scalar| !matches!(scalar, Scalar::Index | Scalar::Integer(0..=7));
    let all = [op.ty, op.result].into_iter().filter(is_data);
    all.map(|scalar| scalar.byte_size() as f64).reduce(f64::max)
}

/// Bytes of an element of a buffer.
fn bytes_in(egraph: &EGraph<'_>, buffer: Symbol) -> Option<f64> {
    let buffer = egraph.analysis.dependences.buffers.get(&buffer)?;
    Some(buffer.element.byte_size() as f64)
}

fn access_of(egraph: &EGraph<'_>, buffer: Symbol, indices: &[Id], is_write: bool) -> Access {
    let indices = indices.iter().map(|&i| egraph[i].data.linear.clone()).collect();
    Access {
        buffer,
        indices,
        is_write,
        guard: Guard::new(),
    }
}

fn roots_of(egraph: &EGraph<'_>, access: &Access) -> BTreeSet<Symbol> {
    let mut roots = BTreeSet::new();
    for index in access.indices.iter().flatten() {
        index.for_each_var(&mut |v| {
            roots.insert(egraph.analysis.root(v));
        });
    }
    roots
}
