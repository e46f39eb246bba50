// Pointers that may be null, and memory that is allocated.
#include <stdlib.h>
void bias(int n, float *out, const float *in, const float *bias) {
  for (int i = 0; i < n; i++) out[i] = in[i] + ((bias != NULL) ? bias[i] : 0.0f);
}
int tests(const int *a, const int *b) {
  if (!a || b == 0) return 0;
  return a[0] && b;
}
static float sum(int n, const float *x, const float *weights) {
  float s = 0;
  for (int i = 0; i < n; i++) s += weights ? x[i] * weights[i] : x[i];
  return s;
}
float plain_sum(int n, const float *x) { return sum(n, x, NULL); }
void scratch(int n, int m, double *a) {
  double *t = malloc(n * m * sizeof(double));
  if (!t) return;
  int *seen = (int *)calloc(n, sizeof(int));
  for (int i = 0; i < n * m; i++) t[i] = a[i];
  for (int i = 0; i < n; i++) seen[i] += 1;
  for (int i = 0; i < n * m; i++) a[i] = t[n * m - 1 - i] + seen[0];
  free(seen);
  free(t);
}
void odd(int n, double *a) {
  double *t = malloc(n);
  t[0] = a[0];
}
void not_mine(double *a) { free(a); }
// expected:
// #map = affine_map<()[s0] -> (s0)>
// #map1 = affine_map<() -> (1)>
// #map2 = affine_map<() -> (72057594037927936)>
// #map3 = affine_map<()[s0, s1] -> (s1 * s0)>
// #map4 = affine_map<()[s0, s1] -> (s0 * s1)>
// module {
//   func.func @bias(%n: i32, %out: memref<?xf32> {c.extents = #map}, %in: memref<?xf32> {c.extents = #map}, %bias: memref<?xf32> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0 : index
//     %1 = memref.extract_aligned_pointer_as_index %bias : memref<?xf32> -> index
//     %2 = arith.cmpi ne, %1, %0 : index
//     %3 = arith.constant 0.000000e+00 : f32
//     affine.for %i = 0 to %n_0 {
//       %4 = affine.load %in[%i] : memref<?xf32>
//       %5 = scf.if %2 -> (f32) {
//         %7 = affine.load %bias[%i] : memref<?xf32>
//         scf.yield %7 : f32
//       } else {
//         scf.yield %3 : f32
//       }
//       %6 = arith.addf %4, %5 : f32
//       affine.store %6, %out[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @tests(%a: memref<?xi32> {c.extents = #map1}, %b: memref<?xi32> {c.extents = #map2}) -> i32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : index
//     %1 = memref.extract_aligned_pointer_as_index %a : memref<?xi32> -> index
//     %2 = arith.cmpi ne, %1, %0 : index
//     %3 = arith.constant true
//     %4 = arith.xori %2, %3 : i1
//     %5 = arith.xori %4, %3 : i1
//     %6 = memref.extract_aligned_pointer_as_index %b : memref<?xi32> -> index
//     %7 = arith.cmpi ne, %6, %0 : index
//     %8 = arith.xori %7, %3 : i1
//     %9 = arith.xori %8, %3 : i1
//     %10 = arith.andi %5, %9 : i1
//     %11 = arith.xori %10, %3 : i1
//     %12 = arith.constant 0 : i32
//     %13 = memref.extract_aligned_pointer_as_index %b : memref<?xi32> -> index
//     %14 = arith.cmpi ne, %13, %0 : index
//     %15 = scf.if %11 -> (i32) {
//       scf.yield %12 : i32
//     } else {
//       %16 = affine.load %a[0] : memref<?xi32>
//       %17 = arith.cmpi ne, %16, %12 : i32
//       %18 = arith.andi %17, %14 : i1
//       %19 = arith.extui %18 : i1 to i32
//       scf.yield %19 : i32
//     }
//     return %15 : i32
//   }
//   func.func @plain_sum(%n: i32, %x: memref<?xf32> {c.extents = #map}) -> f32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 0.000000e+00 : f32
//     %n_0 = arith.index_cast %n : i32 to index
//     %1 = affine.for %i = 0 to %n_0 iter_args(%s = %0) -> (f32) {
//       %2 = affine.load %x[%i] : memref<?xf32>
//       %3 = arith.addf %s, %2 : f32
//       affine.yield %3 : f32
//     }
//     return %1 : f32
//   }
//   func.func @scratch(%n: i32, %m: i32, %a: memref<?xf64> {c.extents = #map3}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %m_0 = arith.index_cast %m : i32 to index
//     %0 = affine.apply #map4()[%n_0, %m_0]
//     %1 = arith.constant 0 : i32
//     %2 = arith.constant 0 : index
//     %3 = arith.constant 1 : index
//     %4 = affine.apply #map4()[%n_0, %m_0]
//     %5 = arith.constant 1 : i32
//     %6 = affine.apply #map4()[%n_0, %m_0]
//     %7 = memref.alloc(%0) : memref<?xf64>
//     %8 = memref.alloc(%n_0) : memref<?xi32>
//     scf.for %arg0 = %2 to %n_0 step %3 {
//       memref.store %1, %8[%arg0] : memref<?xi32>
//     }
//     affine.for %i = 0 to %4 {
//       %9 = affine.load %a[%i] : memref<?xf64>
//       affine.store %9, %7[%i] : memref<?xf64>
//     }
//     affine.for %i = 0 to %n_0 {
//       %9 = affine.load %8[%i] : memref<?xi32>
//       %10 = arith.addi %9, %5 : i32
//       affine.store %10, %8[%i] : memref<?xi32>
//     }
//     affine.for %i = 0 to %6 {
//       %9 = affine.load %7[-%i + symbol(%n_0) * symbol(%m_0) - 1] : memref<?xf64>
//       %10 = affine.load %8[0] : memref<?xi32>
//       %11 = arith.sitofp %10 : i32 to f64
//       %12 = arith.addf %9, %11 : f64
//       affine.store %12, %a[%i] : memref<?xf64>
//     }
//     memref.dealloc %8 : memref<?xi32>
//     memref.dealloc %7 : memref<?xf64>
//     return
//   }
// }
// left 27:15: the size is not a number of elements times their size, which is 8
// left 30:33: this is not allocated in the function
// 3:1: extern void bias(int n, float *out, const float *in, const float *bias);
// 6:1: extern int tests(const int *a, const int *b);
// 15:1: extern float plain_sum(int n, const float *x);
// 16:1: extern void scratch(int n, int m, double *a);
