// RUN: interpret
// args: [1, 2, 3, 4] 2
// args: [1, 2, 3, 4] 4
func.func @lanes(%v: vector<4xi32>, %i: index) -> (i32, i32, vector<4xi32>) {
  %a = vector.extract %v[1] : i32 from vector<4xi32>
  %b = vector.extract %v[%i] : i32 from vector<4xi32>
  %w = vector.insert %a, %v[%i] : i32 into vector<4xi32>
  return %a, %b, %w : i32, i32, vector<4xi32>
}
// EXPECTED
// 2 3 [1, 2, 2, 4]
// 6:8: vector.extract: lane 4 of 4

// -----
// args: [1, 2]
func.func @broadcast(%v: vector<2xi32>) -> (vector<2x2xi32>, vector<2x2xi32>, vector<2xi32>) {
  %a = vector.broadcast %v : vector<2xi32> to vector<2x2xi32>
  %m = vector.extract %v[1] : i32 from vector<2xi32>
  %s = vector.broadcast %m : i32 to vector<2x1xi32>
  %b = vector.broadcast %s : vector<2x1xi32> to vector<2x2xi32>
  %c = vector.extract %a[1] : vector<2xi32> from vector<2x2xi32>
  return %a, %b, %c : vector<2x2xi32>, vector<2x2xi32>, vector<2xi32>
}
// EXPECTED
// [1, 2, 1, 2] [2, 2, 2, 2] [1, 2]

// -----
// Sums of floats go in order, beginning with the accumulator.
// args: [1e8, 1, -1e8, 1] 0
// args: [1, 1e8, -1e8, 1] 1
func.func @reduce(%v: vector<4xf32>, %x: f32) -> (f32, f32, f32) {
  %a = vector.reduction <add>, %v : vector<4xf32> into f32
  %b = vector.reduction <add>, %v, %x : vector<4xf32> into f32
  %c = vector.reduction <maximumf>, %v : vector<4xf32> into f32
  return %a, %b, %c : f32, f32, f32
}
// EXPECTED
// 1.0 1.0 100000000.0
// 1.0 1.0 100000000.0

// -----
// args: [1, 2] [3, 4] [5, 6] 1
func.func @elementwise(%a: vector<2xf32>, %b: vector<2xf32>, %c: vector<2xf32>, %k: i1) -> (vector<2xf32>, vector<2xf32>, vector<2xi1>) {
  %f = vector.fma %a, %b, %c : vector<2xf32>
  %s = arith.select %k, %a, %b : vector<2xf32>
  %t = arith.constant dense<[1.0, 5.0]> : vector<2xf32>
  %m = arith.cmpf ogt, %t, %b : vector<2xf32>
  return %f, %s, %m : vector<2xf32>, vector<2xf32>, vector<2xi1>
}
// EXPECTED
// [8.0, 14.0] [1.0, 2.0] [false, true]
