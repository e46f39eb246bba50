// Loops up and down, with steps, bounds that are computed, several tests, pointers and counters beside the variable.
void up(int n, float *a) {
  for (int i = n / 2; i <= n - 1; i += 3)
    a[i] = 0;
}
void down(int n, float *a) {
  int i;
  for (i = n - 1; i >= 0; i--)
    a[i] = 1;
  for (unsigned long k = n; k-- > 0;)
    a[k] = 2;
}
void least(int n, int m, float *a) {
  for (int i = m > 0 ? m : 0; i < n && i < 2 * m; i++)
    a[i] = 0;
}
float walk(const float *p, unsigned long n) {
  float s = 0;
  const float *end = p + n;
  while (p < end)
    s += *p++;
  return s;
}
int counters(int n, const int *a) {
  int k = 3, i = 0;
  while (i < n) {
    k += 2 * a[i] + i;
    i++;
  }
  for (int j = 0, l = n; j < n; j += 2, l--)
    k ^= a[l];
  return k;
}
void by(int n, int s, float *a) {
  for (int i = 0; i < n; i += s)
    a[i] = 0;
}
void until(int *a) {
  do {
    a[0] = a[0] / 2;
  } while (a[0] > 1);
}
void behind(int n, float *a, const float *b) { // Once at least.
  int i = 0;
  do {
    a[i] = b[i];
  } while (++i < n);
}
void triangle(int k, float *a) { // `k` moves by what the variable of the loop is.
  for (int j = 1; j < 9; j++) {
    a[k] = 0;
    k += j + 1;
  }
}
void ahead(int n, float *a) { // Whole groups, then the others.
  int i;
  for (i = 0; i + 3 < n; i += 4)
    a[i + 3] = a[i];
  for (; i < n; i++)
    a[i] = 0;
}
void behind(unsigned n, float *a) { // Minus one is a large number.
  for (int i = 0; (unsigned)(i - 1) < n; i++)
    a[i] = 0;
}
void far_ahead(long n, float *a) { // `n - 3` may be less than any number.
  for (long i = 0; i + 3 < n; i++)
    a[i] = 0;
}
// Blocks of rows: where they begin is no affine bound, how long they are is.
void blocks(int g, int c, int hw, float *restrict y, const float *restrict x) {
  int d = c / g;
  for (int k = 0; k < g; k++)
    for (int i = k * d; i < (k + 1) * d; i++)
      for (int j = 0; j < hw; j++)
        y[i * hw + j] = x[i * hw + j] / (d * hw);
}
#include <stddef.h>
void windows(size_t n, size_t k, float *a) { // `i + k` does not wrap in the first test, and not after.
  for (size_t i = 0; i + k <= n; i++)
    a[i] = 0;
}
void twice(int n, int k, float *a) {
  for (int i = k; n - 2 * i >= k; i++)
    a[i] = 0;
}
void approaching(int i, int j, float *a) {
  for (; i < j; i++, j -= 2)
    a[i] = a[j];
}
void roots(int n, float *a) { // Not linear.
  for (int i = 1; i * i < n; i++)
    a[i] = 0;
}
// expected:
// error 62:6: conflicting types for 'behind'
