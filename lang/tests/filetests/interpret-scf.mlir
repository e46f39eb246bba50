// RUN: interpret
// args: 0 10 3
// args: 5 5 1
// args: 5 2 1
// args: 0 10 0
// args: 0 10 -1
func.func @for(%a: index, %b: index, %s: index) -> (index, index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %a to %b step %s iter_args(%n = %zero, %last = %zero) -> (index, index) {
    %m = arith.addi %n, %one : index
    scf.yield %m, %i : index, index
  }
  return %r#0, %r#1 : index, index
}
// EXPECTED
// 4 9
// 0 0
// 0 0
// 10:10: scf.for: a step of 0: expected a positive one
// 10:10: scf.for: a step of -1: expected a positive one

// -----
// A loop over narrow signed integers ends at the greatest of them.
// args: -128 127 100
// args: 100 -100 1
func.func @narrow(%a: i8, %b: i8, %s: i8) -> i8 {
  %zero = arith.constant 0 : i8
  %r = scf.for %i = %a to %b step %s iter_args(%x = %zero) -> i8 : i8 {
    %y = arith.addi %x, %i : i8
    scf.yield %y : i8
  }
  return %r : i8
}
// EXPECTED
// -84
// 0

// -----
// args: true 1 2
// args: false 1 2
func.func @if(%c: i1, %a: f32, %b: f32) -> (f32, f32) {
  %r:2 = scf.if %c -> (f32, f32) {
    scf.yield %b, %a : f32, f32
  } else {
    scf.yield %a, %b : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
// EXPECTED
// 2.0 1.0
// 1.0 2.0

// -----
// args: true [1]
// args: false [1]
func.func @if_without_else(%c: i1, %m: memref<1xi32>) {
  %zero = arith.constant 0 : index
  %x = arith.constant 5 : i32
  scf.if %c {
    memref.store %x, %m[%zero] : memref<1xi32>
  }
  return
}
// EXPECTED
// [5]
// [1]

// -----
// The steps of Collatz, and where they lead.
// args: 27
// args: 1
func.func @while(%n: i64) -> (i64, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %r:2 = scf.while (%x = %n, %k = %zero) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi sgt, %x, %one : i64
    scf.condition(%more) %k, %x : i64, i64
  } do {
  ^bb0(%k: i64, %x: i64):
    %bit = arith.andi %x, %one : i64
    %odd = arith.cmpi eq, %bit, %one : i64
    %next = scf.if %odd -> i64 {
      %y = arith.muli %x, %three : i64
      %z = arith.addi %y, %one : i64
      scf.yield %z : i64
    } else {
      %y = arith.divui %x, %two : i64
      scf.yield %y : i64
    }
    %l = arith.addi %k, %one : i64
    scf.yield %next, %l : i64, i64
  }
  return %r#0, %r#1 : i64, i64
}
// EXPECTED
// 111 1
// 0 1

// -----
// args: 2
// args: 5
// args: 0
func.func @index_switch(%i: index) -> i32 {
  %a = arith.constant 10 : i32
  %b = arith.constant 20 : i32
  %c = arith.constant 30 : i32
  %r = scf.index_switch %i -> i32
  case 2 {
    scf.yield %a : i32
  }
  case 5 {
    scf.yield %b : i32
  }
  default {
    scf.yield %c : i32
  }
  return %r : i32
}
// EXPECTED
// 10
// 20
// 30

// -----
// args: true
// args: false
func.func @execute_region(%c: i1) -> i32 {
  %a = arith.constant 10 : i32
  %b = arith.constant 20 : i32
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^one, ^two
  ^one:
    scf.yield %a : i32
  ^two:
    scf.yield %b : i32
  }
  return %r : i32
}
// EXPECTED
// 10
// 20

