// RUN: parse
// Operations of no table row: operands, results, properties, attributes, regions, successors.
%0 = "test.source"() : () -> i32
%a, %b = "test.two"() : () -> (i32, f32)
%c:3 = "test.three"(%0, %b) {flag, n = 3 : i8} : (i32, f32) -> (i32, i32, f32)
"test.sink"(%c#0, %c#2, %a) <{mode = "fast"}> {other = unit} : (i32, f32, i32) -> ()
"test.regions"() ({
  "test.inner"() : () -> ()
}, {
}, {
^bb0(%x: i32, %y: memref<4xf32>):
  "test.jump"(%x)[^next] : (i32) -> ()
^next:
  "test.end"(%y) : (memref<4xf32>) -> ()
}) {z = 1 : i64, a = 2 : i64} : () -> ()
"test.empty_block"() ({
^bb0:
}) : () -> ()
"test.odd name!"() {"odd key!" = 1 : i64, "arith.addi" = 2 : i64} : () -> ()
// EXPECTED
// module {
//   %0 = "test.source"() : () -> i32
//   %a, %b = "test.two"() : () -> (i32, f32)
//   %c:3 = "test.three"(%0, %b) {flag, n = 3 : i8} : (i32, f32) -> (i32, i32, f32)
//   "test.sink"(%c#0, %c#2, %a) <{mode = "fast"}> {other} : (i32, f32, i32) -> ()
//   "test.regions"() ({
//     "test.inner"() : () -> ()
//   }, {
//   }, {
//   ^bb0(%x: i32, %y: memref<4xf32>):
//     "test.jump"(%x)[^bb1] : (i32) -> ()
//   ^bb1:
//     "test.end"(%y) : (memref<4xf32>) -> ()
//   }) {a = 2 : i64, z = 1 : i64} : () -> ()
//   "test.empty_block"() ({
//   ^bb0:
//   }) : () -> ()
//   "test.odd name!"() {"arith.addi" = 2 : i64, "odd key!" = 1 : i64} : () -> ()
// }

// -----
// Forward references, in the graph region of a module and across blocks.
// not compared: MLIR prints custom forms of operations without a table row.
"test.use"(%later) : (i32) -> ()
"test.region"() ({
  "test.use"(%later) : (i32) -> ()
}) : () -> ()
%later = "test.def"() : () -> i32
func.func @blocks() {
  "cf.br"()[^second] : () -> ()
^third:
  "test.use"(%x) : (i32) -> ()
  return
^second:
  %x = "test.def"() : () -> i32
  "cf.br"()[^third] : () -> ()
}
// EXPECTED
// module {
//   "test.use"(%later) : (i32) -> ()
//   "test.region"() ({
//     "test.use"(%later) : (i32) -> ()
//   }) : () -> ()
//   %later = "test.def"() : () -> i32
//   func.func @blocks() {
//     cf.br ^bb2
//   ^bb1:
//     "test.use"(%x) : (i32) -> ()
//     return
//   ^bb2:
//     %x = "test.def"() : () -> i32
//     cf.br ^bb1
//   }
// }

// -----
// Generic forms of operations of the table.
"builtin.module"() ({
  "func.func"() ({
  ^bb0(%m: memref<4xf32>, %x: f32):
    %0 = "arith.addf"(%x, %x) : (f32, f32) -> f32
    %1 = "arith.mulf"(%x, %0) <{fastmath = #arith.fastmath<contract>}> {note} : (f32, f32) -> f32
    %2 = "arith.divf"(%x, %0) {fastmath = #arith<fastmath<fast>>} : (f32, f32) -> f32
    "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
    ^bb0(%i: index):
      %3 = "affine.load"(%m, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<4xf32>, index) -> f32
      "affine.store"(%3, %m, %i) <{map = affine_map<(d0) -> (d0)>}> : (f32, memref<4xf32>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"(%1) : (f32) -> ()
  }) {sym_name = "f", function_type = (memref<4xf32>, f32) -> f32} : () -> ()
}) : () -> ()
// EXPECTED
// module {
//   func.func @f(%m: memref<4xf32>, %x: f32) -> f32 {
//     %0 = arith.addf %x, %x : f32
//     %1 = arith.mulf %x, %0 fastmath<contract> {note} : f32
//     %2 = arith.divf %x, %0 fastmath<fast> : f32
//     affine.for %i = 0 to 4 {
//       %3 = affine.load %m[%i] : memref<4xf32>
//       affine.store %3, %m[%i] : memref<4xf32>
//     }
//     return %1 : f32
//   }
// }

// -----
// The custom form is not used where it would say something else.
func.func @odd(%x: f32) {
  %0 = "arith.constant"() <{value = 1 : i32}> {value2} : () -> i32
  %c = "arith.cmpi"(%0, %0) <{predicate = 6 : i64}> : (i32, i32) -> i1
  "affine.if"() ({
    "affine.yield"() : () -> ()
  }, {
  }) {condition = affine_set<() : (1 == 0)>} : () -> ()
  return
}
// EXPECTED
// #set = affine_set<() : (1 == 0)>
// module {
//   func.func @odd(%x: f32) {
//     %0 = arith.constant {value2} 1 : i32
//     %c = arith.cmpi ult, %0, %0 : i32
//     affine.if #set() {
//     }
//     return
//   }
// }
