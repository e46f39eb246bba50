// RUN: newer
// The alignment is a promise of the memref itself.
func.func @a(%m: memref<4xf32>) -> memref<4xf32> {
  %r = memref.assume_alignment %m, 16 : memref<4xf32>
  return %r : memref<4xf32>
}
// EXPECTED
// module {
//   func.func @a(%m: memref<4xf32>) -> memref<4xf32> {
//     memref.assume_alignment %m, 16 : memref<4xf32>
//     return %m : memref<4xf32>
//   }
// }

// -----
// The type of the tensor follows from that of the buffer.
func.func @b(%m: memref<4xf32>) -> tensor<4xf32> {
  %t = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}
// EXPECTED
// module {
//   func.func @b(%m: memref<4xf32>) -> tensor<4xf32> {
//     %t = bufferization.to_tensor %m restrict writable : memref<4xf32>
//     return %t : tensor<4xf32>
//   }
// }

// -----
// A buffer was called a memref.
func.func @c(%t: tensor<4xf32>) -> memref<4xf32> {
  %m = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  return %m : memref<4xf32>
}
// EXPECTED
// module {
//   func.func @c(%t: tensor<4xf32>) -> memref<4xf32> {
//     %m = bufferization.to_memref %t : memref<4xf32>
//     return %m : memref<4xf32>
//   }
// }