// -----
// Two reductions of one loop; a loop of no iterations leaves the initial values.
// args: 3 2
// args: 0 2
func.func @parallel(%n: index, %s: index) -> (index, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %ten = arith.constant 10 : index
  %x = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %r:2 = scf.parallel (%i, %j) = (%zero, %one) to (%n, %ten) step (%one, %s) init (%zero, %x) -> (index, i32) {
    %k = arith.addi %i, %j : index
    scf.reduce(%k, %two : index, i32) {
    ^bb0(%a: index, %b: index):
      %c = arith.maxsi %a, %b : index
      scf.reduce.return %c : index
    }, {
    ^bb0(%a: i32, %b: i32):
      %c = arith.muli %a, %b : i32
      scf.reduce.return %c : i32
    }
  }
  return %r#0, %r#1 : index, i32
}
// EXPECTED
// 11 32768
// 0 1

// -----
// args: [1, 2, 3, 4, 5, 6]
func.func @forall(%t: tensor<6xi32>) -> (tensor<6xi32>, tensor<3xi32>) {
  %e = tensor.empty() : tensor<3xi32>
  %r:2 = scf.forall (%i) = (0) to (6) step (2) shared_outs(%o = %t, %p = %e) -> (tensor<6xi32>, tensor<3xi32>) {
    %s = tensor.extract_slice %t[%i] [2] [1] : tensor<6xi32> to tensor<2xi32>
    %d = arith.addi %s, %s : tensor<2xi32>
    %two = arith.constant 2 : index
    %k = arith.divui %i, %two : index
    %f = tensor.extract_slice %d[1] [1] [1] : tensor<2xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %d into %o[%i] [2] [1] : tensor<2xi32> into tensor<6xi32>
      tensor.parallel_insert_slice %f into %p[%k] [1] [1] : tensor<1xi32> into tensor<3xi32>
    }
  }
  return %r#0, %r#1 : tensor<6xi32>, tensor<3xi32>
}
// EXPECTED
// [2, 4, 6, 8, 10, 12] [4, 8, 12]

// -----
// args: 2 [0, 0, 0, 0]
func.func @forall_without_results(%n: index, %m: memref<2x2xindex>) {
  scf.forall (%i, %j) in (%n, 2) {
    %k = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
    memref.store %k, %m[%i, %j] : memref<2x2xindex>
  }
  return
}
// EXPECTED
// [0, 1, 10, 11]

// -----
// args: 3
// args: 0
func.func @affine_parallel(%n: index) -> (f32, i32) {
  %c = arith.constant 5 : i32
  %r:2 = affine.parallel (%i, %j) = (0, max(%n, 1)) to (%n, min(10, %n + 2)) step (1, 2) reduce ("addf", "muli") -> (f32, i32) {
    %k = arith.index_cast %i : index to i32
    %x = arith.sitofp %k : i32 to f32
    %y = arith.muli %k, %c : i32
    affine.yield %x, %y : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}
// EXPECTED
// 3.0 0
// 0.0 1

// -----
// What an iteration allocates on the stack does not outlive it.
// args:
func.func @stack() -> i32 {
  %zero = arith.constant 0 : index
  %x = arith.constant 7 : i32
  %r = memref.alloca_scope -> (memref<1xi32>) {
    %m = memref.alloca() : memref<1xi32>
    memref.store %x, %m[%zero] : memref<1xi32>
    memref.alloca_scope.return %m : memref<1xi32>
  }
  %y = memref.load %r[%zero] : memref<1xi32>
  return %y : i32
}
// EXPECTED
// 11:8: memref.load: use of memory that was freed

// -----
// args: 23
// args: -1
func.func @delinearize(%i: index) -> (index, index, index) {
  %a = arith.constant 2 : index
  %b = arith.constant 3 : index
  %c = arith.constant 4 : index
  %r:3 = affine.delinearize_index %i into (%a, %b, %c) : index, index, index
  return %r#0, %r#1, %r#2 : index, index, index
}
// EXPECTED
// 1 2 3
// -1 2 3
