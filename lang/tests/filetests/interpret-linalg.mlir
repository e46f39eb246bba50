// RUN: interpret
// args: [1, 2, 3, 4, 5, 6] [1, 0, 2, 1, 0, 3] [100, 0, 0, 0]
func.func @matmul(%A: memref<2x3xi32>, %B: memref<3x2xi32>, %C: memref<2x2xi32>) {
  linalg.matmul ins(%A, %B : memref<2x3xi32>, memref<3x2xi32>) outs(%C : memref<2x2xi32>)
  return
}
// EXPECTED
// [1, 2, 3, 4, 5, 6] [1, 0, 2, 1, 0, 3] [105, 11, 14, 23]

// -----
// The shapes must agree when running, and the extents of the first operand that a loop runs over count.
// args: 2x3[1, 2, 3, 4, 5, 6] 3x1[1, 10, 100] 2x1[0, 0]
// args: 2x3[1, 2, 3, 4, 5, 6] 2x1[1, 10] 2x1[0, 0]
// args: 2x3[1, 2, 3, 4, 5, 6] 3x1[1, 10, 100] 1x1[0]
// args: 2x0[] 0x1[] 2x1[7, 8]
// args: 0x3[] 2x1[1, 10] 0x1[]
func.func @extents(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}
// EXPECTED
// [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] [1.0, 10.0, 100.0] [321.0, 654.0]
// 8:3: linalg.matmul: dimension 0 of operand 1 has extent 2, but its loop has 3 iterations
// 8:3: linalg.matmul: dimension 0 of operand 2 has extent 1, but its loop has 2 iterations
// [] [] [7.0, 8.0]
// 8:3: linalg.matmul: dimension 0 of operand 1 has extent 2, but its loop has 3 iterations

