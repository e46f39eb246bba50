// test: ir cpu=x86-64-v3 fp=contract

// Where gathers are asked for, lanes may be rows too: what waits for square roots and quotients does so for several at once.
func.func @factors(%A: memref<64x3x3xf64> {llvm.noalias}, %L: memref<64x3x3xf64> {llvm.noalias})
    attributes {passthrough = ["ovolo-gathers"]} {
  affine.for %b = 0 to 64 {
    affine.for %i = 0 to 3 {
      %x = affine.load %A[%b, %i, %i] : memref<64x3x3xf64>
      %r = math.sqrt %x : f64
      affine.for %j = 0 to 3 {
        %y = affine.load %A[%b, %i, %j] : memref<64x3x3xf64>
        %q = arith.divf %y, %r : f64
        affine.store %q, %L[%b, %i, %j] : memref<64x3x3xf64>
      }
    }
  }
  return
}
// check: @llvm.sqrt.v2f64
