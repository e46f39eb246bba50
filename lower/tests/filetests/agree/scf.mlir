// test: agree
// run: @loops(20, 7, 3)
// run: @loops(20, 0, 1)
// run: @loops(20, -2, 2)
// run: @parallel(20, 4)
// run: @parallel(20, 0)

// Steps and bounds that are known at run time, values from iteration to iteration, conditions with and without results.
func.func @loops(%out: memref<20xi32>, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %start = arith.constant 5 : i32
  %r:2 = scf.for %i = %c0 to %n step %step iter_args(%a = %start, %b = %start) -> (i32, i32) {
    %next = arith.addi %a, %b : i32
    %is_first = arith.cmpi eq, %i, %c0 : index
    %x = scf.if %is_first -> (i32) {
      %double = arith.addi %next, %next : i32
      scf.yield %double : i32
    } else {
      scf.yield %b : i32
    }
    memref.store %next, %out[%i] : memref<20xi32>
    scf.for %j = %i to %n step %c1 {
      %is_far = arith.cmpi sgt, %j, %c2 : index
      scf.if %is_far {
        %slot = arith.addi %j, %c2 : index
        memref.store %x, %out[%slot] : memref<20xi32>
      }
    }
    scf.yield %x, %next : i32, i32
  }
  %c18 = arith.constant 18 : index
  %c19 = arith.constant 19 : index
  memref.store %r#0, %out[%c18] : memref<20xi32>
  memref.store %r#1, %out[%c19] : memref<20xi32>
  return
}

// A sum and a greatest value over two dimensions, and an iteration's own memory.
func.func @parallel(%out: memref<20xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %start = arith.constant -7 : i32
  %r:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%n, %n) step (%c1, %c3) init (%start, %start) -> (i32, i32) {
    %own = memref.alloca() : memref<2xi32>
    %sum = arith.addi %i, %j : index
    %value = arith.index_cast %sum : index to i32
    memref.store %value, %own[%c1] : memref<2xi32>
    %again = memref.load %own[%c1] : memref<2xi32>
    scf.reduce(%again, %value : i32, i32) {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      scf.reduce.return %c : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      %c = arith.maxsi %a, %b : i32
      scf.reduce.return %c : i32
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %r#0, %out[%i] : memref<20xi32>
    scf.reduce
  }
  %c18 = arith.constant 18 : index
  memref.store %r#1, %out[%c18] : memref<20xi32>
  return
}
