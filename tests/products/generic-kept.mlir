// The intermediate is used twice.
// @twice: kept a factor that is computed by itself: it is used elsewhere, too
func.func @twice(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>, %w: tensor<4xi32>, %v: tensor<6xi32>)  -> (tensor<6xi32>, tensor<6xi32>) {
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
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %w : tensor<6x4xi32>, tensor<4xi32>) outs(%v : tensor<6xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6xi32>
  return %q, %r : tensor<6xi32>, tensor<6xi32>
}

// It is added to something.
// @added: kept a factor that is computed by itself: it is added to what is not known to be zero
func.func @added(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>, %pz: tensor<6x4xi32>) -> tensor<6xi32> {
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

// A difference is no sum.
// @difference: kept a factor that is computed by itself: what it computes is not a product that is added to what was there
func.func @difference(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.subi %s, %m : i32
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

// Greatest elements of sums.
// @greatest: kept a factor that is computed by itself: what it computes is not a product that is added to what was there
func.func @greatest(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
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
    %m = arith.addi %e, %f : i32
    %n = arith.maxsi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// A factor squared.
// @squared: kept a factor that is computed by itself: what it computes is not a product that is added to what was there
func.func @squared(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %e : i32
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

// What was there is multiplied, and the product of the factors added, as in a polynomial of Horner.
// @horner: kept a factor that is computed by itself: what it computes is not a product that is added to what was there
func.func @horner(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %s : i32
    %n = arith.addi %f, %m : i32
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

// The sum of all columns is kept in each: `parallel` where there is nothing of it in the result.
// @no_reduction: kept a factor that is computed by itself: its loops are not those of a product: each that no result has is a reduction
func.func @no_reduction(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
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

// Elements are extended on the way.
// @extended: kept a factor that is computed by itself: products of elements of several types are not reassociated
func.func @extended(%A: tensor<6x5xi8>, %B: tensor<5x4xi8>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xi8>, tensor<5x4xi8>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i8, %f: i8, %s: i32):
    %a = arith.extsi %e : i8 to i32
    %b = arith.extsi %f : i8 to i32
    %m = arith.muli %a, %b : i32
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

// Truncated products are no sums of products.
// @truncated: kept a factor that is computed by itself: what it computes is not a product that is added to what was there
func.func @truncated(%A: tensor<6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %t = arith.trunci %m : i32 to i8
    %u = arith.extsi %t : i8 to i32
    %n = arith.addi %s, %u : i32
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

// One batch for all, then each by itself: what is summed over is a part of the rows.
// @part: kept a factor that is computed by itself: what is summed over are not its rows or its columns
func.func @part(%A: tensor<2x6x5xi32>, %B: tensor<5x4xi32>, %x: tensor<2x4xi32>, %y: tensor<2x6xi32>) -> tensor<2x6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<2x6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<2x6x4xi32>) -> tensor<2x6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<2x6x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<2x6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<2x6x4xi32>
  %q = linalg.batch_matvec ins(%p, %x : tensor<2x6x4xi32>, tensor<2x4xi32>) outs(%y : tensor<2x6xi32>) -> tensor<2x6xi32>
  return %q : tensor<2x6xi32>
}

// A trace is summed over a diagonal.
// @diagonal: nothing
func.func @diagonal(%A: tensor<4x4xi32>, %B: tensor<4x4xi32>, %x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<4x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<4x4xi32>) -> tensor<4x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<4x4xi32>, tensor<4x4xi32>) outs(%pz : tensor<4x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<4x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<4x4xi32>, tensor<4xi32>) outs(%y : tensor<4xi32>) -> tensor<4xi32>
  return %q : tensor<4xi32>
}

// A loop that only one operand has sums it by itself.
// @alone: nothing
func.func @alone(%A: tensor<6x5x2xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %c0 = arith.constant 0 : i32
  %pe = tensor.empty() : tensor<6x4xi32>
  %pz = linalg.fill ins(%c0 : i32) outs(%pe : tensor<6x4xi32>) -> tensor<6x4xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (k, j)>, affine_map<(i, j, k, l) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%A, %B : tensor<6x5x2xi32>, tensor<5x4xi32>) outs(%pz : tensor<6x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<6x4xi32>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xi32>, tensor<4xi32>) outs(%y : tensor<6xi32>) -> tensor<6xi32>
  return %q : tensor<6xi32>
}

// Extents that are not known.
// @dynamic: kept a factor that is computed by itself: which order of products is cheapest is not known: an extent is not
func.func @dynamic(%A: tensor<?x5xi32>, %B: tensor<5x4xi32>, %x: tensor<4xi32>, %pz: tensor<?x4xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<?x5xi32>, tensor<5x4xi32>) outs(%pz : tensor<?x4xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<?x4xi32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<?x4xi32>, tensor<4xi32>) outs(%y : tensor<?xi32>) {
  ^bb0(%e: i32, %f: i32, %s: i32):
    %m = arith.muli %e, %f : i32
    %n = arith.addi %s, %m : i32
    linalg.yield %n : i32
  } -> tensor<?xi32>
  return %q : tensor<?xi32>
}

// Bits are joined by `or` and `and` in the products that have names, which are no ring.
// @named_bits: kept a factor that is computed by itself: what it computes is not a product that is added to what was there
func.func @named_bits(%A: tensor<6x5xi1>, %B: tensor<5x4xi1>, %x: tensor<4xi1>, %y: tensor<6xi1>) -> tensor<6xi1> {
  %c0 = arith.constant false
  %pe = tensor.empty() : tensor<6x4xi1>
  %pz = linalg.fill ins(%c0 : i1) outs(%pe : tensor<6x4xi1>) -> tensor<6x4xi1>
  %p = linalg.matmul ins(%A, %B : tensor<6x5xi1>, tensor<5x4xi1>) outs(%pz : tensor<6x4xi1>) -> tensor<6x4xi1>
  %q = linalg.matvec ins(%p, %x : tensor<6x4xi1>, tensor<4xi1>) outs(%y : tensor<6xi1>) -> tensor<6xi1>
  return %q : tensor<6xi1>
}
