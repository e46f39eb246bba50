// test: ir cpu=x86-64-v3

// What all branches store to one element is one store, and the loop is vectors.
func.func @clip(%x: memref<?xi16>, %y: memref<?xi16>, %low: i16, %high: i16, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xi16>
    %above = arith.cmpi sgt, %a, %high : i16
    scf.if %above {
      affine.store %high, %y[%i] : memref<?xi16>
    } else {
      %b = affine.load %x[%i] : memref<?xi16>
      %below = arith.cmpi slt, %b, %low : i16
      scf.if %below {
        affine.store %low, %y[%i] : memref<?xi16>
      } else {
        %c = affine.load %x[%i] : memref<?xi16>
        affine.store %c, %y[%i] : memref<?xi16>
      }
    }
  }
  return
}
// check: store <16 x i16>
