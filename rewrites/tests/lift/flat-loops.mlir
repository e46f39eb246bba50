// A loop over pairs of indices that counts with one variable.
func.func @pairs(%X: memref<?xf32> {llvm.noalias}, %Y: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.dim %Y, %c0 : memref<?x?xf32>
  %h = memref.dim %Y, %c1 : memref<?x?xf32>
  %n = arith.muli %h, %w : index
  affine.for %p = 0 to %n {
    %i = arith.divsi %p, %w : index
    %j = arith.remsi %p, %w : index
    %x = memref.load %X[%p] : memref<?xf32>
    memref.store %x, %Y[%j, %i] : memref<?x?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @pairs(%X: memref<?xf32> {llvm.noalias}, %Y: memref<?x?xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %w = memref.dim %Y, %c0 : memref<?x?xf32>
    %h = memref.dim %Y, %c1 : memref<?x?xf32>
    %n = arith.muli %h, %w : index
    affine.for %p_0 = 0 to #map(%h) {
      affine.for %p_1 = 0 to #map(%w) {
        %0 = affine.load %X[%p_0 * symbol(%w) + %p_1] : memref<?xf32>
        affine.store %0, %Y[%p_1, %p_0] : memref<?x?xf32>
      }
    }
    return
  }
}
// -----
// Triples by constants, in maps and in a condition; a sum that each iteration hands on.
func.func @triples(%n: index, %X: memref<?x5x5xf32> {llvm.noalias}) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %p = 0 to affine_map<(d0) -> (d0 * 25)>(%n) iter_args(%t = %zero) -> (f32) {
    %x = affine.load %X[%p floordiv 25, (%p mod 25) floordiv 5, %p mod 5] : memref<?x5x5xf32>
    %u = affine.if affine_set<(d0) : ((d0 mod 25) floordiv 5 - d0 mod 5 >= 0)>(%p) -> f32 {
      %v = arith.addf %t, %x : f32
      affine.yield %v : f32
    } else {
      affine.yield %t : f32
    }
    affine.yield %u : f32
  }
  return %s : f32
}
// becomes
#map = affine_map<(d0) -> (d0)>
#set = affine_set<(d0, d1) : (d0 - d1 >= 0)>
module {
  func.func @triples(%n: index, %X: memref<?x5x5xf32> {llvm.noalias}) -> f32 {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    %acc = memref.alloca() : memref<f32>
    affine.store %0, %acc[] : memref<f32>
    affine.for %p_0 = 0 to #map(%n) {
      affine.for %p_1 = 0 to 5 {
        affine.for %p_2 = 0 to 5 {
          affine.if #set(%p_1, %p_2) {
            %2 = affine.load %acc[] : memref<f32>
            %3 = affine.load %X[%p_0, %p_1, %p_2] : memref<?x5x5xf32>
            %4 = arith.addf %2, %3 : f32
            affine.store %4, %acc[] : memref<f32>
          }
        }
      }
    }
    %1 = affine.load %acc[] : memref<f32>
    return %1 : f32
  }
}
// -----
// What is left of a quotient; an scf.for.
func.func @left(%X: memref<?x?x?xf32> {llvm.noalias}, %Y: memref<?x?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = memref.dim %X, %c0 : memref<?x?x?xf32>
  %h = memref.dim %X, %c1 : memref<?x?x?xf32>
  %w = memref.dim %X, %c2 : memref<?x?x?xf32>
  %hw = arith.muli %h, %w : index
  %n = arith.muli %b, %hw : index
  scf.for %p = %c0 to %n step %c1 {
    %i = arith.divui %p, %hw : index
    %q = arith.muli %i, %hw : index
    %r = arith.subi %p, %q : index
    %j = arith.divui %r, %w : index
    %k = arith.remui %r, %w : index
    %x = memref.load %X[%i, %j, %k] : memref<?x?x?xf32>
    memref.store %x, %Y[%i, %k, %j] : memref<?x?x?xf32>
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @left(%X: memref<?x?x?xf32> {llvm.noalias}, %Y: memref<?x?x?xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %b = memref.dim %X, %c0 : memref<?x?x?xf32>
    %h = memref.dim %X, %c1 : memref<?x?x?xf32>
    %w = memref.dim %X, %c2 : memref<?x?x?xf32>
    %hw = arith.muli %h, %w : index
    %n = arith.muli %b, %hw : index
    affine.for %p_0 = 0 to #map(%b) {
      affine.for %p_1 = 0 to #map(%h) {
        affine.for %p_2 = 0 to #map(%w) {
          %0 = affine.load %X[%p_0, %p_1, %p_2] : memref<?x?x?xf32>
          affine.store %0, %Y[%p_0, %p_2, %p_1] : memref<?x?x?xf32>
        }
      }
    }
    return
  }
}
// -----
// Rows of seven do not fill the loop.
func.func @rows(%X: memref<15x7xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %p = 0 to 100 {
    affine.store %zero, %X[%p floordiv 7, %p mod 7] : memref<15x7xf32>
  }
  return
}
// becomes
module {
  func.func @rows(%X: memref<15x7xf32> {llvm.noalias}) {
    %zero = arith.constant 0.000000e+00 : f32
    %0 = arith.constant 0.000000e+00 : f32
    affine.for %p = 0 to 100 {
      affine.store %0, %X[%p floordiv 7, %p mod 7] : memref<15x7xf32>
    }
    return
  }
}
// -----
// What divides is no factor of the end.
func.func @others(%n: index, %m: index, %k: index, %X: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %p = 0 to affine_map<()[s0, s1] -> (s0 * s1)>()[%n, %m] {
    %i = arith.remui %p, %k : index
    memref.store %zero, %X[%i] : memref<?xf32>
  }
  return
}
// stays: a loop bound is not affine with constant divisors
// -----
// Nothing is known of the sign of a size.
func.func @signs(%n: index, %m: index, %X: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %p = 0 to affine_map<()[s0, s1] -> (s0 * s1)>()[%n, %m] {
    %i = arith.remsi %p, %m : index
    memref.store %zero, %X[%i] : memref<?xf32>
  }
  return
}
// stays: a loop bound is not affine with constant divisors
