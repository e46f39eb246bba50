// refused: access
// It is loaded whatever the condition.
// wrong
func.func @first(%n: index, %m: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %none = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %k = affine.load %m[%i] : memref<?xi32>
    %is = arith.cmpi ne, %k, %zero : i32
    %v = scf.if %is -> (f32) {
      %a = affine.load %x[%i] : memref<?xf32>
      %t = arith.addf %a, %a : f32
      scf.yield %t : f32
    } else {
      scf.yield %none : f32
    }
    affine.store %v, %out[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %m: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %none = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %k = affine.load %m[%i] : memref<?xi32>
    %is = arith.cmpi ne, %k, %zero : i32
    %a = affine.load %x[%i] : memref<?xf32>
    %t = arith.addf %a, %a : f32
    %v = arith.select %is, %t, %none : f32
    affine.store %v, %out[%i] : memref<?xf32>
  }
  return
}
