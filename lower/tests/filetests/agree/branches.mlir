// test: agree
// run: @collatz(27)
// run: @collatz(1)
// run: @collatz(-3)
// run: @diamond(-5)
// run: @diamond(5)
// run: @same(1, 3, 4)
// run: @same(0, 3, 4)
// run: @switched(0)
// run: @switched(7)
// run: @switched(-1)
// run: @switched(100)
// run: @while_loop(10)
// run: @while_loop(0)
// run: @buffers(5)
// run: @buffers(0)
// run: @cases(0)
// run: @cases(3)
// run: @cases(-3)
// run: @narrow(-100, 127, 100)
// run: @narrow(3, 3, 1)
// run: @narrow(5, -5, 3)
// run: @wide(0, 10, 3)
// run: @wide(9223372036854775000, 9223372036854775807, 500)
// run: @wide(-9223372036854775808, -9223372036854775000, 400)
// run: @wide(1, -1, 1)
// run: @regions(4, 8)
// run: @regions(9, 8)
// run: @handed(6, 1)
// run: @handed(6, 0)

// A loop made of blocks.
func.func @collatz(%n: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  cf.br ^head(%n, %zero : i32, i32)
^odd(%y: i32, %c2: i32):
  %t = arith.muli %y, %three : i32
  %u = arith.addi %t, %one : i32
  cf.br ^head(%u, %c2 : i32, i32)
^head(%x: i32, %c: i32):
  %more = arith.cmpi sgt, %x, %one : i32
  cf.cond_br %more, ^body, ^done
^body:
  %next = arith.addi %c, %one : i32
  %r = arith.remsi %x, %two : i32
  %even = arith.cmpi eq, %r, %zero : i32
  %h = arith.divsi %x, %two : i32
  cf.cond_br %even, ^head(%h, %next : i32, i32), ^odd(%x, %next : i32, i32)
^done:
  return %x, %c : i32, i32
^never(%z: i32):
  return %z, %z : i32, i32
}

// Two returns.
func.func @diamond(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %neg = arith.cmpi slt, %n, %zero : i32
  cf.cond_br %neg, ^negative, ^positive
^negative:
  %m = arith.subi %zero, %n : i32
  return %m : i32
^positive:
  return %n : i32
}

// One block is the target of both ways, with other values.
func.func @same(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^end(%a : i32), ^end(%b : i32)
^end(%x: i32):
  return %x : i32
}

func.func @switched(%n: i32) -> i32 {
  %a = arith.constant 10 : i32
  %b = arith.constant 20 : i32
  cf.switch %n : i32, [
    default: ^other,
    7: ^end(%a : i32),
    -1: ^end(%b : i32),
    0: ^both(%a, %b : i32, i32)
  ]
^other:
  return %n : i32
^both(%x: i32, %y: i32):
  %s = arith.addi %x, %y : i32
  cf.br ^end(%s : i32)
^end(%z: i32):
  return %z : i32
}

func.func @while_loop(%n: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%i = %zero, %s = %zero) : (i32, i32) -> (i32, i32) {
    %t = arith.addi %s, %i : i32
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %t, %i : i32, i32
  } do {
  ^bb0(%t: i32, %i: i32):
    %k = arith.addi %i, %one : i32
    scf.yield %k, %t : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// Buffers that a loop without a scope makes are all there until the return.
func.func @buffers(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %m0 = memref.alloca() : memref<1xi32>
  memref.store %zero, %m0[%c0] : memref<1xi32>
  cf.br ^head(%c0, %m0 : index, memref<1xi32>)
^head(%i: index, %m: memref<1xi32>):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^done
^body:
  %new = memref.alloca() : memref<1xi32>
  %x = arith.index_cast %i : index to i32
  memref.store %x, %new[%c0] : memref<1xi32>
  %y = memref.load %m[%c0] : memref<1xi32>
  %s = arith.addi %x, %y : i32
  memref.store %s, %new[%c0] : memref<1xi32>
  %k = arith.addi %i, %c1 : index
  cf.br ^head(%k, %new : index, memref<1xi32>)
^done:
  %r = memref.load %m[%c0] : memref<1xi32>
  return %r : i32
}

func.func @cases(%n: index) -> (i32, index) {
  %a = arith.constant 1 : i32
  %r:2 = scf.index_switch %n -> (i32, index)
  case -3 {
    %b = arith.constant -30 : i32
    scf.yield %b, %n : i32, index
  }
  case 3 {
    %b = arith.constant 30 : i32
    %k = arith.addi %n, %n : index
    scf.yield %b, %k : i32, index
  }
  default {
    scf.yield %a, %n : i32, index
  }
  return %r#0, %r#1 : i32, index
}

// A variable of eight bits that would get past its type.
func.func @narrow(%l: i8, %u: i8, %s: i8) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %l to %u step %s iter_args(%c = %zero, %t = %zero) -> (i32, i32) : i8 {
    %w = arith.extsi %i : i8 to i32
    %n = arith.addi %c, %one : i32
    %v = arith.addi %t, %w : i32
    scf.yield %n, %v : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @wide(%l: i64, %u: i64, %s: i64) -> (i64, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %r:2 = scf.for %i = %l to %u step %s iter_args(%c = %zero, %t = %zero) -> (i64, i64) : i64 {
    %n = arith.addi %c, %one : i64
    %v = arith.xori %t, %i : i64
    scf.yield %n, %v : i64, i64
  }
  return %r#0, %r#1 : i64, i64
}

// A region with a branch inside a loop.
func.func @regions(%n: index, %A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i32 {
    %x = scf.execute_region -> i32 {
      %in = arith.cmpi slt, %i, %c8 : index
      cf.cond_br %in, ^inside, ^outside
    ^inside:
      %a = memref.load %A[%i] : memref<8xi32>
      scf.yield %a : i32
    ^outside:
      scf.yield %zero : i32
    }
    %y = arith.addi %s, %x : i32
    scf.yield %y : i32
  }
  return %t : i32
}

// Memrefs go along with branches.
func.func @handed(%A: memref<?xi32>, %c: i1) -> i32 {
  %c2 = arith.constant 2 : index
  %all = memref.cast %A : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
  %even = memref.subview %A[0] [%c2] [2] : memref<?xi32> to memref<?xi32, strided<[2]>>
  %open = memref.cast %even : memref<?xi32, strided<[2]>> to memref<?xi32, strided<[?], offset: ?>>
  cf.cond_br %c, ^end(%all : memref<?xi32, strided<[?], offset: ?>>), ^end(%open : memref<?xi32, strided<[?], offset: ?>>)
^end(%m: memref<?xi32, strided<[?], offset: ?>>):
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c1] : memref<?xi32, strided<[?], offset: ?>>
  return %x : i32
}
