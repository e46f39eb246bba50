// RUN: referee
// Lanes moved about.
func.func @main() {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %b = arith.constant dense<[[7, 8, 9], [10, 11, 12]]> : vector<2x3xi32>
  %row = vector.extract %a[1] : vector<3xi32> from vector<2x3xi32>
  vector.print %row : vector<3xi32>
  %x = vector.extract %b[0, 2] : i32 from vector<2x3xi32>
  %c = vector.insert %x, %a[1, 0] : i32 into vector<2x3xi32>
  %d = vector.insert %row, %c[0] : vector<3xi32> into vector<2x3xi32>
  vector.print %d : vector<2x3xi32>
  %s = vector.shuffle %a, %b [3, 0, 2] : vector<2x3xi32>, vector<2x3xi32>
  vector.print %s : vector<3x3xi32>
  %t = vector.transpose %a, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  vector.print %t : vector<3x2xi32>
  %f = vector.shape_cast %t : vector<3x2xi32> to vector<6xi32>
  vector.print %f : vector<6xi32>
  %e = vector.extract_strided_slice %f {offsets = [1], sizes = [3], strides = [1]} : vector<6xi32> to vector<3xi32>
  vector.print %e : vector<3xi32>
  %i = vector.insert_strided_slice %e, %f {offsets = [3], strides = [1]} : vector<3xi32> into vector<6xi32>
  vector.print %i : vector<6xi32>
  %w = vector.broadcast %row : vector<3xi32> to vector<2x3xi32>
  vector.print %w : vector<2x3xi32>
  %bits = vector.bitcast %row : vector<3xi32> to vector<12xi8>
  vector.print %bits : vector<12xi8>
  return
}
// EXPECTED
// ( 4, 5, 6 )
// ( ( 4, 5, 6 ), ( 9, 5, 6 ) )
// ( ( 10, 11, 12 ), ( 1, 2, 3 ), ( 7, 8, 9 ) )
// ( ( 1, 4 ), ( 2, 5 ), ( 3, 6 ) )
// ( 1, 4, 2, 5, 3, 6 )
// ( 4, 2, 5 )
// ( 1, 4, 2, 4, 2, 5 )
// ( ( 4, 5, 6 ), ( 4, 5, 6 ) )
// ( 4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0 )

// -----
// Sums, products and the greatest, of lanes and of dimensions.
func.func @main() {
  %a = arith.constant dense<[[1.0, -2.0, 3.5], [4.0, 0.5, -6.0]]> : vector<2x3xf32>
  %z2 = arith.constant dense<[10.0, 20.0]> : vector<2xf32>
  %z3 = arith.constant dense<[0.0, 1.0, 2.0]> : vector<3xf32>
  %rows = vector.multi_reduction <add>, %a, %z2 [1] : vector<2x3xf32> to vector<2xf32>
  vector.print %rows : vector<2xf32>
  %columns = vector.multi_reduction <maximumf>, %a, %z3 [0] : vector<2x3xf32> to vector<3xf32>
  vector.print %columns : vector<3xf32>
  %i = arith.constant dense<[3, -4, 5, 7]> : vector<4xi32>
  %sum = vector.reduction <add>, %i : vector<4xi32> into i32
  vector.print %sum : i32
  %start = arith.constant 100 : i32
  %from = vector.reduction <add>, %i, %start : vector<4xi32> into i32
  vector.print %from : i32
  %product = vector.reduction <mul>, %i : vector<4xi32> into i32
  vector.print %product : i32
  %least = vector.reduction <minui>, %i : vector<4xi32> into i32
  vector.print %least : i32
  %all = vector.reduction <and>, %i : vector<4xi32> into i32
  vector.print %all : i32
  %m = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %masked = vector.mask %m { vector.reduction <add>, %i : vector<4xi32> into i32 } : vector<4xi1> -> i32
  vector.print %masked : i32
  return
}
// EXPECTED
// ( 12.5, 18.5 )
// ( 4.0, 1.0, 3.5 )
// 11
// 111
// -420
// 3
// 0
// 15

// -----
// Products of matrices and of vectors.
func.func @main() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %b = arith.constant dense<[[1.0, -1.0], [0.5, 0.0], [2.0, 4.0]]> : vector<3x2xf32>
  %c = arith.constant dense<[[100.0, 200.0], [300.0, 400.0]]> : vector<2x2xf32>
  %p = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>
  } %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  vector.print %p : vector<2x2xf32>
  %x = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %y = arith.constant dense<[3.0, 4.0, 5.0]> : vector<3xf32>
  %o = vector.outerproduct %x, %y, %a {kind = #vector.kind<add>} : vector<2xf32>, vector<3xf32>
  vector.print %o : vector<2x3xf32>
  %f = vector.fma %x, %x, %x : vector<2xf32>
  vector.print %f : vector<2xf32>
  return
}
// EXPECTED
// ( ( 108.0, 211.0 ), ( 318.5, 420.0 ) )
// ( ( 4.0, 6.0, 8.0 ), ( 10.0, 13.0, 16.0 ) )
// ( 2.0, 6.0 )

