//! Running a [`Program`].

use smallvec::SmallVec;

use crate::algebra::IntOp;
use crate::op::{OpCode, Scalars, evaluate};
use crate::types::{Dim, Layout, MemRefType, Type};

use super::memory::row_major_strides;
use super::mixed::{Mixed, WithIndex, decided};
use super::program::*;
use super::{Domain, Limits, MemRef, Memory, Origin, Overflow, Reason, Trap, Value};

pub struct Machine<'a, D: Domain> {
    program: &'a Program,
    domain: &'a mut D,
    memory: &'a mut Memory<D::Value>,
    steps: u64,
    cells: usize,
    depth: usize,
}

/// The slots of one activation of a function.
struct Frame<V> {
    index: Vec<i64>,
    data: Vec<V>,
    memrefs: Vec<Option<MemRef>>,
}

impl<'a, D: Domain> Machine<'a, D> {
    pub fn new(
        program: &'a Program,
        domain: &'a mut D,
        memory: &'a mut Memory<D::Value>,
        limits: &Limits,
    ) -> Machine<'a, D> {
        Machine {
            program,
            domain,
            memory,
            steps: limits.steps,
            cells: limits.cells,
            depth: limits.depth,
        }
    }

    pub fn steps_left(&self) -> u64 {
        self.steps
    }

    pub fn call_from_outside(
        &mut self,
        name: &str,
        arguments: &[Value<D::Value>],
    ) -> Result<Vec<Value<D::Value>>, Trap> {
        let outside = |reason| Trap {
            span: Default::default(),
            op: String::new(),
            reason,
        };
        let program = self.program;
        let function = program.by_name.get(name).map(|&i| &program.functions[i]);
        let function = function.ok_or_else(|| outside(Reason::NoFunction(name.to_string())))?;
        check_arguments(function, arguments).map_err(outside)?;
        self.call(function, arguments)
    }

    fn call(
        &mut self,
        function: &'a Function,
        arguments: &[Value<D::Value>],
    ) -> Result<Vec<Value<D::Value>>, Trap> {
        if let Some(reason) = &function.refused {
            let op = OpCode::Func.name().to_string();
            return Err(Trap {
                span: function.span,
                op,
                reason: reason.clone(),
            });
        }
        let undefined = self.domain.undefined();
        let mut frame = Frame {
            index: vec![0; function.sizes.index as usize],
            data: vec![undefined; function.sizes.data as usize],
            memrefs: vec![None; function.sizes.memrefs as usize],
        };
        for (place, constant) in &function.constants {
            self.write_constant(&mut frame, *place, constant);
        }
        for ((place, _), value) in function.parameters.iter().zip(arguments) {
            frame.write(*place, value);
        }
        let stack = self.memory.buffer_count();
        self.block(&function.body, &mut frame)?;
        self.memory.free_stack_from(stack);
        let read = |(place, ty): (&Place, &Type)| frame.read(*place, matches!(ty, Type::Vector(_)));
        let results: Option<Vec<_>> = function
            .returned
            .iter()
            .zip(&function.results)
            .map(read)
            .collect();
        results.ok_or_else(|| Trap {
            span: function.span,
            op: OpCode::Return.name().to_string(),
            reason: Reason::Unsupported("a result that was never defined".into()),
        })
    }

    fn write_constant(&mut self, frame: &mut Frame<D::Value>, place: Place, constant: &Constant) {
        match constant {
            Constant::Index(lanes) => {
                for i in 0..place.lanes as usize {
                    frame.index[place.start as usize + i] = lanes[if lanes.len() == 1 { 0 } else { i }];
                }
            }
            Constant::Data(ty, lanes) => {
                for i in 0..place.lanes as usize {
                    let bits = lanes[if lanes.len() == 1 { 0 } else { i }];
                    frame.data[place.start as usize + i] = self.domain.constant(ty, bits);
                }
            }
        }
    }

    fn block(&mut self, block: &'a Block, frame: &mut Frame<D::Value>) -> Result<(), Trap> {
        for (instruction, source) in &block.code {
            self.execute(instruction, source, frame)?;
        }
        Ok(())
    }

    fn execute(
        &mut self,
        instruction: &'a Instruction,
        source: &Source,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Trap> {
        let trap = |reason| Trap {
            span: source.span,
            op: source.name.to_string(),
            reason,
        };
        match instruction {
            Instruction::For(x) => return self.affine_for(x, frame, &trap),
            Instruction::If(x) => return self.affine_if(x, frame, &trap),
            Instruction::Call {
                function,
                arguments,
                results,
            } => {
                self.spend(1).map_err(trap)?;
                return self.call_function(function, arguments, results, frame, &trap);
            }
            Instruction::Scalar(x) => self.scalar(x, frame),
            Instruction::Apply(choice, expressions, result) => self.spend(1).and_then(|()| {
                frame.index[*result as usize] = chosen(*choice, expressions, &frame.index)?;
                Ok(())
            }),
            Instruction::Load(x) => self.load(x, frame),
            Instruction::Store(x) => self.store(x, frame),
            Instruction::Allocate(x) => self.allocate(x, frame),
            Instruction::Free(slot) => self.free(*slot, frame),
            Instruction::Dim {
                memref,
                dimension,
                result,
            } => self.spend(1).and_then(|()| {
                let d = frame.index[*dimension as usize];
                let memref = frame.memref(*memref)?;
                let size = usize::try_from(d).ok().and_then(|d| memref.sizes.get(d)).copied();
                frame.index[*result as usize] = size.ok_or(Reason::OutOfBounds {
                    buffer: memref.buffer,
                    dimension: None,
                    index: d,
                    extent: memref.sizes.len() as i64,
                })?;
                Ok(())
            }),
            Instruction::Cast { memref, result, ty } => self.spend(1).and_then(|()| {
                let memref = frame.memref(*memref)?.clone();
                check_view(&memref, ty)?;
                frame.memrefs[*result as usize] = Some(memref);
                Ok(())
            }),
            Instruction::Copy { from, to } => self.copy(*from, *to, frame),
            Instruction::Shuffle { from, to, lanes } => self.spend(lanes.len() as u64).map(|()| {
                for (target, &lane) in (to.start..).zip(lanes) {
                    frame.copy_slots(to.bank, from.start + lane, target, 1);
                }
            }),
            Instruction::Lane(x) => self.lane(x, frame),
            Instruction::Reduce(x) => self.reduce(x, frame),
            Instruction::Unsupported(reason) => Err(reason.clone()),
        }
        .map_err(trap)
    }

    fn affine_for(
        &mut self,
        x: &'a For,
        frame: &mut Frame<D::Value>,
        trap: &impl Fn(Reason) -> Trap,
    ) -> Result<(), Trap> {
        let lower = chosen(Choice::Greatest, &x.lower, &frame.index).map_err(trap)?;
        let upper = chosen(Choice::Least, &x.upper, &frame.index).map_err(trap)?;
        self.moves(&x.enter, frame);
        self.descend().map_err(trap)?;
        let mut i = lower;
        while i < upper {
            self.spend(1).map_err(trap)?;
            frame.index[x.induction_variable as usize] = i;
            let stack = self.memory.buffer_count();
            self.block(&x.body, frame)?;
            self.memory.free_stack_from(stack);
            self.moves(&x.repeat, frame);
            match i.checked_add(x.step) {
                Some(next) => i = next,
                None => break,
            }
        }
        self.depth += 1;
        self.moves(&x.leave, frame);
        Ok(())
    }

    fn affine_if(
        &mut self,
        x: &'a If,
        frame: &mut Frame<D::Value>,
        trap: &impl Fn(Reason) -> Trap,
    ) -> Result<(), Trap> {
        self.spend(1).map_err(trap)?;
        let mut holds = true;
        for (expr, is_equality) in &x.conditions {
            let value = expr.evaluate(&frame.index).map_err(trap)?;
            holds &= if *is_equality { value == 0 } else { value >= 0 };
        }
        let (block, moves) = &x.branches[usize::from(!holds)];
        self.descend().map_err(trap)?;
        self.block(block, frame)?;
        self.depth += 1;
        self.moves(moves, frame);
        Ok(())
    }

    fn call_function(
        &mut self,
        function: &str,
        arguments: &[Place],
        results: &[Place],
        frame: &mut Frame<D::Value>,
        trap: &impl Fn(Reason) -> Trap,
    ) -> Result<(), Trap> {
        let program = self.program;
        let callee = program.by_name.get(function).map(|&i| &program.functions[i]);
        let callee = callee.ok_or_else(|| trap(Reason::NoFunction(function.to_string())))?;
        let types = callee
            .parameters
            .iter()
            .map(|(_, ty)| matches!(ty, Type::Vector(_)));
        let values: Option<Vec<_>> = arguments
            .iter()
            .zip(types)
            .map(|(&place, is_vector)| frame.read(place, is_vector))
            .collect();
        let values = values.ok_or_else(|| trap(Reason::Unsupported("an undefined argument".into())))?;
        if let Some(reason) = &callee.refused {
            return Err(trap(reason.clone()));
        }
        check_arguments(callee, &values).map_err(trap)?;
        self.descend().map_err(trap)?;
        let returned = self.call(callee, &values)?;
        self.depth += 1;
        if returned.len() != results.len() || !results.iter().zip(&returned).all(|(p, v)| p.fits(v)) {
            return Err(trap(Reason::Unsupported("a call with other results".into())));
        }
        for (place, value) in results.iter().zip(&returned) {
            frame.write(*place, value);
        }
        Ok(())
    }

    /// Goes one level deeper; the caller comes back by adding one to the depth.
    fn descend(&mut self) -> Result<(), Reason> {
        self.depth = self.depth.checked_sub(1).ok_or(Reason::DepthLimit)?;
        Ok(())
    }

    #[inline]
    fn spend(&mut self, steps: u64) -> Result<(), Reason> {
        self.steps = self.steps.checked_sub(steps).ok_or(Reason::StepLimit)?;
        Ok(())
    }

    fn moves(&mut self, moves: &Moves, frame: &mut Frame<D::Value>) {
        if !moves.overlap {
            for (from, to) in &moves.pairs {
                frame.copy_slots(from.bank, from.start, to.start, from.lanes);
            }
            return;
        }
        let read = |(from, _): &(Place, Place)| {
            let range = from.start as usize..(from.start + from.lanes) as usize;
            match from.bank {
                Bank::Index => (frame.index[range].to_vec(), Vec::new(), Vec::new()),
                Bank::Data => (Vec::new(), frame.data[range].to_vec(), Vec::new()),
                Bank::MemRef => (Vec::new(), Vec::new(), frame.memrefs[range].to_vec()),
            }
        };
        let values: Vec<_> = moves.pairs.iter().map(read).collect();
        for ((_, to), (index, data, memrefs)) in moves.pairs.iter().zip(values) {
            let slots = to.start as usize..(to.start + to.lanes) as usize;
            match to.bank {
                Bank::Index => frame.index[slots].copy_from_slice(&index),
                Bank::Data => frame.data[slots].clone_from_slice(&data),
                Bank::MemRef => frame.memrefs[slots].clone_from_slice(&memrefs),
            }
        }
    }

    fn scalar(&mut self, x: &ScalarInstruction, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.result.lanes))?;
        for lane in 0..x.result.lanes {
            let slot = |p: &Place| (p.start + if p.lanes == 1 { 0 } else { lane }) as usize;
            let target = (x.result.start + lane) as usize;
            if x.is_mixed {
                self.mixed_lane(x, frame, lane)?;
                continue;
            }
            frame.data[target] = match &*x.operands {
                [a] => self.combine(x, &[frame.data[slot(a)].clone()])?,
                [a, b] => self.combine(x, &[frame.data[slot(a)].clone(), frame.data[slot(b)].clone()])?,
                operands => {
                    let values: SmallVec<[D::Value; 3]> =
                        operands.iter().map(|p| frame.data[slot(p)].clone()).collect();
                    self.combine(x, &values)?
                }
            };
        }
        Ok(())
    }

    /// The operation on data alone.
    #[inline]
    fn combine(&mut self, x: &ScalarInstruction, values: &[D::Value]) -> Result<D::Value, Reason> {
        if let Some(early) = self.with_undefined(x.code, values)? {
            return Ok(early);
        }
        let scalars = Scalars {
            args: values,
            ty: &x.ty,
            result: &x.result_ty,
            flags: x.flags,
            predicate: x.predicate,
        };
        let result = evaluate(x.code, self.domain, &scalars).ok_or_else(no_meaning)??;
        if x.overflow == Overflow::default() {
            return Ok(result);
        }
        let op = match x.code {
            OpCode::AddI => IntOp::Add,
            OpCode::SubI => IntOp::Sub,
            OpCode::MulI => IntOp::Mul,
            OpCode::ShLI => IntOp::Shl,
            _ => return Ok(result),
        };
        self.domain
            .without_overflow(op, x.overflow, &x.ty, [&values[0], &values[1]], result)
    }

    /// What becomes of an operation with an undefined operand: `None` to compute it all the same.
    fn with_undefined(&mut self, code: OpCode, values: &[D::Value]) -> Result<Option<D::Value>, Reason> {
        if !values.iter().any(|v| self.domain.is_undefined(v)) {
            return Ok(None);
        }
        match code {
            // The branch that is not taken may be undefined.
            OpCode::Select => Ok(None),
            OpCode::DivSI
            | OpCode::DivUI
            | OpCode::RemSI
            | OpCode::RemUI
            | OpCode::FloorDivSI
            | OpCode::CeilDivSI
            | OpCode::CeilDivUI => Err(Reason::Undefined),
            _ => Ok(Some(self.domain.undefined())),
        }
    }

    fn mixed_lane(
        &mut self,
        x: &ScalarInstruction,
        frame: &mut Frame<D::Value>,
        lane: u32,
    ) -> Result<(), Reason> {
        let values: SmallVec<[Mixed<D::Value>; 3]> = x
            .operands
            .iter()
            .map(|p| {
                let slot = (p.start + if p.lanes == 1 { 0 } else { lane }) as usize;
                match p.bank {
                    Bank::Index => Mixed::Index(frame.index[slot]),
                    _ => Mixed::Data(frame.data[slot].clone()),
                }
            })
            .collect();
        let scalars = Scalars {
            args: &values,
            ty: &x.ty,
            result: &x.result_ty,
            flags: x.flags,
            predicate: x.predicate,
        };
        let result = evaluate(x.code, &mut WithIndex(self.domain), &scalars).ok_or_else(no_meaning)??;
        let target = (x.result.start + lane) as usize;
        match x.result.bank {
            Bank::Index => frame.index[target] = result.index()?,
            _ => frame.data[target] = result.data()?.clone(),
        }
        Ok(())
    }

    fn load(&mut self, x: &Access, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.value.lanes))?;
        let (first, strides) = locate(x, frame)?;
        let buffer = frame.memref(x.memref)?.buffer;
        for_each_cell(x, first, &strides, |lane, cell| {
            let value = self.memory.read(buffer, cell)?;
            let slot = (x.value.start + lane) as usize;
            match x.value.bank {
                Bank::Index => frame.index[slot] = decided(self.domain, value)? as i64,
                _ => frame.data[slot] = value.clone(),
            }
            Ok(())
        })
    }

    fn store(&mut self, x: &Access, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.value.lanes))?;
        let (first, strides) = locate(x, frame)?;
        let buffer = frame.memref(x.memref)?.buffer;
        for_each_cell(x, first, &strides, |lane, cell| {
            let slot = (x.value.start + lane) as usize;
            let value = match x.value.bank {
                Bank::Index => self
                    .domain
                    .int_constant(&Type::Index, i128::from(frame.index[slot])),
                _ => frame.data[slot].clone(),
            };
            *self.memory.slot(buffer, cell)? = value;
            Ok(())
        })
    }

    fn allocate(&mut self, x: &Allocate, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        let size = |s: &Result<i64, u32>| match s {
            Ok(n) => *n,
            Err(slot) => frame.index[*slot as usize],
        };
        let sizes: SmallVec<[i64; 4]> = x.sizes.iter().map(size).collect();
        if let Some(&negative) = sizes.iter().find(|&&n| n < 0) {
            return Err(Reason::NegativeExtent(negative));
        }
        let unit = i64::from(x.unit);
        let (strides, offset) = match &x.layout {
            None => (row_major_strides(&sizes, unit), 0),
            Some((strides, offset)) => (strides.iter().map(|s| s.saturating_mul(unit)).collect(), *offset),
        };
        let last = sizes
            .iter()
            .zip(&strides)
            .try_fold(offset.checked_mul(unit), |cell, (&size, &stride)| {
                Some(cell?.checked_add((size - 1).max(0).checked_mul(stride)?)).filter(|_| stride >= 0)
            });
        let is_empty = sizes.contains(&0);
        let count = last
            .flatten()
            .and_then(|cell| cell.checked_add(unit))
            .ok_or(Reason::MemoryLimit)?;
        let count = if is_empty { 0 } else { count as usize };
        if count > self.cells.saturating_sub(self.memory.live_cells()) {
            return Err(Reason::MemoryLimit);
        }
        self.spend(1 + count as u64)?;
        let cells = vec![self.domain.undefined(); count];
        let buffer = self
            .memory
            .add(cells, if x.on_stack { Origin::Stack } else { Origin::Heap });
        let offset = offset * unit;
        frame.memrefs[x.result as usize] = Some(MemRef {
            buffer,
            offset,
            sizes,
            strides,
        });
        Ok(())
    }

    fn free(&mut self, slot: u32, frame: &Frame<D::Value>) -> Result<(), Reason> {
        self.spend(1)?;
        let id = frame.memref(slot)?.buffer;
        let buffer = self.memory.buffer(id);
        if !buffer.is_live || buffer.origin == Origin::Stack {
            return Err(Reason::BadFree);
        }
        self.memory.free(id);
        Ok(())
    }

    fn copy(&mut self, from: u32, to: u32, frame: &Frame<D::Value>) -> Result<(), Reason> {
        let (from, to) = (frame.memref(from)?, frame.memref(to)?);
        if from.sizes != to.sizes {
            return Err(Reason::ShapeMismatch(
                extents(from.sizes.iter().copied()),
                extents(to.sizes.iter().copied()),
            ));
        }
        self.spend(1 + from.element_count().max(0) as u64)?;
        for memref in [from, to] {
            if !self.memory.buffer(memref.buffer).is_live {
                return Err(Reason::UseAfterFree);
            }
        }
        let read = |cell| self.memory.read(from.buffer, cell).cloned();
        let values: Result<Vec<_>, Reason> = from.cells().into_iter().map(read).collect();
        for (cell, value) in to.cells().into_iter().zip(values?) {
            *self.memory.slot(to.buffer, cell)? = value;
        }
        Ok(())
    }

    fn lane(&mut self, x: &Lane, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.result.lanes))?;
        let mut first = 0i64;
        for (position, lanes, stride) in &x.positions {
            let position = position.evaluate(&frame.index)?;
            if position < 0 || position >= *lanes {
                return Err(Reason::NoSuchLane {
                    position,
                    lanes: *lanes,
                });
            }
            first += position * stride;
        }
        let first = first as u32;
        let bank = x.vector.bank;
        match x.inserted {
            None => frame.copy_slots(bank, x.vector.start + first, x.result.start, x.result.lanes),
            Some(part) => {
                frame.copy_slots(bank, x.vector.start, x.result.start, x.vector.lanes);
                frame.copy_slots(bank, part.start, x.result.start + first, part.lanes);
            }
        }
        Ok(())
    }

    /// Combines the accumulator, if there is one, and the lanes in order.
    fn reduce(&mut self, x: &Reduce, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.vector.lanes))?;
        let mut slots = x.accumulator.map(|p| p.start).into_iter();
        let mut slots = slots
            .by_ref()
            .chain(x.vector.start..x.vector.start + x.vector.lanes);
        let Some(first) = slots.next() else {
            return Err(no_meaning());
        };
        let mut sum = frame.data[first as usize].clone();
        for slot in slots {
            sum = self.combine(&x.combine, &[sum, frame.data[slot as usize].clone()])?;
        }
        frame.data[x.combine.result.start as usize] = sum;
        Ok(())
    }
}

