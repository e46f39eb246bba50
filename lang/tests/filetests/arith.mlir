// RUN: parse
func.func @integers(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %0, %b overflow<nsw> : i32
  %2 = arith.muli %1, %b overflow<nuw, nsw> : i32
  %3 = arith.divsi %2, %b : i32
  %4 = arith.divui %3, %b : i32
  %5 = arith.remsi %4, %b : i32
  %6 = arith.remui %5, %b : i32
  %7 = arith.floordivsi %6, %b : i32
  %8 = arith.ceildivsi %7, %b : i32
  %9 = arith.ceildivui %8, %b : i32
  %10 = arith.andi %9, %b : i32
  %11 = arith.ori %10, %b : i32
  %12 = arith.xori %11, %b : i32
  %13 = arith.shli %12, %b overflow<nsw, nuw> : i32
  %14 = arith.shrsi %13, %b : i32
  %15 = arith.shrui %14, %b : i32
  %16 = arith.maxsi %15, %b : i32
  %17 = arith.minsi %16, %b : i32
  %18 = arith.maxui %17, %b : i32
  %19 = arith.minui %18, %b {note = "kept"} : i32
  return %19 : i32
}
// EXPECTED
// module {
//   func.func @integers(%a: i32, %b: i32) -> i32 {
//     %0 = arith.addi %a, %b : i32
//     %1 = arith.subi %0, %b overflow<nsw> : i32
//     %2 = arith.muli %1, %b overflow<nsw, nuw> : i32
//     %3 = arith.divsi %2, %b : i32
//     %4 = arith.divui %3, %b : i32
//     %5 = arith.remsi %4, %b : i32
//     %6 = arith.remui %5, %b : i32
//     %7 = arith.floordivsi %6, %b : i32
//     %8 = arith.ceildivsi %7, %b : i32
//     %9 = arith.ceildivui %8, %b : i32
//     %10 = arith.andi %9, %b : i32
//     %11 = arith.ori %10, %b : i32
//     %12 = arith.xori %11, %b : i32
//     %13 = arith.shli %12, %b overflow<nsw, nuw> : i32
//     %14 = arith.shrsi %13, %b : i32
//     %15 = arith.shrui %14, %b : i32
//     %16 = arith.maxsi %15, %b : i32
//     %17 = arith.minsi %16, %b : i32
//     %18 = arith.maxui %17, %b : i32
//     %19 = arith.minui %18, %b {note = "kept"} : i32
//     return %19 : i32
//   }
// }

// -----
func.func @floats(%a: f64, %b: f64) -> f64 {
  %0 = arith.addf %a, %b : f64
  %1 = arith.subf %0, %b fastmath<fast> : f64
  %2 = arith.mulf %1, %b fastmath<contract> : f64
  %3 = arith.divf %2, %b fastmath<arcp, nnan> : f64
  %4 = arith.remf %3, %b : f64
  %5 = arith.maximumf %4, %b : f64
  %6 = arith.minimumf %5, %b : f64
  %7 = arith.maxnumf %6, %b fastmath<nsz> : f64
  %8 = arith.minnumf %7, %b fastmath<ninf> : f64
  %9 = arith.negf %8 : f64
  %10 = arith.negf %9 fastmath<afn, reassoc> {k} : f64
  return %10 : f64
}
// EXPECTED
// module {
//   func.func @floats(%a: f64, %b: f64) -> f64 {
//     %0 = arith.addf %a, %b : f64
//     %1 = arith.subf %0, %b fastmath<fast> : f64
//     %2 = arith.mulf %1, %b fastmath<contract> : f64
//     %3 = arith.divf %2, %b fastmath<nnan,arcp> : f64
//     %4 = arith.remf %3, %b : f64
//     %5 = arith.maximumf %4, %b : f64
//     %6 = arith.minimumf %5, %b : f64
//     %7 = arith.maxnumf %6, %b fastmath<nsz> : f64
//     %8 = arith.minnumf %7, %b fastmath<ninf> : f64
//     %9 = arith.negf %8 : f64
//     %10 = arith.negf %9 fastmath<reassoc,afn> {k} : f64
//     return %10 : f64
//   }
// }

