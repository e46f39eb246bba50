// Two results, and the number of the iteration, in a row of unknown length.
// verdict: proved
func.func @f(%A: memref<?x?xf32> {llvm.noalias}, %least: memref<?xf32> {llvm.noalias}, %at: memref<?xi32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
      affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%A : memref<?x?xf32>) outs(%least, %at : memref<?xf32>, memref<?xi32>) {
  ^bb0(%a: f32, %l: f32, %i: i32):
    %less = arith.cmpf olt, %a, %l : f32
    %at1 = linalg.index 1 : index
    %j = arith.index_cast %at1 : index to i32
    %value = arith.select %less, %a, %l : f32
    %place = arith.select %less, %j, %i : i32
    linalg.yield %value, %place : f32, i32
  }
  return
}
// -----
func.func @f(%A: memref<?x?xf32> {llvm.noalias}, %least: memref<?xf32> {llvm.noalias}, %at: memref<?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %j = 0 to %m {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %l = affine.load %least[%i] : memref<?xf32>
      %p = affine.load %at[%i] : memref<?xi32>
      %less = arith.cmpf olt, %a, %l : f32
      %value = arith.select %less, %a, %l : f32
      %number = arith.index_cast %j : index to i32
      %place = arith.select %less, %number, %p : i32
      affine.store %value, %least[%i] : memref<?xf32>
      affine.store %place, %at[%i] : memref<?xi32>
    }
  }
  return
}
