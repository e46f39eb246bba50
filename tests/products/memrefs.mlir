// A buffer of the function's own, and a result that overlaps nothing.
// @own: A * (B * x)
func.func @own(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  memref.dealloc %t : memref<6x4xi32>
  return
}

// Nor need it be freed.
// @leaked: A * (B * x)
func.func @leaked(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  return
}

// The result may lie where A does, which is read after it is begun.
// @result_overlaps: kept the product in %y may overwrite %A, which is a factor of it
func.func @result_overlaps(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32>) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  memref.dealloc %t : memref<6x4xi32>
  return
}

// A is written before the second product.
// @written_between: kept %A, a factor, may be written before the last product
func.func @written_between(%A: memref<6x5xi32> {llvm.noalias}, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  linalg.fill ins(%c0 : i32) outs(%A : memref<6x5xi32>)
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  memref.dealloc %t : memref<6x4xi32>
  return
}

// B may be written through C.
// @may_be_written_between: kept %B, a factor, may be written before the last product
func.func @may_be_written_between(%A: memref<6x5xi32> {llvm.noalias}, %B: memref<5x4xi32>, %x: memref<4xi32> {llvm.noalias}, %y: memref<6xi32> {llvm.noalias}, %C: memref<5x4xi32>) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  affine.for %i = 0 to 5 {
    affine.store %c0, %C[%i, 0] : memref<5x4xi32>
  }
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  memref.dealloc %t : memref<6x4xi32>
  return
}

// What is written overlaps no factor.
// @other_written_between: A * (B * x)
func.func @other_written_between(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}, %C: memref<5x4xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  affine.for %i = 0 to 5 {
    affine.store %c0, %C[%i, 0] : memref<5x4xi32>
  }
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  memref.dealloc %t : memref<6x4xi32>
  return
}

// The intermediate is read again.
// @read_too: kept a factor that is computed by itself: %t is used elsewhere, too
func.func @read_too(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}, %C: memref<6x4xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  memref.copy %t, %C : memref<6x4xi32> to memref<6x4xi32>
  memref.dealloc %t : memref<6x4xi32>
  return
}

// The intermediate is changed before it is read.
// @changed_between: kept a factor that is computed by itself: %t is used elsewhere, too
func.func @changed_between(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %z = arith.constant 0 : index
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  memref.store %c0, %t[%z, %z] : memref<6x4xi32>
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  memref.dealloc %t : memref<6x4xi32>
  return
}

// A view of a factor may be written through; nothing is known of what overlaps.
// @viewed: kept a factor that is computed by itself: %t is no buffer that the function allocates for it
func.func @viewed(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %v = memref.cast %A : memref<6x5xi32> to memref<?x5xi32>
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  memref.dealloc %t : memref<6x4xi32>
  return
}

// The intermediate is the caller's.
// @callers: kept a factor that is computed by itself: %t is no buffer that the function allocates for it
func.func @callers(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}, %t: memref<6x4xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  return
}

// Nobody fills the intermediate.
// @unfilled: kept a factor that is computed by itself: it is added to %t, which is not known to be zero
func.func @unfilled(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %t = memref.alloc() : memref<6x4xi32>
  linalg.matmul ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>)
  linalg.matvec ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>)
  memref.dealloc %t : memref<6x4xi32>
  return
}

// Two products are factors of a third, which has two intermediates.
// @both: nothing
func.func @both(%A: memref<3x9xi32>, %B: memref<9x2xi32>, %C: memref<2x9xi32>, %D: memref<9x3xi32>, %R: memref<3x3xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %p = memref.alloc() : memref<3x2xi32>
  %q = memref.alloc() : memref<2x3xi32>
  linalg.fill ins(%c0 : i32) outs(%q : memref<2x3xi32>)
  linalg.fill ins(%c0 : i32) outs(%p : memref<3x2xi32>)
  linalg.matmul ins(%C, %D : memref<2x9xi32>, memref<9x3xi32>) outs(%q : memref<2x3xi32>)
  linalg.matmul ins(%A, %B : memref<3x9xi32>, memref<9x2xi32>) outs(%p : memref<3x2xi32>)
  linalg.matmul ins(%p, %q : memref<3x2xi32>, memref<2x3xi32>) outs(%R : memref<3x3xi32>)
  memref.dealloc %p : memref<3x2xi32>
  memref.dealloc %q : memref<2x3xi32>
  return
}
