// RUN: parse-error
func.func @f(%n: index) {
  %0 = bufferization.alloc_tensor(%n, %n) : tensor<?xf32>
  return
}
// EXPECTED
// 3:8: `bufferization.alloc_tensor`: has 2 dynamic sizes (expected 1 dynamic sizes)

// -----
func.func @f(%n: index, %t: tensor<?xf32>) {
  %0 = bufferization.alloc_tensor(%n) copy(%t) : tensor<?xf32>
  return
}
// EXPECTED
// 2:8: `bufferization.alloc_tensor`: the dynamic sizes are not needed when copying a tensor

// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) {
  bufferization.materialize_in_destination %t in %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
// EXPECTED
// 2:3: `bufferization.materialize_in_destination`: `writable` must be specified if and only if the destination is of memref type

// -----
func.func @f(%t: tensor<4xf32>) {
  bufferization.materialize_in_destination %t in %t : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
// EXPECTED
// 2:3: `bufferization.materialize_in_destination`: the tensor `dest` implies exactly one tensor result

// -----
func.func @f(%t: tensor<4xf32>, %u: tensor<5xf32>) {
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<4xf32>, tensor<5xf32>) -> tensor<5xf32>
  return
}
// EXPECTED
// 2:8: `bufferization.materialize_in_destination`: the source/destination shapes are incompatible

// -----
func.func @f(%t: tensor<4xf32>, %u: tensor<4x1xf32>) {
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}
// EXPECTED
// 2:8: `bufferization.materialize_in_destination`: a rank mismatch between source and destination shape

// -----
func.func @f(%a: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%a, %a : memref<4xf32>, memref<4xf32>) if (%c)
  return
}
// EXPECTED
// 2:3: `bufferization.dealloc`: has 2 memrefs and 1 condition (must have the same number of conditions as memrefs to deallocate)

// -----
func.func @f(%t: tensor<4xf32>) {
  %0 = bufferization.to_memref %t : memref<5xf32>
  return
}
// EXPECTED
// 2:32: `%t` has the type `tensor<4xf32>` (expected `tensor<5xf32>`, the type that the operation states: a use expects the same type as prior uses)
//   1:14: defined here
