// RUN: parse-error
{-#
// EXPECTED
// 2:3: found the end of the text (expected an identifier as the key in the file metadata dictionary)
//   2:1: the metadata begins here

// -----
{-# dialect_resources #-}
// EXPECTED
// 1:23: found `#-}` (expected `:`)

// -----
{-# hens: {} #-}
// EXPECTED
// 1:5: `hens` is an unknown key in the file metadata dictionary (expected `dialect_resources` or `external_resources`)

// -----
{-# dialect_resources: "x" #-}
// EXPECTED
// 1:24: found `"x"` (expected `{`)

// -----
{-# dialect_resources: { 1: {} } #-}
// EXPECTED
// 1:26: found `1` (expected an identifier as the key of the 'resource' entry)

// -----
{-# external_resources: { a { } } #-}
// EXPECTED
// 1:29: found `{` (expected `:`)

// -----
{-# external_resources: { a: { b: 1 } } #-}
// EXPECTED
// 1:35: found `1` (expected a string, `true` or `false`)

// -----
{-# dialect_resources: { builtin: { b: "x" } } #-}
// EXPECTED
// 1:40: the resource `b` is no hex string blob (expected a string of `0x`, the alignment in the first 4 bytes, a power of 2, and the data)

// -----
{-# dialect_resources: { builtin: { b: "0x0100" } } #-}
// EXPECTED
// 1:40: the resource `b` is no hex string blob: it is too short to encode an alignment (expected a string of `0x`, the alignment in the first 4 bytes, a power of 2, and the data)

// -----
{-# dialect_resources: { builtin: { b: "0x03000000" } } #-}
// EXPECTED
// 1:40: the resource `b` is no hex string blob: the alignment 3 is a non-power-of-2 value (expected a string of `0x`, the alignment in the first 4 bytes, a power of 2, and the data)

// -----
{-# dialect_resources: { builtin: { b: "0x01000000" } }
// EXPECTED
// 1:55: found the end of the text (expected `,` or `#-}`)

// -----
"a"() {x = dense_resource<blob> : i32} : () -> ()
// EXPECTED
// 1:12: a `dense_resource` cannot have the type `i32`: expected a shaped type

// -----
"a"() {x = dense_resource<"blob"> : tensor<1xi8>} : () -> ()
// EXPECTED
// 1:27: found `"blob"` (expected an identifier as the key of the 'resource' entry)
