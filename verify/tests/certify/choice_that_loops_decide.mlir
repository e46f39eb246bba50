// certified
// A padding that is never taken: the bounds of the loops keep the subscript inside.
func.func @first(%A: memref<6xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  affine.for %t = 0 to %n {
    affine.for %i = 0 to 5 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %l = arith.cmpi sge, %i1, %c0 : index
      %u = arith.cmpi slt, %i1, %c6 : index
      %in = arith.andi %l, %u : i1
      %at = arith.select %in, %i1, %c0 : index
      %x = memref.load %A[%at] : memref<6xf32>
      %v = arith.select %in, %x, %zero : f32
      affine.store %v, %B[%t] : memref<?xf32>
    }
  }
  return
}
func.func @second(%A: memref<6xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  affine.for %t = 0 to %n {
    affine.for %i = 0 to 5 {
      %v = affine.load %A[%i + 1] : memref<6xf32>
      affine.store %v, %B[%t] : memref<?xf32>
    }
  }
  return
}
