// y = transpose(A) * (A * x), after PolyBench 4.2.1 at its LARGE size.
func.func @atax(%A: memref<1900x2100xf64> {llvm.noalias}, %x: memref<2100xf64> {llvm.noalias},
                %y: memref<2100xf64> {llvm.noalias}, %tmp: memref<1900xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 2100 {
    affine.store %zero, %y[%i] : memref<2100xf64>
  }
  affine.for %i = 0 to 1900 {
    affine.store %zero, %tmp[%i] : memref<1900xf64>
    affine.for %j = 0 to 2100 {
      %t = affine.load %tmp[%i] : memref<1900xf64>
      %a = affine.load %A[%i, %j] : memref<1900x2100xf64>
      %b = affine.load %x[%j] : memref<2100xf64>
      %product = arith.mulf %a, %b : f64
      %sum = arith.addf %t, %product : f64
      affine.store %sum, %tmp[%i] : memref<1900xf64>
    }
    affine.for %j = 0 to 2100 {
      %c = affine.load %y[%j] : memref<2100xf64>
      %a = affine.load %A[%i, %j] : memref<1900x2100xf64>
      %t = affine.load %tmp[%i] : memref<1900xf64>
      %product = arith.mulf %a, %t : f64
      %sum = arith.addf %c, %product : f64
      affine.store %sum, %y[%j] : memref<2100xf64>
    }
  }
  return
}
