// test: agree
// run: @lowest_first(40, 5)
// run: @highest_first(64, 8)
// run: @signs(48, 3)
// run: @chosen(32, 4)
// run: @some(64, 8)
// run: @shifted(64, 8)
// run: @lowest_of_each(72, 9)

// Eight bytes become the bits of one.
func.func @lowest_first(%in: memref<?xi8> {llvm.noalias}, %out: memref<?xi8> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xi8>
  %zero = arith.constant 0 : i8
  affine.for %i = 0 to %n {
    %all = affine.for %b = 0 to 8 iter_args(%v = %zero) -> (i8) {
      %x = affine.load %in[%i * 8 + %b] : memref<?xi8>
      %is = arith.cmpi ne, %x, %zero : i8
      %bit = arith.extui %is : i1 to i8
      %by = arith.index_cast %b : index to i8
      %at = arith.shli %bit, %by : i8
      %or = arith.ori %v, %at : i8
      affine.yield %or : i8
    }
    affine.store %all, %out[%i] : memref<?xi8>
  }
  return
}

// The lowest bits, in the other order.
func.func @highest_first(%in: memref<?xi8> {llvm.noalias}, %out: memref<?xi8> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xi8>
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  affine.for %i = 0 to %n {
    %all = affine.for %b = 0 to 8 iter_args(%v = %zero) -> (i8) {
      %x = affine.load %in[%i * 8 + %b] : memref<?xi8>
      %bit = arith.andi %x, %one : i8
      %before = arith.shli %v, %one : i8
      %or = arith.ori %before, %bit : i8
      affine.yield %or : i8
    }
    affine.store %all, %out[%i] : memref<?xi8>
  }
  return
}

// Signs of numbers as the bits of wider ones.
func.func @signs(%in: memref<?xi32> {llvm.noalias}, %out: memref<?xi64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xi64>
  %zero = arith.constant 0 : i64
  %last = arith.constant 31 : i32
  affine.for %i = 0 to %n {
    %all = affine.for %b = 0 to 16 iter_args(%v = %zero) -> (i64) {
      %x = affine.load %in[%i * 16 + %b] : memref<?xi32>
      %sign = arith.shrui %x, %last : i32
      %bit = arith.extui %sign : i32 to i64
      %by = arith.index_cast %b : index to i64
      %at = arith.shli %bit, %by : i64
      %sum = arith.addi %v, %at : i64
      affine.yield %sum : i64
    }
    affine.store %all, %out[%i] : memref<?xi64>
  }
  return
}

// Bits under conditions.
func.func @chosen(%in: memref<?xf32> {llvm.noalias}, %out: memref<?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %t = arith.constant 0.5 : f32
  affine.for %i = 0 to %n {
    %all = affine.for %b = 0 to 8 iter_args(%v = %zero) -> (i32) {
      %x = affine.load %in[%i * 8 + %b] : memref<?xf32>
      %is = arith.cmpf ogt, %x, %t : f32
      %by = arith.index_cast %b : index to i32
      %at = arith.shli %one, %by : i32
      %or = arith.ori %v, %at : i32
      %new = arith.select %is, %or, %v : i32
      affine.yield %new : i32
    }
    affine.store %all, %out[%i] : memref<?xi32>
  }
  return
}

// Two bytes have each of four bits: no bit is that of one lane.
func.func @some(%in: memref<?xi8> {llvm.noalias}, %out: memref<?xi8> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xi8>
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  affine.for %i = 0 to %n {
    %all = affine.for %b = 0 to 8 iter_args(%v = %zero) -> (i8) {
      %x = affine.load %in[%i * 8 + %b] : memref<?xi8>
      %bit = arith.andi %x, %one : i8
      %half = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%b)
      %by = arith.index_cast %half : index to i8
      %at = arith.shli %bit, %by : i8
      %or = arith.ori %v, %at : i8
      affine.yield %or : i8
    }
    affine.store %all, %out[%i] : memref<?xi8>
  }
  return
}

// Another bit of each byte, in its place.
func.func @shifted(%in: memref<?xi8> {llvm.noalias}, %out: memref<?xi8> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xi8>
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  affine.for %i = 0 to %n {
    %all = affine.for %b = 0 to 8 iter_args(%v = %zero) -> (i8) {
      %x = affine.load %in[%i * 8 + %b] : memref<?xi8>
      %by = arith.index_cast %b : index to i8
      %mask = arith.shli %one, %by : i8
      %bit = arith.andi %x, %mask : i8
      %or = arith.ori %v, %bit : i8
      affine.yield %or : i8
    }
    affine.store %all, %out[%i] : memref<?xi8>
  }
  return
}

// The lowest bit of each byte, the last of which is shifted to where no other bit is left.
func.func @lowest_of_each(%in: memref<?xi8> {llvm.noalias}, %out: memref<?xi8> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xi8>
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  affine.for %i = 0 to %n {
    %all = affine.for %b = 0 to 8 iter_args(%v = %zero) -> (i8) {
      %x = affine.load %in[%i * 8 + %b] : memref<?xi8>
      %by = arith.index_cast %b : index to i8
      %lowest = arith.andi %x, %one : i8
      %bit = arith.shli %lowest, %by : i8
      %or = arith.ori %v, %bit : i8
      affine.yield %or : i8
    }
    affine.store %all, %out[%i] : memref<?xi8>
  }
  return
}
