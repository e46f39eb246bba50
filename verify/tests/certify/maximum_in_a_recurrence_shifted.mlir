// refused: a term of a sum is none of the other sum
// wrong
func.func @first(%seq: memref<?xi8> {llvm.noalias}, %table: memref<?x?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %seq, %c0 : memref<?xi8>
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  affine.for %i_back = 0 to %n {
    %i = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%i_back)[%n]
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) {
        %table_i = affine.load %table[%i, %j] : memref<?x?xi32>
        %table_i_1 = affine.load %table[%i, %j - 1] : memref<?x?xi32>
        %greater = arith.maxsi %table_i, %table_i_1 : i32
        affine.store %greater, %table[%i, %j] : memref<?x?xi32>
      }
      affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%i)[%n] {
        %table_i = affine.load %table[%i, %j] : memref<?x?xi32>
        %table_i_1 = affine.load %table[%i + 1, %j] : memref<?x?xi32>
        %greater = arith.maxsi %table_i, %table_i_1 : i32
        affine.store %greater, %table[%i, %j] : memref<?x?xi32>
      }
      affine.if affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, s0 - d1 - 2 >= 0)>(%j, %i)[%n] {
        affine.if affine_set<(d0, d1) : (d0 - d1 - 2 >= 0)>(%j, %i) {
          %seq_i = affine.load %seq[%i] : memref<?xi8>
          %wide = arith.extsi %seq_i : i8 to i32
          %seq_j = affine.load %seq[%j] : memref<?xi8>
          %wide_1 = arith.extsi %seq_j : i8 to i32
          %pair = arith.addi %wide, %wide_1 : i32
          %table_i = affine.load %table[%i, %j] : memref<?x?xi32>
          %table_i_1 = affine.load %table[%i + 1, %j - 1] : memref<?x?xi32>
          %test = arith.cmpi eq, %pair, %three : i32
          %chosen = arith.select %test, %one, %zero : i32
          %sum = arith.addi %table_i_1, %chosen : i32
          %greater = arith.maxsi %table_i, %sum : i32
          affine.store %greater, %table[%i, %j] : memref<?x?xi32>
        } else {
          %table_i = affine.load %table[%i, %j] : memref<?x?xi32>
          %table_i_1 = affine.load %table[%i + 1, %j - 1] : memref<?x?xi32>
          %greater = arith.maxsi %table_i, %table_i_1 : i32
          affine.store %greater, %table[%i, %j] : memref<?x?xi32>
        }
      }
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0) -> (d0)>(%j) {
        %table_i = affine.load %table[%i, %j] : memref<?x?xi32>
        %table_i_1 = affine.load %table[%i, %k] : memref<?x?xi32>
        %table_k = affine.load %table[%k + 1, %j] : memref<?x?xi32>
        %sum = arith.addi %table_i_1, %table_k : i32
        %greater = arith.maxsi %table_i, %sum : i32
        affine.store %greater, %table[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
func.func @second(%seq: memref<?xi8> {llvm.noalias}, %table: memref<?x?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %seq, %c0 : memref<?xi8>
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  affine.for %i_back = 0 to %n {
    %i = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%i_back)[%n]
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) {
        %table_i = affine.load %table[%i, %j] : memref<?x?xi32>
        %table_i_1 = affine.load %table[%i, %j - 1] : memref<?x?xi32>
        %greater = arith.maxsi %table_i, %table_i_1 : i32
        affine.store %greater, %table[%i, %j] : memref<?x?xi32>
      }
      affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%i)[%n] {
        %table_i = affine.load %table[%i, %j] : memref<?x?xi32>
        %table_i_1 = affine.load %table[%i + 1, %j] : memref<?x?xi32>
        %greater = arith.maxsi %table_i, %table_i_1 : i32
        affine.store %greater, %table[%i, %j] : memref<?x?xi32>
      }
      affine.if affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, s0 - d1 - 2 >= 0)>(%j, %i)[%n] {
        affine.if affine_set<(d0, d1) : (d0 - d1 - 2 >= 0)>(%j, %i) {
          %seq_i = affine.load %seq[%i] : memref<?xi8>
          %wide = arith.extsi %seq_i : i8 to i32
          %seq_j = affine.load %seq[%j] : memref<?xi8>
          %wide_1 = arith.extsi %seq_j : i8 to i32
          %pair = arith.addi %wide, %wide_1 : i32
          %table_i = affine.load %table[%i, %j] : memref<?x?xi32>
          %table_i_1 = affine.load %table[%i + 1, %j - 1] : memref<?x?xi32>
          %test = arith.cmpi eq, %pair, %three : i32
          %chosen = arith.select %test, %one, %zero : i32
          %sum = arith.addi %table_i_1, %chosen : i32
          %greater = arith.maxsi %table_i, %sum : i32
          affine.store %greater, %table[%i, %j] : memref<?x?xi32>
        } else {
          %table_i = affine.load %table[%i, %j] : memref<?x?xi32>
          %table_i_1 = affine.load %table[%i + 1, %j - 1] : memref<?x?xi32>
          %greater = arith.maxsi %table_i, %table_i_1 : i32
          affine.store %greater, %table[%i, %j] : memref<?x?xi32>
        }
      }
      affine.for %kk = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0) -> (d0)>(%j) {
        %k = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2 - 1)>(%i, %j, %kk)
        %table_i = affine.load %table[%i, %j] : memref<?x?xi32>
        %table_i_1 = affine.load %table[%i, %k] : memref<?x?xi32>
        %table_k = affine.load %table[%k + 1, %j] : memref<?x?xi32>
        %sum = arith.addi %table_i_1, %table_k : i32
        %greater = arith.maxsi %table_i, %sum : i32
        affine.store %greater, %table[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
