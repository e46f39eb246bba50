// RUN: parse
// Decimals that read back to the same bits; bits where there is no decimal.
func.func @floats() {
  %0 = arith.constant 0.1 : f32
  %1 = arith.constant 0.1 : f64
  %2 = arith.constant -0.0 : f32
  %3 = arith.constant 1.0e+30 : f32
  %4 = arith.constant 3.4028235e38 : f32
  %5 = arith.constant 1.0e-45 : f32
  %6 = arith.constant 5.0e-324 : f64
  %7 = arith.constant 0.3333333333333333 : f64
  %8 = arith.constant 65504.0 : f16
  %9 = arith.constant 1.0 : bf16
  %10 = arith.constant 3.14159 : bf16
  %11 = arith.constant 0x7FC00000 : f32
  %12 = arith.constant 0xFF800000 : f32
  %13 = arith.constant 0x7FF0000000000001 : f64
  %14 = arith.constant 0x3F800000 : f32
  %15 = arith.constant 1. : f32
  %16 = arith.constant 1.0e10 : f80
  %17 = arith.constant 0.1 : f128
  %18 = arith.constant 123456789.0 : f64
  return
}
// EXPECTED
// module {
//   func.func @floats() {
//     %0 = arith.constant 1.000000e-01 : f32
//     %1 = arith.constant 1.000000e-01 : f64
//     %2 = arith.constant -0.000000e+00 : f32
//     %3 = arith.constant 1.000000e+30 : f32
//     %4 = arith.constant 3.4028235e+38 : f32
//     %5 = arith.constant 1.000000e-45 : f32
//     %6 = arith.constant 5.000000e-324 : f64
//     %7 = arith.constant 3.333333333333333e-01 : f64
//     %8 = arith.constant 6.550400e+04 : f16
//     %9 = arith.constant 1.000000e+00 : bf16
//     %10 = arith.constant 3.140625e+00 : bf16
//     %11 = arith.constant 0x7FC00000 : f32
//     %12 = arith.constant 0xFF800000 : f32
//     %13 = arith.constant 0x7FF0000000000001 : f64
//     %14 = arith.constant 1.000000e+00 : f32
//     %15 = arith.constant 1.000000e+00 : f32
//     %16 = arith.constant 1.000000e+10 : f80
//     %17 = arith.constant 1.000000e-01 : f128
//     %18 = arith.constant 1.23456789e+08 : f64
//     return
//   }
// }
