//! Custom forms of contractions, masks and the code of one lane.

use std::fmt::Write;

use crate::attribute::{Attribute, NamedAttribute};
use crate::ir::{BlockId, OpId};
use crate::op::OpCode;
use crate::types::Type;

use super::printer::Printer;

/// The attributes of a contraction that stand before its operands.
const CONTRACTION: [&str; 3] = ["indexing_maps", "iterator_types", "kind"];

impl Printer<'_> {
    pub fn contract(&mut self, op: OpId) -> Option<()> {
        let o = self.plain(op, 3, 1)?;
        let (operands, result) = (o.operands.clone(), o.results[0]);
        if self.module.ty(operands[2]) != self.module.ty(result) {
            return None;
        }
        let mut shown: Vec<NamedAttribute> = Vec::new();
        for (name, value) in &o.attributes {
            match &**name {
                "iterator_types" => shown.push((name.clone(), iterator_names(value)?)),
                "indexing_maps" | "kind" => shown.push((name.clone(), value.clone())),
                _ => {}
            }
        }
        let says = |wanted: &str| shown.iter().any(|(name, _)| **name == *wanted);
        if !says("indexing_maps") || !says("iterator_types") {
            return None;
        }
        if !says("kind") {
            let sum = Attribute::Opaque("#vector.kind<add>".into());
            shown.push(("kind".into(), sum));
        }
        self.head(OpCode::VectorContract);
        self.text.dictionary(shown.iter());
        self.push(" ");
        self.values(&operands);
        self.attributes_but(op, &CONTRACTION);
        self.push(" : ");
        self.types_of(&operands[..2]);
        self.push(" into ");
        self.ty(result);
        Some(())
    }

    pub fn mask_op(&mut self, op: OpId) -> Option<()> {
        let block = self.module.single_block(op, 0)?;
        let o = self.module.op(op);
        let (operands, results) = (o.operands.clone(), o.results.clone());
        let types: Vec<Type> = results.iter().map(|&r| self.module.ty(r).clone()).collect();
        let (&mask, passthrough) = operands.split_first()?;
        let passthrough_fits = match passthrough {
            [] => true,
            [value] => types.first() == Some(self.module.ty(*value)),
            _ => false,
        };
        let masked = self.masked(block)?;
        if o.regions.len() != 1 || !passthrough_fits {
            return None;
        }
        self.head(OpCode::VectorMask);
        self.values(&operands);
        self.push(" { ");
        let around = std::mem::take(&mut self.dialect);
        self.without_results(masked);
        self.dialect = around;
        self.push(" }");
        self.attributes_but(op, &[]);
        self.push(" : ");
        self.ty(mask);
        if !types.is_empty() {
            self.push(" -> ");
            self.text.result_types(&types);
        }
        Some(())
    }

    /// The operation that the block shows: the first, if a `vector.yield` of its results follows, or the
    /// `vector.yield` alone.
    fn masked(&self, block: BlockId) -> Option<OpId> {
        let block = self.module.block(block);
        let is_yield = |op: OpId| self.module.op(op).code() == Some(OpCode::VectorYield);
        let shown = match *block.ops.as_slice() {
            [only] if is_yield(only) => only,
            [first, last] if is_yield(last) && !is_yield(first) => {
                let (masked, last) = (self.module.op(first), self.module.op(last));
                let implied =
                    masked.results.as_slice() == last.operands.as_slice() && last.attributes.is_empty();
                implied.then_some(first)?
            }
            _ => return None,
        };
        block.arguments.is_empty().then_some(shown)
    }

    pub fn warp_execute(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let [region] = o.regions.as_slice() else {
            return None;
        };
        let (region, operands, results) = (*region, o.operands.clone(), o.results.clone());
        let (&lane, arguments) = operands.split_first()?;
        let size = match o.attribute("warp_size")? {
            size @ Attribute::Integer {
                ty: Type::Integer(_), ..
            } => size.as_i64()?,
            _ => return None,
        };
        if *self.module.ty(lane) != Type::Index || !self.is_terminated(region) {
            return None;
        }
        self.push("vector.warp_execute_on_lane_0(");
        self.value(lane);
        let _ = write!(self.text.out, ")[{size}]");
        if !arguments.is_empty() {
            self.push(" args(");
            self.values(arguments);
            self.push(" : ");
            self.types_of(arguments);
            self.push(")");
        }
        if !results.is_empty() {
            self.push(" -> (");
            self.types_of(&results);
            self.push(")");
        }
        self.push(" ");
        let implied = results.is_empty() && self.ends_in_empty(region, OpCode::VectorYield);
        self.labelled_region(region, usize::from(implied));
        self.attributes_but(op, &["warp_size"]);
        Some(())
    }
}

/// `[#vector.iterator_type<parallel>]` as `["parallel"]`.
fn iterator_names(value: &Attribute) -> Option<Attribute> {
    let Attribute::Array(items) = value else {
        return None;
    };
    let name = |item: &Attribute| match item {
        Attribute::Opaque(text) => {
            let word = text.strip_prefix("#vector.iterator_type<")?.strip_suffix('>')?;
            matches!(word, "parallel" | "reduction").then(|| Attribute::string(word))
        }
        _ => None,
    };
    let names: Option<Vec<Attribute>> = items.iter().map(name).collect();
    names.map(Attribute::array)
}
