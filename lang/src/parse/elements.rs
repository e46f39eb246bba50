//! `dense<…>`, and the literals of all constants with elements.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use crate::attribute::{Attribute, DenseElements, FloatValue};
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::Span;
use crate::lexer::Token;
use crate::types::{FloatKind, Type};

use super::literal::{Literal, hex_bytes};
use super::parser::Parser;
use super::state::Parsed;

/// What stands between the brackets, before its type is known.
pub(super) enum Tree<'s> {
    Number(Literal<'s>),
    Bool(bool, Span),
    /// A string element, or all elements in hexadecimal.
    String(Attribute, &'s str, Span),
    Complex(Literal<'s>, Literal<'s>, Span),
    /// An element of a type that Ovolo does not model.
    Other(Attribute, Span),
    List(Vec<Tree<'s>>, Span),
}

impl<'s> Parser<'s> {
    /// `dense<literal> : type`.
    pub(super) fn dense(&mut self, ty: Option<&Type>) -> Parsed<Attribute> {
        let start = self.cursor.start();
        self.bump();
        self.expect(Token::Less, "<")?;
        let mut tree = None;
        if !self.is(Token::Greater) {
            tree = Some(self.nested(Self::tree)?);
        }
        self.expect(Token::Greater, ">")?;
        let ty = match ty {
            Some(ty) => ty.clone(),
            None => self.colon_type()?,
        };
        let value = self.elements(tree.as_ref(), ty, self.span_from(start))?;
        Ok(match value {
            Attribute::DenseElements(dense) => Attribute::DenseElements(splat_if_uniform(dense)),
            other => other,
        })
    }

    pub(super) fn tree(&mut self) -> Parsed<Tree<'s>> {
        let span = self.span();
        match self.token() {
            Token::LeftBracket => {
                let items = self.nested(|parser| parser.bracket_list(Self::tree))?;
                Ok(Tree::List(items, self.span_from(span.start)))
            }
            Token::LeftParen => {
                self.bump();
                let re = self.complex_part()?;
                self.expect(Token::Comma, ",")?;
                let im = self.complex_part()?;
                self.expect(Token::RightParen, ")")?;
                Ok(Tree::Complex(re, im, self.span_from(span.start)))
            }
            Token::String => {
                let quoted = self.text();
                Ok(Tree::String(self.string_attribute()?, quoted, span))
            }
            Token::Word if matches!(self.text(), "true" | "false") => {
                let value = self.text() == "true";
                self.bump();
                Ok(Tree::Bool(value, span))
            }
            Token::Integer | Token::Float | Token::Minus => Ok(Tree::Number(self.number()?)),
            Token::Hash => Ok(Tree::Other(self.attribute()?, span)),
            _ => Err(self.unexpected("an element literal of primitive type, or a list of them")),
        }
    }

    fn complex_part(&mut self) -> Parsed<Literal<'s>> {
        if self.is(Token::Word) && matches!(self.text(), "true" | "false") {
            let literal = Literal {
                negative: false,
                is_float: false,
                digits: if self.text() == "true" { "1" } else { "0" },
                span: self.span(),
            };
            self.bump();
            return Ok(literal);
        }
        self.number()
    }

    pub(super) fn elements(&mut self, tree: Option<&Tree<'s>>, ty: Type, span: Span) -> Parsed<Attribute> {
        let Some(shape) = static_shape(&ty) else {
            return Err(Box::new(
                Diagnostic::new(span, format!("a dense constant cannot have the type `{ty}`: an elements literal must have a shaped type of static shape"))
                    .help("expected a vector or a tensor of static shape"),
            ));
        };
        let mut elements = Vec::new();
        match tree {
            None => {
                if !shape.contains(&0) {
                    return Err(self.error(
                        span,
                        "the constant has no elements: expected as many as the shape of its type has",
                    ));
                }
            }
            Some(Tree::String(_, quoted, at)) if is_number_type(ty.element()) => {
                elements = self.hex_elements(quoted, *at, ty.element(), &shape)?;
            }
            Some(Tree::List(items, at)) => self.fill(items, &shape, ty.element(), &mut elements, *at)?,
            Some(splat) => elements.push(self.element(splat, ty.element())?),
        }
        Ok(Attribute::DenseElements(Arc::new(DenseElements { ty, elements })))
    }

    /// Appends the elements of nested lists whose lengths must be those of the shape.
    fn fill(
        &mut self,
        items: &[Tree<'s>],
        shape: &[i64],
        ty: &Type,
        elements: &mut Vec<Attribute>,
        span: Span,
    ) -> Parsed<()> {
        let Some((&extent, inner)) = shape.split_first() else {
            return Err(self.error(
                span,
                "the lists of the constant are nested deeper than its type: the inferred shape of the elements literal does not match the type",
            ));
        };
        if extent != items.len() as i64 {
            return Err(Box::new(
                Diagnostic::new(
                    span,
                    format!(
                        "the list has {}: the inferred shape of the elements literal does not match the type",
                        counted(items.len(), "element")
                    ),
                )
                .help(format!("expected {extent}, the extent that the type gives")),
            ));
        }
        for item in items {
            match item {
                Tree::List(items, at) => self.fill(items, inner, ty, elements, *at)?,
                scalar if inner.is_empty() => {
                    let element = self.element(scalar, ty)?;
                    elements.push(element);
                }
                scalar => {
                    return Err(Box::new(
                        Diagnostic::new(
                            scalar.span(),
                            "found an element: the tensor literal is not consistent with its shape",
                        )
                        .help("expected a list"),
                    ));
                }
            }
        }
        Ok(())
    }

    fn element(&mut self, tree: &Tree<'s>, ty: &Type) -> Parsed<Attribute> {
        match (tree, ty) {
            // The literal of a type that Ovolo does not model, as its text.
            (Tree::Number(number), Type::Opaque(_)) => Ok(Attribute::Opaque(self.slice(number.span).into())),
            (Tree::Number(number), _) => self.number_of(*number, ty),
            (Tree::Bool(value, _), Type::Integer(integer)) if integer.width == 1 => {
                if *ty == Type::I1 {
                    return Ok(Attribute::Bool(*value));
                }
                Ok(Attribute::integer(i64::from(*value), ty.clone()))
            }
            (Tree::Bool(_, span), _) => Err(self.error(
                *span,
                format!(
                    "found a boolean where `{ty}` belongs: expected {}, as only an i1 type has `true` or `false` values",
                    if ty.is_float() { "floating-point elements" } else { "integer elements" }
                ),
            )),
            (Tree::String(value, ..), Type::Opaque(_) | Type::None) => Ok(value.clone()),
            (Tree::String(_, _, span), _) => Err(self.error(
                *span,
                format!("found a string where `{ty}` belongs: expected an elements literal of that type"),
            )),
            (Tree::Complex(re, im, _), Type::Complex(part)) => {
                let parts = (self.number_of(*re, part)?, self.number_of(*im, part)?);
                Ok(Attribute::Complex(Arc::new(parts)))
            }
            (Tree::Complex(_, _, span), _) => {
                Err(self.error(*span, format!("found a complex number where `{ty}` belongs")))
            }
            (Tree::Other(value, _), _) => Ok(value.clone()),
            (Tree::List(_, span), _) => Err(self.error(*span, "found a list where an element belongs")),
        }
    }

    /// `dense<"0x…">`: the bytes of one element or of all, each element little-endian; elements of one bit
    /// are packed, eight in a byte.
    fn hex_elements(&mut self, quoted: &str, span: Span, ty: &Type, shape: &[i64]) -> Parsed<Vec<Attribute>> {
        let count = shape
            .iter()
            .try_fold(1i64, |n, &d| n.checked_mul(d))
            .and_then(|n| usize::try_from(n).ok());
        let text = self.string_bytes(quoted, span)?;
        let bytes = text.strip_prefix(b"0x").and_then(hex_bytes);
        let bytes_of = |ty: &Type| match ty {
            // The 19 bits stand in a word of 32.
            Type::Float(FloatKind::TF32) => 4,
            _ => ty.bit_width().unwrap_or(8).div_ceil(8) as usize,
        };
        let size = match ty {
            Type::Complex(part) => 2 * bytes_of(part),
            _ => bytes_of(ty),
        };
        let wrong = || {
            Box::new(
                Diagnostic::new(span, "the hexadecimal constant does not fit its type: the hex string of an elements attribute has an invalid size").help(format!(
                    "expected `0x` and {size} bytes for each of {} elements, or for one",
                    count.unwrap_or_default()
                )),
            )
        };
        let (Some(bytes), Some(count)) = (bytes, count) else {
            return Err(wrong());
        };
        if *ty == Type::I1 {
            return packed_bits(&bytes, count).ok_or_else(wrong);
        }
        if bytes.len() != size && bytes.len() != size.saturating_mul(count) {
            return Err(wrong());
        }
        bytes
            .chunks(size)
            .map(|chunk| self.hex_element(chunk, ty, span))
            .collect()
    }

    fn hex_element(&self, bytes: &[u8], ty: &Type, span: Span) -> Parsed<Attribute> {
        let bits = BigUint::from_bytes_le(bytes);
        match ty {
            Type::Complex(part) => {
                let (re, im) = bytes.split_at(bytes.len() / 2);
                let parts = (
                    self.hex_element(re, part, span)?,
                    self.hex_element(im, part, span)?,
                );
                Ok(Attribute::Complex(Arc::new(parts)))
            }
            // As for integers, bits of the bytes that the type does not have say nothing.
            Type::Float(kind) => Ok(Attribute::Float(FloatValue {
                bits: u128::try_from(bits & ((BigUint::one() << ty.bit_width().unwrap_or(128)) - 1u32))
                    .unwrap_or_default(),
                kind: *kind,
            })),
            _ => {
                let width = ty.bit_width().unwrap_or(64);
                let mask: BigInt = (BigInt::one() << width) - 1;
                let value: BigInt = BigInt::from(bits) & mask;
                let signed = matches!(ty, Type::Index)
                    || matches!(ty, Type::Integer(i) if i.signedness == crate::types::Signedness::Signed);
                let negative = signed && width > 0 && value.bit(u64::from(width) - 1);
                let value = match negative {
                    true => value - (BigInt::one() << width),
                    false => value,
                };
                if width == 0 && !value.is_zero() {
                    return Err(self.error(span, "`i0` has no value but 0"));
                }
                self.integer_of(value, ty, span)
            }
        }
    }
}

fn packed_bits(bytes: &[u8], count: usize) -> Option<Vec<Attribute>> {
    if bytes.len() == 1 && matches!(bytes[0], 0 | 0xff) {
        return Some(vec![Attribute::Bool(bytes[0] != 0)]);
    }
    (bytes.len() == count.div_ceil(8)).then(|| {
        (0..count)
            .map(|i| Attribute::Bool(bytes[i / 8] >> (i % 8) & 1 != 0))
            .collect()
    })
}

/// The extents of a vector, or of a tensor of static shape.
pub(super) fn static_shape(ty: &Type) -> Option<Vec<i64>> {
    match ty {
        Type::Vector(v) => Some(v.shape.iter().map(|d| d.size).collect()),
        Type::Tensor(t) => t.shape.as_ref()?.iter().map(|d| d.fixed()).collect(),
        _ => None,
    }
}

fn is_number_type(ty: &Type) -> bool {
    match ty {
        Type::Complex(part) => is_number_type(part),
        _ => matches!(ty, Type::Integer(_) | Type::Index | Type::Float(_)),
    }
}

impl Tree<'_> {
    fn span(&self) -> Span {
        match self {
            Tree::Number(literal) => literal.span,
            Tree::Bool(_, span)
            | Tree::String(_, _, span)
            | Tree::Complex(_, _, span)
            | Tree::Other(_, span)
            | Tree::List(_, span) => *span,
        }
    }

    /// Lengths of the lists, outermost first; those of the first element stand for all.
    pub(super) fn shape(&self) -> Vec<i64> {
        let mut shape = Vec::new();
        let mut tree = self;
        while let Tree::List(items, _) = tree {
            shape.push(items.len() as i64);
            match items.first() {
                Some(first) => tree = first,
                None => break,
            }
        }
        shape
    }
}

/// Equal elements are a splat, however many are written.
fn splat_if_uniform(mut dense: Arc<DenseElements>) -> Arc<DenseElements> {
    let mut pairs = dense.elements.windows(2);
    if dense.elements.len() > 1 && pairs.all(|pair| pair[0] == pair[1]) {
        Arc::make_mut(&mut dense).elements.truncate(1);
    }
    dense
}
