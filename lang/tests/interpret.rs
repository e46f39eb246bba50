//! Filetests of the interpreter, `// RUN: interpret`. Each line `// args: …` of a chunk is a run of its
//! only public function: scalars as numbers; vectors, memrefs and tensors as `[1, 2]` in row-major order,
//! of which a dynamic extent takes what the others leave, or with their extents as `2x3[…]`.
//! `// steps: n` limits the runs that follow, `// vscale: n` chooses the multiple of scalable vectors.
//! What comes out is what the program prints, the results, then the memrefs, or the trap and where it
//! happened.

mod cases;

use cases::Case;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::diagnostic::{line_column, render};
use ovolo_lang::interpret::{
    Concrete, Limits, MemRef, Memory, Options, Program, Scalar, Tensor, Value, float,
};
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::parse::parse_module;
use ovolo_lang::types::{Dim, Type};

#[test]
fn programs_run() {
    let mut wrong = Vec::new();
    for file in cases::files("interpret") {
        let cases = cases::cases(&file);
        let outputs: Vec<String> = cases.iter().map(output).collect();
        if cases::blessing() {
            cases::bless(&file, &outputs);
            continue;
        }
        for (case, output) in cases.iter().zip(&outputs) {
            if case.expected.as_ref() != Some(output) {
                let expected = case.expected.as_deref().unwrap_or("nothing\n");
                wrong.push(format!("{}: expected\n{expected}found\n{output}", case.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn output(case: &Case) -> String {
    let module = match parse_module(&case.input) {
        Ok(module) => module,
        Err(diagnostics) => return render(&case.name(), &case.input, &diagnostics, false),
    };
    let is_public = |op: &OpId| module.op(*op).attribute("sym_visibility").is_none();
    let function = module.functions().find(is_public).expect("a public function");
    let mut limits = Limits::default();
    let mut options = Options::default();
    let mut output = String::new();
    for line in case.input.lines() {
        if let Some(steps) = line.strip_prefix("// steps: ") {
            limits.steps = steps.parse().expect("a number of steps");
        }
        if let Some(vscale) = line.strip_prefix("// vscale: ") {
            options.vscale = Some(vscale.parse().expect("a multiple"));
        }
        if let Some(arguments) = line.strip_prefix("// args:") {
            output += &one_run(&module, function, case, arguments, (&limits, &options));
            output.push('\n');
        }
    }
    output
}

fn one_run(
    module: &Module,
    function: OpId,
    case: &Case,
    arguments: &str,
    (limits, options): (&Limits, &Options),
) -> String {
    let Some(Type::Function(signature)) = module
        .op(function)
        .attribute("function_type")
        .and_then(Attribute::as_type)
    else {
        panic!("a function type");
    };
    let mut memory = Memory::new();
    let mut rest = arguments.trim();
    let mut values = Vec::new();
    for ty in &signature.inputs {
        let word = rest.find(' ').unwrap_or(rest.len());
        let end = match rest[..word].contains('[') {
            true => rest.find(']').expect("a closing bracket") + 1,
            false => word,
        };
        let (argument, tail) = rest.split_at(end);
        rest = tail.trim_start();
        values.push(value(ty, argument, &mut memory));
    }
    let name = module
        .op(function)
        .attribute("sym_name")
        .and_then(Attribute::as_str)
        .expect("a name");
    let mut concrete = Concrete::default();
    let program = Program::with_options(module, options);
    let outcome = program.run(name, &mut concrete, &mut memory, &values, limits);
    let printed = concrete.printed;
    let results = match outcome {
        Ok(results) => results,
        Err(trap) => {
            let (line, column) = line_column(&case.input, trap.span.start);
            return format!("{printed}{line}:{column}: {trap}");
        }
    };
    let memrefs = values
        .iter()
        .zip(&signature.inputs)
        .filter(|(v, _)| matches!(v, Value::MemRef(_)));
    let shown = results.iter().zip(&signature.results).chain(memrefs);
    let shown: Vec<String> = shown.map(|(value, ty)| show(value, ty, &memory)).collect();
    printed + &shown.join(" ")
}

fn value(ty: &Type, text: &str, memory: &mut Memory<Scalar>) -> Value<Scalar> {
    let (extents, list) = text.split_at(text.find('[').unwrap_or(0));
    let elements = || {
        list.trim_matches(['[', ']'])
            .split(',')
            .map(str::trim)
            .filter(|e| !e.is_empty())
    };
    match ty {
        Type::Index => Value::Index(text.parse().expect("an index")),
        Type::Vector(v) if v.element == Type::Index => {
            Value::IndexVector(elements().map(|e| e.parse().expect("an index")).collect())
        }
        Type::Vector(v) => Value::Vector(elements().map(|e| scalar(&v.element, e)).collect()),
        Type::MemRef(m) => {
            let cells: Vec<Scalar> = elements().map(|e| scalar(m.element.element(), e)).collect();
            let sizes = sizes(m.shape.as_deref(), &m.element, extents, cells.len());
            let unit = cells.len() as i64 / sizes.iter().product::<i64>().max(1);
            Value::MemRef(MemRef::dense(memory.add_caller(cells), &sizes, unit.max(1)))
        }
        Type::Tensor(t) => {
            let cells: Vec<Scalar> = elements().map(|e| scalar(t.element.element(), e)).collect();
            let sizes = sizes(t.shape.as_deref(), &t.element, extents, cells.len());
            Value::Tensor(Tensor::new(&sizes, cells))
        }
        _ => Value::Scalar(scalar(ty, text)),
    }
}

/// The extents that are written, or those of the type where open ones take what the others leave.
fn sizes(shape: Option<&[Dim]>, element: &Type, written: &str, cells: usize) -> Vec<i64> {
    if !written.is_empty() {
        let extents = written.split('x').filter(|extent| !extent.is_empty());
        return extents.map(|extent| extent.parse().expect("an extent")).collect();
    }
    let shape = shape.expect("a rank");
    let unit = element.as_vector().and_then(|v| v.lanes()).unwrap_or(1);
    let fixed: i64 = shape.iter().filter_map(|d| d.fixed()).product();
    let open = cells as i64 / fixed.max(1) / unit;
    shape.iter().map(|dim| dim.fixed().unwrap_or(open)).collect()
}

fn scalar(ty: &Type, text: &str) -> Scalar {
    match ty {
        _ if text == "undefined" => Scalar::Undefined,
        _ if text == "true" => Scalar::Bits(1),
        _ if text == "false" => Scalar::Bits(0),
        Type::Float(kind) => {
            Scalar::Bits(float::encode(*kind, text.parse().expect("a float")).expect("a format"))
        }
        _ => Scalar::integer(ty, text.parse().expect("an integer")),
    }
}

fn show(value: &Value<Scalar>, ty: &Type, memory: &Memory<Scalar>) -> String {
    let element = ty.element().element();
    let list = |cells: Vec<String>| format!("[{}]", cells.join(", "));
    match value {
        Value::Index(i) => i.to_string(),
        Value::IndexVector(lanes) => list(lanes.iter().map(i64::to_string).collect()),
        Value::Scalar(v) => v.display(element),
        Value::Vector(lanes) => list(lanes.iter().map(|v| v.display(element)).collect()),
        Value::Function(name) => format!("@{name}"),
        Value::Tensor(tensor) => {
            let extents: Vec<String> = tensor.sizes.iter().map(i64::to_string).collect();
            let extents = if extents.len() == 1 {
                String::new()
            } else {
                extents.join("x")
            };
            extents + &list(tensor.cells.iter().map(|v| v.display(element)).collect())
        }
        Value::MemRef(view) if !memory.buffer(view.buffer).is_live => "freed".to_string(),
        Value::MemRef(view) => {
            let unit = ty.element().as_vector().and_then(|v| v.lanes()).unwrap_or(1);
            let cell = |cell| memory.read(view.buffer, cell).expect("a cell").display(element);
            let cells = view.cells().into_iter().flat_map(|first| first..first + unit);
            list(cells.map(cell).collect())
        }
    }
}
