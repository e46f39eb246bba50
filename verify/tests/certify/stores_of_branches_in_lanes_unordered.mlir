// certified
func.func @first(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias}, %c: memref<?xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf32>
    %greater = arith.cmpf ogt, %x, %zero : f32
    scf.if %greater {
      affine.store %x, %b[%i] : memref<?xf32>
    } else {
      affine.store %x, %c[%i] : memref<?xf32>
    }
  }
  return
}
func.func @second(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias}, %c: memref<?xf32> {llvm.noalias}, %n: index) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to %n step 8 {
    %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n]
    %lanes = vector.create_mask %left : vector<8xi1>
    %x = vector.maskedload %a[%i], %lanes, %zero : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %greater = arith.cmpf ogt, %x, %zero : vector<8xf32>
    %other = arith.cmpf uge, %zero, %x : vector<8xf32>
    %then = arith.andi %lanes, %greater : vector<8xi1>
    vector.maskedstore %b[%i], %then, %x : memref<?xf32>, vector<8xi1>, vector<8xf32>
    %else = arith.andi %lanes, %other : vector<8xi1>
    vector.maskedstore %c[%i], %else, %x : memref<?xf32>, vector<8xi1>, vector<8xf32>
  }
  return
}
