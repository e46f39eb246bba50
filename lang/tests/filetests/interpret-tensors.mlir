// RUN: interpret
// args: [1, 2, 3, 4] 1
// args: [1, 2, 3, 4] 4
// args: [1, 2, 3, 4] -1
func.func @elements(%t: tensor<4xi32>, %i: index) -> (i32, tensor<4xi32>, tensor<2x1xi32>, tensor<4xi32>) {
  %x = tensor.extract %t[%i] : tensor<4xi32>
  %y = arith.constant 9 : i32
  %u = tensor.insert %y into %t[%i] : tensor<4xi32>
  %v = tensor.from_elements %x, %y : tensor<2x1xi32>
  return %x, %u, %v, %t : i32, tensor<4xi32>, tensor<2x1xi32>, tensor<4xi32>
}
// EXPECTED
// 2 [1, 9, 3, 4] 2x1[2, 9] [1, 2, 3, 4]
// 6:8: tensor.extract: index 4 is out of bounds for an extent of 4 in dimension 0 of the tensor
// 6:8: tensor.extract: index -1 is out of bounds for an extent of 4 in dimension 0 of the tensor

// -----
// An empty tensor has a shape and no contents; a splat may be empty.
// args: 2
// args: 0
// args: -1
func.func @made(%n: index) -> (tensor<?x2xf32>, tensor<?xf32>, tensor<2x?xindex>, index, index) {
  %e = tensor.empty(%n) : tensor<?x2xf32>
  %x = arith.constant 1.5 : f32
  %s = tensor.splat %x[%n] : tensor<?xf32>
  %g = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %k = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
    tensor.yield %k : index
  } : tensor<2x?xindex>
  %one = arith.constant 1 : index
  %d = tensor.dim %g, %one : tensor<2x?xindex>
  %r = tensor.rank %g : tensor<2x?xindex>
  return %e, %s, %g, %d, %r : tensor<?x2xf32>, tensor<?xf32>, tensor<2x?xindex>, index, index
}
// EXPECTED
// 2x2[undefined, undefined, undefined, undefined] [1.5, 1.5] 2x2[0, 1, 10, 11] 2 2
// 0x2[] [] 2x0[] 0 2
// 6:8: tensor.empty: an extent of -1

// -----
// args: [1, 2, 3, 4, 5, 6] 1
// args: [1, 2, 3, 4, 5, 6] 2
func.func @cast(%t: tensor<?xi32>, %n: index) -> (tensor<6xi32>, tensor<?x?xi32>, index) {
  %a = tensor.cast %t : tensor<?xi32> to tensor<6xi32>
  %b = tensor.expand_shape %a [[0, 1]] output_shape [2, 3] : tensor<6xi32> into tensor<2x3xi32>
  %c = tensor.cast %b : tensor<2x3xi32> to tensor<?x?xi32>
  %d = tensor.dim %c, %n : tensor<?x?xi32>
  return %a, %c, %d : tensor<6xi32>, tensor<?x?xi32>, index
}
// EXPECTED
// [1, 2, 3, 4, 5, 6] 2x3[1, 2, 3, 4, 5, 6] 3
// 7:8: tensor.dim: dimension 2 of rank 2

// -----
// args: [1, 2, 3]
func.func @wrong_cast(%t: tensor<?xi32>) -> tensor<4xi32> {
  %a = tensor.cast %t : tensor<?xi32> to tensor<4xi32>
  return %a : tensor<4xi32>
}
// EXPECTED
// 3:8: tensor.cast: the shapes disagree: 3 and 4

