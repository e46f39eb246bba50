// What a mask leaves out is not written: memory outside may be anything, and what is inside stays.
// verdict: refuted
func.func @f(%m: memref<4xi32>, %v: vector<4xi32>, %on: vector<4xi1>) {
  %c0 = arith.constant 0 : index
  vector.maskedstore %m[%c0], %on, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>
  return
}
// -----
func.func @f(%m: memref<4xi32>, %v: vector<4xi32>, %on: vector<4xi1>) {
  %c0 = arith.constant 0 : index
  vector.store %v, %m[%c0] : memref<4xi32>, vector<4xi32>
  return
}
