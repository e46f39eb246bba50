// A weighted sum of bytes fits in sixteen bits.
func.func @weighted(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xi8>
    %b = affine.load %A[%i] : memref<?xi8>
    %x = arith.extui %a : i8 to i32
    %y = arith.extui %b : i8 to i32
    %p = arith.muli %y, %three : i32
    %s = arith.addi %x, %p : i32
    %q = arith.shrsi %s, %two : i32
    %r = arith.trunci %q : i32 to i8
    affine.store %r, %B[%i] : memref<?xi8>
  }
  return
}
// -----
// The lower bits of a sum are those of the lower bits: eight are enough.
func.func @low(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
  %c = arith.constant 300 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi8>
    %x = arith.extsi %a : i8 to i32
    %p = arith.muli %x, %x : i32
    %s = arith.addi %p, %c : i32
    %r = arith.trunci %s : i32 to i8
    affine.store %r, %B[%i] : memref<?xi8>
  }
  return
}
// -----
// Numbers below zero, and a choice by a comparison of them.
func.func @clamped(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0 : i32
  %most = arith.constant 255 : i32
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xi8>
    %b = affine.load %A[%i] : memref<?xi8>
    %x = arith.extui %a : i8 to i32
    %y = arith.extui %b : i8 to i32
    %d = arith.subi %x, %y : i32
    %is = arith.cmpi slt, %d, %zero : i32
    %m = arith.minsi %d, %most : i32
    %s = arith.select %is, %zero, %m : i32
    %r = arith.trunci %s : i32 to i8
    affine.store %r, %B[%i] : memref<?xi8>
  }
  return
}
// -----
// Without a sign products of bytes fit in sixteen bits.
func.func @unsigned(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi8>
    %x = arith.extui %a : i8 to i32
    %p = arith.muli %x, %x : i32
    %q = arith.shrsi %p, %eight : i32
    %r = arith.trunci %q : i32 to i8
    affine.store %r, %B[%i] : memref<?xi8>
  }
  return
}
// -----
// Three times as much does not fit.
func.func @wide(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
  %three = arith.constant 3 : i32
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi8>
    %x = arith.extui %a : i8 to i32
    %p = arith.muli %x, %x : i32
    %t = arith.muli %p, %three : i32
    %q = arith.shrsi %t, %eight : i32
    %r = arith.trunci %q : i32 to i8
    affine.store %r, %B[%i] : memref<?xi8>
  }
  return
}
// -----
// A shift that brings zeros into a number below zero shows how wide it was; so does a comparison without signs.
func.func @shows(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi8>
    %x = arith.extsi %a : i8 to i32
    %d = arith.subi %x, %five : i32
    %q = arith.shrui %d, %one : i32
    %is = arith.cmpi ult, %d, %five : i32
    %s = arith.select %is, %q, %x : i32
    %r = arith.trunci %s : i32 to i8
    affine.store %r, %B[%i] : memref<?xi8>
  }
  return
}
// -----
// What is shifted by data, divided, or stored as it is stays.
func.func @other(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %C: memref<?xi32> {llvm.noalias}, %n: index) {
  %three = arith.constant 3 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi8>
    %x = arith.extui %a : i8 to i32
    %q = arith.divsi %x, %three : i32
    %s = arith.shli %three, %x : i32
    %t = arith.addi %q, %s : i32
    %r = arith.trunci %t : i32 to i8
    affine.store %r, %B[%i] : memref<?xi8>
    affine.store %x, %C[%i] : memref<?xi32>
  }
  return
}
// -----
// Of arrays that may overlap nothing is proved but another order.
func.func @overlap(%A: memref<?xi8>, %B: memref<?xi8>, %n: index) {
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi8>
    %x = arith.extui %a : i8 to i32
    %p = arith.muli %x, %x : i32
    %q = arith.shrsi %p, %eight : i32
    %r = arith.trunci %q : i32 to i8
    affine.store %r, %B[%i] : memref<?xi8>
  }
  return
}
