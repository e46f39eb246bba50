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
    %0 = memref.alloca() : memref<4x5xf32>
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
    %0 = memref.alloca() : memref<3x5xf32>
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
    %0 = memref.alloca() : memref<4x4xi32>
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
    %0 = memref.collapse_shape %B [[0, 1]] : memref<129x3xf64> into memref<387xf64>
    %1 = memref.alloca() : memref<3x136xf64>
    affine.for %k_2 = 0 to 3 {
      affine.for %j_2 = 0 to 129 {
        %2 = affine.load %0[%k_2 + %j_2 * 3] : memref<387xf64>
        affine.store %2, %1[%k_2, %j_2] : memref<3x136xf64>
      }
    }
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        affine.for %j = 0 to 129 {
          %2 = affine.load %1[%k, %j] : memref<3x136xf64>
          %3 = affine.load %C[%i, %j] : memref<4x129xf64>
          %4 = arith.addf %2, %3 : f64
          affine.store %4, %C[%i, %j] : memref<4x129xf64>
        }
      }
    }
    return
  }
}
// -----
// Symbolic sizes: B may have no element where A has no row, so the copy is made only where the nest reads it.
func.func @symbolic(%ni: index, %nj: index, %nk: index, %B: memref<?x?xf32> {llvm.noalias},
                    %C: memref<?x?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %ni {
    affine.for %k = 0 to %nk {
      affine.for %j = 0 to %nj {
        %b = affine.load %B[%j, %k] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %sum = arith.addf %c, %b : f32
        affine.store %sum, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (0, d0)>
#map1 = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (d0 - 1 >= 0)>
module {
  func.func @symbolic(%ni: index, %nj: index, %nk: index, %B: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}) {
    %0 = affine.max #map(%nk)
    %1 = affine.max #map(%nj)
    %2 = memref.alloc(%0, %1) {alignment = 64 : i64} : memref<?x?xf32>
    affine.if #set(%ni) {
      affine.for %k_2 = 0 to #map1(%nk) {
        affine.for %j_2 = 0 to #map1(%nj) {
          %3 = affine.load %B[%j_2, %k_2] : memref<?x?xf32>
          affine.store %3, %2[%k_2, %j_2] : memref<?x?xf32>
        }
      }
    }
    affine.for %i = 0 to #map1(%ni) {
      affine.for %k = 0 to #map1(%nk) {
        affine.for %j = 0 to #map1(%nj) {
          %3 = affine.load %C[%i, %j] : memref<?x?xf32>
          %4 = affine.load %2[%k, %j] : memref<?x?xf32>
          %5 = arith.addf %3, %4 : f32
          affine.store %5, %C[%i, %j] : memref<?x?xf32>
        }
      }
    }
    memref.dealloc %2 : memref<?x?xf32>
    return
  }
}
// -----
// A triangle of symbolic size: its last row reads every row that the copy does.
func.func @rows(%n: index, %m: index, %A: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %k = 2 to %m {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %a = affine.load %A[%j, %k] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %sum = arith.addf %c, %a : f32
        affine.store %sum, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (0, d0 - 2)>
#map1 = affine_map<(d0) -> (0, d0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> (d0 + 1)>
#set = affine_set<(d0) : (d0 - 1 >= 0)>
module {
  func.func @rows(%n: index, %m: index, %A: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}) {
    %0 = affine.max #map(%m)
    %1 = affine.max #map1(%n)
    %2 = memref.alloc(%0, %1) {alignment = 64 : i64} : memref<?x?xf32>
    affine.if #set(%n) {
      affine.for %k_2 = 2 to #map2(%m) {
        affine.for %j_2 = 0 to #map2(%n) {
          %3 = affine.load %A[%j_2, %k_2] : memref<?x?xf32>
          affine.store %3, %2[%k_2 - 2, %j_2] : memref<?x?xf32>
        }
      }
    }
    affine.for %i = 0 to #map2(%n) {
      affine.for %k = 2 to #map2(%m) {
        affine.for %j = 0 to #map3(%i) {
          %3 = affine.load %C[%i, %j] : memref<?x?xf32>
          %4 = affine.load %2[%k - 2, %j] : memref<?x?xf32>
          %5 = arith.addf %3, %4 : f32
          affine.store %5, %C[%i, %j] : memref<?x?xf32>
        }
      }
    }
    memref.dealloc %2 : memref<?x?xf32>
    return
  }
}
// -----
// Only iterations with j + k < n read, so the box of all j and k reaches past what is known to be there.
func.func @corner(%n: index, %A: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %k = 0 to %n {
      affine.for %j = 0 to affine_map<(d0)[s0] -> (s0 - d0)>(%k)[%n] {
        %a = affine.load %A[%j + %k, %k] : memref<?x?xf32>
        affine.store %a, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// stays
// expand: refused, 6:14 affine.load A[j + k, k] may be outside its array
// -----
// The last l of the last i is there for every n and q; the first of each is only where q > 0, so that is the condition.
func.func @start(%n: index, %q: index, %m: index, %A: memref<?x?xf32> {llvm.noalias},
                 %C: memref<?x?x?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %l = affine_map<(d0) -> (d0)>(%i) to %q {
      affine.for %k = 0 to %m {
        affine.for %j = 0 to %m {
          %a = affine.load %A[%j, %k] : memref<?x?xf32>
          %c = affine.load %C[%i, %l, %j] : memref<?x?x?xf32>
          %sum = arith.addf %c, %a : f32
          affine.store %sum, %C[%i, %l, %j] : memref<?x?x?xf32>
        }
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (0, d0)>
#map1 = affine_map<(d0) -> (d0)>
#set = affine_set<(d0, d1) : (d0 - 1 >= 0, d1 - 1 >= 0)>
module {
  func.func @start(%n: index, %q: index, %m: index, %A: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?x?xf32> {llvm.noalias}) {
    %0 = affine.max #map(%m)
    %1 = affine.max #map(%m)
    %2 = memref.alloc(%0, %1) {alignment = 64 : i64} : memref<?x?xf32>
    affine.if #set(%n, %q) {
      affine.for %k_2 = 0 to #map1(%m) {
        affine.for %j_2 = 0 to #map1(%m) {
          %3 = affine.load %A[%j_2, %k_2] : memref<?x?xf32>
          affine.store %3, %2[%k_2, %j_2] : memref<?x?xf32>
        }
      }
    }
    affine.for %i = 0 to #map1(%n) {
      affine.for %l = #map1(%i) to #map1(%q) {
        affine.for %k = 0 to #map1(%m) {
          affine.for %j = 0 to #map1(%m) {
            %3 = affine.load %C[%i, %l, %j] : memref<?x?x?xf32>
            %4 = affine.load %2[%k, %j] : memref<?x?xf32>
            %5 = arith.addf %3, %4 : f32
            affine.store %5, %C[%i, %l, %j] : memref<?x?x?xf32>
          }
        }
      }
    }
    memref.dealloc %2 : memref<?x?xf32>
    return
  }
}
// -----
// The last store reads the element wherever i stands, the first only where there is an l: a copy for that alone would
// leave the other with nothing.
func.func @two_uses(%n: index, %q: index, %m: index, %A: memref<?x?xf32> {llvm.noalias},
                    %C: memref<?x?xf32> {llvm.noalias}, %D: memref<?x?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %k = 0 to %m {
      affine.for %j = 0 to %m {
        %a = affine.load %A[%j, %k] : memref<?x?xf32>
        affine.for %l = 0 to %q {
          %d = affine.load %D[%l, %j] : memref<?x?xf32>
          %sum = arith.addf %d, %a : f32
          affine.store %sum, %D[%l, %j] : memref<?x?xf32>
        }
        affine.store %a, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (0, d0)>
#map1 = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (d0 - 1 >= 0)>
module {
  func.func @two_uses(%n: index, %q: index, %m: index, %A: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias}, %D: memref<?x?xf32> {llvm.noalias}) {
    %0 = affine.max #map(%m)
    %1 = affine.max #map(%m)
    %2 = memref.alloc(%0, %1) {alignment = 64 : i64} : memref<?x?xf32>
    affine.if #set(%n) {
      affine.for %k_3 = 0 to #map1(%m) {
        affine.for %j_3 = 0 to #map1(%m) {
          %3 = affine.load %A[%j_3, %k_3] : memref<?x?xf32>
          affine.store %3, %2[%k_3, %j_3] : memref<?x?xf32>
        }
      }
    }
    affine.for %i = 0 to #map1(%n) {
      affine.for %k = 0 to #map1(%m) {
        affine.for %j = 0 to #map1(%m) {
          affine.for %l = 0 to #map1(%q) {
            %4 = affine.load %D[%l, %j] : memref<?x?xf32>
            %5 = affine.load %2[%k, %j] : memref<?x?xf32>
            %6 = arith.addf %4, %5 : f32
            affine.store %6, %D[%l, %j] : memref<?x?xf32>
          }
          %3 = affine.load %2[%k, %j] : memref<?x?xf32>
          affine.store %3, %C[%i, %j] : memref<?x?xf32>
        }
      }
    }
    memref.dealloc %2 : memref<?x?xf32>
    return
  }
}
// -----
// A product of two sizes, where the program has arrays of one.
func.func @out_of_proportion(%n: index, %m: index, %A: memref<?xf32> {llvm.noalias}, %C: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %k = 0 to %n {
      affine.for %j = 0 to %m {
        %a = affine.load %A[%j * 3 + %k] : memref<?xf32>
        affine.store %a, %C[%j] : memref<?xf32>
      }
    }
  }
  return
}
// stays
// expand: refused, an array for a part would have more extents that are not known than any of the program
// -----
// Under a condition nothing tells that the rows are there.
func.func @under_condition(%n: index, %m: index, %A: memref<?x?xf32> {llvm.noalias},
                           %C: memref<?x?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    affine.for %k = 0 to %m {
      affine.for %j = 0 to %m {
        affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%k, %j) {
          %a = affine.load %A[%j, %k] : memref<?x?xf32>
          affine.store %a, %C[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
// stays
// expand: refused, 8:16 affine.load A[j, k] may be outside its array
