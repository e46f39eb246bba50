// test: agree

// A column-major layout and a layout in tiles of 2 x 2, as maps.
func.func @maps(%A: memref<4x4xi64>, %B: memref<4x4xi64>) {
  %C = memref.alloc() : memref<4x4xi64, affine_map<(d0, d1) -> (d1 * 4 + d0)>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<4x4xi64>
      affine.store %a, %C[%i, %j] : memref<4x4xi64, affine_map<(d0, d1) -> (d1 * 4 + d0)>>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %c = affine.load %C[%j, %i] : memref<4x4xi64, affine_map<(d0, d1) -> (d1 * 4 + d0)>>
      affine.store %c, %B[%i, %j] : memref<4x4xi64>
    }
  }
  memref.dealloc %C : memref<4x4xi64, affine_map<(d0, d1) -> (d1 * 4 + d0)>>
  return
}
