// What is filled is not read, and indices are those of the loops.
// verdict: refuted
// check: element
func.func @f(%x: tensor<2x2xi32>, %y: i32) -> tensor<2x2xi32> {
  %f = linalg.fill ins(%y : i32) outs(%x : tensor<2x2xi32>) -> tensor<2x2xi32>
  %m = linalg.map { arith.addi } ins(%f, %x : tensor<2x2xi32>, tensor<2x2xi32>) outs(%f : tensor<2x2xi32>)
  return %m : tensor<2x2xi32>
}
// -----
func.func @f(%x: tensor<2x2xi32>, %y: i32) -> tensor<2x2xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<2x2xi32>) outs(%x : tensor<2x2xi32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %y : i32
    linalg.yield %s : i32
  } -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}
