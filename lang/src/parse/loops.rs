//! Custom forms of the affine dialect rewritten to generic ones.

use std::sync::Arc;

use crate::affine::{AffineExpr, AffineMap, IntegerSet};
use crate::attribute::{Attribute, NamedAttribute};
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::Span;
use crate::op::OpCode;
use crate::types::Type;

use super::affine::Subscripts;
use super::context::Context;
use super::syntax::{BlockArgument, Operation, RegionSyntax, Use};

/// `(dims)[symbols]`.
#[derive(Debug, Default)]
pub struct MapOperands<'a> {
    pub dims: Vec<Use<'a>>,
    pub symbols: Vec<Use<'a>>,
    pub span: Span,
}

/// A lower or an upper bound.
#[derive(Debug)]
pub struct Bound<'a> {
    pub map: Arc<AffineMap>,
    pub operands: Vec<Use<'a>>,
    /// `min` or `max`, when written.
    pub keyword: Option<(&'static str, Span)>,
    pub span: Span,
}

/// `iter_args(%a = %b, …) -> (types)`.
#[derive(Debug, Default)]
pub struct IterArgs<'a> {
    pub arguments: Vec<(&'a str, Span, Use<'a>)>,
    pub types: Vec<Type>,
    pub span: Span,
}

type Attributes = Option<Vec<NamedAttribute>>;

