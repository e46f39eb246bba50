// refused: the second function may access memory that the first does not
// wrong
// Twice a variable without sign wraps around where the size is great.
func.func @first(%n: i32, %y: memref<?xf32> {llvm.noalias}) {
  %n0 = arith.index_castui %n : i32 to index
  affine.for %c = 0 to %n0 {
    %q = affine.apply affine_map<(d0) -> (d0 * 2)>(%c)
    %q32 = arith.index_cast %q : index to i32
    %cell = arith.index_castui %q32 : i32 to index
    %b = memref.load %y[%cell] : memref<?xf32>
    %s = arith.addf %b, %b : f32
    memref.store %s, %y[%cell] : memref<?xf32>
  }
  return
}
func.func @second(%n: i32, %y: memref<?xf32> {llvm.noalias}) {
  %n0 = arith.index_castui %n : i32 to index
  affine.for %c = 0 to %n0 {
    %b = affine.load %y[%c * 2] : memref<?xf32>
    %s = arith.addf %b, %b : f32
    affine.store %s, %y[%c * 2] : memref<?xf32>
  }
  return
}
