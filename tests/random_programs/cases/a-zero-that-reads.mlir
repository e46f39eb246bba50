// The constant 0 has the value of `acc ^ acc`, which the algebra once wrote where acc was not yet written.
// arguments: i32 !@0 3x10!@1 5,4 0,1
func.func @kernel(%A0: memref<i32> {llvm.noalias}, %A1: memref<3x10xi32> {llvm.noalias}, %s: i32, %n: index, %m: index) {
  affine.for %i = 0 to 3 {
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %first = arith.maxsi %one, %zero : i32
    affine.for %j = 0 to 5 {
      %x = affine.load %A1[%i, %j] : memref<3x10xi32>
      %init = arith.xori %first, %x : i32
      %r = affine.for %k = 0 to 3 iter_args(%acc = %init) -> (i32) {
        %a = affine.load %A0[] : memref<i32>
        %b = arith.addi %a, %acc : i32
        affine.store %b, %A0[] : memref<i32>
        %c = affine.load %A1[1, %j + %k] : memref<3x10xi32>
        %d = arith.xori %c, %acc : i32
        %e = arith.xori %acc, %d : i32
        affine.yield %e : i32
      }
    }
  }
  return
}
