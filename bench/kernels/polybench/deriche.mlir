// An edge detector: recursive filters along the rows, then along the columns, after PolyBench 4.2.1.
func.func @kernel_deriche(%alpha: f64, %imgIn: memref<?x?xf64> {llvm.noalias},
                          %imgOut: memref<?x?xf64> {llvm.noalias}, %y1: memref<?x?xf64> {llvm.noalias},
                          %y2: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.dim %imgIn, %c0 : memref<?x?xf64>
  %h = memref.dim %imgIn, %c1 : memref<?x?xf64>
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %minus_two = arith.constant -2.0 : f64
  %zero = arith.constant 0.0 : f64
  %negative = arith.negf %alpha : f64
  %decay = math.exp %negative : f64
  %rest = arith.subf %one, %decay : f64
  %product = arith.mulf %rest, %rest : f64
  %product_1 = arith.mulf %two, %alpha : f64
  %product_2 = arith.mulf %product_1, %decay : f64
  %sum = arith.addf %one, %product_2 : f64
  %product_3 = arith.mulf %two, %alpha : f64
  %exponential = math.exp %product_3 : f64
  %difference = arith.subf %sum, %exponential : f64
  %k = arith.divf %product, %difference : f64
  %product_4 = arith.mulf %k, %decay : f64
  %difference_1 = arith.subf %alpha, %one : f64
  %a2 = arith.mulf %product_4, %difference_1 : f64
  %product_5 = arith.mulf %k, %decay : f64
  %sum_1 = arith.addf %alpha, %one : f64
  %a3 = arith.mulf %product_5, %sum_1 : f64
  %negative_1 = arith.negf %k : f64
  %product_6 = arith.mulf %minus_two, %alpha : f64
  %exponential_1 = math.exp %product_6 : f64
  %a4 = arith.mulf %negative_1, %exponential_1 : f64
  %negative_2 = arith.negf %alpha : f64
  %b1 = math.powf %two, %negative_2 : f64
  %product_7 = arith.mulf %minus_two, %alpha : f64
  %exponential_2 = math.exp %product_7 : f64
  %b2 = arith.negf %exponential_2 : f64
  affine.for %i = 0 to %w {
    %xm1, %ym2, %ym1 = affine.for %j = 0 to %h
        iter_args(%xm1_1 = %zero, %ym2_1 = %zero, %ym1_1 = %zero) -> (f64, f64, f64) {
      %imgin = affine.load %imgIn[%i, %j] : memref<?x?xf64>
      %product_8 = arith.mulf %k, %imgin : f64
      %product_9 = arith.mulf %a2, %xm1_1 : f64
      %sum_2 = arith.addf %product_8, %product_9 : f64
      %product_10 = arith.mulf %b1, %ym1_1 : f64
      %sum_3 = arith.addf %sum_2, %product_10 : f64
      %product_11 = arith.mulf %b2, %ym2_1 : f64
      %sum_4 = arith.addf %sum_3, %product_11 : f64
      affine.store %sum_4, %y1[%i, %j] : memref<?x?xf64>
      %xm1_2 = affine.load %imgIn[%i, %j] : memref<?x?xf64>
      %ym1_2 = affine.load %y1[%i, %j] : memref<?x?xf64>
      affine.yield %xm1_2, %ym1_1, %ym1_2 : f64, f64, f64
    }
  }
  affine.for %i = 0 to %w {
    %xp2, %xp1, %yp2, %yp1 = affine.for %j_back = 0 to %h
        iter_args(%xp2_1 = %zero, %xp1_1 = %zero, %yp2_1 = %zero, %yp1_1 = %zero) -> (f64, f64, f64, f64) {
      %j = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%j_back)[%h]
      %product_8 = arith.mulf %a3, %xp1_1 : f64
      %product_9 = arith.mulf %a4, %xp2_1 : f64
      %sum_2 = arith.addf %product_8, %product_9 : f64
      %product_10 = arith.mulf %b1, %yp1_1 : f64
      %sum_3 = arith.addf %sum_2, %product_10 : f64
      %product_11 = arith.mulf %b2, %yp2_1 : f64
      %sum_4 = arith.addf %sum_3, %product_11 : f64
      affine.store %sum_4, %y2[%i, %j] : memref<?x?xf64>
      %xp1_2 = affine.load %imgIn[%i, %j] : memref<?x?xf64>
      %yp1_2 = affine.load %y2[%i, %j] : memref<?x?xf64>
      affine.yield %xp1_1, %xp1_2, %yp1_1, %yp1_2 : f64, f64, f64, f64
    }
  }
  affine.for %i = 0 to %w {
    affine.for %j = 0 to %h {
      %y1_i = affine.load %y1[%i, %j] : memref<?x?xf64>
      %y2_i = affine.load %y2[%i, %j] : memref<?x?xf64>
      %sum_2 = arith.addf %y1_i, %y2_i : f64
      %product_8 = arith.mulf %one, %sum_2 : f64
      affine.store %product_8, %imgOut[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %j = 0 to %h {
    %tm1, %ym2, %ym1 = affine.for %i = 0 to %w
        iter_args(%tm1_1 = %zero, %ym2_1 = %zero, %ym1_1 = %zero) -> (f64, f64, f64) {
      %imgout = affine.load %imgOut[%i, %j] : memref<?x?xf64>
      %product_8 = arith.mulf %k, %imgout : f64
      %product_9 = arith.mulf %a2, %tm1_1 : f64
      %sum_2 = arith.addf %product_8, %product_9 : f64
      %product_10 = arith.mulf %b1, %ym1_1 : f64
      %sum_3 = arith.addf %sum_2, %product_10 : f64
      %product_11 = arith.mulf %b2, %ym2_1 : f64
      %sum_4 = arith.addf %sum_3, %product_11 : f64
      affine.store %sum_4, %y1[%i, %j] : memref<?x?xf64>
      %tm1_2 = affine.load %imgOut[%i, %j] : memref<?x?xf64>
      %ym1_2 = affine.load %y1[%i, %j] : memref<?x?xf64>
      affine.yield %tm1_2, %ym1_1, %ym1_2 : f64, f64, f64
    }
  }
  affine.for %j = 0 to %h {
    %tp2, %tp1, %yp2, %yp1 = affine.for %i_back = 0 to %w
        iter_args(%tp2_1 = %zero, %tp1_1 = %zero, %yp2_1 = %zero, %yp1_1 = %zero) -> (f64, f64, f64, f64) {
      %i = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%i_back)[%w]
      %product_8 = arith.mulf %a3, %tp1_1 : f64
      %product_9 = arith.mulf %a4, %tp2_1 : f64
      %sum_2 = arith.addf %product_8, %product_9 : f64
      %product_10 = arith.mulf %b1, %yp1_1 : f64
      %sum_3 = arith.addf %sum_2, %product_10 : f64
      %product_11 = arith.mulf %b2, %yp2_1 : f64
      %sum_4 = arith.addf %sum_3, %product_11 : f64
      affine.store %sum_4, %y2[%i, %j] : memref<?x?xf64>
      %tp1_2 = affine.load %imgOut[%i, %j] : memref<?x?xf64>
      %yp1_2 = affine.load %y2[%i, %j] : memref<?x?xf64>
      affine.yield %tp1_1, %tp1_2, %yp1_1, %yp1_2 : f64, f64, f64, f64
    }
  }
  affine.for %i = 0 to %w {
    affine.for %j = 0 to %h {
      %y1_i = affine.load %y1[%i, %j] : memref<?x?xf64>
      %y2_i = affine.load %y2[%i, %j] : memref<?x?xf64>
      %sum_2 = arith.addf %y1_i, %y2_i : f64
      %product_8 = arith.mulf %one, %sum_2 : f64
      affine.store %product_8, %imgOut[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
