//! Lanes that move without being computed with, or are the same bits under another type.

use crate::interpret::affine::IndexExpr;
use crate::interpret::allocation::evaluate_all;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::mixed::Mixed;
use crate::interpret::program::vector::{Bitcast, Element, Pick};
use crate::interpret::program::{Bank, Place};
use crate::interpret::shape::for_each_index;
use crate::interpret::{Domain, Reason};
use crate::types::Type;

impl<D: Domain> Machine<'_, D> {
    pub(super) fn pick(&mut self, x: &Pick, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(x.lanes.len() as u64)?;
        let slots = x.results.iter().flat_map(|result| result.range());
        for (slot, &(source, lane)) in slots.zip(&x.lanes) {
            let source = x.sources[source as usize];
            frame.copy_slots(source.bank, source.start + lane, slot as u32, 1);
        }
        Ok(())
    }

    pub(super) fn vector_element(&mut self, x: &Element, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.result.lanes))?;
        let lane = match x.position {
            None => 0,
            Some(position) => self.position(position, x.vector.lanes, frame)?,
        };
        match x.inserted {
            None => frame.copy_slots(x.vector.bank, x.vector.start + lane, x.result.start, 1),
            Some(value) => {
                frame.copy(x.vector, x.result);
                frame.copy_slots(value.bank, value.start, x.result.start + lane, 1);
            }
        }
        Ok(())
    }

    /// The lane that an integer says, which is not negative, or an index.
    fn position(&self, position: Place, lanes: u32, frame: &Frame<D::Value>) -> Result<u32, Reason> {
        let found = match position.bank {
            Bank::Index => frame.index[position.start as usize],
            _ => i64::try_from(self.decided_lane(position, frame)?).unwrap_or(i64::MAX),
        };
        let lane = u32::try_from(found).ok().filter(|&lane| lane < lanes);
        lane.ok_or(Reason::NoSuchLane {
            position: found,
            lanes: i64::from(lanes),
        })
    }

    pub(super) fn vector_bitcast(&mut self, x: &Bitcast, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        self.spend(u64::from(x.from.lanes.max(x.to.lanes)))?;
        let piece_type = Type::integer(x.piece);
        let mut pieces = Vec::new();
        for lane in 0..x.from.lanes {
            let value = self.cell_of(frame.lane(x.from, lane));
            pieces.extend(self.split(&x.from_type, &value, &piece_type, x.pieces[0])?);
        }
        for (lane, parts) in (0..x.to.lanes).zip(pieces.chunks(x.pieces[1] as usize)) {
            let value = self.joined(&piece_type, parts, &x.to_type)?;
            let value = self.lane_of(&x.to_type, value)?;
            frame.set_lane(x.to, lane, value)?;
        }
        Ok(())
    }

    pub(super) fn below(
        &mut self,
        sizes: &[i64],
        extents: &[IndexExpr],
        result: Place,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Reason> {
        self.spend(u64::from(result.lanes))?;
        let extents = evaluate_all(extents, &frame.index)?;
        let values = [0, 1].map(|value| self.domain.int_constant(&Type::I1, value));
        let mut lane = 0;
        for_each_index(sizes, |at| {
            // A vector without dimensions has one extent all the same.
            let inside = match at {
                [] => extents.iter().all(|&extent| extent > 0),
                at => at.iter().zip(&extents).all(|(i, extent)| i < extent),
            };
            frame.set_lane(result, lane, Mixed::Data(values[usize::from(inside)].clone()))?;
            lane += 1;
            Ok(())
        })
    }
}
