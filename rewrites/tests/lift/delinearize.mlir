// Rows and columns of a linear array: the columns stay in their rows.
func.func @rows(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%j * symbol(%n) + %i] : memref<?xf32>
      affine.store %a, %A[%i * symbol(%n) + %j] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @rows(%A: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map(%n) {
        %0 = affine.load %A[%j * symbol(%n) + %i] : memref<?xf32>
        affine.store %0, %A[%i * symbol(%n) + %j] : memref<?xf32>
      }
    }
    return
  }
}
// -----
// Planes, rows and columns.
func.func @planes(%A: memref<?xf32> {llvm.noalias}, %l: index, %m: index, %n: index, %x: f32) {
  affine.for %i = 0 to %l {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %n {
        affine.store %x, %A[(%i * symbol(%m) + %j) * symbol(%n) + %k] : memref<?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @planes(%A: memref<?xf32> {llvm.noalias}, %l: index, %m: index, %n: index, %x: f32) {
    affine.for %i = 0 to #map(%l) {
      affine.for %j = 0 to #map(%m) {
        affine.for %k = 0 to #map(%n) {
          affine.store %x, %A[(%i * symbol(%n)) * symbol(%m) + %j * symbol(%n) + %k] : memref<?xf32>
        }
      }
    }
    return
  }
}
// -----
// A row that is walked backwards, and rows of four times as many elements.
func.func @backwards(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i * symbol(%n) + symbol(%n) - 1 - %j] : memref<?xf32>
      affine.store %a, %B[%i * (symbol(%n) * 4) + %j * 4 + 3] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2)[s0] -> (d0 * s0 + (-d1 + d2 - 1))>
