// Operations of floats that have one right answer.
func.func @floats(%s: f32, %a: memref<32xf32>, %b: memref<32xf32>, %d: memref<13x32xf32>, %e: memref<3x32xf64>) {
  %zero = arith.constant 0.0 : f32
  %tiny = arith.constant 1.0e-40 : f32
  %third = arith.constant 0.333333343 : f32
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i] : memref<32xf32>
    %y = affine.load %b[%i] : memref<32xf32>
    %sum = arith.addf %x, %s : f32
    affine.store %sum, %d[0, %i] : memref<13x32xf32>
    %difference = arith.subf %x, %tiny : f32
    affine.store %difference, %d[1, %i] : memref<13x32xf32>
    %product = arith.mulf %x, %third : f32
    affine.store %product, %d[2, %i] : memref<13x32xf32>
    %quotient = arith.divf %x, %y : f32
    affine.store %quotient, %d[3, %i] : memref<13x32xf32>
    %greatest = arith.maximumf %x, %zero : f32
    affine.store %greatest, %d[4, %i] : memref<13x32xf32>
    %least = arith.minimumf %x, %y : f32
    affine.store %least, %d[5, %i] : memref<13x32xf32>
    %negative = arith.negf %x : f32
    affine.store %negative, %d[6, %i] : memref<13x32xf32>
    %magnitude = math.absf %x : f32
    affine.store %magnitude, %d[7, %i] : memref<13x32xf32>
    %root = math.sqrt %magnitude : f32
    affine.store %root, %d[8, %i] : memref<13x32xf32>
    %fused = math.fma %x, %y, %s : f32
    affine.store %fused, %d[9, %i] : memref<13x32xf32>
    %below = arith.cmpf olt, %x, %y : f32
    %chosen = arith.select %below, %x, %y : f32
    affine.store %chosen, %d[10, %i] : memref<13x32xf32>
    %integer = arith.fptosi %product : f32 to i32
    %back = arith.sitofp %integer : i32 to f32
    affine.store %back, %d[11, %i] : memref<13x32xf32>
    %position = arith.index_cast %i : index to i32
    %unsigned = arith.uitofp %position : i32 to f32
    affine.store %unsigned, %d[12, %i] : memref<13x32xf32>
    %wide = arith.extf %x : f32 to f64
    %square = arith.mulf %wide, %wide : f64
    affine.store %square, %e[0, %i] : memref<3x32xf64>
    %narrow = arith.truncf %square : f64 to f32
    %again = arith.extf %narrow : f32 to f64
    affine.store %again, %e[1, %i] : memref<3x32xf64>
    %wide_root = math.sqrt %square : f64
    affine.store %wide_root, %e[2, %i] : memref<3x32xf64>
  }
  return
}
