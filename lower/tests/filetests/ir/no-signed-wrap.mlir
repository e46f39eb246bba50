// test: ir cpu=x86-64-v3

// A subscript that is counted in 32 bits, and does not overflow, is counted in 64.
func.func @marks(%p: memref<?xi8>, %n: i32, %step: i32) {
  %zero = arith.constant 0 : i8
  %last = scf.while (%j = %step) : (i32) -> i32 {
    %goes_on = arith.cmpi slt, %j, %n : i32
    scf.condition(%goes_on) %j : i32
  } do {
  ^bb0(%j: i32):
    %at = arith.index_cast %j : i32 to index
    memref.store %zero, %p[%at] : memref<?xi8>
    %next = arith.addi %j, %step overflow<nsw> : i32
    scf.yield %next : i32
  }
  return
}
// check: phi i64
// check: add nsw i64
