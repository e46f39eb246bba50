// test: ir cpu=x86-64-v3 level=O1

// Where no memory is left, the program says so and stops.
func.func @f(%n: index) -> memref<?xf32> {
  %A = memref.alloc(%n) : memref<?xf32>
  return %A : memref<?xf32>
}
// check: @aligned_alloc(i64 64
// check: icmp eq ptr
// check: @perror(
// check: @abort(
