// RUN: interpret
// args: [1, 2, 3, 4] 10
func.func @kinds(%v: vector<4xi8>, %x: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %a = vector.reduction <add>, %v, %x : vector<4xi8> into i8
  %b = vector.reduction <mul>, %v, %x : vector<4xi8> into i8
  %c = vector.reduction <and>, %v : vector<4xi8> into i8
  %d = vector.reduction <or>, %v : vector<4xi8> into i8
  %e = vector.reduction <xor>, %v : vector<4xi8> into i8
  %f = vector.reduction <minsi>, %v, %x : vector<4xi8> into i8
  %g = vector.reduction <maxsi>, %v, %x : vector<4xi8> into i8
  %h = vector.reduction <minui>, %v, %x : vector<4xi8> into i8
  %i = vector.reduction <maxui>, %v, %x : vector<4xi8> into i8
  return %a, %b, %c, %d, %e, %f, %g, %h, %i : i8, i8, i8, i8, i8, i8, i8, i8, i8
}
// EXPECTED
// 20 -16 0 7 4 1 10 1 10

// -----
// `minimumf` takes a NaN, `minnumf` does not.
// args: [1, nan, 3]
func.func @float_kinds(%v: vector<3xf32>) -> (f32, f32, f32, f32, f32) {
  %a = vector.reduction <minimumf>, %v : vector<3xf32> into f32
  %b = vector.reduction <maximumf>, %v : vector<3xf32> into f32
  %c = vector.reduction <minnumf>, %v : vector<3xf32> into f32
  %d = vector.reduction <maxnumf>, %v : vector<3xf32> into f32
  %e = vector.reduction <mul>, %v : vector<3xf32> into f32
  return %a, %b, %c, %d, %e : f32, f32, f32, f32, f32
}
// EXPECTED
// NaN NaN 1.0 3.0 NaN

// -----
// args: [1, 2, 3, 4, 5, 6] [10, 20] [100, 200, 300] 1000
func.func @multi_reductions(%v: vector<2x3xi32>, %rows: vector<2xi32>, %columns: vector<3xi32>, %x: i32) -> (vector<2xi32>, vector<3xi32>, i32, vector<2x3xi32>) {
  %a = vector.multi_reduction <add>, %v, %rows [1] : vector<2x3xi32> to vector<2xi32>
  %b = vector.multi_reduction <maxsi>, %v, %columns [0] : vector<2x3xi32> to vector<3xi32>
  %c = vector.multi_reduction <add>, %v, %x [0, 1] : vector<2x3xi32> to i32
  %d = vector.multi_reduction <mul>, %v, %v [] : vector<2x3xi32> to vector<2x3xi32>
  return %a, %b, %c, %d : vector<2xi32>, vector<3xi32>, i32, vector<2x3xi32>
}
// EXPECTED
// [16, 35] [100, 200, 300] 1021 [1, 4, 9, 16, 25, 36]

// -----
// The product of matrices, their sums along rows, and a product of a batch.
// args: [1, 2, 3, 4, 5, 6] [1, 0, 0, 1, 1, 1] [10, 20, 30, 40]
func.func @contractions(%a: vector<2x3xi32>, %b: vector<3x2xi32>, %c: vector<2x2xi32>) -> (vector<2x2xi32>, vector<2x2xi32>, vector<2x2xi32>) {
  %x = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  %y = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  %z = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxsi>} %a, %b, %c : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  return %x, %y, %z : vector<2x2xi32>, vector<2x2xi32>, vector<2x2xi32>
}
// EXPECTED
// [14, 25, 40, 51] [14, 30, 35, 51] [10, 20, 30, 40]

// -----
// Factors are as wide as the sum before they are multiplied.
// args: [1000, 256] [1000, 256] [100, -128] [100, 2] 0.5 0
func.func @promoted(%a: vector<2xf16>, %b: vector<2xf16>, %c: vector<2xi8>, %d: vector<2xi8>, %x: f32, %y: i32) -> (f32, i32) {
  %p = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %b, %x : vector<2xf16>, vector<2xf16> into f32
  %q = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %c, %d, %y : vector<2xi8>, vector<2xi8> into i32
  return %p, %q : f32, i32
}
// EXPECTED
// 1065536.5 9744

