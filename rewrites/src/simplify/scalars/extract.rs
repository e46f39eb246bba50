//! The cheapest operations for what a component computes.
//!
//! An operation counts once, however often its result is used. The roots are settled one after the other, the dearest
//! first; what was settled costs nothing from then on.

use std::rc::Rc;

use egg::{Id, Language};
use ovolo_lang::ir::ValueId;
use ovolo_lang::op::OpCode;
use rustc_hash::{FxHashMap, FxHashSet};

use super::component::{Lifted, LiftedOp};
use crate::term::{Node, Scalar, ScalarOp};

/// Times that costs are computed anew for what is left to settle. Arbitrary.
const MOST_SETTLEMENTS: usize = 12;

/// Whether a value of 64 bits is an `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Of the type that the e-graph says.
    Plain,
    Index,
}

/// A value that is computed: a class as a type.
pub type Goal = (Id, Kind);

/// How a value is computed.
#[derive(Clone, Debug)]
pub enum How {
    Leaf(ValueId),
    Constant(u128),
    /// The node with the type of the operands.
    Op(Node, Kind),
    /// From the same value of the other type.
    Cast,
}

/// What is computed, and how.
pub struct Choice {
    pub how: FxHashMap<Goal, How>,
    /// The roots with what they are.
    pub roots: Vec<(ValueId, Goal)>,
}

/// What leads to a goal.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Item {
    /// On the way; free of charge.
    Goal(Goal),
    /// An operation, paid for once. One with several results is the same for all of them.
    Op(Node, Kind),
    Cast(Goal),
}

#[derive(Clone)]
struct Best {
    how: How,
    items: Rc<[u32]>,
    total: u64,
}

/// What the goal is computed from in this way.
pub fn operands(lifted: &Lifted, goal: Goal, how: &How) -> Vec<Goal> {
    let egraph = &lifted.egraph;
    match how {
        How::Leaf(_) | How::Constant(_) => Vec::new(),
        How::Cast => vec![(goal.0, goal.1.other())],
        How::Op(node, of) => {
            let operand = |&arg: &Id| (egraph.find(arg), kind_of(egraph, arg, *of));
            node.children().iter().map(operand).collect()
        }
    }
}

/// The cheapest choice; `None` where it is no cheaper than what is there.
pub fn cheapest(
    lifted: &Lifted,
    roots: &[(ValueId, Kind)],
    kinds: &dyn Fn(ValueId) -> Kind,
) -> Option<Choice> {
    let goals: Vec<(ValueId, Goal)> = (roots.iter())
        .map(|&(value, kind)| Some((value, (lifted.egraph.find(*lifted.classes.get(&value)?), kind))))
        .collect::<Option<_>>()?;
    let mut search = Search::new(lifted, kinds);
    let mut open: Vec<Goal> = goals.iter().map(|(_, goal)| *goal).collect();
    open.sort_unstable();
    open.dedup();
    let mut settlements = 0;
    let mut spent = 0;
    while !open.is_empty() {
        if settlements < MOST_SETTLEMENTS {
            search.run();
            settlements += 1;
        }
        let cost = |goal: &Goal| search.best.get(goal).map(|best| best.total);
        let (at, _) = (open.iter().enumerate()).max_by_key(|(at, goal)| (cost(goal), usize::MAX - at))?;
        spent += search.settle(open.remove(at))?;
    }
    let before = search.cost_of_original(roots);
    (spent < before).then_some(Choice {
        how: search.settled,
        roots: goals,
    })
}

struct Search<'l> {
    lifted: &'l Lifted,
    kinds: &'l dyn Fn(ValueId) -> Kind,
    classes: Vec<Id>,
    /// The operations of the component by their nodes.
    original: FxHashSet<Node>,
    items: indexmap::IndexMap<Item, u64>,
    paid: FxHashSet<u32>,
    best: FxHashMap<Goal, Best>,
    settled: FxHashMap<Goal, How>,
}

