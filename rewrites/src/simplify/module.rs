//! A module's operations in their simplest form: their maps and sets, and what they compute of scalars.
//!
//! A map takes in what computes its operands, and is simplified under what the loops and conditions around say of them.
//! An `affine.if` that is always or never taken gives way to its branch, a loop that never runs to its initial values,
//! and what nobody uses then is gone. Scalars are the matter of [`super::scalars`].

use std::sync::Arc;

use ovolo_lang::affine::{AffineExpr, AffineMap, Constraint, IntegerSet};
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, NewOp, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::structure::verify;
use ovolo_lang::types::Type;
use rustc_hash::FxHashMap;

use egg::Id;

use super::operands::{Inputs, Names, Operands, names, variable};
use super::scalars::simplify_scalars;
use super::{Effort, Truth, decide, simplify, simplify_set};
use crate::expression::{Expression, Kind, Parsed, comparison, predicate_of};
use crate::term::{IndexOp, Node};

/// Rounds after which what is left stays. Each takes in what the one before made simpler.
const MOST_ROUNDS: usize = 4;

/// The module with maps, sets and scalars simplified. What it computes is the same.
pub fn simplify_module(module: &Module, effort: &Effort) -> Module {
    let mut simplest = module.clone();
    for _ in 0..MOST_ROUNDS {
        let mut pass = Pass {
            names: names(&simplest),
            module: simplest.clone(),
            effort,
            replaced: FxHashMap::default(),
            available: Vec::new(),
            changed: false,
        };
        let top = pass.module.body();
        pass.block(top, &[]);
        pass.replace();
        pass.changed |= simplify_scalars(&mut pass.module, &effort.scalars);
        pass.sweep();
        if !pass.changed || verify(&pass.module).is_err() {
            break;
        }
        simplest = pass.module;
    }
    simplest
}

struct Pass<'e> {
    module: Module,
    names: Names,
    effort: &'e Effort,
    /// Values that others stand for from now on.
    replaced: FxHashMap<ValueId, ValueId>,
    /// The maps that are applied before the place at hand, wherever that is reached.
    available: Vec<(AffineMap, Vec<ValueId>, ValueId)>,
    changed: bool,
}

/// Whether bounds are the least or the greatest of a list.
#[derive(Clone, Copy, PartialEq)]
enum Extremum {
    Least,
    Greatest,
}

