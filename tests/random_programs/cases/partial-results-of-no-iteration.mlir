// Partial results of a loop whose constant bounds leave it no iteration are an array without elements.
// arguments: i32 !@0 4x4!@1 9,2
func.func @kernel(%A0_in: memref<i32> {llvm.noalias}, %A1: memref<4x4xi32> {llvm.noalias}, %s: i32, %n: index, %m: index) {
  %A0 = memref.alloc() : memref<i32>
  %v1 = affine.load %A0_in[] : memref<i32>
  affine.store %v1, %A0[] : memref<i32>
  affine.for %i2 = 1 to min affine_map<(d0, d1) -> (-2, d1 * 1 + 2)>(%n, %m) {
    affine.for %i4 = 0 to -1 {
      %v4 = affine.load %A0[] : memref<i32>
      %v5 = arith.constant 1 : i32
      %v6 = arith.addi %v4, %v5 : i32
      affine.store %v6, %A0[] : memref<i32>
    }
  }
  affine.for %i5 = 1 to min affine_map<(d0, d1) -> (-1, d1 * 1 + 3)>(%n, %m) {
    %v8 = arith.constant 0 : i32
    %v9 = affine.load %A0[] : memref<i32>
    %v10 = affine.load %A1[%i5 * 1 + 0, 1] : memref<4x4xi32>
    %v11 = arith.maxsi %v9, %v10 : i32
    %v12 = arith.addi %v8, %v11 : i32
    affine.store %v12, %A0[] : memref<i32>
  }
  return
}
