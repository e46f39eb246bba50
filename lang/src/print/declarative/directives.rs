//! Writes the pieces that are [`Directive`]s.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::affine::{AffineExpr, AffineMap};
use crate::assembly::directive::{Directive, positions_in, shuffled, tensor_of};
use crate::assembly::signature::Part;
use crate::attribute::Attribute;
use crate::types::{DYNAMIC_POSITION, Type};

use super::Writer;

impl Writer<'_, '_> {
    pub(super) fn directive(&mut self, directive: Directive, parts: &[Part]) -> Option<()> {
        match directive {
            Directive::ArrowTypes => arrow_types(self, parts),
            Directive::DimensionList => dimension_list(self, parts),
            Directive::IndexList => index_list(self, parts),
            Directive::GlobalType => global_type(self, parts),
            Directive::PrefetchHints => prefetch_hints(self, parts),
            Directive::ShuffleTypes => shuffle_types(self, parts),
            Directive::PermutationMap => permutation_map(self, parts),
            Directive::OneForEach => one_for_each(self, parts),
        }
    }
}

fn arrow_types(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let values = writer.values_of(parts[0]);
    writer.lead("->");
    writer.push("-> ");
    writer.types_in_parens(&values);
    Some(())
}

fn one_for_each(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let (operands, results) = (writer.values_of(parts[0]), writer.values_of(parts[1]));
    let module = writer.printer.module;
    let fits = operands.len() == results.len() && results.iter().all(|&v| *module.ty(v) == Type::I1);
    fits.then_some(())
}

fn global_type(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let Some(Attribute::Type(ty)) = writer.attribute_of(parts[0]).cloned() else {
        return None;
    };
    let contents = writer.attribute_of(parts[1]).cloned();
    writer.word_lead();
    writer.printer.text.ty(&ty);
    match contents {
        None => Some(()),
        Some(Attribute::Unit) => {
            writer.push(" = uninitialized");
            Some(())
        }
        Some(value) if value.ty() == tensor_of(&ty) => {
            writer.push(" = ");
            writer.attribute_without_type(&value)
        }
        Some(_) => None,
    }
}

fn prefetch_hints(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let flag = |part: Part| match writer.attribute_of(part) {
        Some(Attribute::Bool(value)) => Some(*value),
        _ => None,
    };
    let access = if flag(parts[0])? { "write" } else { "read" };
    let cache = if flag(parts[2])? { "data" } else { "instr" };
    let hint = writer.attribute_of(parts[1])?.as_i64()?;
    writer.word_lead();
    writer.push(&format!("{access}, locality<{hint}>, {cache}"));
    Some(())
}

fn permutation_map(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let map: Arc<AffineMap> = writer.attribute_of(parts[0])?.as_affine_map()?.clone();
    let is_permutation = map.results.iter().all(|e| matches!(e, AffineExpr::Dim(_)));
    if !is_permutation {
        return None;
    }
    writer.word_lead();
    let _ = write!(writer.printer.text.out, "{map}");
    Some(())
}

fn dimension_list(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let extents = writer.attribute_of(parts[0])?.as_i64_list()?;
    let shown = |&extent: &i64| match extent {
        DYNAMIC_POSITION => Some("?".to_string()),
        n if n >= 0 => Some(n.to_string()),
        _ => None,
    };
    let shown: Vec<String> = extents.iter().map(shown).collect::<Option<_>>()?;
    writer.push(" ");
    match shown.is_empty() {
        true => writer.push("[]"),
        false => writer.push(&shown.join("x")),
    }
    Some(())
}

fn index_list(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let constants = writer.attribute_of(parts[1])?.as_i64_list()?;
    let values = writer.values_of(parts[0]);
    writer.lead("[");
    writer.printer.indices(["[", "]"], &constants, &values)
}

fn shuffle_types(writer: &mut Writer<'_, '_>, parts: &[Part]) -> Option<()> {
    let (first, second) = (writer.values_of(parts[0]), writer.values_of(parts[1]));
    let positions = positions_in(writer.attribute_of(parts[2])?);
    let module = writer.printer.module;
    let result = writer.values_of(parts[3]);
    let inferred = shuffled(module.ty(*first.first()?), positions)?;
    if inferred != *module.ty(*result.first()?) {
        return None;
    }
    writer.word_lead();
    writer.printer.types_of(&[*first.first()?, *second.first()?]);
    Some(())
}