impl Pass<'_> {
    fn block(&mut self, block: BlockId, known: &[Expression]) {
        let available = self.available.len();
        for op in self.module.block(block).ops.clone() {
            self.op(op, known);
        }
        self.available.truncate(available);
    }

    fn op(&mut self, op: OpId, known: &[Expression]) {
        match self.module.op(op).code() {
            Some(OpCode::AffineApply) => self.apply(op, known),
            Some(OpCode::AffineMin) => self.extremum(op, Extremum::Least, known),
            Some(OpCode::AffineMax) => self.extremum(op, Extremum::Greatest, known),
            Some(OpCode::AffineLoad | OpCode::AffineVectorLoad | OpCode::AffinePrefetch) => {
                self.subscripts(op, 1, known);
            }
            Some(OpCode::AffineStore | OpCode::AffineVectorStore) => self.subscripts(op, 2, known),
            Some(OpCode::AffineFor) => self.affine_for(op, known),
            Some(OpCode::AffineIf) => self.affine_if(op, known),
            Some(OpCode::AffineParallel) => {
                self.parallel_bounds(op, known);
                self.regions(op, known);
            }
            _ => self.regions(op, known),
        }
    }

    fn regions(&mut self, op: OpId, known: &[Expression]) {
        for region in self.module.op(op).regions.clone() {
            for block in self.module.region(region).blocks.clone() {
                self.block(block, known);
            }
        }
    }

    fn simplify(&self, expression: &Expression, known: &[Expression]) -> Expression {
        simplify(expression, &relevant(expression, known), self.effort)
    }

    fn is_always(&self, predicate: &Expression, known: &[Expression]) -> bool {
        decide(predicate, &relevant(predicate, known), self.effort).truth == Truth::Always
    }

    /// The map of an operation, its results over the values, and those of them that are symbols.
    fn map_of(&self, op: OpId) -> Option<(Arc<AffineMap>, Vec<Expression>, indexmap::IndexSet<ValueId>)> {
        let data = self.module.op(op);
        let map = data.attribute("map").and_then(Attribute::as_affine_map)?;
        let mut operands = Operands::new(&self.module, &self.replaced);
        let results = operands.results(map, &data.operands)?;
        Some((Arc::clone(map), results, operands.symbols))
    }

    fn apply(&mut self, op: OpId, known: &[Expression]) {
        let Some((_, results, symbols)) = self.map_of(op) else {
            return;
        };
        let [result] = results.as_slice() else {
            return;
        };
        let simplest = self.simplify(result, known);
        self.compute(op, &simplest, &symbols);
    }

    /// Lets the result of the operation be the expression: a constant, a value, or a map of values.
    fn compute(&mut self, op: OpId, expression: &Expression, symbols: &indexmap::IndexSet<ValueId>) -> bool {
        let old = self.module.op(op).results[0];
        let mut inputs = Inputs::default();
        let Some(expr) = inputs.affine(&self.names, symbols, expression) else {
            return false;
        };
        let (map, operands) = inputs.map(vec![expr]);
        let new = match map.results[0] {
            AffineExpr::Constant(c) => {
                let constant = NewOp::new(OpCode::Constant).attribute("value", Attribute::index(c));
                self.insert_before(op, constant.result(Type::Index))
            }
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) => operands[0],
            _ => {
                let data = self.module.op(op);
                let is_same = data.code() == Some(OpCode::AffineApply)
                    && data
                        .attribute("map")
                        .and_then(Attribute::as_affine_map)
                        .map(|m| &**m)
                        == Some(&map)
                    && data.operands[..] == operands[..];
                let known = self
                    .available
                    .iter()
                    .find(|(m, o, _)| *m == map && *o == operands);
                match known {
                    Some((_, _, value)) => *value,
                    None if is_same => {
                        self.available.push((map, operands, old));
                        return true;
                    }
                    None => {
                        let apply = NewOp::new(OpCode::AffineApply).operands(operands.iter().copied());
                        let apply = apply.attribute("map", Attribute::affine_map(map.clone()));
                        let value = self.insert_before(op, apply.result(Type::Index));
                        self.available.push((map, operands, value));
                        value
                    }
                }
            }
        };
        self.replaced.insert(old, new);
        self.erase(op);
        true
    }

    fn insert_before(&mut self, op: OpId, new: NewOp) -> ValueId {
        let block = self.module.op(op).parent.expect("the operation is in a block");
        let made = self.module.create(new);
        self.module.op_mut(made).parent = Some(block);
        let ops = &mut self.module.block_mut(block).ops;
        let at = ops.iter().position(|&o| o == op).unwrap_or(ops.len());
        ops.insert(at, made);
        self.module.op(made).results[0]
    }

    fn erase(&mut self, op: OpId) {
        if let Some(block) = self.module.op(op).parent {
            self.module.block_mut(block).ops.retain(|&o| o != op);
        }
        self.changed = true;
    }

    fn extremum(&mut self, op: OpId, which: Extremum, known: &[Expression]) {
        let Some((map, results, symbols)) = self.map_of(op) else {
            return;
        };
        let data = self.module.op(op).clone();
        let whole = self.simplify(&joined(which, &results), known);
        let mut results = parts_of(which, &whole);
        let is_affine = |this: &Self, results: &[Expression]| {
            let mut inputs = Inputs::default();
            results
                .iter()
                .all(|r| inputs.affine(&this.names, &symbols, r).is_some())
        };
        if !is_affine(self, &results) {
            let mut operands = Operands::new(&self.module, &self.replaced);
            let Some(own) = operands.results(&map, &data.operands) else {
                return;
            };
            results = self.pruned(which, &own, known);
        }
        if let [only] = results.as_slice() {
            let only = only.clone();
            self.compute(op, &only, &symbols);
            return;
        }
        let mut inputs = Inputs::default();
        let exprs = results.iter().map(|r| inputs.affine(&self.names, &symbols, r));
        if let Some(exprs) = exprs.collect::<Option<Vec<_>>>() {
            let (map, operands) = inputs.map(exprs);
            self.set_map(op, "map", 0, data.operands.len(), map, operands);
        }
    }

    /// Each simplified, without those that another one bounds anyway.
    fn pruned(&self, which: Extremum, results: &[Expression], known: &[Expression]) -> Vec<Expression> {
        let mut kept: Vec<Expression> = Vec::new();
        for result in results {
            let result = self.simplify(result, known);
            if !kept.contains(&result) {
                kept.push(result);
            }
        }
        let mut at = 0;
        while at < kept.len() {
            let others = (0..kept.len()).filter(|&i| i != at);
            let is_bounded = others.into_iter().any(|i| {
                let (a, b) = match which {
                    Extremum::Least => (&kept[i], &kept[at]),
                    Extremum::Greatest => (&kept[at], &kept[i]),
                };
                self.is_always(&compared(IntPredicate::Sle, a, b), known)
            });
            match is_bounded {
                true => drop(kept.remove(at)),
                false => at += 1,
            }
        }
        kept
    }

    fn subscripts(&mut self, op: OpId, first: usize, known: &[Expression]) {
        let data = self.module.op(op).clone();
        let Some(map) = data.attribute("map").and_then(Attribute::as_affine_map).cloned() else {
            return;
        };
        if let Some((map, operands)) = self.composed(&map, &data.operands[first..], known) {
            self.set_map(op, "map", first, data.operands.len(), map, operands);
        }
    }

    /// The bounds of a parallel loop, as many as before: they are grouped by position.
    fn parallel_bounds(&mut self, op: OpId, known: &[Expression]) {
        let map = |this: &Self, name| {
            this.module
                .op(op)
                .attribute(name)
                .and_then(Attribute::as_affine_map)
                .cloned()
        };
        let Some(split) = map(self, "lowerBoundsMap").map(|lower| lower.num_inputs()) else {
            return;
        };
        let end = self.module.op(op).operands.len();
        for (name, from, to) in [("upperBoundsMap", split, end), ("lowerBoundsMap", 0, split)] {
            let Some(map) = map(self, name) else {
                return;
            };
            let old = self.module.op(op).operands[from..to].to_vec();
            if let Some((map, operands)) = self.composed(&map, &old, known) {
                self.set_map(op, name, from, to, map, operands);
            }
        }
    }

    /// The map with what computes its operands taken in, and its operands; `None` where that is no affine map.
    fn composed(
        &self,
        map: &AffineMap,
        operands: &[ValueId],
        known: &[Expression],
    ) -> Option<(AffineMap, Vec<ValueId>)> {
        let mut taken = Operands::new(&self.module, &self.replaced);
        let results = taken.results(map, operands)?;
        let symbols = taken.symbols;
        let mut inputs = Inputs::default();
        let exprs = results.iter().map(|result| {
            let simplest = self.simplify(result, known);
            inputs.affine(&self.names, &symbols, &simplest)
        });
        let exprs = exprs.collect::<Option<Vec<_>>>()?;
        Some(inputs.map(exprs))
    }

    /// Gives the operation a map, and its operands in place of those between.
    fn set_map(
        &mut self,
        op: OpId,
        name: &str,
        from: usize,
        to: usize,
        map: AffineMap,
        operands: Vec<ValueId>,
    ) {
        let data = self.module.op_mut(op);
        let is_same = data
            .attribute(name)
            .and_then(Attribute::as_affine_map)
            .map(|m| &**m)
            == Some(&map)
            && data.operands[from..to] == operands[..];
        if !is_same {
            let behind = data.operands[to..].to_vec();
            data.operands.truncate(from);
            data.operands.extend(operands.into_iter().chain(behind));
            data.set_attribute(name, Attribute::affine_map(map));
            self.changed = true;
        }
    }

    fn affine_for(&mut self, op: OpId, known: &[Expression]) {
        let data = self.module.op(op).clone();
        let map = |name| data.attribute(name).and_then(Attribute::as_affine_map).cloned();
        let (Some(lower), Some(upper), Some(step), Some(segments)) = (
            map("lowerBoundMap"),
            map("upperBoundMap"),
            data.attribute("step").and_then(Attribute::as_i64),
            data.attribute("operandSegmentSizes")
                .and_then(Attribute::as_i64_list),
        ) else {
            return self.regions(op, known);
        };
        let (lower_end, upper_end) = (segments[0] as usize, (segments[0] + segments[1]) as usize);
        let mut operands = Operands::new(&self.module, &self.replaced);
        let (Some(low), Some(high)) = (
            operands.results(&lower, &data.operands[..lower_end]),
            operands.results(&upper, &data.operands[lower_end..upper_end]),
        ) else {
            return self.regions(op, known);
        };
        let symbols = operands.symbols;
        let low = self.pruned(Extremum::Greatest, &low, known);
        let high = self.pruned(Extremum::Least, &high, known);
        let inits = &data.operands[upper_end..];
        if self.never_runs(&low, &high, known) {
            self.replaced
                .extend(data.results.iter().copied().zip(inits.iter().copied()));
            return self.erase(op);
        }
        if let Some(results) = self.results_of_empty(op, inits, (&low, &high, step), known) {
            self.replaced.extend(data.results.iter().copied().zip(results));
            return self.erase(op);
        }
        let bounds = |this: &Self, results: &[Expression]| {
            let mut inputs = Inputs::default();
            let exprs = results.iter().map(|r| inputs.affine(&this.names, &symbols, r));
            exprs.collect::<Option<Vec<_>>>().map(|exprs| inputs.map(exprs))
        };
        if let (Some(new_low), Some(new_high)) = (bounds(self, &low), bounds(self, &high)) {
            let segments = [new_low.1.len(), new_high.1.len(), data.operands.len() - upper_end];
            self.set_map(op, "upperBoundMap", lower_end, upper_end, new_high.0, new_high.1);
            self.set_map(op, "lowerBoundMap", 0, lower_end, new_low.0, new_low.1);
            let segments = segments.map(|n| n as i64);
            self.module
                .op_mut(op)
                .set_attribute("operandSegmentSizes", Attribute::i32_array(&segments));
        }
        let mut inside = known.to_vec();
        if let Some(body) = self.module.single_block(op, 0) {
            let iv = self.module.block(body).arguments[0];
            inside.extend(of_variable(iv, &low, &high, step));
        }
        self.regions(op, &inside);
    }

    /// The results of a loop that does nothing but yield values that it takes over, or that come from outside: those
    /// are results where there is an iteration.
    fn results_of_empty(
        &self,
        op: OpId,
        inits: &[ValueId],
        (low, high, step): (&[Expression], &[Expression], i64),
        known: &[Expression],
    ) -> Option<Vec<ValueId>> {
        let body = self.module.block(self.module.single_block(op, 0)?);
        let [terminator] = body.ops[..] else {
            return None;
        };
        let (iv, carried) = body.arguments.split_first()?;
        let runs = || {
            let mut pairs = low.iter().flat_map(|l| high.iter().map(move |h| (l, h)));
            pairs.all(|(l, h)| self.is_always(&compared(IntPredicate::Slt, l, h), known))
        };
        let yielded = &self.module.op(terminator).operands;
        let results = yielded.iter().enumerate().map(|(i, value)| match value {
            value if carried.get(i) == Some(value) => inits.get(i).copied(),
            value if value == iv => None,
            value if carried.contains(value) => {
                let other = carried.iter().position(|c| c == value)?;
                inits.get(other).copied().filter(|_| runs_once(low, high, step))
            }
            value if inits.get(i) == Some(value) || runs() => Some(*value),
            _ => None,
        });
        results.collect()
    }

    /// Whether some lower bound is never below some upper bound.
    fn never_runs(&self, low: &[Expression], high: &[Expression], known: &[Expression]) -> bool {
        let mut pairs = low.iter().flat_map(|l| high.iter().map(move |h| (l, h)));
        pairs.any(|(l, h)| self.is_always(&compared(IntPredicate::Sle, h, l), known))
    }

    fn affine_if(&mut self, op: OpId, known: &[Expression]) {
        let data = self.module.op(op).clone();
        let set = data
            .attribute("condition")
            .and_then(Attribute::as_integer_set)
            .cloned();
        let Some(set) = set else {
            return self.regions(op, known);
        };
        let exprs = set.constraints.iter().map(|c| c.expr.clone()).collect();
        let map = AffineMap::new(set.num_dims, set.num_symbols, exprs);
        let mut operands = Operands::new(&self.module, &self.replaced);
        let Some(values) = operands.results(&map, &data.operands) else {
            return self.regions(op, known);
        };
        let symbols = operands.symbols;
        let constraints: Vec<Expression> = values
            .iter()
            .zip(&set.constraints)
            .map(|(value, constraint)| match constraint.is_equality {
                true => compared(IntPredicate::Eq, value, &number(0)),
                false => compared(IntPredicate::Sle, &number(0), value),
            })
            .collect();
        let all = Parsed {
            kind: Kind::Expression,
            results: constraints.clone(),
        };
        let about = constraints.iter().flat_map(|c| relevant(c, known));
        let mut about: Vec<Expression> = about.collect();
        about.dedup();
        let simplest = simplify_set(&all, &about, self.effort).results;
        let truth = match simplest.as_slice() {
            [] => Some(true),
            [only] => only.as_truth(),
            _ => None,
        };
        if let Some(taken) = truth {
            self.inline(op, usize::from(!taken));
            return;
        }
        self.set_condition(op, &simplest, &constraints, &symbols);
        let regions = self.module.op(op).regions.clone();
        let [then, otherwise] = [0, 1].map(|i| regions.get(i).map(|&r| self.module.region(r).blocks.clone()));
        let inside = [known, &constraints].concat();
        for block in then.into_iter().flatten() {
            self.block(block, &inside);
        }
        for block in otherwise.into_iter().flatten() {
            self.block(block, known);
        }
    }

    /// Gives the operation the constraints, where each of them is one of a set and they are no more than before.
    fn set_condition(
        &mut self,
        op: OpId,
        simplest: &[Expression],
        before: &[Expression],
        symbols: &indexmap::IndexSet<ValueId>,
    ) {
        let cost = |truths: &[Expression]| truths.iter().map(Expression::cost).sum::<u64>();
        let best = if cost(simplest) <= cost(before) {
            simplest
        } else {
            before
        };
        for truths in [best, before] {
            let mut inputs = Inputs::default();
            let constraints = truths
                .iter()
                .map(|t| constraint(&self.names, &mut inputs, symbols, t));
            let Some(constraints) = constraints.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let set = IntegerSet::new(inputs.dims.len() as u32, inputs.symbols.len() as u32, constraints);
            let (_, operands) = inputs.map(Vec::new());
            let data = self.module.op_mut(op);
            let old = data.attribute("condition").and_then(Attribute::as_integer_set);
            if old.map(|s| &**s) != Some(&set) || data.operands[..] != operands[..] {
                data.operands = operands.into();
                data.set_attribute("condition", Attribute::IntegerSet(std::sync::Arc::new(set)));
                self.changed = true;
            }
            return;
        }
    }

    /// Puts the operations of a branch in place of the condition.
    fn inline(&mut self, op: OpId, branch: usize) {
        let data = self.module.op(op).clone();
        let block = data
            .regions
            .get(branch)
            .and_then(|&r| self.module.region(r).blocks.first().copied());
        let Some(parent) = data.parent else {
            return;
        };
        if let Some(block) = block {
            let mut ops = self.module.block(block).ops.clone();
            let Some(last) = ops.pop() else {
                return;
            };
            let yielded = self.module.op(last).operands.clone();
            self.replaced.extend(data.results.iter().copied().zip(yielded));
            for &op in &ops {
                self.module.op_mut(op).parent = Some(parent);
            }
            let siblings = &mut self.module.block_mut(parent).ops;
            let at = siblings.iter().position(|&o| o == op).unwrap_or(siblings.len());
            siblings.splice(at..at, ops);
        } else if !data.results.is_empty() {
            return;
        }
        self.erase(op);
    }

    /// Puts the values that stand for others in their places.
    fn replace(&mut self) {
        if self.replaced.is_empty() {
            return;
        }
        let mut ops = Vec::new();
        self.module.walk(self.module.top(), &mut |op| ops.push(op));
        for op in ops {
            for i in 0..self.module.op(op).operands.len() {
                let mut value = self.module.op(op).operands[i];
                while let Some(&other) = self.replaced.get(&value) {
                    value = other;
                }
                self.module.op_mut(op).operands[i] = value;
            }
        }
    }

    /// Erases what has no effect and whose results nobody uses.
    fn sweep(&mut self) {
        loop {
            let mut ops = Vec::new();
            self.module.walk(self.module.top(), &mut |op| ops.push(op));
            let mut used = vec![false; self.module.value_count()];
            for &op in &ops {
                for operand in &self.module.op(op).operands {
                    used[operand.index()] = true;
                }
            }
            let is_dead = |op: &OpId| {
                let data = self.module.op(*op);
                let is_unused = data.results.iter().all(|r| !used[r.index()]);
                is_unused && self.has_no_effect(*op)
            };
            let dead: Vec<OpId> = ops.into_iter().filter(is_dead).collect();
            if dead.is_empty() {
                return;
            }
            for op in dead {
                self.erase(op);
            }
        }
    }

    fn has_no_effect(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        match data.code() {
            Some(OpCode::AffineFor | OpCode::AffineIf) => {
                let blocks = data
                    .regions
                    .iter()
                    .flat_map(|&r| self.module.region(r).blocks.iter());
                blocks.into_iter().all(|&b| self.module.block(b).ops.len() <= 1)
            }
            Some(OpCode::AffineLoad | OpCode::AffineVectorLoad) => true,
            Some(code) => code.has_trait(Trait::Pure) && !data.results.is_empty(),
            None => false,
        }
    }
}

