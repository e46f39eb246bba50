// The column of B becomes a row of the array, and is scaled once.
func.func @transposed(%alpha: f32, %A: memref<3x4xf32> {llvm.noalias}, %B: memref<5x4xf32> {llvm.noalias},
                      %C: memref<3x5xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %k = 0 to 4 {
      affine.for %j = 0 to 5 {
        %a = affine.load %A[%i, %k] : memref<3x4xf32>
        %b = affine.load %B[%j, %k] : memref<5x4xf32>
        %scaled = arith.mulf %alpha, %b : f32
        %product = arith.mulf %a, %scaled : f32
        %c = affine.load %C[%i, %j] : memref<3x5xf32>
        %sum = arith.addf %c, %product : f32
        affine.store %sum, %C[%i, %j] : memref<3x5xf32>
      }
    }
  }
  return
}
// becomes
module {
  func.func @transposed(%alpha: f32, %A: memref<3x4xf32> {llvm.noalias}, %B: memref<5x4xf32> {llvm.noalias}, %C: memref<3x5xf32> {llvm.noalias}) {
    %0 = memref.alloc() {alignment = 64 : i64} : memref<4x5xf32>
    affine.for %k_3 = 0 to 4 {
      affine.for %j_3 = 0 to 5 {
        %1 = affine.load %B[%j_3, %k_3] : memref<5x4xf32>
        %2 = arith.mulf %alpha, %1 : f32
        affine.store %2, %0[%k_3, %j_3] : memref<4x5xf32>
      }
    }
    affine.for %i = 0 to 3 {
      affine.for %k = 0 to 4 {
        affine.for %j = 0 to 5 {
          %1 = affine.load %C[%i, %j] : memref<3x5xf32>
          %2 = affine.load %A[%i, %k] : memref<3x4xf32>
          %3 = affine.load %0[%k, %j] : memref<4x5xf32>
          %4 = arith.mulf %2, %3 : f32
          %5 = arith.addf %1, %4 : f32
          affine.store %5, %C[%i, %j] : memref<3x5xf32>
        }
      }
    }
    memref.dealloc %0 : memref<4x5xf32>
    return
  }
}
// -----
// A triangle and a start that is not zero: the box around the iterations is copied.
func.func @triangle(%A: memref<9x9xf32> {llvm.noalias}, %C: memref<9x9xf32> {llvm.noalias}) {
  affine.for %i = 2 to 6 {
    affine.for %k = 1 to 4 {
      affine.for %j = affine_map<(d0) -> (d0)>(%i) to 7 {
        %a = affine.load %A[%j, %k] : memref<9x9xf32>
        %c = affine.load %C[%i, %j] : memref<9x9xf32>
        %sum = arith.addf %c, %a : f32
        affine.store %sum, %C[%i, %j] : memref<9x9xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @triangle(%A: memref<9x9xf32> {llvm.noalias}, %C: memref<9x9xf32> {llvm.noalias}) {
    %0 = memref.alloc() {alignment = 64 : i64} : memref<3x5xf32>
    affine.for %k_2 = 1 to 4 {
      affine.for %j_2 = 2 to 7 {
        %1 = affine.load %A[%j_2, %k_2] : memref<9x9xf32>
        affine.store %1, %0[%k_2 - 1, %j_2 - 2] : memref<3x5xf32>
      }
    }
    affine.for %i = 2 to 6 {
      affine.for %k = 1 to 4 {
        affine.for %j = #map(%i) to 7 {
          %1 = affine.load %C[%i, %j] : memref<9x9xf32>
          %2 = affine.load %0[%k - 1, %j - 2] : memref<3x5xf32>
          %3 = arith.addf %1, %2 : f32
          affine.store %3, %C[%i, %j] : memref<9x9xf32>
        }
      }
    }
    memref.dealloc %0 : memref<3x5xf32>
    return
  }
}
// -----
// The box reaches past the buffer, though no iteration does.
func.func @past_the_end(%A: memref<4x4xf32> {llvm.noalias}, %C: memref<4x4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 4 {
      affine.for %j = 0 to affine_map<(d0) -> (-d0 + 4)>(%k) {
        %a = affine.load %A[%j + %k, %k] : memref<4x4xf32>
        %c = affine.load %C[%i, %j] : memref<4x4xf32>
        %sum = arith.addf %c, %a : f32
        affine.store %sum, %C[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
}
// stays
// expand: refused, the cell of 7:14 affine.load C[i, j] may be one of 9:9 affine.store C[i, j]
// expand: refused, 6:14 affine.load A[j + k, k] may be outside its array
// -----
// The nest writes what it reads.
func.func @in_place(%A: memref<4x4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 4 {
      affine.for %j = 0 to 4 {
        %a = affine.load %A[%j, %k] : memref<4x4xf32>
        affine.store %a, %A[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
}
// stays
// expand: refused, the cell of 6:14 affine.load A[j, k] may be one of 7:9 affine.store A[i, j]
// -----
// The two memrefs may be one.
func.func @alias(%A: memref<4x4xf32>, %C: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 4 {
      affine.for %j = 0 to 4 {
        %a = affine.load %A[%j, %k] : memref<4x4xf32>
        affine.store %a, %C[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
}
// stays
// expand: refused, the cell of 6:14 affine.load A[j, k] may be one of 7:9 affine.store C[i, j]
// -----
// A division of integers may trap where the program does not divide: the nest runs zero times for n = 0.
func.func @may_trap(%n: index, %A: memref<4x4xi32> {llvm.noalias}, %C: memref<4x4xi32> {llvm.noalias}) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    affine.for %k = 0 to 4 {
      affine.for %j = 0 to 4 {
        %a = affine.load %A[%j, %k] : memref<4x4xi32>
        %q = arith.divsi %one, %a : i32
        affine.store %q, %C[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @may_trap(%n: index, %A: memref<4x4xi32> {llvm.noalias}, %C: memref<4x4xi32> {llvm.noalias}) {
    %one = arith.constant 1 : i32
    %0 = memref.alloc() {alignment = 64 : i64} : memref<4x4xi32>
    affine.for %k_2 = 0 to 4 {
      affine.for %j_2 = 0 to 4 {
        %2 = affine.load %A[%j_2, %k_2] : memref<4x4xi32>
        affine.store %2, %0[%k_2, %j_2] : memref<4x4xi32>
      }
    }
    %1 = arith.constant 1 : i32
    affine.for %i = 0 to #map(%n) {
      affine.for %k = 0 to 4 {
        affine.for %j = 0 to 4 {
          %2 = affine.load %0[%k, %j] : memref<4x4xi32>
          %3 = arith.divsi %1, %2 : i32
          affine.store %3, %C[%i, %j] : memref<4x4xi32>
        }
      }
    }
    memref.dealloc %0 : memref<4x4xi32>
    return
  }
}
// -----
// Rows that are walked along as they lie are not copied.
func.func @as_it_lies(%A: memref<4x4xf32> {llvm.noalias}, %C: memref<4x4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 4 {
      affine.for %j = 0 to 4 {
        %a = affine.load %A[%k, %j] : memref<4x4xf32>
        affine.store %a, %C[%i, %j] : memref<4x4xf32>
      }
    }
  }
  return
}
// stays
// -----
// Rows of 2048 bytes lie in few sets of a cache; those of the copy are a line longer.
func.func @crowded(%B: memref<3x512xf32> {llvm.noalias}, %C: memref<2x512xf32> {llvm.noalias}) {
  affine.for %i = 0 to 2 {
    affine.for %k = 0 to 3 {
      affine.for %j = 0 to 512 {
        %b = affine.load %B[%k, %j] : memref<3x512xf32>
        affine.store %b, %C[%i, %j] : memref<2x512xf32>
      }
    }
  }
  return
}
// becomes
module {
  func.func @crowded(%B: memref<3x512xf32> {llvm.noalias}, %C: memref<2x512xf32> {llvm.noalias}) {
    %0 = memref.alloc() {alignment = 64 : i64} : memref<3x528xf32>
    affine.for %k_2 = 0 to 3 {
      affine.for %j_2 = 0 to 512 {
        %1 = affine.load %B[%k_2, %j_2] : memref<3x512xf32>
        affine.store %1, %0[%k_2, %j_2] : memref<3x528xf32>
      }
    }
    affine.for %i = 0 to 2 {
      affine.for %k = 0 to 3 {
        affine.for %j = 0 to 512 {
          %1 = affine.load %0[%k, %j] : memref<3x528xf32>
          affine.store %1, %C[%i, %j] : memref<2x512xf32>
        }
      }
    }
    memref.dealloc %0 : memref<3x528xf32>
    return
  }
}
// -----
// Rows of 1032 bytes: they are made to start where lines do.
func.func @odd_rows(%A: memref<4x129xf64> {llvm.noalias}, %B: memref<129x3xf64> {llvm.noalias},
                    %C: memref<4x129xf64> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 3 {
      affine.for %j = 0 to 129 {
        %b = affine.load %B[%j, %k] : memref<129x3xf64>
        %c = affine.load %C[%i, %j] : memref<4x129xf64>
        %s = arith.addf %b, %c : f64
        affine.store %s, %C[%i, %j] : memref<4x129xf64>
      }
    }
  }
  return
}
// becomes
module {
  func.func @odd_rows(%A: memref<4x129xf64> {llvm.noalias}, %B: memref<129x3xf64> {llvm.noalias}, %C: memref<4x129xf64> {llvm.noalias}) {
    %0 = memref.alloc() {alignment = 64 : i64} : memref<3x136xf64>
    affine.for %k_2 = 0 to 3 {
      affine.for %j_2 = 0 to 129 {
        %1 = affine.load %B[%j_2, %k_2] : memref<129x3xf64>
        affine.store %1, %0[%k_2, %j_2] : memref<3x136xf64>
      }
    }
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        affine.for %j = 0 to 129 {
          %1 = affine.load %0[%k, %j] : memref<3x136xf64>
          %2 = affine.load %C[%i, %j] : memref<4x129xf64>
          %3 = arith.addf %1, %2 : f64
          affine.store %3, %C[%i, %j] : memref<4x129xf64>
        }
      }
    }
    memref.dealloc %0 : memref<3x136xf64>
    return
  }
}
