// certified
// The iteration that a condition leaves out may be the last but one of those that store.
func.func @first(%n: index, %A: memref<?x?xf64> {llvm.noalias}, %Y: memref<?xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %zero, %Y[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%j, %i) {
      } else {
        %s = affine.load %Y[%i] : memref<?xf64>
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %t = arith.addf %s, %a : f64
        affine.store %t, %Y[%i] : memref<?xf64>
      }
    }
  }
  return
}
func.func @second(%n: index, %A: memref<?x?xf64> {llvm.noalias}, %Y: memref<?xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %zero, %Y[%i] : memref<?xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %s = affine.load %Y[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %t = arith.addf %s, %a : f64
      affine.store %t, %Y[%i] : memref<?xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n {
      %s = affine.load %Y[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %t = arith.addf %s, %a : f64
      affine.store %t, %Y[%i] : memref<?xf64>
    }
  }
  return
}