/// What is known of the variables that the expression mentions, and of those that this mentions.
fn relevant(expression: &Expression, known: &[Expression]) -> Vec<Expression> {
    let mut names = expression.variables();
    let mut is_taken = vec![false; known.len()];
    loop {
        let mut more = false;
        for (taken, fact) in is_taken.iter_mut().zip(known) {
            let of_fact = fact.variables();
            if !*taken && of_fact.iter().any(|name| names.contains(name)) {
                names.extend(of_fact);
                *taken = true;
                more = true;
            }
        }
        if !more {
            let taken = known.iter().zip(is_taken).filter(|(_, taken)| *taken);
            return taken.map(|(fact, _)| fact.clone()).collect();
        }
    }
}

/// Whether the loop has exactly one iteration.
fn runs_once(low: &[Expression], high: &[Expression], step: i64) -> bool {
    let constant = |bounds: &[Expression]| match bounds {
        [bound] => match bound.root() {
            Node::Int(value) => Some(i128::from(*value)),
            _ => None,
        },
        _ => None,
    };
    let length = constant(high).zip(constant(low)).map(|(high, low)| high - low);
    length.is_some_and(|length| 0 < length && length <= step.into())
}

fn number(value: i64) -> Expression {
    Expression::new(vec![Node::Int(value)])
}

