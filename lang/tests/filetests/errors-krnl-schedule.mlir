// RUN: parse-error
func.func @f() {
  %ii, %jj = krnl.define_loops 3
  return
}
// EXPECTED
// 3:3: found names for 2 results
//   3:14: the operation defines 3 results

// -----
func.func @f() {
  %ii = krnl.define_loops -1
  return
}
// EXPECTED
// 2:27: found -1 as the number of loops (expected a number from 0 to 1000)

// -----
func.func @f() {
  %ii:2 = krnl.define_loops 100000000
  return
}
// EXPECTED
// 2:29: found 100000000 as the number of loops (expected a number from 0 to 1000)

// -----
// stricter than MLIR
func.func @f() {
  %0:3 = "krnl.define_loops"() {num_loops = 2 : i64} : () -> (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:10: `krnl.define_loops`: defines 2 loops and has 3 results (expected a result for each loop)

// -----
// stricter than MLIR
func.func @f() {
  %0 = "krnl.define_loops"() {num_loops = 1 : i32} : () -> !krnl.loop
  return
}
// EXPECTED
// 3:8: `krnl.define_loops`: the attribute `num_loops` is `1 : i32` (failed to satisfy the constraint: 64-bit signless integer attribute whose value is non-negative)

// -----
// stricter than MLIR
func.func @f() {
  %0 = "krnl.define_loops"() : () -> !krnl.loop
  return
}
// EXPECTED
// 3:8: `krnl.define_loops`: requires the attribute `num_loops`

// -----
// stricter than MLIR
func.func @f() {
  %0 = "krnl.define_loops"() {num_loops = 1 : i64} : () -> index
  return
}
// EXPECTED
// 3:8: `krnl.define_loops`: result #0 must be variadic of a type `!krnl.loop`, but got `index`

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii -4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:29: the attribute `tile_size` of `krnl.block` is -4 : i64: invalid kind of attribute specified (expected 64-bit signless integer attribute whose value is positive)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 0 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:29: the attribute `tile_size` of `krnl.block` is 0 : i64: invalid kind of attribute specified (expected 64-bit signless integer attribute whose value is positive)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop)
  return
}
// EXPECTED
// 3:9: found 1 type, which are not the results of the operation

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:29: found `:` (expected an attribute value)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, index)
  return
}
// EXPECTED
// 3:14: `krnl.block`: result #1 must be a type `!krnl.loop`, but got `index`

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jb, %jl = krnl.block %ii 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 4:14: `krnl.block`: the loop `%ii` is used up by a block (expected the loops that `krnl.block` makes of it)
//   3:14: blocked here

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jb, %jl = krnl.block %il 3 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 4:14: `krnl.block`: blocks the loop `%il` over 4 iterations of a block by 3, which does not divide them (expected a divisor of 4)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jb, %jl = krnl.block %il 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 4:14: `krnl.block`: blocks the loop `%il` over 4 iterations of a block by 8, which does not divide them (expected a divisor of 4)

