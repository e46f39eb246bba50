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
//   func.func @sum(%n: i32, %table: memref<10x20xf64> {c.global = "table"}, %shared: memref<?xf32> {c.extents = #map, c.pointer = "shared"}, %count: memref<1xi32> {c.global = "count"}) -> f64 attributes {c.strict_aliasing} {
//     %0 = arith.constant 2.000000e+00 : f64
//     %1 = arith.constant 1.000000e+00 : f64
//     %2 = arith.constant 0.000000e+00 : f64
//     %n_0 = arith.index_cast %n : i32 to index
//     %3 = arith.constant 2 : i32
//     %4 = arith.constant 0 : i32
//     %5 = arith.constant 1 : i32
//     %order = memref.alloca() : memref<3xi32>
//     affine.store %3, %order[0] : memref<3xi32>
//     affine.store %4, %order[1] : memref<3xi32>
//     affine.store %5, %order[2] : memref<3xi32>
//     %6 = arith.constant 5.000000e-01 : f64
//     %last = memref.alloca() : memref<1xf64>
//     %row = memref.alloca() : memref<4xf64>
//     affine.store %1, %row[0] : memref<4xf64>
//     affine.store %2, %row[1] : memref<4xf64>
//     affine.store %2, %row[2] : memref<4xf64>
//     affine.store %2, %row[3] : memref<4xf64>
//     affine.for %i = 0 to %n_0 {
//       %8 = affine.load %order[%i mod 3] : memref<3xi32>
//       %9 = arith.index_cast %8 : i32 to index
//       %10 = memref.load %table[%i, %9] : memref<10x20xf64>
//       %11 = arith.mulf %10, %6 : f64
//       %12 = arith.mulf %11, %0 : f64
//       affine.store %12, %last[0] : memref<1xf64>
//       %13 = affine.load %row[%i mod 4] : memref<4xf64>
//       %14 = affine.load %last[0] : memref<1xf64>
//       %15 = arith.addf %13, %14 : f64
//       affine.store %15, %row[%i mod 4] : memref<4xf64>
//       %16 = affine.load %last[0] : memref<1xf64>
//       %17 = arith.truncf %16 : f64 to f32
//       affine.store %17, %shared[%i] : memref<?xf32>
//       %18 = affine.load %count[0] : memref<1xi32>
//       %19 = arith.addi %18, %5 : i32
//       affine.store %19, %count[0] : memref<1xi32>
//     }
//     %7 = affine.load %row[0] : memref<4xf64>
//     return %7 : f64
//   }
//   func.func @braces(%a: memref<?xf32> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 1.000000e+00 : f32
//     %1 = arith.constant 0.000000e+00 : f32
//     %2 = arith.constant 2.000000e+00 : f32
//     %3 = arith.constant 3.000000e+00 : f32
//     %4 = arith.constant 4.000000e+00 : f32
//     %weights = memref.alloca() : memref<2x2xf32>
//     affine.store %0, %weights[0, 0] : memref<2x2xf32>
//     affine.store %2, %weights[0, 1] : memref<2x2xf32>
//     affine.store %3, %weights[1, 0] : memref<2x2xf32>
//     affine.store %4, %weights[1, 1] : memref<2x2xf32>
//     %rows = memref.alloca() : memref<2x2xf32>
//     affine.store %0, %rows[0, 0] : memref<2x2xf32>
//     affine.store %1, %rows[0, 1] : memref<2x2xf32>
//     affine.store %2, %rows[1, 0] : memref<2x2xf32>
//     affine.store %1, %rows[1, 1] : memref<2x2xf32>
//     affine.for %i = 0 to 2 {
//       %5 = affine.load %rows[%i, 1] : memref<2x2xf32>
//       %6 = affine.load %weights[1, %i] : memref<2x2xf32>
//       %7 = arith.addf %5, %6 : f32
//       affine.store %7, %a[%i] : memref<?xf32>
//     }
//     return
//   }
// }
// left 31:29: there are more values than the array has elements
// 12:1: extern double sum(int n);
// 25:1: extern void braces(float *a);
