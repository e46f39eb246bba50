// Static variables are handed over to the functions that parts become, and what those assign is handed back.
static float w[8], bias;
static int n = 8, calls, reached;
static double *rows;
int *escape(void) { return &reached; }
static float helper(int i) { return w[i] + bias; }
void scaled(float *x) {
  for (int i = 0; i < n; i++)
    x[i] = helper(i);
}
float both(void) {
  static float kept[8];
  float s = 0;
  for (int i = 0; i < 8; i++)
    kept[i] += w[i] * w[7 - i];
  for (int i = 0; i < 8; i++)
    s += kept[i];
  return s;
}
void count(const int *x) {
  static int total;
  for (int i = 0; i < 10; i++) {
    calls += x[i];
    total += x[i];
  }
}
void pointer(void) {
  for (int i = 0; i < 8; i++)
    rows[i] = 0;
}
void hidden_name(float *x, float bias) {
  for (int i = 0; i < 8; i++)
    x[i] = helper(i) * bias;
}
void through_a_pointer(int *x) {
  for (int i = 0; i < reached; i++)
    x[i] = 1;
}
static void tick(void) { calls++; }
void ticks(int *x) {
  for (int i = 0; i < 8; i++) {
    tick();
    x[i] = 0;
  }
}
void sum_at(int *x, int *y) {
  int s = 0;
  int *p = &s;
  for (int i = 0; i < 8; i++) {
    *p += x[i];
    y[i] = s;
  }
}
void declared_elsewhere(int *x) {
  extern int there;
  for (int i = 0; i < 8; i++)
    there += x[i];
}
int scanf(const char *, ...);
void keep(int *);
void read_in(int *x) {
  int n, m;
  scanf("%d", &n);
  keep(&m);
  for (int i = 0; i < n; i++)
    x[i] = i;
  for (int i = 0; i < m; i++)
    x[i] = i;
}
// expected:
// #map = affine_map<()[s0] -> (s0)>
// #map1 = affine_map<()[s0, s1] -> (10)>
// #map2 = affine_map<() -> (8)>
// module {
//   func.func @scaled_1(%w: memref<8xf32>, %bias: f32, %x: memref<?xf32> {c.extents = #map}, %n: i32) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       %0 = affine.load %w[%i] : memref<8xf32>
//       %1 = arith.addf %0, %bias : f32
//       affine.store %1, %x[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @both_1(%w: memref<8xf32> {llvm.noalias}, %kept: memref<8xf32> {llvm.noalias}) attributes {c.strict_aliasing} {
//     affine.for %i = 0 to 8 {
//       %0 = affine.load %kept[%i] : memref<8xf32>
//       %1 = affine.load %w[%i] : memref<8xf32>
//       %2 = affine.load %w[-%i + 7] : memref<8xf32>
//       %3 = arith.mulf %1, %2 : f32
//       %4 = arith.addf %0, %3 : f32
//       affine.store %4, %kept[%i] : memref<8xf32>
//     }
//     return
//   }
//   func.func @both_2(%kept: memref<8xf32> {llvm.noalias}, %s: f32) -> f32 attributes {c.strict_aliasing} {
//     %0 = affine.for %i = 0 to 8 iter_args(%s_0 = %s) -> (f32) {
//       %1 = affine.load %kept[%i] : memref<8xf32>
//       %2 = arith.addf %s_0, %1 : f32
//       affine.yield %2 : f32
//     }
//     return %0 : f32
//   }
//   func.func @count_1(%x: memref<?xi32> {c.extents = #map1}, %total: i32, %calls: i32) -> (i32, i32) attributes {c.strict_aliasing} {
//     %0:2 = affine.for %i = 0 to 10 iter_args(%total_0 = %total, %calls_0 = %calls) -> (i32, i32) {
//       %1 = affine.load %x[%i] : memref<?xi32>
//       %2 = arith.addi %calls_0, %1 : i32
//       %3 = arith.addi %total_0, %1 : i32
//       affine.yield %3, %2 : i32, i32
//     }
//     return %0#0, %0#1 : i32, i32
//   }
//   func.func @pointer_1(%rows: memref<?xf64> {c.extents = #map2}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0.000000e+00 : f64
//     affine.for %i = 0 to 8 {
//       affine.store %0, %rows[%i] : memref<?xf64>
//     }
//     return
//   }
//   func.func @sum_at(%x: memref<?xi32> {c.extents = #map2}, %y: memref<?xi32> {c.extents = #map2}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %s = memref.alloca() : memref<1xi32>
//     affine.store %0, %s[0] : memref<1xi32>
//     affine.for %i = 0 to 8 {
//       %1 = affine.load %s[0] : memref<1xi32>
//       %2 = affine.load %x[%i] : memref<?xi32>
//       %3 = arith.addi %1, %2 : i32
//       affine.store %3, %s[0] : memref<1xi32>
//       %4 = affine.load %s[0] : memref<1xi32>
//       affine.store %4, %y[%i] : memref<?xi32>
//     }
//     return
//   }
//   func.func @declared_elsewhere_1(%x: memref<?xi32> {c.extents = #map2}, %there: memref<1xi32> {c.global = "there"}) attributes {c.strict_aliasing} {
//     affine.for %i = 0 to 8 {
//       %0 = affine.load %there[0] : memref<1xi32>
//       %1 = affine.load %x[%i] : memref<?xi32>
//       %2 = arith.addi %0, %1 : i32
//       affine.store %2, %there[0] : memref<1xi32>
//     }
//     return
//   }
//   func.func @read_in_1(%x: memref<?xi32> {c.extents = #map}, %n: i32) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       %0 = arith.index_cast %i : index to i32
//       affine.store %0, %x[%i] : memref<?xi32>
//     }
//     return
//   }
// }
// left 5:6: a value of type `signed int *` is not understood
// left 7:6: all that `scaled` does is the function `scaled_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 12:3: a variable of a function that lives longer than a call (`static` or `extern`) is not understood
// left 21:3: a variable of a function that lives longer than a call (`static` or `extern`) is not understood
// left 27:6: all that `pointer` does is the function `pointer_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 6:37: `w` is `static`, so code outside this file cannot reach it (make it a parameter, or drop `static`)
// left 6:44: `bias` is `static`, so code outside this file cannot reach it (make it a parameter, or drop `static`)
// left 36:23: `reached` is `static`, so code outside this file cannot reach it (make it a parameter, or drop `static`)
// left 35:32: `reached` may be what a pointer points to here, since its address is taken (another variable that holds its value in front of the loop would let that become a function)
// left 36:3: `reached` may be what a pointer points to here, since its address is taken (another variable that holds its value in front of the loop would let that become a function)
// left 39:26: `calls` is `static`, so code outside this file cannot reach it (make it a parameter, or drop `static`)
// left 55:3: a variable of a function that lives longer than a call (`static` or `extern`) is not understood
// left 63:3: `scanf` is called, whose body is not in this file
// left 67:3: `m` may be what a pointer points to here, since its address is taken (another variable that holds its value in front of the loop would let that become a function)
// 7:23: { extern void scaled_1(const void *, float, const void *, signed int); scaled_1(w, bias, x, n); }
// 14:3: { extern void both_1(const void *, const void *); both_1(w, kept); }
// 16:3: { extern float both_2(const void *, float); s = both_2(kept, s); }
// 22:3: { extern void count_1(const void *, signed int, signed int, signed int *, signed int *); count_1(x, total, calls, &total, &calls); }
// 27:20: { extern void pointer_1(const void *); pointer_1(rows); }
// 46:1: extern void sum_at(int *x, int *y);
// 56:3: { extern void declared_elsewhere_1(const void *); declared_elsewhere_1(x); }
// 65:3: { extern void read_in_1(const void *, signed int); read_in_1(x, n); }
