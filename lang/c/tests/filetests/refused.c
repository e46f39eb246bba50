// What is not understood, each with its place.
#include <stdarg.h>
void jump(int *a) {
again:
  if (*a > 0)
    goto again;
}
int choose(int a) {
  switch (a) {
  case 1:
    return 2;
  }
  return 0;
}
void outside(int *a) { extern void g(int *); g(a); }
int twice(int n) { return n ? n * twice(n - 1) : 1; }
double tables(double **rows) { return rows[0][0]; }
int bits(float *x) { return *(int *)x; }
void device(volatile int *a) { *a = 1; }
int chosen(int a, int b) { return a ? (b = 2) : b; }
int apart(int *a, int *b) { return a < b; }
struct pair {
  int a, b;
};
int member(struct pair *p) { return p->a; }
int by_value(struct pair p) { return p.a; }
long double wide(long double x) { return x; }
int words(void) { return "abc"[1]; }
static int hidden;
int reads(void) { return hidden; }
void either(int c, double *a, double *b) {
  double *p = a;
  if (c)
    p = b;
  p[0] = 0;
}
int reshaped(int a[8][8]) { int (*p)[16] = a; return p[1][0]; }
int fine(int x) { return x; }
// expected:
// #map = affine_map<()[s0] -> (1, s0)>
// #map1 = affine_map<() -> (1)>
// module {
//   func.func @choose(%a: i32) -> i32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 2 : i32
//     %1 = arith.constant 0 : i32
//     %a_0 = arith.index_cast %a : i32 to index
//     %2 = arith.constant 1 : index
//     %3 = arith.cmpi eq, %a_0, %2 : index
//     %4 = arith.select %3, %0, %1 : i32
//     return %4 : i32
//   }
//   func.func @tables_1(%rows_stride: i64, %rows: memref<?x?xf64> {c.extents = #map}) -> f64 attributes {c.strict_aliasing} {
//     %0 = affine.load %rows[0, 0] : memref<?x?xf64>
//     return %0 : f64
//   }
//   func.func @member(%p: memref<?x2xi32> {c.extents = #map1}) -> i32 attributes {c.strict_aliasing} {
//     %0 = affine.load %p[0, 0] : memref<?x2xi32>
//     return %0 : i32
//   }
//   func.func @by_value_1(%p_a: i32) -> i32 attributes {c.strict_aliasing} {
//     return %p_a : i32
//   }
//   func.func @reads_1(%hidden: i32) -> i32 attributes {c.strict_aliasing} {
//     return %hidden : i32
//   }
//   func.func @fine(%x: i32) -> i32 attributes {c.strict_aliasing} {
//     return %x : i32
//   }
// }
// left 6:5: `goto again`, which jumps back or into a block, is not understood
// left 15:46: `g` is called, whose body is not in this file
// left 16:35: `twice` calls itself
// left 17:8: all that `tables` does is the function `tables_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 18:30: the memory of `float *` is seen as `signed int *`
// left 19:27: a parameter of type `volatile int *` is not understood
// left 20:39: an assignment in a part of `?:` is not understood
// left 21:36: pointers into different arrays are compared
// left 26:5: all that `by_value` does is the function `by_value_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 27:30: a parameter of type `long double` is not understood
// left 28:26: a string is not understood
// left 30:5: all that `reads` does is the function `reads_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 33:3: `p` points into one array or another
// left 37:44: the memory of `signed int[][]` is seen as `signed int[] *`
// 8:1: extern int choose(int a);
// 17:30: { extern double tables_1(signed long, const void *); int tables_1_even = 1; long long tables_1_rows_low = 0LL; long long tables_1_rows_high = 0LL; long long tables_1_rows_columns = 1LL; long long tables_1_rows_stride = 0; const char *tables_1_rows_rows = 0; tables_1_even = tables_1_even && tables_1_rows_columns >= 16 && tables_1_rows_low <= tables_1_rows_high && ((tables_1_rows_low == 0LL)) && ((tables_1_rows_high == 0LL)) && ovolo_rows(rows, tables_1_rows_low, tables_1_rows_high, 0, 0, tables_1_rows_columns, sizeof(**rows), &tables_1_rows_stride, &tables_1_rows_rows); if (tables_1_even) { return tables_1(tables_1_rows_stride, tables_1_rows_rows); } else {
// { return rows[0][0]; };
// } }
// 25:1: extern int member(struct pair *p);
// 26:29: { extern signed int by_value_1(signed int); return by_value_1(p.a); }
// 30:17: { extern signed int reads_1(signed int); return reads_1(hidden); }
// 38:1: extern int fine(int x);
