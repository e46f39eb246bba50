// certified
// The sum of a float and itself is its product with two, to the bit; each of the two is loaded by itself.
func.func @first(%n: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[%i] : memref<?xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %s = arith.mulf %two, %a : f32
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}
