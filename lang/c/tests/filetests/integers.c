// Signed integers are affine, unsigned ones where their ranges show it; conversions.
int quotients(int n, int *a) {
  for (int i = 0; i < n; i++) {
    a[i / 2] += a[i % 4] + (i - n) / 2;
    a[(i << 1) + (i & 7)] = -i;
  }
  return n % 3;
}
unsigned wrapping(unsigned n, unsigned char *a) {
  unsigned s = n - 1;
  for (unsigned i = 1; i < n; i++) {
    a[i - 1] += s;
    s = s * 5 + a[i];
  }
  return s >> 2;
}
double converted(int i, unsigned u, float f, signed char c) {
  long l = i + c;
  l += u;
  return l * f + (int)(f * 2.5) + (i < u) + !f;
}
// expected:
// #map = affine_map<()[s0] -> (72057594037927936)>
// #map1 = affine_map<(d0)[s0] -> (d0 - s0)>
// #map2 = affine_map<(d0) -> (-d0)>
// #map3 = affine_map<()[s0] -> (s0)>
// #map4 = affine_map<()[s0] -> (s0 - 1)>
// #map5 = affine_map<()[s0] -> (s0 floordiv 4)>
// #map6 = affine_map<()[s0, s1, s2] -> (s0 + s1 + s2)>
// module {
//   func.func @quotients(%n: i32, %a: memref<?xi32> {c.extents = #map}) -> i32 attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 2 : i32
//     %1 = arith.constant 3 : i32
//     %2 = arith.remsi %n, %1 : i32
//     affine.for %i = 0 to %n_0 {
//       %3 = affine.load %a[%i floordiv 2] : memref<?xi32>
//       %4 = affine.load %a[%i mod 4] : memref<?xi32>
//       %5 = affine.apply #map1(%i)[%n_0]
//       %6 = arith.index_cast %5 : index to i32
//       %7 = arith.divsi %6, %0 : i32
//       %8 = arith.addi %4, %7 : i32
//       %9 = arith.addi %3, %8 : i32
//       affine.store %9, %a[%i floordiv 2] : memref<?xi32>
//       %10 = affine.apply #map2(%i)
//       %11 = arith.index_cast %10 : index to i32
//       affine.store %11, %a[%i * 2 + %i mod 8] : memref<?xi32>
//     }
//     return %2 : i32
//   }
//   func.func @wrapping(%n: i32 {c.unsigned}, %a: memref<?xi8> {c.extents = #map3}) -> i32 attributes {c.strict_aliasing} {
//     %n_0 = arith.index_castui %n : i32 to index
//     %0 = affine.apply #map4()[%n_0]
//     %1 = arith.index_cast %0 : index to i32
//     %2 = arith.constant 5 : i32
//     %3 = affine.for %i = 1 to %n_0 iter_args(%s = %1) -> (i32) {
//       %7 = affine.load %a[%i - 1] : memref<?xi8>
//       %8 = arith.extui %7 : i8 to i32
//       %9 = arith.addi %8, %s : i32
//       %10 = arith.trunci %9 : i32 to i8
//       affine.store %10, %a[%i - 1] : memref<?xi8>
//       %11 = arith.muli %s, %2 : i32
//       %12 = affine.load %a[%i] : memref<?xi8>
//       %13 = arith.extui %12 : i8 to i32
//       %14 = arith.addi %11, %13 : i32
//       affine.yield %14 : i32
//     }
//     %4 = arith.index_castui %3 : i32 to index
//     %5 = affine.apply #map5()[%4]
//     %6 = arith.index_cast %5 : index to i32
//     return %6 : i32
//   }
//   func.func @converted(%i: i32, %u: i32 {c.unsigned}, %f: f32, %c: i8) -> f64 attributes {c.strict_aliasing} {
//     %0 = arith.extsi %c : i8 to i32
//     %i_0 = arith.index_cast %i : i32 to index
//     %1 = arith.index_cast %0 : i32 to index
//     %u_0 = arith.index_castui %u : i32 to index
//     %2 = affine.apply #map6()[%i_0, %1, %u_0]
//     %3 = arith.index_cast %2 : index to i64
//     %4 = arith.constant 2.500000e+00 : f64
//     %5 = arith.constant 0.000000e+00 : f32
//     %6 = arith.constant true
//     %7 = arith.sitofp %3 : i64 to f32
//     %8 = arith.mulf %7, %f : f32
//     %9 = arith.extf %f : f32 to f64
//     %10 = arith.mulf %9, %4 : f64
//     %11 = arith.fptosi %10 : f64 to i32
//     %12 = arith.sitofp %11 : i32 to f32
//     %13 = arith.addf %8, %12 : f32
//     %14 = arith.cmpi ult, %i, %u : i32
//     %15 = arith.extui %14 : i1 to i32
//     %16 = arith.sitofp %15 : i32 to f32
//     %17 = arith.addf %13, %16 : f32
//     %18 = arith.cmpf une, %f, %5 : f32
//     %19 = arith.xori %18, %6 : i1
//     %20 = arith.extui %19 : i1 to i32
//     %21 = arith.sitofp %20 : i32 to f32
//     %22 = arith.addf %17, %21 : f32
//     %23 = arith.extf %22 : f32 to f64
//     return %23 : f64
//   }
// }
// 2:1: extern int quotients(int n, int *a);
// 9:1: extern unsigned wrapping(unsigned n, unsigned char *a);
// 17:1: extern double converted(int i, unsigned u, float f, signed char c);
