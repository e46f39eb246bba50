// certified
// Both of two conditions, of which the second is asked where the first holds.
func.func @first(%n: index, %m: memref<?xi32>, %x: memref<?xi32>, %out: memref<?xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %no = arith.constant false
  affine.for %i = 0 to %n {
    %k = affine.load %m[%i] : memref<?xi32>
    %is = arith.cmpi sgt, %k, %zero : i32
    %both = scf.if %is -> (i1) {
      %a = affine.load %x[%i] : memref<?xi32>
      %t = arith.cmpi sgt, %a, %k : i32
      scf.yield %t : i1
    } else {
      scf.yield %no : i1
    }
    %v = arith.extui %both : i1 to i32
    affine.store %v, %out[%i] : memref<?xi32>
  }
  return
}
func.func @second(%n: index, %m: memref<?xi32>, %x: memref<?xi32>, %out: memref<?xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %no = arith.constant false
  affine.for %i = 0 to %n {
    %k = affine.load %m[%i] : memref<?xi32>
    %is = arith.cmpi sgt, %k, %zero : i32
    %a = scf.if %is -> (i32) {
      %b = affine.load %x[%i] : memref<?xi32>
      scf.yield %b : i32
    } else {
      scf.yield %zero : i32
    }
    %t = arith.cmpi sgt, %a, %k : i32
    %both = arith.andi %is, %t : i1
    %v = arith.extui %both : i1 to i32
    affine.store %v, %out[%i] : memref<?xi32>
  }
  return
}
