// RUN: parse-error
func.func @f(%v: vector<4xf32>, %i: i32) {
  "test.same_operand_element_type"(%v, %i) : (vector<4xf32>, i32) -> i1
  return
}
// EXPECTED
// 3:3: `test.same_operand_element_type`: found the types `vector<4xf32>`, `i32` (requires the same element type for all operands)

// -----
func.func @f(%v: vector<4xf32>) {
  "test.same_operand_element_type"(%v) : (vector<4xf32>) -> i1
  return
}
// EXPECTED
// 2:3: `test.same_operand_element_type`: has 1 operand (expected 2 operands)

// -----
func.func @f(%a: tensor<4x?xf32>, %b: tensor<5x2xf32>) {
  "test.same_operand_shape"(%a, %b) : (tensor<4x?xf32>, tensor<5x2xf32>) -> ()
  return
}
// EXPECTED
// 2:3: `test.same_operand_shape`: found the types `tensor<4x?xf32>`, `tensor<5x2xf32>` (requires the same shape for all operands)

// -----
"test.same_operand_shape"() : () -> ()
// EXPECTED
// 1:1: `test.same_operand_shape`: has 0 operands (expected 1 or more operands)

// -----
func.func @f(%a: tensor<4xf32>) {
  "test.same_operand_and_result_shape"(%a) : (tensor<4xf32>) -> ()
  return
}
// EXPECTED
// 2:3: `test.same_operand_and_result_shape`: has 0 results (expected 1 or more results)

// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = "test.same_operand_and_result_type"(%a) : (tensor<4xf32>) -> tensor<4xf64>
  return
}
// EXPECTED
// 2:8: `test.same_operand_and_result_type`: found the types `tensor<4xf32>`, `tensor<4xf64>` (requires the same element type for all operands and results)

// -----
func.func @f(%a: tensor<4xf32>) {
  %0 = "test.same_operand_and_result_type"(%a) : (tensor<4xf32>) -> tensor<4xf32, "packed">
  return
}
// EXPECTED
// 2:8: `test.same_operand_and_result_type`: found the types `tensor<4xf32>`, `tensor<4xf32, "packed">` (requires the same encoding for all operands and results)

// -----
func.func @f(%a: vector<4xf32>) {
  "test.operands_have_same_type"(%a, %a) : (vector<4xf32>, vector<4xf32>) -> ()
  %b = "some.value"() : () -> vector<5xf32>
  "test.operands_have_same_type"(%a, %b) : (vector<4xf32>, vector<5xf32>) -> ()
  return
}
// EXPECTED
// 4:3: `test.operands_have_same_type`: found the types `vector<4xf32>`, `vector<5xf32>` (failed to verify that all of {x, y} have same type)

// -----
func.func @f(%a: vector<4xf32>) {
  %0 = "test.elementwise_mappable"(%a) : (vector<4xf32>) -> tensor<4xf32>
  return
}
// EXPECTED
// 2:8: `test.elementwise_mappable`: found non-scalar operands or results of the types `vector<4xf32>`, `tensor<4xf32>` (all must have the same shape and base type)

// -----
func.func @f(%a: vector<4xf32>) {
  "test.elementwise_mappable"(%a) : (vector<4xf32>) -> ()
  return
}
// EXPECTED
// 2:3: `test.elementwise_mappable`: an operand is non-scalar: then there must be at least one non-scalar result

// -----
func.func @f(%x: f32) {
  %0 = "test.elementwise_mappable"(%x) : (f32) -> vector<[4]xf32>
  return
}
// EXPECTED
// 2:8: `test.elementwise_mappable`: a result is non-scalar: then at least one operand must be non-scalar

// -----
func.func @f(%a: vector<4xf32>) {
  %0:2 = "test.elementwise_mappable"(%a) : (vector<4xf32>) -> (vector<4xf32>, f32)
  return
}
// EXPECTED
// 2:10: `test.elementwise_mappable`: an operand is non-scalar: then all results must be non-scalar

// -----
%0 = "test.result_type_with_trait"() : () -> !test.test_type
// EXPECTED
// 1:6: `test.result_type_with_trait`: result #0 must be a type `!test.test_type_with_trait`, but got `!test.test_type`

// -----
%0 = "some.value"() : () -> !test.dynamic_pair<i1>
// EXPECTED
// 1:29: `!test.dynamic_pair<i1>` has 1 type argument (expected 2 arguments)

// -----
%0 = "some.value"() : () -> !test.dynamic_singleton<tensor<2x!test.dynamic_pair<f32, i1>>, i8>
// EXPECTED
// 1:29: `!test.dynamic_singleton<tensor<2x!test.dynamic_pair<f32, i1>>, i8>` has 2 type arguments (expected 0 arguments)
