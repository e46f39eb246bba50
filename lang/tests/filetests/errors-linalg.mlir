// RUN: parse-error
func.func @f(%m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "diagonal"]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 3:18: `diagonal` is no kind of loop: unexpected iterator_type, expected `parallel`, `reduction` or `window`

// -----
func.func @f(%m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 2:18: the dictionary has no `iterator_types`: expected an array attribute of that name

// -----
func.func @f(%m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 2:3: `linalg.generic`: the number of indexing_map (1) is not the number of input/output operands (2) (expected them to be equal)

// -----
func.func @f(%m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 2:3: `linalg.generic`: the operand rank (2) does not match the result rank of indexing_map #0 (1) (expected one index for each dimension)

// -----
func.func @f(%m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j)[s] -> (i, j + s)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 2:3: `linalg.generic`: unexpected symbols in indexing_map #0

// -----
func.func @f(%m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 2:3: `linalg.generic`: indexing_map #0 has 3 dim(s) (expected 2 to match the number of loops)

// -----
func.func @f(%m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j, i)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 2:3: `linalg.generic`: no operand is indexed by one of the loops alone: expected the shape-to-loops map to be non-null

// -----
func.func @f(%m: memref<4x4xf32>, %n: memref<4x5xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%n : memref<4x5xf32>) outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 2:3: `linalg.generic`: the inferred input/output operand #1 has shape's dimension #1 to be 5, but found 4

// -----
// The last iteration reads behind the end.
func.func @f(%m: memref<8xf32>, %n: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m : memref<8xf32>) outs(%n : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 3:3: `linalg.generic`: the inferred input/output operand #0 has shape's dimension #0 to be greater than or equal to 9, but found 8

// -----
func.func @f(%m: memref<8xf32>, %n: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i - 1)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m : memref<8xf32>) outs(%n : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 2:3: `linalg.generic`: unexpected result less than 0 at expression #0 in `(d0) -> (d0 - 1)`

// -----
func.func @f(%m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f64):
    linalg.yield %x : f64
  }
  return
}
// EXPECTED
// 2:3: `linalg.generic`: the type of bb argument #0 (`f64`) does not match the element or self type of the corresponding operand (`f32`)
// 4:5: `linalg.yield`: the type of yield operand 1 (`f64`) doesn't match the element type of the enclosing linalg operation (`f32`)

// -----
func.func @f(%m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 2:3: `linalg.generic`: found 2 region arguments for 1 operand (expected as many non-induction variable region arguments as the number of input/output operands)

// -----
func.func @f(%m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x, %x : f32, f32
  }
  return
}
// EXPECTED
// 4:5: `linalg.yield`: the number of yield values (2) does not match the number of inits / outs operands of the enclosing LinalgOp (1)

// -----
func.func @f(%m: memref<4x4xf32>, %i: i32) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %i : i32
  }
  return
}
// EXPECTED
// 4:5: `linalg.yield`: the type of yield operand 1 (`i32`) doesn't match the element type of the enclosing linalg operation (`f32`)

// -----
func.func @f(%m: memref<4x4xindex>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<4x4xindex>) {
  ^bb0(%x: index):
    %i = linalg.index 2 : index
    linalg.yield %i : index
  }
  return
}
// EXPECTED
// 4:10: `linalg.index`: expected dim (2) to be lower than the number of loops (2) of the enclosing LinalgOp

