// RUN: parse
// Loops: over indices, over integers, with values carried along.
func.func @loops(%n: index, %k: i32, %x: f32, %m: memref<?xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  %one = arith.constant 1 : i32
  scf.for %i = %one to %k step %one : i32 {
  } {tag}
  %s, %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %v = memref.load %m[%i] : memref<?xf32>
    %c = arith.addf %a, %v : f32
    scf.yield %b, %c : f32, f32
  }
  return %s, %t : f32, f32
}
// EXPECTED
// module {
//   func.func @loops(%n: index, %k: i32, %x: f32, %m: memref<?xf32>) -> (f32, f32) {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     scf.for %i = %c0 to %n step %c1 {
//       memref.store %x, %m[%i] : memref<?xf32>
//     }
//     %one = arith.constant 1 : i32
//     scf.for %i = %one to %k step %one  : i32 {
//     } {tag}
//     %s, %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
//       %v = memref.load %m[%i] : memref<?xf32>
//       %c = arith.addf %a, %v : f32
//       scf.yield %b, %c : f32, f32
//     }
//     return %s, %t : f32, f32
//   }
// }

// -----
func.func @conditions(%c: i1, %x: f32) -> (f32, index) {
  scf.if %c {
    func.call @conditions(%c, %x) : (i1, f32) -> (f32, index)
  }
  %a, %b = scf.if %c -> (f32, index) {
    %0 = arith.constant 1 : index
    scf.yield %x, %0 : f32, index
  } else {
    %y = arith.negf %x : f32
    %0 = arith.constant 2 : index
    scf.yield %y, %0 : f32, index
  }
  scf.if %c {
  } else {
    scf.execute_region {
      scf.yield
    }
  }
  return %a, %b : f32, index
}
// EXPECTED
// module {
//   func.func @conditions(%c: i1, %x: f32) -> (f32, index) {
//     scf.if %c {
//       %0:2 = func.call @conditions(%c, %x) : (i1, f32) -> (f32, index)
//     }
//     %a, %b = scf.if %c -> (f32, index) {
//       %0 = arith.constant 1 : index
//       scf.yield %x, %0 : f32, index
//     } else {
//       %y = arith.negf %x : f32
//       %0 = arith.constant 2 : index
//       scf.yield %y, %0 : f32, index
//     }
//     scf.if %c {
//     } else {
//       scf.execute_region {
//         scf.yield
//       }
//     }
//     return %a, %b : f32, index
//   }
// }

// -----
// The second region takes what the condition passes on, which may have other types than the operands.
func.func @while(%x: i32, %n: i32) -> i64 {
  %r:2 = scf.while (%a = %x) : (i32) -> (i32, i64) {
    %c = arith.cmpi slt, %a, %n : i32
    %w = arith.extsi %a : i32 to i64
    scf.condition(%c) %a, %w : i32, i64
  } do {
  ^bb0(%b: i32, %w: i64):
    %d = arith.addi %b, %b : i32
    scf.yield %d : i32
  }
  scf.while : () -> () {
    %c = arith.constant false
    scf.condition(%c)
  } do {
    scf.yield
  }
  return %r#1 : i64
}
// EXPECTED
// module {
//   func.func @while(%x: i32, %n: i32) -> i64 {
//     %r:2 = scf.while (%a = %x) : (i32) -> (i32, i64) {
//       %c = arith.cmpi slt, %a, %n : i32
//       %w = arith.extsi %a : i32 to i64
//       scf.condition(%c) %a, %w : i32, i64
//     } do {
//     ^bb0(%b: i32, %w: i64):
//       %d = arith.addi %b, %b : i32
//       scf.yield %d : i32
//     }
//     scf.while : () -> () {
//       %c = arith.constant false
//       scf.condition(%c)
//     } do {
//       scf.yield
//     }
//     return %r#1 : i64
//   }
// }

