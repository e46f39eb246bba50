// test: ir cpu=x86-64-v3

// A loop whose step is known at run time only has vectors for a step of one.
func.func @scale(%a: memref<?xf32>, %n: index, %s: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %by = arith.index_cast %s : i32 to index
  %step = arith.maxsi %by, %one : index
  scf.for %i = %zero to %n step %step {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.mulf %x, %two : f32
    memref.store %y, %a[%i] : memref<?xf32>
  }
  return
}
// check: icmp eq i32 %3, 1
// check: load <8 x float>
