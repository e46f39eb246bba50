// Products without a name.
// @generic: A * (B * x)
func.func @generic(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6x4xi32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// One of them has a name.
// @mixed: A * (B * x)
func.func @mixed(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// Factors and terms in the other order, and flags that the result of another order does not keep.
// @flags: A * (B * x)
func.func @flags(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %f, %e overflow<nsw> : i32
    %n = arith.addi %s, %m overflow<nuw> : i32
    linalg.yield %n : i32
  } -> tensor<6x4xi32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m overflow<nsw> : i32
    linalg.yield %n : i32
  } -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// An operand of which the columns come first.
// @transposed_operand: A^T * (B * x)
func.func @transposed_operand(%A: tensor<5x6xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<5x6xi32>, tensor<5x4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// The intermediate has its columns first.
// @transposed_result: (x * B^T) * A^T
func.func @transposed_result(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<4x6xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<4x6xi32>) -> tensor<4x6xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<4x6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<4x6xi32>
  %q = linalg.vecmat ins(%x, %p : tensor<4xi32>, tensor<4x6xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// So has the last result, which stays as it is.
// @last_transposed: A * (B * C)
func.func @last_transposed(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %C: tensor<4x2xi32>, %y: tensor<2x6xi32>) -> tensor<2x6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.matmul ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<6x4xi32>) -> tensor<6x4xi32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%p, %C : tensor<6x4xi32>, tensor<4x2xi32>) outs(%y : tensor<2x6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<2x6xi32>
  return %q : tensor<2x6xi32>
}

// Products with a transposed factor have names.
// @named_transposed: A^T * (B^T * C)
func.func @named_transposed(%A: tensor<5x6xi32>, %B: tensor<4x5xi32>, %C: tensor<4x2xi32>, %y: tensor<6x2xi32>) -> tensor<6x2xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<4x6xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<4x6xi32>) -> tensor<4x6xi32>
  %p = linalg.matmul ins(%B, %A : tensor<4x5xi32>, tensor<5x6xi32>) outs(%pz : tensor<4x6xi32>) -> tensor<4x6xi32>
  %q = linalg.matmul_transpose_a ins(%p, %C : tensor<4x6xi32>, tensor<4x2xi32>) outs(%y : tensor<6x2xi32>) -> tensor<6x2xi32>
  return %q : tensor<6x2xi32>
}

// The normal equations: a matrix and its transpose.
// @normal: A^T * (A * x)
func.func @normal(%A: tensor<5x6xi32>, %x: tensor<6xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x6xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x6xi32>) -> tensor<6x6xi32>
  %p = linalg.matmul_transpose_a ins(%A, %A : tensor<5x6xi32>, tensor<5x6xi32>) outs(%pz : tensor<6x6xi32>) -> tensor<6x6xi32>
  %q = linalg.matvec ins(%p, %x : tensor<6x6xi32>, tensor<6xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// Both transposed.
// @both_transposed: A * (B^T * C)
func.func @both_transposed(%A: tensor<6x5xi32>, %B: tensor<4x5xi32>, %C: tensor<4x2xi32>, %y: tensor<6x2xi32>) -> tensor<6x2xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.matmul_transpose_b ins(%A, %B : tensor<6x5xi32>, tensor<4x5xi32>) outs(%pz : tensor<6x4xi32>) -> tensor<6x4xi32>
  %q = linalg.matmul ins(%p, %C : tensor<6x4xi32>, tensor<4x2xi32>) outs(%y : tensor<6x2xi32>) -> tensor<6x2xi32>
  return %q : tensor<6x2xi32>
}

// In batches.
// @batches: A * (B * C)
func.func @batches(%A: tensor<3x6x5xi32>, %B: tensor<3x5x4xi32>, %C: tensor<3x4x2xi32>, %y: tensor<3x6x2xi32>) -> tensor<3x6x2xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<3x6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<3x6x4xi32>) -> tensor<3x6x4xi32>
  %p = linalg.batch_matmul ins(%A, %B : tensor<3x6x5xi32>, tensor<3x5x4xi32>) outs(%pz : tensor<3x6x4xi32>) -> tensor<3x6x4xi32>
  %q = linalg.batch_matmul ins(%p, %C : tensor<3x6x4xi32>, tensor<3x4x2xi32>) outs(%y : tensor<3x6x2xi32>) -> tensor<3x6x2xi32>
  return %q : tensor<3x6x2xi32>
}

// Batches of vectors, and a transposed factor.
// @batched_vectors: A^T * (B * x)
func.func @batched_vectors(%A: tensor<2x5x6xi32>, %B: tensor<2x5x4xi32>, %x: tensor<2x4xi32>, %y: tensor<2x6xi32>) -> tensor<2x6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<2x6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<2x6x4xi32>) -> tensor<2x6x4xi32>
  %p = linalg.batch_matmul_transpose_a ins(%A, %B : tensor<2x5x6xi32>, tensor<2x5x4xi32>) outs(%pz : tensor<2x6x4xi32>) -> tensor<2x6x4xi32>
  %q = linalg.batch_matvec ins(%p, %x : tensor<2x6x4xi32>, tensor<2x4xi32>) outs(%y : tensor<2x6xi32>) -> tensor<2x6xi32>
  return %q : tensor<2x6xi32>
}

