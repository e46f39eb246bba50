// refused: divide where it does not
// wrong: it divides where no loop runs
func.func @first(%n: index, %p: i64, %A: memref<?xi64> {llvm.noalias}, %B: memref<?xi64> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi64>
    %r = arith.remui %a, %p : i64
    affine.store %r, %B[%i] : memref<?xi64>
  }
  return
}
func.func @second(%n: index, %p: i64, %A: memref<?xi64> {llvm.noalias}, %B: memref<?xi64> {llvm.noalias}) {
  %zero = arith.constant dense<0> : vector<8xi64>
  %by = vector.broadcast %p : i64 to vector<8xi64>
  %never = arith.remui %p, %p : i64
  affine.for %i = 0 to %n step 8 {
    %left = affine.apply affine_map<(i)[n] -> (n - i)>(%i)[%n]
    %mask = vector.create_mask %left : vector<8xi1>
    %a = vector.maskedload %A[%i], %mask, %zero : memref<?xi64>, vector<8xi1>, vector<8xi64> into vector<8xi64>
    %r = arith.remui %a, %by : vector<8xi64>
    vector.maskedstore %B[%i], %mask, %r : memref<?xi64>, vector<8xi1>, vector<8xi64>
  }
  return
}
