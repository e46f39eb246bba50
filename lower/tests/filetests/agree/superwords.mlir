// test: agree
// run: @product(3x4x4, 3x4x4, 3x4x4)
// run: @product(0x4x4, 0x4x4, 0x4x4)
// run: @points(_, 35x3, 35x3, 35)
// run: @points(_, 35x3, 35x3, 0)
// run: @points(_, 35x3, 35x3, 1)
// run: @points(_, 35x3, 35x3, 16)
// run: @columns(_, _, _)
// run: @in_place(_)
// run: @one_after_the_other(_)
// run: @alternating(40, 40)
// run: @lanes(_, _)
// run: @twice(_, _, _)

// Rows of small products are vectors over two of their loops.
func.func @product(%A: memref<?x4x4xf32> {llvm.noalias}, %B: memref<?x4x4xf32> {llvm.noalias},
                   %C: memref<?x4x4xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x4x4xf32>
  affine.for %b = 0 to %n {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 4 {
          %x = affine.load %A[%b, %i, %k] : memref<?x4x4xf32>
          %y = affine.load %B[%b, %k, %j] : memref<?x4x4xf32>
          %c = affine.load %C[%b, %i, %j] : memref<?x4x4xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%b, %i, %j] : memref<?x4x4xf32>
        }
      }
    }
  }
  return
}

// Sixteen points are three vectors.
func.func @points(%M: memref<3x3xf32> {llvm.noalias}, %P: memref<?x3xf32> {llvm.noalias}, %Q: memref<?x3xf32> {llvm.noalias},
                  %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %p = 0 to %n {
    affine.for %i = 0 to 3 {
      %sum = affine.for %k = 0 to 3 iter_args(%acc = %zero) -> f32 {
        %m = affine.load %M[%i, %k] : memref<3x3xf32>
        %x = affine.load %P[%p, %k] : memref<?x3xf32>
        %t = arith.mulf %m, %x : f32
        %s = arith.addf %acc, %t : f32
        affine.yield %s : f32
      }
      affine.store %sum, %Q[%p, %i] : memref<?x3xf32>
    }
  }
  return
}

// Columns are loaded as rows.
func.func @columns(%A: memref<5x8x8xf64> {llvm.noalias}, %x: memref<5x8xf64> {llvm.noalias}, %y: memref<5x8xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %n = 0 to 5 {
    affine.for %i = 0 to 8 {
      affine.store %zero, %y[%n, %i] : memref<5x8xf64>
      affine.for %j = 0 to 8 {
        %a = affine.load %A[%n, %i, %j] : memref<5x8x8xf64>
        %b = affine.load %x[%n, %j] : memref<5x8xf64>
        %c = affine.load %y[%n, %i] : memref<5x8xf64>
        %t = arith.mulf %a, %b : f64
        %s = arith.addf %c, %t : f64
        affine.store %s, %y[%n, %i] : memref<5x8xf64>
      }
    }
  }
  return
}

// What is stored is loaded again by later statements, which forbids to store it later.
func.func @in_place(%A: memref<64xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 7 {
      %x = affine.load %A[%i * 8 + 7 - %j] : memref<64xi32>
      %y = affine.load %A[%i * 8 + %j + 1] : memref<64xi32>
      %s = arith.addi %x, %y : i32
      affine.store %s, %A[%i * 8 + %j] : memref<64xi32>
    }
  }
  return
}

func.func @one_after_the_other(%A: memref<64xi8>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 15 {
      %x = affine.load %A[%i * 16 + %j] : memref<64xi8>
      %s = arith.addi %x, %x : i8
      affine.store %s, %A[%i * 16 + %j + 1] : memref<64xi8>
    }
  }
  return
}

// Sums and differences in turns.
func.func @alternating(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %A[%i * 4] : memref<?xf32>
    %1 = affine.load %A[%i * 4 + 1] : memref<?xf32>
    %2 = affine.load %A[%i * 4 + 2] : memref<?xf32>
    %3 = affine.load %A[%i * 4 + 3] : memref<?xf32>
    %s0 = arith.subf %0, %1 : f32
    %s1 = arith.addf %0, %1 : f32
    %s2 = arith.subf %2, %3 : f32
    %s3 = arith.addf %3, %2 : f32
    affine.store %s0, %B[%i * 4] : memref<?xf32>
    affine.store %s1, %B[%i * 4 + 1] : memref<?xf32>
    affine.store %s2, %B[%i * 4 + 2] : memref<?xf32>
    affine.store %s3, %B[%i * 4 + 3] : memref<?xf32>
  }
  return
}

// A vector that is put together from a column, and one whose lanes are stored to a column.
func.func @lanes(%A: memref<4x4xf32> {llvm.noalias}, %B: memref<4x4xf32> {llvm.noalias}) {
  affine.for %j = 0 to 4 {
    %0 = affine.load %A[0, %j] : memref<4x4xf32>
    %1 = affine.load %A[1, %j] : memref<4x4xf32>
    %2 = affine.load %A[2, %j] : memref<4x4xf32>
    %3 = affine.load %A[3, %j] : memref<4x4xf32>
    %v0 = vector.broadcast %0 : f32 to vector<4xf32>
    %v1 = vector.insert %1, %v0[1] : f32 into vector<4xf32>
    %v2 = vector.insert %2, %v1[2] : f32 into vector<4xf32>
    %v3 = vector.insert %3, %v2[3] : f32 into vector<4xf32>
    %s = arith.addf %v3, %v3 : vector<4xf32>
    affine.for %i = 0 to 4 {
      %x = vector.extract %s[%i] : f32 from vector<4xf32>
      affine.store %x, %B[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// The same column is a vector that is put together first, and a row that is stored later.
func.func @twice(%A: memref<4x4xf32> {llvm.noalias}, %B: memref<4xf32> {llvm.noalias}, %C: memref<4xf32> {llvm.noalias}) {
  %0 = affine.load %A[0, 1] : memref<4x4xf32>
  %1 = affine.load %A[1, 1] : memref<4x4xf32>
  %2 = affine.load %A[2, 1] : memref<4x4xf32>
  %3 = affine.load %A[3, 1] : memref<4x4xf32>
  affine.store %0, %B[0] : memref<4xf32>
  %v0 = vector.broadcast %0 : f32 to vector<4xf32>
  %v1 = vector.insert %1, %v0[1] : f32 into vector<4xf32>
  %v2 = vector.insert %2, %v1[2] : f32 into vector<4xf32>
  %v3 = vector.insert %3, %v2[3] : f32 into vector<4xf32>
  %s = arith.addf %v3, %v3 : vector<4xf32>
  affine.vector_store %s, %C[0] : memref<4xf32>, vector<4xf32>
  affine.store %1, %B[1] : memref<4xf32>
  affine.store %2, %B[2] : memref<4xf32>
  affine.store %3, %B[3] : memref<4xf32>
  return
}
