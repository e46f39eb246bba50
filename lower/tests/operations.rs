//! Every operation of the table that computes scalars, on every type it takes, compiled and
//! interpreted: one element at a time and on vectors.

use crate::common::{self, Data, Numbers, agrees, buffer, compiled, interpreted};
use ovolo_lang::affine::AffineMap;
use ovolo_lang::algebra::FastMath;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::interpret::float;
use ovolo_lang::ir::{BlockId, Module, NewOp, ValueId};
use ovolo_lang::op::{Dialect, OpCode, Shape, Trait, fast_math_attribute, has_meaning};
use ovolo_lang::parse::parse_module;
use ovolo_lang::types::{Dim, FloatKind, FunctionType, Type};
use ovolo_lower::{OptLevel, Options, Target, compile};

/// Elements of each operand: a multiple of the lanes.
const COUNT: i64 = 48;

/// One operation on one choice of types.
struct Case {
    code: OpCode,
    operands: Vec<Type>,
    result: Type,
    predicate: Option<i64>,
    /// Whether it may be approximated.
    afn: bool,
}

#[test]
fn scalars_as_written() {
    check_all(1, OptLevel::O0);
}

#[test]
fn scalars_optimized() {
    check_all(1, OptLevel::O2);
}

#[test]
fn vectors() {
    check_all(4, OptLevel::O2);
}

#[test]
fn vectors_of_an_odd_width() {
    check_all(3, OptLevel::O1);
}

/// Both results of the operations with two, of every width.
#[test]
fn sums_and_products_with_two_results() {
    for width in [1, 8, 16, 32, 64] {
        for code in ["addui", "mulsi", "mului"] {
            for vector in [false, true] {
                two_results(code, width, vector);
            }
        }
    }
}

fn two_results(code: &str, width: u32, vector: bool) {
    let (element, load, of) = match vector {
        true => (
            format!("vector<4xi{width}>"),
            "vector_load",
            format!(", vector<4xi{width}>"),
        ),
        false => (format!("i{width}"), "load", String::new()),
    };
    let second = if code == "addui" { 1 } else { width };
    let flag = element.replace(&format!("i{width}"), &format!("i{second}"));
    let memref = |width: u32| format!("memref<48xi{width}>");
    let (data, high) = (memref(width), memref(second));
    let types = if code == "addui" {
        format!(", {flag}")
    } else {
        String::new()
    };
    let text = format!(
        "func.func @f(%a: {data}, %b: {data}, %low: {data}, %high: {high}) {{
           affine.for %i = 0 to 48 step {step} {{
             %x = affine.{load} %a[%i] : {data}{of}
             %y = affine.{load} %b[%i] : {data}{of}
             %l, %h = arith.{code}_extended %x, %y : {element}{types}
             affine.{store} %l, %low[%i] : {data}{of}
             affine.{store} %h, %high[%i] : {high}{flags}
           }}
           return
         }}",
        step = if vector { 4 } else { 1 },
        store = load.replace("load", "store"),
        flags = if vector {
            format!(", {flag}")
        } else {
            String::new()
        },
    );
    let module = parse_module(&text).unwrap_or_else(|d| panic!("{}\n{text}", d[0]));
    let mut numbers = Numbers(0x1234_5678_9ABC_DEF1);
    let [ty, high] = [width, second].map(Type::integer);
    let mut data: Vec<Data> = (0..2)
        .map(|_| {
            let cells: Vec<u128> = (0..COUNT).map(|_| numbers.value(&ty)).collect();
            Data::Buffer(buffer(&ty, &[COUNT], &cells))
        })
        .collect();
    data.push(Data::Buffer(buffer(&ty, &[COUNT], &[])));
    data.push(Data::Buffer(buffer(&high, &[COUNT], &[])));
    let jit = compile(&module, &Options::default()).and_then(|c| c.jit());
    let jit = jit.unwrap_or_else(|e| panic!("{e}\n{text}"));
    let expected = interpreted(&module, "f", &data, &[]).unwrap_or_else(|e| panic!("{e}"));
    agrees(&expected, &compiled(&jit, "f", &data), 0.0).unwrap_or_else(|e| panic!("{e}\n{text}"));
}

