// test: agree

// Functions of one and of two operands, on scalars and on vectors.
func.func @functions(%A: memref<12xf64>, %B: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %x = affine.load %A[0] : memref<12xf64>
  %y = affine.load %A[1] : memref<12xf64>
  %positive = math.absf %x : f64
  %power = math.powf %positive, %y : f64
  affine.store %power, %A[2] : memref<12xf64>
  %sign = math.copysign %x, %y : f64
  affine.store %sign, %A[3] : memref<12xf64>
  %floor = math.floor %x : f64
  affine.store %floor, %A[4] : memref<12xf64>
  %tail = math.erfc %y : f64
  affine.store %tail, %A[5] : memref<12xf64>
  %v = vector.load %B[%c0] : memref<8xf32>, vector<8xf32>
  %up = math.ceil %v : vector<8xf32>
  %part = math.copysign %up, %v : vector<8xf32>
  vector.store %part, %B[%c0] : memref<8xf32>, vector<8xf32>
  return
}
