// RUN: loops

// The first dimension is outermost, and iterations are combined in their order.
func.func @both(%A: memref<?x?xf64>, %n: index, %m: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) init (%zero, %one) -> (f64, f64) {
    %a = memref.load %A[%i, %j] : memref<?x?xf64>
    %b = arith.mulf %a, %a : f64
    scf.reduce(%b, %a : f64, f64) {
    ^bb0(%l: f64, %r: f64):
      %s = arith.addf %l, %r : f64
      scf.reduce.return %s : f64
    }, {
    ^bb0(%l: f64, %r: f64):
      %h = arith.mulf %r, %l : f64
      %p = arith.maximumf %h, %l : f64
      scf.reduce.return %p : f64
    }
  }
  return %r#0, %r#1 : f64, f64
}

// One inside the other, of integers and from what leaves them as they are.
func.func @nested(%A: memref<?x16xi8>, %y: memref<?xi8>, %n: index) {
  affine.for %i = 0 to %n {
    %product = affine.parallel (%j) = (0) to (min(16, %n)) step (2) reduce ("muli") -> (i8) {
      %all = affine.parallel (%k) = (max(%j, 1)) to (16) reduce ("addi") -> (i8) {
        %a = affine.load %A[%i, %k] : memref<?x16xi8>
        affine.yield %a : i8
      }
      affine.yield %all : i8
    }
    affine.store %product, %y[%i] : memref<?xi8>
  }
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (16, d0)>
// #map1 = affine_map<(d0) -> (d0, 1)>
// module {
//   func.func @both(%A: memref<?x?xf64>, %n: index, %m: index) -> (f64, f64) {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     %zero = arith.constant 0.000000e+00 : f64
//     %one = arith.constant 1.000000e+00 : f64
//     %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%arg0 = %zero, %arg1 = %one) -> (f64, f64) {
//       %1:2 = scf.for %j = %c0 to %m step %c1 iter_args(%arg2 = %arg0, %arg3 = %arg1) -> (f64, f64) {
//         %a = memref.load %A[%i, %j] : memref<?x?xf64>
//         %b = arith.mulf %a, %a : f64
//         %s = arith.addf %arg2, %b : f64
//         %h = arith.mulf %a, %arg3 : f64
//         %p = arith.maximumf %h, %arg3 : f64
//         scf.yield %s, %p : f64, f64
//       }
//       scf.yield %1#0, %1#1 : f64, f64
//     }
//     return %0#0, %0#1 : f64, f64
//   }
//   func.func @nested(%A: memref<?x16xi8>, %y: memref<?xi8>, %n: index) {
//     affine.for %i = 0 to %n {
//       %0 = arith.constant 1 : i8
//       %1 = affine.for %j = 0 to min #map(%n) step 2 iter_args(%arg0 = %0) -> (i8) {
//         %2 = arith.constant 0 : i8
//         %3 = affine.for %k = max #map1(%j) to 16 iter_args(%arg1 = %2) -> (i8) {
//           %a = affine.load %A[%i, %k] : memref<?x16xi8>
//           %5 = arith.addi %arg1, %a : i8
//           affine.yield %5 : i8
//         }
//         %4 = arith.muli %arg0, %3 : i8
//         affine.yield %4 : i8
//       }
//       affine.store %1, %y[%i] : memref<?xi8>
//     }
//     return
//   }
// }
