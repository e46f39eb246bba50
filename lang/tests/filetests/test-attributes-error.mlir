// RUN: parse-error
"test.any_attr_of_i32_str"() {attr = 7 : i64} : () -> ()
// EXPECTED
// 2:1: `test.any_attr_of_i32_str`: the attribute `attr` is `7 : i64` (failed to satisfy the constraint: 32-bit signless integer attribute or string attribute)

// -----
"test.any_attr_of_i32_str"() : () -> ()
// EXPECTED
// 1:1: `test.any_attr_of_i32_str`: requires the attribute `attr`

// -----
"test.int_attrs"() {any_i32_attr = 1 : i16, index_attr = 2 : index, si32_attr = -3 : si32, ui32_attr = 4 : ui32} : () -> ()
// EXPECTED
// 1:1: `test.int_attrs`: the attribute `any_i32_attr` is `1 : i16` (failed to satisfy the constraint: 32-bit integer attribute)

// -----
"test.int_attrs"() {any_i32_attr = 1 : i32, index_attr = 2 : index, si32_attr = 3 : i32, ui32_attr = 4 : ui32} : () -> ()
// EXPECTED
// 1:1: `test.int_attrs`: the attribute `si32_attr` is `3 : i32` (failed to satisfy the constraint: 32-bit signed integer attribute)

// -----
"test.non_negative_int_attr"() {i32attr = 0 : i32, i64attr = -1 : i64} : () -> ()
// EXPECTED
// 1:1: `test.non_negative_int_attr`: the attribute `i64attr` is `-1 : i64` (failed to satisfy the constraint: 64-bit signless integer attribute whose value is non-negative)

// -----
"test.positive_int_attr"() {i32attr = 0 : i32, i64attr = 1 : i64} : () -> ()
// EXPECTED
// 1:1: `test.positive_int_attr`: the attribute `i32attr` is `0 : i32` (failed to satisfy the constraint: 32-bit signless integer attribute whose value is positive)

// -----
"test.type_array_attr"() {attr = [i1, "i1"]} : () -> ()
// EXPECTED
// 1:1: `test.type_array_attr`: the attribute `attr` is `[i1, "i1"]` (failed to satisfy the constraint: type array attribute)

// -----
test.type_attr_of index
// EXPECTED
// 1:19: the attribute `type` of `test.type_attr_of` is index: invalid kind of attribute specified (expected type attribute of 64-bit signless integer)

// -----
%0 = "test.i64_enum_attr"() {attr = 6 : i64} : () -> i32
// EXPECTED
// 1:6: `test.i64_enum_attr`: the attribute `attr` is `6 : i64` (failed to satisfy the constraint: allowed 64-bit signless integer cases: 5, 10)

// -----
test.op_with_enum fifth
// EXPECTED
// 1:19: found `fifth` (expected one of first, second, third)

// -----
"test.op_with_enum"() {value = #test<enum fifth>} : () -> ()
// EXPECTED
// 1:32: `#test<enum fifth>` is of no such word: failed to parse the attribute (expected one of: first, second, third)

// -----
"some.op"() {value = #test.bit_enum<seek>} : () -> ()
// EXPECTED
// 1:22: `#test.bit_enum<seek>` is of no such word: failed to parse the attribute (expected one of: read, write, execute)

// -----
"test.int_elements_attr"() {any_i32_attr = dense<1> : tensor<1xi32>, i32_attr = dense<1> : tensor<1xui32>} : () -> ()
// EXPECTED
// 1:1: `test.int_elements_attr`: the attribute `i32_attr` is `dense<1> : tensor<1xui32>` (failed to satisfy the constraint: 32-bit signless integer elements attribute)

// -----
"test.ranked_int_elements_attr"() {vector_i32_attr = dense<0> : tensor<2xi32>, matrix_i64_attr = dense<9> : tensor<8x4xi64>} : () -> ()
// EXPECTED
// 1:1: `test.ranked_int_elements_attr`: the attribute `matrix_i64_attr` is `dense<9> : tensor<8x4xi64>` (failed to satisfy the constraint: 64-bit signless integer elements attribute of shape [4, 8])

// -----
"test.float_elements_attr"() {scalar_f32_attr = dense<0.0> : tensor<f32>, tensor_f64_attr = dense<0.0> : tensor<4x8xf64>} : () -> ()
// EXPECTED
// 1:1: `test.float_elements_attr`: the attribute `scalar_f32_attr` is `dense<0.000000e+00> : tensor<f32>` (failed to satisfy the constraint: 32-bit float elements attribute of shape [2])

// -----
"test.confined_dense_array_attr"() {emptyattr = array<i16>, i32attr = array<i32: 2, 1>, i64attr = array<i64: 3>} : () -> ()
// EXPECTED
// 1:1: `test.confined_dense_array_attr`: the attribute `i32attr` is `array<i32: 2, 1>` (failed to satisfy the constraint: i32 dense array attribute should be in non-decreasing order)

// -----
"test.confined_dense_array_attr"() {emptyattr = array<i16>, i32attr = array<i32>, i64attr = array<i64: 3, 3>} : () -> ()
// EXPECTED
// 1:1: `test.confined_dense_array_attr`: the attribute `i64attr` is `array<i64: 3, 3>` (failed to satisfy the constraint: i64 dense array attribute should be in increasing order)

// -----
"test.confined_strictly_positive_attr"() {i8attr = array<i8>, i16attr = array<i16>, i32attr = array<i32>, i64attr = array<i64>, f32attr = array<f32: 1.0, 0.0>, f64attr = array<f64>, emptyattr = array<i16>} : () -> ()
// EXPECTED
// 1:1: `test.confined_strictly_positive_attr`: the attribute `f32attr` is `array<f32: 1.000000e+00, 0.000000e+00>` (failed to satisfy the constraint: f32 dense array attribute whose value is positive)

// -----
test.custom_dimension_list_attr dimension_list = 4x-2
// EXPECTED
// 1:52: found `-` (expected an extent: an invalid dimension in the dimension list)

// -----
test.custom_dimension_list_attr dimension_list = {}
// EXPECTED
// 1:50: found `{` (expected a dimension list, which is `[]` when it is empty)

// -----
test.custom_dimension_list_attr dimension_list = [4x2]
// EXPECTED
// 1:51: found `4` (expected `]`)

// -----
test.optional_custom_attr baz
// EXPECTED
// 1:27: found `baz` (expected `bar`)

// -----
"test.attr_with_trait"() {attr = #test.other} : () -> ()
// EXPECTED
// 1:1: `test.attr_with_trait`: the attribute `attr` is `#test.other` (failed to satisfy the constraint: an attribute `#test.attr_with_trait`)

// -----
"some.op"() {a = #test.custom_float<"float" : 7>} : () -> ()
// EXPECTED
// 1:18: found `7` (unexpected decimal integer literal for a floating point value: a trailing dot makes it a float)

// -----
"some.op"() {a = #test.custom_float<"double" : 0x10000000000000000>} : () -> ()
// EXPECTED
// 1:18: found `0x10000000000000000` (the hexadecimal float constant is out of range for the type)

// -----
"some.op"() {a = #test.custom_float<"half" : 1.0>} : () -> ()
// EXPECTED
// 1:18: found `half` (unknown float type: expected "float", "double" or "fp80")

// -----
"some.op"() : () -> () loc(#other.place)
// EXPECTED
// 1:28: the dialect attribute `#other.place` is no location (expected a location)
