// `switch` and enumerations.
typedef enum { LINEAR, RELU, LEAKY, ELU } activation;
float activate(float x, activation a) {
  switch (a) {
    case LINEAR: return x;
    case RELU: return x * (x > 0);
    case LEAKY: case ELU: return x > 0 ? x : .1f * x;
  }
  return 0;
}
int count(int n, const int *kinds) {
  int c = 0;
  for (int i = 0; i < n; i++) {
    switch (kinds[i] & 3) {
      case 0: c += 1; break;
      default: c += 5; break;
      case 2: { c *= 2; break; }
    }
  }
  return c;
}
int falls(int a) {
  int r = 0;
  switch (a) {
    case 0: r = 1;
    case 1: r += 1; break;
  }
  return r;
}
// expected:
// #map = affine_map<()[s0] -> (s0)>
// module {
//   func.func @activate(%x: f32, %a: i32 {c.unsigned}) -> f32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 0.000000e+00 : f32
//     %a_0 = arith.index_castui %a : i32 to index
//     %1 = arith.constant 2 : index
//     %2 = arith.constant 3 : index
//     %3 = arith.constant true
//     %4 = arith.constant 1.000000e-01 : f32
//     %5 = arith.constant false
//     %6 = arith.constant 1 : index
//     %7 = arith.constant 0 : index
//     %8 = arith.cmpf ogt, %x, %0 : f32
//     %9 = arith.extui %8 : i1 to i32
//     %10 = arith.sitofp %9 : i32 to f32
//     %11 = arith.mulf %x, %10 : f32
//     %12 = arith.cmpi ne, %a_0, %1 : index
//     %13 = arith.cmpi ne, %a_0, %2 : index
//     %14 = arith.andi %12, %13 : i1
//     %15 = arith.xori %14, %3 : i1
//     %16 = arith.cmpf ogt, %x, %0 : f32
//     %17 = arith.mulf %4, %x : f32
//     %18 = arith.select %16, %x, %17 : f32
//     %19 = arith.select %15, %18, %0 : f32
//     %20 = arith.select %15, %3, %5 : i1
//     %21 = arith.cmpi eq, %a_0, %6 : index
//     %22 = arith.select %21, %11, %19 : f32
//     %23 = arith.select %21, %3, %20 : i1
//     %24 = arith.cmpi eq, %a_0, %7 : index
//     %25 = arith.select %24, %x, %22 : f32
//     %26 = arith.select %24, %3, %23 : i1
//     %27 = arith.xori %26, %3 : i1
//     %28 = arith.select %27, %0, %25 : f32
//     return %28 : f32
//   }
//   func.func @count(%n: i32, %kinds: memref<?xi32> {c.extents = #map}) -> i32 attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : i32
//     %n_0 = arith.index_cast %n : i32 to index
//     %1 = arith.constant 3 : i32
//     %2 = arith.constant 1 : i32
//     %3 = arith.constant 2 : i32
//     %4 = arith.constant 5 : i32
//     %5 = affine.for %i = 0 to %n_0 iter_args(%c = %0) -> (i32) {
//       %6 = affine.load %kinds[%i] : memref<?xi32>
//       %7 = arith.andi %6, %1 : i32
//       %8 = arith.cmpi eq, %7, %0 : i32
//       %9 = arith.addi %c, %2 : i32
//       %10 = arith.cmpi eq, %7, %3 : i32
//       %11 = arith.muli %c, %3 : i32
//       %12 = arith.addi %c, %4 : i32
//       %13 = arith.select %10, %11, %12 : i32
//       %14 = arith.select %8, %9, %13 : i32
//       affine.yield %14 : i32
//     }
//     return %5 : i32
//   }
// }
// left 24:3: a `switch` with a case that goes on with the next, or with a `break` in the midst of one is not understood
// 3:1: extern float activate(float x, activation a);
// 11:1: extern int count(int n, const int *kinds);
