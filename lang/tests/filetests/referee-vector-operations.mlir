// RUN: referee
// Contractions, reductions, scans and moves.
func.func @main() {
  %v = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %w = arith.constant dense<[[1.0, 0.5], [0.25, 2.0], [3.0, -1.0]]> : vector<3x2xf32>
  %c = arith.constant dense<[[10.0, 20.0], [30.0, 40.0]]> : vector<2x2xf32>
  %r2 = arith.constant dense<[10.0, 20.0]> : vector<2xf32>
  %r3 = arith.constant dense<[100.0, 200.0, 300.0]> : vector<3xf32>
  %x = arith.constant 7.0 : f32
  %t = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  vector.print %t : vector<3x2xf32>
  %k = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction"]} %v, %w, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  vector.print %k : vector<2x2xf32>
  %k2 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %v, %w, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  vector.print %k2 : vector<2x2xf32>
  %m1 = vector.multi_reduction <add>, %v, %r2 [1] : vector<2x3xf32> to vector<2xf32>
  vector.print %m1 : vector<2xf32>
  %m2 = vector.multi_reduction <maximumf>, %v, %r3 [0] : vector<2x3xf32> to vector<3xf32>
  vector.print %m2 : vector<3xf32>
  %m3 = vector.multi_reduction <mul>, %v, %x [0, 1] : vector<2x3xf32> to f32
  vector.print %m3 : f32
  %sc:2 = vector.scan <add>, %v, %r2 {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xf32>, vector<2xf32>
  vector.print %sc#0 : vector<2x3xf32>
  vector.print %sc#1 : vector<2xf32>
  %sd:2 = vector.scan <add>, %v, %r2 {inclusive = false, reduction_dim = 1 : i64} : vector<2x3xf32>, vector<2xf32>
  vector.print %sd#0 : vector<2x3xf32>
  vector.print %sd#1 : vector<2xf32>
  %se:2 = vector.scan <mul>, %v, %r3 {inclusive = false, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<3xf32>
  vector.print %se#0 : vector<2x3xf32>
  vector.print %se#1 : vector<3xf32>
  %op = vector.outerproduct %r2, %r3 : vector<2xf32>, vector<3xf32>
  vector.print %op : vector<2x3xf32>
  %oq = vector.outerproduct %r2, %r3, %v {kind = #vector.kind<maxnumf>} : vector<2xf32>, vector<3xf32>
  vector.print %oq : vector<2x3xf32>
  %or = vector.outerproduct %r2, %x, %r2 : vector<2xf32>, f32
  vector.print %or : vector<2xf32>
  %f = vector.shape_cast %v : vector<2x3xf32> to vector<6xf32>
  %g = vector.shape_cast %w : vector<3x2xf32> to vector<6xf32>
  %i = vector.interleave %v, %v : vector<2x3xf32> -> vector<2x6xf32>
  vector.print %i : vector<2x6xf32>
  %e, %o = vector.deinterleave %i : vector<2x6xf32> -> vector<2x3xf32>
  vector.print %e : vector<2x3xf32>
  %ss = vector.extract_strided_slice %v {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x3xf32> to vector<2x2xf32>
  vector.print %ss : vector<2x2xf32>
  %is = vector.insert_strided_slice %r2, %v {offsets = [1, 1], strides = [1]} : vector<2xf32> into vector<2x3xf32>
  vector.print %is : vector<2x3xf32>
  %sh = vector.shuffle %f, %r2 [7, 0, 5, 6] : vector<6xf32>, vector<2xf32>
  vector.print %sh : vector<4xf32>
  %bb = vector.bitcast %f : vector<6xf32> to vector<3xi64>
  vector.print %bb : vector<3xi64>
  %bc = vector.bitcast %f : vector<6xf32> to vector<12xi16>
  vector.print %bc : vector<12xi16>
  %st = vector.step : vector<4xindex>
  vector.print %st : vector<4xindex>
  %red = vector.reduction <add>, %f, %x : vector<6xf32> into f32
  vector.print %red : f32
  %bro = vector.broadcast %r3 : vector<3xf32> to vector<2x3xf32>
  vector.print %bro : vector<2x3xf32>
  %col = arith.constant dense<[[5.0], [6.0]]> : vector<2x1xf32>
  %br2 = vector.broadcast %col : vector<2x1xf32> to vector<2x3xf32>
  vector.print %br2 : vector<2x3xf32>
  %on = arith.constant dense<[true, false, true, true, false, true]> : vector<6xi1>
  return
}
// EXPECTED
// ( ( 1.0, 4.0 ), ( 2.0, 5.0 ), ( 3.0, 6.0 ) )
// ( ( 20.5, 43.25 ), ( 31.5, 46.0 ) )
// ( ( 20.5, 21.5 ), ( 53.25, 46.0 ) )
// ( 16.0, 35.0 )
// ( 100.0, 200.0, 300.0 )
// 5040.0
// ( ( 1.0, 3.0, 6.0 ), ( 4.0, 9.0, 15.0 ) )
// ( 6.0, 15.0 )
// ( ( 10.0, 11.0, 13.0 ), ( 20.0, 24.0, 29.0 ) )
// ( 13.0, 29.0 )
// ( ( 100.0, 200.0, 300.0 ), ( 100.0, 400.0, 900.0 ) )
// ( 100.0, 400.0, 900.0 )
// ( ( 1000.0, 2000.0, 3000.0 ), ( 2000.0, 4000.0, 6000.0 ) )
// ( ( 1000.0, 2000.0, 3000.0 ), ( 2000.0, 4000.0, 6000.0 ) )
// ( 80.0, 160.0 )
// ( ( 1.0, 1.0, 2.0, 2.0, 3.0, 3.0 ), ( 4.0, 4.0, 5.0, 5.0, 6.0, 6.0 ) )
// ( ( 1.0, 2.0, 3.0 ), ( 4.0, 5.0, 6.0 ) )
// ( ( 2.0, 3.0 ), ( 5.0, 6.0 ) )
// ( ( 1.0, 2.0, 3.0 ), ( 4.0, 10.0, 20.0 ) )
// ( 20.0, 1.0, 6.0, 10.0 )
// ( 4611686019492741120, 4647714816524288000, 4665729215040061440 )
// ( 0, 16256, 0, 16384, 0, 16448, 0, 16512, 0, 16544, 0, 16576 )
// ( 0, 1, 2, 3 )
// 28.0
// ( ( 100.0, 200.0, 300.0 ), ( 100.0, 200.0, 300.0 ) )
// ( ( 5.0, 5.0, 5.0 ), ( 6.0, 6.0, 6.0 ) )

// -----
// Transfers, masked accesses, gathers and scatters.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 9.0 : f32
  %m = memref.alloc() : memref<4x6xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %c6 = arith.constant 6 : index
    scf.for %j = %c0 to %c6 step %c1 {
      %t = affine.apply affine_map<(i, j) -> (i * 10 + j)>(%i, %j)
      %ti = arith.index_cast %t : index to i32
      %tf = arith.sitofp %ti : i32 to f32
      memref.store %tf, %m[%i, %j] : memref<4x6xf32>
    }
  }
  %a = vector.transfer_read %m[%c2, %c3], %p : memref<4x6xf32>, vector<3x4xf32>
  vector.print %a : vector<3x4xf32>
  %b = vector.transfer_read %m[%c2, %c3], %p {permutation_map = affine_map<(i, j) -> (j, i)>} : memref<4x6xf32>, vector<4x3xf32>
  vector.print %b : vector<4x3xf32>
  %bc = vector.transfer_read %m[%c2, %c3], %p {permutation_map = affine_map<(i, j) -> (i, 0)>, in_bounds = [false, true]} : memref<4x6xf32>, vector<3x2xf32>
  vector.print %bc : vector<3x2xf32>
  %on = arith.constant dense<[[true, false, true], [true, true, false]]> : vector<2x3xi1>
  %d = vector.transfer_read %m[%c1, %c1], %p, %on {permutation_map = affine_map<(i, j) -> (j, i)>, in_bounds = [true, true]} : memref<4x6xf32>, vector<3x2xf32>
  vector.print %d : vector<3x2xf32>
  %on2 = arith.constant dense<[true, false, true]> : vector<3xi1>
  %e = vector.transfer_read %m[%c2, %c4], %p, %on2 : memref<4x6xf32>, vector<3xf32>
  vector.print %e : vector<3xf32>
  %pass = arith.constant dense<[-1.0, -2.0, -3.0]> : vector<3xf32>
  %f = vector.maskedload %m[%c2, %c1], %on2, %pass : memref<4x6xf32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  vector.print %f : vector<3xf32>
  %g = vector.expandload %m[%c2, %c1], %on2, %pass : memref<4x6xf32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  vector.print %g : vector<3xf32>
  %at = arith.constant dense<[0, 7, -2]> : vector<3xi32>
  %all = arith.constant dense<true> : vector<3xi1>
  %h = vector.gather %m[%c1, %c1][%at], %all, %pass : memref<4x6xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  vector.print %h : vector<3xf32>
  %h2 = vector.gather %m[%c1, %c1][%at], %on2, %pass : memref<4x6xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  vector.print %h2 : vector<3xf32>
  vector.scatter %m[%c1, %c1][%at], %all, %pass : memref<4x6xf32>, vector<3xi32>, vector<3xi1>, vector<3xf32>
  vector.compressstore %m[%c0, %c0], %on2, %pass : memref<4x6xf32>, vector<3xi1>, vector<3xf32>
  vector.maskedstore %m[%c3, %c0], %on2, %pass : memref<4x6xf32>, vector<3xi1>, vector<3xf32>
  vector.transfer_write %a, %m[%c3, %c4] : vector<3x4xf32>, memref<4x6xf32>
  vector.transfer_write %b, %m[%c1, %c2] {permutation_map = affine_map<(i, j) -> (j, i)>} : vector<4x3xf32>, memref<4x6xf32>
  vector.transfer_write %pass, %m[%c0, %c3], %on2 : vector<3xf32>, memref<4x6xf32>
  %z = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x6xf32>, vector<4x6xf32>
  vector.print %z : vector<4x6xf32>
  %l = vector.load %m[%c1, %c1] : memref<4x6xf32>, vector<2x3xf32>
  %cm = vector.create_mask %c1, %c2 : vector<2x3xi1>
  vector.print %cm : vector<2x3xi1>
  %km = vector.constant_mask [2, 1] : vector<2x3xi1>
  vector.print %km : vector<2x3xi1>
  %mk = vector.mask %cm { vector.transfer_read %m[%c1, %c1], %p {in_bounds = [true, true]} : memref<4x6xf32>, vector<2x3xf32> } : vector<2x3xi1> -> vector<2x3xf32>
  vector.print %mk : vector<2x3xf32>
  vector.mask %on2 { vector.transfer_write %pass, %m[%c2, %c0] {in_bounds = [true]} : vector<3xf32>, memref<4x6xf32> } : vector<3xi1>
  %z2 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x6xf32>, vector<4x6xf32>
  vector.print %z2 : vector<4x6xf32>
  return
}
// EXPECTED
// ( ( 23.0, 24.0, 25.0, 9.0 ), ( 33.0, 34.0, 35.0, 9.0 ), ( 9.0, 9.0, 9.0, 9.0 ) )
// ( ( 23.0, 33.0, 9.0 ), ( 24.0, 34.0, 9.0 ), ( 25.0, 35.0, 9.0 ), ( 9.0, 9.0, 9.0 ) )
// ( ( 23.0, 23.0 ), ( 33.0, 33.0 ), ( 9.0, 9.0 ) )
// ( ( 11.0, 21.0 ), ( 9.0, 22.0 ), ( 13.0, 9.0 ) )
// ( 24.0, 9.0, 9.0 )
// ( 21.0, -2.0, 23.0 )
// ( 21.0, -2.0, 22.0 )
// ( 11.0, 22.0, 5.0 )
// ( 11.0, -2.0, 5.0 )
// ( ( -1.0, -3.0, 2.0, -1.0, 4.0, -3.0 ), ( 10.0, -1.0, 23.0, 24.0, 25.0, 9.0 ), ( 20.0, 21.0, 33.0, 34.0, 35.0, 9.0 ), ( -1.0, 31.0, 9.0, 9.0, 9.0, 9.0 ) )
// ( ( 1, 1, 0 ), ( 0, 0, 0 ) )
// ( ( 1, 0, 0 ), ( 1, 0, 0 ) )
// ( ( -1.0, 23.0, 9.0 ), ( 9.0, 9.0, 9.0 ) )
// ( ( -1.0, -3.0, 2.0, -1.0, 4.0, -3.0 ), ( 10.0, -1.0, 23.0, 24.0, 25.0, 9.0 ), ( -1.0, 21.0, -3.0, 34.0, 35.0, 9.0 ), ( -1.0, 31.0, 9.0, 9.0, 9.0, 9.0 ) )

// -----
// Masks around what combines lanes.
func.func @main() {
  %v = arith.constant dense<[1.5, -2.0, 3.25, 8.0]> : vector<4xf32>
  %w = arith.constant dense<[3, -7, 12, 5]> : vector<4xi32>
  %on = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %off = arith.constant dense<false> : vector<4xi1>
  %x = arith.constant 10.0 : f32
  %y = arith.constant 100 : i32
  %a = vector.mask %on { vector.reduction <add>, %v, %x : vector<4xf32> into f32 } : vector<4xi1> -> f32
  vector.print %a : f32
  %b = vector.mask %on { vector.reduction <mul>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  vector.print %b : f32
  %c = vector.mask %on { vector.reduction <minsi>, %w : vector<4xi32> into i32 } : vector<4xi1> -> i32
  vector.print %c : i32
  %d = vector.mask %off { vector.reduction <add>, %w : vector<4xi32> into i32 } : vector<4xi1> -> i32
  vector.print %d : i32
  %e = vector.mask %off { vector.reduction <minsi>, %w : vector<4xi32> into i32 } : vector<4xi1> -> i32
  vector.print %e : i32
  %f = vector.mask %off { vector.reduction <maxui>, %w, %y : vector<4xi32> into i32 } : vector<4xi1> -> i32
  vector.print %f : i32
  %m = arith.constant dense<[[true, false], [true, true]]> : vector<2x2xi1>
  %g = vector.shape_cast %w : vector<4xi32> to vector<2x2xi32>
  %acc = arith.constant dense<[1000, 2000]> : vector<2xi32>
  %i = vector.mask %m { vector.outerproduct %acc, %acc, %g : vector<2xi32>, vector<2xi32> } : vector<2x2xi1> -> vector<2x2xi32>
  vector.print %i : vector<2x2xi32>
  return
}
// EXPECTED
// 22.75
// 39.0
// 3
// 0
// 2147483647
// 100
// ( ( 1000003, -7 ), ( 2000012, 4000005 ) )

// -----
// Without dimensions, and memory of vectors.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant -1.0 : f32
  %x = arith.constant 2.5 : f32
  %m = memref.alloc() : memref<f32>
  memref.store %x, %m[] : memref<f32>
  %a = vector.transfer_read %m[], %p : memref<f32>, vector<f32>
  vector.print %a : vector<f32>
  %s = vector.extractelement %a[] : vector<f32>
  %t = arith.mulf %s, %x : f32
  %b = vector.insertelement %t, %a[] : vector<f32>
  vector.transfer_write %b, %m[] : vector<f32>, memref<f32>
  %c = memref.load %m[] : memref<f32>
  vector.print %c : f32
  %n = memref.alloc() : memref<3xvector<2xi32>>
  %one = arith.constant dense<[1, 2]> : vector<2xi32>
  %two = arith.constant dense<[30, 40]> : vector<2xi32>
  memref.store %one, %n[%c0] : memref<3xvector<2xi32>>
  memref.store %two, %n[%c1] : memref<3xvector<2xi32>>
  %l = vector.load %n[%c1] : memref<3xvector<2xi32>>, vector<2xi32>
  vector.print %l : vector<2xi32>
  %q = memref.alloc() : memref<2x4xi16>
  %v = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : vector<2x4xi16>
  %k = vector.type_cast %q : memref<2x4xi16> to memref<vector<2x4xi16>>
  memref.store %v, %k[] : memref<vector<2x4xi16>>
  %e = memref.load %q[%c1, %c0] : memref<2x4xi16>
  vector.print %e : i16
  %idx = vector.step : vector<4xindex>
  vector.print %idx : vector<4xindex>
  %r = vector.extractelement %idx[%c3 : index] : vector<4xindex>
  vector.print %r : index
  %z = vector.from_elements %x, %t, %s, %p : vector<4xf32>
  vector.print %z : vector<4xf32>
  %u = vector.splat %t : vector<3xf32>
  vector.print %u : vector<3xf32>
  vector.print str "the end"
  vector.print punctuation <newline>
  return
}
// EXPECTED
// ( 2.5 )
// 6.25
// ( 30, 40 )
// 5
// ( 0, 1, 2, 3 )
// 3
// ( 2.5, 6.25, 2.5, -1.0 )
// ( 6.25, 6.25, 6.25 )
// the end
