// test: ir openmp=2 level=O1
// check: define void @scale(
// check: @omp_get_max_threads()
// check: @GOMP_parallel(ptr
// check: define internal void @scale.team(ptr
// check: @omp_get_thread_num()
// check: @omp_get_num_threads()
func.func @scale(%A: memref<?xf32> {llvm.noalias}, %B: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %B[%i] : memref<?xf32>
  }
  return
}
