// RUN: referee
// Zeros, infinities, and numbers that are none.
func.func @main() {
  %a = arith.constant dense<[0.0, -0.0, 0x7F800000, 0x7FC00000, 1.5, -2.5, 3.4028234e+38, 1.0e-45]> : vector<8xf32>
  %b = arith.constant dense<[-0.0, 0.0, 1.0, 2.0, 0x7FC00000, 0xFF800000, 3.4028234e+38, 0.5]> : vector<8xf32>
  %add = arith.addf %a, %b : vector<8xf32>
  vector.print %add : vector<8xf32>
  %sub = arith.subf %a, %b : vector<8xf32>
  vector.print %sub : vector<8xf32>
  %mul = arith.mulf %a, %b : vector<8xf32>
  vector.print %mul : vector<8xf32>
  %div = arith.divf %a, %b : vector<8xf32>
  vector.print %div : vector<8xf32>
  %rem = arith.remf %a, %b : vector<8xf32>
  vector.print %rem : vector<8xf32>
  %neg = arith.negf %a : vector<8xf32>
  vector.print %neg : vector<8xf32>
  %oeq = arith.cmpf oeq, %a, %b : vector<8xf32>
  vector.print %oeq : vector<8xi1>
  %ult = arith.cmpf ult, %a, %b : vector<8xf32>
  vector.print %ult : vector<8xi1>
  %ogt = arith.cmpf ogt, %a, %b : vector<8xf32>
  vector.print %ogt : vector<8xi1>
  %uno = arith.cmpf uno, %a, %b : vector<8xf32>
  vector.print %uno : vector<8xi1>
  %one = arith.cmpf one, %a, %b : vector<8xf32>
  vector.print %one : vector<8xi1>
  %une = arith.cmpf une, %a, %b : vector<8xf32>
  vector.print %une : vector<8xi1>
  return
}
// EXPECTED
// ( 0.0, 0.0, inf, NaN, NaN, -inf, inf, 0.5 )
// ( 0.0, -0.0, inf, NaN, NaN, inf, 0.0, -0.5 )
// ( -0.0, -0.0, inf, NaN, NaN, inf, inf, 0.0 )
// ( NaN, NaN, inf, NaN, NaN, 0.0, 1.0, 3e-45 )
// ( NaN, NaN, NaN, NaN, NaN, -2.5, 0.0, 1e-45 )
// ( -0.0, 0.0, -inf, NaN, -1.5, 2.5, -3.4028235e38, -1e-45 )
// ( 1, 1, 0, 0, 0, 0, 1, 0 )
// ( 0, 0, 0, 1, 1, 0, 0, 1 )
// ( 0, 0, 1, 0, 0, 1, 0, 0 )
// ( 0, 0, 0, 1, 1, 0, 0, 0 )
// ( 0, 0, 1, 0, 0, 1, 0, 1 )
// ( 0, 0, 1, 1, 1, 1, 0, 1 )

// -----
// Of two zeros neither is the greater for `maxnumf`, so that there are none here. What is compared comes from
// memory, so that nothing is folded.
memref.global "private" @left : memref<5xf64> = dense<[1.0, 0x7FF8000000000000, 1.0, 0x7FF0000000000000, -1.0]>
memref.global "private" @right : memref<5xf64> = dense<[2.0, 1.0, 0x7FF8000000000000, 1.0, 0xFFF0000000000000]>
func.func @main() {
  %zero = arith.constant 0 : index
  %left = memref.get_global @left : memref<5xf64>
  %right = memref.get_global @right : memref<5xf64>
  %a = vector.load %left[%zero] : memref<5xf64>, vector<5xf64>
  %b = vector.load %right[%zero] : memref<5xf64>, vector<5xf64>
  %maximum = arith.maximumf %a, %b : vector<5xf64>
  vector.print %maximum : vector<5xf64>
  %minimum = arith.minimumf %a, %b : vector<5xf64>
  vector.print %minimum : vector<5xf64>
  %maxnum = arith.maxnumf %a, %b : vector<5xf64>
  vector.print %maxnum : vector<5xf64>
  %minnum = arith.minnumf %a, %b : vector<5xf64>
  vector.print %minnum : vector<5xf64>
  %x = arith.constant dense<[0.5, 1.5, -0.5, -2.5, 2.4999999999999996, -0.0, 4503599627370497.5]> : vector<7xf64>
  %round = math.round %x : vector<7xf64>
  vector.print %round : vector<7xf64>
  %even = math.roundeven %x : vector<7xf64>
  vector.print %even : vector<7xf64>
  %floor = math.floor %x : vector<7xf64>
  vector.print %floor : vector<7xf64>
  %ceil = math.ceil %x : vector<7xf64>
  vector.print %ceil : vector<7xf64>
  %trunc = math.trunc %x : vector<7xf64>
  vector.print %trunc : vector<7xf64>
  %abs = math.absf %x : vector<7xf64>
  vector.print %abs : vector<7xf64>
  %sign = math.copysign %x, %round : vector<7xf64>
  vector.print %sign : vector<7xf64>
  %sqrt = math.sqrt %abs : vector<7xf64>
  vector.print %sqrt : vector<7xf64>
  return
}
// EXPECTED
// ( 2.0, NaN, NaN, inf, -1.0 )
// ( 1.0, NaN, NaN, 1.0, -inf )
// ( 2.0, 1.0, 1.0, inf, -1.0 )
// ( 1.0, 1.0, 1.0, 1.0, -inf )
// ( 1.0, 2.0, -1.0, -3.0, 2.0, -0.0, 4503599627370498.0 )
// ( 0.0, 2.0, -0.0, -2.0, 2.0, -0.0, 4503599627370498.0 )
// ( 0.0, 1.0, -1.0, -3.0, 2.0, -0.0, 4503599627370498.0 )
// ( 1.0, 2.0, -0.0, -2.0, 3.0, -0.0, 4503599627370498.0 )
// ( 0.0, 1.0, -0.0, -2.0, 2.0, -0.0, 4503599627370498.0 )
// ( 0.5, 1.5, 0.5, 2.5, 2.4999999999999996, 0.0, 4503599627370498.0 )
// ( 0.5, 1.5, -0.5, -2.5, 2.4999999999999996, -0.0, 4503599627370498.0 )
// ( 0.7071067811865476, 1.224744871391589, 0.7071067811865476, 1.5811388300841898, 1.5811388300841895, 0.0, 67108864.00000001 )

