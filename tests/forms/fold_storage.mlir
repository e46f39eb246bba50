// Rows are written in their order, and the last three are read: four of them are enough.
func.func @three(%A: memref<12x9xf32> {llvm.noalias}, %B: memref<12x9xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<12x9xf32>
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i, %j] : memref<12x9xf32>
      %b = arith.mulf %a, %a : f32
      affine.store %b, %t[%i, %j] : memref<12x9xf32>
    }
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      affine.for %j = 0 to 9 {
        %x = affine.load %t[%i - 2, %j] : memref<12x9xf32>
        %y = affine.load %t[%i - 1, -%j + 8] : memref<12x9xf32>
        %z = affine.load %t[%i, %j] : memref<12x9xf32>
        %s = arith.addf %x, %y : f32
        %r = arith.addf %s, %z : f32
        affine.store %r, %B[%i, %j] : memref<12x9xf32>
      }
    }
  }
  memref.dealloc %t : memref<12x9xf32>
  return
}
// becomes
#set = affine_set<(d0) : (d0 - 2 >= 0)>
module {
  func.func @three(%A: memref<12x9xf32> {llvm.noalias}, %B: memref<12x9xf32> {llvm.noalias}) {
    %t = memref.alloc() : memref<12x9xf32>
    affine.for %i = 0 to 12 {
      affine.for %j = 0 to 9 {
        %0 = affine.load %A[%i, %j] : memref<12x9xf32>
        %1 = arith.mulf %0, %0 : f32
        affine.store %1, %t[%i mod 4, %j] : memref<12x9xf32>
      }
      affine.if #set(%i) {
        affine.for %j_1 = 0 to 9 {
          %0 = affine.load %t[(%i + 2) mod 4, %j_1] : memref<12x9xf32>
          %1 = affine.load %t[(%i + 3) mod 4, -%j_1 + 8] : memref<12x9xf32>
          %2 = arith.addf %0, %1 : f32
          %3 = affine.load %t[%i mod 4, %j_1] : memref<12x9xf32>
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %B[%i, %j_1] : memref<12x9xf32>
        }
      }
    }
    memref.dealloc %t : memref<12x9xf32>
    return
  }
}
// -----
// The row before is read before this one is written: two are enough.
func.func @before(%A: memref<12x9xf32> {llvm.noalias}, %B: memref<12x9xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<13x9xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 9 {
      affine.if affine_set<(d0) : (d0 == 0)>(%i) {
        affine.store %zero, %t[0, %j] : memref<13x9xf32>
      }
      %x = affine.load %t[%i, %j] : memref<13x9xf32>
      %a = affine.load %A[%i, %j] : memref<12x9xf32>
      %s = arith.addf %x, %a : f32
      affine.store %s, %B[%i, %j] : memref<12x9xf32>
      affine.store %s, %t[%i + 1, %j] : memref<13x9xf32>
    }
  }
  memref.dealloc %t : memref<13x9xf32>
  return
}
// becomes
#set = affine_set<(d0) : (d0 == 0)>
module {
  func.func @before(%A: memref<12x9xf32> {llvm.noalias}, %B: memref<12x9xf32> {llvm.noalias}) {
    %t = memref.alloc() : memref<13x9xf32>
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    affine.for %i = 0 to 12 {
      affine.for %j = 0 to 9 {
        affine.if #set(%i) {
          affine.store %0, %t[0, %j] : memref<13x9xf32>
        }
        %1 = affine.load %t[%i mod 2, %j] : memref<13x9xf32>
        %2 = affine.load %A[%i, %j] : memref<12x9xf32>
        %3 = arith.addf %1, %2 : f32
        affine.store %3, %B[%i, %j] : memref<12x9xf32>
        affine.store %3, %t[(%i + 1) mod 2, %j] : memref<13x9xf32>
      }
    }
    memref.dealloc %t : memref<13x9xf32>
    return
  }
}
// -----
// The first row is read all the time.
func.func @first(%A: memref<12x9xf32> {llvm.noalias}, %B: memref<12x9xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<12x9xf32>
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i, %j] : memref<12x9xf32>
      affine.store %a, %t[%i, %j] : memref<12x9xf32>
    }
    affine.for %j = 0 to 9 {
      %x = affine.load %t[0, %j] : memref<12x9xf32>
      %y = affine.load %t[%i, -%j + 8] : memref<12x9xf32>
      %s = arith.addf %x, %y : f32
      affine.store %s, %B[%i, %j] : memref<12x9xf32>
    }
  }
  memref.dealloc %t : memref<12x9xf32>
  return
}
// stays
// -----
// Rows are written backwards.
func.func @backwards(%A: memref<12x9xf32> {llvm.noalias}, %B: memref<12x9xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<12x9xf32>
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i, %j] : memref<12x9xf32>
      affine.store %a, %t[-%i + 11, %j] : memref<12x9xf32>
    }
    affine.for %j = 0 to 9 {
      %y = affine.load %t[-%i + 11, -%j + 8] : memref<12x9xf32>
      affine.store %y, %B[%i, %j] : memref<12x9xf32>
    }
  }
  memref.dealloc %t : memref<12x9xf32>
  return
}
// stays
// fold_storage: refused, 7:7 affine.store t[-i + 11, j] may come before 7:7 affine.store t[-i + 11, j] of a row 1 or more before its own
// -----
// A row is written again, after a later one.
func.func @again(%A: memref<12x9xf32> {llvm.noalias}, %B: memref<12x9xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<13x9xf32>
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i, %j] : memref<12x9xf32>
      affine.store %a, %t[%i + 1, %j] : memref<13x9xf32>
      affine.store %a, %t[%i, %j] : memref<13x9xf32>
    }
    affine.for %j = 0 to 9 {
      %y = affine.load %t[%i, -%j + 8] : memref<13x9xf32>
      %z = affine.load %t[%i + 1, -%j + 8] : memref<13x9xf32>
      %s = arith.addf %z, %y : f32
      affine.store %s, %B[%i, %j] : memref<12x9xf32>
    }
  }
  memref.dealloc %t : memref<13x9xf32>
  return
}
// stays
// fold_storage: refused, 7:7 affine.store t[i + 1, j] may come before 8:7 affine.store t[i, j] of a row 1 or more before its own
// -----
// What is in the array is the caller's.
func.func @callers(%A: memref<12x9xf32> {llvm.noalias}, %t: memref<12x9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i, %j] : memref<12x9xf32>
      affine.store %a, %t[%i, %j] : memref<12x9xf32>
    }
    affine.for %j = 0 to 9 {
      %y = affine.load %t[%i, -%j + 8] : memref<12x9xf32>
      affine.store %y, %A[%i, %j] : memref<12x9xf32>
    }
  }
  return
}
// stays
