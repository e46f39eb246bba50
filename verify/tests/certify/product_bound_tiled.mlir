// certified
func.func @first(%A: memref<?xf32> {llvm.noalias}, %w: i32, %h: i32, %s: f32) {
  %W = arith.index_cast %w : i32 to index
  %H = arith.index_cast %h : i32 to index
  %n = arith.muli %W, %H : index
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %s : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %w: i32, %h: i32, %s: f32) {
  %W = arith.index_cast %w : i32 to index
  %H = arith.index_cast %h : i32 to index
  %n = arith.muli %H, %W : index
  affine.for %t = 0 to affine_map<(d0) -> (d0 floordiv 4 * 4)>(%n) step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 4)>(%t) {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = arith.mulf %a, %s : f32
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  affine.for %i = max affine_map<(d0) -> (0, d0 floordiv 4 * 4)>(%n) to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %s : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
