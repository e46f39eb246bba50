// A region that is marked becomes a function of what it uses; a function of which all is marked stays whole.
int printf(const char *, ...);
void whole(int n, double a[n]) {
  int i;
#pragma scop
  for (i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}
int main(void) {
  double a[10], s = 0;
  int n = 10;
  printf("begin\n");
#pragma scop
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
#pragma endscop
  printf("%f\n", s);
  return 0;
}
double other(double x) { return x; }
// expected:
// #map = affine_map<()[s0] -> (s0)>
// module {
//   func.func @whole(%n: i32, %a: memref<?xf64> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0 : index
//     %n_0 = memref.dim %a, %0 : memref<?xf64>
//     %1 = arith.constant 0.000000e+00 : f64
//     affine.for %i = 0 to %n_0 {
//       affine.store %1, %a[%i] : memref<?xf64>
//     }
//     return
//   }
//   func.func @main_1(%a: memref<10xf64> {llvm.noalias}, %s: f64, %n: i32) -> f64 attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = affine.for %i = 0 to %n_0 iter_args(%s_0 = %s) -> (f64) {
//       %1 = affine.load %a[%i] : memref<10xf64>
//       %2 = arith.addf %s_0, %1 : f64
//       affine.yield %2 : f64
//     }
//     affine.store %0, %a[0] : memref<10xf64>
//     return %0 : f64
//   }
// }
// 3:1: extern void whole(int n, double a[n]);
// 15:3: { extern double main_1(const void *, double, signed int); s = main_1(a, s, n); }
