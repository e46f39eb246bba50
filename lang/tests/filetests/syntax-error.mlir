// RUN: parse-error
func.func @f() {
  %a = arith.addi %b %c : i32
  return
}
// EXPECTED
// 3:22: found `%c` (expected `,` or a result number)

// -----
func.func @f() {
  %a = scf.for %i = 0 to 3 {}
}
// EXPECTED
// 2:8: the custom form of the operation `scf.for` is not known (expected an operation of the table, or the generic form `"scf.for"(…) : (…) -> …`)

// -----
func.func @f(%x: f32) {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %y, %y : i32
  %b = arith.constant 1 : i32
  return
}
// EXPECTED
// 2:19: `%x` has the type `f32` (expected `i32`, the type that the operation states)
//   1:14: defined here
// 2:23: `%x` has the type `f32` (expected `i32`, the type that the operation states)
//   1:14: defined here
// 3:19: `%y` is not defined
// 3:23: `%y` is not defined
// 4:3: `%b` is defined twice
//   3:3: first defined here