// -----
// args: [1, 2] [3, 4, 5] [10, 20, 30, 40, 50, 60] 7
func.func @outer_products(%a: vector<2xi32>, %b: vector<3xi32>, %c: vector<2x3xi32>, %x: i32) -> (vector<2x3xi32>, vector<2x3xi32>, vector<2x3xi32>, vector<2xi32>, vector<2xi32>) {
  %p = vector.outerproduct %a, %b : vector<2xi32>, vector<3xi32>
  %q = vector.outerproduct %a, %b, %c : vector<2xi32>, vector<3xi32>
  %r = vector.outerproduct %a, %b, %c {kind = #vector.kind<minsi>} : vector<2xi32>, vector<3xi32>
  %s = vector.outerproduct %a, %x : vector<2xi32>, i32
  %t = vector.outerproduct %a, %x, %a : vector<2xi32>, i32
  return %p, %q, %r, %s, %t : vector<2x3xi32>, vector<2x3xi32>, vector<2x3xi32>, vector<2xi32>, vector<2xi32>
}
// EXPECTED
// [3, 4, 5, 6, 8, 10] [13, 24, 35, 46, 58, 70] [3, 4, 5, 6, 8, 10] [7, 14] [8, 16]

// -----
// With an accumulator it rounds once: the square of 1 + 2^-12 has a bit that a product alone loses.
// args: [1.000244140625] [-1.00048828125]
func.func @outer_product_is_fused(%a: vector<1xf32>, %c: vector<1x1xf32>) -> (vector<1x1xf32>, vector<1x1xf32>) {
  %p = vector.outerproduct %a, %a, %c : vector<1xf32>, vector<1xf32>
  %q = vector.outerproduct %a, %a : vector<1xf32>, vector<1xf32>
  %r = arith.addf %q, %c : vector<1x1xf32>
  return %p, %r : vector<1x1xf32>, vector<1x1xf32>
}
// EXPECTED
// [5.9604645e-8] [0.0]

// -----
// args: [1, 2, 3, 4, 5, 6] [10, 20] [100, 200, 300]
func.func @scans(%v: vector<2x3xi32>, %rows: vector<2xi32>, %columns: vector<3xi32>) -> (vector<2x3xi32>, vector<2xi32>, vector<2x3xi32>, vector<2xi32>, vector<2x3xi32>, vector<3xi32>) {
  %a:2 = vector.scan <add>, %v, %rows {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>
  %b:2 = vector.scan <add>, %v, %rows {inclusive = false, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>
  %c:2 = vector.scan <mul>, %v, %columns {inclusive = false, reduction_dim = 0 : i64} : vector<2x3xi32>, vector<3xi32>
  return %a#0, %a#1, %b#0, %b#1, %c#0, %c#1 : vector<2x3xi32>, vector<2xi32>, vector<2x3xi32>, vector<2xi32>, vector<2x3xi32>, vector<3xi32>
}
// EXPECTED
// [1, 3, 6, 4, 9, 15] [6, 15] [10, 11, 13, 20, 24, 29] [13, 29] [100, 200, 300, 100, 400, 900] [100, 400, 900]

// -----
// args: [3, 1, 2]
func.func @sums_of_indices(%v: vector<3xindex>) -> (index, index) {
  %a = vector.reduction <add>, %v : vector<3xindex> into index
  %b = vector.reduction <maxui>, %v : vector<3xindex> into index
  return %a, %b : index, index
}
// EXPECTED
// 6 3

// -----
// Each iteration is a step.
// steps: 12
// args: [1, 2, 3, 4] 0
// steps: 3
// args: [1, 2, 3, 4] 0
func.func @steps(%v: vector<4xi32>, %x: i32) -> i32 {
  %a = vector.reduction <add>, %v, %x : vector<4xi32> into i32
  return %a : i32
}
// EXPECTED
// 10
// 7:8: vector.reduction: step limit exceeded
