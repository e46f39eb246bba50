// certified
// The lesser of two ends, as a comparison chooses it.
func.func @first(%n: index, %A: memref<?xf32> {llvm.noalias}, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 8 : index
  affine.for %t = 0 to %n step 8 {
    %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%t)[%n]
    %c = arith.cmpi slt, %size, %left : index
    %end = arith.select %c, %size, %left : index
    scf.for %i = %zero to %end step %one {
      %at = arith.addi %t, %i : index
      memref.store %x, %A[%at] : memref<?xf32>
    }
  }
  return
}
func.func @second(%n: index, %A: memref<?xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
