//! Running a [`Program`].

use crate::op::OpCode;
use crate::types::Type;

use super::access::check_view;
use super::frame::Frame;
use super::program::*;
use super::{Domain, Limits, Memory, Outcome, Reason, Trap, Value};

pub struct Machine<'a, D: Domain> {
    pub(super) program: &'a Program,
    pub(super) domain: &'a mut D,
    pub(super) memory: &'a mut Memory<D::Value>,
    pub(super) steps: u64,
    pub(super) cells: usize,
    pub(super) depth: usize,
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

    pub fn call_from_outside(&mut self, name: &str, arguments: &[Value<D::Value>]) -> Outcome<D::Value> {
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

    fn call(&mut self, function: &'a Function, arguments: &[Value<D::Value>]) -> Outcome<D::Value> {
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
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Reason> {
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
