// RUN: parse-error
func.func @f(%b: i32, %c: i32) {
  %a = arith.addi %b %c : i32
  return
}
// EXPECTED
// 3:22: found `%c` (expected `,`)

// -----
func.func @f() {
  %a = vector.shape_cast %b : vector<4xf32>
  return
}
// EXPECTED
// 3:3: found `return` (expected `to`)

// -----
func.func @f() {
  frobnicate
}
// EXPECTED
// 2:3: `frobnicate` is not an operation of the default dialect here: the custom op is unknown (`func.frobnicate` was tried as well)

// -----
func.func @f() {
  return
  %x = arith.constant 1 : i32
}
// EXPECTED
// 3:6: found `=` (expected `:`)

// -----
func.func @f() {
  affine.for %i = 0 until 10 {
  }
  return
}
// EXPECTED
// 2:21: found `until` (expected `to`)

// -----
func.func @f(%x: f32 {
  return
}
// EXPECTED
// 3:1: found the end of the text (expected `,` or `)`)

// -----
func.func @f() -> {
  return
}
// EXPECTED
// 1:19: found `{` (expected a type)

// -----
"test.op"() : i32
// EXPECTED
// 1:15: found `i32` (expected `(`)

// -----
"test.op"(%x) : () -> ()
// EXPECTED
// 1:17: found 1 operand and 0 types (expected as many operands as types)

// -----
%x = "unterminated
// EXPECTED
// 1:6: the string does not end on its line

// -----
#map = affine_map<(d0) -> d0>
// EXPECTED
// 1:27: found `d0` (expected `(`)

// -----
#map = affine_map<(d0) -> (d0 +)>
// EXPECTED
// 1:32: found `)` (expected the right operand of a binary operator)

// -----
func.func private @f(memref<4xf32)
// EXPECTED
// 1:34: found `)` (expected `>`)

// -----
func.func private @f(vector<?xf32>)
// EXPECTED
// 1:29: found `?` (expected an extent or an element type: vector types have static shapes)

// -----
module {
// EXPECTED
// 1:8: found the end of the text (expected an operation name, in quotes for the generic form)

// -----
func.func @f() { $ }
// EXPECTED
// 1:18: the character `$` begins no token

// -----
func.func @f(%x: i32, i32) {
  return
}
// EXPECTED
// 1:23: the argument has no name: expected `%name : type`, an SSA identifier as for the others

// -----
func.func @f(i32) {
  return
}
// EXPECTED
// 1:1: `func.func`: the entry block has 0 arguments (must have 1 to match the function signature)

// -----
// A value before a region with a label is no argument of a region behind it.
coop.flock @f(%h: i32) {
^entry:
} else {
}
// EXPECTED
// 2:15: `%h` is not defined

// -----
// No operation ends with a comma: what follows in the print would be taken for a part of it.
func.func @f(%a: i32) {
  coop.use %a,
}
// EXPECTED
// 4:1: found `}` (expected the rest of the operation)

// -----
// A line that may begin an operation or go on with one.
func.func @f(%a: i32) {
  coop.use %a : i32
  store2 %a : i32
  return
}
// EXPECTED
// 4:3: `store2` may go on with the operation before it or begin another (an operation has its dialect before its name; what goes on with one stands on its line)

// -----
// The default dialect inside a loop is no longer that of the function.
func.func @f(%a: i32) {
  affine.for %i = 0 to 4 {
    coop.use %a : i32
    call @f(%a) : (i32) -> ()
  }
  return
}
// EXPECTED
// 5:5: `call` is not an operation of the default dialect here: the custom op is unknown (write `func.call`; directly inside `func.func` the default is `func`)

// -----
// A bracket that closes another kind.
func.func @f(%a: i32) {
  coop.use (%a : i32
  return
}
// EXPECTED
// 5:1: found `}` (expected the rest of the operation)

// -----
func.func @f(%a: i32) {
  coop.use [%a) : i32
  return
}
// EXPECTED
// 2:15: found `)` (expected the rest of the operation)
