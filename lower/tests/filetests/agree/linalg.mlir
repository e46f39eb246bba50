// test: agree
// run: @product(3x4, 4x5, 3x5)
// run: @product(3x0, 0x5, 3x5)
// run: @softmax(5x7, 5x7)
// run: @softmax(0x7, 0x7)
// run: @row(4x6, 2, 3)
// run: @window(_, _, _)
// run: @bits(_, _, _)

func.func @product(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%C : memref<?x?xf32>)
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}

func.func @softmax(%A: memref<?x?xf64>, %B: memref<?x?xf64>) {
  linalg.softmax dimension(0) ins(%A : memref<?x?xf64>) outs(%B : memref<?x?xf64>)
  return
}

// A part whose extents no argument has, in a loop.
func.func @row(%A: memref<?x?xf64>, %rows: index, %columns: index) {
  affine.for %i = 0 to 2 {
    %part = memref.subview %A[%i, 1] [%rows, %columns] [1, 1]
      : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
    linalg.map { arith.mulf } ins(%part, %part : memref<?x?xf64, strided<[?, 1], offset: ?>>,
      memref<?x?xf64, strided<[?, 1], offset: ?>>) outs(%part : memref<?x?xf64, strided<[?, 1], offset: ?>>)
  }
  return
}

func.func @window(%I: memref<2x9x3xi8>, %K: memref<2x3x4xi8>, %O: memref<2x3x4xi32>) {
  linalg.conv_1d_nwc_wcf {strides = dense<3> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>}
    ins(%I, %K : memref<2x9x3xi8>, memref<2x3x4xi8>) outs(%O : memref<2x3x4xi32>)
  return
}

// Sums of bits are disjunctions.
func.func @bits(%A: memref<4x3xi1>, %B: memref<3x4xi1>, %C: memref<4x4xi1>) {
  linalg.matmul ins(%A, %B : memref<4x3xi1>, memref<3x4xi1>) outs(%C : memref<4x4xi1>)
  return
}
