// test: agree
// run: @sum(20, 20, 1)
// run: @sum(20, 20, 3)
// run: @sum(20, 19, 0)
// run: @sum(20, 18, -4)
// run: @sum(20, 0, 1)
// run: @plain(20, 20, 1)
// run: @plain(20, 17, 5)

// A step that is one at least, in a loop that hands a value on.
func.func @sum(%a: memref<20xi32>, %n: index, %s: index) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %none = arith.constant 0 : i32
  %step = arith.maxsi %s, %one : index
  %sum = scf.for %i = %zero to %n step %step iter_args(%sum = %none) -> i32 {
    %x = memref.load %a[%i] : memref<20xi32>
    %next = arith.addi %sum, %x : i32
    memref.store %next, %a[%i] : memref<20xi32>
    scf.yield %next : i32
  }
  return %sum : i32
}

func.func @plain(%a: memref<20xi32>, %n: index, %s: index) {
  %zero = arith.constant 0 : index
  scf.for %i = %zero to %n step %s {
    %x = memref.load %a[%i] : memref<20xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %a[%i] : memref<20xi32>
  }
  return
}
