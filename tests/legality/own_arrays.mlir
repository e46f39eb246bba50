// Each row goes through an array that it writes before it reads it, in another order.
// equal: parallelize
func.func @reversed(%A: memref<4x5xf32> {llvm.noalias}, %B: memref<4x5xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<5xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<4x5xf32>
      affine.store %a, %t[%j] : memref<5xf32>
    }
    affine.for %k = 0 to 5 {
      %a = affine.load %t[-%k + 4] : memref<5xf32>
      affine.store %a, %B[%i, %k] : memref<4x5xf32>
    }
  }
  memref.dealloc %t : memref<5xf32>
  return
}
// -----
// Symbolic sizes that may be zero; a part of the triangle that is written is read.
// equal: parallelize
func.func @triangle(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %t[%j] : memref<?xf32>
    }
    affine.for %k = 1 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %t[%i - %k] : memref<?xf32>
      affine.store %a, %B[%i, %k] : memref<?x?xf32>
    }
  }
  memref.dealloc %t : memref<?xf32>
  return
}
// -----
// Each element starts anew and is summed up before the row is read.
// equal: parallelize
func.func @summed(%A: memref<3x4xf32> {llvm.noalias}, %C: memref<4x5xf32> {llvm.noalias},
                  %B: memref<3x5xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloca() : memref<5xf32>
  affine.for %i = 0 to 3 {
    affine.for %p = 0 to 5 {
      affine.store %zero, %t[%p] : memref<5xf32>
      affine.for %s = 0 to 4 {
        %a = affine.load %A[%i, %s] : memref<3x4xf32>
        %c = affine.load %C[%s, %p] : memref<4x5xf32>
        %product = arith.mulf %a, %c : f32
        %sum = affine.load %t[%p] : memref<5xf32>
        %next = arith.addf %sum, %product : f32
        affine.store %next, %t[%p] : memref<5xf32>
      }
    }
    affine.for %q = 0 to 5 {
      %sum = affine.load %t[%q] : memref<5xf32>
      affine.store %sum, %B[%i, %q] : memref<3x5xf32>
    }
  }
  return
}
// -----
// The first element is what the iteration before left.
// not: parallelize
func.func @left_over(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<2xf32>
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %a, %t[1] : memref<2xf32>
    %before = affine.load %t[0] : memref<2xf32>
    affine.store %before, %B[%i] : memref<9xf32>
    affine.store %a, %t[0] : memref<2xf32>
  }
  memref.dealloc %t : memref<2xf32>
  return
}
// refused: parallelize of i: refused, output dependence 7:5 affine.store t[1] -> 7:5 affine.store t[1] with (<)
// -----
// Only some iterations write what all read.
// not: parallelize
func.func @sometimes(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<2xf32>
  affine.for %i = 0 to 9 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<9xf32>
      affine.store %a, %t[1] : memref<2xf32>
    }
    %b = affine.load %t[1] : memref<2xf32>
    affine.store %b, %B[%i] : memref<9xf32>
  }
  memref.dealloc %t : memref<2xf32>
  return
}
// refused: parallelize of i: refused, output dependence 8:7 affine.store t[1] -> 8:7 affine.store t[1] with (<)
// -----
// The loop that writes may not run: then the iteration reads what another one wrote.
// not: parallelize
func.func @may_not_run(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}, %n: index) {
  %t = memref.alloc() : memref<2xf32>
  affine.for %i = 0 to 9 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      %a = affine.load %A[%i] : memref<9xf32>
      affine.store %a, %t[0] : memref<2xf32>
    }
    %b = affine.load %t[0] : memref<2xf32>
    affine.store %b, %B[%i] : memref<9xf32>
  }
  memref.dealloc %t : memref<2xf32>
  return
}
// refused: parallelize of j: refused, output dependence 8:7 affine.store t[0] -> 8:7 affine.store t[0] with (<)
// refused: parallelize of i: refused, output dependence 8:7 affine.store t[0] -> 8:7 affine.store t[0] with (<)
// -----
// Every other iteration writes the element that all read.
// not: parallelize
func.func @alternating(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  %t = memref.alloc() : memref<2xf32>
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %a, %t[%i mod 2] : memref<2xf32>
    %b = affine.load %t[0] : memref<2xf32>
    affine.store %b, %B[%i] : memref<9xf32>
  }
  memref.dealloc %t : memref<2xf32>
  return
}
// refused: parallelize of i: refused, output dependence 7:5 affine.store t[(i) mod 2] -> 7:5 affine.store t[(i) mod 2] with (<)
// -----
// The caller sees what the last iteration left.
// not: parallelize
func.func @of_the_caller(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias},
                         %t: memref<2xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %a, %t[0] : memref<2xf32>
    %b = affine.load %t[0] : memref<2xf32>
    affine.store %b, %B[%i] : memref<9xf32>
  }
  return
}
// refused: parallelize of i: refused, output dependence 7:5 affine.store t[0] -> 7:5 affine.store t[0] with (<)
// -----
// What the last iteration left is read after the loop.
// not: parallelize
func.func @read_after(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) -> f32 {
  %t = memref.alloc() : memref<2xf32>
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %a, %t[0] : memref<2xf32>
    %b = affine.load %t[0] : memref<2xf32>
    affine.store %b, %B[%i] : memref<9xf32>
  }
  %last = affine.load %t[0] : memref<2xf32>
  memref.dealloc %t : memref<2xf32>
  return %last : f32
}
// refused: parallelize of i: refused, output dependence 7:5 affine.store t[0] -> 7:5 affine.store t[0] with (<)
