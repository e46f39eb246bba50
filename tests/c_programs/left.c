// Loops that are left in the middle, and loops that do not count.

#ifdef MAIN

#include <stdio.h>

void escape(int h, int w, float s, int *restrict out);
int find(int n, const int *a, int v);
int find_at(int n, const int *a, int v);
void divisors(int n, const int *restrict a, const int *restrict b, int *restrict g);
void collatz(int n, int *restrict steps);
void roots(int n, const double *restrict a, double *restrict r);
void positions(int m, int n, const int *restrict keys, const int *restrict sorted, int *restrict pos);
int first_in_rows(int h, int w, const int *a, int v, int *row);
int skipping(int n, const int *a);

int main(void) {
  static const int sizes[] = {-2, 0, 1, 2, 5, 16, 33};
  static int a[40 * 40], b[40 * 40], out[40 * 40];
  static double x[40], r[40];
  unsigned state = 1;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k], row = -5;
    unsigned long sum = 0;
    double total = 0;
    for (int i = 0; i < 40 * 40; i++) {
      state = state * 1664525u + 1013904223u;
      a[i] = state >> 26;
      b[i] = state >> 24 & 63;
      out[i] = 0;
    }
    for (int i = 0; i < 40; i++) x[i] = a[i] * 1.5;
    escape(n, n, 0.05f, out);
    divisors(n, a, b, out + 1100);
    collatz(n, out + 1200);
    for (int i = 0; i < 40; i++) b[i] = 2 * i;
    positions(n, n, a, b, out + 1300);
    for (int i = 0; i < 40 * 40; i++) sum = sum * 31 + out[i];
    roots(n, x, r);
    for (int i = 0; i < n; i++) total += r[i];
    for (int v = 0; v < 64; v += 9) {
      sum = sum * 31 + find(n, a, v) + 3 * find_at(n, a, v) + 5 * first_in_rows(n, n, a, v, &row);
      sum = sum * 31 + row;
    }
    sum = sum * 31 + skipping(n, a);
    printf("%d %lu %.17g\n", n, sum, total);
  }
}

#else

void escape(int h, int w, float s, int *restrict out) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float cr = s * x - 2, ci = s * y - 1, zr = 0, zi = 0;
      int k;
      for (k = 0; k < 64; k++) {
        float r2 = zr * zr, i2 = zi * zi;
        if (r2 + i2 > 4) break;
        zi = 2 * zr * zi + ci;
        zr = r2 - i2 + cr;
      }
      out[y * w + x] = k;
    }
}

int find(int n, const int *a, int v) {
  for (int i = 0; i < n; i++)
    if (a[i] == v) return i;
  return -1;
}

int find_at(int n, const int *a, int v) {
  int i;
  for (i = 0; i < n; i++)
    if (a[i] == v) break;
  return i;
}

void divisors(int n, const int *restrict a, const int *restrict b, int *restrict g) {
  for (int i = 0; i < n; i++) {
    int x = a[i], y = b[i];
    while (y) {
      int t = x % y;
      x = y;
      y = t;
    }
    g[i] = x;
  }
}

void collatz(int n, int *restrict steps) {
  for (int i = 0; i < n; i++) {
    unsigned x = i + 1;
    int k = 0;
    while (x != 1) {
      if (x & 1)
        x = 3 * x + 1;
      else
        x /= 2;
      if (++k > 100) break;
    }
    steps[i] = k;
  }
}

void roots(int n, const double *restrict a, double *restrict r) {
  for (int i = 0; i < n; i++) {
    double x = a[i] > 1 ? a[i] : 1;
    for (int k = 0; k < 20; k++) {
      double next = 0.5 * (x + a[i] / x), d = next - x;
      x = next;
      if (d < 1e-9 && d > -1e-9) break;
    }
    r[i] = x;
  }
}

void positions(int m, int n, const int *restrict keys, const int *restrict sorted, int *restrict pos) {
  for (int i = 0; i < m; i++) {
    int lo = 0, hi = n;
    while (lo < hi) {
      int mid = (lo + hi) / 2;
      if (sorted[mid] < keys[i])
        lo = mid + 1;
      else
        hi = mid;
    }
    pos[i] = lo;
  }
}

int first_in_rows(int h, int w, const int *a, int v, int *row) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      if (a[i * w + j] == v) {
        *row = i;
        return j;
      }
  return -1;
}

int skipping(int n, const int *a) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] % 3 == 0) continue;
    if (a[i] == 40) break;
    sum += a[i];
    if (sum > 1000) return -sum;
  }
  return sum;
}

#endif
