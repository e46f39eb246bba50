// RUN: parse
// laxer than MLIR
// Operations of the math dialect that MLIR got after version 19.
func.func @math(%v: vector<4xf64>) {
  %0 = math.erfc %v fastmath<afn> : vector<4xf64>
  return
}
// EXPECTED
// module {
//   func.func @math(%v: vector<4xf64>) {
//     %0 = math.erfc %v fastmath<afn> : vector<4xf64>
//     return
//   }
// }
