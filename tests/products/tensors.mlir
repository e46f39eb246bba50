// A matrix by a matrix by a vector: the vector comes first.
// @vector: A * (B * x)
func.func @vector(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<6x4xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.matmul ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%z : tensor<6x4xi32>) -> tensor<6x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// A row times matrices times a column, from the left.
// @row: (x * A) * (B * y)
func.func @row(%x: tensor<7xi16>, %A: tensor<7x2xi16>, %B: tensor<2x9xi16>, %y: tensor<9xi16>, %s: tensor<i16>) -> tensor<i16> {
  %zero = arith.constant dense<0> : tensor<7x9xi16>
  %p = linalg.matmul ins(%A, %B : tensor<7x2xi16>, tensor<2x9xi16>) outs(%zero : tensor<7x9xi16>) -> tensor<7x9xi16>
  %none = arith.constant dense<0> : tensor<9xi16>
  %q = linalg.vecmat ins(%x, %p : tensor<7xi16>, tensor<7x9xi16>) outs(%none : tensor<9xi16>) -> tensor<9xi16>
  %r = linalg.dot ins(%q, %y : tensor<9xi16>, tensor<9xi16>) outs(%s : tensor<i16>) -> tensor<i16>
  return %r : tensor<i16>
}

// One vector at both ends is a row and a column.
// @form: ((x * A) * A) * x
func.func @form(%x: tensor<3xi32>, %A: tensor<3x3xi32>, %s: tensor<i32>) -> tensor<i32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3x3xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e : tensor<3x3xi32>) -> tensor<3x3xi32>
  %p = linalg.matmul ins(%A, %A : tensor<3x3xi32>, tensor<3x3xi32>) outs(%z : tensor<3x3xi32>) -> tensor<3x3xi32>
  %f = tensor.empty() : tensor<3xi32>
  %y = linalg.fill ins(%c0 : i32) outs(%f : tensor<3xi32>) -> tensor<3xi32>
  %q = linalg.matvec ins(%p, %x : tensor<3x3xi32>, tensor<3xi32>) outs(%y : tensor<3xi32>) -> tensor<3xi32>
  %r = linalg.dot ins(%x, %q : tensor<3xi32>, tensor<3xi32>) outs(%s : tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// A power is computed by squaring.
// @power: (A * A) * (A * A)
func.func @power(%A: tensor<3x3xi64>, %t: tensor<3x3xi64>) -> tensor<3x3xi64> {
  %c0 = arith.constant 0 : i64
  %e = tensor.empty() : tensor<3x3xi64>
  %z = linalg.fill ins(%c0 : i64) outs(%e : tensor<3x3xi64>) -> tensor<3x3xi64>
  %p = linalg.matmul ins(%A, %A : tensor<3x3xi64>, tensor<3x3xi64>) outs(%z : tensor<3x3xi64>) -> tensor<3x3xi64>
  %q = linalg.matmul ins(%p, %A : tensor<3x3xi64>, tensor<3x3xi64>) outs(%z : tensor<3x3xi64>) -> tensor<3x3xi64>
  %r = linalg.matmul ins(%q, %A : tensor<3x3xi64>, tensor<3x3xi64>) outs(%t : tensor<3x3xi64>) -> tensor<3x3xi64>
  return %r : tensor<3x3xi64>
}

// What accumulates into something that is not zero is a sum, not a factor.
// @sum: kept a factor that is computed by itself: it is added to what is not known to be zero
func.func @sum(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %t: tensor<6x4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %p = linalg.matmul ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%t : tensor<6x4xi32>) -> tensor<6x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// Nor is what is filled with ones.
// @ones: kept a factor that is computed by itself: it is added to what is not known to be zero
func.func @ones(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c1 = arith.constant 1 : i32
  %e = tensor.empty() : tensor<6x4xi32>
  %z = linalg.fill ins(%c1 : i32) outs(%e : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.matmul ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%z : tensor<6x4xi32>) -> tensor<6x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// A product that is returned too is computed anyway.
// @shared: kept a factor that is computed by itself: it is used elsewhere, too
func.func @shared(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> (tensor<6xi32>, tensor<6x4xi32>) {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<6x4xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.matmul ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%z : tensor<6x4xi32>) -> tensor<6x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q, %p : tensor<6xi32>, tensor<6x4xi32>
}

// So is one that both factors of a product are.
// @square: kept a factor that is computed by itself: it is used elsewhere, too
func.func @square(%A: tensor<4x5xi32>, %B: tensor<5x4xi32>, %t: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x4xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %p = linalg.matmul ins(%A, %B : tensor<4x5xi32>, tensor<5x4xi32>) outs(%z : tensor<4x4xi32>) -> tensor<4x4xi32>
  %q = linalg.matmul ins(%p, %p : tensor<4x4xi32>, tensor<4x4xi32>) outs(%t : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %q : tensor<4x4xi32>
}

// A product outside a loop is computed once, a matrix by a vector inside it each time.
// @loop: kept a factor that is computed by itself: what takes it is in another block
func.func @loop(%A: tensor<6x5xi32>, %B: tensor<5x6xi32>, %x: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<6x6xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e : tensor<6x6xi32>) -> tensor<6x6xi32>
  %p = linalg.matmul ins(%A, %B : tensor<6x5xi32>, tensor<5x6xi32>) outs(%z : tensor<6x6xi32>) -> tensor<6x6xi32>
  %r = affine.for %i = 0 to 9 iter_args(%v = %x) -> (tensor<6xi32>) {
    %f = tensor.empty() : tensor<6xi32>
    %y = linalg.fill ins(%c0 : i32) outs(%f : tensor<6xi32>) -> tensor<6xi32>
    %q = linalg.matvec ins(%p, %v : tensor<6x6xi32>, tensor<6xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
    affine.yield %q : tensor<6xi32>
  }
  return %r : tensor<6xi32>
}

// Elements that are extended on the way are not those of one ring.
// @extended: kept a factor that is computed by itself: products of elements of several types are not reassociated
func.func @extended(%A: tensor<6x5xi8>, %B: tensor<5x4xi8>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<6x4xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.matmul ins(%A, %B : tensor<6x5xi8>, tensor<5x4xi8>) outs(%z : tensor<6x4xi32>) -> tensor<6x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// The order that is written is the cheapest.
// @cheapest: nothing
func.func @cheapest(%A: tensor<2x3xi32>, %B: tensor<3x4xi32>, %C: tensor<4x5xi32>, %t: tensor<2x5xi32>) -> tensor<2x5xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x4xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e : tensor<2x4xi32>) -> tensor<2x4xi32>
  %p = linalg.matmul ins(%A, %B : tensor<2x3xi32>, tensor<3x4xi32>) outs(%z : tensor<2x4xi32>) -> tensor<2x4xi32>
  %q = linalg.matmul ins(%p, %C : tensor<2x4xi32>, tensor<4x5xi32>) outs(%t : tensor<2x5xi32>) -> tensor<2x5xi32>
  return %q : tensor<2x5xi32>
}
