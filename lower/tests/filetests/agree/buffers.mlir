// test: agree
// run: @transpose_twice(5x3, 5, 3)
// run: @transpose_twice(0x3, 0, 3)
// run: @temporaries(_)
// run: @copies(_, _)
// run: @large(_)

// A buffer of dynamic extents, its dimensions, plain loads and stores.
func.func @transpose_twice(%A: memref<?x?xi16>, %m: index, %n: index) -> index {
  %T = memref.alloc(%n, %m) : memref<?x?xi16>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %x = memref.load %A[%i, %j] : memref<?x?xi16>
      memref.store %x, %T[%j, %i] : memref<?x?xi16>
    }
  }
  %rows = memref.dim %T, %c0 : memref<?x?xi16>
  %columns = memref.dim %T, %c1 : memref<?x?xi16>
  affine.for %j = 0 to %rows {
    affine.for %i = 0 to %columns {
      %x = affine.load %T[%j, %i] : memref<?x?xi16>
      %y = arith.muli %x, %x : i16
      affine.store %y, %A[%i, %j] : memref<?x?xi16>
    }
  }
  memref.dealloc %T : memref<?x?xi16>
  %sum = arith.addi %rows, %columns : index
  return %sum : index
}

// Automatic buffers inside loops: one of a fixed size, one of a size that changes.
func.func @temporaries(%A: memref<20xf32>) {
  affine.for %i = 1 to 20 {
    %fixed = memref.alloca() : memref<f32>
    %open = memref.alloca(%i) : memref<?xf32>
    %x = affine.load %A[%i] : memref<20xf32>
    affine.store %x, %fixed[] : memref<f32>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %y = affine.load %fixed[] : memref<f32>
      affine.store %y, %open[%j] : memref<?xf32>
    }
    %z = affine.load %open[%i - 1] : memref<?xf32>
    %w = arith.mulf %z, %x : f32
    affine.store %w, %A[%i] : memref<20xf32>
  }
  return
}

// Copies between layouts, and casts that forget and recall an extent.
func.func @copies(%A: memref<4x6xf32>, %B: memref<4x6xf32>) {
  %T = memref.alloc() : memref<4x6xf32, strided<[1, 4]>>
  memref.copy %A, %T : memref<4x6xf32> to memref<4x6xf32, strided<[1, 4]>>
  %open = memref.cast %B : memref<4x6xf32> to memref<?x6xf32>
  %recalled = memref.cast %open : memref<?x6xf32> to memref<4x?xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %t = affine.load %T[%i, %j] : memref<4x6xf32, strided<[1, 4]>>
      %b = affine.load %recalled[%i, 5 - %j] : memref<4x?xf32>
      %s = arith.subf %t, %b : f32
      affine.store %s, %recalled[%i, %j] : memref<4x?xf32>
    }
  }
  memref.copy %B, %A : memref<4x6xf32> to memref<4x6xf32>
  memref.dealloc %T : memref<4x6xf32, strided<[1, 4]>>
  return
}

// An automatic buffer that would overflow the stack.
func.func @large(%A: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %T = memref.alloca() : memref<2000x1000xf32>
    %x = affine.load %A[%i] : memref<8xf32>
    affine.store %x, %T[%i * 250, 999 - %i] : memref<2000x1000xf32>
    %y = affine.load %T[%i * 250, 999 - %i] : memref<2000x1000xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %A[%i] : memref<8xf32>
  }
  return
}