// -----
// On tensors the destination is where the result starts from.
// args: [1, 2, 3, 4] [10, 20] 2[1, 2]
// args: [1, 2, 3, 4] [10, 20] 3[1, 2, 3]
func.func @tensors(%A: tensor<2x2xf32>, %x: tensor<2xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %r = linalg.matvec ins(%A, %x : tensor<2x2xf32>, tensor<2xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %r, %y : tensor<?xf32>, tensor<?xf32>
}
// EXPECTED
// [51.0, 112.0] [1.0, 2.0]
// 5:8: linalg.matvec: dimension 0 of operand 2 has extent 3, but its loop has 2 iterations

// -----
// args: 3
// args: 0
func.func @index(%n: index) -> (tensor<?x2xindex>, tensor<?x2xi64>) {
  %e = tensor.empty(%n) : tensor<?x2xindex>
  %f = tensor.empty(%n) : tensor<?x2xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
      outs(%e, %f : tensor<?x2xindex>, tensor<?x2xi64>) {
  ^bb0(%a: index, %b: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = affine.apply affine_map<(i, j) -> (i * 10 + j)>(%i, %j)
    %l = arith.index_cast %i : index to i64
    linalg.yield %k, %l : index, i64
  } -> (tensor<?x2xindex>, tensor<?x2xi64>)
  return %r#0, %r#1 : tensor<?x2xindex>, tensor<?x2xi64>
}
// EXPECTED
// 3x2[0, 1, 10, 11, 20, 21] 3x2[0, 0, 1, 1, 2, 2]
// 0x2[] 0x2[]

// -----
// The element of an output that was never written may be read, not decided by.
// args: [1, 2]
func.func @undefined(%x: tensor<2xi32>) -> tensor<2xi32> {
  %e = tensor.empty() : tensor<2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<2xi32>) outs(%e : tensor<2xi32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<2xi32>
  return %r : tensor<2xi32>
}
// EXPECTED
// [undefined, undefined]

// -----
// Loops run in the order of the dimensions, so an input that is the output holds what was written.
// args: [1, 2, 3, 4]
func.func @aliasing(%A: memref<4xi32>) {
  %tail = memref.subview %A[1] [3] [1] : memref<4xi32> to memref<3xi32, strided<[1], offset: 1>>
  %head = memref.subview %A[0] [3] [1] : memref<4xi32> to memref<3xi32, strided<[1]>>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%head : memref<3xi32, strided<[1]>>) outs(%tail : memref<3xi32, strided<[1], offset: 1>>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    linalg.yield %s : i32
  }
  return
}
// EXPECTED
// [1, 3, 6, 10]

// -----
// Subscripts that are not one loop are checked when they are used.
// args: [1, 2, 3, 4, 5] [1, 10, 100] 3[0, 0, 0]
// args: [1, 2, 3, 4, 5] [1, 10, 100] 4[0, 0, 0, 0]
// args: [1, 2, 3, 4, 5] [1, 10, 100] 0[]
func.func @convolution(%I: memref<?xi64>, %K: memref<?xi64>, %O: memref<?xi64>) {
  linalg.conv_1d ins(%I, %K : memref<?xi64>, memref<?xi64>) outs(%O : memref<?xi64>)
  return
}
// EXPECTED
// [1, 2, 3, 4, 5] [1, 10, 100] [321, 432, 543]
// 6:3: linalg.conv_1d: index 5 is out of bounds for an extent of 5 in dimension 0
// [1, 2, 3, 4, 5] [1, 10, 100] []

// -----
// args: [0, 1, 2, 3, 4, 5, 6, 7, 8] [0, 0]
// args: [0, 1, 2, 3, 4, 5, 6, 7] [0, 0]
func.func @strides(%I: memref<1x1x?xi64>, %O: memref<1x1x2xi64>) {
  %K = memref.alloc() : memref<1x1x3xi64>
  %one = arith.constant 1 : i64
  linalg.fill ins(%one : i64) outs(%K : memref<1x1x3xi64>)
  linalg.conv_1d_ncw_fcw {strides = dense<4> : vector<1xi64>, dilations = dense<2> : vector<1xi64>}
    ins(%I, %K : memref<1x1x?xi64>, memref<1x1x3xi64>) outs(%O : memref<1x1x2xi64>)
  memref.dealloc %K : memref<1x1x3xi64>
  return
}
// EXPECTED
// [0, 1, 2, 3, 4, 5, 6, 7, 8] [6, 18]
// 7:3: linalg.conv_1d_ncw_fcw: index 8 is out of bounds for an extent of 8 in dimension 2

// -----
// args: [1, 2, 3, 4, 5, 6] [1, -1, 1, -1, 1, -1]
func.func @regions(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>)
    -> (tensor<2x3xi32>, tensor<2xi32>, tensor<2xi32>, tensor<3x2xi32>, tensor<2x2x3xi32>, tensor<3xi32>) {
  %e = tensor.empty() : tensor<2x3xi32>
  %m = linalg.map { arith.muli } ins(%a, %b : tensor<2x3xi32>, tensor<2x3xi32>) outs(%e : tensor<2x3xi32>)
  %zero = arith.constant dense<0> : tensor<2xi32>
  %one = arith.constant dense<1> : tensor<2xi32>
  %r:2 = linalg.reduce ins(%a, %b : tensor<2x3xi32>, tensor<2x3xi32>) outs(%zero, %one : tensor<2xi32>, tensor<2xi32>)
    dimensions = [1] (%x: i32, %y: i32, %s: i32, %p: i32) {
      %t = arith.addi %x, %s : i32
      %q = arith.muli %y, %p : i32
      linalg.yield %t, %q : i32, i32
    }
  %te = tensor.empty() : tensor<3x2xi32>
  %t = linalg.transpose ins(%a : tensor<2x3xi32>) outs(%te : tensor<3x2xi32>) permutation = [1, 0]
  %be = tensor.empty() : tensor<2x2x3xi32>
  %c = linalg.broadcast ins(%a : tensor<2x3xi32>) outs(%be : tensor<2x2x3xi32>) dimensions = [1]
  %z = arith.constant dense<0> : tensor<3xi32>
  %column = linalg.reduce { arith.addi } ins(%a : tensor<2x3xi32>) outs(%z : tensor<3xi32>) dimensions = [0]
  return %m, %r#0, %r#1, %t, %c, %column : tensor<2x3xi32>, tensor<2xi32>, tensor<2xi32>, tensor<3x2xi32>, tensor<2x2x3xi32>, tensor<3xi32>
}
// EXPECTED
// 2x3[1, -2, 3, -4, 5, -6] [6, 15] [-1, 1] 3x2[1, 4, 2, 5, 3, 6] 2x2x3[1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6] [5, 7, 9]

// -----
// A transpose and a broadcast between shapes that do not fit each other.
// args: 2x3[1, 2, 3, 4, 5, 6] 3x2[0, 0, 0, 0, 0, 0] 3x2x1[0, 0, 0, 0, 0, 0]
// args: 2x3[1, 2, 3, 4, 5, 6] 2x3[0, 0, 0, 0, 0, 0] 3x2x1[0, 0, 0, 0, 0, 0]
// args: 2x3[1, 2, 3, 4, 5, 6] 3x2[0, 0, 0, 0, 0, 0] 3x1x2[0, 0, 0, 0, 0, 0]
func.func @permuted(%a: memref<?x?xi32>, %b: memref<?x?xi32>, %c: memref<?x?x?xi32>) {
  linalg.transpose ins(%a : memref<?x?xi32>) outs(%b : memref<?x?xi32>) permutation = [1, 0]
  linalg.broadcast ins(%b : memref<?x?xi32>) outs(%c : memref<?x?x?xi32>) dimensions = [2]
  return
}
// EXPECTED
// [1, 2, 3, 4, 5, 6] [1, 4, 2, 5, 3, 6] [1, 4, 2, 5, 3, 6]
// 6:3: linalg.transpose: dimension 0 of operand 1 has extent 2, but its loop has 3 iterations
// 7:3: linalg.broadcast: dimension 1 of operand 1 has extent 1, but its loop has 2 iterations

// -----
// A nest inside the body of another, each with indices of its own.
// args: [0, 0, 0]
func.func @nested(%y: memref<3xi64>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%y : memref<3xi64>) {
  ^bb0(%a: i64):
    %i = linalg.index 0 : index
    %e = tensor.empty() : tensor<2xindex>
    %t = linalg.generic {indexing_maps = [affine_map<(j) -> (j)>], iterator_types = ["parallel"]} outs(%e : tensor<2xindex>) {
    ^bb0(%b: index):
      %j = linalg.index 0 : index
      %k = affine.apply affine_map<(i, j) -> (i * 10 + j)>(%i, %j)
      linalg.yield %k : index
    } -> tensor<2xindex>
    %one = arith.constant 1 : index
    %last = tensor.extract %t[%one] : tensor<2xindex>
    %r = arith.index_cast %last : index to i64
    linalg.yield %r : i64
  }
  return
}
// EXPECTED
// [1, 11, 21]

