// RUN: parse
func.func @shapes(%v: vector<2x3xf32>, %w: vector<3xf32>, %x: f32, %s: vector<[4]xi16>, %z: vector<f32>, %i: index) {
  %0 = vector.broadcast %x : f32 to vector<f32>
  %1 = vector.broadcast %w : vector<3xf32> to vector<2x3xf32>
  %2 = vector.splat %x : vector<2x[4]xf32>
  %3 = vector.shape_cast %v : vector<2x3xf32> to vector<6xf32>
  %4 = vector.shape_cast %z : vector<f32> to vector<1x1xf32>
  %5 = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %6 = vector.transpose %z, [] : vector<f32> to vector<f32>
  %7 = vector.shuffle %w, %w [5, 0] : vector<3xf32>, vector<3xf32>
  %8 = vector.shuffle %z, %z [1, 0, 1] : vector<f32>, vector<f32>
  %9 = vector.interleave %s, %s : vector<[4]xi16> -> vector<[8]xi16>
  %10, %11 = vector.deinterleave %s : vector<[4]xi16> -> vector<[2]xi16>
  %12 = vector.bitcast %s : vector<[4]xi16> to vector<[2]xi32>
  %13 = vector.bitcast %z : vector<f32> to vector<i32>
  %14 = vector.from_elements %x, %x, %x, %x : vector<2x2xf32>
  %15 = vector.from_elements %x : vector<f32>
  %16 = vector.flat_transpose %3 {columns = 3 : i32, rows = 2 : i32} : vector<6xf32> -> vector<6xf32>
  %17 = vector.step : vector<[4]xindex>
  %18 = vector.vscale
  return
}
// EXPECTED
// module {
//   func.func @shapes(%v: vector<2x3xf32>, %w: vector<3xf32>, %x: f32, %s: vector<[4]xi16>, %z: vector<f32>, %i: index) {
//     %0 = vector.broadcast %x : f32 to vector<f32>
//     %1 = vector.broadcast %w : vector<3xf32> to vector<2x3xf32>
//     %2 = vector.splat %x : vector<2x[4]xf32>
//     %3 = vector.shape_cast %v : vector<2x3xf32> to vector<6xf32>
//     %4 = vector.shape_cast %z : vector<f32> to vector<1x1xf32>
//     %5 = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
//     %6 = vector.transpose %z, [] : vector<f32> to vector<f32>
//     %7 = vector.shuffle %w, %w [5, 0] : vector<3xf32>, vector<3xf32>
//     %8 = vector.shuffle %z, %z [1, 0, 1] : vector<f32>, vector<f32>
//     %9 = vector.interleave %s, %s : vector<[4]xi16> -> vector<[8]xi16>
//     %10:2 = vector.deinterleave %s : vector<[4]xi16> -> vector<[2]xi16>
//     %11 = vector.bitcast %s : vector<[4]xi16> to vector<[2]xi32>
//     %12 = vector.bitcast %z : vector<f32> to vector<i32>
//     %13 = vector.from_elements %x, %x, %x, %x : vector<2x2xf32>
//     %14 = vector.from_elements %x : vector<f32>
//     %15 = vector.flat_transpose %3 {columns = 3 : i32, rows = 2 : i32} : vector<6xf32> -> vector<6xf32>
//     %16 = vector.step : vector<[4]xindex>
//     %17 = vector.vscale
//     return
//   }
// }

