typedef struct { int rows, columns; } Shape;
int count;

/* What is read last is read only where the loop around has an iteration. */
void behind_pointers(const int *n, const int *m, double *a)
{
    for (int i = 0; i < *n; i++)
        for (int j = 0; j < *m; j++) a[i * *m + j] = 0.0;
}

/* The struct is read before the loop inside. */
void in_struct(const Shape *p, float *a)
{
    for (int i = 0; i < p->rows; i++)
        for (int j = 0; j < p->columns; j++) a[i * p->columns + j] = 1.0f;
}

/* An element may be the size, a byte may be a part of it, and a function may assign it. */
void stored(int *n, int *a) { for (int i = 0; i < *n; i++) a[i] = 0; }
void bytes(const Shape *p, char *a) { for (int i = 0; i < p->rows; i++) a[i] = 0; }
static void next(void) { count++; }
void called(double *a) { for (int i = 0; i < count; i++) { a[i] = 0.0; next(); } }

/* A loop inside has its own. */
void ragged(int n, const int *length, float *a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < length[i]; j++) a[i * 100 + j] = 0.0f;
}

/* Nothing else reaches what a parameter that is restrict points to, if it is modified. */
void apart(int n, const int *restrict length, int *restrict a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < length[i]; j++) a[j] += i;
}

