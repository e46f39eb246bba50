//! Loops whose iterations run at the same time, and the temporaries that each iteration has for itself.

use std::collections::BTreeSet;

use egg::Language;
use ovolo_lang::affine::{Constraint, IntegerSet};
use ovolo_lang::types::{Dim, TensorType};

use super::loops::is_never_run;
use super::partial::Accumulator;
use super::*;
use crate::level::{size_name, tile_of};
use crate::loops::is_product;
use crate::nest::private_temporaries;

/// The parallel loop whose body is being filled.
pub(super) struct Team {
    /// The place of the body among the blocks being filled.
    pub frame: usize,
    /// The temporaries of an iteration.
    pub private: BTreeSet<Symbol>,
    /// The cells of which an iteration has partial results.
    pub accumulators: Vec<Accumulator>,
}

impl Emitter<'_> {
    pub(super) fn parallel(&mut self, id: Id, head: Loop, [lo, hi, body]: [Id; 3]) -> Result<()> {
        if self.team.is_some() {
            return refuse("a parallel loop inside another");
        }
        let lower = self.bound(lo, IndexOp::Max)?;
        let upper = self.bound(hi, IndexOp::Min)?;
        let step = self.step(head.step)?;
        if is_never_run(&lower, &upper) {
            return Ok(());
        }
        let (lower_map, lower_operands) = self.map(&lower)?;
        let (upper_map, upper_operands) = self.map(&upper)?;
        let new = NewOp::new(OpCode::AffineParallel)
            .operands(lower_operands.into_iter().chain(upper_operands))
            .attribute("lowerBoundsGroups", one_group(lower.len()))
            .attribute("lowerBoundsMap", Attribute::affine_map(lower_map))
            .attribute("reductions", Attribute::array(Vec::new()))
            .attribute(
                "steps",
                Attribute::array(vec![Attribute::integer(step, Type::I64)]),
            )
            .attribute("upperBoundsGroups", one_group(upper.len()))
            .attribute("upperBoundsMap", Attribute::affine_map(upper_map));
        let op = self.module.create(new);
        let private = self.private_temporaries(id, head.iv, body)?;
        let range = Range {
            name: head.iv,
            lower,
            upper,
            step,
        };
        let accumulators = match head.kind {
            LoopKind::Reduced => self.accumulators(body, &range, step)?,
            _ => Vec::new(),
        };
        // What the names mean outside.
        let outside: Vec<(Symbol, ValueId)> = private
            .iter()
            .filter_map(|name| Some((*name, self.temporaries.shift_remove(name)?)))
            .collect();
        self.team = Some(Team {
            frame: self.frames.len(),
            private,
            accumulators,
        });
        self.filled(op, range.clone(), &mut |emitter| {
            emitter.start_partials()?;
            emitter.statement(body)?;
            emitter.free_own_arrays();
            Ok(())
        })?;
        let team = self.team.take().expect("the body is that of this loop");
        for name in team.private {
            self.temporaries.shift_remove(&name);
        }
        self.temporaries.extend(outside);
        self.combine(team.accumulators, &range)
    }

    /// Statements that are for a loop with an iteration only. One without must not write back, in an iteration of a
    /// parallel loop, cells that belong to others.
    pub(super) fn if_run(
        &mut self,
        lower: &[Linear],
        upper: &[Linear],
        statements: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let mut trips = Vec::new();
        for u in upper {
            for l in lower {
                // upper - lower - 1 >= 0
                let slack = u.subtract(l).and_then(|trip| trip.add(&Linear::constant(-1)));
                let Some(slack) = slack else {
                    return refuse("an index overflows");
                };
                trips.push(slack);
            }
        }
        let (map, operands) = self.map(&trips)?;
        let constraints = map.results.iter().map(|expr| Constraint {
            expr: expr.clone(),
            is_equality: false,
        });
        let set = IntegerSet::new(map.num_dims, map.num_symbols, constraints.collect());
        let new = NewOp::new(OpCode::AffineIf)
            .operands(operands)
            .attribute("condition", Attribute::IntegerSet(Arc::new(set)));
        let op = self.module.create(new);
        let region = self.module.add_region(op);
        let block = self.module.add_block(region);
        self.module.add_region(op);
        self.frames.push(Frame {
            block,
            pure: FxHashMap::default(),
            cells: Cells::default(),
        });
        statements(self)?;
        self.module.append(block, NewOp::new(OpCode::AffineYield));
        self.frames.pop();
        let here = self.frame().block;
        self.module.attach(here, op);
        self.frame().cells.forget();
        Ok(())
    }

    /// The temporaries in the body of a parallel loop of which each iteration has its own. The source says so of its
    /// loop, whatever the order in which the term writes and reads inside; but parts of that loop may have become loops
    /// of their own, and a value must not pass from one to another. Refused where it may.
    fn private_temporaries(&self, id: Id, iv: Symbol, body: Id) -> Result<BTreeSet<Symbol>> {
        let root = Id::from(self.choice.term.as_ref().len() - 1);
        let iterations = self.iterations(iv, body);
        let is_one_of = |loops: &[Symbol]| iterations.is_none_or(|iterations| loops.contains(&iterations));
        let mut private = BTreeSet::new();
        for (name, loops) in private_temporaries(self.nest) {
            if !is_one_of(&loops) || !self.touches(body, name) {
                continue;
            }
            if iterations.is_none() {
                return refuse(format!(
                    "what an iteration is that has {name} for itself is not known"
                ));
            }
            let alone = !self.touches_beside(root, id, name);
            if !(alone || self.feeds_itself(body, name, None) && self.feeds_itself(root, name, Some(id))) {
                return refuse(format!(
                    "an iteration of a parallel loop cannot have {name} for itself"
                ));
            }
            private.insert(name);
        }
        for (name, loops) in &self.nest.private_arrays {
            if !is_one_of(loops) || !self.touches(body, *name) {
                continue;
            }
            // A part of the loop stands for itself, if whole iterations are in it.
            if iterations.is_none() || self.touches_beside(root, id, *name) {
                return refuse(format!(
                    "an iteration of a parallel loop cannot have {name} for itself"
                ));
            }
            private.insert(*name);
        }
        Ok(private)
    }

    /// The loop of the source of which a loop with this body runs iterations.
    fn iterations(&self, iv: Symbol, body: Id) -> Option<Symbol> {
        if !is_product(iv) {
            return Some(tile_of(size_name(iv)).map_or(iv, |(root, _)| root));
        }
        // Of a product of two loops, which are inside, an iteration is one of the inner.
        let mut is_inner = false;
        let mut id = body;
        loop {
            match self.node(id) {
                Node::For(head, _) if is_inner => return Some(head.iv),
                Node::For(_, [_, _, inside]) => {
                    is_inner = true;
                    id = *inside;
                }
                Node::Early(_, [inside]) | Node::Panels(_, [inside]) => id = *inside,
                _ => return None,
            }
        }
    }

    /// Frees the arrays of an iteration at its end.
    fn free_own_arrays(&mut self) {
        let private = self.team.iter().flat_map(|team| &team.private);
        let arrays = private.filter(|name| self.nest.private_arrays.contains_key(*name));
        let arrays: Vec<ValueId> = arrays
            .filter_map(|name| self.temporaries.get(name).copied())
            .collect();
        let here = self.frame().block;
        for array in arrays {
            self.module
                .append(here, NewOp::new(OpCode::MemRefDealloc).operands([array]));
        }
    }

    /// Whether every read of a cell inside a statement reads what the statement wrote before: the first access of a
    /// sequence is a write, or each of its parts feeds itself. What is around the loop `around` gets no value from
    /// before or after it.
    fn feeds_itself(&self, id: Id, name: Symbol, around: Option<Id>) -> bool {
        if !self.touches(id, name) {
            return true;
        }
        match self.node(id) {
            Node::Store(buffer, children) => {
                *buffer == name && children.iter().all(|&child| !self.touches(child, name))
            }
            Node::For(_, [_, _, body]) => self.feeds_itself(*body, name, around),
            Node::Early(early, [body]) if !early.buffers.contains(&name) => {
                self.feeds_itself(*body, name, around)
            }
            Node::Seq(statements) => {
                let mut touching = statements.iter().copied().filter(|&s| self.touches(s, name));
                let is_written_first = touching.next().is_some_and(|first| {
                    matches!(self.node(first), Node::Store(..)) && self.feeds_itself(first, name, None)
                });
                let holds_loop = around.is_some_and(|inner| self.holds(id, inner));
                (is_written_first && !holds_loop)
                    || statements.iter().all(|&s| self.feeds_itself(s, name, around))
            }
            _ => false,
        }
    }

    pub(super) fn touches(&self, id: Id, name: Symbol) -> bool {
        self.any_below(id, None, &|_, node| is_of(node, name))
    }

    /// Whether a statement touches a cell elsewhere than in the loop `inner`.
    fn touches_beside(&self, id: Id, inner: Id, name: Symbol) -> bool {
        self.any_below(id, Some(inner), &|_, node| is_of(node, name))
    }

    fn holds(&self, id: Id, inner: Id) -> bool {
        self.any_below(id, None, &|id, _| id == inner)
    }

    /// Whether a node that is wanted is below one, or that one, `skipped` and what is only below it left out.
    pub(super) fn any_below(
        &self,
        id: Id,
        skipped: Option<Id>,
        is_wanted: &dyn Fn(Id, &Node) -> bool,
    ) -> bool {
        let mut seen: BTreeSet<Id> = [id].into_iter().chain(skipped).collect();
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let node = self.node(id);
            if is_wanted(id, node) {
                return true;
            }
            pending.extend(node.children().iter().copied().filter(|c| seen.insert(*c)));
        }
        false
    }
}

/// Whether a node is an access to a buffer.
fn is_of(node: &Node, name: Symbol) -> bool {
    matches!(node, Node::Load(buffer, ..) | Node::Store(buffer, _) if *buffer == name)
}

/// All results of a bound map belong to the one loop.
fn one_group(results: usize) -> Attribute {
    let ty = Type::Tensor(Arc::new(TensorType {
        shape: Some(vec![Dim::Fixed(1)]),
        element: Type::I32,
        encoding: None,
    }));
    let elements = vec![Attribute::integer(results as i64, Type::I32)];
    Attribute::DenseElements(Arc::new(DenseElements { ty, elements }))
}
