// refused: the
// wrong
// Lanes beyond the one array are inside the other.
func.func @first(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<?xf32>
    %w = affine.load %x[0] : memref<?xf32>
    %s = arith.mulf %v, %w : f32
    affine.store %s, %y[%i] : memref<?xf32>
  }
  return
}
func.func @second(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n step 8 {
    %v = vector.transfer_read %x[%i], %zero : memref<?xf32>, vector<8xf32>
    %w = vector.transfer_read %x[%c0], %zero {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : memref<?xf32>, vector<8xf32>
    %s = arith.mulf %v, %w : vector<8xf32>
    vector.transfer_write %s, %y[%i] : vector<8xf32>, memref<?xf32>
  }
  return
}
