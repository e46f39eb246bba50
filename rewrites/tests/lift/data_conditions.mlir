// What both branches store to one element is a choice.
func.func @both(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    %c = arith.cmpf ogt, %a, %zero : f32
    scf.if %c {
      affine.store %a, %B[%i] : memref<9xf32>
    } else {
      affine.store %zero, %B[%i] : memref<9xf32>
    }
  }
  return
}
// becomes
module {
  func.func @both(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    affine.for %i = 0 to 9 {
      %1 = affine.load %A[%i] : memref<9xf32>
      %2 = arith.cmpf ogt, %1, %0 : f32
      %3 = arith.select %2, %1, %0 : f32
      affine.store %3, %B[%i] : memref<9xf32>
    }
    return
  }
}
// -----
// What is read before a store changes it is put aside, which one branch alone does here.
func.func @aside(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    %c = arith.cmpf ogt, %a, %zero : f32
    scf.if %c {
      affine.store %zero, %A[%i] : memref<9xf32>
      affine.store %a, %B[%i] : memref<9xf32>
    } else {
      affine.store %a, %A[%i] : memref<9xf32>
      affine.store %zero, %B[%i] : memref<9xf32>
    }
  }
  return
}
// becomes
module {
  func.func @aside(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    %condition = memref.alloca() : memref<i1>
    %old = memref.alloca() : memref<f32>
    %1 = arith.constant true
    affine.for %i = 0 to 9 {
      %2 = affine.load %A[%i] : memref<9xf32>
      %3 = arith.cmpf ogt, %2, %0 : f32
      affine.store %3, %condition[] : memref<i1>
      affine.store %2, %old[] : memref<f32>
      scf.if %3 {
        affine.store %0, %A[%i] : memref<9xf32>
      }
      scf.if %3 {
        affine.store %2, %B[%i] : memref<9xf32>
      }
      %4 = affine.load %A[%i] : memref<9xf32>
      scf.if %3 {
        affine.store %4, %A[%i] : memref<9xf32>
      }
      %5 = arith.xori %3, %1 : i1
      scf.if %5 {
        affine.store %0, %B[%i] : memref<9xf32>
      }
    }
    return
  }
}
// -----
// What a condition gives, and a condition in a condition.
func.func @results(%A: memref<9xf32> {llvm.noalias}, %x: f32, %y: f32) {
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    %c = arith.cmpf olt, %a, %x : f32
    %r = scf.if %c -> f32 {
      %d = arith.cmpf olt, %a, %y : f32
      %s = scf.if %d -> f32 {
        scf.yield %y : f32
      } else {
        scf.yield %x : f32
      }
      scf.yield %s : f32
    } else {
      %t = arith.addf %a, %y : f32
      scf.yield %t : f32
    }
    affine.store %r, %A[%i] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @results(%A: memref<9xf32> {llvm.noalias}, %x: f32, %y: f32) {
    affine.for %i = 0 to 9 {
      %0 = affine.load %A[%i] : memref<9xf32>
      %1 = arith.cmpf olt, %0, %x : f32
      %2 = arith.cmpf olt, %0, %y : f32
      %3 = arith.select %2, %y, %x : f32
      %4 = arith.addf %0, %y : f32
      %5 = arith.select %1, %3, %4 : f32
      affine.store %5, %A[%i] : memref<9xf32>
    }
    return
  }
}
// -----
// A store that one branch alone has would write what may be shared with others.
func.func @one(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    %c = arith.cmpf ogt, %a, %zero : f32
    scf.if %c {
      affine.store %a, %B[%i] : memref<9xf32>
    }
  }
  return
}
// becomes
module {
  func.func @one(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    affine.for %i = 0 to 9 {
      %1 = affine.load %A[%i] : memref<9xf32>
      %2 = arith.cmpf ogt, %1, %0 : f32
      scf.if %2 {
        affine.store %1, %B[%i] : memref<9xf32>
      }
    }
    return
  }
}
// -----
// An element that may be outside where the condition does not hold.
func.func @outside(%A: memref<?xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %b = affine.load %B[%i] : memref<9xf32>
    %c = arith.cmpf ogt, %b, %zero : f32
    %r = scf.if %c -> f32 {
      %a = affine.load %A[%i] : memref<?xf32>
      scf.yield %a : f32
    } else {
      scf.yield %zero : f32
    }
    affine.store %r, %B[%i] : memref<9xf32>
  }
  return
}
// becomes
module {
  func.func @outside(%A: memref<?xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}, %n: index) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    affine.for %i = 0 to 9 {
      %1 = affine.load %B[%i] : memref<9xf32>
      %2 = arith.cmpf ogt, %1, %0 : f32
      %3 = scf.if %2 -> (f32) {
        %4 = affine.load %A[%i] : memref<?xf32>
        scf.yield %4 : f32
      } else {
        scf.yield %0 : f32
      }
      affine.store %3, %B[%i] : memref<9xf32>
    }
    return
  }
}
// -----
// A division that the condition keeps from trapping.
func.func @traps(%A: memref<9xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xi32>
    %c = arith.cmpi ne, %a, %zero : i32
    %r = scf.if %c -> i32 {
      %q = arith.divsi %a, %a : i32
      scf.yield %q : i32
    } else {
      scf.yield %zero : i32
    }
    affine.store %r, %A[%i] : memref<9xi32>
  }
  return
}
// becomes
module {
  func.func @traps(%A: memref<9xi32> {llvm.noalias}) {
    %zero = arith.constant 0 : i32
    %0 = arith.constant 0 : i32
    affine.for %i = 0 to 9 {
      %1 = affine.load %A[%i] : memref<9xi32>
      %2 = arith.cmpi ne, %1, %0 : i32
      %3 = scf.if %2 -> (i32) {
        %4 = arith.divsi %1, %1 : i32
        scf.yield %4 : i32
      } else {
        scf.yield %0 : i32
      }
      affine.store %3, %A[%i] : memref<9xi32>
    }
    return
  }
}
// -----
// An element that is stored to beside the condition too is written in any case.
func.func @anyway(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %a, %B[%i] : memref<9xf32>
    %c = arith.cmpf olt, %a, %zero : f32
    scf.if %c {
      affine.store %zero, %B[%i] : memref<9xf32>
    }
  }
  return
}
// becomes
module {
  func.func @anyway(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    affine.for %i = 0 to 9 {
      %1 = affine.load %A[%i] : memref<9xf32>
      affine.store %1, %B[%i] : memref<9xf32>
      %2 = arith.cmpf olt, %1, %0 : f32
      %3 = arith.select %2, %0, %1 : f32
      affine.store %3, %B[%i] : memref<9xf32>
    }
    return
  }
}
// -----
// One of which another element is: it may belong to another thread.
func.func @beside(%A: memref<9xf32> {llvm.noalias}, %B: memref<10xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    affine.store %a, %B[%i] : memref<10xf32>
    %c = arith.cmpf olt, %a, %zero : f32
    scf.if %c {
      affine.store %zero, %B[%i + 1] : memref<10xf32>
    }
  }
  return
}
// stays: an array that is stored to here, and to other elements of it under a condition on data, is not understood; a store to those beside the condition, or an array of its own, would help
// -----
// The other branch alone.
func.func @unless(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %a = affine.load %A[%i] : memref<9xf32>
    %c = arith.cmpf olt, %a, %zero : f32
    scf.if %c {
    } else {
      affine.store %a, %B[%i] : memref<9xf32>
    }
  }
  return
}
// becomes
module {
  func.func @unless(%A: memref<9xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    %1 = arith.constant true
    affine.for %i = 0 to 9 {
      %2 = affine.load %A[%i] : memref<9xf32>
      %3 = arith.cmpf olt, %2, %0 : f32
      %4 = arith.xori %3, %1 : i1
      scf.if %4 {
        affine.store %2, %B[%i] : memref<9xf32>
      }
    }
    return
  }
}
// -----
// A condition that one store changes is asked before it.
func.func @nearest(%D: memref<9x9xi32> {llvm.noalias}) {
  affine.for %k = 0 to 9 {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 9 {
        %a = affine.load %D[%i, %k] : memref<9x9xi32>
        %b = affine.load %D[%k, %j] : memref<9x9xi32>
        %sum = arith.addi %a, %b : i32
        %old = affine.load %D[%i, %j] : memref<9x9xi32>
        %less = arith.cmpi slt, %sum, %old : i32
        scf.if %less {
          affine.store %sum, %D[%i, %j] : memref<9x9xi32>
        }
      }
    }
  }
  return
}
// becomes
module {
  func.func @nearest(%D: memref<9x9xi32> {llvm.noalias}) {
    affine.for %k = 0 to 9 {
      affine.for %i = 0 to 9 {
        affine.for %j = 0 to 9 {
          %0 = affine.load %D[%i, %k] : memref<9x9xi32>
          %1 = affine.load %D[%k, %j] : memref<9x9xi32>
          %2 = arith.addi %0, %1 : i32
          %3 = affine.load %D[%i, %j] : memref<9x9xi32>
          %4 = arith.cmpi slt, %2, %3 : i32
          scf.if %4 {
            affine.store %2, %D[%i, %j] : memref<9x9xi32>
          }
        }
      }
    }
    return
  }
}
// -----
// Loops under a condition on data do under the condition what they do.
func.func @rows_of_some(%C: memref<9xi1> {llvm.noalias}, %A: memref<9x7xf32> {llvm.noalias}, %B: memref<9x7xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    %c = affine.load %C[%i] : memref<9xi1>
    scf.if %c {
      affine.for %j = 0 to 7 {
        %a = affine.load %A[%i, %j] : memref<9x7xf32>
        affine.store %a, %B[%i, %j] : memref<9x7xf32>
      }
    } else {
      %one = arith.constant 1.0 : f32
      affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
        affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
          affine.store %one, %B[%i, %j] : memref<9x7xf32>
        }
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (-d0 + 5 >= 0)>
module {
  func.func @rows_of_some(%C: memref<9xi1> {llvm.noalias}, %A: memref<9x7xf32> {llvm.noalias}, %B: memref<9x7xf32> {llvm.noalias}) {
    %0 = arith.constant true
    %1 = arith.constant 1.000000e+00 : f32
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 7 {
        %2 = affine.load %C[%i] : memref<9xi1>
        %3 = affine.load %A[%i, %j] : memref<9x7xf32>
        scf.if %2 {
          affine.store %3, %B[%i, %j] : memref<9x7xf32>
        }
      }
      affine.for %j_1 = 0 to #map(%i) {
        affine.if #set(%j_1) {
          %2 = affine.load %C[%i] : memref<9xi1>
          %3 = arith.xori %2, %0 : i1
          scf.if %3 {
            affine.store %1, %B[%i, %j_1] : memref<9x7xf32>
          }
        }
      }
    }
    return
  }
}
// -----
// What a loop sums up is loaded whatever the condition, which memory behind the end of an array is not for.
func.func @sum_of_some(%n: index, %C: memref<9xi1> {llvm.noalias}, %A: memref<?xf32> {llvm.noalias}, %B: memref<9xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    %c = affine.load %C[%i] : memref<9xi1>
    scf.if %c {
      %sum = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%j] : memref<?xf32>
        %t = arith.addf %s, %a : f32
        affine.yield %t : f32
      }
      affine.store %sum, %B[%i] : memref<9xf32>
    }
  }
  return
}
// stays: what a loop under a condition on data loads here is not seen to be inside its array where the condition does not hold; constant extents, or a load of it in front of the condition, would help
// -----
// Nothing is divided by what may be zero where the condition does not hold.
func.func @quotients_of_some(%C: memref<9xi1> {llvm.noalias}, %A: memref<9xi32> {llvm.noalias}, %B: memref<9xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 9 {
    %c = affine.load %C[%i] : memref<9xi1>
    scf.if %c {
      %sum = affine.for %j = 0 to 9 iter_args(%s = %zero) -> (i32) {
        %a = affine.load %A[%j] : memref<9xi32>
        %q = arith.divsi %s, %a : i32
        affine.yield %q : i32
      }
      affine.store %sum, %B[%i] : memref<9xi32>
    }
  }
  return
}
// stays: a division in a loop under a condition on data is not understood
