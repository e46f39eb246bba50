//! Custom forms of modules, functions, calls and returns.

use crate::attribute::Attribute;
use crate::ir::{Op, OpId, RegionId, ValueId};
use crate::types::Type;

use super::printer::Printer;

impl Printer<'_> {
    /// ` attributes {…}`.
    pub fn attribute_clause(&mut self, op: OpId, shown: &[&str]) {
        let rest = self.rest(op, shown);
        if !rest.is_empty() {
            self.push(" attributes ");
            self.text.dictionary(rest.into_iter());
        }
    }

    pub fn function(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let Some(Type::Function(ty)) = o.attribute("function_type").and_then(Attribute::as_type) else {
            return None;
        };
        let ty = ty.clone();
        let region = single_region(o)?;
        let name = o.attribute("sym_name")?.as_str()?;
        let entry = self.module.region(region).blocks.first().copied();
        let arguments: Option<Vec<ValueId>> = entry.map(|b| self.module.block(b).arguments.clone());
        if let Some(arguments) = &arguments
            && !(arguments.len() == ty.inputs.len()
                && arguments
                    .iter()
                    .zip(&ty.inputs)
                    .all(|(&a, t)| self.module.ty(a) == t))
        {
            return None;
        }
        self.push("func.func ");
        if let Some(visibility) = o.attribute("sym_visibility") {
            let visibility = visibility
                .as_str()
                .filter(|v| matches!(*v, "private" | "public" | "nested"))?;
            self.push(visibility);
            self.push(" ");
        }
        self.text.symbol(name);
        self.push("(");
        for (i, input) in ty.inputs.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            if let Some(arguments) = &arguments {
                self.value(arguments[i]);
                self.push(": ");
            }
            self.text.ty(input);
            self.parameter_attributes(o, "arg_attrs", i, ty.inputs.len())?;
            if let Some(arguments) = &arguments {
                self.argument_location(arguments[i]);
            }
        }
        self.push(")");
        if !ty.results.is_empty() {
            self.push(" -> ");
            if o.attribute("res_attrs").is_none() {
                self.text.result_types(&ty.results);
            } else {
                self.push("(");
                for (i, result) in ty.results.iter().enumerate() {
                    if i > 0 {
                        self.push(", ");
                    }
                    self.text.ty(result);
                    self.parameter_attributes(o, "res_attrs", i, ty.results.len())?;
                }
                self.push(")");
            }
        }
        let shown = [
            "sym_name",
            "function_type",
            "sym_visibility",
            "arg_attrs",
            "res_attrs",
        ];
        self.attribute_clause(op, &shown);
        if entry.is_some() {
            self.push(" ");
            self.custom_region(region, "func", 0);
        }
        Some(())
    }

    pub fn parameter_attributes(&mut self, op: &Op, list: &str, i: usize, count: usize) -> Option<()> {
        match op.attribute(list) {
            None => Some(()),
            Some(Attribute::Array(items)) if items.len() == count => match &items[i] {
                Attribute::Dictionary(entries) => {
                    if !entries.is_empty() {
                        self.push(" ");
                        self.text.dictionary(entries.iter());
                    }
                    Some(())
                }
                _ => None,
            },
            Some(_) => None,
        }
    }
}

fn single_region(op: &Op) -> Option<RegionId> {
    let plain = op.operands.is_empty() && op.results.is_empty();
    match op.regions.as_slice() {
        [region] if plain => Some(*region),
        _ => None,
    }
}