// -----
// Elements that are vectors, and an operand of rank 0.
// args: [1, 2, 3, 4] [10]
func.func @elements(%a: tensor<2xvector<2xi32>>, %s: tensor<i32>) -> (tensor<2xvector<2xi32>>, tensor<i32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a, %s : tensor<2xvector<2xi32>>, tensor<i32>) outs(%a : tensor<2xvector<2xi32>>) {
  ^bb0(%x: vector<2xi32>, %y: i32, %o: vector<2xi32>):
    %v = vector.broadcast %y : i32 to vector<2xi32>
    %z = arith.addi %x, %v : vector<2xi32>
    linalg.yield %z : vector<2xi32>
  } -> tensor<2xvector<2xi32>>
  %t = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%s : tensor<i32>) {
  ^bb0(%o: i32):
    %z = arith.addi %o, %o : i32
    linalg.yield %z : i32
  } -> tensor<i32>
  return %r, %t : tensor<2xvector<2xi32>>, tensor<i32>
}
// EXPECTED
// [11, 12, 13, 14] [20]

// -----
// steps: 100
// args: [0, 0, 0, 0, 0, 0, 0, 0, 0]
// steps: 10
// args: [0, 0, 0, 0, 0, 0, 0, 0, 0]
func.func @limited(%a: memref<3x3xf32>) {
  linalg.matmul ins(%a, %a : memref<3x3xf32>, memref<3x3xf32>) outs(%a : memref<3x3xf32>)
  return
}
// EXPECTED
// [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
// 6:3: linalg.matmul: step limit exceeded