// -----
func.func @f(%n: index) {
  %ib, %il = krnl.block %n 4 : (index) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 2:14: `krnl.block`: operand #0 must be a type `!krnl.loop`, but got `index`

// -----
func.func @f(%l: !krnl.loop) {
  %ib, %il = krnl.block %l 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 2:14: `krnl.block`: the loop `%l` is one that nobody defined (expected a result of `krnl.define_loops` or `krnl.block`)

// -----
func.func @f() {
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 2:25: `%ii` is not defined

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4611686018427387904 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %jb, %jl = krnl.block %ib 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 4:14: `krnl.block`: the blocks of blocks are larger than 64 bits count

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %0:2 = "krnl.block"(%ii) {tile_size = 4 : i32} : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:10: `krnl.block`: the attribute `tile_size` is `4 : i32` (failed to satisfy the constraint: 64-bit signless integer attribute whose value is positive)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %0:2 = "krnl.block"(%ii) : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}
// EXPECTED
// 3:10: `krnl.block`: requires the attribute `tile_size`

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.permute(%ii, %jj) [1, 1] : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 3:3: `krnl.permute`: the map [1, 1] is no permutation (expected each number from 0 to 1 once)

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.permute(%ii, %jj) [0, 2] : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 3:3: `krnl.permute`: the map [0, 2] is no permutation (expected each number from 0 to 1 once)

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.permute(%ii, %jj) [-1, 0] : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 3:3: `krnl.permute`: the map [-1, 0] is no permutation (expected each number from 0 to 1 once)

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.permute(%ii, %jj) [0] : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 3:3: `krnl.permute`: permutes 2 loops by a map of 1 place (expected a place for each loop)

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.permute(%ii, %jj) [0, 1, 2] : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 3:3: `krnl.permute`: permutes 2 loops by a map of 3 places (expected a place for each loop)

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.permute(%ii, %ii) [1, 0] : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 3:3: `krnl.permute`: the loop `%ii` is used twice (expected distinct loops)

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.permute(%ii, %jj) [1, 0] : !krnl.loop
  return
}
// EXPECTED
// 3:3: found 2 operands and 1 type (expected as many operands as types)

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.permute(%ii, %jj) [1, 0] : !krnl.loop, index
  return
}
// EXPECTED
// 3:21: `%jj` has the type `!krnl.loop` (expected `index`, the type that the operation states: a use expects the same type as prior uses)
//   2:8: defined here

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.permute(%ii, %jj) [1.0, 0.0] : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 3:26: the attribute `map` of `krnl.permute` is [1.000000e+00 : f64, 0.000000e+00 : f64]: invalid kind of attribute specified (expected 64-bit integer array attribute)

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.permute(%ii, %jj) [1, 0] : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 4:3: `krnl.permute`: the loop `%ii` is used up by a block (expected the loops that `krnl.block` makes of it)
//   3:14: blocked here

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.permute(%ii, %jj) [1, 0] : !krnl.loop, !krnl.loop
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
    krnl.iterate(%jj) with (%jj -> %j = 0 to 8) {
    }
  }
  return
}
// EXPECTED
// 3:3: `krnl.permute`: permutes loops that are not all of one nest (expected loops whose bounds one `krnl.iterate` gives, none of them blocked)
//   4:3: the nest
// 3:3: `krnl.permute`: permutes loops that are not all of one nest (expected loops whose bounds one `krnl.iterate` gives, none of them blocked)
//   5:5: the nest

// -----
func.func @f(%l: !krnl.loop, %m: !krnl.loop) {
  krnl.permute(%l, %m) [1, 0] : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 2:3: `krnl.permute`: the loop `%l` is one that nobody defined (expected a result of `krnl.define_loops` or `krnl.block`)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.unroll %ii : !krnl.loop
  return
}
// EXPECTED
// 4:3: `krnl.unroll`: the loop `%ii` is used up by a block (expected the loops that `krnl.block` makes of it)
//   3:14: blocked here

// -----
func.func @f(%l: !krnl.loop) {
  krnl.unroll %l : !krnl.loop
  return
}
// EXPECTED
// 2:3: `krnl.unroll`: the loop `%l` is one that nobody defined (expected a result of `krnl.define_loops` or `krnl.block`)

// -----
func.func @f(%l: index) {
  krnl.unroll %l : index
  return
}
// EXPECTED
// 2:3: `krnl.unroll`: operand #0 must be a type `!krnl.loop`, but got `index`

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.parallel(%ii, %ii) : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 3:3: `krnl.parallel`: the loop `%ii` is used twice (expected distinct loops)

// -----
func.func @f() {
  krnl.parallel() :
  return
}
// EXPECTED
// 3:3: found `return` (expected a type)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.parallel(%ii) {proc_bind = "far"} : !krnl.loop
  return
}
// EXPECTED
// 3:3: `krnl.parallel`: the attribute `proc_bind` is "far" (expected "primary", "close" or "spread")

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.parallel(%ii) {proc_bind = 3 : i64} : !krnl.loop
  return
}
// EXPECTED
// 3:3: `krnl.parallel`: the attribute `proc_bind` is `3 : i64` (failed to satisfy the constraint: string attribute)

// -----
func.func @f(%n: index) {
  %ii = krnl.define_loops 1
  krnl.parallel(%ii), num_threads(%n) : !krnl.loop
  return
}
// EXPECTED
// 3:35: `%n` has the type `index` (expected `i32`, the type that the operation states: a use expects the same type as prior uses)
//   1:14: defined here

// -----
func.func @f(%n: i32) {
  %ii = krnl.define_loops 1
  krnl.parallel(%ii), threads(%n) : !krnl.loop
  return
}
// EXPECTED
// 3:23: found `threads` (expected `num_threads`)

// -----
func.func @f(%n: index) {
  krnl.parallel(%n) : index
  return
}
// EXPECTED
// 2:3: `krnl.parallel`: operand #0 must be variadic of a type `!krnl.loop`, but got `index`

// -----
func.func @f(%n: index) {
  krnl.parallel_clause(%n) {proc_bind = "near"} : index
  return
}
// EXPECTED
// 2:3: `krnl.parallel_clause`: the attribute `proc_bind` is "near" (expected "primary", "close" or "spread")

