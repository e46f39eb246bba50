// Control that depends on data is out of reach.
// verdict: unknown
// check: depends on data
func.func @f(%A: memref<4xf32>, %K: memref<i32>) {
  %k = memref.load %K[] : memref<i32>
  %i = arith.index_cast %k : i32 to index
  %z = arith.constant 0.0 : f32
  memref.store %z, %A[%i] : memref<4xf32>
  return
}
// -----
func.func @f(%A: memref<4xf32>, %K: memref<i32>) {
  %k = memref.load %K[] : memref<i32>
  %i = arith.index_cast %k : i32 to index
  %z = arith.constant 0.0 : f32
  %y = arith.addf %z, %z : f32
  memref.store %z, %A[%i] : memref<4xf32>
  return
}
