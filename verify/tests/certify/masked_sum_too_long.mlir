// refused: a term of a sum is none of the other sum
// wrong
// The sum takes a lane beyond the end too.
func.func @first(%A: memref<?xi16> {llvm.noalias}, %n: index) -> i32 {
  %zero = arith.constant 0 : i32
  %r = affine.for %i = 0 to %n iter_args(%s = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<?xi16>
    %e = arith.extsi %a : i16 to i32
    %p = arith.muli %e, %e : i32
    %t = arith.addi %s, %p : i32
    affine.yield %t : i32
  }
  return %r : i32
}
func.func @second(%A: memref<?xi16> {llvm.noalias}, %n: index) -> i32 {
  %zeros = arith.constant dense<0> : vector<4xi32>
  %none = arith.constant dense<1> : vector<4xi16>
  %v = affine.for %i = 0 to %n step 4 iter_args(%s = %zeros) -> (vector<4xi32>) {
    %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n]
    %mask = vector.create_mask %left : vector<4xi1>
    %a = vector.maskedload %A[%i], %mask, %none : memref<?xi16>, vector<4xi1>, vector<4xi16> into vector<4xi16>
    %e = arith.extsi %a : vector<4xi16> to vector<4xi32>
    %p = arith.muli %e, %e : vector<4xi32>
    %t = arith.addi %s, %p : vector<4xi32>
    %more = affine.apply affine_map<(d0)[s0] -> (s0 - d0 + 1)>(%i)[%n]
    %wide = vector.create_mask %more : vector<4xi1>
    %kept = arith.select %wide, %t, %s : vector<4xi1>, vector<4xi32>
    affine.yield %kept : vector<4xi32>
  }
  %r = vector.reduction <add>, %v : vector<4xi32> into i32
  return %r : i32
}
