// RUN: parse-error
"test.int_attrs"() {any_i32_attr = 1 : i32, index_attr = 1 : index, si32_attr = 1 : si32, ui32_attr = 1 : i32} : () -> ()
// EXPECTED
// 2:1: `test.int_attrs`: the attribute `ui32_attr` is `1 : i32` (failed to satisfy the constraint: 32-bit unsigned integer attribute)

// -----
"test.two_region_op"() ({
  "some.end"() : () -> ()
}) : () -> ()
// EXPECTED
// 1:1: `test.two_region_op`: has 1 region (expected 2 regions)

// -----
func.func @f(%a: i32) {
  "test.attr_sized_operands"(%a, %a) {operandSegmentSizes = array<i32: 0, 0, 1, 0>} : (i32, i32) -> ()
  return
}
// EXPECTED
// 2:3: `test.attr_sized_operands`: the operand count (2) does not match the total size (1) in the attribute `operandSegmentSizes`

// -----
func.func @f(%a: tensor<2xi32>, %b: tensor<?xi32>, %c: tensor<3xi32>) {
  "test.same_operand_shape"(%b, %a, %c) : (tensor<?xi32>, tensor<2xi32>, tensor<3xi32>) -> ()
  return
}
// EXPECTED
// 2:3: `test.same_operand_shape`: found the types `tensor<?xi32>`, `tensor<2xi32>`, `tensor<3xi32>` (requires the same shape for all operands)

// -----
func.func @f() {
  test.graph_region {
    %a = "some.use"(%b) : (i32) -> i32
    %b = "some.use"(%a) : (i32) -> i32
    "test.ssacfg_region"() ({
      %c = "some.use"(%d) : (i32) -> i32
      %d = "some.use"(%b) : (i32) -> i32
      "some.end"() : () -> ()
    }) : () -> ()
    "some.end"() : () -> ()
  }
  return
}
// EXPECTED
// 6:12: `some.use`: operand #0 `%d` is used before its definition: its definition does not dominate this use
//   7:12: defined here

// -----
func.func @f(%a: i32) {
  "test.verifiers"(%a) ({
    "some.use"(%a) : (i32) -> ()
  }) : (i32) -> ()
  return
}
// EXPECTED
// 3:16: `%a` is not defined
