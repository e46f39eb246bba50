//! Custom forms of the vector dialect rewritten to generic ones.

use crate::attribute::{Attribute, DenseArray, NamedAttribute};
use crate::ir::Span;
use crate::op::OpCode;
use crate::types::Type;

use super::context::Context;
use super::desugar::Flags;
use super::syntax::{Operation, Use};

/// One position of `vector.extract` and `vector.insert`.
#[derive(Debug)]
pub enum Position<'a> {
    Static(i64),
    Dynamic(Use<'a>),
}

/// What `static_position` says where an operand gives the position.
pub const DYNAMIC_POSITION: i64 = i64::MIN;

type Attributes = Option<Vec<NamedAttribute>>;

impl<'a> Context<'a> {
    pub fn vector_extract(
        &mut self,
        source: Use<'a>,
        positions: Vec<Position<'a>>,
        attributes: Attributes,
        types: (Type, Type),
        span: Span,
    ) -> Operation<'a> {
        Operation::of(OpCode::VectorExtract, span)
            .operand(source, types.1)
            .indices(dynamic(&positions))
            .attribute("static_position", static_position(&positions))
            .attributes(attributes)
            .result(types.0)
    }

    pub fn vector_insert(
        &mut self,
        operands: [Use<'a>; 2],
        positions: Vec<Position<'a>>,
        attributes: Attributes,
        types: (Type, Type),
        span: Span,
    ) -> Operation<'a> {
        Operation::of(OpCode::VectorInsert, span)
            .operand(operands[0], types.0)
            .operand(operands[1], types.1.clone())
            .indices(dynamic(&positions))
            .attribute("static_position", static_position(&positions))
            .attributes(attributes)
            .result(types.1)
    }

    #[allow(clippy::too_many_arguments)]
    pub fn vector_reduction(
        &mut self,
        kind: &str,
        source: Use<'a>,
        accumulator: Option<Use<'a>>,
        flags: Option<Flags<'a>>,
        attributes: Attributes,
        types: (Type, Type),
        span: Span,
    ) -> Operation<'a> {
        let kind = Attribute::Opaque(format!("#vector.kind<{kind}>").into());
        let operation = Operation::of(OpCode::VectorReduction, span)
            .operand(source, types.0)
            .operands(accumulator.map(|u| (u, types.1.clone())))
            .attribute("kind", kind)
            .attributes(attributes)
            .result(types.1);
        self.with_flags(OpCode::VectorReduction, operation, flags)
    }
}

fn dynamic<'a>(positions: &[Position<'a>]) -> Vec<Use<'a>> {
    let uses = positions.iter().filter_map(|p| match p {
        Position::Static(_) => None,
        Position::Dynamic(u) => Some(*u),
    });
    uses.collect()
}

fn static_position(positions: &[Position<'_>]) -> Attribute {
    let values = positions.iter().map(|p| match p {
        Position::Static(n) => *n,
        Position::Dynamic(_) => DYNAMIC_POSITION,
    });
    Attribute::DenseArray(
        DenseArray {
            element: Type::I64,
            elements: values.map(|n| Attribute::integer(n, Type::I64)).collect(),
        }
        .into(),
    )
}