impl<'a> Context<'a> {
    pub fn map_operands(&mut self, map: &AffineMap, operands: MapOperands<'a>) -> Vec<Use<'a>> {
        self.count_operands((map.num_dims, map.num_symbols), operands)
    }

    fn count_operands(&mut self, wanted: (u32, u32), operands: MapOperands<'a>) -> Vec<Use<'a>> {
        let found = (operands.dims.len(), operands.symbols.len());
        // What stands in for a map that was already reported declares nothing.
        let reported = wanted == (0, 0) && !self.diagnostics.is_empty();
        if found != (wanted.0 as usize, wanted.1 as usize) && !reported {
            let message = format!("found {} dimension and {} symbol operands", found.0, found.1);
            let help = format!("expected {} and {}, as the map declares", wanted.0, wanted.1);
            self.report(Diagnostic::new(operands.span, message).help(help));
        }
        operands.dims.into_iter().chain(operands.symbols).collect()
    }

    pub fn constant_bound(&mut self, value: i64, span: Span) -> Bound<'a> {
        Bound {
            map: Arc::new(AffineMap::constant(value)),
            operands: Vec::new(),
            keyword: None,
            span,
        }
    }

    /// A bound that is one SSA value: a symbol, as MLIR has it.
    pub fn value_bound(&mut self, value: Use<'a>) -> Bound<'a> {
        Bound {
            map: Arc::new(AffineMap::new(0, 1, vec![AffineExpr::Symbol(0)])),
            operands: vec![value],
            keyword: None,
            span: value.span,
        }
    }

    pub fn map_bound(
        &mut self,
        keyword: Option<(&'static str, Span)>,
        map: Arc<AffineMap>,
        operands: MapOperands<'a>,
        span: Span,
    ) -> Bound<'a> {
        let operands = self.map_operands(&map, operands);
        Bound {
            map,
            operands,
            keyword,
            span,
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub fn affine_for(
        &mut self,
        variable: (&'a str, Span),
        lower: Bound<'a>,
        upper: Bound<'a>,
        step: Option<(i64, Span)>,
        iter_args: Option<IterArgs<'a>>,
        body: RegionSyntax<'a>,
        attributes: Attributes,
        span: Span,
    ) -> Operation<'a> {
        for (bound, keyword) in [(&lower, "max"), (&upper, "min")] {
            let several = bound.map.results.len() > 1;
            match bound.keyword {
                Some((found, at)) if found != keyword => {
                    self.report(Diagnostic::new(at, format!("found `{found}`")).help(format!(
                        "expected `{keyword}`: a lower bound is a `max`, an upper bound a `min`"
                    )))
                }
                None if several => self.report(
                    Diagnostic::new(bound.span, "the bound has several results")
                        .help(format!("expected `{keyword}` before the map")),
                ),
                _ => {}
            }
        }
        let step = match step {
            Some((value, at)) if value <= 0 => {
                self.report(Diagnostic::new(at, "the step is not positive"));
                1
            }
            Some((value, _)) => value,
            None => 1,
        };
        let IterArgs {
            arguments,
            types,
            span: at,
        } = iter_args.unwrap_or_default();
        if arguments.len() != types.len() {
            let values = counted(arguments.len(), "loop-carried value");
            let message = format!("found {values} and {}", counted(types.len(), "type"));
            self.report(Diagnostic::new(at, message));
        }
        let segments = [lower.operands.len(), upper.operands.len(), arguments.len()];
        let (name, at) = variable;
        let mut entry = vec![BlockArgument {
            name,
            span: at,
            ty: Type::Index,
        }];
        entry.extend(
            arguments
                .iter()
                .zip(&types)
                .map(|(&(name, span, _), ty)| BlockArgument {
                    name,
                    span,
                    ty: ty.clone(),
                }),
        );
        let mut body = self.entry_block(body, entry);
        if types.is_empty() {
            body = body.terminated_by(OpCode::AffineYield);
        }
        Operation::of(OpCode::AffineFor, span)
            .indices(lower.operands)
            .indices(upper.operands)
            .operands(arguments.into_iter().map(|a| a.2).zip(types.iter().cloned()))
            .attribute("lowerBoundMap", Attribute::AffineMap(lower.map))
            .attribute("upperBoundMap", Attribute::AffineMap(upper.map))
            .attribute("step", Attribute::index(step))
            .attribute(
                "operandSegmentSizes",
                Attribute::i32_array(&segments.map(|n| n as i64)),
            )
            .attributes(attributes)
            .results(types)
            .region(body)
    }

    #[allow(clippy::too_many_arguments)]
    pub fn affine_if(
        &mut self,
        set: Arc<IntegerSet>,
        operands: MapOperands<'a>,
        types: Option<Vec<Type>>,
        then: RegionSyntax<'a>,
        otherwise: Option<RegionSyntax<'a>>,
        attributes: Attributes,
        span: Span,
    ) -> Operation<'a> {
        let operands = self.count_operands((set.num_dims, set.num_symbols), operands);
        let types = types.unwrap_or_default();
        let mut operation = Operation::of(OpCode::AffineIf, span)
            .indices(operands)
            .attribute("condition", Attribute::IntegerSet(set))
            .attributes(attributes);
        let no_else = RegionSyntax {
            blocks: Vec::new(),
            implicit_terminator: None,
            span,
        };
        let has_else = otherwise.is_some();
        for (region, written) in [(then, true), (otherwise.unwrap_or(no_else), has_else)] {
            let mut region = region;
            if written {
                region = self.entry_block(region, Vec::new());
                if types.is_empty() {
                    region = region.terminated_by(OpCode::AffineYield);
                }
            }
            operation = operation.region(region);
        }
        operation.results(types)
    }

    pub fn affine_apply(
        &mut self,
        code: OpCode,
        map: Arc<AffineMap>,
        operands: MapOperands<'a>,
        attributes: Attributes,
        span: Span,
    ) -> Operation<'a> {
        let operands = self.map_operands(&map, operands);
        Operation::of(code, span)
            .indices(operands)
            .attribute("map", Attribute::AffineMap(map))
            .attributes(attributes)
            .result(Type::Index)
    }

    /// A load; `vector` is the type that a vector load gives.
    pub fn affine_load(
        &mut self,
        memref: Use<'a>,
        subscripts: Subscripts<'a>,
        attributes: Attributes,
        ty: (Type, Span),
        vector: Option<Type>,
        span: Span,
    ) -> Operation<'a> {
        let code = match vector {
            Some(_) => OpCode::AffineVectorLoad,
            None => OpCode::AffineLoad,
        };
        let element = self.memref_element(&ty.0, ty.1);
        Operation::of(code, span)
            .operand(memref, ty.0)
            .indices(subscripts.operands)
            .attribute("map", Attribute::affine_map(subscripts.map))
            .attributes(attributes)
            .result(vector.unwrap_or(element))
    }

    #[allow(clippy::too_many_arguments)]
    pub fn affine_store(
        &mut self,
        value: Use<'a>,
        memref: Use<'a>,
        subscripts: Subscripts<'a>,
        attributes: Attributes,
        ty: (Type, Span),
        vector: Option<Type>,
        span: Span,
    ) -> Operation<'a> {
        let code = match vector {
            Some(_) => OpCode::AffineVectorStore,
            None => OpCode::AffineStore,
        };
        let element = self.memref_element(&ty.0, ty.1);
        Operation::of(code, span)
            .operand(value, vector.unwrap_or(element))
            .operand(memref, ty.0)
            .indices(subscripts.operands)
            .attribute("map", Attribute::affine_map(subscripts.map))
            .attributes(attributes)
    }
}
