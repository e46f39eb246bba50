// Solves L * x = b for a lower triangular L, after PolyBench 4.2.1.
func.func @kernel_trisolv(%L: memref<?x?xf64> {llvm.noalias}, %x: memref<?xf64> {llvm.noalias},
                          %b: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %L, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    %b_i = affine.load %b[%i] : memref<?xf64>
    affine.store %b_i, %x[%i] : memref<?xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %x_i = affine.load %x[%i] : memref<?xf64>
      %l = affine.load %L[%i, %j] : memref<?x?xf64>
      %x_j = affine.load %x[%j] : memref<?xf64>
      %product = arith.mulf %l, %x_j : f64
      %difference = arith.subf %x_i, %product : f64
      affine.store %difference, %x[%i] : memref<?xf64>
    }
    %x_i = affine.load %x[%i] : memref<?xf64>
    %l = affine.load %L[%i, %i] : memref<?x?xf64>
    %quotient = arith.divf %x_i, %l : f64
    affine.store %quotient, %x[%i] : memref<?xf64>
  }
  return
}
