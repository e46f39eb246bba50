// RUN: parse
"test.any_attr_of_i32_str"() {attr = 7 : i32} : () -> ()
"test.any_attr_of_i32_str"() {attr = "seven"} : () -> ()
"test.int_attrs"() {any_i32_attr = 1 : si32, index_attr = 2 : index, si32_attr = -3 : si32, ui32_attr = 4 : ui32} : () -> ()
"test.positive_int_attr"() {i32attr = 1 : i32, i64attr = 2 : i64} : () -> ()
"test.type_array_attr"() {attr = []} : () -> ()
test.type_attr_of i64
%0 = "test.i32_enum_attr"() {attr = 10 : i32} : () -> i32
test.op_with_enum second
test.op_with_enum #test<enum third> tag unit {other = 1 : i8}
test.op_with_bit_enum <execute, read>
test.op_with_bit_enum_vbar <other|user> tag [1, 2]
"test.op_with_bit_enum_vbar"() {value = #test.bit_enum_vbar<group|user>} : () -> ()
"test.int_elements_attr"() {any_i32_attr = dense<1> : vector<3xui32>, i32_attr = dense<[2, 3]> : tensor<2xi32>} : () -> ()
"test.ranked_int_elements_attr"() {vector_i32_attr = dense<0> : tensor<2xi32>, matrix_i64_attr = dense<9> : tensor<4x8xi64>} : () -> ()
"test.confined_dense_array_attr"() {emptyattr = array<i16>, i32attr = array<i32: -1, -1, 4>, i64attr = array<i64: 3>} : () -> ()
"test.confined_non_negative_attr"() {i8attr = array<i8: 0>, i16attr = array<i16: 1, 0>, i32attr = array<i32>, i64attr = array<i64: 5>, f32attr = array<f32: 0.0, -0.0>, f64attr = array<f64: 1.5>, emptyattr = array<i16>} : () -> ()
test.custom_dimension_list_attr dimension_list = []
test.custom_dimension_list_attr dimension_list = 0x4x?x8 {hint}
test.custom_dimension_list_attr dimension_list = ?
test.optional_custom_attr foo true
test.optional_custom_attr {hint} bar
"test.attr_with_trait"() {attr = #test.attr_with_trait} : () -> ()
// EXPECTED
// module {
//   "test.any_attr_of_i32_str"() {attr = 7 : i32} : () -> ()
//   "test.any_attr_of_i32_str"() {attr = "seven"} : () -> ()
//   "test.int_attrs"() {any_i32_attr = 1 : si32, index_attr = 2 : index, si32_attr = -3 : si32, ui32_attr = 4 : ui32} : () -> ()
//   "test.positive_int_attr"() {i32attr = 1 : i32, i64attr = 2 : i64} : () -> ()
//   "test.type_array_attr"() {attr = []} : () -> ()
//   test.type_attr_of i64
//   %0 = "test.i32_enum_attr"() {attr = 10 : i32} : () -> i32
//   test.op_with_enum second
//   test.op_with_enum third tag unit {other = 1 : i8}
//   test.op_with_bit_enum <read, execute>
//   test.op_with_bit_enum_vbar <user | other> tag [1, 2]
//   test.op_with_bit_enum_vbar <user | group>
//   "test.int_elements_attr"() {any_i32_attr = dense<1> : vector<3xui32>, i32_attr = dense<[2, 3]> : tensor<2xi32>} : () -> ()
//   "test.ranked_int_elements_attr"() {matrix_i64_attr = dense<9> : tensor<4x8xi64>, vector_i32_attr = dense<0> : tensor<2xi32>} : () -> ()
//   "test.confined_dense_array_attr"() {emptyattr = array<i16>, i32attr = array<i32: -1, -1, 4>, i64attr = array<i64: 3>} : () -> ()
//   "test.confined_non_negative_attr"() {emptyattr = array<i16>, f32attr = array<f32: 0.000000e+00, -0.000000e+00>, f64attr = array<f64: 1.500000e+00>, i16attr = array<i16: 1, 0>, i32attr = array<i32>, i64attr = array<i64: 5>, i8attr = array<i8: 0>} : () -> ()
//   test.custom_dimension_list_attr dimension_list = []
//   test.custom_dimension_list_attr dimension_list = 0x4x?x8 {hint}
//   test.custom_dimension_list_attr dimension_list = ?
//   test.optional_custom_attr foo true
//   test.optional_custom_attr {hint} bar
//   "test.attr_with_trait"() {attr = #test.attr_with_trait} : () -> ()
// }