/// A vector that the functions of whole registers take, those that they take in pieces, and one with lanes to spare.
#[test]
fn approximated_vectors() {
    for lanes in [2, 3, 8, 16, 24] {
        check_cases(approximable_cases(), lanes, OptLevel::O2);
    }
}

#[test]
fn approximated_functions_of_special_values() {
    for lanes in [3, 16] {
        check_special(approximable_cases(), lanes);
    }
}

/// Of 24 lanes, on a processor with registers of 16. The vector library is glibc's.
#[test]
fn approximated_functions_take_whole_registers() {
    let wanted = |case: &Case| case.code == OpCode::Exp && case.result == Type::F32;
    let cases: Vec<Case> = approximable_cases().into_iter().filter(wanted).collect();
    let mut module = Module::new();
    add_function(&mut module, "f", &cases[0], 24);
    let options = Options {
        target: Target::Cpu("x86-64-v4".to_string()),
        ..Options::default()
    };
    let ir = compile(&module, &options).expect("code").llvm_ir();
    for symbol in ["@_ZGVeN16v_expf(", "@_ZGVdN8v_expf("] {
        assert_eq!(ir.contains(symbol), cfg!(target_env = "gnu"), "{symbol} in\n{ir}");
    }
}

fn approximable_cases() -> Vec<Case> {
    let cases = cases().into_iter().filter(|case| case.code.is_approximable());
    let cases: Vec<Case> = cases.map(|case| Case { afn: true, ..case }).collect();
    assert!(cases.len() > 80, "functions are missing");
    cases
}

/// What no tolerance excuses: which results are NaN, infinite or zero, and the signs of all but NaN.
#[test]
fn functions_of_special_values() {
    for lanes in [1, 3, 16] {
        check_special(cases(), lanes);
    }
}