// -----
func.func @lanes(%a: vector<8xf32>, %b: vector<8xf32>, %m: vector<4x[2]xi16>, %t: tensor<?x4xf32>) {
  %0 = arith.addf %a, %b : vector<8xf32>
  %1 = arith.cmpf olt, %a, %0 : vector<8xf32>
  %2 = arith.select %1, %a, %b : vector<8xi1>, vector<8xf32>
  %3 = arith.muli %m, %m : vector<4x[2]xi16>
  %4 = arith.mulf %t, %t : tensor<?x4xf32>
  %5 = arith.extf %a : vector<8xf32> to vector<8xf64>
  return
}
// EXPECTED
// module {
//   func.func @lanes(%a: vector<8xf32>, %b: vector<8xf32>, %m: vector<4x[2]xi16>, %t: tensor<?x4xf32>) {
//     %0 = arith.addf %a, %b : vector<8xf32>
//     %1 = arith.cmpf olt, %a, %0 : vector<8xf32>
//     %2 = arith.select %1, %a, %b : vector<8xi1>, vector<8xf32>
//     %3 = arith.muli %m, %m : vector<4x[2]xi16>
//     %4 = arith.mulf %t, %t : tensor<?x4xf32>
//     %5 = arith.extf %a : vector<8xf32> to vector<8xf64>
//     return
//   }
// }

// -----
func.func @comparisons(%a: index, %x: f32) {
  %0 = arith.cmpi eq, %a, %a : index
  %1 = arith.cmpi ne, %a, %a : index
  %2 = arith.cmpi slt, %a, %a : index
  %3 = arith.cmpi sle, %a, %a : index
  %4 = arith.cmpi sgt, %a, %a : index
  %5 = arith.cmpi sge, %a, %a : index
  %6 = arith.cmpi ult, %a, %a : index
  %7 = arith.cmpi ule, %a, %a : index
  %8 = arith.cmpi ugt, %a, %a : index
  %9 = arith.cmpi uge, %a, %a : index
  %10 = arith.cmpf false, %x, %x : f32
  %11 = arith.cmpf oeq, %x, %x fastmath<nnan> : f32
  %12 = arith.cmpf uno, %x, %x : f32
  %13 = arith.cmpf true, %x, %x : f32
  %14 = arith.select %0, %a, %a : index
  return
}
// EXPECTED
// module {
//   func.func @comparisons(%a: index, %x: f32) {
//     %0 = arith.cmpi eq, %a, %a : index
//     %1 = arith.cmpi ne, %a, %a : index
//     %2 = arith.cmpi slt, %a, %a : index
//     %3 = arith.cmpi sle, %a, %a : index
//     %4 = arith.cmpi sgt, %a, %a : index
//     %5 = arith.cmpi sge, %a, %a : index
//     %6 = arith.cmpi ult, %a, %a : index
//     %7 = arith.cmpi ule, %a, %a : index
//     %8 = arith.cmpi ugt, %a, %a : index
//     %9 = arith.cmpi uge, %a, %a : index
//     %10 = arith.cmpf false, %x, %x : f32
//     %11 = arith.cmpf oeq, %x, %x fastmath<nnan> : f32
//     %12 = arith.cmpf uno, %x, %x : f32
//     %13 = arith.cmpf true, %x, %x : f32
//     %14 = arith.select %0, %a, %a : index
//     return
//   }
// }

