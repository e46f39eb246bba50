// certified
// An argument that may be null, which is tested once and not in each iteration.
func.func @first(%n: index, %b: memref<?xf32> {llvm.noalias}, %A: memref<?xf32> {llvm.noalias}) {
  %null = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %address = memref.extract_aligned_pointer_as_index %b : memref<?xf32> -> index
    %c = arith.cmpi ne, %address, %null : index
    %v = scf.if %c -> f32 {
      %x = affine.load %b[%i] : memref<?xf32>
      scf.yield %x : f32
    } else {
      scf.yield %zero : f32
    }
    affine.store %v, %A[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %b: memref<?xf32> {llvm.noalias}, %A: memref<?xf32> {llvm.noalias}) {
  %null = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %address = memref.extract_aligned_pointer_as_index %b : memref<?xf32> -> index
  %c = arith.cmpi ne, %address, %null : index
  scf.if %c {
    affine.for %i = 0 to %n {
      %x = affine.load %b[%i] : memref<?xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
  } else {
    affine.for %i = 0 to %n {
      affine.store %zero, %A[%i] : memref<?xf32>
    }
  }
  return
}
