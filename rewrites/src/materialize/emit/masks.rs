//! The vectors of truth values that masks are, and what is read, written and computed under one.

use super::super::mask::{Clause, Lanes as Part, Mask, lane};
use super::*;
use crate::dependence::Addressing;
use crate::guard::Condition;
use crate::term::Comparison;

/// The predicates of `arith.cmpi`.
const EQUAL: i64 = 0;
const AT_LEAST: i64 = 5;

impl Emitter<'_> {
    /// Makes the statement at hand one of the lanes where conditions hold as well, or where not all of them do.
    pub(super) fn enter_guard(&mut self, conditions: &[Condition], holds: bool) -> Mask {
        let outer = self.guard.clone();
        self.guard.restrict(Clause {
            conditions: conditions.to_vec(),
            holds,
        });
        outer
    }

    /// The lanes of the statement at hand.
    pub(super) fn active(&self) -> Mask {
        self.extent.and(&self.guard)
    }

    /// The lanes of a mask, as a vector of truth values.
    pub(super) fn mask(&mut self, mask: &Mask, count: i64) -> Result<ValueId> {
        let mut conditions = Vec::new();
        let mut value = None;
        for clause in mask.clauses() {
            match clause.holds {
                true => conditions.extend(clause.conditions.iter().cloned()),
                false => {
                    let all = self.all_hold(&clause.conditions, count)?;
                    let not_all = self.opposite(all, count)?;
                    value = Some(self.both(value, not_all, count)?);
                }
            }
        }
        if !conditions.is_empty() || value.is_none() {
            let all = self.all_hold(&conditions, count)?;
            value = Some(self.both(value, all, count)?);
        }
        match value {
            Some(value) => Ok(value),
            None => refuse("a mask without lanes"),
        }
    }

    fn all_hold(&mut self, conditions: &[Condition], count: i64) -> Result<ValueId> {
        let (mut before, mut from, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for condition in conditions {
            let Some(parts) = Part::of(condition) else {
                return refuse("an index overflows");
            };
            for part in parts {
                match part {
                    Part::Before(end) => before.push(end),
                    Part::From(start) => from.push(start),
                    Part::Uniform(condition) => others.push((condition, None)),
                    Part::Any(condition) => others.push((condition, Some(count))),
                }
            }
        }
        let mut value = None;
        if !before.is_empty() {
            let first = self.lanes_before(&before, OpCode::AffineMin, count)?;
            value = Some(self.both(value, first, count)?);
        }
        if !from.is_empty() {
            let first = self.lanes_before(&from, OpCode::AffineMax, count)?;
            let rest = self.opposite(first, count)?;
            value = Some(self.both(value, rest, count)?);
        }
        for (condition, lanes) in others {
            let holds = self.truth(&condition, lanes)?;
            let holds = self.broadcast(holds, count)?;
            value = Some(self.both(value, holds, count)?);
        }
        match value {
            Some(value) => Ok(value),
            None => self.lanes_before(&[Linear::constant(count)], OpCode::AffineMin, count),
        }
    }

    /// The lanes before the least or the greatest of some numbers.
    fn lanes_before(&mut self, ends: &[Linear], choose: OpCode, count: i64) -> Result<ValueId> {
        let mut ends = ends.to_vec();
        ends.sort_unstable();
        ends.dedup();
        let end = match ends.as_slice() {
            [one] => self.index_value(one)?,
            _ => {
                let (map, operands) = self.map(&ends)?;
                let depth = self.depth_of(&operands);
                self.pure(depth, PureKey::Extreme(choose, ends), |_| {
                    NewOp::new(choose)
                        .operands(operands)
                        .attribute("map", Attribute::affine_map(map))
                        .result(Type::Index)
                })
            }
        };
        let depth = self.depth_of(&[end]);
        Ok(self.pure(depth, PureKey::LanesBefore(end, count), |_| {
            NewOp::new(OpCode::VectorCreateMask)
                .operands([end])
                .result(Type::vector(count, Type::I1))
        }))
    }

    /// Whether a condition holds: in each lane, or in all of them.
    fn truth(&mut self, condition: &Condition, lanes: Option<i64>) -> Result<Operand> {
        let left = match lanes {
            Some(count) => self.lane_index(&condition.expr, count)?,
            None => Operand {
                value: self.index_value(&condition.expr)?,
                lanes: None,
            },
        };
        let zero = Operand {
            value: self.constant(Scalar::Index, 0),
            lanes: None,
        };
        let comparison = ScalarOp {
            predicate: match condition.comparison {
                Comparison::AtLeastZero => AT_LEAST,
                Comparison::Zero => EQUAL,
            },
            result: Scalar::Integer(1),
            ..ScalarOp::on_indices(OpCode::CmpI)
        };
        self.apply(comparison, vec![left, zero])
    }

    /// The value of an index expression in each lane.
    pub(super) fn lane_index(&mut self, index: &Linear, count: i64) -> Result<Operand> {
        let mut rest = index.clone();
        rest.terms.retain(|atom, _| !atom_moves(atom));
        let scalar = |value| Operand { value, lanes: None };
        let mut sum = match rest.as_constant() {
            Some(0) => None,
            _ => Some(scalar(self.index_value(&rest)?)),
        };
        for (atom, &coefficient) in index.terms.iter().filter(|(atom, _)| atom_moves(atom)) {
            let mut term = match atom {
                Atom::Var(_) => self.lane_numbers(count),
                Atom::FloorDiv(inner, divisor) => {
                    let inner = self.lane_index(inner, count)?;
                    self.lane_quotient(inner, *divisor)?
                }
                Atom::Mod(inner, divisor) => {
                    let inner = self.lane_index(inner, count)?;
                    let quotient = self.lane_quotient(inner, *divisor)?;
                    let multiple = self.lane_multiple(quotient, *divisor)?;
                    self.apply(ScalarOp::on_indices(OpCode::SubI), vec![inner, multiple])?
                }
            };
            if coefficient != 1 {
                term = self.lane_multiple(term, coefficient)?;
            }
            sum = Some(match sum {
                Some(sum) => self.apply(ScalarOp::on_indices(OpCode::AddI), vec![sum, term])?,
                None => term,
            });
        }
        match sum {
            Some(sum) => Ok(sum),
            None => Ok(scalar(self.index_value(&rest)?)),
        }
    }

    fn lane_quotient(&mut self, index: Operand, divisor: i64) -> Result<Operand> {
        let divisor = self.index_constant(divisor);
        // The mask of the vector has no say here: an index is a number in every lane.
        self.applied(ScalarOp::on_indices(OpCode::FloorDivSI), vec![index, divisor])
    }

    fn lane_multiple(&mut self, index: Operand, factor: i64) -> Result<Operand> {
        let factor = self.index_constant(factor);
        self.apply(ScalarOp::on_indices(OpCode::MulI), vec![index, factor])
    }

    fn index_constant(&mut self, n: i64) -> Operand {
        Operand {
            value: self.constant(Scalar::Index, n as u64 as u128),
            lanes: None,
        }
    }

    fn lane_numbers(&mut self, count: i64) -> Operand {
        let ty = Type::vector(count, Type::Index);
        let elements = (0..count).map(|n| Attribute::integer(n, Type::Index)).collect();
        let dense = DenseElements {
            ty: ty.clone(),
            elements,
        };
        let value = self.pure(0, PureKey::LaneNumbers(count), |_| {
            NewOp::new(OpCode::Constant)
                .attribute("value", Attribute::DenseElements(Arc::new(dense)))
                .result(ty)
        });
        Operand {
            value,
            lanes: Some(count),
        }
    }

    fn both(&mut self, one: Option<ValueId>, other: ValueId, count: i64) -> Result<ValueId> {
        match one {
            None => Ok(other),
            Some(one) => self.combined(OpCode::AndI, [one, other], count),
        }
    }

    fn opposite(&mut self, mask: ValueId, count: i64) -> Result<ValueId> {
        let yes = self.constant(Scalar::Integer(1), 1);
        let all = self.broadcast(
            Operand {
                value: yes,
                lanes: None,
            },
            count,
        )?;
        self.combined(OpCode::XOrI, [mask, all], count)
    }

    fn combined(&mut self, code: OpCode, masks: [ValueId; 2], count: i64) -> Result<ValueId> {
        let lanes = Some(count);
        let operands = masks.map(|value| Operand { value, lanes }).to_vec();
        let truth = Scalar::Integer(1);
        let op = ScalarOp {
            ty: truth,
            result: truth,
            ..ScalarOp::on_indices(code)
        };
        Ok(self.apply(op, operands)?.value)
    }

    /// `value` in the lanes of a mask, `otherwise` in the others.
    pub(super) fn chosen(
        &mut self,
        mask: &Mask,
        ty: Scalar,
        [value, otherwise]: [Operand; 2],
        count: i64,
    ) -> Result<Operand> {
        if mask.is_all() {
            return Ok(value);
        }
        let mask = Operand {
            value: self.mask(mask, count)?,
            lanes: Some(count),
        };
        let select = ScalarOp {
            ty,
            result: ty,
            ..ScalarOp::on_indices(OpCode::Select)
        };
        self.apply(select, vec![mask, value, otherwise])
    }

    /// Consecutive elements, those of the lanes of the cell's mask; what the others are does not matter.
    pub(super) fn masked_load(&mut self, memref: ValueId, element: Scalar, cell: &Cell) -> Result<ValueId> {
        let count = cell.count().unwrap_or(1);
        let nothing = self.constant(element, 0);
        let otherwise = self.broadcast(
            Operand {
                value: nothing,
                lanes: None,
            },
            count,
        )?;
        let operands = self.masked_place(memref, cell)?;
        let new = NewOp::new(OpCode::VectorMaskedLoad)
            .operands(operands.into_iter().chain([otherwise]))
            .result(Type::vector(count, element.ty()));
        Ok(self.loaded(new, memref, cell))
    }

    pub(super) fn masked_store(&mut self, cell: &Cell, value: ValueId) -> Result<()> {
        let memref = self.memref(cell.buffer)?;
        let operands = self.masked_place(memref, cell)?;
        let new = NewOp::new(OpCode::VectorMaskedStore).operands(operands.into_iter().chain([value]));
        let block = self.frame().block;
        let op = self.module.append(block, new);
        self.accesses(op, memref, cell);
        Ok(())
    }

    /// The memref, the subscripts and the mask.
    pub(super) fn masked_place(&mut self, memref: ValueId, cell: &Cell) -> Result<Vec<ValueId>> {
        let mut operands = self.vector_place(memref, cell)?;
        operands.push(self.mask(&cell.mask(), cell.count().unwrap_or(1))?);
        Ok(operands)
    }

    /// The memref and the subscripts.
    pub(super) fn vector_place(&mut self, memref: ValueId, cell: &Cell) -> Result<Vec<ValueId>> {
        let mut operands = vec![memref];
        match self.addressing(memref, cell.buffer) {
            Addressing::Linear(_) => {
                let (map, indices) = self.place(memref, cell.buffer, &cell.indices)?;
                let key = PureKey::Place(cell.buffer, cell.indices.clone());
                operands.push(self.apply_map(map, indices, key));
            }
            Addressing::Scattered => return refuse("lanes that do not follow one another under a mask"),
            Addressing::Same | Addressing::Collapsed(_) => {
                for index in &cell.indices {
                    operands.push(self.index_value(index)?);
                }
            }
        }
        Ok(operands)
    }
}

fn atom_moves(atom: &Atom) -> bool {
    match atom {
        Atom::Var(name) => *name == lane(),
        Atom::FloorDiv(inner, _) | Atom::Mod(inner, _) => inner.uses(lane()),
    }
}
