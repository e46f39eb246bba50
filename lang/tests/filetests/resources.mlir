// RUN: parse
// Resources are kept, in one layout.
"a"() {x = dense_resource<blob> : tensor<2xi8>} : () -> ()
{-# dialect_resources: { builtin: { blob: "0x010000000102", other: "0x00000000" }, test: {} },
  external_resources: { mine: { flag: true, text: "a\"b", off: false } } #-}
{-# #-}
// EXPECTED
// module {
//   "a"() {x = dense_resource<blob> : tensor<2xi8>} : () -> ()
// }
//
// {-#
//   dialect_resources: {
//     builtin: {
//       blob: "0x010000000102",
//       other: "0x00000000"
//     },
//     test: {}
//   },
//   external_resources: {
//     mine: {
//       flag: true,
//       text: "a\"b",
//       off: false
//     }
//   }
// #-}

// -----
// Metadata may stand between operations.
{-#
  external_resources: {}
#-}
"a"() : () -> ()
// EXPECTED
// module {
//   "a"() : () -> ()
// }
//
// {-#
//   external_resources: {}
// #-}
