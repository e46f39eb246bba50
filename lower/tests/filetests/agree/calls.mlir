// test: agree
// run: @caller(6x2, _)

// Calls that pass and return memrefs and scalars, several results, one function that stays inside.
func.func private @first_column(%A: memref<?x2xf32>, %n: index) -> (memref<?xf32>, f32, i1) {
  %r = memref.alloc(%n) : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i, 0] : memref<?x2xf32>
    affine.store %x, %r[%i] : memref<?xf32>
  }
  %last = affine.load %r[symbol(%n) - 1] : memref<?xf32>
  %sign = arith.cmpf olt, %last, %zero : f32
  return %r, %last, %sign : memref<?xf32>, f32, i1
}

func.func @caller(%A: memref<?x2xf32>, %flip: i1) -> (i1, f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x2xf32>
  %r, %last, %sign = call @first_column(%A, %n) : (memref<?x2xf32>, index) -> (memref<?xf32>, f32, i1)
  affine.for %i = 0 to %n {
    %x = affine.load %r[%i] : memref<?xf32>
    affine.store %x, %A[%i, 1] : memref<?x2xf32>
  }
  memref.dealloc %r : memref<?xf32>
  %s = arith.xori %sign, %flip : i1
  return %s, %last : i1, f32
}
