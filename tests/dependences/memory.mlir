// Arguments may overlap.
func.func @alias(%A: memref<?xf32>, %B: memref<?xf32>, %i: index) {
  %a = memref.load %A[%i] : memref<?xf32>
  memref.store %a, %B[%i] : memref<?xf32>
  return
}
// anti A[i] -> B[i] within () (), assumed: %A and %B may overlap
// -----
func.func @noalias(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32>, %i: index) {
  %a = memref.load %A[%i] : memref<?xf32>
  memref.store %a, %B[%i] : memref<?xf32>
  return
}
// none
// -----
// An allocation is apart from what the caller has, and each iteration has its own.
func.func @allocation(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %T = memref.alloc() : memref<8xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %T[0] : memref<8xf32>
    %b = affine.load %T[0] : memref<8xf32>
    affine.store %b, %A[%i] : memref<?xf32>
    memref.dealloc %T : memref<8xf32>
  }
  return
}
// anti A[i] -> A[i] within (=) (0)
// flow T[0] -> T[0] within (=) (0)
// -----
// A call between the store and the load may touch what it is given and what the caller has, but not what
// only this function knows.
func.func private @f(memref<8xf32>)
func.func @call(%A: memref<8xf32>, %v: f32) {
  %S = memref.alloc() : memref<8xf32>
  %T = memref.alloc() : memref<8xf32>
  affine.store %v, %S[0] : memref<8xf32>
  affine.store %v, %T[0] : memref<8xf32>
  affine.store %v, %A[0] : memref<8xf32>
  func.call @f(%S) : (memref<8xf32>) -> ()
  return
}
// flow, output S[0] -> @f within () (), assumed: what @f touches is not known
// flow, output A[0] -> @f within () (), assumed: what @f touches is not known
// -----
// An operation that nobody knows.
func.func @unknown(%A: memref<8xf32>, %v: f32) {
  affine.store %v, %A[0] : memref<8xf32>
  "some.operation"() : () -> ()
  return
}
// flow, output A[0] -> some.operation within () (), assumed: `some.operation` is not known
// -----
// A view of the same memory.
func.func @view(%A: memref<16xf32>, %n: index) {
  %V = memref.subview %A[8] [4] [2] : memref<16xf32> to memref<4xf32, strided<[2], offset: 8>>
  affine.for %i = 0 to 4 {
    %a = affine.load %V[%i] : memref<4xf32, strided<[2], offset: 8>>
    affine.store %a, %A[%i] : memref<16xf32>
    affine.store %a, %A[%i * 2 + 9] : memref<16xf32>
    affine.store %a, %A[%i + 10] : memref<16xf32>
  }
  return
}
// anti V[i] -> A[i + 10] within (=) (0)
// output A[i * 2 + 9] -> A[i + 10] within (=) (0)
// output A[i * 2 + 9] -> A[i + 10] at i (<) (1)
// flow A[i + 10] -> V[i] at i (<) (1)
// -----
// A view whose cells are not followed.
func.func @collapsed(%A: memref<4x4xf32>, %v: f32) {
  %V = memref.collapse_shape %A [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  affine.store %v, %V[0] : memref<16xf32>
  %a = affine.load %A[3, 3] : memref<4x4xf32>
  return
}
// flow V[0] -> A[3, 3] within () (), assumed: %V is a view that is not followed
// -----
// Which of two memrefs it is, is data.
func.func @chosen(%A: memref<8xf32>, %c: i1, %v: f32) {
  %T = memref.alloc() : memref<8xf32>
  %U = memref.alloc() : memref<8xf32>
  %X = arith.select %c, %A, %T : memref<8xf32>
  affine.store %v, %X[0] : memref<8xf32>
  %a = affine.load %A[0] : memref<8xf32>
  %t = affine.load %T[0] : memref<8xf32>
  %u = affine.load %U[0] : memref<8xf32>
  return
}
// flow X[0] -> A[0] within () (), assumed: %X and %A may overlap
// flow X[0] -> T[0] within () (), assumed: %X and %T may overlap
// -----
// Vectors touch consecutive cells.
func.func @vectors(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n step 4 {
    %a = affine.vector_load %A[%i + 2] : memref<?xf32>, vector<4xf32>
    affine.vector_store %a, %A[%i] : memref<?xf32>, vector<4xf32>
  }
  return
}
// anti A[i + 2 to i + 5] -> A[i to i + 3] within (=) (0)
// anti A[i + 2 to i + 5] -> A[i to i + 3] at i (<) (4)
// -----
func.func @vectors_apart(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n step 8 {
    %a = affine.vector_load %A[%i + 4] : memref<?xf32>, vector<4xf32>
    affine.vector_store %a, %A[%i] : memref<?xf32>, vector<4xf32>
  }
  return
}
// none
// -----
// Whole memrefs.
func.func @copies(%A: memref<8xf32> {llvm.noalias}, %B: memref<8xf32>, %v: f32) {
  affine.store %v, %A[3] : memref<8xf32>
  memref.copy %A, %B : memref<8xf32> to memref<8xf32>
  %b = affine.load %B[3] : memref<8xf32>
  return
}
// flow A[3] -> A within () (), assumed: which elements `memref.copy` touches is not followed
// flow B -> B[3] within () (), assumed: which elements `memref.copy` touches is not followed
// -----
// Two globals, one of them twice.
memref.global "private" @g : memref<8xf32>
memref.global "private" @h : memref<8xf32>
func.func @globals(%v: f32) {
  %g = memref.get_global @g : memref<8xf32>
  %h = memref.get_global @h : memref<8xf32>
  %g2 = memref.get_global @g : memref<8xf32>
  affine.store %v, %g[1] : memref<8xf32>
  %a = affine.load %h[1] : memref<8xf32>
  %b = affine.load %g2[1] : memref<8xf32>
  %c = affine.load %g2[2] : memref<8xf32>
  return
}
// flow g[1] -> g2[1] within () ()
// -----
// Both read and write.
func.func @atomic(%A: memref<?xf32>, %n: index, %v: f32) {
  affine.for %i = 0 to %n {
    %0 = memref.atomic_rmw addf %v, %A[%i] : (f32, memref<?xf32>) -> f32
    %1 = memref.load %A[%i] : memref<?xf32>
  }
  return
}
// flow A[i] -> A[i] within (=) (0)
