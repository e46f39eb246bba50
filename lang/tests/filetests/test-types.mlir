// RUN: parse
func.func @agreeing(%v: vector<4xf32>, %t: tensor<?x8xi16>, %u: tensor<*xi16>, %x: f32) {
  "test.same_operand_element_type"(%v, %x) : (vector<4xf32>, f32) -> i1
  "test.same_operand_shape"(%t, %u) : (tensor<?x8xi16>, tensor<*xi16>) -> ()
  %a = "test.same_operand_and_result_type"(%t) : (tensor<?x8xi16>) -> tensor<5x8xi16>
  %b:2 = "test.elementwise_mappable"(%v, %x) : (vector<4xf32>, f32) -> (vector<4xi1>, vector<4xf64>)
  %c = "test.elementwise_mappable"(%t) : (tensor<?x8xi16>) -> tensor<3x8xf32>
  "test.operands_have_same_rank"(%v, %v) : (vector<4xf32>, vector<4xf32>) -> ()
  %d = "test.operand0_and_result_have_same_shape"(%v, %t) : (vector<4xf32>, tensor<?x8xi16>) -> memref<4xi8>
  return
}
// EXPECTED
// module {
//   func.func @agreeing(%v: vector<4xf32>, %t: tensor<?x8xi16>, %u: tensor<*xi16>, %x: f32) {
//     %0 = "test.same_operand_element_type"(%v, %x) : (vector<4xf32>, f32) -> i1
//     "test.same_operand_shape"(%t, %u) : (tensor<?x8xi16>, tensor<*xi16>) -> ()
//     %a = "test.same_operand_and_result_type"(%t) : (tensor<?x8xi16>) -> tensor<5x8xi16>
//     %b:2 = "test.elementwise_mappable"(%v, %x) : (vector<4xf32>, f32) -> (vector<4xi1>, vector<4xf64>)
//     %c = "test.elementwise_mappable"(%t) : (tensor<?x8xi16>) -> tensor<3x8xf32>
//     "test.operands_have_same_rank"(%v, %v) : (vector<4xf32>, vector<4xf32>) -> ()
//     %d = "test.operand0_and_result_have_same_shape"(%v, %t) : (vector<4xf32>, tensor<?x8xi16>) -> memref<4xi8>
//     return
//   }
// }

// -----
func.func @encoded(%t: tensor<4xf32, "packed">) {
  // The operand may have what the result lacks.
  %e = "test.same_operand_and_result_type"(%t) : (tensor<4xf32, "packed">) -> tensor<?xf32>
  return
}
// EXPECTED
// module {
//   func.func @encoded(%t: tensor<4xf32, "packed">) {
//     %e = "test.same_operand_and_result_type"(%t) : (tensor<4xf32, "packed">) -> tensor<?xf32>
//     return
//   }
// }
