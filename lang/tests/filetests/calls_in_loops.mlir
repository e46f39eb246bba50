// RUN: loops

func.func private @dot(%x: memref<?xf64, strided<[1], offset: ?>>, %y: memref<?xf64, strided<[1], offset: ?>>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64, strided<[1], offset: ?>>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f64) {
    %a = memref.load %x[%i] : memref<?xf64, strided<[1], offset: ?>>
    %b = memref.load %y[%i] : memref<?xf64, strided<[1], offset: ?>>
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %acc, %p : f64
    scf.yield %s : f64
  }
  return %sum : f64
}

func.func private @row(%A: memref<?x?xf64>, %i: index) -> memref<?xf64, strided<[1], offset: ?>> {
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c1 : memref<?x?xf64>
  %row = memref.subview %A[%i, 0] [1, %n] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
  return %row : memref<?xf64, strided<[1], offset: ?>>
}

// Calls of calls; extents go to where memrefs are made, and that of a part is its size.
func.func @gram(%A: memref<?x?xf64>, %G: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf64>
  scf.for %i = %c0 to %m step %c1 {
    %a = func.call @row(%A, %i) : (memref<?x?xf64>, index) -> memref<?xf64, strided<[1], offset: ?>>
    scf.for %j = %c0 to %m step %c1 {
      %b = func.call @row(%A, %j) : (memref<?x?xf64>, index) -> memref<?xf64, strided<[1], offset: ?>>
      %d = func.call @dot(%a, %b) : (memref<?xf64, strided<[1], offset: ?>>, memref<?xf64, strided<[1], offset: ?>>) -> f64
      memref.store %d, %G[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// A buffer whose size is fixed needs no scope.
func.func @scoped(%x: memref<8x16xf32>) {
  affine.for %i = 0 to 8 {
    %sum = memref.alloca_scope -> (f32) {
      %t = memref.alloca() : memref<16xf32>
      affine.for %j = 0 to 16 {
        %a = affine.load %x[%i, %j] : memref<8x16xf32>
        affine.store %a, %t[-%j + 15] : memref<16xf32>
      }
      %first = affine.load %t[0] : memref<16xf32>
      memref.alloca_scope.return %first : f32
    }
    affine.store %sum, %x[%i, 3] : memref<8x16xf32>
  }
  return
}

// A buffer of %n elements on the stack would be there until the function returns.
func.func @stays(%x: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    memref.alloca_scope {
      %t = memref.alloca(%n) : memref<?xf32>
      %a = affine.load %x[%i] : memref<?xf32>
      affine.store %a, %t[%i] : memref<?xf32>
    }
  }
  return
}

func.func private @loaded(%x: memref<?xf32>, %i: index) -> f32 {
  %a = affine.load %x[%i] : memref<?xf32>
  return %a : f32
}

// What is loaded by data is no dimension of an affine map.
func.func @not_affine(%x: memref<?xf32>, %at: memref<?xindex>, %y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %k = affine.load %at[%i] : memref<?xindex>
    %a = func.call @loaded(%x, %k) : (memref<?xf32>, index) -> f32
    affine.store %a, %y[%i] : memref<?xf32>
  }
  return
}

func.func private @again(%x: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    func.call @again(%x, %i) : (memref<?xf32>, index) -> ()
  }
  return
}

// At the top a call stays.
func.func @called(%x: memref<?xf32>, %n: index) {
  func.call @again(%x, %n) : (memref<?xf32>, index) -> ()
  return
}
// EXPECTED
// module {
//   func.func private @dot(%x: memref<?xf64, strided<[1], offset: ?>>, %y: memref<?xf64, strided<[1], offset: ?>>) -> f64 {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     %zero = arith.constant 0.000000e+00 : f64
//     %n = memref.dim %x, %c0 : memref<?xf64, strided<[1], offset: ?>>
//     %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f64) {
//       %a = memref.load %x[%i] : memref<?xf64, strided<[1], offset: ?>>
//       %b = memref.load %y[%i] : memref<?xf64, strided<[1], offset: ?>>
//       %p = arith.mulf %a, %b : f64
//       %s = arith.addf %acc, %p : f64
//       scf.yield %s : f64
//     }
//     return %sum : f64
//   }
//   func.func private @row(%A: memref<?x?xf64>, %i: index) -> memref<?xf64, strided<[1], offset: ?>> {
//     %c1 = arith.constant 1 : index
//     %n = memref.dim %A, %c1 : memref<?x?xf64>
//     %row = memref.subview %A[%i, 0] [1, %n] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
//     return %row : memref<?xf64, strided<[1], offset: ?>>
//   }
//   func.func @gram(%A: memref<?x?xf64>, %G: memref<?x?xf64>) {
//     %0 = arith.constant 1 : index
//     %1 = memref.dim %A, %0 : memref<?x?xf64>
//     %2 = arith.constant 1 : index
//     %3 = memref.dim %A, %2 : memref<?x?xf64>
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     %m = memref.dim %A, %c0 : memref<?x?xf64>
//     scf.for %i = %c0 to %m step %c1 {
//       %c1_0 = arith.constant 1 : index
//       %row = memref.subview %A[%i, 0] [1, %3] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
//       scf.for %j = %c0 to %m step %c1 {
//         %c1_1 = arith.constant 1 : index
//         %row_0 = memref.subview %A[%j, 0] [1, %1] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
//         %c0_0 = arith.constant 0 : index
//         %c1_2 = arith.constant 1 : index
//         %zero = arith.constant 0.000000e+00 : f64
//         %sum = scf.for %i_0 = %c0_0 to %3 step %c1_2 iter_args(%acc = %zero) -> (f64) {
//           %a = memref.load %row[%i_0] : memref<?xf64, strided<[1], offset: ?>>
//           %b = memref.load %row_0[%i_0] : memref<?xf64, strided<[1], offset: ?>>
//           %p = arith.mulf %a, %b : f64
//           %s = arith.addf %acc, %p : f64
//           scf.yield %s : f64
//         }
//         memref.store %sum, %G[%i, %j] : memref<?x?xf64>
//       }
//     }
//     return
//   }
//   func.func @scoped(%x: memref<8x16xf32>) {
//     affine.for %i = 0 to 8 {
//       %t = memref.alloca() : memref<16xf32>
//       affine.for %j = 0 to 16 {
//         %a = affine.load %x[%i, %j] : memref<8x16xf32>
//         affine.store %a, %t[-%j + 15] : memref<16xf32>
//       }
//       %first = affine.load %t[0] : memref<16xf32>
//       affine.store %first, %x[%i, 3] : memref<8x16xf32>
//     }
//     return
//   }
//   func.func @stays(%x: memref<?xf32>, %n: index) {
//     affine.for %i = 0 to %n {
//       memref.alloca_scope {
//         %t = memref.alloca(%n) : memref<?xf32>
//         %a = affine.load %x[%i] : memref<?xf32>
//         affine.store %a, %t[%i] : memref<?xf32>
//       }
//     }
//     return
//   }
//   func.func private @loaded(%x: memref<?xf32>, %i: index) -> f32 {
//     %a = affine.load %x[%i] : memref<?xf32>
//     return %a : f32
//   }
//   func.func @not_affine(%x: memref<?xf32>, %at: memref<?xindex>, %y: memref<?xf32>, %n: index) {
//     affine.for %i = 0 to %n {
//       %k = affine.load %at[%i] : memref<?xindex>
//       %a = func.call @loaded(%x, %k) : (memref<?xf32>, index) -> f32
//       affine.store %a, %y[%i] : memref<?xf32>
//     }
//     return
//   }
//   func.func private @again(%x: memref<?xf32>, %n: index) {
//     affine.for %i = 0 to %n {
//       func.call @again(%x, %i) : (memref<?xf32>, index) -> ()
//     }
//     return
//   }
//   func.func @called(%x: memref<?xf32>, %n: index) {
//     call @again(%x, %n) : (memref<?xf32>, index) -> ()
//     return
//   }
// }
