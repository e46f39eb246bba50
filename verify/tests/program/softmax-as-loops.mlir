// A softmax of rows, and the same by the steps that MLIR takes it in.
// verdict: proved
func.func @f(%A: memref<3x5xf32> {llvm.noalias}, %B: memref<3x5xf32> {llvm.noalias}) {
  linalg.softmax dimension(1) ins(%A : memref<3x5xf32>) outs(%B : memref<3x5xf32>)
  return
}
// -----
func.func @f(%A: memref<3x5xf32> {llvm.noalias}, %B: memref<3x5xf32> {llvm.noalias}) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %max = memref.alloc() : memref<3xf32>
  %sum = memref.alloc() : memref<3xf32>
  affine.for %i = 0 to 3 {
    affine.store %low, %max[%i] : memref<3xf32>
    affine.store %zero, %sum[%i] : memref<3xf32>
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<3x5xf32>
      %m = affine.load %max[%i] : memref<3xf32>
      %n = arith.maxnumf %a, %m : f32
      affine.store %n, %max[%i] : memref<3xf32>
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<3x5xf32>
      %m = affine.load %max[%i] : memref<3xf32>
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      affine.store %e, %B[%i, %j] : memref<3x5xf32>
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %e = affine.load %B[%i, %j] : memref<3x5xf32>
      %s = affine.load %sum[%i] : memref<3xf32>
      %t = arith.addf %e, %s : f32
      affine.store %t, %sum[%i] : memref<3xf32>
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %e = affine.load %B[%i, %j] : memref<3x5xf32>
      %s = affine.load %sum[%i] : memref<3xf32>
      %q = arith.divf %e, %s : f32
      affine.store %q, %B[%i, %j] : memref<3x5xf32>
    }
  }
  memref.dealloc %max : memref<3xf32>
  memref.dealloc %sum : memref<3xf32>
  return
}
