// refused: a value is computed otherwise
// wrong
// Rows are read before the row above has been changed.
func.func @first(%A: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 1 to %n {
  affine.for %j = 0 to %m {
    %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
    %is = arith.cmpf olt, %a, %zero : f32
    scf.if %is {
      affine.store %zero, %A[%i, %j] : memref<?x?xf32>
    }
}}
  return
}
func.func @second(%A: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to %m {
  affine.for %ir = 1 to %n {
    %i = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%ir)[%n]
    %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
    %is = arith.cmpf olt, %a, %zero : f32
    scf.if %is {
      affine.store %zero, %A[%i, %j] : memref<?x?xf32>
    }
}}
  return
}
