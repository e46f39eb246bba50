/* Sizes that are divided: blocks that are begun, halves and quarters, of integers with and without a sign. */
#include <stddef.h>
#include <stdio.h>

void blocked(const float *restrict x, float *restrict y, size_t n, size_t m);
void tiled(const float *restrict x, float *restrict y, size_t n);
void tiled_int(const float *restrict x, float *restrict y, int n);
void upper_half(const float *restrict x, float *restrict y, unsigned n, unsigned m);
void middle(double *restrict x, const double *restrict y, long steps, int n, int m);

#ifdef MAIN

static float x[80 * 80], z[80 * 80];
static double d[40 * 40], e[40 * 40];

static float sum_of(const float *all, int count) {
  float sum = 0;
  for (int i = 0; i < count; i++) sum += all[i] * (float)(i % 7 + 1);
  return sum;
}

int main(void) {
  for (int i = 0; i < 80 * 80; i++) x[i] = (float)(i * 37 % 101) / 8;
  for (int i = 0; i < 40 * 40; i++) e[i] = (double)(i * 31 % 67) / 4;
  static const int sizes[] = {0, 1, 2, 7, 8, 9, 31, 32, 33, 65};
  for (int a = 0; a < 10; a++) {
    int n = sizes[a];
    for (int i = 0; i < 80 * 80; i++) z[i] = -1;
    tiled(x, z, (size_t)n);
    printf("%d %.9g", n, sum_of(z, 80 * 80));
    for (int i = 0; i < 80 * 80; i++) z[i] = -1;
    tiled_int(x, z, n);
    printf(" %.9g\n", sum_of(z, 80 * 80));
    for (int b = 0; b < 10; b++) {
      int m = sizes[b];
      for (int i = 0; i < 80 * 80; i++) z[i] = -1;
      blocked(x, z, (size_t)n, (size_t)m);
      printf("%d %d %.9g", n, m, sum_of(z, 80 * 80));
      for (int i = 0; i < 80 * 80; i++) z[i] = -1;
      if (n <= m) upper_half(x, z, (unsigned)n, (unsigned)m);
      printf(" %.9g\n", sum_of(z, 80 * 80));
    }
  }
  tiled_int(x, z, -5);
  tiled_int(x, z, -40);
  printf("%.9g\n", sum_of(z, 80 * 80));
  for (int n = -3; n <= 40; n += n < 6 ? 1 : 17) {
    for (int i = 0; i < 40 * 40; i++) d[i] = i % 5;
    middle(d, e, 2, n, 40);
    double sum = 0;
    for (int i = 0; i < 40 * 40; i++) sum += d[i] * (i % 11);
    printf("%d %.17g\n", n, sum);
  }
  return 0;
}

#else

/* The last block is filled up with zeros. */
void blocked(const float *restrict x, float *restrict y, size_t n, size_t m) {
  const size_t blocks = (n + 7) / 8;
  for (size_t j = 0; j < m; j++)
    for (size_t b = 0; b < blocks; b++)
      for (size_t l = 0; l < 8; l++) {
        const size_t i = b * 8 + l;
        y[(b * m + j) * 8 + l] = i < n ? x[j * n + i] : 0.0f;
      }
}

void tiled(const float *restrict x, float *restrict y, size_t n) {
  for (size_t b = 0; b < (n + 31) / 32; b++)
    for (size_t i = b * 32; i < n && i < (b + 1) * 32; i++) y[i] += 2 * x[i];
}

void tiled_int(const float *restrict x, float *restrict y, int n) {
  for (int b = 0; b < (n + 31) / 32; b++)
    for (int i = b * 32; i < n && i < (b + 1) * 32; i++) y[i] += 2 * x[i];
}

void upper_half(const float *restrict x, float *restrict y, unsigned n, unsigned m) {
  const unsigned half = (n + 1) / 2;
  for (unsigned i = 0; i < half; i++)
    for (unsigned j = 0; j < m; j++) {
      float s = 0;
      for (unsigned k = 0; k < m; k++) s += x[i * m + k] * x[k * m + j];
      y[i * m + j] = s;
    }
}

/* C rounds the quotient of a negative number up. */
void middle(double *restrict x, const double *restrict y, long steps, int n, int m) {
  for (long t = 0; t < steps; t++) {
    for (long i = 0; i < n - 1; i++)
      for (long j = 0; j < m; j++) x[i * m + j] += 0.5 * (y[(i + 1) * m + j] - y[i * m + j]);
    for (long i = n / 4; i < 3 * n / 4; i++)
      for (long j = 0; j < m; j++) x[i * m + j] += 1.0;
  }
}

#endif
