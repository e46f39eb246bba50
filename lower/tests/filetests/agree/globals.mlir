// test: agree
// run: @weights(2)
// run: @state(3)

memref.global "private" constant @table : memref<2x3xf32> = dense<[[1.5, -2.0, 0.25], [4.0, 5.0, -0.0]]>
memref.global "private" constant @same : memref<4xi16> = dense<-7>
memref.global "private" constant @zeros : memref<1000xf64> = dense<0.0>
memref.global "private" constant @flag : memref<2xi1> = dense<[true, false]>
memref.global "private" @cell : memref<i32> = dense<5>

func.func @weights(%i: index) -> (f32, i16, f64, i1) {
  %c1 = arith.constant 1 : index
  %t = memref.get_global @table : memref<2x3xf32>
  %x = memref.load %t[%c1, %i] : memref<2x3xf32>
  %s = memref.get_global @same : memref<4xi16>
  %y = memref.load %s[%i] : memref<4xi16>
  %z = memref.get_global @zeros : memref<1000xf64>
  %w = memref.load %z[%i] : memref<1000xf64>
  %f = memref.get_global @flag : memref<2xi1>
  %b = memref.load %f[%c1] : memref<2xi1>
  return %x, %y, %w, %b : f32, i16, f64, i1
}

// What a call leaves in a global is put back, so that calls do not depend on one another.
func.func @state(%n: i32) -> i32 {
  %g = memref.get_global @cell : memref<i32>
  %x = memref.load %g[] : memref<i32>
  memref.store %n, %g[] : memref<i32>
  %again = memref.get_global @cell : memref<i32>
  %y = memref.load %again[] : memref<i32>
  memref.store %x, %g[] : memref<i32>
  %s = arith.addi %x, %y : i32
  return %s : i32
}
