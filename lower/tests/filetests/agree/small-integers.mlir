// test: agree

// Elements of less than a byte and of odd widths, alone and in vectors.
func.func @flags(%A: memref<16xi1>, %B: memref<16xi24>) {
  %true = arith.constant true
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<16xi1>
    %n = arith.xori %a, %true : i1
    affine.store %n, %A[%i + 8] : memref<16xi1>
    %b = affine.load %B[%i] : memref<16xi24>
    %c = arith.muli %b, %b : i24
    affine.store %c, %B[%i + 8] : memref<16xi24>
  }
  affine.for %i = 0 to 16 step 8 {
    %v = affine.vector_load %A[%i] : memref<16xi1>, vector<8xi1>
    %w = affine.vector_load %B[%i] : memref<16xi24>, vector<8xi24>
    %z = arith.constant dense<7> : vector<8xi24>
    %s = arith.select %v, %w, %z : vector<8xi1>, vector<8xi24>
    affine.vector_store %s, %B[%i] : memref<16xi24>, vector<8xi24>
  }
  return
}

// A cast that is not realized, between integers of one width.
func.func @signs(%A: memref<8xi8>, %B: memref<8xi8>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi8>
    %u = builtin.unrealized_conversion_cast %a : i8 to ui8
    %b = builtin.unrealized_conversion_cast %u : ui8 to i8
    %c = arith.addi %b, %a : i8
    affine.store %c, %B[%i] : memref<8xi8>
  }
  return
}
