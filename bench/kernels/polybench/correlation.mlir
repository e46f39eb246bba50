// The matrix of correlations of the columns of data, after PolyBench 4.2.1.
func.func @kernel_correlation(%float_n: f64, %data: memref<?x?xf64> {llvm.noalias},
                              %corr: memref<?x?xf64> {llvm.noalias}, %mean: memref<?xf64> {llvm.noalias},
                              %stddev: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %data, %c1 : memref<?x?xf64>
  %n = memref.dim %data, %c0 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %epsilon = arith.constant 0.1 : f64
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
  affine.for %j = 0 to %m {
    affine.store %zero, %stddev[%j] : memref<?xf64>
    affine.for %i = 0 to %n {
      %stddev_j = affine.load %stddev[%j] : memref<?xf64>
      %data_i = affine.load %data[%i, %j] : memref<?x?xf64>
      %mean_j = affine.load %mean[%j] : memref<?xf64>
      %difference = arith.subf %data_i, %mean_j : f64
      %data_i_1 = affine.load %data[%i, %j] : memref<?x?xf64>
      %mean_j_1 = affine.load %mean[%j] : memref<?xf64>
      %difference_1 = arith.subf %data_i_1, %mean_j_1 : f64
      %product = arith.mulf %difference, %difference_1 : f64
      %sum = arith.addf %stddev_j, %product : f64
      affine.store %sum, %stddev[%j] : memref<?xf64>
    }
    %stddev_j = affine.load %stddev[%j] : memref<?xf64>
    %quotient = arith.divf %stddev_j, %float_n : f64
    affine.store %quotient, %stddev[%j] : memref<?xf64>
    %stddev_j_1 = affine.load %stddev[%j] : memref<?xf64>
    %root = math.sqrt %stddev_j_1 : f64
    affine.store %root, %stddev[%j] : memref<?xf64>
    %s = affine.load %stddev[%j] : memref<?xf64>
    %test = arith.cmpf ole, %s, %epsilon : f64
    %chosen = arith.select %test, %one, %s : f64
    affine.store %chosen, %stddev[%j] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %data_i = affine.load %data[%i, %j] : memref<?x?xf64>
      %mean_j = affine.load %mean[%j] : memref<?xf64>
      %difference = arith.subf %data_i, %mean_j : f64
      affine.store %difference, %data[%i, %j] : memref<?x?xf64>
      %data_i_1 = affine.load %data[%i, %j] : memref<?x?xf64>
      %root = math.sqrt %float_n : f64
      %stddev_j = affine.load %stddev[%j] : memref<?xf64>
      %product = arith.mulf %root, %stddev_j : f64
      %quotient = arith.divf %data_i_1, %product : f64
      affine.store %quotient, %data[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
    affine.store %one, %corr[%i, %i] : memref<?x?xf64>
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %m {
      affine.store %zero, %corr[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %n {
        %corr_i = affine.load %corr[%i, %j] : memref<?x?xf64>
        %data_k = affine.load %data[%k, %i] : memref<?x?xf64>
        %data_k_1 = affine.load %data[%k, %j] : memref<?x?xf64>
        %product = arith.mulf %data_k, %data_k_1 : f64
        %sum = arith.addf %corr_i, %product : f64
        affine.store %sum, %corr[%i, %j] : memref<?x?xf64>
      }
      %corr_i = affine.load %corr[%i, %j] : memref<?x?xf64>
      affine.store %corr_i, %corr[%j, %i] : memref<?x?xf64>
    }
  }
  affine.store %one, %corr[symbol(%m) - 1, symbol(%m) - 1] : memref<?x?xf64>
  return
}
