// A function that calls another, and one whose iterations may run in any order.
func.func @twice(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %a = memref.extract_aligned_pointer_as_index %A : memref<?xf32> -> index
  %b = memref.extract_aligned_pointer_as_index %B : memref<?xf32> -> index
  %apart = arith.cmpi ne, %a, %b : index
  scf.if %apart {
    func.call @twice_apart(%A, %B, %n) : (memref<?xf32>, memref<?xf32>, index) -> ()
  }
  return
}
func.func private @twice_apart(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  %s = affine.parallel (%i, %j) = (0, 0) to (symbol(%n), 2) reduce ("addf") -> (f32) {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.yield %x : f32
  }
  affine.parallel (%i) = (max(0, symbol(%n) - 100)) to (min(symbol(%n), 100)) {
    %x = affine.load %B[%i] : memref<?xf32>
    %y = arith.addf %x, %s : f32
    affine.store %y, %B[%i] : memref<?xf32>
  }
  return
}
