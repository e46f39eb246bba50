// RUN: legacy
// A text of 2019 reads, and prints as one of today. Maps and sets stand bare, and a type alias has a keyword.
#rows = (i, j) -> (i, j)
#columns = (i, j) -> (j, i) size (8, 16)
#shifted = (i, j)[n, o] -> (i + o, j) size (n, 16)
#flat = (d0, d1) -> (16 * d0 + d1)
#triangle = (d0, d1)[s0] : (d0 - d1 >= 0, s0 - d0 - 1 >= 0)
#constant = () -> (7)
#never = () : (1 == 0)
!lane = type vector<4 x f32>
func @types(%a: memref<8 x 16 x f32, #rows>, %b: memref<8x16xf32, #columns, 2>, %c: memref<?x16x!lane, #shifted>,
            %d: memref<4x4xi8, (i, j) -> (j, i), #flat, scratch>, %e: memref<? x ? x f64, offset: ?, strides: [?, 1], 1>,
            %f: memref<4xi1, 0>, %g: affineint, %h: tensor<* x f32>)
    attributes {maps: [#triangle, #constant, #never, (d0) -> (d0 floordiv 4), ()[s0] : (s0 == 0)], types: [() -> (), (i32) -> (i32)]} {
  return
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d1, d0)>
// #map1 = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
// #map2 = affine_map<(d0, d1) -> (d1 * 16 + d0)>
// #map3 = affine_map<() -> (7)>
// #map4 = affine_map<(d0) -> (d0 floordiv 4)>
// #set = affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, -d0 + s0 - 1 >= 0)>
// #set1 = affine_set<() : (1 == 0)>
// #set2 = affine_set<()[s0] : (s0 == 0)>
// module {
//   func.func @types(%a: memref<8x16xf32>, %b: memref<8x16xf32, #map, 2>, %c: memref<?x16xvector<4xf32>, #map1>, %d: memref<4x4xi8, #map2, "scratch">, %e: memref<?x?xf64, strided<[?, 1], offset: ?>, 1>, %f: memref<4xi1>, %g: index, %h: tensor<*xf32>) attributes {maps = [#set, #map3, #set1, #map4, #set2], types = [() -> (), (i32) -> i32]} {
//     return
//   }
// }

// -----
// Functions: declared, with attributes, with labels.
func @abort()
func @callee(i32, memref<?x4xf32> {noalias: true, tf.shard: 2}) -> (f64 {exact})
extfunc @older(f32) -> f32
mlfunc @loops(%n: index) {
  for %i = 0 to 10 {
    for %j = (d0) -> (d0)(%i) to %n step 2 {
    }
  }
  return
}
func @simple(i64, i1) -> i64
    attributes {fruit: "banana", dense: [1, 2]} {
^entry(%a: i64, %cond: i1):
  cond_br %cond, ^left, ^right(%a : i64)
^left:
  br ^right(%a: i64)
^right(%c: i64):
  %f = constant @callee : (i32, memref<?x4xf32>) -> f64
  return %c : i64
}
module {
  func private @inner()
  module_terminator
}
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// module {
//   func.func private @abort()
//   func.func private @callee(i32, memref<?x4xf32> {std.noalias = true, tf.shard = 2 : i64}) -> (f64 {std.exact})
//   func.func private @older(f32) -> f32
//   func.func @loops(%n: index) {
//     affine.for %i = 0 to 10 {
//       affine.for %j = #map(%i) to %n step 2 {
//       }
//     }
//     return
//   }
//   func.func @simple(%a: i64, %cond: i1) -> i64 attributes {dense = [1 : i64, 2 : i64], fruit = "banana"} {
//     cf.cond_br %cond, ^bb1, ^bb2(%a : i64)
//   ^bb1:
//     cf.br ^bb2(%a : i64)
//   ^bb2(%c: i64):
//     %f = constant @callee : (i32, memref<?x4xf32>) -> f64
//     return %c : i64
//   }
//   module {
//     func.func private @inner()
//   }
// }

// -----
// Arithmetic.
func @arithmetic(%a: i32, %b: i32, %x: f32, %y: f32, %v: vector<4xf32>, %t: tensor<4x?xi8>) -> i1 {
  %0 = addi %a, %b : i32
  %1 = subi %0, %b {tag: "x"} : i32
  %2 = muli %1, %b : i32
  %3 = divis %2, %b : i32
  %4 = diviu %3, %b : i32
  %5 = remis %4, %b : i32
  %6 = remiu %5, %b : i32
  %7 = and %6, %b : i32
  %8 = or %7, %b : i32
  %9 = xor %8, %b : i32
  %10 = std.addi %9, %b : i32
  %11 = addf %x, %y : f32
  %12 = mulf %v, %v : vector<4xf32>
  %13 = addi %t, %t : tensor<4x?xi8>
  %14 = cmpi "slt", %a, %b : i32
  %15 = cmpi "uge", %t, %t : tensor<4x?xi8>
  %16 = cmpf "oeq", %x, %y : f32
  %17 = select %14, %a, %b : i32
  %18 = cmpf olt, %v, %v : vector<4xf32>
  %19 = select %18, %v, %v : vector<4xf32>
  %20 = select %14, %v, %v : i1, vector<4xf32>
  %21 = index_cast %a : i32 to index
  %22 = sexti %a : i32 to i64
  %23 = sitofp %a : i32 to f32
  %24 = exp %x : f32
  return %14 : i1
}
// EXPECTED
// module {
//   func.func @arithmetic(%a: i32, %b: i32, %x: f32, %y: f32, %v: vector<4xf32>, %t: tensor<4x?xi8>) -> i1 {
//     %0 = arith.addi %a, %b : i32
//     %1 = arith.subi %0, %b {tag = "x"} : i32
//     %2 = arith.muli %1, %b : i32
//     %3 = arith.divsi %2, %b : i32
//     %4 = arith.divui %3, %b : i32
//     %5 = arith.remsi %4, %b : i32
//     %6 = arith.remui %5, %b : i32
//     %7 = arith.andi %6, %b : i32
//     %8 = arith.ori %7, %b : i32
//     %9 = arith.xori %8, %b : i32
//     %10 = arith.addi %9, %b : i32
//     %11 = arith.addf %x, %y : f32
//     %12 = arith.mulf %v, %v : vector<4xf32>
//     %13 = arith.addi %t, %t : tensor<4x?xi8>
//     %14 = arith.cmpi slt, %a, %b : i32
//     %15 = arith.cmpi uge, %t, %t : tensor<4x?xi8>
//     %16 = arith.cmpf oeq, %x, %y : f32
//     %17 = arith.select %14, %a, %b : i32
//     %18 = arith.cmpf olt, %v, %v : vector<4xf32>
//     %19 = arith.select %18, %v, %v : vector<4xi1>, vector<4xf32>
//     %20 = arith.select %14, %v, %v : vector<4xf32>
//     %21 = arith.index_cast %a : i32 to index
//     %22 = arith.extsi %a : i32 to i64
//     %23 = arith.sitofp %a : i32 to f32
//     %24 = math.exp %x : f32
//     return %14 : i1
//   }
// }

// -----
// Constants, and elements that say their type first.
func @constants() {
  %0 = constant 42 : i32
  %1 = constant 1.5 : f16
  %2 = constant true
  %3 = constant dense<tensor<2xi32>, [1, -1]>
  %4 = constant splat<vector<2x2xf32>, 0.5> : vector<2x2xf32>
  %5 = constant sparse<tensor<3x4xi32>, [[0, 0], [1, 2]], [1, 5]>
  %6 = constant opaque<tf, tensor<2xf32>, "0x0102">
  %7 = constant opaque<"tf", "0x03"> : tensor<1xi8>
  %8 = constant dense<[1, 2]> : tensor<2xi8>
  %9 = constant {tag: 1} 0xFF : i8
  %10 = constant "text" : !tf.string
  %11 = constant @constants : () -> ()
  call_indirect %11() : () -> ()
  call @constants() : () -> ()
  "std.call"() {callee: @constants : () -> ()} : () -> ()
  return
}
// EXPECTED
// module {
//   func.func @constants() {
//     %0 = arith.constant 42 : i32
//     %1 = arith.constant 1.500000e+00 : f16
//     %2 = arith.constant true
//     %3 = arith.constant dense<[1, -1]> : tensor<2xi32>
//     %4 = arith.constant dense<5.000000e-01> : vector<2x2xf32>
//     %5 = arith.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
//     %6 = "std.constant"() {value = #tf.opaque<"0x0102"> : tensor<2xf32>} : () -> tensor<2xf32>
//     %7 = "std.constant"() {value = #tf.opaque<"0x03"> : tensor<1xi8>} : () -> tensor<1xi8>
//     %8 = arith.constant dense<[1, 2]> : tensor<2xi8>
//     %9 = arith.constant {tag = 1 : i64} -1 : i8
//     %10 = "std.constant"() {value = "text" : !tf.string} : () -> !tf.string
//     %11 = constant @constants : () -> ()
//     call_indirect %11() : () -> ()
//     call @constants() : () -> ()
//     call @constants() : () -> ()
//     return
//   }
// }

// -----
// Memory.
#layout = (i, j)[s] -> (i + s, j)
func @memory(%m: memref<?x4xf32>, %n: index, %v: f32, %t: tensor<?x4xf32>, %p: tensor<*xi8>, %u: vector<4x2xi8>) {
  %0 = dim %m, 0 : memref<?x4xf32>
  %1 = dim %t, 1 : tensor<?x4xf32>
  %2 = dim %t, %n : tensor<?x4xf32>
  %3 = alloc(%0) : memref<?x4xf32>
  %4 = alloc(%n, %n)[%0] : memref<?x?xf32, #layout>
  %5 = alloc() : memref<4xi32, (d0) -> (d0), 4>
  %6 = alloc_static(0x1000) : memref<16x4xf32>
  %7 = alloca() : memref<4xf32>
  %8 = load %m[%n, 3] : memref<?x4xf32>
  store %8, %m[0, %n] : memref<?x4xf32>
  store 0 to %m[%n, %n] : memref<?x4xf32>
  store -7, %5[%n] : memref<4xi32, (d0) -> (d0), 4>
  %9 = memref_cast %m : memref<?x4xf32> to memref<4x4xf32>
  %10 = memref_cast %9 : memref<4x4xf32> -> memref<*xf32>
  %11 = tensor_cast %t : tensor<?x4xf32> to tensor<*xf32>
  %12 = rank %m : memref<?x4xf32>
  %13 = rank %11 : tensor<*xf32>
  %14 = splat %v : vector<8xf32>
  %15 = extract_element %t[%n, %n] : tensor<?x4xf32>
  %16 = extract_element %p[%n, 2] : tensor<*xi8>
  %17 = extract_element %u[%n, %n] : vector<4x2xi8>
  %18 = extract_element %14[%n] : vector<8xf32>
  %19 = tensor_load %m : memref<?x4xf32>
  tensor_store %t, %m : memref<?x4xf32>
  tensor_store %19 to %m : memref<?x4xf32>
  dma_start %m[%n, %n], %3[%n, %n], %n, %5[%n] : memref<?x4xf32>, memref<?x4xf32>, memref<4xi32, (d0) -> (d0), 4>
  dma_wait %5[%n], %n : memref<4xi32, 4>
  dealloc %3 : memref<?x4xf32>
  return
}
// EXPECTED
// #map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
// module {
//   func.func @memory(%m: memref<?x4xf32>, %n: index, %v: f32, %t: tensor<?x4xf32>, %p: tensor<*xi8>, %u: vector<4x2xi8>) {
//     %c0 = arith.constant 0 : index
//     %0 = memref.dim %m, %c0 : memref<?x4xf32>
//     %c1 = arith.constant 1 : index
//     %1 = tensor.dim %t, %c1 : tensor<?x4xf32>
//     %2 = tensor.dim %t, %n : tensor<?x4xf32>
//     %3 = memref.alloc(%0) : memref<?x4xf32>
//     %4 = memref.alloc(%n, %n)[%0] : memref<?x?xf32, #map>
//     %5 = memref.alloc() : memref<4xi32, 4>
//     %6 = "std.alloc_static"() {address = 4096 : i64} : () -> memref<16x4xf32>
//     %7 = memref.alloca() : memref<4xf32>
//     %c3 = arith.constant 3 : index
//     %8 = memref.load %m[%n, %c3] : memref<?x4xf32>
//     %c0_0 = arith.constant 0 : index
//     memref.store %8, %m[%c0_0, %n] : memref<?x4xf32>
//     %cst = arith.constant 0.000000e+00 : f32
//     memref.store %cst, %m[%n, %n] : memref<?x4xf32>
//     %cst_0 = arith.constant -7 : i32
//     memref.store %cst_0, %5[%n] : memref<4xi32, 4>
//     %9 = memref.cast %m : memref<?x4xf32> to memref<4x4xf32>
//     %10 = memref.cast %9 : memref<4x4xf32> to memref<*xf32>
//     %11 = tensor.cast %t : tensor<?x4xf32> to tensor<*xf32>
//     %12 = memref.rank %m : memref<?x4xf32>
//     %13 = tensor.rank %11 : tensor<*xf32>
//     %14 = vector.splat %v : vector<8xf32>
//     %15 = tensor.extract %t[%n, %n] : tensor<?x4xf32>
//     %c2 = arith.constant 2 : index
//     %16 = tensor.cast %p : tensor<*xi8> to tensor<?x?xi8>
//     %17 = tensor.extract %16[%n, %c2] : tensor<?x?xi8>
//     %18 = vector.extract %u[%n, %n] : i8 from vector<4x2xi8>
//     %19 = vector.extractelement %14[%n : index] : vector<8xf32>
//     %c0_1 = arith.constant 0 : index
//     %20 = memref.dim %m, %c0_1 : memref<?x4xf32>
//     %21 = memref.alloc(%20) : memref<?x4xf32>
//     memref.copy %m, %21 : memref<?x4xf32> to memref<?x4xf32>
//     %22 = bufferization.to_tensor %21 restrict writable : memref<?x4xf32>
//     bufferization.materialize_in_destination %t in writable %m : (tensor<?x4xf32>, memref<?x4xf32>) -> ()
//     bufferization.materialize_in_destination %22 in writable %m : (tensor<?x4xf32>, memref<?x4xf32>) -> ()
//     memref.dma_start %m[%n, %n], %3[%n, %n], %n, %5[%n] : memref<?x4xf32>, memref<?x4xf32>, memref<4xi32, 4>
//     memref.dma_wait %5[%n], %n : memref<4xi32, 4>
//     memref.dealloc %3 : memref<?x4xf32>
//     return
//   }
// }

// -----
// Affine loops and conditions, with maps and sets in place.
#set = (d0)[s0] : (d0 - 3 >= 0, s0 - d0 >= 0)
func @affine(%m: memref<16x16xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = max (d0)[s0] -> (d0 - 3, s0)(%i)[%n] to min (d0) -> (d0 + 3, 16)(%i) step 4 {
      affine.if #set(%i)[%n] {
        %0 = affine.apply (d0, d1) -> (3*d0 + d1) (%i, %j)
        %1 = load %m[%0, %j] : memref<16x16xf32>
        affine.store %1, %m[%i + 1, symbol(%n)] : memref<16x16xf32>
      } else {
        affine.if (d0, d1) : (d0 - d1 == 0)(%i, %j) {
        }
        "affine.terminator"() : () -> ()
      }
      affine.terminator
    }
  }
  loop.for %k = %n to %n step %n {
    loop.terminator
  }
  return
}
// EXPECTED
// #map = affine_map<(d0)[s0] -> (d0 - 3, s0)>
// #map1 = affine_map<(d0) -> (d0 + 3, 16)>
// #map2 = affine_map<(d0, d1) -> (d0 * 3 + d1)>
// #set = affine_set<(d0)[s0] : (d0 - 3 >= 0, -d0 + s0 >= 0)>
// #set1 = affine_set<(d0, d1) : (d0 - d1 == 0)>
// module {
//   func.func @affine(%m: memref<16x16xf32>, %n: index) {
//     affine.for %i = 0 to %n {
//       affine.for %j = max #map(%i)[%n] to min #map1(%i) step 4 {
//         affine.if #set(%i)[%n] {
//           %0 = affine.apply #map2(%i, %j)
//           %1 = memref.load %m[%0, %j] : memref<16x16xf32>
//           affine.store %1, %m[%i + 1, symbol(%n)] : memref<16x16xf32>
//         } else {
//           affine.if #set1(%i, %j) {
//           }
//         }
//       }
//     }
//     scf.for %k = %n to %n step %n {
//     }
//     return
//   }
// }

