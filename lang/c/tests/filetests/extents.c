// Extents that are parameters, constants, or not known; `restrict`.
void product(int n, int m, double C[restrict n][m], const double A[restrict n][n + 1], double B[][20], double *x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      C[i][j] += A[i][j + 1] * B[i][j] + x[i * m + j];
}
// expected:
// #map = affine_map<()[s0, s1] -> (s0, s1)>
// #map1 = affine_map<()[s0, s1] -> (s0, s0 + 1)>
// #map2 = affine_map<()[s0, s1] -> (72057594037927936)>
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
// }
// 2:1: extern void product(int n, int m, double C[restrict n][m], const double A[restrict n][n + 1], double B[][20], double *x);
