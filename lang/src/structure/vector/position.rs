//! One lane or part of a vector, at given positions.

use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Op, ValueId};
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::types::{DYNAMIC_POSITION, Type};

use super::vector_or_scalar;

impl Checker<'_> {
    pub fn extract(&self, op: &Op) -> Check {
        self.count_results(op, 1)?;
        let Some((&source, dynamic)) = op.operands.split_first() else {
            return Err(wrong(op, "has no operand"));
        };
        let part = self.part(op, source, dynamic)?;
        // A vector without dimensions stands for its only element.
        let found = self.ty(op.results[0]);
        if is_element(found, &part) {
            return Ok(());
        }
        self.expect_type(op, op.results[0], &part, "the part extracted")
    }

    pub fn insert(&self, op: &Op) -> Check {
        self.count_results(op, 1)?;
        let [value, target, dynamic @ ..] = op.operands.as_slice() else {
            return Err(wrong(op, "has fewer than two operands"));
        };
        let part = self.part(op, *target, dynamic)?;
        let (found, target_type) = (self.ty(*value), self.ty(*target));
        if !is_element(found, &part) {
            self.same_rank(op, found, &part)?;
            self.expect_type(op, *value, &part, "the part inserted")?;
        }
        self.expect_type(op, op.results[0], target_type, "the result")
    }

    fn same_rank(&self, op: &Op, found: &Type, part: &Type) -> Check {
        let rank = |ty: &Type| ty.as_vector().map_or(0, |v| v.shape.len());
        if rank(found) == rank(part) {
            return Ok(());
        }
        let message = format!(
            "the source `{found}` has the rank {}, the part of the dest vector at that position {}",
            rank(found),
            rank(part)
        );
        Err(wrong(op, message).help("expected the attribute to leave as many dimensions as the source has"))
    }

    /// The type at the position that the attribute and the operands give.
    fn part(&self, op: &Op, vector: ValueId, dynamic: &[ValueId]) -> Result<Type, Diagnostic> {
        let Some(ty) = self.ty(vector).as_vector() else {
            return Err(
                wrong(op, format!("works on the type `{}`", self.ty(vector))).help("expected a vector")
            );
        };
        self.indices(op, dynamic)?;
        let positions = self
            .attribute(op, "static_position")?
            .as_i64_list()
            .ok_or_else(|| wrong(op, "`static_position` is not a list of integers"))?;
        let wanted = positions.iter().filter(|&&p| p == DYNAMIC_POSITION).count();
        if wanted != dynamic.len() {
            let message = format!("found {}", counted(dynamic.len(), "dynamic position"));
            return Err(wrong(op, message).help(format!("expected {wanted}, as `static_position` says")));
        }
        if positions.len() > ty.shape.len() {
            let message = format!("found {}", counted(positions.len(), "position"));
            return Err(wrong(op, message).help(format!(
                "expected at most {}, the rank of the vector",
                ty.shape.len()
            )));
        }
        for (i, (&position, dim)) in positions.iter().zip(&ty.shape).enumerate() {
            if position != DYNAMIC_POSITION && !(0..dim.size).contains(&position) {
                let message = format!(
                    "position #{} is {position}, outside the dimension of the vector",
                    i + 1
                );
                return Err(wrong(op, message).help(format!("expected one from 0 to {}", dim.size - 1)));
            }
        }
        Ok(vector_or_scalar(
            ty.shape[positions.len()..].to_vec(),
            &ty.element,
        ))
    }

    /// `vector.extractelement` and `vector.insertelement`, whose vector is this operand.
    pub fn single_lane(&self, op: &Op, vector: usize) -> Check {
        let rank = self.vector_operand(op, vector)?.shape.len();
        let has_position = op.operands.len() > vector + 1;
        match (rank, has_position) {
            (0, false) | (1, true) => Ok(()),
            (0, true) => Err(wrong(op, "found a position in a 0-D vector")
                .help("expected the brackets to be empty: it has one lane")),
            (1, false) => Err(wrong(op, "found no position in a 1-D vector").help("expected one")),
            _ => {
                Err(wrong(op, format!("found a vector of rank {rank}")).help("expected a rank of at most 1"))
            }
        }
    }
}

/// Whether a type is the vector without dimensions of an element.
fn is_element(ty: &Type, element: &Type) -> bool {
    matches!(ty, Type::Vector(v) if v.shape.is_empty() && v.element == *element)
}
