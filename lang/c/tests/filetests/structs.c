// Structs whose members are of one type are rows of memory; structs of scalars are values.
typedef struct { double x, y; } point;
typedef struct { point at, by; double mass; } body;
typedef struct { float m[2][2]; } matrix;
static point sum(point a, point b) { return (point){a.x + b.x, a.y + b.y}; }
void move(int n, body *b) {
  for (body *p = b; p < b + n; p++) {
    point next = sum(p->at, p->by);
    p->at = next;
  }
}
void apply(int n, const matrix *a, matrix out[n]) {
  for (int t = 0; t < n; t++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        out[t].m[i][j] = a->m[j][i];
}
double largest(int n, const point *p) { // A struct that a loop and a condition hand on.
  point best = p[0];
  for (int i = 1; i < n; i++)
    if (p[i].x > best.x)
      best = p[i];
  return best.y;
}
typedef struct { double a; float b; } mixed;
void refused(int n, mixed *m) { for (int i = 0; i < n; i++) m[i].a = m[i].b; }
typedef struct { double x __attribute__((aligned(16))); } padded;
void gaps(int n, padded *m) { for (int i = 0; i < n; i++) m[i].x = 0; }
void inner(int n, body *b) { for (int i = 0; i < n; i++) { point *p = &b[i].by; p->x = 0; } }
double in_grid(point grid[3][4]) { point *row = grid[1]; return grid[2][3].x + row[2].x; }
typedef struct { double x, y, z; } triple;
double other(point grid[3][4]) { triple *row = grid[1]; return row[1].z; }
// expected:
// #map = affine_map<()[s0] -> (s0)>
// #map1 = affine_map<()[s0] -> (1)>
// #set = affine_set<(d0, d1) : (d0 - 1 >= 0)>
// module {
//   func.func @move(%n: i32, %b: memref<?x5xf64> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %p = 0 to %n_0 {
//       %0 = affine.load %b[%p, 0] : memref<?x5xf64>
//       %1 = affine.load %b[%p, 2] : memref<?x5xf64>
//       %2 = arith.addf %0, %1 : f64
//       %3 = affine.load %b[%p, 1] : memref<?x5xf64>
//       %4 = affine.load %b[%p, 3] : memref<?x5xf64>
//       %5 = arith.addf %3, %4 : f64
//       affine.store %2, %b[%p, 0] : memref<?x5xf64>
//       affine.store %5, %b[%p, 1] : memref<?x5xf64>
//     }
//     return
//   }
//   func.func @apply(%n: i32, %a: memref<?x4xf32> {c.extents = #map1}, %out: memref<?x4xf32> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : index
//     %n_0 = memref.dim %out, %0 : memref<?x4xf32>
//     affine.for %t = 0 to %n_0 {
//       affine.for %i = 0 to 2 {
//         affine.for %j = 0 to 2 {
//           %1 = affine.load %a[0, %j * 2 + %i] : memref<?x4xf32>
//           affine.store %1, %out[%t, %i * 2 + %j] : memref<?x4xf32>
//         }
//       }
//     }
//     return
//   }
//   func.func @largest(%n: i32, %p: memref<?x2xf64> {c.extents = #map}) -> f64 attributes {c.strict_aliasing, c.where = #set} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = affine.load %p[0, 0] : memref<?x2xf64>
//     %1 = affine.load %p[0, 1] : memref<?x2xf64>
//     %2:2 = affine.for %i = 1 to %n_0 iter_args(%best = %0, %best_0 = %1) -> (f64, f64) {
//       %3 = affine.load %p[%i, 0] : memref<?x2xf64>
//       %4 = arith.cmpf ogt, %3, %best : f64
//       %5:2 = scf.if %4 -> (f64, f64) {
//         %6 = affine.load %p[%i, 1] : memref<?x2xf64>
//         scf.yield %3, %6 : f64, f64
//       } else {
//         scf.yield %best, %best_0 : f64, f64
//       }
//       affine.yield %5#0, %5#1 : f64, f64
//     }
//     return %2#1 : f64
//   }
//   func.func @in_grid(%grid: memref<3x4x2xf64>) -> f64 attributes {c.strict_aliasing} {
//     %0 = affine.load %grid[2, 3, 0] : memref<3x4x2xf64>
//     %1 = affine.load %grid[1, 2, 0] : memref<3x4x2xf64>
//     %2 = arith.addf %0, %1 : f64
//     return %2 : f64
//   }
// }
// left 26:70: a member of type `float`, in a struct in memory of which the members of type `double` are understood
// left 28:26: `m` points to `padded`, which is not understood (a struct in memory is understood where its members are numbers, pointers, arrays and structs of these)
// left 29:71: a pointer to an array or a struct inside of a struct is not understood
// left 32:48: the memory of `point *` is seen as `triple *`
// 6:1: extern void move(int n, body *b);
// 12:1: extern void apply(int n, const matrix *a, matrix out[n]);
// 18:1: extern double largest(int n, const point *p);
// 30:1: extern double in_grid(point grid[3][4]);