// -----
func.func @f(%n: i32) {
  krnl.parallel_clause(%n) : i32
  return
}
// EXPECTED
// 2:3: `krnl.parallel_clause`: operand #0 must be index, but got `i32`

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.specialized_kernel(%ii, %ii) : !krnl.loop, !krnl.loop
  return
}
// EXPECTED
// 3:3: `krnl.specialized_kernel`: the loop `%ii` is used twice (expected distinct loops)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii, %ii) with (%ii -> %i = 0 to 8) {
  }
  return
}
// EXPECTED
// 3:3: `krnl.iterate`: runs the loop `%ii` twice (expected a loop that is not run already)

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.iterate(%ii, %jj) with (%ii -> %i = 0 to 8) {
  }
  return
}
// EXPECTED
// 3:3: `krnl.iterate`: runs the loop `%jj`, of which nobody gives the bounds (expected `with` to give them, here or in a `krnl.iterate` around)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with () {
  }
  return
}
// EXPECTED
// 3:3: `krnl.iterate`: runs the loop `%ii`, of which nobody gives the bounds (expected `with` to give them, here or in a `krnl.iterate` around)

// -----
func.func @f(%l: !krnl.loop) {
  krnl.iterate(%l) with (%l -> %i = 0 to 8) {
  }
  return
}
// EXPECTED
// 2:3: `krnl.iterate`: bounds the loop `%l`, which nobody defined (expected a result of `krnl.define_loops`)

// -----
func.func @f() {
  krnl.iterate(%x) with (%x -> %i = 0 to 8) {
  }
  return
}
// EXPECTED
// 2:16: `%x` is not defined

// -----
func.func @f(%x: index) {
  krnl.iterate(%x) with (%x -> %i = 0 to 8) {
  }
  return
}
// EXPECTED
// 2:16: `%x` has the type `index` (expected `!krnl.loop`, the type that the operation states: a use expects the same type as prior uses)
//   1:14: defined here

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
  }
  return
}
// EXPECTED
// 4:3: `krnl.iterate`: runs the loop `%ii`, which is blocked (expected the loops that `krnl.block` makes of it)
//   3:14: blocked here

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib) with (%ib -> %i = 0 to 8) {
  }
  return
}
// EXPECTED
// 4:3: `krnl.iterate`: bounds the loop `%ib`, which nobody defined (expected a result of `krnl.define_loops`)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%il, %ib) with (%ii -> %i = 0 to 8) {
    krnl.iterate(%ib) with () {
    }
  }
  return
}
// EXPECTED
// 5:5: `krnl.iterate`: runs the loop `%ib` twice (expected a loop that is not run already)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%il) with (%ii -> %i = 0 to 8) {
  }
  return
}
// EXPECTED
// 4:3: `krnl.iterate`: runs the loop `%il` outside of `%ib`, over whose blocks it goes (expected the loop over the blocks around)
//   3:14: blocked here

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.permute(%ib, %il) [1, 0] : !krnl.loop, !krnl.loop
  krnl.iterate(%ib, %il) with (%ii -> %i = 0 to 8) {
  }
  return
}
// EXPECTED
// 5:3: `krnl.iterate`: runs the loop `%il` outside of `%ib`, over whose blocks it goes (expected the loop over the blocks around)
//   3:14: blocked here

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.iterate(%jj) with (%ii -> %i = 0 to 8, %jj -> %j = 0 to 8) {
    krnl.iterate(%ii) with () {
    }
  }
  return
}
// EXPECTED
// 4:5: `krnl.iterate`: runs the loop `%ii` inside of `%jj`, but the schedule puts it outside (expected `krnl.permute` to order the loops as they run)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8, %ii -> %j = 0 to 8) {
  }
  return
}
// EXPECTED
// 3:3: `krnl.iterate`: bounds the loop `%ii` twice (expected a loop whose bounds are not given already)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
    krnl.iterate(%ii) with () {
    }
  }
  return
}
// EXPECTED
// 4:5: `krnl.iterate`: runs the loop `%ii` twice (expected a loop that is not run already)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
    krnl.iterate() with (%ii -> %j = 0 to 8) {
    }
  }
  return
}
// EXPECTED
// 4:5: `krnl.iterate`: bounds the loop `%ii` twice (expected a loop whose bounds are not given already)

// -----
func.func @f(%n: index) {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = affine_map<(d0) -> (d0, 8)>(%n) to 8) {
  }
  return
}
// EXPECTED
// 3:39: the bound has several results: a bound map with multiple results needs a prefix (expected `max` before the map)

