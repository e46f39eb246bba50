// RUN: parse
func.func @gemm(%A: memref<64x64xf32> {llvm.noalias}, %B: memref<64x64xf32> {llvm.noalias}, %C: memref<64x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %a = affine.load %A[%i, %k] : memref<64x64xf32>
        %b = affine.load %B[%k, %j] : memref<64x64xf32>
        %c = affine.load %C[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
// EXPECTED
// module {
//   func.func @gemm(%A: memref<64x64xf32> {llvm.noalias}, %B: memref<64x64xf32> {llvm.noalias}, %C: memref<64x64xf32> {llvm.noalias}) {
//     affine.for %i = 0 to 64 {
//       affine.for %j = 0 to 64 {
//         affine.for %k = 0 to 64 {
//           %a = affine.load %A[%i, %k] : memref<64x64xf32>
//           %b = affine.load %B[%k, %j] : memref<64x64xf32>
//           %c = affine.load %C[%i, %j] : memref<64x64xf32>
//           %p = arith.mulf %a, %b : f32
//           %s = arith.addf %c, %p : f32
//           affine.store %s, %C[%i, %j] : memref<64x64xf32>
//         }
//       }
//     }
//     return
//   }
// }

// -----
#map = affine_map<(d0)[s0] -> (d0 + s0)>
func.func @f(%A: memref<?x4xf32> {llvm.noalias}, %n: index, %x: f32, %b: i32, %v: vector<4xf32>) -> (f32 {foo.bar}) attributes {zoo} {
  %c = arith.constant 1.0 : f32
  %c1 = arith.constant dense<[1, 2]> : vector<2xi8>
  %y = arith.addf %c, %x fastmath<contract,reassoc> : f32
  %z = arith.addi %b, %b overflow<nsw, nuw> {foo = 1} : i32
  %z2 = arith.addi %b, %b : i32
  %cc = arith.cmpi slt, %z, %z : i32
  %f = affine.for %i = 0 to %n iter_args(%acc = %x) -> (f32) {
    %q = affine.load %A[%i, symbol(%n) + 3] : memref<?x4xf32>
    affine.yield %q : f32
  } {hello}
  affine.for %i = 0 to 10 { affine.for %j = #map(%i)[%n] to min affine_map<(d0)[s0] -> (d0 + 3, s0)>(%i)[%n] step 2 { affine.if affine_set<(d0) : (d0 - 1 <= 3, d0 == 0)>(%i) { "foo"() : () -> () } else { } } }
  %d = vector.extract %v[2] : f32 from vector<4xf32>
  %d2 = vector.extract %v[%n] : f32 from vector<4xf32>
  %e = vector.insert %x, %v[%n] : f32 into vector<4xf32>
  %r = vector.reduction <add>, %v, %x fastmath<reassoc> : vector<4xf32> into f32
  %al = memref.alloc(%n)[%n] {alignment = 64 : i64} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %ld = memref.load %A[%n, %n] : memref<?x4xf32>
  %ld3 = vector.load %A[%n, %n] : memref<?x4xf32>, vector<4xf32>
  %tr = arith.truncf %x : f32 to f16
  %fm = math.fma %x, %x, %x : f32
  %k = arith.constant 0x7FC00000 : f32
  %k1 = arith.constant 255 : i8
  return %f : f32
}
func.func private @g(i32 {llvm.signext}) -> i32
// EXPECTED
// #map = affine_map<(d0)[s0] -> (d0 + s0)>
// #map1 = affine_map<(d0)[s0] -> (d0 + 3, s0)>
// #set = affine_set<(d0) : (-(d0 - 1) + 3 >= 0, d0 == 0)>
// module {
//   func.func @f(%A: memref<?x4xf32> {llvm.noalias}, %n: index, %x: f32, %b: i32, %v: vector<4xf32>) -> (f32 {foo.bar}) attributes {zoo} {
//     %c = arith.constant 1.000000e+00 : f32
//     %c1 = arith.constant dense<[1, 2]> : vector<2xi8>
//     %y = arith.addf %c, %x fastmath<reassoc,contract> : f32
//     %z = arith.addi %b, %b overflow<nsw, nuw> {foo = 1 : i64} : i32
//     %z2 = arith.addi %b, %b : i32
//     %cc = arith.cmpi slt, %z, %z : i32
//     %f = affine.for %i = 0 to %n iter_args(%acc = %x) -> (f32) {
//       %q = affine.load %A[%i, symbol(%n) + 3] : memref<?x4xf32>
//       affine.yield %q : f32
//     } {hello}
//     affine.for %i = 0 to 10 {
//       affine.for %j = #map(%i)[%n] to min #map1(%i)[%n] step 2 {
//         affine.if #set(%i) {
//           "foo"() : () -> ()
//         } else {
//         }
//       }
//     }
//     %d = vector.extract %v[2] : f32 from vector<4xf32>
//     %d2 = vector.extract %v[%n] : f32 from vector<4xf32>
//     %e = vector.insert %x, %v [%n] : f32 into vector<4xf32>
//     %r = vector.reduction <add>, %v, %x fastmath<reassoc> : vector<4xf32> into f32
//     %al = memref.alloc(%n)[%n] {alignment = 64 : i64} : memref<?xf32, #map>
//     %ld = memref.load %A[%n, %n] : memref<?x4xf32>
//     %ld3 = vector.load %A[%n, %n] : memref<?x4xf32>, vector<4xf32>
//     %tr = arith.truncf %x : f32 to f16
//     %fm = math.fma %x, %x, %x : f32
//     %k = arith.constant 0x7FC00000 : f32
//     %k1 = arith.constant -1 : i8
//     return %f : f32
//   }
//   func.func private @g(i32 {llvm.signext}) -> i32
// }
