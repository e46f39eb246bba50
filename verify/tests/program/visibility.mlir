// Nobody can call the second.
// verdict: refuted
// check: a private one
func.func @f(%x: i32) -> i32 { return %x : i32 }
// -----
func.func private @f(%x: i32) -> i32 { return %x : i32 }
