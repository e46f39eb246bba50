// RUN: referee
// Blocks, with arguments that are exchanged on the way.
func.func @main() {
  %a = arith.constant 0 : i64
  %b = arith.constant 1 : i64
  %n = arith.constant 20 : i64
  %one = arith.constant 1 : i64
  %end = arith.constant 0 : i64
  cf.br ^head(%a, %b, %n : i64, i64, i64)
^head(%x: i64, %y: i64, %left: i64):
  %done = arith.cmpi eq, %left, %end : i64
  cf.cond_br %done, ^exit(%x : i64), ^body
^body:
  %z = arith.addi %x, %y : i64
  %m = arith.subi %left, %one : i64
  cf.br ^head(%y, %z, %m : i64, i64, i64)
^exit(%r: i64):
  vector.print %r : i64
  return
}
// EXPECTED
// 6765

// -----
func.func private @kind(%x: i32) -> i32 {
  %a = arith.constant 10 : i32
  %b = arith.constant 20 : i32
  cf.switch %x : i32, [
    default: ^other(%x : i32),
    -1: ^other(%a : i32),
    42: ^last
  ]
^other(%y: i32):
  return %y : i32
^last:
  return %b : i32
}
func.func private @factorial(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %is_zero = arith.cmpi eq, %n, %zero : i64
  %r = scf.if %is_zero -> i64 {
    scf.yield %one : i64
  } else {
    %m = arith.subi %n, %one : i64
    %f = func.call @factorial(%m) : (i64) -> i64
    %p = arith.muli %n, %f : i64
    scf.yield %p : i64
  }
  return %r : i64
}
func.func @main() {
  %v = arith.constant dense<[-1, 42, 7]> : vector<3xi32>
  %v0 = vector.extract %v[0] : i32 from vector<3xi32>
  %v1 = vector.extract %v[1] : i32 from vector<3xi32>
  %v2 = vector.extract %v[2] : i32 from vector<3xi32>
  %k0 = func.call @kind(%v0) : (i32) -> i32
  %k1 = func.call @kind(%v1) : (i32) -> i32
  %k2 = func.call @kind(%v2) : (i32) -> i32
  vector.print %k0 : i32
  vector.print %k1 : i32
  vector.print %k2 : i32
  %n = arith.constant 20 : i64
  %f = func.call @factorial(%n) : (i64) -> i64
  vector.print %f : i64
  return
}
// EXPECTED
// 10
// 20
// 7
// 2432902008176640000

// -----
// Loops that carry values, end at once, and stop by a condition.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %i0 = arith.constant 0 : i64
  %sum, %last = scf.for %i = %c1 to %c10 step %c3 iter_args(%s = %i0, %l = %i0) -> (i64, i64) {
    %x = arith.index_cast %i : index to i64
    %t = arith.addi %s, %x : i64
    scf.yield %t, %s : i64, i64
  }
  vector.print %sum : i64
  vector.print %last : i64
  %none = scf.for %i = %c10 to %c0 step %c1 iter_args(%s = %i0) -> i64 {
    %x = arith.index_cast %i : index to i64
    scf.yield %x : i64
  }
  vector.print %none : i64
  %start = arith.constant 27 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %r:2 = scf.while (%n = %start, %steps = %i0) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi ne, %n, %one : i64
    scf.condition(%more) %n, %steps : i64, i64
  } do {
  ^bb0(%n: i64, %steps: i64):
    %half = arith.divsi %n, %two : i64
    %triple = arith.muli %n, %three : i64
    %plus = arith.addi %triple, %one : i64
    %bit = arith.remsi %n, %two : i64
    %odd = arith.cmpi eq, %bit, %one : i64
    %next = arith.select %odd, %plus, %half : i64
    %s = arith.addi %steps, %one : i64
    scf.yield %next, %s : i64, i64
  }
  vector.print %r#0 : i64
  vector.print %r#1 : i64
  %four = arith.constant 4 : i32
  %five = arith.constant 5 : i32
  %unit = arith.constant 1 : i32
  %minus = arith.constant -3 : i32
  %typed = scf.for %i = %minus to %five step %unit iter_args(%s = %unit) -> i32 : i32 {
    %p = arith.muli %s, %four : i32
    %q = arith.addi %p, %i : i32
    scf.yield %q : i32
  }
  vector.print %typed : i32
  return
}
// EXPECTED
// 12
// 5
// 0
// 1
// 111
// 7280

