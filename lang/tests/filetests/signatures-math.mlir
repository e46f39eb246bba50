// RUN: parse
// Every shape of the math dialect.
func.func @math(%x: f32, %v: vector<4xf64>, %i: i32, %t: tensor<?xi8>) {
  %w = arith.constant dense<3> : vector<4xi16>
  %0 = math.sin %x : f32
  %1 = math.exp2 %v fastmath<contract,afn> {tag} : vector<4xf64>
  %2 = math.atan2 %x, %x : f32
  %3 = math.fma %x, %x, %x fastmath<fast> : f32
  %4 = math.fpowi %v, %w : vector<4xf64>, vector<4xi16>
  %5 = math.ipowi %i, %i : i32
  %6 = math.ctlz %t : tensor<?xi8>
  %7 = math.powf %x, %x fastmath<none> : f32
  return
}
// EXPECTED
// module {
//   func.func @math(%x: f32, %v: vector<4xf64>, %i: i32, %t: tensor<?xi8>) {
//     %w = arith.constant dense<3> : vector<4xi16>
//     %0 = math.sin %x : f32
//     %1 = math.exp2 %v fastmath<contract,afn> {tag} : vector<4xf64>
//     %2 = math.atan2 %x, %x : f32
//     %3 = math.fma %x, %x, %x fastmath<fast> : f32
//     %4 = math.fpowi %v, %w : vector<4xf64>, vector<4xi16>
//     %5 = math.ipowi %i, %i : i32
//     %6 = math.ctlz %t : tensor<?xi8>
//     %7 = math.powf %x, %x : f32
//     return
//   }
// }

// -----
// Every shape of the arith dialect.
func.func @arith(%i: i32, %j: i64, %x: f64, %c: i1, %v: vector<2x[4]xf32>, %t: tensor<2x?xi1>, %n: index) {
  %0, %1 = arith.addui_extended %i, %i : i32, i1
  %2, %3 = arith.mulsi_extended %n, %n : index
  %4:2 = arith.mului_extended %j, %j {tag} : i64
  %5 = arith.shli %i, %i overflow<nuw> : i32
  %6 = arith.addi %i, %i overflow<nuw, nsw> {tag} : i32
  %7 = arith.subi %i, %i overflow<none> : i32
  %8 = arith.cmpi "ule", %i, %i : i32
  %9 = arith.cmpf uno, %v, %v fastmath<nnan> : vector<2x[4]xf32>
  %10 = arith.select %9, %v, %v : vector<2x[4]xi1>, vector<2x[4]xf32>
  %11 = arith.select %c, %t, %t : tensor<2x?xi1>
  %12 = arith.truncf %x toward_zero fastmath<nnan,reassoc> : f64 to f32
  %13 = arith.extf %v fastmath<none> : vector<2x[4]xf32> to vector<2x[4]xf64>
  %14 = arith.constant {tag} false
  %15 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xindex>
  %16 = arith.bitcast %v : vector<2x[4]xf32> to vector<2x[4]xi32>
  %17 = arith.index_castui %i : i32 to index
  return
}
// EXPECTED
// module {
//   func.func @arith(%i: i32, %j: i64, %x: f64, %c: i1, %v: vector<2x[4]xf32>, %t: tensor<2x?xi1>, %n: index) {
//     %0:2 = arith.addui_extended %i, %i : i32, i1
//     %1:2 = arith.mulsi_extended %n, %n : index
//     %2:2 = arith.mului_extended %j, %j {tag} : i64
//     %3 = arith.shli %i, %i overflow<nuw> : i32
//     %4 = arith.addi %i, %i overflow<nsw, nuw> {tag} : i32
//     %5 = arith.subi %i, %i : i32
//     %6 = arith.cmpi ule, %i, %i : i32
//     %7 = arith.cmpf uno, %v, %v fastmath<nnan> : vector<2x[4]xf32>
//     %8 = arith.select %7, %v, %v : vector<2x[4]xi1>, vector<2x[4]xf32>
//     %9 = arith.select %c, %t, %t : tensor<2x?xi1>
//     %10 = arith.truncf %x toward_zero fastmath<reassoc,nnan> : f64 to f32
//     %11 = arith.extf %v fastmath<none> : vector<2x[4]xf32> to vector<2x[4]xf64>
//     %12 = arith.constant {tag} false
//     %13 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xindex>
//     %14 = arith.bitcast %v : vector<2x[4]xf32> to vector<2x[4]xi32>
//     %15 = arith.index_castui %i : i32 to index
//     return
//   }
// }
