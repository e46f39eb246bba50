/* A function of structs calls another with a variable of its own. */
struct list { int n; float *x; float few[4]; };
static void add(struct list *l, int at) { float now = l->x[at]; l->x[at] = now + 1.0f; l->few[0] += now; }
static void twice(struct list *l, int at) { add(l, at); add(l, at + 1); }
void all(struct list *ls, int k) { for (int i = 0; i < 10; i++) twice(&ls[k], i); }
/* The array of a struct may be where another pointer points. */
void cleared(struct list *l, const int *n, float *y) { for (int i = 0; i < *n; i++) { l->few[i] = 0.0f; y[i] += l->x[i]; } }
// expected:
// #map = affine_map<() -> (1)>
// #map1 = affine_map<() -> (72057594037927936)>
// #map2 = affine_map<()[s0] -> (s0)>
// module {
//   func.func @cleared_1(%n: memref<?xi32> {c.extents = #map}, %y: memref<?xf32> {c.extents = #map1}, %l_few: memref<4xf32>, %l_x: memref<?xf32> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0.000000e+00 : f32
//     %1 = affine.load %n[0] : memref<?xi32>
//     %2 = arith.index_cast %1 : i32 to index
//     %3 = affine.apply #map2()[%2]
//     %l_x_0 = memref.reinterpret_cast %l_x to offset: [0], sizes: [%3], strides: [1] : memref<?xf32> to memref<?xf32>
//     %4 = arith.index_cast %1 : i32 to index
//     %5 = affine.apply #map2()[%4]
//     %y_0 = memref.reinterpret_cast %y to offset: [0], sizes: [%5], strides: [1] : memref<?xf32> to memref<?xf32>
//     %6 = arith.index_cast %1 : i32 to index
//     affine.for %i = 0 to %6 {
//       affine.store %0, %l_few[%i] : memref<4xf32>
//       %7 = affine.load %y_0[%i] : memref<?xf32>
//       %8 = affine.load %l_x_0[%i] : memref<?xf32>
//       %9 = arith.addf %7, %8 : f32
//       affine.store %9, %y_0[%i] : memref<?xf32>
//     }
//     return
//   }
// }
// left 3:55: a member of type `float *`, in a struct in memory of which the members of type `float` are understood
// left 7:6: all that `cleared` does is the function `cleared_1`, which is handed what it reads of structs, tables of rows and `static` variables (`--rest` writes the call of it)
// 7:54: { extern void cleared_1(const void *, const void *, const void *, const void *); for (int i = 0; i < *n; i++)  { cleared_1(n, y, l->few, l->x); goto cleared_1_done; } cleared_1_done:; }
