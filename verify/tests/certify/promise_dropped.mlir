// certified
// A difference that is promised to fit has no value where it does not: one without the promise will do.
func.func @first(%n: index, %a: memref<?xi32> {llvm.noalias}, %b: memref<?xi64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    %y = arith.subi %x, %x overflow<nsw> : i32
    %z = arith.muli %y, %x overflow<nsw, nuw> : i32
    %w = arith.extsi %z : i32 to i64
    affine.store %w, %b[%i] : memref<?xi64>
  }
  return
}
func.func @second(%n: index, %a: memref<?xi32> {llvm.noalias}, %b: memref<?xi64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    %y = arith.subi %x, %x : i32
    %z = arith.muli %y, %x : i32
    %w = arith.extsi %z : i32 to i64
    affine.store %w, %b[%i] : memref<?xi64>
  }
  return
}