/// Two expressions as operands of a node.
fn combined(a: &Expression, b: &Expression, node: impl FnOnce(Id, Id) -> Node) -> Expression {
    let mut nodes = Vec::new();
    let mut push = |node| {
        nodes.push(node);
        Id::from(nodes.len() - 1)
    };
    let a = a.add_to(&mut push, |id| id);
    let b = b.add_to(&mut push, |id| id);
    push(node(a, b));
    Expression::new(nodes)
}

fn compared(predicate: IntPredicate, a: &Expression, b: &Expression) -> Expression {
    combined(a, b, |a, b| Node::Op(comparison(predicate), [a, b].into()))
}

fn joined(which: Extremum, results: &[Expression]) -> Expression {
    let op = match which {
        Extremum::Least => IndexOp::Min,
        Extremum::Greatest => IndexOp::Max,
    };
    let mut results = results.iter();
    let first = results.next().expect("a map of bounds has a result").clone();
    results.fold(first, |a, b| combined(&a, b, |a, b| Node::Index(op, [a, b])))
}

/// The operands of nested minima, or maxima.
fn parts_of(which: Extremum, whole: &Expression) -> Vec<Expression> {
    let mut parts = Vec::new();
    let mut pending = vec![Id::from(whole.nodes().len() - 1)];
    while let Some(at) = pending.pop() {
        match (&whole.nodes()[usize::from(at)], which) {
            (Node::Index(IndexOp::Min, [a, b]), Extremum::Least)
            | (Node::Index(IndexOp::Max, [a, b]), Extremum::Greatest) => pending.extend([*b, *a]),
            _ => parts.push(super::branches::reachable(whole.nodes(), at)),
        }
    }
    parts
}

