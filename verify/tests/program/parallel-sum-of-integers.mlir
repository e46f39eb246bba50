// The order of a sum of integers makes no difference, nor does that of a maximum.
// verdict: proved
func.func @f(%A: memref<4xi32>, %B: memref<4xf32>) -> (i32, f32) {
  %zero = arith.constant 0 : i32
  %least = arith.constant 0xFF800000 : f32
  %s:2 = affine.for %i = 0 to 4 iter_args(%t = %zero, %m = %least) -> (i32, f32) {
    %x = affine.load %A[%i] : memref<4xi32>
    %u = arith.addi %t, %x : i32
    %y = affine.load %B[%i] : memref<4xf32>
    %n = arith.maximumf %m, %y : f32
    affine.yield %u, %n : i32, f32
  }
  return %s#0, %s#1 : i32, f32
}
// -----
func.func @f(%A: memref<4xi32>, %B: memref<4xf32>) -> (i32, f32) {
  %s:2 = affine.parallel (%i) = (0) to (4) reduce ("addi", "maximumf") -> (i32, f32) {
    %x = affine.load %A[%i] : memref<4xi32>
    %y = affine.load %B[%i] : memref<4xf32>
    affine.yield %x, %y : i32, f32
  }
  return %s#0, %s#1 : i32, f32
}
