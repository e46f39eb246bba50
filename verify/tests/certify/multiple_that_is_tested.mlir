// certified
// Where n is a multiple of four, four at a time are all that there are.
func.func @first(%n: i32, %A: memref<?xf32> {llvm.noalias}, %x: f32) {
  %m = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %m {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: i32, %A: memref<?xf32> {llvm.noalias}, %x: f32) {
  %m = arith.index_cast %n : i32 to index
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %rest = arith.remsi %m, %c4 : index
  %is_multiple = arith.cmpi eq, %rest, %c0 : index
  scf.if %is_multiple {
    affine.for %i = 0 to %m step 4 {
      affine.store %x, %A[%i] : memref<?xf32>
      affine.store %x, %A[%i + 1] : memref<?xf32>
      affine.store %x, %A[%i + 2] : memref<?xf32>
      affine.store %x, %A[%i + 3] : memref<?xf32>
    }
  } else {
    affine.for %i = 0 to %m {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}
