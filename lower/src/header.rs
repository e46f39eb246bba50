//! The prototypes of compiled functions in C.

use std::fmt::Write;

use ovolo_lang::types::{FloatKind, Type};

use crate::abi::{Component, Signature};

/// A header that declares the functions; one that C cannot declare is left to a comment.
pub(crate) fn c_header<'a>(signatures: impl Iterator<Item = &'a Signature>) -> String {
    let mut text = String::from("#pragma once\n#include <stdbool.h>\n#include <stdint.h>\n\n");
    text += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
    for signature in signatures {
        match prototype(signature) {
            Some(prototype) => text += &prototype,
            None => {
                let _ = writeln!(
                    text,
                    "/* {}: has types that C lacks, or a name that is not C's */",
                    signature.name.replace("*/", "* /")
                );
            }
        }
    }
    text + "\n#ifdef __cplusplus\n}\n#endif\n"
}

fn prototype(signature: &Signature) -> Option<String> {
    let name = &signature.name;
    let is_identifier = !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    is_identifier.then_some(())?;
    let mut parameters = Vec::new();
    for (i, ty) in signature.parameters.iter().enumerate() {
        let components = Component::of_type(ty).ok()?;
        for (j, component) in components.iter().enumerate() {
            parameters.push(match (component, j) {
                (Component::Extent, _) => format!("{} arg{i}_{j}", c_component(component)?),
                _ => format!("{} arg{i}", c_component(component)?),
            });
        }
    }
    for (i, component) in signature.out_components().ok()?.iter().enumerate() {
        parameters.push(format!("{} *result{i}", c_component(component)?));
    }
    let result = match signature.returned() {
        Some(ty) => c_scalar(ty)?,
        None => "void".to_string(),
    };
    let parameters = match parameters.is_empty() {
        true => "void".to_string(),
        false => parameters.join(", "),
    };
    Some(format!("{result} {name}({parameters});\n"))
}

fn c_component(component: &Component) -> Option<String> {
    match component {
        Component::Scalar(ty) => c_scalar(ty),
        Component::Pointer(element) => Some(format!("{} *", c_scalar(element)?)),
        Component::Extent => Some("int64_t".to_string()),
    }
}

/// The C type of a scalar; an integer of another width has the type of its size in memory.
fn c_scalar(ty: &Type) -> Option<String> {
    match ty {
        Type::Float(FloatKind::F16) => Some("_Float16".to_string()),
        Type::Float(FloatKind::BF16) => Some("__bf16".to_string()),
        Type::Float(FloatKind::F32) => Some("float".to_string()),
        Type::Float(FloatKind::F64) => Some("double".to_string()),
        Type::Index => Some("int64_t".to_string()),
        Type::Integer(i) if i.width == 1 => Some("bool".to_string()),
        Type::Integer(i) if [8, 16, 32, 64].contains(&i.width) => Some(format!("int{}_t", i.width)),
        _ => None,
    }
}
