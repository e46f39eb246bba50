// The data that PolyBench 4.2.1 gives fdtd-2d.
//
// MINI       tmax = 20, nx = 20, ny = 30
// SMALL      tmax = 40, nx = 60, ny = 80
// MEDIUM     tmax = 100, nx = 200, ny = 240
// LARGE      tmax = 500, nx = 1000, ny = 1200
// EXTRALARGE tmax = 1000, nx = 2000, ny = 2600
// ARGUMENTS  ex[nx][ny], ey[nx][ny], hz[nx][ny], fict[tmax]
func.func @init_fdtd_2d(%ex: memref<?x?xf64> {llvm.noalias}, %ey: memref<?x?xf64> {llvm.noalias},
                        %hz: memref<?x?xf64> {llvm.noalias}, %fict: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tmax = memref.dim %fict, %c0 : memref<?xf64>
  %nx = memref.dim %ex, %c0 : memref<?x?xf64>
  %ny = memref.dim %ex, %c1 : memref<?x?xf64>
  %nx_i64 = arith.index_cast %nx : index to i64
  %nx_real = arith.sitofp %nx_i64 : i64 to f64
  %c2 = arith.constant 2 : index
  %ny_i64 = arith.index_cast %ny : index to i64
  %ny_real = arith.sitofp %ny_i64 : i64 to f64
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to %tmax {
    %integer = arith.index_cast %i : index to i64
    %real = arith.sitofp %integer : i64 to f64
    affine.store %real, %fict[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %nx {
    affine.for %j = 0 to %ny {
      %integer = arith.index_cast %i : index to i64
      %real = arith.sitofp %integer : i64 to f64
      %sum = arith.addi %j, %c1 : index
      %integer_1 = arith.index_cast %sum : index to i64
      %real_1 = arith.sitofp %integer_1 : i64 to f64
      %product = arith.mulf %real, %real_1 : f64
      %quotient = arith.divf %product, %nx_real : f64
      affine.store %quotient, %ex[%i, %j] : memref<?x?xf64>
      %integer_2 = arith.index_cast %i : index to i64
      %real_2 = arith.sitofp %integer_2 : i64 to f64
      %sum_1 = arith.addi %j, %c2 : index
      %integer_3 = arith.index_cast %sum_1 : index to i64
      %real_3 = arith.sitofp %integer_3 : i64 to f64
      %product_1 = arith.mulf %real_2, %real_3 : f64
      %quotient_1 = arith.divf %product_1, %ny_real : f64
      affine.store %quotient_1, %ey[%i, %j] : memref<?x?xf64>
      %integer_4 = arith.index_cast %i : index to i64
      %real_4 = arith.sitofp %integer_4 : i64 to f64
      %sum_2 = arith.addi %j, %c3 : index
      %integer_5 = arith.index_cast %sum_2 : index to i64
      %real_5 = arith.sitofp %integer_5 : i64 to f64
      %product_2 = arith.mulf %real_4, %real_5 : f64
      %quotient_2 = arith.divf %product_2, %nx_real : f64
      affine.store %quotient_2, %hz[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
