// RUN: parse-error
// stricter than MLIR
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  "krnl.memcpy"(%m, %m, %i, %i, %i) : (memref<8x4xf32>, memref<8x4xf32>, index, index, index) -> ()
  return
}
// EXPECTED
// 4:3: `krnl.memcpy`: operand #2 must be 64-bit signless integer, but got `index`

// -----
// stricter than MLIR
func.func @f(%m: memref<8xf32>, %n: memref<8xf64>, %i: i64, %j: index) {
  "krnl.memcpy"(%m, %n, %i, %j, %j) : (memref<8xf32>, memref<8xf64>, i64, index, index) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.memcpy`: found the types `memref<8xf32>`, `memref<8xf64>` (failed to verify that all of {dest, src} have same element type)

// -----
// stricter than MLIR
func.func @f(%m: memref<8xf32>, %i: i64) {
  "krnl.memcpy"(%m, %m, %i) : (memref<8xf32>, memref<8xf32>, i64) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.memcpy`: has 3 operands (expected 5 operands)

// -----
// stricter than MLIR
func.func @f() {
  %0 = "krnl.global"() {name = "c", shape = [4], value = dense<1.0> : tensor<3xf32>} : () -> memref<4xf32>
  return
}
// EXPECTED
// 3:8: `krnl.global`: `value` is a `tensor<3xf32>` (expected the extents and elements of the result)

// -----
// stricter than MLIR
func.func @f() {
  %0 = "krnl.global"() {name = "c", shape = [3], value = dense<1.0> : tensor<4xf32>} : () -> memref<4xf32>
  return
}
// EXPECTED
// 3:8: `krnl.global`: `shape` is [3] and the extents are [4] (expected the same)

// -----
// stricter than MLIR
func.func @f() {
  %0 = "krnl.global"() {name = "c", shape = [4], value = dense<1> : tensor<4xi32>} : () -> memref<4xf32>
  return
}
// EXPECTED
// 3:8: `krnl.global`: `value` is a `tensor<4xi32>` (expected the extents and elements of the result)

// -----
// stricter than MLIR
func.func @f() {
  %0 = "krnl.global"() {shape = [4], value = dense<1.0> : tensor<4xf32>} : () -> memref<4xf32>
  return
}
// EXPECTED
// 3:8: `krnl.global`: requires the attribute `name`

// -----
// stricter than MLIR
func.func @f() {
  %0 = "krnl.global"() {name = "c", shape = [-1]} : () -> memref<?xf32>
  return
}
// EXPECTED
// 3:8: `krnl.global`: its type has extents that are not known (expected constant extents)

// -----
// stricter than MLIR
func.func @f() {
  %0 = "krnl.global"() {name = "c", shape = [4], alignment = 16 : i32} : () -> memref<4xf32>
  return
}
// EXPECTED
// 3:8: `krnl.global`: the attribute `alignment` is `16 : i32` (failed to satisfy the constraint: 64-bit signless integer attribute)

// -----
func.func @f() {
  %0 = krnl.global {name = "c", shape = [4]} : memref<4xf32>
  return
}
// EXPECTED
// 2:8: the custom form of `krnl.global` is not known: write the generic form

// -----
// stricter than MLIR
"krnl.entry_point"() {func = "main", numInputs = 1 : i32, numOutputs = 1 : i32} : () -> ()
// EXPECTED
// 2:1: `krnl.entry_point`: the attribute `func` is `"main"` (failed to satisfy the constraint: symbol reference attribute)

// -----
// stricter than MLIR
"krnl.entry_point"() {func = @main, numOutputs = 1 : i32} : () -> ()
// EXPECTED
// 2:1: `krnl.entry_point`: requires the attribute `numInputs`

// -----
// stricter than MLIR
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  "krnl.call"(%m) {funcName = "f", numOfOutput = 2 : si64} : (memref<8x4xf32>) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.call`: `numOfOutput` is 2 of 1 parameter (expected no more outputs than parameters)

// -----
// stricter than MLIR
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  "krnl.call"(%m) {numOfOutput = 1 : si64} : (memref<8x4xf32>) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.call`: requires the attribute `funcName`

// -----
// stricter than MLIR
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  %0 = "krnl.call"(%m) {funcName = "f", numOfOutput = 1 : si64} : (memref<8x4xf32>) -> memref<4xf32>
  return
}
// EXPECTED
// 3:8: `krnl.call`: result #0 must be variadic of floating-point or integer, but got `memref<4xf32>`

