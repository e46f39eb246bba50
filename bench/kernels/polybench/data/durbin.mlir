// The data that PolyBench 4.2.1 gives durbin.
//
// MINI       n = 40
// SMALL      n = 120
// MEDIUM     n = 400
// LARGE      n = 2000
// EXTRALARGE n = 4000
// ARGUMENTS  r[n], y[n]
func.func @init_durbin(%r: memref<?xf64> {llvm.noalias}, %y: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %r, %c0 : memref<?xf64>
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    %sum = arith.addi %n, %c1 : index
    %difference = arith.subi %sum, %i : index
    %integer = arith.index_cast %difference : index to i64
    %real = arith.sitofp %integer : i64 to f64
    affine.store %real, %r[%i] : memref<?xf64>
  }
  return
}
