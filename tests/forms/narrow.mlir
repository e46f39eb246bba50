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
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @weighted(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
    %two = arith.constant 2 : i32
    %three = arith.constant 3 : i32
    %0 = arith.constant 3 : i16
    %1 = arith.constant 2 : i16
    affine.for %i = 1 to #map(%n) {
      %2 = affine.load %A[%i - 1] : memref<?xi8>
      %3 = arith.extui %2 : i8 to i16
      %4 = affine.load %A[%i] : memref<?xi8>
      %5 = arith.extui %4 : i8 to i16
      %6 = arith.muli %5, %0 : i16
      %7 = arith.addi %3, %6 : i16
      %8 = arith.shrui %7, %1 : i16
      %9 = arith.trunci %8 : i16 to i8
      affine.store %9, %B[%i] : memref<?xi8>
    }
    return
  }
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
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @low(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
    %c = arith.constant 300 : i32
    %0 = arith.constant 44 : i8
    affine.for %i = 0 to #map(%n) {
      %1 = affine.load %A[%i] : memref<?xi8>
      %2 = arith.muli %1, %1 : i8
      %3 = arith.addi %2, %0 : i8
      affine.store %3, %B[%i] : memref<?xi8>
    }
    return
  }
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
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @clamped(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
    %zero = arith.constant 0 : i32
    %most = arith.constant 255 : i32
    %0 = arith.constant 0 : i16
    %1 = arith.constant 255 : i16
    affine.for %i = 1 to #map(%n) {
      %2 = affine.load %A[%i - 1] : memref<?xi8>
      %3 = arith.extui %2 : i8 to i16
      %4 = affine.load %A[%i] : memref<?xi8>
      %5 = arith.extui %4 : i8 to i16
      %6 = arith.subi %3, %5 : i16
      %7 = arith.cmpi slt, %6, %0 : i16
      %8 = arith.minsi %6, %1 : i16
      %9 = arith.select %7, %0, %8 : i16
      %10 = arith.trunci %9 : i16 to i8
      affine.store %10, %B[%i] : memref<?xi8>
    }
    return
  }
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
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @unsigned(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
    %eight = arith.constant 8 : i32
    %0 = arith.constant 8 : i16
    affine.for %i = 0 to #map(%n) {
      %1 = affine.load %A[%i] : memref<?xi8>
      %2 = arith.extui %1 : i8 to i16
      %3 = arith.muli %2, %2 : i16
      %4 = arith.shrui %3, %0 : i16
      %5 = arith.trunci %4 : i16 to i8
      affine.store %5, %B[%i] : memref<?xi8>
    }
    return
  }
}
// -----
// Three times as much does not fit, but bits 8 to 15 of it are those of its low 16.
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
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @wide(%A: memref<?xi8> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
    %three = arith.constant 3 : i32
    %eight = arith.constant 8 : i32
    %0 = arith.constant 3 : i16
    %1 = arith.constant 8 : i16
    affine.for %i = 0 to #map(%n) {
      %2 = affine.load %A[%i] : memref<?xi8>
      %3 = arith.extui %2 : i8 to i16
      %4 = arith.muli %3, %3 : i16
      %5 = arith.muli %4, %0 : i16
      %6 = arith.shrui %5, %1 : i16
      %7 = arith.trunci %6 : i16 to i8
      affine.store %7, %B[%i] : memref<?xi8>
    }
    return
  }
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
// stays
// narrow: refused, what is kept in B is not seen to be computed of numbers that fit in 16 bits
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
// stays
// narrow: refused, what is kept in B is not seen to be computed of numbers that fit in 16 bits
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
// stays
// narrow: refused, B and A may overlap: there other operations are not shown to be equal
// -----
// Of what is shifted to the right bits 8 to 15 are kept: they are those of the low 16, whatever the scale is.
func.func @scaled(%n: index, %t: i32, %a: memref<?xi8> {llvm.noalias}, %c: memref<?xi8> {llvm.noalias}) {
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %wide = arith.extui %x : i8 to i32
    %p = arith.muli %wide, %t : i32
    %s = arith.shrsi %p, %eight : i32
    %v = arith.trunci %s : i32 to i8
    affine.store %v, %c[%i] : memref<?xi8>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @scaled(%n: index, %t: i32, %a: memref<?xi8> {llvm.noalias}, %c: memref<?xi8> {llvm.noalias}) {
    %eight = arith.constant 8 : i32
    %0 = arith.trunci %t : i32 to i16
    %1 = arith.constant 8 : i16
    affine.for %i = 0 to #map(%n) {
      %2 = affine.load %a[%i] : memref<?xi8>
      %3 = arith.extui %2 : i8 to i16
      %4 = arith.muli %3, %0 : i16
      %5 = arith.shrui %4, %1 : i16
      %6 = arith.trunci %5 : i16 to i8
      affine.store %6, %c[%i] : memref<?xi8>
    }
    return
  }
}
// -----
// Bits 9 to 16 are not those of the low 16.
func.func @scaled_more(%n: index, %t: i32, %a: memref<?xi8> {llvm.noalias}, %c: memref<?xi8> {llvm.noalias}) {
  %nine = arith.constant 9 : i32
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %wide = arith.extui %x : i8 to i32
    %p = arith.muli %wide, %t : i32
    %s = arith.shrsi %p, %nine : i32
    %v = arith.trunci %s : i32 to i8
    affine.store %v, %c[%i] : memref<?xi8>
  }
  return
}
// stays
// narrow: refused, what is kept in c is not seen to be computed of numbers that fit in 16 bits
// -----
// A comparison asks for all bits.
func.func @compared(%n: index, %t: i32, %a: memref<?xi8> {llvm.noalias}, %c: memref<?xi8> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %wide = arith.extui %x : i8 to i32
    %s = arith.addi %wide, %t : i32
    %least = arith.minsi %s, %wide : i32
    %v = arith.trunci %least : i32 to i8
    affine.store %v, %c[%i] : memref<?xi8>
  }
  return
}
// stays
// narrow: refused, what is kept in c is not seen to be computed of numbers that fit in 16 bits
