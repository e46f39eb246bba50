// not lowered
func.func @scf(%A: memref<?xf64>, %B: memref<8xi64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %n step %c2 iter_args(%acc = %zero) -> (f64) {
    %unused = memref.load %A[%c0] : memref<?xf64>
    %a = memref.load %A[%i] : memref<?xf64>
    %positive = arith.cmpf ogt, %a, %zero : f64
    %t = scf.if %positive -> (f64) {
      %d = arith.addf %acc, %a : f64
      scf.yield %d : f64
    } else {
      scf.yield %acc : f64
    }
    scf.if %positive {
      memref.store %t, %A[%i] : memref<?xf64>
    }
    scf.yield %t : f64
  }
  %first = arith.constant 1 : i64
  scf.for %j = %c1 to %n step %c1 {
    %b = memref.load %B[%j] : memref<8xi64>
    %c = arith.addi %b, %first : i64
    memref.store %c, %B[%j] : memref<8xi64>
  }
  return %s : f64
}
