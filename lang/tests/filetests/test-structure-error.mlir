// RUN: parse-error
func.func @f(%i: i32) {
  "test.attr_sized_operands"(%i, %i) : (i32, i32) -> ()
  return
}
// EXPECTED
// 3:3: `test.attr_sized_operands`: requires the attribute `operandSegmentSizes` (the operand count (2) does not match the total size specified in the attribute)

// -----
func.func @f(%i: i32) {
  "test.attr_sized_operands"(%i) {operandSegmentSizes = array<i64: 0, 0, 1, 0>} : (i32) -> ()
  return
}
// EXPECTED
// 2:3: `test.attr_sized_operands`: the attribute `operandSegmentSizes` is `array<i64: 0, 0, 1, 0>`, not a 32-bit signless integer array (the operand count (1) does not match the total size specified in the attribute)

// -----
%0:3 = "test.attr_sized_results"() {resultSegmentSizes = array<i32: 2, -1, 1, 1>} : () -> (i32, i32, i32)
// EXPECTED
// 1:8: `test.attr_sized_results`: the attribute `resultSegmentSizes` cannot have negative elements

// -----
func.func @f(%t: tensor<4xf32>, %v: vector<4xf32>) {
  "test.mixed_normal_variadic_operand"(%t, %v, %t) : (tensor<4xf32>, vector<4xf32>, tensor<4xf32>) -> ()
  return
}
// EXPECTED
// 2:3: `test.mixed_normal_variadic_operand`: operand #1 must be tensor of any type values, but got `vector<4xf32>`

// -----
%0 = "test.dynamic_one_operand_two_results"() : () -> i1
// EXPECTED
// 1:6: `test.dynamic_one_operand_two_results`: has 1 result (expected 2 results)

// -----
"some.op"() ({
  "test.child_with_parent_one_of"() : () -> ()
}) : () -> ()
// EXPECTED
// 2:3: `test.child_with_parent_one_of`: the parent op is `some.op` (expects the parent op `test.parent` or `test.parent1`)

// -----
"test.two_region_op"() ({
  "test.finish"() : () -> ()
}) : () -> ()
// EXPECTED
// 1:1: `test.two_region_op`: has 1 region (expected 2 regions)

// -----
"test.sized_region_op"() ({
  "test.finish"() : () -> ()
}, {
  "test.finish"() : () -> ()
}) : () -> ()
// EXPECTED
// 1:1: `test.sized_region_op`: region #0 (`my_region`) has 1 block (failed to verify the constraint: region with 2 blocks)

// -----
"test.SingleBlockImplicitTerminator"() ({
  "some.op"() : () -> ()
}) : () -> ()
// EXPECTED
// 1:1: `test.SingleBlockImplicitTerminator`: its region ends with `some.op` (expects regions to end with `test.finish`)
//   2:3: the end of the region

// -----
"test.symbol"() {sym_name = 4 : i8} : () -> ()
// EXPECTED
// 1:1: `test.symbol`: the attribute `sym_name` is `4 : i8` (failed to satisfy the constraint: string attribute)

// -----
"test.symbol"() {sym_name = "a", sym_visibility = "hidden"} : () -> ()
// EXPECTED
// 1:1: `test.symbol`: the visibility `sym_visibility` is `"hidden"` (expected the string attribute "public", "private" or "nested")

// -----
"test.symbol_scope"() ({
  "test.symbol"() {sym_name = "twice"} : () -> ()
  "test.symbol"() {sym_name = "twice"} : () -> ()
  "test.finish"() : () -> ()
}) : () -> ()
// EXPECTED
// 3:3: `test.symbol`: redefinition of the symbol named `@twice`, which is defined twice
//   2:3: first defined here

// -----
test.graph_region {
  "some.branch"()[^next] : () -> ()
^next:
  "test.finish"() : () -> ()
}
// EXPECTED
// 1:1: `test.graph_region`: region #0 is a graph region of 2 blocks (expects a graph region to have 0 or 1 blocks)

// -----
"test.ssacfg_region"() ({
  "some.op"(%b) : (i1) -> ()
  %b = "some.value"() : () -> i1
  "test.finish"() : () -> ()
}) : () -> ()
// EXPECTED
// 2:3: `some.op`: operand #0 `%b` is used before its definition: its definition does not dominate this use
//   3:8: defined here

// -----
func.func @f(%i: i32) {
  "test.verifiers"(%i) ({
    "some.op"(%i) : (i32) -> ()
  }) : (i32) -> ()
  return
}
// EXPECTED
// 3:15: `%i` is not defined

// -----
test.no_such_operation
// EXPECTED
// 1:1: `test.no_such_operation` is no operation of the dialect `test`: the custom op is unknown

// -----
test.finish
// EXPECTED
// 1:1: the custom form of `test.finish` is not known: write the generic form
