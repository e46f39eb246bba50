// test: agree

// What is computed of bytes in 32 bits and stored in 8 may be computed in 16.
func.func @blend(%a: memref<300xi8>, %b: memref<300xi8>, %out: memref<300xi8>) {
  %full = arith.constant 255 : i32
  %half = arith.constant 128 : i32
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to 300 {
    %0 = affine.load %a[%i] : memref<300xi8>
    %x = arith.extui %0 : i8 to i32
    %1 = affine.load %b[%i] : memref<300xi8>
    %y = arith.extui %1 : i8 to i32
    %rest = arith.subi %full, %y : i32
    %p = arith.muli %x, %y : i32
    %q = arith.muli %rest, %rest : i32
    %s = arith.shrsi %p, %eight : i32
    %t = arith.addi %q, %half : i32
    %u = arith.shrui %t, %eight : i32
    %v = arith.addi %s, %u : i32
    %w = arith.minsi %v, %full : i32
    %z = arith.trunci %w : i32 to i8
    affine.store %z, %out[%i] : memref<300xi8>
  }
  return
}

// Sums that do not fit in between, quotients, magnitudes, choices.
func.func @edges(%a: memref<300xi8>, %out: memref<300xi8>) {
  %many = arith.constant 700 : i32
  %ten = arith.constant 10 : i32
  %big = arith.constant 90000 : i32
  %none = arith.constant 0 : i32
  %mask = arith.constant 1023 : i32
  affine.for %i = 0 to 300 {
    %0 = affine.load %a[%i] : memref<300xi8>
    %x = arith.extsi %0 : i8 to i32
    %p = arith.muli %x, %many : i32
    %q = arith.addi %p, %big : i32
    %m = arith.andi %q, %mask : i32
    %r = arith.subi %q, %big : i32
    %d = arith.muli %x, %ten : i32
    %e = arith.divsi %d, %ten : i32
    %f = math.absi %d : i32
    %c = arith.cmpi slt, %d, %none : i32
    %g = arith.select %c, %f, %m : i32
    %h = arith.shrsi %d, %ten : i32
    %k = arith.addi %g, %e : i32
    %l = arith.maxsi %k, %h : i32
    %n = arith.addi %l, %r : i32
    %z = arith.trunci %n : i32 to i8
    affine.store %z, %out[%i] : memref<300xi8>
  }
  return
}

// Values of 16 bits without sign, compared, and others that are too great for it.
func.func @without_sign(%a: memref<300xi8>, %out: memref<300xi8>, %wide: memref<300xi32>) {
  %many = arith.constant 200 : i32
  %limit = arith.constant 40000 : i32
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 300 {
    %0 = affine.load %a[%i] : memref<300xi8>
    %x = arith.extui %0 : i8 to i32
    %p = arith.muli %x, %many : i32
    %c = arith.cmpi sgt, %p, %limit : i32
    %m = arith.maxsi %p, %limit : i32
    %d = arith.divsi %m, %seven : i32
    %s = arith.select %c, %d, %p : i32
    %e = arith.shrsi %s, %seven : i32
    %z = arith.trunci %e : i32 to i8
    affine.store %z, %out[%i] : memref<300xi8>
    %sq = arith.muli %p, %x : i32
    %cs = arith.cmpi sgt, %sq, %limit : i32
    %f = arith.select %cs, %sq, %x : i32
    affine.store %f, %wide[%i] : memref<300xi32>
  }
  return
}
