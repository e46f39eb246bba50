// refused: a load reads another cell
// The one compares numbers without signs, the other with them.
func.func @first(%n: index, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}, %z: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<?xf32>
    %w = affine.load %z[%i] : memref<?xf32>
    %a = affine.load %y[%i] : memref<?xi32>
    %b = affine.load %y[%i + 1] : memref<?xi32>
    %less = arith.cmpf olt, %v, %w : f32
    %most = arith.cmpf uge, %v, %w : f32
    %under = arith.cmpi ult, %a, %b : i32
    %p = arith.select %less, %v, %w : f32
    %q = arith.select %most, %a, %b : i32
    %r = arith.select %under, %q, %a : i32
    affine.store %p, %z[%i] : memref<?xf32>
    affine.store %r, %y[%i] : memref<?xi32>
  }
  return
}
func.func @second(%n: index, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}, %z: memref<?xf32> {llvm.noalias}) {
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<?xf32>
    %w = affine.load %z[%i] : memref<?xf32>
    %a = affine.load %y[%i] : memref<?xi32>
    %b = affine.load %y[%i + 1] : memref<?xi32>
    %less = arith.cmpf olt, %v, %w : f32
    %most = arith.cmpf uge, %v, %w : f32
    %under = arith.cmpi sgt, %b, %a : i32
    %p = arith.select %less, %v, %w : f32
    %q = arith.select %most, %a, %b : i32
    %r = arith.select %under, %q, %a : i32
    affine.store %p, %z[%i] : memref<?xf32>
    affine.store %r, %y[%i] : memref<?xi32>
  }
  return
}
