// certified
// Two loops inside, of which both are clamped; the border by itself, as affine.if.
func.func @first(%h: index, %w: index, %in: memref<?x?xf32> {llvm.noalias}, %out: memref<?x?xf32> {llvm.noalias}) {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  affine.for %y = 0 to %h {
    affine.for %x = 0 to %w {
      %r = affine.for %p = -1 to 2 iter_args(%a = %z) -> (f32) {
        %s = affine.for %q = -1 to 2 iter_args(%b = %a) -> (f32) {
          %y1 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%y, %p)
          %y2 = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%h]
          %cy = arith.cmpi sge, %y1, %h : index
          %y3 = arith.select %cy, %y2, %y1 : index
          %dy = arith.cmpi slt, %y1, %c0 : index
          %y4 = arith.select %dy, %c0, %y3 : index
          %x1 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%x, %q)
          %x2 = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%w]
          %x3 = arith.minsi %x1, %x2 : index
          %x4 = arith.maxsi %x3, %c0 : index
          %l = memref.load %in[%y4, %x4] : memref<?x?xf32>
          %t = arith.addf %b, %l : f32
          affine.yield %t : f32
        }
        affine.yield %s : f32
      }
      affine.store %r, %out[%y, %x] : memref<?x?xf32>
    }
  }
  return
}
func.func @second(%h: index, %w: index, %in: memref<?x?xf32> {llvm.noalias}, %out: memref<?x?xf32> {llvm.noalias}) {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  affine.for %y = 0 to %h {
    affine.for %x = 0 to min affine_map<()[s0] -> (s0, 1)>()[%w] {
      %r = affine.for %p = -1 to 2 iter_args(%a = %z) -> (f32) {
        %s = affine.for %q = -1 to 2 iter_args(%b = %a) -> (f32) {
          %y1 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%y, %p)
          %y2 = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%h]
          %cy = arith.cmpi sge, %y1, %h : index
          %y3 = arith.select %cy, %y2, %y1 : index
          %dy = arith.cmpi slt, %y1, %c0 : index
          %y4 = arith.select %dy, %c0, %y3 : index
          %x1 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%x, %q)
          %x2 = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%w]
          %x3 = arith.minsi %x1, %x2 : index
          %x4 = arith.maxsi %x3, %c0 : index
          %l = memref.load %in[%y4, %x4] : memref<?x?xf32>
          %t = arith.addf %b, %l : f32
          affine.yield %t : f32
        }
        affine.yield %s : f32
      }
      affine.store %r, %out[%y, %x] : memref<?x?xf32>
    }
    affine.for %x = 1 to %w {
      %r = affine.for %p = -1 to 2 iter_args(%a = %z) -> (f32) {
        %s = affine.for %q = -1 to 2 iter_args(%b = %a) -> (f32) {
          %y1 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%y, %p)
          %y2 = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%h]
          %y3 = arith.minsi %y1, %y2 : index
          %y4 = arith.maxsi %y3, %c0 : index
          %l = affine.if affine_set<(d0, d1)[s0] : (d0 + d1 - s0 >= 0)>(%x, %q)[%w] -> f32 {
            %x2 = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%w]
            %k = memref.load %in[%y4, %x2] : memref<?x?xf32>
            affine.yield %k : f32
          } else {
            %x1 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%x, %q)
            %k = memref.load %in[%y4, %x1] : memref<?x?xf32>
            affine.yield %k : f32
          }
          %t = arith.addf %b, %l : f32
          affine.yield %t : f32
        }
        affine.yield %s : f32
      }
      affine.store %r, %out[%y, %x] : memref<?x?xf32>
    }
  }
  return
}
