// test: asm cpu=x86-64-v3

// A loop that is not to be copied has one load of the table; a short one in it is copied out.
func.func @lookup(%table: memref<256xi8>, %at: memref<4096xindex>, %out: memref<4096xi8>) attributes {passthrough = ["ovolo-rolled-loops"]} {
  affine.for %i = 0 to 4096 {
    %k = affine.load %at[%i] : memref<4096xindex>
    %x = memref.load %table[%k] : memref<256xi8>
    affine.store %x, %out[%i] : memref<4096xi8>
  }
  return
}
// check: movzbl
// not: $4, %
