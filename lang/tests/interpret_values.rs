//! The interpreter on IR built by hand, and its arithmetic against Rust's.

use ovolo_lang::affine::{AffineExpr, AffineMap};
use ovolo_lang::algebra::{FloatOp, FloatUnary, IntOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::interpret::concrete::integer;
use ovolo_lang::interpret::{Limits, MemRef, Memory, Reason, Scalar, Value, float, run};
use ovolo_lang::ir::{Module, NewOp};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, FloatKind, FunctionType, Type};
use proptest::prelude::*;

/// `for i = 0 to dim(m, 0) step 2 { m[i + shift] = m[i] + m[i] }`
fn doubling(shift: i64) -> Module {
    let mut module = Module::new();
    let body = module.body();
    let memref = Type::memref(vec![Dim::Dynamic], Type::F32);
    let signature = FunctionType {
        inputs: vec![memref.clone()],
        results: vec![],
    };
    let func = module.append(
        body,
        NewOp::new(OpCode::Func)
            .attribute("sym_name", Attribute::string("f"))
            .attribute("function_type", Attribute::Type(Type::Function(signature.into()))),
    );
    let region = module.add_region(func);
    let entry = module.add_block(region);
    let m = module.add_argument(entry, memref, None);
    let zero = NewOp::new(OpCode::Constant)
        .result(Type::Index)
        .attribute("value", Attribute::index(0));
    let zero = module.append_value(entry, zero);
    let n = module.append_value(
        entry,
        NewOp::new(OpCode::MemRefDim)
            .operands([m, zero])
            .result(Type::Index),
    );
    let bound = AffineMap::new(0, 1, vec![AffineExpr::Symbol(0)]);
    let affine_for = module.append(
        entry,
        NewOp::new(OpCode::AffineFor)
            .operands([n])
            .attribute("lowerBoundMap", Attribute::affine_map(AffineMap::constant(0)))
            .attribute("upperBoundMap", Attribute::affine_map(bound))
            .attribute("step", Attribute::index(2))
            .attribute("operandSegmentSizes", Attribute::i32_array(&[0, 1, 0])),
    );
    let region = module.add_region(affine_for);
    let inner = module.add_block(region);
    let i = module.add_argument(inner, Type::Index, None);
    let at = |shift| AffineMap::new(1, 0, vec![AffineExpr::Dim(0) + shift]);
    let load = NewOp::new(OpCode::AffineLoad)
        .operands([m, i])
        .result(Type::F32)
        .attribute("map", Attribute::affine_map(at(AffineExpr::Constant(0))));
    let x = module.append_value(inner, load);
    let sum = module.append_value(inner, NewOp::new(OpCode::AddF).operands([x, x]).result(Type::F32));
    let store = NewOp::new(OpCode::AffineStore)
        .operands([sum, m, i])
        .attribute("map", Attribute::affine_map(at(AffineExpr::Constant(shift))));
    module.append(inner, store);
    module.append(inner, NewOp::new(OpCode::AffineYield));
    module.append(entry, NewOp::new(OpCode::Return));
    module
}

fn run_doubling(shift: i64, values: &[f32]) -> Result<Vec<Scalar>, Reason> {
    let mut memory = Memory::new();
    let buffer = memory.add_caller(values.iter().map(|&v| Scalar::f32(v)).collect());
    let view = Value::MemRef(MemRef::row_major(buffer, &[values.len() as i64]));
    run(&doubling(shift), "f", &mut memory, &[view], &Limits::default()).map_err(|trap| trap.reason)?;
    Ok(memory.buffer(buffer).cells.clone())
}

#[test]
fn loops_load_and_store() {
    let result = run_doubling(1, &[1.0, 0.0, 3.0, 0.0]).unwrap();
    assert_eq!(result, [1.0, 2.0, 3.0, 6.0].map(Scalar::f32));
    assert_eq!(run_doubling(0, &[]), Ok(vec![]));
}

#[test]
fn leaving_an_extent_is_an_error() {
    let error = run_doubling(1, &[1.0]).unwrap_err();
    assert!(matches!(
        error,
        Reason::OutOfBounds {
            dimension: Some(0),
            index: 1,
            extent: 1,
            ..
        }
    ));
    let error = run_doubling(-1, &[1.0]).unwrap_err();
    assert!(matches!(error, Reason::OutOfBounds { index: -1, .. }));
}

