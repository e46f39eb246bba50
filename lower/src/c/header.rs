//! The C declarations of a module's functions, for callers of its objects and libraries.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::bufferize::with_buffers;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::types::{Dim, Type};

use super::algebra::{Unprintable, c_type};
use super::source::shape;
use super::text::identifier;

/// A header that C and C++ read. A function that C cannot call is named in a comment.
pub fn c_header(module: &Module) -> String {
    let memrefs = with_buffers(module).map(|(memrefs, _)| memrefs);
    let module = memrefs.as_ref().unwrap_or(module);
    let mut text = String::from(
        "#pragma once\n\n#include <stdbool.h>\n#include <stdint.h>\n\n\
         #ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
    );
    for function in module.functions() {
        let op = module.op(function);
        let is_private = op.attribute("sym_visibility").and_then(Attribute::as_str) == Some("private");
        let name = op.attribute("sym_name").and_then(Attribute::as_str);
        let Some(name) = name.filter(|_| !is_private) else {
            continue;
        };
        text += &match declaration(module, function, name) {
            Ok(declaration) => declaration,
            Err(reason) => format!("/* {name}: {reason} */\n"),
        };
    }
    text + "\n#ifdef __cplusplus\n}\n#endif\n"
}

fn declaration(module: &Module, function: OpId, name: &str) -> Result<String, Unprintable> {
    let op = module.op(function);
    let Some(Type::Function(ty)) = op.attribute("function_type").and_then(Attribute::as_type) else {
        return Err(Unprintable::new("a function without a type"));
    };
    if identifier(name) != name {
        return Err(Unprintable::new(format!("the function name `{name}`")));
    }
    let block = module.single_block(function, 0);
    let values = block.map_or(&[][..], |block| &module.block(block).arguments);
    let mut parameters = Vec::new();
    let mut shapes = Vec::new();
    for (index, input) in ty.inputs.iter().enumerate() {
        let has = |name: &str| op.argument_attribute(index, name).is_some();
        if has("c.global") || has("c.pointer") {
            continue;
        }
        let given = values.get(index).and_then(|&v| module.value(v).name.as_deref());
        let name = identifier(given.map_or(format!("argument{index}"), str::to_string).as_str());
        let Some(memref) = input.as_memref() else {
            let unsigned = if has("c.unsigned") { "u" } else { "" };
            parameters.push(format!("{unsigned}{} {name}", c_type(input)?));
            continue;
        };
        let restrict = if op.is_noalias(index) { "*__restrict " } else { "*" };
        parameters.push(format!("{} {restrict}{name}", c_type(&memref.element)?));
        if has("c.extents") {
            continue;
        }
        let mut extents = String::new();
        for (i, extent) in shape(memref)?.iter().enumerate() {
            match extent {
                Dim::Fixed(n) => extents += &format!("[{n}]"),
                Dim::Dynamic => {
                    extents += &format!("[{name}_extent{i}]");
                    parameters.push(format!("int64_t {name}_extent{i}"));
                }
            }
        }
        shapes.push(format!("{name}{extents}"));
    }
    let result = match ty.results.as_slice() {
        [] => "void",
        [only] if only.as_memref().is_none() => c_type(only)?,
        several => {
            for (i, ty) in several.iter().enumerate() {
                let Some(memref) = ty.as_memref() else {
                    parameters.push(format!("{} *result{i}", c_type(ty)?));
                    continue;
                };
                parameters.push(format!("{} **result{i}", c_type(&memref.element)?));
                let open = shape(memref)?
                    .iter()
                    .enumerate()
                    .filter(|(_, extent)| **extent == Dim::Dynamic);
                parameters.extend(open.map(|(d, _)| format!("int64_t *result{i}_extent{d}")));
            }
            "void"
        }
    };
    if parameters.is_empty() {
        parameters.push("void".to_string());
    }
    let shapes = if shapes.is_empty() {
        String::new()
    } else {
        format!("/* Row-major: {} */\n", shapes.join(", "))
    };
    Ok(format!("{shapes}{result} {name}({});\n", parameters.join(", ")))
}
