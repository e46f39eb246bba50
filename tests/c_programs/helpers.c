// Functions that are called: parts of arrays that are handed to them, static variables that a program reads in, functions as they were
// written before C89, regions of OpenMP.
void faces(int k, double p[2][3][5], double (*out)[5]); double rows(int k, double (*a)[3], const double *b);
void products(int k, double (*c)[3][3], double (*a)[3][3], double (*b)[3][3]); void layer(); void sized(const char *text, double *x);
double shared(int k, double *x);

#ifndef MAIN

#include <stdio.h>

static double coefficients[5][3] = {{1, 2, 3}, {-1, 0.5, 2}, {0, 1, 0}, {4, -4, 0.25}, {3, 3, 3}};
static int n, used;

static void solution(double x, double y, double d[5]) {
  for (int k = 0; k < 5; k++)
    d[k] = coefficients[k][0] + x * coefficients[k][1] + y * coefficients[k][2];
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void product(double c[3][3], double a[3][3], const double b[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      c[i][j] = 0;
      for (int k = 0; k < 3; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

void faces(int k, double p[2][3][5], double (*out)[5]) {
  for (int i = 0; i < k; i++) {
    solution(i, 1, &p[1][2][0]);
    solution(i, 2, p[0][1]);
    solution(1, i, out[i]);
    for (int m = 0; m < 5; m++)
      out[i][m] += p[1][2][m] * p[0][1][4 - m];
  }
}

double rows(int k, double (*a)[3], const double *b) {
  double s = 0;
  for (int i = 0; i < k; i++)
    s += dot(a[i], b + 3 * i) - dot(&b[3 * i], a[k - 1 - i]);
  return s;
}

void products(int k, double (*c)[3][3], double (*a)[3][3], double (*b)[3][3]) {
  for (int i = 0; i < k; i++)
    product(c[i], a[i], b[k - 1 - i]);
}

float squash(x) float x; { return 1.0 / (1.0 + x * x); }
short halved(c) short c; { return c / 2; }

void layer(l, w, k) float *l, *w; int k; {
  for (int j = 1; j <= k; j++)
    l[j] = squash(w[j] + 1e-9) + halved(70000 + j);
}

// `n` is filled through its address, and is only read by the loops.
static void clear(double *x) {
  printf("%d:", n);
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 0.5 + i;
}

void sized(const char *text, double *x) {
  int *at = &used;
  *at = sscanf(text, "%d", &n);
  clear(x);
  for (int i = 0; i < n; i++)
    x[i] += used;
}

static void doubled(int k, double *x) {
  int i;
#pragma omp for
  for (i = 0; i < k; i++)
    x[i] *= 2;
}

double shared(int k, double *x) {
  double t = 0;
#pragma omp parallel shared(x) reduction(+ : t)
  {
    doubled(k, x);
#pragma omp barrier
#pragma omp for nowait
    for (int i = 0; i < k; i++)
      t += x[i];
  }
  return t;
}

#else

#include <stdio.h>

int main(void) {
  double p[2][3][5] = {{{0}}}, a[40][3], b[120], m[3][40][3][3], x[40];
  float l[41] = {0}, w[41];
  for (int i = 0; i < 120; i++) {
    b[i] = i % 7 - 3 + 0.25 * (i % 4);
    a[i / 3][i % 3] = i % 11 * 0.5;
  }
  for (int i = 0; i < 360; i++) {
    (&m[1][0][0][0])[i] = i % 13 - 5;
    (&m[2][0][0][0])[i] = i % 5 * 0.5;
  }
  for (int i = 0; i < 41; i++)
    w[i] = i * 0.37f - 4;
  for (int k = 0; k < 40; k += k < 5 ? 1 : 7) {
    double out[40][5], s = 0;
    char text[8];
    for (int i = 0; i < 40; i++)
      x[i] = i + k;
    faces(k, p, out);
    products(k, m[0], m[1], m[2]);
    layer(l, w, k);
    for (int i = 0; i < k; i++)
      s += out[i][i % 5] + m[0][i][i % 3][1];
    sprintf(text, "%d", k);
    sized(text, x);
    printf("%g %g %g %g %g\n", s, rows(k, a, b), l[k], x[k / 2], shared(k, x));
  }
}
#endif
