// refused: a load reads what another instance stores
// wrong
// The second of two heads is taken to share the row of the one behind it.
func.func @first(%q: memref<8x64xf32> {llvm.noalias}, %k: memref<3x64xf32> {llvm.noalias}, %o: memref<8x64xf32> {llvm.noalias}) {
  %least = arith.constant -1.0e+30 : f32
  affine.for %h = 0 to 8 {
    affine.for %t = 0 to 64 {
      %most = affine.for %s = 0 to affine_map<(d0) -> (d0 + 1)>(%t) iter_args(%max = %least) -> (f32) {
        %a = affine.load %q[%h, %s] : memref<8x64xf32>
        %b = affine.load %k[%h floordiv 4, %s] : memref<3x64xf32>
        %c = arith.mulf %a, %b : f32
        %greater = arith.cmpf ogt, %c, %max : f32
        %next = arith.select %greater, %c, %max : f32
        affine.yield %next : f32
      }
      affine.store %most, %o[%h, %t] : memref<8x64xf32>
    }
  }
  return
}
func.func @second(%q: memref<8x64xf32> {llvm.noalias}, %k: memref<3x64xf32> {llvm.noalias}, %o: memref<8x64xf32> {llvm.noalias}) {
  %least = arith.constant -1.0e+30 : f32
  %products = memref.alloc() : memref<8x64x64xf32>
  affine.for %h = 0 to 8 step 2 {
    affine.for %t = 0 to 64 {
      affine.for %s = 0 to affine_map<(d0) -> (d0 + 1)>(%t) {
        %a = affine.load %q[%h, %s] : memref<8x64xf32>
        %b = affine.load %k[%h floordiv 4, %s] : memref<3x64xf32>
        %c = arith.mulf %a, %b : f32
        affine.store %c, %products[%h, %t, %s] : memref<8x64x64xf32>
        %d = affine.load %q[%h + 1, %s] : memref<8x64xf32>
        %e = affine.load %k[(%h + 2) floordiv 4, %s] : memref<3x64xf32>
        %f = arith.mulf %d, %e : f32
        affine.store %f, %products[%h + 1, %t, %s] : memref<8x64x64xf32>
      }
    }
  }
  affine.for %h = 0 to 8 {
    affine.for %t = 0 to 64 {
      %most = affine.for %s = 0 to affine_map<(d0) -> (d0 + 1)>(%t) iter_args(%max = %least) -> (f32) {
        %c = affine.load %products[%h, %t, %s] : memref<8x64x64xf32>
        %greater = arith.cmpf ogt, %c, %max : f32
        %next = arith.select %greater, %c, %max : f32
        affine.yield %next : f32
      }
      affine.store %most, %o[%h, %t] : memref<8x64xf32>
    }
  }
  memref.dealloc %products : memref<8x64x64xf32>
  return
}
