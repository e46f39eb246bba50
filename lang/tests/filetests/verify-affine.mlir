// RUN: parse-error
func.func @step(%n: index) {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : i64, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}
// EXPECTED
// 3:3: `affine.for`: the attribute `step` is `1 : i64` (failed to satisfy the constraint: index attribute)

// -----
// stricter than MLIR
func.func @bounds(%n: index) {
  "affine.for"(%n) <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 1, 0, 0>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : (index) -> ()
  return
}
// EXPECTED
// 3:3: `affine.for`: the operand count and the dimension and symbol count of the affine map must match: found 1 operand (expected 0 for its dimensions and 0 for its symbols)

// -----
func.func @body() {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}
// EXPECTED
// 2:3: `affine.for`: the body has no single `index` argument for the induction variable

// -----
func.func @carried(%x: f32) {
  %r = "affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 1>}> ({
  ^bb0(%i: index):
    "affine.yield"(%x) : (f32) -> ()
  }) : (f32) -> f32
  return
}
// EXPECTED
// 2:8: `affine.for`: mismatch between the number of loop-carried values, 1, and basic block args, 0

// -----
func.func @yielded(%x: f32, %y: f64) {
  %r = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    affine.yield %y : f64
  }
  return
}
// EXPECTED
// 3:5: `affine.yield`: types mismatch between the yield and its parent: operand #0 has the type `f64` (expected `f32`)
//   2:8: the parent

// -----
func.func @condition(%i: index) {
  "affine.if"(%i) <{}> ({
    "affine.yield"() : () -> ()
  }, {
  }) : (index) -> ()
  return
}
// EXPECTED
// 2:3: `affine.if`: requires the attribute `condition`

// -----
func.func @condition(%i: index) {
  "affine.if"(%i, %i) <{condition = affine_set<(d0) : (d0 >= 0)>}> ({
    "affine.yield"() : () -> ()
  }, {
  }) : (index, index) -> ()
  return
}
// EXPECTED
// 2:3: `affine.if`: the operand count and the dimension and symbol count of the condition integer set must match: found 2 operands (expected 1 for its dimensions and 0 for its symbols)

// -----
func.func @no_else(%i: index, %x: f32) -> f32 {
  %r = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> f32 {
    affine.yield %x : f32
  }
  return %r : f32
}
// EXPECTED
// 2:8: `affine.if`: has results but no `else` region to yield them (control flow from the op's operands to its results needs as many)

// -----
func.func @inputs(%i: index) {
  %a = "affine.apply"(%i) <{map = affine_map<(d0, d1) -> (d0 + d1)>}> : (index) -> index
  return
}
// EXPECTED
// 2:8: `affine.apply`: the operand count and the dimension and symbol count of the affine map must match: found 1 operand (expected 2 for its dimensions and 0 for its symbols)

// -----
func.func @one_value(%i: index) {
  %a = "affine.apply"(%i) <{map = affine_map<(d0) -> (d0, d0)>}> : (index) -> index
  return
}
// EXPECTED
// 2:8: `affine.apply`: the mapping has 2 results (must produce one value)

// -----
func.func @inputs(%i: index) {
  %a = "affine.min"(%i) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (index) -> index
  return
}
// EXPECTED
// 2:8: `affine.min`: the operand count and the dimension and symbol count of the affine map must match: found 1 operand (expected 2 for its dimensions and 0 for its symbols)

// -----
func.func @subscripts(%m: memref<8x8xf32>, %i: index) {
  %x = "affine.load"(%m, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<8x8xf32>, index) -> f32
  return
}
// EXPECTED
// 2:8: `affine.load`: the affine map has 1 subscript as results (expected 2: the num of results must equal the memref rank)

// -----
func.func @subscripts(%m: memref<8xf32>, %i: index) {
  %x = "affine.load"(%m, %i, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<8xf32>, index, index) -> f32
  return
}
// EXPECTED
// 2:8: `affine.load`: found 2 operands: expects as many subscripts as affine map inputs (expected 1)

