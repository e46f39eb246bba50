// refused: 
// What is loaded under a condition says nothing of iterations in which it does not hold.
// wrong
func.func @first(%n: index, %m: memref<?xi32>, %x: memref<10xi32>, %out: memref<?xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %no = arith.constant false
  %yes = arith.constant true
  affine.for %i = 0 to %n {
    %k = affine.load %m[%i] : memref<?xi32>
    %is = arith.cmpi sgt, %k, %zero : i32
    %both = scf.if %is -> (i1) {
      scf.yield %yes : i1
    } else {
      %a = affine.load %x[%i] : memref<10xi32>
      %t = arith.cmpi sgt, %a, %k : i32
      scf.yield %t : i1
    }
    %v = arith.extui %both : i1 to i32
    affine.store %v, %out[%i] : memref<?xi32>
  }
  return
}
func.func @second(%n: index, %m: memref<?xi32>, %x: memref<10xi32>, %out: memref<?xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %no = arith.constant false
  %yes = arith.constant true
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 10)>(%n) {
    %k = affine.load %m[%i] : memref<?xi32>
    %is = arith.cmpi sgt, %k, %zero : i32
    %both = scf.if %is -> (i1) {
      scf.yield %yes : i1
    } else {
      %a = affine.load %x[%i] : memref<10xi32>
      %t = arith.cmpi sgt, %a, %k : i32
      scf.yield %t : i1
    }
    %v = arith.extui %both : i1 to i32
    affine.store %v, %out[%i] : memref<?xi32>
  }
  return
}
