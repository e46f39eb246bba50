// RUN: parse-error
func.func private @f()
func.func private @g()
func.func private @f()
// EXPECTED
// 4:1: `func.func`: redefinition of the symbol named `@f`, which is defined twice
//   2:1: first defined here

// -----
// Any operation may have a name.
"some.symbol"() {sym_name = "x"} : () -> ()
"other.symbol"() {sym_name = "x"} : () -> ()
// EXPECTED
// 3:1: `other.symbol`: redefinition of the symbol named `@x`, which is defined twice
//   2:1: first defined here

// -----
func.func @declared()
// EXPECTED
// 1:1: `func.func`: the symbol is a declaration of public visibility: without a body it must be private (write `private` before the name, or give it a body)

// -----
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "hidden"}> ({
}) : () -> ()
// EXPECTED
// 1:1: `func.func`: the visibility `sym_visibility` is `"hidden"` (expected the string attribute "public", "private" or "nested")

// -----
"func.func"() <{function_type = () -> (), sym_name = 7 : i32}> ({
}) : () -> ()
// EXPECTED
// 1:1: `func.func`: the attribute `sym_name` is `7 : i32` (failed to satisfy the constraint: string attribute)

// -----
func.func @outer() {
  func.func private @inner()
  return
}
// EXPECTED
// 2:3: `func.func`: the parent of the symbol is `func.func`, which has no symbol table (expected it directly in an operation with the SymbolTable trait, such as `builtin.module`)

// -----
// A function of another module is not visible.
module {
  func.func private @f()
}
func.func @g() {
  func.call @f() : () -> ()
  return
}
// EXPECTED
// 6:3: `func.call`: `@f` is an undefined function: it does not reference a valid function (expected the name of a `func.func` in the module around)

// -----
"some.symbol"() {sym_name = "data"} : () -> ()
func.func @g() {
  func.call @data() : () -> ()
  return
}
// EXPECTED
// 3:3: `func.call`: `@data` is an undefined function: it does not reference a valid function (expected the name of a `func.func` in the module around)

// -----
func.func private @f(i32)
func.func @g(%x: i64) {
  func.call @f(%x) : (i64) -> ()
  return
}
// EXPECTED
// 3:3: `func.call`: operand type mismatch: operand #0 has the type `i64`, which doesn't match the callee (expected `i32`)
//   1:1: the function `@f`

// -----
func.func private @f(i32) -> i32
func.func @g(%x: i32) {
  func.call @f(%x) : (i32) -> ()
  return
}
// EXPECTED
// 3:3: `func.call`: has 0 results: an incorrect number for the callee (expected 1)
//   1:1: the function `@f`

// -----
func.func @g() {
  %f = func.constant @missing : () -> ()
  return
}
// EXPECTED
// 2:8: `func.constant`: `@missing` is an undefined function: it does not reference a valid function (expected the name of a `func.func` in the module around)

// -----
func.func private @f(i32)
func.func @g() {
  %f = func.constant @f : () -> ()
  return
}
// EXPECTED
// 3:8: `func.constant`: the result has the type `() -> ()`: a reference to a function with mismatched type
//   1:1: the function `@f`

// -----
module attributes {plain = 1 : i32} {
}
// EXPECTED
// 1:1: `builtin.module`: found the attribute `plain`: a module can only contain attributes with dialect-prefixed names (expected a name such as `dialect.name`)
