// Steps of the finite difference time domain method for an electromagnetic field, after PolyBench 4.2.1.
func.func @kernel_fdtd_2d(%ex: memref<?x?xf64> {llvm.noalias}, %ey: memref<?x?xf64> {llvm.noalias},
                          %hz: memref<?x?xf64> {llvm.noalias}, %fict: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tmax = memref.dim %fict, %c0 : memref<?xf64>
  %nx = memref.dim %ex, %c0 : memref<?x?xf64>
  %ny = memref.dim %ex, %c1 : memref<?x?xf64>
  %half = arith.constant 0.5 : f64
  %seven_tenths = arith.constant 0.7 : f64
  affine.for %t = 0 to %tmax {
    affine.for %j = 0 to %ny {
      %fict_t = affine.load %fict[%t] : memref<?xf64>
      affine.store %fict_t, %ey[0, %j] : memref<?x?xf64>
    }
    affine.for %i = 1 to %nx {
      affine.for %j = 0 to %ny {
        %ey_i = affine.load %ey[%i, %j] : memref<?x?xf64>
        %hz_i = affine.load %hz[%i, %j] : memref<?x?xf64>
        %hz_i_1 = affine.load %hz[%i - 1, %j] : memref<?x?xf64>
        %difference = arith.subf %hz_i, %hz_i_1 : f64
        %product = arith.mulf %half, %difference : f64
        %difference_1 = arith.subf %ey_i, %product : f64
        affine.store %difference_1, %ey[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to %nx {
      affine.for %j = 1 to %ny {
        %ex_i = affine.load %ex[%i, %j] : memref<?x?xf64>
        %hz_i = affine.load %hz[%i, %j] : memref<?x?xf64>
        %hz_i_1 = affine.load %hz[%i, %j - 1] : memref<?x?xf64>
        %difference = arith.subf %hz_i, %hz_i_1 : f64
        %product = arith.mulf %half, %difference : f64
        %difference_1 = arith.subf %ex_i, %product : f64
        affine.store %difference_1, %ex[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%nx] {
      affine.for %j = 0 to affine_map<()[s0] -> (s0 - 1)>()[%ny] {
        %hz_i = affine.load %hz[%i, %j] : memref<?x?xf64>
        %ex_i = affine.load %ex[%i, %j + 1] : memref<?x?xf64>
        %ex_i_1 = affine.load %ex[%i, %j] : memref<?x?xf64>
        %difference = arith.subf %ex_i, %ex_i_1 : f64
        %ey_i = affine.load %ey[%i + 1, %j] : memref<?x?xf64>
        %sum = arith.addf %difference, %ey_i : f64
        %ey_i_1 = affine.load %ey[%i, %j] : memref<?x?xf64>
        %difference_1 = arith.subf %sum, %ey_i_1 : f64
        %product = arith.mulf %seven_tenths, %difference_1 : f64
        %difference_2 = arith.subf %hz_i, %product : f64
        affine.store %difference_2, %hz[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
