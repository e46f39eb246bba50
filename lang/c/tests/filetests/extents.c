// Extents that are parameters, constants, or not known; `restrict`.
void product(int n, int m, double C[restrict n][m], const double A[restrict n][n + 1], double B[][20], double *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      C[i][j] += A[i][j + 1] * B[i][j] + x[i * m + j];
}
// As much as is accessed behind a pointer: rows of a linear array, rows and columns around each element, an array that is walked
// backwards; not known where either of two loops may be the longer one.
void rows(int n, const float *a, float *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[j * n + i] = a[i * n + j];
}
void around(int n, int m, const float *a, float *b) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1];
}
void backwards(int n, const float *a, float *b) {
  for (int i = 0; i < n; i++)
    b[n - 1 - i] = a[2 * i + 1];
}
void either(int n, int m, float *a) {
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 0; i < m; i++)
    a[i] = 1;
}
// expected:
// #map = affine_map<()[s0, s1] -> (s0, s1)>
// #map1 = affine_map<()[s0, s1] -> (s0, s0 + 1)>
// #map2 = affine_map<()[s0, s1] -> (72057594037927936)>
// #map3 = affine_map<()[s0] -> (s0 * s0)>
// #map4 = affine_map<()[s0, s1] -> (s1 * s0 - 1)>
// #map5 = affine_map<()[s0, s1] -> (s1 * s0 - s1 - 1)>
// #map6 = affine_map<()[s0] -> (s0 - 1)>
// #map7 = affine_map<()[s0] -> (s0 * 2)>
// #map8 = affine_map<()[s0] -> (s0)>
// module {
//   func.func @product(%n: i32, %m: i32, %C: memref<?x?xf64> {c.extents = #map, llvm.noalias}, %A: memref<?x?xf64> {c.extents = #map1, llvm.noalias}, %B: memref<?x20xf64> {c.extents = #map2}, %x: memref<?xf64> {c.extents = #map2}) {
//     %0 = arith.constant 1 : index
//     %m_0 = memref.dim %C, %0 : memref<?x?xf64>
//     %1 = arith.constant 0 : index
//     %n_0 = memref.dim %C, %1 : memref<?x?xf64>
//     affine.for %i = 0 to %n_0 {
//       affine.for %j = 0 to %m_0 {
//         %2 = affine.load %C[%i, %j] : memref<?x?xf64>
//         %3 = affine.load %A[%i, %j + 1] : memref<?x?xf64>
//         %4 = affine.load %B[%i, %j] : memref<?x20xf64>
//         %5 = arith.mulf %3, %4 : f64
//         %6 = affine.load %x[%i * symbol(%m_0) + %j] : memref<?xf64>
//         %7 = arith.addf %5, %6 : f64
//         %8 = arith.addf %2, %7 : f64
//         affine.store %8, %C[%i, %j] : memref<?x?xf64>
//       }
//     }
//     return
//   }
//   func.func @rows(%n: i32, %a: memref<?xf32> {c.extents = #map3}, %b: memref<?xf32> {c.extents = #map3}) {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       affine.for %j = 0 to %n_0 {
//         %0 = affine.load %a[%i * symbol(%n_0) + %j] : memref<?xf32>
//         affine.store %0, %b[%j * symbol(%n_0) + %i] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @around(%n: i32, %m: i32, %a: memref<?xf32> {c.extents = #map4}, %b: memref<?xf32> {c.extents = #map5}) {
//     %n_0 = arith.index_cast %n : i32 to index
//     %m_0 = arith.index_cast %m : i32 to index
//     affine.for %i = 1 to #map6()[%n_0] {
//       affine.for %j = 1 to #map6()[%m_0] {
//         %0 = affine.load %a[(%i - 1) * symbol(%m_0) + %j] : memref<?xf32>
//         %1 = affine.load %a[(%i + 1) * symbol(%m_0) + %j] : memref<?xf32>
//         %2 = arith.addf %0, %1 : f32
//         %3 = affine.load %a[%i * symbol(%m_0) + %j - 1] : memref<?xf32>
//         %4 = arith.addf %2, %3 : f32
//         %5 = affine.load %a[%i * symbol(%m_0) + %j + 1] : memref<?xf32>
//         %6 = arith.addf %4, %5 : f32
//         affine.store %6, %b[%i * symbol(%m_0) + %j] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @backwards(%n: i32, %a: memref<?xf32> {c.extents = #map7}, %b: memref<?xf32> {c.extents = #map8}) {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       %0 = affine.load %a[%i * 2 + 1] : memref<?xf32>
//       affine.store %0, %b[-%i + symbol(%n_0) - 1] : memref<?xf32>
//     }
//     return
//   }
//   func.func @either(%n: i32, %m: i32, %a: memref<?xf32> {c.extents = #map2}) {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f32
//     %m_0 = arith.index_cast %m : i32 to index
//     %1 = arith.constant 1.000000e+00 : f32
//     affine.for %i = 0 to %n_0 {
//       affine.store %0, %a[%i] : memref<?xf32>
//     }
//     affine.for %i = 0 to %m_0 {
//       affine.store %1, %a[%i] : memref<?xf32>
//     }
//     return
//   }
// }
// 2:1: extern void product(int n, int m, double C[restrict n][m], const double A[restrict n][n + 1], double B[][20], double *x);
// 9:1: extern void rows(int n, const float *a, float *b);
// 14:1: extern void around(int n, int m, const float *a, float *b);
// 19:1: extern void backwards(int n, const float *a, float *b);
// 23:1: extern void either(int n, int m, float *a);
