// RUN: interpret
// A loop of blocks; the arguments of a block change together.
// args: 0
// args: 10
func.func @fibonacci(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %zero, %one : i32, i32, i32)
^head(%i: i32, %a: i32, %b: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^end
^body:
  %sum = arith.addi %a, %b : i32
  %next = arith.addi %i, %one : i32
  cf.br ^head(%next, %b, %sum : i32, i32, i32)
^end:
  return %a : i32
}
// EXPECTED
// 0
// 55

// -----
// args: 42
// args: -1
// args: 7
func.func @switch(%x: i32) -> index {
  %a = arith.constant 1 : index
  %b = arith.constant 2 : index
  %c = arith.constant 3 : index
  cf.switch %x : i32, [
    default: ^end(%c : index),
    42: ^end(%a : index),
    -1: ^end(%b : index)
  ]
^end(%r: index):
  return %r : index
}
// EXPECTED
// 1
// 2
// 3

// -----
// args: true
// args: false
func.func @assertion(%ok: i1) {
  cf.assert %ok, "it holds"
  return
}
// EXPECTED
//
// 4:3: cf.assert: assertion failed: it holds

// -----
// Where control goes must be known.
// args: undefined
func.func @undefined(%c: i1) -> i1 {
  cf.cond_br %c, ^end(%c : i1), ^end(%c : i1)
^end(%r: i1):
  return %r : i1
}
// EXPECTED
// 4:3: cf.cond_br: an undefined value decides, divides or is an index

// -----
// Calls of functions that are values, and of oneself.
// args: 5
func.func @factorial(%n: i64) -> i64 {
  %f = func.constant @step : (i64) -> i64
  %r = func.call_indirect %f(%n) : (i64) -> i64
  return %r : i64
}
func.func private @step(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %last = arith.cmpi sle, %n, %one : i64
  cf.cond_br %last, ^end(%one : i64), ^more
^more:
  %m = arith.subi %n, %one : i64
  %r = func.call @step(%m) : (i64) -> i64
  %p = arith.muli %n, %r : i64
  cf.br ^end(%p : i64)
^end(%q: i64):
  return %q : i64
}
// EXPECTED
// 120

// -----
// steps: 1000
// args:
func.func @forever() {
  cf.br ^again
^again:
  cf.br ^again
}
// EXPECTED
// 6:3: cf.br: step limit exceeded
