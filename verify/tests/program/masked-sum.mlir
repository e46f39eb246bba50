// A mask that depends on data chooses lane by lane.
// verdict: proved
func.func @f(%v: vector<2xi32>, %m: vector<2xi1>, %x: i32) -> i32 {
  %a = vector.mask %m { vector.reduction <add>, %v, %x : vector<2xi32> into i32 } : vector<2xi1> -> i32
  return %a : i32
}
// -----
func.func @f(%v: vector<2xi32>, %m: vector<2xi1>, %x: i32) -> i32 {
  %v0 = vector.extract %v[0] : i32 from vector<2xi32>
  %v1 = vector.extract %v[1] : i32 from vector<2xi32>
  %m0 = vector.extract %m[0] : i1 from vector<2xi1>
  %m1 = vector.extract %m[1] : i1 from vector<2xi1>
  %a = arith.addi %x, %v0 : i32
  %b = arith.select %m0, %a, %x : i32
  %c = arith.addi %b, %v1 : i32
  %d = arith.select %m1, %c, %b : i32
  return %d : i32
}
