// RUN: legacy
// A map of several results is applied once for each. Names that come first keep their uses.
func @apply(%i: index, %n: index, %m: memref<8x8xf32>) {
  br ^compute
^use:
  %v = load %m[%p#1, %p#0] : memref<8x8xf32>
  store %v, %m[%q, %r] : memref<8x8xf32>
  return
^compute:
  %p:2 = affine_apply (d0)[s0] -> (d0 + s0, d0 floordiv 2)(%i)[%n] {tag: "x"}
  %q, %r = affine.apply (d0) -> (d0 mod 2, 7)(%i)
  %s = affine_apply (d0) -> (d0)(%i)
  %t:2 = "affine_apply"(%i) {map: (d0) -> (d0, d0 * 3)} : (index) -> (index, index)
  %u = affine.max (d0) -> (8, d0 + 1)(%t#1) : index
  %w = affine.min (d0)[s0] -> (8, d0 - s0)(%u)[%n]
  br ^use
}
// EXPECTED
// #map = affine_map<(d0)[s0] -> (d0 + s0)>
// #map1 = affine_map<(d0)[s0] -> (d0 floordiv 2)>
// #map2 = affine_map<(d0) -> (d0 mod 2)>
// #map3 = affine_map<(d0) -> (7)>
// #map4 = affine_map<(d0) -> (d0)>
// #map5 = affine_map<(d0) -> (d0 * 3)>
// #map6 = affine_map<(d0) -> (8, d0 + 1)>
// #map7 = affine_map<(d0)[s0] -> (8, d0 - s0)>
// module {
//   func.func @apply(%i: index, %n: index, %m: memref<8x8xf32>) {
//     cf.br ^bb2
//   ^bb1:
//     %v = memref.load %m[%0, %p] : memref<8x8xf32>
//     memref.store %v, %m[%q, %r] : memref<8x8xf32>
//     return
//   ^bb2:
//     %p = affine.apply #map(%i)[%n] {tag = "x"}
//     %0 = affine.apply #map1(%i)[%n] {tag = "x"}
//     %q = affine.apply #map2(%i)
//     %r = affine.apply #map3(%i)
//     %s = affine.apply #map4(%i)
//     %t = affine.apply #map4(%i)
//     %1 = affine.apply #map5(%i)
//     %u = affine.max #map6(%1)
//     %w = affine.min #map7(%u)[%n]
//     cf.br ^bb1
//   }
// }

// -----
// A quotient was `div` once, which rounds as `floordiv` does; a comma could stand before the symbols.
#tiles = affine_map<(d0, d1) -> (d0 div 8, d1 div 16, d0 mod 8, d1 mod 16)>
#symbols = (i, j), [n] -> (i + n, j div 2)
#set = (div)[n] : (div div 2 - n >= 0)
func @quotients(%a: memref<16x32xf32, #tiles>, %i: index) attributes {maps: [#symbols, #set]} {
  %0 = affine.apply (d0) -> ((d0 + 1) div 4)(%i)
  return
}
// EXPECTED
// #map = affine_map<(d0, d1) -> (d0 floordiv 8, d1 floordiv 16, d0 mod 8, d1 mod 16)>
// #map1 = affine_map<(d0, d1)[s0] -> (d0 + s0, d1 floordiv 2)>
// #map2 = affine_map<(d0) -> ((d0 + 1) floordiv 4)>
// #set = affine_set<(d0)[s0] : (d0 floordiv 2 - s0 >= 0)>
// module {
//   func.func @quotients(%a: memref<16x32xf32, #map>, %i: index) attributes {maps = [#map1, #set]} {
//     %0 = affine.apply #map2(%i)
//     return
//   }
// }

// -----
// A memref type without its name.
func @types(%n: index, %o: index, %x: <4 x f32>) -> <2xi8, 3> {
  %0 = alloc (%n)[%o] : <16x?xf32, (i, j)[s] -> (i + s, j)>
  dealloc %0 : <16x?xf32, (i, j)[s] -> (i + s, j)>
  %1 = load %x[0] : <4xf32>
  %2 = alloc() : <2xi8, 3>
  return %2 : <2xi8, 3>
}
// EXPECTED
// #map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
// module {
//   func.func @types(%n: index, %o: index, %x: memref<4xf32>) -> memref<2xi8, 3> {
//     %0 = memref.alloc(%n)[%o] : memref<16x?xf32, #map>
//     memref.dealloc %0 : memref<16x?xf32, #map>
//     %c0 = arith.constant 0 : index
//     %1 = memref.load %x[%c0] : memref<4xf32>
//     %2 = memref.alloc() : memref<2xi8, 3>
//     return %2 : memref<2xi8, 3>
//   }
// }

// -----
// A region without parentheses, of an operation without operands.
func @regions(%a: i64) {
  "plain.launch"() {
  ^entry(%b: i64):
    "plain.use"(%a, %b) : (i64, i64) -> ()
  }
  "plain.launch"() {
  ^entry:
    "plain.stop"() : () -> ()
  } {fruit: "banana"} : () -> ()
  return
}
// EXPECTED
// module {
//   func.func @regions(%a: i64) {
//     "plain.launch"() ({
//     ^bb0(%b: i64):
//       "plain.use"(%a, %b) : (i64, i64) -> ()
//     }) : () -> ()
//     "plain.launch"() ({
//       "plain.stop"() : () -> ()
//     }) {fruit = "banana"} : () -> ()
//     return
//   }
// }

// -----
// The labels of a `cfgfunc` stand bare.
cfgfunc @labels(i32, i1) -> i32 {
entry(%x: i32, %c: i1):
  cond_br %c, left(%x : i32), right
left(%y: i32):
  br last(%y : i32)
right:
  "plain.branch"()[left(%x : i32)] : () -> ()
last(%z: i32):
  return %z : i32
}
cfgfunc @one() {
bb0:
  return
}
// EXPECTED
// module {
//   func.func @labels(%x: i32, %c: i1) -> i32 {
//     cf.cond_br %c, ^bb1(%x : i32), ^bb2
//   ^bb1(%y: i32):
//     cf.br ^bb3(%y : i32)
//   ^bb2:
//     "plain.branch"(%x)[^bb1] {operandSegmentSizes = array<i32: 0, 1>} : (i32) -> ()
//   ^bb3(%z: i32):
//     return %z : i32
//   }
//   func.func @one() {
//     return
//   }
// }

// -----
// The names of old operations tell an old text inside a function of today as well.
func.func @dims(%m: memref<?x?xf32>) {
  %n = dim %m, 0 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.if (d0)[s0] : (d0 - s0 == 0)(%i)[%n] {
    }
  }
  return
}
// EXPECTED
// #set = affine_set<(d0)[s0] : (d0 - s0 == 0)>
// module {
//   func.func @dims(%m: memref<?x?xf32>) {
//     %c0 = arith.constant 0 : index
//     %n = memref.dim %m, %c0 : memref<?x?xf32>
//     affine.for %i = 0 to %n {
//       affine.if #set(%i)[%n] {
//       }
//     }
//     return
//   }
// }

// -----
func.func @extremum(%i: index) {
  %0 = affine.max (d0) -> (1000, d0 + 512)(%i) : index
  return
}
// EXPECTED
// #map = affine_map<(d0) -> (1000, d0 + 512)>
// module {
//   func.func @extremum(%i: index) {
//     %0 = affine.max #map(%i)
//     return
//   }
// }

// -----
// Operations need no line of their own, and functions may be called before they are declared.
func @lines() {
  %a = alloc() : memref<4xf32> %b = alloc() :
  memref<4x4xf32> call @g(%a) : (memref<4xf32>)->() call @h(%b) : (memref<4x4xf32>)
  ->() return
}
func @g(memref<4xf32>)
func @h(memref<4x4xf32> {last})
// EXPECTED
// module {
//   func.func @lines() {
//     %a = memref.alloc() : memref<4xf32>
//     %b = memref.alloc() : memref<4x4xf32>
//     call @g(%a) : (memref<4xf32>) -> ()
//     call @h(%b) : (memref<4x4xf32>) -> ()
//     return
//   }
//   func.func private @g(memref<4xf32>)
//   func.func private @h(memref<4x4xf32> {std.last})
// }

// -----
// Attributes and dialect types.
!line = type vector<4 x f32>
func @attributes(!line, !a<"i32*">, !b.string) -> (f64 {a.b: 0 : i64}) attributes {c.d: false}
func @uses(%x: !line, %t: tensor<*xf32>, %e: tensor<0xf32>, %z: tensor<1 x 0 x i32>, %p: tuple<>, %q: tuple<i32, none>) {
  "a.b"(%x) : vector<4 x f32> -> ()
  "a.b"(%x) : !line -> ()
  %0 = "a.conv"(%t, %t) {strides: [1, 1], padding: "SAME", d: #a<"b<c>">, e: #a.b<c>} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %1, %2:2 = "a.three"() : () -> (i16, i1, complex<f32>)
  %3 = "a.b"(%1, %2#1) {unit, other: unit} : (i16, complex<f32>) -> f32
  return
}
// EXPECTED
// module {
//   func.func private @attributes(vector<4xf32>, !a<"i32*">, !b.string) -> (f64 {a.b = 0 : i64}) attributes {c.d = false}
//   func.func @uses(%x: vector<4xf32>, %t: tensor<*xf32>, %e: tensor<0xf32>, %z: tensor<1x0xi32>, %p: tuple<>, %q: tuple<i32, none>) {
//     "a.b"(%x) : (vector<4xf32>) -> ()
//     "a.b"(%x) : (vector<4xf32>) -> ()
//     %0 = "a.conv"(%t, %t) {d = #a<"b<c>">, e = #a.b<c>, padding = "SAME", strides = [1 : i64, 1 : i64]} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
//     %1:3 = "a.three"() : () -> (i16, i1, complex<f32>)
//     %2 = "a.b"(%1#0, %1#2) {other, unit} : (i16, complex<f32>) -> f32
//     return
//   }
// }

// -----
// laxer than MLIR
// What follows an operation of another dialect is an operation of its own, with or without a dialect.
llvm.func @g(i32) -> i32
func @main(%m: memref<8xf32>, %x: f32, %i: index) -> f32 {
  foo.bar %x : f32
  store %x, %m[%i] : memref<8xf32>
  foo.bar %x : f32 // A comment.
  call @h() : () -> ()
  foo.bar %x
    : f32
    -> (i32,
        i32)
    {a = 1,
     b = "return"} loc("f":1:2)
  dealloc %m : memref<8xf32>
  foo.loop {
    store %x, %m[%i] : memref<8xf32>
  }
  foo.bar %x : f32
  return %x : f32
}
spv.module Logical GLSL450 {
  func @inside() {
    return
  }
}
func @h()
// EXPECTED
// module {
//   llvm.func @g(i32) -> i32
//   func.func @main(%m: memref<8xf32>, %x: f32, %i: index) -> f32 {
//     foo.bar %x : f32
//     memref.store %x, %m[%i] : memref<8xf32>
//     foo.bar %x : f32
//     call @h() : () -> ()
//     foo.bar %x : f32 -> (i32, i32) {a = 1, b = "return"}
//     memref.dealloc %m : memref<8xf32>
//     foo.loop {
//       memref.store %x, %m[%i] : memref<8xf32>
//     }
//     foo.bar %x : f32
//     return %x : f32
//   }
//   spv.module Logical GLSL450 {
//     func.func @inside() {
//       return
//     }
//   }
//   func.func private @h()
// }

// -----
// laxer than MLIR
// An operation without its dialect follows one of a dialect that no table knows.
llvm.func @g(i32) -> i32
func @main(%A: memref<4xf32>, %i: index) {
  %x = foo.bar %A : f32
  store %x, %A[%i] : memref<4xf32>
  foo.bar %x : f32 store %x, %A[%i] : memref<4xf32>
  foo.use %x %y = addf %x, %x : f32
  foo.loop for %A if %i
  llvm.call @g() : () -> ()
  call @h() : () -> ()
  foo.bar %y : f32 call @h() : () -> ()
  return
}
llvm.mlir.global @c() : i32
extfunc @h()
// EXPECTED
// module {
//   llvm.func @g(i32) -> i32
//   func.func @main(%A: memref<4xf32>, %i: index) {
//     %x = foo.bar %A : f32
//     memref.store %x, %A[%i] : memref<4xf32>
//     foo.bar %x : f32
//     memref.store %x, %A[%i] : memref<4xf32>
//     foo.use %x
//     %y = arith.addf %x, %x : f32
//     foo.loop for %A if %i
//     llvm.call @g() : () -> ()
//     call @h() : () -> ()
//     foo.bar %y : f32
//     call @h() : () -> ()
//     return
//   }
//   llvm.mlir.global @c() : i32
//   func.func private @h()
// }

// -----
// laxer than MLIR
// A label of a `cfgfunc` ends an operation of a dialect that no table knows.
cfgfunc @blocks(i32) {
bb0(%x: i32):
  foo.bar %x : f32
  br bb1
bb1:
  %y = foo.bar %x
bb2:
  foo.end
bb3(%z: i32):
  return
}
// EXPECTED
// module {
//   func.func @blocks(%x: i32) {
//     foo.bar %x : f32
//     cf.br ^bb1
//   ^bb1:
//     %y = foo.bar %x
//   ^bb2:
//     foo.end
//   ^bb3(%z: i32):
//     return
//   }
// }
