// test: agree
// run: @triangle(7x7, 7, 2)
// run: @triangle(7x7, 3, -4)
// run: @triangle(7x7, 0, 0)

// Bounds of several results, a step, negative lower bounds, an empty innermost loop.
func.func @triangle(%A: memref<?x?xi32>, %n: index, %m: index) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    affine.for %j = max affine_map<(d0)[s0] -> (d0 - 3, s0, 0)>(%i)[%m] to min affine_map<(d0)[s0] -> (d0 * 2 + 1, s0)>(%i)[%n] step 2 {
      affine.for %k = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0) -> (d0 - 1)>(%i) {
        %a = affine.load %A[%i, %j] : memref<?x?xi32>
        %b = arith.addi %a, %one : i32
        affine.store %b, %A[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
