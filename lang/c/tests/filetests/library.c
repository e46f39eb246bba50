// Functions of math.h.
#include <math.h>
#include <stdlib.h>
double doubles(double x, double y) {
  return sqrt(x) + fabs(y) + exp(x) + pow(x, y) + fmax(x, y) + fmod(x, y) + floor(x) + rint(y) + fma(x, y, 1.0);
}
float floats(float x, int i) { return sqrtf(x) + fminf(x, 2.0f) + (float)sin(x) + abs(i); }
float limits(float x) { return x < HUGE_VALF ? -INFINITY : NAN; }
int classes(double x, float y) { return isnan(x) ? 1 : isfinite(y) ? 2 : isinf(x) < 0 ? 3 : __builtin_isinf(y) + 4; }
float nan_with_payload(void) { return nanf("1"); }
// expected:
// module {
//   func.func @doubles(%x: f64, %y: f64) -> f64 attributes {c.strict_aliasing} {
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
//   func.func @floats(%x: f32, %i: i32) -> f32 attributes {c.strict_aliasing} {
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
//   func.func @limits(%x: f32) -> f32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 0x7F800000 : f32
//     %1 = arith.constant 0xFF800000 : f32
//     %2 = arith.constant 0x7FC00000 : f32
//     %3 = arith.cmpf olt, %x, %0 : f32
//     %4 = arith.select %3, %1, %2 : f32
//     return %4 : f32
//   }
//   func.func @classes(%x: f64, %y: f32) -> i32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 0x7FF0000000000000 : f64
//     %1 = arith.constant 0x7F800000 : f32
//     %2 = arith.constant 0xFFF0000000000000 : f64
//     %3 = arith.constant 0 : i32
//     %4 = arith.constant 4 : i32
//     %5 = arith.constant 3 : i32
//     %6 = arith.constant 2 : i32
//     %7 = arith.constant 1 : i32
//     %8 = arith.cmpf uno, %x, %x : f64
//     %9 = math.absf %y : f32
//     %10 = arith.cmpf olt, %9, %1 : f32
//     %11 = arith.cmpf oeq, %x, %0 : f64
//     %12 = arith.extui %11 : i1 to i32
//     %13 = arith.cmpf oeq, %x, %2 : f64
//     %14 = arith.extui %13 : i1 to i32
//     %15 = arith.subi %12, %14 : i32
//     %16 = arith.cmpi slt, %15, %3 : i32
//     %17 = arith.cmpf oeq, %9, %1 : f32
//     %18 = arith.extui %17 : i1 to i32
//     %19 = arith.addi %18, %4 : i32
//     %20 = arith.select %16, %5, %19 : i32
//     %21 = arith.select %10, %6, %20 : i32
//     %22 = arith.select %8, %7, %21 : i32
//     return %22 : i32
//   }
// }
// left 10:39: `nanf` is called, whose body is not in this file
// 4:1: extern double doubles(double x, double y);
// 7:1: extern float floats(float x, int i);
// 8:1: extern float limits(float x);
// 9:1: extern int classes(double x, float y);
