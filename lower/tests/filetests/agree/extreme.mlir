// test: agree

// Of equal values the first one counts, and what belongs to it is computed of its iteration.
func.func @first_greatest(%a: memref<1000xi8>, %out: memref<2xindex>) {
  %zero = arith.constant 0 : index
  %before = affine.load %a[0] : memref<1000xi8>
  %m, %at = affine.for %i = 1 to 1000 iter_args(%m = %before, %at = %zero) -> (i8, index) {
    %x = affine.load %a[%i] : memref<1000xi8>
    %c = arith.cmpi sgt, %x, %m : i8
    %n = arith.select %c, %x, %m : i8
    %twice = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %j = arith.select %c, %twice, %at : index
    affine.yield %n, %j : i8, index
  }
  affine.store %at, %out[0] : memref<2xindex>
  %g = arith.index_cast %m : i8 to index
  affine.store %g, %out[1] : memref<2xindex>
  return
}

// Of equal values the last one counts; there are numbers that are none, and zeros with either sign.
func.func @last_least(%a: memref<?xf32>, %b: memref<1000xf32>, %at: memref<1xi32>, %least: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i32
  %large = arith.constant 3.0e+01 : f32
  %n = memref.dim %a, %c0 : memref<?xf32>
  %m, %j = affine.for %i = 0 to %n iter_args(%m = %large, %j = %none) -> (f32, i32) {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = affine.load %b[%i] : memref<1000xf32>
    %z = arith.mulf %x, %y : f32
    %q = arith.divf %z, %y : f32
    %c = arith.cmpf oge, %m, %q : f32
    %p = arith.index_cast %i : index to i32
    %k = arith.select %c, %p, %j : i32
    %v = arith.select %c, %q, %m : f32
    affine.yield %v, %k : f32, i32
  }
  affine.store %m, %least[0] : memref<1xf32>
  affine.store %j, %at[0] : memref<1xi32>
  return
}
// run: @last_least(1000, 1000, 1, 1)
// run: @last_least(131, 1000, 1, 1)
// run: @last_least(1, 1000, 1, 1)
// run: @last_least(0, 1000, 1, 1)

// Where the first value is none nothing is greater; numbers without sign; rows of an array, with what only the place is wanted of.
func.func @of_rows(%a: memref<5x700xi32>, %b: memref<700xf64>, %at: memref<7xi32>) {
  %none = arith.constant 9 : i32
  %nan = arith.constant 0x7FF8000000000000 : f64
  affine.for %r = 0 to 5 {
    %first = affine.load %a[%r, 0] : memref<5x700xi32>
    %m, %j = affine.for %i = 0 to 700 iter_args(%m = %first, %j = %none) -> (i32, i32) {
      %x = affine.load %a[%r, %i] : memref<5x700xi32>
      %c = arith.cmpi ult, %x, %m : i32
      %p = arith.index_cast %i : index to i32
      %k = arith.select %c, %p, %j : i32
      %v = arith.select %c, %x, %m : i32
      affine.yield %v, %k : i32, i32
    }
    affine.store %j, %at[%r] : memref<7xi32>
  }
  %m, %j = affine.for %i = 0 to 700 iter_args(%m = %nan, %j = %none) -> (f64, i32) {
    %x = affine.load %b[%i] : memref<700xf64>
    %c = arith.cmpf ogt, %x, %m : f64
    %p = arith.index_cast %i : index to i32
    %k = arith.select %c, %p, %j : i32
    %v = arith.select %c, %x, %m : f64
    affine.yield %v, %k : f64, i32
  }
  affine.store %j, %at[5] : memref<7xi32>
  return
}
// run: @of_rows(5x700, 700, 7)
// run: @first_greatest(1000, 2)

