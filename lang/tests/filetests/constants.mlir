// RUN: parse
// Sparse constants.
"a"() {
  table = sparse<[[0, 0], [1, 2]], [1, -5]> : tensor<2x3xi8>,
  list = sparse<[0, 2], [1.5, 2.5]> : vector<4xf16>,
  splat = sparse<[[0, 1], [1, 0]], 7> : tensor<2x2xui8>,
  corner = sparse<1, (0.5, -0.5)> : tensor<2x2xcomplex<f32>>,
  none = sparse<> : tensor<3xi1>
} : () -> ()
// EXPECTED
// module {
//   "a"() {corner = sparse<1, (5.000000e-01, -5.000000e-01)> : tensor<2x2xcomplex<f32>>, list = sparse<[0, 2], [1.500000e+00, 2.500000e+00]> : vector<4xf16>, none = sparse<> : tensor<3xi1>, splat = sparse<[[0, 1], [1, 0]], 7> : tensor<2x2xui8>, table = sparse<[[0, 0], [1, 2]], [1, -5]> : tensor<2x3xi8>} : () -> ()
// }

// -----
// Elements in hexadecimal: as many bytes for each as its bits need, the least first.
"a"() {
  i24 = dense<"0x010000FFFFFF"> : tensor<2xi24>,
  i4 = dense<"0x0F"> : tensor<1xi4>,
  i65 = dense<"0x000000000000000001"> : tensor<1xi65>,
  bits = dense<"0xA501"> : vector<9xi1>,
  f80 = dense<"0x0000000000000080FF3F"> : tensor<1xf80>,
  tf32 = dense<"0x00004000"> : tensor<1xtf32>,
  complex = dense<"0x003C00BC"> : tensor<3xcomplex<f16>>
} : () -> ()
// EXPECTED
// module {
//   "a"() {bits = dense<[true, false, true, false, false, true, false, true, true]> : vector<9xi1>, complex = dense<(1.000000e+00, -1.000000e+00)> : tensor<3xcomplex<f16>>, f80 = dense<1.000000e+00> : tensor<1xf80>, i24 = dense<[1, -1]> : tensor<2xi24>, i4 = dense<-1> : tensor<1xi4>, i65 = dense<-18446744073709551616> : tensor<1xi65>, tf32 = dense<0.000000e+00> : tensor<1xtf32>} : () -> ()
// }

// -----
// Attributes with a type of their own.
"a"() {s = "x" : !d.t, t = "y" : i8, u = "z" : none, v = #d.a : i32, w = #d.a<[1]> : vector<2xf32>} : () -> ()
// EXPECTED
// module {
//   "a"() {s = "x" : !d.t, t = "y" : i8, u = "z", v = #d.a : i32, w = #d.a<[1]> : vector<2xf32>} : () -> ()
// }

// -----
// A distinct attribute may be mentioned again.
"a"() {a = distinct[0]<unit>, b = distinct[1]<4 : i8>, c = [distinct[1]<4 : i8>], d = distinct[18446744073709551613]<>} : () -> ()
// EXPECTED
// module {
//   "a"() {a = distinct[0]<>, b = distinct[1]<4 : i8>, c = [distinct[1]<4 : i8>], d = distinct[18446744073709551613]<>} : () -> ()
// }

// -----
// Strings that are not UTF-8.
"a"() {a = "\FF\00z", b = "é\\\"\n"} : () -> ()
// EXPECTED
// module {
//   "a"() {a = "\FF\00z", b = "\C3\A9\\\22\0A"} : () -> ()
// }
