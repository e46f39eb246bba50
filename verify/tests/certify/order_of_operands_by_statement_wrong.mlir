// refused: a load reads another cell
// wrong
// As `order_of_operands_by_statement`, but number 1 has a factor of number 0.
func.func @first(%a: memref<8xf32> {llvm.noalias}, %r: memref<2xf32> {llvm.noalias}) {
  %a0 = affine.load %a[0] : memref<8xf32>
  %a1 = affine.load %a[1] : memref<8xf32>
  %a4 = affine.load %a[4] : memref<8xf32>
  %a7 = affine.load %a[7] : memref<8xf32>
  %x = arith.mulf %a0, %a4 : f32
  %y = arith.mulf %a1, %a7 : f32
  affine.store %x, %r[0] : memref<2xf32>
  affine.store %y, %r[1] : memref<2xf32>
  return
}
func.func @second(%a: memref<8xf32> {llvm.noalias}, %r: memref<2xf32> {llvm.noalias}) {
  %a0 = affine.load %a[0] : memref<8xf32>
  %a1 = affine.load %a[1] : memref<8xf32>
  %a4 = affine.load %a[4] : memref<8xf32>
  %a7 = affine.load %a[7] : memref<8xf32>
  %x = arith.mulf %a0, %a4 : f32
  %y = arith.mulf %a7, %a0 : f32
  affine.store %x, %r[0] : memref<2xf32>
  affine.store %y, %r[1] : memref<2xf32>
  return
}
