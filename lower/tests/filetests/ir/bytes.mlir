// test: ir cpu=x86-64-v3

// Bytes are added in 16 bits, with twice the lanes.
func.func @mean(%a: memref<512xi8> {llvm.noalias}, %b: memref<512xi8> {llvm.noalias}, %c: memref<512xi8> {llvm.noalias}) {
  %one = arith.constant 1 : i32
  %least = arith.constant 7 : i32
  affine.for %i = 0 to 512 {
    %0 = affine.load %a[%i] : memref<512xi8>
    %x = arith.extui %0 : i8 to i32
    %1 = affine.load %b[%i] : memref<512xi8>
    %y = arith.extui %1 : i8 to i32
    %s = arith.addi %x, %y : i32
    %h = arith.shrsi %s, %one : i32
    %m = arith.maxsi %h, %least : i32
    %z = arith.trunci %m : i32 to i8
    affine.store %z, %c[%i] : memref<512xi8>
  }
  return
}
// check: x i16>
// not: x i32>
