// Any attribute may promise something.
// verdict: unknown
// check: llvm.noundef
func.func @f(%x: i32) -> i32 { return %x : i32 }
// -----
func.func @f(%x: i32 {llvm.noundef}) -> i32 { return %x : i32 }
