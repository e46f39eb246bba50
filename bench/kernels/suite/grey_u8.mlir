// The brightness of an image whose colours alternate, in fixed-point arithmetic.
func.func @grey_u8(%in: memref<262144x3xi8> {llvm.noalias}, %out: memref<262144xi8> {llvm.noalias}) {
  %wr = arith.constant 77 : i32
  %wg = arith.constant 150 : i32
  %wb = arith.constant 29 : i32
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to 262144 {
    %r = affine.load %in[%i, 0] : memref<262144x3xi8>
    %g = affine.load %in[%i, 1] : memref<262144x3xi8>
    %b = affine.load %in[%i, 2] : memref<262144x3xi8>
    %er = arith.extui %r : i8 to i32
    %eg = arith.extui %g : i8 to i32
    %eb = arith.extui %b : i8 to i32
    %mr = arith.muli %er, %wr : i32
    %mg = arith.muli %eg, %wg : i32
    %mb = arith.muli %eb, %wb : i32
    %s = arith.addi %mr, %mg : i32
    %t = arith.addi %s, %mb : i32
    %y = arith.shrui %t, %eight : i32
    %v = arith.trunci %y : i32 to i8
    affine.store %v, %out[%i] : memref<262144xi8>
  }
  return
}