// -----
// stricter than MLIR
func.func @f(%x: f32) {
  "krnl.print"(%x) : (f32) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.print`: requires the attribute `format`

// -----
// stricter than MLIR
func.func @f(%x: f32) {
  "krnl.print"(%x, %x) {format = "%f"} : (f32, f32) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.print`: has 2 operands (expected 0 or more operands)

// -----
// stricter than MLIR
func.func @f(%x: f32) {
  "krnl.print_tensor"(%x) {msg = "x"} : (f32) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.print_tensor`: operand #0 must be memref of any type values, but got `f32`

// -----
// stricter than MLIR
func.func @f() {
  "krnl.runtime_instrument"() {opName = "a", tag = "b"} : () -> ()
  return
}
// EXPECTED
// 3:3: `krnl.runtime_instrument`: the attribute `tag` is `"b"` (failed to satisfy the constraint: 64-bit signless integer attribute)

// -----
// stricter than MLIR
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  "krnl.random_normal"(%m, %i, %x, %x) : (memref<8x4xf32>, index, f32, f32) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.random_normal`: has 4 operands (expected 5 operands)

// -----
// stricter than MLIR
func.func @f(%x: f32, %m: memref<3xi32>, %i: i32) {
  %0 = "krnl.find_index"(%x, %m, %m, %i) : (f32, memref<3xi32>, memref<3xi32>, i32) -> index
  return
}
// EXPECTED
// 3:8: `krnl.find_index`: operand #0 must be a type `!krnl.string` or 64-bit signless integer, but got `f32`

// -----
// stricter than MLIR
func.func @f(%x: i64, %m: memref<3xi64>, %i: i32) {
  %0 = "krnl.find_index"(%x, %m, %m, %i) : (i64, memref<3xi64>, memref<3xi64>, i32) -> index
  return
}
// EXPECTED
// 3:8: `krnl.find_index`: operand #1 must be memref of 32-bit signless integer values, but got `memref<3xi64>`

// -----
// stricter than MLIR
func.func @f(%x: i64) {
  %0 = "krnl.strlen"(%x) : (i64) -> i64
  return
}
// EXPECTED
// 3:8: `krnl.strlen`: operand #0 must be a type `!krnl.string`, but got `i64`

// -----
// stricter than MLIR
func.func @f(%x: !krnl.string, %i: i32) {
  %0 = "krnl.strncmp"(%x, %x, %i) : (!krnl.string, !krnl.string, i32) -> i32
  return
}
// EXPECTED
// 3:8: `krnl.strncmp`: operand #2 must be 64-bit signless integer, but got `i32`

// -----
// stricter than MLIR
func.func @f(%x: !krnl.string) {
  %0 = "krnl.strlen"(%x) : (!krnl.string) -> i32
  return
}
// EXPECTED
// 3:8: `krnl.strlen`: result #0 must be 64-bit signless integer, but got `i32`

// -----
// stricter than MLIR
func.func @f() {
  %0 = "krnl.noValue"() : () -> i32
  return
}
// EXPECTED
// 3:8: `krnl.noValue`: result #0 must be none type, but got `i32`

// -----
// stricter than MLIR
func.func @f(%i: index) {
  %0 = "krnl.seqalloc"(%i) : (index) -> memref<?xf32>
  return
}
// EXPECTED
// 3:8: `krnl.seqalloc`: the sequence is a `memref<?xf32>` (expected a memref of memrefs)

// -----
// stricter than MLIR
func.func @f(%s: memref<?xmemref<4xf32>>, %i: index) {
  %0 = "krnl.seqextract"(%s, %i) : (memref<?xmemref<4xf32>>, index) -> memref<5xf32>
  return
}
// EXPECTED
// 3:8: `krnl.seqextract`: gives a `memref<5xf32>` of a `memref<?xmemref<4xf32>>` (expected the type of its elements)

// -----
// stricter than MLIR
func.func @f(%s: memref<?xmemref<4xf32>>, %i: i64) {
  %0 = "krnl.seqextract"(%s, %i) : (memref<?xmemref<4xf32>>, i64) -> memref<4xf32>
  return
}
// EXPECTED
// 3:8: `krnl.seqextract`: operand #1 must be index, but got `i64`

// -----
// stricter than MLIR
func.func @f(%m: memref<8x4xf32>, %i: index, %x: f32) {
  "krnl.seqdealloc"(%m) : (memref<8x4xf32>) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.seqdealloc`: the sequence is a `memref<8x4xf32>` (expected a memref of memrefs)

// -----
// stricter than MLIR
func.func @f(%x: i32) {
  %0 = "krnl.erf"(%x) : (i32) -> i32
  return
}
// EXPECTED
// 3:8: `krnl.erf`: operand #0 must be floating-point, but got `i32`

// -----
// stricter than MLIR
func.func @f(%x: i32) {
  %0 = "krnl.acos"(%x) : (i32) -> i32
  return
}
// EXPECTED
// 3:8: `krnl.acos`: operand #0 must be floating-point, but got `i32`

// -----
// stricter than MLIR
func.func @f(%x: i32) {
  %0 = "krnl.acosh"(%x) : (i32) -> i32
  return
}
// EXPECTED
// 3:8: `krnl.acosh`: operand #0 must be floating-point, but got `i32`

// -----
// stricter than MLIR
func.func @f(%x: i32) {
  %0 = "krnl.asin"(%x) : (i32) -> i32
  return
}
// EXPECTED
// 3:8: `krnl.asin`: operand #0 must be floating-point, but got `i32`

// -----
// stricter than MLIR
func.func @f(%x: i32) {
  %0 = "krnl.asinh"(%x) : (i32) -> i32
  return
}
// EXPECTED
// 3:8: `krnl.asinh`: operand #0 must be floating-point, but got `i32`

// -----
// stricter than MLIR
func.func @f(%x: i32) {
  %0 = "krnl.atan"(%x) : (i32) -> i32
  return
}
// EXPECTED
// 3:8: `krnl.atan`: operand #0 must be floating-point, but got `i32`

// -----
// stricter than MLIR
func.func @f(%x: i32) {
  %0 = "krnl.atanh"(%x) : (i32) -> i32
  return
}
// EXPECTED
// 3:8: `krnl.atanh`: operand #0 must be floating-point, but got `i32`

// -----
// stricter than MLIR
func.func @f(%x: i32) {
  %0 = "krnl.tan"(%x) : (i32) -> i32
  return
}
// EXPECTED
// 3:8: `krnl.tan`: operand #0 must be floating-point, but got `i32`

// -----
// stricter than MLIR
func.func @f(%x: f32) {
  %0 = "krnl.erf"(%x) : (f32) -> f64
  return
}
// EXPECTED
// 3:8: `krnl.erf`: found the types `f32`, `f64` (requires the same type for all operands and results)

// -----
// stricter than MLIR
func.func @f(%x: f32) {
  %0 = "krnl.isnan"(%x) : (f32) -> f32
  return
}
// EXPECTED
// 3:8: `krnl.isnan`: result #0 must be 1-bit signless integer, but got `f32`

// -----
// stricter than MLIR
func.func @f(%x: index) {
  %0 = "krnl.isinf"(%x) : (index) -> i1
  return
}
// EXPECTED
// 3:8: `krnl.isinf`: operand #0 must be floating-point, but got `index`

// -----
// stricter than MLIR
func.func @f(%x: f32) {
  %0 = "krnl.round_even"(%x) : (f32) -> f64
  return
}
// EXPECTED
// 3:8: `krnl.round_even`: found the types `f32`, `f64` (requires the same type for all operands and results)

// -----
func.func @f(%x: f32) {
  %0 = krnl.erf %x : f32
  return
}
// EXPECTED
// 2:8: the custom form of `krnl.erf` is not known: write the generic form
