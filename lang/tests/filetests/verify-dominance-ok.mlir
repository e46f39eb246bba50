// RUN: parse
// In the only block of an operation that is not known values have no order.
"some.op"() ({
  "some.use"(%x) : (i32) -> ()
  %x = "some.def"(%x) : (i32) -> i32
}) : () -> ()
// EXPECTED
// module {
//   "some.op"() ({
//     "some.use"(%x) : (i32) -> ()
//     %x = "some.def"(%x) : (i32) -> i32
//   }) : () -> ()
// }

// -----
// Directly in a module neither.
"some.use"(%x) : (i32) -> ()
%x = "some.def"() : () -> i32
// EXPECTED
// module {
//   "some.use"(%x) : (i32) -> ()
//   %x = "some.def"() : () -> i32
// }

// -----
// What no path reaches may use anything.
func.func @unreachable() -> i32 {
  %a = arith.constant 0 : i32
  return %a : i32
^dead:
  %b = arith.addi %c, %b : i32
  %c = arith.addi %b, %b : i32
  cf.br ^dead
}
// EXPECTED
// module {
//   func.func @unreachable() -> i32 {
//     %a = arith.constant 0 : i32
//     return %a : i32
//   ^bb1:
//     %b = arith.addi %c, %b : i32
//     %c = arith.addi %b, %b : i32
//     cf.br ^bb1
//   }
// }

// -----
// A definition behind its use in the text that runs before it.
func.func @order(%c: i1) {
  cf.br ^header
^body:
  "some.use"(%x) : (i32) -> ()
  cf.br ^header
^header:
  %x = arith.constant 1 : i32
  cf.cond_br %c, ^body, ^exit
^exit:
  return
}
// EXPECTED
// module {
//   func.func @order(%c: i1) {
//     cf.br ^bb2
//   ^bb1:
//     "some.use"(%x) : (i32) -> ()
//     cf.br ^bb2
//   ^bb2:
//     %x = arith.constant 1 : i32
//     cf.cond_br %c, ^bb1, ^bb3
//   ^bb3:
//     return
//   }
// }

// -----
// The surroundings are visible in nested regions.
func.func @nested(%c: i1, %v: i32) {
  cf.br ^next(%v : i32)
^next(%x: i32):
  %y = arith.addi %x, %x : i32
  scf.if %c {
    "some.use"(%x, %y) : (i32, i32) -> ()
  }
  return
}
// EXPECTED
// module {
//   func.func @nested(%c: i1, %v: i32) {
//     cf.br ^bb1(%v : i32)
//   ^bb1(%x: i32):
//     %y = arith.addi %x, %x : i32
//     scf.if %c {
//       "some.use"(%x, %y) : (i32, i32) -> ()
//     }
//     return
//   }
// }