// -----
func.func @f(%n: index) {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = min affine_map<(d0) -> (d0, 8)>(%n) to 8) {
  }
  return
}
// EXPECTED
// 3:39: found `min` (expected `max`: a lower bound is a `max`, an upper bound a `min`)

// -----
func.func @f(%n: index) {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to affine_map<(d0) -> (d0)>()) {
  }
  return
}
// EXPECTED
// 3:68: found 0 dimension and 0 symbol operands: the dim or symbol operand count does not match (expected 1 and 0, as the map declares)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to affine_map<() -> ()>()) {
  }
  return
}
// EXPECTED
// 3:44: the bound has no result: expected a loop bound affine map with at least one result

// -----
func.func @f(%n: index) {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to affine_map<(d0) -> (d0 floordiv 0)>(%n)) {
  }
  return
}
// EXPECTED
// 3:3: `krnl.iterate`: the right side of `floordiv` is 0 (expected a positive constant)

// -----
func.func @f(%n: i32) {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to %n) {
  }
  return
}
// EXPECTED
// 3:44: `%n` has the type `i32` (expected `index`, the type that the operation states: a use expects the same type as prior uses)
//   1:14: defined here

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii = 0 to 8) {
  }
  return
}
// EXPECTED
// 3:31: found `=` (expected `->`)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) (%ii -> %i = 0 to 8) {
  }
  return
}
// EXPECTED
// 3:21: found `(` (expected `with`)

// -----
func.func @f(%x: f32) {
  %ii = krnl.define_loops 1
  %0 = krnl.iterate(%ii) with (%ii -> %i = 0 to 8) iter_args(%s = %x) -> (f32, f32) {
    krnl.yield %s : f32
  }
  return
}
// EXPECTED
// 3:52: found 1 loop-carried value and 2 types: expected a type for each

// -----
func.func @f(%x: f32) {
  %ii = krnl.define_loops 1
  %0 = krnl.iterate(%ii) with (%ii -> %i = 0 to 8) iter_args(%s = %x) -> (f64) {
    krnl.yield %s : f64
  }
  return
}
// EXPECTED
// 3:67: `%x` has the type `f32` (expected `f64`, the type that the operation states: a use expects the same type as prior uses)
//   1:14: defined here

// -----
func.func @f(%x: f32) {
  %ii = krnl.define_loops 1
  %0 = krnl.iterate(%ii) with (%ii -> %i = 0 to 8) iter_args(%s = %x) -> (f32) {
    krnl.yield
  }
  return
}
// EXPECTED
// 4:5: `krnl.yield`: yields 0 operands, its parent has 1 result (expected a value for each result)
//   3:8: the parent

// -----
func.func @f(%x: f32) {
  %ii = krnl.define_loops 1
  %0 = krnl.iterate(%ii) with (%ii -> %i = 0 to 8) iter_args(%s = %x) -> (f32) {
    krnl.yield %i : index
  }
  return
}
// EXPECTED
// 4:5: `krnl.yield`: operand #0 has the type `index`, result of the parent #0 the type `f32` (expected no mismatch)

// -----
func.func @f(%x: f32) {
  %ii = krnl.define_loops 1
  %0 = krnl.iterate(%ii) with (%ii -> %i = 0 to 8) iter_args(%s = %x) -> (f32) {
    scf.yield %s : f32
  }
  return
}
// EXPECTED
// 3:8: `krnl.iterate`: its region ends with `scf.yield` (expects regions to end with `krnl.yield`)
//   4:5: the end of the region
// 4:5: `scf.yield`: the parent op is `krnl.iterate` (expects the parent op `scf.execute_region` or `scf.for` or `scf.if` or `scf.index_switch` or `scf.while`)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
    krnl.yield %i : index
  }
  return
}
// EXPECTED
// 4:5: `krnl.yield`: yields 1 operand, its parent has 0 results (expected a value for each result)
//   3:3: the parent

