// test: agree
// run: @tail(0, 0, 0)
// run: @tail(5, 5, 5)
// run: @tail(8, 8, 8)
// run: @tail(21, 21, 21)
// run: @rows(3x7, 3x7)
// run: @limits(24, -9223372036854775808)
// run: @limits(24, 9223372036854775807)
// run: @limits(24, 0)
// run: @limits(24, 3)
// run: @bytes(13)
// run: @bits(21, 21, 21)

func.func @tail(%A: memref<?xf64>, %B: memref<?xf64>, %n: index) {
  %zero = arith.constant dense<0.0> : vector<8xf64>
  affine.for %i = 0 to %n step 8 {
    %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n]
    %mask = vector.create_mask %left : vector<8xi1>
    %a = vector.maskedload %A[%i], %mask, %zero : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
    %b = arith.addf %a, %a : vector<8xf64>
    vector.maskedstore %B[%i], %mask, %b : memref<?xf64>, vector<8xi1>, vector<8xf64>
  }
  return
}

func.func @rows(%A: memref<3x7xi32>, %B: memref<3x7xi32>) {
  %zero = arith.constant dense<0> : vector<8xi32>
  %c1 = arith.constant 1 : index
  %mask = vector.constant_mask [6] : vector<8xi1>
  affine.for %i = 0 to 3 {
    %a = vector.maskedload %A[%i, %c1], %mask, %zero : memref<3x7xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
    %m = arith.maxsi %a, %zero : vector<8xi32>
    vector.maskedstore %B[%i, %c1], %mask, %m : memref<3x7xi32>, vector<8xi1>, vector<8xi32>
  }
  return
}

// The number of lanes may be any number.
func.func @limits(%A: memref<24xi32>, %n: index) {
  %c4 = arith.constant 4 : index
  %mask = vector.create_mask %n : vector<16xi1>
  %x = arith.constant dense<7> : vector<16xi32>
  vector.maskedstore %A[%c4], %mask, %x : memref<24xi32>, vector<16xi1>, vector<16xi32>
  return
}

func.func @bytes(%A: memref<13xi8>) {
  %c9 = arith.constant 9 : index
  %c4 = arith.constant 4 : index
  %all = arith.constant dense<true> : vector<8xi1>
  %below = vector.create_mask %c4 : vector<8xi1>
  %c1 = arith.constant 1 : index
  %first = vector.create_mask %c1 : vector<8xi1>
  %rest = arith.xori %first, %all : vector<8xi1>
  %mask = arith.andi %below, %rest : vector<8xi1>
  %x = arith.constant dense<5> : vector<8xi8>
  vector.maskedstore %A[%c9], %mask, %x : memref<13xi8>, vector<8xi1>, vector<8xi8>
  return
}

// Truth values take a byte each in memory.
func.func @bits(%A: memref<?xi1>, %B: memref<?xi1>, %n: index) {
  %set = arith.constant dense<true> : vector<8xi1>
  affine.for %i = 0 to %n step 8 {
    %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n]
    %mask = vector.create_mask %left : vector<8xi1>
    %a = vector.maskedload %A[%i], %mask, %set : memref<?xi1>, vector<8xi1>, vector<8xi1> into vector<8xi1>
    %b = arith.xori %a, %set : vector<8xi1>
    vector.maskedstore %B[%i], %mask, %b : memref<?xi1>, vector<8xi1>, vector<8xi1>
  }
  return
}
