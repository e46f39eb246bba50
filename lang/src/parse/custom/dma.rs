//! The operations of the memref dialect that move data between memories: what belongs to which memref
//! follows from the ranks.

use crate::lexer::Token;
use crate::types::Type;

use super::super::parser::Parser;
use super::super::scope::Uses;
use super::super::state::{OpState, Parsed};

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
