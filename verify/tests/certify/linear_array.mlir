// certified
// Loops over a linear array of three dimensions are exchanged.
func.func @first(%n: index, %m: index, %k: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  affine.for %x = 0 to %n {
    affine.for %y = 0 to %m {
      affine.for %z = 0 to %k {
        %row = arith.muli %x, %m : index
        %rows = arith.addi %row, %y : index
        %start = arith.muli %rows, %k : index
        %at = arith.addi %start, %z : index
        %a = memref.load %A[%at] : memref<?xf32>
        %b = arith.addf %a, %a : f32
        memref.store %b, %B[%at] : memref<?xf32>
      }
    }
  }
  return
}
func.func @second(%n: index, %m: index, %k: index, %A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  affine.for %z = 0 to %k {
    affine.for %y = 0 to %m {
      affine.for %x = 0 to %n {
        %row = arith.muli %x, %m : index
        %rows = arith.addi %row, %y : index
        %start = arith.muli %rows, %k : index
        %at = arith.addi %start, %z : index
        %a = memref.load %A[%at] : memref<?xf32>
        %b = arith.addf %a, %a : f32
        memref.store %b, %B[%at] : memref<?xf32>
      }
    }
  }
  return
}
