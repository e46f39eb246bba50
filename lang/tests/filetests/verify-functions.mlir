// RUN: parse-error
func.func @count() -> (i32, i32) {
  %x = arith.constant 1 : i32
  return %x : i32
}
// EXPECTED
// 4:3: `func.return`: has 1 operand: an incorrect number for the enclosing function's results (expected 2)
//   2:1: the function

// -----
func.func @type(%x: f32) -> f64 {
  return %x : f32
}
// EXPECTED
// 2:3: `func.return`: operand type mismatch: operand #0 has the type `f32`, which doesn't match the enclosing function's results (expected `f64`)
//   1:1: the function

// -----
func.func @entry(i32, i32) {
^entry(%x: i32):
  return
}
// EXPECTED
// 1:1: `func.func`: the entry block has 1 argument (must have 2 to match the function signature)

// -----
func.func @entry_type(i32) {
^entry(%x: i64):
  return
}
// EXPECTED
// 1:1: `func.func`: the type of entry block argument #0 is `i64` (must match that of the function signature, `i32`)

// -----
"func.func"() <{arg_attrs = [{}], function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({
}) : () -> ()
// EXPECTED
// 1:1: `func.func`: the argument attribute array `arg_attrs` has 1 element (expects 0, the number of function arguments)

// -----
"func.func"() <{function_type = () -> i32, res_attrs = [{}, {}], sym_name = "f", sym_visibility = "private"}> ({
}) : () -> ()
// EXPECTED
// 1:1: `func.func`: the result attribute array `res_attrs` has 2 elements (expects 1, the number of function results)

// -----
func.func private @attribute(i32 {plain})
// EXPECTED
// 1:1: `func.func`: arguments may only have dialect attributes, but one has `plain` (expected a name such as `dialect.name`)

// -----
func.func private @attribute() -> (i32 {plain = 3 : i32})
// EXPECTED
// 1:1: `func.func`: results may only have dialect attributes, but one has `plain` (expected a name such as `dialect.name`)

// -----
func.func @isolated(%x: i32) {
  "func.func"() <{function_type = () -> (), sym_name = "inside"}> ({
    "some.use"(%x) : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  return
}
// EXPECTED
// 3:16: `%x` is not defined

// -----
func.func @regions() {
  "func.func"() <{function_type = () -> (), sym_name = "f"}> : () -> ()
  return
}
// EXPECTED
// 2:3: `func.func`: has 0 regions (requires one region)
