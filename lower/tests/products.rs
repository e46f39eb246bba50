//! What compilation gives: objects, shared libraries, code in this process; and what it refuses.

use std::path::Path;

use ovolo_lang::parse::parse_module;
use ovolo_lang::types::Type;
use ovolo_lower::{Argument, Buffer, Compiled, LowerError, Options, Scalar, Target, compile};

const SCALE: &str = "
func.func @scale(%A: memref<?x4xf64>, %by: f64) -> index {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x4xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<?x4xf64>
      %y = arith.mulf %x, %by : f64
      affine.store %y, %A[%i, %j] : memref<?x4xf64>
    }
  }
  return %n : index
}
func.func private @helper() { return }
";

fn compiled(source: &str) -> Result<Compiled, LowerError> {
    let module = parse_module(source).expect("it parses");
    compile(&module, &Options::default())
}

#[test]
fn a_shared_library_has_the_documented_interface() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scale.so");
    compiled(SCALE)
        .and_then(|c| c.shared_library(&path))
        .expect("it links");
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .expect("the folder is there")
        .filter_map(|e| Some(e.ok()?.file_name()))
        .collect();
    assert_eq!(names, ["scale.so"], "nothing but the library is left");
    // SAFETY: the library has no initialisers, and the signature is the documented one.
    unsafe {
        let library = libloading::Library::new(&path).expect("it loads");
        let scale: libloading::Symbol<extern "C" fn(*mut f64, i64, f64) -> i64> =
            library.get(b"scale").expect("the function is there");
        let mut a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
        assert_eq!(scale(a.as_mut_ptr(), 2, 0.5), 2);
        assert_eq!(a, [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]);
        assert!(
            library.get::<extern "C" fn()>(b"helper").is_err(),
            "private functions stay inside"
        );
    }
}

#[test]
fn a_library_in_a_missing_folder_is_an_error() {
    let path = Path::new("/no/such/folder/scale.so");
    let error = compiled(SCALE)
        .and_then(|c| c.shared_library(path))
        .expect_err("no folder");
    assert!(
        error
            .message
            .starts_with("cannot write /no/such/folder/scale.so: "),
        "{error}"
    );
}

#[test]
fn calls_are_checked() {
    let jit = compiled(SCALE).and_then(|c| c.jit()).expect("it loads");
    let mut a = Buffer::from_values(Type::F64, &[2, 4], &[1.0; 8]).expect("eight values");
    let call = |arguments: &mut [Argument<'_>]| jit.call("scale", arguments).map_err(|e| e.0);
    assert_eq!(call(&mut [(&mut a).into(), 3.0.into()]), Ok(vec![Scalar::Int(2)]));
    assert_eq!(a.values::<f64>(), Some(&[3.0; 8][..]));
    let call = |arguments: &mut [Argument<'_>]| jit.call("scale", arguments).expect_err("bad arguments").0;
    assert_eq!(call(&mut []), "@scale takes 2 arguments, not 0");
    assert_eq!(
        call(&mut [(&mut a).into(), 3i64.into()]),
        "argument 2 of @scale: an integer was passed for what is none"
    );
    assert_eq!(
        call(&mut [1.0.into(), 1.0.into()]),
        "argument 1 of @scale: a buffer is expected"
    );
    let mut narrow = Buffer::zeros(Type::F64, &[2, 3]).expect("six zeros");
    assert_eq!(
        call(&mut [(&mut narrow).into(), 1.0.into()]),
        "argument 1 of @scale: the buffer's shape [2, 3] is not one of the type"
    );
    let mut single = Buffer::zeros(Type::F32, &[2, 4]).expect("eight zeros");
    assert_eq!(
        call(&mut [(&mut single).into(), 1.0.into()]),
        "argument 1 of @scale: the buffer has another element type"
    );
    assert!(
        jit.call("helper", &mut []).is_err(),
        "private functions cannot be called"
    );
    assert!(jit.symbol("scale").is_some() && jit.symbol("helper").is_none());
}

#[test]
fn threads_compile_and_call_on_their_own() {
    let module = parse_module(SCALE).expect("it parses");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let jit = compile(&module, &Options::default())
                    .and_then(|c| c.jit())
                    .expect("it loads");
                let mut a = Buffer::from_values(Type::F64, &[1, 4], &[2.0; 4]).expect("four values");
                let result = jit.call("scale", &mut [(&mut a).into(), 2.0.into()]);
                assert_eq!(result, Ok(vec![Scalar::Int(1)]));
            });
        }
    });
}

#[test]
fn a_missing_function_is_named() {
    let source = "func.func private @nowhere_to_be_found(f32) -> f32
        func.func @f(%x: f32) -> f32 {
          %y = call @nowhere_to_be_found(%x) : (f32) -> f32
          return %y : f32
        }";
    let error = compiled(source).and_then(|c| c.jit()).expect_err("it is missing");
    assert!(error.message.contains("nowhere_to_be_found"), "{error}");
}

#[test]
fn functions_of_this_process_can_be_called() {
    let source = "func.func private @hypot(f64, f64) -> f64
        func.func @f(%x: f64) -> f64 {
          %four = arith.constant 4.0 : f64
          %y = call @hypot(%x, %four) : (f64, f64) -> f64
          return %y : f64
        }";
    let jit = compiled(source).and_then(|c| c.jit()).expect("it loads");
    assert_eq!(jit.call("f", &mut [3.0.into()]), Ok(vec![5.0.into()]));
}

#[test]
fn processors_are_known_by_name() {
    let module = parse_module(SCALE).expect("it parses");
    let on = |name: &str| {
        let options = Options {
            target: Target::Cpu(name.to_string()),
            ..Options::default()
        };
        compile(&module, &options).and_then(|c| c.assembly())
    };
    assert!(on("x86-64").expect("a known one").contains("mulpd"));
    assert!(on("znver5").expect("a known one").contains("zmm"));
    on("native").expect("the host");
    assert_eq!(
        on("pdp-11").expect_err("another kind").message,
        "no processor is called `pdp-11`"
    );
}

#[test]
fn deep_nests_are_refused_not_overflowed() {
    let mut source = String::from("func.func @f() {\n");
    for i in 0..300 {
        source += &format!("affine.for %i{i} = 0 to 1 {{\n");
    }
    source += &"}\n".repeat(300);
    source += "return\n}\n";
    let Ok(module) = parse_module(&source) else {
        return;
    };
    let error = compile(&module, &Options::default()).expect_err("too deep");
    assert!(
        error.message.contains("regions are nested deeper than 256"),
        "{error}"
    );
}
