// certified
// Twice a variable, without sign, is what an index is where sizes are small: each iteration reads what the one before has stored.
func.func @first(%f: i32, %n: i32, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %m0 = arith.index_castui %f : i32 to index
  %n0 = arith.index_castui %n : i32 to index
  affine.for %i = 0 to %m0 {
    affine.for %c = 0 to %n0 {
      %p = affine.apply affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%i, %c)[%n0]
      %p32 = arith.index_cast %p : index to i32
      %at = arith.index_castui %p32 : i32 to index
      %a = memref.load %x[%at] : memref<?xf32>
      %q = affine.apply affine_map<(d0) -> (d0 * 2)>(%c)
      %q32 = arith.index_cast %q : index to i32
      %cell = arith.index_castui %q32 : i32 to index
      %b = memref.load %y[%cell] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      memref.store %s, %y[%cell] : memref<?xf32>
    }
  }
  return
}
func.func @second(%f: i32, %n: i32, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %zero = arith.constant 0 : index
  %most = arith.constant 65535 : index
  %f1 = arith.index_cast %f : i32 to index
  %n1 = arith.index_cast %n : i32 to index
  %a1 = arith.cmpi sge, %f1, %zero : index
  %a2 = arith.cmpi sge, %most, %f1 : index
  %a3 = arith.cmpi sge, %n1, %zero : index
  %a4 = arith.cmpi sge, %most, %n1 : index
  %b1 = arith.andi %a1, %a2 : i1
  %b2 = arith.andi %a3, %a4 : i1
  %are_small = arith.andi %b1, %b2 : i1
  scf.if %are_small {
    func.call @small(%f, %n, %x, %y) : (i32, i32, memref<?xf32>, memref<?xf32>) -> ()
  } else {
    func.call @any(%f, %n, %x, %y) : (i32, i32, memref<?xf32>, memref<?xf32>) -> ()
  }
  return
}
func.func private @small(%f: i32, %n: i32, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %m0 = arith.index_castui %f : i32 to index
  %n0 = arith.index_castui %n : i32 to index
  affine.for %i = 0 to %m0 {
    affine.for %c = 0 to %n0 {
      %a = affine.load %x[%i * symbol(%n0) + %c] : memref<?xf32>
      %b = affine.load %y[%c * 2] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %y[%c * 2] : memref<?xf32>
    }
  }
  return
}
func.func private @any(%f: i32, %n: i32, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %m0 = arith.index_castui %f : i32 to index
  %n0 = arith.index_castui %n : i32 to index
  affine.for %i = 0 to %m0 {
    affine.for %c = 0 to %n0 {
      %p = affine.apply affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%i, %c)[%n0]
      %p32 = arith.index_cast %p : index to i32
      %at = arith.index_castui %p32 : i32 to index
      %a = memref.load %x[%at] : memref<?xf32>
      %q = affine.apply affine_map<(d0) -> (d0 * 2)>(%c)
      %q32 = arith.index_cast %q : index to i32
      %cell = arith.index_castui %q32 : i32 to index
      %b = memref.load %y[%cell] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      memref.store %s, %y[%cell] : memref<?xf32>
    }
  }
  return
}
