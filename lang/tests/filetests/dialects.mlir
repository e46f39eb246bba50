// RUN: parse
// laxer than MLIR
// Operations of dialects that no table knows keep the text of their custom forms, without its line breaks and
// comments; aliases in it are written out.
#enc = #coop.layout<rows>
!hen = !coop.hen<#enc, "a # !hen">
func.func @f(%a: f32, %b: f32, %n: index) -> f32 {
  %0:2, %1 = coop.split %a,  %b // Not kept.
    {x = #coop.box<#enc>} : !hen
  coop.use %0#1, "%0#0"
    : f32
  coop.use %1 { unit, coop.attr }
  %c = arith.addf %0#0, %1 : f32
  return %c : f32
}
// EXPECTED
// module {
//   func.func @f(%a: f32, %b: f32, %n: index) -> f32 {
//     %0:3 = coop.split %a,  %b {x = #coop.box<#coop.layout<rows>>} : !coop.hen<#coop.layout<rows>, "a # !hen">
//     coop.use %0#1, "%0#0" : f32
//     coop.use %0#2 { unit, coop.attr }
//     %c = arith.addf %0#0, %0#2 : f32
//     return %c : f32
//   }
// }

// -----
// laxer than MLIR
// Values before a region that nothing defines are its arguments, wherever they stand.
func.func @g(%lo: index, %hi: index) {
  coop.launch nests(%x, %y) in (%p = %lo,
              %q = %hi) carry(%z : index = %lo) {
    %s = arith.addi %x, %z : index
    coop.done
  } rest(%lo) {a = 1}
  coop.twice (%u = %hi) {
    coop.use %u
  } else (%u = %lo) {
    coop.use %u
  }
  return
}
// EXPECTED
// module {
//   func.func @g(%lo: index, %hi: index) {
//     coop.launch nests(%x, %y) in (%p = %lo, %q = %hi) carry(%z : index = %lo) {
//       %s = arith.addi %x, %z : index
//       coop.done
//     } rest(%lo) {a = 1}
//     coop.twice (%u = %hi) {
//       coop.use %u
//     } else (%u = %lo) {
//       coop.use %u
//     }
//     return
//   }
// }

// -----
// laxer than MLIR
// A region that begins with a label keeps it.
coop.flock private @f(%h: !coop.hen {coop.tame}) -> (!coop.hen, i1) attributes {k = "v"} {
  coop.br ^bb1(%h : !coop.hen)
^bb1(%i: !coop.hen):
  coop.when %i, ^bb1, ^bb2
^bb2:
  coop.end
}
coop.flock @g {
^entry(%j: i1):
  coop.end %j
}
coop.flock @empty {
^entry:
}
coop.flock @dictionary {}
coop.flock
  @continued
"after"() : () -> ()
// EXPECTED
// module {
//   coop.flock private @f(%h: !coop.hen {coop.tame}) -> (!coop.hen, i1) attributes {k = "v"} {
//     coop.br ^bb1(%h : !coop.hen)
//   ^bb1(%i: !coop.hen):
//     coop.when %i, ^bb1, ^bb2
//   ^bb2:
//     coop.end
//   }
//   coop.flock @g {
//   ^bb0(%j: i1):
//     coop.end %j
//   }
//   coop.flock @empty {
//   ^bb0:
//   }
//   coop.flock @dictionary {}
//   coop.flock @continued
//   "after"() : () -> ()
// }

// -----
// not compared: the printer of transform.sequence leaves its terminator out
// The default dialect of a region that such an operation opens.
transform.sequence failures(propagate) {
^bb0(%x: !transform.any_op):
  %0 = get_parent_op %x : (!transform.any_op) -> !transform.any_op
  transform.yield
}
// EXPECTED
// module {
//   transform.sequence failures(propagate) {
//   ^bb0(%x: !transform.any_op):
//     %0 = transform.get_parent_op %x : (!transform.any_op) -> !transform.any_op
//     transform.yield
//   }
// }

// -----
// Bodies of types and attributes of dialects may hold anything that balances.
"a"() {p = #d.e<{[(f -> "}")]}>, q = #d<e<1>>, r = !d<"any <( text">, s = #d.e : i32, t = #d.e<x> : tensor<2xi8>} : () -> !d<f>
// EXPECTED
// module {
//   %0 = "a"() {p = #d.e<{[(f -> "}")]}>, q = #d.e<1>, r = !d<"any <( text">, s = #d.e : i32, t = #d.e<x> : tensor<2xi8>} : () -> !d.f
// }

// -----
// laxer than MLIR
// What stands directly behind the name of a value or of a block does not become part of the name.
func.func @adjacent(%a: f32, %b: f32) {
  %0:2 = coop.split %a"x"
  %1 = coop.use %0x, %0#1i32 [%0y]
  coop.branch ^0to, ^0-1
^0:
  return
}
// EXPECTED
// module {
//   func.func @adjacent(%a: f32, %b: f32) {
//     %0:2 = coop.split %a"x"
//     %1 = coop.use %0#0 x, %0#1 i32 [%0#0 y]
//     coop.branch ^bb1 to, ^bb1 -1
//   ^bb1:
//     return
//   }
// }

// -----
// laxer than MLIR
// A region may be empty, and have arguments all the same; the loops of `plan`.
func.func @empty(%lo: index) {
  %l:2 = plan.define_loops 2
  %b, %t = plan.block %l#0 4 : (!plan.loop) -> (!plan.loop, !plan.loop)
  plan.permute(%b, %t) [0, 1] : !plan.loop, !plan.loop
  plan.iterate(%b, %t) with (%l#0 -> %i = 0 to 10,
                             %l#1 -> %j = 0 to 20) {
    // Nothing.
  }
  plan.iterate(%b) with () {}
  plan.iterate(%b, %t) with (%l#0 -> %i = 0 to 10) {
    %k, %m = plan.get_induction_var_value(%b, %t) :
      (!plan.loop, !plan.loop) -> (index, index)
    plan.matmul %k, (%m), (%i) { computeTileSize=[5,4,5], simdize=false } :
      index, (index)
  }
  return
}
// EXPECTED
// module {
//   func.func @empty(%lo: index) {
//     %l:2 = plan.define_loops 2
//     %b, %t = plan.block %l#0 4 : (!plan.loop) -> (!plan.loop, !plan.loop)
//     plan.permute(%b, %t) [0, 1] : !plan.loop, !plan.loop
//     plan.iterate(%b, %t) with (%l#0 -> %i = 0 to 10, %l#1 -> %j = 0 to 20) {
//     }
//     plan.iterate(%b) with () {}
//     plan.iterate(%b, %t) with (%l#0 -> %i = 0 to 10) {
//       %k, %m = plan.get_induction_var_value(%b, %t) : (!plan.loop, !plan.loop) -> (index, index)
//       plan.matmul %k, (%m), (%i) { computeTileSize=[5,4,5], simdize=false } : index, (index)
//     }
//     return
//   }
// }

// -----
// laxer than MLIR
// An alias right behind a token that its text could go on is written out apart from it.
#set = affine_set<(d0) : (d0 >= 0)>
func.func @adjacent(%i: index) {
  %0 = other.apply #s#set(%i)
  return
}
// EXPECTED
// module {
//   func.func @adjacent(%i: index) {
//     %0 = other.apply #s affine_set<(d0) : (d0 >= 0)>(%i)
//     return
//   }
// }

// -----
// laxer than MLIR
// A name in the text of an operation that nothing is known of is given to nothing else.
func.func @taken(%m: memref<1xi32>, %n: index) {
  other.text #map #map2 #set
  affine.dma_wait %m[0], %n : memref<1xi32>
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
    }
  }
  return
}
// EXPECTED
// #set1 = affine_set<(d0) : (d0 >= 0)>
// module {
//   func.func @taken(%m: memref<1xi32>, %n: index) {
//     other.text #map #map2 #set
//     affine.dma_wait %m[0], %n : memref<1xi32>
//     affine.for %i = 0 to %n {
//       affine.if #set1(%i) {
//       }
//     }
//     return
//   }
// }

