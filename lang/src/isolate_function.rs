//! One function of a module, with what it needs.

use std::collections::BTreeSet;

use crate::attribute::Attribute;
use crate::ir::{Module, OpId, OpName};
use crate::op::OpCode;

/// A copy of the module without the functions and globals to which `function` leads by no name, directly or through others. Ids
/// are those of the module. Where the text of another dialect may name functions, all are kept.
pub fn isolate_function(module: &Module, function: OpId) -> Module {
    let mut copy = module.clone();
    if let Some(names) = names_from(module, function) {
        let is_needed = |op: &OpId| {
            let op = module.op(*op);
            let name = op.attribute("sym_name").and_then(Attribute::as_str);
            let is_named_alone = matches!(op.code(), Some(OpCode::Func | OpCode::MemRefGlobal));
            !is_named_alone || name.is_none_or(|name| names.contains(name))
        };
        let body = copy.body();
        copy.block_mut(body).ops.retain(is_needed);
    }
    copy
}

/// The name of the function and those that it leads to; `None` where text is not understood.
fn names_from(module: &Module, function: OpId) -> Option<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    let mut pending = vec![function];
    let mut is_understood = true;
    while let Some(function) = pending.pop() {
        let name = module
            .op(function)
            .attribute("sym_name")
            .and_then(Attribute::as_str);
        if !names.insert(name?.to_string()) {
            continue;
        }
        let mut found = Vec::new();
        module.walk(function, &mut |op| {
            let op = module.op(op);
            is_understood &= !matches!(op.name, OpName::Unknown(_));
            for (_, attribute) in &op.attributes {
                is_understood &= symbols(attribute, &mut found);
            }
        });
        for name in found {
            match module.function(name) {
                Some(function) => pending.push(function),
                None => {
                    names.insert(name.to_string());
                }
            }
        }
    }
    is_understood.then_some(names)
}

/// Adds the symbols that an attribute refers to; whether that is all of them.
fn symbols<'a>(attribute: &'a Attribute, found: &mut Vec<&'a str>) -> bool {
    match attribute {
        Attribute::SymbolRef(path) => {
            found.extend(path.first().map(|name| &**name));
            true
        }
        Attribute::Array(list) => list.iter().all(|a| symbols(a, found)),
        Attribute::Dictionary(entries) => entries.iter().all(|(_, a)| symbols(a, found)),
        Attribute::Typed(typed) => symbols(&typed.0, found),
        Attribute::Distinct { attribute, .. } => symbols(attribute, found),
        Attribute::Opaque(text) => !text.contains('@'),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse_module;

    fn names_alone(text: &str) -> Vec<String> {
        let module = parse_module(text).unwrap();
        let function = module.function("f").unwrap();
        let alone = isolate_function(&module, function);
        let names = alone
            .functions()
            .filter_map(|op| alone.op(op).attribute("sym_name"));
        names.filter_map(Attribute::as_str).map(str::to_string).collect()
    }

    #[test]
    fn what_is_called_stays() {
        let text = "func.func private @h()
            func.func @g() { call @h() : () -> () return }
            func.func @other() { return }
            func.func @f() { call @g() : () -> () return }
            func.func @caller() { call @f() : () -> () return }";
        assert_eq!(names_alone(text), ["h", "g", "f"]);
    }

    #[test]
    fn functions_that_call_each_other_stay() {
        let text = "func.func @f() { call @g() : () -> () return }
            func.func @g() { call @f() : () -> () return }
            func.func @other() { return }";
        assert_eq!(names_alone(text), ["f", "g"]);
    }

    #[test]
    fn names_inside_attributes_count() {
        let text = r#"func.func @g() { return }
            func.func @other() { return }
            func.func @f() attributes {test.uses = [{a = @g}]} { return }"#;
        assert_eq!(names_alone(text), ["g", "f"]);
    }

    #[test]
    fn what_is_not_understood_may_name_anything() {
        let text = r#"func.func @g() { return }
            func.func @f() { "other.launch"() : () -> () return }"#;
        assert_eq!(names_alone(text), ["g", "f"]);
    }
}
