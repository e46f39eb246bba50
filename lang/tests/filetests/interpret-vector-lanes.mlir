// RUN: interpret
// A missing dimension is repeated, one of a single lane is stretched.
// args: 7 [1, 2] [5, 6]
func.func @broadcasts(%x: i32, %row: vector<2xi32>, %column: vector<2x1xi32>) -> (vector<i32>, vector<2x2xi32>, vector<2x2x2xi32>, vector<2x3xi32>, vector<3xi32>) {
  %a = vector.broadcast %x : i32 to vector<i32>
  %b = vector.broadcast %row : vector<2xi32> to vector<2x2xi32>
  %c = vector.broadcast %row : vector<2xi32> to vector<2x2x2xi32>
  %d = vector.broadcast %column : vector<2x1xi32> to vector<2x3xi32>
  %e = vector.splat %x : vector<3xi32>
  return %a, %b, %c, %d, %e : vector<i32>, vector<2x2xi32>, vector<2x2x2xi32>, vector<2x3xi32>, vector<3xi32>
}
// EXPECTED
// [7] [1, 2, 1, 2] [1, 2, 1, 2, 1, 2, 1, 2] [5, 5, 5, 6, 6, 6] [7, 7, 7]

// -----
// args: [1, 2, 3, 4, 5, 6]
func.func @shapes(%v: vector<2x3xi32>) -> (vector<3x2xi32>, vector<6xi32>, vector<3x2xi32>, vector<1x3xi32>, vector<2x2xi32>) {
  %a = vector.shape_cast %v : vector<2x3xi32> to vector<3x2xi32>
  %b = vector.shape_cast %v : vector<2x3xi32> to vector<6xi32>
  %c = vector.transpose %v, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %d = vector.extract_strided_slice %v {offsets = [1], sizes = [1], strides = [1]} : vector<2x3xi32> to vector<1x3xi32>
  %e = vector.extract_strided_slice %v {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x3xi32> to vector<2x2xi32>
  return %a, %b, %c, %d, %e : vector<3x2xi32>, vector<6xi32>, vector<3x2xi32>, vector<1x3xi32>, vector<2x2xi32>
}
// EXPECTED
// [1, 2, 3, 4, 5, 6] [1, 2, 3, 4, 5, 6] [1, 4, 2, 5, 3, 6] [4, 5, 6] [2, 3, 5, 6]

// -----
// args: [1, 2, 3, 4, 5, 6, 7, 8]
func.func @transpose(%v: vector<2x2x2xi32>) -> (vector<2x2x2xi32>, vector<2x2x2xi32>) {
  %a = vector.transpose %v, [1, 2, 0] : vector<2x2x2xi32> to vector<2x2x2xi32>
  %b = vector.transpose %v, [2, 0, 1] : vector<2x2x2xi32> to vector<2x2x2xi32>
  return %a, %b : vector<2x2x2xi32>, vector<2x2x2xi32>
}
// EXPECTED
// [1, 5, 2, 6, 3, 7, 4, 8] [1, 3, 5, 7, 2, 4, 6, 8]

// -----
// args: [1, 2, 3, 4] [10, 20] 9
func.func @inserted(%v: vector<2x2xi32>, %w: vector<2xi32>, %x: i32) -> (vector<2x2xi32>, vector<2x2xi32>, vector<3x3xi32>) {
  %a = vector.insert %w, %v[1] : vector<2xi32> into vector<2x2xi32>
  %one = vector.broadcast %x : i32 to vector<1xi32>
  %b = vector.insert_strided_slice %one, %v {offsets = [1, 0], strides = [1]} : vector<1xi32> into vector<2x2xi32>
  %zero = arith.constant dense<0> : vector<3x3xi32>
  %c = vector.insert_strided_slice %v, %zero {offsets = [1, 1], strides = [1, 1]} : vector<2x2xi32> into vector<3x3xi32>
  return %a, %b, %c : vector<2x2xi32>, vector<2x2xi32>, vector<3x3xi32>
}
// EXPECTED
// [1, 2, 10, 20] [1, 2, 9, 4] [0, 0, 0, 0, 1, 2, 0, 3, 4]

// -----
// args: [1, 2, 3, 4] [5, 6]
func.func @shuffles(%v: vector<4xi32>, %w: vector<2xi32>) -> (vector<3xi32>, vector<2x2xi32>, vector<2xi32>) {
  %a = vector.shuffle %v, %w [5, 0, 3] : vector<4xi32>, vector<2xi32>
  %m = vector.shape_cast %v : vector<4xi32> to vector<2x2xi32>
  %n = vector.shape_cast %w : vector<2xi32> to vector<1x2xi32>
  %b = vector.shuffle %m, %n [2, 1] : vector<2x2xi32>, vector<1x2xi32>
  %x = vector.extract %v[0] : i32 from vector<4xi32>
  %s = vector.broadcast %x : i32 to vector<i32>
  %y = vector.extract %w[1] : i32 from vector<2xi32>
  %t = vector.broadcast %y : i32 to vector<i32>
  %c = vector.shuffle %s, %t [1, 0] : vector<i32>, vector<i32>
  return %a, %b, %c : vector<3xi32>, vector<2x2xi32>, vector<2xi32>
}
// EXPECTED
// [6, 1, 4] [5, 6, 3, 4] [6, 1]

// -----
// args: [1, 2, 3, 4] [5, 6, 7, 8]
func.func @interleaved(%a: vector<2x2xi32>, %b: vector<2x2xi32>) -> (vector<2x4xi32>, vector<2x1xi32>, vector<2x1xi32>, vector<2xi32>) {
  %c = vector.interleave %a, %b : vector<2x2xi32> -> vector<2x4xi32>
  %even, %odd = vector.deinterleave %a : vector<2x2xi32> -> vector<2x1xi32>
  %x = vector.extract %a[0, 1] : i32 from vector<2x2xi32>
  %s = vector.broadcast %x : i32 to vector<i32>
  %d = vector.interleave %s, %s : vector<i32> -> vector<2xi32>
  return %c, %even, %odd, %d : vector<2x4xi32>, vector<2x1xi32>, vector<2x1xi32>, vector<2xi32>
}
// EXPECTED
// [1, 5, 2, 6, 3, 7, 4, 8] [1, 3] [2, 4] [2, 2]

// -----
// A position is an index or an integer without a sign; a vector without dimensions has none.
// args: [1, 2, 3, 4] 1 3
// args: [1, 2, 3, 4] 4 0
// args: [1, 2, 3, 4] -1 0
// args: [1, 2, 3, 4] 0 -1
func.func @elements(%v: vector<4xi32>, %i: index, %j: i8) -> (i32, i32, vector<4xi32>, i32, vector<i32>) {
  %a = vector.extractelement %v[%i : index] : vector<4xi32>
  %b = vector.extractelement %v[%j : i8] : vector<4xi32>
  %c = vector.insertelement %a, %v[%j : i8] : vector<4xi32>
  %s = vector.broadcast %a : i32 to vector<i32>
  %d = vector.extractelement %s[] : vector<i32>
  %e = vector.insertelement %b, %s[] : vector<i32>
  return %a, %b, %c, %d, %e : i32, i32, vector<4xi32>, i32, vector<i32>
}
// EXPECTED
// 2 4 [1, 2, 3, 2] 2 [4]
// 7:8: vector.extractelement: lane 4 of 4
// 7:8: vector.extractelement: lane -1 of 4
// 8:8: vector.extractelement: lane 255 of 4

// -----
// args: [1, 2, 3, 4, 5, 6] 1 2
// args: [1, 2, 3, 4, 5, 6] 1 3
// args: [1, 2, 3, 4, 5, 6] 2 0
func.func @dynamic_positions(%v: vector<2x3xi32>, %i: index, %j: index) -> (i32, vector<3xi32>, vector<2x3xi32>) {
  %a = vector.extract %v[%i, %j] : i32 from vector<2x3xi32>
  %b = vector.extract %v[%i] : vector<3xi32> from vector<2x3xi32>
  %c = vector.insert %a, %v[0, %j] : i32 into vector<2x3xi32>
  return %a, %b, %c : i32, vector<3xi32>, vector<2x3xi32>
}
// EXPECTED
// 6 [4, 5, 6] [1, 2, 6, 4, 5, 6]
// 5:8: vector.extract: lane 3 of 3
// 5:8: vector.extract: lane 2 of 2

// -----
// args: 1 2 3 4
func.func @from_elements(%a: f32, %b: f32, %c: f32, %d: f32) -> (vector<2x2xf32>, vector<f32>) {
  %m = vector.from_elements %a, %b, %c, %d : vector<2x2xf32>
  %s = vector.from_elements %d : vector<f32>
  return %m, %s : vector<2x2xf32>, vector<f32>
}
// EXPECTED
// [1.0, 2.0, 3.0, 4.0] [4.0]

// -----
// The lane with the lower number has the lower bits.
// args: [1, 2, 3, -1]
func.func @bitcasts(%v: vector<4xi16>) -> (vector<2xi32>, vector<1xi64>, vector<8xi8>, vector<4xf16>) {
  %a = vector.bitcast %v : vector<4xi16> to vector<2xi32>
  %b = vector.bitcast %v : vector<4xi16> to vector<1xi64>
  %c = vector.bitcast %v : vector<4xi16> to vector<8xi8>
  %d = vector.bitcast %v : vector<4xi16> to vector<4xf16>
  return %a, %b, %c, %d : vector<2xi32>, vector<1xi64>, vector<8xi8>, vector<4xf16>
}
// EXPECTED
// [131073, -65533] [-281462091677695] [1, 0, 2, 0, 3, 0, -1, -1] [5.960464477539063e-8, 1.1920928955078125e-7, 1.7881393432617188e-7, NaN]

// -----
// Lanes of which neither width divides the other.
// args: [1, -1]
func.func @bits_of_odd_widths(%v: vector<2xi24>) -> (vector<3xi16>, vector<2xi24>) {
  %a = vector.bitcast %v : vector<2xi24> to vector<3xi16>
  %b = vector.bitcast %a : vector<3xi16> to vector<2xi24>
  return %a, %b : vector<3xi16>, vector<2xi24>
}
// EXPECTED
// [1, -256, -1] [1, -1]

// -----
// args: 1.0
func.func @bits_of_floats(%x: f32) -> (vector<i32>, vector<2xf32>, vector<1xindex>) {
  %s = vector.broadcast %x : f32 to vector<f32>
  %a = vector.bitcast %s : vector<f32> to vector<i32>
  %d = arith.constant dense<1.0> : vector<1xf64>
  %b = vector.bitcast %d : vector<1xf64> to vector<2xf32>
  %c = vector.bitcast %d : vector<1xf64> to vector<1xi64>
  %i = arith.index_cast %c : vector<1xi64> to vector<1xindex>
  return %a, %b, %i : vector<i32>, vector<2xf32>, vector<1xindex>
}
// EXPECTED
// [1065353216] [0.0, 1.875] [4607182418800017408]

// -----
// Matrices whose columns are consecutive.
// args: [1, 2, 3, 4, 5, 6] [1, 0, 0, 0, 1, 0, 2, 2, 2]
func.func @matrices(%a: vector<6xi32>, %b: vector<9xi32>) -> (vector<6xi32>, vector<6xi32>) {
  %t = vector.flat_transpose %a {rows = 2 : i32, columns = 3 : i32} : vector<6xi32> -> vector<6xi32>
  %p = vector.matrix_multiply %a, %b {lhs_rows = 2 : i32, lhs_columns = 3 : i32, rhs_columns = 3 : i32} : (vector<6xi32>, vector<9xi32>) -> vector<6xi32>
  return %t, %p : vector<6xi32>, vector<6xi32>
}
// EXPECTED
// [1, 3, 5, 2, 4, 6] [1, 2, 3, 4, 18, 24]

// -----
// args:
func.func @steps() -> vector<4xindex> {
  %a = vector.step : vector<4xindex>
  return %a : vector<4xindex>
}
// EXPECTED
// [0, 1, 2, 3]

// -----
// Lanes of a choice, a comparison and casts, one by one.
// args: [1, -2, 3] [true, false, true]
func.func @elementwise(%v: vector<3xi32>, %m: vector<3xi1>) -> (vector<3xi32>, vector<3xi1>, vector<3xf32>, vector<3xi64>, vector<3xi32>) {
  %zero = arith.constant dense<0> : vector<3xi32>
  %a = arith.select %m, %v, %zero : vector<3xi1>, vector<3xi32>
  %b = arith.cmpi slt, %v, %zero : vector<3xi32>
  %c = arith.sitofp %v : vector<3xi32> to vector<3xf32>
  %d = arith.extsi %v : vector<3xi32> to vector<3xi64>
  %e = math.absi %v : vector<3xi32>
  return %a, %b, %c, %d, %e : vector<3xi32>, vector<3xi1>, vector<3xf32>, vector<3xi64>, vector<3xi32>
}
// EXPECTED
// [1, 0, 3] [false, true, false] [1.0, -2.0, 3.0] [1, -2, 3] [1, 2, 3]

// -----
// args: [1, 2]
func.func @prints(%v: vector<2xi32>) {
  %m = vector.broadcast %v : vector<2xi32> to vector<2x2xi32>
  vector.print %m : vector<2x2xi32>
  %x = vector.extract %v[1] : i32 from vector<2xi32>
  vector.print %x : i32 punctuation <comma>
  %c = arith.cmpi eq, %x, %x : i32
  vector.print %c : i1 punctuation <no_punctuation>
  vector.print punctuation <newline>
  vector.print str "text"
  %f = arith.constant dense<-0.5> : vector<1xf64>
  vector.print %f : vector<1xf64>
  return
}
// EXPECTED
// ( ( 1, 2 ), ( 1, 2 ) )
// 2, 1
// text( -0.5 )
//

// -----
// args: 3
func.func @a_warp(%lane: index) {
  vector.warp_execute_on_lane_0(%lane)[32] {
    vector.print str "once"
  }
  return
}
// EXPECTED
// 3:3: vector.warp_execute_on_lane_0: not supported: the operation vector.warp_execute_on_lane_0, which needs all threads of a warp
