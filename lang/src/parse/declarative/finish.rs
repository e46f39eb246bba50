//! What stands at the end of a custom form: operands resolved, results made.

use std::ops::Range;

use smallvec::SmallVec;

use crate::assembly::infer::{Expected, Variables};
use crate::assembly::signature::Part;
use crate::assembly::syntax::Arity;
use crate::diagnostic::Diagnostic;
use crate::parse::state::Parsed;

use super::Reader;

impl Reader<'_, '_> {
    /// Resolves the operands and makes the results.
    pub(super) fn finish(mut self) -> Parsed<()> {
        let variables = self.variables();
        for i in 0..self.signature.operands.len() {
            self.resolve(i, &variables)?;
        }
        for i in 0..self.signature.results.len() {
            self.result(i, &variables)?;
        }
        self.segments();
        self.regions.sort_by_key(|(i, _)| *i);
        self.op
            .regions
            .extend(self.regions.iter().map(|(_, region)| *region));
        self.successors.sort_by_key(|(i, _)| *i);
        self.op
            .successors
            .extend(self.successors.iter().map(|(_, block)| *block));
        Ok(())
    }

    fn variables(&self) -> Variables {
        Variables::bind(self.signature, |part| {
            let range = match part {
                Part::Operand(i) => self.operand_types[i].as_ref()?,
                Part::Result(i) => self.result_types[i].as_ref()?,
                _ => return None,
            };
            self.types[range.clone()].first().cloned()
        })
    }

    fn resolve(&mut self, i: usize, variables: &Variables) -> Parsed<()> {
        let uses = &self.uses[self.operand_uses[i].clone()];
        if let Some(range) = &self.operand_types[i] {
            let types = &self.types[range.clone()];
            return self.parser.resolve_each(self.op, uses, types, self.op.span);
        }
        match self.expected(i, false, variables) {
            Expected::Each(ty) => self.parser.resolve_into(self.op, uses, &ty),
            Expected::List(types) => self.parser.resolve_each(self.op, uses, &types, self.op.span),
            Expected::Any | Expected::Unknown if uses.is_empty() => Ok(()),
            Expected::Any | Expected::Unknown => Err(self.not_inferable(self.signature.operands[i].name)),
        }
    }

    fn result(&mut self, i: usize, variables: &Variables) -> Parsed<()> {
        if let Some(range) = &self.result_types[i] {
            self.op
                .result_types
                .extend(self.types[range.clone()].iter().cloned());
            return Ok(());
        }
        match (self.expected(i, true, variables), self.signature.results[i].arity) {
            (Expected::Each(ty), Arity::One) => self.op.result_types.push(ty),
            (Expected::List(types), _) => self.op.result_types.extend(types),
            (_, Arity::Optional | Arity::Many) => {}
            (Expected::Any | Expected::Unknown, Arity::One) => {
                return Err(self.not_inferable(self.signature.results[i].name));
            }
        }
        Ok(())
    }

    fn expected(&self, i: usize, is_result: bool, variables: &Variables) -> Expected {
        let signature = self.signature;
        let group = if is_result {
            &signature.results[i]
        } else {
            &signature.operands[i]
        };
        variables.expected(&group.ty, |attribute| {
            let name = &signature.attributes[attribute].name;
            let found = self.op.attributes.iter().find(|(n, _)| **n == **name);
            found.map(|(_, value)| value)
        })
    }

    #[cold]
    fn not_inferable(&self, name: &str) -> Box<Diagnostic> {
        let message = format!(
            "the type of `{name}` does not follow from the types that are specified: it may have none"
        );
        self.parser.error(self.op.span, message)
    }

    fn segments(&mut self) {
        let signature = self.signature;
        if let Some(name) = signature.operand_segments {
            let sizes: SmallVec<[i64; 4]> = self.operand_uses.iter().map(|r| r.len() as i64).collect();
            self.push_sizes(name, &sizes);
        }
        if let Some(name) = signature.result_segments {
            let length = |r: &Option<Range<usize>>| r.as_ref().map_or(0, |r| r.len() as i64);
            let sizes: SmallVec<[i64; 4]> = self.result_types.iter().map(length).collect();
            self.push_sizes(name, &sizes);
        }
    }

    fn push_sizes(&mut self, name: &'static str, sizes: &[i64]) {
        let sizes = self.parser.shared_sizes(sizes);
        let name = self.parser.name(name);
        self.op.attributes.push((name, sizes));
    }
}
