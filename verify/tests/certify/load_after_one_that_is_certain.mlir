// refused: may access memory that the first does not
// The row below the last one that is stored to may not be there.
func.func @first(%n: index, %m: index, %a: memref<?xi32>, %t: memref<?x?xi32> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %x = affine.load %a[%i - 1] : memref<?xi32>
      %y = affine.load %a[%j - 1] : memref<?xi32>
      %c = arith.cmpi eq, %x, %y : i32
      scf.if %c {
        %d = affine.load %t[%i + 1, %j - 1] : memref<?x?xi32>
        affine.store %d, %t[%i, %j] : memref<?x?xi32>
      } else {
        %u = affine.load %t[%i - 1, %j] : memref<?x?xi32>
        affine.store %u, %t[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
func.func @second(%n: index, %m: index, %a: memref<?xi32>, %t: memref<?x?xi32> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %x = affine.load %a[%i - 1] : memref<?xi32>
      %y = affine.load %a[%j - 1] : memref<?xi32>
      %c = arith.cmpi eq, %x, %y : i32
      %d = affine.load %t[%i + 1, %j - 1] : memref<?x?xi32>
      %u = affine.load %t[%i - 1, %j] : memref<?x?xi32>
      %r = arith.select %c, %d, %u : i32
      affine.store %r, %t[%i, %j] : memref<?x?xi32>
    }
  }
  return
}
