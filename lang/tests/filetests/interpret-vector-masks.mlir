// RUN: interpret
// An extent above the vector's sets all of its lanes, one below zero none.
// args: 1 2
// args: 5 -1
func.func @masks(%m: index, %n: index) -> (vector<2x3xi1>, vector<2x3xi1>, vector<i1>, vector<i1>) {
  %a = vector.create_mask %m, %n : vector<2x3xi1>
  %b = vector.constant_mask [2, 1] : vector<2x3xi1>
  %c = vector.constant_mask [1] : vector<i1>
  %d = vector.create_mask %n : vector<i1>
  return %a, %b, %c, %d : vector<2x3xi1>, vector<2x3xi1>, vector<i1>, vector<i1>
}
// EXPECTED
// [true, true, false, false, false, false] [true, false, false, true, false, false] [true] [true]
// [false, false, false, false, false, false] [true, false, false, true, false, false] [true] [false]

// -----
// Lanes that are masked off take no part.
// args: [1, 2, 3, 4] [true, false, true, false] 10
// args: [1, 2, 3, 4] [false, false, false, false] 10
func.func @reductions(%v: vector<4xi32>, %m: vector<4xi1>, %x: i32) -> (i32, i32, i32) {
  %a = vector.mask %m { vector.reduction <add>, %v, %x : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %b = vector.mask %m { vector.reduction <add>, %v : vector<4xi32> into i32 } : vector<4xi1> -> i32
  %c = vector.mask %m { vector.reduction <minsi>, %v : vector<4xi32> into i32 } : vector<4xi1> -> i32
  return %a, %b, %c : i32, i32, i32
}
// EXPECTED
// 14 4 1
// 10 0 2147483647

// -----
// args: [1, 2, 3, 4] [true, false, true, true] [10, 20]
func.func @multi_reduction(%v: vector<2x2xi32>, %m: vector<2x2xi1>, %x: vector<2xi32>) -> (vector<2xi32>, vector<2xi32>) {
  %a = vector.mask %m { vector.multi_reduction <add>, %v, %x [1] : vector<2x2xi32> to vector<2xi32> } : vector<2x2xi1> -> vector<2xi32>
  %b = vector.mask %m { vector.multi_reduction <add>, %v, %x [0] : vector<2x2xi32> to vector<2xi32> } : vector<2x2xi1> -> vector<2xi32>
  return %a, %b : vector<2xi32>, vector<2xi32>
}
// EXPECTED
// [11, 27] [14, 24]

// -----
// The mask of a contraction has a lane for each iteration.
// args: [1, 2, 5, 7] [3, 4] [true, false, true, true] [10, 20]
func.func @contraction(%a: vector<2x2xi32>, %b: vector<2xi32>, %m: vector<2x2xi1>, %c: vector<2xi32>) -> vector<2xi32> {
  %d = vector.mask %m { vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x2xi32>, vector<2xi32> into vector<2xi32> } : vector<2x2xi1> -> vector<2xi32>
  return %d : vector<2xi32>
}
// EXPECTED
// [13, 63]

// -----
// What no lane makes is undefined without an accumulator.
// args: [1, 2] [3, 4] [true, false, true, true] [10, 20, 30, 40]
func.func @outer_product(%a: vector<2xi32>, %b: vector<2xi32>, %m: vector<2x2xi1>, %c: vector<2x2xi32>) -> (vector<2x2xi32>, vector<2x2xi32>) {
  %d = vector.mask %m { vector.outerproduct %a, %b, %c : vector<2xi32>, vector<2xi32> } : vector<2x2xi1> -> vector<2x2xi32>
  %e = vector.mask %m { vector.outerproduct %a, %b : vector<2xi32>, vector<2xi32> } : vector<2x2xi1> -> vector<2x2xi32>
  return %d, %e : vector<2x2xi32>, vector<2x2xi32>
}
// EXPECTED
// [13, 20, 36, 48] [3, undefined, 6, 8]

// -----
// A mask around nothing passes values on.
// args: [1, 2] [false, true]
func.func @nothing(%a: vector<2xi32>, %m: vector<2xi1>) -> vector<2xi32> {
  %b = vector.mask %m { vector.yield %a : vector<2xi32> } : vector<2xi1> -> vector<2xi32>
  vector.mask %m { } : vector<2xi1>
  return %b : vector<2xi32>
}
// EXPECTED
// [1, 2]

// -----
// A mask that is undefined decides nothing.
// args: [1, 2]
func.func @undefined(%a: vector<2xi32>) -> i32 {
  %m = ub.poison : vector<2xi1>
  %b = vector.mask %m { vector.reduction <add>, %a : vector<2xi32> into i32 } : vector<2xi1> -> i32
  return %b : i32
}
// EXPECTED
// 5:25: vector.reduction: an undefined value decides, divides or is an index

// -----
// Masks in a loop that carries a vector.
// args: [1, 2, 3, 4]
func.func @in_a_loop(%v: vector<4xi32>) -> (vector<4xi32>, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %none = arith.constant 0 : i32
  %r:2 = scf.for %i = %zero to %four step %one iter_args(%w = %v, %s = %none) -> (vector<4xi32>, i32) {
    %m = vector.create_mask %i : vector<4xi1>
    %t = vector.mask %m { vector.reduction <add>, %w, %s : vector<4xi32> into i32 } : vector<4xi1> -> i32
    %x = vector.mask %m { vector.yield %w : vector<4xi32> } : vector<4xi1> -> vector<4xi32>
    %y = arith.addi %x, %v : vector<4xi32>
    scf.yield %y, %t : vector<4xi32>, i32
  }
  return %r#0, %r#1 : vector<4xi32>, i32
}
// EXPECTED
// [5, 10, 15, 20] 35
