// certified
// The other way round.
func.func @first(%n: index, %m: index, %x: memref<?x?xf32> {llvm.noalias}, %w: memref<?x3xf32> {llvm.noalias},
    %y: memref<?xf32> {llvm.noalias}) {
  %z = arith.constant 0.0 : f32
  %acc = memref.alloca() : memref<f32>
    affine.for %j = 0 to %n {
      affine.store %z, %acc[] : memref<f32>
      affine.for %c = 0 to %m {
          affine.for %q = 0 to 3 {
            affine.if affine_set<(d0, d1)[s0] : (d0 + d1 - 1 >= 0, s0 - d0 - d1 >= 0)>(%j, %q)[%n] {
              %l = affine.load %x[%c, %j + %q - 1] : memref<?x?xf32>
              %k = affine.load %w[%c, %q] : memref<?x3xf32>
              %a2 = affine.load %acc[] : memref<f32>
              %t = arith.mulf %l, %k : f32
              %s = arith.addf %a2, %t : f32
              affine.store %s, %acc[] : memref<f32>
            }
          }
      }
      %r = affine.load %acc[] : memref<f32>
      affine.store %r, %y[%j] : memref<?xf32>
    }
  return
}
func.func @second(%n: index, %m: index, %x: memref<?x?xf32> {llvm.noalias}, %w: memref<?x3xf32> {llvm.noalias},
    %y: memref<?xf32> {llvm.noalias}) {
  %z = arith.constant 0.0 : f32
    affine.for %j = 0 to %n {
      %r = affine.for %c = 0 to %m iter_args(%acc = %z) -> (f32) {
          %r2 = affine.for %q = 0 to 3 iter_args(%a2 = %acc) -> (f32) {
            %r3 = affine.if affine_set<(d0, d1)[s0] : (d0 + d1 - 1 >= 0, s0 - d0 - d1 >= 0)>(%j, %q)[%n] -> f32 {
              %l = affine.load %x[%c, %j + %q - 1] : memref<?x?xf32>
              %k = affine.load %w[%c, %q] : memref<?x3xf32>
              %t = arith.mulf %l, %k : f32
              %s = arith.addf %a2, %t : f32
              affine.yield %s : f32
            } else {
              affine.yield %a2 : f32
            }
            affine.yield %r3 : f32
          }
        affine.yield %r2 : f32
      }
      affine.store %r, %y[%j] : memref<?xf32>
    }
  return
}
