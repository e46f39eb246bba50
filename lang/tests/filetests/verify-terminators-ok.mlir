// RUN: parse
// An operation that is not known may end a block, and its only block may end in none.
func.func @unknown_end() {
  "some.end"() : () -> ()
}
"some.op"() ({
  %a = "some.op"() : () -> i32
}) : () -> ()
"some.op"() ({
^empty:
}) : () -> ()
// EXPECTED
// module {
//   func.func @unknown_end() {
//     "some.end"() : () -> ()
//   }
//   "some.op"() ({
//     %a = "some.op"() : () -> i32
//   }) : () -> ()
//   "some.op"() ({
//   ^bb0:
//   }) : () -> ()
// }

// -----
func.func @branches(%c: i1) {
  "some.branch"() [^a, ^b] : () -> ()
^a:
  cf.br ^b
^b:
  return
}
// EXPECTED
// module {
//   func.func @branches(%c: i1) {
//     "some.branch"()[^bb1, ^bb2] : () -> ()
//   ^bb1:
//     cf.br ^bb2
//   ^bb2:
//     return
//   }
// }
