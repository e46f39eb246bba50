//! Stores under conditions on data, to memory that others may write: nothing is written where the condition does not hold.

use ovolo_lang::algebra::IntPredicate;

use super::*;

/// What a store to a cell that holds something else depends on.
struct StoredChoice {
    asked: Asked,
    new: Id,
    /// The answer for which the new value is stored.
    wanted: bool,
}

enum Asked {
    /// A value that is true or false.
    Condition(Id),
    /// Whether one value comes before the other.
    Before(ScalarOp, [Id; 2]),
}

impl Emitter<'_> {
    /// Stores the value that a condition chooses, but where that is what is there.
    pub(super) fn store_under_condition(
        &mut self,
        cell: Cell,
        value: Id,
        lanes: Option<Lanes>,
    ) -> Result<()> {
        if self.hoisted.iter().any(|(known, _)| *known == cell) {
            return refuse("a store to a cell that was read before the loop");
        }
        if !self.guard.is_all() || lanes.is_some() && cell.lanes.is_none() || !cell.is_contiguous() {
            return refuse("a store under a condition on data whose lanes are not elements in a row");
        }
        let Some(StoredChoice { asked, new, wanted }) = self.chosen_by(&cell, value, lanes)? else {
            return refuse("a store to memory that others may write, of what no condition is seen to choose");
        };
        self.write_spread()?;
        self.values.clear();
        let mut condition = match asked {
            Asked::Condition(holds) => self.value(holds, lanes)?,
            Asked::Before(comparison, [a, b]) => {
                let operands = vec![self.value(a, lanes)?, self.value(b, lanes)?];
                self.apply(comparison, operands)?
            }
        };
        if !wanted {
            condition = self.negated(condition)?;
        }
        match cell.count() {
            None => self.store_if(&cell, condition.value, new)?,
            Some(count) => {
                let condition = self.broadcast(condition, count)?;
                let value = match self.is_partial(new) {
                    true => self.where_chosen(condition, new, lanes)?,
                    false => self.value(new, lanes)?,
                };
                let value = self.broadcast(value, count)?;
                self.store_lanes_if(&cell, condition, value)?;
            }
        }
        let mut cells = std::mem::take(&mut self.frame().cells);
        let outcome = cells.may_be_stored(&cell, |a, b| self.may_alias(a, b));
        self.frame().cells = cells;
        outcome
    }

    /// The choice between a value and what a cell holds; the lesser or the greater of the two is one.
    fn chosen_by(&mut self, cell: &Cell, value: Id, lanes: Option<Lanes>) -> Result<Option<StoredChoice>> {
        let Node::Op(operation, children) = self.node(value).clone() else {
            return Ok(None);
        };
        let (asked, sides) = match (operation.code, &children[..]) {
            (OpCode::Select, &[holds, then, otherwise]) => (Asked::Condition(holds), [then, otherwise]),
            (code, &[a, b]) => match predicate_of(code) {
                Some(predicate) => {
                    let comparison = ScalarOp {
                        code: OpCode::CmpI,
                        result: Scalar::Integer(1),
                        predicate: predicate as i64,
                        ..operation
                    };
                    // Where both are the same there is nothing to store.
                    let is_first_old = self.is_content(cell, a, lanes)?;
                    let both = if is_first_old { [b, a] } else { [a, b] };
                    (Asked::Before(comparison, both), both)
                }
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        let choice = |new, wanted| StoredChoice { asked, new, wanted };
        let [then, otherwise] = sides;
        Ok(match self.is_content(cell, otherwise, lanes)? {
            true => Some(choice(then, true)),
            false => self
                .is_content(cell, then, lanes)?
                .then(|| choice(otherwise, false)),
        })
    }

    /// Whether a value is what a cell holds.
    fn is_content(&mut self, cell: &Cell, value: Id, lanes: Option<Lanes>) -> Result<bool> {
        Ok(match self.node(value).clone() {
            Node::Load(buffer, _, indices) if buffer == cell.buffer => {
                self.cell(buffer, &indices, lanes)? == *cell
            }
            _ => false,
        })
    }

    pub(super) fn negated(&mut self, condition: Operand) -> Result<Operand> {
        let yes = self.constant(Scalar::Integer(1), 1);
        let yes = match condition.lanes {
            Some(count) => {
                let value = yes;
                self.broadcast(Operand { value, lanes: None }, count)?
            }
            None => yes,
        };
        let ty = self.module.ty(condition.value).clone();
        let new = NewOp::new(OpCode::XOrI)
            .operands([condition.value, yes])
            .result(ty);
        let block = self.frame().block;
        let value = self.module.append_value(block, new);
        Ok(Operand { value, ..condition })
    }

    /// One element. What may be computed where the condition holds only is computed there.
    fn store_if(&mut self, cell: &Cell, condition: ValueId, value: Id) -> Result<()> {
        let before = match self.is_partial(value) {
            true => None,
            false => Some(self.value(value, None)?),
        };
        let op = self
            .module
            .create(NewOp::new(OpCode::ScfIf).operands([condition]));
        let region = self.module.add_region(op);
        self.module.add_region(op);
        self.enter_branch(region);
        let value = match before {
            Some(value) => value,
            None => self.value(value, None)?,
        };
        let memref = self.memref(cell.buffer)?;
        self.write_to(memref, cell, value.value)?;
        let block = self.frame().block;
        self.module.append(block, NewOp::new(OpCode::ScfYield));
        self.frames.pop();
        self.values.clear();
        let here = self.frame().block;
        self.module.attach(here, op);
        Ok(())
    }

    /// The lanes in which a condition holds.
    fn store_lanes_if(&mut self, cell: &Cell, condition: ValueId, value: ValueId) -> Result<()> {
        let memref = self.memref(cell.buffer)?;
        let mut mask = condition;
        let operands = match cell.mask().is_all() {
            true => self.vector_place(memref, cell)?,
            false => {
                let mut operands = self.masked_place(memref, cell)?;
                let Some(inside) = operands.pop() else {
                    return refuse("lanes without a mask");
                };
                let ty = self.module.ty(condition).clone();
                let both = NewOp::new(OpCode::AndI).operands([inside, condition]).result(ty);
                let block = self.frame().block;
                mask = self.module.append_value(block, both);
                operands
            }
        };
        let new = NewOp::new(OpCode::VectorMaskedStore).operands(operands.into_iter().chain([mask, value]));
        let block = self.frame().block;
        self.module.append(block, new);
        Ok(())
    }
}

/// How the first of two values compares to the second where it alone is the lesser, or the greater.
fn predicate_of(code: OpCode) -> Option<IntPredicate> {
    Some(match code {
        OpCode::MinSI => IntPredicate::Slt,
        OpCode::MaxSI => IntPredicate::Sgt,
        OpCode::MinUI => IntPredicate::Ult,
        OpCode::MaxUI => IntPredicate::Ugt,
        _ => return None,
    })
}
