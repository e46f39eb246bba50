// RUN: parse
func.func private @declared(f32, memref<?xf32> {llvm.noalias}) -> (i32, index)
func.func private @"quoted name"() attributes {llvm.emit_c_interface}
func.func public @shown(%a: f32) -> f32 {
  return %a : f32
}
func.func nested @inner() {
  func.return
}
func.func @attributes(%a: i32 {test.x = 1 : i64}, %b: i32) -> (i32 {test.y}, i32) attributes {test.z = [1, "two"]} {
  return %a, %b : i32, i32
}
func.func @higher(%f: (i32) -> i32) -> ((i32) -> i32) {
  return %f : (i32) -> i32
}
func.func @calls(%m: memref<?xf32>, %x: f32) {
  %0:2 = func.call @declared(%x, %m) : (f32, memref<?xf32>) -> (i32, index)
  %1 = call @shown(%x) : (f32) -> f32
  call @"quoted name"() {kept} : () -> ()
  affine.for %i = 0 to 3 {
    %2 = func.call @shown(%1) : (f32) -> f32
  }
  return
}
// EXPECTED
// module {
//   func.func private @declared(f32, memref<?xf32> {llvm.noalias}) -> (i32, index)
//   func.func private @"quoted name"() attributes {llvm.emit_c_interface}
//   func.func public @shown(%a: f32) -> f32 {
//     return %a : f32
//   }
//   func.func nested @inner() {
//     return
//   }
//   func.func @attributes(%a: i32 {test.x = 1 : i64}, %b: i32) -> (i32 {test.y}, i32) attributes {test.z = [1 : i64, "two"]} {
//     return %a, %b : i32, i32
//   }
//   func.func @higher(%f: (i32) -> i32) -> ((i32) -> i32) {
//     return %f : (i32) -> i32
//   }
//   func.func @calls(%m: memref<?xf32>, %x: f32) {
//     %0:2 = call @declared(%x, %m) : (f32, memref<?xf32>) -> (i32, index)
//     %1 = call @shown(%x) : (f32) -> f32
//     call @"quoted name"() {kept} : () -> ()
//     affine.for %i = 0 to 3 {
//       %2 = func.call @shown(%1) : (f32) -> f32
//     }
//     return
//   }
// }

// -----
module @named attributes {test.version = 3 : i32} {
  func.func @f() {
    return
  }
  module {
    func.func @f() {
      return
    }
  }
  builtin.module @empty {
  }
}
// EXPECTED
// module @named attributes {test.version = 3 : i32} {
//   func.func @f() {
//     return
//   }
//   module {
//     func.func @f() {
//       return
//     }
//   }
//   module @empty {
//   }
// }

// -----
// Control flow of dialects without a table row, in generic form.
// not compared: MLIR prints custom forms of operations without a table row.
func.func @branches(%c: i1, %x: i32) -> i32 {
  "cf.cond_br"(%c, %x)[^then, ^else] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^then(%a: i32):
  "cf.br"(%a)[^end] : (i32) -> ()
^else:
  %y = arith.addi %x, %x : i32
  "cf.br"(%y)[^end] : (i32) -> ()
^end(%r: i32):
  return %r : i32
}
// EXPECTED
// module {
//   func.func @branches(%c: i1, %x: i32) -> i32 {
//     cf.cond_br %c, ^bb1(%x : i32), ^bb2
//   ^bb1(%a: i32):
//     cf.br ^bb3(%a : i32)
//   ^bb2:
//     %y = arith.addi %x, %x : i32
//     cf.br ^bb3(%y : i32)
//   ^bb3(%r: i32):
//     return %r : i32
//   }
// }

// -----
func.func @casts(%a: i32) -> i32 {
  %0 = builtin.unrealized_conversion_cast %a : i32 to index
  %1:2 = builtin.unrealized_conversion_cast %a, %0 : i32, index to f32, i8
  "test.region"() ({
    %3 = builtin.unrealized_conversion_cast %0 : index to i32
    %4 = call @casts(%3) : (i32) -> i32
    builtin.module {
      %5 = unrealized_conversion_cast to i32
      module {
      }
    }
  }) : () -> ()
  builtin.module {
  }
  %2 = builtin.unrealized_conversion_cast to i64 {kept}
  return %a : i32
}
// EXPECTED
// module {
//   func.func @casts(%a: i32) -> i32 {
//     %0 = builtin.unrealized_conversion_cast %a : i32 to index
//     %1:2 = builtin.unrealized_conversion_cast %a, %0 : i32, index to f32, i8
//     "test.region"() ({
//       %3 = builtin.unrealized_conversion_cast %0 : index to i32
//       %4 = call @casts(%3) : (i32) -> i32
//       builtin.module {
//         %5 = unrealized_conversion_cast to i32
//         module {
//         }
//       }
//     }) : () -> ()
//     builtin.module {
//     }
//     %2 = builtin.unrealized_conversion_cast to i64 {kept}
//     return %a : i32
//   }
// }
