void f(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
}
// expected:
// error 2:1: this `#pragma scop` has no `#pragma endscop`
