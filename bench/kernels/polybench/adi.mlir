// Steps of the alternating direction implicit method for the heat equation, after PolyBench 4.2.1.
func.func @kernel_adi(%tsteps: index, %u: memref<?x?xf64> {llvm.noalias},
                      %v: memref<?x?xf64> {llvm.noalias}, %p: memref<?x?xf64> {llvm.noalias},
                      %q: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %u, %c0 : memref<?x?xf64>
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %one = arith.constant 1.0 : f64
  %tsteps_i64 = arith.index_cast %tsteps : index to i64
  %tsteps_real = arith.sitofp %tsteps_i64 : i64 to f64
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %dx = arith.divf %one, %n_real : f64
  %dy = arith.divf %one, %n_real : f64
  %dt = arith.divf %one, %tsteps_real : f64
  %product = arith.mulf %two, %dt : f64
  %product_1 = arith.mulf %dx, %dx : f64
  %mul1 = arith.divf %product, %product_1 : f64
  %product_2 = arith.mulf %one, %dt : f64
  %product_3 = arith.mulf %dy, %dy : f64
  %mul2 = arith.divf %product_2, %product_3 : f64
  %negative = arith.negf %mul1 : f64
  %a = arith.divf %negative, %two : f64
  %b = arith.addf %one, %mul1 : f64
  %negative_1 = arith.negf %mul2 : f64
  %d = arith.divf %negative_1, %two : f64
  %e = arith.addf %one, %mul2 : f64
  affine.for %t = 1 to affine_map<()[s0] -> (s0 + 1)>()[%tsteps] {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.store %one, %v[0, %i] : memref<?x?xf64>
      affine.store %zero, %p[%i, 0] : memref<?x?xf64>
      %v_0 = affine.load %v[0, %i] : memref<?x?xf64>
      affine.store %v_0, %q[%i, 0] : memref<?x?xf64>
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        %negative_2 = arith.negf %a : f64
        %p_i = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %product_4 = arith.mulf %a, %p_i : f64
        %sum = arith.addf %product_4, %b : f64
        %quotient = arith.divf %negative_2, %sum : f64
        affine.store %quotient, %p[%i, %j] : memref<?x?xf64>
        %negative_3 = arith.negf %d : f64
        %u_j = affine.load %u[%j, %i - 1] : memref<?x?xf64>
        %product_5 = arith.mulf %negative_3, %u_j : f64
        %product_6 = arith.mulf %two, %d : f64
        %sum_1 = arith.addf %one, %product_6 : f64
        %u_j_1 = affine.load %u[%j, %i] : memref<?x?xf64>
        %product_7 = arith.mulf %sum_1, %u_j_1 : f64
        %sum_2 = arith.addf %product_5, %product_7 : f64
        %u_j_2 = affine.load %u[%j, %i + 1] : memref<?x?xf64>
        %product_8 = arith.mulf %d, %u_j_2 : f64
        %difference = arith.subf %sum_2, %product_8 : f64
        %q_i = affine.load %q[%i, %j - 1] : memref<?x?xf64>
        %product_9 = arith.mulf %a, %q_i : f64
        %difference_1 = arith.subf %difference, %product_9 : f64
        %p_i_1 = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %product_10 = arith.mulf %a, %p_i_1 : f64
        %sum_3 = arith.addf %product_10, %b : f64
        %quotient_1 = arith.divf %difference_1, %sum_3 : f64
        affine.store %quotient_1, %q[%i, %j] : memref<?x?xf64>
      }
      affine.store %one, %v[symbol(%n) - 1, %i] : memref<?x?xf64>
      affine.for %j_back = 0 to affine_map<()[s0] -> (s0 - 2)>()[%n] {
        %j = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 2)>(%j_back)[%n]
        %p_i = affine.load %p[%i, %j] : memref<?x?xf64>
        %v_j = affine.load %v[%j + 1, %i] : memref<?x?xf64>
        %product_4 = arith.mulf %p_i, %v_j : f64
        %q_i = affine.load %q[%i, %j] : memref<?x?xf64>
        %sum = arith.addf %product_4, %q_i : f64
        affine.store %sum, %v[%j, %i] : memref<?x?xf64>
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.store %one, %u[%i, 0] : memref<?x?xf64>
      affine.store %zero, %p[%i, 0] : memref<?x?xf64>
      %u_i = affine.load %u[%i, 0] : memref<?x?xf64>
      affine.store %u_i, %q[%i, 0] : memref<?x?xf64>
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        %negative_2 = arith.negf %d : f64
        %p_i = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %product_4 = arith.mulf %d, %p_i : f64
        %sum = arith.addf %product_4, %e : f64
        %quotient = arith.divf %negative_2, %sum : f64
        affine.store %quotient, %p[%i, %j] : memref<?x?xf64>
        %negative_3 = arith.negf %a : f64
        %v_i = affine.load %v[%i - 1, %j] : memref<?x?xf64>
        %product_5 = arith.mulf %negative_3, %v_i : f64
        %product_6 = arith.mulf %two, %a : f64
        %sum_1 = arith.addf %one, %product_6 : f64
        %v_i_1 = affine.load %v[%i, %j] : memref<?x?xf64>
        %product_7 = arith.mulf %sum_1, %v_i_1 : f64
        %sum_2 = arith.addf %product_5, %product_7 : f64
        %v_i_2 = affine.load %v[%i + 1, %j] : memref<?x?xf64>
        %product_8 = arith.mulf %a, %v_i_2 : f64
        %difference = arith.subf %sum_2, %product_8 : f64
        %q_i = affine.load %q[%i, %j - 1] : memref<?x?xf64>
        %product_9 = arith.mulf %d, %q_i : f64
        %difference_1 = arith.subf %difference, %product_9 : f64
        %p_i_1 = affine.load %p[%i, %j - 1] : memref<?x?xf64>
        %product_10 = arith.mulf %d, %p_i_1 : f64
        %sum_3 = arith.addf %product_10, %e : f64
        %quotient_1 = arith.divf %difference_1, %sum_3 : f64
        affine.store %quotient_1, %q[%i, %j] : memref<?x?xf64>
      }
      affine.store %one, %u[%i, symbol(%n) - 1] : memref<?x?xf64>
      affine.for %j_back = 0 to affine_map<()[s0] -> (s0 - 2)>()[%n] {
        %j = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 2)>(%j_back)[%n]
        %p_i = affine.load %p[%i, %j] : memref<?x?xf64>
        %u_i_1 = affine.load %u[%i, %j + 1] : memref<?x?xf64>
        %product_4 = arith.mulf %p_i, %u_i_1 : f64
        %q_i = affine.load %q[%i, %j] : memref<?x?xf64>
        %sum = arith.addf %product_4, %q_i : f64
        affine.store %sum, %u[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