// -----
func.func @casts(%a: i8, %i: index, %x: f32, %d: f64, %h: bf16) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extui %a : i8 to i64
  %2 = arith.trunci %1 : i64 to i1
  %3 = arith.extf %x : f32 to f64
  %4 = arith.truncf %d : f64 to f16
  %5 = arith.sitofp %a : i8 to f32
  %6 = arith.uitofp %a : i8 to f64
  %7 = arith.fptosi %x : f32 to i32
  %8 = arith.fptoui %x : f32 to i32
  %9 = arith.index_cast %a : i8 to index
  %10 = arith.index_castui %i : index to i64
  %11 = arith.bitcast %x : f32 to i32
  %12 = arith.bitcast %h : bf16 to i16
  return
}
// EXPECTED
// module {
//   func.func @casts(%a: i8, %i: index, %x: f32, %d: f64, %h: bf16) {
//     %0 = arith.extsi %a : i8 to i32
//     %1 = arith.extui %a : i8 to i64
//     %2 = arith.trunci %1 : i64 to i1
//     %3 = arith.extf %x : f32 to f64
//     %4 = arith.truncf %d : f64 to f16
//     %5 = arith.sitofp %a : i8 to f32
//     %6 = arith.uitofp %a : i8 to f64
//     %7 = arith.fptosi %x : f32 to i32
//     %8 = arith.fptoui %x : f32 to i32
//     %9 = arith.index_cast %a : i8 to index
//     %10 = arith.index_castui %i : index to i64
//     %11 = arith.bitcast %x : f32 to i32
//     %12 = arith.bitcast %h : bf16 to i16
//     return
//   }
// }

// -----
func.func @constants() {
  %true = arith.constant true
  %false = arith.constant false
  %one = arith.constant 1 : i1
  %c = arith.constant 42 : index
  %n = arith.constant -7 : i64
  %wrap = arith.constant 255 : i8
  %hex = arith.constant 0xFF : i32
  %big = arith.constant 170141183460469231731687303715884105727 : i128
  %default = arith.constant 5
  %noted = arith.constant {why = "no reason"} 3 : i32
  %x = arith.constant 1.5 : f32
  %y = arith.constant 2.0
  %v = arith.constant dense<0.0> : vector<4xf32>
  %w = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %b = arith.constant dense<[true, false]> : vector<2xi1>
  %t = arith.constant dense<[1.0, 2.5]> : tensor<2xf64>
  return
}
// EXPECTED
// module {
//   func.func @constants() {
//     %true = arith.constant true
//     %false = arith.constant false
//     %one = arith.constant true
//     %c = arith.constant 42 : index
//     %n = arith.constant -7 : i64
//     %wrap = arith.constant -1 : i8
//     %hex = arith.constant 255 : i32
//     %big = arith.constant 170141183460469231731687303715884105727 : i128
//     %default = arith.constant 5 : i64
//     %noted = arith.constant {why = "no reason"} 3 : i32
//     %x = arith.constant 1.500000e+00 : f32
//     %y = arith.constant 2.000000e+00 : f64
//     %v = arith.constant dense<0.000000e+00> : vector<4xf32>
//     %w = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
//     %b = arith.constant dense<[true, false]> : vector<2xi1>
//     %t = arith.constant dense<[1.000000e+00, 2.500000e+00]> : tensor<2xf64>
//     return
//   }
// }

// -----
func.func @same_names(%a: f32) -> f32 {
  %sum = arith.addf %a, %a : f32
  affine.for %i = 0 to 2 {
    %inner = arith.addf %a, %sum : f32
  }
  affine.for %i = 0 to 2 {
    %inner = arith.addf %a, %sum : f32
  }
  %inner = arith.addf %a, %a : f32
  return %inner : f32
}
// EXPECTED
// module {
//   func.func @same_names(%a: f32) -> f32 {
//     %sum = arith.addf %a, %a : f32
//     affine.for %i = 0 to 2 {
//       %inner_0 = arith.addf %a, %sum : f32
//     }
//     affine.for %i = 0 to 2 {
//       %inner_1 = arith.addf %a, %sum : f32
//     }
//     %inner = arith.addf %a, %a : f32
//     return %inner : f32
//   }
// }