// -----
func.func @element(%m: memref<8xf32>, %x: f64) {
  "affine.store"(%x, %m) <{map = affine_map<() -> (0)>}> : (f64, memref<8xf32>) -> ()
  return
}
// EXPECTED
// 2:3: `affine.store`: the value has the type `f64`: it must match the element type of the memref (expected `f32`)

// -----
func.func @vector(%m: memref<8xf32>, %x: vector<4xf64>) {
  "affine.vector_store"(%x, %m) <{map = affine_map<() -> (0)>}> : (vector<4xf64>, memref<8xf32>) -> ()
  return
}
// EXPECTED
// 2:3: `affine.vector_store`: a vector of `f64` accesses a memref of `f32` (requires memref and vector types of the same elemental type)

// -----
func.func @steps() {
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1, 1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}
// EXPECTED
// 2:3: `affine.parallel`: found 1 region arguments, 1 map groups for the lower bounds, 1 for the upper bounds, and 2 steps (their numbers must all match)

// -----
func.func @groups() {
  "affine.parallel"() <{lowerBoundsGroups = dense<2> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}
// EXPECTED
// 2:3: `affine.parallel`: the lower bounds map has 1 results (expected 2, at least one for each loop)

// -----
func.func @reductions(%x: f32) {
  %r = affine.parallel (%i) = (0) to (4) -> f32 {
    affine.yield %x : f32
  }
  return
}
// EXPECTED
// 2:8: `affine.parallel`: found 0 reductions for 1 outputs (a reduction must be specified for each output)

// -----
func.func @reduction(%x: f32) {
  %r = affine.parallel (%i) = (0) to (4) reduce ("addi") -> f32 {
    affine.yield %x : f32
  }
  return
}
// EXPECTED
// 2:8: `affine.parallel`: the result type `f32` cannot match the reduction attribute `addi`

// -----
func.func @yielded(%x: f64) {
  %r = affine.parallel (%i) = (0) to (4) reduce ("addf") -> f32 {
    affine.yield %x : f64
  }
  return
}
// EXPECTED
// 3:5: `affine.yield`: types mismatch between the yield and its parent: operand #0 has the type `f64` (expected `f32`)
//   2:8: the parent

// -----
func.func @basis(%i: index, %n: index) {
  %a, %b = affine.delinearize_index %i into (%n) : index, index
  return
}
// EXPECTED
// accepted:
// module {
//   func.func @basis(%i: index, %n: index) {
//     %a = arith.floordivsi %i, %n : index
//     %0 = arith.muli %a, %n : index
//     %b = arith.subi %i, %0 : index
//     return
//   }
// }

// -----
func.func @basis(%i: index) {
  "affine.delinearize_index"(%i) : (index) -> ()
  return
}
// EXPECTED
// 2:3: `affine.delinearize_index`: the basis should not be empty

// -----
func.func @dma(%m: memref<8xf32>, %n: index, %x: f32) {
  "affine.dma_start"(%m, %n, %m, %n, %x, %n, %n) {src_map = affine_map<(d0) -> (d0)>, dst_map = affine_map<(d0) -> (d0)>, tag_map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index, memref<8xf32>, index, f32, index, index) -> ()
  return
}
// EXPECTED
// 2:3: `affine.dma_start`: the DMA tag has the type `f32` (expected it to be of memref type)

// -----
func.func @dma(%m: memref<8xf32>, %n: index) {
  "affine.dma_start"(%m, %n, %m, %n, %m, %n, %n, %n) {src_map = affine_map<(d0) -> (d0)>, dst_map = affine_map<(d0) -> (d0)>, tag_map = affine_map<(d0) -> (d0)>} : (memref<8xf32>, index, memref<8xf32>, index, memref<8xf32>, index, index, index) -> ()
  return
}
// EXPECTED
// 2:3: `affine.dma_start`: an incorrect number of operands: 2 behind the tag (expected the number of elements, alone or with two strides)
