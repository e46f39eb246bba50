// A band: the first rows begin at its edge, the last ones end there.
func.func @band(%A: memref<40x40xf32> {llvm.noalias}, %x: memref<40xf32> {llvm.noalias}, %y: memref<40xf32> {llvm.noalias}) {
  affine.for %i = 0 to 40 {
    affine.for %j = max affine_map<(d0) -> (0, d0 - 3)>(%i) to min affine_map<(d0) -> (40, d0 + 4)>(%i) {
      %a = affine.load %A[%i, %j] : memref<40x40xf32>
      %b = affine.load %x[%j] : memref<40xf32>
      %c = affine.load %y[%i] : memref<40xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%i] : memref<40xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0) -> (d0 + 4)>
#map1 = affine_map<(d0) -> (d0 - 3)>
module {
  func.func @band(%A: memref<40x40xf32> {llvm.noalias}, %x: memref<40xf32> {llvm.noalias}, %y: memref<40xf32> {llvm.noalias}) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to #map(%i) {
        %0 = affine.load %y[%i] : memref<40xf32>
        %1 = affine.load %A[%i, %j] : memref<40x40xf32>
        %2 = affine.load %x[%j] : memref<40xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %y[%i] : memref<40xf32>
      }
    }
    affine.for %i_1 = 4 to 37 {
      affine.for %j_1 = #map1(%i_1) to #map(%i_1) {
        %0 = affine.load %y[%i_1] : memref<40xf32>
        %1 = affine.load %A[%i_1, %j_1] : memref<40x40xf32>
        %2 = affine.load %x[%j_1] : memref<40xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %y[%i_1] : memref<40xf32>
      }
    }
    affine.for %i_1_1 = 37 to 40 {
      affine.for %j_1_1 = #map1(%i_1_1) to 40 {
        %0 = affine.load %y[%i_1_1] : memref<40xf32>
        %1 = affine.load %A[%i_1_1, %j_1_1] : memref<40x40xf32>
        %2 = affine.load %x[%j_1_1] : memref<40xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %y[%i_1_1] : memref<40xf32>
      }
    }
    return
  }
}
// -----
// The edges may come in either order, and the band may be wider than the matrix.
func.func @any_band(%A: memref<?x?xf32> {llvm.noalias}, %n: index, %w: index) {
  affine.for %i = 0 to %n {
    affine.for %j = max affine_map<(d0)[s0] -> (0, d0 - s0)>(%i)[%w] to min affine_map<(d0)[s0, s1] -> (s1, d0 + s0)>(%i)[%w, %n] {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = arith.addf %a, %a : f32
      affine.store %s, %A[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
// becomes
#map = affine_map<(d0, d1) -> (d0, d1 + 1, d0 - d1 + 1)>
#map1 = affine_map<(d0, d1) -> (d0 + d1)>
#map2 = affine_map<(d0, d1) -> (0, d0 - d1 + 1)>
#map3 = affine_map<(d0, d1) -> (d0, d1 + 1)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0) -> (0, d0 + 1)>
#map6 = affine_map<(d0, d1) -> (d0, d0 - d1 + 1)>
#map7 = affine_map<(d0, d1) -> (d0 - d1)>
#map8 = affine_map<(d0, d1) -> (d0 + 1, d1 - d0 + 1)>
module {
  func.func @any_band(%A: memref<?x?xf32> {llvm.noalias}, %n: index, %w: index) {
    affine.for %i = 0 to min #map(%n, %w) {
      affine.for %j = 0 to #map1(%i, %w) {
        %0 = affine.load %A[%i, %j] : memref<?x?xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %A[%j, %i] : memref<?x?xf32>
      }
    }
    affine.for %i_2 = max #map2(%n, %w) to min #map3(%n, %w) {
      affine.for %j_2 = 0 to #map4(%n) {
        %0 = affine.load %A[%i_2, %j_2] : memref<?x?xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %A[%j_2, %i_2] : memref<?x?xf32>
      }
    }
    affine.for %i_1 = max #map5(%w) to min #map6(%n, %w) {
      affine.for %j_1 = #map7(%i_1, %w) to #map1(%i_1, %w) {
        %0 = affine.load %A[%i_1, %j_1] : memref<?x?xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %A[%j_1, %i_1] : memref<?x?xf32>
      }
    }
    affine.for %i_1_1 = max #map8(%w, %n) to #map4(%n) {
      affine.for %j_1_1 = #map7(%i_1_1, %w) to #map4(%n) {
        %0 = affine.load %A[%i_1_1, %j_1_1] : memref<?x?xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %A[%j_1_1, %i_1_1] : memref<?x?xf32>
      }
    }
    return
  }
}
// -----
// Which of the bounds is closer is the same in all iterations, though not known.
func.func @same(%A: memref<?xf32> {llvm.noalias}, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m] {
      %a = affine.load %A[%i + %j] : memref<?xf32>
      affine.store %a, %A[%i + %j + 1] : memref<?xf32>
    }
  }
  return
}
// stays
// bounds: refused, no bound of a loop takes the place of another at one iteration of a loop around
// -----
// It changes back and forth with every second iteration.
func.func @alternates(%A: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to min affine_map<(d0)[s0] -> ((d0 mod 2) * 9, 5)>(%i)[%n] {
      %a = affine.load %A[%i + %j] : memref<?xf32>
      affine.store %a, %A[%i + %j + 1] : memref<?xf32>
    }
  }
  return
}
// stays
// bounds: refused, no bound of a loop takes the place of another at one iteration of a loop around