/// What holds of an induction variable inside its loop.
fn of_variable(iv: ValueId, low: &[Expression], high: &[Expression], step: i64) -> Vec<Expression> {
    let x = Expression::new(vec![Node::Var(variable(iv))]);
    let mut facts: Vec<Expression> = low
        .iter()
        .map(|low| compared(IntPredicate::Sle, low, &x))
        .collect();
    facts.extend(high.iter().map(|high| compared(IntPredicate::Slt, &x, high)));
    if let ([low], true) = (low, step > 1)
        && let Node::Int(start) = low.root()
    {
        let rest = combined(&x, &number(step), |a, b| Node::Index(IndexOp::Mod, [a, b]));
        facts.push(compared(IntPredicate::Eq, &rest, &number(start.rem_euclid(step))));
    }
    facts
}

/// A comparison as a constraint of a set.
fn constraint(
    names: &Names,
    inputs: &mut Inputs,
    symbols: &indexmap::IndexSet<ValueId>,
    truth: &Expression,
) -> Option<Constraint> {
    let Node::Op(op, args) = truth.root() else {
        return None;
    };
    let part = |id: Id| super::branches::reachable(truth.nodes(), id);
    let predicate = predicate_of(op)?;
    let a = inputs.affine(names, symbols, &part(args[0]))?;
    let b = inputs.affine(names, symbols, &part(args[1]))?;
    let constraint = match predicate {
        IntPredicate::Eq => Constraint::equal(a, b),
        IntPredicate::Sle => Constraint::at_most(a, b),
        IntPredicate::Sge => Constraint::at_least(a, b),
        IntPredicate::Slt => Constraint::at_most(a + 1, b),
        IntPredicate::Sgt => Constraint::at_least(a, b + 1),
        _ => return None,
    };
    Some(Constraint {
        expr: constraint.expr.simplified(),
        ..constraint
    })
}
