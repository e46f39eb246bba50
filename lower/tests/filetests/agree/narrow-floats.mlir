// test: agree

// Sums and extremes of 16-bit floats over all lanes, and a fused product.
func.func @reductions(%A: memref<8xbf16>, %B: memref<8xf16>) {
  %c0 = arith.constant 0 : index
  %a = vector.load %A[%c0] : memref<8xbf16>, vector<8xbf16>
  %b = vector.load %B[%c0] : memref<8xf16>, vector<8xf16>
  %sum = vector.reduction <add>, %a : vector<8xbf16> into bf16
  %greatest = vector.reduction <maximumf>, %b : vector<8xf16> into f16
  %least = vector.reduction <minimumf>, %a, %sum : vector<8xbf16> into bf16
  %f = math.fma %b, %b, %b : vector<8xf16>
  vector.store %f, %B[%c0] : memref<8xf16>, vector<8xf16>
  affine.store %greatest, %B[0] : memref<8xf16>
  affine.store %least, %A[0] : memref<8xbf16>
  affine.store %sum, %A[1] : memref<8xbf16>
  return
}
