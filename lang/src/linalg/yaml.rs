//! Definitions as MLIR keeps those of its named operations: documents of YAML, as `mlir.dialects.linalg.opdsl.dump_oplib`
//! prints them.

mod float;
mod scalar;

use std::fmt::Write;

use ovolo_opdsl::{Callee, Expr, ExprKind, Operation, Parameter, ParameterKind};

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::types::Type;

use super::definition::affine_map;
use float::float;
use scalar::scalar;

/// A document for each operation.
pub fn yaml(operations: &[Operation]) -> String {
    let mut text = String::new();
    for operation in operations {
        Document {
            operation,
            text: &mut text,
        }
        .write();
    }
    text
}

struct Document<'a> {
    operation: &'a Operation,
    text: &'a mut String,
}

impl Document<'_> {
    fn write(&mut self) {
        let operation = self.operation;
        self.text
            .push_str("--- !LinalgOpConfig\nmetadata: !LinalgOpMetadata\n");
        self.entry(2, "name", &operation.name);
        self.entry(2, "cpp_class_name", &operation.class_name);
        match &operation.documentation {
            Some(text) => self.entry(2, "doc", text),
            None => self.line(2, "doc: null"),
        }
        let interfaces: Vec<&str> = operation.interfaces.iter().map(|i| i.class_name()).collect();
        let methods: Vec<&str> = operation.methods.iter().map(|m| m.flag()).collect();
        for (name, items) in [("implements", interfaces), ("defines", methods)] {
            if !items.is_empty() {
                self.line(2, &format!("{name}:"));
                items.iter().for_each(|item| self.line(2, &format!("- {item}")));
            }
        }
        self.line(0, "structured_op: !LinalgStructuredOpConfig");
        self.line(2, "args:");
        operation.parameters.iter().for_each(|p| self.parameter(p));
        self.line(2, "indexing_maps: !LinalgIndexingMapsConfig");
        self.line(4, "static_indexing_maps:");
        let dims: Vec<String> = operation.dims.iter().map(|d| d.name.clone()).collect();
        for parameter in operation.operands() {
            let subscripts = match &parameter.kind {
                ParameterKind::Tensor { subscripts, .. } => subscripts.as_slice(),
                _ => &[],
            };
            let map = affine_map(subscripts, &dims, &operation.symbols);
            self.text.push_str("    - ");
            self.value(6, 4, &attribute(map));
        }
        match operation.dims.is_empty() {
            true => self.line(2, "iterator_types: []"),
            false => self.line(2, "iterator_types:"),
        }
        for dim in &operation.dims {
            self.line(
                2,
                if dim.is_reduction {
                    "- reduction"
                } else {
                    "- parallel"
                },
            );
        }
        self.line(2, "assignments:");
        self.line(2, "- !ScalarAssign");
        let output = operation.operands().find(|p| p.is_output());
        self.entry(4, "arg", output.map_or("", |p| &p.name));
        self.line(4, "value: !ScalarExpression");
        self.expression(6, &operation.value);
    }

    fn line(&mut self, indentation: usize, text: &str) {
        let _ = writeln!(self.text, "{:indentation$}{text}", "");
    }

    /// `name: value`.
    fn entry(&mut self, indentation: usize, name: &str, value: &str) {
        let _ = write!(self.text, "{:indentation$}{name}: ", "");
        self.value(indentation + name.len() + 2, indentation, value);
    }

    /// A scalar that starts at a column, in a mapping of this indentation.
    fn value(&mut self, column: usize, indentation: usize, value: &str) {
        self.text.push_str(&scalar(value, column, indentation + 2));
        self.text.push('\n');
    }

    fn parameter(&mut self, parameter: &Parameter) {
        self.line(2, "- !LinalgOperandDefConfig");
        self.entry(4, "name", &parameter.name);
        self.entry(4, "kind", &parameter.kind_name());
        if let Some(ty) = parameter.ty() {
            self.entry(4, "type_var", &ty.0);
        }
        let symbols = &self.operation.symbols;
        match &parameter.kind {
            ParameterKind::Scalar { .. } => {}
            ParameterKind::Tensor { shape, .. } => {
                self.entry(4, "shape_map", &attribute(affine_map(shape, &[], symbols)));
            }
            ParameterKind::Index {
                symbols: own,
                defaults,
            } => {
                let own: Vec<_> = own.iter().cloned().map(ovolo_opdsl::Affine::Symbol).collect();
                self.entry(4, "index_attr_map", &attribute(affine_map(&own, &[], symbols)));
                self.line(4, "default_indices:");
                defaults.iter().for_each(|n| self.line(4, &format!("- {n}")));
            }
            ParameterKind::Function { default } => self.entry(4, "default_fn", default.name()),
        }
    }

    fn expression(&mut self, indentation: usize, e: &Expr) {
        let name = |number: usize| {
            self.operation
                .parameters
                .get(number)
                .map_or("", |p| p.name.as_str())
        };
        match &e.kind {
            ExprKind::Operand { parameter, .. } => self.entry(indentation, "scalar_arg", name(*parameter)),
            ExprKind::Index(name) => {
                let number = self.operation.dims.iter().position(|d| d.name == *name);
                let number = number.unwrap_or_default();
                self.line(indentation, &format!("scalar_index: {number}"));
            }
            ExprKind::Integer(n) => {
                let constant = Attribute::integer(*n, Type::I64).to_string();
                self.entry(indentation, "scalar_const", &constant);
            }
            ExprKind::Float(x) => {
                self.entry(indentation, "scalar_const", &format!("{} : f64", float(*x)));
            }
            ExprKind::Call {
                callee,
                to,
                arguments,
            } => {
                let kind = self.operation.default_function(*callee).map_or("", |f| f.kind());
                let called = match callee {
                    Callee::Function(function) => ("fn_name", function.name()),
                    Callee::Attribute(number) => ("attr_name", name(*number)),
                };
                self.line(indentation, "scalar_fn:");
                self.entry(indentation + 2, "kind", kind);
                self.entry(indentation + 2, called.0, called.1);
                if let Some(to) = to {
                    self.entry(indentation + 2, "type_var", &to.0);
                }
                self.line(indentation + 2, "operands:");
                for argument in arguments {
                    self.line(indentation + 2, "- !ScalarExpression");
                    self.expression(indentation + 4, argument);
                }
            }
        }
    }
}

fn attribute(map: AffineMap) -> String {
    Attribute::affine_map(map).to_string()
}
