// What clang does not accept.
int f(int n) { return m; }
int g(int n) { return n }
// expected:
// error 2:23: use of undeclared identifier 'm'
// error 3:24: expected ';' after return statement
