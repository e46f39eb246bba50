//! Control flow: branches, calls, and the structured operations of affine and scf.

use rustc_hash::FxHashMap;

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::interpret::affine::{IndexExpr, resolve_expr, resolve_map};
use crate::interpret::concrete::mask;
use crate::interpret::program::calls::{Call, Callee};
use crate::interpret::program::control::{
    AffineParallel, Bounds, Branch, Carried, Control, For, Forall, IntegerFor, Parallel, Reduction, While,
};
use crate::interpret::program::{Bank, Block, Exit, Instruction, Jump, Moves, Operation, Place, Region};
use crate::ir::{BlockId, Op, ValueId};
use crate::op::OpCode;
use crate::reduction::{combining_operation, neutral_bits};
use crate::types::Type;

use super::parts::{integers, operand, region, segments, yielded};
use super::{Resolved, Resolver, unsupported};

impl Resolver<'_> {
    /// Where control goes at the end of a block.
    pub(super) fn exit(&mut self, op: &Op, numbers: &FxHashMap<BlockId, usize>) -> Resolved<Exit> {
        match op.code() {
            Some(OpCode::Branch) => Ok(Exit::Branch(self.jump(op, 0, &op.operands, numbers)?)),
            Some(OpCode::CondBranch) => {
                let [condition, first, second] = segments(op)?;
                let &[condition] = condition else {
                    return Err(unsupported("a branch without one condition"));
                };
                let jumps = [
                    self.jump(op, 0, first, numbers)?,
                    self.jump(op, 1, second, numbers)?,
                ];
                Ok(Exit::Either(self.condition(condition)?, Box::new(jumps)))
            }
            Some(OpCode::Switch) => self.switch(op, numbers),
            // What its regions say is for the operation around it.
            Some(OpCode::ScfInParallel) => Ok(Exit::default()),
            _ if op.successors.is_empty() => Ok(Exit::Leave(self.places(&op.operands)?.into())),
            _ => Err(unsupported(&format!("the terminator {}", op.name.as_str()))),
        }
    }

    fn switch(&mut self, op: &Op, numbers: &FxHashMap<BlockId, usize>) -> Resolved<Exit> {
        let [flag, default, cases] = segments(op)?;
        let &[flag] = flag else {
            return Err(unsupported("a switch without one flag"));
        };
        let ty = self.module.ty(flag).clone();
        let values = integers(op, "case_values");
        let values: Box<[u128]> = values.iter().map(|&v| v as u128 & mask(&ty)).collect();
        let mut rest = cases;
        let mut jumps = Vec::new();
        for (i, size) in integers(op, "case_operand_segments").into_iter().enumerate() {
            let wrong = || unsupported("operand segments that do not add up");
            let size = usize::try_from(size).map_err(|_| wrong())?;
            let (operands, tail) = rest.split_at_checked(size).ok_or_else(wrong)?;
            jumps.push(self.jump(op, i + 1, operands, numbers)?);
            rest = tail;
        }
        if jumps.len() != values.len() {
            return Err(unsupported("another number of cases than of operand segments"));
        }
        jumps.push(self.jump(op, 0, default, numbers)?);
        Ok(Exit::Switch(self.place(flag)?, values, jumps.into()))
    }

    fn jump(
        &mut self,
        op: &Op,
        successor: usize,
        operands: &[ValueId],
        numbers: &FxHashMap<BlockId, usize>,
    ) -> Resolved<Jump> {
        let target = op.successors.get(successor);
        let (target, &block) = target
            .and_then(|target| Some((target, numbers.get(target)?)))
            .ok_or_else(|| unsupported("a branch to no block of its region"))?;
        let arguments = self.module.block(*target).arguments.clone();
        let (from, to) = (self.places(operands)?, self.places(&arguments)?);
        let moves = Moves::new(&from, &to)?;
        Ok(Jump { block, moves })
    }

    /// `None` for an operation that is no control flow.
    pub(super) fn control(&mut self, op: &Op, code: OpCode) -> Option<Resolved<Instruction>> {
        let control = match code {
            OpCode::AffineFor => return Some(self.affine_for(op)),
            OpCode::ScfFor => return Some(self.scf_for(op)),
            OpCode::Call | OpCode::CallIndirect => return Some(self.call(op)),
            OpCode::Assert => return Some(self.assert(op)),
            OpCode::AffineIf => self.affine_if(op),
            OpCode::ScfIf => self.scf_if(op),
            OpCode::ScfIndexSwitch => self.index_switch(op),
            OpCode::ScfWhile => self.while_loop(op),
            OpCode::ScfExecuteRegion => self.scope(op, false),
            OpCode::MemRefAllocaScope => self.scope(op, true),
            OpCode::ScfParallel => self.parallel(op),
            OpCode::ScfForall => self.forall(op),
            OpCode::AffineParallel => self.affine_parallel(op),
            _ => return None,
        };
        Some(control.map(|control| Instruction::Control(Box::new(control))))
    }

    fn body(&mut self, op: &Op, i: usize) -> Resolved<Region> {
        self.region(region(op, i)?)
    }

    fn assert(&mut self, op: &Op) -> Resolved<Instruction> {
        let message = op
            .attribute("msg")
            .and_then(Attribute::as_str)
            .unwrap_or_default();
        Ok(Instruction::Assert(
            self.condition(operand(op, 0)?)?,
            message.into(),
        ))
    }

    fn call(&mut self, op: &Op) -> Resolved<Instruction> {
        let (callee, arguments) = match op.code() {
            Some(OpCode::CallIndirect) => {
                let callee = self.slot(operand(op, 0)?, Bank::Function)?;
                (Callee::Indirect(callee), &op.operands[1..])
            }
            _ => match op.attribute("callee") {
                Some(Attribute::SymbolRef(path)) if path.len() > 1 => {
                    return Err(unsupported("a call of a function in another module"));
                }
                callee => {
                    let name = callee.and_then(Attribute::as_symbol);
                    let name = name.ok_or_else(|| unsupported("a call without a callee"))?;
                    (Callee::Named(name.to_string()), &op.operands[..])
                }
            },
        };
        Ok(Instruction::Call(Box::new(Call {
            callee,
            arguments: self.places(arguments)?.into(),
            results: self.places(&op.results)?.into(),
        })))
    }

    fn affine_for(&mut self, op: &Op) -> Resolved<Instruction> {
        let [lower, upper, inits] = match op.attribute("operandSegmentSizes") {
            Some(_) => segments(op)?,
            None => [&[], &[], op.operands.as_slice()],
        };
        let step = op.attribute("step").map_or(Some(1), Attribute::as_i64);
        let step = step.filter(|&s| s > 0);
        let bounds = CountedBounds {
            lower: self.map(op, "lowerBoundMap", lower)?,
            upper: self.map(op, "upperBoundMap", upper)?,
            step: IndexExpr::Constant(step.ok_or_else(|| unsupported("a step that is not positive"))?),
        };
        self.counted_loop(op, bounds, inits)
    }

    fn scf_for(&mut self, op: &Op) -> Resolved<Instruction> {
        let [lower, upper, step, ref inits @ ..] = op.operands[..] else {
            return Err(unsupported("a loop without bounds and step"));
        };
        if *self.module.ty(lower) != Type::Index {
            return self.integer_loop(op, [lower, upper, step], inits);
        }
        let mut slot = |value| self.index(value).map(IndexExpr::Slot);
        let bounds = CountedBounds {
            lower: [slot(lower)?].into(),
            upper: [slot(upper)?].into(),
            step: slot(step)?,
        };
        self.counted_loop(op, bounds, inits)
    }

    fn counted_loop(&mut self, op: &Op, bounds: CountedBounds, inits: &[ValueId]) -> Resolved<Instruction> {
        let body = self.body(op, 0)?;
        let induction_variable = self.index_arguments(&body, 1)?[0];
        Ok(Instruction::For(Box::new(For {
            lower: bounds.lower,
            upper: bounds.upper,
            step: bounds.step,
            induction_variable,
            carried: self.carried(op, inits, &body)?,
            body,
        })))
    }

    fn integer_loop(&mut self, op: &Op, bounds: [ValueId; 3], inits: &[ValueId]) -> Resolved<Instruction> {
        let ty = self.module.ty(bounds[0]).clone();
        let body = self.body(op, 0)?;
        let [lower, upper, step] = bounds;
        let (lower, upper, step) = (self.place(lower)?, self.place(upper)?, self.place(step)?);
        let variable = body.arguments().first().copied();
        let is_data = |place: Place| place.bank == Bank::Data && place.lanes == 1;
        let variable = variable.filter(|&v| [v, lower, upper, step].into_iter().all(is_data));
        let carried = self.carried(op, inits, &body)?;
        Ok(Instruction::Control(Box::new(Control::IntegerFor(IntegerFor {
            ty,
            lower,
            upper,
            step,
            induction_variable: variable.ok_or_else(|| unsupported("a loop over these types"))?,
            carried,
            body,
        }))))
    }

    /// What a loop whose body has one more argument than there are initial values hands on.
    fn carried(&mut self, op: &Op, inits: &[ValueId], body: &Region) -> Resolved<Carried> {
        let inits = self.places(inits)?;
        let results = self.places(&op.results)?;
        let variables = body.arguments().get(1..).unwrap_or_default();
        Ok(Carried {
            enter: Moves::new(&inits, variables)?,
            repeat: Moves::new(yielded(body)?, variables)?,
            leave: Moves::new(variables, &results)?,
        })
    }

    fn affine_if(&mut self, op: &Op) -> Resolved<Control> {
        let set = op.attribute("condition").and_then(Attribute::as_integer_set);
        let set = set.ok_or_else(|| unsupported("an affine.if without a condition"))?;
        let slots = self.indices(&op.operands)?;
        if slots.len() != (set.num_dims + set.num_symbols) as usize {
            return Err(unsupported("a set with another number of operands"));
        }
        let conditions: Resolved<Box<[_]>> = set
            .constraints
            .iter()
            .map(|c| Ok((resolve_expr(&c.expr, set.num_dims, &slots)?, c.is_equality)))
            .collect();
        Ok(Control::AffineIf(conditions?, self.branches(op)?))
    }

    fn scf_if(&mut self, op: &Op) -> Resolved<Control> {
        let condition = self.condition(operand(op, 0)?)?;
        Ok(Control::If(condition, self.branches(op)?))
    }

    /// Two regions, of which the second may be missing or empty.
    fn branches(&mut self, op: &Op) -> Resolved<[Branch; 2]> {
        let mut branches = [(); 2].map(|()| Branch::default());
        for (i, branch) in branches.iter_mut().enumerate() {
            let blocks = op.regions.get(i).map(|&r| self.module.region(r).blocks.len());
            if blocks.is_some_and(|blocks| blocks > 0) {
                *branch = self.branch(op, i)?;
            } else if !op.results.is_empty() {
                return Err(unsupported("a condition with results and one branch"));
            }
        }
        Ok(branches)
    }

    fn branch(&mut self, op: &Op, i: usize) -> Resolved<Branch> {
        let region = self.body(op, i)?;
        let results = self.places(&op.results)?;
        let moves = Moves::new(yielded(&region)?, &results)?;
        Ok(Branch { region, moves })
    }

    fn index_switch(&mut self, op: &Op) -> Resolved<Control> {
        let cases = integers(op, "cases");
        if op.regions.len() != cases.len() + 1 {
            return Err(unsupported("another number of regions than cases"));
        }
        // The default comes first in the text.
        let order = (1..op.regions.len()).chain([0]);
        let branches: Resolved<Vec<Branch>> = order.map(|i| self.branch(op, i)).collect();
        let index = self.index(operand(op, 0)?)?;
        Ok(Control::IndexSwitch(index, cases.into(), branches?.into()))
    }

    fn while_loop(&mut self, op: &Op) -> Resolved<Control> {
        let (before, after) = (self.body(op, 0)?, self.body(op, 1)?);
        let (inits, results) = (self.places(&op.operands)?, self.places(&op.results)?);
        let [condition, passed @ ..] = yielded(&before)? else {
            return Err(unsupported("a loop without a condition"));
        };
        if condition.bank != Bank::Data || condition.lanes != 1 {
            return Err(unsupported("a condition that is no i1"));
        }
        Ok(Control::While(While {
            enter: Moves::new(&inits, before.arguments())?,
            condition: condition.start,
            proceed: Moves::new(passed, after.arguments())?,
            repeat: Moves::new(yielded(&after)?, before.arguments())?,
            leave: Moves::new(passed, &results)?,
            before,
            after,
        }))
    }

    fn scope(&mut self, op: &Op, frees: bool) -> Resolved<Control> {
        Ok(Control::Scope {
            body: self.body(op, 0)?,
            results: self.places(&op.results)?.into(),
            frees,
        })
    }

    fn parallel(&mut self, op: &Op) -> Resolved<Control> {
        let [lower, upper, step, inits] = segments(op)?;
        let body = self.body(op, 0)?;
        let variables = self.index_arguments(&body, lower.len())?;
        let mut slots = |values: &[ValueId]| -> Resolved<Box<[IndexExpr]>> {
            Ok(self.indices(values)?.into_iter().map(IndexExpr::Slot).collect())
        };
        let bounds = Bounds {
            lower: slots(lower)?,
            upper: slots(upper)?,
            step: slots(step)?,
            induction_variables: variables,
        };
        if bounds.upper.len() != bounds.lower.len() || bounds.step.len() != bounds.lower.len() {
            return Err(unsupported("another number of bounds than of loops"));
        }
        let (inits, results) = (self.places(inits)?, self.places(&op.results)?);
        let enter = Moves::new(&inits, &results)?;
        let reductions = self.reductions(op, &results)?;
        Ok(Control::Parallel(Parallel {
            bounds,
            enter,
            reductions,
            body,
        }))
    }

    /// The regions of the `scf.reduce` that ends a parallel loop.
    fn reductions(&mut self, op: &Op, results: &[Place]) -> Resolved<Box<[Reduction]>> {
        let other = || unsupported("another number of reductions than of results");
        let block = self.module.region(region(op, 0)?).blocks.first().copied();
        let last = block.and_then(|b| self.module.block(b).ops.last().copied());
        let reduce = last
            .map(|last| self.module.op(last))
            .filter(|last| last.code() == Some(OpCode::ScfReduce));
        let Some(reduce) = reduce else {
            return if results.is_empty() {
                Ok([].into())
            } else {
                Err(other())
            };
        };
        if reduce.regions.len() != results.len() || reduce.operands.len() != results.len() {
            return Err(other());
        }
        let mut reductions = Vec::new();
        for (i, &result) in results.iter().enumerate() {
            let combine = self.body(reduce, i)?;
            let value = self.place(reduce.operands[i])?;
            let alike = |place: &Place| place.bank == result.bank && place.lanes == result.lanes;
            let all = [value].into_iter().chain(combine.arguments().iter().copied());
            let all = all.chain(yielded(&combine)?.iter().copied()).collect::<Vec<_>>();
            if all.len() != 4 || !all.iter().all(alike) {
                return Err(unsupported("a reduction of other values"));
            }
            reductions.push(Reduction {
                value,
                result,
                combine,
            });
        }
        Ok(reductions.into())
    }

    fn forall(&mut self, op: &Op) -> Resolved<Control> {
        let [lower, upper, step, outs] = segments(op)?;
        let mut bound = |name: &str, dynamic: &[ValueId]| self.numbers(&integers(op, name), dynamic);
        let (lower, upper, step) = (
            bound("staticLowerBound", lower)?,
            bound("staticUpperBound", upper)?,
            bound("staticStep", step)?,
        );
        if upper.len() != lower.len() || step.len() != lower.len() {
            return Err(unsupported("another number of bounds than of loops"));
        }
        let body = self.body(op, 0)?;
        let induction_variables = self.index_arguments(&body, lower.len())?;
        let shared = body.arguments()[lower.len()..].to_vec();
        let (outs, results) = (self.places(outs)?, self.places(&op.results)?);
        Ok(Control::Forall(Forall {
            bounds: Bounds {
                lower,
                upper,
                step,
                induction_variables,
            },
            insertions: self.insertions(op)?,
            enter: Moves::new(&outs, &shared)?,
            leave: Moves::new(&shared, &results)?,
            body,
        }))
    }

    /// What the `scf.forall.in_parallel` that ends a loop does.
    fn insertions(&mut self, op: &Op) -> Resolved<Block> {
        let block = self.module.region(region(op, 0)?).blocks.first().copied();
        let last = block.and_then(|b| self.module.block(b).ops.last().copied());
        let last = last.map(|last| self.module.op(last));
        let Some(end) = last.filter(|last| last.code() == Some(OpCode::ScfInParallel)) else {
            return Ok(Block::default());
        };
        let region = self.region(region(end, 0)?)?;
        Ok(region.blocks.into_iter().next().unwrap_or_default())
    }

    fn affine_parallel(&mut self, op: &Op) -> Resolved<Control> {
        let map = |name: &str| {
            let map = op.attribute(name).and_then(Attribute::as_affine_map);
            map.ok_or_else(|| unsupported("a loop without bounds"))
        };
        let (lower_map, upper_map) = (map("lowerBoundsMap")?, map("upperBoundsMap")?);
        let operands = self.indices(&op.operands)?;
        let inputs = |map: &AffineMap| (map.num_dims + map.num_symbols) as usize;
        let split = operands.split_at_checked(inputs(lower_map));
        let (lower, upper) = split.ok_or_else(|| unsupported("a map with another number of operands"))?;
        let lower = groups(resolve_map(lower_map, lower)?, &integers(op, "lowerBoundsGroups"))?;
        let upper = groups(resolve_map(upper_map, upper)?, &integers(op, "upperBoundsGroups"))?;
        let steps = integers(op, "steps");
        if upper.len() != lower.len() || steps.len() != lower.len() {
            return Err(unsupported("another number of bounds than of loops"));
        }
        let body = self.body(op, 0)?;
        let induction_variables = self.index_arguments(&body, lower.len())?;
        let results = self.places(&op.results)?;
        let kinds = integers(op, "reductions");
        let values = yielded(&body)?;
        let alike = |(a, b): (&Place, &Place)| a.bank == Bank::Data && a.bank == b.bank && a.lanes == b.lanes;
        if kinds.len() != results.len()
            || values.len() != results.len()
            || !values.iter().zip(&results).all(alike)
        {
            return Err(unsupported("another number of reductions than of results"));
        }
        let types = op.results.iter().map(|&v| self.module.ty(v).element());
        let reductions = kinds.iter().zip(types).map(|(&kind, ty)| reduction(kind, ty));
        Ok(Control::AffineParallel(AffineParallel {
            lower,
            upper,
            steps: steps.into(),
            induction_variables,
            reductions: reductions.collect::<Resolved<_>>()?,
            results: results.into(),
            body,
        }))
    }
}

