//! Attributes.

use std::fmt::{self, Write};
use std::sync::Arc;

use crate::affine::{AffineMap, IntegerSet};
use crate::attribute::{Attribute, DenseElements, FloatValue, Location, NamedAttribute};
use crate::op::OpCode;
use crate::types::{FloatKind, Type};

use super::text::{Text, is_bare};

impl Text {
    pub fn attribute(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::Unit => self.push("unit"),
            Attribute::Integer { ty, .. } => {
                self.untyped(attribute);
                self.push(" : ");
                self.ty(ty);
            }
            Attribute::Float(value) => {
                self.untyped(attribute);
                self.push(" : ");
                self.push(value.kind.as_str());
            }
            Attribute::Bool(_) => self.untyped(attribute),
            Attribute::String(text) => self.quoted(text),
            Attribute::Type(ty) => self.ty(ty),
            Attribute::Array(items) => {
                self.push("[");
                self.list(items.iter(), Text::attribute);
                self.push("]");
            }
            Attribute::Dictionary(entries) => self.dictionary(entries.iter()),
            Attribute::AffineMap(map) => self.map(map),
            Attribute::IntegerSet(set) => self.set(set),
            Attribute::SymbolRef(path) => {
                for (i, name) in path.iter().enumerate() {
                    if i > 0 {
                        self.push("::");
                    }
                    self.symbol(name);
                }
            }
            Attribute::DenseElements(dense) => {
                self.push("dense<");
                self.dense(dense);
                self.push("> : ");
                self.ty(&dense.ty);
            }
            Attribute::DenseArray(array) => {
                self.push("array<");
                self.ty(&array.element);
                if !array.elements.is_empty() {
                    self.push(": ");
                    self.list(&array.elements, Text::untyped);
                }
                self.push(">");
            }
            Attribute::SparseElements(sparse) => {
                self.push("sparse<");
                if !sparse.is_empty() {
                    self.elements(&sparse.indices);
                    self.push(", ");
                    self.elements(&sparse.values);
                }
                self.push("> : ");
                self.ty(&sparse.ty);
            }
            Attribute::DenseResource(resource) => {
                self.push("dense_resource<");
                self.push(&resource.key);
                self.push("> : ");
                self.ty(&resource.ty);
            }
            Attribute::StridedLayout(layout) => self.layout(layout),
            Attribute::Complex(parts) => {
                self.push("(");
                self.untyped(&parts.0);
                self.push(", ");
                self.untyped(&parts.1);
                self.push(")");
            }
            Attribute::Distinct { id, attribute } => {
                let _ = write!(self.out, "distinct[{id}]<");
                if **attribute != Attribute::Unit {
                    self.attribute(attribute);
                }
                self.push(">");
            }
            Attribute::Location(location) => self.location(location),
            Attribute::Typed(typed) => {
                self.attribute(&typed.0);
                self.push(" : ");
                self.ty(&typed.1);
            }
            Attribute::Opaque(text) => self.push(text),
        }
    }

    /// `loc(…)`.
    pub fn location(&mut self, location: &Location) {
        self.push("loc(");
        self.location_body(location);
        self.push(")");
    }

    fn location_body(&mut self, location: &Location) {
        match location {
            Location::Unknown => self.push("unknown"),
            Location::File { name, line, column } => {
                self.quoted(name);
                let _ = write!(self.out, ":{line}:{column}");
            }
            Location::Name { name, child } => {
                self.quoted(name);
                if let Some(child) = child {
                    self.push("(");
                    self.location_body(child);
                    self.push(")");
                }
            }
            Location::CallSite { callee, caller } => {
                self.push("callsite(");
                self.location_body(callee);
                self.push(" at ");
                self.location_body(caller);
                self.push(")");
            }
            Location::Fused { metadata, locations } => {
                self.push("fused");
                if let Some(metadata) = metadata {
                    self.push("<");
                    self.attribute(metadata);
                    self.push(">");
                }
                self.push("[");
                self.list(locations, Text::location_body);
                self.push("]");
            }
            Location::Opaque(attribute) => self.attribute(attribute),
        }
    }

    /// `{name = value, …}`, sorted by name.
    pub fn dictionary<'a>(&mut self, entries: impl Iterator<Item = &'a NamedAttribute>) {
        let mut sorted: Vec<&NamedAttribute> = entries.collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        self.push("{");
        self.list(sorted, |text, (name, value)| {
            // The name of an operation of the table is a token of another kind.
            if is_bare(name) && OpCode::from_name(name).is_none() {
                text.push(name);
            } else {
                text.quoted(name);
            }
            if *value != Attribute::Unit {
                text.push(" = ");
                text.attribute(value);
            }
        });
        self.push("}");
    }

    pub fn map(&mut self, map: &Arc<AffineMap>) {
        match &mut self.aliases {
            Some(aliases) => aliases.map(map, &mut self.out),
            None => {
                let _ = write!(self.out, "affine_map<{map}>");
            }
        }
    }

    pub fn set(&mut self, set: &Arc<IntegerSet>) {
        match &mut self.aliases {
            Some(aliases) => aliases.set(set, &mut self.out),
            None => {
                let _ = write!(self.out, "affine_set<{set}>");
            }
        }
    }

    /// An attribute where an integer without a type is an `i64`.
    pub fn attribute_of_i64(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::Integer { ty, .. } if *ty == Type::I64 => self.untyped(attribute),
            other => self.attribute(other),
        }
    }

    /// An attribute of which integers of 64 bits show no type, as those of lists need none.
    pub fn elided(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::Array(items) => {
                self.push("[");
                self.list(items.iter(), Text::elided_item);
                self.push("]");
            }
            _ => self.attribute(attribute),
        }
    }

    fn elided_item(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::Integer { ty, .. } if *ty == Type::I64 => self.untyped(attribute),
            _ => self.elided(attribute),
        }
    }

    /// An element without its type.
    pub fn untyped(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::Integer { value, .. } => {
                let _ = write!(self.out, "{value}");
            }
            Attribute::Float(value) => self.float(value),
            Attribute::Bool(value) => self.push(if *value { "true" } else { "false" }),
            Attribute::Array(parts) => {
                self.push("(");
                self.list(parts.iter(), Text::untyped);
                self.push(")");
            }
            other => self.attribute(other),
        }
    }

    fn dense(&mut self, dense: &DenseElements) {
        let shape: Vec<i64> = match &dense.ty {
            Type::Vector(v) => v.shape.iter().map(|d| d.size).collect(),
            Type::Tensor(t) => t.shape.iter().flatten().filter_map(|d| d.fixed()).collect(),
            _ => Vec::new(),
        };
        match dense.elements.as_slice() {
            [] => {}
            [element] => self.untyped(element),
            elements => {
                self.nested(elements, &shape);
            }
        }
    }

    /// What stands between the angle brackets of `dense<…>`.
    fn elements(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::DenseElements(dense) => self.dense(dense),
            other => self.attribute(other),
        }
    }

    /// Lists of lists after the shape; returns the elements not yet written.
    fn nested<'a>(&mut self, mut elements: &'a [Attribute], shape: &[i64]) -> &'a [Attribute] {
        let Some((&extent, inner)) = shape.split_first() else {
            let Some((first, rest)) = elements.split_first() else {
                return elements;
            };
            self.untyped(first);
            return rest;
        };
        self.push("[");
        for i in 0..extent {
            if i > 0 {
                self.push(", ");
            }
            elements = self.nested(elements, inner);
        }
        self.push("]");
        elements
    }

    /// A decimal that reads back to the same bits, or the bits in hexadecimal.
    fn float(&mut self, value: &FloatValue) {
        let double = value.to_f64();
        let exact = FloatValue::from_f64(double, value.kind) == *value;
        if !double.is_finite() || !exact {
            let digits = value.kind.storage_bits().div_ceil(4) as usize;
            let _ = write!(self.out, "0x{:0digits$X}", { value.bits });
            return;
        }
        let shortest = match value.kind {
            // A double that rounds to the same single; rarely the shorter text names another double.
            FloatKind::F32 => format!("{:e}", double as f32),
            _ => format!("{double:e}"),
        };
        let reads_back = shortest
            .parse()
            .is_ok_and(|v: f64| FloatValue::from_f64(v, value.kind) == *value);
        let text = if reads_back {
            shortest
        } else {
            format!("{double:e}")
        };
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(digits) => ('-', digits),
            None => ('+', exponent),
        };
        let _ = write!(self.out, "{whole}.{fraction:0<6}e{sign}{exponent:0>2}");
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::default();
        text.attribute(self);
        f.write_str(&text.out)
    }
}