// -----
// laxer than MLIR
// Signs of comparison are no brackets, and what the table has begins an operation on the same line too.
func.func @compared(%a: i32, %m: memref<i32>) {
  coop.less %a < %a : i32
  memref.store %a, %m[] : memref<i32>
  coop.shift (%a << 2) -> i32
  coop.greater %a > %a : i32
  coop.use %a : i32 memref.store %a, %m[] : memref<i32>
  coop.use %a : tuple<i32,
    vector<4xi32>> return
}
// EXPECTED
// module {
//   func.func @compared(%a: i32, %m: memref<i32>) {
//     coop.less %a < %a : i32
//     memref.store %a, %m[] : memref<i32>
//     coop.shift (%a << 2) -> i32
//     coop.greater %a > %a : i32
//     coop.use %a : i32
//     memref.store %a, %m[] : memref<i32>
//     coop.use %a : tuple<i32, vector<4xi32>>
//     return
//   }
// }

// -----
// laxer than MLIR
// In a region whose dialect is known by its name alone a word begins an operation; what stands right before a
// bracket or an equal sign goes on with one.
pdl.pattern @p : benefit(1) {
  %t = type
  %0 = operation "foo.op"
    -> (%t : !pdl.type)
  rewrite %0 with "rewriter"
}
func.func @launch(%n: index) {
  coop.launch @kernel
    blocks in (%n)
    threads(%n)
    layout = [1, 2]
    to %n
  return
}
// EXPECTED
// module {
//   pdl.pattern @p : benefit(1) {
//     %t = pdl.type
//     %0 = pdl.operation "foo.op" -> (%t : !pdl.type)
//     pdl.rewrite %0 with "rewriter"
//   }
//   func.func @launch(%n: index) {
//     coop.launch @kernel blocks in (%n) threads(%n) layout = [1, 2] to %n
//     return
//   }
// }

// -----
// laxer than MLIR
// A label has a colon behind it, a successor has none.
func.func @labels(%a: i32) {
  coop.br
    ^bb1(%a : i32)
^bb1(%b: i32):
  coop.switch %b
    ^bb2
^bb2:
  return
}
// EXPECTED
// module {
//   func.func @labels(%a: i32) {
//     coop.br ^bb1(%a : i32)
//   ^bb1(%b: i32):
//     coop.switch %b ^bb2
//   ^bb2:
//     return
//   }
// }

// -----
// laxer than MLIR
// Results and the name of an operation begin another on the same line; induction variables and bounds do not.
func.func @same_line(%i: index) -> index {
  %a = index.add %i, %i %b = index.mul %a, %i %c:2 = coop.split %b
  %d, %e = "coop.pair"(%c#0) : (index) -> (index, index) %f = arith.addi %d, %e : index
  coop.loop %k = %i to %f, %l = 0 to 4 named(%i) {
    coop.use %k, %l
  }
  return %f : index
}
// EXPECTED
// module {
//   func.func @same_line(%i: index) -> index {
//     %a = index.add %i, %i
//     %b = index.mul %a, %i
//     %c:2 = coop.split %b
//     %d, %e = "coop.pair"(%c#0) : (index) -> (index, index)
//     %f = arith.addi %d, %e : index
//     coop.loop %k = %i to %f, %l = 0 to 4 named(%i) {
//       coop.use %k, %l
//     }
//     return %f : index
//   }
// }
