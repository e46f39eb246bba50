# instantiate: copy_and_scale(f32, tensor<4x8xf32>, outs=[tensor<4x8xf32>])
# instantiate: strided_copy(tensor<8x8xf32>, tensor<4x3xf32>, strides=[2, 3])
# instantiate: strided_copy(memref<?x?xf32>, memref<?x?xf32>)
# instantiate: pooling_poly(memref<1x?x?x3xi8>, memref<3x3xi8>, memref<1x?x?x3xi32>, dilations=[2, 1])
# instantiate: elemwise_binary(tensor<4xi8>, tensor<4xf32>, outs=[tensor<4xi32>], fun=BinaryFn.mul, cast=TypeFn.cast_unsigned)
# instantiate: fill(f32, outs=[tensor<4x8x16xf64>])
# instantiate: fill(i1, memref<f32>)
# instantiate: blocked(tensor<4x16xf32>, tensor<64xf32>)
T1 = TV.T1
T2 = TV.T2


@linalg_structured_op
def copy_and_scale(val=ScalarDef(T), I=TensorDef(T, S.M, S.K), O=TensorDef(T, S.M, S.K, output=True)):
    O[D.m, D.n] = I[D.m, D.n] * val


@linalg_structured_op
def strided_copy(
    I=TensorDef(T, S.IH, S.IW),
    O=TensorDef(T, S.OH, S.OW, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
):
    O[D.oh, D.ow] = I[D.oh * S.SH, D.ow * S.SW]


@linalg_structured_op
def pooling_poly(
    I=TensorDef(T1, S.N, S.H, S.W, S.C),
    K=TensorDef(T2, S.KH, S.KW, index_dims=[D.kh, D.kw]),
    O=TensorDef(U, S.N, S.OH, S.OW, S.C, output=True),
    strides=IndexAttrDef(S.SH, S.SW, default=[1, 1]),
    dilations=IndexAttrDef(S.DH, S.DW, default=[1, 1]),
):
    O[D.n, D.oh, D.ow, D.c] += TypeFn.cast_signed(
        U, I[D.n, D.oh * S.SH + D.kh * S.DH, D.ow * S.SW + D.kw * S.DW, D.c]
    )


@linalg_structured_op
def elemwise_binary(
    lhs=TensorDef(T1),
    rhs=TensorDef(T2),
    O=TensorDef(U, output=True),
    fun=BinaryFnAttrDef(default=BinaryFn.add),
    cast=TypeFnAttrDef(default=TypeFn.cast_signed),
):
    O[None] = fun(cast(U, lhs[None]), cast(U, rhs[None]))


@linalg_structured_op
def fill(value=ScalarDef(T1), O=TensorDef(U, output=True)):
    O[None] = TypeFn.cast_signed(U, value)


# Quotients and remainders in the subscripts of an input.
@linalg_structured_op
def blocked(I=TensorDef(T, S.N / 16, S.B), O=TensorDef(T, S.N, output=True)):
    O[D.i] = I[D.i // 16, D.i % 16]
# expected:
# #map = affine_map<(d0, d1) -> ()>
# #map1 = affine_map<(d0, d1) -> (d0, d1)>
# module {
#   func.func @copy_and_scale(%val: f32, %I: tensor<4x8xf32>, %O: tensor<4x8xf32>) -> tensor<4x8xf32> {
#     %0 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%val, %I : f32, tensor<4x8xf32>) outs(%O : tensor<4x8xf32>) {
#     ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
#       %1 = arith.mulf %arg1, %arg0 : f32
#       linalg.yield %1 : f32
#     } -> tensor<4x8xf32>
#     return %0 : tensor<4x8xf32>
#   }
# }
# #map = affine_map<(d0, d1) -> (d0 * 2, d1 * 3)>
# #map1 = affine_map<(d0, d1) -> (d0, d1)>
# module {
#   func.func @strided_copy(%I: tensor<8x8xf32>, %O: tensor<4x3xf32>) -> tensor<4x3xf32> {
#     %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%I : tensor<8x8xf32>) outs(%O : tensor<4x3xf32>) {
#     ^bb0(%arg0: f32, %arg1: f32):
#       linalg.yield %arg0 : f32
#     } -> tensor<4x3xf32>
#     return %0 : tensor<4x3xf32>
#   }
# }
# #map = affine_map<(d0, d1) -> (d0, d1)>
# module {
#   func.func @strided_copy(%I: memref<?x?xf32>, %O: memref<?x?xf32>) {
#     linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%I : memref<?x?xf32>) outs(%O : memref<?x?xf32>) {
#     ^bb0(%arg0: f32, %arg1: f32):
#       linalg.yield %arg0 : f32
#     }
#     return
#   }
# }
# #map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d4 + d1 * 2, d5 + d2, d0)>
# #map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d2)>
# #map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d4, d5, d0)>
# module {
#   func.func @pooling_poly(%I: memref<1x?x?x3xi8>, %K: memref<3x3xi8>, %O: memref<1x?x?x3xi32>) {
#     linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction", "reduction", "parallel", "parallel", "parallel"]} ins(%I, %K : memref<1x?x?x3xi8>, memref<3x3xi8>) outs(%O : memref<1x?x?x3xi32>) {
#     ^bb0(%arg0: i8, %arg1: i8, %arg2: i32):
#       %0 = arith.extsi %arg0 : i8 to i32
#       %1 = arith.addi %arg2, %0 : i32
#       linalg.yield %1 : i32
#     }
#     return
#   }
# }
# #map = affine_map<(d0) -> (d0)>
# module {
#   func.func @elemwise_binary(%lhs: tensor<4xi8>, %rhs: tensor<4xf32>, %O: tensor<4xi32>) -> tensor<4xi32> {
#     %0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%lhs, %rhs : tensor<4xi8>, tensor<4xf32>) outs(%O : tensor<4xi32>) {
#     ^bb0(%arg0: i8, %arg1: f32, %arg2: i32):
#       %1 = arith.extui %arg0 : i8 to i32
#       %2 = arith.fptoui %arg1 : f32 to i32
#       %3 = arith.muli %1, %2 : i32
#       linalg.yield %3 : i32
#     } -> tensor<4xi32>
#     return %0 : tensor<4xi32>
#   }
# }
# #map = affine_map<(d0, d1, d2) -> ()>
# #map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
# module {
#   func.func @fill(%value: f32, %O: tensor<4x8x16xf64>) -> tensor<4x8x16xf64> {
#     %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%value : f32) outs(%O : tensor<4x8x16xf64>) {
#     ^bb0(%arg0: f32, %arg1: f64):
#       %1 = arith.extf %arg0 : f32 to f64
#       linalg.yield %1 : f64
#     } -> tensor<4x8x16xf64>
#     return %0 : tensor<4x8x16xf64>
#   }
# }
# #map = affine_map<() -> ()>
# module {
#   func.func @fill(%value: i1, %O: memref<f32>) {
#     linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%value : i1) outs(%O : memref<f32>) {
#     ^bb0(%arg0: i1, %arg1: f32):
#       %0 = arith.sitofp %arg0 : i1 to f32
#       linalg.yield %0 : f32
#     }
#     return
#   }
# }
# #map = affine_map<(d0) -> (d0 floordiv 16, d0 mod 16)>
# #map1 = affine_map<(d0) -> (d0)>
# module {
#   func.func @blocked(%I: tensor<4x16xf32>, %O: tensor<64xf32>) -> tensor<64xf32> {
#     %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%I : tensor<4x16xf32>) outs(%O : tensor<64xf32>) {
#     ^bb0(%arg0: f32, %arg1: f32):
#       linalg.yield %arg0 : f32
#     } -> tensor<64xf32>
#     return %0 : tensor<64xf32>
#   }
# }
