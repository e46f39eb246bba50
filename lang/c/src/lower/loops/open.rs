//! Loops that do not count: `scf.while`, which runs as C's loops do.

use ovolo_lang::ir::{BlockId, NewOp, OpId, ValueId};
use ovolo_lang::op::OpCode;

use super::super::statements::Handed;
use super::super::{Key, Lowering, Result, Value};
use crate::ast::*;
use crate::live::{self, Vars};

use super::pointer_of;

impl Lowering<'_> {
    /// `scf.while`, which runs as C's `while` does.
    pub(super) fn while_loop(
        &mut self,
        condition: Option<&Expr>,
        advance: Option<&Expr>,
        body: &Stmt,
        head: &Vars,
    ) -> Result<()> {
        let mut assigned = live::assigned(body);
        assigned.extend(condition.into_iter().chain(advance).flat_map(live::assigned_by));
        let frame = self.frame(&assigned, head)?;
        let before = self.scalars.clone();
        let op = self.while_op(&frame);
        let (test, arguments) = self.loop_block(op, &frame);
        self.apart(test, |this| {
            this.enter(&frame, &arguments);
            let holds = match condition {
                Some(condition) => this.condition(condition)?,
                None => super::super::conditions::Condition::Known(true),
            };
            let flag = this.flag_of(&holds);
            let values = this.leave(&frame)?;
            this.append(NewOp::new(OpCode::ScfCondition).operands([flag].into_iter().chain(values)));
            Ok(())
        })?;
        self.known.clear();
        let (inner, arguments) = self.loop_block(op, &frame);
        self.apart(inner, |this| {
            this.enter(&frame, &arguments);
            this.inside_loop(true, |this| this.statement(body, head))?;
            if let Some(advance) = advance {
                this.expression(advance)?;
            }
            let values = this.leave(&frame)?;
            this.append(NewOp::new(OpCode::ScfYield).operands(values));
            Ok(())
        })?;
        self.scalars = before;
        self.finish_while(frame, op)
    }

    /// `scf.while`, which runs as C's `do … while` does, with what is read of one iteration in the next one or behind the loop.
    pub(super) fn open_do_while(&mut self, body: &Stmt, condition: &Expr, around: &Vars) -> Result<()> {
        let mut assigned = live::assigned(body);
        assigned.extend(live::assigned_by(condition));
        let frame = self.frame(&assigned, around)?;
        let before = self.scalars.clone();
        let op = self.while_op(&frame);
        let (test, arguments) = self.loop_block(op, &frame);
        self.apart(test, |this| {
            this.enter(&frame, &arguments);
            this.inside_loop(true, |this| this.statement(body, around))?;
            let holds = this.condition(condition)?;
            let flag = this.flag_of(&holds);
            let values = this.leave(&frame)?;
            this.append(NewOp::new(OpCode::ScfCondition).operands([flag].into_iter().chain(values)));
            Ok(())
        })?;
        let (inner, arguments) = self.loop_block(op, &frame);
        self.apart(inner, |this| {
            this.append(NewOp::new(OpCode::ScfYield).operands(arguments));
            Ok(())
        })?;
        self.scalars = before;
        self.finish_while(frame, op)
    }

    fn frame(&mut self, assigned: &Vars, read: &Vars) -> Result<Vec<(Key, Handed, ValueId)>> {
        let mut frame = Vec::new();
        for key in self.carried(assigned, |id| read.contains(&id)) {
            let value = self.scalars.get(&key).cloned().unwrap_or(Value::Undefined);
            if let Some(handed) = self.handed(key, &[&value])? {
                let init = self.handed_value(&value, &handed)?;
                frame.push((key, handed, init));
            }
        }
        Ok(frame)
    }

    /// An `scf.while` without its regions, in no block.
    fn while_op(&mut self, frame: &[(Key, Handed, ValueId)]) -> OpId {
        let types = frame.iter().map(|f| f.1.ty.clone());
        let new = NewOp::new(OpCode::ScfWhile).operands(frame.iter().map(|f| f.2));
        let mut new = types.fold(new, NewOp::result);
        new.span = self.span;
        self.module.create(new)
    }

    fn loop_block(&mut self, op: OpId, frame: &[(Key, Handed, ValueId)]) -> (BlockId, Vec<ValueId>) {
        let region = self.module.add_region(op);
        let block = self.module.add_block(region);
        let add = |(key, handed, _): &(Key, Handed, ValueId)| {
            let name = self.unit.variables[key.0.0 as usize].name.as_str();
            self.module
                .add_argument(block, handed.ty.clone(), Some(name.into()))
        };
        let arguments = frame.iter().map(add).collect();
        (block, arguments)
    }

    fn enter(&mut self, frame: &[(Key, Handed, ValueId)], arguments: &[ValueId]) {
        self.known.clear();
        for ((key, handed, _), &argument) in frame.iter().zip(arguments) {
            let value = self.received(argument, handed);
            self.scalars.insert(*key, value);
        }
    }

    fn leave(&mut self, frame: &[(Key, Handed, ValueId)]) -> Result<Vec<ValueId>> {
        let mut values = Vec::new();
        for (key, handed, _) in frame {
            let value = self.scalars.get(key).cloned().unwrap_or(Value::Undefined);
            self.handed(*key, &[&value, &pointer_of(handed)])?;
            values.push(self.handed_value(&value, handed)?);
        }
        Ok(values)
    }

    fn finish_while(&mut self, frame: Vec<(Key, Handed, ValueId)>, op: OpId) -> Result<()> {
        let here = self.block;
        self.module.attach(here, op);
        self.known.clear();
        self.stores += 1;
        let results = self.module.op(op).results.clone();
        for ((key, handed, _), &result) in frame.iter().zip(&results) {
            let value = self.received(result, handed);
            self.scalars.insert(*key, value);
        }
        Ok(())
    }
}
