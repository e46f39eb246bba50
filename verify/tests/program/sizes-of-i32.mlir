// An integer that bounds a loop is a size; the extents are as large as the subscripts need. Where the arrays overlap, the order of
// the loops makes a difference.
// verdict: refuted
// check: %n = 2, dim(%A, 0) = 2
// check: elements after
func.func @f(%n: i32, %A: memref<?x1100xf64>, %x: memref<?xf64>) {
  %m = arith.index_cast %n : i32 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %a = memref.load %A[%i, %j] : memref<?x1100xf64>
      %v = memref.load %x[%i] : memref<?xf64>
      %s = arith.addf %v, %a : f64
      memref.store %s, %x[%i] : memref<?xf64>
    }
  }
  return
}
// -----
func.func @f(%n: i32, %A: memref<?x1100xf64>, %x: memref<?xf64>) {
  %m = arith.index_cast %n : i32 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %a = memref.load %A[%j, %i] : memref<?x1100xf64>
      %v = memref.load %x[%j] : memref<?xf64>
      %s = arith.addf %v, %a : f64
      memref.store %s, %x[%j] : memref<?xf64>
    }
  }
  return
}
