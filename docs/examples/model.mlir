func.func @main_graph(%x: memref<?x4xf32> {onnx.name = "x"}) -> (memref<?x3xf32> {onnx.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %w = "krnl.global"() {name = "weights", shape = [4, 3], value = dense<[[1.0, 0.0, -1.0], [0.5, 2.0, 0.0], [0.0, -1.0, 1.0], [2.0, 0.0, -3.0]]> : tensor<4x3xf32>} : () -> memref<4x3xf32>
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  %y = memref.alloc(%n) {alignment = 16 : i64} : memref<?x3xf32>
  %loops:3 = krnl.define_loops 3
  krnl.iterate(%loops#0, %loops#1) with (%loops#0 -> %i = 0 to %n, %loops#1 -> %j = 0 to 3, %loops#2 -> %k = 0 to 4) {
    %s, %t = krnl.get_induction_var_value(%loops#0, %loops#1) : (!krnl.loop, !krnl.loop) -> (index, index)
    %sum = krnl.iterate(%loops#2) with () iter_args(%part = %zero) -> (f32) {
      %p = krnl.get_induction_var_value(%loops#2) : (!krnl.loop) -> index
      %a = krnl.load %x[%s, %p] : memref<?x4xf32>
      %b = krnl.load %w[%p, %t] : memref<4x3xf32>
      %product = arith.mulf %a, %b : f32
      %next = arith.addf %part, %product : f32
      krnl.yield %next : f32
    }
    %least = arith.maximumf %sum, %zero : f32
    krnl.store %least, %y[%s, %t] : memref<?x3xf32>
  }
  "krnl.print_tensor"(%y) {msg = "y is %s %d"} : (memref<?x3xf32>) -> ()
  return %y : memref<?x3xf32>
}
"krnl.entry_point"() {func = @main_graph, numInputs = 1 : i32, numOutputs = 1 : i32, signature = "[{\"type\": \"f32\", \"dims\": [-1, 4], \"name\": \"x\"}]\00@[{\"type\": \"f32\", \"dims\": [-1, 3], \"name\": \"y\"}]\00"} : () -> ()
