//! The operations of the memref dialect that move data between memories: what belongs to which memref
//! follows from the ranks.

use crate::ir::{Module, OpId, ValueId};
use crate::lexer::Token;
use crate::parse::{OpState, Parsed, Parser, Uses};
use crate::print::Printer;
use crate::types::Type;

/// `%a[%i], %b[%j], %n, %tag[%k], %stride, %each : T, U, V`; the strides may be missing.
pub fn read(parser: &mut Parser<'_>, op: &mut OpState) -> Parsed<()> {
    let source = (parser.operand()?, parser.operands_in_brackets()?);
    parser.expect(Token::Comma, ",")?;
    let target = (parser.operand()?, parser.operands_in_brackets()?);
    parser.expect(Token::Comma, ",")?;
    let count = parser.operand()?;
    parser.expect(Token::Comma, ",")?;
    let tag = (parser.operand()?, parser.operands_in_brackets()?);
    let at = parser.span();
    let mut strides = Uses::new();
    while parser.eat(Token::Comma) {
        strides.push(parser.operand()?);
    }
    if !matches!(strides.len(), 0 | 2) {
        let message = format!("found {} operands behind the tag", strides.len());
        let diagnostic = *parser.error(parser.span_from(at.start), message);
        return Err(Box::new(diagnostic.help("expected two stride related operands")));
    }
    let at = parser.span();
    let types = parser.colon_types()?;
    let [from, to, tags] = types.as_slice() else {
        let message = format!("found {} types", types.len());
        let diagnostic = *parser.error(parser.span_from(at.start), message);
        return Err(Box::new(
            diagnostic.help("expected three: fewer or more types than expected"),
        ));
    };
    for ((memref, indices), ty) in [(source, from), (target, to)] {
        parser.resolve_into(op, &[memref], ty)?;
        parser.resolve_into(op, &indices, &Type::Index)?;
    }
    parser.resolve_into(op, &[count], &Type::Index)?;
    parser.resolve_into(op, &[tag.0], tags)?;
    parser.resolve_into(op, &tag.1, &Type::Index)?;
    parser.resolve_into(op, &strides, &Type::Index)
}

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
