//! Vectors as wholes.

use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Op, ValueId};
use crate::parse::DYNAMIC_POSITION;
use crate::types::{Type, VectorType};

use super::arith::is_float;
use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    pub fn broadcast(&self, op: &Op) -> Check {
        self.count(op, 1, 1)?;
        let (from, to) = (self.ty(op.operands[0]), self.ty(op.results[0]));
        let fits = match (from, to) {
            (Type::Vector(a), Type::Vector(b)) => {
                a.element == b.element
                    && a.shape.len() <= b.shape.len()
                    && a.shape
                        .iter()
                        .rev()
                        .zip(b.shape.iter().rev())
                        .all(|(x, y)| x == y || x.size == 1 && !x.scalable)
            }
            (scalar, Type::Vector(b)) => *scalar == b.element,
            _ => false,
        };
        if fits {
            return Ok(());
        }
        Err(wrong(op, format!("found a broadcast from `{from}` to `{to}`"))
            .help("expected a vector whose trailing extents are those of the source, or 1 there"))
    }

    pub fn extract(&self, op: &Op) -> Check {
        self.count_results(op, 1)?;
        let Some((&source, dynamic)) = op.operands.split_first() else {
            return Err(wrong(op, "has no operand"));
        };
        let part = self.part(op, source, dynamic)?;
        self.expect_type(op, op.results[0], &part, "the part extracted")
    }

    pub fn insert(&self, op: &Op) -> Check {
        self.count_results(op, 1)?;
        let [value, target, dynamic @ ..] = op.operands.as_slice() else {
            return Err(wrong(op, "has fewer than two operands"));
        };
        let part = self.part(op, *target, dynamic)?;
        // A vector without dimensions stands for its only element.
        let is_element =
            matches!(self.ty(*value), Type::Vector(v) if v.shape.is_empty() && v.element == part);
        if !is_element {
            self.expect_type(op, *value, &part, "the part inserted")?;
        }
        self.expect_type(op, op.results[0], self.ty(*target), "the result")
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
            return Err(wrong(
                op,
                format!("found {}", counted(dynamic.len(), "dynamic position")),
            )
            .help(format!("expected {wanted}, as `static_position` says")));
        }
        if positions.len() > ty.shape.len() {
            return Err(
                wrong(op, format!("found {}", counted(positions.len(), "position"))).help(format!(
                    "expected at most {}, the rank of the vector",
                    ty.shape.len()
                )),
            );
        }
        for (&position, dim) in positions.iter().zip(&ty.shape) {
            if position != DYNAMIC_POSITION && !(0..dim.size).contains(&position) {
                return Err(
                    wrong(op, format!("the position {position} is outside the vector"))
                        .help(format!("expected one from 0 to {}", dim.size - 1)),
                );
            }
        }
        Ok(match &ty.shape[positions.len()..] {
            [] => ty.element.clone(),
            rest => Type::Vector(
                VectorType {
                    shape: rest.to_vec(),
                    element: ty.element.clone(),
                }
                .into(),
            ),
        })
    }

    pub fn reduction(&self, op: &Op) -> Check {
        if !(1..=2).contains(&op.operands.len()) {
            return self.count_operands(op, 1);
        }
        self.count_results(op, 1)?;
        let ty = self.ty(op.operands[0]);
        let Some(vector) = ty.as_vector().filter(|v| v.shape.len() <= 1) else {
            return Err(wrong(op, format!("reduces the type `{ty}`"))
                .help("expected a vector of at most one dimension"));
        };
        for &scalar in op.operands[1..].iter().chain(&op.results) {
            self.expect_type(op, scalar, &vector.element, "the accumulator or the result")?;
        }
        let kind = match self.attribute(op, "kind")? {
            Attribute::Opaque(text) => text
                .strip_prefix("#vector.kind<")
                .and_then(|t| t.strip_suffix('>')),
            _ => None,
        };
        let integer = matches!(vector.element, Type::Integer(_) | Type::Index);
        let fits = match kind {
            Some("add" | "mul") => integer || is_float(&vector.element),
            Some("minsi" | "minui" | "maxsi" | "maxui" | "and" | "or" | "xor") => integer,
            Some("minnumf" | "maxnumf" | "minimumf" | "maximumf") => is_float(&vector.element),
            _ => return Err(wrong(op, "the kind of the reduction is not known")),
        };
        if fits {
            return Ok(());
        }
        Err(wrong(
            op,
            format!(
                "a reduction `{}` of `{}`",
                kind.unwrap_or_default(),
                vector.element
            ),
        ))
    }
}
