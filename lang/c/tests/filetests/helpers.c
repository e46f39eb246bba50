// Functions that are called are part of what calls them, and functions of their own for what is not understood of that.
int printf(const char *, ...);
static int sizes[3], n, m;
static double coefficients[5][13];
static void solution(double x, double y, double d[5]) {
  for (int k = 0; k < 5; k++)
    d[k] = coefficients[k][0] + x * coefficients[k][1] + y * coefficients[k][2];
}
static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static double trace(int k, const double a[k][k]) {
  double s = 0;
  for (int i = 0; i < k; i++)
    s += a[i][i];
  return s;
}
typedef struct { double x, y, z; } vec;
static void add(vec r[1], const vec a[1]) {
  r->x += a->x;
  r[0].y += a[0].y;
}
static void never_read(double *x) {
  for (int i = 0; i < 8; i++)
    x[i] = 0;
}
static void only_calls(double *x) { never_read(x); }
static void prints(double *x) {
  printf("%f", x[0]);
  for (int i = 0; i < n; i++)
    x[i] = 0;
}
// Parts of arrays are handed over.
void faces(int k, double p[2][3][5], double out[k][5]) {
  for (int i = 0; i < k; i++) {
    solution(i, 1, &p[1][2][0]);
    solution(i, 2, p[0][1]);
    solution(1, i, out[i]);
  }
}
double rows(int k, double a[k][3], const double *b) {
  double s = 0;
  for (int i = 0; i < k; i++)
    s += dot(a[i], b + 3 * i) + dot(&b[3 * i], a[k - 1 - i]);
  return s;
}
void traces(int k, double a[k][k][k], double *out) {
  for (int i = 0; i < k; i++)
    out[i] = trace(k, a[i]);
}
void sums(int k, vec *a, const vec *b) {
  for (int i = 0; i < k; i++)
    add(&a[i], b + i);
}
double other_rows(const double *a) { return trace(2, (const double (*)[2])a); }
// Before C89. Callers pass a `double`.
float squash(x) float x; { return 1.0 / (1.0 + x); }
void layer(l, w, k) float *l, *w; int k; {
  for (int j = 1; j <= k; j++)
    l[j] = squash(w[j]);
}
static double at(double *x) { return x[n]; }
int main(void) {
  double x[8][8];
  sscanf("8", "%d", &m);
  only_calls(&x[n][0]);
  prints(x[0]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = sizes[0] * at(x[1]);
  printf("%f", x[1][1]);
  return 0;
}
// expected:
// #map = affine_map<()[s0] -> (s0)>
// #map1 = affine_map<()[s0] -> (s0 * 3)>
// #map2 = affine_map<()[s0] -> (s0, s0, s0)>
// #map3 = affine_map<()[s0] -> (s0, s0)>
// #map4 = affine_map<()[s0] -> (s0 + 1)>
// #map5 = affine_map<() -> (8)>
// module {
//   func.func @faces_1(%coefficients: memref<5x13xf64>, %k: i32, %p: memref<2x3x5xf64>, %out: memref<?x5xf64> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : index
//     %k_0 = memref.dim %out, %0 : memref<?x5xf64>
//     %1 = arith.constant 1.000000e+00 : f64
//     %2 = arith.constant 2.000000e+00 : f64
//     affine.for %i = 0 to %k_0 {
//       %3 = arith.index_cast %i : index to i32
//       %4 = arith.sitofp %3 : i32 to f64
//       affine.for %k_1 = 0 to 5 {
//         %5 = affine.load %coefficients[%k_1, 0] : memref<5x13xf64>
//         %6 = affine.load %coefficients[%k_1, 1] : memref<5x13xf64>
//         %7 = arith.mulf %4, %6 : f64
//         %8 = arith.addf %5, %7 : f64
//         %9 = affine.load %coefficients[%k_1, 2] : memref<5x13xf64>
//         %10 = arith.mulf %1, %9 : f64
//         %11 = arith.addf %8, %10 : f64
//         affine.store %11, %p[1, 2, %k_1] : memref<2x3x5xf64>
//       }
//       affine.for %k_2 = 0 to 5 {
//         %5 = affine.load %coefficients[%k_2, 0] : memref<5x13xf64>
//         %6 = affine.load %coefficients[%k_2, 1] : memref<5x13xf64>
//         %7 = arith.mulf %4, %6 : f64
//         %8 = arith.addf %5, %7 : f64
//         %9 = affine.load %coefficients[%k_2, 2] : memref<5x13xf64>
//         %10 = arith.mulf %2, %9 : f64
//         %11 = arith.addf %8, %10 : f64
//         affine.store %11, %p[0, 1, %k_2] : memref<2x3x5xf64>
//       }
//       affine.for %k_3 = 0 to 5 {
//         %5 = affine.load %coefficients[%k_3, 0] : memref<5x13xf64>
//         %6 = affine.load %coefficients[%k_3, 1] : memref<5x13xf64>
//         %7 = arith.mulf %1, %6 : f64
//         %8 = arith.addf %5, %7 : f64
//         %9 = affine.load %coefficients[%k_3, 2] : memref<5x13xf64>
//         %10 = arith.mulf %4, %9 : f64
//         %11 = arith.addf %8, %10 : f64
//         affine.store %11, %out[%i, %k_3] : memref<?x5xf64>
//       }
//     }
//     return
//   }
//   func.func @rows(%k: i32, %a: memref<?x3xf64> {c.extents = #map}, %b: memref<?xf64> {c.extents = #map1}) -> f64 attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : index
//     %k_0 = memref.dim %a, %0 : memref<?x3xf64>
//     %1 = arith.constant 0.000000e+00 : f64
//     %2 = affine.for %i = 0 to %k_0 iter_args(%s = %1) -> (f64) {
//       %3 = affine.load %a[%i, 0] : memref<?x3xf64>
//       %4 = affine.load %b[%i * 3] : memref<?xf64>
//       %5 = arith.mulf %3, %4 : f64
//       %6 = affine.load %a[%i, 1] : memref<?x3xf64>
//       %7 = affine.load %b[%i * 3 + 1] : memref<?xf64>
//       %8 = arith.mulf %6, %7 : f64
//       %9 = arith.addf %5, %8 : f64
//       %10 = affine.load %a[%i, 2] : memref<?x3xf64>
//       %11 = affine.load %b[%i * 3 + 2] : memref<?xf64>
//       %12 = arith.mulf %10, %11 : f64
//       %13 = arith.addf %9, %12 : f64
//       %14 = affine.load %a[-%i + symbol(%k_0) - 1, 0] : memref<?x3xf64>
//       %15 = arith.mulf %4, %14 : f64
//       %16 = affine.load %a[-%i + symbol(%k_0) - 1, 1] : memref<?x3xf64>
//       %17 = arith.mulf %7, %16 : f64
//       %18 = arith.addf %15, %17 : f64
//       %19 = affine.load %a[-%i + symbol(%k_0) - 1, 2] : memref<?x3xf64>
//       %20 = arith.mulf %11, %19 : f64
//       %21 = arith.addf %18, %20 : f64
//       %22 = arith.addf %13, %21 : f64
//       %23 = arith.addf %s, %22 : f64
//       affine.yield %23 : f64
//     }
//     return %2 : f64
//   }
//   func.func @traces(%k: i32, %a: memref<?x?x?xf64> {c.extents = #map2}, %out: memref<?xf64> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 1 : index
//     %k_0 = memref.dim %a, %0 : memref<?x?x?xf64>
//     %1 = arith.constant 0.000000e+00 : f64
//     affine.for %i = 0 to %k_0 {
//       %2 = affine.for %i_0 = 0 to %k_0 iter_args(%s = %1) -> (f64) {
//         %3 = affine.load %a[%i, %i_0, %i_0] : memref<?x?x?xf64>
//         %4 = arith.addf %s, %3 : f64
//         affine.yield %4 : f64
//       }
//       affine.store %2, %out[%i] : memref<?xf64>
//     }
//     return
//   }
//   func.func @sums(%k: i32, %a: memref<?x3xf64> {c.extents = #map}, %b: memref<?x3xf64> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %k_0 = arith.index_cast %k : i32 to index
//     affine.for %i = 0 to %k_0 {
//       %0 = affine.load %a[%i, 0] : memref<?x3xf64>
//       %1 = affine.load %b[%i, 0] : memref<?x3xf64>
//       %2 = arith.addf %0, %1 : f64
//       affine.store %2, %a[%i, 0] : memref<?x3xf64>
//       %3 = affine.load %a[%i, 1] : memref<?x3xf64>
//       %4 = affine.load %b[%i, 1] : memref<?x3xf64>
//       %5 = arith.addf %3, %4 : f64
//       affine.store %5, %a[%i, 1] : memref<?x3xf64>
//     }
//     return
//   }
//   func.func @trace(%k: i32, %a: memref<?x?xf64> {c.extents = #map3}) -> f64 attributes {c.strict_aliasing} {
//     %0 = arith.constant 1 : index
//     %k_0 = memref.dim %a, %0 : memref<?x?xf64>
//     %1 = arith.constant 0.000000e+00 : f64
//     %2 = affine.for %i = 0 to %k_0 iter_args(%s = %1) -> (f64) {
//       %3 = affine.load %a[%i, %i] : memref<?x?xf64>
//       %4 = arith.addf %s, %3 : f64
//       affine.yield %4 : f64
//     }
//     return %2 : f64
//   }
//   func.func @squash_1(%x: f32) -> f32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 1.000000e+00 : f64
//     %1 = arith.extf %x : f32 to f64
//     %2 = arith.addf %0, %1 : f64
//     %3 = arith.divf %0, %2 : f64
//     %4 = arith.truncf %3 : f64 to f32
//     return %4 : f32
//   }
//   func.func @layer_1(%l: memref<?xf32> {c.extents = #map4}, %w: memref<?xf32> {c.extents = #map4}, %k: i32) attributes {c.strict_aliasing} {
//     %k_0 = arith.index_cast %k : i32 to index
//     %0 = arith.constant 1.000000e+00 : f64
//     affine.for %j = 1 to #map4()[%k_0] {
//       %1 = affine.load %w[%j] : memref<?xf32>
//       %2 = arith.extf %1 : f32 to f64
//       %3 = arith.truncf %2 : f64 to f32
//       %4 = arith.extf %3 : f32 to f64
//       %5 = arith.addf %0, %4 : f64
//       %6 = arith.divf %0, %5 : f64
//       %7 = arith.truncf %6 : f64 to f32
//       affine.store %7, %l[%j] : memref<?xf32>
//     }
//     return
//   }
//   func.func @main_1(%n: i32, %x: memref<8x8xf64> {llvm.noalias}, %m: i32, %sizes: memref<3xi32> {llvm.noalias}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %m_0 = arith.index_cast %m : i32 to index
//     affine.for %i = 0 to %n_0 {
//       affine.for %j = 0 to %m_0 {
//         %0 = affine.load %sizes[0] : memref<3xi32>
//         %1 = arith.sitofp %0 : i32 to f64
//         %2 = affine.load %x[1, symbol(%n_0)] : memref<8x8xf64>
//         %3 = arith.mulf %1, %2 : f64
//         affine.store %3, %x[%i, %j] : memref<8x8xf64>
//       }
//     }
//     return
//   }
//   func.func @never_read(%x: memref<?xf64> {c.extents = #map5}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0.000000e+00 : f64
//     affine.for %i = 0 to 8 {
//       affine.store %0, %x[%i] : memref<?xf64>
//     }
//     return
//   }
//   func.func @prints_1(%x: memref<?xf64> {c.extents = #map}, %n: i32) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f64
//     affine.for %i = 0 to %n_0 {
//       affine.store %0, %x[%i] : memref<?xf64>
//     }
//     return
//   }
// }
// left 32:6: all that `faces` does is the function `faces_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 53:54: the memory of `double *` is seen as `double[] *`
// left 55:7: all that `squash` does is the function `squash_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 56:6: all that `layer` does is the function `layer_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 63:3: `sscanf` is called, whose body is not in this file
// left 27:3: `printf` is called, whose body is not in this file
// 32:56: { extern void faces_1(const void *, signed int, const void *, const void *); faces_1(coefficients, k, p, out); }
// 39:1: extern double rows(int k, double a[k][3], const double *b);
// 45:1: extern void traces(int k, double a[k][k][k], double *out);
// 49:1: extern void sums(int k, vec *a, const vec *b);
// 10:1: extern double trace(int k, const double a[k][k]);
// 55:26: { extern float squash_1(float); return squash_1(x); }
// 56:42: { extern void layer_1(const void *, const void *, signed int); layer_1(l, w, k); }
// 66:3: { extern void main_1(signed int, const void *, signed int, const void *); main_1(n, x, m, sizes); }
// 21:1: extern void never_read(double *x);
// 28:3: { extern void prints_1(const void *, signed int); prints_1(x, n); }
