// The first loop's cells are written again before anything reads them; the row between is another.
func.func @rows(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %n {
      affine.store %zero, %A[%i, %j] : memref<?x?xf32>
    }
    %above = affine.load %A[%i - 1, 0] : memref<?x?xf32>
    affine.store %above, %B[%i] : memref<?xf32>
    affine.for %k = 0 to %n {
      %b = affine.load %B[%k] : memref<?xf32>
      affine.store %b, %A[%i, %k] : memref<?x?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @rows(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
    %zero = arith.constant 0.000000e+00 : f32
    affine.for %i = 1 to #map(%n) {
      %0 = affine.load %A[%i - 1, 0] : memref<?x?xf32>
      affine.store %0, %B[%i] : memref<?xf32>
      affine.for %k = 0 to #map(%n) {
        %1 = affine.load %B[%k] : memref<?xf32>
        affine.store %1, %A[%i, %k] : memref<?x?xf32>
      }
    }
    return
  }
}
// -----
// Nothing reads what is made here.
func.func @unread(%A: memref<16xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %t[%i] : memref<16xf32>
    affine.store %b, %A[%i] : memref<16xf32>
  }
  memref.dealloc %t : memref<16xf32>
  return
}
// becomes
module {
  func.func @unread(%A: memref<16xf32> {llvm.noalias}) {
    %t = memref.alloc() : memref<16xf32>
    affine.for %i = 0 to 16 {
      %0 = affine.load %A[%i] : memref<16xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %A[%i] : memref<16xf32>
    }
    memref.dealloc %t : memref<16xf32>
    return
  }
}
// -----
// Both branches are overwritten.
func.func @branches(%A: memref<16xf32> {llvm.noalias}, %x: f32, %y: f32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    } else {
      affine.store %y, %A[%i] : memref<16xf32>
    }
    %s = arith.addf %x, %y : f32
    affine.store %s, %A[%i] : memref<16xf32>
  }
  return
}
// becomes
module {
  func.func @branches(%A: memref<16xf32> {llvm.noalias}, %x: f32, %y: f32) {
    %0 = arith.addf %x, %y : f32
    affine.for %i = 0 to 16 {
      affine.store %0, %A[%i] : memref<16xf32>
    }
    return
  }
}
// -----
// The second store adds to the first.
func.func @read(%A: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %A[%i] : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %s = arith.addf %a, %x : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
// stays
// dead: refused, flow dependence 5:5 affine.store A[i] -> 6:10 affine.load A[i]
// -----
// One cell is written once only: the second loop is shorter by one.
func.func @shorter(%A: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 2 {
    affine.for %i = 0 to %n {
      affine.store %zero, %A[%i] : memref<?xf32>
    }
    affine.for %k = 1 to %n {
      affine.store %x, %A[%k] : memref<?xf32>
    }
  }
  return
}
// stays
// dead: refused, 9:7 affine.store A[k] may not write again what 6:7 affine.store A[i] wrote
// -----
// Where the loop over k runs zero times nothing is written again.
func.func @zero_trip(%A: memref<16xf32> {llvm.noalias}, %n: index, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %A[%i] : memref<16xf32>
    affine.for %k = 0 to %n {
      affine.store %x, %A[%i] : memref<16xf32>
    }
  }
  return
}
// stays
// dead: refused, 5:5 affine.store A[i] may not write again what 5:5 affine.store A[i] wrote
// -----
// Through another name the value may be read in between.
func.func @overlap(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 1 to 16 {
    affine.store %zero, %A[%i] : memref<16xf32>
    %b = affine.load %B[%i] : memref<16xf32>
    %s = arith.addf %b, %x : f32
    affine.store %s, %A[%i] : memref<16xf32>
  }
  return
}
// stays
// dead: refused, flow dependence 5:5 affine.store A[i] -> 6:10 affine.load B[i]; assumed, for A and B may overlap
// -----
// Only some iterations write again.
func.func @sometimes(%A: memref<16xf32> {llvm.noalias}, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %A[%i] : memref<16xf32>
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    }
  }
  return
}
// stays
// dead: refused, 5:5 affine.store A[i] may not write again what 5:5 affine.store A[i] wrote
// -----
// What a cell holds is stored into it again, and what another holds.
func.func @again(%x: memref<8xf32> {llvm.noalias}, %y: memref<8xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %t[%i] : memref<8xf32>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %b = affine.load %t[%i] : memref<8xf32>
      affine.store %b, %t[%i] : memref<8xf32>
    } else {
      %b = affine.load %t[0] : memref<8xf32>
      affine.store %b, %t[%i] : memref<8xf32>
    }
    %c = affine.load %t[%i] : memref<8xf32>
    affine.store %c, %y[%i] : memref<8xf32>
  }
  memref.dealloc %t : memref<8xf32>
  return
}
// becomes
#set = affine_set<(d0) : (d0 - 3 >= 0)>
module {
  func.func @again(%x: memref<8xf32> {llvm.noalias}, %y: memref<8xf32> {llvm.noalias}) {
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = 0 to 8 {
      %0 = affine.load %x[%i] : memref<8xf32>
      affine.store %0, %t[%i] : memref<8xf32>
      affine.if #set(%i) {
      } else {
        %2 = affine.load %t[0] : memref<8xf32>
        affine.store %2, %t[%i] : memref<8xf32>
      }
      %1 = affine.load %t[%i] : memref<8xf32>
      affine.store %1, %y[%i] : memref<8xf32>
    }
    memref.dealloc %t : memref<8xf32>
    return
  }
}