// A batch that stands last.
// @batch_last: A * (B * x)
func.func @batch_last(%A: tensor<6x5x2xi32>, %B: tensor<5x2x4xi32>, %x: tensor<4x2xi32>, %y: tensor<6x2xi32>) -> tensor<6x2xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<4x6x2xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<4x6x2xi32>) -> tensor<4x6x2xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (i, k, b)>, affine_map<(b, i, j, k) -> (k, b, j)>, affine_map<(b, i, j, k) -> (j, i, b)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5x2xi32>, tensor<5x2x4xi32>) outs(%pz : tensor<4x6x2xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<4x6x2xi32>
  %q = linalg.generic {indexing_maps = [affine_map<(b, i, k) -> (k, i, b)>, affine_map<(b, i, k) -> (k, b)>, affine_map<(b, i, k) -> (i, b)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%p, %x : tensor<4x6x2xi32>, tensor<4x2xi32>) outs(%y : tensor<6x2xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6x2xi32>
  return %q : tensor<6x2xi32>
}

// Rows and columns of two dimensions each, in another order on either side.
// @several_dimensions: (x * B) * A^T
func.func @several_dimensions(%A: tensor<6x2x3xi32>, %B: tensor<5x3x2xi32>, %x: tensor<5xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<5x6xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<5x6xi32>) -> tensor<5x6xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (j, l, k)>, affine_map<(i, j, k, l) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%A, %B : tensor<6x2x3xi32>, tensor<5x3x2xi32>) outs(%pz : tensor<5x6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<5x6xi32>
  %q = linalg.vecmat ins(%x, %p : tensor<5xi32>, tensor<5x6xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// A column times a row times a column.
// @outer_product: u * (v * x)
func.func @outer_product(%u: tensor<6xi32>, %v: tensor<4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%u, %v : tensor<6xi32>, tensor<4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// Bits are a ring, too, where they are added and multiplied.
// @bits: A * (B * x)
func.func @bits(%A: tensor<6x5xi1>, %B: tensor<5x4xi1>, %x: tensor<4xi1>, %y: tensor<6xi1>) -> tensor<6xi1> {
  %c0 = arith.constant false
  %pe = tensor.empty() : tensor<6x4xi1>
  %pz = linalg.fill ins(%c0 : i1) outs(%pe : tensor<6x4xi1>) -> tensor<6x4xi1>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xi1>, tensor<5x4xi1>) outs(%pz : tensor<6x4xi1>) {
  ^bb0(%e: i1, %f: i1, %s: i1):
    %m = arith.muli %e, %f : i1
    %n = arith.addi %s, %m : i1
    linalg.yield %n : i1
  } -> tensor<6x4xi1>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xi1>, tensor<4xi1>) outs(%y : tensor<6xi1>) {
  ^bb0(%e: i1, %f: i1, %s: i1):
    %m = arith.muli %e, %f : i1
    %n = arith.addi %s, %m : i1
    linalg.yield %n : i1
  } -> tensor<6xi1>
  return %q : tensor<6xi1>
}

// So are indices.
// @indices: A * (B * x)
func.func @indices(%A: tensor<6x5xindex>, %B: tensor<5x4xindex>, %x: tensor<4xindex>, %y: tensor<6xindex>) -> tensor<6xindex> {
  %c0 = arith.constant 0 : index
  %pe = tensor.empty() : tensor<6x4xindex>
  %pz = linalg.fill ins(%c0 : index) outs(%pe : tensor<6x4xindex>) -> tensor<6x4xindex>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xindex>, tensor<5x4xindex>) outs(%pz : tensor<6x4xindex>) {
  ^bb0(%e: index, %f: index, %s: index):
    %m = arith.muli %e, %f : index
    %n = arith.addi %s, %m : index
    linalg.yield %n : index
  } -> tensor<6x4xindex>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xindex>, tensor<4xindex>) outs(%y : tensor<6xindex>) {
  ^bb0(%e: index, %f: index, %s: index):
    %m = arith.muli %e, %f : index
    %n = arith.addi %s, %m : index
    linalg.yield %n : index
  } -> tensor<6xindex>
  return %q : tensor<6xindex>
}

// Nothing is summed where there is nothing.
// @empty: A * (B * x)
func.func @empty(%A: tensor<6x0xi32>, %B: tensor<0x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x0xi32>, tensor<0x4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6x4xi32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6xi32>
  return %q : tensor<6xi32>
}
