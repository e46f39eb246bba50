// Functions that fill and copy memory are loops.
#include <stdlib.h>
#include <string.h>
typedef struct { float *data; int n; } vector;
static int count;
void cleared(float *y, const float *x, int n) {
  memset(y, 0, n * sizeof(float));
  for (int i = 0; i < n; i++)
    y[i] += x[i];
}
void whole(double a[restrict 4][6], int b[restrict 4][6]) {
  memset(a, 0, 4 * sizeof *a);
  memset(b, 0, 96);
}
void rows(double (*a)[6], double (*b)[6], int i) {
  memcpy(a[i], b[i + 1], sizeof(a[i]));
  memcpy(a, b, 2 * sizeof(*a));
}
void middle(double *y, const double *x, long n, int m) { memcpy(y + m, &x[1], n * m * sizeof(double)); }
void ones(int *x, unsigned char *b, int n) {
  memset(x, -1, n * sizeof(int));
  memset(b, 0, n);
}
void other_size(float *x, int n) { memset(x, 0, n); }
void other_type(float *x, const double *y, int n) { memcpy(x, y, n * sizeof(float)); }
void moved(float *x, const float *y, int n) { memmove(x, y, n * sizeof(float)); }
void itself(int *x) { memset(x, 0, x[0] * sizeof(int)); }
void stepping(float *x, int n) { memset(x++, 0, n * sizeof(float)); }
void reached(int *x) { memset(x, 0, count * sizeof(int)); }
void returned(float *x, float **y, int n) { *y = memset(x, 0, n * sizeof(float)); }
void from_row(int n, double rows[6][7], double a[10]) {
  memset(rows + n, 0, (6 - n) * sizeof rows[0]);
  *(a + n) = 1;
}
// expected:
// #map = affine_map<()[s0] -> (s0)>
// #map1 = affine_map<()[s0] -> (s0 + 1)>
// #map2 = affine_map<()[s0] -> (s0 + 2)>
// #map3 = affine_map<()[s0, s1] -> (s1 * s0)>
// #map4 = affine_map<()[s0, s1] -> (s1)>
// #map5 = affine_map<()[s0, s1] -> (s1 * s0 + 1)>
// #map6 = affine_map<()[s0, s1] -> (s0 * s1)>
// #set = affine_set<(d0, d1, d2) : (d2 - 1 >= 0)>
// module {
//   func.func @cleared(%y: memref<?xf32> {c.extents = #map}, %x: memref<?xf32> {c.extents = #map}, %n: i32) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f32
//     affine.for %at = 0 to %n_0 {
//       affine.store %0, %y[%at] : memref<?xf32>
//     }
//     affine.for %i = 0 to %n_0 {
//       %1 = affine.load %y[%i] : memref<?xf32>
//       %2 = affine.load %x[%i] : memref<?xf32>
//       %3 = arith.addf %1, %2 : f32
//       affine.store %3, %y[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @whole(%a: memref<4x6xf64> {llvm.noalias}, %b: memref<4x6xi32> {llvm.noalias}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0.000000e+00 : f64
//     %1 = arith.constant 0 : i32
//     affine.for %at = 0 to 4 {
//       affine.for %at_0 = 0 to 6 {
//         affine.store %0, %a[%at, %at_0] : memref<4x6xf64>
//       }
//     }
//     affine.for %at = 0 to 4 {
//       affine.for %at_0 = 0 to 6 {
//         affine.store %1, %b[%at, %at_0] : memref<4x6xi32>
//       }
//     }
//     return
//   }
//   func.func @rows(%a: memref<?x6xf64> {c.extents = #map1}, %b: memref<?x6xf64> {c.extents = #map2}, %i: i32) attributes {c.strict_aliasing, c.where = #set} {
//     %i_0 = arith.index_cast %i : i32 to index
//     affine.for %at = 0 to 6 {
//       %0 = affine.load %b[symbol(%i_0) + 1, %at] : memref<?x6xf64>
//       affine.store %0, %a[symbol(%i_0), %at] : memref<?x6xf64>
//     }
//     affine.for %at = 0 to 2 {
//       affine.for %at_0 = 0 to 6 {
//         %0 = affine.load %b[%at, %at_0] : memref<?x6xf64>
//         affine.store %0, %a[%at, %at_0] : memref<?x6xf64>
//       }
//     }
//     return
//   }
//   func.func @middle(%y: memref<?xf64> {c.extents = #map3, c.first = #map4}, %x: memref<?xf64> {c.extents = #map5}, %n: i64, %m: i32) attributes {c.strict_aliasing} {
//     %m_0 = arith.index_cast %m : i32 to index
//     %n_0 = arith.index_cast %n : i64 to index
//     %0 = affine.apply #map6()[%n_0, %m_0]
//     affine.for %at = 0 to %0 {
//       %1 = affine.load %x[%at + 1] : memref<?xf64>
//       affine.store %1, %y[%at] : memref<?xf64>
//     }
//     return
//   }
// }
// left 21:3: `memset` is called, whose body is not in this file
// left 24:36: `memset` is called, whose body is not in this file
// left 25:53: `memcpy` is called, whose body is not in this file
// left 26:47: `memmove` is called, whose body is not in this file
// left 27:23: `memset` is called, whose body is not in this file
// left 28:34: `memset` is called, whose body is not in this file
// left 29:24: `memset` is called, whose body is not in this file
// left 30:33: `y` points to `float *`, which is not understood (a nest of loops that only reads or writes elements becomes a function for rows that are equally far apart)
// left 30:43: a pointer is stored here, which may be one of a table of pointers to rows
// left 33:4: this is no place that is understood
// 6:1: extern void cleared(float *y, const float *x, int n);
// 11:1: extern void whole(double a[restrict 4][6], int b[restrict 4][6]);
// 15:1: extern void rows(double (*a)[6], double (*b)[6], int i);
// 19:1: extern void middle(double *y, const double *x, long n, int m);
