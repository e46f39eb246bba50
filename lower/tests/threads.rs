//! Parallel loops on threads: of this process, and of the OpenMP runtime that an object is linked with.

use std::path::Path;
use std::process::Command;

use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::types::Type;
use ovolo_lower::{Buffer, Compiled, Options, Parallel, Scalar, Tuning, compile};

/// A sum whose rounding depends on the order, and a loop in which every iteration tells the program around.
const SUM: &str = "
func.func private @seen(index)
func.func @sum(%A: memref<?xf32> {llvm.noalias}) -> f32 {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %s = affine.parallel (%i) = (0) to (symbol(%n)) reduce (\"addf\") -> (f32) {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.yield %x : f32
  }
  return %s : f32
}
func.func @tell(%n: index) {
  affine.parallel (%i) = (0) to (symbol(%n)) {
    func.call @seen(%i) : (index) -> ()
  }
  return
}
";

const PROGRAM: &str = r#"
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
float sum(float *a, int64_t n);
void tell(int64_t n);
static int by[1000];
static volatile int waiting;
void seen(int64_t i) {
  by[i] = 1 + omp_get_thread_num();
  /* The first iteration of all waits for another thread, which must come. */
  if (i == 0) while (!__atomic_load_n(&waiting, __ATOMIC_ACQUIRE));
  else if (omp_get_thread_num()) __atomic_store_n(&waiting, 1, __ATOMIC_RELEASE);
}
int main(void) {
  static float a[1000];
  for (int i = 0; i < 1000; i++) a[i] = 1.0f / (float)(i + 1);
  for (int threads = 1; threads <= 4; threads++) {
    omp_set_num_threads(threads);
    float s = sum(a, 1000);
    uint32_t bits;
    memcpy(&bits, &s, 4);
    printf("%08x\n", bits);
  }
  omp_set_num_threads(2);
  tell(1000);
  int threads = 0, all = 1;
  for (int i = 0; i < 1000; i++) {
    all &= by[i] != 0;
    if (by[i] > threads) threads = by[i];
  }
  printf("%d %d\n", all, threads);
  return 0;
}
"#;

fn compiled(source: &str, parallel: Parallel) -> Compiled {
    let module = parse_module(source).expect("it parses");
    let options = Options {
        parallel,
        ..Options::default()
    };
    compile(&module, &options).expect("it compiles")
}

fn reciprocals() -> Buffer {
    let values: Vec<f32> = (0..1000).map(|i| 1.0 / (i + 1) as f32).collect();
    Buffer::from_values(Type::F32, &[1000], &values).expect("a thousand values")
}

/// The bits of the sum that the threads of this process compute.
fn sum_in_process(threads: u32) -> u32 {
    let source = SUM.split("func.func @tell").next().unwrap_or_default();
    let jit = compiled(source, Parallel::in_process(threads))
        .jit()
        .expect("it loads");
    let results = jit.call("sum", &mut [(&mut reciprocals()).into()]);
    match results.as_deref() {
        Ok([Scalar::Float(sum)]) => sum.bits as u32,
        other => panic!("no sum: {other:?}"),
    }
}

#[test]
fn a_sum_depends_on_the_number_of_threads_alone() {
    let sums: Vec<u32> = (1..=4).map(sum_in_process).collect();
    for _ in 0..20 {
        let again: Vec<u32> = (1..=4).map(sum_in_process).collect();
        assert_eq!(sums, again);
    }
    assert_ne!(sums[0], sums[1], "the order of a thousand roundings must show");
}

#[test]
fn an_object_runs_on_the_threads_of_openmp() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let object = compiled(SUM, Parallel::linked(2)).object().expect("an object");
    std::fs::write(file("kernel.o"), object).expect("it is written");
    std::fs::write(file("main.c"), PROGRAM).expect("it is written");
    let status = Command::new("cc")
        .args(["-O1", "-fopenmp", "-o"])
        .args([file("main"), file("main.c"), file("kernel.o")])
        .status();
    assert!(status.expect("a C compiler").success());
    let output = Command::new(file("main")).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    let expected = format!("{:08x}", sum_in_process(2));
    assert_eq!(lines[..4], [expected.as_str(); 4], "whatever threads there are");
    assert_eq!(lines[4], "1 2", "every iteration ran, on two threads");
}

#[test]
fn a_shared_library_brings_its_runtime() {
    let source = SUM.split("func.func @tell").next().unwrap_or_default();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sum.so");
    let library = compiled(source, Parallel::linked(3)).shared_library(&path);
    library.expect("it links");
    assert_eq!(called(&path), sum_in_process(3));
}

fn called(path: &Path) -> u32 {
    let mut values: Vec<f32> = (0..1000).map(|i| 1.0 / (i + 1) as f32).collect();
    // SAFETY: the library is the one made above, and the signature is the documented one.
    unsafe {
        let library = libloading::Library::new(path).expect("it loads");
        let sum: libloading::Symbol<extern "C" fn(*mut f32, i64) -> f32> =
            library.get(b"sum").expect("the function is there");
        let result = sum(values.as_mut_ptr(), 1000).to_bits();
        // The threads of the runtime outlive the call, and so must its code.
        std::mem::forget(library);
        result
    }
}

#[test]
fn code_for_one_runtime_is_none_for_another() {
    let text = |e: ovolo_lower::LowerError| e.message;
    let linked = compiled(SUM, Parallel::linked(2)).jit().map_err(text).err();
    assert_eq!(
        linked.as_deref(),
        Some("code for the OpenMP runtime must be linked with it")
    );
    let own = compiled(SUM, Parallel::in_process(2))
        .object()
        .map_err(text)
        .err();
    assert_eq!(
        own.as_deref(),
        Some("code for threads of this process is no object for others")
    );
}

/// A sum of three rows, what neighbouring rows read in common.
const ROWS: &str = "
func.func @rows(%t: memref<66x64xf32> {llvm.noalias}, %out: memref<64x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 62 {
      %a = affine.load %t[%i, %j] : memref<66x64xf32>
      %b = affine.load %t[%i, %j + 1] : memref<66x64xf32>
      %c = affine.load %t[%i, %j + 2] : memref<66x64xf32>
      %s = arith.addf %a, %b : f32
      %r = arith.addf %s, %c : f32
      affine.store %r, %out[%i, %j] : memref<64x64xf32>
    }
  }
  return
}";

#[test]
fn what_one_function_asks_of_llvm_does_not_reach_what_other_threads_compile() {
    let module = parse_module(ROWS).expect("a module");
    let asking = |tuning: Tuning| {
        let mut marked = module.clone();
        module.functions().for_each(|f| tuning.mark(&mut marked, f));
        marked
    };
    let superwords = asking(Tuning {
        superwords: true,
        ..Tuning::default()
    });
    let carried = asking(Tuning {
        carried_loads: true,
        ..Tuning::default()
    });
    let code = |module: &Module| compile(module, &Options::default()).expect("code").llvm_ir();
    let alone = code(&superwords);
    let both = asking(Tuning {
        superwords: true,
        carried_loads: true,
        ..Tuning::default()
    });
    assert!(code(&both) != alone, "no loads are handed on");
    std::thread::scope(|scope| {
        scope.spawn(|| (0..40).for_each(|_| drop(code(&carried))));
        (0..40).for_each(|_| assert!(code(&superwords) == alone));
    });
}
