// RUN: parse
// Locations are read and not printed unless asked for; the metadata of a file is kept.
#loc = loc(unknown)
#file = loc("a.mlir":1:2)
func.func @f(%a: i32 loc("a.mlir":3:4), %b: i32 loc(#file)) -> i32 {
  %0 = arith.addi %a, %b : i32 loc(callsite("inner" at "a.mlir":5:6))
  %1 = "test.op"(%0) ({
  ^bb0(%x: i32 loc(unknown)):
    "test.end"() : () -> () loc(fused["a", "b"("c":1:1)])
  }) : (i32) -> i32 loc(fused<"meta">[#file, unknown])
  return %0 : i32 loc("named"(#file))
} loc(#later)
#later = loc("a.mlir":9:9)
{-#
  dialect_resources: {
    builtin: {}
  }
#-}
// EXPECTED
// module {
//   func.func @f(%a: i32, %b: i32) -> i32 {
//     %0 = arith.addi %a, %b : i32
//     %1 = "test.op"(%0) ({
//     ^bb0(%x: i32):
//       "test.end"() : () -> ()
//     }) : (i32) -> i32
//     return %0 : i32
//   }
// }
//
// {-#
//   dialect_resources: {
//     builtin: {}
//   }
// #-}