// -----
// The generic form.
func @generic(%a: i32, %m: memref<?x?xi32>, %v: vector<4xi8>, %c: i1) {
  %0 = "std.constant"() {value: 42} : () -> i32
  %1 = "std.constant"() {value: 7} : i64
  %2 = "std.constant"() {value: @generic} : () -> (i32, memref<?x?xi32>, vector<4xi8>, i1) -> ()
  %3 = "std.addi"(%a, %0) {index: 1} : (i32, i32) -> i32
  %4 = "std.dim"(%m) {index: 1} : (memref<?x?xi32>) -> index
  %5 = "std.cmpi"(%a, %0) {predicate: 2} : (i32, i32) -> i1
  %6 = "std.alloc"(%4, %4) : (index, index) -> memref<?x?xi32>
  %7 = "std.extract_element"(%v, %4) : (vector<4xi8>, index) -> i8
  %8 = "std.tensor_load"(%6) : (memref<?x?xi32>) -> tensor<?x?xi32>
  "std.tensor_store"(%8, %6) : (tensor<?x?xi32>, memref<?x?xi32>) -> ()
  %9 = "std.alloc_static"() {address: 16} : () -> memref<4xi8>
  %10 = "std.rank"(%8) : (tensor<?x?xi32>) -> index
  %11 = "std.splat"(%7) : (i8) -> vector<2xi8>
  "affine.for"(%4) ({
  ^bb0(%i: index):
    "foo"(%i) : index -> ()
    "affine.terminator"() : () -> ()
  }) {lower_bound: () -> (0), step: 2 : index, upper_bound: ()[s0] -> (s0)} : (index) -> ()
  "foo.op"(%a) {operand_segment_sizes: dense<1> : vector<1xi32>, map: (d0) -> (d0), nested: {a: 1, b}} : (i32) -> ()
  "cond_br"(%c)[^bb1, ^bb2(%a : i32)] : (i1) -> ()
^bb1:
  "br"()[^bb2(%a : i32)] : () -> ()
^bb2(%x: i32):
  "foo.br"(%x)[^bb1, ^bb2(%x : i32)] : (i32) -> ()
}
"func"() ({
^bb0(%x: i32):
  "std.return"() : () -> ()
}) {sym_name: "f", type: (i32) -> ()} : () -> ()
"func"() ({}) {sym_name: "g", type: (i32) -> ()} : () -> ()
"module_terminator"() : () -> ()
// EXPECTED
// #map = affine_map<(d0) -> (d0)>
// module {
//   func.func @generic(%a: i32, %m: memref<?x?xi32>, %v: vector<4xi8>, %c: i1) {
//     %0 = arith.constant 42 : i32
//     %1 = arith.constant 7 : i64
//     %2 = constant @generic : (i32, memref<?x?xi32>, vector<4xi8>, i1) -> ()
//     %3 = arith.addi %a, %0 {index = 1 : i64} : i32
//     %c1 = arith.constant 1 : index
//     %4 = memref.dim %m, %c1 : memref<?x?xi32>
//     %5 = arith.cmpi slt, %a, %0 : i32
//     %6 = memref.alloc(%4, %4) : memref<?x?xi32>
//     %7 = vector.extractelement %v[%4 : index] : vector<4xi8>
//     %c0 = arith.constant 0 : index
//     %8 = memref.dim %6, %c0 : memref<?x?xi32>
//     %c1_0 = arith.constant 1 : index
//     %9 = memref.dim %6, %c1_0 : memref<?x?xi32>
//     %10 = memref.alloc(%8, %9) : memref<?x?xi32>
//     memref.copy %6, %10 : memref<?x?xi32> to memref<?x?xi32>
//     %11 = bufferization.to_tensor %10 restrict writable : memref<?x?xi32>
//     bufferization.materialize_in_destination %11 in writable %6 : (tensor<?x?xi32>, memref<?x?xi32>) -> ()
//     %12 = "std.alloc_static"() {address = 16 : i64} : () -> memref<4xi8>
//     %13 = tensor.rank %11 : tensor<?x?xi32>
//     %14 = vector.splat %7 : vector<2xi8>
//     affine.for %i = 0 to %4 step 2 {
//       "foo"(%i) : (index) -> ()
//     }
//     "foo.op"(%a) {map = #map, nested = {a = 1 : i64, b}, operandSegmentSizes = array<i32: 1>} : (i32) -> ()
//     cf.cond_br %c, ^bb1, ^bb2(%a : i32)
//   ^bb1:
//     cf.br ^bb2(%a : i32)
//   ^bb2(%x: i32):
//     "foo.br"(%x, %x)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 0, 1>} : (i32, i32) -> ()
//   }
//   func.func @f(%x: i32) {
//     return
//   }
//   func.func private @g(i32)
// }
