// RUN: parse-error
func.func @own_result() {
  %x = "some.op"(%x) : (i32) -> i32
  return
}
// EXPECTED
// 3:8: `some.op`: operand #0 `%x` is used before its definition: its definition does not dominate this use
//   3:8: defined here

// -----
func.func @before(%c: i32) {
  %a = arith.addi %c, %b : i32
  %b = arith.addi %c, %c : i32
  return
}
// EXPECTED
// 2:8: `arith.addi`: operand #1 `%b` is used before its definition: its definition does not dominate this use
//   3:8: defined here

// -----
// A branch that the definition's block does not dominate.
func.func @diamond(%c: i1) {
  cf.cond_br %c, ^left, ^right
^left:
  %x = arith.constant 1 : i32
  cf.br ^join
^right:
  cf.br ^join
^join:
  "some.use"(%x) : (i32) -> ()
  return
}
// EXPECTED
// 10:3: `some.use`: operand #0 `%x` is not defined on every path to its use: its definition does not dominate this use
//   5:8: defined here

// -----
// What a region defines is gone behind it.
func.func @child(%c: i1) {
  scf.if %c {
    %x = "some.def"() : () -> i32
  }
  %y = "some.def"() ({
    "some.end"(%x) : (i32) -> ()
  }) : () -> i32
  return
}
// EXPECTED
// 7:16: `%x` is not defined

// -----
// A result is not defined inside of its own operation.
func.func @around(%n: index) {
  %x = scf.execute_region -> index {
    %y = arith.addi %x, %n : index
    scf.yield %y : index
  }
  return
}
// EXPECTED
// 4:10: `arith.addi`: operand #0 `%x` is used before its definition: its definition does not dominate this use
//   3:8: defined here

// -----
// A use in a nested region follows the definition in the text but not in the run.
func.func @later(%c: i1) {
  scf.if %c {
    "some.use"(%x) : (i32) -> ()
  }
  %x = "some.def"() : () -> i32
  return
}
// EXPECTED
// 4:5: `some.use`: operand #0 `%x` is used before its definition: its definition does not dominate this use
//   6:8: defined here

// -----
// A block argument is visible only where its block dominates.
func.func @argument(%c: i1, %v: i32) {
  cf.cond_br %c, ^left(%v : i32), ^right
^left(%x: i32):
  return
^right:
  "some.use"(%x) : (i32) -> ()
  return
}
// EXPECTED
// 7:3: `some.use`: operand #0 `%x` is not defined on every path to its use: its definition does not dominate this use

// -----
// Each block of a loop, the innermost first in the text.
func.func @order(%c: i1) {
  cf.br ^header
^body:
  "some.use"(%y) : (i32) -> ()
  cf.br ^header
^header:
  %x = arith.constant 1 : i32
  cf.cond_br %c, ^body, ^exit
^exit:
  %y = arith.constant 2 : i32
  return
}
// EXPECTED
// 5:3: `some.use`: operand #0 `%y` is not defined on every path to its use: its definition does not dominate this use
//   11:8: defined here

// -----
// Several blocks of an operation that is not known are ordered.
"some.op"() ({
^a:
  "some.use"(%x) : (i32) -> ()
  "some.end"() [^b] : () -> ()
^b:
  %x = "some.def"() : () -> i32
  "some.end"() : () -> ()
}) : () -> ()
// EXPECTED
// 4:3: `some.use`: operand #0 `%x` is not defined on every path to its use: its definition does not dominate this use
//   7:8: defined here

// -----
// Values do not leave a region, not even in a graph region.
"some.op"() ({
  "some.use"(%x) : (i32) -> ()
  "some.op"() ({
    %x = "some.def"() : () -> i32
    "some.end"() : () -> ()
  }) : () -> ()
  "some.end"() : () -> ()
}) : () -> ()
// EXPECTED
// 3:3: `some.use`: operand #0 `%x` is defined inside an operation that does not contain the use, or outside of an isolated one: its definition does not dominate this use
//   5:10: defined here
