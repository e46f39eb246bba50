// test: agree
// run: @both(61, 61, 61)
// run: @several(61, 61, 61)
// run: @apart(61, 61, 61)

// Branches that end with stores to one element, one inside the other; the element may be read in them.
func.func @both(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %b = affine.load %y[%i] : memref<?xf32>
    %above = arith.cmpf ogt, %a, %half : f32
    scf.if %above {
      affine.store %half, %y[%i] : memref<?xf32>
    } else {
      %below = arith.cmpf olt, %b, %zero : f32
      scf.if %below {
        %c = arith.addf %a, %b : f32
        affine.store %c, %x[%i] : memref<?xf32>
        affine.store %zero, %y[%i] : memref<?xf32>
      } else {
        affine.if affine_set<(d0) : (d0 mod 3 == 0)>(%i) {
          affine.store %a, %y[%i] : memref<?xf32>
        } else {
          %d = affine.load %y[%i] : memref<?xf32>
          %e = arith.mulf %d, %a : f32
          affine.store %e, %y[%i] : memref<?xf32>
        }
      }
    }
  }
  return
}

// Several stores one after the other, and a value that the branches yield too.
func.func @several(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to %n iter_args(%s = %zero) -> (f32) {
    %a = affine.load %x[%i] : memref<?xf32>
    %above = arith.cmpf ogt, %a, %zero : f32
    %t = scf.if %above -> (f32) {
      %b = arith.addf %a, %a : f32
      affine.store %b, %x[%i] : memref<?xf32>
      affine.store %a, %y[%i] : memref<?xf32>
      scf.yield %b : f32
    } else {
      affine.store %zero, %x[%i] : memref<?xf32>
      affine.store %s, %y[%i] : memref<?xf32>
      scf.yield %s : f32
    }
    affine.yield %t : f32
  }
  affine.store %sum, %y[0] : memref<?xf32>
  return
}

// Stores to other elements, or of other arrays, stay apart.
func.func @apart(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %b = affine.load %y[%i] : memref<?xf32>
    %above = arith.cmpf ogt, %a, %b : f32
    scf.if %above {
      affine.store %b, %x[%i] : memref<?xf32>
      affine.store %a, %y[%i] : memref<?xf32>
    } else {
      affine.store %a, %y[%i] : memref<?xf32>
      affine.store %b, %x[%i - 1] : memref<?xf32>
    }
  }
  return
}