/* Neither is restrict, a pointer in memory is no parameter, and one that is assigned points elsewhere. */
void together(int n, const int *length, int *a)
{
    for (int j = 0; j < length[0]; j++) a[j] += n;
}
void rows(int n, const int *length, int **restrict a)
{
    for (int j = 0; j < length[0]; j++) a[0][j] += n;
}
void assigned(int n, const int *restrict length, int *restrict a)
{
    a = (int *)length;
    for (int j = 0; j < length[0]; j++) a[j] += n;
}
/* In the call inside `a` is what `length` is here. */
static void turned(int n, int *restrict length, int *restrict a)
{
    for (int j = 0; j < length[0]; j++) {
        a[j] += n;
        if (n) turned(n - 1, a, length);
    }
}
void turning(int n, int *restrict length, int *restrict a) { turned(n, length, a); }
// expected:
// #map = affine_map<() -> (1)>
// #map1 = affine_map<() -> (72057594037927936)>
// #map2 = affine_map<()[s0, s1] -> (s1 * s0)>
// #map3 = affine_map<()[s0] -> (s0)>
// #map4 = affine_map<()[s0] -> (72057594037927936)>
// #map5 = affine_map<(d0) -> (d0 * 100)>
// #map6 = affine_map<()[s0] -> (1)>
// #set = affine_set<()[s0] : (s0 - 1 >= 0)>
// module {
//   func.func @behind_pointers(%n: memref<?xi32> {c.extents = #map}, %m: memref<?xi32> {c.extents = #map}, %a: memref<?xf64> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %1 = arith.constant 0.000000e+00 : f64
//     %2 = affine.load %n[0] : memref<?xi32>
//     %3 = arith.index_cast %2 : i32 to index
//     %4 = affine.if #set()[%3] -> i32 {
//       %9 = affine.load %m[0] : memref<?xi32>
//       affine.yield %9 : i32
//     } else {
//       affine.yield %0 : i32
//     }
//     %5 = arith.index_cast %2 : i32 to index
//     %6 = arith.index_cast %4 : i32 to index
//     %7 = affine.apply #map2()[%5, %6]
//     %a_0 = memref.reinterpret_cast %a to offset: [0], sizes: [%7], strides: [1] : memref<?xf64> to memref<?xf64>
//     %8 = arith.index_cast %4 : i32 to index
//     affine.for %i = 0 to %3 {
//       affine.for %j = 0 to %8 {
//         affine.store %1, %a_0[%i * symbol(%8) + %j] : memref<?xf64>
//       }
//     }
//     return
//   }
//   func.func @in_struct(%p: memref<?x2xi32> {c.extents = #map}, %a: memref<?xf32> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 1.000000e+00 : f32
//     %1 = affine.load %p[0, 1] : memref<?x2xi32>
//     %2 = arith.index_cast %1 : i32 to index
//     %3 = affine.load %p[0, 0] : memref<?x2xi32>
//     %4 = arith.index_cast %1 : i32 to index
//     %5 = arith.index_cast %3 : i32 to index
//     %6 = affine.apply #map2()[%4, %5]
//     %a_0 = memref.reinterpret_cast %a to offset: [0], sizes: [%6], strides: [1] : memref<?xf32> to memref<?xf32>
//     %7 = arith.index_cast %3 : i32 to index
//     affine.for %i = 0 to %7 {
//       affine.for %j = 0 to %2 {
//         affine.store %0, %a_0[%i * symbol(%2) + %j] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @stored(%n: memref<?xi32> {c.extents = #map}, %a: memref<?xi32> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %1 = arith.constant 1 : i32
//     %2 = scf.while (%i = %0) : (i32) -> i32 {
//       %3 = affine.load %n[0] : memref<?xi32>
//       %4 = arith.cmpi slt, %i, %3 : i32
//       scf.condition(%4) %i : i32
//     } do {
//     ^bb0(%i: i32):
//       %3 = arith.index_cast %i : i32 to index
//       memref.store %0, %a[%3] : memref<?xi32>
//       %4 = arith.addi %i, %1 overflow<nsw> : i32
//       scf.yield %4 : i32
//     }
//     return
//   }
//   func.func @bytes(%p: memref<?x2xi32> {c.extents = #map}, %a: memref<?xi8> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %1 = arith.constant 0 : i8
//     %2 = arith.constant 1 : i32
//     %3 = scf.while (%i = %0) : (i32) -> i32 {
//       %4 = affine.load %p[0, 0] : memref<?x2xi32>
//       %5 = arith.cmpi slt, %i, %4 : i32
//       scf.condition(%5) %i : i32
//     } do {
//     ^bb0(%i: i32):
//       %4 = arith.index_cast %i : i32 to index
//       memref.store %1, %a[%4] : memref<?xi8>
//       %5 = arith.addi %i, %2 overflow<nsw> : i32
//       scf.yield %5 : i32
//     }
//     return
//   }
//   func.func @called(%a: memref<?xf64> {c.extents = #map1}, %count: memref<1xi32> {c.global = "count"}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %1 = arith.constant 0.000000e+00 : f64
//     %2 = arith.constant 1 : i32
//     %3 = scf.while (%i = %0) : (i32) -> i32 {
//       %4 = affine.load %count[0] : memref<1xi32>
//       %5 = arith.cmpi slt, %i, %4 : i32
//       scf.condition(%5) %i : i32
//     } do {
//     ^bb0(%i: i32):
//       %4 = arith.index_cast %i : i32 to index
//       memref.store %1, %a[%4] : memref<?xf64>
//       %5 = affine.load %count[0] : memref<1xi32>
//       %6 = arith.addi %5, %2 : i32
//       affine.store %6, %count[0] : memref<1xi32>
//       %7 = arith.addi %i, %2 overflow<nsw> : i32
//       scf.yield %7 : i32
//     }
//     return
//   }
//   func.func @ragged(%n: i32, %length: memref<?xi32> {c.extents = #map3}, %a: memref<?xf32> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0 : index
//     %1 = arith.constant 1 : index
//     %2 = arith.constant 0.000000e+00 : f32
//     affine.for %i = 0 to %n_0 {
//       %3 = affine.load %length[%i] : memref<?xi32>
//       %4 = arith.index_cast %3 : i32 to index
//       scf.for %j = %0 to %4 step %1 {
//         %5 = affine.apply #map5(%i)
//         %6 = arith.addi %5, %j : index
//         memref.store %2, %a[%6] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func @apart(%n: i32, %length: memref<?xi32> {c.extents = #map3, llvm.noalias}, %a: memref<?xi32> {c.extents = #map4, llvm.noalias}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0 : index
//     %1 = arith.constant 1 : index
//     affine.for %i = 0 to %n_0 {
//       %2 = affine.load %length[%i] : memref<?xi32>
//       %3 = arith.index_cast %2 : i32 to index
//       scf.for %j = %0 to %3 step %1 {
//         %4 = memref.load %a[%j] : memref<?xi32>
//         %5 = arith.index_cast %i : index to i32
//         %6 = arith.addi %4, %5 : i32
//         memref.store %6, %a[%j] : memref<?xi32>
//       }
//     }
//     return
//   }
//   func.func @together(%n: i32, %length: memref<?xi32> {c.extents = #map6}, %a: memref<?xi32> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %1 = arith.constant 1 : i32
//     %2 = scf.while (%j = %0) : (i32) -> i32 {
//       %3 = affine.load %length[0] : memref<?xi32>
//       %4 = arith.cmpi slt, %j, %3 : i32
//       scf.condition(%4) %j : i32
//     } do {
//     ^bb0(%j: i32):
//       %3 = arith.index_cast %j : i32 to index
//       %4 = memref.load %a[%3] : memref<?xi32>
//       %5 = arith.addi %4, %n : i32
//       %6 = arith.index_cast %j : i32 to index
//       memref.store %5, %a[%6] : memref<?xi32>
//       %7 = arith.addi %j, %1 overflow<nsw> : i32
//       scf.yield %7 : i32
//     }
//     return
//   }
//   func.func @rows_1(%n: i32, %length: memref<?xi32> {c.extents = #map6}, %a_0_: memref<?xi32> {c.extents = #map4}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %1 = arith.constant 1 : i32
//     %2 = scf.while (%j = %0) : (i32) -> i32 {
//       %3 = affine.load %length[0] : memref<?xi32>
//       %4 = arith.cmpi slt, %j, %3 : i32
//       scf.condition(%4) %j : i32
//     } do {
//     ^bb0(%j: i32):
//       %3 = arith.index_cast %j : i32 to index
//       %4 = memref.load %a_0_[%3] : memref<?xi32>
//       %5 = arith.addi %4, %n : i32
//       %6 = arith.index_cast %j : i32 to index
//       memref.store %5, %a_0_[%6] : memref<?xi32>
//       %7 = arith.addi %j, %1 overflow<nsw> : i32
//       scf.yield %7 : i32
//     }
//     return
//   }
//   func.func @assigned(%n: i32, %length: memref<?xi32> {c.extents = #map4, llvm.noalias}, %a: memref<?xi32> {c.extents = #map4, llvm.noalias}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %1 = arith.constant 1 : i32
//     %2 = scf.while (%j = %0) : (i32) -> i32 {
//       %3 = affine.load %length[0] : memref<?xi32>
//       %4 = arith.cmpi slt, %j, %3 : i32
//       scf.condition(%4) %j : i32
//     } do {
//     ^bb0(%j: i32):
//       %3 = arith.index_cast %j : i32 to index
//       %4 = memref.load %length[%3] : memref<?xi32>
//       %5 = arith.addi %4, %n : i32
//       %6 = arith.index_cast %j : i32 to index
//       memref.store %5, %length[%6] : memref<?xi32>
//       %7 = arith.addi %j, %1 overflow<nsw> : i32
//       scf.yield %7 : i32
//     }
//     return
//   }
// }
// left 43:6: all that `rows` does is the function `rows_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// left 57:16: `turned` calls itself
// left 57:16: `turned` calls itself
// 5:1: extern void behind_pointers(const int *n, const int *m, double *a);
// 12:1: extern void in_struct(const Shape *p, float *a);
// 19:1: extern void stored(int *n, int *a);
// 20:1: extern void bytes(const Shape *p, char *a);
// 22:1: extern void called(double *a);
// 25:1: extern void ragged(int n, const int *length, float *a);
// 32:1: extern void apart(int n, const int *restrict length, int *restrict a);
// 39:1: extern void together(int n, const int *length, int *a);
// 44:1: { extern void rows_1(signed int, const void *, const void *); for (int j = 0; j < length[0]; j++)  { rows_1(n, length, a[0]); goto rows_1_done; } rows_1_done:; }
// 47:1: extern void assigned(int n, const int *restrict length, int *restrict a);