// -----
// Conversions round to nearest, ties to even, or toward zero to integers.
func.func @main() {
  %x = arith.constant dense<[16777217.0, -16777219.0, 1.0e300, 1.4e-45, -0.3, 65519.9]> : vector<6xf64>
  %single = arith.truncf %x : vector<6xf64> to vector<6xf32>
  vector.print %single : vector<6xf32>
  %half = arith.truncf %single : vector<6xf32> to vector<6xf16>
  %back = arith.extf %half : vector<6xf16> to vector<6xf32>
  vector.print %back : vector<6xf32>
  %y = arith.constant dense<[2.9, -2.9, 127.99, -128.0, 0.0, -0.9]> : vector<6xf64>
  %signed = arith.fptosi %y : vector<6xf64> to vector<6xi8>
  vector.print %signed : vector<6xi8>
  %z = arith.constant dense<[2.9, 255.5, -0.9, 128.0]> : vector<4xf32>
  %unsigned = arith.fptoui %z : vector<4xf32> to vector<4xi8>
  vector.print %unsigned : vector<4xi8>
  %i = arith.constant dense<[9223372036854775807, -9223372036854775808, 16777217, -1]> : vector<4xi64>
  %fs = arith.sitofp %i : vector<4xi64> to vector<4xf32>
  vector.print %fs : vector<4xf32>
  %fu = arith.uitofp %i : vector<4xi64> to vector<4xf64>
  vector.print %fu : vector<4xf64>
  %bits = arith.bitcast %fs : vector<4xf32> to vector<4xi32>
  vector.print %bits : vector<4xi32>
  return
}
// EXPECTED
// ( 16777216.0, -16777220.0, inf, 1e-45, -0.3, 65519.9 )
// ( inf, -inf, inf, 0.0, -0.30004883, 65504.0 )
// ( 2, -2, 127, -128, 0, 0 )
// ( 2, -1, 0, -128 )
// ( 9.223372e18, -9.223372e18, 16777216.0, -1.0 )
// ( 9.223372036854776e18, 9.223372036854776e18, 16777217.0, 1.8446744073709552e19 )
// ( 1593835520, -553648128, 1266679808, -1082130432 )

// -----
// A product and a sum rounded once, powers, and the choice between floats.
func.func @main() {
  %a = arith.constant dense<[1.0000001, 3.0, -0.0, 0x7F800000]> : vector<4xf32>
  %b = arith.constant dense<[1.0000001, 0.33333334, 5.0, 0.0]> : vector<4xf32>
  %c = arith.constant dense<[-1.0000002, -1.0, 0.0, 1.0]> : vector<4xf32>
  %fma = math.fma %a, %b, %c : vector<4xf32>
  vector.print %fma : vector<4xf32>
  %mul = arith.mulf %a, %b : vector<4xf32>
  %sum = arith.addf %mul, %c : vector<4xf32>
  vector.print %sum : vector<4xf32>
  %less = arith.cmpf olt, %fma, %sum : vector<4xf32>
  %chosen = arith.select %less, %fma, %a : vector<4xi1>, vector<4xf32>
  vector.print %chosen : vector<4xf32>
  %x = arith.constant 1.5 : f64
  %n = arith.constant -3 : i32
  %power = math.fpowi %x, %n : f64, i32
  vector.print %power : f64
  return
}
// EXPECTED
// ( 1.4210855e-14, 2.9802322e-8, 0.0, NaN )
// ( 0.0, 0.0, 0.0, NaN )
// ( 1.0000001, 3.0, -0.0, inf )
// 0.2962962962962963

// -----
// MLIR is wrong: `maxnumf` of a constant and a NaN is folded to the NaN, and should be the constant.
func.func @main() {
  %nan = arith.constant 0x7FF8000000000000 : f64
  %one = arith.constant 1.0 : f64
  %max = arith.maxnumf %nan, %one : f64
  vector.print %max : f64
  %min = arith.minnumf %nan, %one : f64
  vector.print %min : f64
  return
}
// EXPECTED
// 1.0
// 1.0
