// Functions of math.h.
#include <math.h>
#include <stdlib.h>
double doubles(double x, double y) {
  return sqrt(x) + fabs(y) + exp(x) + pow(x, y) + fmax(x, y) + fmod(x, y) + floor(x) + rint(y) + fma(x, y, 1.0);
}
float floats(float x, int i) { return sqrtf(x) + fminf(x, 2.0f) + (float)sin(x) + abs(i); }
// expected:
// module {
//   func.func @doubles(%x: f64, %y: f64) -> f64 {
//     %0 = arith.constant 1.000000e+00 : f64
//     %1 = math.sqrt %x : f64
//     %2 = math.absf %y : f64
//     %3 = arith.addf %1, %2 : f64
//     %4 = math.exp %x : f64
//     %5 = arith.addf %3, %4 : f64
//     %6 = math.powf %x, %y : f64
//     %7 = arith.addf %5, %6 : f64
//     %8 = arith.maxnumf %x, %y : f64
//     %9 = arith.addf %7, %8 : f64
//     %10 = arith.remf %x, %y : f64
//     %11 = arith.addf %9, %10 : f64
//     %12 = math.floor %x : f64
//     %13 = arith.addf %11, %12 : f64
//     %14 = math.roundeven %y : f64
//     %15 = arith.addf %13, %14 : f64
//     %16 = math.fma %x, %y, %0 : f64
//     %17 = arith.addf %15, %16 : f64
//     return %17 : f64
//   }
//   func.func @floats(%x: f32, %i: i32) -> f32 {
//     %0 = arith.constant 2.000000e+00 : f32
//     %1 = math.absi %i : i32
//     %2 = math.sqrt %x : f32
//     %3 = arith.minnumf %x, %0 : f32
//     %4 = arith.addf %2, %3 : f32
//     %5 = arith.extf %x : f32 to f64
//     %6 = math.sin %5 : f64
//     %7 = arith.truncf %6 : f64 to f32
//     %8 = arith.addf %4, %7 : f32
//     %9 = arith.sitofp %1 : i32 to f32
//     %10 = arith.addf %8, %9 : f32
//     return %10 : f32
//   }
// }
// 4:1: extern double doubles(double x, double y);
// 7:1: extern float floats(float x, int i);
