// RUN: parse-error
{-#
  dialect_resources: {
    builtin: {
      weights: "0x08"
    }
  }
#-}
// EXPECTED
// 5:16: the resource `weights` is no hex string blob: it is too short to encode an alignment (expected a string of `0x`, the alignment in the first 4 bytes, a power of 2, and the data)

// -----
{-#
  dialect_resources: {
    builtin: {
      weights: "text"
    }
  }
#-}
// EXPECTED
// 4:16: the resource `weights` is no hex string blob (expected a string of `0x`, the alignment in the first 4 bytes, a power of 2, and the data)

// -----
{-#
  settings: {}
#-}
// EXPECTED
// 2:3: `settings` is an unknown key in the file metadata dictionary (expected `dialect_resources` or `external_resources`)

// -----
{-#
  external_resources: {
    tool {
    }
  }
#-}
// EXPECTED
// 3:10: found `{` (expected `:`)

// -----
{-#
  external_resources: {
    tool: {
      7: "x"
    }
  }
#-}
// EXPECTED
// 4:7: found `7` (expected an identifier as the key of the 'resource' entry)

// -----
{-#
  external_resources: {
    tool: {
      key: "x"
      other: "y"
    }
  }
#-}
// EXPECTED
// 5:7: found `other` (expected `,` or `}`)

// -----
{-#
  external_resources: {
    tool: {
      key:
#-}
// EXPECTED
// 5:1: found `#-}` (expected a string, `true` or `false`)

// -----
#one = distinct[4]<"a">
#two = distinct[4]<"b">
// EXPECTED
// 2:8: `distinct[4]` is given two meanings: the referenced attribute does not match the previous definition (expected `"a"`, as before)

// -----
#weights = dense_resource<weights> : f32
// EXPECTED
// 1:12: a `dense_resource` cannot have the type `f32`: expected a shaped type

// -----
"some.op"() {value = sparse<[[0, 0], [3, 1]], [1, 2]> : tensor<2x2xi32>} : () -> ()
// EXPECTED
// 1:22: the sparse index #1, [3, 1], is not contained within the value shape [2, 2]

// -----
"some.op"() {value = sparse<[[0, -1]], [1]> : tensor<2x2xi32>} : () -> ()
// EXPECTED
// 1:22: the sparse index #0, [0, -1], is not contained within the value shape [2, 2]

// -----
"some.op"() {value = dense<[1.0, false]> : tensor<2xf64>} : () -> ()
// EXPECTED
// 1:34: found a boolean where `f64` belongs: expected floating-point elements, as only an i1 type has `true` or `false` values

// -----
func.func private @f(memref<4xf32, affine_map<(d0) -> (d0)>, [1, 2]>)
// EXPECTED
// 1:62: `[1 : i64, 2 : i64]` is an unsupported memory space attribute (expected an integer, a string, a dictionary or an attribute of a dialect)

// -----
func.func private @f(memref<4x4xf32, strided<[4, 0], offset: 1>>)
// EXPECTED
// 1:38: the layout has a stride of 0: strides must not be zero

// -----
func.func private @-f()
// EXPECTED
// 1:19: `@` begins no symbol: expected an identifier that starts with a letter or `_`, or a string

// -----
func.func @f(%a: i32) {
  %b = "arith.addi"(%a, %a)[^next] : (i32, i32) -> i32
^next:
  return
}
// EXPECTED
// 2:28: successors in the non-terminator `arith.addi`

// -----
func.func @f(%m: memref<?xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%k] : memref<?xf32>
  }
  affine.for %k = 0 to 8 {
  }
  return
}
// EXPECTED
// 5:14: the region entry argument `%k` is already in use before

// -----
func.func @f(%x: f32) {
  %0 = affine.for %i = 0 to 8 iter_args(%a#0 = %x) -> (f32) {
    affine.yield %a : f32
  }
  return
}
// EXPECTED
// 2:41: an argument has a result number: a result number is not allowed in an argument list

// -----
func.func @f() {
  %0 = "some.op"()
  return
}
// EXPECTED
// 3:3: found `return` (expected `:` followed by the operation type)

// -----
@f
// EXPECTED
// 1:1: found `@f` (expected an operation name, in quotes for the generic form)

// -----
func.func @f() {
  return loc(#place)
}
// EXPECTED
// 2:3: the operation location alias `#place` was never defined (expected a location)

// -----
func.func @f() {
  return loc(#place)
}
#place = "not a location"
// EXPECTED
// 2:3: the alias `#place` is `"not a location"`, not a location (expected a location)