// -----
func.func @f(%t: tensor<4x4xf32>, %m: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x4xf32>) outs(%m : memref<4x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 2:3: `linalg.generic`: mixes tensors and buffers, or has neither: expected to have pure tensor or buffer semantics

// -----
// A tensor that is written is a result.
func.func @f(%t: tensor<4x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%t : tensor<4x4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}
// EXPECTED
// 3:3: `linalg.generic`: the number of tensor results (0) differs from the number of output tensors (1) (expected them to be equal)

// -----
func.func @f(%x: f32) {
  linalg.yield %x : f32
  return
}
// EXPECTED
// 2:3: `linalg.yield`: must be the last operation in the parent block: it is a terminator

// -----
func.func @f() {
  %i = linalg.index 0 : index
  return
}
// EXPECTED
// 2:8: `linalg.index`: expected parent op with LinalgOp interface

// -----
func.func @f(%a: memref<2x2xf32>) {
  linalg.matmul ins(%a : memref<2x2xf32>) outs(%a : memref<2x2xf32>)
  return
}
// EXPECTED
// 2:3: `linalg.matmul` has 1 input and 1 output (expected 2 and 1: its region expects 3 args)

// -----
func.func @f(%a: memref<2x3xf32>, %c: memref<2x2xf32>) {
  linalg.matmul ins(%a, %a : memref<2x3xf32>, memref<2x3xf32>) outs(%c : memref<2x2xf32>)
  return
}
// EXPECTED
// 2:3: `linalg.matmul`: the inferred input/output operand #1 has shape's dimension #0 to be 3, but found 2

// -----
// stricter than MLIR
// mlir-opt ends with an internal error.
func.func @f(%a: memref<4xi32>) {
  linalg.exp ins(%a : memref<4xi32>) outs(%a : memref<4xi32>)
  return
}
// EXPECTED
// 4:3: `linalg.exp`: found elements of type `i32`, expected floats: an unsupported non numeric type

// -----
func.func @f(%a: memref<4xf32>) {
  linalg.copy {cast = #linalg.type_fn<cast_up>} ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
// EXPECTED
// 2:23: `#linalg.type_fn<cast_up>` is of no such word: failed to parse the attribute (expected one of: cast_signed, cast_unsigned)

// -----
func.func @f(%a: memref<4xf32>) {
  linalg.elemwise_unary {fun = #linalg.unary_fn<cosine>} ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
// EXPECTED
// 2:32: `#linalg.unary_fn<cosine>` is of no such word: failed to parse the attribute (expected one of: exp, log, abs, ceil, floor, negf, reciprocal, round, sqrt, rsqrt, square, tanh, erf)

// -----
func.func @f(%i: memref<1x8x8x1xf32>, %k: memref<3x3x1x1xf32>, %o: memref<1x6x6x1xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<3xi64>} ins(%i, %k : memref<1x8x8x1xf32>, memref<3x3x1x1xf32>) outs(%o : memref<1x6x6x1xf32>)
  return
}
// EXPECTED
// 2:3: `linalg.conv_2d_nhwc_hwcf`: the attribute `strides` is `dense<1> : tensor<3xi64>`: failed to satisfy the constraint (expected 64-bit signless int elements attribute of shape [2])

// -----
func.func @f(%i: memref<1x8x8x1xf32>, %k: memref<3x3x1x1xf32>, %o: memref<1x6x6x1xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%i, %k : memref<1x8x8x1xf32>, memref<3x3x1x1xf32>) outs(%o : memref<1x6x6x1xf32>)
  return
}
// EXPECTED
// 2:3: `linalg.conv_2d_nhwc_hwcf`: the inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 13, but found 8

// -----
func.func @f(%a: memref<4xf32>, %b: memref<f32>) {
  linalg.fill ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
// EXPECTED
// 2:3: `linalg.fill`: fills with the type `memref<4xf32>` (expected op with scalar input)

// -----
func.func @f(%a: memref<4xf32>, %b: memref<5xf32>) {
  linalg.map { arith.negf } ins(%b : memref<5xf32>) outs(%a : memref<4xf32>)
  return
}
// EXPECTED
// 2:3: `linalg.map`: the shape of an input does not match the shape of the output: expected the same shape

// -----
func.func @f(%a: memref<4xf32>) {
  linalg.map ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
    (%x: f32, %y: f32) {
      linalg.yield %x : f32
    }
  return
}
// EXPECTED
// 2:3: `linalg.map`: the number of operands does not match the arity of mapper: 1 and 2

// -----
func.func @f(%a: memref<4xf32>, %s: memref<f32>) {
  linalg.reduce { arith.addf } ins(%a : memref<4xf32>) outs(%s : memref<f32>) dimensions = [1]
  return
}
// EXPECTED
// 2:3: `linalg.reduce`: dimensions for reduction should be in the range [0, 0]

// -----
func.func @f(%a: memref<4x4xf32>, %s: memref<f32>) {
  linalg.reduce { arith.addf } ins(%a : memref<4x4xf32>) outs(%s : memref<f32>) dimensions = [1, 0]
  return
}
// EXPECTED
// 2:3: `linalg.reduce`: the attribute `dimensions` failed to satisfy the constraint: i64 dense array attribute should be in increasing order

// -----
func.func @f(%a: memref<4x5xf32>, %s: memref<4xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<4x5xf32>) outs(%s : memref<4xf32>) dimensions = [0]
  return
}
// EXPECTED
// 2:3: `linalg.reduce`: the init dimensions do not match the input dimensions after reduction

// -----
func.func @f(%a: memref<4x5xf32>) {
  linalg.transpose ins(%a : memref<4x5xf32>) outs(%a : memref<4x5xf32>) permutation = [0, 0]
  return
}
// EXPECTED
// 2:3: `linalg.transpose`: the permutation is not valid

// -----
func.func @f(%a: memref<4x5xf32>) {
  linalg.transpose ins(%a : memref<4x5xf32>) outs(%a : memref<4x5xf32>) permutation = [1, 0]
  return
}
// EXPECTED
// 2:3: `linalg.transpose`: dim(result, 0) doesn't match dim(input, permutation[0])

// -----
func.func @f(%a: memref<4xf32>, %b: memref<4x5xf32>) {
  linalg.broadcast ins(%a : memref<4xf32>) outs(%b : memref<4x5xf32>) dimensions = [0]
  return
}
// EXPECTED
// 2:3: `linalg.broadcast`: the input dim 0 should match its init dim

// -----
func.func @f(%a: memref<4xf32>, %b: memref<4x5xf32>) {
  linalg.broadcast ins(%a : memref<4xf32>) outs(%b : memref<4x5xf32>) dimensions = []
  return
}
// EXPECTED
// 2:3: `linalg.broadcast`: the input rank plus added dimensions does not match the init rank: input rank 1, dimensions size 0, init rank 2

// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}
// EXPECTED
// 2:8: `linalg.softmax`: an incorrect dimension specified: 1

// -----
func.func @f(%f: tensor<2x5x3x2xf32>, %g: tensor<6x6x2x2xf32>) {
  %0 = linalg.winograd_filter_transform m(4) r(3) ins(%f : tensor<2x5x3x2xf32>) outs(%g : tensor<6x6x2x2xf32>) -> tensor<6x6x2x2xf32>
  return
}
// EXPECTED
// 2:8: `linalg.winograd_filter_transform`: expect the filter height either equals to r or 1

// -----
// stricter than MLIR
// mlir-opt believes the maps that it finds.
func.func @f(%a: memref<2x2xf32>) {
  "linalg.matmul"(%a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }) {linalg.memoized_indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]} : (memref<2x2xf32>, memref<2x2xf32>, memref<2x2xf32>) -> ()
  return
}
// EXPECTED
// 4:3: `linalg.matmul`: has in `linalg.memoized_indexing_maps` an unexpected index map (expected the indexing maps of its definition)
