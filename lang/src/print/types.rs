//! Types.

use std::fmt::{self, Write};

use crate::types::{Dim, FunctionType, IntegerType, Layout, Signedness, Type};

use super::text::Text;

impl Text {
    pub fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Index => self.push("index"),
            Type::Integer(IntegerType { width, signedness }) => {
                let prefix = match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                };
                let _ = write!(self.out, "{prefix}{width}");
            }
            Type::Float(kind) => self.push(kind.as_str()),
            Type::None => self.push("none"),
            Type::Vector(vector) => {
                self.push("vector<");
                for dim in &vector.shape {
                    let _ = match dim.scalable {
                        true => write!(self.out, "[{}]x", dim.size),
                        false => write!(self.out, "{}x", dim.size),
                    };
                }
                self.ty(&vector.element);
                self.push(">");
            }
            Type::MemRef(memref) => {
                self.push("memref<");
                self.shape(memref.shape.as_deref());
                self.ty(&memref.element);
                if let Some(layout) = &memref.layout {
                    self.push(", ");
                    self.layout(layout);
                }
                if let Some(space) = &memref.memory_space {
                    self.push(", ");
                    self.attribute_of_i64(space);
                }
                self.push(">");
            }
            Type::Tensor(tensor) => {
                self.push("tensor<");
                self.shape(tensor.shape.as_deref());
                self.ty(&tensor.element);
                if let Some(encoding) = &tensor.encoding {
                    self.push(", ");
                    self.attribute(encoding);
                }
                self.push(">");
            }
            Type::Complex(element) => {
                self.push("complex<");
                self.ty(element);
                self.push(">");
            }
            Type::Tuple(types) => {
                self.push("tuple<");
                self.list(types.iter(), Text::ty);
                self.push(">");
            }
            Type::Function(function) => self.function_type(function),
            Type::Opaque(text) => self.push(text),
        }
    }

    pub fn function_type(&mut self, ty: &FunctionType) {
        self.push("(");
        self.list(&ty.inputs, Text::ty);
        self.push(") -> ");
        self.result_types(&ty.results);
    }

    /// One type as it is, several in brackets.
    pub fn result_types(&mut self, types: &[Type]) {
        match types {
            [ty] if !matches!(ty, Type::Function(_)) => self.ty(ty),
            _ => {
                self.push("(");
                self.list(types, Text::ty);
                self.push(")");
            }
        }
    }

    fn shape(&mut self, shape: Option<&[Dim]>) {
        match shape {
            None => self.push("*x"),
            Some(dims) => {
                for dim in dims {
                    self.dim(*dim);
                    self.push("x");
                }
            }
        }
    }

    fn dim(&mut self, dim: Dim) {
        match dim {
            Dim::Fixed(n) => {
                let _ = write!(self.out, "{n}");
            }
            Dim::Dynamic => self.push("?"),
        }
    }

    pub fn layout(&mut self, layout: &Layout) {
        match layout {
            Layout::Map(map) => self.map(map),
            Layout::Strided { strides, offset } => {
                self.push("strided<[");
                self.list(strides, |text, dim| text.dim(*dim));
                self.push("]");
                if *offset != Dim::Fixed(0) {
                    self.push(", offset: ");
                    self.dim(*offset);
                }
                self.push(">");
            }
            Layout::Opaque(attribute) => self.attribute(attribute),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::default();
        text.ty(self);
        f.write_str(&text.out)
    }
}

impl fmt::Display for FunctionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::default();
        text.function_type(self);
        f.write_str(&text.out)
    }
}
