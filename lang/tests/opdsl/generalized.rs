//! The instances of the library are the generic operations that MLIR makes of its named ones.

use std::io::Write;
use std::process::{Command, Stdio};

use ovolo_lang::instance::instantiate;
use ovolo_lang::linalg::Definition;
use ovolo_lang::print::print_module;
use ovolo_opdsl::{Operation, ParameterKind, TypeVar, library};

/// The element types of inputs and of the output.
const ELEMENTS: [[&str; 2]; 8] = [
    ["f32", "f32"],
    ["i32", "i32"],
    ["f32", "f64"],
    ["i8", "i32"],
    ["i8", "f32"],
    ["f64", "bf16"],
    ["i1", "i32"],
    ["i1", "f32"],
];

#[test]
fn mlir_makes_the_same_generic_operations() {
    let Some(optimizer) = optimizer() else {
        println!("mlir-opt-19 is not found: nothing is compared");
        return;
    };
    let (mut ours, mut theirs) = (String::new(), String::new());
    let mut count = 0;
    for operation in library() {
        let before = count;
        for elements in ELEMENTS {
            for container in ["tensor", "memref"] {
                for attributes in [false, true] {
                    let Some(case) = Case::new(operation, elements, container, attributes) else {
                        continue;
                    };
                    // Values that MLIR's builder has no operation for.
                    let Ok(module) = instantiate(library(), &case.request()) else {
                        continue;
                    };
                    let name = format!("@{}_{count}(", operation.name);
                    ours.push_str(&print_module(&module).replacen(
                        &format!("@{}(", operation.name),
                        &name,
                        1,
                    ));
                    theirs.push_str(&case.named(&name));
                    for text in [&mut ours, &mut theirs] {
                        text.push_str("// -----\n");
                    }
                    count += 1;
                }
            }
        }
        assert!(count > before, "no elements fit {}", operation.name);
    }
    assert!(count > 500, "only {count} instances");
    // The pass moves constants to the front of functions, those of operations that are generic too.
    let [ours, theirs] = [ours, theirs].map(|text| printed(optimizer, &text));
    for (ours, theirs) in ours.split("// -----").zip(theirs.split("// -----")) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours.len(), theirs.len());
}

struct Case<'a> {
    operation: &'a Operation,
    types: Vec<String>,
    /// `name = value` in the DSL and in MLIR.
    attributes: Vec<(String, String)>,
}

impl<'a> Case<'a> {
    /// `None` where there is nothing to choose for attributes that are wanted.
    fn new(
        operation: &'a Operation,
        [input, output]: [&str; 2],
        container: &str,
        with_attributes: bool,
    ) -> Option<Case<'a>> {
        let definition = Definition::of(operation).ok()?;
        let output_type = operation.operands().find(|p| p.is_output())?.ty()?;
        let element = |ty: &TypeVar| match ty.0.as_str() {
            "I32" => "i32",
            "F64" => "f64",
            // The condition of a choice.
            "U" if operation.name == "select" => "i1",
            _ if ty == output_type => output,
            _ => input,
        };
        let operands = operation.operands().zip(&definition.operands);
        let types = operands.map(|(parameter, operand)| {
            let element = parameter.ty().map_or("f32", element);
            let rank = operand.subscripts.as_ref().map_or(2, |map| map.results.len());
            match parameter.kind {
                ParameterKind::Scalar { .. } => element.to_string(),
                _ => format!("{container}<{}{element}>", "?x".repeat(rank)),
            }
        });
        let types = types.collect();
        let mut attributes = Vec::new();
        for parameter in operation.parameters.iter().filter(|_| with_attributes) {
            let name = &parameter.name;
            match &parameter.kind {
                ParameterKind::Index { symbols, .. } => {
                    let values: Vec<usize> = (0..symbols.len()).map(|n| 3 - n % 3).collect();
                    let dense = format!("{name} = dense<{values:?}> : tensor<{}xi64>", symbols.len());
                    attributes.push((format!("{name}={values:?}"), dense));
                }
                ParameterKind::Function { default } => {
                    let other = ["cast_unsigned", "max_unsigned", "negf"];
                    let other = other.iter().find_map(|name| default.renamed(name))?;
                    let chosen = format!("{name} = #linalg.{}_fn<{}>", other.kind(), other.name());
                    attributes.push((format!("{name}={}.{}", other.namespace(), other.name()), chosen));
                }
                _ => {}
            }
        }
        (!attributes.is_empty() || !with_attributes).then_some(Case {
            operation,
            types,
            attributes,
        })
    }

    fn request(&self) -> String {
        let attributes = self.attributes.iter().map(|(request, _)| request.clone());
        let all: Vec<String> = self.types.iter().cloned().chain(attributes).collect();
        format!("{}({})", self.operation.name, all.join(", "))
    }

    /// A function of the named operation.
    fn named(&self, name: &str) -> String {
        let arguments: Vec<String> = self
            .types
            .iter()
            .enumerate()
            .map(|(n, ty)| format!("%v{n}: {ty}"))
            .collect();
        let listed = |range: std::ops::Range<usize>| {
            let names: Vec<String> = range.clone().map(|n| format!("%v{n}")).collect();
            format!("({} : {})", names.join(", "), self.types[range].join(", "))
        };
        let inputs = self.types.len() - 1;
        let attributes: Vec<&str> = self.attributes.iter().map(|(_, mlir)| mlir.as_str()).collect();
        let operation = format!(
            "linalg.{} {{{}}} ins{} outs{}",
            self.operation.name,
            attributes.join(", "),
            listed(0..inputs),
            listed(inputs..self.types.len())
        );
        let output = &self.types[inputs];
        let arguments = arguments.join(", ");
        match output.starts_with("tensor") {
            true => format!(
                "func.func {name}{arguments}) -> {output} {{\n  %r = {operation} -> {output}\n  return %r : {output}\n}}\n"
            ),
            false => format!("func.func {name}{arguments}) {{\n  {operation}\n  return\n}}\n"),
        }
    }
}

fn optimizer() -> Option<&'static str> {
    let name = "mlir-opt-19";
    let found = Command::new(name).arg("--version").stdout(Stdio::null()).status();
    found.is_ok_and(|status| status.success()).then_some(name)
}

fn printed(optimizer: &str, text: &str) -> String {
    let mut child = Command::new(optimizer)
        .args(["--split-input-file", "--linalg-generalize-named-ops"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("mlir-opt starts");
    let mut input = child.stdin.take().expect("its input");
    let text = text.to_string();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("mlir-opt ends");
    writer
        .join()
        .expect("the text is written")
        .expect("the text is written");
    assert!(output.status.success(), "mlir-opt refuses");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
