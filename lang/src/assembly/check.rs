//! What a signature demands of an operation: counts, attributes, types, regions, parents.

use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Module, Op, OpId, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::class::Class;
use super::derive::Compute;
use super::fit;
use super::infer::Expected;
use super::rules;
use super::segments::{self, Ranges};
use super::signature::{Argument, Group, Part, Signature, TypeSpec};
use super::syntax::Arity;

type Check = Result<(), Box<Diagnostic>>;

/// The first mistake of an operation against its signature; none for one whose row has no signature.
pub(crate) fn check(module: &Module, id: OpId, code: OpCode) -> Check {
    let signature = Signature::of(code);
    if !signature.is_known() {
        return Ok(());
    }
    Checker {
        module,
        signature,
        id,
    }
    .operation()
}

struct Checker<'m> {
    module: &'m Module,
    signature: &'static Signature,
    id: OpId,
}

impl Checker<'_> {
    fn operation(&self) -> Check {
        let op = self.module.op(self.id);
        self.region_count(op)?;
        self.successor_count(op)?;
        let results = segments::results(self.signature, op)?;
        let operands = segments::operands(self.signature, op)?;
        self.attributes(op)?;
        for (group, range) in self.signature.operands.iter().zip(&operands) {
            self.class_of(op, group, &op.operands[range.clone()], range.start, "operand")?;
        }
        for (group, range) in self.signature.results.iter().zip(&results) {
            self.class_of(op, group, &op.results[range.clone()], range.start, "result")?;
        }
        self.regions(op)?;
        self.relations(op, &operands, &results)?;
        let mut rules = self.signature.rules.iter();
        rules.try_for_each(|rule| rules::check(self.module, op, rule, &operands, &results))
    }

    fn region_count(&self, op: &Op) -> Check {
        let arities = self.signature.regions.iter().map(|r| r.arity);
        self.count(op, arities, op.regions.len(), "region")
    }

    fn successor_count(&self, op: &Op) -> Check {
        let arities = self.signature.successors.iter().map(|s| s.1);
        self.count(op, arities, op.successors.len(), "successor")
    }

    fn count(&self, op: &Op, arities: impl Iterator<Item = Arity>, found: usize, what: &str) -> Check {
        let arities: Vec<Arity> = arities.collect();
        let least = arities.iter().filter(|a| **a == Arity::One).count();
        let open = least < arities.len();
        if found == least || open && found > least {
            return Ok(());
        }
        let expected = match (least, open) {
            (0, _) => format!("requires zero {what}s"),
            (1, false) => format!("requires one {what}"),
            (_, false) => format!("expected {least} {what}s"),
            (_, true) => format!("expected {least} or more {what}s"),
        };
        Err(wrong(op, format!("has {}", counted(found, what)), expected))
    }

    fn attributes(&self, op: &Op) -> Check {
        for spec in &self.signature.attributes {
            match op.attribute(spec.name) {
                None if spec.is_optional => {}
                None => {
                    return Err(wrong(op, format!("requires the attribute `{}`", spec.name), ""));
                }
                Some(value) if spec.kind.fits(value) => {}
                Some(value) => {
                    let message = format!("the attribute `{}` is `{value}`", spec.name);
                    let constraint = format!("failed to satisfy the constraint: {}", spec.kind.description());
                    return Err(wrong(op, message, constraint));
                }
            }
        }
        Ok(())
    }

    fn class_of(
        &self,
        op: &Op,
        group: &'static Group,
        values: &[ValueId],
        first: usize,
        what: &str,
    ) -> Check {
        let Some(class) = self.class(&group.ty) else {
            return Ok(());
        };
        for (&value, i) in values.iter().zip(first..) {
            let ty = self.module.ty(value);
            if !class.contains(ty) && !ty.is_unknown() {
                let list = if group.arity == Arity::Many {
                    "variadic of "
                } else {
                    ""
                };
                let message = format!("{what} #{i} must be {list}{class}, but got `{ty}`");
                return Err(wrong(op, message, ""));
            }
        }
        Ok(())
    }

    fn class(&self, spec: &'static TypeSpec) -> Option<&'static Class> {
        match spec {
            TypeSpec::Class { class, .. } => Some(class),
            TypeSpec::Variable(v) => Some(&self.signature.variables[*v].class),
            TypeSpec::Derived(..) => None,
        }
    }

    fn regions(&self, op: &Op) -> Check {
        let specs = &self.signature.regions;
        for (i, &region) in op.regions.iter().enumerate() {
            let Some(spec) = specs.get(i).or(specs.last()) else {
                continue;
            };
            let count = self.module.region(region).blocks.len();
            if !spec.blocks.allow(count) {
                let found = counted(count, "block");
                let message = format!("region #{i} (`{}`) has {found}", spec.name);
                return Err(wrong(
                    op,
                    message,
                    format!("failed to verify the constraint: {}", spec.blocks),
                ));
            }
        }
        Ok(())
    }

    /// Parts of one variable have one type, and derived types are what they are derived from.
    fn relations(&self, op: &Op, operands: &Ranges, results: &Ranges) -> Check {
        let variables = fit::bind(self.module, self.signature, op, operands, results);
        let operands = self
            .signature
            .operands
            .iter()
            .zip(operands)
            .map(|(g, r)| (g, &op.operands[r.clone()]));
        let results = self
            .signature
            .results
            .iter()
            .zip(results)
            .map(|(g, r)| (g, &op.results[r.clone()]));
        for (group, values) in operands.chain(results) {
            let expected = variables.expected(&group.ty, |i| op.attribute(self.signature.attributes[i].name));
            if matches!(group.ty, TypeSpec::Class { .. }) || matches!(expected, Expected::Unknown) {
                continue;
            }
            if !expected.agrees(values.iter().map(|&v| self.module.ty(v))) {
                return Err(self.disagreement(op, group, values, &expected));
            }
        }
        Ok(())
    }

    fn disagreement(
        &self,
        op: &Op,
        group: &Group,
        values: &[ValueId],
        expected: &Expected,
    ) -> Box<Diagnostic> {
        let found: Vec<String> = values
            .iter()
            .map(|&v| format!("`{}`", self.module.ty(v)))
            .collect();
        let wanted = match expected {
            Expected::Each(ty) => format!("`{ty}`"),
            Expected::List(types) => list(types),
            Expected::Any | Expected::Unknown => String::new(),
        };
        let relation = self.relation(&group.ty, group.name);
        let message = format!("`{}` has the type {}, not {wanted}", group.name, found.join(", "));
        wrong(op, message, relation)
    }

    /// The rule that a type breaks, in words.
    fn relation(&self, spec: &TypeSpec, name: &str) -> String {
        let named = |v: usize| {
            let of = |ty: &TypeSpec| matches!(ty, TypeSpec::Variable(w) if *w == v);
            let parts = self.signature.operands.iter().chain(&self.signature.results);
            let names: Vec<&str> = parts.filter(|g| of(&g.ty)).map(|g| g.name).collect();
            names
        };
        match spec {
            TypeSpec::Variable(v) => {
                let names = named(*v);
                match names.len() == self.signature.operands.len() + self.signature.results.len() {
                    true => "requires the same type for all operands and results".to_string(),
                    false => format!(
                        "failed to verify that all of {{{}}} have same type",
                        names.join(", ")
                    ),
                }
            }
            TypeSpec::Derived(derivation, argument) => {
                let of = match argument {
                    Argument::Variable(v) => named(*v).join(", "),
                    Argument::Attribute(i) => self.signature.attributes[*i].name.to_string(),
                };
                match derivation.compute {
                    Compute::List(_) => format!(
                        "failed to verify that {name} types match the {} of {of}",
                        derivation.description
                    ),
                    _ => format!(
                        "failed to verify that {name} type matches {} of {of}",
                        derivation.description
                    ),
                }
            }
            TypeSpec::Class { .. } => String::new(),
        }
    }
}

/// A mistake of an operation, and what was expected where that is another matter.
#[cold]
pub(super) fn wrong(op: &Op, message: String, expected: impl Into<String>) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::new(op.span, format!("`{}`: {message}", op.name.as_str()));
    let expected = expected.into();
    Box::new(match expected.is_empty() {
        true => diagnostic,
        false => diagnostic.help(expected),
    })
}

fn list(types: &[Type]) -> String {
    let shown: Vec<String> = types.iter().map(|t| format!("`{t}`")).collect();
    shown.join(", ")
}

/// Whether the part is an operand or a result.
pub(super) fn values_of<'o>(op: &'o Op, part: Part, operands: &Ranges, results: &Ranges) -> &'o [ValueId] {
    match part {
        Part::Operand(i) => &op.operands[operands[i].clone()],
        Part::Result(i) => &op.results[results[i].clone()],
        _ => &[],
    }
}
