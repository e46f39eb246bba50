//! Shaped types.

use std::sync::Arc;

use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::Span;
use crate::types::{Dim, Layout, MemRefType, TensorType, Type, VectorDim, VectorType};

use super::context::Context;

/// What may follow the element type of a memref.
#[derive(Debug)]
pub enum MemRefPart {
    Layout(Layout, Span),
    Attribute(Attribute, Span),
}

impl<'a> Context<'a> {
    pub fn memref(
        &mut self,
        shape: Option<Vec<Dim>>,
        element: Type,
        parts: Vec<MemRefPart>,
        span: Span,
    ) -> Type {
        let mut layout = None;
        let mut memory_space = None;
        for (position, part) in parts.into_iter().enumerate() {
            match part {
                MemRefPart::Layout(l, _) if position == 0 => layout = Some(l),
                MemRefPart::Attribute(Attribute::AffineMap(map), span) if position == 0 => {
                    self.check_layout(&map, shape.as_deref(), span);
                    layout = (!map.is_identity()).then_some(Layout::Map(map));
                }
                MemRefPart::Attribute(Attribute::Opaque(text), _)
                    if position == 0 && text.starts_with("strided<") =>
                {
                    layout = strided(&text);
                }
                MemRefPart::Attribute(space, _) if memory_space.is_none() => memory_space = Some(space),
                MemRefPart::Layout(_, span) | MemRefPart::Attribute(_, span) => self.report(
                    Diagnostic::new(span, "the memref type has too many parts")
                        .help("expected a layout and then a memory space"),
                ),
            }
        }
        if let (Some(Layout::Strided { strides, .. }), Some(shape)) = (&layout, &shape)
            && strides.len() != shape.len()
        {
            let message = format!(
                "the layout has {} for {}",
                counted(strides.len(), "stride"),
                counted(shape.len(), "dimension")
            );
            self.report(Diagnostic::new(span, message));
        }
        if memory_space == Some(Attribute::integer(0, Type::I64)) {
            memory_space = None;
        }
        Type::MemRef(Arc::new(MemRefType {
            shape,
            element,
            layout,
            memory_space,
        }))
    }

    pub fn tensor(&mut self, shape: Option<Vec<Dim>>, element: Type, encoding: Option<Attribute>) -> Type {
        Type::Tensor(Arc::new(TensorType {
            shape,
            element,
            encoding,
        }))
    }

    pub fn vector(&mut self, dims: Vec<(&'a str, bool, Span)>, element: Type, span: Span) -> Type {
        if !matches!(
            element,
            Type::Integer(_) | Type::Index | Type::Float(_) | Type::Opaque(_)
        ) {
            self.report(
                Diagnostic::new(span, format!("a vector cannot have elements of type `{element}`"))
                    .help("expected an integer, index or float type"),
            );
        }
        let shape = dims
            .into_iter()
            .map(|(text, scalable, span)| {
                let size = self.i64(text, span);
                if size == 0 {
                    self.report(Diagnostic::new(span, "a vector has no extent of 0"));
                }
                VectorDim { size, scalable }
            })
            .collect();
        Type::Vector(Arc::new(VectorType { shape, element }))
    }

    /// The memref of a load or store; the element type stands in for what is not a memref.
    pub fn memref_element(&mut self, ty: &Type, span: Span) -> Type {
        match ty {
            Type::MemRef(m) => m.element.clone(),
            _ => {
                self.report(
                    Diagnostic::new(span, format!("found the type `{ty}`")).help("expected a memref type"),
                );
                Type::None
            }
        }
    }

    fn check_layout(&mut self, map: &crate::affine::AffineMap, shape: Option<&[Dim]>, span: Span) {
        if shape.is_some_and(|s| s.len() != map.num_dims as usize) {
            self.report(
                Diagnostic::new(
                    span,
                    format!(
                        "the layout map has {}",
                        counted(map.num_dims as usize, "dimension")
                    ),
                )
                .help("expected one for each dimension of the memref"),
            );
        }
    }
}

/// The layout that the text of a `strided<…>` says; it comes from an alias, so the grammar has read it.
fn strided(text: &str) -> Option<Layout> {
    let dim = |text: &str| match text.trim() {
        "?" => Some(Dim::Dynamic),
        number => number.parse().ok().map(Dim::Fixed),
    };
    let (_, rest) = text.split_once('[')?;
    let (strides, rest) = rest.split_once(']')?;
    let strides = strides.split(',').filter(|s| !s.trim().is_empty()).map(dim);
    let offset = match rest.split_once(':') {
        Some((_, offset)) => dim(offset.trim().strip_suffix('>')?)?,
        None => Dim::Fixed(0),
    };
    Some(Layout::Strided {
        strides: strides.collect::<Option<_>>()?,
        offset,
    })
}
