// against: mlir-opt-19 -affine-loop-coalescing
// fails: operand cannot be used as a symbol
// The bound of the inner loop is an expression of a variable outside: what is made is no valid program.
func.func @triangle(%n: index, %m: index, %a: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %a[%i, 0] : memref<?x?xf32>
    affine.for %k = 0 to %m {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        affine.store %zero, %a[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
