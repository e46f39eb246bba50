// RUN: interpret
// Loops that run zero times keep what they were given; a step may overshoot the bound.
// args: 0
// args: -3
// args: 7
func.func @trips(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = affine.for %i = 0 to %n step 3 iter_args(%count = %c0, %last = %n) -> (index, index) {
    %next = arith.addi %count, %c1 : index
    affine.yield %next, %i : index, index
  }
  return %r#0, %r#1 : index, index
}
// EXPECTED
// 0 0
// 0 -3
// 3 6

// -----
// Values that are passed on together change places.
// args: 3 1.5 2.5
// args: 4 1.5 2.5
func.func @swap(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to %n iter_args(%a = %x, %b = %y) -> (f32, f32) {
    affine.yield %b, %a : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
// EXPECTED
// 2.5 1.5
// 1.5 2.5

// -----
// The greatest lower and the least upper bound count.
// args: 0 9
// args: 5 9
// args: 5 6
func.func @bounds(%a: index, %b: index) -> index {
  %c0 = arith.constant 0 : index
  %r = affine.for %i = max affine_map<(d0) -> (d0, 3)>(%a) to min affine_map<(d0) -> (d0, 8)>(%b) iter_args(%s = %c0) -> index {
    %t = arith.addi %s, %i : index
    affine.yield %t : index
  }
  return %r : index
}
// EXPECTED
// 25
// 18
// 5

// -----
// args: 1
// args: 4
// args: 5
func.func @condition(%n: index) -> i32 {
  %a = arith.constant 10 : i32
  %b = arith.constant 20 : i32
  %r = affine.if affine_set<(d0) : (d0 - 2 >= 0, d0 mod 2 == 0)>(%n) -> i32 {
    affine.yield %a : i32
  } else {
    affine.yield %b : i32
  }
  return %r : i32
}
// EXPECTED
// 20
// 10
// 20

// -----
// args: 4
func.func @calls(%n: i32) -> i32 {
  %a = func.call @twice(%n) : (i32) -> i32
  %b = func.call @twice(%a) : (i32) -> i32
  return %b : i32
}
func.func private @twice(%n: i32) -> i32 {
  %r = arith.addi %n, %n : i32
  return %r : i32
}
// EXPECTED
// 16

// -----
// args: 4
func.func @calls_itself(%n: i32) -> i32 {
  %a = func.call @calls_itself(%n) : (i32) -> i32
  return %a : i32
}
// EXPECTED
// 3:8: func.call: calls and regions nested too deeply

// -----
// args: 4
func.func @calls_outside(%n: i32) -> i32 {
  %a = func.call @elsewhere(%n) : (i32) -> i32
  return %a : i32
}
func.func private @elsewhere(i32) -> i32
// EXPECTED
// 3:8: func.call: no function @elsewhere with a body

// -----
// steps: 100
// args: 10
// args: 1000000
func.func @long(%n: index) {
  affine.for %i = 0 to %n {
  }
  return
}
// EXPECTED
//
// 5:3: affine.for: step limit exceeded

// -----
// An operation that nobody knows is only a mistake where it is reached.
// args: 0
// args: 1
func.func @unknown(%n: index) {
  affine.for %i = 0 to %n {
    "test.unknown"() : () -> ()
  }
  return
}
// EXPECTED
//
// 6:5: an unknown operation: not supported: the operation test.unknown
