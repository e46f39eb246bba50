// The layer norm's last part: a function of the row, and one of each element.
// equal: mask_vectors vectorize
func.func @normalize(%X: memref<?x?xf32> {llvm.noalias}, %V: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %v = affine.load %V[%i] : memref<?xf32>
      %x = affine.load %X[%i, %j] : memref<?x?xf32>
      %r = math.rsqrt %v : f32
      %y = arith.mulf %x, %r : f32
      affine.store %y, %X[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// -----
// Softplus in two steps: no order of the elements matters.
// equal: interchange mask_vectors vectorize
func.func @softplus(%A: memref<?x?xf64> {llvm.noalias}, %B: memref<?x?xf64> {llvm.noalias}, %n: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i, %j] : memref<?x?xf64>
      %e = math.exp %x : f64
      %y = math.log1p %e : f64
      affine.store %y, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
// -----
// Rounded to integers of eight bits, with what does not fit taken to the ends.
// equal: mask_vectors vectorize
func.func @quantize(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xi8> {llvm.noalias}, %n: index) {
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.0 : f32
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %r = math.roundeven %x : f32
    %s = arith.maximumf %r, %low : f32
    %t = arith.minimumf %s, %high : f32
    %q = arith.fptosi %t : f32 to i8
    affine.store %q, %B[%i] : memref<?xi8>
  }
  return
}
// -----
// A lane that is no iteration must not take a negative power of what is not there.
// equal: mask_vectors vectorize
func.func @powers(%A: memref<?xi32> {llvm.noalias}, %B: memref<?xi32> {llvm.noalias}, %x: i32, %n: index) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i] : memref<?xi32>
    %c = arith.ori %b, %one : i32
    %d = math.ipowi %c, %x : i32
    affine.store %d, %A[%i] : memref<?xi32>
  }
  return
}
// -----
// Zero has no negative power, and only the iterations of the condition say that there is none.
// not: vectorize
func.func @guarded_powers(%A: memref<?xi32> {llvm.noalias}, %B: memref<64xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      %b = affine.load %B[%i] : memref<64xi32>
      %d = math.ipowi %b, %x : i32
      affine.store %d, %A[%i] : memref<?xi32>
    }
  }
  return
}
// refused: vectorize of i: refused, a division may have no value where a condition fails
// -----
// Each element is the function of the one before.
// not: vectorize mask_vectors interchange
func.func @orbit(%A: memref<?x?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %l = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %m = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %s = math.atan2 %l, %m : f32
      affine.store %s, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// refused: vectorize of j: refused, flow dependence 9:7 affine.store A[i, j] -> 7:12 affine.load A[i, j - 1] with (<), distance (1)
// refused: mask_vectors of j: refused, flow dependence 9:7 affine.store A[i, j] -> 7:12 affine.load A[i, j - 1] with (<), distance (1)
// refused: interchange of i and j: refused, flow dependence 9:7 affine.store A[i, j] -> 6:12 affine.load A[i - 1, j + 1] with (<, >), distance (1, -1)
