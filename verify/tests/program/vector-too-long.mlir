// verdict: unknown
func.func @f(%v: vector<1000000000000xf32>) -> vector<1000000000000xf32> {
  return %v : vector<1000000000000xf32>
}
// -----
func.func @f(%v: vector<1000000000000xf32>) -> vector<1000000000000xf32> {
  %w = arith.addf %v, %v : vector<1000000000000xf32>
  return %w : vector<1000000000000xf32>
}
