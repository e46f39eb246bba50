// RUN: interpret
// A scalable extent grows by the multiple that is chosen.
// vscale: 2
// args: 3
func.func @scalable(%n: index) -> (index, vector<[2]xindex>, vector<[4]xi1>, vector<[2]xi1>, vector<[2]xi1>, vector<[1]xindex>) {
  %vs = vector.vscale
  %s = vector.step : vector<[2]xindex>
  %m = vector.create_mask %n : vector<[4]xi1>
  %all = vector.constant_mask [2] : vector<[2]xi1>
  %none = vector.constant_mask [0] : vector<[2]xi1>
  %even, %odd = vector.deinterleave %s : vector<[2]xindex> -> vector<[1]xindex>
  return %vs, %s, %m, %all, %none, %odd : index, vector<[2]xindex>, vector<[4]xi1>, vector<[2]xi1>, vector<[2]xi1>, vector<[1]xindex>
}
// EXPECTED
// 2 [0, 1, 2, 3] [true, true, true, false, false, false, false, false] [true, true, true, true] [false, false, false, false] [1, 3]

// -----
// vscale: 2
// args: [1, 2, 3, 4, 5, 6, 7, 8] [10, 20]
func.func @parts(%v: vector<[4]xi32>, %w: vector<2xi32>) -> (vector<2xi32>, vector<[2]xi32>, vector<[4]xi32>, i32) {
  %a = vector.scalable.extract %v[4] : vector<2xi32> from vector<[4]xi32>
  %b = vector.scalable.extract %v[2] : vector<[2]xi32> from vector<[4]xi32>
  %c = vector.scalable.insert %w, %v[2] : vector<2xi32> into vector<[4]xi32>
  %x = vector.extract %v[3] : i32 from vector<[4]xi32>
  return %a, %b, %c, %x : vector<2xi32>, vector<[2]xi32>, vector<[4]xi32>, i32
}
// EXPECTED
// [5, 6] [5, 6, 7, 8] [1, 2, 10, 20, 5, 6, 7, 8] 4

// -----
// A part that the vector has only for a larger multiple.
// vscale: 1
// args: [1, 2, 3, 4]
func.func @beyond(%v: vector<[4]xi32>) -> vector<4xi32> {
  %a = vector.scalable.extract %v[4] : vector<4xi32> from vector<[4]xi32>
  return %a : vector<4xi32>
}
// EXPECTED
// 5:8: vector.scalable.extract: lane 7 of 4

// -----
// vscale: 2
// args: [1, 2, 3, 4] [5, 6, 7, 8] 0
func.func @sums(%v: vector<[2]xi32>, %w: vector<[2]xi32>, %x: i32) -> (i32, vector<[2]xi32>, vector<2x[2]xi32>, i32) {
  %a = vector.reduction <add>, %v, %x : vector<[2]xi32> into i32
  %b = arith.muli %v, %w : vector<[2]xi32>
  %c = vector.broadcast %v : vector<[2]xi32> to vector<2x[2]xi32>
  %d = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %v, %w, %x : vector<[2]xi32>, vector<[2]xi32> into i32
  return %a, %b, %c, %d : i32, vector<[2]xi32>, vector<2x[2]xi32>, i32
}
// EXPECTED
// 10 [5, 12, 21, 32] [1, 2, 3, 4, 1, 2, 3, 4] 70

// -----
// args:
func.func @no_multiple() -> index {
  %vs = vector.vscale
  return %vs : index
}
// EXPECTED
// 3:9: vector.vscale: not supported: vector.vscale where no vscale is chosen
