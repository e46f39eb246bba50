//! Custom forms of the scf dialect.

use std::fmt::Write;

use crate::attribute::Attribute;
use crate::ir::{Op, OpId, RegionId, ValueId};
use crate::op::{OpCode, Trait};
use crate::types::Type;

use super::printer::Printer;

/// The attributes of `scf.forall` that its head shows.
const FORALL: [&str; 4] = [
    "staticLowerBound",
    "staticUpperBound",
    "staticStep",
    "operandSegmentSizes",
];

impl Printer<'_> {
    pub fn scf_for(&mut self, op: OpId) -> Option<()> {
        let block = self.module.single_block(op, 0)?;
        let o = self.module.op(op);
        let arguments = self.module.block(block).arguments.clone();
        let (&variable, carried) = arguments.split_first()?;
        let (operands, results, region) = (o.operands.clone(), o.results.clone(), o.regions[0]);
        let (bounds, initial) = operands.split_at_checked(3)?;
        let ty = self.module.ty(variable);
        if o.regions.len() != 1
            || !self.is_terminated(region)
            || !bounds.iter().all(|&v| self.module.ty(v) == ty)
            || !self.same_types(initial, carried)
            || !self.same_types(initial, &results)
        {
            return None;
        }
        self.push("scf.for ");
        self.value(variable);
        self.argument_location(variable);
        for (word, &bound) in [" = ", " to ", " step "].into_iter().zip(bounds) {
            self.push(word);
            self.value(bound);
        }
        if !initial.is_empty() {
            self.push(" iter_args");
            self.initial_values(carried, initial);
            self.push(" -> (");
            self.types_of(&results);
            self.push(")");
        }
        self.push(" ");
        if *ty != Type::Index {
            self.push(" : ");
            self.ty(variable);
            self.push(" ");
        }
        self.body(region, initial.is_empty().then_some(OpCode::ScfYield));
        self.attributes_but(op, &[]);
        Some(())
    }

    /// `(%a = %b, …)`.
    fn initial_values(&mut self, arguments: &[ValueId], values: &[ValueId]) {
        self.push("(");
        for (i, (&argument, &value)) in arguments.iter().zip(values).enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.value(argument);
            self.argument_location(argument);
            self.push(" = ");
            self.value(value);
        }
        self.push(")");
    }

    fn arguments(&mut self, arguments: &[ValueId]) {
        for (i, &argument) in arguments.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.value(argument);
            self.argument_location(argument);
        }
    }

    /// Whether the values have the same types one by one.
    fn same_types(&self, left: &[ValueId], right: &[ValueId]) -> bool {
        let ty = |&v: &ValueId| self.module.ty(v);
        left.iter().map(ty).eq(right.iter().map(ty))
    }

    /// ` -> T`, or nothing.
    fn arrow_types(&mut self, results: &[ValueId]) {
        if results.is_empty() {
            return;
        }
        self.push(" -> ");
        let types: Vec<Type> = results.iter().map(|&r| self.module.ty(r).clone()).collect();
        self.text.result_types(&types);
    }

    pub fn scf_if(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let ([condition], [then, otherwise]) = (o.operands.as_slice(), o.regions.as_slice()) else {
            return None;
        };
        let (condition, then, otherwise) = (*condition, *then, *otherwise);
        let results = o.results.clone();
        let has_else = !self.module.region(otherwise).blocks.is_empty();
        if *self.module.ty(condition) != Type::I1
            || !self.is_implied_block(then)
            || has_else && !self.is_implied_block(otherwise)
        {
            return None;
        }
        self.push("scf.if ");
        self.value(condition);
        if !results.is_empty() {
            self.push(" -> (");
            self.types_of(&results);
            self.push(")");
        }
        self.push(" ");
        let implied = results.is_empty().then_some(OpCode::ScfYield);
        self.body(then, implied);
        if has_else {
            self.push(" else ");
            self.body(otherwise, implied);
        }
        self.attributes_but(op, &[]);
        Some(())
    }

    /// Whether the only block ends in a terminator, so that reading adds none.
    pub(super) fn is_terminated(&self, region: RegionId) -> bool {
        let last = match self.module.region(region).blocks.as_slice() {
            [block] => self.module.block(*block).ops.last(),
            _ => None,
        };
        let code = last.and_then(|&op| self.module.op(op).code());
        code.is_some_and(|code| code.has_trait(Trait::Terminator))
    }

    /// Whether the region has one block, without arguments, that ends in a terminator.
    fn is_implied_block(&self, region: RegionId) -> bool {
        self.is_single_and_bare(region) && self.is_terminated(region)
    }

    /// Whether the region has one block, without arguments.
    fn is_single_and_bare(&self, region: RegionId) -> bool {
        match self.module.region(region).blocks.as_slice() {
            [block] => self.module.block(*block).arguments.is_empty(),
            _ => false,
        }
    }

    pub fn scf_while(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let [before, after] = o.regions.as_slice() else {
            return None;
        };
        let (before, after) = (*before, *after);
        let (operands, results) = (o.operands.clone(), o.results.clone());
        let block = *self.module.region(before).blocks.first()?;
        let arguments = self.module.block(block).arguments.clone();
        if !self.same_types(&arguments, &operands) || self.module.region(after).blocks.is_empty() {
            return None;
        }
        self.push("scf.while ");
        if !operands.is_empty() {
            self.initial_values(&arguments, &operands);
            self.push(" ");
        }
        self.push(": (");
        self.types_of(&operands);
        self.push(") -> ");
        let types: Vec<Type> = results.iter().map(|&r| self.module.ty(r).clone()).collect();
        self.text.result_types(&types);
        self.push(" ");
        self.custom_region(before, "", 0);
        self.push(" do ");
        self.labelled_region(after, 0);
        self.attribute_clause(op, &[]);
        Some(())
    }

    pub fn scf_parallel(&mut self, op: OpId) -> Option<()> {
        let block = self.module.single_block(op, 0)?;
        let o = self.module.op(op);
        let arguments = self.module.block(block).arguments.clone();
        let (results, region) = (o.results.clone(), o.regions[0]);
        let groups = self.segments::<4>(o)?;
        let [lower, upper, step, initial] = &groups;
        if o.regions.len() != 1
            || !self.is_terminated(region)
            || groups[..3]
                .iter()
                .any(|g| g.len() != arguments.len() || !self.all_index(g))
            || !self.all_index(&arguments)
            || !self.same_types(initial, &results)
        {
            return None;
        }
        self.push("scf.parallel (");
        self.arguments(&arguments);
        let bounds = [(") = (", lower), (") to (", upper), (") step (", step)];
        for (word, values) in bounds {
            self.push(word);
            self.values(values);
        }
        self.push(")");
        if !initial.is_empty() {
            self.push(" init (");
            self.values(initial);
            self.push(")");
        }
        self.arrow_types(&results);
        self.push(" ");
        self.custom_region(region, "", 0);
        self.attributes_but(op, &["operandSegmentSizes"]);
        Some(())
    }

    /// The operands in the groups that `operandSegmentSizes` gives; `None` when it does not fit them.
    pub fn segments<const N: usize>(&self, op: &Op) -> Option<[Vec<ValueId>; N]> {
        let sizes = op.attribute("operandSegmentSizes")?.as_i64_list()?;
        let mut rest = op.operands.as_slice();
        let mut groups = Vec::with_capacity(N);
        for size in sizes {
            let (group, others) = rest.split_at_checked(usize::try_from(size).ok()?)?;
            groups.push(group.to_vec());
            rest = others;
        }
        match rest {
            [] => groups.try_into().ok(),
            _ => None,
        }
    }

    pub fn scf_reduce(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let (operands, regions) = (o.operands.clone(), o.regions.clone());
        let dictionary_reads_as_region = regions.is_empty() && !o.attributes.is_empty();
        if !o.results.is_empty() || dictionary_reads_as_region {
            return None;
        }
        self.push("scf.reduce");
        if !operands.is_empty() {
            self.push("(");
            self.values(&operands);
            self.push(" : ");
            self.types_of(&operands);
            self.push(")");
        }
        for (i, &region) in regions.iter().enumerate() {
            self.push(if i > 0 { ", " } else { " " });
            self.labelled_region(region, 0);
        }
        self.attributes_but(op, &[]);
        Some(())
    }

    pub fn scf_forall(&mut self, op: OpId) -> Option<()> {
        let block = self.module.single_block(op, 0)?;
        let o = self.module.op(op);
        let arguments = self.module.block(block).arguments.clone();
        let (results, region) = (o.results.clone(), o.regions[0]);
        let [lower, upper, step, outputs] = self.segments::<4>(o)?;
        let integers = |name: &str| o.attribute(name).and_then(Attribute::as_i64_list);
        let (lowers, uppers, steps) = (integers(FORALL[0])?, integers(FORALL[1])?, integers(FORALL[2])?);
        let (variables, shared) = arguments.split_at_checked(uppers.len())?;
        if o.regions.len() != 1
            || !self.is_terminated(region)
            || lowers.len() != variables.len()
            || steps.len() != variables.len()
            || !self.all_index(variables)
            || !self.same_types(&outputs, shared)
            || !self.same_types(&outputs, &results)
        {
            return None;
        }
        self.push("scf.forall (");
        self.arguments(variables);
        let parens = ["(", ")"];
        if lowers.iter().all(|&n| n == 0) && steps.iter().all(|&n| n == 1) {
            self.push(") in ");
            self.indices(parens, &uppers, &upper)?;
        } else {
            self.push(") = ");
            self.indices(parens, &lowers, &lower)?;
            self.push(" to ");
            self.indices(parens, &uppers, &upper)?;
            self.push(" step ");
            self.indices(parens, &steps, &step)?;
        }
        if !outputs.is_empty() {
            self.push(" shared_outs");
            self.initial_values(shared, &outputs);
            self.push(" -> (");
            self.types_of(&results);
            self.push(")");
        }
        self.push(" ");
        self.body(region, results.is_empty().then_some(OpCode::ScfInParallel));
        self.attributes_but(op, &FORALL);
        Some(())
    }

    pub fn scf_index_switch(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let ([index], [default, cases @ ..]) = (o.operands.as_slice(), o.regions.as_slice()) else {
            return None;
        };
        let (index, default, cases) = (*index, *default, cases.to_vec());
        let results = o.results.clone();
        let values = o.attribute("cases")?.as_i64_list()?;
        if values.len() != cases.len()
            || *self.module.ty(index) != Type::Index
            || !self.is_implied_block(default)
            || !cases.iter().all(|&region| self.is_single_and_bare(region))
        {
            return None;
        }
        self.push("scf.index_switch ");
        self.value(index);
        self.attributes_but(op, &["cases"]);
        self.arrow_types(&results);
        for (value, region) in values.into_iter().zip(cases) {
            self.push("\n");
            self.line();
            let _ = write!(self.text.out, "case {value} ");
            self.custom_region(region, "", 0);
        }
        self.push("\n");
        self.line();
        self.push("default ");
        self.body(default, Some(OpCode::ScfYield));
        Some(())
    }
}