// -----
// Reads and writes past the end, masked, gathered and scattered.
memref.global "private" @numbers : memref<3x4xi32> = dense<[[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]]>
memref.global "private" @line : memref<8xi32> = dense<[0, 1, 2, 3, 4, 5, 6, 7]>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %A = memref.get_global @numbers : memref<3x4xi32>
  %L = memref.get_global @line : memref<8xi32>
  %pad = arith.constant -7 : i32
  %r = vector.transfer_read %A[%c1, %c2], %pad : memref<3x4xi32>, vector<3x3xi32>
  vector.print %r : vector<3x3xi32>
  %t = vector.transfer_read %A[%c0, %c1], %pad {permutation_map = affine_map<(i, j) -> (j, i)>} : memref<3x4xi32>, vector<2x4xi32>
  vector.print %t : vector<2x4xi32>
  %b = vector.transfer_read %A[%c1, %c0], %pad {permutation_map = affine_map<(i, j) -> (0, j)>, in_bounds = [true, true]} : memref<3x4xi32>, vector<2x4xi32>
  vector.print %b : vector<2x4xi32>
  vector.transfer_write %r, %A[%c2, %c3] : vector<3x3xi32>, memref<3x4xi32>
  %x = memref.load %A[%c2, %c3] : memref<3x4xi32>
  vector.print %x : i32
  %m = vector.create_mask %c3 : vector<4xi1>
  vector.print %m : vector<4xi1>
  %k = vector.constant_mask [2] : vector<4xi1>
  %none = arith.constant dense<-1> : vector<4xi32>
  %ml = vector.maskedload %L[%c3], %m, %none : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.print %ml : vector<4xi32>
  %ex = vector.expandload %L[%c1], %m, %none : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.print %ex : vector<4xi32>
  %i = arith.constant dense<[5, 0, 3, 100]> : vector<4xi32>
  %g = vector.gather %L[%c1] [%i], %m, %none : memref<8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.print %g : vector<4xi32>
  vector.scatter %L[%c1] [%i], %m, %ml : memref<8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>
  vector.maskedstore %L[%c2], %k, %none : memref<8xi32>, vector<4xi1>, vector<4xi32>
  %v = vector.load %L[%c0] : memref<8xi32>, vector<8xi32>
  vector.print %v : vector<8xi32>
  return
}
// EXPECTED
// ( ( 12, 13, -7 ), ( 22, 23, -7 ), ( -7, -7, -7 ) )
// ( ( 1, 11, 21, -7 ), ( 2, 12, 22, -7 ) )
// ( ( 10, 11, 12, 13 ), ( 10, 11, 12, 13 ) )
// 12
// ( 1, 1, 1, 0 )
// ( 3, 4, 5, -1 )
// ( 1, 2, 3, -1 )
// ( 6, 1, 4, -1 )
// ( 0, 4, -1, -1, 5, 5, 3, 7 )

// -----
// How vectors without a dimension look, and integers with and without a sign.
func.func @main() {
  %x = arith.constant 42.0 : f32
  %v = vector.broadcast %x : f32 to vector<f32>
  vector.print %v : vector<f32>
  %one = vector.broadcast %x : f32 to vector<1x1xf32>
  vector.print %one : vector<1x1xf32>
  %a = arith.constant dense<[true, false]> : vector<2xi1>
  vector.print %a : vector<2xi1>
  %s = vector.bitcast %a : vector<2xi1> to vector<2xsi1>
  vector.print %s : vector<2xsi1>
  %b = arith.constant dense<[-8, 7, -1, 3]> : vector<4xi4>
  vector.print %b : vector<4xi4>
  %u = vector.bitcast %b : vector<4xi4> to vector<4xui4>
  vector.print %u : vector<4xui4>
  %sum = vector.reduction <add>, %u : vector<4xui4> into ui4
  vector.print %sum : ui4
  %max = vector.reduction <maxui>, %u : vector<4xui4> into ui4
  vector.print %max : ui4
  %i = arith.constant -1 : index
  vector.print %i : index
  return
}
// EXPECTED
// ( 42.0 )
// ( ( 42.0 ) )
// ( 1, 0 )
// ( 1, 0 )
// ( -8, 7, -1, 3 )
// ( 8, 7, 15, 3 )
// 1
// 15
// 18446744073709551615
