// test: error
func.func @f() {
  "test.do_something"() : () -> ()
  // error: cannot lower `test.do_something`: the operation is not known
  return
}
