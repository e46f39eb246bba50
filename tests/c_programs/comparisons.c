// Loops that go on while one sum is less than another: of the variable and sizes, of two variables, in types with and without a sign.
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#ifndef MAIN
void next_long(long n, double *a, const double *b) {
  for (long i = 0; i + 1 < n; i++) a[i] = b[i] - b[i + 1];
}

void windows_long(long n, long k, double *a, const double *b) {
  for (long i = 0; i + k <= n; i++) a[i] = b[i] + b[i + k - 1];
}

void next_size(size_t n, double *a, const double *b) {
  for (size_t i = 0; i + 1 < n; i++) a[i] = b[i] - b[i + 1];
}

void windows_size(size_t n, size_t k, double *a, const double *b) {
  for (size_t i = 0; i + k <= n; i++) a[i] = b[i];
}

void windows_unsigned(unsigned n, unsigned k, double *a, const double *b) {
  for (unsigned i = 0; i + k <= n; i++) a[i] = b[i] * 3;
}

void pairs_unsigned(unsigned n, double *a, const double *b) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j + 1 < n; j++) a[j] += b[i] * b[j + 1];
}

void mixed(int n, size_t m, double *a, const double *b) {
  for (int i = 0; i + 1 < m; i++) a[i] = b[i] + n;
}

void intervals(int n, double *best, const double *cost) {
  for (int length = 2; length <= n; length++)
    for (int i = 0; i + length - 1 < n; i++) {
      double least = 1e30;
      for (int k = i; k < i + length - 1; k++) {
        double sum = best[i * 20 + k] + best[(k + 1) * 20 + i + length - 1];
        if (sum < least) least = sum;
      }
      best[i * 20 + i + length - 1] = least + cost[i];
    }
}

void even(int n, double *a) {
  for (int i = 0; 2 * i < n; i++) a[2 * i] = i;
}

void odd(int n, double *a) {
  for (int i = 0; 2 * i + 1 <= n; i++) a[2 * i + 1] -= a[2 * i];
}

void turned(int n, int k, double *a) {
  for (int i = 0; n - i > k; i++) a[i] = k;
}

int down(int n, int k, double *a) {
  int i;
  for (i = n; 3 * i - 2 >= k; i -= 2) a[i + 3] = k;
  return i;
}

int behind(long n, double *a) {
  long i;
  for (i = 3; i + 2 < n; i += 2) a[i] = i;
  return (int)i;
}

void reversed(int n, double *a) {
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    double held = a[i];
    a[i] = a[j];
    a[j] = held;
  }
}

void reversed_while(int n, double *a) {
  int i = 0, j = n - 1;
  while (i < j) {
    double held = a[i];
    a[i++] = a[j];
    a[j--] = held;
  }
}

int approaching(int low, int high, double *a) {
  for (; low <= high; low += 1, high -= 2) a[low] += a[high];
  return low * 1000 + high;
}

void chased(int n, double *a) {
  for (int i = 0, j = n; i + 2 * j > 3; i++, j--) a[i] += 2 * a[j < 0 ? 0 : j];
}

void half(int n, double *a) {
  for (int i = 0; i < n - 1 - i; i++) a[i] = a[n - 1 - i];
}
#else
void next_long(long n, double *a, const double *b);
void windows_long(long n, long k, double *a, const double *b);
void next_size(size_t n, double *a, const double *b);
void windows_size(size_t n, size_t k, double *a, const double *b);
void windows_unsigned(unsigned n, unsigned k, double *a, const double *b);
void pairs_unsigned(unsigned n, double *a, const double *b);
void mixed(int n, size_t m, double *a, const double *b);
void intervals(int n, double *best, const double *cost);
void even(int n, double *a);
void odd(int n, double *a);
void turned(int n, int k, double *a);
int down(int n, int k, double *a);
int behind(long n, double *a);
void reversed(int n, double *a);
void reversed_while(int n, double *a);
int approaching(int low, int high, double *a);
void chased(int n, double *a);
void half(int n, double *a);

static double u[1000], v[1000];

static void fill(void) {
  for (int i = 0; i < 1000; i++) {
    u[i] = (i * 41 % 103 - 50) / 4.;
    v[i] = i % 7 - 2.5;
  }
}

static void show(const char *name, int n, int m) {
  double s = 0;
  for (int i = 0; i < 1000; i++) s += (u[i] + 2 * v[i]) * (i % 17 + 1);
  printf("%s %d %d %.17g\n", name, n, m, s);
}

int main(void) {
  int sizes[] = {-3, -1, 0, 1, 2, 3, 4, 7, 16, 19};
  double *const a = u + 100, *const b = v + 100;
  for (int s = 0; s < 10; s++) {
    int n = sizes[s];
    fill();
    next_long(n, a, b), even(n, b), show("next", n, 0);
    fill();
    next_long(n, a, a), odd(n, b), show("next in place", n, 0);
    fill();
    intervals(n, a, b), show("intervals", n, 0);
    fill();
    reversed(n, a), show("reversed", n, 0);
    fill();
    reversed_while(n, a), show("reversed while", n, 0);
    fill();
    half(n, a), chased(n, b), show("half", n, behind(n, b));
    for (int r = 0; r < 10; r++) {
      int m = sizes[r];
      fill();
      windows_long(n, m, a, b), show("windows", n, m);
      fill();
      windows_long(n, m, a + 1, a), show("windows that overlap", n, m);
      fill();
      turned(n, m, a), show("turned", n, m);
      fill();
      int last = down(n, m, a);
      show("down", n, last);
      fill();
      last = approaching(n, m, a);
      show("approaching", n, last);
      if (n < 0 || m < 0) continue;
      fill();
      next_size(n, a, b), mixed(m, n, b, a), show("next size", n, m);
      fill();
      windows_size(n, m, a, b), pairs_unsigned(n, b, a), show("windows size", n, m);
      fill();
      windows_unsigned(n, m, a, b), show("windows unsigned", n, m);
    }
  }
  fill();
  next_long(LONG_MIN, a, b), behind(LONG_MIN, a), windows_long(LONG_MIN, 7, a, b), windows_long(-7, LONG_MAX, a, b);
  turned(INT_MIN, -1, a), windows_size(7, (size_t)LONG_MAX, a, b), windows_unsigned(7, UINT_MAX, a, b), show("extremes", 0, 0);
  return 0;
}
#endif
