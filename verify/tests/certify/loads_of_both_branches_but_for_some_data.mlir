// refused: the second function may access memory that the first does not
// One branch loads it where another condition holds, too.
func.func @first(%n: index, %k: memref<?xi32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %none = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %c = affine.load %k[%i] : memref<?xi32>
    %is = arith.cmpi eq, %c, %zero : i32
    %v = scf.if %is -> (f32) {
      %a = affine.load %x[%i] : memref<?xf32>
      %b = arith.negf %a : f32
      scf.yield %b : f32
    } else {
      %more = arith.cmpi sgt, %c, %zero : i32
      %b = scf.if %more -> (f32) {
        %a = affine.load %x[%i] : memref<?xf32>
        %d = arith.addf %a, %a : f32
        scf.yield %d : f32
      } else {
        scf.yield %none : f32
      }
      scf.yield %b : f32
    }
    affine.store %v, %y[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %k: memref<?xi32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %none = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %c = affine.load %k[%i] : memref<?xi32>
    %is = arith.cmpi eq, %c, %zero : i32
    %b = arith.negf %a : f32
    %more = arith.cmpi sgt, %c, %zero : i32
    %t = arith.addf %a, %a : f32
    %d = arith.select %more, %t, %none : f32
    %v = arith.select %is, %b, %d : f32
    affine.store %v, %y[%i] : memref<?xf32>
  }
  return
}