#[test]
fn reading_what_was_never_written_makes_undefined_values() {
    let mut memory = Memory::new();
    let buffer = memory.add_caller(vec![Scalar::Undefined; 2]);
    let view = Value::MemRef(MemRef::row_major(buffer, &[2]));
    run(&doubling(1), "f", &mut memory, &[view], &Limits::default()).unwrap();
    assert_eq!(memory.buffer(buffer).cells, [Scalar::Undefined; 2]);
}

#[test]
fn a_run_stops_at_its_limits() {
    let mut memory = Memory::new();
    let buffer = memory.add_caller(vec![Scalar::f32(0.0); 1000]);
    let view = Value::MemRef(MemRef::row_major(buffer, &[1000]));
    let limits = Limits {
        steps: 100,
        ..Limits::default()
    };
    let trap = run(&doubling(0), "f", &mut memory, &[view], &limits).unwrap_err();
    assert_eq!(trap.reason, Reason::StepLimit);
}

#[test]
fn arguments_are_checked() {
    let trap = |arguments: &[Value<Scalar>]| {
        run(
            &doubling(0),
            "f",
            &mut Memory::new(),
            arguments,
            &Limits::default(),
        )
        .unwrap_err()
        .reason
    };
    assert!(matches!(trap(&[]), Reason::BadArgument { .. }));
    assert!(matches!(
        trap(&[Value::Index(1)]),
        Reason::BadArgument { index: 0, .. }
    ));
    let missing = run(&doubling(0), "g", &mut Memory::new(), &[], &Limits::default()).unwrap_err();
    assert_eq!(missing.reason, Reason::NoFunction("g".into()));
}

/// Neither nests nor calls, nor both together, exhaust the stack of a thread.
#[test]
fn deep_nests_stop_in_time() {
    let nested = |depth: usize, body: &str| {
        let open: String = (0..depth)
            .map(|i| format!("affine.for %i{i} = 0 to 1 {{\n"))
            .collect();
        let text = format!(
            "func.func @f() {{\n{open}{body}\n{}return\n}}",
            "}\n".repeat(depth)
        );
        let module = ovolo_lang::parse::parse_module(&text).ok()?;
        Some(run(&module, "f", &mut Memory::new(), &[], &Limits::default()).map_err(|trap| trap.reason))
    };
    assert_eq!(nested(100, ""), Some(Ok(vec![])));
    for depth in [250, 350, 1000] {
        let outcome = nested(depth, "func.call @f() : () -> ()");
        assert!(
            matches!(outcome, None | Some(Err(Reason::DepthLimit))),
            "{depth}: {outcome:?}"
        );
    }
    assert_eq!(
        nested(100, "func.call @f() : () -> ()"),
        Some(Err(Reason::DepthLimit))
    );
}

fn f32_bits(op: FloatOp, a: f32, b: f32) -> u128 {
    let bits = |v: f32| u128::from(v.to_bits());
    float::binary(op, FloatKind::F32, bits(a), bits(b)).unwrap().bits
}

#[test]
fn the_flavours_of_least_and_greatest() {
    let nan = f32::NAN;
    let bits = |v: f32| u128::from(v.to_bits());
    assert!(float::is_nan(
        FloatKind::F32,
        f32_bits(FloatOp::Maximum, nan, 1.0)
    ));
    assert!(float::is_nan(
        FloatKind::F32,
        f32_bits(FloatOp::Minimum, 1.0, nan)
    ));
    assert_eq!(f32_bits(FloatOp::MaxNum, nan, 1.0), bits(1.0));
    assert_eq!(f32_bits(FloatOp::MinNum, 1.0, nan), bits(1.0));
    assert_eq!(f32_bits(FloatOp::Maximum, -0.0, 0.0), bits(0.0));
    assert_eq!(f32_bits(FloatOp::Maximum, 0.0, -0.0), bits(0.0));
    assert_eq!(f32_bits(FloatOp::Minimum, 0.0, -0.0), bits(-0.0));
}

#[test]
fn divisions_that_have_no_value() {
    let (least, minus_one) = (0x80, 0xff);
    let i8 = Type::integer(8);
    assert_eq!(
        integer(IntOp::DivS, &i8, least, minus_one),
        Err(Reason::DivisionOverflow)
    );
    assert_eq!(integer(IntOp::RemU, &i8, 1, 0), Err(Reason::DivisionByZero));
    assert_eq!(integer(IntOp::Shl, &i8, 1, 8), Ok(None));
    assert_eq!(integer(IntOp::ShrS, &i8, 0x80, 7), Ok(Some(0xff)));
}

