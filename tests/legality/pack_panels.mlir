// fires: pack_panels
// equal: pack_panels
func.func @product(%A: memref<12x10xf32> {llvm.noalias}, %B: memref<10x14xf32> {llvm.noalias}, %C: memref<12x14xf32> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 14 {
      affine.for %k = 0 to 10 {
        %a = affine.load %A[%i, %k] : memref<12x10xf32>
        %b = affine.load %B[%k, %j] : memref<10x14xf32>
        %c = affine.load %C[%i, %j] : memref<12x14xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<12x14xf32>
      }
    }
  }
  return
}
// -----
// The result may be one of the factors: what is stored is read again.
// not: pack_panels
func.func @may_overlap(%A: memref<12x12xf32>, %B: memref<12x12xf32>, %C: memref<12x12xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 12 {
      affine.for %k = 0 to 12 {
        %a = affine.load %A[%i, %k] : memref<12x12xf32>
        %b = affine.load %B[%k, %j] : memref<12x12xf32>
        %c = affine.load %C[%i, %j] : memref<12x12xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<12x12xf32>
      }
    }
  }
  return
}
// refused: pack_panels: refused, flow dependence 12:9 affine.store C[i, j] -> 7:14 affine.load A[i, k]; assumed, for C and A may overlap
// -----
// Rows below are read, but for the last of them they are rows that the nest writes.
// not: pack_panels
func.func @row_too_many(%A: memref<12x12xf32> {llvm.noalias}, %C: memref<24x12xf32> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 12 {
      affine.for %k = 0 to 12 {
        %a = affine.load %A[%i, 0] : memref<12x12xf32>
        %b = affine.load %C[%k + 11, %j] : memref<24x12xf32>
        %p = arith.mulf %a, %b : f32
        affine.store %p, %C[%i, %j] : memref<24x12xf32>
      }
    }
  }
  return
}
// refused: pack_panels: refused, flow dependence 10:9 affine.store C[i, j] -> 8:14 affine.load C[k + 11, j]
// -----
// Those rows are others.
// fires: pack_panels
// equal: pack_panels
func.func @rows_apart(%A: memref<12x12xf32> {llvm.noalias}, %C: memref<24x12xf32> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 12 {
      affine.for %k = 0 to 12 {
        %a = affine.load %A[%i, 0] : memref<12x12xf32>
        %b = affine.load %C[%k + 12, %j] : memref<24x12xf32>
        %p = arith.mulf %a, %b : f32
        affine.store %p, %C[%i, %j] : memref<24x12xf32>
      }
    }
  }
  return
}
// -----
// The factor has fewer columns than are asked for, which is no matter while there are no rows: a copy would read them.
// not: pack_panels
func.func @outside(%B: memref<10x14xf32> {llvm.noalias}, %C: memref<12x16xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 10 {
        %b = affine.load %B[%k, %j] : memref<10x14xf32>
        %c = affine.load %C[%i, %j] : memref<12x16xf32>
        %s = arith.addf %c, %b : f32
        affine.store %s, %C[%i, %j] : memref<12x16xf32>
      }
    }
  }
  return
}
// refused: pack_panels of k: refused, 7:14 affine.load B[k, j] may be outside its array
// refused: pack_panels of j: refused, 7:14 affine.load B[k, j] may be outside its array