// -----
func.func @switch(%i: index) -> i32 {
  %a = scf.index_switch %i -> i32
  case 2 {
    %0 = arith.constant 20 : i32
    scf.yield %0 : i32
  }
  case -7 {
    %0 = arith.constant 70 : i32
    scf.yield %0 : i32
  }
  default {
    %0 = arith.constant 0 : i32
    scf.yield %0 : i32
  }
  scf.index_switch %i
  default {
    scf.yield
  }
  return %a : i32
}
// EXPECTED
// module {
//   func.func @switch(%i: index) -> i32 {
//     %a = scf.index_switch %i -> i32
//     case 2 {
//       %0 = arith.constant 20 : i32
//       scf.yield %0 : i32
//     }
//     case -7 {
//       %0 = arith.constant 70 : i32
//       scf.yield %0 : i32
//     }
//     default {
//       %0 = arith.constant 0 : i32
//       scf.yield %0 : i32
//     }
//     scf.index_switch %i
//     default {
//     }
//     return %a : i32
//   }
// }

// -----
func.func @blocks(%c: i1, %x: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^yes, ^no(%x : i32)
  ^yes:
    scf.yield %x : i32
  ^no(%y: i32):
    %z = arith.addi %y, %y : i32
    scf.yield %z : i32
  }
  return %r : i32
}
// EXPECTED
// module {
//   func.func @blocks(%c: i1, %x: i32) -> i32 {
//     %r = scf.execute_region -> i32 {
//       cf.cond_br %c, ^bb1, ^bb2(%x : i32)
//     ^bb1:
//       scf.yield %x : i32
//     ^bb2(%y: i32):
//       %z = arith.addi %y, %y : i32
//       scf.yield %z : i32
//     }
//     return %r : i32
//   }
// }

// -----
func.func @parallel(%n: index, %m: memref<?x?xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  %s, %t = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x, %x) -> (f32, f32) {
    %v = memref.load %m[%i, %i] : memref<?x?xf32>
    scf.reduce(%v, %x : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      scf.reduce.return %c : f32
    }
  } {tag = 1 : i32}
  return %s : f32
}
// EXPECTED
// module {
//   func.func @parallel(%n: index, %m: memref<?x?xf32>, %x: f32) -> f32 {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
//       memref.store %x, %m[%i, %j] : memref<?x?xf32>
//       scf.reduce
//     }
//     %s, %t = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x, %x) -> (f32, f32) {
//       %v = memref.load %m[%i, %i] : memref<?x?xf32>
//       scf.reduce(%v, %x : f32, f32) {
//       ^bb0(%a: f32, %b: f32):
//         %c = arith.addf %a, %b : f32
//         scf.reduce.return %c : f32
//       }, {
//       ^bb0(%a: f32, %b: f32):
//         %c = arith.maximumf %a, %b : f32
//         scf.reduce.return %c : f32
//       }
//     } {tag = 1 : i32}
//     return %s : f32
//   }
// }

// -----
func.func @forall(%n: index, %t: tensor<?x4xf32>, %m: memref<8xf32>, %x: f32) -> tensor<?x4xf32> {
  scf.forall (%i) in (8) {
    memref.store %x, %m[%i] : memref<8xf32>
  }
  %r = scf.forall (%i, %j) = (0, 0) to (%n, 4) step (2, 1) shared_outs(%o = %t) -> (tensor<?x4xf32>) {
    %p = tensor.from_elements %x : tensor<1x1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<?x4xf32>
    }
  } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  return %r : tensor<?x4xf32>
}
// EXPECTED
// module {
//   func.func @forall(%n: index, %t: tensor<?x4xf32>, %m: memref<8xf32>, %x: f32) -> tensor<?x4xf32> {
//     scf.forall (%i) in (8) {
//       memref.store %x, %m[%i] : memref<8xf32>
//     }
//     %r = scf.forall (%i, %j) = (0, 0) to (%n, 4) step (2, 1) shared_outs(%o = %t) -> (tensor<?x4xf32>) {
//       %p = tensor.from_elements %x : tensor<1x1xf32>
//       scf.forall.in_parallel {
//         tensor.parallel_insert_slice %p into %o[%i, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<?x4xf32>
//       }
//     } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
//     return %r : tensor<?x4xf32>
//   }
// }

// -----
// In generic form, which is printed in custom form.
func.func @generic(%n: index) {
  %c0 = arith.constant 0 : index
  "scf.for"(%c0, %n, %n) ({
  ^bb0(%i: index):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}
// EXPECTED
// module {
//   func.func @generic(%n: index) {
//     %c0 = arith.constant 0 : index
//     scf.for %i = %c0 to %n step %n {
//     }
//     return
//   }
// }
