// RUN: parse-error
func.func @f(%x: f32) {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %y, %y : i32
  %b = arith.constant 1 : i32
  return
}
// EXPECTED
// 3:19: `%x` has the type `f32` (expected `i32`, the type that the operation states: a use expects the same type as prior uses)
//   2:14: defined here

// -----
func.func @f(%x: f32, %x: f32) {
  return
}
// EXPECTED
// 1:23: `%x` is defined twice: a redefinition of an SSA value
//   1:14: first defined here

// -----
func.func @f() {
  %a:2 = "test.two"() : () -> (i32, i32)
  "test.use"(%a#2) : (i32) -> ()
  return
}
// EXPECTED
// 3:14: `%a` has no result number 2
//   2:3: defined here with 2 values

// -----
func.func @f() {
  %a = "test.two"() : () -> (i32, i32)
  return
}
// EXPECTED
// 2:3: found names for 1 result
//   2:8: the operation defines 2 results

// -----
func.func @f() {
  %a:0 = "test.none"() : () -> ()
  return
}
// EXPECTED
// 2:3: a group of results has at least one: expected an integer of 1 or more

// -----
func.func @f() {
  affine.for %i = 0 to 3 {
    %x = arith.constant 1 : i32
  }
  %y = arith.addi %x, %x : i32
  return
}
// EXPECTED
// 5:19: `%x` is not defined

// -----
func.func @f(%i: index) {
  affine.for %i = 0 to 3 {
  }
  return
}
// EXPECTED
// 2:14: `%i` is defined twice: a redefinition of an SSA value
//   1:14: first defined here

// -----
func.func @f() {
  %y = arith.addi %x, %x : i32
  %x = arith.constant 1 : i32
  return
}
// EXPECTED
// 2:8: `arith.addi`: operand #0 `%x` is used before its definition: its definition does not dominate this use
//   3:8: defined here

// -----
func.func @f(%c: i1) {
  "cf.cond_br"(%c)[^a, ^b] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^a:
  %x = arith.constant 1 : i32
  "cf.br"()[^b] : () -> ()
^b:
  %y = arith.addi %x, %x : i32
  return
}
// EXPECTED
// 7:8: `arith.addi`: operand #0 `%x` is not defined on every path to its use: its definition does not dominate this use
//   4:8: defined here

// -----
func.func @f() {
  "cf.br"()[^nowhere] : () -> ()
}
// EXPECTED
// 2:13: the block `^nowhere` is not defined in this region: a reference to an undefined block

// -----
func.func @f() {
  "cf.br"()[^a] : () -> ()
^a:
  "cf.br"()[^a] : () -> ()
^a:
  return
}
// EXPECTED
// 5:1: the block `^a` is defined twice: a redefinition of a block
//   3:1: first defined here

// -----
"test.use"() {a = #missing} : () -> ()
// EXPECTED
// 1:19: the attribute alias `#missing` is not defined: an undefined symbol alias id (an alias is defined before its first use, by a line `#name = …` outside any operation)

// -----
"test.use"() : () -> !missing
// EXPECTED
// 1:22: the type alias `!missing` is not defined: an undefined symbol alias id (an alias is defined before its first use, by a line `!name = …` outside any operation)

// -----
#twice = 1 : i32
#twice = 2 : i32
// EXPECTED
// 2:1: the alias `#twice` is defined twice: a redefinition of an attribute alias

// -----
func.func @f() {
  return
}
func.func @f() {
  return
}
// EXPECTED
// 4:1: `func.func`: redefinition of the symbol named `@f`, which is defined twice
//   1:1: first defined here

// -----
func.func @f(%x: f32) {
  affine.for %i = 0 to 3 {
    call @f(%x) : (f32) -> ()
  }
  return
}
// EXPECTED
// 3:5: `call` is not an operation of the default dialect here: the custom op is unknown (write `func.call`; directly inside `func.func` the default is `func`)

// -----
"test.use"() {a = 1, b = 2, a = 3} : () -> ()
// EXPECTED
// 1:29: the attribute `a` is given twice: a duplicate key in the dictionary

// -----
#map = affine_map<(d0, d0) -> (d0)>
// EXPECTED
// 1:24: redefinition of identifier `d0`

// -----
#map = affine_map<(d0) -> (d1)>
// EXPECTED
// 1:28: use of undeclared identifier `d1` (expected one of the names declared in `(…)[…]`)

// -----
%x = arith.constant 1 : i32
func.func @f() {
  %y = arith.addi %x, %x : i32
  return
}
// EXPECTED
// 3:19: `%x` is not defined
