// What nobody reads does not matter.
// verdict: proved
memref.global "private" constant @g : memref<2xi32> = dense<1>
func.func @f(%x: i32) -> i32 { return %x : i32 }
// -----
memref.global "private" constant @g : memref<2xi32> = dense<2>
func.func @f(%x: i32) -> i32 { return %x : i32 }
