// certified
// What each row begins with depends on the column alone: the second function computes it once for four rows.
func.func @first(%n: index, %o: memref<8x?xf32> {llvm.noalias}, %step: f32) {
  affine.for %y = 0 to 8 {
    affine.for %x = 0 to %n {
      %i = arith.index_cast %x : index to i32
      %f = arith.sitofp %i : i32 to f32
      %start = arith.mulf %step, %f : f32
      %end = affine.for %k = 0 to 20 iter_args(%z = %start) -> (f32) {
        %square = arith.mulf %z, %z : f32
        %next = arith.addf %square, %step : f32
        affine.yield %next : f32
      }
      affine.store %end, %o[%y, %x] : memref<8x?xf32>
    }
  }
  return
}
func.func @second(%n: index, %o: memref<8x?xf32> {llvm.noalias}, %step: f32) {
  affine.for %y = 0 to 8 step 4 {
    affine.for %x = 0 to %n {
      %i = arith.index_cast %x : index to i32
      %f = arith.sitofp %i : i32 to f32
      %start = arith.mulf %step, %f : f32
      %end:4 = affine.for %k = 0 to 20 iter_args(%z0 = %start, %z1 = %start, %z2 = %start, %z3 = %start) -> (f32, f32, f32, f32) {
        %s0 = arith.mulf %z0, %z0 : f32
        %n0 = arith.addf %s0, %step : f32
        %s1 = arith.mulf %z1, %z1 : f32
        %n1 = arith.addf %s1, %step : f32
        %s2 = arith.mulf %z2, %z2 : f32
        %n2 = arith.addf %s2, %step : f32
        %s3 = arith.mulf %z3, %z3 : f32
        %n3 = arith.addf %s3, %step : f32
        affine.yield %n0, %n1, %n2, %n3 : f32, f32, f32, f32
      }
      affine.store %end#0, %o[%y, %x] : memref<8x?xf32>
      affine.store %end#1, %o[%y + 1, %x] : memref<8x?xf32>
      affine.store %end#2, %o[%y + 2, %x] : memref<8x?xf32>
      affine.store %end#3, %o[%y + 3, %x] : memref<8x?xf32>
    }
  }
  return
}
