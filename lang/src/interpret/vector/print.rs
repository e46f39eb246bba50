//! `vector.print`.

use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::mixed::Mixed;
use crate::interpret::program::vector::Print;
use crate::interpret::{Domain, Reason};
use crate::types::Type;

impl<D: Domain> Machine<'_, D> {
    /// Each dimension stands in parentheses.
    pub(super) fn print_vector(&mut self, x: &Print, frame: &Frame<D::Value>) -> Result<(), Reason> {
        self.spend(1)?;
        if !self.domain.is_whole_program() {
            return Err(Reason::Unsupported(
                "printing, where the run does not stand for a whole program".into(),
            ));
        }
        let mut text = String::new();
        if let Some((place, sizes, ty)) = &x.source {
            self.spend(u64::from(place.lanes))?;
            for lane in 0..place.lanes {
                text += &"( ".repeat(edges(sizes, lane));
                text += &self.scalar_text(ty, frame.lane(*place, lane));
                text += &" )".repeat(edges(sizes, place.lanes - 1 - lane));
                if lane + 1 < place.lanes {
                    text += ", ";
                }
            }
        }
        text += &x.text;
        self.domain.print(&text);
        Ok(())
    }

    fn scalar_text(&self, ty: &Type, value: Mixed<D::Value>) -> String {
        match value {
            Mixed::Index(i) => (i as u64).to_string(),
            Mixed::Data(value) => match ty {
                // A boolean is a number here.
                Type::Integer(i) if i.width == 1 => self.domain.display(&Type::integer(8), &value),
                ty => self.domain.display(ty, &value),
            },
        }
    }
}

/// In how many of the innermost dimensions the lane is the first.
fn edges(sizes: &[i64], lane: u32) -> usize {
    let mut block = 1;
    let is_first = |size: &&i64| {
        block *= **size;
        i64::from(lane) % block == 0
    };
    sizes.iter().rev().take_while(is_first).count()
}
