// The data that PolyBench 4.2.1 gives deriche.
//
// MINI       w = 64, h = 64
// SMALL      w = 192, h = 128
// MEDIUM     w = 720, h = 480
// LARGE      w = 4096, h = 2160
// EXTRALARGE w = 7680, h = 4320
// ARGUMENTS  alpha = 0.25, imgIn[w][h], imgOut[w][h], y1[w][h], y2[w][h]
func.func @init_deriche(%alpha: f64, %imgIn: memref<?x?xf64> {llvm.noalias},
                        %imgOut: memref<?x?xf64> {llvm.noalias}, %y1: memref<?x?xf64> {llvm.noalias},
                        %y2: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.dim %imgIn, %c0 : memref<?x?xf64>
  %h = memref.dim %imgIn, %c1 : memref<?x?xf64>
  %c313 = arith.constant 313 : index
  %c991 = arith.constant 991 : index
  %c65536 = arith.constant 65536 : index
  %white = arith.constant 65535.0 : f64
  affine.for %i = 0 to %w {
    affine.for %j = 0 to %h {
      %product = arith.muli %c313, %i : index
      %product_1 = arith.muli %c991, %j : index
      %sum = arith.addi %product, %product_1 : index
      %remainder = arith.remsi %sum, %c65536 : index
      %integer = arith.index_cast %remainder : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %quotient = arith.divf %real, %white : f64
      affine.store %quotient, %imgIn[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
