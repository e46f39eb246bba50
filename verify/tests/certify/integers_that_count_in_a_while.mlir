// certified
func.func @first(%A: memref<?xf32> {llvm.noalias}, %x: f32, %m: i32, %n: i32) -> f32 {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %last, %sum = scf.while (%i = %m, %s = %zero) : (i32, f32) -> (i32, f32) {
    %goes = arith.cmpi slt, %i, %n : i32
    scf.condition(%goes) %i, %s : i32, f32
  } do {
  ^bb0(%i: i32, %s: f32):
    %at = arith.index_cast %i : i32 to index
    memref.store %x, %A[%at] : memref<?xf32>
    %t = arith.addf %s, %x : f32
    %next = arith.addi %i, %one : i32
    scf.yield %next, %t : i32, f32
  }
  return %sum : f32
}
func.func @second(%A: memref<?xf32> {llvm.noalias}, %x: f32, %m: i32, %n: i32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %lower = arith.index_cast %m : i32 to index
  %upper = arith.index_cast %n : i32 to index
  %sum = affine.for %i = %lower to %upper iter_args(%s = %zero) -> f32 {
    affine.store %x, %A[%i] : memref<?xf32>
    %t = arith.addf %s, %x : f32
    affine.yield %t : f32
  }
  return %sum : f32
}
