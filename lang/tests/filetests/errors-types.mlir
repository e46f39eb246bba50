// RUN: parse-error
func.func @f(%x: f32) {
  %0 = arith.addi %x, %x : f32
  return
}
// EXPECTED
// 3:8: `arith.addi`: operand #0 must be signless-integer-like, but got `f32`

// -----
func.func @f(%x: i32) {
  %0 = arith.addf %x, %x : i32
  return
}
// EXPECTED
// 2:8: `arith.addf`: operand #0 must be floating-point-like, but got `i32`

// -----
func.func @f(%x: si32) {
  %0 = arith.addi %x, %x : si32
  return
}
// EXPECTED
// 2:8: `arith.addi`: operand #0 must be signless-integer-like, but got `si32`

// -----
func.func @f(%x: memref<4xf32>) {
  %0 = arith.addf %x, %x : memref<4xf32>
  return
}
// EXPECTED
// 2:8: `arith.addf`: operand #0 must be floating-point-like, but got `memref<4xf32>`

// -----
func.func @f(%x: i32, %y: i64) {
  %0 = "arith.addi"(%x, %y) : (i32, i64) -> i32
  return
}
// EXPECTED
// 2:8: `arith.addi`: `rhs` has the type `i64`, not `i32` (requires the same type for all operands and results)

// -----
func.func @f(%x: i32) {
  %0 = "arith.addi"(%x) : (i32) -> i32
  return
}
// EXPECTED
// 2:8: `arith.addi`: has 1 operand (expected 2 operands)

// -----
func.func @f(%x: i32) {
  %0 = arith.cmpi olt, %x, %x : i32
  return
}
// EXPECTED
// 2:19: found `olt` (expected one of eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge)

// -----
func.func @f(%x: i32) {
  %0 = "arith.cmpi"(%x, %x) <{predicate = 10 : i64}> : (i32, i32) -> i1
  return
}
// EXPECTED
// 2:8: `arith.cmpi`: the attribute `predicate` is `10 : i64` (failed to satisfy the constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)

// -----
func.func @f(%x: i32) {
  %0 = arith.extsi %x : i32 to i16
  %1 = arith.trunci %x : i32 to i32
  %2 = arith.extf %x : i32 to f64
  %3 = arith.index_cast %x : i32 to i64
  %4 = arith.bitcast %x : i32 to f64
  %5 = arith.sitofp %x : i32 to vector<4xf32>
  return
}
// EXPECTED
// 2:8: `arith.extsi`: the operand type `i32` and the result type `i16` are cast incompatible (expected signless integers, the result wider)
// 3:8: `arith.trunci`: the operand type `i32` and the result type `i32` are cast incompatible (expected signless integers, the result shorter)
// 4:8: `arith.extf`: operand #0 must be floating-point-like, but got `i32`
// 5:8: `arith.index_cast`: the operand type `i32` and the result type `i64` are cast incompatible (expected `index` on one side and a signless integer on the other)
// 6:8: `arith.bitcast`: the operand type `i32` and the result type `f64` are cast incompatible (expected an integer or float of the same width)
// 7:8: `arith.sitofp`: found the types `i32`, `vector<4xf32>` (requires the same shape for all operands and results)

// -----
func.func @f(%c: i32, %x: f32) {
  %0 = arith.select %c, %x, %x : i32, f32
  return
}
// EXPECTED
// 2:8: `arith.select`: operand #0 must be bool-like, but got `i32`

// -----
func.func @f() {
  %0 = arith.constant 256 : i8
  return
}
// EXPECTED
// 2:23: the integer does not fit the type `i8`: the integer constant is out of range (expected a value from -128 to 255)

// -----
func.func @f() {
  %0 = arith.constant -129 : i8
  return
}
// EXPECTED
// 2:23: the integer does not fit the type `i8`: the integer constant is out of range (expected a value from -128 to 255)

// -----
func.func @f() {
  %0 = arith.constant 1 : f32
  return
}
// EXPECTED
// 2:23: found a decimal integer where a float belongs: unexpected decimal integer literal for a float of type `f32` (write `1.0`, or the bits in hexadecimal)

// -----
func.func @f() {
  %0 = arith.constant 1.0 : i32
  return
}
// EXPECTED
// 2:23: found a floating point value where `i32` belongs (expected an integer: a floating point value is not valid for the specified type)

// -----
func.func @f() {
  %0 = arith.constant 0x1FFFFFFFF : f32
  return
}
// EXPECTED
// 2:23: the bits do not fit the float format `f32`: a hexadecimal float constant out of range for the type

// -----
func.func @f() {
  %0 = arith.constant dense<[1, 2, 3]> : vector<2xi32>
  return
}
// EXPECTED
// 2:29: the list has 3 elements: the inferred shape of the elements literal does not match the type (expected 2, the extent that the type gives)

// -----
func.func @f() {
  %0 = arith.constant dense<[[1], [2]]> : vector<2xi32>
  return
}
// EXPECTED
// 2:30: the lists of the constant are nested deeper than its type: the inferred shape of the elements literal does not match the type

// -----
func.func @f() {
  %0 = arith.constant 1 : si32
  return
}
// EXPECTED
// 2:8: `arith.constant`: the integer return type is `si32` (must be signless)

// -----
func.func @f() {
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
  return
}
// EXPECTED
// 2:8: `arith.constant`: `result` has the type `i64`, not `i32` (failed to verify that result type matches type of value)

// -----
func.func @f(%x: f32) {
  %0 = arith.addf %x, %x overflow<nsw> : f32
  return
}
// EXPECTED
// 2:26: found `overflow` (expected `:`)

// -----
func.func @f(%x: f32) {
  %0 = arith.addf %x, %x fastmath<quick> : f32
  return
}
// EXPECTED
// 2:34: found `<quick>` (expected one of reassoc, nnan, ninf, nsz, arcp, contract, afn)

// -----
func.func @f(%x: i32) {
  %0 = arith.addi %x, %x overflow<wrap> : i32
  return
}
// EXPECTED
// 2:34: found `<wrap>` (expected one of nsw, nuw)

// -----
func.func private @f(vector<0xf32>)
// EXPECTED
// 1:29: a vector has no extent of 0: vector types must have positive constant sizes

// -----
func.func private @f(memref<4x4xf32, strided<[1]>>)
// EXPECTED
// 1:38: the layout has 1 stride for 2 dimensions: expected the number of strides to match the rank

// -----
func.func private @f(memref<4x4xf32, affine_map<(d0) -> (d0)>>)
// EXPECTED
// 1:38: the layout map has 1 dimension (expected one for each dimension of the memref: a memref layout mismatch between rank 2 and the affine map)