// -----
// args: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] 1 2
// args: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] 2 2
// args: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] 0 0
func.func @slices(%t: tensor<3x4xi32>, %i: index, %n: index) -> (tensor<?x2xi32>, tensor<4xi32>, tensor<3x4xi32>) {
  %a = tensor.extract_slice %t[%i, 0] [%n, 2] [1, 3] : tensor<3x4xi32> to tensor<?x2xi32>
  %b = tensor.extract_slice %t[2, 0] [1, 4] [1, 1] : tensor<3x4xi32> to tensor<4xi32>
  %c = tensor.insert_slice %a into %t[0, 1] [%n, 2] [2, 1] : tensor<?x2xi32> into tensor<3x4xi32>
  return %a, %b, %c : tensor<?x2xi32>, tensor<4xi32>, tensor<3x4xi32>
}
// EXPECTED
// 2x2[5, 8, 9, 12] [9, 10, 11, 12] 3x4[1, 5, 8, 4, 5, 6, 7, 8, 9, 9, 12, 12]
// 5:8: tensor.extract_slice: index 3 is out of bounds for an extent of 3 in dimension 0 of the tensor
// 0x2[] [9, 10, 11, 12] 3x4[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

// -----
// args: [1, 2, 3, 4, 5, 6]
func.func @reshape(%t: tensor<2x3xf32>) -> (tensor<6xf32>, tensor<3x2xf32>, tensor<1x6xf32>) {
  %a = tensor.collapse_shape %t [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %shape = arith.constant dense<[3, 2]> : tensor<2xindex>
  %b = tensor.reshape %t(%shape) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  %c = tensor.expand_shape %a [[0, 1]] output_shape [1, 6] : tensor<6xf32> into tensor<1x6xf32>
  return %a, %b, %c : tensor<6xf32>, tensor<3x2xf32>, tensor<1x6xf32>
}
// EXPECTED
// [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] 3x2[1.0, 2.0, 3.0, 4.0, 5.0, 6.0] 1x6[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]

// -----
// args: [1, 2] 1 1
// args: [1, 2] 0 -1
func.func @pad(%t: tensor<2xi32>, %low: index, %high: index) -> tensor<?xi32> {
  %r = tensor.pad %t low[%low] high[%high] {
  ^bb0(%i: index):
    %x = arith.index_cast %i : index to i32
    %y = arith.constant -100 : i32
    %z = arith.addi %x, %y : i32
    tensor.yield %z : i32
  } : tensor<2xi32> to tensor<?xi32>
  return %r : tensor<?xi32>
}
// EXPECTED
// [-100, 1, 2, -97]
// [1]

// -----
// args: [1, 2, 3, 4] [5, 6]
func.func @concat(%a: tensor<2x2xi32>, %b: tensor<2x1xi32>) -> (tensor<2x5xi32>, tensor<4x2xi32>) {
  %r = tensor.concat dim(1) %a, %b, %a : (tensor<2x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<2x5xi32>
  %s = tensor.concat dim(0) %a, %a : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  return %r, %s : tensor<2x5xi32>, tensor<4x2xi32>
}
// EXPECTED
// 2x5[1, 2, 5, 1, 2, 3, 4, 6, 3, 4] 4x2[1, 2, 3, 4, 1, 2, 3, 4]

// -----
// args: [1, 2, 3, 4, 5, 6] [2, 0]
// args: [1, 2, 3, 4, 5, 6] [1, 3]
func.func @gather(%t: tensor<3x2xi32>, %i: tensor<2x1xi32>) -> (tensor<2x1x2xi32>, tensor<2x2xi32>, tensor<3x2xi32>) {
  %a = tensor.gather %t[%i] gather_dims([0]) : (tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<2x1x2xi32>
  %b = tensor.gather %t[%i] gather_dims([0]) : (tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
  %z = arith.constant dense<0> : tensor<3x2xi32>
  %c = tensor.scatter %a into %z[%i] scatter_dims([0]) unique : (tensor<2x1x2xi32>, tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<3x2xi32>
  return %a, %b, %c : tensor<2x1x2xi32>, tensor<2x2xi32>, tensor<3x2xi32>
}
// EXPECTED
// 2x1x2[5, 6, 1, 2] 2x2[5, 6, 1, 2] 3x2[1, 2, 0, 0, 5, 6]
// 4:8: tensor.gather: index 3 is out of bounds for an extent of 3 in dimension 0 of the tensor

// -----
// args: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
func.func @pack(%t: tensor<2x5xi32>) -> (tensor<3x1x2x2xi32>, tensor<2x5xi32>) {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3x1x2x2xi32>
  %p = tensor.pack %t padding_value(%z : i32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %e : tensor<2x5xi32> -> tensor<3x1x2x2xi32>
  %u = tensor.unpack %p outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %t : tensor<3x1x2x2xi32> -> tensor<2x5xi32>
  return %p, %u : tensor<3x1x2x2xi32>, tensor<2x5xi32>
}
// EXPECTED
// 3x1x2x2[1, 6, 2, 7, 3, 8, 4, 9, 5, 10, 0, 0] 2x5[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

// -----
// More tiles than the elements fill are padding; fewer do not hold them.
// args: 2
// args: 3
// args: 1
func.func @pack_with_tiles_to_spare(%n: index) -> (tensor<?x3xi32>, tensor<4xi32>) {
  %t = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %z = arith.constant 0 : i32
  %e = tensor.empty(%n) : tensor<?x3xi32>
  %p = tensor.pack %t padding_value(%z : i32) inner_dims_pos = [0] inner_tiles = [3] into %e : tensor<4xi32> -> tensor<?x3xi32>
  %u = tensor.unpack %p inner_dims_pos = [0] inner_tiles = [3] into %t : tensor<?x3xi32> -> tensor<4xi32>
  return %p, %u : tensor<?x3xi32>, tensor<4xi32>
}
// EXPECTED
// 2x3[1, 2, 3, 4, 0, 0] [1, 2, 3, 4]
// 3x3[1, 2, 3, 4, 0, 0, 0, 0, 0] [1, 2, 3, 4]
// 9:8: tensor.pack: the shapes disagree: 2x3 and 1x3

// -----
// args: [1, 2, 3, 4]
func.func @pack_without_padding(%t: tensor<?xi32>) -> tensor<?x3xi32> {
  %two = arith.constant 2 : index
  %e = tensor.empty(%two) : tensor<?x3xi32>
  %p = tensor.pack %t inner_dims_pos = [0] inner_tiles = [3] into %e : tensor<?xi32> -> tensor<?x3xi32>
  return %p : tensor<?x3xi32>
}
// EXPECTED
// 5:8: tensor.pack: index 4 is out of bounds for an extent of 4 in dimension 0 of the tensor

// -----
// Operations of scalars apply to each element; shapes must agree.
// args: [1, -2] [3, 4]
// args: [1, -2] [3, 4, 5]
func.func @pointwise(%a: tensor<?xi32>, %b: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi1>, tensor<?xi32>, tensor<?xf32>, tensor<?xi1>) {
  %s = arith.muli %a, %b : tensor<?xi32>
  %c = arith.cmpi slt, %a, %b : tensor<?xi32>
  %m = math.absi %a : tensor<?xi32>
  %f = tensor.bitcast %b : tensor<?xi32> to tensor<?xf32>
  %u, %o = arith.addui_extended %a, %b : tensor<?xi32>, tensor<?xi1>
  return %s, %c, %m, %f, %o : tensor<?xi32>, tensor<?xi1>, tensor<?xi32>, tensor<?xf32>, tensor<?xi1>
}
// EXPECTED
// [3, -8] [true, true] [1, 2] [4e-45, 6e-45] [false, true]
// 5:8: arith.muli: the shapes disagree: 2 and 3

// -----
// Constants: splats, lists, sparse ones.
// args:
func.func @constants() -> (tensor<2x2xf16>, tensor<2x3xi8>, tensor<0xi32>, tensor<2x2xf32>, tensor<i64>) {
  %a = arith.constant dense<1.5> : tensor<2x2xf16>
  %b = arith.constant dense<[[1, 2, 3], [-1, -2, -3]]> : tensor<2x3xi8>
  %c = arith.constant dense<> : tensor<0xi32>
  %d = arith.constant sparse<[[0, 1], [1, 0]], [2.0, 3.0]> : tensor<2x2xf32>
  %e = arith.constant dense<7> : tensor<i64>
  return %a, %b, %c, %d, %e : tensor<2x2xf16>, tensor<2x3xi8>, tensor<0xi32>, tensor<2x2xf32>, tensor<i64>
}
// EXPECTED
// 2x2[1.5, 1.5, 1.5, 1.5] 2x3[1, 2, 3, -1, -2, -3] [] 2x2[0.0, 2.0, 3.0, 0.0] [7]

// -----
// Poison spreads; where it decides, it is an error.
// args: true
// args: false
func.func @poison(%c: i1) -> (i32, i32, i32) {
  %p = ub.poison : i32
  %x = arith.constant 1 : i32
  %a = arith.addi %p, %x : i32
  %b = arith.select %c, %x, %p : i32
  %d = arith.divui %x, %b : i32
  return %a, %b, %d : i32, i32, i32
}
// EXPECTED
// undefined 1 1
// 9:8: arith.divui: an undefined value decides, divides or is an index

// -----
// args: [1, 2, 3]
func.func @buffers(%t: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %zero = arith.constant 0 : index
  %x = arith.constant 10 : i32
  %m = bufferization.to_memref %t : memref<3xi32>
  memref.store %x, %m[%zero] : memref<3xi32>
  %a = bufferization.to_tensor %m restrict : memref<3xi32>
  %b = bufferization.alloc_tensor() copy(%a) : tensor<3xi32>
  %n = memref.alloc() : memref<3xi32>
  bufferization.materialize_in_destination %b in restrict writable %n : (tensor<3xi32>, memref<3xi32>) -> ()
  %c = bufferization.clone %n : memref<3xi32> to memref<3xi32>
  memref.store %x, %n[%zero] : memref<3xi32>
  %d = bufferization.to_tensor %c restrict : memref<3xi32>
  %e = bufferization.alloc_tensor() : tensor<3xi32>
  return %a, %b, %d, %e : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}
// EXPECTED
// [10, 2, 3] [10, 2, 3] [10, 2, 3] [undefined, undefined, undefined]

// -----
// args: [1]
func.func @read_only(%t: tensor<1xi32>) {
  %zero = arith.constant 0 : index
  %x = arith.constant 10 : i32
  %m = bufferization.to_memref %t read_only : memref<1xi32>
  memref.store %x, %m[%zero] : memref<1xi32>
  return
}
// EXPECTED
// 6:3: memref.store: writing to memory that is constant

// -----
// What is retained is not freed, and is then owned.
// args:
func.func @dealloc() -> (i1, i1, i32) {
  %yes = arith.constant true
  %zero = arith.constant 0 : index
  %x = arith.constant 3 : i32
  %a = memref.alloc() : memref<2xi32>
  %b = memref.alloc() : memref<2xi32>
  %v = memref.subview %a[1] [1] [1] : memref<2xi32> to memref<1xi32, strided<[1], offset: 1>>
  memref.store %x, %a[%zero] : memref<2xi32>
  %c = memref.alloc() : memref<2xi32>
  %o:2 = bufferization.dealloc (%a, %b : memref<2xi32>, memref<2xi32>) if (%yes, %yes) retain (%v, %c : memref<1xi32, strided<[1], offset: 1>>, memref<2xi32>)
  %r = memref.load %a[%zero] : memref<2xi32>
  memref.store %x, %b[%zero] : memref<2xi32>
  return %o#0, %o#1, %r : i1, i1, i32
}
// EXPECTED
// 14:3: memref.store: use of memory that was freed

// -----
// A position that is the same in every dimension is written as one number.
// args:
func.func @sparse() -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<3xf32>) {
  %a = arith.constant sparse<1, 7> : tensor<2x2xi32>
  %b = arith.constant sparse<[[0, 1], [1, 0]], 5> : tensor<2x2xi32>
  %c = arith.constant sparse<2, 1.5> : tensor<3xf32>
  return %a, %b, %c : tensor<2x2xi32>, tensor<2x2xi32>, tensor<3xf32>
}
// EXPECTED
// 2x2[0, 0, 0, 7] 2x2[0, 5, 5, 0] [0.0, 0.0, 1.5]
