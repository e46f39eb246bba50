//! Attributes: literals with their types, dictionaries, dense elements.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use crate::attribute::{Attribute, DenseArray, DenseElements, NamedAttribute};
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::Span;
use crate::types::{IntegerType, Signedness, Type};

use super::context::Context;
use super::literal::Number;

/// A number with its sign, before its type is known.
#[derive(Clone, Copy, Debug)]
pub struct Literal<'a> {
    pub negative: bool,
    pub number: Number<'a>,
    pub span: Span,
}

/// What stands between the brackets of `dense<…>`.
#[derive(Debug)]
pub enum Dense<'a> {
    Number(Literal<'a>),
    Bool(bool, Span),
    /// A string element, or all elements in hexadecimal.
    String(&'a str, Span),
    Complex(Vec<Dense<'a>>, Span),
    List(Vec<Dense<'a>>, Span),
}

impl<'a> Context<'a> {
    /// A number whose type is written or, by default, `i64` or `f64`.
    pub fn number(&mut self, literal: Literal<'a>, ty: Option<Type>) -> Attribute {
        let ty = ty.unwrap_or(match literal.number {
            Number::Integer(_) => Type::I64,
            Number::Float(_) => Type::F64,
        });
        self.number_of(literal, &ty)
    }

    pub fn number_of(&mut self, literal: Literal<'a>, ty: &Type) -> Attribute {
        let Literal {
            negative,
            number,
            span,
        } = literal;
        match (ty, number) {
            (Type::Float(kind), _) => Attribute::Float(self.float(negative, number, *kind, span)),
            (Type::Index | Type::Integer(_), Number::Integer(text)) => {
                let value = self.big_integer(negative, text, span);
                self.integer_of(value, ty, span)
            }
            (Type::Index | Type::Integer(_), Number::Float(_)) => {
                self.report(
                    Diagnostic::new(span, format!("found a float where `{ty}` belongs"))
                        .help("expected an integer"),
                );
                Attribute::Unit
            }
            // A type that Ovolo does not model keeps its literal as text.
            (Type::Opaque(_), _) => Attribute::Opaque(format!("{} : {ty}", self.text(span)).into()),
            _ => {
                self.report(Diagnostic::new(
                    span,
                    format!("a number cannot have the type `{ty}`"),
                ));
                Attribute::Unit
            }
        }
    }

    /// The integer in its canonical form: signless ones are signed, those of one bit are booleans.
    fn integer_of(&mut self, value: BigInt, ty: &Type, span: Span) -> Attribute {
        let (width, signedness) = match ty {
            Type::Integer(IntegerType { width, signedness }) => (*width, *signedness),
            _ => (64, Signedness::Signed),
        };
        if width == 0 {
            if !value.is_zero() {
                self.report(Diagnostic::new(span, "`i0` has no value but 0"));
            }
            return Attribute::integer(0, ty.clone());
        }
        let modulus = BigInt::one() << width;
        let half = BigInt::one() << (width - 1);
        let (least, past) = match signedness {
            Signedness::Signless => (-&half, modulus.clone()),
            Signedness::Signed => (-&half, half.clone()),
            Signedness::Unsigned => (BigInt::zero(), modulus.clone()),
        };
        if value < least || value >= past {
            self.report(
                Diagnostic::new(span, format!("the integer does not fit the type `{ty}`"))
                    .help(format!("expected a value from {least} to {}", past - 1)),
            );
            return Attribute::integer(0, ty.clone());
        }
        if *ty == Type::I1 {
            return Attribute::Bool(!value.is_zero());
        }
        let canonical = if signedness == Signedness::Signless && value >= half {
            value - modulus
        } else {
            value
        };
        Attribute::integer(canonical, ty.clone())
    }

    /// Entries sorted by name, as MLIR keeps them.
    pub fn dictionary(&mut self, mut entries: Vec<(NamedAttribute, Span)>) -> Vec<NamedAttribute> {
        entries.sort_by(|((a, _), _), ((b, _), _)| a.cmp(b));
        for pair in entries.windows(2) {
            let [((a, _), _), ((b, _), span)] = pair else {
                continue;
            };
            if a == b {
                let message = format!("the attribute `{b}` is given twice");
                self.diagnostics.push(Diagnostic::new(*span, message));
            }
        }
        entries.into_iter().map(|(entry, _)| entry).collect()
    }

    pub fn dense_array(&mut self, element: Type, literals: Vec<Dense<'a>>, span: Span) -> Attribute {
        if !matches!(element, Type::Integer(_) | Type::Float(_)) {
            self.report(
                Diagnostic::new(
                    span,
                    format!("a dense array cannot have elements of type `{element}`"),
                )
                .help("expected an integer or float type"),
            );
        }
        let elements = literals.iter().map(|l| self.element(l, &element)).collect();
        Attribute::DenseArray(Arc::new(DenseArray { element, elements }))
    }

    pub fn dense_elements(&mut self, literal: Option<Dense<'a>>, ty: Type, span: Span) -> Attribute {
        let shape = match &ty {
            Type::Vector(v) => v.shape.iter().map(|d| Some(d.size)).collect(),
            Type::Tensor(t) => t.shape.iter().flatten().map(|d| d.fixed()).collect(),
            _ => None,
        };
        let ranked = !matches!(&ty, Type::Tensor(t) if t.shape.is_none());
        let Some(shape) = shape.filter(|_: &Vec<i64>| ranked) else {
            self.report(
                Diagnostic::new(span, format!("a dense constant cannot have the type `{ty}`"))
                    .help("expected a vector or a tensor of static shape"),
            );
            return Attribute::Unit;
        };
        let mut elements = Vec::new();
        match literal {
            None => {
                if !shape.contains(&0) {
                    self.report(Diagnostic::new(span, "the constant has no elements"));
                }
            }
            Some(Dense::String(quoted, at)) if is_number_type(ty.element()) => {
                elements = self.hex_elements(quoted, at, ty.element(), &shape);
            }
            Some(Dense::List(items, at)) => self.fill(&items, &shape, ty.element(), &mut elements, at),
            Some(splat) => elements.push(self.element(&splat, ty.element())),
        }
        Attribute::DenseElements(Arc::new(DenseElements { ty, elements }))
    }

    /// Appends the elements of nested lists whose lengths must be those of the shape.
    fn fill(
        &mut self,
        items: &[Dense<'a>],
        shape: &[i64],
        ty: &Type,
        elements: &mut Vec<Attribute>,
        span: Span,
    ) {
        let Some((&extent, inner)) = shape.split_first() else {
            self.report(Diagnostic::new(
                span,
                "the lists of the constant are nested deeper than its type",
            ));
            return;
        };
        if extent != items.len() as i64 {
            self.report(
                Diagnostic::new(span, format!("the list has {}", counted(items.len(), "element")))
                    .help(format!("expected {extent}, the extent that the type gives")),
            );
        }
        for item in items {
            match item {
                Dense::List(items, at) => self.fill(items, inner, ty, elements, *at),
                scalar if inner.is_empty() => elements.push(self.element(scalar, ty)),
                scalar => {
                    self.report(Diagnostic::new(scalar.span(), "found an element").help("expected a list"));
                    return;
                }
            }
        }
    }

    fn element(&mut self, literal: &Dense<'a>, ty: &Type) -> Attribute {
        match literal {
            // The literal of a type that Ovolo does not model, as its text.
            Dense::Number(number) if matches!(ty, Type::Opaque(_)) => {
                Attribute::Opaque(self.text(number.span).into())
            }
            Dense::Number(number) => self.number_of(*number, ty),
            Dense::Bool(value, _) if *ty == Type::I1 => Attribute::Bool(*value),
            Dense::String(quoted, span) => self.string_attribute(quoted, *span),
            Dense::Complex(parts, span) => match ty {
                Type::Complex(part) => {
                    Attribute::array(parts.iter().map(|p| self.element(p, part)).collect())
                }
                _ => {
                    let message = format!("found a complex number where `{ty}` belongs");
                    self.report(Diagnostic::new(*span, message));
                    Attribute::Unit
                }
            },
            Dense::Bool(_, span) | Dense::List(_, span) => {
                self.report(Diagnostic::new(
                    *span,
                    format!("expected an element of type `{ty}`"),
                ));
                Attribute::Unit
            }
        }
    }

    /// `dense<"0x…">`: the bytes of one element or of all, each element little-endian.
    fn hex_elements(&mut self, quoted: &'a str, span: Span, ty: &Type, shape: &[i64]) -> Vec<Attribute> {
        let text = self.string(quoted, span);
        let bytes: Option<Vec<u8>> = text.strip_prefix("0x").and_then(|digits| {
            let pairs = digits.as_bytes().chunks(2);
            pairs
                .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
                .collect()
        });
        let size = ty.byte_size().unwrap_or(1) as usize;
        let count = shape
            .iter()
            .try_fold(1i64, |n, &d| n.checked_mul(d))
            .unwrap_or(-1);
        let fits = |n: usize| {
            n == size || i64::try_from(n / size).is_ok_and(|n| n == count) && n.is_multiple_of(size)
        };
        let Some(bytes) = bytes.filter(|b| fits(b.len())) else {
            self.report(
                Diagnostic::new(span, "the hexadecimal constant does not fit its type").help(format!(
                    "expected `0x` and {size} bytes for each of {count} elements, or for one"
                )),
            );
            return Vec::new();
        };
        bytes
            .chunks(size)
            .map(|chunk| {
                let bits = BigUint::from_bytes_le(chunk);
                match ty {
                    Type::Float(kind) => Attribute::Float(crate::attribute::FloatValue {
                        bits: u128::try_from(bits).unwrap_or_default(),
                        kind: *kind,
                    }),
                    _ => {
                        let width = ty.bit_width().unwrap_or(64);
                        let mask: BigInt = (BigInt::one() << width) - 1;
                        let value: BigInt = BigInt::from(bits) & mask;
                        let negative = *ty == Type::Index && value.bit(63);
                        let value = if negative {
                            value - (BigInt::one() << 64)
                        } else {
                            value
                        };
                        self.integer_of(value, ty, span)
                    }
                }
            })
            .collect()
    }
}

impl Dense<'_> {
    fn span(&self) -> Span {
        match self {
            Dense::Number(literal) => literal.span,
            Dense::Bool(_, span)
            | Dense::String(_, span)
            | Dense::Complex(_, span)
            | Dense::List(_, span) => *span,
        }
    }
}

fn is_number_type(ty: &Type) -> bool {
    matches!(ty, Type::Integer(_) | Type::Index | Type::Float(_))
}
