// refused: may access memory that the first does not
// What is stored to in one branch alone tells nothing where the other is taken.
func.func @first(%n: index, %m: index, %a: memref<?xi32>, %t: memref<?x?xi32> {llvm.noalias}) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %x = affine.load %a[%i - 1] : memref<?xi32>
      %y = affine.load %a[%j - 1] : memref<?xi32>
      %c = arith.cmpi eq, %x, %y : i32
      scf.if %c {
        %d = affine.load %t[%i - 1, %j - 1] : memref<?x?xi32>
        affine.store %d, %t[%i, %j] : memref<?x?xi32>
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
      %d = affine.load %t[%i - 1, %j - 1] : memref<?x?xi32>
      scf.if %c {
        affine.store %d, %t[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