// -----
func.func @f() {
  krnl.yield
  return
}
// EXPECTED
// 2:3: `krnl.yield`: must be the last operation in the parent block: it is a terminator

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  "krnl.iterate"(%ii, %ii) ({
  ^bb0(%i: index, %j: index):
    "krnl.yield"() : () -> ()
  }) {bounds = [affine_map<() -> (0)>, affine_map<() -> (8)>], num_optimized_loops = 1 : i64} : (!krnl.loop, !krnl.loop) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.iterate`: its operands, bounds and arguments do not fit each other (expected the loops that it runs, two maps with their operands and an `index` argument for each loop that it bounds, and an argument and a result for each value that it carries)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  "krnl.iterate"(%ii, %ii) ({
  ^bb0(%i: index):
    "krnl.yield"() : () -> ()
  }) {bounds = [affine_map<() -> (0)>], num_optimized_loops = 1 : i64} : (!krnl.loop, !krnl.loop) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.iterate`: its operands, bounds and arguments do not fit each other (expected the loops that it runs, two maps with their operands and an `index` argument for each loop that it bounds, and an argument and a result for each value that it carries)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  "krnl.iterate"(%ii, %ii) ({
  ^bb0(%i: index):
    "krnl.yield"() : () -> ()
  }) {bounds = [affine_map<() -> (0)>, affine_map<() -> (8)>], num_optimized_loops = 5 : i64} : (!krnl.loop, !krnl.loop) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.iterate`: its operands, bounds and arguments do not fit each other (expected the loops that it runs, two maps with their operands and an `index` argument for each loop that it bounds, and an argument and a result for each value that it carries)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  "krnl.iterate"(%ii, %ii) ({
  ^bb0(%i: i32):
    "krnl.yield"() : () -> ()
  }) {bounds = [affine_map<() -> (0)>, affine_map<() -> (8)>], num_optimized_loops = 1 : i64} : (!krnl.loop, !krnl.loop) -> ()
  return
}
// EXPECTED
// 3:3: `krnl.iterate`: an index has the type `i32` (must have `index` type)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib) with (%ii -> %i = 0 to 8) {
    %0 = arith.addi %i, %i : index
  }
  return
}
// EXPECTED
// 5:10: `arith.addi`: uses `%i`, whose loop `%il` does not run around it (expected `krnl.get_induction_var_value` of a loop that does)
//   4:3: bounded here

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %0 = krnl.get_induction_var_value(%ii) : (!krnl.loop) -> index
  return
}
// EXPECTED
// 3:8: `krnl.get_induction_var_value`: asks for the induction variable of the loop `%ii`, which does not run around it (expected a loop of a `krnl.iterate` around)

// -----
func.func @f() {
  %ii, %jj = krnl.define_loops 2
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8, %jj -> %j = 0 to 8) {
    %0 = krnl.get_induction_var_value(%jj) : (!krnl.loop) -> index
  }
  return
}
// EXPECTED
// 4:10: `krnl.get_induction_var_value`: asks for the induction variable of the loop `%jj`, which does not run around it (expected a loop of a `krnl.iterate` around)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
    %0:2 = krnl.get_induction_var_value(%ii) : (!krnl.loop) -> (index, index)
  }
  return
}
// EXPECTED
// 4:12: `krnl.get_induction_var_value`: has 2 results for 1 loop (expected a result for each loop)

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
    %0 = krnl.get_induction_var_value(%ii) : (!krnl.loop) -> i32
  }
  return
}
// EXPECTED
// 4:10: `krnl.get_induction_var_value`: result #0 must be variadic of index, but got `i32`

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
    %0 = krnl.get_induction_var_value(%i) : (index) -> index
  }
  return
}
// EXPECTED
// 4:10: `krnl.get_induction_var_value`: operand #0 must be variadic of a type `!krnl.loop`, but got `index`

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib, %il) with (%ii -> %i = 0 to 8) {
    %0 = krnl.get_induction_var_value(%ii) : (!krnl.loop) -> index
  }
  return
}
// EXPECTED
// 5:10: `krnl.get_induction_var_value`: the loop `%ii` is used up by a block (expected the loops that `krnl.block` makes of it)
//   3:14: blocked here

// -----
func.func @f() {
  %ii = krnl.define_loops 1
  %0 = krnl.unknown(%ii) : !krnl.loop
  return
}
// EXPECTED
// 3:8: `krnl.unknown` is no operation of the dialect `krnl`: the custom op is unknown

// -----
// stricter than MLIR
func.func @f() {
  "krnl.region"() ({
  ^bb0(%i: index):
  }) : () -> ()
  return
}
// EXPECTED
// 3:3: `krnl.region`: region #0 should have no arguments

// -----
func.func @f() {
  krnl.movable {
    "krnl.yield"() : () -> ()
  }
  return
}
// EXPECTED
// 2:3: `krnl.movable`: its region ends with `krnl.yield` (expects regions to end with `krnl.terminate`)
//   3:5: the end of the region
// 3:5: `krnl.yield`: the parent op is `krnl.movable` (expects the parent op `krnl.iterate`)
