// RUN: parse
#i = 7 : i32
#d = {k = 1 : i64, j = "x"}
"test.attributes"() {
  unit_short, unit_long = unit, t = true, f = false,
  int = 5, neg = -5 : i8, idx = 3 : index, hex = 0x1F : i64, signed = -3 : si8, unsigned = 200 : ui8, wrapped = 200 : i8,
  one_bit = 1 : i1, zero_bit = 0 : i1, wide = 340282366920938463463374607431768211455 : i128,
  flt = 2.5, f32 = 1.0 : f32, nan = 0x7F800001 : f32, index = "a keyword as a name", to = 1, step = 2,
  str = "plain", esc = "tab\t quote\" slash\\ hex\41\FF\00 newline\n", utf = "é", empty = "",
  ty = i32, fn = (i32) -> f32, vec = vector<4xf32>, arr = [], mixed = [1, "a", f32, [true], {x}],
  dict = {b = 1, a = 2, nested = {c}}, empty_dict = {}, alias = #i, dict_alias = #d,
  sym = @f, path = @outer::@inner::@"quoted one", map = affine_map<(d0) -> (d0 + 1)>, set = affine_set<(d0) : (d0 >= 0)>,
  ints = array<i64: 1, -2, 3>, none = array<i32>, bools = array<i1: true, false>, floats = array<f32: 1.0, -2.5>,
  layout = strided<[4, 1], offset: ?>
} : () -> ()
// EXPECTED
// #map = affine_map<(d0) -> (d0 + 1)>
// #set = affine_set<(d0) : (d0 >= 0)>
// module {
//   "test.attributes"() {alias = 7 : i32, arr = [], bools = array<i1: true, false>, dict = {a = 2 : i64, b = 1 : i64, nested = {c}}, dict_alias = {j = "x", k = 1 : i64}, empty = "", empty_dict = {}, esc = "tab\t quote\" slash\\ hex\41\FF\00 newline\n", f = false, f32 = 1.000000e+00 : f32, floats = array<f32: 1.000000e+00, -2.500000e+00>, flt = 2.500000e+00 : f64, fn = (i32) -> f32, hex = 31 : i64, idx = 3 : index, index = "a keyword as a name", int = 5 : i64, ints = array<i64: 1, -2, 3>, layout = strided<[4, 1], offset: ?>, map = #map, mixed = [1 : i64, "a", f32, [true], {x}], nan = 0x7F800001 : f32, neg = -5 : i8, none = array<i32>, one_bit = true, path = @outer::@inner::@"quoted one", set = #set, signed = -3 : si8, step = 2 : i64, str = "plain", sym = @f, t = true, to = 1 : i64, ty = i32, unit_long, unit_short, unsigned = 200 : ui8, utf = "\C3\A9", vec = vector<4xf32>, wide = -1 : i128, wrapped = -56 : i8, zero_bit = false} : () -> ()
// }

// -----
// Dense constants.
"test.dense"() {
  splat = dense<1> : tensor<2x3xi32>, list = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>,
  scalar = dense<7> : tensor<i32>, none = dense<> : tensor<0xi32>, floats = dense<[1.0, 0x7FC00000]> : vector<2xf32>,
  bools = dense<[true, false, true]> : vector<3xi1>, indices = dense<[0, 1]> : tensor<2xindex>,
  signed = dense<-1> : tensor<2xsi8>, wrapped = dense<255> : tensor<2xi8>,
  hex = dense<"0x0100000002000000"> : tensor<2xi32>, hex_splat = dense<"0x0000803F"> : tensor<4xf32>,
  cmplx = dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
} : () -> ()
// EXPECTED
// module {
//   "test.dense"() {bools = dense<[true, false, true]> : vector<3xi1>, cmplx = dense<[(1.000000e+00, 2.000000e+00), (3.000000e+00, 4.000000e+00)]> : tensor<2xcomplex<f32>>, floats = dense<[1.000000e+00, 0x7FC00000]> : vector<2xf32>, hex = dense<[1, 2]> : tensor<2xi32>, hex_splat = dense<1.000000e+00> : tensor<4xf32>, indices = dense<[0, 1]> : tensor<2xindex>, list = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>, none = dense<> : tensor<0xi32>, scalar = dense<7> : tensor<i32>, signed = dense<-1> : tensor<2xsi8>, splat = dense<1> : tensor<2x3xi32>, wrapped = dense<-1> : tensor<2xi8>} : () -> ()
// }

// -----
// laxer than MLIR
"test.dense"() {strings = dense<["a", "b"]> : tensor<2x!unknown.string>} : () -> ()
// EXPECTED
// module {
//   "test.dense"() {strings = dense<["a", "b"]> : tensor<2x!unknown.string>} : () -> ()
// }
