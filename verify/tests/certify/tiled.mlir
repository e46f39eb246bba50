// certified
func.func @first(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias},
                 %n: index, %m: index, %l: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %l {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
func.func @second(%A: memref<?x?xf32> {llvm.noalias}, %B: memref<?x?xf32> {llvm.noalias}, %C: memref<?x?xf32> {llvm.noalias},
                  %n: index, %m: index, %l: index) {
  affine.for %it = 0 to %n step 32 {
  affine.for %jt = 0 to %m step 7 {
  affine.for %kt = 0 to %l step 16 {
  affine.for %i = affine_map<(d0) -> (d0)>(%it) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%it)[%n] {
  affine.for %j = affine_map<(d0) -> (d0)>(%jt) to min affine_map<(d0)[s0] -> (d0 + 7, s0)>(%jt)[%m] {
  affine.for %k = affine_map<(d0) -> (d0)>(%kt) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%kt)[%l] {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
  }
  }
  }
  }
  }
  }
  return
}