impl<'l> Search<'l> {
    fn new(lifted: &'l Lifted, kinds: &'l dyn Fn(ValueId) -> Kind) -> Search<'l> {
        let egraph = &lifted.egraph;
        let nodes = lifted.ops.iter().flat_map(|op| &op.results);
        let nodes = nodes.filter_map(|(_, node)| node.clone());
        let original = nodes.map(|node| node.map_children(|c| egraph.find(c))).collect();
        let mut classes: Vec<Id> = egraph.classes().map(|class| class.id).collect();
        classes.sort_unstable();
        Search {
            lifted,
            kinds,
            classes,
            original,
            items: indexmap::IndexMap::new(),
            paid: FxHashSet::default(),
            best: FxHashMap::default(),
            settled: FxHashMap::default(),
        }
    }

    /// The best way to each goal, given what is settled.
    fn run(&mut self) {
        self.best.clear();
        for (goal, how) in &self.settled {
            let best = Best {
                how: how.clone(),
                items: Rc::default(),
                total: 0,
            };
            self.best.insert(*goal, best);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for i in 0..self.classes.len() {
                let class = self.classes[i];
                for kind in [Kind::Plain, Kind::Index] {
                    changed |= !self.settled.contains_key(&(class, kind)) && self.improve((class, kind));
                }
            }
        }
    }

    /// Whether a better way to the goal was found.
    fn improve(&mut self, goal: Goal) -> bool {
        let (class, kind) = goal;
        let egraph = &self.lifted.egraph;
        let Some(scalar) = egraph[class].data.as_ref().map(|fact| fact.scalar) else {
            return false;
        };
        if kind == Kind::Index && scalar != Scalar::Integer(64) {
            return false;
        }
        let mut changed = false;
        for node in &egraph[class].nodes {
            match node {
                Node::Const(_, bits) => changed |= self.offer(goal, How::Constant(*bits)),
                Node::Outer(name, _) => {
                    let value = self.lifted.leaves.get(name).copied();
                    if let Some(value) = value.filter(|&value| (self.kinds)(value) == kind) {
                        changed |= self.offer(goal, How::Leaf(value));
                    }
                }
                Node::Op(op, _) => {
                    for of in kinds_of_operands(op, kind) {
                        changed |= self.offer(goal, How::Op(node.clone(), *of));
                    }
                }
                _ => {}
            }
        }
        if scalar == Scalar::Integer(64) {
            changed |= self.offer(goal, How::Cast);
        }
        changed
    }

    /// The operation that the last step to the goal takes, and what it costs.
    fn item(&self, goal: Goal, how: &How) -> Option<(Item, u64)> {
        match how {
            How::Leaf(_) | How::Constant(_) => None,
            How::Cast => Some((Item::Cast(goal), weight_of(OpCode::IndexCast, Kind::Index))),
            How::Op(Node::Op(op, args), of) => {
                let node = |op| Node::Op(op, args.clone());
                let weight = weight_of(op.code, goal.1.max(*of));
                let weight = weight - u64::from(self.original.contains(&node(*op)));
                let predicate = if is_pair(op.code) { 0 } else { op.predicate };
                let result = if is_pair(op.code) { op.ty } else { op.result };
                let op = ScalarOp {
                    predicate,
                    result,
                    ..*op
                };
                Some((Item::Op(node(op), goal.1.max(*of)), weight))
            }
            How::Op(..) => None,
        }
    }

    /// Takes the way to the goal where it is better than what is known.
    fn offer(&mut self, goal: Goal, how: How) -> bool {
        let mut items: Vec<u32> = Vec::new();
        for operand in operands(self.lifted, goal, &how) {
            match self.best.get(&operand) {
                Some(best) => items.extend(best.items.iter().copied()),
                None => return false,
            }
        }
        let (own, _) = self.items.insert_full(Item::Goal(goal), 0);
        if items.contains(&(own as u32)) {
            return false;
        }
        items.push(own as u32);
        if let Some((item, weight)) = self.item(goal, &how) {
            items.push(self.items.insert_full(item, weight).0 as u32);
        }
        items.sort_unstable();
        items.dedup();
        let price = |i: &u32| {
            if self.paid.contains(i) {
                0
            } else {
                self.items[*i as usize]
            }
        };
        let total = items.iter().map(price).sum();
        if self.best.get(&goal).is_some_and(|best| best.total <= total) {
            return false;
        }
        let items = items.into();
        self.best.insert(goal, Best { how, items, total });
        true
    }

    /// Settles how the goal is reached, with all that leads there. What that costs.
    fn settle(&mut self, goal: Goal) -> Option<u64> {
        let mut spent = 0;
        let mut pending = vec![goal];
        while let Some(goal) = pending.pop() {
            if self.settled.contains_key(&goal) {
                continue;
            }
            let how = self.best.get(&goal)?.how.clone();
            if let Some((item, weight)) = self.item(goal, &how) {
                let (i, _) = self.items.insert_full(item, weight);
                spent += if self.paid.insert(i as u32) { weight } else { 0 };
            }
            pending.extend(operands(self.lifted, goal, &how));
            self.settled.insert(goal, how);
        }
        Some(spent)
    }

    /// What the operations cost that the roots are computed with.
    fn cost_of_original(&self, roots: &[(ValueId, Kind)]) -> u64 {
        let by_result: FxHashMap<ValueId, &LiftedOp> = (self.lifted.ops.iter())
            .flat_map(|op| op.results.iter().map(move |(value, _)| (*value, op)))
            .collect();
        let mut pending: Vec<ValueId> = roots.iter().map(|(value, _)| *value).collect();
        let mut seen = FxHashSet::default();
        let mut cost = 0;
        while let Some(value) = pending.pop() {
            let Some(op) = by_result.get(&value) else { continue };
            if !seen.insert(op.op) {
                continue;
            }
            pending.extend(&op.operands);
            let kinds = op.operands.iter().map(|&o| (self.kinds)(o));
            let kind = kinds.max().unwrap_or(Kind::Plain).max((self.kinds)(value));
            cost += match &op.results[0].1 {
                Some(Node::Op(op, _)) => weight_of(op.code, kind) - 1,
                _ => weight_of(OpCode::IndexCast, Kind::Index),
            };
        }
        cost
    }
}