/// The bounds and the step of a loop over indices.
struct CountedBounds {
    lower: Box<[IndexExpr]>,
    upper: Box<[IndexExpr]>,
    step: IndexExpr,
}

/// The expressions of each dimension.
fn groups(all: Box<[IndexExpr]>, sizes: &[i64]) -> Resolved<Box<[Box<[IndexExpr]>]>> {
    let mut rest = all.into_vec().into_iter();
    let groups: Box<[Box<[IndexExpr]>]> = sizes
        .iter()
        .map(|&size| rest.by_ref().take(usize::try_from(size).unwrap_or(0)).collect())
        .collect();
    match rest.next().is_none() && groups.iter().all(|group| !group.is_empty()) {
        true => Ok(groups),
        false => Err(unsupported("groups of bounds that do not add up")),
    }
}

/// The operation of a reduction kind, and the bits of its neutral element. The order in which iterations are combined
/// is not certain, so that sums and products of floats bear the flag that says so.
fn reduction(kind: i64, ty: &Type) -> Resolved<(Operation, u128)> {
    let unknown = || unsupported("a reduction of no known kind");
    let code = combining_operation(kind).ok_or_else(unknown)?;
    let neutral = neutral_bits(code, ty).ok_or_else(unknown)?;
    let mut operation = Operation::plain(code, ty);
    operation.flags.reassoc = matches!(code, OpCode::AddF | OpCode::MulF);
    Ok((operation, neutral))
}
