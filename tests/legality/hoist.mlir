// What a row reads of another array is the same for all of the row.
// fires: hoist
// equal: hoist
func.func @row(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %b = affine.load %B[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %p = arith.mulf %a, %b : f32
      affine.store %p, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// -----
// The factor of a row stands before what is written of the row.
// fires: hoist
// equal: hoist
func.func @update(%A: memref<12x12xf32> {llvm.noalias}) {
  affine.for %k = 0 to 12 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 12 {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 12 {
        %a = affine.load %A[%i, %j] : memref<12x12xf32>
        %b = affine.load %A[%i, %k] : memref<12x12xf32>
        %c = affine.load %A[%k, %j] : memref<12x12xf32>
        %p = arith.mulf %b, %c : f32
        %s = arith.subf %a, %p : f32
        affine.store %s, %A[%i, %j] : memref<12x12xf32>
      }
    }
  }
  return
}
// -----
// One column further and it is among what is written: later columns read another factor.
// not: hoist
func.func @column_too_many(%A: memref<12x13xf32> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 3 to 12 {
      %a = affine.load %A[%i, %j] : memref<12x13xf32>
      %b = affine.load %A[%i, 3] : memref<12x13xf32>
      %p = arith.mulf %a, %b : f32
      affine.store %p, %A[%i, %j] : memref<12x13xf32>
    }
  }
  return
}
// refused: hoist of j: refused, flow dependence 9:7 affine.store A[i, j] -> 7:12 affine.load A[i, 3]
// -----
// The cell is read, and then written for the iterations to come.
// not: hoist
func.func @written_after(%A: memref<8xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[3] : memref<8xf32>
    affine.store %a, %B[%i] : memref<?xf32>
    %b = affine.load %B[%i + 1] : memref<?xf32>
    affine.store %b, %A[3] : memref<8xf32>
  }
  return
}
// refused: hoist of i: refused, flow dependence 8:5 affine.store A[3] -> 5:10 affine.load A[3]
// -----
// The cell is written a distance before: element i - 1 is read where i does not move.
// not: hoist
func.func @before(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i + %j - 1] : memref<?xf32>
    }
  }
  return
}
// refused: hoist of j: refused, flow dependence 8:7 affine.store A[i + j - 1] -> 6:12 affine.load A[i - 1]
// -----
// The two may be one.
// not: hoist
func.func @alias(%A: memref<?xf32>, %B: memref<8xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[3] : memref<8xf32>
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
// refused: hoist of i: refused, flow dependence 6:5 affine.store A[i] -> 5:10 affine.load B[3]; assumed, for A and B may overlap
// -----
// Where the loop does not run the element need not exist.
// fires: hoist
// equal: hoist
func.func @zero_trip(%A: memref<?xf32> {llvm.noalias}, %B: memref<2xf32> {llvm.noalias}, %n: index, %m: index) {
  affine.for %i = 0 to affine_map<()[s0, s1] -> (s0 - s1)>()[%n, %m] {
    affine.for %j = 0 to %n {
      %b = affine.load %B[symbol(%m)] : memref<2xf32>
      %a = affine.load %A[%i + %j] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i + %j] : memref<?xf32>
    }
  }
  return
}
// -----
// Nor need it where a condition keeps it from being read.
// not: hoist
func.func @under_condition(%A: memref<?xf32> {llvm.noalias}, %B: memref<2xf32> {llvm.noalias}, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (d0 - 3 >= 0, 1 - s0 >= 0, s0 >= 0)>(%i)[%m] {
      %b = affine.load %B[symbol(%m)] : memref<2xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}
// refused: hoist of i: refused, 6:12 affine.load B[m] may be outside its array
// -----
// Inside a loop that may not run, in others that do: it is read before the innermost only, and only where that runs.
// fires: hoist
// equal: hoist
func.func @inner_loop(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<2xf32> {llvm.noalias}, %n: index, %m: index) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %b = affine.load %B[symbol(%m)] : memref<2xf32>
        affine.store %b, %A[%i + %j, %k] : memref<?x?xf32>
      }
      %c = affine.load %A[%i + %j, 0] : memref<?x?xf32>
      affine.store %c, %A[%i + %j, 1] : memref<?x?xf32>
    }
  }
  return
}
// -----
// What is divided by is read before the loop, but nothing is divided where the loop does not run.
// fires: hoist
// equal: hoist
func.func @division(%A: memref<?xi32> {llvm.noalias}, %B: memref<2xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %B[0] : memref<2xi32>
    %b = affine.load %B[1] : memref<2xi32>
    %q = arith.divsi %a, %b : i32
    affine.store %q, %A[%i] : memref<?xi32>
  }
  return
}
// -----
// A function that is called may write anything.
// not lifted: call
func.func private @opaque()
func.func @call(%A: memref<?xf32> {llvm.noalias}, %B: memref<2xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[1] : memref<2xf32>
    affine.store %b, %A[%i] : memref<?xf32>
    func.call @opaque() : () -> ()
  }
  return
}
