// test: asm cpu=x86-64-v3

// The lowest bits of eight bytes: the signs of a vector whose bits are shifted up.
func.func @planes(%in: memref<512xi8> {llvm.noalias}, %out: memref<64xi8> {llvm.noalias})
    attributes {passthrough = ["ovolo-superwords"]} {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  affine.for %i = 0 to 64 {
    %all = affine.for %b = 0 to 8 iter_args(%v = %zero) -> (i8) {
      %x = affine.load %in[%i * 8 + %b] : memref<512xi8>
      %by = arith.index_cast %b : index to i8
      %lowest = arith.andi %x, %one : i8
      %bit = arith.shli %lowest, %by : i8
      %or = arith.ori %v, %bit : i8
      affine.yield %or : i8
    }
    affine.store %all, %out[%i] : memref<64xi8>
  }
  return
}
// check: vpmovmskb
// not: orb
