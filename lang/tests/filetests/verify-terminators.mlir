// RUN: parse-error
func.func @middle() {
  "func.return"() : () -> ()
  "some.op"() : () -> ()
}
// EXPECTED
// 3:3: `func.return`: must be the last operation in the parent block: it is a terminator

// -----
func.func @none(%a: i32) {
  %b = arith.addi %a, %a : i32
}
// EXPECTED
// 2:8: `arith.addi`: ends its block but is no terminator: a block with no terminator

// -----
func.func @empty_block() {
  cf.br ^next
^next:
}
// EXPECTED
// 1:1: `func.func`: a block is empty: expects at least a terminator in a non-empty block

// -----
func.func @falls_through(%a: i32) {
  cf.br ^next
^next:
  %b = arith.addi %a, %a : i32
^last:
  return
}
// EXPECTED
// 4:8: `arith.addi`: ends its block but is no terminator: a block with no terminator

// -----
func.func @successor_in_the_middle() {
  "some.branch"() [^next] : () -> ()
  return
^next:
  return
}
// EXPECTED
// 2:3: `some.branch`: an operation with block successors must terminate its parent block

// -----
func.func @to_the_entry(%a: i32) {
^entry:
  cf.br ^entry
}
// EXPECTED
// 2:1: the first block `^entry` has a label: invalid block name in a region with named arguments (its arguments are those that the operation declares; leave the label out)

// -----
"some.op"() ({
^entry:
  "some.branch"() [^entry] : () -> ()
}) : () -> ()
// EXPECTED
// 1:1: `some.op`: the entry block of a region may not have predecessors: a branch leads to it

// -----
func.func @other_end(%n: index) {
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    "func.return"() : () -> ()
  }) : (index, index, index) -> ()
  return
}
// EXPECTED
// 2:3: `scf.for`: its region ends with `func.return` (expects regions to end with `scf.yield`)
//   4:5: the end of the region
// 4:5: `func.return`: the parent op is `scf.for` (expects the parent op `func.func`)

// -----
func.func @unknown_end(%n: index) {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%i: index):
    "some.end"() : () -> ()
  }) : () -> ()
  return
}
// EXPECTED
// 2:3: `affine.for`: its region ends with `some.end` (expects regions to end with `affine.yield`)
//   4:5: the end of the region

// -----
func.func @misplaced() {
  "affine.yield"() : () -> ()
}
// EXPECTED
// 2:3: `affine.yield`: its parent is `func.func` (only terminates the regions of `affine.if`, `affine.for` and `affine.parallel`)

// -----
"some.op"() ({
  "func.return"() : () -> ()
}) : () -> ()
func.func @return_in_a_condition(%c: i1) {
  "scf.if"(%c) ({
    "func.return"() : () -> ()
  }, {
  }) : (i1) -> ()
  return
}
// EXPECTED
// 2:3: `func.return`: the parent op is `some.op` (expects the parent op `func.func`)
// 5:3: `scf.if`: its region ends with `func.return` (expects regions to end with `scf.yield`)
//   6:5: the end of the region
// 6:5: `func.return`: the parent op is `scf.if` (expects the parent op `func.func`)

// -----
// A module has one block.
"builtin.module"() ({
^a:
  "some.end"() [^b] : () -> ()
^b:
  "some.end"() : () -> ()
}) : () -> ()
// EXPECTED
// 2:1: `builtin.module`: region #0 (`bodyRegion`) has 2 blocks (failed to verify the constraint: region with 1 blocks)
// 2:1: `builtin.module`: region #0 is a graph region of 2 blocks (expects a graph region to have 0 or 1 blocks)

// -----
"builtin.module"() ({
^a(%x: i32):
  "some.end"() : () -> ()
}) : () -> ()
// EXPECTED
// 1:1: `builtin.module`: region #0 should have no arguments

// -----
"func.no_such_op"() : () -> ()
// EXPECTED
// 1:1: `func.no_such_op`: an unregistered operation: the dialect `func` does not allow unknown operations