// -----
func.func @parts(%v: vector<4x8xf32>, %w: vector<2x2xf32>, %s: vector<[8]xf32>, %f: vector<4xf32>, %x: f32, %z: vector<f32>, %i: index, %k: i8) {
  %0 = vector.extract %v[] : vector<4x8xf32> from vector<4x8xf32>
  %1 = vector.extract %v[%i, 3] : f32 from vector<4x8xf32>
  %2 = vector.insert %x, %z [] : f32 into vector<f32>
  %3 = vector.extractelement %f[%k : i8] : vector<4xf32>
  %4 = vector.extractelement %z[] : vector<f32>
  %5 = vector.insertelement %x, %f[%i : index] : vector<4xf32>
  %6 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  %7 = vector.insert_strided_slice %w, %v {offsets = [2, 6], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  %8 = vector.scalable.extract %s[4] : vector<4xf32> from vector<[8]xf32>
  %9 = vector.scalable.insert %f, %s[0] : vector<4xf32> into vector<[8]xf32>
  return
}
// EXPECTED
// module {
//   func.func @parts(%v: vector<4x8xf32>, %w: vector<2x2xf32>, %s: vector<[8]xf32>, %f: vector<4xf32>, %x: f32, %z: vector<f32>, %i: index, %k: i8) {
//     %0 = vector.extract %v[] : vector<4x8xf32> from vector<4x8xf32>
//     %1 = vector.extract %v[%i, 3] : f32 from vector<4x8xf32>
//     %2 = vector.insert %x, %z [] : f32 into vector<f32>
//     %3 = vector.extractelement %f[%k : i8] : vector<4xf32>
//     %4 = vector.extractelement %z[] : vector<f32>
//     %5 = vector.insertelement %x, %f[%i : index] : vector<4xf32>
//     %6 = vector.extract_strided_slice %v {offsets = [1 : i64], sizes = [2 : i64], strides = [1 : i64]} : vector<4x8xf32> to vector<2x8xf32>
//     %7 = vector.insert_strided_slice %w, %v {offsets = [2 : i64, 6 : i64], strides = [1 : i64, 1 : i64]} : vector<2x2xf32> into vector<4x8xf32>
//     %8 = vector.scalable.extract %s[4] : vector<4xf32> from vector<[8]xf32>
//     %9 = vector.scalable.insert %f, %s[0] : vector<4xf32> into vector<[8]xf32>
//     return
//   }
// }

// -----
func.func @combinations(%a: vector<2x3xf16>, %b: vector<3x4xf16>, %c: vector<2x4xf32>, %v: vector<4xf32>, %w: vector<2xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf16>, vector<3x4xf16> into vector<2x4xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %x {tag} : vector<4xf32>, vector<4xf32> into f32
  %2 = vector.multi_reduction <mul>, %c, %w [1] : vector<2x4xf32> to vector<2xf32>
  %3 = vector.multi_reduction <minimumf>, %c, %x [0, 1] : vector<2x4xf32> to f32
  %4 = vector.outerproduct %w, %v : vector<2xf32>, vector<4xf32>
  %5 = vector.outerproduct %w, %v, %c {kind = #vector.kind<minnumf>} : vector<2xf32>, vector<4xf32>
  %6 = vector.outerproduct %v, %x : vector<4xf32>, f32
  %7:2 = vector.scan <add>, %c, %w {inclusive = false, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<2xf32>
  %8 = vector.matrix_multiply %v, %v {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}
// EXPECTED
// #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// #map3 = affine_map<(d0) -> (d0)>
// #map4 = affine_map<(d0) -> ()>
// module {
//   func.func @combinations(%a: vector<2x3xf16>, %b: vector<3x4xf16>, %c: vector<2x4xf32>, %v: vector<4xf32>, %w: vector<2xf32>, %x: f32) {
//     %0 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf16>, vector<3x4xf16> into vector<2x4xf32>
//     %1 = vector.contract {indexing_maps = [#map3, #map3, #map4], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %x {tag} : vector<4xf32>, vector<4xf32> into f32
//     %2 = vector.multi_reduction <mul>, %c, %w [1] : vector<2x4xf32> to vector<2xf32>
//     %3 = vector.multi_reduction <minimumf>, %c, %x [0, 1] : vector<2x4xf32> to f32
//     %4 = vector.outerproduct %w, %v : vector<2xf32>, vector<4xf32>
//     %5 = vector.outerproduct %w, %v, %c {kind = #vector.kind<minnumf>} : vector<2xf32>, vector<4xf32>
//     %6 = vector.outerproduct %v, %x : vector<4xf32>, f32
//     %7:2 = vector.scan <add>, %c, %w {inclusive = false, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<2xf32>
//     %8 = vector.matrix_multiply %v, %v {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
//     return
//   }
// }

// -----
func.func @prints(%v: vector<2x2xf32>, %i: index) {
  vector.print %v : vector<2x2xf32>
  vector.print %i : index punctuation <comma>
  vector.print punctuation <open>
  vector.print str "a \"word\""
  return
}
// EXPECTED
// module {
//   func.func @prints(%v: vector<2x2xf32>, %i: index) {
//     vector.print %v : vector<2x2xf32>
//     vector.print %i : index punctuation<comma>
//     vector.print punctuation<open>
//     vector.print str "a \22word\22"
//     return
//   }
// }
