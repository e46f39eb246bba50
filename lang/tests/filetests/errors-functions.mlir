// RUN: parse-error
func.func @f() -> i32 {
  return
}
// EXPECTED
// 3:3: the values returned have the types () (expected (i32))
//   2:1: the function

// -----
func.func @f(%x: f32) -> i32 {
  return %x : f32
}
// EXPECTED
// 2:3: the values returned have the types (f32) (expected (i32))
//   1:1: the function

// -----
func.func @f(%x: f32) {
  return %x : f32
}
// EXPECTED
// 2:3: the values returned have the types (f32) (expected ())
//   1:1: the function

// -----
func.func @f()
// EXPECTED
// 1:1: a function without a body is not private (write `func.func private @name(…)`, or give it a body)

// -----
func.func @f() {
  call @missing() : () -> ()
  return
}
// EXPECTED
// 2:3: no function `@missing` is in the module

// -----
func.func private @g(i32) -> i32
func.func @f(%x: f32) {
  %0 = call @g(%x) : (f32) -> i32
  return
}
// EXPECTED
// 3:8: the operands of the call have the types (f32) (expected (i32))
//   1:1: the function

// -----
func.func private @g(i32) -> i32
func.func @f(%x: i32) {
  call @g(%x) : (i32) -> ()
  return
}
// EXPECTED
// 3:3: the results of the call have the types () (expected (i32))
//   1:1: the function

// -----
func.func private @g(i32) -> i32
func.func @f(%x: i32) {
  %0 = call @g(%x, %x) : (i32) -> i32
  return
}
// EXPECTED
// 3:8: found 2 operands and 1 type (expected as many operands as types)

// -----
func.func @f(%x: i32) {
  arith.addi %x, %x : i32
}
// EXPECTED
// 2:3: a block of `func.func` ends in `arith.addi` (the block has no terminator)

// -----
func.func @f() {
}
// EXPECTED
// 1:16: the function has an empty body: expected a non-empty function body

// -----
"func.func"() ({
^bb0(%x: i32):
  "func.return"() : () -> ()
}) {sym_name = "f", function_type = () -> ()} : () -> ()
// EXPECTED
// 1:1: the entry block's arguments have the types (i32) (expected ())

// -----
"func.func"() ({
  "func.return"() : () -> ()
}) {sym_name = "f"} : () -> ()
// EXPECTED
// 1:1: `func.func` requires the attribute `function_type`
// 1:1: `func.func` has no attribute `function_type`

// -----
func.func @f() {
  "func.return"() : () -> ()
  "func.return"() : () -> ()
}
// EXPECTED
// 2:3: `func.return` is not the last of its block (must be the last operation in the parent block)

// -----
func.func @f() {
^bb0(%x: i32):
  return
}
func.func @g(%x: i32) {
^bb0(%y: i32):
  return
}
// EXPECTED
// 6:1: the first block `^bb0` has a label: invalid block name in a region with named arguments (its arguments are those that the operation declares; leave the label out)
