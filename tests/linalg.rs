//! Every named operation of linalg on made-up shapes and data: the operation interpreted, its loops interpreted, its loops
//! compiled, and, where `mlir-opt-19` is installed, the loops that MLIR makes of it interpreted, all give the same; each is proved
//! equal to what MLIR makes of it; and what `optimize` makes of some of them gives the same too.

#[path = "../lower/tests/common/mod.rs"]
mod common;

use std::process::{Command, Stdio};

use common::{Data, Numbers, agrees, buffer, compiled, interpreted, mask};
use ovolo_lang::ir::Module;
use ovolo_lang::linalg::{Body, Definition, Source, definition, with_loops};
use ovolo_lang::op::OpCode;
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;
use ovolo_lang::types::{FloatKind, Type};
use ovolo_lower::{OptLevel, compile};
use ovolo_verify::program::{Options, verify_programs};
use rayon::prelude::*;

/// A function of one operation, and shapes for its arguments: `None` for a scalar.
struct Case {
    code: OpCode,
    name: String,
    text: String,
    arguments: Vec<(Type, Option<Vec<i64>>)>,
}

/// What elements are: floats, of inputs narrower than the output, integers, and such.
const ELEMENTS: [[Type; 2]; 4] = [
    [Type::F64, Type::F64],
    [Type::F32, Type::F64],
    [Type::I32, Type::I32],
    [Type::integer(8), Type::I32],
];

/// Functions of floats that libraries round differently in the last places.
const INEXACT: [OpCode; 7] = [
    OpCode::LinalgExp,
    OpCode::LinalgLog,
    OpCode::LinalgErf,
    OpCode::LinalgRsqrt,
    OpCode::LinalgTanh,
    OpCode::LinalgPowF,
    OpCode::LinalgElemwiseUnary,
];

#[test]
fn operations_loops_and_code_agree() {
    let cases = cases();
    let text: String = cases.iter().map(|case| case.text.as_str()).collect();
    let module = parse_module(&text).unwrap_or_else(|d| panic!("{d:?}\n{text}"));
    let loops = with_loops(&module).expect("there are operations");
    assert!(!print_module(&loops).contains("linalg."), "an operation is left");
    let lowered = lowered(&text);
    let options = ovolo_lower::Options {
        level: OptLevel::O1,
        ..Default::default()
    };
    let code = compile(&module, &options).expect("the module compiles");
    let jit = code.jit().expect("the code is called");
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    for case in &cases {
        let data = case.data(&mut numbers);
        let run = |what: &str, module: &Module| {
            interpreted(module, &case.name, &data, &[])
                .unwrap_or_else(|e| panic!("{what} of {}: {e}", case.text))
        };
        let expected = run("the operation", &module);
        let same = |what: &str, found: &common::Outcome, tolerance: f64| {
            agrees(&expected, found, tolerance).unwrap_or_else(|e| panic!("{what} of {}: {e}", case.text));
        };
        same("the loops", &run("the loops", &loops), 0.0);
        let tolerance = if INEXACT.contains(&case.code) { 1e-6 } else { 0.0 };
        same("the code", &compiled(&jit, &case.name, &data), tolerance);
        if let Some(lowered) = &lowered {
            same("MLIR's loops", &run("MLIR's loops", lowered), 0.0);
        }
    }
}

#[test]
fn optimised_operations_agree() {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut changed = 0;
    // A sample of both open and static extents: each takes a search.
    for case in cases().iter().skip(1).step_by(83) {
        let module = parse_module(&case.text).expect("a module");
        let optimised = ovolo::optimize(&module, &ovolo::Options::default());
        let optimised = optimised.unwrap_or_else(|_| panic!("a mistake in {}", case.text));
        changed += usize::from(optimised.functions.iter().any(|choice| choice.is_changed()));
        let code = compile(&optimised.module, &Default::default()).expect("the module compiles");
        let jit = code.jit().expect("the code is called");
        let data = case.data(&mut numbers);
        let expected = interpreted(&module, &case.name, &data, &[]);
        let expected = expected.unwrap_or_else(|e| panic!("the operation of {}: {e}", case.text));
        let tolerance = if INEXACT.contains(&case.code) { 1e-6 } else { 0.0 };
        agrees(&expected, &compiled(&jit, &case.name, &data), tolerance)
            .unwrap_or_else(|e| panic!("what was chosen for {}: {e}", case.text));
    }
    assert!(changed > 0, "nothing was found for any operation");
}

