// refused: arithmetic with an address
// wrong
func.func @first(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %four = arith.constant 2 : index
  %a = memref.extract_aligned_pointer_as_index %A : memref<?xf32> -> index
  %na = memref.dim %A, %zero : memref<?xf32>
  %ba = arith.muli %na, %four : index
  %ea = arith.addi %a, %ba : index
  %b = memref.extract_aligned_pointer_as_index %B : memref<?xf32> -> index
  %nb = memref.dim %B, %zero : memref<?xf32>
  %bb = arith.muli %four, %nb : index
  %eb = arith.addi %bb, %b : index
  %before = arith.cmpi ule, %ea, %b : index
  %after = arith.cmpi ule, %eb, %a : index
  %apart = arith.ori %before, %after : i1
  scf.if %apart {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%n - 1 - %i] : memref<?xf32>
      affine.store %x, %B[%n - 1 - %i] : memref<?xf32>
    }
  } else {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i] : memref<?xf32>
      affine.store %x, %B[%i] : memref<?xf32>
    }
  }
  return
}
