// certified
func.func @first(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = affine.load %b[%i] : memref<?xf32>
    %less = arith.cmpf olt, %x, %y : f32
    %z = arith.select %less, %x, %y : f32
    affine.store %z, %a[%i] : memref<?xf32>
  }
  return
}
func.func @second(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = affine.load %b[%i] : memref<?xf32>
    %less = arith.cmpf ule, %y, %x : f32
    %z = arith.select %less, %y, %x : f32
    affine.store %z, %a[%i] : memref<?xf32>
  }
  return
}