#[test]
fn operations_are_proved_equal_to_the_loops_of_mlir() {
    let cases = cases();
    let not_proved = cases.par_iter().step_by(8).filter_map(|case| {
        let module = parse_module(&case.text).expect("a module");
        let lowered = lowered(&case.text)?;
        let verdict = verify_programs(&module, &lowered, &Options::default());
        // MLIR converts constants of its own while it compiles; the checker does not.
        let is_folded = case.code == OpCode::LinalgFillRng2D;
        (!verdict.is_proved() && !is_folded).then(|| format!("{}{verdict}", case.text))
    });
    let not_proved: Vec<String> = not_proved.collect();
    assert!(not_proved.is_empty(), "{}", not_proved.join("\n"));
}

fn cases() -> Vec<Case> {
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let mut cases = Vec::new();
    for code in OpCode::table().map(|row| row.code) {
        let Some(definition) = definition(code) else {
            continue;
        };
        let before = cases.len();
        for elements in &ELEMENTS {
            for is_static in [true, false] {
                let number = cases.len();
                cases.extend(case(number, code, definition, elements, is_static, &mut numbers));
            }
        }
        assert!(cases.len() > before, "no elements fit {code:?}");
    }
    assert!(cases.len() > 300, "only {} cases", cases.len());
    cases
}

/// `None` if there is no such operation on these elements.
fn case(
    number: usize,
    code: OpCode,
    definition: &Definition,
    elements: &[Type; 2],
    is_static: bool,
    numbers: &mut Numbers,
) -> Option<Case> {
    let types = element_types(code, definition, elements);
    let body = Body::of(definition, &types, &[]).ok()?;
    let ty = |source: &Source| match source {
        Source::Argument(number) => &body.arguments[*number],
        Source::Step(number) => &body.steps[*number].result,
    };
    // Operations of two operands have operands of one type.
    let is_uniform = body.steps.iter().all(|step| match step.operands.as_slice() {
        [a, b] => ty(a) == ty(b) && *ty(a) == step.result,
        _ => true,
    });
    if ty(body.yields.first()?) != types.last()? || !is_uniform {
        return None;
    }
    let parameters: Vec<Vec<i64>> = definition
        .parameters
        .iter()
        .map(|parameter| {
            (0..parameter.count)
                .map(|_| 1 + numbers.below(3) as i64)
                .collect()
        })
        .collect();
    let shapes = shapes(definition, &parameters.concat(), numbers);
    let arguments: Vec<(Type, Option<Vec<i64>>)> = types.into_iter().zip(shapes).collect();
    let texts: Vec<String> = arguments
        .iter()
        .map(|(element, shape)| match shape {
            None => element.to_string(),
            Some(shape) => {
                let extents = shape.iter().map(|extent| match is_static {
                    true => format!("{extent}x"),
                    false => "?x".to_string(),
                });
                format!("memref<{}{element}>", extents.collect::<String>())
            }
        })
        .collect();
    let listed = |range: std::ops::Range<usize>| {
        let names: Vec<String> = range.clone().map(|n| format!("%v{n}")).collect();
        format!("({} : {})", names.join(", "), texts[range].join(", "))
    };
    let (inputs, count) = (texts.len() - 1, texts.len());
    let signature: Vec<String> = texts
        .iter()
        .enumerate()
        .map(|(n, ty)| match ty.starts_with("memref") {
            true => format!("%v{n}: {ty} {{llvm.noalias}}"),
            false => format!("%v{n}: {ty}"),
        })
        .collect();
    let attributes: Vec<String> = definition
        .parameters
        .iter()
        .zip(&parameters)
        .map(|(parameter, values)| {
            let (name, count) = (&parameter.name, parameter.count);
            format!("{name} = dense<{values:?}> : tensor<{count}xi64>")
        })
        .collect();
    let attributes = match attributes.is_empty() {
        true => String::new(),
        false => format!(" {{{}}}", attributes.join(", ")),
    };
    let name = format!("{}_{number}", code.mnemonic());
    Some(Case {
        code,
        text: format!(
            "func.func @{name}({}) {{\n  {}{attributes} ins{} outs{}\n  return\n}}\n",
            signature.join(", "),
            code.name(),
            listed(0..inputs),
            listed(inputs..count),
        ),
        name,
        arguments,
    })
}