impl<V: Clone> Frame<V> {
    #[inline]
    fn memref(&self, slot: u32) -> Result<&MemRef, Reason> {
        self.memrefs[slot as usize]
            .as_ref()
            .ok_or_else(|| Reason::Unsupported("a memref that was never defined".into()))
    }

    fn copy_slots(&mut self, bank: Bank, from: u32, to: u32, lanes: u32) {
        let (from, to, lanes) = (from as usize, to as usize, lanes as usize);
        match bank {
            Bank::Index => self.index.copy_within(from..from + lanes, to),
            Bank::Data => (0..lanes).for_each(|i| self.data[to + i] = self.data[from + i].clone()),
            Bank::MemRef => (0..lanes).for_each(|i| self.memrefs[to + i] = self.memrefs[from + i].clone()),
        }
    }

    fn read(&self, place: Place, is_vector: bool) -> Option<Value<V>> {
        let range = place.start as usize..(place.start + place.lanes) as usize;
        Some(match place.bank {
            Bank::MemRef => Value::MemRef(self.memrefs[range.start].clone()?),
            Bank::Index if is_vector => Value::IndexVector(self.index[range].to_vec()),
            Bank::Index => Value::Index(self.index[range.start]),
            Bank::Data if is_vector => Value::Vector(self.data[range].to_vec()),
            Bank::Data => Value::Scalar(self.data[range.start].clone()),
        })
    }

