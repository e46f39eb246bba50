use ovolo_lang::parse::parse_module;
use ovolo_timing::data::{arguments, parameters};

use super::*;

fn of(text: &str) -> Result<MatrixProduct, String> {
    let module = parse_module(text).expect("a module");
    let function = module.functions().next().expect("a function");
    let parameters = parameters(&module, function).expect("parameters");
    let mut arguments = arguments(&parameters, 6, 1).expect("arguments");
    for argument in &mut arguments {
        if let Argument::Scalar {
            ty: Type::Float(FloatKind::F32),
            bits,
        } = argument
        {
            *bits = u64::from(0.5f32.to_bits());
        }
    }
    matrix_product(&module, function, &arguments)
}

/// A function over A of 4 by 5, B of 5 by 6 and C of 4 by 6.
fn in_loops(body: &str) -> Result<MatrixProduct, String> {
    of(&format!(
        "func.func @f(%x: f32, %A: memref<4x5xf32>, %B: memref<5x6xf32>, %C: memref<4x6xf32>) {{
           %zero = arith.constant 0.0 : f32
           {body}
           return
         }}"
    ))
}

const PRODUCT: &str = "%a = affine.load %A[%i, %k] : memref<4x5xf32>
    %b = affine.load %B[%k, %j] : memref<5x6xf32>
    %p = arith.mulf %a, %b : f32";

const ADDED: &str = "%c = affine.load %C[%i, %j] : memref<4x6xf32>
    %s = arith.addf %c, %p : f32
    affine.store %s, %C[%i, %j] : memref<4x6xf32>";

const CLEARED: &str = "affine.store %zero, %C[%i, %j] : memref<4x6xf32>";

fn matrix(argument: usize, leading: i64) -> Matrix {
    Matrix {
        argument,
        offset: 0,
        leading,
        is_transposed: false,
    }
}

fn expected(alpha: f64, beta: f64) -> MatrixProduct {
    MatrixProduct {
        kind: FloatKind::F32,
        m: 4,
        n: 6,
        k: 5,
        alpha,
        beta,
        a: matrix(1, 5),
        b: matrix(2, 6),
        c: matrix(3, 6),
    }
}

#[test]
fn the_order_of_the_loops_does_not_matter() {
    let [i, j, k] = ["%i = 0 to 4", "%j = 0 to 6", "%k = 0 to 5"];
    for [x, y, z] in [[i, j, k], [k, j, i], [j, k, i]] {
        let body =
            format!("affine.for {x} {{ affine.for {y} {{ affine.for {z} {{ {PRODUCT} {ADDED} }} }} }}");
        assert_eq!(in_loops(&body), Ok(expected(1.0, 1.0)));
    }
}

#[test]
fn factors_and_a_start_are_taken_up() {
    let scaled = "%c0 = affine.load %C[%i, %j] : memref<4x6xf32>
        %c1 = arith.mulf %x, %c0 : f32
        affine.store %c1, %C[%i, %j] : memref<4x6xf32>";
    let update = format!(
        "{PRODUCT} %q = arith.mulf %p, %x : f32 {}",
        ADDED.replace("%p", "%q")
    );
    for (start, beta) in [(CLEARED, 0.0), (scaled, 0.5)] {
        let apart = format!(
            "affine.for %j = 0 to 6 {{ affine.for %i = 0 to 4 {{ {start} }} }}
             affine.for %i = 0 to 4 {{ affine.for %k = 0 to 5 {{ affine.for %j = 0 to 6 {{ {update} }} }} }}"
        );
        let inside = format!(
            "affine.for %i = 0 to 4 {{ affine.for %j = 0 to 6 {{ {start} affine.for %k = 0 to 5 {{ {update} }} }} }}"
        );
        for body in [apart, inside] {
            assert_eq!(in_loops(&body), Ok(expected(0.5, beta)));
        }
    }
}

#[test]
fn a_reduction_is_a_sum() {
    let body = |start: &str, stored: &str| {
        format!(
            "affine.for %i = 0 to 4 {{ affine.for %j = 0 to 6 {{
               %c = affine.load %C[%i, %j] : memref<4x6xf32>
               %r = affine.for %k = 0 to 5 iter_args(%t = {start}) -> (f32) {{
                 {PRODUCT}
                 %s = arith.addf %p, %t : f32
                 affine.yield %s : f32
               }}
               %q = arith.mulf %r, %x : f32
               affine.store {stored}, %C[%i, %j] : memref<4x6xf32>
             }} }}"
        )
    };
    assert_eq!(in_loops(&body("%zero", "%r")), Ok(expected(1.0, 0.0)));
    assert_eq!(in_loops(&body("%c", "%r")), Ok(expected(1.0, 1.0)));
    assert_eq!(in_loops(&body("%c", "%q")), Ok(expected(0.5, 0.5)));
    // The sum would be added to the element of the iteration before.
    assert!(in_loops(&body("%x", "%r")).is_err());
}

