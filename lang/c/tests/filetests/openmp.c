// Loops that OpenMP shares out are loops; what is about threads stays as it is.
void run(void);
void scaled(int n, float *restrict y, const float *restrict x) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
}
float parts(int n, float *restrict y, const float *restrict x) {
  float s = 0;
  run();
#pragma omp parallel for \
    reduction(+ : s)
  // The sum.
  for (int i = 0; i < n; i++)
    s += x[i];
  run();
#pragma GCC ivdep
#  pragma  omp   simd
  for (int i = 0; i < n; i++)
    y[i] = s;
  return s;
}
void team(int n, float *y) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      y[i] = 0;
  }
}
void orphaned(int n, float *y) {
#pragma omp for
  for (int i = 0; i < n; i++)
    y[i] = 0;
}
#define SHARED _Pragma("omp parallel")
void by_operator(int n, float *y) {
  _Pragma("omp for")
  for (int i = 0; i < n; i++)
    y[i] = 0;
}
static void shared_out(int n, float *y) {
  int i;
#pragma omp for
  for (i = 0; i < n; i++)
    y[i] *= 2;
}
// What it calls shares out loops of its parallel region.
void region(int n, float *y, float *s) {
  float t = 0;
#pragma omp parallel shared(y) \
    reduction(+ : t)
  { /* } */
    shared_out(n, y);
#pragma omp barrier
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      t += y[i];
#pragma omp single
    { s[1] = 0; }
  }
  s[0] = t;
}
void orphaned_in_a_call(int n, float *y) {
  for (int k = 0; k < 3; k++)
    shared_out(n, y);
}
void only_a_part(int n, float *y) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++)
      y[i] += 1;
    run();
  }
  for (int i = 0; i < n; i++)
    y[i] += 2;
}
void plain(int n, float *y) {
#pragma omparallel
  for (int i = 0; i < n; i++)
    y[i] = 0;
}
// expected:
// #map = affine_map<()[s0] -> (s0)>
// #map1 = affine_map<()[s0] -> (2)>
// module {
//   func.func @scaled(%n: i32, %y: memref<?xf32> {c.extents = #map, llvm.noalias}, %x: memref<?xf32> {c.extents = #map, llvm.noalias}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 2.000000e+00 : f32
//     affine.for %i = 0 to %n_0 {
//       %1 = affine.load %x[%i] : memref<?xf32>
//       %2 = arith.mulf %0, %1 : f32
//       affine.store %2, %y[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @parts_1(%n: i32, %x: memref<?xf32> {c.extents = #map, llvm.noalias}, %s: f32) -> f32 attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = affine.for %i = 0 to %n_0 iter_args(%s_0 = %s) -> (f32) {
//       %1 = affine.load %x[%i] : memref<?xf32>
//       %2 = arith.addf %s_0, %1 : f32
//       affine.yield %2 : f32
//     }
//     return %0 : f32
//   }
//   func.func @parts_2(%n: i32, %y: memref<?xf32> {c.extents = #map, llvm.noalias}, %s: f32) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     affine.for %i = 0 to %n_0 {
//       affine.store %s, %y[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @team(%n: i32, %y: memref<?xf32> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f32
//     affine.for %i = 0 to %n_0 {
//       affine.store %0, %y[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @region(%n: i32, %y: memref<?xf32> {c.extents = #map}, %s: memref<?xf32> {c.extents = #map1}) attributes {c.strict_aliasing} {
//     %0 = arith.constant 0.000000e+00 : f32
//     %n_0 = arith.index_cast %n : i32 to index
//     %1 = arith.constant 2.000000e+00 : f32
//     affine.for %i = 0 to %n_0 {
//       %3 = affine.load %y[%i] : memref<?xf32>
//       %4 = arith.mulf %3, %1 : f32
//       affine.store %4, %y[%i] : memref<?xf32>
//     }
//     %2 = affine.for %i = 0 to %n_0 iter_args(%t = %0) -> (f32) {
//       %3 = affine.load %y[%i] : memref<?xf32>
//       %4 = arith.addf %t, %3 : f32
//       affine.yield %4 : f32
//     }
//     affine.store %0, %s[1] : memref<?xf32>
//     affine.store %2, %s[0] : memref<?xf32>
//     return
//   }
//   func.func @only_a_part_1(%n: i32, %y: memref<?xf32> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 2.000000e+00 : f32
//     affine.for %i = 0 to %n_0 {
//       %1 = affine.load %y[%i] : memref<?xf32>
//       %2 = arith.addf %1, %0 : f32
//       affine.store %2, %y[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func @plain(%n: i32, %y: memref<?xf32> {c.extents = #map}) attributes {c.strict_aliasing} {
//     %n_0 = arith.index_cast %n : i32 to index
//     %0 = arith.constant 0.000000e+00 : f32
//     affine.for %i = 0 to %n_0 {
//       affine.store %0, %y[%i] : memref<?xf32>
//     }
//     return
//   }
// }
// left 4:1: loops are not shared out as this pragma says, but as `--threads` does
// left 11:1: loops are not shared out as this pragma says, but as `--threads` does
// left 10:3: `run` is called, whose body is not in this file
// left 24:1: loops are not shared out as this pragma says, but as `--threads` does
// left 32:1: this is about threads that run the function, so it stays as it is (parallel regions, with what stands in them, are read as without `-fopenmp`)
// left 38:3: this pragma of OpenMP is not understood, so the function stays as it is (parallel regions, with what stands in them, are read as without `-fopenmp`)
// left 51:1: loops are not shared out as this pragma says, but as `--threads` does
// left 44:1: this is about threads that run the function, so it stays as it is (parallel regions, with what stands in them, are read as without `-fopenmp`)
// left 69:1: loops are not shared out as this pragma says, but as `--threads` does
// left 73:5: `run` is called, whose body is not in this file
// left 71:5: several threads run this, each a part of it (a function of the whole parallel region would be read)
// 3:1: extern void scaled(int n, float *restrict y, const float *restrict x);
// 11:1: { extern float parts_1(signed int, const void *, float); s = parts_1(n, x, s); }
// 17:1: { extern void parts_2(signed int, const void *, float); parts_2(n, y, s); }
// 23:1: extern void team(int n, float *y);
// 49:1: extern void region(int n, float *y, float *s);
// 75:3: { extern void only_a_part_1(signed int, const void *); only_a_part_1(n, y); }
// 78:1: extern void plain(int n, float *y);
