//! Loads at subscripts that are data.

use super::super::mask::lane;
use super::*;

impl Emitter<'_> {
    /// The element at some subscripts, or the elements at those in the lanes of a vector: as one row where consecutive lanes are
    /// consecutive elements, else one by one.
    pub(super) fn gather(
        &mut self,
        memref: ValueId,
        indices: &[Id],
        lanes: Option<Lanes>,
    ) -> Result<Operand> {
        let Some(lanes) = lanes.filter(|&lanes| indices.iter().any(|&index| self.moves_with(index, lanes)))
        else {
            let subscripts = self.first_subscripts(indices)?;
            let value = self.load_at(memref, subscripts, None)?;
            return Ok(Operand { value, lanes: None });
        };
        if self.chosen.is_some() || !self.active().is_all() {
            return refuse("lanes loaded at subscripts that are data, of which some are not there");
        }
        let Lanes { iv, count } = lanes;
        let last = indices.len() - 1;
        let mut places = indices.iter().enumerate();
        if places.all(|(place, &index)| self.lane_step(index, iv) == Some(i64::from(place == last))) {
            let subscripts = self.first_subscripts(indices)?;
            let value = self.load_at(memref, subscripts, Some(count))?;
            return Ok(Operand {
                value,
                lanes: Some(count),
            });
        }
        let subscripts = (indices.iter())
            .map(|&index| self.value(index, Some(lanes)))
            .collect::<Result<Vec<Operand>>>()?;
        let mut vector = None;
        for lane in 0..count {
            let of_lane = subscripts.iter().map(|subscript| match subscript.lanes {
                Some(_) => self.extract(subscript.value, lane),
                None => Ok(subscript.value),
            });
            let of_lane = of_lane.collect::<Result<Vec<ValueId>>>()?;
            let value = self.load_at(memref, of_lane, None)?;
            vector = Some(self.with_lane(vector, value, lane, count)?);
        }
        match vector {
            Some(value) => Ok(Operand {
                value,
                lanes: Some(count),
            }),
            None => refuse("a vector without lanes"),
        }
    }

    /// Subscripts in the first lane.
    fn first_subscripts(&mut self, indices: &[Id]) -> Result<Vec<ValueId>> {
        let values = std::mem::take(&mut self.values);
        let subscripts = indices.iter().map(|&index| Ok(self.value(index, None)?.value));
        let subscripts = subscripts.collect::<Result<Vec<ValueId>>>();
        self.values = values;
        subscripts
    }

    /// How much more an integer as wide as an address is in each lane than in the one before; `None` where that is not seen.
    fn lane_step(&mut self, id: Id, iv: Symbol) -> Option<i64> {
        if !self.moves_with(id, Lanes { iv, count: 1 }) {
            return Some(0);
        }
        let is_wide = |scalar| matches!(scalar, Scalar::Index | Scalar::Integer(64));
        match self.node(id).clone() {
            Node::Op(op, args) => match (op.code, &*args) {
                _ if !is_wide(op.ty) || !is_wide(op.result) => None,
                (OpCode::AddI, &[a, b]) => self.lane_step(a, iv)?.checked_add(self.lane_step(b, iv)?),
                (OpCode::IndexCast | OpCode::IndexCastUI, &[a]) => self.lane_step(a, iv),
                _ => None,
            },
            Node::Index(op, [a, b]) => {
                let index = self.with_lane_open(iv, |emitter| Ok(emitter.index(id)));
                match index.ok()? {
                    Ok(index) => {
                        let step = index.coefficient(lane());
                        let rest = index.subtract(&Linear::var(lane()).scale(step)?)?;
                        (!rest.uses(lane())).then_some(step)
                    }
                    Err(_) if op == IndexOp::Add => {
                        self.lane_step(a, iv)?.checked_add(self.lane_step(b, iv)?)
                    }
                    Err(_) => None,
                }
            }
            Node::Var(_) => Some(1),
            _ => None,
        }
    }

    /// The element of a memref at some subscripts, or so many from there on, loaded here.
    fn load_at(&mut self, memref: ValueId, subscripts: Vec<ValueId>, count: Option<i64>) -> Result<ValueId> {
        let Some(ty) = self.module.ty(memref).as_memref() else {
            return refuse("a buffer that is no memref");
        };
        let element = ty.element.clone();
        let (code, ty) = match count {
            Some(count) => (OpCode::VectorLoad, Type::vector(count, element)),
            None => (OpCode::MemRefLoad, element),
        };
        let new = NewOp::new(code)
            .result(ty)
            .operands([memref].into_iter().chain(subscripts));
        Ok(self.append(self.frames.len() - 1, new))
    }
}
