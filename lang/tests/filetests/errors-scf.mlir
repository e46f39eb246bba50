// RUN: parse-error
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r:2 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32, f32) {
    scf.yield %a : f32
  }
  return
}
// EXPECTED
// 3:40: found 1 loop-carried value and 2 types: expected a type of what is defined for each

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, index, index, f32) -> f32
  return
}
// EXPECTED
// 2:8: `scf.for`: has 1 init (expected 0, one for each of the region's iter_args)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r:2 = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %a: f32):
    scf.yield %a : f32
  }) : (index, index, index, f32) -> (f32, f32)
  return
}
// EXPECTED
// 2:10: `scf.for`: carries 1 value and defines 2 (expected a result for each loop-carried value)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: i32):
    scf.yield
  }) : (index, index, index) -> ()
  return
}
// EXPECTED
// 2:3: `scf.for`: the induction variable has the type `i32` and the bounds `index` (expected one type for all of them and the step)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  "scf.for"(%n, %n, %n) ({
  ^bb0:
    scf.yield
  }) : (index, index, index) -> ()
  return
}
// EXPECTED
// 2:3: `scf.for`: its body has no argument (expected one for the induction variable)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
    scf.yield %a, %a : f32, f32
  }
  return
}
// EXPECTED
// 2:8: `scf.for`: the body yields 2 values (expected 1, one for each of the region's iter_args)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
    scf.yield %y : i32
  }
  return
}
// EXPECTED
// 2:8: `scf.for`: region iter_arg #0 has the type `f32`, yielded value #0 the type `i32` (expected no mismatch)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
  }
  return
}
// EXPECTED
// 2:8: `scf.for`: the body yields 0 values (expected 1, one for each of the region's iter_args)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.for %i = %y to %n step %n {
  }
  return
}
// EXPECTED
// 2:16: `%y` has the type `i32` (expected `index`, the type that the operation states: a use expects the same type as prior uses)
//   1:34: defined here

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.for %i = %n to %n {
  }
  return
}
// EXPECTED
// 2:25: found `{` (expected `step`)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  }
  return
}
// EXPECTED
// 2:8: `scf.if`: defines values and has no else block (expected one that yields them too)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield
  }
  return
}
// EXPECTED
// 2:8: `scf.if`: 0 values along the control flow from region #1 to the results (expected 1, as many as the target takes)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.if %c -> (f32) {
    scf.yield %y : i32
  } else {
    scf.yield %x : f32
  }
  return
}
// EXPECTED
// 2:8: `scf.if`: value #0 along the control flow from region #0 to the results has the type `i32` (expected `f32`, which the target takes)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.if %y {
  }
  return
}
// EXPECTED
// 2:10: `%y` has the type `i32` (expected `i1`, the type that the operation states: a use expects the same type as prior uses)
//   1:34: defined here

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.yield %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  return
}
// EXPECTED
// 2:8: `scf.while`: the `before` region does not terminate with `scf.condition`

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.condition(%c) %b : f32
  }
  return
}
// EXPECTED
// 2:8: `scf.while`: the `after` region does not terminate with `scf.yield`

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a, %a : f32, f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  return
}
// EXPECTED
// 2:8: `scf.while`: 2 values along the control flow from region #0 to region #1 (expected 1, as many as the target takes)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %y : i32
  }
  return
}
// EXPECTED
// 2:8: `scf.while`: value #0 along the control flow from region #1 to region #0 has the type `i32` (expected `f32`, which the target takes)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.while (%a = %x) : (f32, f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  return
}
// EXPECTED
// 2:30: found 2 input types: expected as many input types as operands (expected 1)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  "scf.execute_region"() ({
  }) : () -> ()
  return
}
// EXPECTED
// 2:3: `scf.execute_region`: its region is empty (expected a block at least)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  "scf.execute_region"() ({
  ^bb0(%a: f32):
    scf.yield
  }) : () -> ()
  return
}
// EXPECTED
// 2:3: `scf.execute_region`: its region has arguments (expected none: it runs once)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.execute_region -> f32 {
    scf.yield %y : i32
  }
  return
}
// EXPECTED
// 2:8: `scf.execute_region`: value #0 along the control flow from region #0 to the results has the type `i32` (expected `f32`, which the target takes)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.index_switch %n -> f32
  case 1 {
    scf.yield %x : f32
  }
  case 1 {
    scf.yield %x : f32
  }
  default {
    scf.yield %x : f32
  }
  return
}
// EXPECTED
// 2:8: `scf.index_switch`: the case value 1 is a duplicate

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.index_switch %n -> f32
  case 1 {
    scf.yield
  }
  default {
    scf.yield %x : f32
  }
  return
}
// EXPECTED
// 2:8: `scf.index_switch`: the case region #0 yields 0 values (expected 1, which each region returns)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.index_switch %n -> f32
  case 1 {
    scf.yield %x : f32
  }
  default {
    scf.yield %y : i32
  }
  return
}
// EXPECTED
// 2:8: `scf.index_switch`: result #0 has the type `f32`, default region #0 the type `i32` (expected no mismatch)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  "scf.index_switch"(%n) ({
    scf.yield
  }) {cases = array<i64: 1, 2>} : (index) -> ()
  return
}
// EXPECTED
// 2:3: `scf.index_switch`: has 0 case regions for 2 case values

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.index_switch %n
  case 1 {
    scf.yield
  }
  return
}
// EXPECTED
// 6:3: found `return` (expected `default`)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.parallel () = () to () step () {
  }
  return
}
// EXPECTED
// 2:3: `scf.parallel`: has no steps (expected an element of lowerBound, upperBound and step at least)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.parallel (%i, %j) = (%n) to (%n, %n) step (%n, %n) {
  }
  return
}
// EXPECTED
// 2:27: found 1 operand: expected 2 operands, one for each induction variable

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %z = arith.constant 0 : index
  scf.parallel (%i) = (%n) to (%n) step (%z) {
  }
  return
}
// EXPECTED
// 3:3: `scf.parallel`: a step is 0 (expected a positive one where it is constant)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  "scf.parallel"(%n, %n, %n) ({
  ^bb0(%i: index, %j: index):
    scf.reduce
  }) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (index, index, index) -> ()
  return
}
// EXPECTED
// 2:3: `scf.parallel`: has 2 induction variables (expected 1, one for each bound and step)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  "scf.parallel"(%n, %n, %n) ({
  ^bb0(%i: i32):
    scf.reduce
  }) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (index, index, index) -> ()
  return
}
// EXPECTED
// 2:3: `scf.parallel`: an induction variable has the type `i32` (expected the type `index` of such arguments)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce
  }
  return
}
// EXPECTED
// 2:8: `scf.parallel`: has 1 result of 0 reductions (expected one of each)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}
// EXPECTED
// 2:8: found 0 operands and 1 type (expected as many operands as types)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%y : i32) {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %a : i32
    }
  }
  return
}
// EXPECTED
// 3:5: `scf.reduce`: operand #0 of the reduction has the type `i32`, result #0 `f32` (expected the same)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}
// EXPECTED
// 3:5: `scf.reduce`: the block of reduction region #0 takes (`f32`) (expected two arguments of the type `f32`)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %y : i32
    }
  }
  return
}
// EXPECTED
// 5:7: `scf.reduce.return`: found the type `i32` (expected `f32`, the type of what is reduced)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.yield
    }
  }
  return
}
// EXPECTED
// 3:5: `scf.reduce`: the body of reduction #0 ends with `scf.yield` (expected it to be terminated with `scf.reduce.return`)
// 5:7: `scf.yield`: the parent op is `scf.reduce` (expects the parent op `scf.execute_region` or `scf.for` or `scf.if` or `scf.index_switch` or `scf.while`)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  "scf.parallel"(%n, %n, %n) ({
  ^bb0(%i: index):
    scf.yield
  }) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (index, index, index) -> ()
  return
}
// EXPECTED
// 2:3: `scf.parallel`: its body does not terminate with `scf.reduce`
// 2:3: `scf.parallel`: its region ends with `scf.yield` (expects regions to end with `scf.reduce`)
//   4:5: the end of the region
// 4:5: `scf.yield`: the parent op is `scf.parallel` (expects the parent op `scf.execute_region` or `scf.for` or `scf.if` or `scf.index_switch` or `scf.while`)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.reduce
  return
}
// EXPECTED
// 2:3: `scf.reduce`: must be the last operation in the parent block: it is a terminator

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r:2 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>, tensor<8xf32>) {
  }
  return
}
// EXPECTED
// 2:10: found 1 operand and 2 types (expected as many operands as types)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<4xf32>) {
  }
  return
}
// EXPECTED
// 2:48: `%t` has the type `tensor<8xf32>` (expected `tensor<4xf32>`, the type that the operation states: a use expects the same type as prior uses)
//   1:51: defined here

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.forall (%i, %j) in (8) {
  }
  return
}
// EXPECTED
// 2:3: `scf.forall`: its region has 2 arguments (expected 1, one for each loop and each output)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.forall (%i, %j) in (8, 8) {
  } {mapping = [#gpu.thread<x>]}
  return
}
// EXPECTED
// 2:3: `scf.forall`: the mapping has 1 attributes for 2 loops (expected none, or the size of the mapping attribute to be the rank)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.forall (%i) in (8) {
  } {mapping = [1 : i32]}
  return
}
// EXPECTED
// 2:3: `scf.forall`: the mapping has `1 : i32`: expected attributes for devices

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %p = tensor.from_elements %x : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %t[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return
}
// EXPECTED
// 5:7: `tensor.parallel_insert_slice`: the destination is no shared output of the loop around (expected to insert into an output, by its block argument)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.forall (%i) in (8) {
    scf.forall.in_parallel {
      %a = arith.addf %x, %x : f32
    }
  }
  return
}
// EXPECTED
// 3:5: `scf.forall.in_parallel`: found `arith.addf` (expected `tensor.parallel_insert_slice` ops and nothing else)

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.yield
  return
}
// EXPECTED
// 2:3: `scf.yield`: must be the last operation in the parent block: it is a terminator

// -----
func.func @f(%n: index, %x: f32, %y: i32, %c: i1, %t: tensor<8xf32>) {
  scf.condition(%c)
  return
}
// EXPECTED
// 2:3: `scf.condition`: must be the last operation in the parent block: it is a terminator
