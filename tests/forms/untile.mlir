// The last tile is cut where the loop over tiles ends.
func.func @cut(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index) {
  affine.for %ti = 0 to %n step 32 {
    affine.for %tj = 0 to %n step 32 {
      affine.for %i = affine_map<(d0) -> (d0)>(%ti) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%ti)[%n] {
        affine.for %j = affine_map<(d0) -> (d0)>(%tj) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%tj)[%n] {
          %0 = affine.load %A[%i, %j] : memref<?x?xf32>
          affine.store %0, %B[%j, %i] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @cut(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %n: index) {
    affine.for %i = 0 to #map(%n) {
      affine.for %j = 0 to #map(%n) {
        %0 = affine.load %A[%i, %j] : memref<?x?xf32>
        affine.store %0, %B[%j, %i] : memref<?x?xf32>
      }
    }
    return
  }
}
// -----
// Nothing cuts the last tile, which runs beyond the end; tiles are counted.
func.func @whole(%A: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  affine.for %t = 0 to %n step 8 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 8)>(%t) {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  affine.for %t = 1 to %n {
    affine.for %i = affine_map<(d0) -> (d0 * 4 + 1)>(%t) to affine_map<(d0) -> (d0 * 4 + 5)>(%t) step 2 {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (((d0 + 7) floordiv 8) * 8)>
#map1 = affine_map<(d0) -> (d0 * 4 + 1)>
module {
  func.func @whole(%A: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
    affine.for %i = 0 to #map(%n) {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    affine.for %i = 5 to #map1(%n) step 2 {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    return
  }
}
// -----
// A product whose sum is held for the iterations of one tile.
func.func @held(%A: memref<64x64xf32> {llvm.noalias}, %B: memref<64x64xf32> {llvm.noalias}, %C: memref<64x64xf32> {llvm.noalias}) {
  affine.for %tk = 0 to 64 step 16 {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        %0 = affine.load %C[%i, %j] : memref<64x64xf32>
        %1 = affine.for %k = affine_map<(d0) -> (d0)>(%tk) to affine_map<(d0) -> (d0 + 16)>(%tk) iter_args(%s = %0) -> (f32) {
          %2 = affine.load %A[%i, %k] : memref<64x64xf32>
          %3 = affine.load %B[%k, %j] : memref<64x64xf32>
          %4 = arith.mulf %2, %3 : f32
          %5 = arith.addf %s, %4 : f32
          affine.yield %5 : f32
        }
        affine.store %1, %C[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
// becomes
module {
  func.func @held(%A: memref<64x64xf32> {llvm.noalias}, %B: memref<64x64xf32> {llvm.noalias}, %C: memref<64x64xf32> {llvm.noalias}) {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        affine.for %k = 0 to 64 {
          %0 = affine.load %C[%i, %j] : memref<64x64xf32>
          %1 = affine.load %A[%i, %k] : memref<64x64xf32>
          %2 = affine.load %B[%k, %j] : memref<64x64xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %C[%i, %j] : memref<64x64xf32>
        }
      }
    }
    return
  }
}
// -----
// Each tile is done twice before the next one.
func.func @order(%A: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n step 8 {
    affine.for %r = 0 to 2 {
      affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
        %0 = affine.load %A[%i] : memref<?xf32>
        %1 = affine.load %A[%i + 1] : memref<?xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}
// stays
// untile of t and r: refused, anti dependence 7:14 affine.load A[i + 1] -> 9:9 affine.store A[i] with (<, >)
// -----
// Tiles that lie upon each other, and gaps between tiles.
func.func @overlap(%A: memref<?xf32>, %n: index, %x: f32) {
  affine.for %t = 0 to %n step 6 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  affine.for %t = 0 to %n step 9 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}
// stays
// untile: refused, no loop runs through what another leaves of its steps
// untile: refused, no loop runs through what another leaves of its steps
// -----
// The tile is known inside.
func.func @inside(%A: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n step 8 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      %0 = affine.load %C[%t] : memref<?xf32>
      affine.store %0, %A[%i] : memref<?xf32>
    }
  }
  return
}
// stays
// untile: refused, no loop runs through what another leaves of its steps
// -----
// What is held is read after the loop.
func.func @read_after(%A: memref<64xf32> {llvm.noalias}, %C: memref<64xf32> {llvm.noalias}, %D: memref<64xf32> {llvm.noalias}) {
  affine.for %t = 0 to 64 step 16 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %C[%j] : memref<64xf32>
      %1 = affine.for %k = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 16)>(%t) iter_args(%s = %0) -> (f32) {
        %2 = affine.load %A[%k] : memref<64xf32>
        %5 = arith.addf %s, %2 : f32
        affine.yield %5 : f32
      }
      affine.store %1, %C[%j] : memref<64xf32>
      affine.store %1, %D[%j] : memref<64xf32>
    }
  }
  return
}
// stays
// untile: refused, no loop runs through what another leaves of its steps
// -----
// What is held lies where the loop reads too.
func.func @read_inside(%C: memref<64xf32> {llvm.noalias}) {
  affine.for %t = 0 to 64 step 16 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %C[%j] : memref<64xf32>
      %1 = affine.for %k = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 16)>(%t) iter_args(%s = %0) -> (f32) {
        %2 = affine.load %C[%k] : memref<64xf32>
        %5 = arith.addf %s, %2 : f32
        affine.yield %5 : f32
      }
      affine.store %1, %C[%j] : memref<64xf32>
    }
  }
  return
}
// stays
// untile: refused, no loop runs through what another leaves of its steps
// -----
// What is in a tile is counted from its beginning.
func.func @from_its_beginning(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %t = 0 to %n step 8 {
    affine.for %i = 0 to min affine_map<(d0)[s0] -> (8, s0 - d0)>(%t)[%n] {
      %0 = affine.load %B[%t + %i] : memref<?xf32>
      affine.store %0, %A[%t + %i] : memref<?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0)>
module {
  func.func @from_its_beginning(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
    affine.for %i_1 = 0 to #map(%n) {
      %0 = affine.load %B[%i_1] : memref<?xf32>
      affine.store %0, %A[%i_1] : memref<?xf32>
    }
    return
  }
}
// -----
// Each tile begins in the same place.
func.func @in_the_same_place(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %t = 0 to %n step 8 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %B[%t + %i] : memref<?xf32>
      affine.store %0, %A[%i] : memref<?xf32>
    }
  }
  return
}
// stays
// untile: refused, no loop runs through what another leaves of its steps
// -----
// Tiles of eight, eleven apart.
func.func @apart(%A: memref<?xf32> {llvm.noalias}, %x: f32, %n: index) {
  affine.for %t = 0 to %n step 11 {
    affine.for %i = 0 to 8 {
      affine.store %x, %A[%t + %i] : memref<?xf32>
    }
  }
  return
}
// stays
