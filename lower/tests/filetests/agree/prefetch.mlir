// test: agree
// run: @ahead(7, 3x4, 7)
// run: @ahead(1, 3x4, 1)
// run: @ahead(0, 3x4, 0)

// Hints of elements that are not there change nothing.
func.func @ahead(%A: memref<?xf32>, %B: memref<?x4xf64>, %n: index) {
  affine.for %i = 0 to %n {
    affine.prefetch %A[%i * 3 + 1000], read, locality<3>, data : memref<?xf32>
    affine.prefetch %B[%i - 2, 3], write, locality<1>, data : memref<?x4xf64>
    memref.prefetch %A[%i], read, locality<0>, instr : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
