// test: asm cpu=x86-64-v3

// Which of eight bytes are not zero: the signs of a comparison of a vector.
func.func @pack(%in: memref<512xi8> {llvm.noalias}, %out: memref<64xi8> {llvm.noalias})
    attributes {passthrough = ["ovolo-superwords"]} {
  %zero = arith.constant 0 : i8
  affine.for %i = 0 to 64 {
    %all = affine.for %b = 0 to 8 iter_args(%v = %zero) -> (i8) {
      %x = affine.load %in[%i * 8 + %b] : memref<512xi8>
      %is = arith.cmpi ne, %x, %zero : i8
      %bit = arith.extui %is : i1 to i8
      %by = arith.index_cast %b : index to i8
      %at = arith.shli %bit, %by : i8
      %or = arith.ori %v, %at : i8
      affine.yield %or : i8
    }
    affine.store %all, %out[%i] : memref<64xi8>
  }
  return
}
// check: vpcmpeqb
// check: vpmovmskb
// not: setne
