// RUN: parse
func.func @arith(%a: tensor<?xi32>, %b: tensor<?xi1>, %v: vector<[4]xf32>, %m: memref<4xindex>) {
  %0 = arith.addi %a, %a : tensor<?xi32>
  %1 = arith.select %b, %a, %a : tensor<?xi1>, tensor<?xi32>
  %2 = arith.extsi %a : tensor<?xi32> to tensor<?xi64>
  %3 = arith.truncf %v : vector<[4]xf32> to vector<[4]xbf16>
  %4 = arith.index_cast %m : memref<4xindex> to memref<4xi64>
  %5 = arith.constant dense<2> : vector<[4]xi8>
  %6 = arith.cmpi slt, %a, %a : tensor<?xi32>
  return
}
// EXPECTED
// module {
//   func.func @arith(%a: tensor<?xi32>, %b: tensor<?xi1>, %v: vector<[4]xf32>, %m: memref<4xindex>) {
//     %0 = arith.addi %a, %a : tensor<?xi32>
//     %1 = arith.select %b, %a, %a : tensor<?xi1>, tensor<?xi32>
//     %2 = arith.extsi %a : tensor<?xi32> to tensor<?xi64>
//     %3 = arith.truncf %v : vector<[4]xf32> to vector<[4]xbf16>
//     %4 = arith.index_cast %m : memref<4xindex> to memref<4xi64>
//     %5 = arith.constant dense<2> : vector<[4]xi8>
//     %6 = arith.cmpi slt, %a, %a : tensor<?xi32>
//     return
//   }
// }
