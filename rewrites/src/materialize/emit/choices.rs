//! Choices by data of what may be loaded, or divided, where it is chosen only: a branch for one element, a mask for lanes.

use super::*;

impl Emitter<'_> {
    /// The value of a choice of which a side may be computed where it is chosen only; `None` for any other operation.
    pub(super) fn choice(
        &mut self,
        op: ScalarOp,
        args: &[Id],
        lanes: Option<Lanes>,
    ) -> Result<Option<Operand>> {
        if self.nest.partial.is_empty() && !self.nest.divides_by_choice {
            return Ok(None);
        }
        let Some((condition, sides)) = self.sides(op, args) else {
            return Ok(None);
        };
        let moves = lanes.is_some_and(|lanes| args.iter().any(|&arg| self.moves_with(arg, lanes)));
        let lanes = lanes.filter(|_| moves);
        let condition = self.value(condition, lanes)?;
        match lanes {
            None => self.one_side(op, condition.value, sides).map(Some),
            Some(Lanes { count, .. }) => {
                let holds = self.broadcast(condition, count)?;
                let fails = self.negated(Operand {
                    value: holds,
                    lanes: Some(count),
                })?;
                let mut values = Vec::new();
                for (side, mask) in sides.into_iter().zip([holds, fails.value]) {
                    values.push(match side {
                        Side::Value(id) if self.is_partial(id) => self.where_chosen(mask, id, lanes)?,
                        Side::Value(id) => self.value(id, lanes)?,
                        Side::Truth(truth) => self.truth_value(truth),
                    });
                }
                let condition = Operand {
                    value: holds,
                    lanes: Some(count),
                };
                let values = [condition].into_iter().chain(values).collect();
                self.applied(select_of(op.result), values).map(Some)
            }
        }
    }

    /// The condition of a choice, and what it chooses where that holds and where not. Of two truth values of which one may be computed
    /// where the other leaves open what both are, that other is the condition.
    fn sides(&mut self, op: ScalarOp, args: &[Id]) -> Option<(Id, [Side; 2])> {
        match (op.code, args) {
            (OpCode::Select, &[condition, then, otherwise]) => {
                let is_partial = self.is_partial(then) || self.is_partial(otherwise);
                is_partial.then_some((condition, [Side::Value(then), Side::Value(otherwise)]))
            }
            (OpCode::AndI | OpCode::OrI, &[a, b]) if op.result == Scalar::Integer(1) => {
                let (condition, other) = match (self.is_partial(a), self.is_partial(b)) {
                    (false, true) => (a, b),
                    (true, false) => (b, a),
                    _ => return None,
                };
                let sides = match op.code {
                    OpCode::AndI => [Side::Value(other), Side::Truth(false)],
                    _ => [Side::Truth(true), Side::Value(other)],
                };
                Some((condition, sides))
            }
            _ => None,
        }
    }

    /// Whether an expression loads or divides what may be where it is chosen only.
    pub(super) fn is_partial(&mut self, id: Id) -> bool {
        if let Some(known) = self.partial.get(&id) {
            return *known;
        }
        let node = self.node(id).clone();
        let is_constant = |id: &Id| match self.node(*id) {
            Node::Const(_, bits) => i64::try_from(*bits).ok(),
            Node::Int(value) => Some(*value),
            _ => None,
        };
        let own = match &node {
            Node::Load(buffer, ..) => self.nest.partial.contains(buffer),
            Node::Op(op, args) => {
                let divisor = args.last().and_then(is_constant);
                self.nest.divides_by_choice
                    && op.code.has_trait(Trait::Partial)
                    && !divisor.is_some_and(|divisor| is_harmless(op.code, divisor) && divisor > 0)
            }
            _ => false,
        };
        let is_partial = own
            || egg::Language::children(&node)
                .iter()
                .any(|&child| self.is_partial(child));
        self.partial.insert(id, is_partial);
        is_partial
    }

    /// The value of an expression in the lanes in which it is chosen; what the others are does not matter.
    pub(super) fn where_chosen(&mut self, mask: ValueId, id: Id, lanes: Option<Lanes>) -> Result<Operand> {
        let around = self.chosen;
        self.chosen = Some(match around {
            Some(around) => self.both_hold([around, mask]),
            None => mask,
        });
        // In other lanes they are something else.
        let values = self.values.clone();
        let value = self.value(id, lanes);
        self.values = values;
        self.chosen = around;
        value
    }

    /// One side or the other, each computed in a branch of its own.
    fn one_side(&mut self, op: ScalarOp, condition: ValueId, sides: [Side; 2]) -> Result<Operand> {
        if self.chosen.is_some() {
            return refuse("a choice for all lanes, among those of which some are chosen");
        }
        self.write_spread()?;
        let new = NewOp::new(OpCode::ScfIf)
            .operands([condition])
            .result(op.result.ty());
        let new = self.module.create(new);
        for side in sides {
            let region = self.module.add_region(new);
            self.enter_branch(region);
            let values = self.values.clone();
            let value = match side {
                Side::Value(id) => self.value(id, None)?,
                Side::Truth(truth) => self.truth_value(truth),
            };
            self.values = values;
            let block = self.frame().block;
            self.module
                .append(block, NewOp::new(OpCode::ScfYield).operands([value.value]));
            self.frames.pop();
        }
        let here = self.frame().block;
        self.module.attach(here, new);
        let value = self.module.op(new).results[0];
        self.depths.insert(value, self.frames.len() - 1);
        Ok(Operand { value, lanes: None })
    }

    /// Begins a branch, in which is known what cells are held in registers.
    pub(super) fn enter_branch(&mut self, region: RegionId) {
        let held = self.frame().cells.all_held();
        let block = self.module.add_block(region);
        self.frames.push(Frame {
            block,
            pure: FxHashMap::default(),
            cells: Cells::holding(held),
        });
    }

    /// The lanes of a row that are chosen. What is in a register is there in all of them.
    pub(super) fn load_chosen_lanes(&mut self, cell: Cell, chosen: ValueId) -> Result<Operand> {
        let lanes = cell.count();
        if let Found::Value(value) = self.known(&cell)? {
            return Ok(Operand { value, lanes });
        }
        let (Some(count), true) = (lanes, cell.is_contiguous()) else {
            return refuse("a load under a condition on data whose lanes are not elements in a row");
        };
        let memref = self.memref(cell.buffer)?;
        let element = self.nest.buffers[&cell.buffer].0.element;
        let mut operands = self.vector_place(memref, &cell)?;
        let cell = cell.under(&self.guard);
        let mask = match cell.mask().is_all() {
            true => chosen,
            false => {
                let inside = self.mask(&cell.mask(), count)?;
                self.both_hold([inside, chosen])
            }
        };
        let nothing = Operand {
            value: self.constant(element, 0),
            lanes: None,
        };
        operands.extend([mask, self.broadcast(nothing, count)?]);
        let new = NewOp::new(OpCode::VectorMaskedLoad)
            .operands(operands)
            .result(Type::vector(count, element.ty()));
        let value = self.append(self.frames.len() - 1, new);
        Ok(Operand { value, lanes })
    }

    fn both_hold(&mut self, masks: [ValueId; 2]) -> ValueId {
        let ty = self.module.ty(masks[0]).clone();
        let new = NewOp::new(OpCode::AndI).operands(masks).result(ty);
        self.append(self.frames.len() - 1, new)
    }

    fn truth_value(&mut self, truth: bool) -> Operand {
        Operand {
            value: self.constant(Scalar::Integer(1), u128::from(truth)),
            lanes: None,
        }
    }
}

/// What a choice chooses.
#[derive(Clone, Copy)]
enum Side {
    Value(Id),
    Truth(bool),
}

/// A choice between values of a type.
pub(super) fn select_of(ty: Scalar) -> ScalarOp {
    ScalarOp {
        code: OpCode::Select,
        ty,
        result: ty,
        flags: FastMath::default(),
        predicate: 0,
    }
}

/// Whether an operation has a value for this last operand whatever the first is.
pub(super) fn is_harmless(code: OpCode, constant: i64) -> bool {
    match code {
        OpCode::IPowI => constant >= 0,
        _ => constant != 0 && constant != -1,
    }
}
