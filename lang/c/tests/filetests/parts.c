// Of a function that is not understood as a whole every loop that is becomes a function.
struct record {
  float x[100];
};
void report(const char *);
extern float a[100], b[100];
float run(struct record *r, int rounds) {
  float s = 0;
  report("begin");
  for (int t = 0; t < rounds; t++) {
    for (int i = 0; i < 100; i++)
      a[i] = b[i] + t;
    for (int i = 0; i < 100; i++)
      s += a[i];
    report("round");
    for (int i = 0; i < 100; i++)
      s += r->x[i];
  }
  return s;
}
// expected:
// #map = affine_map<() -> (1)>
// module {
//   func.func @run_1(%t: i32, %b: memref<100xf32> {c.global = "b", llvm.noalias}, %a: memref<100xf32> {c.global = "a", llvm.noalias}) attributes {c.strict_aliasing} {
//     affine.for %i = 0 to 100 {
//       %0 = affine.load %b[%i] : memref<100xf32>
//       %1 = arith.sitofp %t : i32 to f32
//       %2 = arith.addf %0, %1 : f32
//       affine.store %2, %a[%i] : memref<100xf32>
//     }
//     return
//   }
//   func.func @run_2(%s: f32, %a: memref<100xf32> {c.global = "a", llvm.noalias}) -> f32 attributes {c.strict_aliasing} {
//     %0 = affine.for %i = 0 to 100 iter_args(%s_0 = %s) -> (f32) {
//       %1 = affine.load %a[%i] : memref<100xf32>
//       %2 = arith.addf %s_0, %1 : f32
//       affine.yield %2 : f32
//     }
//     return %0 : f32
//   }
//   func.func @run_3(%r: memref<?x100xf32> {c.extents = #map}, %s: f32) -> f32 attributes {c.strict_aliasing} {
//     %0 = affine.for %i = 0 to 100 iter_args(%s_0 = %s) -> (f32) {
//       %1 = affine.load %r[0, %i] : memref<?x100xf32>
//       %2 = arith.addf %s_0, %1 : f32
//       affine.yield %2 : f32
//     }
//     return %0 : f32
//   }
// }
// left 9:3: `report` is called, whose body is not in this file
// left 15:5: `report` is called, whose body is not in this file
// 11:5: { extern void run_1(signed int); run_1(t); }
// 13:5: { extern float run_2(float); s = run_2(s); }
// 16:5: { extern float run_3(const void *, float); s = run_3(r, s); }