impl Kind {
    fn other(self) -> Kind {
        match self {
            Kind::Plain => Kind::Index,
            Kind::Index => Kind::Plain,
        }
    }
}

fn is_pair(code: OpCode) -> bool {
    matches!(
        code,
        OpCode::AddUIExtended | OpCode::MulSIExtended | OpCode::MulUIExtended
    )
}

fn kind_of(egraph: &super::EGraph, class: Id, of: Kind) -> Kind {
    match egraph[class].data.as_ref().map(|fact| fact.scalar) {
        Some(Scalar::Integer(64)) => of,
        _ => Kind::Plain,
    }
}

/// The kinds that the operands of 64 bits may have for the result to have this one.
fn kinds_of_operands(op: &ScalarOp, result: Kind) -> &'static [Kind] {
    let is_wide = |scalar| scalar == Scalar::Integer(64);
    let is_arith = op.code.name().starts_with("arith.");
    match op.code {
        OpCode::CmpI | OpCode::TruncI if is_wide(op.ty) => &[Kind::Plain, Kind::Index],
        OpCode::ExtSI | OpCode::ExtUI => &[Kind::Plain],
        OpCode::SIToFP
        | OpCode::UIToFP
        | OpCode::FPToSI
        | OpCode::FPToUI
        | OpCode::Bitcast
        | OpCode::CmpF => match result {
            Kind::Plain => &[Kind::Plain],
            Kind::Index => &[],
        },
        // The carry is no value of 64 bits.
        OpCode::AddUIExtended if !is_wide(op.result) && is_wide(op.ty) => &[Kind::Plain, Kind::Index],
        _ => match result {
            Kind::Plain => &[Kind::Plain],
            Kind::Index if is_arith => &[Kind::Index],
            Kind::Index => &[],
        },
    }
}

/// An operation more outweighs any latency. Ties go to what is there, by the unit that it is charged less.
fn weight_of(code: OpCode, kind: Kind) -> u64 {
    10_000 + 2 * latency(code, kind)
}

/// Cycles from the operands to the result. Of indices a product is preferred to a shift: it is what analyses of addresses
/// look for.
fn latency(code: OpCode, kind: Kind) -> u64 {
    match code {
        OpCode::MulI if kind == Kind::Index => 1,
        OpCode::ShLI if kind == Kind::Index => 2,
        _ => code.cost().typical_cycles() as u64,
    }
}
