//! The types that a custom form shows, and whose they are.

use std::ops::Range;

use smallvec::SmallVec;

use crate::assembly::segments::by_count;
use crate::assembly::signature::Part;
use crate::assembly::syntax::Arity;
use crate::diagnostic::{Diagnostic, counted};
use crate::parse::state::Parsed;
use crate::types::Type;

use super::Reader;

impl Reader<'_, '_> {
    /// The types of one part, or of several one after another.
    pub(super) fn types(&mut self, parts: &[Part]) -> Parsed<()> {
        let first = self.types.len();
        let is_one = |part: &Part| {
            self.signature
                .groups(*part)
                .is_none_or(|g| g.arity != Arity::Many)
        };
        if let [part] = parts
            && is_one(part)
        {
            let ty = self.parser.ty()?;
            self.types.push(ty);
        } else {
            let types = self.parser.types()?;
            self.types.extend(types);
        }
        self.distribute(parts, first)
    }

    pub(super) fn functional_type(&mut self, inputs: &[Part], results: &[Part]) -> Parsed<()> {
        let ty = self.parser.function_type()?;
        let first = self.types.len();
        self.types.extend(ty.inputs);
        self.distribute(inputs, first)?;
        let first = self.types.len();
        self.types.extend(ty.results);
        self.distribute(results, first)
    }

    /// Gives the types from `first` on to the parts: to each operand its own, to results what is left.
    pub(crate) fn give_types(&mut self, part: Part, types: impl IntoIterator<Item = Type>) {
        let first = self.types.len();
        self.types.extend(types);
        self.note_types(part, first..self.types.len());
    }

    pub(super) fn distribute(&mut self, parts: &[Part], mut first: usize) -> Parsed<()> {
        if let [part] = parts {
            self.note_types(*part, first..self.types.len());
            return Ok(());
        }
        let total = self.types.len() - first;
        let lengths: Option<SmallVec<[usize; 4]>> = match parts.first() {
            Some(Part::Result(_)) => {
                let equal = self.signature.has_equal_result_groups();
                let ranges = by_count(&self.signature.results, total, equal);
                ranges.map(|all| all.iter().map(|r| r.len()).collect())
            }
            _ => Some(parts.iter().map(|part| self.use_count(*part)).collect()),
        };
        let Some(lengths) = lengths.filter(|all| all.iter().sum::<usize>() == total) else {
            return Err(self.wrong_number_of_types(parts, total));
        };
        for (part, length) in parts.iter().zip(lengths) {
            self.note_types(*part, first..first + length);
            first += length;
        }
        Ok(())
    }

    /// How many operands the text has given the part.
    pub(crate) fn use_count(&self, part: Part) -> usize {
        match part {
            Part::Operand(i) => self.operand_uses[i].len(),
            _ => 0,
        }
    }

    #[cold]
    fn wrong_number_of_types(&self, parts: &[Part], found: usize) -> Box<Diagnostic> {
        let wanted: usize = parts.iter().map(|part| self.use_count(*part)).sum();
        let message = match parts.first() {
            Some(Part::Operand(_)) => format!(
                "found {} and {}: expected as many operands as types",
                counted(wanted, "operand"),
                counted(found, "type")
            ),
            _ => format!(
                "found {}, which are not the results of the operation",
                counted(found, "type")
            ),
        };
        self.parser.error(self.op.span, message)
    }

    pub(super) fn note_types(&mut self, part: Part, range: Range<usize>) {
        match part {
            Part::Operand(i) => self.operand_types[i] = Some(range),
            Part::Result(i) => self.result_types[i] = Some(range),
            _ => {}
        }
    }
}
