// RUN: parse-error
func.func @f() -> i32 {
  return
}
// EXPECTED
// 3:3: `func.return`: has 0 operands: an incorrect number for the enclosing function's results (expected 1)
//   2:1: the function

// -----
func.func @f(%x: f32) -> i32 {
  return %x : f32
}
// EXPECTED
// 2:3: `func.return`: operand type mismatch: operand #0 has the type `f32`, which doesn't match the enclosing function's results (expected `i32`)
//   1:1: the function

// -----
func.func @f(%x: f32) {
  return %x : f32
}
// EXPECTED
// 2:3: `func.return`: has 1 operand: an incorrect number for the enclosing function's results (expected 0)
//   1:1: the function

// -----
func.func @f()
// EXPECTED
// 1:1: `func.func`: the symbol is a declaration of public visibility: without a body it must be private (write `private` before the name, or give it a body)

// -----
func.func @f() {
  call @missing() : () -> ()
  return
}
// EXPECTED
// 2:3: `func.call`: `@missing` is an undefined function: it does not reference a valid function (expected the name of a `func.func` in the module around)

// -----
func.func private @g(i32) -> i32
func.func @f(%x: f32) {
  %0 = call @g(%x) : (f32) -> i32
  return
}
// EXPECTED
// 3:8: `func.call`: operand type mismatch: operand #0 has the type `f32`, which doesn't match the callee (expected `i32`)
//   1:1: the function `@g`

// -----
func.func private @g(i32) -> i32
func.func @f(%x: i32) {
  call @g(%x) : (i32) -> ()
  return
}
// EXPECTED
// 3:3: `func.call`: has 0 results: an incorrect number for the callee (expected 1)
//   1:1: the function `@g`

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
// 2:3: `arith.addi`: ends its block but is no terminator: a block with no terminator

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
// 1:1: `func.func`: the entry block has 1 argument (must have 0 to match the function signature)

// -----
"func.func"() ({
  "func.return"() : () -> ()
}) {sym_name = "f"} : () -> ()
// EXPECTED
// 1:1: `func.func`: requires the attribute `function_type`
// 1:1: `func.func`: requires the attribute `function_type`

// -----
func.func @f() {
  "func.return"() : () -> ()
  "func.return"() : () -> ()
}
// EXPECTED
// 2:3: `func.return`: must be the last operation in the parent block: it is a terminator

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
