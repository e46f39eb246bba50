// A counter of fixed width, and one more than it: both fit, for it is less than an integer of its width.
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %next = arith.addi %i, %one : i32
    %to = arith.index_cast %i : i32 to index
    %from = arith.index_cast %next : i32 to index
    %x = memref.load %A[%from] : memref<?xf32>
    memref.store %x, %B[%to] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %0 = arith.constant 0 : index
    %1 = arith.index_cast %n : i32 to index
    %2 = arith.constant 1 : index
    affine.for %i = 0 to #map(%1) {
      %3 = affine.load %A[%i + 1] : memref<?xf32>
      affine.store %3, %B[%i] : memref<?xf32>
    }
    return
  }
}
// -----
// A loop that C writes with a condition of its own.
func.func @f(%A: memref<?xf32>, %x: f32, %m: i32, %n: i32) {
  %one = arith.constant 1 : i32
  %last = scf.while (%i = %m) : (i32) -> i32 {
    %goes = arith.cmpi slt, %i, %n : i32
    scf.condition(%goes) %i : i32
  } do {
  ^bb0(%i: i32):
    %at = arith.index_cast %i : i32 to index
    memref.store %x, %A[%at] : memref<?xf32>
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%A: memref<?xf32>, %x: f32, %m: i32, %n: i32) {
    %one = arith.constant 1 : i32
    %0 = arith.constant 1 : index
    %1 = arith.index_cast %m : i32 to index
    %2 = arith.index_cast %n : i32 to index
    affine.for %i = #map(%1) to #map(%2) {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    return
  }
}
// -----
// The sum of two numbers that are only known to fit may not.
func.func @f(%A: memref<?xf32>, %x: f32, %k: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %sum = arith.addi %i, %k : i32
    %at = arith.index_cast %sum : i32 to index
    memref.store %x, %A[%at] : memref<?xf32>
  }
  return
}
// stays: `arith.addi` may wrap around in i32, and a subscript, bound or condition depends on it; `overflow<nsw>` would promise that it does not
// -----
// It does where it promises to.
func.func @f(%A: memref<?xf32>, %x: f32, %k: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %sum = arith.addi %i, %k overflow<nsw> : i32
    %at = arith.index_cast %sum : i32 to index
    memref.store %x, %A[%at] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%A: memref<?xf32>, %x: f32, %k: i32, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %0 = arith.constant 0 : index
    %1 = arith.index_cast %n : i32 to index
    %2 = arith.constant 1 : index
    %3 = arith.index_cast %k : i32 to index
    affine.for %i = 0 to #map(%1) {
      affine.store %x, %A[%3 + %i] : memref<?xf32>
    }
    return
  }
}
// -----
// Rows and columns of an image, in 32 bits.
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %h: i32, %w: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  scf.for %y = %zero to %h step %one : i32 {
    scf.for %x = %zero to %w step %one : i32 {
      scf.for %c = %zero to %three step %one : i32 {
        %row = arith.muli %y, %w overflow<nsw> : i32
        %pixel = arith.addi %row, %x overflow<nsw> : i32
        %first = arith.muli %pixel, %three overflow<nsw> : i32
        %place = arith.addi %first, %c overflow<nsw> : i32
        %at = arith.index_cast %place : i32 to index
        %v = memref.load %A[%at] : memref<?xf32>
        memref.store %v, %B[%at] : memref<?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %h: i32, %w: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %0 = arith.constant 0 : index
    %1 = arith.index_cast %h : i32 to index
    %2 = arith.constant 1 : index
    %3 = arith.index_cast %w : i32 to index
    affine.for %y = 0 to #map(%1) {
      affine.for %x = 0 to #map(%3) {
        affine.for %c = 0 to 3 {
          %4 = affine.load %A[(%y * symbol(%3)) * 3 + (%c + %x * 3)] : memref<?xf32>
          affine.store %4, %B[(%y * symbol(%3)) * 3 + (%c + %x * 3)] : memref<?xf32>
        }
      }
    }
    return
  }
}
// -----
// The same without a promise.
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %h: i32, %w: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %y = %zero to %h step %one : i32 {
    scf.for %x = %zero to %w step %one : i32 {
      %row = arith.muli %y, %w : i32
      %place = arith.addi %row, %x : i32
      %at = arith.index_cast %place : i32 to index
      %v = memref.load %A[%at] : memref<?xf32>
      memref.store %v, %B[%at] : memref<?xf32>
    }
  }
  return
}
// stays: `arith.muli` may wrap around in i32, and a subscript, bound or condition depends on it; `overflow<nsw>` would promise that it does not
// -----
// And where constants bound it.
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %h = arith.constant 480 : i32
  %w = arith.constant 640 : i32
  scf.for %y = %zero to %h step %one : i32 {
    scf.for %x = %zero to %w step %one : i32 {
      %row = arith.muli %y, %w : i32
      %place = arith.addi %row, %x : i32
      %wide = arith.extsi %place : i32 to i64
      %at = arith.index_cast %wide : i64 to index
      %v = memref.load %A[%at] : memref<?xf32>
      memref.store %v, %B[%at] : memref<?xf32>
    }
  }
  return
}
// becomes
module {
  func.func @f(%A: memref<?xf32>, %B: memref<?xf32>) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %h = arith.constant 480 : i32
    %w = arith.constant 640 : i32
    %0 = arith.constant 0 : index
    %1 = arith.constant 480 : index
    %2 = arith.constant 1 : index
    affine.for %y = 0 to 480 {
      affine.for %x = 0 to 640 {
        %3 = affine.load %A[%y * 640 + %x] : memref<?xf32>
        affine.store %3, %B[%y * 640 + %x] : memref<?xf32>
      }
    }
    return
  }
}
// -----
// A quotient and a remainder of a number that is not negative; as data an integer stays one.
func.func @f(%A: memref<?x4xf32>, %n: index) {
  %four = arith.constant 4 : i32
  affine.for %i = 0 to 100 {
    %short = arith.index_cast %i : index to i32
    %row = arith.divsi %short, %four : i32
    %column = arith.remsi %short, %four : i32
    %r = arith.index_cast %row : i32 to index
    %c = arith.index_cast %column : i32 to index
    %x = arith.sitofp %short : i32 to f32
    memref.store %x, %A[%r, %c] : memref<?x4xf32>
  }
  return
}
// becomes
module {
  func.func @f(%A: memref<?x4xf32>, %n: index) {
    %four = arith.constant 4 : i32
    %0 = memref.collapse_shape %A [[0, 1]] : memref<?x4xf32> into memref<?xf32>
    affine.for %i = 0 to 100 {
      %1 = arith.index_cast %i : index to i32
      %2 = arith.sitofp %1 : i32 to f32
      affine.store %2, %0[(%i floordiv 4) * 4 + %i mod 4] : memref<?xf32>
    }
    return
  }
}
// -----
// An index may not fit into 32 bits.
func.func @f(%A: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    %short = arith.index_cast %i : index to i32
    %at = arith.index_cast %short : i32 to index
    memref.store %x, %A[%at] : memref<?xf32>
  }
  return
}
// stays: more must be known of sizes (rows of linear arrays as long as what is accessed of them, integers that fit their type): it is not known whether 2147483648 >= %n
// -----
// A hash wraps around, and is to.
func.func @f(%A: memref<1024xf32>, %x: f32) {
  %factor = arith.constant 7046029254386353131 : i64
  %mask = arith.constant 1023 : i64
  affine.for %i = 0 to 100 {
    %number = arith.index_cast %i : index to i64
    %product = arith.muli %number, %factor : i64
    %low = arith.andi %product, %mask : i64
    %at = arith.index_cast %low : i64 to index
    memref.store %x, %A[%at] : memref<1024xf32>
  }
  return
}
// stays: `arith.muli` may wrap around in i64, and a subscript, bound or condition depends on it; `overflow<nsw>` would promise that it does not
// -----
// A condition on integers.
func.func @f(%A: memref<?xf32>, %x: f32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %low = arith.cmpi slt, %i, %ten : i32
    scf.if %low {
      %at = arith.index_cast %i : i32 to index
      memref.store %x, %A[%at] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (-d0 + 9 >= 0)>
module {
  func.func @f(%A: memref<?xf32>, %x: f32, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %ten = arith.constant 10 : i32
    %0 = arith.constant 0 : index
    %1 = arith.index_cast %n : i32 to index
    %2 = arith.constant 1 : index
    affine.for %i = 0 to #map(%1) {
      affine.if #set(%i) {
        affine.store %x, %A[%i] : memref<?xf32>
      }
    }
    return
  }
}
// -----
// Half of a size.
func.func @f(%A: memref<?xf32>, %x: f32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %half = arith.shrsi %n, %one : i32
  scf.for %i = %zero to %half step %one : i32 {
    %next = arith.addi %i, %half : i32
    %at = arith.index_cast %next : i32 to index
    memref.store %x, %A[%at] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0 floordiv 2)>
module {
  func.func @f(%A: memref<?xf32>, %x: f32, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %half = arith.shrsi %n, %one : i32
    %0 = arith.constant 0 : index
    %1 = arith.index_cast %half : i32 to index
    %2 = arith.constant 1 : index
    %3 = arith.index_cast %n : i32 to index
    affine.for %i = 0 to #map(%3) {
      affine.store %x, %A[%i + %3 floordiv 2] : memref<?xf32>
    }
    return
  }
}
// -----
// A constant whose bits are those of another signed number: no loop.
func.func @f(%A: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.constant 4294967295 : i32
  scf.for %i = %zero to %end step %one : i32 {
    %at = arith.index_cast %i : i32 to index
    memref.store %x, %A[%at] : memref<?xf32>
  }
  return
}
// becomes
module {
  func.func @f(%A: memref<?xf32>, %x: f32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %end = arith.constant -1 : i32
    %0 = arith.constant 0 : index
    %1 = arith.constant -1 : index
    %2 = arith.constant 1 : index
    return
  }
}
