// Steps of the heat equation on a cube, from A to B and back, after PolyBench 4.2.1.
func.func @kernel_heat_3d(%tsteps: index, %A: memref<?x?x?xf64> {llvm.noalias},
                          %B: memref<?x?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?x?xf64>
  %two = arith.constant 2.0 : f64
  %eighth = arith.constant 0.125 : f64
  affine.for %t = 1 to affine_map<()[s0] -> (s0 + 1)>()[%tsteps] {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        affine.for %k = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
          %a = affine.load %A[%i + 1, %j, %k] : memref<?x?x?xf64>
          %a_1 = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          %product = arith.mulf %two, %a_1 : f64
          %difference = arith.subf %a, %product : f64
          %a_2 = affine.load %A[%i - 1, %j, %k] : memref<?x?x?xf64>
          %sum = arith.addf %difference, %a_2 : f64
          %product_1 = arith.mulf %eighth, %sum : f64
          %a_3 = affine.load %A[%i, %j + 1, %k] : memref<?x?x?xf64>
          %a_4 = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          %product_2 = arith.mulf %two, %a_4 : f64
          %difference_1 = arith.subf %a_3, %product_2 : f64
          %a_5 = affine.load %A[%i, %j - 1, %k] : memref<?x?x?xf64>
          %sum_1 = arith.addf %difference_1, %a_5 : f64
          %product_3 = arith.mulf %eighth, %sum_1 : f64
          %sum_2 = arith.addf %product_1, %product_3 : f64
          %a_6 = affine.load %A[%i, %j, %k + 1] : memref<?x?x?xf64>
          %a_7 = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          %product_4 = arith.mulf %two, %a_7 : f64
          %difference_2 = arith.subf %a_6, %product_4 : f64
          %a_8 = affine.load %A[%i, %j, %k - 1] : memref<?x?x?xf64>
          %sum_3 = arith.addf %difference_2, %a_8 : f64
          %product_5 = arith.mulf %eighth, %sum_3 : f64
          %sum_4 = arith.addf %sum_2, %product_5 : f64
          %a_9 = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          %sum_5 = arith.addf %sum_4, %a_9 : f64
          affine.store %sum_5, %B[%i, %j, %k] : memref<?x?x?xf64>
        }
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        affine.for %k = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
          %b = affine.load %B[%i + 1, %j, %k] : memref<?x?x?xf64>
          %b_1 = affine.load %B[%i, %j, %k] : memref<?x?x?xf64>
          %product = arith.mulf %two, %b_1 : f64
          %difference = arith.subf %b, %product : f64
          %b_2 = affine.load %B[%i - 1, %j, %k] : memref<?x?x?xf64>
          %sum = arith.addf %difference, %b_2 : f64
          %product_1 = arith.mulf %eighth, %sum : f64
          %b_3 = affine.load %B[%i, %j + 1, %k] : memref<?x?x?xf64>
          %b_4 = affine.load %B[%i, %j, %k] : memref<?x?x?xf64>
          %product_2 = arith.mulf %two, %b_4 : f64
          %difference_1 = arith.subf %b_3, %product_2 : f64
          %b_5 = affine.load %B[%i, %j - 1, %k] : memref<?x?x?xf64>
          %sum_1 = arith.addf %difference_1, %b_5 : f64
          %product_3 = arith.mulf %eighth, %sum_1 : f64
          %sum_2 = arith.addf %product_1, %product_3 : f64
          %b_6 = affine.load %B[%i, %j, %k + 1] : memref<?x?x?xf64>
          %b_7 = affine.load %B[%i, %j, %k] : memref<?x?x?xf64>
          %product_4 = arith.mulf %two, %b_7 : f64
          %difference_2 = arith.subf %b_6, %product_4 : f64
          %b_8 = affine.load %B[%i, %j, %k - 1] : memref<?x?x?xf64>
          %sum_3 = arith.addf %difference_2, %b_8 : f64
          %product_5 = arith.mulf %eighth, %sum_3 : f64
          %sum_4 = arith.addf %sum_2, %product_5 : f64
          %b_9 = affine.load %B[%i, %j, %k] : memref<?x?x?xf64>
          %sum_5 = arith.addf %sum_4, %b_9 : f64
          affine.store %sum_5, %A[%i, %j, %k] : memref<?x?x?xf64>
        }
      }
    }
  }
  return
}
