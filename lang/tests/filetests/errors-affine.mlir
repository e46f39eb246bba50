// RUN: parse-error
func.func @f(%m: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i] : memref<4x4xf32>
  }
  return
}
// EXPECTED
// 4:10: `affine.load`: the affine map has 1 subscript as results (expected 2: the num of results must equal the memref rank)

// -----
func.func @f(%m: memref<4xf32>, %x: f64) {
  affine.for %i = 0 to 4 {
    affine.store %x, %m[%i] : memref<4xf32>
  }
  return
}
// EXPECTED
// 3:18: `%x` has the type `f64` (expected `f32`, the type that the operation states: a use expects the same type as prior uses)
//   1:33: defined here

// -----
// stricter than MLIR
func.func @f(%m: memref<4xf32>) {
  affine.for %i = 0 to 4 step 0 {
  }
  return
}
// EXPECTED
// 3:31: the step is not positive: expected step to be representable as a positive signed integer

// -----
func.func @f(%m: memref<4xf32>) {
  affine.for %i = 0 to 4 step -1 {
  }
  return
}
// EXPECTED
// 2:31: the step is not positive: expected step to be representable as a positive signed integer

// -----
func.func @f(%m: memref<16xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %m[%i * %j] : memref<16xf32>
    }
  }
  return
}
// EXPECTED
// 4:27: non-affine expression: at least one operand of a multiply must be constant or symbolic (both operands depend on dimensions)

// -----
#map = affine_map<(d0, d1) -> (d0 floordiv d1)>
// EXPECTED
// 1:44: non-affine expression: the right operand of floordiv must be constant or symbolic (it depends on dimensions)

// -----
// stricter than MLIR
func.func @f(%m: memref<16xf32>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i floordiv 0] : memref<16xf32>
  }
  return
}
// EXPECTED
// 4:10: `affine.load`: the right side of `floordiv` is 0 (expected a positive constant)

// -----
func.func @f(%m: memref<16xf32>, %p: memref<16xindex>) {
  affine.for %i = 0 to 4 {
    %k = memref.load %p[%i] : memref<16xindex>
    %0 = affine.load %m[%k] : memref<16xf32>
  }
  return
}
// EXPECTED
// 4:10: `affine.load`: an index `%k` is not a valid dimension or symbol identifier (expected an induction variable, a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)
//   3:10: defined here

// -----
func.func @f(%m: memref<16xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = %i to 10 {
    }
  }
  return
}
// EXPECTED
// 3:5: `affine.for`: the operand `%i` cannot be used as a symbol (expected a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such)

// -----
func.func @f(%n: index) {
  affine.for %i = 0 to affine_map<(d0) -> (d0, d0 + 1)>(%n) {
  }
  return
}
// EXPECTED
// 2:24: the bound has several results: a bound map with multiple results needs a prefix (expected `min` before the map)

// -----
func.func @f(%n: index) {
  affine.for %i = min affine_map<(d0) -> (d0, d0 + 1)>(%n) to 10 {
  }
  return
}
// EXPECTED
// 2:19: found `min` (expected `max`: a lower bound is a `max`, an upper bound a `min`)

// -----
func.func @f(%n: index) {
  affine.for %i = 0 to affine_map<(d0)[s0] -> (d0 + s0)>(%n, %n) {
  }
  return
}
// EXPECTED
// 2:57: found 2 dimension and 0 symbol operands: the dim or symbol operand count does not match (expected 1 and 1, as the map declares)

// -----
func.func @f(%x: f32) {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f64) {
    affine.yield %a : f64
  }
  return
}
// EXPECTED
// 2:46: `%x` has the type `f32` (expected `f64`, the type that the operation states: a use expects the same type as prior uses)
//   1:14: defined here

// -----
func.func @f(%x: f32) {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32, f32) {
    affine.yield %a : f32
  }
  return
}
// EXPECTED
// 2:40: found 1 loop-carried value and 2 types: mismatch between the number of loop-carried values and results

