// Others read a public global too.
// verdict: unknown
// check: @g
memref.global constant @g : memref<2xi32> = dense<1>
func.func @f(%x: i32) -> i32 { return %x : i32 }
// -----
memref.global constant @g : memref<2xi32> = dense<2>
func.func @f(%x: i32) -> i32 { return %x : i32 }
