// RUN: parse-error
func.func @f(%b: i32, %c: i32) {
  %a = arith.addi %b %c : i32
  return
}
// EXPECTED
// 3:22: found `%c` (expected `,` or a result number)

// -----
func.func @f() {
  %a = vector.shape_cast %b : vector<4xf32>
  return
}
// EXPECTED
// 2:8: the custom form of the operation `vector.shape_cast` is not known (expected an operation of the table, or the generic form `"vector.shape_cast"(…) : (…) -> …`)

// -----
func.func @f() {
  frobnicate
}
// EXPECTED
// 2:3: found the word `frobnicate` (expected an operation, such as `affine.for` or `"dialect.name"(…) : (…) -> …`)

// -----
func.func @f() {
  return
  %x = arith.constant 1 : i32
}
// EXPECTED
// 3:6: found `=` (expected `,`, `:` or a result number)

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
// 3:2: the text ends here (expected `)`, `,` or `loc`)

// -----
func.func @f() -> {
  return
}
// EXPECTED
// 1:19: found `{` (expected `(` or a type)

// -----
func @f() {
  return
}
// EXPECTED
// 1:1: found the word `func` (expected an operation, such as `affine.for` or `"dialect.name"(…) : (…) -> …`)

// -----
"test.op"() : i32
// EXPECTED
// 1:15: found `i32` (expected `(`)

// -----
"test.op"(%x) : () -> ()
// EXPECTED
// 1:17: found 1 operand and 0 types (expected one type for each operand)

// -----
%x = "unterminated
// EXPECTED
// 1:6: the string does not end (expected a closing `"` on the same line)

// -----
#map = affine_map<(d0) -> d0>
// EXPECTED
// 1:27: found `d0` (expected `(`)

// -----
#map = affine_map<(d0) -> (d0 +)>
// EXPECTED
// 1:32: found `)` (expected `(`, `-`, a name, an integer, an SSA value or a type)

// -----
func.func private @f(memref<4xf32)
// EXPECTED
// 1:34: found `)` (expected `>` or `,`)

// -----
func.func private @f(vector<?xf32>)
// EXPECTED
// 1:29: found `?x` (expected `(`, a type or a dimension)

// -----
module {
// EXPECTED
// 1:9: the text ends here (expected `}`, an SSA value, a block label or an operation)

// -----
func.func @f() { $ }
// EXPECTED
// 1:18: the character `$` begins no token

// -----
func.func @f(%x: i32, i32) {
  return
}
// EXPECTED
// 1:23: the argument has no name (expected `%name : type`)

// -----
func.func @f(i32) {
  return
}
// EXPECTED
// 1:14: the argument has no name (expected `%name : type`)
