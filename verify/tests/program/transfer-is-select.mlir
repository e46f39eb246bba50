// A masked read is a choice between memory and padding.
// verdict: proved
func.func @f(%m: memref<4xi32>, %on: vector<4xi1>, %p: i32) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %a = vector.transfer_read %m[%c0], %p, %on : memref<4xi32>, vector<4xi32>
  return %a : vector<4xi32>
}
// -----
func.func @f(%m: memref<4xi32>, %on: vector<4xi1>, %p: i32) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %a = vector.load %m[%c0] : memref<4xi32>, vector<4xi32>
  %b = vector.broadcast %p : i32 to vector<4xi32>
  %c = arith.select %on, %a, %b : vector<4xi1>, vector<4xi32>
  return %c : vector<4xi32>
}