    /// The value must fit the place.
    fn write(&mut self, place: Place, value: &Value<V>) {
        let start = place.start as usize;
        match value {
            Value::Index(i) => self.index[start] = *i,
            Value::IndexVector(lanes) => self.index[start..start + lanes.len()].copy_from_slice(lanes),
            Value::Scalar(v) => self.data[start] = v.clone(),
            Value::Vector(lanes) => self.data[start..start + lanes.len()].clone_from_slice(lanes),
            Value::MemRef(m) => self.memrefs[start] = Some(m.clone()),
        }
    }
}

impl Place {
    fn fits<V>(self, value: &Value<V>) -> bool {
        let lanes = self.lanes as usize;
        match value {
            Value::Index(_) => self.bank == Bank::Index && lanes == 1,
            Value::IndexVector(v) => self.bank == Bank::Index && lanes == v.len(),
            Value::Scalar(_) => self.bank == Bank::Data && lanes == 1,
            Value::Vector(v) => self.bank == Bank::Data && lanes == v.len(),
            Value::MemRef(_) => self.bank == Bank::MemRef,
        }
    }
}

fn no_meaning() -> Reason {
    Reason::Unsupported("an operation without a meaning, or of an unknown predicate".into())
}

/// The cell of the first element of an access, and the memref's strides along its window.
#[inline]
fn locate<V: Clone>(x: &Access, frame: &Frame<V>) -> Result<(i64, SmallVec<[i64; 4]>), Reason> {
    let memref = frame.memref(x.memref)?;
    let rank = x.indices.len();
    if memref.sizes.len() != rank {
        return Err(Reason::Unsupported("a memref of another rank".into()));
    }
    let mut cell = memref.offset;
    for (d, expr) in x.indices.iter().enumerate() {
        let index = expr.evaluate(&frame.index)?;
        let along = (d + x.window.len()).checked_sub(rank).map_or(1, |w| x.window[w]);
        memref.check(d, index, along)?;
        cell = cell.wrapping_add(index.wrapping_mul(memref.strides[d]));
    }
    Ok((cell, memref.strides[rank - x.window.len()..].into()))
}

