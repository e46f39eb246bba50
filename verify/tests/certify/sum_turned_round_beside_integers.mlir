// certified
// Which NaN a sum is depends on the order of its operands. Integers show it only where they may be in the memory that is stored to.
func.func @first(%n: index, %k: memref<?xi32>, %t: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %t[%i] : memref<?xf32>
    %y = affine.load %t[%i + 1] : memref<?xf32>
    %s = arith.addf %x, %y : f32
    affine.store %s, %out[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %k: memref<?xi32>, %t: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %t[%i] : memref<?xf32>
    %y = affine.load %t[%i + 1] : memref<?xf32>
    %s = arith.addf %y, %x : f32
    affine.store %s, %out[%i] : memref<?xf32>
  }
  return
}
