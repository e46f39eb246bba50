// RUN: parse
func.func @vectors(%x: f32, %m: memref<?x?xf32>, %i: index, %v: vector<4x8xf32>, %w: vector<8xf32>, %n: vector<8xi32>) {
  %0 = vector.broadcast %x : f32 to vector<16xf32>
  %1 = vector.broadcast %w : vector<8xf32> to vector<4x8xf32>
  %2 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<8xf32>
  vector.store %2, %m[%i, %i] : memref<?x?xf32>, vector<8xf32>
  %3 = vector.fma %w, %w, %w : vector<8xf32>
  %4 = vector.extract %v[0] : vector<8xf32> from vector<4x8xf32>
  %5 = vector.extract %v[3, 7] : f32 from vector<4x8xf32>
  %6 = vector.extract %v[%i, 2] : f32 from vector<4x8xf32>
  %7 = vector.insert %x, %w[5] : f32 into vector<8xf32>
  %8 = vector.insert %w, %v[%i] : vector<8xf32> into vector<4x8xf32>
  %9 = vector.insert %x, %v[1, %i] {tag} : f32 into vector<4x8xf32>
  %10 = vector.reduction <add>, %w : vector<8xf32> into f32
  %11 = vector.reduction <mul>, %w, %x : vector<8xf32> into f32
  %12 = vector.reduction <add>, %w fastmath<reassoc> : vector<8xf32> into f32
  %13 = vector.reduction <maximumf>, %w : vector<8xf32> into f32
  %14 = vector.reduction <minsi>, %n : vector<8xi32> into i32
  %15 = vector.reduction <xor>, %n : vector<8xi32> into i32
  %16 = vector.broadcast %i : index to vector<[4]xindex>
  return
}
// EXPECTED
// module {
//   func.func @vectors(%x: f32, %m: memref<?x?xf32>, %i: index, %v: vector<4x8xf32>, %w: vector<8xf32>, %n: vector<8xi32>) {
//     %0 = vector.broadcast %x : f32 to vector<16xf32>
//     %1 = vector.broadcast %w : vector<8xf32> to vector<4x8xf32>
//     %2 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<8xf32>
//     vector.store %2, %m[%i, %i] : memref<?x?xf32>, vector<8xf32>
//     %3 = vector.fma %w, %w, %w : vector<8xf32>
//     %4 = vector.extract %v[0] : vector<8xf32> from vector<4x8xf32>
//     %5 = vector.extract %v[3, 7] : f32 from vector<4x8xf32>
//     %6 = vector.extract %v[%i, 2] : f32 from vector<4x8xf32>
//     %7 = vector.insert %x, %w [5] : f32 into vector<8xf32>
//     %8 = vector.insert %w, %v [%i] : vector<8xf32> into vector<4x8xf32>
//     %9 = vector.insert %x, %v [1, %i] {tag} : f32 into vector<4x8xf32>
//     %10 = vector.reduction <add>, %w : vector<8xf32> into f32
//     %11 = vector.reduction <mul>, %w, %x : vector<8xf32> into f32
//     %12 = vector.reduction <add>, %w fastmath<reassoc> : vector<8xf32> into f32
//     %13 = vector.reduction <maximumf>, %w : vector<8xf32> into f32
//     %14 = vector.reduction <minsi>, %n : vector<8xi32> into i32
//     %15 = vector.reduction <xor>, %n : vector<8xi32> into i32
//     %16 = vector.broadcast %i : index to vector<[4]xindex>
//     return
//   }
// }

// -----
// An attribute that says what its absence says is left out.
func.func @default_kind(%a: vector<1xf32>, %c: vector<1x1xf32>) -> vector<1x1xf32> {
  %0 = vector.outerproduct %a, %a, %c {kind = #vector.kind< add >} : vector<1xf32>, vector<1xf32>
  return %0 : vector<1x1xf32>
}
// EXPECTED
// module {
//   func.func @default_kind(%a: vector<1xf32>, %c: vector<1x1xf32>) -> vector<1x1xf32> {
//     %0 = vector.outerproduct %a, %a, %c : vector<1xf32>, vector<1xf32>
//     return %0 : vector<1x1xf32>
//   }
// }
