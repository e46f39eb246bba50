// test: agree
// run: @blend(40, 40, 40, 40)
// run: @shifted(70, 70)
// run: @words(70, 70)
// run: @long(33, 33, 33)
// run: @logic(70, 70, 70)

// A sum of products in 16 bits without sign, of which the bits above the low ones are asked for: `(t + (t >> 8)) >> 8` in a byte.
func.func @blend(%a: memref<?xi8>, %b: memref<?xi8>, %w: memref<?xi8>, %o: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi8>
  %half = arith.constant 128 : i32
  %all = arith.constant 255 : i32
  %eight = arith.constant 8 : i32
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi8>
    %y = affine.load %b[%i] : memref<?xi8>
    %z = affine.load %w[%i] : memref<?xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extui %y : i8 to i32
    %zw = arith.extui %z : i8 to i32
    %rest = arith.subi %all, %zw : i32
    %p = arith.muli %xw, %zw : i32
    %q = arith.muli %yw, %rest : i32
    %s = arith.addi %p, %q : i32
    %r = arith.addi %s, %half : i32
    %t = arith.trunci %r : i32 to i16
    %u = arith.extui %t : i16 to i32
    %high = arith.shrsi %u, %eight : i32
    %v = arith.addi %u, %high : i32
    %e = arith.shrsi %v, %eight : i32
    %f = arith.trunci %e : i32 to i8
    affine.store %f, %o[%i] : memref<?xi8>
  }
  return
}

// Shifts of which too many bits are asked for, and of numbers that may be negative.
func.func @shifted(%a: memref<?xi16>, %o: memref<?xi16>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi16>
  %three = arith.constant 3 : i32
  %big = arith.constant 40000 : i32
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi16>
    %w = arith.extsi %x : i16 to i32
    %s = arith.addi %w, %w : i32
    %l = arith.shrsi %s, %three : i32
    %u = arith.shrui %s, %three : i32
    %m = arith.muli %u, %big : i32
    %d = arith.subi %l, %m : i32
    %t = arith.trunci %d : i32 to i16
    affine.store %t, %o[%i] : memref<?xi16>
  }
  return
}

// Words are clamped: the sum of two does not fit in 16 bits, the mean does.
func.func @words(%a: memref<?xi16>, %o: memref<?xi16>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi16>
  %one = arith.constant 1 : i32
  %most = arith.constant 32767 : i32
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi16>
    %y = affine.load %a[0] : memref<?xi16>
    %v = arith.extsi %x : i16 to i32
    %w = arith.extui %y : i16 to i32
    %s = arith.addi %v, %w : i32
    %c = arith.minsi %s, %most : i32
    %m = arith.shrsi %c, %one : i32
    %t = arith.trunci %m : i32 to i16
    affine.store %t, %o[%i] : memref<?xi16>
  }
  return
}

// What has 64 bits is no part of this, nor is a constant that is truncated.
func.func @long(%a: memref<?xi64>, %b: memref<?xi8>, %o: memref<?xi16>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi64>
  %k = arith.constant 70000 : i32
  %kt = arith.trunci %k : i32 to i16
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi64>
    %y = affine.load %b[%i] : memref<?xi8>
    %t = arith.trunci %x : i64 to i16
    %w = arith.extui %y : i8 to i32
    %u = arith.extsi %t : i16 to i32
    %s = arith.muli %w, %u : i32
    %r = arith.trunci %s : i32 to i16
    %q = arith.addi %r, %kt : i16
    affine.store %q, %o[%i] : memref<?xi16>
  }
  return
}

// Bits of sums, and masks of which comparisons ask.
func.func @logic(%a: memref<?xi16>, %b: memref<?xi16>, %o: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi16>
  %mask = arith.constant 4095 : i32
  %wide = arith.constant 131071 : i32
  %two = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi16>
    %y = affine.load %b[%i] : memref<?xi16>
    %v = arith.extsi %x : i16 to i32
    %w = arith.extui %y : i16 to i32
    %s = arith.addi %v, %w : i32
    %h = arith.shrsi %s, %two : i32
    %m = arith.andi %h, %mask : i32
    %f = arith.andi %s, %wide : i32
    %g = arith.xori %f, %m : i32
    %p = arith.ori %g, %v : i32
    %is = arith.cmpi slt, %m, %w : i32
    %e = arith.select %is, %p, %zero : i32
    %t = arith.trunci %e : i32 to i8
    affine.store %t, %o[%i] : memref<?xi8>
  }
  return
}
