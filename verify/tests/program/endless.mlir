// At one size the second never ends.
// verdict: unknown
// check: does not end
func.func @f(%n: index, %A: memref<4xi32>) { return }
// -----
func.func @f(%n: index, %A: memref<4xi32>) {
  %three = arith.constant 3 : index
  %true = arith.constant true
  %is_three = arith.cmpi eq, %n, %three : index
  scf.if %is_three {
    scf.while : () -> () {
      scf.condition(%true)
    } do {
      scf.yield
    }
  }
  return
}