// The element is read again at the index that is kept: in a row, of bytes of which many are equal, and where no iteration is.
func.func @again(%a: memref<3x900xi8>, %b: memref<?xf32>, %at: memref<5xi32>, %first: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %b, %c0 : memref<?xf32>
  affine.for %r = 0 to 3 {
    %found = affine.for %i = 1 to 900 iter_args(%j = %zero) -> i32 {
      %x = affine.load %a[%r, %i] : memref<3x900xi8>
      %k = arith.index_cast %j : i32 to index
      %y = memref.load %a[%r, %k] : memref<3x900xi8>
      %c = arith.cmpi slt, %x, %y : i8
      %p = arith.index_cast %i : index to i32
      %q = arith.select %c, %p, %j : i32
      affine.yield %q : i32
    }
    affine.store %found, %at[%r] : memref<5xi32>
  }
  %last = affine.for %i = 0 to %n iter_args(%j = %first) -> index {
    %x = affine.load %b[%i] : memref<?xf32>
    %y = memref.load %b[%j] : memref<?xf32>
    %c = arith.cmpf ole, %y, %x : f32
    %q = arith.select %c, %i, %j : index
    affine.yield %q : index
  }
  %p = arith.index_cast %last : index to i32
  affine.store %p, %at[4] : memref<5xi32>
  return
}
// run: @again(3x900, 800, 5, 0)
// run: @again(3x900, 800, 5, 700)
// run: @again(3x900, 1, 5, 0)
// run: @again(3x900, 0, 5, 3)

// Stores between the loads: what is read again may be another value.
func.func @stored(%a: memref<600xf32>, %at: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %found = affine.for %i = 1 to 600 iter_args(%j = %c0) -> index {
    %x = affine.load %a[%i] : memref<600xf32>
    %y = memref.load %a[%j] : memref<600xf32>
    %c = arith.cmpf ogt, %x, %y : f32
    %q = arith.select %c, %i, %j : index
    %z = arith.subf %x, %one : f32
    affine.store %z, %a[%i] : memref<600xf32>
    affine.yield %q : index
  }
  affine.store %found, %at[0] : memref<1xindex>
  return
}
// run: @stored(600, 1)

// The row changes with the iteration, or with the place: what is kept is not what was compared.
func.func @other_rows(%a: memref<600x600xi8>, %at: memref<2xindex>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %found = affine.for %i = 1 to 600 iter_args(%j = %c0) -> index {
    %r = arith.remui %i, %c7 : index
    %x = memref.load %a[%r, %i] : memref<600x600xi8>
    %y = memref.load %a[%r, %j] : memref<600x600xi8>
    %c = arith.cmpi sgt, %x, %y : i8
    %q = arith.select %c, %i, %j : index
    affine.yield %q : index
  }
  affine.store %found, %at[0] : memref<2xindex>
  %other = affine.for %i = 1 to 600 iter_args(%j = %c0) -> index {
    %x = memref.load %a[%i, %i] : memref<600x600xi8>
    %y = memref.load %a[%j, %i] : memref<600x600xi8>
    %c = arith.cmpi sgt, %x, %y : i8
    %q = arith.select %c, %i, %j : index
    affine.yield %q : index
  }
  affine.store %other, %at[1] : memref<2xindex>
  return
}
// run: @other_rows(600x600, 2)

// Two extremes in one loop, each with its place.
func.func @both(%a: memref<500xf32>, %at: memref<2xindex>) {
  %c0 = arith.constant 0 : index
  %first = affine.load %a[0] : memref<500xf32>
  %r:4 = affine.for %i = 1 to 500 iter_args(%low = %first, %j = %c0, %high = %first, %k = %c0) -> (f32, index, f32, index) {
    %x = affine.load %a[%i] : memref<500xf32>
    %c = arith.cmpf olt, %x, %low : f32
    %d = arith.cmpf ogt, %x, %high : f32
    %l = arith.select %c, %x, %low : f32
    %p = arith.select %c, %i, %j : index
    %h = arith.select %d, %x, %high : f32
    %q = arith.select %d, %i, %k : index
    affine.yield %l, %p, %h, %q : f32, index, f32, index
  }
  affine.store %r#1, %at[0] : memref<2xindex>
  affine.store %r#3, %at[1] : memref<2xindex>
  return
}
// run: @both(500, 2)

// A loop that counts in 32 bits.
func.func @words(%a: memref<400xf32>, %at: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 400 : i32
  %j = scf.for %i = %one to %n step %one iter_args(%best = %zero) -> (i32) : i32 {
    %p = arith.index_cast %i : i32 to index
    %q = arith.index_cast %best : i32 to index
    %x = memref.load %a[%p] : memref<400xf32>
    %y = memref.load %a[%q] : memref<400xf32>
    %c = arith.cmpf ogt, %x, %y : f32
    %r = arith.select %c, %i, %best : i32
    scf.yield %r : i32
  }
  affine.store %j, %at[0] : memref<1xi32>
  return
}
// run: @words(400, 1)
