//! Scalar and vector values: each computed once, as far out as its operands allow.

use super::choices::{is_harmless, select_of};
use super::*;
use crate::chosen::Chosen;
use crate::guard::Condition;

impl Emitter<'_> {
    /// The value of an expression in the statement at hand.
    pub(super) fn value(&mut self, id: Id, lanes: Option<Lanes>) -> Result<Operand> {
        if let Some(value) = self.values.get(&id) {
            return Ok(*value);
        }
        let value = self.computed(id, lanes)?;
        self.values.insert(id, value);
        Ok(value)
    }

    fn computed(&mut self, id: Id, lanes: Option<Lanes>) -> Result<Operand> {
        let scalar = |value| Operand { value, lanes: None };
        match self.node(id).clone() {
            Node::Const(ty, bits) => Ok(scalar(self.constant(ty, bits))),
            Node::Int(_) | Node::Var(_) | Node::Index(..) => self.index_as_data(id, lanes),
            Node::Outer(name, _) => match self.nest.values.get(&name) {
                Some(value) => Ok(scalar(*value)),
                None => refuse(format!("no value is called {name}")),
            },
            Node::Load(buffer, _, indices) => self.load(buffer, &indices, lanes),
            Node::Op(op, args) => {
                if let Some(value) = self.choice(op, &args, lanes)? {
                    return Ok(value);
                }
                let args = args
                    .iter()
                    .map(|&a| self.value(a, lanes))
                    .collect::<Result<Vec<_>>>()?;
                self.apply(op, args)
            }
            other => refuse(format!("{other} is no value")),
        }
    }

    /// The value of an index expression, or its values in the lanes of a vector; sums and products that are not affine are computed from
    /// their parts.
    fn index_as_data(&mut self, id: Id, lanes: Option<Lanes>) -> Result<Operand> {
        let lanes = lanes.filter(|&lanes| self.moves_with(id, lanes));
        let index = match lanes {
            Some(Lanes { iv, .. }) => self.with_lane_open(iv, |emitter| Ok(emitter.index(id)))?,
            None => self.index(id),
        };
        match (index, self.node(id), lanes) {
            (Ok(index), _, Some(Lanes { count, .. })) => self.lane_index(&index, count),
            (Ok(index), _, None) => Ok(Operand {
                value: self.index_value(&index)?,
                lanes: None,
            }),
            (Err(_), &Node::Index(op @ (IndexOp::Add | IndexOp::Mul), [a, b]), _) => {
                let code = match op {
                    IndexOp::Add => OpCode::AddI,
                    _ => OpCode::MulI,
                };
                let parts = vec![self.value(a, lanes)?, self.value(b, lanes)?];
                self.apply(ScalarOp::on_indices(code), parts)
            }
            (Err(why), ..) => Err(why),
        }
    }

    /// Whether an index expression depends on the lane.
    pub(super) fn moves_with(&self, id: Id, lanes: Lanes) -> bool {
        match self.node(id) {
            Node::Var(name) => *name == lanes.iv,
            node => egg::Language::children(node)
                .iter()
                .any(|&c| self.moves_with(c, lanes)),
        }
    }

    pub(super) fn load(&mut self, buffer: Symbol, indices: &[Id], lanes: Option<Lanes>) -> Result<Operand> {
        if let Some((_, BufferSource::Gathered(memref))) = self.nest.buffers.get(&buffer) {
            return self.gather(*memref, indices, lanes);
        }
        let choices = indices.iter().map(|&index| Chosen::of(self.node(index)));
        if let Some((place, chosen)) = choices.enumerate().find_map(|(n, c)| Some((n, c?))) {
            return self.load_chosen(buffer, (indices, place, chosen), lanes);
        }
        let mut cell = self.cell(buffer, indices, lanes)?;
        let lanes = cell.count();
        self.write_spread_before(&cell)?;
        if let (Some(chosen), true) = (self.chosen, self.nest.partial.contains(&buffer)) {
            return self.load_chosen_lanes(cell, chosen);
        }
        // Lanes at a distance are inside the buffer whether or not the guard holds: the rule has seen to it.
        if cell.lanes.is_some() && cell.is_contiguous() && !self.is_in_register(&cell) {
            cell = cell.under(&self.guard);
        }
        Ok(Operand {
            value: self.read_cell(cell)?,
            lanes,
        })
    }

    /// A load of which one subscript is chosen: one load or another. Where a condition asked before decides, there is but one.
    fn load_chosen(
        &mut self,
        buffer: Symbol,
        (indices, place, chosen): (&[Id], usize, Chosen),
        lanes: Option<Lanes>,
    ) -> Result<Operand> {
        if lanes.is_some_and(|lanes| indices.iter().any(|&index| self.moves_with(index, lanes))) {
            return refuse("a chosen subscript moves with the lanes of a vector");
        }
        // A condition that is asked here is known of the other subscripts.
        let sides = [0, 1].map(|side| {
            let known = |&index: &Id| {
                let own = Chosen::of(self.node(index));
                let same = own
                    .filter(|own| own.condition == chosen.condition && own.comparison == chosen.comparison);
                same.map_or(index, |own| own.sides[side])
            };
            let mut all: Vec<Id> = indices.iter().map(known).collect();
            all[place] = chosen.sides[side];
            all
        });
        let expr = self.index(chosen.condition)?;
        let comparison = chosen.comparison;
        if let Some(known) = (Condition {
            expr: expr.clone(),
            comparison,
        })
        .known()
        {
            return self.load(buffer, &sides[usize::from(!known)], None);
        }
        let Some((buffer_of, _)) = self.nest.buffers.get(&buffer) else {
            return refuse(format!("no array is called {buffer}"));
        };
        let element = buffer_of.element.ty();
        let new = self.affine_if(&[expr], &[comparison])?.result(element);
        let op = self.module.create(new);
        self.write_spread()?;
        for indices in sides {
            let region = self.module.add_region(op);
            self.enter_branch(region);
            let value = self.load(buffer, &indices, None)?.value;
            let block = self.frame().block;
            self.module
                .append(block, NewOp::new(OpCode::AffineYield).operands([value]));
            self.frames.pop();
        }
        let here = self.frame().block;
        self.module.attach(here, op);
        let value = self.module.op(op).results[0];
        self.depths.insert(value, self.frames.len() - 1);
        Ok(Operand { value, lanes: None })
    }

    /// One lane of a vector.
    pub(super) fn extract(&mut self, vector: ValueId, lane: i64) -> Result<ValueId> {
        let Type::Vector(ty) = self.module.ty(vector) else {
            return refuse("a scalar has no lanes");
        };
        let element = ty.element.clone();
        let new = NewOp::new(OpCode::VectorExtract)
            .operands([vector])
            .attribute("static_position", position(lane))
            .result(element);
        Ok(self.append(self.frames.len() - 1, new))
    }

    pub(super) fn insert(&mut self, element: ValueId, vector: ValueId, lane: i64) -> ValueId {
        let ty = self.module.ty(vector).clone();
        let new = NewOp::new(OpCode::VectorInsert)
            .operands([element, vector])
            .attribute("static_position", position(lane))
            .result(ty);
        self.append(self.frames.len() - 1, new)
    }

    /// The lanes of two vectors, one after the other, that stand at these places.
    pub(super) fn shuffle(&mut self, vectors: [ValueId; 2], lanes: &[i64]) -> ValueId {
        let ty = self.module.ty(vectors[0]).clone();
        let new = NewOp::new(OpCode::VectorShuffle)
            .operands(vectors)
            .attribute("mask", Attribute::array(numbers(lanes)))
            .result(ty);
        self.append(self.frames.len() - 1, new)
    }

    /// The result of an operation. Lanes that are no iteration, and those that are not chosen, divide by one, or take the first power.
    pub(super) fn apply(&mut self, op: ScalarOp, mut args: Vec<Operand>) -> Result<Operand> {
        let active = self.active();
        let chosen = self.chosen.filter(|_| self.nest.divides_by_choice);
        if let (true, false, Some(count)) = (
            op.code.has_trait(Trait::Partial),
            active.is_all() && chosen.is_none(),
            args.iter().find_map(|a| a.lanes),
        ) && let Some(&divisor) = args.last()
            && !self.has_harmless_constant(op.code, divisor.value)
        {
            let one = Operand {
                value: self.constant(op.ty, 1),
                lanes: None,
            };
            let mut divisor = self.chosen(&active, op.ty, [divisor, one], count)?;
            if let Some(chosen) = chosen {
                let lanes = Some(count);
                let select = select_of(op.ty);
                let chosen = Operand { value: chosen, lanes };
                divisor = self.applied(select, vec![chosen, divisor, one])?;
            }
            args.pop();
            args.push(divisor);
        }
        self.applied(op, args)
    }

    /// An operation on these operands. A scalar one that is fused because that is allowed is written as the product and
    /// the sum: LLVM fuses them in the end, and until then reads them as a reduction. A vector is no reduction to LLVM,
    /// and one operation keeps its register allocation to the tile's: as two, twelve accumulators in sixteen registers
    /// are spilled.
    pub(super) fn applied(&mut self, op: ScalarOp, args: Vec<Operand>) -> Result<Operand> {
        if let (OpCode::Fma, true, &[a, b, c]) = (op.code, op.flags.contract, args.as_slice())
            && args.iter().all(|a| a.lanes.is_none())
        {
            let part = |code| ScalarOp { code, ..op };
            let product = self.applied(part(OpCode::MulF), vec![a, b])?;
            return self.applied(part(OpCode::AddF), vec![product, c]);
        }
        let lanes = args.iter().find_map(|a| a.lanes);
        let operands = match lanes {
            None => args.iter().map(|a| a.value).collect(),
            Some(count) => args
                .iter()
                .map(|&a| self.broadcast(a, count))
                .collect::<Result<Vec<_>>>()?,
        };
        let ty = match lanes {
            None => op.result.ty(),
            Some(count) => Type::vector(count, op.result.ty()),
        };
        // A loop that does not run must not divide by zero.
        let is_total = !op.code.has_trait(Trait::Partial)
            || operands
                .last()
                .is_some_and(|&divisor| self.has_harmless_constant(op.code, divisor));
        let depth = if is_total {
            self.depth_of(&operands)
        } else {
            self.frames.len() - 1
        };
        let value = self.pure(depth, PureKey::Op(op, lanes, operands.clone()), |_| {
            let mut new = NewOp::new(op.code).operands(operands).result(ty);
            if matches!(op.code, OpCode::CmpI | OpCode::CmpF) {
                new = new.attribute("predicate", Attribute::integer(op.predicate, Type::I64));
            }
            if let (true, Some(flags)) = (op.code.has_trait(Trait::FastMath), fast_math_attribute(op.flags)) {
                new = new.attribute("fastmath", flags);
            }
            new
        });
        Ok(Operand { value, lanes })
    }

    /// Whether the last operand is a constant for which the operation has a value whatever the other is: a divisor
    /// that is neither 0 nor -1, an exponent that is not negative.
    pub(super) fn has_harmless_constant(&self, code: OpCode, operand: ValueId) -> bool {
        let constant = self
            .module
            .defining_op(operand)
            .and_then(|op| self.module.op(op).attribute("value"))
            .and_then(Attribute::as_i64);
        constant.is_some_and(|c| is_harmless(code, c))
    }

    pub(super) fn broadcast(&mut self, operand: Operand, count: i64) -> Result<ValueId> {
        match operand.lanes {
            Some(lanes) if lanes == count => Ok(operand.value),
            Some(_) => refuse("vectors of different lengths meet"),
            None => {
                let ty = Type::vector(count, self.module.ty(operand.value).clone());
                let depth = self.depth_of(&[operand.value]);
                Ok(self.pure(depth, PureKey::Broadcast(operand.value, count), |_| {
                    NewOp::new(OpCode::VectorBroadcast)
                        .operands([operand.value])
                        .result(ty)
                }))
            }
        }
    }

    pub(super) fn constant(&mut self, scalar: Scalar, bits: u128) -> ValueId {
        let value = match scalar {
            Scalar::Float(kind) => Attribute::Float(FloatValue { bits, kind }),
            Scalar::Integer(1) => Attribute::Bool(bits != 0),
            Scalar::Integer(width) => Attribute::integer(signed(bits, width), Type::integer(width)),
            Scalar::Index => Attribute::integer(signed(bits, 64), Type::Index),
        };
        self.pure(0, PureKey::Constant(scalar, bits), |_| {
            NewOp::new(OpCode::Constant)
                .attribute("value", value)
                .result(scalar.ty())
        })
    }

    pub(super) fn index_value(&mut self, index: &Linear) -> Result<ValueId> {
        if let Some(c) = index.as_constant() {
            return Ok(self.constant(Scalar::Index, c as u64 as u128));
        }
        let (map, operands) = self.map(std::slice::from_ref(index))?;
        if map.is_identity() {
            return Ok(operands[0]);
        }
        Ok(self.apply_map(map, operands, PureKey::Apply(index.clone())))
    }

    /// The value of a map of one result.
    pub(super) fn apply_map(&mut self, map: AffineMap, operands: Vec<ValueId>, key: PureKey) -> ValueId {
        let depth = self.depth_of(&operands);
        self.pure(depth, key, |_| {
            NewOp::new(OpCode::AffineApply)
                .operands(operands)
                .attribute("map", Attribute::affine_map(map))
                .result(Type::Index)
        })
    }

    /// The value of this key, computed in the block at `depth` unless it already is there.
    pub(super) fn pure(&mut self, depth: usize, key: PureKey, new: impl FnOnce(&Module) -> NewOp) -> ValueId {
        if let Some(value) = self.frames[depth].pure.get(&key) {
            return *value;
        }
        let new = new(&self.module);
        let value = self.append(depth, new);
        self.frames[depth].pure.insert(key, value);
        value
    }

    pub(super) fn append(&mut self, depth: usize, new: NewOp) -> ValueId {
        let block = self.frames[depth].block;
        let value = self.module.append_value(block, new);
        self.depths.insert(value, depth);
        value
    }

    pub(super) fn depth_of(&self, operands: &[ValueId]) -> usize {
        operands
            .iter()
            .map(|v| self.depths.get(v).copied().unwrap_or(0))
            .max()
            .unwrap_or(0)
    }
}

fn position(lane: i64) -> Attribute {
    Attribute::DenseArray(Arc::new(ovolo_lang::attribute::DenseArray {
        element: Type::I64,
        elements: numbers(&[lane]),
    }))
}

fn numbers(all: &[i64]) -> Vec<Attribute> {
    all.iter()
        .map(|&number| Attribute::integer(number, Type::I64))
        .collect()
}

/// The value of `width` bits read as signed.
fn signed(bits: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((bits << unused) as i128) >> unused
}
