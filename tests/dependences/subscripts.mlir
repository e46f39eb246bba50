// The transpose in place: a cell and its mirror image.
func.func @permuted(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// anti A[j, i] -> A[i, j] within (=, =) (0, 0)
// anti A[j, i] -> A[i, j] at i (<, >) (*, *)
// flow A[i, j] -> A[j, i] at i (<, >) (*, *)
// -----
// The strict lower and the strict upper triangle.
func.func @permuted_triangle(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// none
// -----
func.func @twice(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %A[%i * 2] : memref<?xf32>
  }
  return
}
// anti A[i] -> A[i * 2] within (=) (0)
// flow A[i * 2] -> A[i] at i (<) (*)
// -----
// Even and odd cells.
func.func @even_and_odd(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i * 2 + 1] : memref<?xf32>
    affine.store %a, %A[%i * 2] : memref<?xf32>
  }
  return
}
// none
// -----
func.func @quotient(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i floordiv 4] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
// anti A[i floordiv 4] -> A[i] within (=) (0)
// flow A[i] -> A[i floordiv 4] at i (<) (*)
// -----
// Four lanes and what lies above them.
func.func @remainder(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i mod 4] : memref<?xf32>
    affine.store %a, %A[%i + 4] : memref<?xf32>
  }
  return
}
// none
// -----
// A quotient and a remainder together name the iteration.
func.func @recomposed(%A: memref<?x4xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<?x4xf32>
    affine.store %a, %A[%i floordiv 4, %i mod 4] : memref<?x4xf32>
  }
  return
}
// anti A[i floordiv 4, i mod 4] -> A[i floordiv 4, i mod 4] within (=) (0)
// -----
// Tiles of a linear array are apart.
func.func @linearized(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i * 8 + %j] : memref<?xf32>
      affine.store %a, %A[%i * 8 + %j] : memref<?xf32>
    }
  }
  return
}
// anti A[i * 8 + j] -> A[i * 8 + j] within (=, =) (0, 0)
// -----
// Rows that overlap by one cell.
func.func @overlapping_rows(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 9 {
      %a = arith.constant 0.0 : f32
      affine.store %a, %A[%i * 8 + %j] : memref<?xf32>
    }
  }
  return
}
// output A[i * 8 + j] -> A[i * 8 + j] at i (<, >) (1, -8)
// -----
// Subscripts that other operations compute.
func.func @computed(%A: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    %x = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %y = arith.addi %x, %c1 : index
    %a = memref.load %A[%y] : memref<?xf32>
    memref.store %a, %A[%x] : memref<?xf32>
  }
  return
}
// none
// -----
// A subscript that is data, the same in one iteration only.
func.func @indirect(%A: memref<?xf32>, %P: memref<?xindex> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    %p = affine.load %P[%i] : memref<?xindex>
    %a = memref.load %A[%p] : memref<?xf32>
    memref.store %a, %A[%p] : memref<?xf32>
  }
  return
}
// anti A[p] -> A[p] within (=) (0)
// anti A[p] -> A[p] at i (<) (*), assumed: %p comes from `affine.load`
// flow A[p] -> A[p] at i (<) (*), assumed: %p comes from `affine.load`
// output A[p] -> A[p] at i (<) (*), assumed: %p comes from `affine.load`
// -----
// A product of sizes is not affine.
func.func @product(%A: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    %x = arith.muli %i, %m : index
    %a = memref.load %A[%x] : memref<?xf32>
    memref.store %a, %A[%x] : memref<?xf32>
  }
  return
}
// anti A[i * m] -> A[i * m] within (=) (0)
// anti A[i * m] -> A[i * m] at i (<) (*)
// flow A[i * m] -> A[i * m] at i (<) (*)
// output A[i * m] -> A[i * m] at i (<) (*)
// -----
func.func @least(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.min affine_map<(d0) -> (d0, 9)>(%i)
    %c10 = arith.constant 10 : index
    %y = arith.addi %x, %c10 : index
    %a = memref.load %A[%y] : memref<?xf32>
    memref.store %a, %A[%x] : memref<?xf32>
  }
  return
}
// output A[x] -> A[x] at i (<) (*)
