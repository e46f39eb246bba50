static const int STEP[3] = {0, 1, 4};

/* The elements of `d` are variables, and the table says which elements of x are read. */
void second_difference(int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        double d[3];
        for (int k = 0; k < 3; k++) d[k] = x[i + STEP[k]];
        y[i] = d[0] - 2 * d[1] + d[2];
    }
}

/* Which element it is depends on data: an array stays one. */
void histogram(int n, const unsigned char *x, int *h)
{
    int own[4] = {0};
    for (int i = 0; i < n; i++) own[x[i] & 3]++;
    for (int k = 0; k < 4; k++) h[k] = own[k];
}

/* What is not executed has no element. */
void chain(int n, double *x)
{
    double k[2];
    for (int i = 0; i < n; i++) {
        for (int s = 0; s < 2; s++) k[s] = x[i] + (s ? k[s - 1] : 1.0);
        x[i] = k[1];
    }
}

/* The bounds of the inner loop are chosen by the tap, so the taps are written out. */
void taps(int n, const double *x, const double *dy, double *dw)
{
    for (int k = 0; k < 3; k++) {
        const int begin = k < 1 ? 1 : 0, end = k > 1 ? n - 1 : n;
        for (int i = begin; i < end; i++) dw[k] += dy[i] * x[i + k - 1];
    }
}
// expected:
// #map = affine_map<()[s0] -> (s0 + 4)>
// #map1 = affine_map<()[s0] -> (s0)>
// #map2 = affine_map<()[s0] -> (4)>
// #map3 = affine_map<()[s0] -> (3)>
// #map4 = affine_map<()[s0] -> (s0 - 1)>
// module {
//   func.func @second_difference(%n: i32, %x: memref<?xf64> {c.extents = #map}, %y: memref<?xf64> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 2.000000e+00 : f64
//     affine.for %i = 0 to %n_0 {
//       %1 = affine.load %x[%i] : memref<?xf64>
//       %2 = affine.load %x[%i + 1] : memref<?xf64>
//       %3 = affine.load %x[%i + 4] : memref<?xf64>
//       %4 = arith.mulf %0, %2 : f64
//       %5 = arith.subf %1, %4 : f64
//       %6 = arith.addf %5, %3 : f64
//       affine.store %6, %y[%i] : memref<?xf64>
//     }
//     return
//   }
//   func.func @histogram(%n: i32, %x: memref<?xi8> {c.extents = #map1}, %h: memref<?xi32> {c.extents = #map2}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %n_0 = arith.index_cast %n : i32 to index
//     %1 = arith.constant 3 : i32
//     %2 = arith.constant 1 : i32
//     %own = memref.alloca() : memref<4xi32>
//     affine.store %0, %own[0] : memref<4xi32>
//     affine.store %0, %own[1] : memref<4xi32>
//     affine.store %0, %own[2] : memref<4xi32>
//     affine.store %0, %own[3] : memref<4xi32>
//     affine.for %i = 0 to %n_0 {
//       %3 = affine.load %x[%i] : memref<?xi8>
//       %4 = arith.extui %3 : i8 to i32
//       %5 = arith.andi %4, %1 : i32
//       %6 = arith.index_cast %5 : i32 to index
//       %7 = memref.load %own[%6] : memref<4xi32>
//       %8 = arith.addi %7, %2 : i32
//       %9 = arith.index_cast %5 : i32 to index
//       memref.store %8, %own[%9] : memref<4xi32>
//     }
//     affine.for %k = 0 to 4 {
//       %3 = affine.load %own[%k] : memref<4xi32>
//       affine.store %3, %h[%k] : memref<?xi32>
//     }
//     return
//   }
//   func.func @chain(%n: i32, %x: memref<?xf64> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 1.000000e+00 : f64
//     affine.for %i = 0 to %n_0 {
//       %1 = affine.load %x[%i] : memref<?xf64>
//       %2 = arith.addf %1, %0 : f64
//       %3 = arith.addf %1, %2 : f64
//       affine.store %3, %x[%i] : memref<?xf64>
//     }
//     return
//   }
//   func.func @taps(%n: i32, %x: memref<?xf64> {c.extents = #map1}, %dy: memref<?xf64> {c.extents = #map1}, %dw: memref<?xf64> {c.extents = #map3}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 1 to %n_0 {
//       %0 = affine.load %dw[0] : memref<?xf64>
//       %1 = affine.load %dy[%i] : memref<?xf64>
//       %2 = affine.load %x[%i - 1] : memref<?xf64>
//       %3 = arith.mulf %1, %2 : f64
//       %4 = arith.addf %0, %3 : f64
//       affine.store %4, %dw[0] : memref<?xf64>
//     }
//     affine.for %i = 0 to %n_0 {
//       %0 = affine.load %dw[1] : memref<?xf64>
//       %1 = affine.load %dy[%i] : memref<?xf64>
//       %2 = affine.load %x[%i] : memref<?xf64>
//       %3 = arith.mulf %1, %2 : f64
//       %4 = arith.addf %0, %3 : f64
//       affine.store %4, %dw[1] : memref<?xf64>
//     }
//     affine.for %i = 0 to #map4()[%n_0] {
//       %0 = affine.load %dw[2] : memref<?xf64>
//       %1 = affine.load %dy[%i] : memref<?xf64>
//       %2 = affine.load %x[%i + 1] : memref<?xf64>
//       %3 = arith.mulf %1, %2 : f64
//       %4 = arith.addf %0, %3 : f64
//       affine.store %4, %dw[2] : memref<?xf64>
//     }
//     return
//   }
// }
// 4:1: extern void second_difference(int n, const double *x, double *y);
// 14:1: extern void histogram(int n, const unsigned char *x, int *h);
// 22:1: extern void chain(int n, double *x);
// 32:1: extern void taps(int n, const double *x, const double *dy, double *dw);
