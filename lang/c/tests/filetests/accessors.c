// Short functions of structs are what they compute where they are called, and pointers that a part moves are results of it.
typedef struct { int rows, columns; double *data; } matrix;
extern void told(const double *p);
static double at(const matrix *m, int i, int j) { return m->data[i * m->columns + j]; }
static void set(matrix *m, int i, int j, double x) { int k = i * m->columns + j; m->data[k] = x; }
static double bounded(const matrix *m, int i, int j) {
  if (i < 0 || i >= m->rows) return 0;
  return at(m, i, j);
}
static void swap(matrix *m, int a, int b) { double t = m->data[a]; m->data[a] = m->data[b]; m->data[b] = t; }
void shifted(const matrix *a, matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < a->columns; j++)
      set(b, i, j, bounded(a, i - 1, j));
}
void reversed(matrix *m, int n) {
  for (int i = 0; i < m->rows / 2; i++)
    swap(m, i, n - 1 - i);
}
// An argument that does more than to be computed is no part of an expression.
double moving(const matrix *m, int n) {
  double s = m->data[0];
  for (int i = 0; i < n;)
    s += at(m, 0, i++);
  return s;
}
// What the function reads may be what is stored between.
static double twice(matrix *m, int i) { double x = m->data[i]; m->data[i] = 0; return x + m->data[i]; }
double between(matrix *m) { return twice(m, 1); }
void walked(const double *from, double *to, int n) {
  while (n > 0) {
    *to++ = 2 * *from++;
    n--;
  }
  told(to);
  for (int i = 0; i < 3; i++)
    to[i] = *from;
  told(from);
}
// The pointer is one into another array behind the loop.
void elsewhere(const double *a, const double *b, int n) {
  const double *p = a;
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += *p;
    p = b + i;
  }
  told(p + (int)s);
}
// expected:
// #map = affine_map<()[s0, s1, s2] -> (s1 * s0 - s1)>
// #map1 = affine_map<()[s0, s1, s2] -> (s2 * s0 + s1 - s2)>
// #map2 = affine_map<()[s0, s1] -> (72057594037927936)>
// #map3 = affine_map<()[s0, s1] -> (-(s1 floordiv 2))>
// #map4 = affine_map<()[s0] -> (s0)>
// #map5 = affine_map<()[s0] -> (s0, 0)>
// #map6 = affine_map<() -> (1)>
// #map7 = affine_map<() -> (3)>
// #set = affine_set<(d0)[s0] : (d0 - 1 >= 0, -(d0 - 1) + s0 - 1 >= 0)>
// module {
//   func.func @shifted_1(%a_rows: i32, %a_columns: i32, %a_data: memref<?xf64> {c.extents = #map}, %b_columns: i32, %b_data: memref<?xf64> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %a_rows_0 = arith.index_cast %a_rows : i32 to index
//     %a_columns_0 = arith.index_cast %a_columns : i32 to index
//     %0 = arith.constant 0.000000e+00 : f64
//     %b_columns_0 = arith.index_cast %b_columns : i32 to index
//     affine.for %i = 0 to %a_rows_0 {
//       affine.for %j = 0 to %a_columns_0 {
//         %1 = affine.if #set(%i)[%a_rows_0] -> f64 {
//           %2 = affine.load %a_data[(%i - 1) * symbol(%a_columns_0) + %j] : memref<?xf64>
//           affine.yield %2 : f64
//         } else {
//           affine.yield %0 : f64
//         }
//         affine.store %1, %b_data[%i * symbol(%b_columns_0) + %j] : memref<?xf64>
//       }
//     }
//     return
//   }
//   func.func @reversed_1(%n: i32, %m_rows: i32, %m_data: memref<?xf64> {c.extents = #map2, c.first = #map3}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 2 : i32
//     %1 = arith.divsi %m_rows, %0 : i32
//     %2 = arith.index_cast %1 : i32 to index
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %2 {
//       %3 = affine.load %m_data[%i + symbol(%2)] : memref<?xf64>
//       %4 = affine.load %m_data[-%i + symbol(%n_0) + symbol(%2) - 1] : memref<?xf64>
//       affine.store %4, %m_data[%i + symbol(%2)] : memref<?xf64>
//       affine.store %3, %m_data[-%i + symbol(%n_0) + symbol(%2) - 1] : memref<?xf64>
//     }
//     return
//   }
//   func.func @walked_1(%from: memref<?xf64> {c.extents = #map4}, %to: memref<?xf64> {c.extents = #map4}, %n: i32) -> (i64, i64) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 2.000000e+00 : f64
//     affine.for %n_1 = 0 to %n_0 {
//       %4 = affine.load %from[%n_1] : memref<?xf64>
//       %5 = arith.mulf %0, %4 : f64
//       affine.store %5, %to[%n_1] : memref<?xf64>
//     }
//     %1 = affine.max #map5()[%n_0]
//     %2 = arith.index_cast %1 : index to i64
//     %3 = arith.index_cast %1 : index to i64
//     return %2, %3 : i64, i64
//   }
//   func.func @walked_2(%from: memref<?xf64> {c.extents = #map6}, %to: memref<?xf64> {c.extents = #map7}) attributes {c.strict_aliasing} {
//     affine.for %i = 0 to 3 {
//       %0 = affine.load %from[0] : memref<?xf64>
//       affine.store %0, %to[%i] : memref<?xf64>
//     }
//     return
//   }
// }
// left 11:6: all that `shifted` does is the function `shifted_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 16:6: all that `reversed` does is the function `reversed_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 22:14: a member of type `double *`, in a struct in memory of which the members of type `signed int` are understood
// left 4:58: a member of type `double *`, in a struct in memory of which the members of type `signed int` are understood
// left 28:52: a member of type `double *`, in a struct in memory of which the members of type `signed int` are understood
// left 35:3: `told` is called, whose body is not in this file
// left 44:3: `p` points into one array or another
// 11:42: { extern void shifted_1(signed int, signed int, const void *, signed int, const void *); for (int i = 0; i < a->rows; i++)
//     for (int j = 0; j < a->columns; j++)
//        { shifted_1(a->rows, a->columns, a->data, b->columns, b->data); goto shifted_1_done; } shifted_1_done:; }
// 16:33: { extern void reversed_1(signed int, signed int, const void *); reversed_1(n, m->rows, m->data); }
// 31:3: { extern void walked_1(const void *, const void *, signed int, signed long *, signed long *); signed long walked_1_from, walked_1_to; walked_1(from, to, n, &walked_1_from, &walked_1_to); from += walked_1_from; to += walked_1_to; }
// 36:3: { extern void walked_2(const void *, const void *); walked_2(from, to); }
