// test: agree
// run: @last(0, 40, 0, 40, _)
// run: @last(1, 40, 1, 40, _)
// run: @last(40, 40, 40, 40, _)
// run: @sums(40, 40, 0, _)
// run: @sums(40, 40, 1, _)
// run: @sums(40, 40, 40, _)

// The last iteration at which a condition holds: none, negative ones, values computed of it, and of what is known outside.
func.func @last(%n: index, %a: memref<?xf32>, %m: index, %b: memref<?xf32>, %out: memref<4xi32>) {
  %none = arith.constant -1 : i32
  %three = arith.constant 3 : i32
  %five = arith.constant 5 : i32
  %half = arith.constant 0.5 : f32
  %never = arith.constant 4.0 : f32
  %r:3 = affine.for %i = 0 to %n iter_args(%j = %none, %k = %three, %l = %five) -> (i32, i32, i32) {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = affine.load %b[%i] : memref<?xf32>
    %c = arith.cmpf olt, %x, %half : f32
    %d = arith.cmpf olt, %x, %y : f32
    %e = arith.cmpf ogt, %x, %never : f32
    %p = arith.index_cast %i : index to i32
    %q = arith.muli %p, %three : i32
    %s = arith.subi %five, %q : i32
    %jj = arith.select %c, %p, %j : i32
    %kk = arith.select %d, %s, %k : i32
    %ll = arith.select %e, %q, %l : i32
    affine.yield %jj, %kk, %ll : i32, i32, i32
  }
  %below = affine.for %i = -20 to 3 step 4 iter_args(%j = %none) -> (i32) {
    %x = affine.load %a[%i + 20] : memref<?xf32>
    %c = arith.cmpf olt, %x, %half : f32
    %p = arith.index_cast %i : index to i32
    %jj = arith.select %c, %p, %j : i32
    affine.yield %jj : i32
  }
  affine.store %r#0, %out[0] : memref<4xi32>
  affine.store %r#1, %out[1] : memref<4xi32>
  affine.store %r#2, %out[2] : memref<4xi32>
  affine.store %below, %out[3] : memref<4xi32>
  return
}

// What is not the value of the last such iteration: the value before is read elsewhere, or what is selected is loaded.
func.func @others(%a: memref<40xf32>, %out: memref<3xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %half = arith.constant 0.5 : f32
  %r:3 = affine.for %i = 0 to 40 iter_args(%j = %zero, %k = %zero, %l = %zero) -> (i32, i32, i32) {
    %x = affine.load %a[%i] : memref<40xf32>
    %c = arith.cmpf olt, %x, %half : f32
    %p = arith.index_cast %i : index to i32
    %q = arith.addi %p, %j : i32
    %n = arith.addi %k, %one : i32
    %jj = arith.select %c, %q, %j : i32
    %kk = arith.select %c, %n, %k : i32
    %ll = arith.select %c, %l, %p : i32
    affine.yield %jj, %kk, %ll : i32, i32, i32
  }
  affine.store %r#0, %out[0] : memref<3xi32>
  affine.store %r#1, %out[1] : memref<3xi32>
  affine.store %r#2, %out[2] : memref<3xi32>
  return
}

// Sums under conditions: of two that exclude each other, of differences, and from minus zero, which the first addition of zero changes.
func.func @sums(%x: memref<?xf64>, %y: memref<?xf64>, %n: index, %out: memref<4xf64>) {
  %zero = arith.constant 0.0 : f64
  %minus = arith.constant -0.0 : f64
  %never = arith.constant 4.0 : f64
  %r:4 = affine.for %i = 0 to %n iter_args(%p = %zero, %q = %zero, %s = %minus, %t = %minus) -> (f64, f64, f64, f64) {
    %a = affine.load %x[%i] : memref<?xf64>
    %b = affine.load %y[%i] : memref<?xf64>
    %c = arith.cmpf ogt, %a, %b : f64
    %never_so = arith.cmpf ogt, %a, %never : f64
    %pa = arith.addf %a, %p : f64
    %qa = arith.subf %q, %a : f64
    %sa = arith.addf %s, %b : f64
    %ta = arith.subf %t, %b fastmath<nnan, nsz> : f64
    %pp = arith.select %c, %pa, %p : f64
    %qq = arith.select %c, %q, %qa : f64
    %ss = arith.select %never_so, %sa, %s : f64
    %tt = arith.select %never_so, %ta, %t : f64
    affine.yield %pp, %qq, %ss, %tt : f64, f64, f64, f64
  }
  affine.store %r#0, %out[0] : memref<4xf64>
  affine.store %r#1, %out[1] : memref<4xf64>
  affine.store %r#2, %out[2] : memref<4xf64>
  affine.store %r#3, %out[3] : memref<4xf64>
  return
}
