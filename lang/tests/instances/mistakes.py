# instantiate: matvec
# instantiate: matvec(tensor<4x8xf32>, tensor<8xf32>, tensor<4xf32>
# instantiate: matvec(tensor<4x8xf32>, tensor<8xf32>)
# instantiate: matmul(tensor<4x8xf32>)
# instantiate: matvec(tensor<4x8xf33>, tensor<8xf32>, tensor<4xf32>)
# instantiate: matvec(tensor<4x8xf32>, tensor<8x1xf32>, tensor<4xf32>)
# instantiate: matvec(tensor<4x8xf32>, tensor<9xf32>, tensor<4xf32>)
# instantiate: matvec(tensor<4x8xf32>, memref<8xf32>, tensor<4xf32>)
# instantiate: matvec(tensor<4x8xf32>, f32, tensor<4xf32>)
# instantiate: matvec(tensor<*xf32>, tensor<8xf32>, tensor<4xf32>)
# instantiate: matvec(tensor<4x8xf32>, tensor<8xi32>, tensor<4xf32>)
# instantiate: matvec(tensor<4x8xf32>, tensor<8xf32>, tensor<4xf64>)
# instantiate: matvec(tensor<4x8xf32>, tensor<8xf32>, tensor<4xf32>, strides=[1])
# instantiate: scaled(tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
# instantiate: scaled(tensor<4xf32>, i64, tensor<4xf32>)
# instantiate: scaled(tensor<4xf32>, i32, tensor<4xf32>)
# instantiate: strided(tensor<8xf32>, tensor<4xf32>, step=[2, 2])
# instantiate: strided(tensor<8xf32>, tensor<4xf32>, step=BinaryFn.add)
# instantiate: strided(tensor<8xf32>, tensor<4xf32>, step=[D.i])
# instantiate: strided(tensor<8xf32>, tensor<4xf32>, step=[-1])
# instantiate: strided(tensor<8xf32>, tensor<4xf32>, step=[3])
# instantiate: strided(tensor<8xf32>, tensor<4xf32>, step=[9223372036854775807])
# instantiate: strided(tensor<8xf32>, tensor<4xf32>, step=[2], step=[2])
# instantiate: strided(step=[2], tensor<8xf32>, tensor<4xf32>)
# instantiate: strided(tensor<8xf32>, tensor<4xf32>, step=)
# instantiate: unary(tensor<8xi32>, tensor<8xi32>)
# instantiate: unary(tensor<8xf32>, tensor<8xf32>, fun=BinaryFn.add)
# instantiate: unary(tensor<8xf32>, tensor<4xf32>)
# instantiate: unary(tensor<8x8xf32>, tensor<8xf32>)
# instantiate: mirrored(tensor<8xf32>, tensor<8xf32>)
# instantiate: matvec(tensor<4x8xf32>) -> (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>)
@linalg_structured_op
def matvec(A=TensorDef(T, S.M, S.N), x=TensorDef(U, S.N), y=TensorDef(V, S.M, output=True)):
    y[D.m] += A[D.m, D.n] * x[D.n]


@linalg_structured_op
def scaled(x=TensorDef(T), factor=ScalarDef(I32), y=TensorDef(T, output=True)):
    y[None] = x[None] * TypeFn.cast_signed(T, factor)


@linalg_structured_op
def strided(x=TensorDef(T, S.N), y=TensorDef(T, S.M, output=True), step=IndexAttrDef(S.S, default=[1])):
    y[D.i] = x[D.i * S.S]


@linalg_structured_op
def unary(x=TensorDef(T), y=TensorDef(T, output=True), fun=UnaryFnAttrDef(default=UnaryFn.exp)):
    y[None] = fun(x[None])


# The size of a shape is not known in the maps of an instance.
@linalg_structured_op
def mirrored(x=TensorDef(T, S.N), y=TensorDef(T, S.N, output=True)):
    y[D.i] = x[D.i * -1 + S.N + -1]
