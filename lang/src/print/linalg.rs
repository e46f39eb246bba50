//! Custom forms of the structured operations of the linalg dialect.

use std::fmt::Write;

use crate::attribute::Attribute;
use crate::ir::{OpId, OpName, ValueId};
use crate::linalg::{Body, Iteration, MEMOIZED_MAPS, definition, operand_groups};
use crate::op::OpCode;
use crate::types::Type;
use crate::unknown_op::PROPERTIES;

use super::printer::Printer;
use super::text::is_bare;

/// The attributes that stand first in `linalg.generic`.
const TRAITS: [&str; 4] = ["doc", "indexing_maps", "library_call", "iterator_types"];

impl Printer<'_> {
    /// A named operation whose region is the one that its definition gives.
    pub fn linalg_named(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let code = o.code()?;
        let definition = definition(code)?;
        let (inputs, outputs) = operand_groups(o)?;
        let [region] = o.regions.as_slice() else {
            return None;
        };
        let body = Body::of(definition, &self.seen_by_region(&o.operands), &o.attributes).ok()?;
        if !body.is(self.module, *region) || o.attribute(MEMOIZED_MAPS).is_some() {
            return None;
        }
        self.push(code.name());
        self.attributes_but(op, &["operandSegmentSizes"]);
        self.operand_group("ins", &inputs);
        self.operand_group("outs", &outputs);
        self.arrow_results(op);
        Some(())
    }

    pub fn linalg_generic(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let (inputs, outputs) = operand_groups(o)?;
        let [region] = o.regions.as_slice() else {
            return None;
        };
        let region = *region;
        let Attribute::Array(iterations) = o.attribute("iterator_types")? else {
            return None;
        };
        let iterations: Option<Vec<Iteration>> = iterations.iter().map(Iteration::from_attribute).collect();
        let names = iterations?
            .into_iter()
            .map(|i| Attribute::string(i.name()))
            .collect();
        let mut traits: Vec<_> = (o.attributes.iter())
            .filter(|(name, _)| TRAITS.contains(&&**name))
            .cloned()
            .collect();
        for (name, value) in &mut traits {
            if **name == *"iterator_types" {
                *value = Attribute::array(names);
                break;
            }
        }
        self.head(OpCode::LinalgGeneric);
        self.text.dictionary(traits.iter());
        self.operand_group("ins", &inputs);
        self.operand_group("outs", &outputs);
        let shown = [&TRAITS[..], &["operandSegmentSizes"]].concat();
        let rest = self.rest(op, &shown);
        if !rest.is_empty() {
            self.push(" attrs = ");
            self.text.dictionary(rest.into_iter());
        }
        self.push(" ");
        self.labelled_region(region, 0);
        self.arrow_results(op);
        Some(())
    }

    pub fn linalg_map(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let (inputs, outputs) = operand_groups(o)?;
        self.results_are_tensor_outputs(op, &outputs)?;
        self.push("linalg.map");
        let is_short = self.short_payload(op, &inputs, false).is_some();
        self.operand_group("ins", &inputs);
        self.operand_group("outs", &outputs);
        self.attributes_but(op, &[]);
        if !is_short {
            self.region_with_arguments(op)?;
        }
        Some(())
    }

    pub fn linalg_reduce(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let operands = o.operands.clone();
        let (inputs, outputs) = operand_groups(o)?;
        self.results_are_tensor_outputs(op, &outputs)?;
        self.push("linalg.reduce");
        let is_short = self.short_payload(op, &operands, true).is_some();
        self.operand_group("ins", &inputs);
        self.operand_group("outs", &outputs);
        self.integer_list(op, "dimensions")?;
        self.attributes_but(op, &["dimensions"]);
        if !is_short {
            self.region_with_arguments(op)?;
        }
        Some(())
    }

    pub fn linalg_rearrange(&mut self, op: OpId, code: OpCode, attribute: &'static str) -> Option<()> {
        let o = self.module.op(op);
        let (inputs, outputs) = operand_groups(o)?;
        self.results_are_tensor_outputs(op, &outputs)?;
        let [region] = o.regions.as_slice() else {
            return None;
        };
        if !Body::identity(&self.seen_by_region(&o.operands)).is(self.module, *region) {
            return None;
        }
        self.push(code.name());
        self.operand_group("ins", &inputs);
        self.operand_group("outs", &outputs);
        self.integer_list(op, attribute)?;
        self.attributes_but(op, &[attribute]);
        Some(())
    }

    /// ` ins(%a, %b : T, U)`; nothing without values.
    fn operand_group(&mut self, word: &str, values: &[ValueId]) {
        if values.is_empty() {
            return;
        }
        let _ = write!(self.text.out, " {word}(");
        self.values(values);
        self.push(" : ");
        self.types_of(values);
        self.push(")");
    }

    /// ` -> T`, ` -> (T, U)`, or nothing without results.
    fn arrow_results(&mut self, op: OpId) {
        let results = &self.module.op(op).results;
        if results.is_empty() {
            return;
        }
        let types: Vec<Type> = results.iter().map(|&v| self.module.ty(v).clone()).collect();
        self.push(" -> ");
        self.text.result_types(&types);
    }

    /// ` name = [1, 2]`.
    fn integer_list(&mut self, op: OpId, name: &str) -> Option<()> {
        let values = match self.module.op(op).attribute(name)? {
            Attribute::DenseArray(array) if array.element == Type::I64 => array.elements.clone(),
            _ => return None,
        };
        let _ = write!(self.text.out, " {name} = [");
        self.text.list(&values, |text, value| {
            let _ = write!(text.out, "{}", value.as_i64().unwrap_or_default());
        });
        self.push("]");
        Some(())
    }

    /// Whether the results are those that the form implies.
    fn results_are_tensor_outputs(&self, op: OpId, outputs: &[ValueId]) -> Option<()> {
        let tensors = (outputs.iter())
            .map(|&v| self.module.ty(v))
            .filter(|ty| matches!(ty, Type::Tensor(t) if t.shape.is_some()));
        let results = self.module.op(op).results.iter().map(|&v| self.module.ty(v));
        results.eq(tensors).then_some(())
    }

    /// ` { arith.addf {…} }`, when the region is such an operation on elements of these operands.
    fn short_payload(&mut self, op: OpId, operands: &[ValueId], last_first: bool) -> Option<()> {
        let o = self.module.op(op);
        let [region] = o.regions.as_slice() else {
            return None;
        };
        let block = self.module.single_block(op, 0)?;
        let [payload, _] = self.module.block(block).ops.as_slice() else {
            return None;
        };
        let payload = self.module.op(*payload);
        let elements: Option<Vec<Type>> = operands.iter().map(|&v| self.element_of_shaped(v)).collect();
        let result = self.element_of_shaped(*o.operands.last()?)?;
        let attributes = payload.attributes.clone();
        let body = Body::payload(&elements?, payload.name.clone(), attributes, result, last_first);
        let has_properties = payload.attribute(PROPERTIES).is_some();
        let name = payload.name.as_str();
        let is_name = is_bare(name) && (name.contains('.') || matches!(payload.name, OpName::Known(_)));
        if operands.is_empty() || has_properties || !is_name || !body.is(self.module, *region) {
            return None;
        }
        let attributes = payload.attributes.clone();
        let _ = write!(self.text.out, " {{ {name}");
        if !attributes.is_empty() {
            self.push(" ");
            self.text.dictionary(attributes.iter());
        }
        self.push(" }");
        Some(())
    }

    fn element_of_shaped(&self, value: ValueId) -> Option<Type> {
        match self.module.ty(value) {
            ty @ (Type::Tensor(_) | Type::MemRef(_)) => Some(ty.element().clone()),
            _ => None,
        }
    }

    /// `(%a: T, %b: U) { … }` on a line of its own.
    fn region_with_arguments(&mut self, op: OpId) -> Option<()> {
        let [region] = self.module.op(op).regions.as_slice() else {
            return None;
        };
        let region = *region;
        let entry = *self.module.region(region).blocks.first()?;
        let arguments = self.module.block(entry).arguments.clone();
        self.indented_line(|printer| {
            printer.push("(");
            for (i, &argument) in arguments.iter().enumerate() {
                if i > 0 {
                    printer.push(", ");
                }
                printer.value(argument);
                printer.push(": ");
                printer.ty(argument);
            }
            printer.push(") ");
            printer.custom_region(region, "", 0);
        });
        Some(())
    }

    /// The types of the arguments of the region for these operands.
    fn seen_by_region(&self, operands: &[ValueId]) -> Vec<Type> {
        let element = |&value: &ValueId| match self.module.ty(value) {
            Type::MemRef(m) if m.shape.is_some() => m.element.clone(),
            Type::Tensor(t) if t.shape.is_some() => t.element.clone(),
            other => other.clone(),
        };
        operands.iter().map(element).collect()
    }
}
