// (A B) C = A (B C) over the integers.
// verdict: proved
func.func @chain(%A: memref<3x4xi32>, %B: memref<4x2xi32>, %C: memref<2x5xi32>, %D: memref<3x5xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %T = memref.alloc() : memref<3x2xi32>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      %t = affine.for %k = 0 to 4 iter_args(%acc = %zero) -> i32 {
        %a = affine.load %A[%i, %k] : memref<3x4xi32>
        %b = affine.load %B[%k, %j] : memref<4x2xi32>
        %x = arith.muli %a, %b : i32
        %s = arith.addi %acc, %x : i32
        affine.yield %s : i32
      }
      affine.store %t, %T[%i, %j] : memref<3x2xi32>
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %t = affine.for %k = 0 to 2 iter_args(%acc = %zero) -> i32 {
        %a = affine.load %T[%i, %k] : memref<3x2xi32>
        %b = affine.load %C[%k, %j] : memref<2x5xi32>
        %x = arith.muli %a, %b : i32
        %s = arith.addi %acc, %x : i32
        affine.yield %s : i32
      }
      affine.store %t, %D[%i, %j] : memref<3x5xi32>
    }
  }
  memref.dealloc %T : memref<3x2xi32>
  return
}
// -----
func.func @chain(%A: memref<3x4xi32>, %B: memref<4x2xi32>, %C: memref<2x5xi32>, %D: memref<3x5xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %T = memref.alloc() : memref<4x5xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      %t = affine.for %k = 0 to 2 iter_args(%acc = %zero) -> i32 {
        %a = affine.load %B[%i, %k] : memref<4x2xi32>
        %b = affine.load %C[%k, %j] : memref<2x5xi32>
        %x = arith.muli %a, %b : i32
        %s = arith.addi %acc, %x : i32
        affine.yield %s : i32
      }
      affine.store %t, %T[%i, %j] : memref<4x5xi32>
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %t = affine.for %k = 0 to 4 iter_args(%acc = %zero) -> i32 {
        %a = affine.load %A[%i, %k] : memref<3x4xi32>
        %b = affine.load %T[%k, %j] : memref<4x5xi32>
        %x = arith.muli %a, %b : i32
        %s = arith.addi %acc, %x : i32
        affine.yield %s : i32
      }
      affine.store %t, %D[%i, %j] : memref<3x5xi32>
    }
  }
  memref.dealloc %T : memref<4x5xi32>
  return
}