fn check_special(cases: Vec<Case>, lanes: i64) {
    let is_plain = |case: &Case| {
        let [ty] = &case.operands[..1] else { return false };
        case.code.has_trait(Trait::FloatLike)
            && matches!(case.code.dialect(), Dialect::Math)
            && matches!(ty, Type::Float(FloatKind::F32 | FloatKind::F64))
    };
    let cases: Vec<Case> = cases.into_iter().filter(is_plain).collect();
    assert!(cases.len() > 40, "functions are missing");
    let mut module = Module::new();
    for (i, case) in cases.iter().enumerate() {
        add_function(&mut module, &format!("f{i}"), case, lanes);
    }
    let jit = compile(&module, &Options::default()).and_then(|c| c.jit());
    let jit = jit.unwrap_or_else(|e| panic!("{e}"));
    let mut failures = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        let Type::Float(kind) = case.result else { continue };
        let name = format!("f{i}");
        // Each column runs through the values at another pace, so that all pairs meet.
        for shift in 0..SPECIAL.len() {
            let data = special_operands(case, kind, shift);
            let expected = interpreted(&module, &name, &data, &[]).unwrap_or_else(|e| panic!("{e}"));
            let found = compiled(&jit, &name, &data);
            let results = |outcome: &common::Outcome| outcome.last().map(|(_, cells)| cells.clone());
            let (expected, found) = (results(&expected).unwrap(), results(&found).unwrap());
            for (n, (e, f)) in expected.iter().zip(found).enumerate() {
                let [e, f] = [*e, f].map(|bits| float::decode(kind, bits.unwrap()).unwrap());
                if class(e) != class(f) {
                    failures.push(format!(
                        "{} of element {n}, shift {shift}: {e:e} {f:e}",
                        describe(case)
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{lanes} lanes\n{}", failures.join("\n"));
}

const SPECIAL: [f64; 16] = [
    0.0,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.5,
    -2.5,
    3.0,
    -3.0,
    1e-40,
    -1e-40,
    1e30,
];

fn special_operands(case: &Case, kind: FloatKind, shift: usize) -> Vec<Data> {
    let mut data = Vec::new();
    for (column, ty) in case.operands.iter().enumerate() {
        let value = |n: usize| SPECIAL[(n + shift * column) % SPECIAL.len()];
        let cells: Vec<u128> = (0..COUNT as usize)
            .map(|n| float::encode(kind, value(n)).expect("a value of f32 or f64"))
            .collect();
        data.push(Data::Buffer(buffer(ty, &[COUNT], &cells)));
    }
    data.push(Data::Buffer(buffer(&case.result, &[COUNT], &[])));
    data
}

/// The sign and the kind of a float; NaNs have no sign.
fn class(value: f64) -> (bool, std::num::FpCategory) {
    let category = match value.classify() {
        std::num::FpCategory::Subnormal => std::num::FpCategory::Normal,
        other => other,
    };
    (!value.is_nan() && value.is_sign_negative(), category)
}

fn check_all(lanes: i64, level: OptLevel) {
    check_cases(cases(), lanes, level);
}

fn check_cases(cases: Vec<Case>, lanes: i64, level: OptLevel) {
    let mut module = Module::new();
    for (i, case) in cases.iter().enumerate() {
        add_function(&mut module, &format!("f{i}"), case, lanes);
    }
    check(&module, &cases, lanes, level);
}

fn check(module: &Module, cases: &[Case], lanes: i64, level: OptLevel) {
    let options = Options {
        level,
        ..Options::default()
    };
    let jit = compile(module, &options)
        .and_then(|c| c.jit())
        .unwrap_or_else(|e| panic!("{e}"));
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut failures = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        let name = format!("f{i}");
        let data = operands(case, &mut numbers);
        let expected = interpreted(module, &name, &data, &[]);
        let expected = expected.unwrap_or_else(|e| panic!("{}: {e}", describe(case)));
        if let Err(difference) = agrees(&expected, &compiled(&jit, &name, &data), tolerance(case)) {
            failures.push(format!(
                "{} ({lanes} lanes, {level:?}): {difference}",
                describe(case)
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn describe(case: &Case) -> String {
    format!(
        "{} {:?} -> {:?} {:?}",
        case.code.name(),
        case.operands,
        case.result,
        case.predicate
    )
}

/// The C library's functions are not rounded correctly, in narrow formats twice, and the least of two zeros may be
/// either.
fn tolerance(case: &Case) -> f64 {
    match case.code {
        // `fmod` is exact.
        OpCode::RemF => 0.0,
        OpCode::Rsqrt => ulp(&case.result),
        OpCode::MinNumF | OpCode::MaxNumF => 1e-30,
        code if code.has_trait(Trait::Library) => match case.afn {
            true => 8.0 * ulp(&case.result),
            false => 4.0 * ulp(&case.result),
        },
        _ => 0.0,
    }
}

/// The distance of 1 to the next value of a float type.
fn ulp(ty: &Type) -> f64 {
    match ty {
        Type::Float(FloatKind::F64) => f64::EPSILON,
        Type::Float(FloatKind::F32) => f64::from(f32::EPSILON),
        Type::Float(FloatKind::F16) => 1.0 / 1024.0,
        _ => 1.0 / 128.0,
    }
}

fn operands(case: &Case, numbers: &mut Numbers) -> Vec<Data> {
    let divides = matches!(
        case.code,
        OpCode::DivSI
            | OpCode::DivUI
            | OpCode::RemSI
            | OpCode::RemUI
            | OpCode::FloorDivSI
            | OpCode::CeilDivSI
            | OpCode::CeilDivUI
    );
    let mut columns = vec![Vec::new(); case.operands.len()];
    for _ in 0..COUNT {
        let mut row: Vec<u128> = case.operands.iter().map(|t| numbers.value(t)).collect();
        let minus_one = common::mask(&case.operands[0]);
        if divides && (row[1] == 0 || row[1] == minus_one) {
            row[1] = if case.operands[0] == Type::I1 { 1 } else { 3 };
            row[0] &= if case.operands[0] == Type::I1 {
                0
            } else {
                u128::MAX
            };
        }
        // An undefined index has no value that a memory could hold.
        if case.operands[0] == Type::Index
            && matches!(case.code, OpCode::ShLI | OpCode::ShRSI | OpCode::ShRUI)
        {
            row[1] &= 31;
        }
        if case.code == OpCode::IPowI {
            small_power(case, &mut row);
        }
        for (column, value) in columns.iter_mut().zip(row) {
            column.push(value);
        }
    }
    let inputs = case.operands.iter().zip(&columns);
    let mut data: Vec<Data> = inputs
        .map(|(ty, cells)| Data::Buffer(buffer(ty, &[COUNT], cells)))
        .collect();
    data.push(Data::Buffer(buffer(&case.result, &[COUNT], &[])));
    data
}

/// No power of zero that is negative, and no power of an index that does not fit one.
fn small_power(case: &Case, row: &mut [u128]) {
    let ty = &case.operands[0];
    let sign = ty.bit_width().map_or(0, |width| row[1] >> (width - 1));
    match ty {
        Type::Index => {
            row[0] &= 255;
            row[1] &= 7;
        }
        _ if row[0] == 0 && sign == 1 => row[0] = 1,
        _ => {}
    }
}

fn cases() -> Vec<Case> {
    let integers = [1, 8, 16, 32, 64].map(Type::integer);
    let floats = [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64].map(Type::Float);
    let integers_and_index = [&integers[..], &[Type::Index]].concat();
    let all = [&integers_and_index[..], &floats].concat();
    let mut cases = Vec::new();
    // A row without an assembly shape does not say which operands it takes.
    let rows = OpCode::table().filter(|row| has_meaning(row.code) && row.shape != Shape::Generic);
    for row in rows {
        let code = row.code;
        let types = match () {
            () if code.has_trait(Trait::IntegerLike) => &integers_and_index,
            () if code.has_trait(Trait::FloatLike) => &floats.to_vec(),
            () => &all,
        };
        for ty in types {
            let (operands, results, predicates) = match row.shape {
                Shape::Cast => (vec![ty.clone()], targets(code, ty, &all), 1),
                Shape::Compare => (
                    vec![ty.clone(); 2],
                    vec![Type::I1],
                    if ty.is_float() { 16 } else { 10 },
                ),
                Shape::Unary => (vec![ty.clone()], vec![ty.clone()], 1),
                Shape::Binary => (vec![ty.clone(); 2], vec![ty.clone()], 1),
                Shape::Ternary => (vec![ty.clone(); 3], vec![ty.clone()], 1),
                Shape::Own | Shape::Generic => (vec![Type::I1, ty.clone(), ty.clone()], vec![ty.clone()], 1),
            };
            for result in results {
                for predicate in 0..predicates {
                    cases.push(Case {
                        code,
                        operands: operands.clone(),
                        result: result.clone(),
                        predicate: (row.shape == Shape::Compare).then_some(predicate),
                        afn: false,
                    });
                }
            }
        }
    }
    cases.extend(powers());
    cases
}

/// Floats to integer powers, the operation of two types.
fn powers() -> impl Iterator<Item = Case> {
    let floats = [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64];
    let exponents = [8, 16, 32, 64].map(Type::integer);
    floats.into_iter().flat_map(move |kind| {
        exponents.clone().map(|exponent| Case {
            code: OpCode::FPowI,
            operands: vec![Type::Float(kind), exponent],
            result: Type::Float(kind),
            predicate: None,
            afn: false,
        })
    })
}

/// The types that a conversion makes of `from`.
fn targets(code: OpCode, from: &Type, all: &[Type]) -> Vec<Type> {
    let width = |t: &Type| t.bit_width().unwrap_or(0);
    let fits = |to: &&Type| match code {
        OpCode::ExtSI | OpCode::ExtUI => from.is_integer() && to.is_integer() && width(from) < width(to),
        OpCode::TruncI => from.is_integer() && to.is_integer() && width(from) > width(to),
        OpCode::ExtF => to.is_float() && width(from) < width(to),
        OpCode::TruncF => to.is_float() && width(from) > width(to),
        OpCode::SIToFP | OpCode::UIToFP => {
            // Integers of more than 53 bits are not converted to bf16.
            from.is_integer() && to.is_float() && (width(from) < 64 || **to != Type::Float(FloatKind::BF16))
        }
        OpCode::FPToSI | OpCode::FPToUI => to.is_integer(),
        OpCode::IndexCast | OpCode::IndexCastUI => {
            (*from == Type::Index) != (**to == Type::Index) && !to.is_float()
        }
        _ => *from != Type::Index && **to != Type::Index && width(from) == width(to) && from != *to,
    };
    all.iter().filter(fits).cloned().collect()
}

/// `for i in 0..COUNT step lanes { out[i..] = op(a[i..], …) }`.
fn add_function(module: &mut Module, name: &str, case: &Case, lanes: i64) {
    let top = module.body();
    let memref = |ty: &Type| Type::memref(vec![Dim::Fixed(COUNT)], ty.clone());
    let in_registers = |ty: &Type| match lanes {
        1 => ty.clone(),
        _ => Type::vector(lanes, ty.clone()),
    };
    let inputs: Vec<Type> = case.operands.iter().chain([&case.result]).map(memref).collect();
    let signature = FunctionType {
        inputs: inputs.clone(),
        results: Vec::new(),
    };
    let function = NewOp::new(OpCode::Func)
        .attribute("sym_name", Attribute::string(name))
        .attribute("function_type", Attribute::Type(Type::Function(signature.into())));
    let function = module.append(top, function);
    let region = module.add_region(function);
    let entry = module.add_block(region);
    let arguments: Vec<ValueId> = inputs
        .into_iter()
        .map(|ty| module.add_argument(entry, ty, None))
        .collect();
    let (body, i) = add_loop(module, entry, lanes);
    let identity = || Attribute::affine_map(AffineMap::identity(1));
    let (load, store) = match lanes {
        1 => (OpCode::AffineLoad, OpCode::AffineStore),
        _ => (OpCode::AffineVectorLoad, OpCode::AffineVectorStore),
    };
    let mut operation = NewOp::new(case.code).result(in_registers(&case.result));
    for (&argument, ty) in arguments.iter().zip(&case.operands) {
        let load = NewOp::new(load).operands([argument, i]).result(in_registers(ty));
        let value = module.append_value(body, load.attribute("map", identity()));
        operation = operation.operands([value]);
    }
    if let Some(predicate) = case.predicate {
        operation = operation.attribute("predicate", Attribute::integer(predicate, Type::I64));
    }
    if case.afn {
        let afn = FastMath::parse("afn").expect("a flag");
        let flags = fast_math_attribute(afn).expect("an attribute");
        operation = operation.attribute("fastmath", flags);
    }
    let value = module.append_value(body, operation);
    let out = arguments[case.operands.len()];
    let store = NewOp::new(store).operands([value, out, i]);
    module.append(body, store.attribute("map", identity()));
    module.append(body, NewOp::new(OpCode::AffineYield));
    module.append(entry, NewOp::new(OpCode::Return));
}

fn add_loop(module: &mut Module, block: BlockId, step: i64) -> (BlockId, ValueId) {
    let bound = |n| Attribute::affine_map(AffineMap::constant(n));
    let op = NewOp::new(OpCode::AffineFor)
        .attribute("lowerBoundMap", bound(0))
        .attribute("upperBoundMap", bound(COUNT))
        .attribute("step", Attribute::index(step))
        .attribute("operandSegmentSizes", Attribute::i32_array(&[0, 0, 0]));
    let op = module.append(block, op);
    let region = module.add_region(op);
    let body = module.add_block(region);
    let i = module.add_argument(body, Type::Index, None);
    (body, i)
}