fn any_f32() -> impl Strategy<Value = f32> {
    prop_oneof![
        any::<u32>().prop_map(f32::from_bits),
        Just(0.0),
        Just(-0.0),
        -4.0f32..4.0
    ]
}

fn any_f64() -> impl Strategy<Value = f64> {
    prop_oneof![any::<u64>().prop_map(f64::from_bits), -4.0f64..4.0]
}

proptest! {
    #[test]
    fn f32_arithmetic_is_rusts(a in any_f32(), b in any_f32(), c in any_f32()) {
        let cases = [(FloatOp::Add, a + b), (FloatOp::Sub, a - b), (FloatOp::Mul, a * b),
                     (FloatOp::Div, a / b), (FloatOp::Rem, a % b)];
        for (op, expected) in cases {
            let got = f32::from_bits(f32_bits(op, a, b) as u32);
            prop_assert!(got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan());
        }
        let bits = |v: f32| u128::from(v.to_bits());
        let got = f32::from_bits(float::fma(FloatKind::F32, bits(a), bits(b), bits(c)).unwrap().bits as u32);
        let expected = a.mul_add(b, c);
        prop_assert!(got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan());
        let got = float::unary(FloatUnary::Sqrt, FloatKind::F32, bits(a)).unwrap();
        prop_assert!(got.bits == bits(a.sqrt()) || a.sqrt().is_nan());
    }

    #[test]
    fn conversions_round_as_rusts(value in any_f64(), n in any::<i64>(), wide in any::<i128>()) {
        let narrowed = float::encode(FloatKind::F32, value).unwrap();
        prop_assert!(value.is_nan() || narrowed == u128::from((value as f32).to_bits()));
        let converted = |kind, n: i128| float::from_integer(kind, n < 0, n.unsigned_abs()).bits;
        prop_assert_eq!(converted(FloatKind::F32, n.into()), u128::from((n as f32).to_bits()));
        prop_assert_eq!(converted(FloatKind::F64, wide), u128::from((wide as f64).to_bits()));
    }

    /// The neighbours of the result lie no closer to the exact value.
    #[test]
    fn narrow_formats_round_to_nearest(value in any_f64(), exponent in -30i32..20) {
        let value = value % 2.0 * f64::from(exponent).exp2();
        prop_assume!(value.is_finite());
        for kind in [FloatKind::F16, FloatKind::BF16] {
            let bits = float::encode(kind, value).unwrap();
            let distance = |bits| (float::decode(kind, bits).unwrap() - value).abs();
            prop_assume!(float::decode(kind, bits).unwrap().is_finite());
            for neighbour in [bits.wrapping_add(1), bits.wrapping_sub(1)] {
                let other = float::decode(kind, neighbour & 0xffff);
                let is_neighbour = other.is_some_and(|o| o.is_finite() && o.signum() == value.signum());
                prop_assert!(!is_neighbour || distance(bits) <= distance(neighbour & 0xffff));
            }
        }
    }

    #[test]
    fn narrow_formats_survive_a_round_trip(bits in any::<u16>()) {
        for kind in [FloatKind::F16, FloatKind::BF16] {
            let value = float::decode(kind, bits.into()).unwrap();
            prop_assert!(value.is_nan() || float::encode(kind, value) == Some(bits.into()));
        }
    }

    #[test]
    fn integers_wrap_as_rusts(a in any::<i32>(), b in any::<i32>(), shift in 0u32..32) {
        let bits = |v: i32| u128::from(v as u32);
        let value = |op, a, b| integer(op, &Type::I32, bits(a), bits(b)).unwrap().unwrap();
        prop_assert_eq!(value(IntOp::Add, a, b), bits(a.wrapping_add(b)));
        prop_assert_eq!(value(IntOp::Mul, a, b), bits(a.wrapping_mul(b)));
        prop_assert_eq!(value(IntOp::ShrS, a, shift as i32), bits(a >> shift));
        if let (Some(quotient), Some(remainder)) = (a.checked_div(b), a.checked_rem(b)) {
            prop_assert_eq!(value(IntOp::DivS, a, b), bits(quotient));
            prop_assert_eq!(value(IntOp::RemS, a, b), bits(remainder));
        }
    }
}
