// y = (A * B) * x for 512 positions, each with its own 2 x 2 matrices A and B and vector x. Written as it
// stands a position takes 12 multiplications; A * (B * x) is the same modulo 2^32 and takes 8. No order of
// loops helps: only algebra does. All data fits a first-level cache, so that arithmetic decides.
func.func @matrix_chain_i32(%A: memref<2x2x512xi32> {llvm.noalias}, %B: memref<2x2x512xi32> {llvm.noalias},
                            %x: memref<2x512xi32> {llvm.noalias}, %y: memref<2x512xi32> {llvm.noalias}) {
  affine.for %p = 0 to 512 {
    %a00 = affine.load %A[0, 0, %p] : memref<2x2x512xi32>
    %a01 = affine.load %A[0, 1, %p] : memref<2x2x512xi32>
    %a10 = affine.load %A[1, 0, %p] : memref<2x2x512xi32>
    %a11 = affine.load %A[1, 1, %p] : memref<2x2x512xi32>
    %b00 = affine.load %B[0, 0, %p] : memref<2x2x512xi32>
    %b01 = affine.load %B[0, 1, %p] : memref<2x2x512xi32>
    %b10 = affine.load %B[1, 0, %p] : memref<2x2x512xi32>
    %b11 = affine.load %B[1, 1, %p] : memref<2x2x512xi32>
    %x0 = affine.load %x[0, %p] : memref<2x512xi32>
    %x1 = affine.load %x[1, %p] : memref<2x512xi32>
    %l00 = arith.muli %a00, %b00 : i32
    %r00 = arith.muli %a01, %b10 : i32
    %p00 = arith.addi %l00, %r00 : i32
    %l01 = arith.muli %a00, %b01 : i32
    %r01 = arith.muli %a01, %b11 : i32
    %p01 = arith.addi %l01, %r01 : i32
    %l10 = arith.muli %a10, %b00 : i32
    %r10 = arith.muli %a11, %b10 : i32
    %p10 = arith.addi %l10, %r10 : i32
    %l11 = arith.muli %a10, %b01 : i32
    %r11 = arith.muli %a11, %b11 : i32
    %p11 = arith.addi %l11, %r11 : i32
    %u0 = arith.muli %p00, %x0 : i32
    %v0 = arith.muli %p01, %x1 : i32
    %y0 = arith.addi %u0, %v0 : i32
    %u1 = arith.muli %p10, %x0 : i32
    %v1 = arith.muli %p11, %x1 : i32
    %y1 = arith.addi %u1, %v1 : i32
    affine.store %y0, %y[0, %p] : memref<2x512xi32>
    affine.store %y1, %y[1, %p] : memref<2x512xi32>
  }
  return
}
