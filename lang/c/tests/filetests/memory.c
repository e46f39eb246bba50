// Globals, constants, structs of scalars, local arrays, addresses, functions that are inlined.
extern double table[10][20];
extern int count;
extern float *shared;
static const int order[3] = {2, 0, 1};
static const double half = 0.5;
struct view {
  int rows;
  double scale;
};
static void set(double *to, double value) { *to = value; }
double sum(int n) {
  struct view v = {n, 2.0};
  double last, row[4] = {1.0};
  for (int i = 0; i < v.rows; i++) {
    double *here = table[i];
    set(&last, here[order[i % 3]] * half * v.scale);
    row[i % 4] += last;
    shared[i] = last;
    count++;
  }
  return row[0];
}
static const float weights[2][2] = {1, 2, 3, 4};
void braces(float *a) { // Inner braces may be left out, and values be missing.
  float rows[2][2] = {{1}, 2};
  for (int i = 0; i < 2; i++)
    a[i] = rows[i][1] + weights[1][i];
}
void excess(float *a) { // Compilers warn of this.
  float row[2][2] = {{1, 2, 3}};
  a[0] = row[0][0];
}
// expected:
// #map = affine_map<()[s0] -> (s0)>
// #map1 = affine_map<() -> (2)>
// module {
//   memref.global "private" constant @order : memref<3xi32> = dense<[2, 0, 1]>
//   func.func @sum(%n: i32, %table: memref<10x20xf64> {c.global = "table"}, %shared: memref<?xf32> {c.extents = #map, c.pointer = "shared"}, %count: memref<1xi32> {c.global = "count"}) -> f64 attributes {c.strict_aliasing} {
//     %0 = arith.constant 2.000000e+00 : f64
//     %1 = arith.constant 1.000000e+00 : f64
//     %2 = arith.constant 0.000000e+00 : f64
//     %n_0 = arith.index_cast %n : i32 to index
//     %3 = arith.constant 1 : i32
//     %order = memref.get_global @order : memref<3xi32>
//     %4 = arith.constant 5.000000e-01 : f64
//     %last = memref.alloca() : memref<1xf64>
//     %row = memref.alloca() : memref<4xf64>
//     affine.store %1, %row[0] : memref<4xf64>
//     affine.store %2, %row[1] : memref<4xf64>
//     affine.store %2, %row[2] : memref<4xf64>
//     affine.store %2, %row[3] : memref<4xf64>
//     affine.for %i = 0 to %n_0 {
//       %6 = affine.load %order[%i mod 3] : memref<3xi32>
//       %7 = arith.index_cast %6 : i32 to index
//       %8 = memref.load %table[%i, %7] : memref<10x20xf64>
//       %9 = arith.mulf %8, %4 : f64
//       %10 = arith.mulf %9, %0 : f64
//       affine.store %10, %last[0] : memref<1xf64>
//       %11 = affine.load %row[%i mod 4] : memref<4xf64>
//       %12 = affine.load %last[0] : memref<1xf64>
//       %13 = arith.addf %11, %12 : f64
//       affine.store %13, %row[%i mod 4] : memref<4xf64>
//       %14 = affine.load %last[0] : memref<1xf64>
//       %15 = arith.truncf %14 : f64 to f32
//       affine.store %15, %shared[%i] : memref<?xf32>
//       %16 = affine.load %count[0] : memref<1xi32>
//       %17 = arith.addi %16, %3 : i32
//       affine.store %17, %count[0] : memref<1xi32>
//     }
//     %5 = affine.load %row[0] : memref<4xf64>
//     return %5 : f64
//   }
//   memref.global "private" constant @weights : memref<2x2xf32> = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]>
//   func.func @braces(%a: memref<?xf32> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 1.000000e+00 : f32
//     %1 = arith.constant 0.000000e+00 : f32
//     %2 = arith.constant 2.000000e+00 : f32
//     %weights = memref.get_global @weights : memref<2x2xf32>
//     %rows = memref.alloca() : memref<2x2xf32>
//     affine.store %0, %rows[0, 0] : memref<2x2xf32>
//     affine.store %1, %rows[0, 1] : memref<2x2xf32>
//     affine.store %2, %rows[1, 0] : memref<2x2xf32>
//     affine.store %1, %rows[1, 1] : memref<2x2xf32>
//     affine.for %i = 0 to 2 {
//       %3 = affine.load %rows[%i, 1] : memref<2x2xf32>
//       %4 = affine.load %weights[1, %i] : memref<2x2xf32>
//       %5 = arith.addf %3, %4 : f32
//       affine.store %5, %a[%i] : memref<?xf32>
//     }
//     return
//   }
// }
// left 31:29: there are more values than the array has elements
// 12:1: extern double sum(int n);
// 25:1: extern void braces(float *a);
