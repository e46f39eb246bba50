// RUN: parse
!alias = tuple<i32, f32>
func.func private @types(index, none, i1, si8, ui16, i0, f16, bf16, f32, tf32, f64, f80, f128,
  vector<4xf32>, vector<2x3xi8>, vector<[4]xf32>, vector<2x[8]xf32>, vector<f32>,
  memref<4xf32>, memref<?x?xf64>, memref<f32>, memref<*xi32>, memref<0x3xi1>, memref<2x3xvector<4xf32>>,
  memref<4xf32, 1>, memref<4xf32, 0>, memref<4xf32, "gpu">, memref<4x4xf32, strided<[8, 1]>>,
  memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<4x4xf32, strided<[8, 1], offset: 3>, 2>,
  memref<4xmemref<?xf32>>, tensor<4xf32>, tensor<?x4xf32>, tensor<*xf32>, tensor<f32>, tensor<4xf32, "enc">,
  complex<f64>, tuple<>, tuple<i32, tuple<f32>>, !alias, f8E5M2, f8E4M3FN,
  (i32) -> i32, (i32, f32) -> (), () -> (i32, f32), ((i32) -> i32) -> ((f32) -> f32))
// EXPECTED
// module {
//   func.func private @types(index, none, i1, si8, ui16, i0, f16, bf16, f32, tf32, f64, f80, f128, vector<4xf32>, vector<2x3xi8>, vector<[4]xf32>, vector<2x[8]xf32>, vector<f32>, memref<4xf32>, memref<?x?xf64>, memref<f32>, memref<*xi32>, memref<0x3xi1>, memref<2x3xvector<4xf32>>, memref<4xf32, 1>, memref<4xf32>, memref<4xf32, "gpu">, memref<4x4xf32, strided<[8, 1]>>, memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<4x4xf32, strided<[8, 1], offset: 3>, 2>, memref<4xmemref<?xf32>>, tensor<4xf32>, tensor<?x4xf32>, tensor<*xf32>, tensor<f32>, tensor<4xf32, "enc">, complex<f64>, tuple<>, tuple<i32, tuple<f32>>, tuple<i32, f32>, f8E5M2, f8E4M3FN, (i32) -> i32, (i32, f32) -> (), () -> (i32, f32), ((i32) -> i32) -> ((f32) -> f32))
// }

// -----
// Types and attributes of other dialects are kept as text.
"test.types"() {a = !llvm.ptr, b = !llvm.struct<(i32, ptr)>, c = !other<"a string with > in it">,
  d = #other.attr<nested<[1, 2], {k = "v"}, a -> b>>, e = #other<short>, f = #other.plain, g = !other.token} : () -> ()
// EXPECTED
// module {
//   "test.types"() {a = !llvm.ptr, b = !llvm.struct<(i32, ptr)>, c = !other<"a string with > in it">, d = #other.attr<nested<[1, 2], {k = "v"}, a -> b>>, e = #other.short, f = #other.plain, g = !other.token} : () -> ()
// }

// -----
// White space in shapes.
func.func private @spaces(memref< 4 x ? x f32 >, vector<4 x 8 x f32>, tensor<? x f32>)
// EXPECTED
// module {
//   func.func private @spaces(memref<4x?xf32>, vector<4x8xf32>, tensor<?xf32>)
// }

// -----
// A strided layout by an alias.
#rows = strided<[?, 1], offset: 7>
#unit = strided<[1]>
func.func private @aliased(memref<4x4xf32, #rows>, memref<4xf32, #unit, 1>)
// EXPECTED
// module {
//   func.func private @aliased(memref<4x4xf32, strided<[?, 1], offset: 7>>, memref<4xf32, strided<[1]>, 1>)
// }
