// RUN: parse
// Branches.
func.func @branches(%flag: i32, %c: i1, %x: f32) -> f32 {
  cf.assert %c, "a condition"
  cf.cond_br %c, ^a(%x : f32), ^b {tag}
^a(%p: f32):
  cf.switch %flag : i32, [
    default: ^c(%p : f32),
    42: ^b,
    -1: ^c(%x : f32)
  ]
^b:
  cf.switch %flag : i32, [default: ^a(%x : f32), 7: ^a(%x : f32), 7: ^a(%x : f32)] {tag}
^c(%q: f32):
  cf.br ^d
^d:
  return %q : f32
}
// EXPECTED
// module {
//   func.func @branches(%flag: i32, %c: i1, %x: f32) -> f32 {
//     cf.assert %c, "a condition"
//     cf.cond_br %c, ^bb1(%x : f32), ^bb2 {tag}
//   ^bb1(%p: f32):
//     cf.switch %flag : i32, [default: ^bb3(%p : f32), 42: ^bb2, -1: ^bb3(%x : f32)]
//   ^bb2:
//     cf.switch %flag : i32, [default: ^bb1(%x : f32), 7: ^bb1(%x : f32), 7: ^bb1(%x : f32)] {tag}
//   ^bb3(%q: f32):
//     cf.br ^bb4
//   ^bb4:
//     return %q : f32
//   }
// }

// -----
func.func @flags(%flag: i1, %wide: i8) {
  cf.switch %flag : i1, [default: ^a, 1: ^a]
^a:
  cf.switch %wide : i8, [default: ^b, 200: ^b]
^b:
  cf.switch %wide : i8, [default: ^b]
}
// EXPECTED
// module {
//   func.func @flags(%flag: i1, %wide: i8) {
//     cf.switch %flag : i1, [default: ^bb1, 1: ^bb1]
//   ^bb1:
//     cf.switch %wide : i8, [default: ^bb2, -56: ^bb2]
//   ^bb2:
//     cf.switch %wide : i8, [default: ^bb2]
//   }
// }

// -----
// Functions as values, casts, poison.
func.func private @f(f32) -> (f32, index)
func.func @calls(%x: f32) -> (f32, index) {
  %0:2 = call @f(%x) : (f32) -> (f32, index)
  %1 = constant @f : (f32) -> (f32, index)
  %2:2 = call_indirect %1(%x) {tag} : (f32) -> (f32, index)
  %3 = ub.poison : f32
  %4 = ub.poison {tag} <#ub.poison> : i32
  %5:2 = builtin.unrealized_conversion_cast %4, %3 : i32, f32 to i8, f64
  return %2#0, %2#1 : f32, index
}
// EXPECTED
// module {
//   func.func private @f(f32) -> (f32, index)
//   func.func @calls(%x: f32) -> (f32, index) {
//     %0:2 = call @f(%x) : (f32) -> (f32, index)
//     %1 = constant @f : (f32) -> (f32, index)
//     %2:2 = call_indirect %1(%x) {tag} : (f32) -> (f32, index)
//     %3 = ub.poison : f32
//     %4 = ub.poison {tag} : i32
//     %5:2 = builtin.unrealized_conversion_cast %4, %3 : i32, f32 to i8, f64
//     return %2#0, %2#1 : f32, index
//   }
// }
