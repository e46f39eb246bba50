// certified
// What both branches load is there whatever the data.
func.func @first(%n: index, %k: memref<?xi32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %c = affine.load %k[%i] : memref<?xi32>
    %is = arith.cmpi eq, %c, %zero : i32
    %v = scf.if %is -> (f32) {
      %a = affine.load %x[%i] : memref<?xf32>
      %b = arith.negf %a : f32
      scf.yield %b : f32
    } else {
      %a = affine.load %x[%i] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      scf.yield %b : f32
    }
    affine.store %v, %y[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %k: memref<?xi32> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %c = affine.load %k[%i] : memref<?xi32>
    %is = arith.cmpi eq, %c, %zero : i32
    %b = arith.negf %a : f32
    %d = arith.addf %a, %a : f32
    %v = arith.select %is, %b, %d : f32
    affine.store %v, %y[%i] : memref<?xf32>
  }
  return
}
