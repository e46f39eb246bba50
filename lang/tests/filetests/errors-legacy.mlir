// RUN: parse-error
// Mistakes in texts of 2019.
func @f(%a: i32) {
  %0 = cmpi "less", %a, %a : i32
  return
}
// EXPECTED
// 4:13: `less` is an unknown comparison predicate (expected one of eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge)

// -----
func @f(%a: i32) {
  %0 = dim %a, 0 : i32
  return
}
// EXPECTED
// 2:8: found the type `i32` (expected a memref or a tensor)

// -----
#m = (i, j) -> (i)
func @f(%a: memref<4x4xf32, #m, (i, j) -> (i, j)>) {
  return
}
// EXPECTED
// 2:33: the map does not follow the one before it, which has 1 results (expected as many as this one has dimensions, 2)

// -----
func @f(%a: memref<4xf32, 1, (i) -> (i)>) {
  return
}
// EXPECTED
// 1:30: found `(` (expected `>`: the memory space is last)

// -----
func @f(%a: memref<4xf32, (i, j) -> (j, i)>) {
  return
}
// EXPECTED
// 1:25: the layout map has 2 dimensions (expected one for each dimension of the memref: a memref layout mismatch between rank 1 and the affine map)

// -----
func @f(%a: memref<4xf32>) {
  store 1.5, %a[0] : tensor<4xf32>
  return
}
// EXPECTED
// 2:22: found the type `tensor<4xf32>` (expected a memref)

// -----
func @f(%a: memref<4xi8>) {
  store 256, %a[0] : memref<4xi8>
  return
}
// EXPECTED
// 2:9: the integer does not fit the type `i8`: the integer constant is out of range (expected a value from -128 to 255)

// -----
func @f(%a: memref<4xi8>) {
  store 1.5, %a[0] : memref<4xi8>
  return
}
// EXPECTED
// 2:9: found a floating point value where `i8` belongs (expected an integer: a floating point value is not valid for the specified type)

// -----
func @f() {
  %0 = constant dense<tensor<2xi8>, [1]>
  return
}
// EXPECTED
// 2:37: the list has 1 element: the inferred shape of the elements literal does not match the type (expected 2, the extent that the type gives)

// -----
func @f() {
  %0 = constant 1 : f32
  return
}
// EXPECTED
// 2:17: found a decimal integer where a float belongs: unexpected decimal integer literal for a float of type `f32` (write `1.0`, or the bits in hexadecimal)

// -----
func @f() {
  %0 = "std.dim"() : () -> index
  return
}
// EXPECTED
// 2:8: found the type `none` (expected a memref or a tensor)

// -----
func @f() {
  "std.extract_element"() : () -> i32
  return
}
// EXPECTED
// 2:3: found the type `none` (expected a vector or a tensor)

// -----
func @f() {
  "std.constant"() : () -> i32
  return
}
// EXPECTED
// 2:3: the constant has no attribute `value`

// -----
func @f(%a: i32) {
  %0 = "std.tensor_load"(%a) : (i32) -> i32
  return
}
// EXPECTED
// 2:8: found the type `i32` (expected one memref)

// -----
func @f() {
  "affine.for"() ({}) {lower_bound: 1} : () -> ()
  return
}
// EXPECTED
// 2:3: the attribute `lower_bound` is no affine map

// -----
#m = (i) -> (i) size (
func @f()
// EXPECTED
// 1:22: the parenthesis is not closed

// -----
func @f() {
  unknown
}
// EXPECTED
// 2:3: `unknown` is not an operation of the default dialect here: the custom op is unknown (`func.unknown` was tried as well)

// -----
func @f() {
  module_terminator
// EXPECTED
// 2:19: found the end of the text (expected an operation name, in quotes for the generic form)

// -----
func @f(%a: vector<4xi1>, %b: i32) {
  %0 = select %a, %b, %b : i32
  return
}
// EXPECTED
// 2:15: `%a` has the type `vector<4xi1>` (expected `i1`, the type that the operation states: a use expects the same type as prior uses)
//   1:9: defined here

// -----
func @f() {
  %0 = constant opaque<a.b, tensor<1xi8>, "0x">
  return
}
// EXPECTED
// 2:43: `a.b` is no name of a dialect

// -----
func @f(%i: index) {
  %a:3 = affine_apply (d0) -> (d0, d0 + 1)(%i)
  return
}
// EXPECTED
// 2:3: found names for 3 results
//   2:10: the operation defines 2 results

// -----
func @f(%i: index) {
  affine_apply (d0) -> ()(%i)
  return
}
// EXPECTED
// 2:3: `affine.apply`: has 0 results (expected 1 result: requires a single result)

// -----
func @f(%i: index) {
  %0 = affine.min (d0) -> (d0, 1)(%i) : i32
  return
}
// EXPECTED
// 2:41: found the type `i32` (expected `index`)

// -----
#m = (i), (j) -> (i)
func @f()
// EXPECTED
// 1:11: found `(` (expected `[`)

// -----
func @f(%n: index) {
  %0 = alloc(%n) : <4x?xf32
  return
}
// EXPECTED
// 3:3: found `return` (expected `>`)

// -----
cfgfunc @f(i1) {
bb0(%c: i1):
  cond_br %c, bb1, bb2
bb1:
  return
}
// EXPECTED
// 3:20: the block `^bb2` is not defined in this region: a reference to an undefined block

// -----
func @f(%c: i1) {
  br bb1
bb1:
  return
}
// EXPECTED
// 2:6: found `bb1` (expected a block name such as `^bb1`)

// -----
func @f(%a: i32) {
  "a.b"(%a) {
  ^bb0:
  }
  return
}
// EXPECTED
// 5:3: found `return` (expected `:`)

// -----
func @f(memref<4xf32, [1, 2]>)
// EXPECTED
// 1:23: `[1 : i64, 2 : i64]` is an unsupported memory space attribute (expected an integer, a string, a dictionary or an attribute of a dialect)

// -----
func @f(memref<4x4xf32, offset: 1, strides: [1]>)
// EXPECTED
// 1:25: the layout has 1 stride for 2 dimensions: expected the number of strides to match the rank

// -----
func @f(memref<4xf32, offset: 1, strides: [0]>)
// EXPECTED
// 1:23: the layout has a stride of 0: strides must not be zero

// -----
func @f(memref<4xf32, (i, j) -> (i, j)>)
// EXPECTED
// 1:21: the layout map has 2 dimensions (expected one for each dimension of the memref: a memref layout mismatch between rank 1 and the affine map)

// -----
// A word that no table has may go on with the line before it or begin another operation.
func @f(%x: f32) {
  foo.bar %x : f32
  barn %x : f32
  return
}
// EXPECTED
// 4:3: `barn` may go on with the operation before it or begin another (an operation has its dialect before its name; what goes on with one stands on its line)
