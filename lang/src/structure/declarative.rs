//! What a signature demands of an operation: counts, attributes, types, regions, parents.

use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Module, Op, OpId, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::shape_rules as rules;
use crate::assembly::class::Class;
use crate::assembly::derive::Compute;
use crate::assembly::fit;
use crate::assembly::infer::Expected;
use crate::assembly::segments::{self, Ranges, refused, values_of};
use crate::assembly::signature::{Argument, Group, Part, Signature, TypeSpec};
use crate::assembly::syntax::Arity;

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
        let (mut least, mut open) = (0, false);
        for arity in arities {
            match arity {
                Arity::One => least += 1,
                Arity::Optional | Arity::Many => open = true,
            }
        }
        if found == least || open && found > least {
            return Ok(());
        }
        let expected = match (least, open) {
            (0, _) => format!("requires zero {what}s"),
            (1, false) => format!("requires one {what}"),
            (_, false) => format!("expected {least} {what}s"),
            (_, true) => format!("expected {least} or more {what}s"),
        };
        Err(refused(op, format!("has {}", counted(found, what)), expected))
    }

    fn attributes(&self, op: &Op) -> Check {
        for spec in &self.signature.attributes {
            match op.attribute(spec.name) {
                None if spec.is_optional => {}
                None => {
                    return Err(refused(op, format!("requires the attribute `{}`", spec.name), ""));
                }
                Some(value) if spec.kind.fits(value) => {}
                Some(value) => {
                    let message = format!("the attribute `{}` is `{value}`", spec.name);
                    let constraint = format!("failed to satisfy the constraint: {}", spec.kind.description());
                    return Err(refused(op, message, constraint));
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
                return Err(refused(op, message, ""));
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
                return Err(refused(
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
        let parts = self.signature.operands.iter().zip(operands);
        let parts = parts.map(|(g, r)| (g, &op.operands[r.clone()]));
        let results_of = self.signature.results.iter().zip(results);
        let results_of = results_of.map(|(g, r)| (g, &op.results[r.clone()]));
        for (group, values) in parts.chain(results_of) {
            let fits = match &group.ty {
                TypeSpec::Class { .. } => true,
                TypeSpec::Variable(v) => match self.variable(*v, op, operands, results) {
                    Some(wanted) => self.are(values, wanted),
                    None => true,
                },
                TypeSpec::Derived(derivation, argument) => {
                    let of = match argument {
                        Argument::Variable(v) => self.variable(*v, op, operands, results),
                        Argument::Attribute(_) => None,
                    };
                    match (derivation.compute, argument) {
                        (Compute::One(f), Argument::Variable(_)) => {
                            of.and_then(f).is_none_or(|wanted| self.are(values, &wanted))
                        }
                        (Compute::OfAttribute(f), Argument::Attribute(a)) => {
                            let attribute = op.attribute(self.signature.attributes[*a].name);
                            attribute
                                .and_then(f)
                                .is_none_or(|wanted| self.are(values, &wanted))
                        }
                        _ => false,
                    }
                }
            };
            if !fits {
                self.relation_of(op, group, values, operands, results)?;
            }
        }
        Ok(())
    }

    /// The type that a variable stands for: that of the first value of the first part that has one.
    fn variable(&self, v: usize, op: &Op, operands: &Ranges, results: &Ranges) -> Option<&Type> {
        let sources = &self.signature.variables[v].sources;
        let first = |part: &Part| values_of(op, *part, operands, results).first();
        sources.iter().find_map(first).map(|&value| self.module.ty(value))
    }

    fn are(&self, values: &[ValueId], wanted: &Type) -> bool {
        let is = |ty: &Type| ty == wanted || ty.is_unknown();
        values.iter().all(|&v| is(self.module.ty(v)))
    }

    /// As [`Checker::relations`], of one group that is not plainly what it should be.
    #[cold]
    fn relation_of(
        &self,
        op: &Op,
        group: &Group,
        values: &[ValueId],
        operands: &Ranges,
        results: &Ranges,
    ) -> Check {
        let variables = fit::bind(self.module, self.signature, op, operands, results);
        let expected = variables.expected(&group.ty, |i| op.attribute(self.signature.attributes[i].name));
        let types = values.iter().map(|&v| self.module.ty(v));
        match matches!(expected, Expected::Unknown) || expected.agrees(types) {
            true => Ok(()),
            false => Err(self.disagreement(op, group, values, &expected)),
        }
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
        refused(op, message, relation)
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

fn list(types: &[Type]) -> String {
    let shown: Vec<String> = types.iter().map(|t| format!("`{t}`")).collect();
    shown.join(", ")
}
