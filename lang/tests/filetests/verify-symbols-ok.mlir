// RUN: parse
module @outer {
  func.func private @f(i32) -> i32
  module @inner {
    func.func nested @f() {
      return
    }
    func.func @g() {
      call @f() : () -> ()
      return
    }
  }
  func.func @g(%x: i32) -> i32 {
    %y = call @f(%x) : (i32) -> i32
    %f = constant @f : (i32) -> i32
    %z = call_indirect %f(%y) : (i32) -> i32
    return %z : i32
  }
}
// EXPECTED
// module @outer {
//   func.func private @f(i32) -> i32
//   module @inner {
//     func.func nested @f() {
//       return
//     }
//     func.func @g() {
//       call @f() : () -> ()
//       return
//     }
//   }
//   func.func @g(%x: i32) -> i32 {
//     %y = call @f(%x) : (i32) -> i32
//     %f = constant @f : (i32) -> i32
//     %z = call_indirect %f(%y) : (i32) -> i32
//     return %z : i32
//   }
// }

// -----
module attributes {some.setting = 1 : i32} {
}
// EXPECTED
// module attributes {some.setting = 1 : i32} {
// }