#[test]
fn sizes_and_rows_are_those_of_the_call() {
    let text = |a: &str| {
        format!(
            "func.func @f(%m: i32, %n: index, %A: memref<?xf64>, %B: memref<?x?xf64>, %C: memref<?xf64>) {{
               %rows = arith.constant 3 : index
               affine.for %i = 0 to %rows {{ affine.for %j = 1 to %n {{ affine.for %k = 0 to 2 {{
                 %a = affine.load %A[{a}] : memref<?xf64>
                 %b = affine.load %B[%j, %k] : memref<?x?xf64>
                 %c = affine.load %C[%j * 6 + %i] : memref<?xf64>
                 %s = math.fma %a, %b, %c : f64
                 affine.store %s, %C[%j * 6 + %i] : memref<?xf64>
               }} }} }}
               return
             }}"
        )
    };
    // C lies by its columns: what lies as rows is the product of the factors in the other order.
    let found = of(&text("%k * symbol(%n) + %i")).expect("a product");
    let b = Matrix {
        argument: 3,
        offset: 6,
        leading: 6,
        is_transposed: false,
    };
    assert_eq!((found.m, found.n, found.k, found.a), (5, 3, 2, b));
    assert_eq!(found.b, matrix(2, 6));
    assert_eq!((found.c.offset, found.c.leading), (6, 6));
    let transposed = of(&text("%i * symbol(%n) + %k")).expect("a product");
    assert!(transposed.b.is_transposed && transposed.b.leading == 6);
    assert!(of(&text("%i * 12 + %k * 2")).is_err());
    assert!(of(&text("%i + %k floordiv 2")).is_err());
}

#[test]
fn what_is_no_product_has_a_reason() {
    let nest = |inner: &str| {
        format!(
            "affine.for %i = 0 to 4 {{ affine.for %j = 0 to 6 {{ affine.for %k = 0 to 5 {{ {inner} }} }} }}"
        )
    };
    let cases = [
        (
            nest(&format!("{PRODUCT} {}", ADDED.replace("addf", "maximumf"))),
            "it has `arith.maximumf`",
        ),
        (
            nest(&format!(
                "{PRODUCT} {}",
                ADDED.replace("addf %c, %p", "mulf %c, %p")
            )),
            "no sum of products",
        ),
        (
            nest(&format!(
                "{PRODUCT} {}",
                ADDED.replace("addf %c, %p", "addf %p, %p")
            )),
            "is not added to what it was",
        ),
        (
            nest(&format!("{PRODUCT} {CLEARED} {ADDED}")),
            "its first statement",
        ),
        (nest(PRODUCT), "0 statements store"),
        (
            nest(&format!("{PRODUCT} {ADDED}"))
                .replace("%k = 0 to 5", "%k = 0 to affine_map<(d0) -> (d0)>(%i)"),
            "depend on those around it",
        ),
        (
            nest(&format!("{PRODUCT} {ADDED}")).replace("%k = 0 to 5", "%k = 0 to 5 step 2"),
            "steps of 2",
        ),
        (
            format!(
                "affine.for %i = 0 to 3 {{ affine.for %j = 0 to 6 {{ {CLEARED} }} }} {}",
                nest(&format!("{PRODUCT} {ADDED}"))
            ),
            "does not set just the elements",
        ),
    ];
    for (body, reason) in cases {
        let found = in_loops(&body).expect_err("no product");
        assert!(found.contains(reason), "{found}, not {reason}:\n{body}");
    }
    let square = "func.func @f(%A: memref<4x4xf32>, %C: memref<4x4xf32>) {
        affine.for %i = 0 to 4 { affine.for %j = 0 to 4 { affine.for %k = 0 to 4 {
          %a = affine.load %A[%i, %k] : memref<4x4xf32>
          %b = affine.load %C[%k, %j] : memref<4x4xf32>
          %p = arith.mulf %a, %b : f32
          %c = affine.load %C[%i, %j] : memref<4x4xf32>
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%i, %j] : memref<4x4xf32>
        } } }
        return
      }";
    assert_eq!(of(square), Err("the result is a factor too".to_string()));
}
