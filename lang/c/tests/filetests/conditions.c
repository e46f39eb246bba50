// Affine conditions, conditions on data, `?:`, and what may only be read where a test holds.
void conditions(int n, const int *restrict k, double *restrict a) {
  for (int i = 0; i < n; i++) {
    if (i > 2 && i + 1 < n)
      a[i] = a[i - 1] + a[i + 1];
    else if (i != n - 1)
      a[i] = 0;
    a[i] = a[i] > 1.0 ? 1.0 : a[i];
    if (k[i] >= 0 && a[k[i]] < 0)
      a[i] = k[i] > 5 ? k[i] : 5;
  }
}
// expected:
// #map = affine_map<()[s0] -> (s0)>
// #map1 = affine_map<()[s0] -> (72057594037927936)>
// #set = affine_set<(d0)[s0] : (d0 - 3 >= 0, -(d0 + 1) + s0 - 1 >= 0)>
// #set1 = affine_set<(d0)[s0] : (d0 - (s0 - 1) == 0)>
// module {
//   func.func @conditions(%n: i32, %k: memref<?xi32> {c.extents = #map, llvm.noalias}, %a: memref<?xf64> {c.extents = #map1, llvm.noalias}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f64
//     %1 = arith.constant 1.000000e+00 : f64
//     %2 = arith.constant 0 : i32
//     %3 = arith.constant 5 : i32
//     affine.for %i = 0 to %n_0 {
//       affine.if #set(%i)[%n_0] {
//         %9 = affine.load %a[%i - 1] : memref<?xf64>
//         %10 = affine.load %a[%i + 1] : memref<?xf64>
//         %11 = arith.addf %9, %10 : f64
//         affine.store %11, %a[%i] : memref<?xf64>
//       } else {
//         affine.if #set1(%i)[%n_0] {
//         } else {
//           affine.store %0, %a[%i] : memref<?xf64>
//         }
//       }
//       %4 = affine.load %a[%i] : memref<?xf64>
//       %5 = arith.cmpf ogt, %4, %1 : f64
//       %6 = arith.select %5, %1, %4 : f64
//       affine.store %6, %a[%i] : memref<?xf64>
//       %7 = affine.load %k[%i] : memref<?xi32>
//       %8 = arith.cmpi sge, %7, %2 : i32
//       scf.if %8 {
//         %9 = arith.index_cast %7 : i32 to index
//         %10 = memref.load %a[%9] : memref<?xf64>
//         %11 = arith.cmpf olt, %10, %0 : f64
//         scf.if %11 {
//           %12 = arith.maxsi %7, %3 : i32
//           %13 = arith.sitofp %12 : i32 to f64
//           affine.store %13, %a[%i] : memref<?xf64>
//         }
//       }
//     }
//     return
//   }
// }
// 2:1: extern void conditions(int n, const int *restrict k, double *restrict a);