// -----
// Loops without an order, a choice by an index, and a region that is run once.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i64
  %least = arith.constant 100 : i64
  %r:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%c4, %c4) step (%c1, %c2) init (%zero, %least) -> (i64, i64) {
    %x = arith.index_cast %i : index to i64
    %y = arith.index_cast %j : index to i64
    %p = arith.muli %x, %y : i64
    %d = arith.subi %y, %x : i64
    scf.reduce(%p, %d : i64, i64) {
    ^bb0(%a: i64, %b: i64):
      %s = arith.addi %a, %b : i64
      scf.reduce.return %s : i64
    }, {
    ^bb0(%a: i64, %b: i64):
      %m = arith.minsi %a, %b : i64
      scf.reduce.return %m : i64
    }
  }
  vector.print %r#0 : i64
  vector.print %r#1 : i64
  scf.for %i = %c0 to %c4 step %c1 {
    %k = scf.index_switch %i -> i64
    case 1 {
      %x = arith.constant 11 : i64
      scf.yield %x : i64
    }
    case 3 {
      %x = arith.constant 33 : i64
      scf.yield %x : i64
    }
    default {
      scf.yield %zero : i64
    }
    vector.print %k : i64
  }
  %once = scf.execute_region -> i64 {
    %c = arith.cmpi slt, %zero, %least : i64
    cf.cond_br %c, ^end(%least : i64), ^end(%zero : i64)
  ^end(%x: i64):
    scf.yield %x : i64
  }
  vector.print %once : i64
  return
}
// EXPECTED
// 24
// -2
// 0
// 11
// 0
// 33
// 100

// -----
// Affine loops, bounds of several results, and divisions that round down and up.
func.func @main() {
  %zero = arith.constant 0 : index
  %n = arith.constant 7 : index
  %m = arith.constant 5 : index
  affine.for %i = -7 to 8 step 5 {
    %floor = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%i)
    %ceil = affine.apply affine_map<(d0) -> (d0 ceildiv 3)>(%i)
    %mod = affine.apply affine_map<(d0) -> (d0 mod 3)>(%i)
    %all = affine.apply affine_map<(d0)[s0] -> (d0 * 2 - s0 + (d0 + s0) mod 4)>(%i)[%n]
    %f = arith.index_cast %floor : index to i64
    %c = arith.index_cast %ceil : index to i64
    %a = arith.index_cast %all : index to i64
    vector.print %f : i64
    vector.print %c : i64
    vector.print %mod : index
    vector.print %a : i64
  }
  %sum = affine.for %i = max affine_map<(d0) -> (0, d0 - 4)>(%n) to min affine_map<(d0)[s0] -> (d0, s0 + 1)>(%n)[%m] iter_args(%s = %zero) -> index {
    %t = affine.for %j = affine_map<(d0) -> (d0)>(%i) to 10 step 2 iter_args(%u = %s) -> index {
      %v = affine.if affine_set<(d0, d1)[s0] : (d0 + d1 - s0 >= 0, d0 - d1 + 4 >= 0)>(%i, %j)[%m] -> index {
        %w = affine.apply affine_map<(d0, d1, d2) -> (d0 + d1 * 10 + d2)>(%u, %i, %j)
        affine.yield %w : index
      } else {
        affine.yield %u : index
      }
      affine.yield %v : index
    }
    affine.yield %t : index
  }
  vector.print %sum : index
  %min = affine.min affine_map<(d0)[s0] -> (d0 - s0, s0 floordiv 2, 9)>(%n)[%m]
  vector.print %min : index
  %max = affine.max affine_map<(d0)[s0] -> (d0 - s0, s0 * 3, 9)>(%n)[%m]
  vector.print %max : index
  return
}
// EXPECTED
// -3
// -2
// 2
// -21
// -1
// 0
// 1
// -10
// 1
// 1
// 0
// 1
// 414
// 2
// 15
