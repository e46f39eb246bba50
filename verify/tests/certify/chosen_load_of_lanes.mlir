// certified
// What is loaded under a condition is loaded in the lanes in which it holds.
func.func @first(%n: index, %m: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %none = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %k = affine.load %m[%i] : memref<?xi32>
    %is = arith.cmpi ne, %k, %zero : i32
    %v = scf.if %is -> (f32) {
      %a = affine.load %x[%i] : memref<?xf32>
      %t = arith.addf %a, %a : f32
      scf.yield %t : f32
    } else {
      scf.yield %none : f32
    }
    affine.store %v, %out[%i] : memref<?xf32>
  }
  return
}
func.func @second(%n: index, %m: memref<?xi32>, %x: memref<?xf32>, %out: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant dense<0> : vector<8xi32>
  %none = arith.constant dense<0.0> : vector<8xf32>
  %yes = arith.constant dense<true> : vector<8xi1>
  affine.for %i = 0 to affine_map<(d0) -> (d0 floordiv 8 * 8)>(%n) step 8 {
    %k = affine.vector_load %m[%i] : memref<?xi32>, vector<8xi32>
    %is = arith.cmpi ne, %k, %zero : vector<8xi32>
    %not = arith.xori %is, %yes : vector<8xi1>
    %a = vector.maskedload %x[%i], %is, %none : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %t = arith.addf %a, %a : vector<8xf32>
    %v = arith.select %is, %t, %none : vector<8xi1>, vector<8xf32>
    affine.vector_store %v, %out[%i] : memref<?xf32>, vector<8xf32>
  }
  %c0 = arith.constant 0 : i32
  %f0 = arith.constant 0.0 : f32
  affine.for %i = max affine_map<(d0) -> (0, d0 floordiv 8 * 8)>(%n) to %n {
    %k = affine.load %m[%i] : memref<?xi32>
    %is = arith.cmpi ne, %k, %c0 : i32
    %v = scf.if %is -> (f32) {
      %a = affine.load %x[%i] : memref<?xf32>
      %t = arith.addf %a, %a : f32
      scf.yield %t : f32
    } else {
      scf.yield %f0 : f32
    }
    affine.store %v, %out[%i] : memref<?xf32>
  }
  return
}
