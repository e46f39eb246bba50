//! `cf.switch %flag : i32, [default: ^a(%x : T), 42: ^b] {…}`.

use std::fmt::Write as _;

use smallvec::SmallVec;

use crate::assembly::segments;
use crate::assembly::signature::Signature;
use crate::attribute::Attribute;
use crate::ir::{BlockId, OpId, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::printer::Printer;

pub fn write(printer: &mut Printer<'_>, id: OpId) -> Option<()> {
    let module = printer.module;
    let op = module.op(id);
    let operands = segments::operands(Signature::of(OpCode::Switch), op).ok()?;
    let (&default, cases) = op.successors.split_first()?;
    let flag = op.operands[0];
    let values = written_values(op.attribute("case_values"), module.ty(flag), cases.len())?;
    let counts = op.attribute("case_operand_segments")?.as_i64_list()?;
    if counts.len() != cases.len() || !op.results.is_empty() || !op.regions.is_empty() {
        return None;
    }
    printer.push("cf.switch ");
    printer.value(flag);
    printer.push(" : ");
    printer.ty(flag);
    printer.push(", [default: ");
    write_destination(printer, default, &op.operands[operands[1].clone()]);
    let mut rest = &op.operands[operands[2].clone()];
    for ((&case, value), count) in cases.iter().zip(values).zip(counts) {
        let (mine, others) = rest.split_at_checked(usize::try_from(count).ok()?)?;
        rest = others;
        let _ = write!(printer.text.out, ", {value}: ");
        write_destination(printer, case, mine);
    }
    printer.push("]");
    printer.attributes_but(
        id,
        &["case_operand_segments", "case_values", "operandSegmentSizes"],
    );
    rest.is_empty().then_some(())
}

/// The value of each case; `None` when they are not integers of the type of the flag.
fn written_values(values: Option<&Attribute>, flag: &Type, cases: usize) -> Option<SmallVec<[i64; 8]>> {
    let Some(values) = values else {
        return (cases == 0).then(SmallVec::new);
    };
    let Attribute::DenseElements(dense) = values else {
        return None;
    };
    let is_list =
        matches!(&dense.ty, Type::Vector(v) if v.shape.len() == 1 && v.shape[0].size == cases as i64);
    if !is_list || dense.ty.element() != flag {
        return None;
    }
    let value = |element: &Attribute| match element {
        Attribute::Bool(value) => Some(i64::from(*value)),
        other => other.as_i64(),
    };
    match dense.elements.as_slice() {
        [element] => Some(std::iter::repeat_n(value(element)?, cases).collect()),
        elements if elements.len() == cases => elements.iter().map(value).collect(),
        _ => None,
    }
}

fn write_destination(printer: &mut Printer<'_>, block: BlockId, operands: &[ValueId]) {
    printer.label(block);
    if !operands.is_empty() {
        printer.push("(");
        printer.values(operands);
        printer.push(" : ");
        printer.types_of(operands);
        printer.push(")");
    }
}
