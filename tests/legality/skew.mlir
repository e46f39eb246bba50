// A step from A to B and back reads one element to either side: stripes move by two with each iteration of time.
// fires: skew
func.func @there_and_back(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}) {
  affine.for %t = 0 to 20 {
    affine.for %i = 1 to 63 {
      %a = affine.load %A[%i - 1] : memref<64xf32>
      %b = affine.load %A[%i + 1] : memref<64xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %B[%i] : memref<64xf32>
    }
    affine.for %i = 1 to 63 {
      %a = affine.load %B[%i - 1] : memref<64xf32>
      %b = affine.load %B[%i + 1] : memref<64xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %A[%i] : memref<64xf32>
    }
  }
  return
}
// -----
// In place, and a statement at one end that no loop runs through.
// fires: skew
func.func @in_place(%A: memref<64x32xf32> {llvm.noalias}, %edge: memref<20xf32> {llvm.noalias}) {
  affine.for %t = 0 to 20 {
    affine.for %j = 0 to 32 {
      %e = affine.load %edge[%t] : memref<20xf32>
      affine.store %e, %A[0, %j] : memref<64x32xf32>
    }
    affine.for %i = 1 to 63 {
      affine.for %j = 0 to 32 {
        %a = affine.load %A[%i - 1, %j] : memref<64x32xf32>
        %b = affine.load %A[%i + 1, %j] : memref<64x32xf32>
        %sum = arith.addf %a, %b : f32
        affine.store %sum, %A[%i, %j] : memref<64x32xf32>
      }
    }
  }
  return
}
// -----
// Symbolic sizes.
// fires: skew
func.func @symbolic(%steps: index, %n: index, %A: memref<?xf32> {llvm.noalias}) {
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %A[%i] : memref<?xf32>
    }
  }
  return
}
// -----
// Elements change sides: whatever the stripes, one depends on an element far ahead of it.
// not: skew
func.func @reflected(%A: memref<64xf32> {llvm.noalias}, %B: memref<64xf32> {llvm.noalias}) {
  affine.for %t = 0 to 20 {
    affine.for %i = 0 to 64 {
      %a = affine.load %A[-%i + 63] : memref<64xf32>
      affine.store %a, %B[%i] : memref<64xf32>
    }
    affine.for %i = 0 to 64 {
      %b = affine.load %B[%i] : memref<64xf32>
      affine.store %b, %A[%i] : memref<64xf32>
    }
  }
  return
}
// refused: skew of t: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// -----
// The distance grows with i.
// not: skew
func.func @stretched(%A: memref<128xf32> {llvm.noalias}, %B: memref<128xf32> {llvm.noalias}) {
  affine.for %t = 0 to 20 {
    affine.for %i = 0 to 64 {
      %a = affine.load %A[2 * %i] : memref<128xf32>
      affine.store %a, %B[%i] : memref<128xf32>
    }
    affine.for %i = 0 to 64 {
      %b = affine.load %B[%i] : memref<128xf32>
      affine.store %b, %A[%i] : memref<128xf32>
    }
  }
  return
}
// refused: skew of t: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// -----
// A and B may be one memory.
// not: skew
func.func @overlapping(%A: memref<64xf32>, %B: memref<64xf32>) {
  affine.for %t = 0 to 20 {
    affine.for %i = 1 to 63 {
      %a = affine.load %A[%i - 1] : memref<64xf32>
      affine.store %a, %B[%i] : memref<64xf32>
    }
    affine.for %i = 1 to 63 {
      %b = affine.load %B[%i] : memref<64xf32>
      affine.store %b, %A[%i] : memref<64xf32>
    }
  }
  return
}
// refused: skew of i: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// refused: skew of i_1: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// refused: skew of t: refused, anti dependence 6:12 affine.load A[i - 1] -> 7:7 affine.store B[i] with (<); assumed, for A and B may overlap
// -----
// Each step needs the sum of all elements of the step before.
// not: skew
func.func @whole_sum(%A: memref<64xf32> {llvm.noalias}, %sum: memref<f32> {llvm.noalias}) {
  affine.for %t = 0 to 20 {
    affine.for %i = 0 to 64 {
      %s = affine.load %sum[] : memref<f32>
      %a = affine.load %A[%i] : memref<64xf32>
      %next = arith.addf %s, %a : f32
      affine.store %next, %sum[] : memref<f32>
      affine.store %next, %A[%i] : memref<64xf32>
    }
  }
  return
}
// refused: skew of i: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// refused: skew of t: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// -----
// Columns run backwards from row to row in one step: along j, later rows depend on greater places.
// fires: skew
func.func @only_rows(%A: memref<64x64xf32> {llvm.noalias}) {
  affine.for %t = 0 to 20 {
    affine.for %i = 1 to 64 {
      affine.for %j = 0 to 56 {
        %a = affine.load %A[%i - 1, %j + 7] : memref<64x64xf32>
        affine.store %a, %A[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
// -----
// A range that moves with time is no range of stripes.
// not: skew
func.func @triangle(%A: memref<64xf32> {llvm.noalias}) {
  affine.for %t = 0 to 20 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%t) to 63 {
      %a = affine.load %A[%i - 1] : memref<64xf32>
      %b = affine.load %A[%i + 1] : memref<64xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %A[%i] : memref<64xf32>
    }
  }
  return
}
// refused: skew of i: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// refused: skew of t: refused, no loops inside lie at constant distances from each other and from their earlier iterations
// -----
// Register tiles inside stripes of rows, whatever the sizes of both.
// equal: skew split_register_tiles
func.func @rows_in_stripes(%A: memref<13x9xf32> {llvm.noalias}, %B: memref<13x9xf32> {llvm.noalias}) {
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 12 {
      affine.for %j = 1 to 8 {
        %a = affine.load %A[%i - 1, %j] : memref<13x9xf32>
        %b = affine.load %A[%i + 1, %j + 1] : memref<13x9xf32>
        %sum = arith.addf %a, %b : f32
        affine.store %sum, %B[%i, %j] : memref<13x9xf32>
      }
    }
    affine.for %i = 1 to 12 {
      affine.for %j = 1 to 8 {
        %a = affine.load %B[%i - 1, %j - 1] : memref<13x9xf32>
        %b = affine.load %B[%i + 1, %j] : memref<13x9xf32>
        %sum = arith.addf %a, %b : f32
        affine.store %sum, %A[%i, %j] : memref<13x9xf32>
      }
    }
  }
  return
}
