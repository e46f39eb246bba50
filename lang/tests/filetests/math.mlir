// RUN: parse
func.func @math(%x: f32, %v: vector<16xf32>) {
  %0 = math.fma %x, %x, %x : f32
  %1 = math.fma %v, %v, %v fastmath<contract> : vector<16xf32>
  %2 = math.absf %x : f32
  %3 = math.sqrt %x fastmath<afn> : f32
  %4 = math.exp %v : vector<16xf32>
  %5 = math.log %x : f32
  %6 = math.tanh %x {approximate} : f32
  return
}
// EXPECTED
// module {
//   func.func @math(%x: f32, %v: vector<16xf32>) {
//     %0 = math.fma %x, %x, %x : f32
//     %1 = math.fma %v, %v, %v fastmath<contract> : vector<16xf32>
//     %2 = math.absf %x : f32
//     %3 = math.sqrt %x fastmath<afn> : f32
//     %4 = math.exp %v : vector<16xf32>
//     %5 = math.log %x : f32
//     %6 = math.tanh %x {approximate} : f32
//     return
//   }
// }

// -----
// Every function beside those.
func.func @functions(%x: f32, %v: vector<16xf32>, %i: i32, %n: index) {
  %0 = math.acos %v fastmath<afn> : vector<16xf32>
  %1 = math.acosh %x : f32
  %2 = math.asin %x : f32
  %3 = math.asinh %v : vector<16xf32>
  %4 = math.atan %x fastmath<afn> : f32
  %5 = math.atanh %x : f32
  %6 = math.cbrt %v : vector<16xf32>
  %7 = math.ceil %x : f32
  %8 = math.cos %x fastmath<afn> : f32
  %9 = math.cosh %v : vector<16xf32>
  %10 = math.erf %x : f32
  %11 = math.exp2 %x : f32
  %12 = math.expm1 %v fastmath<afn> : vector<16xf32>
  %13 = math.floor %x : f32
  %14 = math.log10 %x : f32
  %15 = math.log1p %v : vector<16xf32>
  %16 = math.log2 %x fastmath<afn> : f32
  %17 = math.round %x : f32
  %18 = math.roundeven %v : vector<16xf32>
  %19 = math.rsqrt %x : f32
  %20 = math.sin %x fastmath<afn> : f32
  %21 = math.sinh %v : vector<16xf32>
  %22 = math.tan %x : f32
  %23 = math.trunc %x : f32
  %24 = math.atan2 %x, %x : f32
  %25 = math.copysign %x, %x : f32
  %26 = math.powf %x, %x : f32
  %27 = math.absi %n : index
  %28 = math.ctlz %i : i32
  %29 = math.cttz %n : index
  %30 = math.ctpop %i : i32
  %31 = math.ipowi %i, %i : i32
  return
}
// EXPECTED
// module {
//   func.func @functions(%x: f32, %v: vector<16xf32>, %i: i32, %n: index) {
//     %0 = math.acos %v fastmath<afn> : vector<16xf32>
//     %1 = math.acosh %x : f32
//     %2 = math.asin %x : f32
//     %3 = math.asinh %v : vector<16xf32>
//     %4 = math.atan %x fastmath<afn> : f32
//     %5 = math.atanh %x : f32
//     %6 = math.cbrt %v : vector<16xf32>
//     %7 = math.ceil %x : f32
//     %8 = math.cos %x fastmath<afn> : f32
//     %9 = math.cosh %v : vector<16xf32>
//     %10 = math.erf %x : f32
//     %11 = math.exp2 %x : f32
//     %12 = math.expm1 %v fastmath<afn> : vector<16xf32>
//     %13 = math.floor %x : f32
//     %14 = math.log10 %x : f32
//     %15 = math.log1p %v : vector<16xf32>
//     %16 = math.log2 %x fastmath<afn> : f32
//     %17 = math.round %x : f32
//     %18 = math.roundeven %v : vector<16xf32>
//     %19 = math.rsqrt %x : f32
//     %20 = math.sin %x fastmath<afn> : f32
//     %21 = math.sinh %v : vector<16xf32>
//     %22 = math.tan %x : f32
//     %23 = math.trunc %x : f32
//     %24 = math.atan2 %x, %x : f32
//     %25 = math.copysign %x, %x : f32
//     %26 = math.powf %x, %x : f32
//     %27 = math.absi %n : index
//     %28 = math.ctlz %i : i32
//     %29 = math.cttz %n : index
//     %30 = math.ctpop %i : i32
//     %31 = math.ipowi %i, %i : i32
//     return
//   }
// }
