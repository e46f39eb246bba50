// refused: a term of a sum
// wrong
// The rest begins one column too late.
func.func @first(%x: memref<?xi32> {llvm.noalias}, %a: memref<?x?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  affine.for %j = 0 to %n {
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
      %old = affine.load %x[%j] : memref<?xi32>
      %t = affine.load %a[%k, %j] : memref<?x?xi32>
      %new = arith.addi %old, %t : i32
      affine.store %new, %x[%j] : memref<?xi32>
    }
  }
  return
}
func.func @second(%x: memref<?xi32> {llvm.noalias}, %a: memref<?x?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  affine.for %k = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to affine_map<(d0)[s0] -> (d0 + 1 + ((s0 - d0 - 1) floordiv 4) * 4)>(%k)[%n] step 4 {
      %old = affine.vector_load %x[%j] : memref<?xi32>, vector<4xi32>
      %t = affine.vector_load %a[%k, %j] : memref<?x?xi32>, vector<4xi32>
      %new = arith.addi %t, %old : vector<4xi32>
      affine.vector_store %new, %x[%j] : memref<?xi32>, vector<4xi32>
    }
    affine.for %j = affine_map<(d0)[s0] -> (d0 + 2 + ((s0 - d0 - 1) floordiv 4) * 4)>(%k)[%n] to %n {
      %old = affine.load %x[%j] : memref<?xi32>
      %t = affine.load %a[%k, %j] : memref<?x?xi32>
      %new = arith.addi %old, %t : i32
      affine.store %new, %x[%j] : memref<?xi32>
    }
  }
  return
}
