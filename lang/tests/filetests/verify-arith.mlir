// RUN: parse-error
func.func @classes(%a: f32, %b: tensor<4xi8>) {
  %0 = "arith.addi"(%a, %a) : (f32, f32) -> f32
  %1 = "arith.mulf"(%b, %b) : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return
}
// EXPECTED
// 3:8: `arith.addi`: operand #0 must be signless-integer-like, but got `f32`
// 4:8: `arith.mulf`: operand #0 must be floating-point-like, but got `tensor<4xi8>`

// -----
func.func @types(%a: i32, %b: i64) {
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}
// EXPECTED
// 2:8: `arith.addi`: `rhs` has the type `i64`, not `i32` (requires the same type for all operands and results)

// -----
func.func @carry(%a: vector<4xi32>) {
  %0, %1 = "arith.addui_extended"(%a, %a) : (vector<4xi32>, vector<4xi32>) -> (vector<4xi32>, i1)
  return
}
// EXPECTED
// 2:12: `arith.addui_extended`: an operand is non-scalar: then all results must be non-scalar

// -----
func.func @lanes(%a: vector<4xi32>) {
  %0, %1 = "arith.addui_extended"(%a, %a) : (vector<4xi32>, vector<4xi32>) -> (vector<4xi32>, vector<8xi1>)
  return
}
// EXPECTED
// 2:12: `arith.addui_extended`: found non-scalar operands or results of the types `vector<4xi32>`, `vector<4xi32>`, `vector<4xi32>`, `vector<8xi1>` (all must have the same shape and base type)

// -----
func.func @predicate(%a: i32) {
  %0 = "arith.cmpi"(%a, %a) <{predicate = 12 : i64}> : (i32, i32) -> i1
  return
}
// EXPECTED
// 2:8: `arith.cmpi`: the attribute `predicate` is `12 : i64` (failed to satisfy the constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)

// -----
func.func @condition(%c: vector<2xi1>, %a: vector<4xf32>) {
  %0 = arith.select %c, %a, %a : vector<2xi1>, vector<4xf32>
  return
}
// EXPECTED
// 2:8: `arith.select`: found non-scalar operands or results of the types `vector<2xi1>`, `vector<4xf32>`, `vector<4xf32>`, `vector<4xf32>` (all must have the same shape and base type)

// -----
func.func @constant() {
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
  %1 = "arith.constant"() <{value = "text"}> : () -> i64
  %2 = "arith.constant"() <{value = 1 : si32}> : () -> si32
  %3 = "arith.constant"() <{value = dense<[1, 2]> : vector<[2]xi32>}> : () -> vector<[2]xi32>
  return
}
// EXPECTED
// 2:8: `arith.constant`: `result` has the type `i64`, not `i32` (failed to verify that result type matches type of value)
// 3:8: `arith.constant`: the attribute `value` is `"text"` (value must be an integer, float, or elements attribute: a typed attribute)
// 4:8: `arith.constant`: the integer return type is `si32` (must be signless)
// 5:8: `arith.constant`: the elements of the scalable vectors `vector<[2]xi32>` differ: initializing one is not supported (expected a vector splat as its elements attribute)

// -----
func.func @wider(%a: i32, %b: f32, %c: tensor<2xi8>, %d: memref<2xi8>) {
  %0 = arith.extui %a : i32 to i32
  %1 = arith.truncf %b : f32 to f64
  %2 = arith.sitofp %a : i32 to i64
  %3 = arith.extsi %c : tensor<2xi8> to tensor<?xi16>
  %4 = arith.bitcast %b : f32 to i64
  %5 = arith.index_cast %a : i32 to i64
  return
}
// EXPECTED
// 2:8: `arith.extui`: the operand type `i32` and the result type `i32` are cast incompatible (expected signless integers, the result wider)
// 3:8: `arith.truncf`: the operand type `f32` and the result type `f64` are cast incompatible (expected floating-point types, the result shorter)
// 4:8: `arith.sitofp`: result #0 must be floating-point-like, but got `i64`
// 5:8: `arith.extsi`: the input has the type `tensor<2xi8>`, the output `tensor<?xi16>` (input and output must have the same tensor dimensions)
// 6:8: `arith.bitcast`: the operand type `f32` and the result type `i64` are cast incompatible (expected an integer or float of the same width)
// 7:8: `arith.index_cast`: the operand type `i32` and the result type `i64` are cast incompatible (expected `index` on one side and a signless integer on the other)
