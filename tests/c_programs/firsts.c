// Elements in front of a loop over the others: how much is accessed depends on whether there are others. With none, one and a few
// rows, apart and overlapping.
#include <stdio.h>

#ifndef MAIN
void tridiagonal(int nb, int n, const double *a, const double *b, const double *c, double *d, double *e) {
  for (int s = 0; s < nb; s++) {
    e[s] = c[s] / b[s];
    d[s] = d[s] / b[s];
    for (int i = 1; i < n; i++) {
      double m = 1 / (b[i * nb + s] - a[i * nb + s] * e[(i - 1) * nb + s]);
      e[i * nb + s] = c[i * nb + s] * m;
      d[i * nb + s] = (d[i * nb + s] - a[i * nb + s] * d[(i - 1) * nb + s]) * m;
    }
    for (int i = n - 2; i >= 0; i--)
      d[i * nb + s] -= e[i * nb + s] * d[(i + 1) * nb + s];
  }
}

void sums(int n, int m, const float *a, float *out) {
  for (int j = 0; j < m; j++)
    out[j] = a[j];
  for (int j = 0; j < m; j++)
    for (int i = 1; i < n; i++)
      out[j] += a[i * m + j];
}

void differences(int n, const float *x, float *y) {
  y[0] = x[0];
  y[1] = x[1] - x[0];
  for (int i = 2; i < n; i++)
    y[i] = x[i] - 2 * x[i - 1] + x[i - 2];
}

#else
void tridiagonal(int nb, int n, const double *a, const double *b, const double *c, double *d, double *e);
void sums(int n, int m, const float *a, float *out);
void differences(int n, const float *x, float *y);

static double a[4000], b[4000], c[4000], d[4000], e[4000];
static float x[4000], y[4000];

static void fill(void) {
  for (int i = 0; i < 4000; i++) {
    a[i] = i % 3 / 4.;
    b[i] = 4 + i % 2;
    c[i] = i % 5 / 4.;
    d[i] = i % 7 - 3;
    e[i] = 1;
    x[i] = i * 7 % 23 - 11;
    y[i] = 2;
  }
}

static double total(void) {
  double sum = 0;
  for (int i = 0; i < 4000; i++)
    sum += (d[i] + 2 * e[i] + 3 * y[i] + 5 * x[i]) * (i % 13 + 1);
  return sum;
}

int main(void) {
  int sizes[] = {-1, 0, 1, 2, 3, 16, 17, 50};
  for (int s = 0; s < 8; s++)
    for (int t = 0; t < 8; t++) {
      int n = sizes[s], m = sizes[t];
      fill();
      tridiagonal(m, n, a, b, c, d, e);
      printf("tridiagonal %d %d %.4g\n", n, m, total());
      fill();
      tridiagonal(m, n, a, b, c, d, d + (m > 0 ? m / 2 : 0));
      printf("tridiagonal, overlapping %d %d %.4g\n", n, m, total());
      fill();
      sums(n, m, x, y);
      printf("sums %d %d %g\n", n, m, total());
      fill();
      sums(n, m, x, x + 3);
      printf("sums, overlapping %d %d %g\n", n, m, total());
      fill();
      differences(n * m, x, y);
      differences(n, x, x + 1);
      printf("differences %d %d %g\n", n, m, total());
    }
  return 0;
}
#endif
