// Symbolic sizes, triangular bounds, a loop that runs backward, a carried value, and functions.
func.func @triangle(%A: memref<?x?xf64> {llvm.noalias}, %x: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %two = arith.constant 2.0 : f64
  affine.for %i_back = 0 to %n {
    %i = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%i_back)[%n]
    %first = affine.load %x[%i] : memref<?xf64>
    %last = affine.for %j = max affine_map<(d0) -> (d0 + 1, 2)>(%i) to %n iter_args(%w = %first) -> (f64) {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %root = math.absf %a : f64
      %power = math.powf %root, %two : f64
      %next = arith.subf %w, %power : f64
      affine.yield %next : f64
    }
    %size = math.absf %last : f64
    %result = math.sqrt %size : f64
    affine.store %result, %x[%i] : memref<?xf64>
  }
  return
}