/// Calls `f` with each lane of an access and its cell.
#[inline]
fn for_each_cell(
    x: &Access,
    first: i64,
    strides: &[i64],
    mut f: impl FnMut(u32, i64) -> Result<(), Reason>,
) -> Result<(), Reason> {
    if x.window.is_empty() {
        return (0..x.unit).try_for_each(|lane| f(lane, first + i64::from(lane)));
    }
    for lane in 0..x.value.lanes {
        let (mut rest, mut cell) = (i64::from(lane), first);
        for (&extent, &stride) in x.window.iter().zip(strides).rev() {
            cell += rest % extent * stride;
            rest /= extent;
        }
        f(lane, cell)?;
    }
    Ok(())
}

fn chosen(choice: Choice, expressions: &[super::affine::IndexExpr], index: &[i64]) -> Result<i64, Reason> {
    let mut best = None;
    for expr in expressions {
        let value = expr.evaluate(index)?;
        best = Some(match (choice, best) {
            (_, None) | (Choice::Only, _) => value,
            (Choice::Least, Some(b)) => value.min(b),
            (Choice::Greatest, Some(b)) => value.max(b),
        });
    }
    best.ok_or_else(|| Reason::Unsupported("a map without results".into()))
}

fn check_arguments<V>(function: &Function, arguments: &[Value<V>]) -> Result<(), Reason> {
    if function.refused.is_some() {
        return Ok(());
    }
    if arguments.len() != function.parameters.len() {
        return Err(Reason::BadArgument {
            index: arguments.len().min(function.parameters.len()),
            expected: format!("{} arguments", function.parameters.len()),
        });
    }
    for (index, ((place, ty), value)) in function.parameters.iter().zip(arguments).enumerate() {
        let bad = |expected: &str| Reason::BadArgument {
            index,
            expected: expected.to_string(),
        };
        if !place.fits(value) {
            return Err(bad("a value of another kind"));
        }
        if let (Value::MemRef(memref), Some(ty)) = (value, ty.as_memref()) {
            check_view(memref, ty).map_err(|_| bad("a memref of another shape"))?;
        }
    }
    Ok(())
}

