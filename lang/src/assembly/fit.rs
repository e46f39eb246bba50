//! Whether an operation fits its custom form, so that what is written reads back as the same operation.

use crate::ir::{Module, Op, OpId, RegionId};
use crate::op::OpCode;
use crate::types::Type;

use super::infer::Variables;
use super::segments::{self, Ranges};
use super::signature::{Arm, Assembly, Element, Group, Part, Signature};
use super::syntax::Arity;

/// The values of each group of an operation that fits.
pub struct Fit {
    pub operands: Ranges,
    pub results: Ranges,
}

pub fn fit(module: &Module, signature: &'static Signature, id: OpId) -> Option<Fit> {
    let op = module.op(id);
    let operands = segments::operands(signature, op).ok()?;
    let results = segments::results(signature, op).ok()?;
    let fits = successors_fit(signature, op)
        && regions_fit(module, signature, op)
        && attributes_fit(signature, op)
        && types_follow(module, signature, op, &operands, &results);
    let fit = Fit { operands, results };
    (fits && everything_is_shown(signature, op, &fit)).then_some(fit)
}

fn successors_fit(signature: &Signature, op: &Op) -> bool {
    counts_fit(
        signature.successors.iter().map(|(_, arity)| *arity),
        op.successors.len(),
    )
}

/// Whether this many things can be divided: only the last may be open.
fn counts_fit(arities: impl ExactSizeIterator<Item = Arity> + Clone, count: usize) -> bool {
    let (parts, last) = (arities.len(), arities.last());
    match last {
        Some(Arity::Many) => count + 1 >= parts,
        Some(Arity::Optional) => count + 1 == parts || count == parts,
        _ => count == parts,
    }
}

fn regions_fit(module: &Module, signature: &Signature, op: &Op) -> bool {
    let specs = &signature.regions;
    let blocks_fit = |(i, &region): (usize, &RegionId)| {
        let spec = &specs[i.min(specs.len() - 1)];
        let count = module.region(region).blocks.len();
        spec.blocks.allow(count)
    };
    counts_fit(specs.iter().map(|r| r.arity), op.regions.len())
        && op.regions.iter().enumerate().all(blocks_fit)
}

fn attributes_fit(signature: &Signature, op: &Op) -> bool {
    signature
        .attributes
        .iter()
        .all(|spec| match op.attribute(spec.name) {
            Some(value) => spec.kind.fits(value) || !spec.is_written && spec.is_optional,
            None => spec.is_optional,
        })
}

/// Whether the types that the text does not show follow from those that it does.
fn types_follow(
    module: &Module,
    signature: &Signature,
    op: &Op,
    operands: &Ranges,
    results: &Ranges,
) -> bool {
    let variables = bind(module, signature, op, operands, results);
    let follows = |group: &Group, values: &[crate::ir::ValueId]| {
        if group.is_written {
            return true;
        }
        let expected = variables.expected(&group.ty, |i| op.attribute(signature.attributes[i].name));
        expected.agrees(values.iter().map(|&v| module.ty(v)))
    };
    signature
        .operands
        .iter()
        .zip(operands)
        .all(|(g, r)| follows(g, &op.operands[r.clone()]))
        && signature
            .results
            .iter()
            .zip(results)
            .all(|(g, r)| follows(g, &op.results[r.clone()]))
}

/// What the variables of the signature are in this operation.
pub fn bind(
    module: &Module,
    signature: &Signature,
    op: &Op,
    operands: &Ranges,
    results: &Ranges,
) -> Variables {
    Variables::bind(signature, |part| -> Option<Type> {
        let value = match part {
            Part::Operand(i) => op.operands[operands[i].clone()].first(),
            Part::Result(i) => op.results[results[i].clone()].first(),
            _ => None,
        };
        Some(module.ty(*value?).clone())
    })
}

/// The arm of a group that is written.
pub fn chosen<'a>(
    signature: &Signature,
    op: &Op,
    operands: &Ranges,
    results: &Ranges,
    arms: &'a [Arm],
) -> Option<&'a Arm> {
    arms.iter().find(|arm| match arm.anchor {
        None => true,
        Some(Part::Operand(i)) => !operands[i].is_empty(),
        Some(Part::Result(i)) => !results[i].is_empty(),
        Some(Part::Attribute(i)) => {
            let spec = &signature.attributes[i];
            let value = op.attribute(spec.name);
            value.is_some() && value != spec.default.as_ref()
        }
        Some(Part::Region(i)) => op.regions.len() > i,
        Some(Part::Successor(i)) => op.successors.len() > i,
    })
}

/// Whether every value and attribute that only a part of the assembly can show is shown: a group that is
/// left out must not hide one.
fn everything_is_shown(signature: &'static Signature, op: &Op, fit: &Fit) -> bool {
    let Assembly::Elements(elements) = &signature.assembly else {
        return true;
    };
    if !signature.has_groups {
        return true;
    }
    let mut shown = Vec::new();
    collect(signature, op, fit, elements, &mut shown);
    let operands = fit.operands.iter().enumerate();
    let attributes = signature.attributes.iter().enumerate();
    operands
        .filter(|(_, range)| !range.is_empty())
        .all(|(i, _)| shown.contains(&Part::Operand(i)))
        && attributes
            .filter(|(_, spec)| {
                spec.is_written
                    && op
                        .attribute(spec.name)
                        .is_some_and(|v| Some(v) != spec.default.as_ref())
            })
            .all(|(i, _)| shown.contains(&Part::Attribute(i)))
}

fn collect(signature: &Signature, op: &Op, fit: &Fit, elements: &[Element], shown: &mut Vec<Part>) {
    for element in elements {
        match element {
            Element::Part(part) => shown.push(*part),
            Element::Directive(_, parts) => shown.extend(parts),
            Element::Group { arms, .. } => {
                if let Some(arm) = chosen(signature, op, &fit.operands, &fit.results, arms) {
                    collect(signature, op, fit, &arm.elements, shown);
                }
            }
            Element::Literal { .. }
            | Element::Dictionary { .. }
            | Element::Types(_)
            | Element::FunctionalType(..) => {}
        }
    }
}

/// Whether the region ends in the terminator that its custom form implies, and which then is not written.
pub fn implied_terminator(module: &Module, region: RegionId, terminator: Option<OpCode>) -> bool {
    let [block] = module.region(region).blocks.as_slice() else {
        return false;
    };
    let Some(&last) = module.block(*block).ops.last() else {
        return false;
    };
    let op = module.op(last);
    let bare =
        op.operands.is_empty() && op.results.is_empty() && op.attributes.is_empty() && op.regions.is_empty();
    terminator.is_some() && op.code() == terminator && bare && op.successors.is_empty()
}
