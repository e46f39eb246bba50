void f(int n, double *a) {
  if (n > 3) {
#pragma scop
    a[0] = 0;
  }
  a[1] = 1;
#pragma endscop
  a[2] = 1;
}
// expected:
// error 4:1: this is no sequence of statements of one block
