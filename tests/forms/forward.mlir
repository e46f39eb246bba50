// The array between two statements is not needed.
func.func @local(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %t[%i] : memref<16xf32>
    %c = affine.load %t[%i] : memref<16xf32>
    %d = arith.addf %c, %a : f32
    affine.store %d, %B[%i] : memref<16xf32>
  }
  memref.dealloc %t : memref<16xf32>
  return
}
// becomes
module {
  func.func @local(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}) {
    %t = memref.alloc() : memref<16xf32>
    affine.for %i = 0 to 16 {
      %0 = affine.load %A[%i] : memref<16xf32>
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %B[%i] : memref<16xf32>
    }
    memref.dealloc %t : memref<16xf32>
    return
  }
}
// -----
// Read once, then overwritten.
func.func @twice(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i + 1] : memref<?xf32>
    %a = affine.load %A[1 + %i] : memref<?xf32>
    %s = arith.mulf %a, %a : f32
    affine.store %s, %B[%i] : memref<?xf32>
    affine.store %s, %A[%i + 1] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @twice(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
    %0 = arith.mulf %x, %x : f32
    affine.for %i = 0 to #map(%n) {
      affine.store %0, %B[%i] : memref<?xf32>
      affine.store %0, %A[%i + 1] : memref<?xf32>
    }
    return
  }
}
// -----
// What the value reads changes before it is read itself.
func.func @changed(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}, %x: f32) {
  %t = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    affine.store %a, %t[%i] : memref<16xf32>
    affine.store %x, %A[%i] : memref<16xf32>
    %c = affine.load %t[%i] : memref<16xf32>
    affine.store %c, %B[%i] : memref<16xf32>
  }
  memref.dealloc %t : memref<16xf32>
  return
}
// stays
// forward: refused, anti dependence 5:10 affine.load A[i] -> 7:5 affine.store A[i]
// -----
// Another store may write the cell in between.
func.func @between(%A: memref<16xf32> {llvm.noalias}, %B: memref<16xf32> {llvm.noalias}, %x: f32) {
  %t = memref.alloc() : memref<17xf32>
  affine.for %i = 0 to 16 {
    affine.store %x, %t[%i] : memref<17xf32>
    %a = affine.load %A[%i] : memref<16xf32>
    affine.store %a, %t[-%i + 16] : memref<17xf32>
    %c = affine.load %t[%i] : memref<17xf32>
    affine.store %c, %B[%i] : memref<16xf32>
  }
  memref.dealloc %t : memref<17xf32>
  return
}
// stays
// forward: refused, anti dependence 8:10 affine.load t[i] -> 7:5 affine.store t[-i + 16]
// -----
// The value of the cell is that of the cell before, plus one: it is not what it was computed from.
func.func @itself(%B: memref<16xf32> {llvm.noalias}, %x: f32) {
  %t = memref.alloc() : memref<16xf32>
  affine.for %k = 0 to 16 {
    affine.for %i = 0 to 1 {
      affine.store %x, %t[%k] : memref<16xf32>
    }
    affine.for %i = 0 to 16 {
      %a = affine.load %t[%k] : memref<16xf32>
      %s = arith.addf %a, %x : f32
      affine.store %s, %t[%k] : memref<16xf32>
      %c = affine.load %t[%k] : memref<16xf32>
      affine.store %c, %B[%i] : memref<16xf32>
    }
  }
  memref.dealloc %t : memref<16xf32>
  return
}
// stays
// forward: refused, anti dependence 9:12 affine.load t[k] -> 6:7 affine.store t[k]
