//! `sparse<…>`.

use std::sync::Arc;

use crate::attribute::{Attribute, SparseElements};
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::Span;
use crate::lexer::Token;
use crate::types::{Dim, TensorType, Type};

use super::elements::{Tree, static_shape};
use super::parser::Parser;
use super::state::Parsed;

impl<'s> Parser<'s> {
    /// `sparse<indices, values> : type`.
    pub(super) fn sparse(&mut self, ty: Option<&Type>) -> Parsed<Attribute> {
        let start = self.cursor.start();
        self.bump();
        self.expect(Token::Less, "<")?;
        let mut trees = None;
        if !self.is(Token::Greater) {
            let indices = self.nested(Self::tree)?;
            self.expect(Token::Comma, ",")?;
            trees = Some((indices, self.nested(Self::tree)?));
        }
        self.expect(Token::Greater, ">")?;
        let ty = match ty {
            Some(ty) => ty.clone(),
            None => self.colon_type()?,
        };
        self.sparse_of(trees, ty, self.span_from(start))
    }

    /// The constant whose indices and values the literals give. A single number among the indices stands
    /// for one index with all its coordinates, one among the values for all values.
    pub(super) fn sparse_of(
        &mut self,
        trees: Option<(Tree<'s>, Tree<'s>)>,
        ty: Type,
        span: Span,
    ) -> Parsed<Attribute> {
        let Some(shape) = static_shape(&ty) else {
            return Err(self.error(span, format!("a sparse constant cannot have the type `{ty}`: an elements literal must have static shape")));
        };
        let rank = shape.len() as i64;
        let (indices, values) = match &trees {
            None => (None, None),
            Some((indices, values)) => (Some(indices), Some(values)),
        };
        let index_shape = match indices.map(Tree::shape) {
            None => vec![0, rank],
            Some(shape) if shape.is_empty() => vec![1, rank],
            Some(shape) => shape,
        };
        let value_shape = match values.map(Tree::shape) {
            Some(shape) if !shape.is_empty() => shape,
            _ => vec![index_shape[0]],
        };
        if value_shape.len() != 1 {
            return Err(Box::new(
                Diagnostic::new(span, format!("the sparse values have the shape {value_shape:?}"))
                    .help("expected a 1-d tensor for sparse element values: a list of them"),
            ));
        }
        let is_list = index_shape.len() == 1 && rank == 1;
        let is_table = index_shape.len() == 2 && index_shape[1] == rank;
        if !(is_list || is_table) || index_shape[0] != value_shape[0] {
            let message = format!(
                "the inferred shape of the indices literal is {index_shape:?}, that of the values literal {value_shape:?}"
            );
            let help = format!(
                "expected {} in each index, as the shape {shape:?} has, and as many indices as values",
                counted(shape.len(), "coordinate")
            );
            return Err(Box::new(Diagnostic::new(span, message).help(help)));
        }
        let indices = self.elements(indices, tensor(index_shape, Type::I64), span)?;
        self.check_indices(&indices, &shape, span)?;
        let values = self.elements(values, tensor(value_shape, ty.element().clone()), span)?;
        Ok(Attribute::SparseElements(Arc::new(SparseElements {
            ty,
            indices,
            values,
        })))
    }

    fn check_indices(&self, indices: &Attribute, shape: &[i64], span: Span) -> Parsed<()> {
        let Attribute::DenseElements(dense) = indices else {
            return Ok(());
        };
        let coordinates: Vec<i64> = dense.elements.iter().filter_map(Attribute::as_i64).collect();
        let rows: Vec<Vec<i64>> = match coordinates.as_slice() {
            [splat] => vec![vec![*splat; shape.len()]],
            all => all.chunks(shape.len().max(1)).map(<[i64]>::to_vec).collect(),
        };
        let is_inside = |row: &[i64]| {
            row.iter()
                .zip(shape)
                .all(|(&i, &extent)| (0..extent).contains(&i))
        };
        match rows.iter().position(|row| !is_inside(row)) {
            None => Ok(()),
            Some(number) => Err(self.error(
                span,
                format!(
                    "the sparse index #{number}, {:?}, is not contained within the value shape {shape:?}",
                    rows[number]
                ),
            )),
        }
    }
}

fn tensor(shape: Vec<i64>, element: Type) -> Type {
    Type::Tensor(Arc::new(TensorType {
        shape: Some(shape.into_iter().map(Dim::Fixed).collect()),
        element,
        encoding: None,
    }))
}
