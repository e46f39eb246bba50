// RUN: referee
// A nest with indices, a scalar, a reduction, and an output read before it is written.
memref.global "private" @a : memref<3x4xf32> = dense<[[1.0, 2.0, 3.0, 4.0], [-1.0, -2.0, -3.0, -4.0], [0.5, 0.25, 0.125, 0.0]]>
memref.global "private" @sums : memref<3xf32> = dense<[100.0, 200.0, 300.0]>
func.func @main() {
  %c0 = arith.constant 0 : index
  %A = memref.get_global @a : memref<3x4xf32>
  %S = memref.get_global @sums : memref<3xf32>
  %k = arith.constant 2.0 : f32
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%A, %k : memref<3x4xf32>, f32) outs(%S : memref<3xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i32
    %f = arith.sitofp %i : i32 to f32
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %p, %f : f32
    %t = arith.addf %s, %q : f32
    linalg.yield %t : f32
  }
  %v = vector.load %S[%c0] : memref<3xf32>, vector<3xf32>
  vector.print %v : vector<3xf32>
  linalg.reduce ins(%A : memref<3x4xf32>) outs(%S : memref<3xf32>) dimensions = [1]
    (%x: f32, %s: f32) {
      %m = arith.maximumf %x, %s : f32
      linalg.yield %m : f32
    }
  %w = vector.load %S[%c0] : memref<3xf32>, vector<3xf32>
  vector.print %w : vector<3xf32>
  return
}
// EXPECTED
// ( 126.0, 186.0, 307.75 )
// ( 126.0, 186.0, 307.75 )

// -----
// An output that overlaps its input: the loops say what is read.
memref.global "private" @numbers : memref<6xi32> = dense<[1, 2, 3, 4, 5, 6]>
func.func @main() {
  %c0 = arith.constant 0 : index
  %A = memref.get_global @numbers : memref<6xi32>
  %tail = memref.subview %A[1] [5] [1] : memref<6xi32> to memref<5xi32, strided<[1], offset: 1>>
  %head = memref.subview %A[0] [5] [1] : memref<6xi32> to memref<5xi32, strided<[1]>>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (4 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%head, %tail : memref<5xi32, strided<[1]>>, memref<5xi32, strided<[1], offset: 1>>) outs(%tail : memref<5xi32, strided<[1], offset: 1>>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %s = arith.addi %a, %b : i32
    %t = arith.muli %s, %c : i32
    linalg.yield %t : i32
  }
  %v = vector.load %A[%c0] : memref<6xi32>, vector<6xi32>
  vector.print %v : vector<6xi32>
  return
}
// EXPECTED
// ( 1, 14, 57, 244, 1505, 9114 )

// -----
// On tensors, of which the one to start from stays as it is.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = arith.constant dense<[[1, 0], [2, -1], [0, 3]]> : tensor<3x2xi32>
  %c = arith.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>
  %p = linalg.matmul ins(%a, %b : tensor<2x3xi32>, tensor<3x2xi32>) outs(%c : tensor<2x2xi32>) -> tensor<2x2xi32>
  %e = tensor.empty() : tensor<2x2xi32>
  %t = linalg.transpose ins(%p : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  %m = linalg.map { arith.subi } ins(%p, %t : tensor<2x2xi32>, tensor<2x2xi32>) outs(%e : tensor<2x2xi32>)
  %e3 = tensor.empty() : tensor<2x3x2xi32>
  %w = linalg.broadcast ins(%m : tensor<2x2xi32>) outs(%e3 : tensor<2x3x2xi32>) dimensions = [1]
  %z = arith.constant dense<0> : tensor<2x2xi32>
  %r = linalg.reduce { arith.addi } ins(%w : tensor<2x3x2xi32>) outs(%z : tensor<2x2xi32>) dimensions = [1]
  %pad = arith.constant 0 : i32
  %vp = vector.transfer_read %p[%c0, %c0], %pad : tensor<2x2xi32>, vector<2x2xi32>
  vector.print %vp : vector<2x2xi32>
  %vc = vector.transfer_read %c[%c0, %c0], %pad : tensor<2x2xi32>, vector<2x2xi32>
  vector.print %vc : vector<2x2xi32>
  %vr = vector.transfer_read %r[%c0, %c0], %pad : tensor<2x2xi32>, vector<2x2xi32>
  vector.print %vr : vector<2x2xi32>
  return
}
// EXPECTED
// ( ( 15, 27 ), ( 44, 53 ) )
// ( ( 10, 20 ), ( 30, 40 ) )
// ( ( 0, -51 ), ( 51, 0 ) )

// -----
// Without iterations nothing is read or written.
memref.global "private" @numbers : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @main() {
  %c0 = arith.constant 0 : index
  %A = memref.get_global @numbers : memref<4xi32>
  %none = memref.subview %A[4] [%c0] [1] : memref<4xi32> to memref<?xi32, strided<[1], offset: 4>>
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%none : memref<?xi32, strided<[1], offset: 4>>)
  %out = memref.subview %A[1] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: 1>>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%none : memref<?xi32, strided<[1], offset: 4>>) outs(%out : memref<1xi32, strided<[1], offset: 1>>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  }
  %v = vector.load %A[%c0] : memref<4xi32>, vector<4xi32>
  vector.print %v : vector<4xi32>
  return
}
// EXPECTED
// ( 1, 2, 3, 4 )

// -----
// Slices, shapes and padding of tensors.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %pad = arith.constant -1 : i32
  %s = tensor.extract_slice %a[%c1, 0] [2, 2] [1, 2] : tensor<3x4xi32> to tensor<2x2xi32>
  %i = tensor.insert_slice %s into %a[0, %c2] [2, 2] [2, 1] : tensor<2x2xi32> into tensor<3x4xi32>
  %x = tensor.extract %i[%c2, %c2] : tensor<3x4xi32>
  %u = tensor.insert %x into %i[%c0, %c0] : tensor<3x4xi32>
  %p = tensor.pad %u low[1, 0] high[0, %c1] {
  ^bb0(%r: index, %c: index):
    tensor.yield %pad : i32
  } : tensor<3x4xi32> to tensor<4x?xi32>
  %n = tensor.dim %p, %c1 : tensor<4x?xi32>
  vector.print %n : index
  %v = vector.transfer_read %p[%c0, %c0], %pad : tensor<4x?xi32>, vector<4x5xi32>
  vector.print %v : vector<4x5xi32>
  %f = tensor.collapse_shape %u [[0, 1]] : tensor<3x4xi32> into tensor<12xi32>
  %e = tensor.expand_shape %f [[0, 1]] output_shape [2, 6] : tensor<12xi32> into tensor<2x6xi32>
  %w = vector.transfer_read %e[%c1, %c2], %pad : tensor<2x6xi32>, vector<4xi32>
  vector.print %w : vector<4xi32>
  %g = tensor.generate %c2 {
  ^bb0(%r: index):
    %y = arith.index_cast %r : index to i32
    %z = arith.subi %y, %pad : i32
    tensor.yield %z : i32
  } : tensor<?xi32>
  %t = vector.transfer_read %g[%c0], %pad : tensor<?xi32>, vector<5xi32>
  vector.print %t : vector<5xi32>
  return
}
// EXPECTED
// 5
// ( ( -1, -1, -1, -1, -1 ), ( 9, 2, 5, 7, -1 ), ( 5, 6, 7, 8, -1 ), ( 9, 10, 9, 11, -1 ) )
// ( 9, 10, 9, 11 )
// ( 1, 2, -1, -1, -1 )