/// Whether a view has the rank, the fixed extents and the fixed strides of a memref type.
fn check_view(memref: &MemRef, ty: &MemRefType) -> Result<(), Reason> {
    let Some(shape) = &ty.shape else {
        return Err(Reason::Unsupported("an unranked memref".into()));
    };
    let agrees = |dim: &Dim, value: i64| dim.fixed().is_none_or(|n| n == value);
    let sizes =
        memref.sizes.len() == shape.len() && shape.iter().zip(&memref.sizes).all(|(d, &n)| agrees(d, n));
    let layout = match &ty.layout {
        Some(Layout::Strided { strides, offset }) => {
            agrees(offset, memref.offset)
                && strides.len() == memref.strides.len()
                && strides.iter().zip(&memref.strides).all(|(d, &n)| agrees(d, n))
        }
        _ => true,
    };
    match sizes && layout {
        true => Ok(()),
        false => Err(Reason::ShapeMismatch(
            extents(memref.sizes.iter().copied()),
            extents(shape.iter().map(|d| d.fixed().unwrap_or(-1))),
        )),
    }
}

/// `2x?x3`; a negative extent is an open one.
fn extents(sizes: impl Iterator<Item = i64>) -> String {
    let one = |size: i64| {
        if size < 0 {
            "?".to_string()
        } else {
            size.to_string()
        }
    };
    sizes.map(one).collect::<Vec<String>>().join("x")
}
