// Every operation allows it.
// @allowed: A * (B * x)
func.func @allowed(%A: tensor<6x5xf32>, %B: tensor<5x4xf32>, %x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<6x4xf32>
  %pz = linalg.fill ins(%c0 : f32) outs(%pe : tensor<6x4xf32>) -> tensor<6x4xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xf32>, tensor<5x4xf32>) outs(%pz : tensor<6x4xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f fastmath<reassoc> : f32
    %n = arith.addf %s, %m fastmath<fast> : f32
    linalg.yield %n : f32
  } -> tensor<6x4xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xf32>, tensor<4xf32>) outs(%y : tensor<6xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f fastmath<reassoc,contract> : f32
    %n = arith.addf %s, %m fastmath<reassoc> : f32
    linalg.yield %n : f32
  } -> tensor<6xf32>
  return %q : tensor<6xf32>
}

// Multiplications do not.
// @sums_only: kept products of matrices of floats are taken in another order under --fp reassoc, or where each multiplication and addition has fastmath<reassoc>
func.func @sums_only(%A: tensor<6x5xf32>, %B: tensor<5x4xf32>, %x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<6x4xf32>
  %pz = linalg.fill ins(%c0 : f32) outs(%pe : tensor<6x4xf32>) -> tensor<6x4xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xf32>, tensor<5x4xf32>) outs(%pz : tensor<6x4xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f : f32
    %n = arith.addf %s, %m fastmath<reassoc> : f32
    linalg.yield %n : f32
  } -> tensor<6x4xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xf32>, tensor<4xf32>) outs(%y : tensor<6xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f fastmath<reassoc> : f32
    %n = arith.addf %s, %m fastmath<reassoc> : f32
    linalg.yield %n : f32
  } -> tensor<6xf32>
  return %q : tensor<6xf32>
}

// One product does not.
// @first_only: kept products of matrices of floats are taken in another order under --fp reassoc, or where each multiplication and addition has fastmath<reassoc>
func.func @first_only(%A: tensor<6x5xf32>, %B: tensor<5x4xf32>, %x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<6x4xf32>
  %pz = linalg.fill ins(%c0 : f32) outs(%pe : tensor<6x4xf32>) -> tensor<6x4xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xf32>, tensor<5x4xf32>) outs(%pz : tensor<6x4xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f fastmath<reassoc> : f32
    %n = arith.addf %s, %m fastmath<reassoc> : f32
    linalg.yield %n : f32
  } -> tensor<6x4xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xf32>, tensor<4xf32>) outs(%y : tensor<6xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f : f32
    %n = arith.addf %s, %m : f32
    linalg.yield %n : f32
  } -> tensor<6xf32>
  return %q : tensor<6xf32>
}

// Contraction is not enough.
// @contraction: kept products of matrices of floats are taken in another order under --fp reassoc, or where each multiplication and addition has fastmath<reassoc>
func.func @contraction(%A: tensor<6x5xf32>, %B: tensor<5x4xf32>, %x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<6x4xf32>
  %pz = linalg.fill ins(%c0 : f32) outs(%pe : tensor<6x4xf32>) -> tensor<6x4xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xf32>, tensor<5x4xf32>) outs(%pz : tensor<6x4xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f fastmath<contract,nnan,ninf,nsz> : f32
    %n = arith.addf %s, %m fastmath<contract,nnan,ninf,nsz> : f32
    linalg.yield %n : f32
  } -> tensor<6x4xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xf32>, tensor<4xf32>) outs(%y : tensor<6xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f fastmath<contract,nnan,ninf,nsz> : f32
    %n = arith.addf %s, %m fastmath<contract,nnan,ninf,nsz> : f32
    linalg.yield %n : f32
  } -> tensor<6xf32>
  return %q : tensor<6xf32>
}

// None does.
// @strict: kept products of matrices of floats are taken in another order under --fp reassoc, or where each multiplication and addition has fastmath<reassoc>
func.func @strict(%A: tensor<6x5xf32>, %B: tensor<5x4xf32>, %x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<6x4xf32>
  %pz = linalg.fill ins(%c0 : f32) outs(%pe : tensor<6x4xf32>) -> tensor<6x4xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : tensor<6x5xf32>, tensor<5x4xf32>) outs(%pz : tensor<6x4xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f : f32
    %n = arith.addf %s, %m : f32
    linalg.yield %n : f32
  } -> tensor<6x4xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %x : tensor<6x4xf32>, tensor<4xf32>) outs(%y : tensor<6xf32>) {
  ^bb0(%e: f32, %f: f32, %s: f32):
    %m = arith.mulf %e, %f : f32
    %n = arith.addf %s, %m : f32
    linalg.yield %n : f32
  } -> tensor<6xf32>
  return %q : tensor<6xf32>
}
