// A buffer of its own.
// @own: A * (B * x)
func.func @own(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  memref.dealloc %t : memref<6x4xi32>
  return
}

// The result may lie where a factor does.
// @overlap: kept the product in %y may overwrite %A, which is a factor of it
func.func @overlap(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32>) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  memref.dealloc %t : memref<6x4xi32>
  return
}

// A factor is written in between.
// @written: kept %A, a factor, may be written before the last product
func.func @written(%A: memref<6x5xi32> {llvm.noalias}, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  linalg.fill ins(%c0 : i32) outs(%A : memref<6x5xi32>)
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  memref.dealloc %t : memref<6x4xi32>
  return
}

// The buffer is read again.
// @again: kept a factor that is computed by itself: %t is used elsewhere, too
func.func @again(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}, %C: memref<6x4xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  memref.copy %t, %C : memref<6x4xi32> to memref<6x4xi32>
  memref.dealloc %t : memref<6x4xi32>
  return
}

// Nobody fills it.
// @unfilled: kept a factor that is computed by itself: it is added to %t, which is not known to be zero
func.func @unfilled(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %t = memref.alloc() : memref<6x4xi32>
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  memref.dealloc %t : memref<6x4xi32>
  return
}

// It holds what was there before.
// @accumulated: kept a factor that is computed by itself: %t is used elsewhere, too; kept a factor that is computed by itself: %t is used elsewhere, too
func.func @accumulated(%A: memref<6x5xi32>, %B: memref<5x4xi32>, %x: memref<4xi32>, %y: memref<6xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<6x4xi32>)
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : memref<6x5xi32>, memref<5x4xi32>) outs(%t : memref<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%t, %x : memref<6x4xi32>, memref<4xi32>) outs(%y : memref<6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  memref.dealloc %t : memref<6x4xi32>
  return
}

// Batches, of which a result has its columns first.
// @batches: A * (B * C^T)
func.func @batches(%A: memref<2x6x5xi32>, %B: memref<2x5x4xi32>, %C: memref<2x3x4xi32>, %y: memref<3x6x2xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %t = memref.alloc() : memref<2x6x4xi32>
  linalg.fill ins(%c0 : i32) outs(%t : memref<2x6x4xi32>)
  linalg.batch_matmul ins(%A, %B : memref<2x6x5xi32>, memref<2x5x4xi32>) outs(%t : memref<2x6x4xi32>)
  linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (j, i, b)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%t, %C : memref<2x6x4xi32>, memref<2x3x4xi32>) outs(%y : memref<3x6x2xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  }
  memref.dealloc %t : memref<2x6x4xi32>
  return
}
