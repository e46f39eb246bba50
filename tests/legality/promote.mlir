// fires: promote
func.func @sum(%A: memref<20xf32> {llvm.noalias}, %s: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i] : memref<20xf32>
    %b = affine.load %s[] : memref<f32>
    %c = arith.addf %b, %a : f32
    affine.store %c, %s[] : memref<f32>
  }
  return
}
// -----
// The sum may be one of the terms.
// not: promote
func.func @may_overlap(%A: memref<20xf32>, %s: memref<f32>) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i] : memref<20xf32>
    %b = affine.load %s[] : memref<f32>
    %c = arith.addf %b, %a : f32
    affine.store %c, %s[] : memref<f32>
  }
  return
}
// refused: promote of i: refused, the cell of 8:5 affine.store s[] may be one of 5:10 affine.load A[i]
// -----
// The cell is one of the terms.
// not: promote
func.func @prefix(%A: memref<20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i] : memref<20xf32>
    %b = affine.load %A[7] : memref<20xf32>
    %c = arith.addf %b, %a : f32
    affine.store %c, %A[7] : memref<20xf32>
  }
  return
}
// refused: promote of i: refused, the cell of 8:5 affine.store A[7] may be one of 5:10 affine.load A[i]
// -----
// The cell is beside the terms.
// fires: promote
func.func @last(%A: memref<21xf32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i] : memref<21xf32>
    %b = affine.load %A[20] : memref<21xf32>
    %c = arith.addf %b, %a : f32
    affine.store %c, %A[20] : memref<21xf32>
  }
  return
}
// -----
// The cell is outside its array, which is no matter while the loop does not run.
// not: promote
func.func @outside(%A: memref<20xf32> {llvm.noalias}, %s: memref<4xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<20xf32>
    %b = affine.load %s[4] : memref<4xf32>
    %c = arith.addf %b, %a : f32
    affine.store %c, %s[4] : memref<4xf32>
  }
  return
}
// refused: promote of i: refused, 8:5 affine.store s[4] may be outside its array
// -----
// Nothing is known of the extent: the loop may be empty and the array too.
// not: promote
func.func @dynamic(%A: memref<20xf32> {llvm.noalias}, %s: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<20xf32>
    %b = affine.load %s[0] : memref<?xf32>
    %c = arith.addf %b, %a : f32
    affine.store %c, %s[0] : memref<?xf32>
  }
  return
}
// refused: promote of i: refused, 8:5 affine.store s[0] may be outside its array
// -----
// The row is outside for i = 9 only, where the inner loop is empty.
// not: promote
func.func @outside_when_empty(%A: memref<9x20xf32> {llvm.noalias}, %s: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to affine_map<(d0) -> (9 - d0)>(%i) {
      %a = affine.load %A[%i, %j] : memref<9x20xf32>
      %b = affine.load %s[%i] : memref<9xf32>
      %c = arith.addf %b, %a : f32
      affine.store %c, %s[%i] : memref<9xf32>
    }
  }
  return
}
// refused: promote of j: refused, 9:7 affine.store s[i] may be outside its array
// -----
// The cell moves with the loop.
// not: promote
func.func @moving(%A: memref<20xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i] : memref<20xf32>
    %c = arith.addf %a, %x : f32
    affine.store %c, %A[%i] : memref<20xf32>
  }
  return
}
