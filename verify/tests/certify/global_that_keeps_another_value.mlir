// refused: 
// wrong
memref.global "private" constant @table : memref<16xf32> = dense<1.5>
memref.global @state : memref<16xf32> = uninitialized
memref.global "private" constant @other : memref<16xf32> = dense<2.5>
func.func @first(%B: memref<16xf32> {llvm.noalias}) {
  %T = memref.get_global @table : memref<16xf32>
  %S = memref.get_global @state : memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %T[%i] : memref<16xf32>
    %s = affine.load %S[%i] : memref<16xf32>
    %p = arith.mulf %a, %s : f32
    affine.store %p, %B[%i] : memref<16xf32>
    affine.store %p, %S[%i] : memref<16xf32>
  }
  return
}
func.func @second(%B: memref<16xf32> {llvm.noalias}) {
  %T = memref.get_global @table : memref<16xf32>
  %S = memref.get_global @state : memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %T[%i] : memref<16xf32>
    %s = affine.load %S[%i] : memref<16xf32>
    %p = arith.mulf %a, %s : f32
    affine.store %p, %B[%i] : memref<16xf32>
    affine.store %a, %S[%i] : memref<16xf32>
  }
  return
}
