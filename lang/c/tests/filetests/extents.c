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
// Pointers into the middle of an array: by a constant, a radius, half a width, a row of a step; counted from the first element
// that is accessed. What a condition on the variables guards is taken not to be negative.
void before(int n, float *a) {
  for (int i = 0; i < n; i++)
    a[i - 1] += a[i + 1];
}
void blurred(int n, int r, const float *in, const float *w, float *out) {
  for (int i = 0; i < n; i++)
    for (int k = -r; k <= r; k++)
      out[i] += in[i + k] * w[k + r];
}
void centred(int n, int width, const float *in, const float *w, float *out) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < width; k++)
      out[i] += in[i + k - width / 2] * w[k];
}
void strided(int h, int w, int step, const float *in, float *out) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * step + x] = in[(y - 1) * step + x] + in[y * step + x - 1];
}
void gathered(int n, const int *at, float *a) {
  for (int i = 0; i < n; i++)
    a[at[i] - 3] = a[i - 2];
}
void guarded(int n, const float *a, float *b) {
  for (int i = 0; i < n; i++)
    if (i > 0)
      b[i] = a[i - 1];
}
// Elements in front of a loop over the others: as many as the loop ends at, where it ends at one or at two at least.
void first_row(int n, int m, const float *a, float *b) {
  for (int j = 0; j < m; j++)
    b[j] = a[j];
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] - a[(i - 1) * m + j];
}
void two_before(int n, float *a) {
  a[0] = a[1] = 1;
  for (int i = 2; i < n; i++)
    a[i] = a[i - 1] + a[i - 2];
}
void six_before(int n, float *a) {
  a[5] = 1;
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
void within(int n, const float *a, float *b) {
  for (int i = 0; i < n; i++)
    b[i] = i + 3 < n ? a[i + 3] : 0;
}
void clamped(int h, int w, const float *a, float *b) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      int up = i - 1 < 0 ? 0 : i - 1, right = j + 1;
      if (right >= w) right = w - 1;
      b[i * w + j] = a[up * w + right];
    }
}
void ring(int n, const float *a, float *b) {
  for (int i = 0; i < n; i++)
    b[i] = a[(i + 1) % n];
}
// expected:
// #map = affine_map<()[s0, s1] -> (s0, s1)>
// #map1 = affine_map<()[s0, s1] -> (s0, s0 + 1)>
// #map2 = affine_map<()[s0, s1] -> (s0)>
// #map3 = affine_map<()[s0, s1] -> (s1 * s0)>
// #map4 = affine_map<()[s0] -> (s0 * s0)>
// #map5 = affine_map<()[s0, s1] -> (s1 * s0 - 1)>
// #map6 = affine_map<()[s0, s1] -> (s1 * s0 - s1 - 1)>
// #map7 = affine_map<()[s0] -> (s0 - 1)>
// #map8 = affine_map<()[s0] -> (s0 * 2)>
// #map9 = affine_map<()[s0] -> (s0)>
// #map10 = affine_map<()[s0, s1] -> (72057594037927936)>
// #map11 = affine_map<()[s0] -> (s0 + 2)>
// #map12 = affine_map<()[s0] -> (-1)>
// #map13 = affine_map<()[s0, s1] -> (s0 + s1 * 2)>
// #map14 = affine_map<()[s0, s1] -> (-s1)>
// #map15 = affine_map<()[s0, s1] -> (s1 * 2 + 1)>
// #map16 = affine_map<()[s0] -> (-s0)>
// #map17 = affine_map<()[s0] -> (s0 + 1)>
// #map18 = affine_map<()[s0, s1] -> (s0 + s1 - 1)>
// #map19 = affine_map<()[s0, s1] -> (-(s1 floordiv 2))>
// #map20 = affine_map<()[s0, s1] -> (s1)>
// #map21 = affine_map<()[s0, s1, s2] -> (s2 * s0 + s1)>
// #map22 = affine_map<()[s0, s1, s2] -> (-s2 - 1)>
// #map23 = affine_map<()[s0, s1, s2] -> (s2 * s0 + s1 - s2)>
// #map24 = affine_map<()[s0] -> (72057594037927936)>
// #map25 = affine_map<()[s0] -> (-2)>
// #map26 = affine_map<()[s0, s1] -> (s1 * s0 - s1)>
// #map27 = affine_map<(d0) -> (d0 - 1)>
// #map28 = affine_map<(d0) -> (d0 + 1)>
// #set = affine_set<(d0, d1, d2, d3, d4) : (d2 - 1 >= 0)>
// #set1 = affine_set<(d0) : (d0 - 1 >= 0)>
// #set2 = affine_set<(d0, d1, d2, d3) : (d0 - 1 >= 0)>
// #set3 = affine_set<(d0, d1) : (d0 - 2 >= 0)>
// #set4 = affine_set<(d0)[s0] : (-(d0 + 3) + s0 - 1 >= 0)>
// #set5 = affine_set<(d0, d1, d2, d3) : (d0 - 2 >= 0)>
// module {
//   func.func @product(%n: i32, %m: i32, %C: memref<?x?xf64> {c.extents = #map, llvm.noalias}, %A: memref<?x?xf64> {c.extents = #map1, llvm.noalias}, %B: memref<?x20xf64> {c.extents = #map2}, %x: memref<?xf64> {c.extents = #map3}) attributes {c.strict_aliasing} {
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
//   func.func @rows(%n: i32, %a: memref<?xf32> {c.extents = #map4}, %b: memref<?xf32> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       affine.for %j = 0 to %n_0 {
//         %0 = affine.load %a[%i * symbol(%n_0) + %j] : memref<?xf32>
//         affine.store %0, %b[%j * symbol(%n_0) + %i] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @around(%n: i32, %m: i32, %a: memref<?xf32> {c.extents = #map5}, %b: memref<?xf32> {c.extents = #map6}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %m_0 = arith.index_cast %m : i32 to index
//     affine.for %i = 1 to #map7()[%n_0] {
//       affine.for %j = 1 to #map7()[%m_0] {
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
//   func.func @backwards(%n: i32, %a: memref<?xf32> {c.extents = #map8}, %b: memref<?xf32> {c.extents = #map9}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       %0 = affine.load %a[%i * 2 + 1] : memref<?xf32>
//       affine.store %0, %b[-%i + symbol(%n_0) - 1] : memref<?xf32>
//     }
//     return
//   }
//   func.func @either(%n: i32, %m: i32, %a: memref<?xf32> {c.extents = #map10}) attributes {c.strict_aliasing} {
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
//   func.func @before(%n: i32, %a: memref<?xf32> {c.extents = #map11, c.first = #map12}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       %0 = affine.load %a[%i] : memref<?xf32>
//       %1 = affine.load %a[%i + 2] : memref<?xf32>
//       %2 = arith.addf %0, %1 : f32
//       affine.store %2, %a[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @blurred(%n: i32, %r: i32, %in: memref<?xf32> {c.extents = #map13, c.first = #map14}, %w: memref<?xf32> {c.extents = #map15}, %out: memref<?xf32> {c.extents = #map2}) attributes {c.strict_aliasing} {
//     %r_0 = arith.index_cast %r : i32 to index
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       affine.for %k = #map16()[%r_0] to #map17()[%r_0] {
//         %0 = affine.load %out[%i] : memref<?xf32>
//         %1 = affine.load %in[%i + %k + symbol(%r_0)] : memref<?xf32>
//         %2 = affine.load %w[%k + symbol(%r_0)] : memref<?xf32>
//         %3 = arith.mulf %1, %2 : f32
//         %4 = arith.addf %0, %3 : f32
//         affine.store %4, %out[%i] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @centred(%n: i32, %width: i32, %in: memref<?xf32> {c.extents = #map18, c.first = #map19}, %w: memref<?xf32> {c.extents = #map20}, %out: memref<?xf32> {c.extents = #map2}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %width_0 = arith.index_cast %width : i32 to index
//     affine.for %i = 0 to %n_0 {
//       affine.for %k = 0 to %width_0 {
//         %0 = affine.load %out[%i] : memref<?xf32>
//         %1 = affine.load %in[%i + %k] : memref<?xf32>
//         %2 = affine.load %w[%k] : memref<?xf32>
//         %3 = arith.mulf %1, %2 : f32
//         %4 = arith.addf %0, %3 : f32
//         affine.store %4, %out[%i] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @strided(%h: i32, %w: i32, %step: i32, %in: memref<?xf32> {c.extents = #map21, c.first = #map22}, %out: memref<?xf32> {c.extents = #map23}) attributes {c.strict_aliasing, c.where = #set} {
//     %step_0 = arith.index_cast %step : i32 to index
//     %h_0 = arith.index_cast %h : i32 to index
//     %w_0 = arith.index_cast %w : i32 to index
//     affine.for %y = 0 to %h_0 {
//       affine.for %x = 0 to %w_0 {
//         %0 = affine.load %in[(%y - 1) * symbol(%step_0) + %x + (symbol(%step_0) + 1)] : memref<?xf32>
//         %1 = affine.load %in[%y * symbol(%step_0) + %x + (symbol(%step_0) + 1) - 1] : memref<?xf32>
//         %2 = arith.addf %0, %1 : f32
//         affine.store %2, %out[%y * symbol(%step_0) + %x] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @gathered(%n: i32, %at: memref<?xi32> {c.extents = #map9}, %a: memref<?xf32> {c.extents = #map24, c.first = #map25}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 3 : i32
//     affine.for %i = 0 to %n_0 {
//       %1 = affine.load %a[%i] : memref<?xf32>
//       %2 = affine.load %at[%i] : memref<?xi32>
//       %3 = arith.subi %2, %0 overflow<nsw> : i32
//       %4 = arith.index_cast %3 : i32 to index
//       %5 = affine.apply #map11()[%4]
//       memref.store %1, %a[%5] : memref<?xf32>
//     }
//     return
//   }
//   func.func @guarded(%n: i32, %a: memref<?xf32> {c.extents = #map7}, %b: memref<?xf32> {c.extents = #map9}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       affine.if #set1(%i) {
//         %0 = affine.load %a[%i - 1] : memref<?xf32>
//         affine.store %0, %b[%i] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @first_row(%n: i32, %m: i32, %a: memref<?xf32> {c.extents = #map3}, %b: memref<?xf32> {c.extents = #map3}) attributes {c.strict_aliasing, c.where = #set2} {
//     %m_0 = arith.index_cast %m : i32 to index
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %j = 0 to %m_0 {
//       %0 = affine.load %a[%j] : memref<?xf32>
//       affine.store %0, %b[%j] : memref<?xf32>
//     }
//     affine.for %i = 1 to %n_0 {
//       affine.for %j = 0 to %m_0 {
//         %0 = affine.load %a[%i * symbol(%m_0) + %j] : memref<?xf32>
//         %1 = affine.load %a[(%i - 1) * symbol(%m_0) + %j] : memref<?xf32>
//         %2 = arith.subf %0, %1 : f32
//         affine.store %2, %b[%i * symbol(%m_0) + %j] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @two_before(%n: i32, %a: memref<?xf32> {c.extents = #map9}) attributes {c.strict_aliasing, c.where = #set3} {
//     %0 = arith.constant 1.000000e+00 : f32
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.store %0, %a[1] : memref<?xf32>
//     affine.store %0, %a[0] : memref<?xf32>
//     affine.for %i = 2 to %n_0 {
//       %1 = affine.load %a[%i - 1] : memref<?xf32>
//       %2 = affine.load %a[%i - 2] : memref<?xf32>
//       %3 = arith.addf %1, %2 : f32
//       affine.store %3, %a[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @six_before(%n: i32, %a: memref<?xf32> {c.extents = #map24}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 1.000000e+00 : f32
//     %n_0 = arith.index_cast %n : i32 to index
//     %1 = arith.constant 0.000000e+00 : f32
//     affine.store %0, %a[5] : memref<?xf32>
//     affine.for %i = 0 to %n_0 {
//       affine.store %1, %a[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @within(%n: i32, %a: memref<?xf32> {c.extents = #map9}, %b: memref<?xf32> {c.extents = #map9}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f32
//     affine.for %i = 0 to %n_0 {
//       %1 = affine.if #set4(%i)[%n_0] -> f32 {
//         %2 = affine.load %a[%i + 3] : memref<?xf32>
//         affine.yield %2 : f32
//       } else {
//         affine.yield %0 : f32
//       }
//       affine.store %1, %b[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @clamped(%h: i32, %w: i32, %a: memref<?xf32> {c.extents = #map26}, %b: memref<?xf32> {c.extents = #map3}) attributes {c.strict_aliasing, c.where = #set5} {
//     %h_0 = arith.index_cast %h : i32 to index
//     %w_0 = arith.index_cast %w : i32 to index
//     %0 = arith.constant 0 : index
//     %1 = affine.apply #map7()[%w_0]
//     affine.for %i = 0 to %h_0 {
//       affine.for %j = 0 to %w_0 {
//         %2 = affine.apply #map27(%i)
//         %3 = arith.cmpi slt, %2, %0 : index
//         %4 = affine.apply #map27(%i)
//         %5 = arith.select %3, %0, %4 : index
//         %6 = affine.apply #map28(%j)
//         %7 = arith.cmpi sge, %6, %w_0 : index
//         %8 = affine.apply #map28(%j)
//         %9 = arith.select %7, %1, %8 : index
//         %10 = arith.muli %5, %w_0 : index
//         %11 = arith.addi %10, %9 : index
//         %12 = memref.load %a[%11] : memref<?xf32>
//         affine.store %12, %b[%i * symbol(%w_0) + %j] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @ring(%n: i32, %a: memref<?xf32> {c.extents = #map9}, %b: memref<?xf32> {c.extents = #map9}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       %0 = affine.apply #map28(%i)
//       %1 = arith.index_cast %0 : index to i32
//       %2 = arith.remsi %1, %n : i32
//       %3 = arith.index_cast %2 : i32 to index
//       %4 = memref.load %a[%3] : memref<?xf32>
//       affine.store %4, %b[%i] : memref<?xf32>
//     }
//     return
//   }
// }
// 2:1: extern void product(int n, int m, double C[restrict n][m], const double A[restrict n][n + 1], double B[][20], double *x);
// 9:1: extern void rows(int n, const float *a, float *b);
// 14:1: extern void around(int n, int m, const float *a, float *b);
// 19:1: extern void backwards(int n, const float *a, float *b);
// 23:1: extern void either(int n, int m, float *a);
// 31:1: extern void before(int n, float *a);
// 35:1: extern void blurred(int n, int r, const float *in, const float *w, float *out);
// 40:1: extern void centred(int n, int width, const float *in, const float *w, float *out);
// 45:1: extern void strided(int h, int w, int step, const float *in, float *out);
// 50:1: extern void gathered(int n, const int *at, float *a);
// 54:1: extern void guarded(int n, const float *a, float *b);
// 60:1: extern void first_row(int n, int m, const float *a, float *b);
// 67:1: extern void two_before(int n, float *a);
// 72:1: extern void six_before(int n, float *a);
// 77:1: extern void within(int n, const float *a, float *b);
// 81:1: extern void clamped(int h, int w, const float *a, float *b);
// 89:1: extern void ring(int n, const float *a, float *b);