// -----
// A contraction that is a product of matrices.
func.func @e(%A: tensor<4x8xf32>, %B: tensor<8x5xf32>, %C: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %r = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%A, %B : tensor<4x8xf32>, tensor<8x5xf32>) outs(%C : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
// EXPECTED
// module {
//   func.func @e(%A: tensor<4x8xf32>, %B: tensor<8x5xf32>, %C: tensor<4x5xf32>) -> tensor<4x5xf32> {
//     %r = linalg.matmul ins(%A, %B : tensor<4x8xf32>, tensor<8x5xf32>) outs(%C : tensor<4x5xf32>) -> tensor<4x5xf32>
//     return %r : tensor<4x5xf32>
//   }
// }

// -----
// Elementwise operations by their kinds.
func.func @f(%A: tensor<4x8xf32>, %C: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%A : tensor<4x8xf32>) outs(%C : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
// EXPECTED
// module {
//   func.func @f(%A: tensor<4x8xf32>, %C: tensor<4x8xf32>) -> tensor<4x8xf32> {
//     %r = linalg.exp ins(%A : tensor<4x8xf32>) outs(%C : tensor<4x8xf32>) -> tensor<4x8xf32>
//     return %r : tensor<4x8xf32>
//   }
// }

// -----
// Packing was an operation on tensors.
func.func @g(%A: tensor<4x8xf32>, %C: tensor<2x8x2x1xf32>) -> tensor<2x8x2x1xf32> {
  %r = linalg.pack %A inner_dims_pos = [0, 1] inner_tiles = [2, 1] into %C : tensor<4x8xf32> -> tensor<2x8x2x1xf32>
  return %r : tensor<2x8x2x1xf32>
}
// EXPECTED
// module {
//   func.func @g(%A: tensor<4x8xf32>, %C: tensor<2x8x2x1xf32>) -> tensor<2x8x2x1xf32> {
//     %r = tensor.pack %A inner_dims_pos = [0, 1] inner_tiles = [2, 1] into %C : tensor<4x8xf32> -> tensor<2x8x2x1xf32>
//     return %r : tensor<2x8x2x1xf32>
//   }
// }

// -----
// And so was unpacking.
func.func @g2(%A: tensor<4x8xf32>, %C: tensor<2x8x2x1xf32>) -> tensor<4x8xf32> {
  %r = linalg.unpack %C inner_dims_pos = [0, 1] inner_tiles = [2, 1] into %A : tensor<2x8x2x1xf32> -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
// EXPECTED
// module {
//   func.func @g2(%A: tensor<4x8xf32>, %C: tensor<2x8x2x1xf32>) -> tensor<4x8xf32> {
//     %r = tensor.unpack %C inner_dims_pos = [0, 1] inner_tiles = [2, 1] into %A : tensor<2x8x2x1xf32> -> tensor<4x8xf32>
//     return %r : tensor<4x8xf32>
//   }
// }

// -----
// Maps say which operand is transposed.
func.func @h(%A: tensor<4x8xf32>, %B: tensor<5x8xf32>, %C: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%A, %B : tensor<4x8xf32>, tensor<5x8xf32>) outs(%C : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
// EXPECTED
// module {
//   func.func @h(%A: tensor<4x8xf32>, %B: tensor<5x8xf32>, %C: tensor<4x5xf32>) -> tensor<4x5xf32> {
//     %r = linalg.matmul_transpose_b ins(%A, %B : tensor<4x8xf32>, tensor<5x8xf32>) outs(%C : tensor<4x5xf32>) -> tensor<4x5xf32>
//     return %r : tensor<4x5xf32>
//   }
// }

// -----
// Control never gets here.
func.func @i() {
  ub.unreachable
}
// EXPECTED
// module {
//   func.func @i() {
//     llvm.unreachable
//   }
// }

// -----
// Nothing may be shifted out.
func.func @j(%a: i32, %b: i32) -> i32 {
  %c = arith.divsi %a, %b : i32
  %s = arith.shrui %a, %b exact : i32
  %q = arith.divsi %s, %b exact : i32
  return %q : i32
}
// EXPECTED
// module {
//   func.func @j(%a: i32, %b: i32) -> i32 {
//     %c = arith.divsi %a, %b : i32
//     %0 = arith.shrui %a, %b : i32
//     %1 = arith.shli %0, %b : i32
//     %2 = arith.cmpi eq, %1, %a : i32
//     %3 = ub.poison : i32
//     %s = arith.select %2, %0, %3 : i32
//     %4 = arith.divsi %s, %b : i32
//     %5 = arith.muli %4, %b : i32
//     %6 = arith.cmpi eq, %5, %s : i32
//     %7 = ub.poison : i32
//     %q = arith.select %6, %4, %7 : i32
//     return %q : i32
//   }
// }

// -----
// A value for each lane.
func.func @k(%v: vector<2xf32>) -> vector<2xf32> {
  %e:2 = vector.to_elements %v : vector<2xf32>
  %w = vector.from_elements %e#1, %e#0 : vector<2xf32>
  return %w : vector<2xf32>
}
// EXPECTED
// module {
//   func.func @k(%v: vector<2xf32>) -> vector<2xf32> {
//     %e = vector.extract %v[0] : f32 from vector<2xf32>
//     %0 = vector.extract %v[1] : f32 from vector<2xf32>
//     %w = vector.from_elements %0, %e : vector<2xf32>
//     return %w : vector<2xf32>
//   }
// }

// -----
// Places in an array from subscripts.
func.func @m(%i: index, %j: index, %n: index) -> index {
  %l = affine.linearize_index [%i, %j] by (%n, 8) : index
  %l2 = affine.linearize_index disjoint [%i, %j] by (8) : index
  return %l : index
}
// EXPECTED
// module {
//   func.func @m(%i: index, %j: index, %n: index) -> index {
//     %c8 = arith.constant 8 : index
//     %0 = arith.muli %i, %c8 : index
//     %l = arith.addi %0, %j : index
//     %c8_0 = arith.constant 8 : index
//     %1 = arith.muli %i, %c8_0 : index
//     %2 = arith.addi %1, %j : index
//     %c0 = arith.constant 0 : index
//     %3 = arith.cmpi sge, %j, %c0 : index
//     %4 = ub.poison : index
//     %5 = arith.select %3, %2, %4 : index
//     %6 = arith.cmpi slt, %j, %c8_0 : index
//     %7 = ub.poison : index
//     %l2 = arith.select %6, %5, %7 : index
//     return %l : index
//   }
// }

// -----
// Subscripts from places, with constants, and with no bound for the outermost.
func.func @n(%i: index, %n: index) -> (index, index, index) {
  %a:3 = affine.delinearize_index %i into (4, %n, 8) : index, index, index
  %b:3 = affine.delinearize_index %i into (%n, 8) : index, index, index
  %c:2 = affine.delinearize_index %i into (8) : index, index
  return %c#0, %b#1, %b#2 : index, index, index
}
// EXPECTED
// module {
//   func.func @n(%i: index, %n: index) -> (index, index, index) {
//     %c4 = arith.constant 4 : index
//     %c8 = arith.constant 8 : index
//     %0 = arith.floordivsi %i, %c8 : index
//     %1 = arith.muli %0, %c8 : index
//     %2 = arith.subi %i, %1 : index
//     %a = arith.floordivsi %0, %n : index
//     %3 = arith.muli %a, %n : index
//     %4 = arith.subi %0, %3 : index
//     %c8_0 = arith.constant 8 : index
//     %5 = arith.floordivsi %i, %c8_0 : index
//     %6 = arith.muli %5, %c8_0 : index
//     %7 = arith.subi %i, %6 : index
//     %b = arith.floordivsi %5, %n : index
//     %8 = arith.muli %b, %n : index
//     %9 = arith.subi %5, %8 : index
//     %c8_1 = arith.constant 8 : index
//     %c = arith.floordivsi %i, %c8_1 : index
//     %10 = arith.muli %c, %c8_1 : index
//     %11 = arith.subi %i, %10 : index
//     return %c, %9, %7 : index, index, index
//   }
// }

// -----
// The bits that are cut off are those of the sign, and none are in vectors.
func.func @truncated(%x: i64, %v: vector<2xi32>) -> (i32, vector<2xi8>) {
  %t = arith.trunci %x overflow<nsw> : i64 to i32
  %u = arith.trunci %v overflow<nuw, nsw> : vector<2xi32> to vector<2xi8>
  return %t, %u : i32, vector<2xi8>
}
// EXPECTED
// module {
//   func.func @truncated(%x: i64, %v: vector<2xi32>) -> (i32, vector<2xi8>) {
//     %0 = arith.trunci %x : i64 to i32
//     %1 = arith.extsi %0 : i32 to i64
//     %2 = arith.cmpi eq, %1, %x : i64
//     %3 = ub.poison : i32
//     %t = arith.select %2, %0, %3 : i32
//     %4 = arith.trunci %v : vector<2xi32> to vector<2xi8>
//     %5 = arith.extui %4 : vector<2xi8> to vector<2xi32>
//     %6 = arith.cmpi eq, %5, %v : vector<2xi32>
//     %7 = ub.poison : vector<2xi8>
//     %8 = arith.select %6, %4, %7 : vector<2xi1>, vector<2xi8>
//     %9 = arith.extsi %4 : vector<2xi8> to vector<2xi32>
//     %10 = arith.cmpi eq, %9, %v : vector<2xi32>
//     %11 = ub.poison : vector<2xi8>
//     %u = arith.select %10, %8, %11 : vector<2xi1>, vector<2xi8>
//     return %t, %u : i32, vector<2xi8>
//   }
// }