fn element_types(code: OpCode, definition: &Definition, [input, output]: &[Type; 2]) -> Vec<Type> {
    if code == OpCode::LinalgFillRng2D {
        return vec![Type::F64, Type::F64, Type::I32, Type::Float(FloatKind::F32)];
    }
    let mut types = vec![input.clone(); definition.operands.len()];
    if let Some(last) = types.last_mut() {
        *last = output.clone();
    }
    for (operand, ty) in definition.operands.iter().zip(&mut types) {
        // Zero points.
        if !definition.is_elementwise() && operand.subscripts.is_none() {
            *ty = Type::I32;
        }
    }
    if code == OpCode::LinalgSelect {
        types[0] = Type::I1;
    }
    types
}

/// The shape of each operand, `None` of a scalar. Loops run up to four times, some of them never, and subscripts that are
/// more than a loop leave room behind the last.
fn shapes(definition: &Definition, constants: &[i64], numbers: &mut Numbers) -> Vec<Option<Vec<i64>>> {
    let extent = |numbers: &mut Numbers| match numbers.below(12) {
        0 => 0,
        n => 1 + n as i64 % 4,
    };
    let loops: Vec<i64> = definition.loops.iter().map(|_| extent(numbers)).collect();
    let last: Vec<i64> = loops.iter().map(|extent| extent - 1).collect();
    let rank = numbers.below(4);
    let elementwise: Vec<i64> = (0..rank).map(|_| extent(numbers)).collect();
    let mut all = Vec::new();
    for (number, operand) in definition.operands.iter().enumerate() {
        all.push(match &operand.subscripts {
            Some(map) => {
                let greatest = map.evaluate(&last, constants).expect("small numbers");
                let extents = map.results.iter().zip(greatest).map(|(subscript, greatest)| {
                    let is_loop = matches!(subscript, ovolo_lang::affine::AffineExpr::Dim(_));
                    let room = if is_loop { 0 } else { numbers.below(2) as i64 };
                    (greatest + 1 + room).max(0)
                });
                Some(extents.collect())
            }
            None if definition.is_elementwise() && !(number == 0 && operand.name == "value") => {
                Some(elementwise.clone())
            }
            None => None,
        });
    }
    all
}

impl Case {
    fn data(&self, numbers: &mut Numbers) -> Vec<Data> {
        let arguments = self.arguments.iter();
        let argument = |(element, shape): &(Type, Option<Vec<i64>>)| match shape {
            None => Data::Scalar(element.clone(), number(numbers, element)),
            Some(shape) => {
                let count = shape.iter().product::<i64>();
                let cells: Vec<u128> = (0..count).map(|_| number(numbers, element)).collect();
                Data::Buffer(buffer(element, shape, &cells))
            }
        };
        arguments.map(argument).collect()
    }
}

/// A small number that is not zero.
fn number(numbers: &mut Numbers, ty: &Type) -> u128 {
    let value = numbers.below(16) as i64 - 8;
    match ty {
        Type::Float(kind) => {
            let value = (value as f64 + 0.5) / 4.0;
            ovolo_lang::interpret::float::encode(*kind, value).unwrap_or(0)
        }
        _ => (if value == 0 { 9 } else { value }) as u128 & mask(ty),
    }
}

/// What MLIR makes of a module; `None`, with a word, where it is not installed.
fn lowered(text: &str) -> Option<Module> {
    use std::io::Write;
    let child = Command::new("mlir-opt-19")
        .arg("--convert-linalg-to-affine-loops")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("skipped: mlir-opt-19 not found");
        return None;
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    let given = text.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(given.as_bytes()));
    let output = child.wait_with_output().expect("a program that was started ends");
    let _ = writer.join().expect("the writer ends");
    assert!(output.status.success(), "mlir-opt-19 rejects\n{text}");
    let text = String::from_utf8(output.stdout).expect("a text");
    Some(parse_module(&text).unwrap_or_else(|d| panic!("{d:?}\n{text}")))
}
