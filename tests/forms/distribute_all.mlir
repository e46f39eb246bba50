// Products of matrices: the start of each sum, and its terms.
func.func @products(%A: memref<3x5x4xf32> {llvm.noalias}, %B: memref<3x4x6xf32> {llvm.noalias}, %C: memref<3x5x6xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %b = 0 to 3 {
    affine.for %i = 0 to 5 {
      affine.for %j = 0 to 6 {
        affine.store %zero, %C[%b, %i, %j] : memref<3x5x6xf32>
        affine.for %k = 0 to 4 {
          %c = affine.load %C[%b, %i, %j] : memref<3x5x6xf32>
          %x = affine.load %A[%b, %i, %k] : memref<3x5x4xf32>
          %y = affine.load %B[%b, %k, %j] : memref<3x4x6xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%b, %i, %j] : memref<3x5x6xf32>
        }
      }
    }
  }
  return
}
// becomes
module {
  func.func @products(%A: memref<3x5x4xf32> {llvm.noalias}, %B: memref<3x4x6xf32> {llvm.noalias}, %C: memref<3x5x6xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    affine.for %b = 0 to 3 {
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 6 {
          affine.store %0, %C[%b, %i, %j] : memref<3x5x6xf32>
        }
      }
    }
    affine.for %b = 0 to 3 {
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 6 {
          affine.for %k = 0 to 4 {
            %1 = affine.load %C[%b, %i, %j] : memref<3x5x6xf32>
            %2 = affine.load %A[%b, %i, %k] : memref<3x5x4xf32>
            %3 = affine.load %B[%b, %k, %j] : memref<3x4x6xf32>
            %4 = arith.mulf %2, %3 : f32
            %5 = arith.addf %1, %4 : f32
            affine.store %5, %C[%b, %i, %j] : memref<3x5x6xf32>
          }
        }
      }
    }
    return
  }
}
// -----
// Each product starts from what the one before it left at its side.
func.func @chained(%A: memref<3x5x4xf32> {llvm.noalias}, %B: memref<3x4x6xf32> {llvm.noalias}, %C: memref<4x5x7xf32> {llvm.noalias}) {
  affine.for %b = 0 to 3 {
    affine.for %i = 0 to 5 {
      affine.for %j = 0 to 6 {
        %z = affine.load %C[%b, %i, %j + 1] : memref<4x5x7xf32>
        affine.store %z, %C[%b + 1, %i, %j] : memref<4x5x7xf32>
        affine.for %k = 0 to 4 {
          %c = affine.load %C[%b + 1, %i, %j] : memref<4x5x7xf32>
          %x = affine.load %A[%b, %i, %k] : memref<3x5x4xf32>
          %y = affine.load %B[%b, %k, %j] : memref<3x4x6xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%b + 1, %i, %j] : memref<4x5x7xf32>
        }
      }
    }
  }
  return
}
// becomes
module {
  func.func @chained(%A: memref<3x5x4xf32> {llvm.noalias}, %B: memref<3x4x6xf32> {llvm.noalias}, %C: memref<4x5x7xf32> {llvm.noalias}) {
    affine.for %b = 0 to 3 {
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 6 {
          %0 = affine.load %C[%b, %i, %j + 1] : memref<4x5x7xf32>
          affine.store %0, %C[%b + 1, %i, %j] : memref<4x5x7xf32>
        }
      }
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 6 {
          affine.for %k = 0 to 4 {
            %0 = affine.load %C[%b + 1, %i, %j] : memref<4x5x7xf32>
            %1 = affine.load %A[%b, %i, %k] : memref<3x5x4xf32>
            %2 = affine.load %B[%b, %k, %j] : memref<3x4x6xf32>
            %3 = arith.mulf %1, %2 : f32
            %4 = arith.addf %0, %3 : f32
            affine.store %4, %C[%b + 1, %i, %j] : memref<4x5x7xf32>
          }
        }
      }
    }
    return
  }
}
// -----
// The sum is in one cell, which every sum starts anew.
func.func @one_cell(%A: memref<3x5x4xf32> {llvm.noalias}, %t: memref<f32> {llvm.noalias}, %C: memref<3x5x6xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %b = 0 to 3 {
    affine.for %i = 0 to 5 {
      affine.for %j = 0 to 6 {
        affine.store %zero, %t[] : memref<f32>
        affine.for %k = 0 to 4 {
          %c = affine.load %t[] : memref<f32>
          %x = affine.load %A[%b, %i, %k] : memref<3x5x4xf32>
          %s = arith.addf %c, %x : f32
          affine.store %s, %t[] : memref<f32>
        }
        %r = affine.load %t[] : memref<f32>
        affine.store %r, %C[%b, %i, %j] : memref<3x5x6xf32>
      }
    }
  }
  return
}
// stays
// distribute_all of j: refused, output dependence 7:9 affine.store t[] -> 7:9 affine.store t[] with (<)
