// test: agree
// run: @first(7, 3)
// run: @first(7, _)
// run: @halved(1000)
// run: @halved(0)

// The first index of a value, or -1.
func.func @first(%A: memref<7xi32>, %x: i32) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 7 : index
  %minus = arith.constant -1 : index
  %no = arith.constant false
  %at, %found = scf.while (%i = %zero, %is = %no) : (index, i1) -> (index, i1) {
    %yes = arith.constant true
    %inside = arith.cmpi slt, %i, %n : index
    %searching = arith.xori %is, %yes : i1
    %more = arith.andi %inside, %searching : i1
    scf.condition(%more) %i, %is : index, i1
  } do {
  ^bb0(%i: index, %is: i1):
    %a = memref.load %A[%i] : memref<7xi32>
    %same = arith.cmpi eq, %a, %x : i32
    %next = arith.addi %i, %one : index
    scf.yield %next, %same : index, i1
  }
  %last = arith.subi %at, %one : index
  %result = arith.select %found, %last, %minus : index
  return %result : index
}

// A loop whose results are other values than it hands on: how often a number can be halved, and what is left.
func.func @halved(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %left = scf.while (%x = %n, %count = %zero) : (i32, i32) -> i32 {
    %positive = arith.cmpi sgt, %x, %zero : i32
    %half = arith.divsi %x, %two : i32
    scf.condition(%positive) %half : i32
  } do {
  ^bb0(%half: i32):
    %more = arith.addi %half, %one : i32
    %rest = arith.subi %more, %one : i32
    scf.yield %rest, %one : i32, i32
  }
  return %left : i32
}
