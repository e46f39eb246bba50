//! The operations of the memref dialect that move data between memories: what belongs to which memref
//! follows from the ranks.

use crate::ir::{Module, OpId, ValueId};

use super::printer::Printer;

/// The operands of a transfer by what they belong to.
pub(crate) struct Transfer<'o> {
    /// Source, target and tag, each with its indices.
    pub memrefs: [(ValueId, &'o [ValueId]); 3],
    pub count: ValueId,
    /// The stride and the number of elements per stride, or nothing.
    pub strides: &'o [ValueId],
}

impl<'o> Transfer<'o> {
    /// `None` when the operands are not as many as the ranks of the memrefs ask for.
    pub fn of(module: &Module, operands: &'o [ValueId]) -> Option<Transfer<'o>> {
        let mut rest = operands;
        let mut indexed = |skip: bool| {
            let (&memref, behind) = rest.split_first()?;
            let rank = module.ty(memref).as_memref()?.rank()?;
            let (indices, behind) = behind.split_at_checked(rank)?;
            rest = behind;
            if !skip {
                return Some((memref, indices, None));
            }
            let (&count, behind) = rest.split_first()?;
            rest = behind;
            Some((memref, indices, Some(count)))
        };
        let (source, source_indices, _) = indexed(false)?;
        let (target, target_indices, count) = indexed(true)?;
        let (tag, tag_indices, _) = indexed(false)?;
        Some(Transfer {
            memrefs: [
                (source, source_indices),
                (target, target_indices),
                (tag, tag_indices),
            ],
            count: count?,
            strides: rest,
        })
    }
}

pub fn write(printer: &mut Printer<'_>, id: OpId) -> Option<()> {
    let module = printer.module;
    let op = module.op(id);
    let transfer = Transfer::of(module, &op.operands)?;
    let [source, target, tag] = transfer.memrefs;
    let indices = [source.1, target.1, tag.1, transfer.strides, &[transfer.count]].concat();
    let is_plain = op.results.is_empty() && op.attributes.is_empty() && op.regions.is_empty();
    if !is_plain || !matches!(transfer.strides.len(), 0 | 2) || !printer.all_index(&indices) {
        return None;
    }
    printer.push("memref.dma_start ");
    write_access(printer, source);
    printer.push(", ");
    write_access(printer, target);
    printer.push(", ");
    printer.value(transfer.count);
    printer.push(", ");
    write_access(printer, tag);
    for &stride in transfer.strides {
        printer.push(", ");
        printer.value(stride);
    }
    printer.push(" : ");
    printer.types_of(&[source.0, target.0, tag.0]);
    Some(())
}

fn write_access(printer: &mut Printer<'_>, (memref, indices): (ValueId, &[ValueId])) {
    printer.value(memref);
    printer.push("[");
    printer.values(indices);
    printer.push("]");
}
