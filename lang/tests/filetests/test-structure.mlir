// RUN: parse
func.func @groups(%i: i32, %t: tensor<4xf32>) {
  "test.attr_sized_operands"(%i, %i) {operandSegmentSizes = array<i32: 0, 0, 1, 1>} : (i32, i32) -> ()
  %0:3 = "test.attr_sized_results"() {resultSegmentSizes = array<i32: 1, 0, 1, 1>} : () -> (i32, i32, i32)
  "test.mixed_normal_variadic_operand"(%t, %t, %t) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  %1 = "test.mixed_normal_variadic_result"() : () -> tensor<*xf32>
  %2:2 = "test.dynamic_one_operand_two_results"(%i) : (i32) -> (i1, i1)
  return
}
// EXPECTED
// module {
//   func.func @groups(%i: i32, %t: tensor<4xf32>) {
//     "test.attr_sized_operands"(%i, %i) {operandSegmentSizes = array<i32: 0, 0, 1, 1>} : (i32, i32) -> ()
//     %0:3 = "test.attr_sized_results"() {resultSegmentSizes = array<i32: 1, 0, 1, 1>} : () -> (i32, i32, i32)
//     "test.mixed_normal_variadic_operand"(%t, %t, %t) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
//     %1 = "test.mixed_normal_variadic_result"() : () -> tensor<*xf32>
//     %2:2 = "test.dynamic_one_operand_two_results"(%i) : (i32) -> (i1, i1)
//     return
//   }
// }

// -----
"test.parent1"() ({
  "test.child_with_parent_one_of"() : () -> ()
  "test.finish"() : () -> ()
}) : () -> ()
"test.sized_region_op"() ({
  "some.branch"()[^other] : () -> ()
^other:
  "test.finish"() : () -> ()
}, {
  "test.finish"() : () -> ()
}) : () -> ()
"test.symbol_scope"() ({
  "test.symbol"() {sym_name = "inner"} : () -> ()
  "test.finish"() : () -> ()
}) : () -> ()
"test.symbol"() {sym_name = "inner", sym_visibility = "nested"} : () -> ()
// EXPECTED
// module {
//   "test.parent1"() ({
//     "test.child_with_parent_one_of"() : () -> ()
//     "test.finish"() : () -> ()
//   }) : () -> ()
//   "test.sized_region_op"() ({
//     "some.branch"()[^bb1] : () -> ()
//   ^bb1:
//     "test.finish"() : () -> ()
//   }, {
//     "test.finish"() : () -> ()
//   }) : () -> ()
//   "test.symbol_scope"() ({
//     "test.symbol"() {sym_name = "inner"} : () -> ()
//     "test.finish"() : () -> ()
//   }) : () -> ()
//   "test.symbol"() {sym_name = "inner", sym_visibility = "nested"} : () -> ()
// }

// -----
test.graph_region {
  %a = "some.op"(%b) : (i1) -> i1
  %b = "some.op"(%a) : (i1) -> i1
  "test.finish"() : () -> ()
}
"test.generic_form_of_any_name"() : () -> ()
test.affine_scope {
  "test.finish"() : () -> ()
}
// EXPECTED
// module {
//   test.graph_region {
//     %a = "some.op"(%b) : (i1) -> i1
//     %b = "some.op"(%a) : (i1) -> i1
//     "test.finish"() : () -> ()
//   }
//   "test.generic_form_of_any_name"() : () -> ()
//   test.affine_scope {
//     "test.finish"() : () -> ()
//   }
// }