module {
  func.func @backwards(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map(%n) {
        %0 = "affine.load"(%A, %i, %j, %n, %n) {map = #map1} : (memref<?xf32>, index, index, index, index) -> f32
        affine.store %0, %B[(%i * symbol(%n)) * 4 + (%j * 4 + 3)] : memref<?xf32>
      }
    }
    return
  }
}
// -----
// Nothing tells that a row has as many elements as are walked over.
func.func @longer(%A: memref<?xf32> {llvm.noalias}, %n: index, %lda: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %x, %A[%i * symbol(%lda) + %j] : memref<?xf32>
    }
  }
  return
}
// stays: more must be known of sizes (rows of linear arrays as long as what is accessed of them, integers that fit their type): it is not known whether %lda >= %n
// -----
// One element beyond the row.
func.func @beyond(%A: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %x, %A[%i * symbol(%n) + %j + 1] : memref<?xf32>
    }
  }
  return
}
// stays: a subscript is not affine with constant divisors, and is not seen to be that of a linear array with rows in which its columns stay
// -----
// Strides of which none is a multiple of the other.
func.func @two_strides(%A: memref<?xf32> {llvm.noalias}, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %x, %A[%i * symbol(%m) + %j * symbol(%n)] : memref<?xf32>
    }
  }
  return
}
// stays: a subscript is not affine with constant divisors, and is not seen to be that of a linear array with rows in which its columns stay
// -----
// Rows that are an argument apart may be shorter than what is accessed of them.
func.func @lda(%A: memref<?xf32>, %x: f32, %m: index, %n: index, %lda: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 1 to %n {
      affine.store %x, %A[%i * symbol(%lda) + %j + 2] : memref<?xf32>
    }
  }
  return
}
// stays: more must be known of sizes (rows of linear arrays as long as what is accessed of them, integers that fit their type): it is not known whether %lda >= %n + 2
// -----
// It is known where the function says so.
func.func @lda(%A: memref<?xf32>, %x: f32, %m: index, %n: index, %lda: index) attributes {ovolo.where = affine_set<(d0, d1, d2, d3, d4) : (d4 - d3 - 2 >= 0)>} {
  affine.for %i = 0 to %m {
    affine.for %j = 1 to %n {
      affine.store %x, %A[%i * symbol(%lda) + %j + 2] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#set = affine_set<(d0, d1, d2, d3, d4) : (d4 - d3 - 2 >= 0)>
module {
  func.func @lda(%A: memref<?xf32>, %x: f32, %m: index, %n: index, %lda: index) attributes {ovolo.where = #set} {
    affine.for %i = 0 to #map(%m) {
      affine.for %j = 1 to #map(%n) {
        affine.store %x, %A[%i * symbol(%lda) + (%j + 2)] : memref<?xf32>
      }
    }
    return
  }
}
// -----
// An array that is only read needs no rows.
func.func @read(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %m: index, %w: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %w {
      %a = affine.load %A[%i * symbol(%m) + %j * symbol(%n) + symbol(%w)] : memref<?xf32>
      affine.store %a, %B[%i * symbol(%w) + %j] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @read(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index, %m: index, %w: index) {
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map(%w) {
        %0 = affine.load %A[%j * symbol(%n) + %i * symbol(%m) + %w] : memref<?xf32>
        affine.store %0, %B[%i * symbol(%w) + %j] : memref<?xf32>
      }
    }
    return
  }
}
// -----
// One that is written too needs them.
func.func @written(%A: memref<?xf32> {llvm.noalias}, %n: index, %m: index, %w: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %w {
      %a = affine.load %A[%i * symbol(%m) + %j * symbol(%n) + symbol(%w)] : memref<?xf32>
      affine.store %a, %A[%i * symbol(%w) + %j] : memref<?xf32>
    }
  }
  return
}
// stays: a subscript is not affine with constant divisors, and is not seen to be that of a linear array with rows in which its columns stay
// -----
// Heads of a row, of which something may be left.
func.func @heads(%A: memref<?xf32> {llvm.noalias}, %n: index, %c: index, %heads: index, %x: f32) {
  %length = arith.divsi %c, %heads : index
  affine.for %i = 0 to %n {
    affine.for %h = 0 to %heads {
      affine.for %k = 0 to %length {
        affine.store %x, %A[%i * symbol(%c) + %h * symbol(%length) + %k] : memref<?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @heads(%A: memref<?xf32> {llvm.noalias}, %n: index, %c: index, %heads: index, %x: f32) {
    %length = arith.divsi %c, %heads : index
    affine.for %i = 0 to #map(%n) {
      affine.for %h = 0 to #map(%heads) {
        affine.for %k = 0 to #map(%length) {
          affine.store %x, %A[%i * symbol(%c) + %h * symbol(%length) + %k] : memref<?xf32>
        }
      }
    }
    return
  }
}
// -----
// One head too many goes on in the next row.
func.func @one_more(%A: memref<?xf32> {llvm.noalias}, %n: index, %c: index, %heads: index, %x: f32) {
  %length = arith.divsi %c, %heads : index
  affine.for %i = 0 to %n {
    affine.for %h = 0 to affine_map<(d0) -> (d0 + 1)>(%heads) {
      affine.for %k = 0 to %length {
        affine.store %x, %A[%i * symbol(%c) + %h * symbol(%length) + %k] : memref<?xf32>
      }
    }
  }
  return
}
// stays: a subscript is not affine with constant divisors, and is not seen to be that of a linear array with rows in which its columns stay
// -----
// Rows of which the number is given: one after the other, in a loop that is not looked at.
func.func @given(%A: memref<?xf32> {llvm.noalias}, %t: index, %n: index) {
  affine.for %k = 0 to %n {
    %a = affine.load %A[(symbol(%t) - 1) * symbol(%n) + %k] : memref<?xf32>
    affine.store %a, %A[symbol(%t) * symbol(%n) + %k] : memref<?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @given(%A: memref<?xf32> {llvm.noalias}, %t: index, %n: index) {
    affine.for %k = 0 to #map(%n) {
      %0 = affine.load %A[(%t - 1) * symbol(%n) + %k] : memref<?xf32>
      affine.store %0, %A[%t * symbol(%n) + %k] : memref<?xf32>
    }
    return
  }
}
// -----
// The next row begins in this one.
func.func @beyond_given(%A: memref<?xf32> {llvm.noalias}, %t: index, %n: index) {
  affine.for %k = 0 to affine_map<(d0) -> (d0 + 1)>(%n) {
    %a = affine.load %A[(symbol(%t) - 1) * symbol(%n) + %k] : memref<?xf32>
    affine.store %a, %A[symbol(%t) * symbol(%n) + %k] : memref<?xf32>
  }
  return
}
// stays: a subscript is not affine with constant divisors, and is not seen to be that of a linear array with rows in which its columns stay
