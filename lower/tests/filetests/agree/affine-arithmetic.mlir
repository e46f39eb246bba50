// test: agree
// run: @divide(64, 3)
// run: @divide(64, 1)
// run: @divide(64, 7)

// floordiv, ceildiv and mod of negative numbers, by constants and by a symbol.
func.func @divide(%out: memref<64xindex>, %n: index) {
  affine.for %i = -8 to 8 {
    %f = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%i)
    %c = affine.apply affine_map<(d0) -> (d0 ceildiv 4)>(%i)
    %m = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
    %f3 = affine.apply affine_map<(d0) -> ((d0 * 2 - 1) floordiv 3)>(%i)
    %c3 = affine.apply affine_map<(d0) -> ((d0 * 2 - 1) ceildiv 3)>(%i)
    %m3 = affine.apply affine_map<(d0) -> ((d0 * 2 - 1) mod 3)>(%i)
    %fs = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%i)[%n]
    %cs = affine.apply affine_map<(d0)[s0] -> ((d0 + 5) ceildiv s0)>(%i)[%n]
    %ms = affine.apply affine_map<(d0)[s0] -> ((d0 * s0 + 1) mod s0)>(%i)[%n]
    %exact = affine.apply affine_map<(d0) -> ((d0 * 6 + 12) floordiv 3)>(%i)
    %low = affine.min affine_map<(d0)[s0] -> (d0, -d0, s0)>(%i)[%n]
    %high = affine.max affine_map<(d0)[s0] -> (d0, -d0, s0)>(%i)[%n]
    affine.store %f, %out[%i + 8] : memref<64xindex>
    affine.store %c, %out[%i + 16] : memref<64xindex>
    affine.store %m, %out[%i + 24] : memref<64xindex>
    affine.store %f3, %out[%i + 32] : memref<64xindex>
    affine.store %c3, %out[%i + 40] : memref<64xindex>
    affine.store %m3, %out[%i + 48] : memref<64xindex>
    %s0 = arith.addi %fs, %cs : index
    %s1 = arith.muli %s0, %ms : index
    %s2 = arith.subi %s1, %exact : index
    %s3 = arith.addi %s2, %low : index
    %s4 = arith.muli %s3, %high : index
    affine.store %s4, %out[(%i + 8) mod 8 + (%i + 8) floordiv 8 * 8] : memref<64xindex>
  }
  return
}