# expected:
# 1:1: this asks for no instance of an operation (expected a name with types in parentheses, such as `dot(memref<8xf32>, memref<8xf32>, memref<f32>)`)
#     matvec
# 1:1: this asks for no instance of an operation (expected a name with types in parentheses, such as `dot(memref<8xf32>, memref<8xf32>, memref<f32>)`)
#     matvec(tensor<4x8xf32>, tensor<8xf32>, tensor<4xf32>
# 1:1: found 2 types of operands (expected 3: A: T[M, N], x: U[N], y: V[M])
#     matvec(tensor<4x8xf32>, tensor<8xf32>)
# 1:1: no operation is called `matmul` (expected one of matvec, scaled, strided, unary, mirrored)
#     matmul
# 1:8: `tensor<4x8xf33>` is no type: found `f33` (expected a type)
#     tensor<4x8xf33>
# 1:25: `x` has rank 2 (expected rank 1)
#     tensor<8x1xf32>
# 1:1: `linalg.generic`: the inferred input/output operand #1 has shape's dimension #0 to be 8, but found 9
#     matvec(tensor<4x8xf32>, tensor<9xf32>, tensor<4xf32>)
# 1:1: `linalg.generic`: mixes tensors and buffers, or has neither: expected to have pure tensor or buffer semantics
#     matvec(tensor<4x8xf32>, memref<8xf32>, tensor<4xf32>)
# 1:25: `x` is a tensor (expected a ranked tensor or memref)
#     f32
# 1:8: `A` is a tensor (expected a ranked tensor or memref)
#     tensor<*xf32>
# 34:15: found elements of types `f32` and `i32`: an unsupported operation on these types (of `matvec(tensor<4x8xf32>, tensor<8xi32>, tensor<4xf32>)`: expected one type of elements, or conversions such as `TypeFn.cast_signed(U, …)`)
#     A[D.m, D.n] * x[D.n]
# 34:15: found elements of types `f64` and `f32`: an unsupported operation on these types (of `matvec(tensor<4x8xf32>, tensor<8xf32>, tensor<4xf64>)`: expected one type of elements, or conversions such as `TypeFn.cast_signed(U, …)`)
#     A[D.m, D.n] * x[D.n]
# 1:55: `matvec` has no attribute `strides` (expected types of operands only)
#     strides=[1]
# 1:23: `factor` is a scalar (expected a type such as `f32`)
#     tensor<4xf32>
# 1:23: the elements of `factor` have the type `i64` (expected `i32`, which the type variable `I32` is)
#     i64
# #map = affine_map<(d0) -> (d0)>
# #map1 = affine_map<(d0) -> ()>
# module {
#   func.func @scaled(%x: tensor<4xf32>, %factor: i32, %y: tensor<4xf32>) -> tensor<4xf32> {
#     %0 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%x, %factor : tensor<4xf32>, i32) outs(%y : tensor<4xf32>) {
#     ^bb0(%arg0: f32, %arg1: i32, %arg2: f32):
#       %1 = arith.sitofp %arg1 : i32 to f32
#       %2 = arith.mulf %arg0, %1 : f32
#       linalg.yield %2 : f32
#     } -> tensor<4xf32>
#     return %0 : tensor<4xf32>
#   }
# }
# 1:39: `step` is an index attribute (expected a list of 1 integers)
#     step=[2, 2]
# 1:39: `step` is an index attribute (expected a list of 1 integers)
#     step=BinaryFn.add
# 1:44: found a list (expected a list of integers, or a function such as `BinaryFn.mul`)
#     [D.i]
# 1:1: `linalg.generic`: unexpected result less than 0 at expression #0 in `(d0) -> (-d0)`
#     strided(tensor<8xf32>, tensor<4xf32>, step=[-1])
# 1:1: `linalg.generic`: the inferred input/output operand #0 has shape's dimension #0 to be greater than or equal to 10, but found 8
#     strided(tensor<8xf32>, tensor<4xf32>, step=[3])
# 1:1: `linalg.generic`: expression #0 in `(d0) -> (d0 * 9223372036854775807)` has no value of 64 bits at an end of the loops
#     strided(tensor<8xf32>, tensor<4xf32>, step=[9223372036854775807])
# 1:49: `step` is given twice (expected each attribute once)
#     step=[2]
# 1:19: found a type behind an attribute (expected the types of all operands first)
#     tensor<8xf32>
# 1:1: this is no Python: Expected an expression
#
# 49:15: found elements of type `i32`, expected floats: an unsupported non numeric type (of `unary(tensor<8xi32>, tensor<8xi32>)`: expected one type of elements, or conversions such as `TypeFn.cast_signed(U, …)`)
#     fun(x[None])
# 1:37: `fun` is a function attribute (expected one of `UnaryFn`)
#     fun=BinaryFn.add
# 1:1: `linalg.generic`: the inferred input/output operand #1 has shape's dimension #0 to be 8, but found 4
#     unary(tensor<8xf32>, tensor<4xf32>)
# 1:1: `linalg.generic`: the operand rank (2) does not match the result rank of indexing_map #0 (1) (expected one index for each dimension)
#     unary(tensor<8x8xf32>, tensor<8xf32>)
# 54:14: the subscripts of `x` have the symbol `S.N`, which is the size of a shape (expected symbols of index attributes only: instances have maps without symbols)
#     x=TensorDef(T, S.N)
# 1:23: `)` closes nothing (expected brackets in pairs)
#     )
