// refused: a value is computed otherwise
// wrong
func.func @first(%X: memref<32xf32> {llvm.noalias}, %Y: memref<32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 32 {
    %x = affine.load %X[%i] : memref<32xf32>
    %square = arith.muli %i, %i : index
    %n = arith.index_cast %square : index to i32
    %f = arith.sitofp %n : i32 to f32
    %y = arith.mulf %x, %f : f32
    affine.store %y, %Y[%i] : memref<32xf32>
  }
  return
}
func.func @second(%X: memref<32xf32> {llvm.noalias}, %Y: memref<32xf32> {llvm.noalias}) {
  %steps = arith.constant dense<[0, 2, 4, 6]> : vector<4xindex>
  affine.for %i = 0 to 32 step 4 {
    %x = affine.vector_load %X[%i] : memref<32xf32>, vector<4xf32>
    %all = vector.broadcast %i : index to vector<4xindex>
    %here = arith.addi %all, %steps : vector<4xindex>
    %square = arith.muli %here, %here : vector<4xindex>
    %n = arith.index_cast %square : vector<4xindex> to vector<4xi32>
    %f = arith.sitofp %n : vector<4xi32> to vector<4xf32>
    %y = arith.mulf %x, %f : vector<4xf32>
    affine.vector_store %y, %Y[%i] : memref<32xf32>, vector<4xf32>
  }
  return
}
