// Between the two loops whose product runs on threads stands what is read ahead: an iteration is still one of the inner.
// arguments: i32 9x9!@0 9x5!@1 3,3
func.func @kernel(%A0: memref<9x9xi32> {llvm.noalias}, %A1: memref<9x5xi32> {llvm.noalias}, %s: i32, %n: index, %m: index) {
  affine.for %i1 = 0 to 3 {
    affine.for %i2 = 0 to 5 {
      %v1 = affine.load %A0[%i1, %i2] : memref<9x9xi32>
      %v2:1 = affine.for %i3 = 0 to 4 iter_args(%acc = %v1) -> (i32) {
        %v3 = affine.load %A0[%i3 + %i1, %i2 + 3] : memref<9x9xi32>
        %v4 = arith.maxsi %acc, %v3 : i32
        affine.yield %v4 : i32
      }
      affine.store %v2, %A1[%i1, %i2] : memref<9x5xi32>
    }
  }
  return
}
