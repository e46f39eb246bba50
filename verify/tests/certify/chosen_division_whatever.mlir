// refused: 
// The divisor may be zero.
// wrong
func.func @first(%n: index, %m: memref<?xi32>, %x: memref<?xi32>, %out: memref<?xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %k = affine.load %m[%i] : memref<?xi32>
    %a = affine.load %x[%i] : memref<?xi32>
    %is = arith.cmpi sgt, %k, %zero : i32
    %v = scf.if %is -> (i32) {
      %q = arith.divsi %a, %k : i32
      scf.yield %q : i32
    } else {
      scf.yield %zero : i32
    }
    affine.store %v, %out[%i] : memref<?xi32>
  }
  return
}
func.func @second(%n: index, %m: memref<?xi32>, %x: memref<?xi32>, %out: memref<?xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    %k = affine.load %m[%i] : memref<?xi32>
    %a = affine.load %x[%i] : memref<?xi32>
    %is = arith.cmpi sgt, %k, %zero : i32
    %d = arith.select %is, %k, %one : i32
    %q = arith.divsi %a, %k : i32
    %v = arith.select %is, %q, %zero : i32
    affine.store %v, %out[%i] : memref<?xi32>
  }
  return
}
