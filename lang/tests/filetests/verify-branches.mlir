// RUN: parse-error
func.func @count(%a: i32) {
  "cf.br"(%a)[^next] : (i32) -> ()
^next:
  return
}
// EXPECTED
// 3:3: `cf.br`: the branch has 1 operand for successor #0, but the target block has 0 arguments

// -----
func.func @type(%a: i32) {
  "cf.br"(%a)[^next] : (i32) -> ()
^next(%x: i64):
  return
}
// EXPECTED
// 2:3: `cf.br`: type mismatch for block argument #0 of successor #0: found `i32` (expected `i64`)

// -----
func.func @second(%c: i1, %a: i32) {
  cf.cond_br %c, ^left, ^right(%a : i32)
^left:
  return
^right(%x: i32, %y: i32):
  return
}
// EXPECTED
// 2:3: `cf.cond_br`: the branch has 1 operand for successor #1, but the target block has 2 arguments

// -----
func.func @condition(%c: i32) {
  "cf.cond_br"(%c)[^left, ^left] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^left:
  return
}
// EXPECTED
// 2:3: `cf.cond_br`: operand #0 must be 1-bit signless integer, but got `i32`

// -----
func.func @targets(%c: i1) {
  "cf.cond_br"(%c)[^left] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^left:
  return
}
// EXPECTED
// 2:3: `cf.cond_br`: has 1 successor (expected 2 successors)

// -----
func.func @segments(%c: i1, %a: i32) {
  "cf.cond_br"(%c, %a)[^left, ^left] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1, i32) -> ()
^left:
  return
}
// EXPECTED
// 2:3: `cf.cond_br`: the operand count (2) does not match the total size (1) in the attribute `operandSegmentSizes`

// -----
func.func @negative(%c: i1) {
  "cf.cond_br"(%c)[^left, ^left] <{operandSegmentSizes = array<i32: 1, -1, 1>}> : (i1) -> ()
^left:
  return
}
// EXPECTED
// 2:3: `cf.cond_br`: the attribute `operandSegmentSizes` cannot have negative elements

// -----
func.func @flag(%flag: i32) {
  "cf.switch"(%flag)[^a, ^b] <{case_values = dense<1> : vector<1xi64>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
^b:
  return
}
// EXPECTED
// 2:3: `cf.switch`: the flag has the type `i32`, the case values have the type `i64` (the type of the flag should match the case value type)

// -----
func.func @cases(%flag: i32) {
  "cf.switch"(%flag)[^a, ^b] <{case_values = dense<[1, 2]> : vector<2xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
^b:
  return
}
// EXPECTED
// 2:3: `cf.switch`: the number of case values is 2 (should match the number of case destinations, 1)

// -----
func.func @case_arguments(%flag: i32, %x: f32) {
  cf.switch %flag : i32, [
    default: ^a,
    1: ^b(%x : f32)
  ]
^a:
  return
^b(%y: f64):
  return
}
// EXPECTED
// 2:3: `cf.switch`: type mismatch for block argument #0 of successor #1: found `f32` (expected `f64`)
