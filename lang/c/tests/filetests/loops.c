// Loops up and down, with steps, bounds that are computed, several tests, pointers and counters beside the variable.
void up(int n, float *a) {
  for (int i = n / 2; i <= n - 1; i += 3)
    a[i] = 0;
}
void down(int n, float *a) {
  int i;
  for (i = n - 1; i >= 0; i--)
    a[i] = 1;
  for (unsigned long k = n; k-- > 0;)
    a[k] = 2;
}
void least(int n, int m, float *a) {
  for (int i = m > 0 ? m : 0; i < n && i < 2 * m; i++)
    a[i] = 0;
}
float walk(const float *p, unsigned long n) {
  float s = 0;
  const float *end = p + n;
  while (p < end)
    s += *p++;
  return s;
}
int counters(int n, const int *a) {
  int k = 3, i = 0;
  while (i < n) {
    k += 2 * a[i] + i;
    i++;
  }
  for (int j = 0, l = n; j < n; j += 2, l--)
    k ^= a[l];
  return k;
}
void by(int n, int s, float *a) {
  for (int i = 0; i < n; i += s)
    a[i] = 0;
}
void until(int *a) {
  do {
    a[0] = a[0] / 2;
  } while (a[0] > 1);
}
void once(int n, float *a, const float *b) { // Once at least.
  int i = 0;
  do {
    a[i] = b[i];
  } while (++i < n);
}
void triangle(int k, float *a) { // `k` moves by what the variable of the loop is.
  for (int j = 1; j < 9; j++) {
    a[k] = 0;
    k += j + 1;
  }
}
void ahead(int n, float *a) { // Whole groups, then the others.
  int i;
  for (i = 0; i + 3 < n; i += 4)
    a[i + 3] = a[i];
  for (; i < n; i++)
    a[i] = 0;
}
void behind(unsigned n, float *a) { // Minus one is a large number.
  for (int i = 0; (unsigned)(i - 1) < n; i++)
    a[i] = 0;
}
void far_ahead(long n, float *a) { // `n - 3` may be less than any number.
  for (long i = 0; i + 3 < n; i++)
    a[i] = 0;
}
// Blocks of rows: where they begin is no affine bound, how long they are is.
void blocks(int g, int c, int hw, float *restrict y, const float *restrict x) {
  int d = c / g;
  for (int k = 0; k < g; k++)
    for (int i = k * d; i < (k + 1) * d; i++)
      for (int j = 0; j < hw; j++)
        y[i * hw + j] = x[i * hw + j] / (d * hw);
}
#include <stddef.h>
void windows(size_t n, size_t k, float *a) { // `i + k` does not wrap in the first test, and not after.
  for (size_t i = 0; i + k <= n; i++)
    a[i] = 0;
}
void twice(int n, int k, float *a) {
  for (int i = k; n - 2 * i >= k; i++)
    a[i] = 0;
}
void approaching(int i, int j, float *a) {
  for (; i < j; i++, j -= 2)
    a[i] = a[j];
}
void roots(int n, float *a) { // Not linear.
  for (int i = 1; i * i < n; i++)
    a[i] = 0;
}
// expected:
// #map = affine_map<()[s0] -> (s0)>
// #map1 = affine_map<()[s0, s1] -> (s0)>
// #map2 = affine_map<()[s0] -> (s0, 0)>
// #map3 = affine_map<()[s0, s1] -> (s0, s1 * 2)>
// #map4 = affine_map<()[s0] -> (72057594037927936)>
// #map5 = affine_map<()[s0] -> (s0 ceildiv 2)>
// #map6 = affine_map<() -> (1)>
// #map7 = affine_map<()[s0] -> (s0, 1)>
// #map8 = affine_map<(d0) -> (d0 + 1)>
// #map9 = affine_map<()[s0] -> (s0 - 3)>
// #map10 = affine_map<()[s0] -> ((s0 - 3) ceildiv 4, 0)>
// #map11 = affine_map<()[s0] -> (s0 * 4)>
// #map12 = affine_map<()[s0, s1, s2] -> ((s1 floordiv s0) * (s2 * s0))>
// #map13 = affine_map<()[s0, s1] -> (s0 * s1)>
// #map14 = affine_map<()[s0, s1] -> (s0 - s1 + 1)>
// #map15 = affine_map<()[s0] -> (s0 + 1)>
// #map16 = affine_map<()[s0, s1] -> (72057594037927936)>
// #map17 = affine_map<()[s0, s1] -> ((s0 - s1) floordiv 2 + 1)>
// #map18 = affine_map<()[s0, s1] -> ((s0 * 2 + s1) ceildiv 3)>
// #map19 = affine_map<(d0)[s0, s1] -> ((d0 - s1) * -2 + s0)>
// #set = affine_set<(d0, d1, d2, d3, d4) : (d1 >= 0, d0 - 1 >= 0)>
// module {
//   func.func @up(%n: i32, %a: memref<?xf32> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 2 : i32
//     %1 = arith.divsi %n, %0 : i32
//     %2 = arith.index_cast %1 : i32 to index
//     %n_0 = arith.index_cast %n : i32 to index
//     %3 = arith.constant 0.000000e+00 : f32
//     affine.for %i = %2 to %n_0 step 3 {
//       affine.store %3, %a[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @down(%n: i32, %a: memref<?xf32> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 1.000000e+00 : f32
//     %1 = arith.constant 2.000000e+00 : f32
//     affine.for %i = 0 to %n_0 {
//       affine.store %0, %a[-%i + symbol(%n_0) - 1] : memref<?xf32>
//     }
//     affine.for %k = 0 to %n_0 {
//       affine.store %1, %a[-%k + symbol(%n_0) - 1] : memref<?xf32>
//     }
//     return
//   }
//   func.func @least(%n: i32, %m: i32, %a: memref<?xf32> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %m_0 = arith.index_cast %m : i32 to index
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f32
//     affine.for %i = max #map2()[%m_0] to min #map3()[%n_0, %m_0] {
//       affine.store %0, %a[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @walk(%p: memref<?xf32> {c.extents = #map}, %n: i64 {c.unsigned}) -> f32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 0.000000e+00 : f32
//     %n_0 = arith.index_castui %n : i64 to index
//     %1 = affine.for %p_0 = 0 to %n_0 iter_args(%s = %0) -> (f32) {
//       %2 = affine.load %p[%p_0] : memref<?xf32>
//       %3 = arith.addf %s, %2 : f32
//       affine.yield %3 : f32
//     }
//     return %1 : f32
//   }
//   func.func @counters(%n: i32, %a: memref<?xi32> {c.extents = #map4}) -> i32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 3 : i32
//     %n_0 = arith.index_cast %n : i32 to index
//     %1 = arith.constant 2 : i32
//     %2 = affine.for %i = 0 to %n_0 iter_args(%k = %0) -> (i32) {
//       %4 = affine.load %a[%i] : memref<?xi32>
//       %5 = arith.muli %1, %4 : i32
//       %6 = arith.index_cast %i : index to i32
//       %7 = arith.addi %5, %6 : i32
//       %8 = arith.addi %k, %7 : i32
//       affine.yield %8 : i32
//     }
//     %3 = affine.for %j = 0 to #map5()[%n_0] iter_args(%k = %2) -> (i32) {
//       %4 = affine.load %a[-%j + symbol(%n_0)] : memref<?xi32>
//       %5 = arith.xori %k, %4 : i32
//       affine.yield %5 : i32
//     }
//     return %3 : i32
//   }
//   func.func @by(%n: i32, %s: i32, %a: memref<?xf32> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : index
//     %n_0 = arith.index_cast %n : i32 to index
//     %s_0 = arith.index_cast %s : i32 to index
//     %1 = arith.constant 1 : index
//     %2 = arith.maxsi %s_0, %1 : index
//     %3 = arith.constant 0.000000e+00 : f32
//     scf.for %i = %0 to %n_0 step %2 {
//       memref.store %3, %a[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @until(%a: memref<?xi32> {c.extents = #map6}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 2 : i32
//     %1 = arith.constant 1 : i32
//     scf.while : () -> () {
//       %2 = affine.load %a[0] : memref<?xi32>
//       %3 = arith.divsi %2, %0 : i32
//       affine.store %3, %a[0] : memref<?xi32>
//       %4 = affine.load %a[0] : memref<?xi32>
//       %5 = arith.cmpi sgt, %4, %1 : i32
//       scf.condition(%5)
//     } do {
//       scf.yield
//     }
//     return
//   }
//   func.func @once(%n: i32, %a: memref<?xf32> {c.extents = #map4}, %b: memref<?xf32> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = affine.max #map7()[%n_0]
//     affine.for %i = 0 to %0 {
//       %1 = affine.load %b[%i] : memref<?xf32>
//       affine.store %1, %a[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @triangle(%k: i32, %a: memref<?xf32> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0.000000e+00 : f32
//     %1 = affine.for %j = 1 to 9 iter_args(%k_0 = %k) -> (i32) {
//       %2 = arith.index_cast %k_0 : i32 to index
//       memref.store %0, %a[%2] : memref<?xf32>
//       %3 = affine.apply #map8(%j)
//       %4 = arith.index_cast %3 : index to i32
//       %5 = arith.addi %k_0, %4 overflow<nsw> : i32
//       affine.yield %5 : i32
//     }
//     return
//   }
//   func.func @ahead(%n: i32, %a: memref<?xf32> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f32
//     affine.for %i = 0 to #map9()[%n_0] step 4 {
//       %2 = affine.load %a[%i] : memref<?xf32>
//       affine.store %2, %a[%i + 3] : memref<?xf32>
//     }
//     %1 = affine.max #map10()[%n_0]
//     affine.for %i = #map11()[%1] to %n_0 {
//       affine.store %0, %a[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @behind(%n: i32 {c.unsigned}, %a: memref<?xf32> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %1 = arith.constant 1 : i32
//     %2 = arith.constant 0.000000e+00 : f32
//     %3 = scf.while (%i = %0) : (i32) -> i32 {
//       %4 = arith.subi %i, %1 : i32
//       %5 = arith.cmpi ult, %4, %n : i32
//       scf.condition(%5) %i : i32
//     } do {
//     ^bb0(%i: i32):
//       %4 = arith.index_cast %i : i32 to index
//       memref.store %2, %a[%4] : memref<?xf32>
//       %5 = arith.addi %i, %1 overflow<nsw> : i32
//       scf.yield %5 : i32
//     }
//     return
//   }
//   func.func @far_ahead(%n: i64, %a: memref<?xf32> {c.extents = #map9}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i64 to index
//     %0 = arith.constant 0.000000e+00 : f32
//     affine.for %i = 3 to %n_0 {
//       affine.store %0, %a[%i - 3] : memref<?xf32>
//     }
//     return
//   }
//   func.func @blocks(%g: i32, %c: i32, %hw: i32, %y: memref<?xf32> {c.extents = #map12, llvm.noalias}, %x: memref<?xf32> {c.extents = #map12, llvm.noalias}) attributes {c.strict_aliasing, c.where = #set} {
//     %g_0 = arith.index_cast %g : i32 to index
//     %hw_0 = arith.index_cast %hw : i32 to index
//     %0 = arith.divsi %c, %g : i32
//     %1 = arith.index_cast %0 : i32 to index
//     %2 = affine.apply #map13()[%1, %hw_0]
//     affine.for %k = 0 to %g_0 {
//       affine.for %i = 0 to %1 {
//         affine.for %j = 0 to %hw_0 {
//           %3 = affine.load %x[(%k * symbol(%1) + %i) * symbol(%hw_0) + %j] : memref<?xf32>
//           %4 = arith.index_cast %2 : index to i32
//           %5 = arith.sitofp %4 : i32 to f32
//           %6 = arith.divf %3, %5 : f32
//           affine.store %6, %y[(%k * symbol(%1) + %i) * symbol(%hw_0) + %j] : memref<?xf32>
//         }
//       }
//     }
//     return
//   }
//   func.func @windows(%n: i64 {c.unsigned}, %k: i64 {c.unsigned}, %a: memref<?xf32> {c.extents = #map14}) attributes {c.strict_aliasing} {
//     %k_0 = arith.index_castui %k : i64 to index
//     %n_0 = arith.index_castui %n : i64 to index
//     %0 = arith.constant 0.000000e+00 : f32
//     affine.for %i = %k_0 to #map15()[%n_0] {
//       affine.store %0, %a[%i - symbol(%k_0)] : memref<?xf32>
//     }
//     return
//   }
//   func.func @twice(%n: i32, %k: i32, %a: memref<?xf32> {c.extents = #map16}) attributes {c.strict_aliasing} {
//     %k_0 = arith.index_cast %k : i32 to index
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f32
//     affine.for %i = %k_0 to #map17()[%n_0, %k_0] {
//       affine.store %0, %a[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @approaching(%i: i32, %j: i32, %a: memref<?xf32> {c.extents = #map16}) attributes {c.strict_aliasing} {
//     %i_0 = arith.index_cast %i : i32 to index
//     %j_0 = arith.index_cast %j : i32 to index
//     affine.for %i_1 = %i_0 to #map18()[%i_0, %j_0] {
//       %0 = "affine.load"(%a, %i_1, %j_0, %i_0) {map = #map19} : (memref<?xf32>, index, index, index) -> f32
//       affine.store %0, %a[%i_1] : memref<?xf32>
//     }
//     return
//   }
//   func.func @roots(%n: i32, %a: memref<?xf32> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 1 : i32
//     %1 = arith.constant 0.000000e+00 : f32
//     %2 = scf.while (%i = %0) : (i32) -> i32 {
//       %3 = arith.muli %i, %i : i32
//       %4 = arith.cmpi slt, %3, %n : i32
//       scf.condition(%4) %i : i32
//     } do {
//     ^bb0(%i: i32):
//       %3 = arith.index_cast %i : i32 to index
//       memref.store %1, %a[%3] : memref<?xf32>
//       %4 = arith.addi %i, %0 overflow<nsw> : i32
//       scf.yield %4 : i32
//     }
//     return
//   }
// }
// 2:1: extern void up(int n, float *a);
// 6:1: extern void down(int n, float *a);
// 13:1: extern void least(int n, int m, float *a);
// 17:1: extern float walk(const float *p, unsigned long n);
// 24:1: extern int counters(int n, const int *a);
// 34:1: extern void by(int n, int s, float *a);
// 38:1: extern void until(int *a);
// 43:1: extern void once(int n, float *a, const float *b);
// 49:1: extern void triangle(int k, float *a);
// 55:1: extern void ahead(int n, float *a);
// 62:1: extern void behind(unsigned n, float *a);
// 66:1: extern void far_ahead(long n, float *a);
// 71:1: extern void blocks(int g, int c, int hw, float *restrict y, const float *restrict x);
// 79:1: extern void windows(size_t n, size_t k, float *a);
// 83:1: extern void twice(int n, int k, float *a);
// 87:1: extern void approaching(int i, int j, float *a);
// 91:1: extern void roots(int n, float *a);
