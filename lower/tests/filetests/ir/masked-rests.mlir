// test: ir cpu=x86-64-v4

// What is left behind the last whole vector is a masked one.
func.func @scaled(%n: index, %in: memref<?xf64> {llvm.noalias}, %out: memref<?xf64> {llvm.noalias})
    attributes {passthrough = ["ovolo-masked-rests"]} {
  affine.for %x = 0 to %n {
    %a = affine.load %in[%x] : memref<?xf64>
    %s = arith.addf %a, %a : f64
    affine.store %s, %out[%x] : memref<?xf64>
  }
  return
}
// check: store <8 x double>
// check: llvm.masked.store.v8f64
// not: ptrtoint
