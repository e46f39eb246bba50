// test: agree
// run: @apart(_, _, 0, 0)
// run: @apart(_, _, 1, 0)
// run: @apart(_, _, 3, 0)
// run: @apart(_, _, 0, 1)
// run: @apart(_, _, 1, 1)
// run: @apart(_, _, 3, 1)
// run: @apart(_, _, 0, 2)
// run: @apart(_, _, 1, 2)
// run: @apart(_, _, 3, 2)
// run: @apart(_, _, 0, 7)
// run: @apart(_, _, 1, 7)
// run: @apart(_, _, 3, 7)
// run: @apart(_, _, 0, 8)
// run: @apart(_, _, 1, 8)
// run: @apart(_, _, 3, 8)
// run: @apart(_, _, 0, 9)
// run: @apart(_, _, 1, 9)
// run: @apart(_, _, 3, 9)
// run: @apart(_, _, 0, 15)
// run: @apart(_, _, 1, 15)
// run: @apart(_, _, 3, 15)
// run: @apart(_, _, 0, 16)
// run: @apart(_, _, 1, 16)
// run: @apart(_, _, 3, 16)
// run: @apart(_, _, 0, 17)
// run: @apart(_, _, 1, 17)
// run: @apart(_, _, 3, 17)
// run: @apart(_, _, 0, 31)
// run: @apart(_, _, 1, 31)
// run: @apart(_, _, 3, 31)
// run: @apart(_, _, 0, 40)
// run: @apart(_, _, 1, 40)
// run: @apart(_, _, 3, 40)
// run: @apart(_, _, 0, 63)
// run: @apart(_, _, 1, 63)
// run: @apart(_, _, 3, 63)
// run: @apart(_, _, 0, 64)
// run: @apart(_, _, 1, 64)
// run: @apart(_, _, 3, 64)
// run: @apart(_, _, 0, 65)
// run: @apart(_, _, 1, 65)
// run: @apart(_, _, 3, 65)
// run: @bytes(_, _, 0, 0)
// run: @bytes(_, _, 1, 0)
// run: @bytes(_, _, 3, 0)
// run: @bytes(_, _, 0, 1)
// run: @bytes(_, _, 1, 1)
// run: @bytes(_, _, 3, 1)
// run: @bytes(_, _, 0, 2)
// run: @bytes(_, _, 1, 2)
// run: @bytes(_, _, 3, 2)
// run: @bytes(_, _, 0, 7)
// run: @bytes(_, _, 1, 7)
// run: @bytes(_, _, 3, 7)
// run: @bytes(_, _, 0, 8)
// run: @bytes(_, _, 1, 8)
// run: @bytes(_, _, 3, 8)
// run: @bytes(_, _, 0, 9)
// run: @bytes(_, _, 1, 9)
// run: @bytes(_, _, 3, 9)
// run: @bytes(_, _, 0, 15)
// run: @bytes(_, _, 1, 15)
// run: @bytes(_, _, 3, 15)
// run: @bytes(_, _, 0, 16)
// run: @bytes(_, _, 1, 16)
// run: @bytes(_, _, 3, 16)
// run: @bytes(_, _, 0, 17)
// run: @bytes(_, _, 1, 17)
// run: @bytes(_, _, 3, 17)
// run: @bytes(_, _, 0, 31)
// run: @bytes(_, _, 1, 31)
// run: @bytes(_, _, 3, 31)
// run: @bytes(_, _, 0, 40)
// run: @bytes(_, _, 1, 40)
// run: @bytes(_, _, 3, 40)
// run: @bytes(_, _, 0, 63)
// run: @bytes(_, _, 1, 63)
// run: @bytes(_, _, 3, 63)
// run: @bytes(_, _, 0, 64)
// run: @bytes(_, _, 1, 64)
// run: @bytes(_, _, 3, 64)
// run: @bytes(_, _, 0, 65)
// run: @bytes(_, _, 1, 65)
// run: @bytes(_, _, 3, 65)
// run: @running(_, 0, 0)
// run: @running(_, 1, 0)
// run: @running(_, 3, 0)
// run: @running(_, 0, 1)
// run: @running(_, 1, 1)
// run: @running(_, 3, 1)
// run: @running(_, 0, 2)
// run: @running(_, 1, 2)
// run: @running(_, 3, 2)
// run: @running(_, 0, 7)
// run: @running(_, 1, 7)
// run: @running(_, 3, 7)
// run: @running(_, 0, 8)
// run: @running(_, 1, 8)
// run: @running(_, 3, 8)
// run: @running(_, 0, 9)
// run: @running(_, 1, 9)
// run: @running(_, 3, 9)
// run: @running(_, 0, 15)
// run: @running(_, 1, 15)
// run: @running(_, 3, 15)
// run: @running(_, 0, 16)
// run: @running(_, 1, 16)
// run: @running(_, 3, 16)
// run: @running(_, 0, 17)
// run: @running(_, 1, 17)
// run: @running(_, 3, 17)
// run: @running(_, 0, 31)
// run: @running(_, 1, 31)
// run: @running(_, 3, 31)
// run: @running(_, 0, 40)
// run: @running(_, 1, 40)
// run: @running(_, 3, 40)
// run: @running(_, 0, 63)
// run: @running(_, 1, 63)
// run: @running(_, 3, 63)
// run: @running(_, 0, 64)
// run: @running(_, 1, 64)
// run: @running(_, 3, 64)
// run: @running(_, 0, 65)
// run: @running(_, 1, 65)
// run: @running(_, 3, 65)
// run: @summed(_, _, _, 0, 0)
// run: @summed(_, _, _, 1, 0)
// run: @summed(_, _, _, 3, 0)
// run: @summed(_, _, _, 0, 1)
// run: @summed(_, _, _, 1, 1)
// run: @summed(_, _, _, 3, 1)
// run: @summed(_, _, _, 0, 2)
// run: @summed(_, _, _, 1, 2)
// run: @summed(_, _, _, 3, 2)
// run: @summed(_, _, _, 0, 7)
// run: @summed(_, _, _, 1, 7)
// run: @summed(_, _, _, 3, 7)
// run: @summed(_, _, _, 0, 8)
// run: @summed(_, _, _, 1, 8)
// run: @summed(_, _, _, 3, 8)
// run: @summed(_, _, _, 0, 9)
// run: @summed(_, _, _, 1, 9)
// run: @summed(_, _, _, 3, 9)
// run: @summed(_, _, _, 0, 15)
// run: @summed(_, _, _, 1, 15)
// run: @summed(_, _, _, 3, 15)
// run: @summed(_, _, _, 0, 16)
// run: @summed(_, _, _, 1, 16)
// run: @summed(_, _, _, 3, 16)
// run: @summed(_, _, _, 0, 17)
// run: @summed(_, _, _, 1, 17)
// run: @summed(_, _, _, 3, 17)
// run: @summed(_, _, _, 0, 31)
// run: @summed(_, _, _, 1, 31)
// run: @summed(_, _, _, 3, 31)
// run: @summed(_, _, _, 0, 40)
// run: @summed(_, _, _, 1, 40)
// run: @summed(_, _, _, 3, 40)
// run: @summed(_, _, _, 0, 63)
// run: @summed(_, _, _, 1, 63)
// run: @summed(_, _, _, 3, 63)
// run: @summed(_, _, _, 0, 64)
// run: @summed(_, _, _, 1, 64)
// run: @summed(_, _, _, 3, 64)
// run: @summed(_, _, _, 0, 65)
// run: @summed(_, _, _, 1, 65)
// run: @summed(_, _, _, 3, 65)
// run: @stored_twice(_, _, 0, 0)
// run: @stored_twice(_, _, 1, 0)
// run: @stored_twice(_, _, 3, 0)
// run: @stored_twice(_, _, 0, 1)
// run: @stored_twice(_, _, 1, 1)
// run: @stored_twice(_, _, 3, 1)
// run: @stored_twice(_, _, 0, 2)
// run: @stored_twice(_, _, 1, 2)
// run: @stored_twice(_, _, 3, 2)
// run: @stored_twice(_, _, 0, 7)
// run: @stored_twice(_, _, 1, 7)
// run: @stored_twice(_, _, 3, 7)
// run: @stored_twice(_, _, 0, 8)
// run: @stored_twice(_, _, 1, 8)
// run: @stored_twice(_, _, 3, 8)
// run: @stored_twice(_, _, 0, 9)
// run: @stored_twice(_, _, 1, 9)
// run: @stored_twice(_, _, 3, 9)
// run: @stored_twice(_, _, 0, 15)
// run: @stored_twice(_, _, 1, 15)
// run: @stored_twice(_, _, 3, 15)
// run: @stored_twice(_, _, 0, 16)
// run: @stored_twice(_, _, 1, 16)
// run: @stored_twice(_, _, 3, 16)
// run: @stored_twice(_, _, 0, 17)
// run: @stored_twice(_, _, 1, 17)
// run: @stored_twice(_, _, 3, 17)
// run: @stored_twice(_, _, 0, 31)
// run: @stored_twice(_, _, 1, 31)
// run: @stored_twice(_, _, 3, 31)
// run: @stored_twice(_, _, 0, 40)
// run: @stored_twice(_, _, 1, 40)
// run: @stored_twice(_, _, 3, 40)
// run: @stored_twice(_, _, 0, 63)
// run: @stored_twice(_, _, 1, 63)
// run: @stored_twice(_, _, 3, 63)
// run: @stored_twice(_, _, 0, 64)
// run: @stored_twice(_, _, 1, 64)
// run: @stored_twice(_, _, 3, 64)
// run: @stored_twice(_, _, 0, 65)
// run: @stored_twice(_, _, 1, 65)
// run: @stored_twice(_, _, 3, 65)
// Loops that store whole lines, of any length, from any place: in front of the first line and behind the last one are masked vectors.
func.func @apart(%in: memref<70xf32> {llvm.noalias}, %out: memref<70xf32> {llvm.noalias}, %lo: index, %n: index) {
  %c = arith.constant 0.5 : f32
  affine.for %i = %lo to %n {
    %a = affine.load %in[%i] : memref<70xf32>
    %b = affine.load %in[%i + 1] : memref<70xf32>
    %s = arith.addf %a, %b : f32
    %t = arith.mulf %s, %c : f32
    affine.store %t, %out[%i + 2] : memref<70xf32>
  }
  return
}
func.func @bytes(%in: memref<70xi8> {llvm.noalias}, %out: memref<3x70xi8> {llvm.noalias}, %lo: index, %n: index) {
  affine.for %y = 0 to 3 {
    affine.for %i = %lo to %n {
      %a = affine.load %in[%i] : memref<70xi8>
      %b = affine.load %in[%i + 2] : memref<70xi8>
      %s = arith.addi %a, %b : i8
      affine.store %s, %out[%y, %i] : memref<3x70xi8>
    }
  }
  return
}
// What an iteration stores the next one reads: no vectors are right.
func.func @running(%in: memref<70xf64>, %lo: index, %n: index) {
  affine.for %i = %lo to %n {
    %a = affine.load %in[%i] : memref<70xf64>
    %b = affine.load %in[%i + 1] : memref<70xf64>
    %s = arith.addf %a, %b : f64
    affine.store %s, %in[%i + 1] : memref<70xf64>
  }
  return
}
// A sum in a cell of an array is taken in order.
func.func @summed(%in: memref<70xf32> {llvm.noalias}, %sum: memref<1xf32> {llvm.noalias}, %out: memref<70xf32> {llvm.noalias}, %lo: index, %n: index) {
  affine.for %i = %lo to %n {
    %a = affine.load %in[%i] : memref<70xf32>
    %b = affine.load %sum[0] : memref<1xf32>
    %s = arith.addf %a, %b : f32
    affine.store %a, %out[%i] : memref<70xf32>
    affine.store %s, %sum[0] : memref<1xf32>
  }
  return
}
func.func @stored_twice(%in: memref<70xi32>, %out: memref<70xi32>, %lo: index, %n: index) {
  %one = arith.constant 1 : index
  scf.for %i = %lo to %n step %one {
    %a = memref.load %in[%i] : memref<70xi32>
    %j = arith.addi %i, %one : index
    memref.store %a, %out[%i] : memref<70xi32>
    memref.store %a, %in[%j] : memref<70xi32>
  }
  return
}
