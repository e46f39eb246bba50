//! The named operations of linalg, each on small buffers whose shapes follow from its definition.

use ovolo_lang::affine::AffineMap;
use ovolo_lang::linalg::{Body, Definition, Source, definition};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{FloatKind, Type};

use crate::runner::Runner;
use crate::{difference, interpreted};

/// What the elements of operands are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elements {
    Float,
    /// Inputs narrower than the output.
    Widened,
    Integer,
    /// Integers of 8 bits into such of 32.
    Extended,
}

const ELEMENTS: [Elements; 4] = [
    Elements::Float,
    Elements::Widened,
    Elements::Integer,
    Elements::Extended,
];

/// Functions of floats that libraries round differently in the last place.
const INEXACT: [OpCode; 7] = [
    OpCode::LinalgExp,
    OpCode::LinalgLog,
    OpCode::LinalgErf,
    OpCode::LinalgRsqrt,
    OpCode::LinalgTanh,
    OpCode::LinalgPowF,
    OpCode::LinalgElemwiseUnary,
];

/// An operation on data of its own.
struct Run {
    code: OpCode,
    /// Its globals, and the function that prints the output, a line for each element.
    text: String,
    function: String,
    lines: usize,
}

#[test]
fn named_operations_compute_what_mlir_computes() {
    let Some(runner) = Runner::find() else { return };
    let mut runs = Vec::new();
    for code in OpCode::table().map(|row| row.code) {
        let Some(definition) = definition(code) else {
            continue;
        };
        let before = runs.len();
        for elements in ELEMENTS {
            let number = runs.len();
            runs.extend(run(number, code, definition, elements));
        }
        assert!(runs.len() > before, "no elements fit {code:?}");
    }
    let calls: String = runs
        .iter()
        .map(|run| format!("  call @{}() : () -> ()\n", run.function))
        .collect();
    let texts: String = runs.iter().map(|run| run.text.as_str()).collect();
    let module = format!("{texts}func.func @main() {{\n{calls}  return\n}}\n");
    let ours = interpreted("the named operations", &module);
    let theirs = runner.run(&module).expect("MLIR runs the named operations");
    let (mut ours, mut theirs) = (ours.lines(), theirs.lines());
    let mut wrong = Vec::new();
    for run in &runs {
        let taken = |lines: &mut std::str::Lines| lines.take(run.lines).collect::<Vec<&str>>().join("\n");
        let (ours, theirs) = (taken(&mut ours), taken(&mut theirs));
        let tolerance = if INEXACT.contains(&run.code) {
            4.0 * f64::EPSILON
        } else {
            0.0
        };
        let difference = difference(&ours, &theirs, tolerance);
        wrong.extend(difference.map(|at| format!("{at}\n{ours}\n\n{theirs}\n{}", run.text)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        (ours.next(), theirs.next()),
        (None, None),
        "more lines than elements"
    );
}

/// `None` if there is no such operation on these elements.
fn run(number: usize, code: OpCode, definition: &Definition, elements: Elements) -> Option<Run> {
    let types = element_types(code, definition, elements);
    let body = Body::of(definition, &types, &[]).ok()?;
    let result = match body.yields.first()? {
        Source::Argument(number) => body.arguments.get(*number)?,
        Source::Step(number) => &body.steps.get(*number)?.result,
    };
    if Some(result) != types.last() || !is_uniform(&body) {
        return None;
    }
    let shapes = shapes(definition);
    let mut globals = String::new();
    let mut main = String::new();
    let mut names = Vec::new();
    for (operand, (shape, ty)) in shapes.iter().zip(&types).enumerate() {
        let name = format!("%v{operand}");
        let Some(shape) = shape else {
            main += &format!(
                "  {name} = arith.constant {} : {ty}\n",
                literal(code, ty, operand, 3)
            );
            names.push((name, ty.to_string()));
            continue;
        };
        let (global, memref) = (format!("@g{number}_{operand}"), memref(shape, ty));
        let data = data(code, ty, operand, shape);
        globals += &format!("memref.global \"private\" {global} : {memref} = dense<{data}>\n");
        main += &format!("  {name} = memref.get_global {global} : {memref}\n");
        names.push((name, memref));
    }
    let (output, inputs) = names.split_last()?;
    let outputs = listed(std::slice::from_ref(output));
    let (name, attributes) = (code.name(), attributes(definition));
    main += &format!("  {name}{attributes} ins{} outs{outputs}\n", listed(inputs));
    let shape = shapes.last()?.as_ref()?;
    let print = printed(&output.0, &output.1, shape, types.last()?);
    let function = format!("{}_{number}", code.mnemonic());
    Some(Run {
        code,
        text: format!("{globals}func.func private @{function}() {{\n{main}{print}  return\n}}\n"),
        function,
        lines: shape.iter().product::<i64>() as usize,
    })
}

/// Values and their types: `(%a, %b : i32, i64)`.
fn listed(names: &[(String, String)]) -> String {
    let (values, types): (Vec<&str>, Vec<&str>) = names.iter().map(|(v, t)| (v.as_str(), t.as_str())).unzip();
    format!("({} : {})", values.join(", "), types.join(", "))
}

/// Whether every step is on values of one type, or a conversion: MLIR has no other.
fn is_uniform(body: &Body) -> bool {
    let ty = |source: &Source| match source {
        Source::Argument(number) => &body.arguments[*number],
        Source::Step(number) => &body.steps[*number].result,
    };
    body.steps.iter().all(|step| match step.operands.as_slice() {
        [a, b] => ty(a) == ty(b) && *ty(a) == step.result,
        _ => true,
    })
}

fn element_types(code: OpCode, definition: &Definition, elements: Elements) -> Vec<Type> {
    let (f32, f64) = (Type::Float(FloatKind::F32), Type::Float(FloatKind::F64));
    let (input, output) = match elements {
        Elements::Float => (f64.clone(), f64.clone()),
        Elements::Widened => (f32.clone(), f64.clone()),
        Elements::Integer => (Type::I32, Type::I32),
        Elements::Extended => (Type::integer(8), Type::I32),
    };
    let mut types: Vec<Type> = definition.operands.iter().map(|_| input.clone()).collect();
    if code == OpCode::LinalgFillRng2D {
        types = vec![f64.clone(), f64, Type::I32, f32];
    } else if let Some(last) = types.last_mut() {
        *last = output;
    }
    if code == OpCode::LinalgSelect {
        types[0] = Type::I1;
    }
    for (operand, ty) in definition.operands.iter().zip(&mut types) {
        if !definition.is_elementwise() && operand.subscripts.is_none() && code != OpCode::LinalgFillRng2D {
            *ty = Type::I32;
        }
    }
    types
}

/// The shape of each operand, `None` of a scalar: each loop runs two or three times.
fn shapes(definition: &Definition) -> Vec<Option<Vec<i64>>> {
    let last: Vec<i64> = (0..definition.loops.len() as i64).map(|i| 1 + i % 2).collect();
    let constants = constants(definition);
    let extents = |map: &AffineMap| {
        let greatest = map.evaluate(&last, &constants).expect("small numbers");
        greatest.iter().map(|index| index + 1).collect()
    };
    let operands = definition.operands.iter().enumerate();
    let shape = operands.map(|(number, operand)| match &operand.subscripts {
        Some(map) => Some(extents(map)),
        None if definition.is_elementwise() && !(number == 0 && operand.name == "value") => Some(vec![2, 3]),
        None => None,
    });
    shape.collect()
}

/// Of all parameters: two, one, two, one, …
fn constants(definition: &Definition) -> Vec<i64> {
    let counts = definition.parameters.iter().map(|parameter| parameter.count);
    counts
        .flat_map(|count| (0..count as i64).map(|i| 2 - i % 2))
        .collect()
}

fn attributes(definition: &Definition) -> String {
    let attribute = |parameter: &ovolo_lang::linalg::Parameter| {
        let values: Vec<String> = (0..parameter.count).map(|i| (2 - i % 2).to_string()).collect();
        let (name, count) = (&parameter.name, parameter.count);
        format!("{name} = dense<[{}]> : tensor<{count}xi64>", values.join(", "))
    };
    let all: Vec<String> = definition.parameters.iter().map(attribute).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!(" {{{}}}", all.join(", ")),
    }
}

fn memref(shape: &[i64], element: &Type) -> String {
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("memref<{extents}{element}>")
}

/// Nested lists of numbers.
fn data(code: OpCode, ty: &Type, operand: usize, shape: &[i64]) -> String {
    fn nested(shape: &[i64], next: &mut dyn FnMut() -> String) -> String {
        match shape.split_first() {
            None => next(),
            Some((&extent, rest)) => {
                let parts: Vec<String> = (0..extent).map(|_| nested(rest, next)).collect();
                format!("[{}]", parts.join(", "))
            }
        }
    }
    let mut position = 0;
    nested(shape, &mut || {
        position += 1;
        literal(code, ty, operand, position)
    })
}

/// A number that depends on the operand and on the position in it; positive where the operation wants that.
fn literal(code: OpCode, ty: &Type, operand: usize, position: i64) -> String {
    let number = (position * 7 + operand as i64 * 3) % 11;
    let is_positive = matches!(
        code,
        OpCode::LinalgLog
            | OpCode::LinalgSqrt
            | OpCode::LinalgRsqrt
            | OpCode::LinalgReciprocal
            | OpCode::LinalgPowF
            | OpCode::LinalgDivUnsigned
    );
    let number = match code {
        _ if is_positive => number + 1,
        OpCode::LinalgDiv if operand == 1 => number + 1,
        _ => number - 5,
    };
    match ty {
        Type::Float(_) => format!("{:?}", number as f64 / 4.0),
        ty if *ty == Type::I1 => (number % 2 == 0).to_string(),
        _ => number.to_string(),
    }
}

/// Prints every element of a memref.
fn printed(value: &str, ty: &str, shape: &[i64], element: &Type) -> String {
    let mut text = String::new();
    let names: Vec<String> = (0..shape.len()).map(|d| format!("%i{d}")).collect();
    text += "  %zero = arith.constant 0 : index\n  %one = arith.constant 1 : index\n";
    for (name, extent) in names.iter().zip(shape) {
        text += &format!("  {name}_end = arith.constant {extent} : index\n");
        text += &format!("  scf.for {name} = %zero to {name}_end step %one {{\n");
    }
    text += &format!("  %x = memref.load {value}[{}] : {ty}\n", names.join(", "));
    text += &format!("  vector.print %x : {element}\n");
    text + &"  }\n".repeat(shape.len())
}
