// refused: a value is computed otherwise
// wrong
// What may not fit is promised to.
func.func @first(%n: index, %a: memref<?xi32> {llvm.noalias}, %c: memref<?xi32> {llvm.noalias}, %b: memref<?xi64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    %u = affine.load %c[%i] : memref<?xi32>
    %y = arith.subi %x, %u : i32
    %w = arith.extsi %y : i32 to i64
    affine.store %w, %b[%i] : memref<?xi64>
  }
  return
}
func.func @second(%n: index, %a: memref<?xi32> {llvm.noalias}, %c: memref<?xi32> {llvm.noalias}, %b: memref<?xi64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    %u = affine.load %c[%i] : memref<?xi32>
    %y = arith.subi %x, %u overflow<nsw> : i32
    %w = arith.extsi %y : i32 to i64
    affine.store %w, %b[%i] : memref<?xi64>
  }
  return
}
