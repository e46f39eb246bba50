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
