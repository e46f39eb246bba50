// certified
// A sum in two loops, the inner one of which may have no iteration: then each store to the array is a copy of the one before.
func.func @first(%m: index, %n: index, %k: index, %a: memref<?x?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %c: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %start = affine.load %x[0] : memref<?xf32>
    %sum = affine.for %j = 0 to %m iter_args(%s = %start) -> (f32) {
      %inner = affine.for %l = 0 to %k iter_args(%t = %s) -> (f32) {
        %e = affine.load %a[%j, %i + %l] : memref<?x?xf32>
        %u = arith.addf %t, %e : f32
        affine.yield %u : f32
      }
      affine.yield %inner : f32
    }
    affine.store %sum, %c[%i] : memref<?xf32>
  }
  return
}
func.func @second(%m: index, %n: index, %k: index, %a: memref<?x?xf32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %c: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %start = affine.load %x[0] : memref<?xf32>
    affine.store %start, %c[%i] : memref<?xf32>
  }
  affine.for %j = 0 to %m {
    affine.for %i = 0 to %n {
      %s = affine.load %c[%i] : memref<?xf32>
      %inner = affine.for %l = 0 to %k iter_args(%t = %s) -> (f32) {
        %e = affine.load %a[%j, %i + %l] : memref<?x?xf32>
        %u = arith.addf %t, %e : f32
        affine.yield %u : f32
      }
      affine.store %inner, %c[%i] : memref<?xf32>
    }
  }
  return
}
