//! Loops: sequential ones with the cells they hold in registers, unrolled and vectorized ones.

use super::super::mask::{Clause, Mask, lane};
use super::*;
use crate::guard::Condition;
use crate::term::branches;

impl Emitter<'_> {
    pub(super) fn sequential(
        &mut self,
        head: Loop,
        lo: Id,
        hi: Id,
        body: Id,
        cells: Vec<Cell>,
    ) -> Result<()> {
        let lower = self.bound(lo, IndexOp::Max)?;
        let upper = self.bound(hi, IndexOp::Min)?;
        if is_never_run(&lower, &upper) {
            return Ok(());
        }
        let writes_back = self.team.is_some() && !cells.is_empty();
        let is_run = self.is_always_run(&lower, &upper);
        if !is_run
            && (writes_back || self.must_run(body) || self.carries_rows(head, [&lower, &upper], body)?)
        {
            return self.if_run(&lower, &upper, &mut |emitter| {
                emitter.counted(head, [lower.clone(), upper.clone()], (body, true), cells.clone())
            });
        }
        self.counted(head, [lower, upper], (body, is_run), cells)
    }

    /// Whether a loop carries rows if it is known to run.
    fn carries_rows(&mut self, head: Loop, bounds: [&[Linear]; 2], body: Id) -> Result<bool> {
        let step = self.step(head.step)?;
        let inside = self.without_early(body).1;
        let carried = self.carried(head, step, bounds, (inside, true));
        Ok(carried.iter().any(|carried| carried.last.lanes.is_some()))
    }

    /// A loop over `max(lower)..min(upper)`, of which it may be known that it runs wherever it stands.
    fn counted(
        &mut self,
        head: Loop,
        [lower, upper]: [Vec<Linear>; 2],
        (body, is_run): (Id, bool),
        cells: Vec<Cell>,
    ) -> Result<()> {
        let step = self.step(head.step)?;
        let (early, body) = self.without_early(body);
        let before = self.hoisted.len();
        self.hoist(&early, head, body)?;
        if cells.iter().enumerate().any(|(n, a)| {
            let mut others = cells[n + 1..].iter();
            others.any(|b| !a.is_sibling(b) && self.may_alias(a, b))
        }) {
            return refuse("two cells to be held in registers may be one");
        }
        let carried = self.carried(head, step, [&lower, &upper], (body, is_run));
        let firsts = carried.iter().map(|carried| &carried.first);
        let inits = cells
            .iter()
            .chain(firsts)
            .map(|cell| match cell.partial() {
                Some(_) => self.start(cell),
                None => self.load_cell(cell.clone()),
            })
            .collect::<Result<Vec<_>>>()?;
        let op = self.loop_of([&lower, &upper], step, &inits)?;
        let region = self.module.add_region(op);
        let block = self.module.add_block(region);
        let name = head.iv.as_str().replace('\'', "_");
        let iv = self.module.add_argument(block, Type::Index, Some(name.into()));
        let depth = self.frames.len();
        self.depths.insert(iv, depth);
        let mut held = Vec::new();
        let reads = carried.iter().map(|carried| &carried.read);
        for (cell, init) in cells.iter().chain(reads).zip(&inits) {
            let ty = self.module.ty(*init).clone();
            let argument = self
                .module
                .add_argument(block, ty, Some(cell.buffer.as_str().into()));
            self.depths.insert(argument, depth);
            held.push((cell.clone(), argument));
        }
        let shadowed = (
            self.index_values.insert(head.iv, iv),
            self.bindings.remove(&head.iv),
        );
        let known = held.split_off(cells.len());
        self.frames.push(Frame {
            block,
            pure: FxHashMap::default(),
            cells: Cells::holding(held),
        });
        for (cell, argument) in known {
            self.frame().cells.learn(cell, argument);
        }
        self.ranges.push(Range {
            name: head.iv,
            lower,
            upper,
            step,
        });
        self.prefetch(&early, head, step, body)?;
        self.statement(body)?;
        let mut values = self.frame().cells.held_values();
        for carried in carried {
            values.push(self.load_cell(carried.last)?);
        }
        self.in_lockstep();
        self.ranges.pop();
        self.hoisted.truncate(before);
        self.module
            .append(block, NewOp::new(OpCode::AffineYield).operands(values));
        self.frames.pop();
        match shadowed.0 {
            Some(value) => self.index_values.insert(head.iv, value),
            None => self.index_values.remove(&head.iv),
        };
        if let Some(binding) = shadowed.1 {
            self.bindings.insert(head.iv, binding);
        }

        let here = self.frame().block;
        self.module.attach(here, op);
        self.frame().cells.forget();
        let results = self.module.op(op).results.clone();
        for &result in &results {
            self.depths.insert(result, depth - 1);
        }
        self.write_back(cells.into_iter().zip(results).collect())
    }

    /// A loop over `max(lower)..min(upper)` without its body, which carries values that start as `inits`.
    fn loop_of(&mut self, [lower, upper]: [&[Linear]; 2], step: i64, inits: &[ValueId]) -> Result<OpId> {
        let (lower_map, lower_operands) = self.map(lower)?;
        let (upper_map, upper_operands) = self.map(upper)?;
        let segments = [lower_operands.len(), upper_operands.len(), inits.len()].map(|n| n as i64);
        let mut new = NewOp::new(OpCode::AffineFor)
            .operands(
                lower_operands
                    .into_iter()
                    .chain(upper_operands)
                    .chain(inits.iter().copied()),
            )
            .attribute("lowerBoundMap", Attribute::affine_map(lower_map))
            .attribute("operandSegmentSizes", Attribute::i32_array(&segments))
            .attribute("step", Attribute::index(step))
            .attribute("upperBoundMap", Attribute::affine_map(upper_map));
        for init in inits {
            new = new.result(self.module.ty(*init).clone());
        }
        Ok(self.module.create(new))
    }

    /// A loop that carries nothing.
    pub(super) fn plain_loop(
        &mut self,
        range: Range,
        body: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if is_never_run(&range.lower, &range.upper) {
            return Ok(());
        }
        let op = self.loop_of([&range.lower, &range.upper], range.step, &[])?;
        self.filled(op, range, body)
    }

    /// Fills the body of a loop that carries nothing, whose variable runs through the range, and puts it here.
    pub(super) fn filled(
        &mut self,
        op: OpId,
        range: Range,
        body: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let name = range.name;
        let region = self.module.add_region(op);
        let block = self.module.add_block(region);
        let shown = name.as_str().replace('\'', "_");
        let iv = self.module.add_argument(block, Type::Index, Some(shown.into()));
        self.depths.insert(iv, self.frames.len());
        let value = self.index_values.insert(name, iv);
        let binding = self.bindings.remove(&name);
        self.frames.push(Frame {
            block,
            pure: FxHashMap::default(),
            cells: Cells::default(),
        });
        self.ranges.push(range);
        body(self)?;
        self.in_lockstep();
        self.ranges.pop();
        self.module.append(block, NewOp::new(OpCode::AffineYield));
        self.frames.pop();
        match value {
            Some(value) => self.index_values.insert(name, value),
            None => self.index_values.remove(&name),
        };
        if let Some(binding) = binding {
            self.bindings.insert(name, binding);
        }
        let here = self.frame().block;
        self.module.attach(here, op);
        self.frame().cells.forget();
        Ok(())
    }

    /// Whether a loop between the bounds has an iteration wherever it stands.
    fn is_always_run(&self, lower: &[Linear], upper: &[Linear]) -> bool {
        upper.iter().all(|u| {
            lower.iter().all(|l| {
                let trip = u.subtract(l);
                trip.is_some_and(|trip| is_positive(&trip, &self.ranges))
            })
        })
    }

    pub(super) fn unrolled(
        &mut self,
        head: Loop,
        lo: Id,
        hi: Id,
        body: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        // In each lane the loop may be somewhere else.
        let bounds = |emitter: &Self| Ok([emitter.index(lo)?, emitter.index(hi)?]);
        let [lower, upper] = match self.vectorized {
            Some(iv) => self.with_lane_open(iv, bounds)?,
            None => bounds(self)?,
        };
        let Some(trip) = upper.subtract(&lower).and_then(|extent| extent.as_constant()) else {
            return refuse("an unrolled loop without a constant trip count");
        };
        let mut offset = 0;
        while offset < trip {
            let Some(iteration) = lower.add(&Linear::constant(offset)) else {
                return refuse("an index overflows");
            };
            self.bindings.insert(head.iv, iteration);
            body(self)?;
            offset += self.step(head.step)?;
        }
        self.bindings.remove(&head.iv);
        Ok(())
    }

    /// Does something for all lanes of a loop, so many at a time as are a power of two: compilers take other vectors to
    /// pieces of one lane wherever one goes from block to block. The loop variable is bound to the first lane. Where the
    /// loop may end before a constant number of iterations, the lanes beyond its end are not there.
    pub(super) fn in_vectors(
        &mut self,
        head: Loop,
        lo: Id,
        hi: Id,
        each: &mut dyn FnMut(&mut Self, Lanes) -> Result<()>,
    ) -> Result<()> {
        let lower = self.index(lo)?;
        let mut count: Option<i64> = None;
        let mut ends = Vec::new();
        for end in self.bound(hi, IndexOp::Min)? {
            let Some(extent) = end.subtract(&lower) else {
                return refuse("an index overflows");
            };
            match extent.as_constant() {
                Some(n) => count = Some(count.map_or(n, |least| least.min(n))),
                None => ends.push(extent),
            }
        }
        let (Some(count), Step::Fixed(1)) = (count, head.step) else {
            return refuse("a vectorized loop without a constant number of lanes");
        };
        let mut at = 0;
        let mut done = Ok(());
        while at < count && done.is_ok() {
            let lanes = 1 << (count - at).ilog2();
            done = self.enter_vector(head, &lower, at, &ends).and_then(|()| {
                let lanes = Lanes {
                    iv: head.iv,
                    count: lanes,
                };
                each(self, lanes)?;
                self.write_spread()
            });
            at += lanes;
        }
        self.extent = Mask::default();
        self.vectorized = None;
        self.bindings.remove(&head.iv);
        done
    }

    /// What is found where the variable of a vectorized loop, bound to the first lane, is bound to the lane whose number
    /// is [`lane`].
    pub(super) fn with_lane_open<T>(
        &mut self,
        iv: Symbol,
        find: impl FnOnce(&Self) -> Result<T>,
    ) -> Result<T> {
        let first = self.bindings[&iv].clone();
        let Some(open) = first.add(&Linear::var(lane())) else {
            return refuse("an index overflows");
        };
        self.bindings.insert(iv, open);
        let found = find(self);
        self.bindings.insert(iv, first);
        found
    }

    /// Binds the loop variable to the lane that is `at` after `lower`; those `ends` after it or more are not there.
    fn enter_vector(&mut self, head: Loop, lower: &Linear, at: i64, ends: &[Linear]) -> Result<()> {
        let mut mask = Mask::default();
        for end in ends {
            // at + lane < end
            let beyond = Linear::var(lane()).scale(-1).and_then(|lane| end.add(&lane));
            let Some(inside) = beyond.and_then(|gap| gap.add(&Linear::constant(-1 - at))) else {
                return refuse("an index overflows");
            };
            mask.restrict(Clause {
                conditions: vec![Condition::at_least_zero(inside)],
                holds: true,
            });
        }
        let Some(first) = lower.add(&Linear::constant(at)) else {
            return refuse("an index overflows");
        };
        self.extent = mask;
        self.vectorized = Some(head.iv);
        self.bindings.insert(head.iv, first);
        Ok(())
    }

    /// The cells that straight-line code writes, each once.
    pub(super) fn written_cells(
        &mut self,
        id: Id,
        lanes: Option<Lanes>,
        cells: &mut Vec<Cell>,
    ) -> Result<()> {
        match self.node(id).clone() {
            Node::Seq(statements) => statements
                .iter()
                .try_for_each(|&s| self.written_cells(s, lanes, cells)),
            Node::Store(buffer, children) => {
                let (&value, indices) = children.split_last().expect("a store has a value");
                let mut cell = self.cell(buffer, indices, lanes)?;
                if let (Some(lanes), None) = (lanes, &cell.lanes) {
                    cell = self.step_of(&cell, value, lanes)?.cell;
                }
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
                Ok(())
            }
            Node::For(head, [lo, hi, body]) => match head.kind {
                LoopKind::Unrolled => self.unrolled(head, lo, hi, &mut |emitter| {
                    emitter.written_cells(body, lanes, cells)
                }),
                LoopKind::Vectorized => self.in_vectors(head, lo, hi, &mut |emitter, lanes| {
                    emitter.written_cells(body, Some(lanes), cells)
                }),
                _ => refuse("a promoted loop around another loop"),
            },
            Node::If(_, children) => {
                let (_, statements) = branches(&children);
                statements
                    .iter()
                    .try_for_each(|&s| self.written_cells(s, lanes, cells))
            }
            other => refuse(format!("{other} is no statement that has a form in the IR")),
        }
    }
}

/// Whether the bounds are such that a loop between them does nothing.
pub(super) fn is_never_run(lower: &[Linear], upper: &[Linear]) -> bool {
    let ([lower], [upper]) = (lower, upper) else {
        return false;
    };
    let trip = upper.subtract(lower).and_then(|trip| trip.as_constant());
    trip.is_some_and(|trip| trip <= 0)
}
