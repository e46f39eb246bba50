// RUN: parse-error
func.func @f(%m: memref<8x4xf32>) {
  %0 = memref.subview %m[0, 0] [4, 4] [2, 1] : memref<8x4xf32> to memref<4x4xf32, strided<[4, 1]>>
  return
}
// EXPECTED
// 3:8: `memref.subview`: the result has the type `memref<4x4xf32, strided<[4, 1]>>`: mismatch of result layout (expected result type to be `memref<4x4xf32, strided<[8, 1]>>` or a rank-reduced version)

// -----
func.func @f(%m: memref<8x4xf32>) {
  %0 = memref.subview %m[-1, 0] [4, 4] [2, 1] : memref<8x4xf32> to memref<4x4xf32, strided<[8, 1], offset: -4>>
  return
}
// EXPECTED
// 2:8: `memref.subview`: expected offsets to be non-negative, but got -1

// -----
func.func @f(%m: memref<8x4xf32>, %n: index) {
  %0 = memref.subview %m[0, 0] [4, %n] [1, 1] : memref<8x4xf32> to memref<4x4xf32, strided<[4, 1]>>
  return
}
// EXPECTED
// 2:8: `memref.subview`: the result has the type `memref<4x4xf32, strided<[4, 1]>>`: mismatch of result sizes (expected result type to be `memref<4x?xf32, strided<[4, 1]>>` or a rank-reduced version)

// -----
func.func @f(%m: memref<8x4xf32>) {
  %0 = memref.subview %m[0, 0] [4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[4]>>
  return
}
// EXPECTED
// 2:8: `memref.subview`: found 2 offsets and 1 sizes (expected mixed offsets rank to match mixed sizes rank so the rank of the result type is well-formed)

// -----
func.func @f(%m: memref<8x4xf32>) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [32], strides: [2] : memref<8x4xf32> to memref<32xf32, strided<[1]>>
  return
}
// EXPECTED
// 2:8: `memref.reinterpret_cast`: the result type has stride = 1 in dim = 0 (expected result type with stride = 2)

// -----
func.func @f(%m: memref<8x4xf32>) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 3, 4] : memref<8x4xf32> into memref<2x3x4xf32>
  return
}
// EXPECTED
// 2:8: `memref.expand_shape`: the collapsed dim size (8) and its reassociation group differ (it must equal reassociation group size (6))

// -----
func.func @f(%m: memref<8x4xf32, strided<[8, 1]>>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x4xf32, strided<[8, 1]>> into memref<32xf32>
  return
}
// EXPECTED
// 2:8: `memref.collapse_shape`: invalid source layout map or collapsing non-contiguous dims

// -----
func.func @f(%m: memref<8x4xf32>) {
  %0 = memref.collapse_shape %m [[0], [0, 1]] : memref<8x4xf32> into memref<8x4xf32>
  return
}
// EXPECTED
// 2:8: `memref.collapse_shape`: the reassociation indices must be contiguous

// -----
func.func @f(%m: memref<8x4xf32>) {
  %0 = memref.transpose %m (i, j) -> (i, i) : memref<8x4xf32> to memref<8x4xf32>
  return
}
// EXPECTED
// 2:8: `memref.transpose`: the map is `(d0, d1) -> (d0, d0)` (expected a permutation map)

// -----
func.func @f(%m: memref<4x8xi8>, %n: index) {
  %0 = memref.view %m[%n][] : memref<4x8xi8> to memref<8xf32>
  return
}
// EXPECTED
// 2:8: `memref.view`: operand #0 must be memref of 8-bit signless integer values of rank 1, but got `memref<4x8xi8>`

// -----
memref.global @g : memref<2xf32> = dense<1.0> {alignment = 3 : i64}
// EXPECTED
// 1:1: `memref.global`: the alignment attribute value 3 is not a power of 2

// -----
memref.global @g : memref<2x?xf32>
// EXPECTED
// 1:1: `memref.global`: the type is `memref<2x?xf32>` (type should be static shaped memref)

// -----
func.func @f() -> memref<2xf32> {
  %0 = memref.get_global @missing : memref<2xf32>
  return %0 : memref<2xf32>
}
// EXPECTED
// 2:8: `memref.get_global`: `@missing` does not reference a valid global memref

// -----
func.func @f(%m: memref<2xi32>, %x: i32, %n: index) {
  %0 = memref.atomic_rmw addf %x, %m[%n] : (i32, memref<2xi32>) -> i32
  return
}
// EXPECTED
// 2:8: `memref.atomic_rmw`: the value has the type `i32` (an atomic update of this kind expects a floating-point type)

// -----
func.func @f(%m: memref<2xi32>, %x: i32, %n: index) {
  %0 = memref.generic_atomic_rmw %m[%n] : memref<2xi32> {
  ^bb0(%old: i32):
    memref.store %old, %m[%n] : memref<2xi32>
    memref.atomic_yield %old : i32
  }
  return
}
// EXPECTED
// 4:5: `memref.store`: the body of `memref.generic_atomic_rmw` should contain only operations with no side effects

// -----
func.func @f(%m: memref<2xi32>, %n: index) {
  memref.dma_start %m[%n], %m[%n], %n, %m[%n], %n : memref<2xi32>, memref<2xi32>, memref<2xi32>
  return
}
// EXPECTED
// 2:46: found 1 operands behind the tag (expected two stride related operands)

// -----
func.func @f(%m: memref<2xi32>, %n: index) {
  memref.prefetch %m[%n], read, locality<4>, data : memref<2xi32>
  return
}
// EXPECTED
// 2:3: `memref.prefetch`: the attribute `localityHint` is out of range (failed to satisfy the constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3)

// -----
func.func @f(%flag: i32) {
  cf.switch %flag : i32, [default: ^a, 1.0: ^a]
^a:
  return
}
// EXPECTED
// 2:40: found `1.0` (expected an integer)
