// The matrix of covariances of the columns of data, after PolyBench 4.2.1.
func.func @kernel_covariance(%float_n: f64, %data: memref<?x?xf64> {llvm.noalias},
                             %cov: memref<?x?xf64> {llvm.noalias}, %mean: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %data, %c1 : memref<?x?xf64>
  %n = memref.dim %data, %c0 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  affine.for %j = 0 to %m {
    affine.store %zero, %mean[%j] : memref<?xf64>
    affine.for %i = 0 to %n {
      %mean_j = affine.load %mean[%j] : memref<?xf64>
      %data_i = affine.load %data[%i, %j] : memref<?x?xf64>
      %sum = arith.addf %mean_j, %data_i : f64
      affine.store %sum, %mean[%j] : memref<?xf64>
    }
    %mean_j = affine.load %mean[%j] : memref<?xf64>
    %quotient = arith.divf %mean_j, %float_n : f64
    affine.store %quotient, %mean[%j] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %data_i = affine.load %data[%i, %j] : memref<?x?xf64>
      %mean_j = affine.load %mean[%j] : memref<?xf64>
      %difference = arith.subf %data_i, %mean_j : f64
      affine.store %difference, %data[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %m {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %m {
      affine.store %zero, %cov[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %n {
        %cov_i = affine.load %cov[%i, %j] : memref<?x?xf64>
        %data_k = affine.load %data[%k, %i] : memref<?x?xf64>
        %data_k_1 = affine.load %data[%k, %j] : memref<?x?xf64>
        %product = arith.mulf %data_k, %data_k_1 : f64
        %sum = arith.addf %cov_i, %product : f64
        affine.store %sum, %cov[%i, %j] : memref<?x?xf64>
      }
      %cov_i = affine.load %cov[%i, %j] : memref<?x?xf64>
      %difference = arith.subf %float_n, %one : f64
      %quotient = arith.divf %cov_i, %difference : f64
      affine.store %quotient, %cov[%i, %j] : memref<?x?xf64>
      %cov_i_1 = affine.load %cov[%i, %j] : memref<?x?xf64>
      affine.store %cov_i_1, %cov[%j, %i] : memref<?x?xf64>
    }
  }
  return
}