// -----
func.func @f(%x: f32) {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    affine.yield
  }
  return
}
// EXPECTED
// 3:5: `affine.yield`: yields 0 operands, its parent has 1 result (the parent of the yield must have the same number of results as the yield operands)
//   2:8: the parent

// -----
func.func @f(%x: f32) {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
  }
  return
}
// EXPECTED
// 2:8: `affine.for`: a block is empty: expects at least a terminator in a non-empty block

// -----
func.func @f(%x: f32) {
  affine.for %i = 0 to 4 {
    affine.yield %x : f32
  }
  return
}
// EXPECTED
// 3:5: `affine.yield`: yields 1 operand, its parent has 0 results (the parent of the yield must have the same number of results as the yield operands)
//   2:3: the parent

// -----
func.func @f(%x: f32) {
  affine.for %i = 0 to 4 {
    return
  }
  return
}
// EXPECTED
// 3:5: `return` is not an operation of the default dialect here: the custom op is unknown (write `func.return`; directly inside `func.func` the default is `func`)

// -----
func.func @f(%x: f32) {
  affine.yield
}
// EXPECTED
// 2:3: `affine.yield`: its parent is `func.func` (only terminates the regions of `affine.if`, `affine.for` and `affine.parallel`)

// -----
func.func @f(%x: f32, %i: index) {
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> f32 {
    affine.yield %x : f32
  }
  return
}
// EXPECTED
// 2:8: `affine.if`: has results but no `else` region to yield them (control flow from the op's operands to its results needs as many)

// -----
func.func @f(%x: f32, %i: index) {
  affine.if affine_set<(d0, d1) : (d0 >= 0)>(%i) {
  }
  return
}
// EXPECTED
// 2:45: found 1 dimension and 0 symbol operands: the dim or symbol operand count does not match (expected 2 and 0, as the map declares)

// -----
#map = affine_map<(d0) -> (d0)>
func.func @f(%i: index) {
  affine.if #map(%i) {
  }
  return
}
// EXPECTED
// 3:13: found an attribute that is not an integer set

// -----
#set = affine_set<(d0) : (d0 >= 0)>
func.func @f(%i: index) {
  %0 = affine.apply #set(%i)
  return
}
// EXPECTED
// 3:21: found an attribute that is not an affine map

// -----
func.func @f(%i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%i)
  return
}
// EXPECTED
// 2:8: `affine.apply`: the mapping has 2 results (must produce one value)

// -----
func.func @f(%m: memref<16xf32>) {
  %0 = affine.load %m[i] : memref<16xf32>
  return
}
// EXPECTED
// 2:23: found the name `i` in a subscript (expected an SSA value such as `%i`, or a constant)

// -----
func.func @f(%m: i32) {
  %0 = affine.load %m[0] : i32
  return
}
// EXPECTED
// 2:28: found the type `i32` (expected a memref type)

// -----
func.func @f(%m: memref<16xf32>) {
  %0 = affine.vector_load %m[0] : memref<16xf32>, vector<4xf64>
  return
}
// EXPECTED
// 2:8: `affine.vector_load`: a vector of `f64` accesses a memref of `f32` (requires memref and vector types of the same elemental type)

// -----
func.func @f(%m: memref<16xf32>) {
  %0 = affine.vector_load %m[0] : memref<16xf32>, f32
  return
}
// EXPECTED
// 2:8: `affine.vector_load`: result #0 must be vector of any type values, but got `f32`

// -----
func.func @f(%m: memref<16xf32>) {
  %0 = "affine.load"(%m) : (memref<16xf32>) -> f32
  return
}
// EXPECTED
// 2:8: `affine.load`: requires the attribute `map`

// -----
func.func @f(%m: memref<16xf32>) {
  "affine.for"() ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) {lowerBoundMap = affine_map<() -> (0)>, step = 1 : index, operandSegmentSizes = array<i32: 1, 0, 0>, upperBoundMap = affine_map<() -> (4)>} : () -> ()
  return
}
// EXPECTED
// 2:3: `affine.for`: the operand count (0) does not match the total size (1) in the attribute `operandSegmentSizes`
